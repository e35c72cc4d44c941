<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Bench</name>
    <message>
        <source>Bench of matrices</source>
        <translation>矩阵工作台</translation>
    </message>
    <message>
        <source>Or hold it: key P.</source>
        <translation>也可以固定它：按 P 键。</translation>
    </message>
    <message>
        <source>{symbol} belongs to a pin: change or release the pin instead.</source>
        <translation>{symbol} 属于一个固定值：请改动或解除那个固定值。</translation>
    </message>
    <message>
        <source>{symbol} is 1/√d_k with scaling on and 1 without: change d_k or the switch in the model panel.</source>
        <translation>缩放打开时 {symbol} 是 1/√d_k，关闭时是 1：请在模型面板里改 d_k 或开关。</translation>
    </message>
    <message>
        <source>{symbol} is drawn from the seed: change the seed or the rate of dropout in the model panel.</source>
        <translation>{symbol} 由种子抽出：请在模型面板里改种子或 dropout 的比率。</translation>
    </message>
    <message>
        <source>{symbol} follows from the tokens of the sample: change those.</source>
        <translation>{symbol} 由样本的词元决定：请改词元。</translation>
    </message>
    <message>
        <source>{symbol} follows from fields of the model panel: change those.</source>
        <translation>{symbol} 由模型面板里的选项决定：请改那些选项。</translation>
    </message>
    <message>
        <source>{symbol} follows from its rules: click or paint its cells to hide and show them, or change the rules in the model panel.</source>
        <translation>{symbol} 由各条规则决定：单击或涂抹格子来遮住或露出它们，或在模型面板里改规则。</translation>
    </message>
    <message>
        <source>{symbol} follows from the mask&apos;s rules: change them in the model panel.</source>
        <translation>{symbol} 由掩码规则决定：请在模型面板里改规则。</translation>
    </message>
    <message>
        <source>{symbol} is 0 because its part is off: switch it on in the model panel.</source>
        <translation>{symbol} 是 0，因为这一部分已关闭：请在模型面板里打开。</translation>
    </message>
    <message>
        <source>{symbol} is computed: {equation}. To move it, change {sources}.</source>
        <translation>{symbol} 是算出来的：{equation}。想让它变，请改 {sources}。</translation>
    </message>
    <message>
        <source>◆ Hold {cells} at this value: Enter. Esc leaves it computed.</source>
        <translation>◆ 将 {cells} 固定为此值：按 Enter。按 Esc 则仍由计算得出。</translation>
    </message>
    <message>
        <source>The model changed while {cell} was being edited: “{text}” was not taken over.</source>
        <translation>正在编辑 {cell} 时模型变了：“{text}”没有写入。</translation>
    </message>
    <message>
        <source>{reason} The cell keeps {value}.</source>
        <translation>{reason}单元格保持 {value}。</translation>
    </message>
    <message>
        <source>token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>word</source>
        <translation>词</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>hidden unit</source>
        <translation>隐藏单元</translation>
    </message>
    <message>
        <source>component</source>
        <translation>分量</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>after {token} comes {word} with probability {value}</source>
        <translation>{token} 之后是 {word} 的概率：{value}</translation>
    </message>
    <message>
        <source>{symbol}: query {query} may read key {key}</source>
        <translation>{symbol}：查询 {query} 可以读键 {key}</translation>
    </message>
    <message>
        <source>{symbol}: key {key} is hidden from query {query}</source>
        <translation>{symbol}：键 {key} 对查询 {query} 不可见</translation>
    </message>
    <message>
        <source>{symbol}: query {query} reads key {key}: {value}</source>
        <translation>{symbol}：查询 {query} 读键 {key}：{value}</translation>
    </message>
    <message>
        <source>{symbol}: query {query} against key {key} = {value}</source>
        <translation>{symbol}：查询 {query} 对键 {key} = {value}</translation>
    </message>
    <message>
        <source>{label} is a token</source>
        <translation>{label} 是有效词元</translation>
    </message>
    <message>
        <source>{label} is padding</source>
        <translation>{label} 是填充</translation>
    </message>
    <message>
        <source>the label of row {label} counts in the loss</source>
        <translation>行 {label} 的标签计入损失</translation>
    </message>
    <message>
        <source>the label of row {label} does not count in the loss</source>
        <translation>行 {label} 的标签不计入损失</translation>
    </message>
    <message>
        <source>after {token} comes {word}: id {number}</source>
        <translation>{token} 之后是 {word}：编号 {number}</translation>
    </message>
    <message>
        <source>{token} has the id {number}</source>
        <translation>{token} 的编号是 {number}</translation>
    </message>
    <message>
        <source>the mask hides it; the pin holds it all the same</source>
        <translation>掩码遮住了它，但它仍被固定在此值</translation>
    </message>
    <message>
        <source>change it like a given number; key P releases it</source>
        <translation>可像给定的数一样修改；按 P 键解除固定</translation>
    </message>
    <message>
        <source>this row sums to {total}, not to 1: some of it is held</source>
        <translation>这一行之和为 {total}，不是 1：其中有被固定的权重</translation>
    </message>
    <message>
        <source>the row adds up to {total}: full values count, not the digits shown</source>
        <translation>这一行之和为 {total}：按完整数值计算，不按显示的位数</translation>
    </message>
    <message>
        <source>by the causal rule: the key comes after the query</source>
        <translation>因果规则：键在查询之后</translation>
    </message>
    <message>
        <source>by the window: the key is too far back</source>
        <translation>窗口：键离得太远</translation>
    </message>
    <message>
        <source>by the padding rule: the key is padding</source>
        <translation>填充规则：键是填充</translation>
    </message>
    <message>
        <source>by the mask painted by hand</source>
        <translation>手绘掩码</translation>
    </message>
    <message>
        <source>by a pin on the mask</source>
        <translation>掩码上的固定值</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>row {label}</source>
        <translation>行 {label}</translation>
    </message>
    <message>
        <source>{what} {label}</source>
        <translation>{what} {label}</translation>
    </message>
    <message>
        <source>exactly {number}</source>
        <translation>精确值 {number}</translation>
    </message>
    <message>
        <source>pinned; naturally {number}</source>
        <translation>已固定；自然值 {number}</translation>
    </message>
    <message>
        <source>hidden by the mask; softmax leaves it out</source>
        <translation>被掩码遮住；softmax 不算它</translation>
    </message>
    <message>
        <source>hidden {reasons}; softmax leaves it out</source>
        <translation>被遮住（{reasons}）；softmax 不计入</translation>
    </message>
    <message>
        <source>colours from −{limit} over 0 to {limit}</source>
        <translation>颜色从 −{limit} 经 0 到 {limit}</translation>
    </message>
    <message>
        <source>colours from 0 to 1</source>
        <translation>颜色从 0 到 1</translation>
    </message>
    <message>
        <source>NaN and ∞ have a mark of their own, no colour</source>
        <translation>NaN 和 ∞ 有自己的标记，不着色</translation>
    </message>
    <message>
        <source>= the last act left every bit as it was</source>
        <translation>= 上一步没有改动它的任何一位</translation>
    </message>
    <message>
        <source>bold with a corner: changed by the last act ({count} cells)</source>
        <translation>粗体带角标：被上一步改动（{count} 格）</translation>
    </message>
    <message>
        <source>double click here: as large as the view, and back</source>
        <translation>双击此处：放大到充满视图，再双击还原</translation>
    </message>
    <message>
        <source>click or paint cells to hide and show them, here or with Space</source>
        <translation>单击或涂抹格子来遮住或露出它们，也可按空格键</translation>
    </message>
    <message>
        <source>hold a number with P or by typing, more with the right button</source>
        <translation>按 P 键或直接输入可固定一个数，右键可固定更多</translation>
    </message>
    <message>
        <source>drag a number sideways, or double-click and type</source>
        <translation>左右拖动数字，或双击后输入</translation>
    </message>
    <message>
        <source>hide the last row that is shown (Shift+R); a view, no mask</source>
        <translation>收起最后显示的一行（Shift+R）；只是视图，不是掩码</translation>
    </message>
    <message>
        <source>show the next row, after the last one begin with none (R)</source>
        <translation>显示下一行，最后一行之后从头再来（R）</translation>
    </message>
    <message>
        <source>show no row or all (Esc); between, a click on a row&apos;s label shows or hides it; a view, no mask</source>
        <translation>一行也不显示，或显示全部（Esc）；期间单击行标签可显示或收起该行；只是视图，不是掩码</translation>
    </message>
    <message>
        <source>follow row {label} through every matrix (Esc stops)</source>
        <translation>让 {label} 这一行贯穿每个矩阵（Esc 停止）</translation>
    </message>
    <message>
        <source>fold or unfold (keys [ and ])</source>
        <translation>折叠或展开（按键 [ 和 ]）</translation>
    </message>
    <message>
        <source>show head {number} (off: its H is 0)</source>
        <translation>显示头 {number}（已关闭：它的 H 为 0）</translation>
    </message>
    <message>
        <source>show head {number}</source>
        <translation>显示头 {number}</translation>
    </message>
    <message>
        <source>Projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Input and projections</source>
        <translation>输入与投影</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Add &amp; Norm</source>
        <translation>残差与归一化</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Feed-forward &amp; Add</source>
        <translation>前馈网络与残差</translation>
    </message>
    <message>
        <source>Other matrices</source>
        <translation>其他矩阵</translation>
    </message>
    <message>
        <source>each head asks with Q, offers K and gives V</source>
        <translation>每个头用 Q 查询，用 K 供匹配，用 V 给内容</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>mask: {rules}</source>
        <translation>掩码：{rules}</translation>
    </message>
    <message>
        <source>scale 1/√{d_k}</source>
        <translation>缩放 1/√{d_k}</translation>
    </message>
    <message>
        <source>no scale</source>
        <translation>不缩放</translation>
    </message>
    <message>
        <source>this head is off: H is 0</source>
        <translation>这个头已关闭：H 为 0</translation>
    </message>
    <message>
        <source>no norm</source>
        <translation>无归一化</translation>
    </message>
    <message>
        <source>post-norm</source>
        <translation>后归一化</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>前归一化</translation>
    </message>
    <message>
        <source>{place}: {equation}</source>
        <translation>{place}：{equation}</translation>
    </message>
    <message>
        <source>off: gives 0</source>
        <translation>已关闭：输出 0</translation>
    </message>
    <message>
        <source>Queries, keys and values</source>
        <translation>查询、键和值</translation>
    </message>
    <message>
        <source>Cross-attention: projections</source>
        <translation>交叉注意力：投影</translation>
    </message>
    <message>
        <source>Self-attention</source>
        <translation>自注意力</translation>
    </message>
    <message>
        <source>Masked self-attention</source>
        <translation>掩码自注意力</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Vocabulary head</source>
        <translation>词表输出头</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Decoder layer {layer}</source>
        <translation>解码器第 {layer} 层</translation>
    </message>
    <message>
        <source>Encoder layer {layer}</source>
        <translation>编码器第 {layer} 层</translation>
    </message>
    <message>
        <source>Layer {layer}</source>
        <translation>第 {layer} 层</translation>
    </message>
    <message>
        <source>Keys and values: text to rows</source>
        <translation>键和值：从文本到行</translation>
    </message>
    <message>
        <source>Text to rows</source>
        <translation>从文本到行</translation>
    </message>
    <message>
        <source>Target: text to rows</source>
        <translation>目标端：从文本到行</translation>
    </message>
    <message>
        <source>Source: text to rows</source>
        <translation>源端：从文本到行</translation>
    </message>
    <message>
        <source>rows of numbers</source>
        <translation>一行行数字</translation>
    </message>
    <message>
        <source>rows of numbers, positions added</source>
        <translation>直接给出的行，加上位置</translation>
    </message>
    <message>
        <source>string, id, row of the table, positions added</source>
        <translation>字符串、编号、表中的行，再加上位置</translation>
    </message>
    <message>
        <source>string, id, row of the table</source>
        <translation>字符串、编号、表中的行</translation>
    </message>
    <message>
        <source>p = {rate}, seed {seed}</source>
        <translation>p = {rate}，种子 {seed}</translation>
    </message>
    <message>
        <source>which tokens are no padding</source>
        <translation>哪些词元不是填充</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>Decoder: final norm</source>
        <translation>解码器：末端归一化</translation>
    </message>
    <message>
        <source>Encoder: final norm</source>
        <translation>编码器：末端归一化</translation>
    </message>
    <message>
        <source>each row says which token comes next</source>
        <translation>每一行预测下一个词元</translation>
    </message>
    <message>
        <source>each row says which word stands there; one under MASK is asked for</source>
        <translation>每一行说出该处是什么词；只问 MASK 盖住的那个</translation>
    </message>
    <message>
        <source>each row over the vocabulary</source>
        <translation>每一行是词表上的分布</translation>
    </message>
    <message>
        <source>the label is the word under MASK; no other row counts</source>
        <translation>标签是 MASK 盖住的词；其他行不计入</translation>
    </message>
    <message>
        <source>no word is asked for: write MASK over one, and it is</source>
        <translation>没有要填的词：用 MASK 盖住一个词就会问它</translation>
    </message>
    <message>
        <source>rows of numbers have no labels</source>
        <translation>输入是数字行，没有标签</translation>
    </message>
    <message>
        <source>the label of a row is the next token; padding does not count</source>
        <translation>每行的标签是下一个词元；填充不计入</translation>
    </message>
    <message>
        <source>folded: attention maps and output</source>
        <translation>已折叠：注意力图和输出</translation>
    </message>
    <message>
        <source>word in the place of “{token}”</source>
        <translation>“{token}”处应填的词</translation>
    </message>
    <message>
        <source>next token after “{token}”</source>
        <translation>“{token}”之后的词元</translation>
    </message>
    <message>
        <source>given as numbers, not projected</source>
        <translation>直接给出数值，不经投影</translation>
    </message>
    <message>
        <source>queries from the target, keys and values from memory</source>
        <translation>查询来自目标端，键和值来自 memory</translation>
    </message>
    <message>
        <source>queries from one sequence, keys and values from another</source>
        <translation>查询来自一个序列，键和值来自另一个序列</translation>
    </message>
    <message>
        <source>by position</source>
        <translation>按位置</translation>
    </message>
    <message>
        <source>vocabulary →</source>
        <translation>沿词表 →</translation>
    </message>
    <message>
        <source>window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>all {count} rows</source>
        <translation>全部 {count} 行</translation>
    </message>
    <message>
        <source>{shown} of {count} rows shown</source>
        <translation>显示 {count} 行中的 {shown} 行</translation>
    </message>
    <message>
        <source>row {label} is not shown: a view, the numbers are as they are (R shows the next row, Esc all)</source>
        <translation>{label} 行没有显示：只是视图，数值不变（R 显示下一行，Esc 显示全部）</translation>
    </message>
    <message>
        <source>each row alone, the same weights</source>
        <translation>逐行计算，共用权重</translation>
    </message>
    <message>
        <source>no activation</source>
        <translation>无激活</translation>
    </message>
    <message>
        <source>keys →</source>
        <translation>沿键 →</translation>
    </message>
    <message>
        <source>features →</source>
        <translation>沿特征 →</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>头 {number}</translation>
    </message>
    <message>
        <source>drag or type</source>
        <translation>拖动或输入</translation>
    </message>
    <message>
        <source>blue frame: input</source>
        <translation>蓝框：输入</translation>
    </message>
    <message>
        <source>gold frame: parameter</source>
        <translation>金框：参数</translation>
    </message>
    <message>
        <source>grey: result</source>
        <translation>灰框：结果</translation>
    </message>
    <message>
        <source>dashed: statistic</source>
        <translation>虚线：统计量</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>no visible key</source>
        <translation>没有可见的键</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>无键</translation>
    </message>
    <message>
        <source>no finite value</source>
        <translation>没有有限值</translation>
    </message>
    <message>
        <source>cross {symbol}</source>
        <translation>交叉 {symbol}</translation>
    </message>
    <message>
        <source>Hide this cell</source>
        <translation>遮住这一格</translation>
    </message>
    <message>
        <source>Show this cell</source>
        <translation>露出这一格</translation>
    </message>
    <message>
        <source>Hide all keys from query {label}</source>
        <translation>对查询 {label} 遮住所有键</translation>
    </message>
    <message>
        <source>Show all keys to query {label}</source>
        <translation>对查询 {label} 露出所有键</translation>
    </message>
    <message>
        <source>Hide key {label} from every query</source>
        <translation>对所有查询遮住键 {label}</translation>
    </message>
    <message>
        <source>Show key {label} to every query</source>
        <translation>对所有查询露出键 {label}</translation>
    </message>
    <message>
        <source>Clear the custom mask</source>
        <translation>清除自定义掩码</translation>
    </message>
    <message>
        <source>Held visible by a pin on the mask: {cells}.</source>
        <translation>{cells} 仍然可见：掩码上的固定值保持着它。</translation>
    </message>
    <message>
        <source>Still hidden by {rules}: {cells}. Painting changes the custom mask alone.</source>
        <translation>{cells} 仍被遮住（规则：{rules}）。涂抹只改变自定义掩码。</translation>
    </message>
    <message>
        <source>{cell} (and {count} more)</source>
        <translation>{cell}（还有 {count} 格）</translation>
    </message>
    <message>
        <source>{least} … {most}</source>
        <translation>{least} … {most}</translation>
    </message>
    <message>
        <source>Release all pins</source>
        <translation>解除所有固定</translation>
    </message>
    <message>
        <source>At its present value, {number}</source>
        <translation>固定为当前值 {number}</translation>
    </message>
    <message>
        <source>At their present values</source>
        <translation>固定为各自的当前值</translation>
    </message>
    <message>
        <source>At zero</source>
        <translation>固定为 0</translation>
    </message>
    <message>
        <source>At a value…</source>
        <translation>固定为指定的值…</translation>
    </message>
    <message>
        <source>Hold cell {cells}</source>
        <translation>固定格子 {cells}</translation>
    </message>
    <message>
        <source>Hold row {cells}</source>
        <translation>固定整行 {cells}</translation>
    </message>
    <message>
        <source>Hold column {cells}</source>
        <translation>固定整列 {cells}</translation>
    </message>
    <message>
        <source>Hold whole matrix {cells}</source>
        <translation>固定整个矩阵 {cells}</translation>
    </message>
    <message>
        <source>Release cell {cells}</source>
        <translation>解除固定格子 {cells}</translation>
    </message>
    <message>
        <source>Release row {cells}</source>
        <translation>解除固定整行 {cells}</translation>
    </message>
    <message>
        <source>Release column {cells}</source>
        <translation>解除固定整列 {cells}</translation>
    </message>
    <message>
        <source>Release whole matrix {cells}</source>
        <translation>解除固定整个矩阵 {cells}</translation>
    </message>
    <message>
        <source>◆ pinned: {cells} held at {value}</source>
        <translation>◆ 已固定：{cells} 固定为 {value}</translation>
    </message>
    <message>
        <source>◆ pinned: {cells} held at {value} (natural {natural})</source>
        <translation>◆ 已固定：{cells} 固定为 {value}（自然值 {natural}）</translation>
    </message>
    <message>
        <source>row sums to {total}</source>
        <translation>该行之和为 {total}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 处</translation>
    </message>
    <message>
        <source>{symbol} is given, not computed: change it, there is nothing to hold.</source>
        <translation>{symbol} 是给定的，不是算出来的：直接改它即可，不必固定。</translation>
    </message>
    <message>
        <source>View: row {label} alone</source>
        <translation>视图：只看 {label} 行</translation>
    </message>
    <message>
        <source>View: without row {label}</source>
        <translation>视图：去掉 {label} 行</translation>
    </message>
    <message>
        <source>View: with row {label}</source>
        <translation>视图：加上 {label} 行</translation>
    </message>
    <message>
        <source>View: next row (R)</source>
        <translation>视图：下一行（R）</translation>
    </message>
    <message>
        <source>View: no row, to reveal them one by one (R)</source>
        <translation>视图：一行也不显示，再逐行揭示（R）</translation>
    </message>
    <message>
        <source>View: all rows (Esc)</source>
        <translation>视图：所有行（Esc）</translation>
    </message>
    <message>
        <source>Follow {token} through every stage</source>
        <translation>跟随“{token}”走过每一步</translation>
    </message>
    <message>
        <source>What {token} may read</source>
        <translation>“{token}”能读到什么</translation>
    </message>
    <message>
        <source>{name} is not part of this model any more: nothing is selected.</source>
        <translation>{name} 已不在当前模型中，现在没有选中任何格子。</translation>
    </message>
    <message>
        <source>The selected cell of {matrix} is gone: the nearest is selected now.</source>
        <translation>{matrix} 中选中的格子已不存在，改为选中离它最近的一格。</translation>
    </message>
    <message>
        <source>What moves with it (Ctrl+R)</source>
        <translation>它会牵动什么（Ctrl+R）</translation>
    </message>
</context>
<context>
    <name>about</name>
    <message>
        <source>A Transformer made of glass: every number can be changed, every number says where it came from.</source>
        <translation>一台玻璃做的 Transformer：每个数都可以改，每个数都说得出自己从哪里来。</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>使用了</translation>
    </message>
    <message>
        <source>The fonts&apos; licence texts: {folder}</source>
        <translation>字体的许可证文本：{folder}</translation>
    </message>
    <message>
        <source>About Glassformer</source>
        <translation>关于 Glassformer</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Copy value</source>
        <translation>复制数值(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Bench</source>
        <translation>工作台(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Prediction</source>
        <translation>预测(&amp;P)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>原始大小(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Fit to window</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Unfold all layers</source>
        <translation>展开所有层(&amp;U)</translation>
    </message>
    <message>
        <source>F&amp;old all layers</source>
        <translation>折叠所有层(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Why this number</source>
        <translation>这个数怎么来的(&amp;W)</translation>
    </message>
    <message>
        <source>Outline the &amp;sources</source>
        <translation>标出来源(&amp;S)</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>比较(&amp;M)</translation>
    </message>
    <message>
        <source>Now, &amp;baseline, difference</source>
        <translation>当前、基线、差值(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Gradients</source>
        <translation>梯度(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;More digits</source>
        <translation>增加位数(&amp;M)</translation>
    </message>
    <message>
        <source>F&amp;ewer digits</source>
        <translation>减少位数(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>深色主题(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Language: 中文 / English</source>
        <translation>语言：English / 中文(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>键盘操作(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About and licences</source>
        <translation>关于与许可证(&amp;A)</translation>
    </message>
</context>
<context>
    <name>acts</name>
    <message>
        <source>Change {cell}</source>
        <translation>修改 {cell}</translation>
    </message>
    <message>
        <source>{field} on</source>
        <translation>打开“{field}”</translation>
    </message>
    <message>
        <source>{field} off</source>
        <translation>关闭“{field}”</translation>
    </message>
    <message>
        <source>Heads off: {heads}</source>
        <translation>关闭的头：{heads}</translation>
    </message>
    <message>
        <source>{field}: {value}</source>
        <translation>{field}：{value}</translation>
    </message>
    <message>
        <source>{field} = {value}</source>
        <translation>{field} = {value}</translation>
    </message>
    <message>
        <source>Change {shape} cells from {cell}</source>
        <translation>改动 {shape} 格，从 {cell} 起</translation>
    </message>
    <message>
        <source>Hide cells of {matrix}</source>
        <translation>遮住 {matrix} 的格子</translation>
    </message>
    <message>
        <source>Show cells of {matrix}</source>
        <translation>露出 {matrix} 的格子</translation>
    </message>
    <message>
        <source>Hide {cell}</source>
        <translation>遮住 {cell}</translation>
    </message>
    <message>
        <source>Show {cell}</source>
        <translation>露出 {cell}</translation>
    </message>
    <message>
        <source>Hide all keys from query {label}</source>
        <translation>对查询 {label} 遮住所有键</translation>
    </message>
    <message>
        <source>Show all keys to query {label}</source>
        <translation>对查询 {label} 露出所有键</translation>
    </message>
    <message>
        <source>Hide key {label} from every query</source>
        <translation>对所有查询遮住键 {label}</translation>
    </message>
    <message>
        <source>Show key {label} to every query</source>
        <translation>对所有查询露出键 {label}</translation>
    </message>
    <message>
        <source>Clear the custom mask</source>
        <translation>清除自定义掩码</translation>
    </message>
    <message>
        <source>Hold {cells}</source>
        <translation>固定 {cells}</translation>
    </message>
    <message>
        <source>Release {cells}</source>
        <translation>解除固定 {cells}</translation>
    </message>
    <message>
        <source>Release all pins</source>
        <translation>解除所有固定</translation>
    </message>
    <message>
        <source>Token {old} → {new}</source>
        <translation>词元 {old} → {new}</translation>
    </message>
    <message>
        <source>Add token {token}</source>
        <translation>添加词元 {token}</translation>
    </message>
    <message>
        <source>Remove token {token}</source>
        <translation>删除词元 {token}</translation>
    </message>
    <message>
        <source>Move token {token}</source>
        <translation>移动词元 {token}</translation>
    </message>
    <message>
        <source>{token} is no padding</source>
        <translation>{token} 不再是填充</translation>
    </message>
    <message>
        <source>{token} is padding</source>
        <translation>{token} 设为填充</translation>
    </message>
    <message>
        <source>Change the sentence</source>
        <translation>修改句子</translation>
    </message>
    <message>
        <source>Remove unused words</source>
        <translation>删除未用的词</translation>
    </message>
    <message>
        <source>Add sample {letter}</source>
        <translation>添加样本 {letter}</translation>
    </message>
    <message>
        <source>Duplicate sample {letter}</source>
        <translation>复制样本 {letter}</translation>
    </message>
    <message>
        <source>Remove sample {letter}</source>
        <translation>删除样本 {letter}</translation>
    </message>
    <message>
        <source>Compare {a} with {b}</source>
        <translation>比较{a}与{b}</translation>
    </message>
    <message>
        <source>Permute tokens</source>
        <translation>重排词元</translation>
    </message>
    <message>
        <source>Take the generated sentence as the target</source>
        <translation>把生成的句子作为目标</translation>
    </message>
    <message>
        <source>Reset weights</source>
        <translation>重置权重</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Undone: {act}</source>
        <translation>已撤销：{act}</translation>
    </message>
    <message>
        <source>Redone: {act}</source>
        <translation>已重做：{act}</translation>
    </message>
</context>
<context>
    <name>checking</name>
    <message>
        <source>A click lists the checks ({keys})</source>
        <translation>点击列出各项检查（{keys}）</translation>
    </message>
    <message>
        <source>Compiled code against NumPy is left out: NumPy computes everything here.</source>
        <translation>未与编译代码对照：这里全部由 NumPy 计算。</translation>
    </message>
    <message>
        <source>Permuting tokens claims nothing here: {reasons}.</source>
        <translation>重排词元在此不作断言：{reasons}。</translation>
    </message>
    <message>
        <source>Permuting tokens claims nothing here: there is one token.</source>
        <translation>重排词元在此不作断言：只有一个词元。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>checking …</source>
        <translation>检查中…</translation>
    </message>
    <message>
        <source>{failed} of {count} checks fail</source>
        <translation>{count} 项检查中有 {failed} 项不成立</translation>
    </message>
    <message>
        <source>{count} checks hold, largest error {error}</source>
        <translation>{count} 项检查成立，最大误差 {error}</translation>
    </message>
    <message>
        <source>1 pinned row marked</source>
        <translation>标出 1 个被固定的行</translation>
    </message>
    <message>
        <source>{rows} pinned rows marked</source>
        <translation>标出 {rows} 个被固定的行</translation>
    </message>
    <message>
        <source>{row} sums to {total}, not to 1</source>
        <translation>{row} 之和为 {total}，不是 1</translation>
    </message>
    <message>
        <source>held by a pin: marked, no fault</source>
        <translation>由固定值造成：只作标记，不算错误</translation>
    </message>
    <message>
        <source>largest error at {cell}</source>
        <translation>最大误差在 {cell}</translation>
    </message>
    <message>
        <source>{hold} of {count}</source>
        <translation>{count} 中的 {hold}</translation>
    </message>
    <message>
        <source>{counted} · exact</source>
        <translation>{counted} · 无误差</translation>
    </message>
    <message>
        <source>{counted} · max error {error}</source>
        <translation>{counted} · 最大误差 {error}</translation>
    </message>
    <message>
        <source>{cell} · error {error}, allowed {allowed}</source>
        <translation>{cell} · 误差 {error}，允许 {allowed}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 处</translation>
    </message>
    <message>
        <source>A click goes to the cell.</source>
        <translation>点击前往该格。</translation>
    </message>
</context>
<context>
    <name>checks</name>
    <message>
        <source>compiled equals NumPy</source>
        <translation>编译结果与 NumPy 一致</translation>
    </message>
    <message>
        <source>float32 equals float64 within its precision</source>
        <translation>float32 在其精度内与 float64 一致</translation>
    </message>
    <message>
        <source>it is (x + |x|) / 2</source>
        <translation>等于 (x + |x|) / 2</translation>
    </message>
    <message>
        <source>it lies between x and 0</source>
        <translation>介于 x 与 0 之间</translation>
    </message>
    <message>
        <source>it is x · Φ(x), Φ the normal distribution</source>
        <translation>等于 x · Φ(x)，Φ 是正态分布函数</translation>
    </message>
    <message>
        <source>it is x · σ(2u), u what tanh is taken of</source>
        <translation>等于 x · σ(2u)，u 是 tanh 的自变量</translation>
    </message>
    <message>
        <source>every cell is scaled alike</source>
        <translation>每个格子按同一比例缩放</translation>
    </message>
    <message>
        <source>each row sums to 1 over its visible keys</source>
        <translation>每行在可见键上的和为 1</translation>
    </message>
    <message>
        <source>hidden weights are 0</source>
        <translation>被遮住的权重为 0</translation>
    </message>
    <message>
        <source>the residual adds up</source>
        <translation>残差相加无误</translation>
    </message>
    <message>
        <source>it is unchanged</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>what is off is 0</source>
        <translation>关闭的部分为 0</translation>
    </message>
    <message>
        <source>splitting gives the heads back</source>
        <translation>拆开就是各个头</translation>
    </message>
    <message>
        <source>each row is its token&apos;s row of the table</source>
        <translation>每行就是表中该词元的那一行</translation>
    </message>
    <message>
        <source>turned back it is the table</source>
        <translation>转置回去就是原表</translation>
    </message>
    <message>
        <source>held cells hold, the others are natural</source>
        <translation>固定的格子取固定值，其余取自然值</translation>
    </message>
    <message>
        <source>a row&apos;s sum is the row times the sums of W</source>
        <translation>行和等于该行乘以 W 的各行之和</translation>
    </message>
    <message>
        <source>a row&apos;s sum is the query times the sum of keys</source>
        <translation>行和等于查询乘以键之和</translation>
    </message>
    <message>
        <source>probabilities of a row sum to 1</source>
        <translation>每行的概率和为 1</translation>
    </message>
    <message>
        <source>exp(−loss) is the label&apos;s probability</source>
        <translation>exp(−损失) 等于标签的概率</translation>
    </message>
    <message>
        <source>times the labels it is the sum</source>
        <translation>乘以标签数就是总和</translation>
    </message>
    <message>
        <source>every key is visible</source>
        <translation>所有键都可见</translation>
    </message>
    <message>
        <source>row i sees i + offset + 1 keys</source>
        <translation>第 i 行能看到 i + 偏移 + 1 个键</translation>
    </message>
    <message>
        <source>keys farther back than the window are hidden</source>
        <translation>超出窗口的键被遮住</translation>
    </message>
    <message>
        <source>padding keys are hidden from every query</source>
        <translation>填充键对所有查询都被遮住</translation>
    </message>
    <message>
        <source>visible where every rule allows it</source>
        <translation>所有规则都允许才可见</translation>
    </message>
    <message>
        <source>differences from the mean sum to 0</source>
        <translation>与均值之差的和为 0</translation>
    </message>
    <message>
        <source>σ² is mean(x²) − μ²</source>
        <translation>σ² 等于 mean(x²) − μ²</translation>
    </message>
    <message>
        <source>m · d is the squared length of the row</source>
        <translation>m · d 等于该行长度的平方</translation>
    </message>
    <message>
        <source>x̂ has mean 0</source>
        <translation>x̂ 的均值为 0</translation>
    </message>
    <message>
        <source>x̂ has variance σ²/(σ²+ε)</source>
        <translation>x̂ 的方差为 σ²/(σ²+ε)</translation>
    </message>
    <message>
        <source>x̂ has mean square m/(m+ε)</source>
        <translation>x̂ 的均方为 m/(m+ε)</translation>
    </message>
    <message>
        <source>without β it is x̂ times γ</source>
        <translation>去掉 β 就是 x̂ 乘 γ</translation>
    </message>
    <message>
        <source>sin² + cos² is 1 in every pair</source>
        <translation>每一对的 sin² + cos² 为 1</translation>
    </message>
    <message>
        <source>each row is its position&apos;s row of the table</source>
        <translation>每行就是表中该位置的那一行</translation>
    </message>
    <message>
        <source>one distance has one bias</source>
        <translation>同一距离的偏置相同</translation>
    </message>
    <message>
        <source>it is the query times the vector of the distance</source>
        <translation>等于查询乘以该距离的向量</translation>
    </message>
    <message>
        <source>weights gathered by distance give the same sum</source>
        <translation>按距离合并权重得到同样的和</translation>
    </message>
    <message>
        <source>rotation keeps the length of each row</source>
        <translation>旋转不改变每行的长度</translation>
    </message>
    <message>
        <source>the cache is kept, the new rows stand below it</source>
        <translation>缓存原样保留，新的行接在下面</translation>
    </message>
    <message>
        <source>what is left out is 0, the rest is scaled</source>
        <translation>丢弃的为 0，其余按比例放大</translation>
    </message>
    <message>
        <source>permuted tokens give permuted rows</source>
        <translation>词元重排，各行随之重排</translation>
    </message>
</context>
<context>
    <name>choices</name>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder-only</source>
        <translation>仅解码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>数值行</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>sin</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>rel. bias</source>
        <translation>相对偏置</translation>
    </message>
    <message>
        <source>Shaw K</source>
        <translation>Shaw K</translation>
    </message>
    <message>
        <source>Shaw K, V</source>
        <translation>Shaw K、V</translation>
    </message>
    <message>
        <source>RoPE pairs</source>
        <translation>RoPE 相邻</translation>
    </message>
    <message>
        <source>RoPE halves</source>
        <translation>RoPE 两半</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>恒等</translation>
    </message>
    <message>
        <source>Enc–dec</source>
        <translation>编码–解码</translation>
    </message>
    <message>
        <source>pre</source>
        <translation>前置</translation>
    </message>
    <message>
        <source>post</source>
        <translation>后置</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>GELU (erf)</source>
        <translation>GELU (erf)</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU (tanh)</translation>
    </message>
    <message>
        <source>float64</source>
        <translation>float64</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
</context>
<context>
    <name>compare</name>
    <message>
        <source>equal to the bit</source>
        <translation>逐位相等</translation>
    </message>
    <message>
        <source>equal within 1e-12</source>
        <translation>在 1e-12 之内相等</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>of different shapes</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>只在 A 中</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>只在 B 中</translation>
    </message>
    <message>
        <source>Post-norm</source>
        <translation>后置归一化</translation>
    </message>
    <message>
        <source>Pre-norm</source>
        <translation>前置归一化</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>LayerNorm</translation>
    </message>
    <message>
        <source>RMSNorm</source>
        <translation>RMSNorm</translation>
    </message>
    <message>
        <source>Scaled</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Unscaled</source>
        <translation>不缩放</translation>
    </message>
    <message>
        <source>Residual on</source>
        <translation>有残差</translation>
    </message>
    <message>
        <source>Residual off</source>
        <translation>无残差</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>Everything visible</source>
        <translation>全部可见</translation>
    </message>
    <message>
        <source>Cross-attention on</source>
        <translation>有交叉注意力</translation>
    </message>
    <message>
        <source>Cross-attention off</source>
        <translation>无交叉注意力</translation>
    </message>
    <message>
        <source>Head {number} on</source>
        <translation>第 {number} 头开</translation>
    </message>
    <message>
        <source>Head {number} off</source>
        <translation>第 {number} 头关</translation>
    </message>
    <message>
        <source>now {now} · baseline {baseline} · difference {difference}</source>
        <translation>当前 {now} · 基线 {baseline} · 差值 {difference}</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>only in the baseline</source>
        <translation>仅基线有</translation>
    </message>
    <message>
        <source>not in the baseline</source>
        <translation>基线里没有</translation>
    </message>
    <message>
        <source>{shape} in the baseline</source>
        <translation>基线里是 {shape}</translation>
    </message>
    <message>
        <source>no difference: {shape} in the baseline</source>
        <translation>无法相减：基线里是 {shape}</translation>
    </message>
    <message>
        <source>= baseline</source>
        <translation>= 基线</translation>
    </message>
    <message>
        <source>≈ baseline, within 1e-12</source>
        <translation>≈ 基线（1e-12 内）</translation>
    </message>
    <message>
        <source>This is the baseline: it is not edited. Show “Now” or “Difference” to change numbers.</source>
        <translation>这是基线，不能编辑。要改数，请切换到“当前”或“差值”。</translation>
    </message>
    <message>
        <source>as it was after “{act}”</source>
        <translation>“{act}”之后的状态</translation>
    </message>
    <message>
        <source>as it was loaded</source>
        <translation>刚打开时的状态</translation>
    </message>
    <message>
        <source>Compare first: the present state then becomes the baseline.</source>
        <translation>请先按“比较”：当前状态随即成为基线。</translation>
    </message>
    <message>
        <source>The baseline ({title}) stayed: the model that was opened is compared with it.</source>
        <translation>基线（{title}）保留了下来：新打开的模型与它比较。</translation>
    </message>
    <message>
        <source>The baseline ({title}) has no sample {sample}.</source>
        <translation>基线（{title}）没有样本 {sample}。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Every card shows</source>
        <translation>每张卡片显示</translation>
    </message>
    <message>
        <source>What every card shows: Ctrl+Shift+J shows the next one</source>
        <translation>每张卡片显示哪一边：Ctrl+Shift+J 换下一个</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>End comparing: the baseline is forgotten, nothing else changes</source>
        <translation>结束比较：只忘掉基线，其他都不变</translation>
    </message>
    <message>
        <source>End comparing</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>baseline: {title}</source>
        <translation>基线：{title}</translation>
    </message>
    <message>
        <source>baseline: {title} · not to be edited</source>
        <translation>基线：{title} · 不可编辑</translation>
    </message>
    <message>
        <source>now − baseline · baseline: {title}</source>
        <translation>当前 − 基线 · 基线：{title}</translation>
    </message>
    <message>
        <source>&amp;Compare with</source>
        <translation>比较对象(&amp;C)</translation>
    </message>
    <message>
        <source>The present state, frozen</source>
        <translation>冻结当前状态</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>某个文件…</translation>
    </message>
    <message>
        <source>Position schemes</source>
        <translation>位置方案</translation>
    </message>
    <message>
        <source>{a} / {b}</source>
        <translation>{a} / {b}</translation>
    </message>
    <message>
        <source>{pair}: {reason}</source>
        <translation>{pair}：{reason}</translation>
    </message>
    <message>
        <source>Make {pair} baseline and present state, as one undo step</source>
        <translation>把 {pair} 设为基线与当前状态，一步即可撤销</translation>
    </message>
    <message>
        <source>All {count}</source>
        <translation>全部 {count}</translation>
    </message>
    <message>
        <source>Different {count}</source>
        <translation>不同 {count}</translation>
    </message>
    <message>
        <source>≈ {count}</source>
        <translation>≈ {count}</translation>
    </message>
    <message>
        <source>Equal {count}</source>
        <translation>相等 {count}</translation>
    </message>
    <message>
        <source>One side {count}</source>
        <translation>仅一边 {count}</translation>
    </message>
    <message>
        <source>every matrix of both sides</source>
        <translation>两边的全部矩阵</translation>
    </message>
    <message>
        <source>matrices that differ by more than 1e-12, or in their shape</source>
        <translation>相差超过 1e-12，或形状不同的矩阵</translation>
    </message>
    <message>
        <source>equal within 1e-12 of the larger of 1 and the number</source>
        <translation>相差不超过 1e-12（数大于 1 时按该数的比例）</translation>
    </message>
    <message>
        <source>equal to the last bit</source>
        <translation>逐位相等</translation>
    </message>
    <message>
        <source>matrices that only one side has</source>
        <translation>只有一边有的矩阵</translation>
    </message>
    <message>
        <source>only now</source>
        <translation>仅当前有</translation>
    </message>
    <message>
        <source>only baseline</source>
        <translation>仅基线有</translation>
    </message>
    <message>
        <source>equal within 1e-12: at most {largest} apart</source>
        <translation>在 1e-12 之内相等：最多相差 {largest}</translation>
    </message>
    <message>
        <source>different: at most {largest} apart</source>
        <translation>不同：最多相差 {largest}</translation>
    </message>
    <message>
        <source>{a} now, {b} in the baseline: no cell answers to another</source>
        <translation>当前 {a}，基线 {b}：格子之间对不上</translation>
    </message>
    <message>
        <source>the baseline has no such matrix</source>
        <translation>基线里没有这个矩阵</translation>
    </message>
    <message>
        <source>the present model has no such matrix</source>
        <translation>当前模型没有这个矩阵</translation>
    </message>
    <message>
        <source>Matrices listed</source>
        <translation>列出的矩阵</translation>
    </message>
    <message>
        <source>Nothing is compared. Compare (Ctrl+J) makes the present state the baseline; its menu has ready-made pairs and files.</source>
        <translation>现在没有在比较。“比较”（Ctrl+J）把当前状态设为基线；它的菜单里有现成的对照，也可以选文件。</translation>
    </message>
    <message>
        <source>The baseline ({title}) has no such sample.</source>
        <translation>基线（{title}）没有这个样本。</translation>
    </message>
    <message>
        <source>None of the matrices.</source>
        <translation>没有这样的矩阵。</translation>
    </message>
    <message>
        <source>This matrix is no more.</source>
        <translation>这个矩阵已经不在了。</translation>
    </message>
    <message>
        <source>Matrices of both sides</source>
        <translation>两边的矩阵</translation>
    </message>
    <message>
        <source>Which matrices are listed</source>
        <translation>列出哪些矩阵</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>There is no executor {found}: allowed is {allowed}.</source>
        <translation>没有执行方式 {found}：可选 {allowed}。</translation>
    </message>
    <message>
        <source>The compiled executor computes in float64 only; {found} runs on NumPy.</source>
        <translation>编译执行只算 float64；{found} 用 NumPy 计算。</translation>
    </message>
    <message>
        <source>A text of this model holds half a character: {reason}.</source>
        <translation>这个模型的文字里有半个字符：{reason}。</translation>
    </message>
    <message>
        <source>A .glass file can&apos;t hold a model of this size.</source>
        <translation>.glass 文件装不下这么大的模型。</translation>
    </message>
    <message>
        <source>it is no plain file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}.</source>
        <translation>{file} 无法写入：{reason}。</translation>
    </message>
    <message>
        <source>{file} belongs to another training: its model, samples, rule, batch and seed must be the same.</source>
        <translation>{file} 属于另一次训练：模型、样本、学习规则、批大小和种子都必须相同。</translation>
    </message>
    <message>
        <source>The numbers of {model} are not those that {file} was saved with.</source>
        <translation>{model} 里的数不是 {file} 保存时的那些数。</translation>
    </message>
    <message>
        <source>{file} could not be read: {reason}.</source>
        <translation>{file} 无法读取：{reason}。</translation>
    </message>
    <message>
        <source>{file} is no whole state of training.</source>
        <translation>{file} 不是完整的训练状态文件。</translation>
    </message>
    <message>
        <source>{file} can&apos;t be opened: {reason}</source>
        <translation>{file} 无法打开：{reason}</translation>
    </message>
    <message>
        <source>{file} is not a whole .glass file: {reason}.</source>
        <translation>{file} 不是完整的 .glass 文件：{reason}。</translation>
    </message>
    <message>
        <source>it has too many members, or two of one name.</source>
        <translation>里面的成员太多，或有两个同名。</translation>
    </message>
    <message>
        <source>it has no page {page}.</source>
        <translation>里面没有 {page}。</translation>
    </message>
    <message>
        <source>A model has 1 to {most} samples, found {found}.</source>
        <translation>一个模型可有 1 到 {most} 个样本，这里有 {found} 个。</translation>
    </message>
    <message>
        <source>its model has no array called {name}.</source>
        <translation>它的模型没有叫 {name} 的数组。</translation>
    </message>
    <message>
        <source>the mask {name} holds more than 0 and 1.</source>
        <translation>掩码 {name} 中有 0 和 1 以外的数。</translation>
    </message>
    <message>
        <source>the pin on {name} fits nothing.</source>
        <translation>对 {name} 的固定值与模型对不上。</translation>
    </message>
    <message>
        <source>it names {name} twice.</source>
        <translation>{name} 写了两次。</translation>
    </message>
    <message>
        <source>its member {name} is missing.</source>
        <translation>缺少成员 {name}。</translation>
    </message>
    <message>
        <source>its member {name} belongs to nothing.</source>
        <translation>成员 {name} 不属于任何东西。</translation>
    </message>
    <message>
        <source>its page is not JSON: {reason}.</source>
        <translation>它的说明页不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>its page names no version.</source>
        <translation>它的说明页没有写版本。</translation>
    </message>
    <message>
        <source>it was written by a newer Glassformer (format {found}, this one reads up to {known}).</source>
        <translation>它由更新的 Glassformer 写成（格式 {found}，本程序最高读到 {known}）。</translation>
    </message>
    <message>
        <source>its page is wrong: {reason}.</source>
        <translation>它的说明页有错：{reason}。</translation>
    </message>
    <message>
        <source>its member {name} is packed in a foreign way.</source>
        <translation>成员 {name} 的压缩方式不认识。</translation>
    </message>
    <message>
        <source>its member {name} is larger than it may be.</source>
        <translation>其中的成员 {name} 超过了允许的大小。</translation>
    </message>
    <message>
        <source>{name} must be {expected}, found {found}.</source>
        <translation>{name} 应为 {expected}，实际是 {found}。</translation>
    </message>
    <message>
        <source>{name} must hold {expected}, found {found}.</source>
        <translation>{name} 应存放 {expected}，实际是 {found}。</translation>
    </message>
    <message>
        <source>the values of {name} are cut off.</source>
        <translation>{name} 的数值不完整。</translation>
    </message>
    <message>
        <source>the values of {name} are no plain matrix of numbers.</source>
        <translation>{name} 的数值不是普通的数字矩阵。</translation>
    </message>
    <message>
        <source>There is no compiled code here ({reason}); NumPy computes the same numbers.</source>
        <translation>这里没有编译好的代码（{reason}）；NumPy 算出同样的数。</translation>
    </message>
    <message>
        <source>Nothing is written. Write a number such as -1.5, 1e-3, 1/2 or sqrt(2).</source>
        <translation>什么也没写。请写一个数，例如 -1.5、1e-3、1/2 或 sqrt(2)。</translation>
    </message>
    <message>
        <source>The text has {length} characters; a number has at most {limit}.</source>
        <translation>这段文字有 {length} 个字符；一个数最多 {limit} 个。</translation>
    </message>
    <message>
        <source>“{found}” nests brackets and roots too deeply: at most {limit}.</source>
        <translation>“{found}”的括号和根号嵌套太深：最多 {limit} 层。</translation>
    </message>
    <message>
        <source>“{found}” has “{part}” ({code}). Use digits, a point, e + - * / √ ( ).</source>
        <translation>“{found}”里有“{part}”（{code}）。请用数字、小数点、e + - * / √ ( )。</translation>
    </message>
    <message>
        <source>“{found}” is not a number. Use digits or the words pi, sqrt, inf, nan.</source>
        <translation>“{found}”不是数。请用数字，或 pi、sqrt、inf、nan。</translation>
    </message>
    <message>
        <source>“{found}” is not one number. Write digits with at most one point: 1.5.</source>
        <translation>“{found}”不是一个数。数字里最多一个小数点：1.5。</translation>
    </message>
    <message>
        <source>In “{found}”, digits are missing after e. Write it as in 1e-3.</source>
        <translation>“{found}”的 e 后面缺数字。请像 1e-3 这样写。</translation>
    </message>
    <message>
        <source>“{found}” has a comma. Write {pointed}, with a point.</source>
        <translation>“{found}”里有逗号。请用小数点写成 {pointed}。</translation>
    </message>
    <message>
        <source>“{found}” has a comma. Write {pointed}, with a point, or {bare}.</source>
        <translation>“{found}”里有逗号。请用小数点写成 {pointed}，或写成 {bare}。</translation>
    </message>
    <message>
        <source>“{found}” has separators between digits. Write {bare} without them.</source>
        <translation>“{found}”的数字之间有分隔符。请去掉，写成 {bare}。</translation>
    </message>
    <message>
        <source>In “{found}”, write * or / before “{part}”, or leave it out.</source>
        <translation>在“{found}”里，请在“{part}”前写 * 或 /，或者去掉它。</translation>
    </message>
    <message>
        <source>In “{found}”, a number is needed in place of “{part}”.</source>
        <translation>在“{found}”里，“{part}”的位置需要一个数。</translation>
    </message>
    <message>
        <source>“{found}” ends too early. A number must follow, as in -1, 1/2, sqrt(2).</source>
        <translation>“{found}”没有写完。后面还要有一个数，例如 -1、1/2、sqrt(2)。</translation>
    </message>
    <message>
        <source>In “{found}”, brackets must follow sqrt, as in sqrt(2).</source>
        <translation>在“{found}”里，sqrt 后面要有括号，例如 sqrt(2)。</translation>
    </message>
    <message>
        <source>In “{found}”, a bracket is open. Close it with “)”.</source>
        <translation>“{found}”里有一个括号没有合上。请用“)”合上。</translation>
    </message>
    <message>
        <source>“{found}” is a root of a negative number. Only 0 and above have one.</source>
        <translation>“{found}”是负数的平方根。只有 0 和正数才有。</translation>
    </message>
    <message>
        <source>“{found}” is a division by zero. Write inf to mean infinity.</source>
        <translation>“{found}”除以了 0。想表示无穷大请写 inf。</translation>
    </message>
    <message>
        <source>“{found}” has no value (0·∞ or ∞/∞). Write nan to mean NaN.</source>
        <translation>“{found}”没有值（0·∞ 或 ∞/∞）。想表示 NaN 请写 nan。</translation>
    </message>
    <message>
        <source>“{found}” is too large (above 1.79e308). Write inf to mean infinity.</source>
        <translation>“{found}”太大（超过 1.79e308）。想表示无穷大请写 inf。</translation>
    </message>
    <message>
        <source>heads_off names head {found}, but there are only {heads} heads, counted from 1.</source>
        <translation>heads_off 写了头 {found}，但只有 {heads} 个头，从 1 数起。</translation>
    </message>
    <message>
        <source>{field} can&apos;t be {found}: allowed is {allowed}.</source>
        <translation>{field} 不能是 {found}：可取 {allowed}。</translation>
    </message>
    <message>
        <source>An attention alone has no layers around it.</source>
        <translation>单独的注意力没有外层结构。</translation>
    </message>
    <message>
        <source>This kind of model has no encoder.</source>
        <translation>这种模型没有编码器。</translation>
    </message>
    <message>
        <source>This kind of model has no decoder.</source>
        <translation>这种模型没有解码器。</translation>
    </message>
    <message>
        <source>Only a decoder that reads a memory has cross-attention.</source>
        <translation>只有读取 memory 的解码器才有交叉注意力。</translation>
    </message>
    <message>
        <source>Only an attention alone has this choice.</source>
        <translation>只有单独的注意力才有这个选项。</translation>
    </message>
    <message>
        <source>Q, K and V are given as numbers here, not projected.</source>
        <translation>这里的 Q、K、V 是直接给出的数值，不经投影。</translation>
    </message>
    <message>
        <source>The input is rows of numbers, not tokens of a vocabulary.</source>
        <translation>输入是数值行，不是词表里的词元。</translation>
    </message>
    <message>
        <source>d is 1, so √d is 1.</source>
        <translation>d 为 1，所以 √d 也是 1。</translation>
    </message>
    <message>
        <source>d_k is 1, so 1/√d_k is 1: scaling changes nothing.</source>
        <translation>d_k 是 1，1/√d_k 也是 1：缩放不改变任何数。</translation>
    </message>
    <message>
        <source>There is only one token: it always sees itself.</source>
        <translation>只有一个词元：它总能看到自己。</translation>
    </message>
    <message>
        <source>No mask and no position scheme asks where a query stands.</source>
        <translation>没有掩码或位置方案用到查询的位置。</translation>
    </message>
    <message>
        <source>There is no position scheme.</source>
        <translation>没有位置方案。</translation>
    </message>
    <message>
        <source>This scheme asks for distances only; moving all positions changes none.</source>
        <translation>这种方案只看距离；整体平移位置不会改变距离。</translation>
    </message>
    <message>
        <source>This position scheme has no table of a fixed length.</source>
        <translation>这种位置方案没有固定长度的表。</translation>
    </message>
    <message>
        <source>Only RoPE has a base.</source>
        <translation>只有 RoPE 有底数。</translation>
    </message>
    <message>
        <source>d_k is 2: its one pair turns by 1 a step, whatever the base.</source>
        <translation>d_k 为 2：唯一的一对每步转 1 弧度，与底数无关。</translation>
    </message>
    <message>
        <source>The only token stands at position 0, which is not turned.</source>
        <translation>唯一的词元在位置 0，不旋转。</translation>
    </message>
    <message>
        <source>Only Shaw&apos;s scheme clips distances.</source>
        <translation>只有 Shaw 的方案会截断距离。</translation>
    </message>
    <message>
        <source>There is no norm.</source>
        <translation>没有归一化。</translation>
    </message>
    <message>
        <source>The feed-forward network is off.</source>
        <translation>前馈网络已关闭。</translation>
    </message>
    <message>
        <source>There is no vocabulary head.</source>
        <translation>没有词表输出头。</translation>
    </message>
    <message>
        <source>Dropout acts while a model is trained: what you see here never drops.</source>
        <translation>Dropout 只在训练时起作用：这里看到的从不丢弃。</translation>
    </message>
    <message>
        <source>Dropout is 0: training leaves nothing out.</source>
        <translation>dropout 为 0：训练时什么也不丢弃。</translation>
    </message>
    <message>
        <source>The seed fills new cells only: it shows when a size grows.</source>
        <translation>种子只用来填新单元格：尺寸变大时才看得到。</translation>
    </message>
    <message>
        <source>RoPE turns pairs of channels, so d_k must be even; it is {found}.</source>
        <translation>RoPE 成对旋转分量，d_k 必须是偶数；现在是 {found}。</translation>
    </message>
    <message>
        <source>There is no field {field}; the fields are {known}.</source>
        <translation>没有字段 {field}；字段有 {known}。</translation>
    </message>
    <message>
        <source>There is no field {field}. Did you mean {near}?</source>
        <translation>没有字段 {field}。是不是 {near}？</translation>
    </message>
    <message>
        <source>{file} has an unknown ending: allowed is {allowed}.</source>
        <translation>{file} 的扩展名不认识：可用 {allowed}。</translation>
    </message>
    <message>
        <source>A script spells out at most {most} numbers, and this model has {found}: take a smaller one, or fewer tokens.</source>
        <translation>脚本最多写出 {most} 个数，而此模型有 {found} 个：请换小一点的模型，或减少词元。</translation>
    </message>
    <message>
        <source>This model has no array called {name}.</source>
        <translation>这个模型没有叫 {name} 的数组。</translation>
    </message>
    <message>
        <source>The array {name} is missing.</source>
        <translation>缺少数组 {name}。</translation>
    </message>
    <message>
        <source>There is no matrix called {name} in this model.</source>
        <translation>这个模型里没有叫 {name} 的矩阵。</translation>
    </message>
    <message>
        <source>There is no matrix called {name}. Did you mean {near}?</source>
        <translation>没有叫 {name} 的矩阵。是不是 {near}？</translation>
    </message>
    <message>
        <source>{name} is computed, so it can&apos;t be edited. Change what it is made from: {sources}.</source>
        <translation>{name} 是算出来的，不能直接改。请改它的来源：{sources}。</translation>
    </message>
    <message>
        <source>{name} is drawn from the seed: change the seed or the rate of dropout.</source>
        <translation>{name} 由种子抽出：请改种子或 dropout 的比率。</translation>
    </message>
    <message>
        <source>{name} follows from the tokens: change the tokens instead.</source>
        <translation>{name} 由词元决定：请改词元。</translation>
    </message>
    <message>
        <source>A mask holds 1 (visible) and 0 (hidden), found {found}.</source>
        <translation>掩码只能是 1（可见）和 0（遮住），这里是 {found}。</translation>
    </message>
    <message>
        <source>{name} belongs to a pin: change or release the pin instead.</source>
        <translation>{name} 属于一个固定值：请改动或解除那个固定值。</translation>
    </message>
    <message>
        <source>{name} follows from the model&apos;s fields and can&apos;t be edited by itself.</source>
        <translation>{name} 由模型选项决定，不能单独修改。</translation>
    </message>
    <message>
        <source>The mask of {name} must be {expected} of 0 and 1, found {found}.</source>
        <translation>{name} 的掩码必须是 {expected} 的 0 和 1，这里是 {found}。</translation>
    </message>
    <message>
        <source>{name} is not computed: edit it, there is nothing to hold.</source>
        <translation>{name} 不是算出来的：直接改它即可，没有什么要固定。</translation>
    </message>
    <message>
        <source>{name} is the natural value beside a pin: it can&apos;t be pinned again.</source>
        <translation>{name} 是固定值旁的自然值：不能再固定。</translation>
    </message>
    <message>
        <source>{name} is {expected}: {found} numbers can&apos;t be held there.</source>
        <translation>{name} 是 {expected}：那里固定不了 {found} 个数。</translation>
    </message>
    <message>
        <source>Nothing is pinned in {name}.</source>
        <translation>{name} 里没有固定值。</translation>
    </message>
    <message>
        <source>This model would need about {gib} GiB, allowed are {limit}; the largest matrix is {name} ({shape}).</source>
        <translation>这个模型约需 {gib} GiB，最多允许 {limit}；最大的矩阵是 {name}（{shape}）。</translation>
    </message>
    <message>
        <source>{name} is {shape}: it has no cell [{i},{j}]; rows go from 0 to {last_row}, columns to {last_col}.</source>
        <translation>{name} 是 {shape}：没有单元格 [{i},{j}]；行从 0 到 {last_row}，列到 {last_col}。</translation>
    </message>
    <message>
        <source>A sample says of {found} tokens whether they are padding, but has {n}.</source>
        <translation>样本标注了 {found} 个词元是否为填充，但它有 {n} 个词元。</translation>
    </message>
    <message>
        <source>The token {token} is not in the vocabulary.</source>
        <translation>词表里没有词元 {token}。</translation>
    </message>
    <message>
        <source>A sample says of {found} source tokens which word is asked for, but has {n}.</source>
        <translation>样本为 {found} 个源端词元说明了要填什么词，但它有 {n} 个词元。</translation>
    </message>
    <message>
        <source>A sample can&apos;t have {found} tokens: allowed is a whole number from 1 to {most}.</source>
        <translation>一个样本不能有 {found} 个词元：可取 1 到 {most} 的整数。</translation>
    </message>
    <message>
        <source>There is no vocabulary {side}: allowed are src and tgt.</source>
        <translation>没有词表 {side}：只能是 src 和 tgt。</translation>
    </message>
    <message>
        <source>The vocabulary {side} has a word twice.</source>
        <translation>词表 {side} 中有重复的词。</translation>
    </message>
    <message>
        <source>The temperature can&apos;t be {found}: allowed is a number from 0 to {most}.</source>
        <translation>温度不能是 {found}：须为 0 到 {most} 之间的数。</translation>
    </message>
    <message>
        <source>top-k can&apos;t be {found}: allowed is a whole number from 1, or 0 for all.</source>
        <translation>top-k 不能是 {found}：须为不小于 1 的整数，0 表示全部。</translation>
    </message>
    <message>
        <source>The seed can&apos;t be {found}: allowed is a whole number from 0.</source>
        <translation>种子不能是 {found}：须为不小于 0 的整数。</translation>
    </message>
    <message>
        <source>The limit can&apos;t be {found}: allowed is a whole number from 1.</source>
        <translation>上限不能是 {found}：须为不小于 1 的整数。</translation>
    </message>
    <message>
        <source>Generation has stopped: {reason}.</source>
        <translation>生成已经停止：{reason}。</translation>
    </message>
    <message>
        <source>The logits of step {step} are not all finite numbers: nothing is chosen.</source>
        <translation>第 {step} 步的 logits 不全是有限数，无法选词。</translation>
    </message>
    <message>
        <source>The target is empty: it needs at least one token.</source>
        <translation>目标句是空的：至少要有一个词元。</translation>
    </message>
    <message>
        <source>A model of kind {kind} reads no source: leave it out.</source>
        <translation>{kind} 类模型不读源句：请不要给源句。</translation>
    </message>
    <message>
        <source>The source is empty: it needs at least one token.</source>
        <translation>源句是空的：至少要有一个词元。</translation>
    </message>
    <message>
        <source>There is no sample {found}: the last one is {last}, counted from 0.</source>
        <translation>没有样本 {found}：最后一个是 {last}，从 0 数起。</translation>
    </message>
    <message>
        <source>An attention alone gives rows, no tokens: take a model with a decoder.</source>
        <translation>单独的注意力给出的是行，不是词元：请换一个带解码器的模型。</translation>
    </message>
    <message>
        <source>An encoder-only model reads all of its tokens at once and predicts none that follows: take a model with a decoder.</source>
        <translation>只有编码器的模型一次读完所有词元，不预测后面的词元：请换一个带解码器的模型。</translation>
    </message>
    <message>
        <source>Without a vocabulary head there is no next token: switch head on.</source>
        <translation>没有词表输出头就没有下一个词元：请打开 head。</translation>
    </message>
    <message>
        <source>This model reads rows of numbers, so the token that it gives can&apos;t go in again: set inputs to tokens.</source>
        <translation>此模型读入的是数字行，生成的词元无法再送进去：请把 inputs 设为 tokens。</translation>
    </message>
    <message>
        <source>The token {token} is not in the vocabulary. Did you mean {near}?</source>
        <translation>词元 {token} 不在词表中。是否想写 {near}？</translation>
    </message>
    <message>
        <source>The token {token} is not in the vocabulary, which has {count} words: {words}</source>
        <translation>词元 {token} 不在词表中；词表有 {count} 个词：{words}</translation>
    </message>
    <message>
        <source>There is no model or file called {name}. Did you mean {near}?</source>
        <translation>没有叫 {name} 的模型或文件。是不是 {near}？</translation>
    </message>
    <message>
        <source>There is no model or file called {name}. The models are {known}.</source>
        <translation>没有叫 {name} 的模型或文件。模型有 {known}。</translation>
    </message>
    <message>
        <source>A picture can&apos;t be {width}×{height} pixels: each side is 1 to {most}.</source>
        <translation>图片不能是 {width}×{height} 像素：每边 1 到 {most}。</translation>
    </message>
    <message>
        <source>The figure would have {width}×{height} pixels: each side is 1 to {most}, and both make {millions} million at most. Choose a smaller scale or fewer matrices.</source>
        <translation>图将有 {width}×{height} 像素：每边可取 1 到 {most}，总数最多 {millions} 百万。请缩小倍数或减少矩阵。</translation>
    </message>
    <message>
        <source>There is not enough memory for the figure. Choose a smaller scale.</source>
        <translation>内存不够画这张图。请缩小倍数。</translation>
    </message>
    <message>
        <source>The picture could not be made into a PNG.</source>
        <translation>图片无法写成 PNG。</translation>
    </message>
    <message>
        <source>There is no display for a window here. Start a desktop session, or make a picture with &apos;glassformer screenshot MODEL -o FILE.png&apos;.</source>
        <translation>这里没有可以显示窗口的屏幕。请进入桌面会话，或用 “glassformer screenshot MODEL -o FILE.png” 生成图片。</translation>
    </message>
    <message>
        <source>The position table has {length} rows, this sample needs {needed}: shorten it or set pos_length.</source>
        <translation>位置表有 {length} 行，这个样本需要 {needed} 行：请缩短样本或调整 pos_length。</translation>
    </message>
    <message>
        <source>The clipboard did not take it: another program holds it. Try again.</source>
        <translation>剪贴板没有接收：它被别的程序占用。请再试一次。</translation>
    </message>
    <message>
        <source>The figure has {found} cells; a drawing has at most {most}. Choose PNG, or fewer matrices.</source>
        <translation>图有 {found} 个格子，矢量图最多 {most} 个。请选 PNG 或减少矩阵。</translation>
    </message>
    <message>
        <source>A figure can&apos;t be scaled by {found}: allowed is 1 to 4.</source>
        <translation>图不能缩放 {found} 倍：可取 1 到 4。</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a LaTeX matrix</source>
        <translation>LaTeX 矩阵</translation>
    </message>
    <message>
        <source>There are no numbers in the text.</source>
        <translation>文本里没有数。</translation>
    </message>
    <message>
        <source>All rows must be equally long: row 1 has {expected}, row {row} has {found}.</source>
        <translation>各行必须一样长：第 1 行有 {expected} 个，第 {row} 行有 {found} 个。</translation>
    </message>
    <message>
        <source>Row {row}, column {column} is empty. Write 0 to mean zero.</source>
        <translation>第 {row} 行第 {column} 列是空的。若是零，请写 0。</translation>
    </message>
    <message>
        <source>Row {row} is empty.</source>
        <translation>第 {row} 行是空的。</translation>
    </message>
    <message>
        <source>Row {row}, column {column}: {reason}</source>
        <translation>第 {row} 行第 {column} 列：{reason}</translation>
    </message>
    <message>
        <source>A spreadsheet copies the digits it shows, which may be fewer than it holds.</source>
        <translation>电子表格复制的是它显示的位数，可能比实际存的少。</translation>
    </message>
    <message>
        <source>The text has {found} LaTeX matrices. Copy one of them.</source>
        <translation>文本里有 {found} 个 LaTeX 矩阵。请只复制其中一个。</translation>
    </message>
    <message>
        <source>The block is about {found}: at most {cells} numbers, {side} a side, are read.</source>
        <translation>这一块大约是 {found}：最多读 {cells} 个数，每边不超过 {side}。</translation>
    </message>
    <message>
        <source>The text has {found} characters: a block has at most {most}.</source>
        <translation>文本有 {found} 个字符：一块最多 {most} 个。</translation>
    </message>
    <message>
        <source>The text leaves numbers out (“{found}”). Copy the whole matrix.</source>
        <translation>文本省略了一些数（“{found}”）。请复制整个矩阵。</translation>
    </message>
    <message>
        <source>tab-separated text</source>
        <translation>以制表符分隔的文本</translation>
    </message>
    <message>
        <source>text separated by semicolons</source>
        <translation>以分号分隔的文本</translation>
    </message>
    <message>
        <source>text separated by commas</source>
        <translation>以逗号分隔的文本</translation>
    </message>
    <message>
        <source>text separated by spaces</source>
        <translation>以空格分隔的文本</translation>
    </message>
    <message>
        <source>a column of numbers</source>
        <translation>一列数</translation>
    </message>
    <message>
        <source>The double quotes of the text don&apos;t close.</source>
        <translation>文本里的双引号没有成对。</translation>
    </message>
    <message>
        <source>The comma was read as a decimal mark: {found} is {value}.</source>
        <translation>逗号读作小数点：{found} 是 {value}。</translation>
    </message>
    <message>
        <source>The comma was read as a separator of thousands: {found} is {value}.</source>
        <translation>逗号读作千位分隔符：{found} 是 {value}。</translation>
    </message>
    <message>
        <source>The first row and the first column were read as labels and left out.</source>
        <translation>第一行和第一列当作标签，没有读入。</translation>
    </message>
    <message>
        <source>A list without lists inside was read as one row.</source>
        <translation>没有内层列表的列表读作一行。</translation>
    </message>
    <message>
        <source>The list is nested {found} deep: a matrix is a list of rows, 2 deep.</source>
        <translation>列表嵌套了 {found} 层：矩阵是行的列表，只有 2 层。</translation>
    </message>
    <message>
        <source>The brackets of the list don&apos;t match.</source>
        <translation>列表的括号不配对。</translation>
    </message>
    <message>
        <source>“{found}” stands outside the rows of the list.</source>
        <translation>“{found}”不在列表的任何一行里。</translation>
    </message>
    <message>
        <source>The last sample can&apos;t be removed: a model has at least one.</source>
        <translation>最后一个样本不能删除：模型至少要有一个样本。</translation>
    </message>
    <message>
        <source>This model has no tokens {found}: allowed is {allowed}.</source>
        <translation>这个模型没有 {found} 这一侧的词元：可用的是 {allowed}。</translation>
    </message>
    <message>
        <source>This model has no sequence {side}.</source>
        <translation>此模型没有序列 {side}。</translation>
    </message>
    <message>
        <source>An order of {n} tokens names each of 0 to {last} once, found {found}.</source>
        <translation>{n} 个词元的次序须恰好各含 0 到 {last} 一次，现为 {found}。</translation>
    </message>
    <message>
        <source>With {name} at {value} the model has other matrices, so nothing is measured there.</source>
        <translation>当 {name} 为 {value} 时模型的矩阵不同，因此不在那里测量。</translation>
    </message>
    <message>
        <source>{source} leaves {still} of its own attention ({at}) alone. In later layers they move.</source>
        <translation>{source} 不改变本注意力（{at}）的 {still}；在后面的层中它们会变。</translation>
    </message>
    <message>
        <source>{source} leaves {still} of its own attention ({at}) alone. In later layers they could move and don&apos;t here.</source>
        <translation>{source} 不改变本注意力（{at}）的 {still}；在后面的层中它们可能变，但这里没有变。</translation>
    </message>
    <message>
        <source>{source} leaves {still} of its own attention ({at}) alone, and no other attention follows it.</source>
        <translation>{source} 不改变本注意力（{at}）的 {still}；其后没有别的注意力。</translation>
    </message>
    <message>
        <source>This model has no vocabulary head, so there are no probabilities to draw as bars.</source>
        <translation>这个模型没有词表输出头，因此没有可以画成条形图的概率。</translation>
    </message>
    <message>
        <source>There is no row {found}: the last one is {last}, counted from 0.</source>
        <translation>没有第 {found} 行：从 0 数起，最后一行是 {last}。</translation>
    </message>
    <message>
        <source>The program&apos;s font {file} can&apos;t be used, and texts may look odd: install the program again.</source>
        <translation>程序自带的字体 {file} 无法使用，文字可能显示异常：请重新安装本程序。</translation>
    </message>
    <message>
        <source>Without the causal mask each new token changes the rows before it, so nothing can be kept: switch causal on, or generate without the cache.</source>
        <translation>没有因果掩码时，每个新词元都会改变它前面的行，因此什么都不能缓存：请打开 causal，或不用缓存生成。</translation>
    </message>
    <message>
        <source>{file}, line {number}: this pair is also in line {other}, on the other side of {mark}.</source>
        <translation>{file} 第 {number} 行：这个句对也出现在第 {other} 行，即“{mark}”的另一侧。</translation>
    </message>
    <message>
        <source>{file} has no pair to train on.</source>
        <translation>{file} 中没有可供训练的句对。</translation>
    </message>
    <message>
        <source>{file} is larger than {limit} MiB, the most that a corpus may have.</source>
        <translation>{file} 超过 {limit} MiB，语料最大只能这么大。</translation>
    </message>
    <message>
        <source>{file}, line {number}: this is no text in UTF-8.</source>
        <translation>{file} 第 {number} 行：这不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>{file}, line {number}: a line is source, one TAB, target; found {found} TABs in “{line}”.</source>
        <translation>{file} 第 {number} 行：一行应为源句、一个制表符、目标句；“{line}”中有 {found} 个制表符。</translation>
    </message>
    <message>
        <source>{file}, line {number}: a side without a token in “{line}”.</source>
        <translation>{file} 第 {number} 行：“{line}”有一侧没有词元。</translation>
    </message>
    <message>
        <source>{file}, line {number}: {found} tokens on a side, allowed are {most}.</source>
        <translation>{file} 第 {number} 行：一侧有 {found} 个词元，最多允许 {most} 个。</translation>
    </message>
    <message>
        <source>{file}, line {number}: “{token}” can&apos;t be a word: {special} are added by the lab, and a word has at most {most} characters.</source>
        <translation>{file} 第 {number} 行：“{token}”不能作为词：{special} 由程序自己加上，而且一个词最多 {most} 个字符。</translation>
    </message>
    <message>
        <source>This model has no vocabulary head, so it has no loss.</source>
        <translation>这个模型没有词表输出头，所以没有损失。</translation>
    </message>
    <message>
        <source>This sample has no loss: put {mask} over a word, and that word is asked for.</source>
        <translation>这个样本没有损失：用 {mask} 盖住一个词，就会要求填出这个词。</translation>
    </message>
    <message>
        <source>This model has no loss: labels come from target tokens, and it reads none.</source>
        <translation>这个模型没有损失：标签来自目标词元，而它不读目标词元。</translation>
    </message>
    <message>
        <source>{name} is a setting: gradients are of inputs, parameters and results.</source>
        <translation>{name} 是一项设置：梯度只对输入、参数和结果而言。</translation>
    </message>
    <message>
        <source>{name} holds no numbers that can move a little, so it has no gradient.</source>
        <translation>{name} 里的数不能连续地微小变动，所以没有梯度。</translation>
    </message>
    <message>
        <source>A ledger counts up to {most} tokens or words, found {found}.</source>
        <translation>账目最多计到 {most} 个词元或词，现在是 {found}。</translation>
    </message>
    <message>
        <source>There is no rule of learning {found}: allowed is {allowed}.</source>
        <translation>没有名为 {found} 的学习规则：可用的是 {allowed}。</translation>
    </message>
    <message>
        <source>The learning rate can&apos;t be {found}: it must be above 0, at most {most}.</source>
        <translation>学习率不能是 {found}：必须大于 0，最多 {most}。</translation>
    </message>
    <message>
        <source>The warm-up can&apos;t last {found} steps: allowed is 1 to 1000000000.</source>
        <translation>预热不能是 {found} 步：允许 1 到 1000000000。</translation>
    </message>
    <message>
        <source>This model has no vocabulary head, so there is nothing to train on.</source>
        <translation>这个模型没有词表输出头，无从训练。</translation>
    </message>
    <message>
        <source>Training needs labels: an encoder–decoder, a decoder-only or an encoder-only model that reads tokens.</source>
        <translation>训练需要标签：请用读词元的编码器–解码器、仅解码器或仅编码器模型。</translation>
    </message>
    <message>
        <source>No word is asked for in “{sentence}”: put {mask} over one of its words.</source>
        <translation>“{sentence}”里没有要填的词：请用 {mask} 盖住其中一个词。</translation>
    </message>
    <message>
        <source>There is no sample to train on.</source>
        <translation>没有可供训练的样本。</translation>
    </message>
    <message>
        <source>No label counts in these samples: every target is padding.</source>
        <translation>这些样本里没有计入的标签：目标全是填充。</translation>
    </message>
    <message>
        <source>Training on these samples would need more than {limit} GiB.</source>
        <translation>用这些样本训练需要超过 {limit} GiB 内存。</translation>
    </message>
    <message>
        <source>Training stopped in step {step}: {name}[{i},{j}] is {value}. Try a smaller rate.</source>
        <translation>训练在第 {step} 步停下：{name}[{i},{j}] 是 {value}。请试试更小的学习率。</translation>
    </message>
    <message>
        <source>Training stopped in step {step}: the gradient of {name} is no finite number.</source>
        <translation>训练在第 {step} 步停下：{name} 的梯度不是有限的数。</translation>
    </message>
    <message>
        <source>No row is followed: click a token or the label of a row first.</source>
        <translation>还没有跟随任何一行：请先点击一个词元或行标签。</translation>
    </message>
    <message>
        <source>The selected cell is no more: the model has another shape now.</source>
        <translation>选中的格子已经不在了：模型的形状变了。</translation>
    </message>
    <message>
        <source>Only an encoder-only model fills holes: it reads both sides of one.</source>
        <translation>只有仅编码器模型会填空：它能读到空的两边。</translation>
    </message>
    <message>
        <source>This model fills no hole: that takes a vocabulary head, and tokens as inputs.</source>
        <translation>这个模型不能填空：填空需要词表输出头，并且输入是词元。</translation>
    </message>
    <message>
        <source>The model to compare with must have the same fields and words, and cross-attention off.</source>
        <translation>用来比较的模型必须有相同的字段和词表，并且关闭交叉注意力。</translation>
    </message>
    <message>
        <source>The word {word} is in no training sentence: counting says nothing about it.</source>
        <translation>词 {word} 没有出现在任何训练句里：靠计数说不出什么。</translation>
    </message>
    <message>
        <source>{name}[{i},{j}] is no finite number, so it can&apos;t be moved a little.</source>
        <translation>{name}[{i},{j}] 不是有限的数，无法微小变动。</translation>
    </message>
    <message>
        <source>The temperature can&apos;t be {found}: allowed is a number above 0, to {most}.</source>
        <translation>温度不能是 {found}：可以是大于 0、不超过 {most} 的数。</translation>
    </message>
    <message>
        <source>The token {token} is not in the vocabulary any more: the free run stops before it. Undo, or choose another one.</source>
        <translation>词元 {token} 已不在词表中：自由生成停在它之前。请撤销，或另选一个。</translation>
    </message>
    <message>
        <source>Another sample has another sentence: the free run began anew.</source>
        <translation>换了样本，句子不同：自由生成已重新开始。</translation>
    </message>
    <message>
        <source>Another model: the free run of the one before has ended.</source>
        <translation>换了模型：上一个模型的自由生成已结束。</translation>
    </message>
    <message>
        <source>The free run has ended. {reason}</source>
        <translation>自由生成已结束。{reason}</translation>
    </message>
    <message>
        <source>Without the causal mask each new token changes the rows before it, so nothing can be kept: all rows are computed again at each step. Switch causal on to keep them.</source>
        <translation>没有因果掩码，每个新词元都会改变前面的行，所以什么都不能保留：每一步都重新计算所有行。打开 causal 即可保留。</translation>
    </message>
    <message>
        <source>{count} new tokens without EOS: that is the limit of one run. Go on to add more.</source>
        <translation>已有 {count} 个新词元而没有 EOS：一次生成以此为限。可以继续追加。</translation>
    </message>
    <message>
        <source>Dropout is shown: the numbers of the document are dropped as in training, a free run never drops. Switch “Show dropout” off to see what the model predicts.</source>
        <translation>正在显示 dropout：文档里的数值像训练时那样被随机丢弃，自由生成则从不丢弃。关闭“显示 dropout”即可看到模型真正的预测。</translation>
    </message>
    <message>
        <source>The logits of this row are not all finite numbers, so nothing is chosen: undo, or look for NaN and ∞.</source>
        <translation>这一行的 logits 不全是有限的数，所以什么也不选：请撤销，或找出 NaN 和 ∞。</translation>
    </message>
    <message>
        <source>EOS ends the sentence. Go back, or choose another token, to go on.</source>
        <translation>EOS 结束句子。退回，或另选一个词元，即可继续。</translation>
    </message>
    <message>
        <source>The table of positions has no row after these {rows}: go back, or set pos_length.</source>
        <translation>位置表在这 {rows} 行之后没有更多的行：请退回，或改 pos_length。</translation>
    </message>
    <message>
        <source>A sentence has {most} rows at most: go back, or begin anew.</source>
        <translation>一个句子最多 {most} 行：请退回，或重新开始。</translation>
    </message>
    <message>
        <source>{found} is no whole number.</source>
        <translation>{found} 不是整数。</translation>
    </message>
    <message>
        <source>The number of steps can&apos;t be {found}: allowed is {least} to {most}.</source>
        <translation>步数不能是 {found}：允许 {least} 到 {most}。</translation>
    </message>
    <message>
        <source>A batch can&apos;t have {found} pairs: allowed is {least} to {most}.</source>
        <translation>一批不能有 {found} 对：允许 {least} 到 {most}。</translation>
    </message>
    <message>
        <source>The seed can&apos;t be {found}: allowed is {least} to {most}.</source>
        <translation>种子不能是 {found}：允许 {least} 到 {most}。</translation>
    </message>
    <message>
        <source>This model is being trained already: pause it first.</source>
        <translation>这个模型正在训练：请先暂停。</translation>
    </message>
    <message>
        <source>Nothing was trained yet: these are the initial weights.</source>
        <translation>还没有训练过：这些就是初始权重。</translation>
    </message>
    <message>
        <source>The model has another shape now: its initial weights don&apos;t fit it any more.</source>
        <translation>模型的形状已经变了：原来的初始权重对不上了。</translation>
    </message>
</context>
<context>
    <name>digits</name>
    <message>
        <source>Digits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Digits after the point</source>
        <translation>小数点后的位数</translation>
    </message>
    <message>
        <source>Significant digits</source>
        <translation>有效数字</translation>
    </message>
    <message>
        <source>Fractions where exact</source>
        <translation>恰好相等时用分数</translation>
    </message>
    <message>
        <source>On screen alone: no number is rounded by it</source>
        <translation>只影响显示，不改变任何数值</translation>
    </message>
    <message>
        <source>Each matrix shows as many digits as it needs.</source>
        <translation>每个矩阵按需要显示位数。</translation>
    </message>
    <message>
        <source>Significant digits shown: {count}.</source>
        <translation>显示 {count} 位有效数字。</translation>
    </message>
    <message>
        <source>Decimals shown: {count}.</source>
        <translation>显示 {count} 位小数。</translation>
    </message>
</context>
<context>
    <name>explain</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>sum of products</source>
        <translation>乘积之和</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>bias of a distance</source>
        <translation>距离的偏置</translation>
    </message>
    <message>
        <source>rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>wave of a position</source>
        <translation>位置的正弦波</translation>
    </message>
    <message>
        <source>rule of a mask</source>
        <translation>掩码的一条规则</translation>
    </message>
    <message>
        <source>mask: every rule must allow it</source>
        <translation>掩码：每条规则都须允许</translation>
    </message>
    <message>
        <source>softmax of a row</source>
        <translation>一行的 softmax</translation>
    </message>
    <message>
        <source>mean of a row</source>
        <translation>一行的均值</translation>
    </message>
    <message>
        <source>variance of a row</source>
        <translation>一行的方差</translation>
    </message>
    <message>
        <source>mean square of a row</source>
        <translation>一行的均方</translation>
    </message>
    <message>
        <source>standardised</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>gain and shift</source>
        <translation>增益与平移</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>heads side by side</source>
        <translation>各头拼接</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>原样复制</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>look-up in a table</source>
        <translation>查表</translation>
    </message>
    <message>
        <source>table turned round</source>
        <translation>表的转置</translation>
    </message>
    <message>
        <source>pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>rows kept, and new ones</source>
        <translation>保留的行与新的行</translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>loss of a token</source>
        <translation>一个词元的损失</translation>
    </message>
    <message>
        <source>mean loss</source>
        <translation>平均损失</translation>
    </message>
    <message>
        <source>sum of what comes back</source>
        <translation>回传之和</translation>
    </message>
    <message>
        <source>Hidden by {rules}.</source>
        <translation>被遮住，原因：{rules}。</translation>
    </message>
    <message>
        <source>the causal rule</source>
        <translation>因果规则</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>窗口规则</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>the mask painted by hand</source>
        <translation>手绘掩码</translation>
    </message>
    <message>
        <source>a pin</source>
        <translation>固定值</translation>
    </message>
    <message>
        <source>term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>contribution</source>
        <translation>贡献</translation>
    </message>
    <message>
        <source>The mask hides this key: nothing comes back through it.</source>
        <translation>掩码遮住了这个键：没有梯度从这里回传。</translation>
    </message>
    <message>
        <source>Its weight is 0, so nothing comes back through it.</source>
        <translation>它的权重为 0，没有梯度从这里回传。</translation>
    </message>
    <message>
        <source>This query may read no key, so its weights are 0.</source>
        <translation>这个查询没有可读的键，所以权重都是 0。</translation>
    </message>
    <message>
        <source>What could stand here is switched off: the number passes as it is.</source>
        <translation>这里的部分已关闭：数值原样通过。</translation>
    </message>
    <message>
        <source>What could stand here is switched off and gives zeros.</source>
        <translation>这里的部分已关闭，给出零。</translation>
    </message>
    <message>
        <source>Column {column} is channel {channel} of head {head}.</source>
        <translation>第 {column} 列是头 {head} 的通道 {channel}。</translation>
    </message>
    <message>
        <source>No token of this sample picks this row.</source>
        <translation>本样本没有词元取用这一行。</translation>
    </message>
    <message>
        <source>The token&apos;s id picks row {row} of the table.</source>
        <translation>词元的编号选中表的第 {row} 行。</translation>
    </message>
    <message>
        <source>A pin holds this cell; its natural value is {natural}.</source>
        <translation>这个格子被固定；它的自然值是 {natural}。</translation>
    </message>
    <message>
        <source>A pin covers this cell: nothing comes back to its natural value.</source>
        <translation>固定值盖住了这一格：没有梯度回传到它的自然值。</translation>
    </message>
    <message>
        <source>No pin holds this cell: the value kept for it moves nothing.</source>
        <translation>这一格没有被固定：为它保存的值不起作用。</translation>
    </message>
    <message>
        <source>No pin holds this cell: it has its natural value.</source>
        <translation>这个格子没有被固定：取自然值。</translation>
    </message>
    <message>
        <source>The label is padding, so it does not count.</source>
        <translation>标签是填充，不计入。</translation>
    </message>
    <message>
        <source>It is not the label of its row.</source>
        <translation>它不是该行的标签。</translation>
    </message>
    <message>
        <source>Of a mean loss this is (p − y)/N: y is 1 at the label, N counts labels.</source>
        <translation>对平均损失而言即 (p − y)/N：标签处 y 为 1，N 是标签个数。</translation>
    </message>
    <message>
        <source>No label counts, so the mean is 0.</source>
        <translation>没有计入的标签，所以均值是 0。</translation>
    </message>
    <message>
        <source>No rule hides a key here.</source>
        <translation>这里没有规则遮住任何键。</translation>
    </message>
    <message>
        <source>The key is padding.</source>
        <translation>这个键是填充。</translation>
    </message>
    <message>
        <source>The key is not padding.</source>
        <translation>这个键不是填充。</translation>
    </message>
    <message>
        <source>No token of this sample stands at this position.</source>
        <translation>本样本没有词元位于这个位置。</translation>
    </message>
    <message>
        <source>The position is row {row} of the table.</source>
        <translation>这个位置是表的第 {row} 行。</translation>
    </message>
    <message>
        <source>No pair of tokens is this far apart.</source>
        <translation>没有哪两个词元相距这么远。</translation>
    </message>
    <message>
        <source>Query minus key is {distance}.</source>
        <translation>查询减键等于 {distance}。</translation>
    </message>
    <message>
        <source>Key minus query is {distance}, clipped {clipped}.</source>
        <translation>键减查询等于 {distance}，截断后为 {clipped}。</translation>
    </message>
    <message>
        <source>Each weight meets the vector of its clipped distance, key minus query.</source>
        <translation>每个权重乘上它的截断距离（键减查询）所对应的向量。</translation>
    </message>
    <message>
        <source>Channels {one} and {two} turn together.</source>
        <translation>通道 {one} 和 {two} 一起旋转。</translation>
    </message>
    <message>
        <source>Each step follows the largest contribution that an input has a say in, and in it the number that was computed, the larger one of two; where there is no sum, the number in the same place.</source>
        <translation>每一步都沿着与输入有关的最大一项往前走，取其中算出来的那个数（有两个时取较大的）；不是求和的地方，取同一位置的数。</translation>
    </message>
    <message>
        <source>the only term</source>
        <translation>唯一的一项</translation>
    </message>
    <message>
        <source>largest of {count} terms: {amount}</source>
        <translation>{count} 项中最大：{amount}</translation>
    </message>
    <message>
        <source>in the same place</source>
        <translation>同一位置</translation>
    </message>
    <message>
        <source>it hides the cell</source>
        <translation>它遮住了这个格子</translation>
    </message>
    <message>
        <source>zeros: {count}</source>
        <translation>零项：{count}</translation>
    </message>
    <message>
        <source>{count} others: {sum}</source>
        <translation>其余 {count} 项：{sum}</translation>
    </message>
    <message>
        <source>An earlier step computed this row; the cache kept it.</source>
        <translation>这一行是前面的步骤算出的，由缓存保留。</translation>
    </message>
    <message>
        <source>This step computed this row.</source>
        <translation>这一行是本步算出的。</translation>
    </message>
    <message>
        <source>Dropout leaves this cell out in this step.</source>
        <translation>Dropout 在这一步丢弃了这一格。</translation>
    </message>
    <message>
        <source>It is the number whose gradient this is: moved by 1 it moves by 1.</source>
        <translation>它就是所求梯度的那个数：自己动 1，它就动 1。</translation>
    </message>
    <message>
        <source>Nothing leads from here to {target}: the gradient is 0.</source>
        <translation>从这里没有通向 {target} 的路：梯度为 0。</translation>
    </message>
    <message>
        <source>ReLU is flat here: nothing comes back through it.</source>
        <translation>ReLU 在这里是平的：没有梯度从这里回传。</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>{label}: {value}</source>
        <translation>{label}：{value}</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Colours and a scale, no &amp;digits</source>
        <translation>只要颜色和色标，不要数字(&amp;D)</translation>
    </message>
    <message>
        <source>Model and settings &amp;below</source>
        <translation>下方注明模型和设置(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Letters as outlines</source>
        <translation>文字转为轮廓(&amp;L)</translation>
    </message>
    <message>
        <source>SVG and PDF then look the same without the fonts; their text can&apos;t be selected.</source>
        <translation>没有这些字体时 SVG 和 PDF 也一样好看，但文字不能选取。</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>The bench in view</source>
        <translation>看得见的部分</translation>
    </message>
    <message>
        <source>The whole bench</source>
        <translation>整个工作台</translation>
    </message>
    <message>
        <source>The overview of the architecture</source>
        <translation>结构总览</translation>
    </message>
    <message>
        <source>The bars of the next token</source>
        <translation>下一个词元的条形图</translation>
    </message>
    <message>
        <source>The way of the followed row</source>
        <translation>跟随的行走过的路</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Print: white ground</source>
        <translation>打印：白底</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>内容(&amp;S)</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>颜色(&amp;O)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>保存(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Tick the matrices to show.</source>
        <translation>请勾选要画的矩阵。</translation>
    </message>
    <message>
        <source>{width} × {height} pixels</source>
        <translation>{width} × {height} 像素</translation>
    </message>
    <message>
        <source>The figure is on the clipboard.</source>
        <translation>图已复制到剪贴板。</translation>
    </message>
    <message>
        <source>{matrix} is on the clipboard as a picture.</source>
        <translation>{matrix} 已作为图片复制到剪贴板。</translation>
    </message>
    <message>
        <source>The numbers of {matrix} are on the clipboard.</source>
        <translation>{matrix} 的数字已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The followed row is on the clipboard as a table.</source>
        <translation>跟随的行已作为表格放到剪贴板。</translation>
    </message>
    <message>
        <source>Select a cell first; its matrix is then exported.</source>
        <translation>请先选中一个格子，再导出它所在的矩阵。</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>PDF page (*.pdf)</source>
        <translation>PDF 页面 (*.pdf)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>CSV with labels, for spreadsheets (*.csv)</source>
        <translation>带标签的 CSV，供电子表格用 (*.csv)</translation>
    </message>
    <message>
        <source>Numbers with tabs between (*.tsv)</source>
        <translation>制表符分隔的数字 (*.tsv)</translation>
    </message>
    <message>
        <source>LaTeX bmatrix (*.tex)</source>
        <translation>LaTeX bmatrix (*.tex)</translation>
    </message>
    <message>
        <source>Python with NumPy (*.py)</source>
        <translation>Python 与 NumPy (*.py)</translation>
    </message>
    <message>
        <source>Text for numpy.loadtxt (*.txt)</source>
        <translation>numpy.loadtxt 可读的文本 (*.txt)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;Figure…</source>
        <translation>图(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Copy matrix as picture</source>
        <translation>复制矩阵为图片(&amp;C)</translation>
    </message>
    <message>
        <source>Copy numbers as &amp;table</source>
        <translation>复制数字为表格(&amp;T)</translation>
    </message>
    <message>
        <source>Copy numbers as &amp;LaTeX</source>
        <translation>复制数字为 LaTeX(&amp;L)</translation>
    </message>
    <message>
        <source>Copy numbers as &amp;NumPy</source>
        <translation>复制数字为 NumPy(&amp;N)</translation>
    </message>
    <message>
        <source>Copy the followed &amp;row as table</source>
        <translation>将跟随的行复制为表格(&amp;R)</translation>
    </message>
    <message>
        <source>Save the f&amp;ollowed row…</source>
        <translation>保存跟随的行(&amp;O)…</translation>
    </message>
    <message>
        <source>Figure of the followe&amp;d row…</source>
        <translation>跟随的行的插图(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Save numbers…</source>
        <translation>保存数字(&amp;S)…</translation>
    </message>
    <message>
        <source>NumPy scr&amp;ipt of the model…</source>
        <translation>模型的 NumPy 脚本(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Decimal comma in tables and CSV</source>
        <translation>表格和 CSV 用逗号作小数点(&amp;D)</translation>
    </message>
    <message>
        <source>For spreadsheets that take 1.5 for a date or a text; LaTeX and NumPy keep the point</source>
        <translation>用于会把 1.5 当成日期或文本的电子表格；LaTeX 和 NumPy 仍用小数点</translation>
    </message>
    <message>
        <source>CSV files for &amp;Excel (byte order mark)</source>
        <translation>CSV 文件供 Excel 打开（带 BOM）(&amp;E)</translation>
    </message>
    <message>
        <source>Excel needs the mark to read Chinese labels; some other programs stumble over it</source>
        <translation>Excel 需要 BOM 才能正确显示中文标签；有些程序却不认识它</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Cards with ∂: gradient of {target}</source>
        <translation>带 ∂ 的卡片：{target} 的梯度</translation>
    </message>
</context>
<context>
    <name>fields</name>
    <message>
        <source>Head {number}</source>
        <translation>头 {number}</translation>
    </message>
    <message>
        <source>Tokens n</source>
        <translation>词元数 n</translation>
    </message>
    <message>
        <source>Kind of model</source>
        <translation>模型种类</translation>
    </message>
    <message>
        <source>Enc. layers</source>
        <translation>编码器层数</translation>
    </message>
    <message>
        <source>Width d</source>
        <translation>宽度 d</translation>
    </message>
    <message>
        <source>Heads h</source>
        <translation>头数 h</translation>
    </message>
    <message>
        <source>Key dₖ</source>
        <translation>键宽 dₖ</translation>
    </message>
    <message>
        <source>Value dᵥ</source>
        <translation>值宽 dᵥ</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>隐藏宽度</translation>
    </message>
    <message>
        <source>Heads on and off</source>
        <translation>头的开关</translation>
    </message>
    <message>
        <source>Scale by 1/√dₖ</source>
        <translation>缩放 1/√dₖ</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Project Q, K, V</source>
        <translation>投影 Q、K、V</translation>
    </message>
    <message>
        <source>Keys from another source</source>
        <translation>键来自另一序列</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>Dec. layers</source>
        <translation>解码器层数</translation>
    </message>
    <message>
        <source>What goes in</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Embeddings × √d</source>
        <translation>嵌入 × √d</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>First position</source>
        <translation>起始位置</translation>
    </message>
    <message>
        <source>Table length L</source>
        <translation>表长 L</translation>
    </message>
    <message>
        <source>RoPE base</source>
        <translation>RoPE 底数</translation>
    </message>
    <message>
        <source>Clip distance c</source>
        <translation>截断距离 c</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>Vocabulary head</source>
        <translation>词表输出头</translation>
    </message>
    <message>
        <source>Tied to the embedding</source>
        <translation>与嵌入共享权重</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>因果</translation>
    </message>
    <message>
        <source>First query at</source>
        <translation>首个查询的位置</translation>
    </message>
    <message>
        <source>Place of the norm</source>
        <translation>归一化的位置</translation>
    </message>
    <message>
        <source>Kind of norm</source>
        <translation>归一化的种类</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout（丢弃率）</translation>
    </message>
    <message>
        <source>Show dropout</source>
        <translation>显示 dropout</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>How many tokens the input has: one row of X each.</source>
        <translation>输入有多少个词元：每个占 X 的一行。</translation>
    </message>
    <message>
        <source>Which part of the Transformer this model is.</source>
        <translation>这个模型是 Transformer 的哪一部分。</translation>
    </message>
    <message>
        <source>How many encoder layers there are, each with its own parameters.</source>
        <translation>编码器有多少层，每层各有自己的参数。</translation>
    </message>
    <message>
        <source>Model width: how many features a token has between the sublayers.</source>
        <translation>模型宽度：子层之间每个词元有多少个特征。</translation>
    </message>
    <message>
        <source>How many attention heads each layer has; they share one dₖ and one dᵥ.</source>
        <translation>每层有多少个注意力头；它们共用一个 dₖ 和一个 dᵥ。</translation>
    </message>
    <message>
        <source>Width of the queries and keys of one head.</source>
        <translation>一个头的查询与键的宽度。</translation>
    </message>
    <message>
        <source>Width of the values of one head.</source>
        <translation>一个头的值的宽度。</translation>
    </message>
    <message>
        <source>Hidden width d_ff of the feed-forward network.</source>
        <translation>前馈网络的隐藏层宽度 d_ff。</translation>
    </message>
    <message>
        <source>A head that is off gives zeros to Concat; its attention weights are still computed.</source>
        <translation>关闭的头向拼接给出 0；它的注意力权重照样计算。</translation>
    </message>
    <message>
        <source>Divide the raw scores by √dₖ, the width of one head&apos;s keys, before mask and softmax.</source>
        <translation>在掩码与 softmax 之前，把原始得分除以 √dₖ（dₖ 是一个头的键宽）。</translation>
    </message>
    <message>
        <source>Add a bias to the queries, keys, values and the attention output.</source>
        <translation>给查询、键、值和注意力输出各加一个偏置。</translation>
    </message>
    <message>
        <source>Make Q, K and V from rows by W_Q, W_K and W_V, or give them as numbers.</source>
        <translation>用 W_Q、W_K、W_V 从各行算出 Q、K、V，或直接给出数值。</translation>
    </message>
    <message>
        <source>Keys and values come from a second sequence of rows.</source>
        <translation>键和值来自第二个序列。</translation>
    </message>
    <message>
        <source>Let decoder layers read the memory; when it is off that sublayer gives zeros.</source>
        <translation>让解码器各层读取 memory；关闭时该子层输出零。</translation>
    </message>
    <message>
        <source>How many decoder layers there are, each with its own parameters.</source>
        <translation>解码器有多少层，每层有自己的参数。</translation>
    </message>
    <message>
        <source>Tokens looked up in an embedding table, or rows of numbers as they are.</source>
        <translation>在嵌入表中查词元，或直接给出数值行。</translation>
    </message>
    <message>
        <source>Multiply embeddings by √d before positions are added (Vaswani et al.).</source>
        <translation>加位置之前先把嵌入乘以 √d（Vaswani 等）。</translation>
    </message>
    <message>
        <source>How many keys back a query may read, itself included (query − key &lt; window); 0 is no window.</source>
        <translation>查询最多往回读多少个键，含自身（查询 − 键 &lt; 窗口）；0 表示不限。</translation>
    </message>
    <message>
        <source>sin and learned are added to the rows; rel. bias b(query − key) to the scores; Shaw&apos;s vectors stand for clip(key − query); RoPE turns queries and keys, in pairs (0,1) or halves (0,d/2).</source>
        <translation>正弦和可学习的位置加在行上；相对偏置 b(查询 − 键) 加在得分上；Shaw 的向量对应 clip(键 − 查询)；RoPE 旋转查询和键，按相邻 (0,1) 或两半 (0,d/2) 配对。</translation>
    </message>
    <message>
        <source>Where the first token stands: added to every position.</source>
        <translation>第一个词元的位置：加到所有位置上。</translation>
    </message>
    <message>
        <source>Rows of the learned table; the bias table holds distances up to L − 1.</source>
        <translation>可学习位置表的行数；偏置表的距离最大到 L − 1。</translation>
    </message>
    <message>
        <source>Pair r turns by position · base^(−2r/d_k).</source>
        <translation>第 r 对转动 位置 · 底数^(−2r/d_k)。</translation>
    </message>
    <message>
        <source>Distances beyond c share the vector of c.</source>
        <translation>超过 c 的距离共用 c 的向量。</translation>
    </message>
    <message>
        <source>A norm after the last layer of each stack, as pre-norm models have.</source>
        <translation>在每个堆栈最后一层之后再归一化，pre-norm 模型通常如此。</translation>
    </message>
    <message>
        <source>Logits over the vocabulary, probabilities, and the loss where there are labels.</source>
        <translation>词表上的 logits、概率，有标签时还有损失。</translation>
    </message>
    <message>
        <source>The head uses the embedding table, turned round, as its weights.</source>
        <translation>输出头用转置的嵌入表作为权重。</translation>
    </message>
    <message>
        <source>A token may attend to itself and to earlier tokens only.</source>
        <translation>一个词元只能看到自己和它之前的词元。</translation>
    </message>
    <message>
        <source>Position of the first query row; query i may attend to key j when j ≤ i + this number.</source>
        <translation>第一行查询的位置；j ≤ i + 此数时，查询 i 可以看键 j。</translation>
    </message>
    <message>
        <source>post: norm after the residual sum (Vaswani et al.). pre: norm of the sublayer&apos;s input.</source>
        <translation>后置：在残差相加之后归一化（Vaswani 等）。前置：先对子层的输入归一化。</translation>
    </message>
    <message>
        <source>LayerNorm subtracts the mean and divides by √(σ²+ε), with the biased variance; RMSNorm only divides by √(mean of squares + ε).</source>
        <translation>层归一化（LayerNorm）减去均值再除以 √(σ²+ε)，用有偏方差；RMSNorm 只除以 √(均方 + ε)。</translation>
    </message>
    <message>
        <source>The small number that the norm adds inside the root.</source>
        <translation>归一化在根号里加上的小数。</translation>
    </message>
    <message>
        <source>Add the sublayer&apos;s input to its output.</source>
        <translation>把子层的输入加到它的输出上。</translation>
    </message>
    <message>
        <source>The feed-forward network; when it is off it gives zeros and its residual and norm stay.</source>
        <translation>前馈网络；关闭时给出 0，它的残差与归一化仍然保留。</translation>
    </message>
    <message>
        <source>GELU (erf) is x·Φ(x) exactly, GELU (tanh) its usual approximation; libraries differ in which they mean.</source>
        <translation>GELU (erf) 就是 x·Φ(x)，GELU (tanh) 是它常用的近似；各个库默认的不一样。</translation>
    </message>
    <message>
        <source>How likely training leaves a cell out: of each sublayer&apos;s output, and of embeddings plus positions (Vaswani et al.). Evaluation, generation and gradients of the loss never drop.</source>
        <translation>训练时丢弃一个单元的概率：作用于每个子层的输出，以及嵌入加位置之和（Vaswani 等）。评测、生成和损失的梯度从不丢弃。</translation>
    </message>
    <message>
        <source>Draw what the first step of a training with this seed leaves out: a mask after each sublayer, kept cells times 1/(1 − p). Only for looking: evaluation and generation never drop.</source>
        <translation>画出用这个种子训练时第一步丢弃的单元：每个子层之后有一个掩码，保留的单元乘以 1/(1 − p)。只供观看：评测和生成从不丢弃。</translation>
    </message>
    <message>
        <source>Fills the cells that are new when a size grows, and draws the masks of dropout that are shown; always in the same way.</source>
        <translation>尺寸变大时填入新的单元，也抽出所显示的 dropout 掩码；每次都相同。</translation>
    </message>
    <message>
        <source>float64 has about 16 digits, float32 about 7; going down rounds all numbers.</source>
        <translation>float64 约有 16 位有效数字，float32 约 7 位；降低精度会把所有数舍入。</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>开或关</translation>
    </message>
    <message>
        <source>head numbers from 1</source>
        <translation>从 1 数起的头号</translation>
    </message>
    <message>
        <source>a whole number from {low} to {high}</source>
        <translation>{low} 到 {high} 的整数</translation>
    </message>
    <message>
        <source>a number from {low} to {high}</source>
        <translation>{low} 到 {high} 的数</translation>
    </message>
</context>
<context>
    <name>files</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Glassformer files (*.glass)</source>
        <translation>Glassformer 文件 (*.glass)</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Save the changes to {name}?</source>
        <translation>要保存对“{name}”的改动吗？</translation>
    </message>
    <message>
        <source>They are lost if you don&apos;t save them.</source>
        <translation>不保存就会丢失。</translation>
    </message>
</context>
<context>
    <name>follow</name>
    <message>
        <source>The way of {row}</source>
        <translation>{row}：走过的路</translation>
    </message>
    <message>
        <source>The stages of the followed row</source>
        <translation>跟随的行所经过的各步</translation>
    </message>
    <message>
        <source>No row is followed. Click a token above the bench, or the label of a row, and its way through the model is shown here.</source>
        <translation>还没有跟随任何一行。点击工作台上方的词元或某一行的标签，这里就会显示它在模型中走过的路。</translation>
    </message>
    <message>
        <source>Follow the word that predicts</source>
        <translation>跟随作预测的词</translation>
    </message>
    <message>
        <source>The last row that is no padding</source>
        <translation>最后一个不是填充的行</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>全部步骤</translation>
    </message>
    <message>
        <source>Show keys, values, scores and x̂ too</source>
        <translation>同时显示键、值、得分和 x̂</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部步骤</translation>
    </message>
    <message>
        <source>Export ▾</source>
        <translation>导出 ▾</translation>
    </message>
    <message>
        <source>This row as a table or as a figure</source>
        <translation>把这一行导出为表格或插图</translation>
    </message>
    <message>
        <source>Previous token (↑)</source>
        <translation>上一个词元（↑）</translation>
    </message>
    <message>
        <source>Next token (↓)</source>
        <translation>下一个词元（↓）</translation>
    </message>
    <message>
        <source>{token} · row {row} of the source</source>
        <translation>{token} · 源端第 {row} 行</translation>
    </message>
    <message>
        <source>{token} · row {row} of the target</source>
        <translation>{token} · 目标端第 {row} 行</translation>
    </message>
    <message>
        <source>{token} · row {row} of keys and values</source>
        <translation>{token} · 键和值的第 {row} 行</translation>
    </message>
    <message>
        <source>{token} · row {row}</source>
        <translation>{token} · 第 {row} 行</translation>
    </message>
    <message>
        <source>Input rows</source>
        <translation>输入行</translation>
    </message>
    <message>
        <source>The encoder&apos;s output</source>
        <translation>编码器的输出</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>reads nothing: every key is hidden</source>
        <translation>什么也读不到：所有键都被遮住</translation>
    </message>
    <message>
        <source>nobody reads it: it is hidden</source>
        <translation>没有行读它：它被遮住了</translation>
    </message>
    <message>
        <source>reads {tokens}</source>
        <translation>读取 {tokens}</translation>
    </message>
    <message>
        <source>read by {tokens}</source>
        <translation>被 {tokens} 读取</translation>
    </message>
    <message>
        <source>reads all {count} rows</source>
        <translation>读取全部 {count} 行</translation>
    </message>
    <message>
        <source>read by all {count} rows</source>
        <translation>被全部 {count} 行读取</translation>
    </message>
    <message>
        <source>reads {count} of {total} rows</source>
        <translation>读取 {total} 行中的 {count} 行</translation>
    </message>
    <message>
        <source>read by {count} of {total} rows</source>
        <translation>被 {total} 行中的 {count} 行读取</translation>
    </message>
    <message>
        <source>Here the way ends: others read this row, it predicts nothing itself.</source>
        <translation>路到此为止：这一行被别的行读取，它自己不作预测。</translation>
    </message>
    <message>
        <source>The way ends at {symbol}: this model has no vocabulary, so nothing is predicted.</source>
        <translation>路在 {symbol} 处结束：此模型没有词表，因此不作预测。</translation>
    </message>
    <message>
        <source>as others weigh it</source>
        <translation>别的行给它的权重</translation>
    </message>
    <message>
        <source>length {length}</source>
        <translation>长度 {length}</translation>
    </message>
    <message>
        <source>stage {at} of {count}</source>
        <translation>第 {at} 步，共 {count} 步</translation>
    </message>
    <message>
        <source>Euclidean length √(x₀² + x₁² + …) = {length}</source>
        <translation>欧几里得长度 √(x₀² + x₁² + …) = {length}</translation>
    </message>
    <message>
        <source>click: go there on the bench</source>
        <translation>点击：在工作台上转到那里</translation>
    </message>
    <message>
        <source>how probable {token} is as the next token</source>
        <translation>“{token}”作为下一个词元的概率</translation>
    </message>
    <message>
        <source>{token} reads this row; click: follow {token}</source>
        <translation>“{token}”读取这一行；点击：跟随“{token}”</translation>
    </message>
    <message>
        <source>it reads {token}; click: follow {token}</source>
        <translation>它读取“{token}”；点击：跟随“{token}”</translation>
    </message>
</context>
<context>
    <name>generating</name>
    <message>
        <source>Append {token}</source>
        <translation>追加 {token}</translation>
    </message>
    <message>
        <source>Append</source>
        <translation>追加</translation>
    </message>
    <message>
        <source>Stop ({done} of {most})</source>
        <translation>停止（{done}/{most}）</translation>
    </message>
    <message>
        <source>Generate to EOS</source>
        <translation>生成到 EOS</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Append the next token and compute its row</source>
        <translation>追加下一个词元，并计算它的行</translation>
    </message>
    <message>
        <source>Token after token, until EOS or the limit</source>
        <translation>一个接一个，直到 EOS 或上限</translation>
    </message>
    <message>
        <source>Take the newest token back</source>
        <translation>收回最新的词元</translation>
    </message>
    <message>
        <source>Begin the sentence anew</source>
        <translation>重新开始这个句子</translation>
    </message>
    <message>
        <source>Allowed is a whole number from {low} to {high}.</source>
        <translation>可以是 {low} 到 {high} 的整数。</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>贪心</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>How a token is chosen</source>
        <translation>怎样选词元</translation>
    </message>
    <message>
        <source>The most likely token, always</source>
        <translation>总取最可能的词元</translation>
    </message>
    <message>
        <source>Drawn from softmax(logits / T)</source>
        <translation>按 softmax(logits / T) 抽取</translation>
    </message>
    <message>
        <source>Drawn from the k most likely tokens alone</source>
        <translation>只从最可能的 k 个词元中抽取</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Above 1 the draw is more even, below 1 more certain</source>
        <translation>大于 1 时抽取更均匀，小于 1 时更确定</translation>
    </message>
    <message>
        <source>Tokens that may be drawn</source>
        <translation>可以被抽到的词元数</translation>
    </message>
    <message>
        <source>Only so many of the most likely tokens may be drawn</source>
        <translation>只有这么多个最可能的词元可以被抽到</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed of the draws</source>
        <translation>抽取的种子</translation>
    </message>
    <message>
        <source>Equal seeds give equal texts</source>
        <translation>种子相同，文本就相同</translation>
    </message>
</context>
<context>
    <name>groups</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Residual and norm</source>
        <translation>残差与归一化</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
</context>
<context>
    <name>heads</name>
    <message>
        <source>head {number}</source>
        <translation>头 {number}</translation>
    </message>
    <message>
        <source>head {number}, off</source>
        <translation>头 {number}，已关</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>This model has no attention with heads.</source>
        <translation>这个模型没有带头的注意力。</translation>
    </message>
    <message>
        <source>Encoder {layer} · self-attention</source>
        <translation>编码器 {layer} · 自注意力</translation>
    </message>
    <message>
        <source>Decoder {layer} · self-attention</source>
        <translation>解码器 {layer} · 自注意力</translation>
    </message>
    <message>
        <source>Decoder {layer} · cross-attention</source>
        <translation>解码器 {layer} · 交叉注意力</translation>
    </message>
</context>
<context>
    <name>jacobian</name>
    <message>
        <source>direct</source>
        <translation>直通</translation>
    </message>
    <message>
        <source>branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>和</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>after the norm</source>
        <translation>归一化之后</translation>
    </message>
    <message>
        <source>branch alone</source>
        <translation>单独的分支</translation>
    </message>
    <message>
        <source>sum, no norm</source>
        <translation>和（其后无归一化）</translation>
    </message>
    <message>
        <source>Frobenius norm {size}</source>
        <translation>Frobenius 范数 {size}</translation>
    </message>
    <message>
        <source>‖∂result/∂row‖ by depth (Frobenius)</source>
        <translation>‖∂结果/∂行‖ 随深度的变化（Frobenius 范数）</translation>
    </message>
    <message>
        <source>‖∂loss/∂row‖ by depth (Euclidean)</source>
        <translation>‖∂损失/∂行‖ 随深度的变化（欧氏范数）</translation>
    </message>
    <message>
        <source>pre-norm, this model</source>
        <translation>pre-norm，当前模型</translation>
    </message>
    <message>
        <source>pre-norm, same numbers</source>
        <translation>pre-norm，同样的数</translation>
    </message>
    <message>
        <source>post-norm, this model</source>
        <translation>post-norm，当前模型</translation>
    </message>
    <message>
        <source>post-norm, same numbers</source>
        <translation>post-norm，同样的数</translation>
    </message>
    <message>
        <source>{which}: {size}, {share} times that at the end of the stack</source>
        <translation>{which}：{size}，是堆叠末端的 {share} 倍</translation>
    </message>
    <message>
        <source>row {token}: {size}</source>
        <translation>行 {token}：{size}</translation>
    </message>
    <message>
        <source>1 is a gradient that direct ways alone would hand on unchanged.</source>
        <translation>1 表示：如果只有直通路，梯度会原样传下去。</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>What is differentiated</source>
        <translation>对哪一段求导</translation>
    </message>
    <message>
        <source>By the rows of</source>
        <translation>对哪个矩阵的行求导</translation>
    </message>
    <message>
        <source>The rows of</source>
        <translation>哪个矩阵的行</translation>
    </message>
    <message>
        <source>Copy block as table</source>
        <translation>把块复制为表格</translation>
    </message>
    <message>
        <source>Copy block as CSV</source>
        <translation>把块复制为 CSV</translation>
    </message>
    <message>
        <source>Copy block as LaTeX</source>
        <translation>把块复制为 LaTeX</translation>
    </message>
    <message>
        <source>Copy block as NumPy</source>
        <translation>把块复制为 NumPy</translation>
    </message>
    <message>
        <source>row: {of} · column: {by} · colour by √|∂|</source>
        <translation>行：{of} · 列：{by} · 颜色按 √|∂|</translation>
    </message>
    <message>
        <source>Gradient by depth</source>
        <translation>梯度随深度的变化</translation>
    </message>
    <message>
        <source>Copy block</source>
        <translation>复制块</translation>
    </message>
    <message>
        <source>Copy the enlarged block with every digit</source>
        <translation>复制放大的块，保留全部数位</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Encoder → decoder</source>
        <translation>编码器 → 解码器</translation>
    </message>
    <message>
        <source>Sublayer</source>
        <translation>子层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>整个堆叠</translation>
    </message>
    <message>
        <source>From … to</source>
        <translation>从…到…</translation>
    </message>
    <message>
        <source>layer {layer}, self-attention</source>
        <translation>第 {layer} 层，自注意力</translation>
    </message>
    <message>
        <source>layer {layer}, cross-attention</source>
        <translation>第 {layer} 层，交叉注意力</translation>
    </message>
    <message>
        <source>layer {layer}, feed-forward</source>
        <translation>第 {layer} 层，前馈网络</translation>
    </message>
    <message>
        <source>of the loss</source>
        <translation>损失的梯度</translation>
    </message>
    <message>
        <source>of the stack&apos;s result</source>
        <translation>堆叠结果的梯度</translation>
    </message>
    <message>
        <source>layer {layer}: {matrix}</source>
        <translation>第 {layer} 层：{matrix}</translation>
    </message>
    <message>
        <source>no way: a mask, a pin or the model itself stands between</source>
        <translation>无路可通：被掩码、固定值或模型结构隔开</translation>
    </message>
    <message>
        <source>No way from {column} to {row}: exactly 0, whatever the weights are.</source>
        <translation>从 {column} 到 {row} 无路可通：无论权重是多少，都恰好是 0。</translation>
    </message>
    <message>
        <source>click to work out this row of blocks</source>
        <translation>点击后计算这一行的块</translation>
    </message>
    <message>
        <source>{rows}×{columns} · Frobenius norm {size}</source>
        <translation>{rows}×{columns} · Frobenius 范数 {size}</translation>
    </message>
    <message>
        <source>largest singular value {size}</source>
        <translation>最大奇异值 {size}</translation>
    </message>
    <message>
        <source>moving the cell both ways …</source>
        <translation>正在把该数向两边各移动一点…</translation>
    </message>
    <message>
        <source>moving the cell both ways: {difference}</source>
        <translation>向两边各移动一点，得到：{difference}</translation>
    </message>
    <message>
        <source>moving the cell both ways: {difference} · apart by {gap}</source>
        <translation>向两边各移动一点，得到：{difference} · 相差 {gap}</translation>
    </message>
    <message>
        <source>The model computes in float32, the check in float64.</source>
        <translation>模型用 float32 计算，验证用 float64。</translation>
    </message>
    <message>
        <source>The step may have crossed a kink of ReLU, where there is no slope.</source>
        <translation>这一步可能越过了 ReLU 的拐点，那里没有斜率。</translation>
    </message>
    <message>
        <source>Click a number: the cell is moved a little, as a check.</source>
        <translation>点一个数：让对应的输入移动一点点，作为验证。</translation>
    </message>
    <message>
        <source>compiled</source>
        <translation>编译代码</translation>
    </message>
    <message>
        <source>NumPy</source>
        <translation>NumPy</translation>
    </message>
    <message>
        <source>{n}×{m} blocks of {r}×{s} · {time} ms, {executor}</source>
        <translation>{n}×{m} 个 {r}×{s} 的块 · {time} 毫秒，{executor}</translation>
    </message>
    <message>
        <source>{n}×{m} blocks of {r}×{s} are {count} million numbers: too many at once. Click a block, and its row of blocks is worked out.</source>
        <translation>{n}×{m} 个 {r}×{s} 的块共有 {count} 百万个数，一次算不完。点一个块，就计算它所在的那一行块。</translation>
    </message>
    <message>
        <source>being worked out …</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>This model is an attention by itself: it has no stack of layers with residuals. Choose an encoder or a decoder in the model panel.</source>
        <translation>这个模型只是一次注意力，没有带残差的层。请在模型面板里选择编码器或解码器。</translation>
    </message>
    <message>
        <source>Between two rows there is no direct way: I is 0 here.</source>
        <translation>不同的行之间没有直通路：这里 I 是 0。</translation>
    </message>
    <message>
        <source>There is no direct way: the residual is off or held by a pin.</source>
        <translation>没有直通路：残差关闭了，或被固定值挡住了。</translation>
    </message>
    <message>
        <source>The direct way alone has size √{d} = {direct}; what goes on has {size}.</source>
        <translation>只走直通路，大小是 √{d} = {direct}；真正传下去的是 {size}。</translation>
    </message>
    <message>
        <source>Put together, the pieces of all blocks equal one walk through the sublayer to the bit.</source>
        <translation>把所有块的各部分合起来，与直接穿过整个子层算得的结果逐位相同。</translation>
    </message>
    <message>
        <source>Put together, the pieces of all blocks equal one walk through the sublayer but for {gap}.</source>
        <translation>把所有块的各部分合起来，与直接穿过整个子层算得的结果只差 {gap}。</translation>
    </message>
    <message>
        <source>One residual at a time can be taken apart:</source>
        <translation>一次可以拆开一个残差：</translation>
    </message>
    <message>
        <source>This way leads through attention to another stream: no row of it goes on directly.</source>
        <translation>这条路经注意力进入另一条数据流：没有哪一行直接通过。</translation>
    </message>
    <message>
        <source>This is the norm at the end of the stack: it has no residual.</source>
        <translation>这是堆叠末端的归一化，没有残差。</translation>
    </message>
    <message>
        <source>Gradients by depth: this model has no loss, and its result is too large to differentiate whole.</source>
        <translation>梯度随深度的变化：这个模型没有损失，结果又太大，无法整体求导。</translation>
    </message>
    <message>
        <source>Norms are off: pre-norm and post-norm are one model.</source>
        <translation>归一化已关闭：pre-norm 与 post-norm 是同一个模型。</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>← → ↑ ↓</source>
        <translation>← → ↑ ↓</translation>
    </message>
    <message>
        <source>move the selection</source>
        <translation>移动选中的单元格</translation>
    </message>
    <message>
        <source>Tab, Ctrl+← → ↑ ↓</source>
        <translation>Tab、Ctrl+← → ↑ ↓</translation>
    </message>
    <message>
        <source>go to another matrix</source>
        <translation>到另一个矩阵</translation>
    </message>
    <message>
        <source>drag sideways</source>
        <translation>左右拖动</translation>
    </message>
    <message>
        <source>change a number; Shift fine, Ctrl snaps</source>
        <translation>改动数字；Shift 微调，Ctrl 取整步</translation>
    </message>
    <message>
        <source>double click, F2 or a digit</source>
        <translation>双击、F2 或直接按数字</translation>
    </message>
    <message>
        <source>type a number; Enter keeps it, Esc does not</source>
        <translation>输入一个数；回车保留，Esc 放弃</translation>
    </message>
    <message>
        <source>Alt+↑ ↓</source>
        <translation>Alt+↑ ↓</translation>
    </message>
    <message>
        <source>one step; Alt+PgUp PgDn ten</source>
        <translation>一步；Alt+PgUp PgDn 十步</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Delete</translation>
    </message>
    <message>
        <source>set the cell to 0</source>
        <translation>把单元格设为 0</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>hold a computed cell at its value, or release it</source>
        <translation>把算出来的格子固定在当前值，或解除固定</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>follow the row through every matrix</source>
        <translation>让所选的行贯穿每个矩阵</translation>
    </message>
    <message>
        <source>← → ↑ ↓ in “Follow a word”</source>
        <translation>“跟随一个词”中的 ← → ↑ ↓</translation>
    </message>
    <message>
        <source>the next stage, the next token; Enter goes there on the bench</source>
        <translation>下一步、下一个词元；按 Enter 在工作台上转到那里</translation>
    </message>
    <message>
        <source>H</source>
        <translation>H</translation>
    </message>
    <message>
        <source>show the next head; Shift+H the one before</source>
        <translation>显示下一个头；Shift+H 上一个</translation>
    </message>
    <message>
        <source>Z, double click on a title</source>
        <translation>Z，双击标题</translation>
    </message>
    <message>
        <source>show a matrix large, and back</source>
        <translation>放大一个矩阵，再按还原</translation>
    </message>
    <message>
        <source>[ ]</source>
        <translation>[ ]</translation>
    </message>
    <message>
        <source>fold and unfold the layer</source>
        <translation>折叠、展开该层</translation>
    </message>
    <message>
        <source>click, drag or Space on a mask</source>
        <translation>在掩码上单击、涂抹或按空格</translation>
    </message>
    <message>
        <source>hide and show cells; 0 hides, 1 shows, Shift+← → ↑ ↓ carries it on</source>
        <translation>遮住或露出格子；0 遮住，1 露出，Shift+← → ↑ ↓ 接着涂</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>reveal an attention row by row; Shift+R one row back</source>
        <translation>逐行揭示注意力；Shift+R 退回一行</translation>
    </message>
    <message>
        <source>Alt+← →, mouse back and forward</source>
        <translation>Alt+← →、鼠标前进后退键</translation>
    </message>
    <message>
        <source>back and forward among the cells that were selected</source>
        <translation>在先后选中的格子之间后退、前进</translation>
    </message>
    <message>
        <source>F6, then ← → and Enter</source>
        <translation>F6，再按 ← → 和 Enter</translation>
    </message>
    <message>
        <source>along the sources of the selected number and to one of them; Esc to the bench</source>
        <translation>在所选数的各个来源之间移动，并跳到其中一个；Esc 回到画布</translation>
    </message>
    <message>
        <source>right click</source>
        <translation>右键单击</translation>
    </message>
    <message>
        <source>what else can be done there</source>
        <translation>此处还能做什么</translation>
    </message>
    <message>
        <source>Space and drag</source>
        <translation>空格加拖动</translation>
    </message>
    <message>
        <source>move the bench</source>
        <translation>移动工作台</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>take back a drag, stop following, show all rows</source>
        <translation>取消拖动，停止跟随，显示所有行</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>zoom where the pointer is</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>Ctrl+J, Ctrl+Shift+J</source>
        <translation>Ctrl+J、Ctrl+Shift+J</translation>
    </message>
    <message>
        <source>compare with the present state; then now, baseline or difference on every card</source>
        <translation>与当前状态比较；再在每张卡片上切换当前、基线、差值</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>what moves with the selected cell, and what cannot</source>
        <translation>选中的格子会牵动什么，什么动不了</translation>
    </message>
    <message>
        <source>Ctrl+G, G</source>
        <translation>Ctrl+G、G</translation>
    </message>
    <message>
        <source>gradients on every card, or on the selected one; a click or Enter tries one</source>
        <translation>所有卡片或所选卡片显示梯度；单击或按 Enter 可验证一个梯度</translation>
    </message>
    <message>
        <source>← → ↑ ↓ in “Three kinds”</source>
        <translation>在“三种模型”中按 ← → ↑ ↓</translation>
    </message>
    <message>
        <source>another word, another sentence; Home and End the first and last word</source>
        <translation>换一个词、换一个句子；Home 和 End 是第一个和最后一个词</translation>
    </message>
    <message>
        <source>copy and paste</source>
        <translation>复制与粘贴</translation>
    </message>
    <message>
        <source>copies have every digit; text pasted from elsewhere has those shown there</source>
        <translation>复制的是完整数值；从别处粘贴的文本只有那里显示出来的位数</translation>
    </message>
    <message>
        <source>go to another token</source>
        <translation>走到另一个词元</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>follow the token&apos;s row</source>
        <translation>跟随词元的这一行</translation>
    </message>
    <message>
        <source>double click, F2 or Enter</source>
        <translation>双击、F2 或 Enter</translation>
    </message>
    <message>
        <source>write the token</source>
        <translation>改写词元</translation>
    </message>
    <message>
        <source>drag, Alt+← →</source>
        <translation>拖动、Alt+← →</translation>
    </message>
    <message>
        <source>move the token</source>
        <translation>移动词元</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Insert</translation>
    </message>
    <message>
        <source>add a token after it, or a sample</source>
        <translation>在后面添加词元，或添加样本</translation>
    </message>
    <message>
        <source>mark the token as padding</source>
        <translation>把词元标为填充</translation>
    </message>
    <message>
        <source>remove the token, or the sample</source>
        <translation>删除词元，或删除样本</translation>
    </message>
    <message>
        <source>go to another matrix, layer or token</source>
        <translation>转到另一个矩阵、层或词元</translation>
    </message>
    <message>
        <source>click on a row, Shift+↑ ↓</source>
        <translation>点击一行，Shift+↑ ↓</translation>
    </message>
    <message>
        <source>follow the row through every matrix; Esc follows the last one</source>
        <translation>让这一行贯穿每个矩阵；Esc 回到最后一行</translation>
    </message>
    <message>
        <source>click on the followed row, Enter</source>
        <translation>点击正在跟随的行，Enter</translation>
    </message>
    <message>
        <source>open the matrix on the bench</source>
        <translation>在工作台上打开这个矩阵</translation>
    </message>
    <message>
        <source>↑ ↓ in the bars</source>
        <translation>在条形图中 ↑ ↓</translation>
    </message>
    <message>
        <source>go to another word</source>
        <translation>到另一个词</translation>
    </message>
    <message>
        <source>Enter, Space or →</source>
        <translation>回车、空格或 →</translation>
    </message>
    <message>
        <source>put the word next, and go on from there by itself</source>
        <translation>把这个词放在后面，由此自己继续</translation>
    </message>
    <message>
        <source>← or Backspace</source>
        <translation>← 或退格键</translation>
    </message>
    <message>
        <source>take the newest token back</source>
        <translation>收回最新的词元</translation>
    </message>
    <message>
        <source>in two panes: Enter; 1 2 3</source>
        <translation>在双栏中：回车；1 2 3</translation>
    </message>
    <message>
        <source>follow the row; put its first, second or third word</source>
        <translation>跟随这一行；放上它的第一、第二或第三个词</translation>
    </message>
    <message>
        <source>panel: {title}</source>
        <translation>面板：{title}</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Bench</source>
        <translation>工作台</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>键盘操作</translation>
    </message>
</context>
<context>
    <name>kinds</name>
    <message>
        <source>The sentence before (↑)</source>
        <translation>上一句（↑）</translation>
    </message>
    <message>
        <source>Choose a sentence that no model was trained on</source>
        <translation>选一个三个模型都没训练过的句子</translation>
    </message>
    <message>
        <source>The next sentence (↓)</source>
        <translation>下一句（↓）</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源端</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标端</translation>
    </message>
    <message>
        <source>Three models are asked for one word. Click another, or press ← and →.</source>
        <translation>向三个模型问同一个词。点另一个词，或按 ← 和 →。</translation>
    </message>
    <message>
        <source>Reading the three models …</source>
        <translation>正在读取三个模型……</translation>
    </message>
    <message>
        <source>Encoder-only</source>
        <translation>仅编码器</translation>
    </message>
    <message>
        <source>Decoder-only</source>
        <translation>仅解码器</translation>
    </message>
    <message>
        <source>Encoder–decoder</source>
        <translation>编码器–解码器</translation>
    </message>
    <message>
        <source>Fill the hole.</source>
        <translation>填空。</translation>
    </message>
    <message>
        <source>What comes next?</source>
        <translation>接下来是什么？</translation>
    </message>
    <message>
        <source>What comes next, given the source?</source>
        <translation>看着源句，接下来是什么？</translation>
    </message>
    <message>
        <source>Each row reads the whole sentence: both sides of the hole.</source>
        <translation>每一行都能读整个句子：空的左右两边。</translation>
    </message>
    <message>
        <source>Each row reads itself and what stands before it.</source>
        <translation>每一行只能读自己和前面的词元。</translation>
    </message>
    <message>
        <source>The source is read whole; a target row reads itself, what stands before it, and the source.</source>
        <translation>源句可以整句读；目标端的一行读自己、前面的词元和整个源句。</translation>
    </message>
    <message>
        <source>“{word}” is its first choice.</source>
        <translation>“{word}”是它的首选。</translation>
    </message>
    <message>
        <source>“{word}” is its choice number {place}.</source>
        <translation>“{word}”是它的第 {place} 选择。</translation>
    </message>
    <message>
        <source>Encoder: self-attention</source>
        <translation>编码器：自注意力</translation>
    </message>
    <message>
        <source>Decoder: self-attention</source>
        <translation>解码器：自注意力</translation>
    </message>
    <message>
        <source>Decoder: cross-attention to the source</source>
        <translation>解码器：对源句的交叉注意力</translation>
    </message>
    <message>
        <source>{attention}: the row of “{query}” may not read “{key}”</source>
        <translation>{attention}：“{query}”这一行不能读“{key}”</translation>
    </message>
    <message>
        <source>{attention}: the row of “{query}” may read “{key}”</source>
        <translation>{attention}：“{query}”这一行可以读“{key}”</translation>
    </message>
    <message>
        <source>Ask for “{word}”</source>
        <translation>问“{word}”</translation>
    </message>
    <message>
        <source>P({word}) = {p}</source>
        <translation>P({word}) = {p}</translation>
    </message>
    <message>
        <source>Held out: {number} of {count}</source>
        <translation>未训练过的句子：第 {number} 句，共 {count} 句</translation>
    </message>
    <message>
        <source>Of the present sample</source>
        <translation>当前样本的句子</translation>
    </message>
</context>
<context>
    <name>ledger</name>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>复制为 LaTeX</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>The ledger is on the clipboard.</source>
        <translation>账目已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The parts of the model</source>
        <translation>模型的各部分</translation>
    </message>
    <message>
        <source>Drag the knob or the number, type, or use ← → and Page up, Page down (half, double). ◆ is where attention overtakes the projections while the other side stays, ◇ the same in the base model.</source>
        <translation>拖动圆钮或数字、直接键入，或用 ← → 和 Page Up、Page Down（加倍、减半）。◆ 表示另一侧不变时注意力从哪里开始超过投影，◇ 表示基础模型的同一处。</translation>
    </message>
    <message>
        <source>as the sample</source>
        <translation>与样本相同</translation>
    </message>
    <message>
        <source>Count the tokens of the sample on the bench again</source>
        <translation>重新按工作台上样本的词元数计算</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>条形</translation>
    </message>
    <message>
        <source>Shares of all of a model, or sizes of both models on one logarithmic axis</source>
        <translation>各部分在整个模型中的占比，或两个模型在同一对数轴上的大小</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>计什么</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy this table as CSV, Markdown or LaTeX</source>
        <translation>把这张表复制为 CSV、Markdown 或 LaTeX</translation>
    </message>
    <message>
        <source>Embedding and positions</source>
        <translation>嵌入与位置</translation>
    </message>
    <message>
        <source>Attention: projections</source>
        <translation>注意力：投影</translation>
    </message>
    <message>
        <source>Attention: scores, A·V</source>
        <translation>注意力：分数与 A·V</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>Residuals and norms</source>
        <translation>残差与归一化</translation>
    </message>
    <message>
        <source>Vocabulary head</source>
        <translation>词表输出头</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Multiply–adds</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>numbers that training learns; they depend on no length</source>
        <translation>训练学到的数，与长度无关</translation>
    </message>
    <message>
        <source>of matrix products, for one pass over n and m tokens</source>
        <translation>矩阵乘积的，n 与 m 个词元算一遍</translation>
    </message>
    <message>
        <source>parameters and every intermediate number, in bytes</source>
        <translation>参数和每个中间数所占的字节</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>本模型</translation>
    </message>
    <message>
        <source>base of 2017</source>
        <translation>2017 年基础模型</translation>
    </message>
    <message>
        <source>{times} times this model</source>
        <translation>本模型的 {times} 倍</translation>
    </message>
    <message>
        <source>this model has {times} times as much</source>
        <translation>本模型是它的 {times} 倍</translation>
    </message>
    <message>
        <source>this model has none</source>
        <translation>本模型没有</translation>
    </message>
    <message>
        <source>no parameters</source>
        <translation>没有参数</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} 个参数</translation>
    </message>
    <message>
        <source>multiply–adds: {polynomial} = {count}</source>
        <translation>乘加次数：{polynomial} = {count}</translation>
    </message>
    <message>
        <source>memory: ({parameters} parameters + {polynomial} = {count} intermediate numbers) × {item} bytes</source>
        <translation>内存：（{parameters} 个参数 + {polynomial} = {count} 个中间数）× {item} 字节</translation>
    </message>
    <message>
        <source>{measure} {mine}, base {base}</source>
        <translation>{measure} {mine}，基础模型 {base}</translation>
    </message>
    <message>
        <source>source tokens</source>
        <translation>源词元</translation>
    </message>
    <message>
        <source>target tokens</source>
        <translation>目标词元</translation>
    </message>
    <message>
        <source>attention never costs more than the projections here</source>
        <translation>在这里注意力的开销从不超过投影</translation>
    </message>
    <message>
        <source>attention costs more than the projections from {place} on</source>
        <translation>从 {place} 起，注意力的开销超过投影</translation>
    </message>
    <message>
        <source>base: from {place}</source>
        <translation>基础模型：从 {place} 起</translation>
    </message>
    <message>
        <source>The position table has {rows} rows: for texts this long it would have to grow.</source>
        <translation>位置表有 {rows} 行：这么长的文本需要更大的表。</translation>
    </message>
</context>
<context>
    <name>log</name>
    <message>
        <source>A part of the program could not be loaded: {detail}</source>
        <translation>程序的一部分无法载入：{detail}</translation>
    </message>
    <message>
        <source>Something went wrong and was written to the log: {detail}</source>
        <translation>出了问题，已写入日志：{detail}</translation>
    </message>
</context>
<context>
    <name>matrices</name>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询投影</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键投影</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值投影</translation>
    </message>
    <message>
        <source>query bias</source>
        <translation>查询偏置</translation>
    </message>
    <message>
        <source>key bias</source>
        <translation>键偏置</translation>
    </message>
    <message>
        <source>value bias</source>
        <translation>值偏置</translation>
    </message>
    <message>
        <source>output bias</source>
        <translation>输出偏置</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>输出投影</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>raw scores</source>
        <translation>原始得分</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>scaled scores</source>
        <translation>缩放得分</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>head output</source>
        <translation>头输出</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>causal rule</source>
        <translation>因果规则</translation>
    </message>
    <message>
        <source>heads side by side</source>
        <translation>各头拼接</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>注意力输出</translation>
    </message>
    <message>
        <source>residual sum</source>
        <translation>残差和</translation>
    </message>
    <message>
        <source>normalised</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>norm off</source>
        <translation>不归一化</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>mean square</source>
        <translation>均方</translation>
    </message>
    <message>
        <source>standardised</source>
        <translation>标准化</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>增益</translation>
    </message>
    <message>
        <source>shift</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>first layer</source>
        <translation>第一层</translation>
    </message>
    <message>
        <source>first bias</source>
        <translation>第一层偏置</translation>
    </message>
    <message>
        <source>second layer</source>
        <translation>第二层</translation>
    </message>
    <message>
        <source>second bias</source>
        <translation>第二层偏置</translation>
    </message>
    <message>
        <source>before activation</source>
        <translation>激活前</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏层</translation>
    </message>
    <message>
        <source>feed-forward output</source>
        <translation>前馈输出</translation>
    </message>
    <message>
        <source>inside the root</source>
        <translation>根号里</translation>
    </message>
    <message>
        <source>score scale</source>
        <translation>得分缩放</translation>
    </message>
    <message>
        <source>first query&apos;s position</source>
        <translation>首个查询的位置</translation>
    </message>
    <message>
        <source>ids of the tokens</source>
        <translation>词元编号</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>embedding table</source>
        <translation>嵌入表</translation>
    </message>
    <message>
        <source>embedding scale</source>
        <translation>嵌入缩放</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>position table</source>
        <translation>位置表</translation>
    </message>
    <message>
        <source>rows with positions</source>
        <translation>加上位置的行</translation>
    </message>
    <message>
        <source>first position</source>
        <translation>起始位置</translation>
    </message>
    <message>
        <source>RoPE base</source>
        <translation>RoPE 底数</translation>
    </message>
    <message>
        <source>window width</source>
        <translation>窗口宽度</translation>
    </message>
    <message>
        <source>turned queries</source>
        <translation>旋转后的查询</translation>
    </message>
    <message>
        <source>turned keys</source>
        <translation>旋转后的键</translation>
    </message>
    <message>
        <source>scaled embeddings</source>
        <translation>缩放后的嵌入</translation>
    </message>
    <message>
        <source>scores with bias</source>
        <translation>加偏置的得分</translation>
    </message>
    <message>
        <source>position bias</source>
        <translation>位置偏置</translation>
    </message>
    <message>
        <source>bias by distance</source>
        <translation>按距离的偏置</translation>
    </message>
    <message>
        <source>distance scores</source>
        <translation>距离得分</translation>
    </message>
    <message>
        <source>raw and distance scores</source>
        <translation>原始与距离得分之和</translation>
    </message>
    <message>
        <source>distance keys</source>
        <translation>距离键</translation>
    </message>
    <message>
        <source>distance values</source>
        <translation>距离值</translation>
    </message>
    <message>
        <source>weighted values</source>
        <translation>加权的值</translation>
    </message>
    <message>
        <source>weighted distance values</source>
        <translation>加权的距离值</translation>
    </message>
    <message>
        <source>window rule</source>
        <translation>窗口规则</translation>
    </message>
    <message>
        <source>padding rule</source>
        <translation>填充规则</translation>
    </message>
    <message>
        <source>custom mask</source>
        <translation>自定义掩码</translation>
    </message>
    <message>
        <source>not padding</source>
        <translation>非填充</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>encoder output</source>
        <translation>编码器输出</translation>
    </message>
    <message>
        <source>after cross-attention</source>
        <translation>交叉注意力之后</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>probabilities</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>log-probabilities</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>label counts</source>
        <translation>标签是否计入</translation>
    </message>
    <message>
        <source>token losses</source>
        <translation>逐词元损失</translation>
    </message>
    <message>
        <source>mean loss</source>
        <translation>平均损失</translation>
    </message>
    <message>
        <source>vocabulary projection</source>
        <translation>词表投影</translation>
    </message>
    <message>
        <source>vocabulary bias</source>
        <translation>词表偏置</translation>
    </message>
    <message>
        <source>after dropout</source>
        <translation>丢弃之后</translation>
    </message>
    <message>
        <source>dropout mask</source>
        <translation>dropout 掩码</translation>
    </message>
    <message>
        <source>computed before</source>
        <translation>先前算出</translation>
    </message>
    <message>
        <source>new rows</source>
        <translation>新的行</translation>
    </message>
    <message>
        <source>natural value</source>
        <translation>自然值</translation>
    </message>
    <message>
        <source>held values</source>
        <translation>固定的值</translation>
    </message>
    <message>
        <source>where held</source>
        <translation>固定的位置</translation>
    </message>
    <message>
        <source>after attention</source>
        <translation>注意力之后</translation>
    </message>
    <message>
        <source>layer output</source>
        <translation>层输出</translation>
    </message>
</context>
<context>
    <name>menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
</context>
<context>
    <name>order</name>
    <message>
        <source>positions are added to the rows</source>
        <translation>行上加了位置</translation>
    </message>
    <message>
        <source>queries and keys are turned by their positions</source>
        <translation>查询和键按位置旋转</translation>
    </message>
    <message>
        <source>scores depend on the distance of two tokens</source>
        <translation>得分取决于两个词元的距离</translation>
    </message>
    <message>
        <source>values depend on the distance of two tokens</source>
        <translation>值取决于两个词元的距离</translation>
    </message>
    <message>
        <source>a causal mask</source>
        <translation>因果掩码</translation>
    </message>
    <message>
        <source>a window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>dropout leaves out other cells in each row</source>
        <translation>dropout 在每行丢弃不同的单元</translation>
    </message>
    <message>
        <source>cells that are held in their place</source>
        <translation>固定在原处的格</translation>
    </message>
    <message>
        <source>a mask painted by hand</source>
        <translation>手绘掩码</translation>
    </message>
    <message>
        <source>A seed is a whole number from 0 to {most}.</source>
        <translation>种子是 0 到 {most} 的整数。</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>倒序</translation>
    </message>
    <message>
        <source>The last token first</source>
        <translation>最后一个词元排到最前</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>轮换</translation>
    </message>
    <message>
        <source>The first token last</source>
        <translation>第一个词元移到最后</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>打乱</translation>
    </message>
    <message>
        <source>The order that the seed beside gives, always the same one</source>
        <translation>由旁边的种子决定的次序，每次相同</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>复原</translation>
    </message>
    <message>
        <source>The order of the sample</source>
        <translation>样本原来的次序</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Put the sample&apos;s tokens in this order, rows and pins with them</source>
        <translation>把样本的词元排成这个次序，行和固定值随之移动</translation>
    </message>
    <message>
        <source>Seed of the shuffle</source>
        <translation>打乱用的种子</translation>
    </message>
    <message>
        <source>less</source>
        <translation>减小</translation>
    </message>
    <message>
        <source>more</source>
        <translation>增大</translation>
    </message>
    <message>
        <source>Go to that cell on the bench</source>
        <translation>前往工作台上的这一格</translation>
    </message>
    <message>
        <source>P f(X): {matrix} of X, permuted</source>
        <translation>P f(X)：X 的 {matrix}，再重排</translation>
    </message>
    <message>
        <source>f(X): {matrix} of X</source>
        <translation>f(X)：X 的 {matrix}</translation>
    </message>
    <message>
        <source>f(PX): {matrix} of PX</source>
        <translation>f(PX)：PX 的 {matrix}</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Sequence to permute</source>
        <translation>要重排的序列</translation>
    </message>
    <message>
        <source>Tokens of PX</source>
        <translation>PX 的词元</translation>
    </message>
    <message>
        <source>Drag or Alt+← → to another place. Positions stay with their places, the model stays.</source>
        <translation>拖动或按 Alt+← → 换位置。位置编码留在原处，模型不变。</translation>
    </message>
    <message>
        <source>Positions move by a whole number from {low} to {high}.</source>
        <translation>位置平移的量是 {low} 到 {high} 的整数。</translation>
    </message>
    <message>
        <source>Shift all positions by</source>
        <translation>所有位置平移</translation>
    </message>
    <message>
        <source>Shift of all positions</source>
        <translation>所有位置的平移量</translation>
    </message>
    <message>
        <source>The model is run with every position scheme, from its first position and from one k later.</source>
        <translation>对每种位置方案各算两次：从原来的起始位置，和从后移 k 的起始位置。</translation>
    </message>
    <message>
        <source>Drag a token to another place: then X and PX differ.</source>
        <translation>把一个词元拖到别处，PX 就与 X 不同。</translation>
    </message>
    <message>
        <source>Equivariant here: f(PX) = P f(X)</source>
        <translation>此处等变：f(PX) = P f(X)</translation>
    </message>
    <message>
        <source>Not equivariant: f(PX) ≠ P f(X)</source>
        <translation>不等变：f(PX) ≠ P f(X)</translation>
    </message>
    <message>
        <source>Invariant here: f(PX) = f(X), rows of other tokens</source>
        <translation>此处不变：f(PX) = f(X)，各行属于别的词元</translation>
    </message>
    <message>
        <source>Not invariant: f(PX) ≠ f(X)</source>
        <translation>并非不变：f(PX) ≠ f(X)</translation>
    </message>
    <message>
        <source>max|f(PX) − P f(X)| = {size}, f is {matrix}</source>
        <translation>max|f(PX) − P f(X)| = {size}，f 为 {matrix}</translation>
    </message>
    <message>
        <source>max|f(PX) − f(X)| = {size}, f is {matrix}</source>
        <translation>max|f(PX) − f(X)| = {size}，f 为 {matrix}</translation>
    </message>
    <message>
        <source>First to differ: {cell}, by {size}</source>
        <translation>最先不同：{cell}，相差 {size}</translation>
    </message>
    <message>
        <source>Mean row: invariant, it moves by {size}.</source>
        <translation>各行的平均：不变，移动 {size}。</translation>
    </message>
    <message>
        <source>Mean row: not invariant, it moves by {size}.</source>
        <translation>各行的平均：并非不变，移动 {size}。</translation>
    </message>
    <message>
        <source>The rows themselves are not: f(PX) − f(X) reaches {size}.</source>
        <translation>各行本身并非不变：f(PX) − f(X) 最大 {size}。</translation>
    </message>
    <message>
        <source>The rows themselves are, too: f(PX) − f(X) reaches {size}.</source>
        <translation>各行本身也不变：f(PX) − f(X) 最大 {size}。</translation>
    </message>
    <message>
        <source>{matrix}, rows of other tokens, moves by {size}.</source>
        <translation>{matrix} 的各行属于别的词元，移动 {size}。</translation>
    </message>
    <message>
        <source>{matrix}, rows of other tokens, stays: {size}.</source>
        <translation>{matrix} 的各行属于别的词元，不动：{size}。</translation>
    </message>
    <message>
        <source>Nothing in this model tells places apart, so every order must give this; this one was measured.</source>
        <translation>这个模型里没有什么能区分位置，所以任何次序都应如此；这里测的是当前次序。</translation>
    </message>
    <message>
        <source>Measured for this order and these numbers alone. What could tell places apart: {reasons}.</source>
        <translation>只对当前次序和这些数测得。可能区分位置的：{reasons}。</translation>
    </message>
    <message>
        <source>Measured for this order, these numbers and switches. What tells places apart: {reasons}.</source>
        <translation>对当前次序、这些数和开关测得。区分位置的是：{reasons}。</translation>
    </message>
    <message>
        <source>can&apos;t be measured</source>
        <translation>无法测量</translation>
    </message>
    <message>
        <source>there are no scores</source>
        <translation>没有得分</translation>
    </message>
    <message>
        <source>no score moves, to the bit</source>
        <translation>得分逐位不变</translation>
    </message>
    <message>
        <source>rounding alone: {size}</source>
        <translation>仅舍入：{size}</translation>
    </message>
    <message>
        <source>scores move by {size}</source>
        <translation>得分变动 {size}</translation>
    </message>
    <message>
        <source>most in {matrix}</source>
        <translation>最大在 {matrix}</translation>
    </message>
</context>
<context>
    <name>overview</name>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Encoder → memory</source>
        <translation>编码器 → memory</translation>
    </message>
    <message>
        <source>Tokens → rows</source>
        <translation>词元 → 行</translation>
    </message>
    <message>
        <source>Input rows</source>
        <translation>输入行</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>Layer {layer}</source>
        <translation>第 {layer} 层</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>panels</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>固定值</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>Numbers and heatmap</source>
        <translation>数值与热图</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>次序</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>牵动什么</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>全部注意力头</translation>
    </message>
    <message>
        <source>Follow a word</source>
        <translation>跟随一个词</translation>
    </message>
    <message>
        <source>Who may read what</source>
        <translation>谁能读什么</translation>
    </message>
    <message>
        <source>Jacobians</source>
        <translation>雅可比矩阵</translation>
    </message>
    <message>
        <source>Two panes</source>
        <translation>双栏对照</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>账目</translation>
    </message>
    <message>
        <source>Three kinds</source>
        <translation>三种模型</translation>
    </message>
    <message>
        <source>one less</source>
        <translation>减一</translation>
    </message>
    <message>
        <source>one more</source>
        <translation>加一</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{fields}: {reason}</source>
        <translation>{fields}：{reason}</translation>
    </message>
    <message>
        <source>{fields}: no effect here</source>
        <translation>{fields}：在此不起作用</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
</context>
<context>
    <name>panes</name>
    <message>
        <source>teacher forcing</source>
        <translation>教师强制</translation>
    </message>
    <message>
        <source>free running</source>
        <translation>自由生成</translation>
    </message>
    <message>
        <source>equal: {count} matrices of this row agree to {close}, after the same tokens</source>
        <translation>相等：前面词元相同，这一行的 {count} 个矩阵一致到 {close}</translation>
    </message>
    <message>
        <source>not equal after the same tokens: {gap} in {node}</source>
        <translation>前面词元相同却不相等：{node} 中相差 {gap}</translation>
    </message>
    <message>
        <source>equal, though other tokens stand before it</source>
        <translation>相等，尽管前面的词元不同</translation>
    </message>
    <message>
        <source>other tokens stand before it: the largest difference is {gap}, in {node}</source>
        <translation>前面的词元不同：最大的差是 {gap}，在 {node} 中</translation>
    </message>
    <message>
        <source>Teacher forcing · all {count} rows at once, each from its own prefix</source>
        <translation>教师强制 · {count} 行同时计算，各用自己的前缀</translation>
    </message>
    <message>
        <source>Free running · row by row, {count} so far</source>
        <translation>自由生成 · 逐行进行，已有 {count} 行</translation>
    </message>
    <message>
        <source>Rows of both runs</source>
        <translation>两次运行的各行</translation>
    </message>
    <message>
        <source>A click follows a row or puts a token; with the keys: arrows, Enter, and 1 2 3 for a token</source>
        <translation>点击跟随一行或放上一个词元；键盘：方向键、回车，1 2 3 放词元</translation>
    </message>
</context>
<context>
    <name>pins</name>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 处</translation>
    </message>
    <message>
        <source>What is held</source>
        <translation>被固定的值</translation>
    </message>
    <message>
        <source>Release all</source>
        <translation>全部解除</translation>
    </message>
    <message>
        <source>Release every pin, in every sample</source>
        <translation>解除所有样本中的全部固定</translation>
    </message>
    <message>
        <source>Nothing is held. Press P on a computed cell, or type a number there; the right button holds rows, columns and matrices.</source>
        <translation>还没有固定任何值。选中一个算出来的格子，按 P 键或直接输入数字；用右键可固定整行、整列或整个矩阵。</translation>
    </message>
    <message>
        <source>this row sums to {total}, not to 1</source>
        <translation>这一行之和为 {total}，不是 1</translation>
    </message>
    <message>
        <source>release</source>
        <translation>解除</translation>
    </message>
    <message>
        <source>Release {cells}</source>
        <translation>解除固定 {cells}</translation>
    </message>
    <message>
        <source>held at {value} · in sample {sample}</source>
        <translation>固定为 {value} · 在样本 {sample} 中</translation>
    </message>
    <message>
        <source>held at {value} · not in the present model</source>
        <translation>固定为 {value} · 当前模型中没有这一处</translation>
    </message>
    <message>
        <source>{count} cells held at {value}</source>
        <translation>{count} 个格子固定为 {value}</translation>
    </message>
    <message>
        <source>held at {value} · naturally {natural}</source>
        <translation>固定为 {value} · 自然值 {natural}</translation>
    </message>
</context>
<context>
    <name>prediction</name>
    <message>
        <source>click: follow row {label}</source>
        <translation>点击：跟随 {label} 行</translation>
    </message>
    <message>
        <source>click: open it on the bench</source>
        <translation>点击：在工作台上打开</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>vocabulary head</source>
        <translation>词表输出头</translation>
    </message>
    <message>
        <source>all</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Multiplications</source>
        <translation>乘法次数</translation>
    </message>
    <message>
        <source>this step</source>
        <translation>这一步</translation>
    </message>
    <message>
        <source>so far</source>
        <translation>累计</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>without</source>
        <translation>无缓存</translation>
    </message>
    <message>
        <source>Cross-attention, row {token}</source>
        <translation>交叉注意力，{token} 行</translation>
    </message>
    <message>
        <source>what row {token} reads of the source</source>
        <translation>{token} 行从源句读取什么</translation>
    </message>
    <message>
        <source>The row&apos;s query asks every key of the memory; the shares add up to 1.</source>
        <translation>这一行的查询与 memory 的每个键比对；各份额之和为 1。</translation>
    </message>
    <message>
        <source>Cross-attention is off: no row reads the source, so it does not matter what stands there. What is said next comes from the target alone.</source>
        <translation>交叉注意力已关闭：没有哪一行读取源句，那里写什么都无关紧要。下一个词只由目标句决定。</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>This model predicts no token</source>
        <translation>这个模型不预测词元</translation>
    </message>
    <message>
        <source>It is one attention by itself: rows go in, rows come out, and no word is said.</source>
        <translation>它只是单独一个注意力：输入若干行，输出若干行，不说任何词。</translation>
    </message>
    <message>
        <source>Its last layer gives rows of numbers, and nothing turns them into words: that is what the switch “{head}” in the model panel adds.</source>
        <translation>它的最后一层给出一行行数字，没有什么把它们变成词：模型面板里的开关“{head}”就是加上这一步。</translation>
    </message>
    <message>
        <source>Open one that does</source>
        <translation>打开一个会预测的模型</translation>
    </message>
    <message>
        <source>Look at it on the bench</source>
        <translation>在工作台上看它</translation>
    </message>
    <message>
        <source>fold this layer</source>
        <translation>折叠这一层</translation>
    </message>
    <message>
        <source>unfold this layer</source>
        <translation>展开这一层</translation>
    </message>
    <message>
        <source>Rows of K and V</source>
        <translation>K 和 V 的行</translation>
    </message>
    <message>
        <source>Layer {layer}: {new} new this step, {reused} reused</source>
        <translation>第 {layer} 层：这一步新算 {new} 行，沿用 {reused} 行</translation>
    </message>
    <message>
        <source>{count} of the source, computed in this step</source>
        <translation>源句 {count} 行，在这一步计算</translation>
    </message>
    <message>
        <source>{count} of the source, computed once</source>
        <translation>源句 {count} 行，只算一次</translation>
    </message>
    <message>
        <source>layers {first}–{last}</source>
        <translation>第 {first}–{last} 层</translation>
    </message>
    <message>
        <source>layer {layer}</source>
        <translation>第 {layer} 层</translation>
    </message>
    <message>
        <source>K, V</source>
        <translation>K、V</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>交叉</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>again</source>
        <translation>再算</translation>
    </message>
    <message>
        <source>The first {count} alone</source>
        <translation>只看前 {count} 个</translation>
    </message>
    <message>
        <source>All {count} words</source>
        <translation>全部 {count} 个词</translation>
    </message>
    <message>
        <source>the target&apos;s</source>
        <translation>目标中的</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个词元</translation>
    </message>
    <message>
        <source>Row {token} predicts</source>
        <translation>行“{token}”的预测</translation>
    </message>
    <message>
        <source>Next token after “{prefix}”</source>
        <translation>“{prefix}”之后的词元</translation>
    </message>
    <message>
        <source>{kept} multiplications this step; {all} without the cache</source>
        <translation>这一步 {kept} 次乘法；无缓存要 {all} 次</translation>
    </message>
    <message>
        <source>Teacher forcing: all {count} rows at once, each from what the target has before it.</source>
        <translation>教师强制：{count} 行同时计算，每一行只用目标中它前面的部分。</translation>
    </message>
    <message>
        <source>Generating row by row: row {token} is new; its {count} rows of K and V are computed.</source>
        <translation>逐行生成：行“{token}”是新的；{count} 行 K、V 都已计算。</translation>
    </message>
    <message>
        <source>Generating row by row: row {token} is new; its row of K and V is computed.</source>
        <translation>逐行生成：行“{token}”是新的；它的 K、V 行已计算。</translation>
    </message>
    <message>
        <source>Generating row by row: row {token} is new; of its {count} rows of K and V, {new} is computed and {reused} is reused.</source>
        <translation>逐行生成：行“{token}”是新的；它的 {count} 行 K、V 中，{new} 行新算，{reused} 行沿用。</translation>
    </message>
    <message>
        <source>Generating row by row: row {token} is new; of its {count} rows of K and V, {new} is computed and {reused} are reused.</source>
        <translation>逐行生成：行“{token}”是新的；它的 {count} 行 K、V 中，{new} 行新算，{reused} 行沿用。</translation>
    </message>
    <message>
        <source>Words that may come next</source>
        <translation>可能的下一个词</translation>
    </message>
    <message>
        <source>A click or Enter puts this word next; Left takes the newest one back</source>
        <translation>点击或回车把这个词放在后面；← 收回最新的词元</translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation>教师强制</translation>
    </message>
    <message>
        <source>Free running</source>
        <translation>自由生成</translation>
    </message>
    <message>
        <source>Which run predicts</source>
        <translation>由哪次运行预测</translation>
    </message>
    <message>
        <source>All rows of the known target at once</source>
        <translation>已知目标的所有行同时计算</translation>
    </message>
    <message>
        <source>The model&apos;s own tokens, a row after the other</source>
        <translation>模型自己的词元，一行接一行</translation>
    </message>
    <message>
        <source>Take as target</source>
        <translation>作为目标</translation>
    </message>
    <message>
        <source>Take this sentence as the target (can be undone)</source>
        <translation>把这个句子作为目标（可以撤销）</translation>
    </message>
    <message>
        <source>By part, this step and so far</source>
        <translation>按部分：这一步和累计</translation>
    </message>
    <message>
        <source>Who may read what</source>
        <translation>谁能读什么</translation>
    </message>
    <message>
        <source>all layers…</source>
        <translation>所有层…</translation>
    </message>
    <message>
        <source>Open the panel that says it for every attention, and why</source>
        <translation>打开面板，查看每个注意力能读什么，以及为什么</translation>
    </message>
    <message>
        <source>cross: off</source>
        <translation>交叉：已关闭</translation>
    </message>
    <message>
        <source>whole source</source>
        <translation>整个源句</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>前缀</translation>
    </message>
    <message>
        <source>encoder: {what}</source>
        <translation>编码器：{what}</translation>
    </message>
    <message>
        <source>decoder: {what}</source>
        <translation>解码器：{what}</translation>
    </message>
    <message>
        <source>cross: {what}</source>
        <translation>交叉：{what}</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Encoder · source</source>
        <translation>编码器 · 源句</translation>
    </message>
    <message>
        <source>Encoder · tokens</source>
        <translation>编码器 · 词元</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>Decoder · target, shifted right</source>
        <translation>解码器 · 目标句，右移一位</translation>
    </message>
    <message>
        <source>Decoder · tokens, each predicts the next</source>
        <translation>解码器 · 每个词元预测下一个</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>第 {number} 层</translation>
    </message>
    <message>
        <source>encoder layer {number}</source>
        <translation>编码器第 {number} 层</translation>
    </message>
    <message>
        <source>decoder layer {number}</source>
        <translation>解码器第 {number} 层</translation>
    </message>
    <message>
        <source>no norm</source>
        <translation>无归一化</translation>
    </message>
    <message>
        <source>post-norm</source>
        <translation>后归一化</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>前归一化</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>memory · final encoder output</source>
        <translation>memory · 编码器最终输出</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>Vocabulary head → softmax</source>
        <translation>词表输出头 → softmax</translation>
    </message>
    <message>
        <source>Q: target · K, V: memory</source>
        <translation>Q：目标句 · K、V：memory</translation>
    </message>
    <message>
        <source>{count} heads</source>
        <translation>{count} 个头</translation>
    </message>
    <message>
        <source>1 head</source>
        <translation>1 个头</translation>
    </message>
    <message>
        <source>all {count} visible</source>
        <translation>{count} 个全部可见</translation>
    </message>
    <message>
        <source>{count} of {all} visible</source>
        <translation>可见 {all} 个中的 {count} 个</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>有遮挡</translation>
    </message>
    <message>
        <source>FFN</source>
        <translation>前馈网络</translation>
    </message>
    <message>
        <source>FFN {widths}</source>
        <translation>前馈网络 {widths}</translation>
    </message>
    <message>
        <source>row by row</source>
        <translation>逐行</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>各行</translation>
    </message>
    <message>
        <source>Embedding × √d</source>
        <translation>嵌入 × √d</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>{rows} + position</source>
        <translation>{rows} + 位置</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>正弦位置</translation>
    </message>
    <message>
        <source>no positions</source>
        <translation>无位置</translation>
    </message>
    <message>
        <source>nobody: cross-attention is off</source>
        <translation>无人读取：交叉注意力已关闭</translation>
    </message>
    <message>
        <source>K, V of every cross-attention</source>
        <translation>每个交叉注意力的 K、V</translation>
    </message>
    <message>
        <source>Row {row} reads {tokens}.</source>
        <translation>{row} 行读取 {tokens}。</translation>
    </message>
    <message>
        <source>Shown: a free run; the rows after the last one don&apos;t exist yet.</source>
        <translation>这里是自由生成：最后一行之后的行还不存在。</translation>
    </message>
    <message>
        <source>Shown: teacher forcing, all {count} rows at once; the greyed tokens are hidden from this row by the causal mask. In free generation these rows do not exist yet.</source>
        <translation>这里是教师强制，{count} 行同时算出；灰色词元被因果掩码遮住，这一行看不到。自由生成时，那些行还不存在。</translation>
    </message>
    <message>
        <source>Shown: all {count} rows at once. Without the causal mask a row reads the tokens after it, too.</source>
        <translation>这里 {count} 行同时算出。没有因果掩码，一行也会读取它后面的词元。</translation>
    </message>
</context>
<context>
    <name>reach</name>
    <message>
        <source>Moves {count}</source>
        <translation>动了 {count}</translation>
    </message>
    <message>
        <source>Not here {count}</source>
        <translation>这里没动 {count}</translation>
    </message>
    <message>
        <source>Cannot {count}</source>
        <translation>动不了 {count}</translation>
    </message>
    <message>
        <source>matrices of which some cell moved, in some bit</source>
        <translation>至少有一格变了（哪怕一位）的矩阵</translation>
    </message>
    <message>
        <source>could move and did not here: a dead ReLU, a saturated softmax, a weight of 0, or a step too small</source>
        <translation>本来可以动，这里却没动：ReLU 关闭、softmax 饱和、权重为 0，或步长太小</translation>
    </message>
    <message>
        <source>stay for any value of this cell: the graph, a mask or a pin forbids it</source>
        <translation>无论这个格子取什么值都不动：计算图、掩码或钉住的值不允许</translation>
    </message>
    <message>
        <source>{moved} of {size}</source>
        <translation>{size} 格中 {moved} 格</translation>
    </message>
    <message>
        <source>at {sign}δ: {change} at {cell}</source>
        <translation>{sign}δ 时：{cell} 变化 {change}</translation>
    </message>
    <message>
        <source>{count} could</source>
        <translation>{count} 格可动</translation>
    </message>
    <message>
        <source>{count} cells could move and did not here</source>
        <translation>{count} 格本来可以动，这里却没动</translation>
    </message>
    <message>
        <source>{count} cells cannot move</source>
        <translation>{count} 格动不了</translation>
    </message>
    <message>
        <source>Matrices listed</source>
        <translation>列出的矩阵</translation>
    </message>
    <message>
        <source>{cell} = {value} ± {delta}: {moving} of {all} matrices move</source>
        <translation>{cell} = {value} ± {delta}：{all} 个矩阵中有 {moving} 个会动</translation>
    </message>
    <message>
        <source>{cell} = {value}, turned: {moving} of {all} matrices move</source>
        <translation>{cell} = {value}，翻转：{all} 个矩阵中有 {moving} 个会动</translation>
    </message>
    <message>
        <source>{cell} = {value}, one way by {delta}: {moving} of {all} matrices move</source>
        <translation>{cell} = {value}，只能朝一个方向变 {delta}：{all} 个矩阵中有 {moving} 个会动</translation>
    </message>
    <message>
        <source>None of the matrices.</source>
        <translation>没有这样的矩阵。</translation>
    </message>
    <message>
        <source>Select an input, a parameter or a pinned cell: what moves with it is measured here.</source>
        <translation>选中一个输入、参数或钉住的格子：这里会测出它牵动什么。</translation>
    </message>
    <message>
        <source>Measured as soon as nothing moves any more …</source>
        <translation>等一切停下来就开始测量……</translation>
    </message>
    <message>
        <source>δ is a finite number other than 0.</source>
        <translation>δ 必须是不为 0 的有限数。</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Which matrices are listed</source>
        <translation>列出哪些矩阵</translation>
    </message>
    <message>
        <source>Set this much higher and lower; empty for the usual step</source>
        <translation>把格子调高、调低这么多；留空用默认步长</translation>
    </message>
    <message>
        <source>Step δ</source>
        <translation>步长 δ</translation>
    </message>
</context>
<context>
    <name>readers</name>
    <message>
        <source>Each attention by itself</source>
        <translation>每个注意力单独来看</translation>
    </message>
    <message>
        <source>Through the layers</source>
        <translation>穿过各层</translation>
    </message>
    <message>
        <source>Through the layers: what reaches {token}</source>
        <translation>穿过各层：哪些词元影响到“{token}”</translation>
    </message>
    <message>
        <source>every key is visible</source>
        <translation>所有键都可见</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>hidden: {rules}</source>
        <translation>遮住：{rules}</translation>
    </message>
    <message>
        <source>query {query} may read key {key}</source>
        <translation>查询 {query} 可读取键 {key}</translation>
    </message>
    <message>
        <source>key {key} is hidden from query {query}: {rules}</source>
        <translation>键 {key} 对查询 {query} 隐藏：{rules}</translation>
    </message>
    <message>
        <source>no way</source>
        <translation>没有通路</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源端</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标端</translation>
    </message>
    <message>
        <source>Keys and values</source>
        <translation>键和值</translation>
    </message>
    <message>
        <source>layer {number}</source>
        <translation>第 {number} 层</translation>
    </message>
    <message>
        <source>can</source>
        <translation>能</translation>
    </message>
    <message>
        <source>cannot</source>
        <translation>不能</translation>
    </message>
    <message>
        <source>does</source>
        <translation>会</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>此处不变</translation>
    </message>
    <message>
        <source>{token} can read every token of it.</source>
        <translation>“{token}”能读到其中每个词元。</translation>
    </message>
    <message>
        <source>{token} can read none of it: {rules}.</source>
        <translation>“{token}”一个也读不到：{rules}。</translation>
    </message>
    <message>
        <source>{token} cannot read {hidden}: {rules}.</source>
        <translation>“{token}”读不到 {hidden}：{rules}。</translation>
    </message>
    <message>
        <source>No change of {token} can move the row of {row}: {rules}</source>
        <translation>无论怎样改动“{token}”，“{row}”这一行都不会变：{rules}</translation>
    </message>
    <message>
        <source>Graph and masks leave a way from {token} to the row of {row}</source>
        <translation>计算图和掩码允许“{token}”影响到“{row}”这一行</translation>
    </message>
    <message>
        <source>Moved a little, {token} moves it by at most {size}</source>
        <translation>稍微改动“{token}”，这一行最多变化 {size}</translation>
    </message>
    <message>
        <source>Moved a little, {token} leaves it as it is, to the last bit</source>
        <translation>稍微改动“{token}”，这一行一位也不变</translation>
    </message>
    <message>
        <source>measuring: {done} of {total} runs</source>
        <translation>正在测量：{done}/{total} 次</translation>
    </message>
    <message>
        <source>measured once nothing moves</source>
        <translation>静止后再测量</translation>
    </message>
    <message>
        <source>can: graph and masks leave a way to this row. does: the token&apos;s row before positions, moved a little up or down, moves it; the number is the largest change.</source>
        <translation>能：计算图和掩码允许它影响到这一行。会：把该词元的行（加位置之前）稍微调大或调小，这一行随之变化；数字是最大变化量。</translation>
    </message>
    <message>
        <source>The model is too large to follow every token through it here; the maps above hold all the same.</source>
        <translation>模型太大，这里无法逐个追踪词元；上面的图仍然有效。</translation>
    </message>
    <message>
        <source>Follow a row (click a token above the bench) to see what can reach it through the layers.</source>
        <translation>跟随一行（点击工作台上方的词元），即可看到各层之后有哪些词元能影响到它。</translation>
    </message>
    <message>
        <source>This row asks nothing: it is read, as key and value.</source>
        <translation>这一行不提问：它作为键和值被读取。</translation>
    </message>
    <message>
        <source>This model has no attention.</source>
        <translation>此模型没有注意力。</translation>
    </message>
</context>
<context>
    <name>recovery</name>
    <message>
        <source>Recover unsaved work</source>
        <translation>恢复未保存的内容</translation>
    </message>
    <message>
        <source>Glassformer ended before this work was saved. What was kept of it:</source>
        <translation>上次 Glassformer 结束时，这些内容还没有保存。留下的副本：</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>丢弃(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>以后再说(&amp;L)</translation>
    </message>
    <message>
        <source>The settings were damaged. They are kept as {file}, and the usual ones are in use.</source>
        <translation>设置文件已损坏，已另存为 {file}；现在使用默认设置。</translation>
    </message>
    <message>
        <source>Recovered {title}. It is not saved yet.</source>
        <translation>已恢复“{title}”，尚未保存。</translation>
    </message>
    <message>
        <source>A copy of unsaved work is damaged and can&apos;t be recovered; it is kept as {file}.</source>
        <translation>有一份未保存内容的副本已损坏，无法恢复；它保留为 {file}。</translation>
    </message>
    <message>
        <source>Unsaved work can&apos;t be kept safe here; save it often. {reason}</source>
        <translation>这里无法自动保留未保存的内容，请经常保存。{reason}</translation>
    </message>
    <message>
        <source>&amp;Copy report</source>
        <translation>复制报告(&amp;C)</translation>
    </message>
    <message>
        <source>You can go on working.</source>
        <translation>可以继续工作。</translation>
    </message>
    <message>
        <source>Your work is kept, and you can go on working.</source>
        <translation>您的内容已保留，可以继续工作。</translation>
    </message>
    <message>
        <source>The report is on the clipboard.</source>
        <translation>报告已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Drop one .glass file of this computer at a time.</source>
        <translation>一次只能拖入一个本机的 .glass 文件。</translation>
    </message>
    <message>
        <source>{file} is neither a .glass file nor a corpus ({endings}); those can be dropped here.</source>
        <translation>{file} 既不是 .glass 文件，也不是语料（{endings}）；这里可以拖入这两种。</translation>
    </message>
</context>
<context>
    <name>slopes</name>
    <message>
        <source>This is a gradient: it is worked out, not given. Show the value (Ctrl+G, or the right button) to change it.</source>
        <translation>这是梯度，是算出来的，不能直接改。要改数值，请先改为显示数值（Ctrl+G，或用右键菜单）。</translation>
    </message>
    <message>
        <source>Try it: move the number both ways</source>
        <translation>验证：把这个数向两边各动一点</translation>
    </message>
    <message>
        <source>Show the value</source>
        <translation>显示数值</translation>
    </message>
    <message>
        <source>Show the gradient here</source>
        <translation>在这里显示梯度</translation>
    </message>
    <message>
        <source>Show the gradient of this cell everywhere</source>
        <translation>在各处显示这一格的梯度</translation>
    </message>
    <message>
        <source>gradient: being worked out</source>
        <translation>梯度：正在计算</translation>
    </message>
    <message>
        <source>value: no gradient</source>
        <translation>数值：没有梯度</translation>
    </message>
    <message>
        <source>not on the way</source>
        <translation>不在路上</translation>
    </message>
    <message>
        <source>gradient of {target} by {matrix}  {shape}  ({name})</source>
        <translation>{target} 对 {matrix} 的梯度  {shape}  （{name}）</translation>
    </message>
    <message>
        <source>colours from −{limit} over 0 to {limit}</source>
        <translation>颜色从 −{limit} 经 0 到 {limit}</translation>
    </message>
    <message>
        <source>every number on the card times {power}</source>
        <translation>卡片上的每个数都要乘以 {power}</translation>
    </message>
    <message>
        <source>click a number: it is moved both ways, and both slopes compared</source>
        <translation>单击一个数：把它向两边各动一点，比较两个斜率</translation>
    </message>
    <message>
        <source>nothing leads from {matrix} to {target}: its gradient is 0</source>
        <translation>从 {matrix} 没有通向 {target} 的路：梯度为 0</translation>
    </message>
    <message>
        <source>gradient, exactly {number}</source>
        <translation>梯度，精确值 {number}</translation>
    </message>
    <message>
        <source>the number itself is {number}</source>
        <translation>数值本身是 {number}</translation>
    </message>
    <message>
        <source>◆ a pin covers it: it moves nothing, so its gradient is 0</source>
        <translation>◆ 固定值盖住了它：它不起作用，梯度为 0</translation>
    </message>
    <message>
        <source>Gradient of {target}</source>
        <translation>{target} 的梯度</translation>
    </message>
    <message>
        <source>the chosen cell is not in this model</source>
        <translation>所选的那一格不在这个模型里</translation>
    </message>
    <message>
        <source>not while another side of the comparison is shown</source>
        <translation>正在显示比较的另一侧，暂不显示梯度</translation>
    </message>
    <message>
        <source>on {cards}</source>
        <translation>显示在 {cards} 上</translation>
    </message>
    <message>
        <source>not on {cards}</source>
        <translation>{cards} 除外</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Every card shows</source>
        <translation>每张卡片显示</translation>
    </message>
    <message>
        <source>What every card shows (Ctrl+G); key G turns the selected card alone</source>
        <translation>每张卡片显示什么（Ctrl+G）；按 G 只切换所选卡片</translation>
    </message>
    <message>
        <source>Of the loss</source>
        <translation>损失的梯度</translation>
    </message>
    <message>
        <source>Show how much each number moves the loss of this sample</source>
        <translation>显示每个数对本样本损失的影响</translation>
    </message>
    <message>
        <source>Of this cell</source>
        <translation>此格的梯度</translation>
    </message>
    <message>
        <source>Show how much each number moves the selected one</source>
        <translation>显示每个数对所选那一格的影响</translation>
    </message>
    <message>
        <source>Show the values again on every card</source>
        <translation>所有卡片重新显示数值</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Give up moving the number</source>
        <translation>不再验证这个数</translation>
    </message>
    <message>
        <source>Click a number: it is moved a little both ways, and what that gives stands here beside the gradient.</source>
        <translation>单击一个数：把它向两边各动一点，得到的斜率与梯度并列在这里。</translation>
    </message>
    <message>
        <source>Moving {cell} both ways…</source>
        <translation>正在把 {cell} 向两边各动一点…</translation>
    </message>
    <message>
        <source>{left}:  gradient {gradient}  ·  by moving ±{step}: {difference}  ·  {gap}</source>
        <translation>{left}：  梯度 {gradient}  ·  移动 ±{step} 得 {difference}  ·  {gap}</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>apart by {gap} (rounding)</source>
        <translation>相差 {gap}（舍入误差）</translation>
    </message>
    <message>
        <source>relative gap {gap}</source>
        <translation>相对差 {gap}</translation>
    </message>
    <message>
        <source>gap {gap}: a ReLU in {matrices} turns on or off within the step, where there is no one slope</source>
        <translation>相对差 {gap}：步长之内 {matrices} 的 ReLU 开或关，那里没有唯一的斜率</translation>
    </message>
    <message>
        <source>one of the two is no number</source>
        <translation>两者之一不是数</translation>
    </message>
    <message>
        <source>relative gap {gap}: it bends too sharply for this step</source>
        <translation>相对差 {gap}：对这个步长来说弯得太急</translation>
    </message>
</context>
<context>
    <name>status</name>
    <message>
        <source>compiled</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>NumPy</source>
        <translation>NumPy</translation>
    </message>
    <message>
        <source>{run} of {nodes} nodes · {time} · {executor}</source>
        <translation>{nodes} 个节点中算了 {run} 个 · {time} · {executor}</translation>
    </message>
    <message>
        <source>moved: {matrices}</source>
        <translation>变了：{matrices}</translation>
    </message>
    <message>
        <source>stayed: {matrices}</source>
        <translation>没变：{matrices}</translation>
    </message>
    <message>
        <source>first not finite: {symbol}[{place}] = {value}</source>
        <translation>最先非有限的数：{symbol}[{place}] = {value}</translation>
    </message>
    <message>
        <source>{layer}: {matrices}</source>
        <translation>{layer}：{matrices}</translation>
    </message>
</context>
<context>
    <name>text</name>
    <message>
        <source>The system does not allow it: {reason}.</source>
        <translation>系统不允许：{reason}。</translation>
    </message>
    <message>
        <source>There is no such file or folder: {reason}.</source>
        <translation>没有这个文件或文件夹：{reason}。</translation>
    </message>
    <message>
        <source>The system answered: {reason}.</source>
        <translation>系统回答：{reason}。</translation>
    </message>
</context>
<context>
    <name>tokens</name>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>label: {label}</source>
        <translation>标签：{label}</translation>
    </message>
    <message>
        <source>Samples of the batch: {count}</source>
        <translation>批次中的样本：{count} 个</translation>
    </message>
    <message>
        <source>hatched: padding</source>
        <translation>斜线：填充</translation>
    </message>
    <message>
        <source>→ label: what the row should predict</source>
        <translation>→ 标签：这一行应当预测的词元</translation>
    </message>
    <message>
        <source>Duplicate sample {letter}</source>
        <translation>复制样本 {letter}</translation>
    </message>
    <message>
        <source>Remove sample {letter}</source>
        <translation>删除样本 {letter}</translation>
    </message>
    <message>
        <source>cut between {before} and {after}</source>
        <translation>在 {before} 和 {after} 之间切开</translation>
    </message>
    <message>
        <source>{before} and {after} are joined</source>
        <translation>{before} 和 {after} 连在一起</translation>
    </message>
    <message>
        <source>Follow it through every stage</source>
        <translation>跟随它走过每一步</translation>
    </message>
    <message>
        <source>What it may read</source>
        <translation>它能读到什么</translation>
    </message>
    <message>
        <source>Write…</source>
        <translation>改写…</translation>
    </message>
    <message>
        <source>Add a token after it…</source>
        <translation>在后面添加词元…</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>No longer padding</source>
        <translation>取消填充</translation>
    </message>
    <message>
        <source>Mark as padding</source>
        <translation>标为填充</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Sentence…</source>
        <translation>句子…</translation>
    </message>
    <message>
        <source>Remove unused words from the vocabulary ({count})</source>
        <translation>从词表中删除未用的词（{count} 个）</translation>
    </message>
    <message>
        <source>Sentence: {side}, sample {letter}</source>
        <translation>句子：{side}，样本 {letter}</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Type or paste a sentence; it is cut as chosen below</source>
        <translation>输入或粘贴一个句子，按下面的方式切分</translation>
    </message>
    <message>
        <source>By spaces</source>
        <translation>按空格</translation>
    </message>
    <message>
        <source>By characters</source>
        <translation>按字</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>切分</translation>
    </message>
    <message>
        <source>Where one token ends and the next one begins</source>
        <translation>一个词元在哪里结束、下一个从哪里开始</translation>
    </message>
    <message>
        <source>Cuts</source>
        <translation>切分位置</translation>
    </message>
    <message>
        <source>Click between two characters to cut or to join them; ← → and Space</source>
        <translation>单击两个字之间，切开或连上；也可用 ← → 和空格键</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Rows of the sentence</source>
        <translation>句子得到的行</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Tokens only name rows here: kept tokens keep their numbers, new rows are drawn from the seed.</source>
        <translation>这里的词元只是行的名字：保留的词元保留它们的数，新的行由种子生成。</translation>
    </message>
    <message>
        <source>The vocabulary has all of these words.</source>
        <translation>这些词词表里都有。</translation>
    </message>
    <message>
        <source>{count} new in the vocabulary: {words}</source>
        <translation>词表新增 {count} 个：{words}</translation>
    </message>
    <message>
        <source>Tokens and samples</source>
        <translation>词元与样本</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Add a token</source>
        <translation>添加词元</translation>
    </message>
    <message>
        <source>Add a token at the end</source>
        <translation>在末尾添加一个词元</translation>
    </message>
    <message>
        <source>Write or paste a whole sentence and cut it into tokens</source>
        <translation>输入或粘贴整个句子，并切成词元</translation>
    </message>
    <message>
        <source>Click: follow its row. Double click or F2: write. Drag or Alt+← →: move. P: padding. Del: remove.</source>
        <translation>单击：跟随这一行。双击或 F2：改写。拖动或 Alt+← →：移动。P：填充。Del：删除。</translation>
    </message>
    <message>
        <source>{side}: every token is padding, so queries find nothing to read there and get zeros.</source>
        <translation>{side}：词元全是填充，查询在那里没有可读的内容，得到的是 0。</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Show another sample; Insert adds one, Delete removes it</source>
        <translation>切换样本；Insert 添加，Delete 删除</translation>
    </message>
    <message>
        <source>Add a sample</source>
        <translation>添加样本</translation>
    </message>
    <message>
        <source>The whole batch: duplicate or remove a sample</source>
        <translation>整个批次：复制或删除样本</translation>
    </message>
    <message>
        <source>The whole batch…</source>
        <translation>整个批次…</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源端</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标端</translation>
    </message>
    <message>
        <source>BOS begins a target sentence.</source>
        <translation>BOS 是目标句的开头。</translation>
    </message>
    <message>
        <source>EOS ends a sentence.</source>
        <translation>EOS 是句子的结尾。</translation>
    </message>
    <message>
        <source>PAD fills a short sentence; no query reads it.</source>
        <translation>PAD 把短句补齐，任何查询都不读它。</translation>
    </message>
    <message>
        <source>MASK stands for a covered word; here it is a word as any other.</source>
        <translation>MASK 表示被遮住的词；在这里它和别的词一样。</translation>
    </message>
    <message>
        <source>A token can&apos;t be empty: write at least one character.</source>
        <translation>词元不能为空：至少写一个字符。</translation>
    </message>
    <message>
        <source>A token of characters that can&apos;t be seen is as good as empty.</source>
        <translation>只由看不见的字符组成的词元等于是空的。</translation>
    </message>
    <message>
        <source>A token can&apos;t have {found} characters: allowed are 1 to {most}.</source>
        <translation>词元不能有 {found} 个字符：允许 1 到 {most} 个。</translation>
    </message>
</context>
<context>
    <name>training</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>{name}: {train} pairs, {held_out} held out</source>
        <translation>{name}：{train} 对，留出 {held_out} 对</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>走一步</translation>
    </message>
    <message>
        <source>Reset weights</source>
        <translation>重置权重</translation>
    </message>
    <message>
        <source>The lab&apos;s own corpus</source>
        <translation>自带的语料</translation>
    </message>
    <message>
        <source>Another corpus …</source>
        <translation>其他语料……</translation>
    </message>
    <message>
        <source>Loss, logarithmic</source>
        <translation>损失（对数轴）</translation>
    </message>
    <message>
        <source>Tokens right</source>
        <translation>预测对的词元</translation>
    </message>
    <message>
        <source>Length of the gradient</source>
        <translation>梯度的长度</translation>
    </message>
    <message>
        <source>Train from the present weights on, or pause</source>
        <translation>从现在的权重开始训练，或者暂停</translation>
    </message>
    <message>
        <source>Train one step</source>
        <translation>训练一步</translation>
    </message>
    <message>
        <source>Back to the weights before the first step</source>
        <translation>回到第一步之前的权重</translation>
    </message>
    <message>
        <source>What is trained on: lines of source, TAB, target; a file can be dropped on the window, too</source>
        <translation>用来训练的语料：每行是源句、TAB、目标句；也可以把文件拖到窗口里</translation>
    </message>
    <message>
        <source>Training corpus</source>
        <translation>训练语料</translation>
    </message>
    <message>
        <source>Pairs of sentences (*.txt *.tsv)</source>
        <translation>句对 (*.txt *.tsv)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Steps a second, or as fast as this machine can</source>
        <translation>每秒多少步，或者这台机器能跑多快就多快</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>How a step follows the gradient; the means of Adam are kept</source>
        <translation>每一步怎样沿梯度走；Adam 的均值会保留</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>How many steps a run has</source>
        <translation>一次训练走多少步</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate; of the warm-up of 2017 the factor before it</source>
        <translation>学习率；对 2017 年的预热方案，是它前面的系数</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Pairs in a step; their mean loss is what falls</source>
        <translation>一步用多少句对；下降的是它们的平均损失</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Steps in which the rate rises, before it falls as 1/√step</source>
        <translation>学习率上升的步数，之后按 1/√步数 下降</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Decides the order of the pairs, from the next start on</source>
        <translation>决定句对的次序，从下一次开始起生效</translation>
    </message>
    <message>
        <source>Adam, 2017</source>
        <translation>Adam（2017）</translation>
    </message>
    <message>
        <source>Train {steps} steps</source>
        <translation>训练 {steps} 步</translation>
    </message>
    <message>
        <source>Loss on a logarithmic axis: training, and dashed what is held out</source>
        <translation>对数轴上的损失：实线是训练，虚线是留出的句对</translation>
    </message>
    <message>
        <source>Go on training from the present weights</source>
        <translation>从现在的权重继续训练</translation>
    </message>
    <message>
        <source>Stop after this step; what was learned is one undo step</source>
        <translation>这一步之后停下；学到的内容撤销一次就能退回</translation>
    </message>
    <message>
        <source>{file} is the training corpus now: {train} pairs to train on, {held_out} held out.</source>
        <translation>现在用 {file} 训练：{train} 对用于训练，留出 {held_out} 对。</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>training pairs</source>
        <translation>训练句对</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>{step} · cross-entropy {loss}</source>
        <translation>{step} · 交叉熵 {loss}</translation>
    </message>
    <message>
        <source>Compiled code is being made ready; the first time takes a while.</source>
        <translation>正在准备编译好的代码；第一次要等一会儿。</translation>
    </message>
    <message>
        <source>The pairs are being made ready …</source>
        <translation>正在准备句对……</translation>
    </message>
    <message>
        <source>{step} of {last} steps</source>
        <translation>第 {step} 步，共 {last} 步</translation>
    </message>
    <message>
        <source>{done}, {rate} a second, {left} left</source>
        <translation>{done}，每秒 {rate} 步，还要 {left}</translation>
    </message>
    <message>
        <source>Not trained here yet.</source>
        <translation>在这里还没有训练过。</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>held out: {share} of the tokens right</source>
        <translation>留出的句对：{share} 的词元预测正确</translation>
    </message>
    <message>
        <source>training pairs: {share} of the tokens right</source>
        <translation>训练句对：{share} 的词元预测正确</translation>
    </message>
    <message>
        <source>Go on with a smaller rate, or reset the weights first.</source>
        <translation>可以用更小的学习率继续，或者先重置权重。</translation>
    </message>
    <message>
        <source>full</source>
        <translation>全速</translation>
    </message>
    <message>
        <source>{speed}/s</source>
        <translation>{speed}/秒</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>vocabulary head</source>
        <translation>词表输出头</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>末端归一化</translation>
    </message>
    <message>
        <source>encoder {layer}</source>
        <translation>编码器第 {layer} 层</translation>
    </message>
    <message>
        <source>decoder {layer}</source>
        <translation>解码器第 {layer} 层</translation>
    </message>
    <message>
        <source>Pins and painted masks are looked at; training goes without them.</source>
        <translation>固定值和手画的掩码只供观看；训练时不起作用。</translation>
    </message>
</context>
<context>
    <name>twin</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste…</source>
        <translation>粘贴…</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Copy with labels</source>
        <translation>连同标签复制</translation>
    </message>
    <message>
        <source>Copy decimals with a comma</source>
        <translation>复制时以逗号作小数点</translation>
    </message>
    <message>
        <source>Lock the scale</source>
        <translation>锁定色标</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Whole matrix in view</source>
        <translation>显示整个矩阵</translation>
    </message>
    <message>
        <source>Heatmap</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>Numbers of the selected matrix</source>
        <translation>所选矩阵的数值</translation>
    </message>
    <message>
        <source>Select a cell on the bench to see its matrix here.</source>
        <translation>在台面上选一格，这里就显示它所在的矩阵。</translation>
    </message>
    <message>
        <source>Copied {shape} numbers of {symbol}, to their last digit.</source>
        <translation>已复制 {symbol} 的 {shape} 个数，一位不少。</translation>
    </message>
    <message>
        <source>There is no text on the clipboard.</source>
        <translation>剪贴板里没有文本。</translation>
    </message>
    <message>
        <source>Paste numbers</source>
        <translation>粘贴数值</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>comma: decimal mark</source>
        <translation>逗号：小数点</translation>
    </message>
    <message>
        <source>comma: thousands</source>
        <translation>逗号：千位</translation>
    </message>
    <message>
        <source>What a comma means</source>
        <translation>逗号的含义</translation>
    </message>
    <message>
        <source>The numbers that were read</source>
        <translation>读到的数</translation>
    </message>
    <message>
        <source>This can&apos;t be pasted.</source>
        <translation>这段文本不能粘贴。</translation>
    </message>
    <message>
        <source>Read as {form}.</source>
        <translation>读作{form}。</translation>
    </message>
    <message>
        <source>Read as {form}: {shape} numbers.</source>
        <translation>读作{form}：{shape} 个数。</translation>
    </message>
    <message>
        <source>Goes into {symbol}: {place}.</source>
        <translation>放进 {symbol}：{place}。</translation>
    </message>
    <message>
        <source>From the selected cell on, {symbol} has room for {room}, not for {found}.</source>
        <translation>从所选的格起，{symbol} 只放得下 {room}，放不下 {found}。</translation>
    </message>
    <message>
        <source>Paste only the first {shape}</source>
        <translation>只粘贴前 {shape}</translation>
    </message>
    <message>
        <source>Make the model larger: {sizes}</source>
        <translation>把模型变大：{sizes}</translation>
    </message>
    <message>
        <source>query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>why</name>
    <message>
        <source>and {count} more</source>
        <translation>另有 {count} 处</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文字</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>复制为 LaTeX</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy as picture</source>
        <translation>复制为图片</translation>
    </message>
    <message>
        <source>… cut here: {count} more lines</source>
        <translation>……在此截断，还有 {count} 行</translation>
    </message>
    <message>
        <source>It was too long for the clipboard: its end is cut off.</source>
        <translation>内容太长，剪贴板放不下，末尾已截去。</translation>
    </message>
    <message>
        <source>The explanation is on the clipboard as a picture.</source>
        <translation>说明已作为图片复制到剪贴板。</translation>
    </message>
    <message>
        <source>The explanation is on the clipboard.</source>
        <translation>说明已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Beside it, without a say: {cell} = {number}</source>
        <translation>旁边的数，不参与计算：{cell} = {number}</translation>
    </message>
    <message>
        <source>Nothing made it: it is given, and can be changed.</source>
        <translation>它不是算出来的，而是给定的，可以修改。</translation>
    </message>
    <message>
        <source>It goes into</source>
        <translation>它用于计算</translation>
    </message>
    <message>
        <source>{matrix} is not part of this model any more.</source>
        <translation>{matrix} 已不在当前模型中。</translation>
    </message>
    <message>
        <source>Click a number on the bench: here it says how it was made, and from which others.</source>
        <translation>在画布上点一个数，这里就写出它是怎样由哪些数算出来的。</translation>
    </message>
    <message>
        <source>There is nothing to copy: select a number first.</source>
        <translation>没有可复制的内容：请先选中一个数。</translation>
    </message>
    <message>
        <source>weighted sum of {column}</source>
        <translation>{column}的加权和</translation>
    </message>
    <message>
        <source>row {label} of {matrix}</source>
        <translation>{matrix} 的 {label} 行</translation>
    </message>
    <message>
        <source>column {label} of {matrix}</source>
        <translation>{matrix} 的第 {label} 列</translation>
    </message>
    <message>
        <source>Way to the inputs</source>
        <translation>到输入的路径</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Back to the cell before (Alt+←)</source>
        <translation>回到前一个格子（Alt+←）</translation>
    </message>
    <message>
        <source>Forward again (Alt+→)</source>
        <translation>再前进（Alt+→）</translation>
    </message>
    <message>
        <source>Show the way from this cell to the inputs, a step a line</source>
        <translation>显示从这一格到输入的路径，每行一步</translation>
    </message>
    <message>
        <source>Copy this as text, LaTeX, Markdown or picture</source>
        <translation>将此说明复制为文字、LaTeX、Markdown 或图片</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>gradient: comes back from {matrix} ({kind})</source>
        <translation>梯度：由 {matrix} 回传（{kind}）</translation>
    </message>
    <message>
        <source>gradient: comes back from {matrices}</source>
        <translation>梯度：由 {matrices} 回传</translation>
    </message>
    <message>
        <source>from {matrix}: {kind}</source>
        <translation>来自 {matrix}：{kind}</translation>
    </message>
    <message>
        <source>∂ before a matrix: how much its cell moves {target}.</source>
        <translation>矩阵前的 ∂：该格变动会带动 {target} 多少。</translation>
    </message>
</context>
<context>
    <name>window</name>
    <message>
        <source>Saved to {file}.</source>
        <translation>已保存到 {file}。</translation>
    </message>
    <message>
        <source>&amp;New from model</source>
        <translation>从模型新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Undo {act}</source>
        <translation>撤销(&amp;U) {act}</translation>
    </message>
    <message>
        <source>&amp;Redo {act}</source>
        <translation>重做(&amp;R) {act}</translation>
    </message>
    <message>
        <source>The log is {file}.</source>
        <translation>日志在 {file}。</translation>
    </message>
    <message>
        <source>Select a cell first; then its value can be copied.</source>
        <translation>请先选中一个单元格，再复制它的数值。</translation>
    </message>
    <message>
        <source>Copied {value}.</source>
        <translation>已复制 {value}。</translation>
    </message>
    <message>
        <source>Hide the panel {title}</source>
        <translation>隐藏“{title}”面板</translation>
    </message>
    <message>
        <source>Model: {title}</source>
        <translation>模型：{title}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Choose another model, or open a file</source>
        <translation>换一个模型，或打开文件</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>Follow a &amp;word</source>
        <translation>跟随一个词(&amp;W)</translation>
    </message>
    <message>
        <source>The word that &amp;predicts</source>
        <translation>作预测的词(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop following</source>
        <translation>停止跟随(&amp;S)</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源端</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标端</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
</context>
</TS>
