"""The models that are trained: what they begin as, what trains them, and the same without their source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from core.corpus import Corpus, lessons, load_corpus, masked
from core.optimizer import Rule
from core.samples import MASK, SPECIAL, Sample
from core.spec import ModelSpec
from core.train import Trainer
from core.workspace import Workspace

CORPUS = Path(__file__).resolve().parent.parent / "resources" / "corpus" / "zh-en.txt"
STEPS, RATE = 2000, 0.01
RULE = Rule(rate=RATE)
COMMAND = f"train translate-untrained --steps {STEPS} --rate {RATE:g} -o translate.glass"
ENGLISH_STEPS, ENGLISH_RATE = 2000, 0.005
ENGLISH_COMMAND = f"train english --untrained --steps {ENGLISH_STEPS} --rate {ENGLISH_RATE:g} -o english.glass"
CLOZE_STEPS, CLOZE_BATCH, CLOZE_RULE = 3000, 32, Rule(kind="adam2017", rate=0.5, warmup=400)
CLOZE_COMMAND = (
    f"train cloze --untrained --steps {CLOZE_STEPS} --batch {CLOZE_BATCH} --rule {CLOZE_RULE.kind} "
    f"--rate {CLOZE_RULE.rate:g} --warmup {CLOZE_RULE.warmup} -o cloze.glass"
)
NINE = tuple("我 昨天 给 了 他 一 本 书 。".split())
NINE_TARGET = tuple("BOS I gave him a book yesterday .".split())
TWIN = tuple("我 昨天 给 了 她 一 本 书 。".split())
TWIN_TARGET = tuple("BOS I gave her a book yesterday .".split())
SIX = tuple("我 昨天 给了 她 一本 书".split())
SIX_TARGET = tuple("BOS I gave her a book".split())
SMALL = ModelSpec(
    kind="encoder_decoder",
    inputs="tokens",
    d=8,
    d_k=4,
    d_v=4,
    d_ff=16,
    causal=True,
    pos="sinusoidal",
    head=True,
)


def translate_untrained() -> Workspace:
    """The encoder–decoder that `translate` was trained from: the corpus's vocabularies, random weights."""
    about = {
        "en": {
            "title": "A whole encoder–decoder, untrained",
            "note": "Where the model translate began: the same fields, vocabularies and seed (4) at step 0. What it "
            "predicts means nothing yet.",
        },
        "zh_CN": {
            "title": "完整的编码器–解码器，未训练",
            "note": "模型 translate 的起点：相同的字段、词表和种子（4），第 0 步。它的预测还没有意义。",
        },
    }
    spec = msgspec.structs.replace(SMALL, enc_layers=2, dec_layers=2, seed=4)
    return Workspace.new(spec, (Sample(NINE, NINE_TARGET), Sample(TWIN, TWIN_TARGET)), None, about, corpus().vocab())


def translate(steps: int = STEPS) -> Workspace:
    """The encoder–decoder over the nine-token sentence, trained on the corpus that lies beside it."""
    pairs = len(corpus().train)
    about = {
        "en": {
            "title": "An encoder–decoder that learned to translate",
            "note": f"Trained here in a few seconds, on {pairs} pairs of the classroom corpus, by "
            f"“glassformer {COMMAND}”. This sentence and its twin were held out: it never saw them.",
        },
        "zh_CN": {
            "title": "学会翻译的编码器–解码器",
            "note": f"用课堂语料中的 {pairs} 对训练句，在这里训练了几秒钟，命令是“glassformer {COMMAND}”。"
            "这个句子和它的“她”版不在训练句里：模型从没见过。",
        },
    }
    return trained(translate_untrained(), steps).with_about(about)


def target_only(steps: int = STEPS) -> Workspace:
    """The same model without cross-attention, trained the same way: what can be said without reading the source."""
    about = {
        "en": {
            "title": "The same decoder without the source",
            "note": "Trained as translate was, but with cross-attention off: “glassformer train translate-untrained "
            f"--set cross=off --steps {STEPS} --rate {RATE:g} -o target-only.glass”.",
        },
        "zh_CN": {
            "title": "同一个解码器，不看源句",
            "note": "训练方式与 translate 相同，但关闭了交叉注意力：“glassformer train translate-untrained "
            f"--set cross=off --steps {STEPS} --rate {RATE:g} -o target-only.glass”。",
        },
    }
    return trained(translate_untrained().with_spec(cross=False), steps).with_about(about)


def english(steps: int = ENGLISH_STEPS) -> Workspace:
    """A decoder alone over the English sentences of the corpus: it says what comes next, and reads no source."""
    sentences = len(corpus().train)
    about = {
        "en": {
            "title": "A decoder alone that goes on in English",
            "note": f"Trained here in a few seconds, on the {sentences} English training sentences of the classroom "
            f"corpus, by “glassformer {ENGLISH_COMMAND}”. These two were held out. It reads no Chinese: it knows what "
            "may come next, not what is meant.",
        },
        "zh_CN": {
            "title": "只有解码器：续写英文",
            "note": f"用课堂语料中 {sentences} 个训练句的英文部分，在这里训练了几秒钟，命令是"
            f"“glassformer {ENGLISH_COMMAND}”。这两个句子不在训练句里。"
            "它不读中文：知道接下来可能是什么词，不知道要说的是什么。",
        },
    }
    spec = ModelSpec(
        kind="decoder_only",
        inputs="tokens",
        dec_layers=2,
        d=8,
        d_k=4,
        d_v=4,
        d_ff=16,
        causal=True,
        pos="sinusoidal",
        head=True,
        dropout=0.05,
        seed=4,
    )
    samples = Sample((), NINE_TARGET), Sample((), TWIN_TARGET)
    begun = Workspace.new(spec, samples, None, None, {"tgt": corpus().vocab()["tgt"]})
    return trained(begun, steps, Rule(rate=ENGLISH_RATE)).with_about(about)


def cloze(steps: int = CLOZE_STEPS) -> Workspace:
    """An encoder alone that fills one hole in an English sentence, reading what stands on both sides of it."""
    sentences = len(corpus().train)
    about = {
        "en": {
            "title": "An encoder alone that fills a hole",
            "note": f"Trained here in a few seconds, on the {sentences} English training sentences of the classroom "
            f"corpus with each word hidden in turn, by “glassformer {CLOZE_COMMAND}”. These two were held out. "
            "MASK stands for the word that is asked for.",
        },
        "zh_CN": {
            "title": "只有编码器：填空",
            "note": f"用课堂语料中 {sentences} 个训练句的英文部分，依次盖住每个词，在这里训练了几秒钟，命令是"
            f"“glassformer {CLOZE_COMMAND}”。这两个句子不在训练句里。MASK 代表要填的词。",
        },
    }
    spec = ModelSpec(
        kind="encoder",
        inputs="tokens",
        enc_layers=2,
        d=16,
        d_k=8,
        d_v=8,
        d_ff=16,
        pos="sinusoidal",
        head=True,
        dropout=0.1,
        seed=1,
    )
    known = corpus().vocab()["tgt"]
    samples = masked(NINE_TARGET[1:], 1), masked(NINE_TARGET[1:], 2)
    begun = Workspace.new(spec, samples, None, None, {"src": (*SPECIAL, MASK, *known[len(SPECIAL) :])})
    return trained(begun, steps, CLOZE_RULE, CLOZE_BATCH).with_about(about)


def trained(workspace: Workspace, steps: int, rule: Rule = RULE, batch: int = 16) -> Workspace:
    """What the command `train` makes of a model on the corpus, with its own seed."""
    train, held_out = (lessons(workspace.spec, part) for part in corpus())
    trainer = Trainer(workspace, train, rule, batch, executor="jit", held_out=held_out)
    for _ in range(steps):
        trainer.advance()
    return trainer.learned()


def corpus() -> Corpus:
    """The pairs that come with the lab."""
    return load_corpus(CORPUS)


TRAINED: dict[str, Callable[[], Workspace]] = {"cloze": cloze, "english": english, "translate": translate}
EVIDENCE: dict[str, Callable[[], Workspace]] = {"target-only": target_only}  # no starting models
