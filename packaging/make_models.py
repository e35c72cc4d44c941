"""Make the starting models in resources/models: `python packaging/make_models.py [NAME …]`, without a name all.

Each model is a few numbers that a person chose, or a seed, or what training made of one; what is written is the
.glass file that the lab opens. A test keeps the files equal to what this makes, trained ones up to the training,
which takes seconds. resources/evidence has what a trained model is compared with.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).resolve().parent)]

import core  # noqa: E402, F401, I001 (the checkout must be importable first, and core comes before NumPy)
import msgspec  # noqa: E402
import numpy as np  # noqa: E402

from core.base import BASE_ROWS  # noqa: E402
from core.glass import dumps  # noqa: E402
from core.spec import ModelSpec  # noqa: E402
from core.workspace import Sample, Workspace  # noqa: E402
from learned_models import EVIDENCE, NINE, SIX, SIX_TARGET, SMALL, TRAINED, translate_untrained  # noqa: E402


def block() -> Workspace:
    """Three rows, four features, two heads, everything visible, post-norm: numbers chosen so that one can follow."""
    first, second = np.eye(4, 2), np.eye(4, 2, -2)  # take features 0 and 1, or features 2 and 3
    swapped = first[:, ::-1]
    half = 0.5 * np.eye(6, 4)
    half[4, 2] = half[5, 3] = 0.25
    difference = np.eye(4, 6)
    difference[0, 4] = difference[1, 5] = 1
    difference[0, 5] = difference[1, 4] = -1
    given = {
        "sample0/src.X": np.array([[1, 0, 1, 0], [0, 1, 0, 2], [1, 1, 0, 1]], float),
        "enc1.self.h1.WQ": first,
        "enc1.self.h1.WK": first,
        "enc1.self.h1.WV": second,
        "enc1.self.h2.WQ": second,
        "enc1.self.h2.WK": swapped,
        "enc1.self.h2.WV": first,
        "enc1.self.WO": np.block([[np.eye(2), np.eye(2)], [np.eye(2), -np.eye(2)]]),
        "enc1.ffn.W1": difference,
        "enc1.ffn.W2": half,
    }
    about = {
        "en": {
            "title": "Two heads, one block",
            "note": "An encoder layer over three tokens. All numbers were chosen by hand so that they can be "
            "followed; nothing was trained.",
        },
        "zh_CN": {
            "title": "两个头，一个 BLOCK",
            "note": "三个词元上的一层编码器。所有数字都是为了便于逐步验算而手工构造的，没有经过训练。",
        },
    }
    return Workspace.new(ModelSpec(), (Sample(("我", "给", "书")),), given, about)


def axes() -> Workspace:
    """Two queries read three sources, unscaled, with Q, K and V given: which axis is which."""
    given = {
        "sample0/att.h1.Q": np.array([[1, 0], [0, 1]], float),
        "sample0/att.h1.K": np.array([[1, 0], [0, 1], [1, 1]], float),
        "sample0/att.h1.V": np.array([[2, 0], [0, 4], [1, 2]], float),
    }
    about = {
        "en": {
            "title": "Two queries, three sources",
            "note": "Rows of A are queries, columns are keys. Q, K and V were chosen by hand and are not scaled.",
        },
        "zh_CN": {
            "title": "两个查询，三个来源",
            "note": "A 的行是查询，列是键。Q、K、V 都是手工给定的，分数没有缩放。",
        },
    }
    spec = ModelSpec(kind="attention", project=False, other_source=True, heads=1, scale=False)
    return Workspace.new(spec, (Sample(("q0", "q1"), ("k0", "k1", "k2")),), given, about)


def qkv() -> Workspace:
    """Two positions projected to Q, K and V. X, the second key and the second value are the source text's."""
    half = np.array([[1, 1], [1, -1]]) / 2
    given = {
        "sample0/src.X": np.array([[1, 1], [1, -1]], float),
        "att.h1.WQ": half,
        "att.h1.WK": half,
        "att.h1.WV": np.array([[5, 10], [5, -10]], float),
        "att.WO": np.eye(2),
    }
    about = {
        "en": {
            "title": "From X to Q, K and V",
            "note": "X and the key [0, 1] and value [0, 20] of 爱 come from the text this follows; the weights that "
            "give them are our choice. W_O is the identity, so the result is the head itself.",
        },
        "zh_CN": {
            "title": "从 X 到 Q、K、V",
            "note": "X 以及“爱”的键 [0, 1] 和值 [0, 20] 来自原文；得到它们的权重是我们选的。"
            "W_O 取单位矩阵，所以结果就是这个头本身。",
        },
    }
    return Workspace.new(ModelSpec(kind="attention", d=2, heads=1), (Sample(("我", "爱")),), given, about)


def nine() -> Workspace:
    """Nine tokens read each other, everything visible, no positions."""
    about = {
        "en": {
            "title": "Nine tokens, no positions",
            "note": "One attention over nine tokens. Embeddings and weights are random (seed 9), nothing was trained; "
            "without positions the order of the tokens is unknown to it.",
        },
        "zh_CN": {
            "title": "九个词元，没有位置",
            "note": "九个词元上的一次注意力。嵌入和权重都是随机数（种子 9），没有经过训练；"
            "没有位置信息，它不知道词元的先后。",
        },
    }
    spec = ModelSpec(kind="attention", inputs="tokens", d=8, d_k=4, d_v=4, seed=9)
    return Workspace.new(spec, (Sample(NINE),), None, about)


def six() -> Workspace:
    """An encoder–decoder over the six-piece sentence about her."""
    about = {
        "en": {
            "title": "Six pieces: she is given a book",
            "note": "An encoder layer and a decoder layer. All numbers are random (seed 6), so its probabilities say "
            "nothing about translation.",
        },
        "zh_CN": {
            "title": "六个片段：给了她一本书",
            "note": "一层编码器加一层解码器。所有数字都是随机的（种子 6），它给出的概率与翻译无关。",
        },
    }
    return Workspace.new(msgspec.structs.replace(SMALL, seed=6), (Sample(SIX, SIX_TARGET),), None, about)


def g01() -> Workspace:
    """Two positions through one pre-norm decoder layer to probabilities over three words."""
    given = {
        "sample0/tgt.X": np.array([[1, 0], [0, 2]], float),
        "dec1.self.WO": np.eye(2),
        "dec1.ffn.W1": np.eye(2),
        "dec1.ffn.W2": np.eye(2) / 2,
        "out.W": np.array([[1, 0, -1], [0, 1, 0.5]]),
    }
    given |= {f"dec1.self.h1.W{letter}": np.eye(2) for letter in "QKV"}
    about = {
        "en": {
            "title": "From two rows to probabilities",
            "note": "A pre-norm decoder layer, a final norm and a head over three words. Projections are identities, "
            "chosen by hand to be followed with a pencil.",
        },
        "zh_CN": {
            "title": "从两行输入到概率",
            "note": "一层 pre-norm 解码器、末端归一化和三个词的输出头。投影都是单位矩阵，手工选定，可以用笔验算。",
        },
    }
    spec = ModelSpec(
        kind="decoder_only",
        d=2,
        heads=1,
        d_ff=2,
        causal=True,
        norm_place="pre",
        final_norm=True,
        head=True,
    )
    return Workspace.new(spec, (Sample((), ("t0", "t1")),), given, about, {"tgt": ("w0", "w1", "w2")})


def words() -> Workspace:
    """Three words with the ids 7, 12, 3 through a table of thirteen rows into one encoder layer."""
    table = np.array(
        [
            [483, -118, 75, 189],
            [358, -260, 265, 185],
            [357, 182, 335, 217],
            [244, -423, -310, 211],
            [11, -476, -209, -218],
            [25, 78, 374, -502],
            [34, -289, 79, 310],
            [-177, -118, 219, 432],
            [337, -380, -329, -265],
            [-511, -191, -370, 252],
            [296, 280, 321, -110],
            [399, -431, 150, -272],
            [70, 300, 412, -366],
        ]
    )
    known = ("PAD", "BOS", "EOS", "过滤", "文件", "名称", "打开", "检查", "目录", "读取", "写入", "结果", "路径")
    about = {
        "en": {
            "title": "String, id, row",
            "note": "检查 路径 过滤 have the ids 7, 12, 3; each picks one row of the table. The table is our choice, "
            "the weights of the layer are random (seed 7).",
        },
        "zh_CN": {
            "title": "字符串、编号、向量",
            "note": "“检查 路径 过滤”的编号是 7、12、3，各取表中的一行。表是我们选的，层的权重是随机数（种子 7）。",
        },
    }
    spec = ModelSpec(kind="encoder", inputs="tokens", embed_scale=False, seed=7)
    sample = Sample(("检查", "路径", "过滤"))
    return Workspace.new(spec, (sample,), {"src.embed": table / 1024}, about, {"src": known})


def padding() -> Workspace:
    """A batch of a long and a short pair: which keys are hidden, which labels count."""
    about = {
        "en": {
            "title": "A batch with padding",
            "note": "Pair A fills six places, pair B two and four of padding. Labels follow by the shift; the last "
            "label EOS of A is ours. Weights are random (seed 5).",
        },
        "zh_CN": {
            "title": "带填充的批次",
            "note": "A 占满六个位置，B 只有两个，其余四个是填充。标签由右移得到，"
            "A 的最后一个标签 EOS 是我们补的。权重是随机数（种子 5）。",
        },
    }
    samples = (
        Sample(SIX, SIX_TARGET),
        Sample(("她", "笑了", "PAD", "PAD", "PAD", "PAD"), ("BOS", "she", "smiled", "EOS", "PAD", "PAD")),
    )
    return Workspace.new(msgspec.structs.replace(SMALL, seed=5), samples, None, about)


def base() -> Workspace:
    """The base model of 2017 over 64 + 64 rows, for the command line."""
    about = {
        "en": {
            "title": "The base model of 2017 (command line)",
            "note": "6+6 layers, d = 512, 8 heads, 64 source and 64 target rows, float32. Rows and weights are random "
            "(seed 1); there is no vocabulary.",
        },
        "zh_CN": {
            "title": "2017 年的基础模型（命令行）",
            "note": "6+6 层，d = 512，8 个头，源和目标各 64 行，float32。输入行和权重都是随机数（种子 1），没有词表。",
        },
    }
    source, target = (tuple(f"{side}{i}" for i in range(64)) for side in "st")
    return Workspace.new(BASE_ROWS, (Sample(source, target),), None, about)


GIVEN: dict[str, Callable[[], Workspace]] = {
    "axes": axes,
    "base": base,
    "block": block,
    "g01": g01,
    "nine": nine,
    "padding": padding,
    "qkv": qkv,
    "six": six,
    "translate-untrained": translate_untrained,
    "words": words,
}
FOLDERS = {"models": GIVEN | TRAINED, "evidence": EVIDENCE}


def main(names: Sequence[str] = ()) -> None:
    """Make the models of these names, or all."""
    for place, models in FOLDERS.items():
        folder = ROOT / "resources" / place
        folder.mkdir(parents=True, exist_ok=True)
        for name, make in models.items():
            if not names or name in names:
                (folder / f"{name}.glass").write_bytes(dumps(make()))


if __name__ == "__main__":
    main(sys.argv[1:])
