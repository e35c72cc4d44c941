"""What the panel says."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.corpus import Pair

from .asking import BOTH, DECODER, ENCODER, Answer, Reads


def source_word() -> str:
    return QCoreApplication.translate("kinds", "source")


def target_word() -> str:
    return QCoreApplication.translate("kinds", "target")


def hint() -> str:
    """Under the sentence."""
    return QCoreApplication.translate("kinds", "Three models are asked for one word. Click another, or press ← and →.")


def waiting() -> str:
    return QCoreApplication.translate("kinds", "Reading the three models …")


def title(model: str) -> str:
    """The kind of a model."""
    return {
        ENCODER: QCoreApplication.translate("kinds", "Encoder-only"),
        DECODER: QCoreApplication.translate("kinds", "Decoder-only"),
        BOTH: QCoreApplication.translate("kinds", "Encoder–decoder"),
    }[model]


def asked(model: str) -> str:
    """The question, as one would put it to the model."""
    return {
        ENCODER: QCoreApplication.translate("kinds", "Fill the hole."),
        DECODER: QCoreApplication.translate("kinds", "What comes next?"),
        BOTH: QCoreApplication.translate("kinds", "What comes next, given the source?"),
    }[model]


def may_read(answer: Answer) -> str:
    """What a model may read, under its masks."""
    return {
        ENCODER: QCoreApplication.translate("kinds", "Each row reads the whole sentence: both sides of the hole."),
        DECODER: QCoreApplication.translate("kinds", "Each row reads itself and what stands before it."),
        BOTH: QCoreApplication.translate(
            "kinds", "The source is read whole; a target row reads itself, what stands before it, and the source."
        ),
    }[answer.model]


def verdict(answer: Answer, word: str) -> str:
    """How the word of the corpus fares."""
    if answer.place == 0:
        return QCoreApplication.translate("kinds", "“{word}” is its first choice.").format(word=word)
    return QCoreApplication.translate("kinds", "“{word}” is its choice number {place}.").format(
        word=word, place=answer.place + 1
    )


def attention(at: str) -> str:
    """The attention of a mask."""
    return {
        "enc1.self": QCoreApplication.translate("kinds", "Encoder: self-attention"),
        "dec1.self": QCoreApplication.translate("kinds", "Decoder: self-attention"),
        "dec1.cross": QCoreApplication.translate("kinds", "Decoder: cross-attention to the source"),
    }[at]


def cell(reads: Reads, i: int, j: int) -> str:
    """A cell of a mask."""
    said = QCoreApplication.translate("kinds", "{attention}: the row of “{query}” may not read “{key}”")
    if reads.may[i, j]:
        said = QCoreApplication.translate("kinds", "{attention}: the row of “{query}” may read “{key}”")
    return said.format(attention=attention(reads.at), query=reads.queries[i], key=reads.keys[j])


def ask(word: str) -> str:
    """On a token that can be asked for."""
    return QCoreApplication.translate("kinds", "Ask for “{word}”").format(word=word)


def probability(word: str, p: float) -> str:
    """On a bar."""
    return QCoreApplication.translate("kinds", "P({word}) = {p}").format(word=word, p=f"{p:.6f}")


def sentence(number: int, count: int) -> str:
    """On the button that chooses a sentence."""
    return QCoreApplication.translate("kinds", "Held out: {number} of {count}").format(number=number, count=count)


def own_sentence() -> str:
    return QCoreApplication.translate("kinds", "Of the present sample")


def listed(pair: Pair) -> str:
    """A pair in the list."""
    return f"{' '.join(pair.source)}  —  {' '.join(pair.target)}"


def spoken(pair: Pair, place: int, answers: tuple[Answer, ...]) -> str:
    """Everything in sentences, for a screen reader."""
    word = pair.target[place]
    said = [listed(pair) + ".", ask(word) + "."]
    for answer in answers:
        found = ", ".join(f"{each} {p:.2f}" for each, p in answer.found)
        said.append(f"{title(answer.model)}. {asked(answer.model)} {found}. {verdict(answer, word)}")
    return " ".join(said)
