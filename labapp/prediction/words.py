"""The words of the prediction view, each said from the spec and the trace: what a card is, what a row reads."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.spec import ModelSpec
from core.trace import Trace

from ..bench import labels
from ..labels import choice_label

ARROW = " → "
DOT = " · "


def column(spec: ModelSpec, stack: str) -> str:
    """The caption of a column."""
    if stack == "enc":
        if spec.decodes:
            return QCoreApplication.translate("prediction", "Encoder · source")
        return QCoreApplication.translate("prediction", "Encoder · tokens")
    if spec.inputs == "rows":
        return QCoreApplication.translate("prediction", "Decoder")
    if spec.crosses:
        return QCoreApplication.translate("prediction", "Decoder · target, shifted right")
    return QCoreApplication.translate("prediction", "Decoder · tokens, each predicts the next")


def layer(spec: ModelSpec, stack: str, number: int) -> str:
    """The caption of a layer: which it is, and where its norms stand."""
    if not (spec.encodes and spec.decodes):
        name = QCoreApplication.translate("prediction", "layer {number}")
    elif stack == "enc":
        name = QCoreApplication.translate("prediction", "encoder layer {number}")
    else:
        name = QCoreApplication.translate("prediction", "decoder layer {number}")
    return name.format(number=number) + DOT + norm_place(spec)


def norm_place(spec: ModelSpec) -> str:
    if spec.norm == "none":
        return QCoreApplication.translate("prediction", "no norm")
    if spec.norm_place == "post":
        return QCoreApplication.translate("prediction", "post-norm")
    return QCoreApplication.translate("prediction", "pre-norm")


def folded() -> str:
    return QCoreApplication.translate("prediction", "collapsed")


def card(trace: Trace, key: str, kind: str) -> tuple[str, str]:
    """Title and note of a card."""
    spec = trace.spec
    if kind == "memory":
        title = QCoreApplication.translate("prediction", "memory · final encoder output")
        shape, feeds = _shape(trace, "memory"), memory_feeds(spec)
        return title, f"{shape}{ARROW}{feeds}" if feeds else shape
    if kind == "norm":
        return QCoreApplication.translate("prediction", "Final norm"), _shape(trace, key)
    if kind == "head":
        return QCoreApplication.translate("prediction", "Vocabulary head → softmax"), _shape(trace, "out.p")
    if kind == "text":
        return _text_title(spec), _positions(spec)
    if kind == "ffn":
        return _ffn(spec, key.startswith("enc"))
    if f"{key}.h1.A" not in trace:
        return _attention_title(trace, key), labels.off()
    return _attention_title(trace, key), attention_note(trace, key)


def _attention_title(trace: Trace, key: str) -> str:
    if key.endswith(".cross"):
        return labels.band_title("cross_attention")
    return labels.band_title("masked_attention" if f"{key}.mask.causal" in trace else "self_attention")


def attention_note(trace: Trace, key: str) -> str:
    """Heads, and what a query may read: "2 heads · all 9 visible", "2 heads · causal"."""
    if key.endswith(".cross"):
        return QCoreApplication.translate("prediction", "Q: target · K, V: memory")
    heads = trace.spec.heads
    counted = QCoreApplication.translate("prediction", "{count} heads").format(count=heads)
    if heads == 1:
        counted = QCoreApplication.translate("prediction", "1 head")
    return counted + DOT + reach(trace, key)


def reach(trace: Trace, key: str) -> str:
    """What the queries of an attention may read: the rules of its mask, or how many keys all of them see."""
    stems = [stem for stem in ("causal", "window", "padding", "custom") if f"{key}.mask.{stem}" in trace]
    visible = trace[f"{key}.mask"].values != 0
    n = visible.shape[1]
    if visible.all():
        return QCoreApplication.translate("prediction", "all {count} visible").format(count=n)
    counts = visible.sum(axis=1)
    if stems == ["padding"] and (counts == counts[0]).all():
        text = QCoreApplication.translate("prediction", "{count} of {all} visible")
        return text.format(count=int(counts[0]), all=n)
    if stems:
        return ", ".join(labels.rule_name(stem) for stem in stems)
    return QCoreApplication.translate("prediction", "masked")


def _ffn(spec: ModelSpec, whole: bool) -> tuple[str, str]:
    """An encoder's card says what stands around the network, too; a decoder's is short: three sublayers are many."""
    if not spec.ffn:
        return labels.band_title("ffn"), labels.off()
    widths = f"{spec.d}→{spec.d_ff}→{spec.d}"
    if not whole:
        return QCoreApplication.translate("prediction", "FFN"), widths
    network = QCoreApplication.translate("prediction", "FFN {widths}").format(widths=widths)
    add = labels.band_title("add") if spec.residual else ""
    norm = labels.band_title("norm") if spec.norm != "none" else ""
    joined = labels.band_title("add_norm") if add and norm else add or norm
    if spec.norm_place == "post":
        pieces = [joined, network, joined]
    else:
        pieces = [norm, network, add]
    title = ARROW.join(piece for piece in pieces if piece)
    return title, QCoreApplication.translate("prediction", "row by row")


def _text_title(spec: ModelSpec) -> str:
    if spec.inputs == "rows":
        title = QCoreApplication.translate("prediction", "Rows")
    elif spec.embed_scale:
        title = QCoreApplication.translate("prediction", "Embedding × √d")
    else:
        title = QCoreApplication.translate("prediction", "Embedding")
    if spec.pos in ("sinusoidal", "learned"):
        return QCoreApplication.translate("prediction", "{rows} + position").format(rows=title)
    return title


def _positions(spec: ModelSpec) -> str:
    """The scheme of positions, in a word."""
    if spec.pos == "sinusoidal":
        return QCoreApplication.translate("prediction", "sinusoidal")
    if spec.pos == "none":
        return QCoreApplication.translate("prediction", "no positions")
    return choice_label(spec.pos)


def _shape(trace: Trace, name: str) -> str:
    n, k = trace.graph[name].shape
    return f"{n}×{k}"


def memory_feeds(spec: ModelSpec) -> str:
    """Where the memory goes; "" where there is nobody who could read it."""
    if not spec.crosses:
        return ""
    if not spec.cross:
        return QCoreApplication.translate("prediction", "nobody: cross-attention is off")
    return QCoreApplication.translate("prediction", "K, V of every cross-attention")


def sentence(trace: Trace, axis: str, row: int, free: bool) -> str:
    """What a row reads and why the tokens after it are grey, as rich text."""
    from html import escape

    tokens = trace.labels(axis, trace.graph["out.p"].shape[0])
    read = ", ".join(escape(tokens[j]) for j in visible(trace, axis, row))
    said = QCoreApplication.translate("prediction", "Row {row} reads {tokens}.")
    pieces = [said.format(row=f"<b>{escape(tokens[row])}</b>", tokens=read)]
    if free:
        pieces.append(
            QCoreApplication.translate("prediction", "Shown: a free run; the rows after the last one don't exist yet.")
        )
    elif axis == "tgt" and trace.spec.causal:
        text = QCoreApplication.translate(
            "prediction",
            "Shown: teacher forcing, all {count} rows at once; the greyed tokens are hidden from this row by the "
            "causal mask. In free generation these rows do not exist yet.",
        )
        pieces.append(text.format(count=len(tokens)))
    elif axis == "tgt":
        text = QCoreApplication.translate(
            "prediction",
            "Shown: all {count} rows at once. Without the causal mask a row reads the tokens after it, too.",
        )
        pieces.append(text.format(count=len(tokens)))
    return (" " if ord(pieces[0][-1]) < 128 else "").join(pieces)


def visible(trace: Trace, axis: str, row: int) -> list[int]:
    """The tokens of its own sequence that a row may read: what the mask of the first self-attention says."""
    stack = "dec1" if axis == "tgt" else "enc1"
    name = f"{stack}.self.mask"
    if name not in trace:
        return [row]
    allowed = trace[name].values[row]
    return [j for j in range(len(allowed)) if allowed[j] != 0]
