"""The words of who may read what."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from core.graph import short
from core.numbers import show
from core.reading import Readers, Visibility, hidden_by
from core.trace import Trace

from ...bench import labels

_LAYER = re.compile(r"(enc|dec)(\d+)\.")
FEW = 6


def attention_title(trace: Trace, at: str) -> str:
    """What the bench calls an attention."""
    found = _LAYER.match(at)
    if found is None:
        return labels.band_title("attention")
    kind = "cross_attention" if at.endswith(".cross") else "self_attention"
    if kind == "self_attention" and f"{at}.mask.causal" in trace:
        kind = "masked_attention"
    spec = trace.spec
    layers = max(spec.enc_layers * spec.encodes, spec.dec_layers * spec.decodes)
    two = spec.encodes and spec.decodes
    return labels.layer_title(found[1], int(found[2]), labels.band_title(kind), two, layers > 1)


def maps_title() -> str:
    return QCoreApplication.translate("readers", "Each attention by itself")


def reach_title(token: str) -> str:
    """Over the tables; without a token where no row is followed."""
    if not token:
        return QCoreApplication.translate("readers", "Through the layers")
    return QCoreApplication.translate("readers", "Through the layers: what reaches {token}").format(token=token)


def rule(trace: Trace, seen: Visibility) -> str:
    """Which rules hide something in an attention."""
    if seen.visible.all():
        return QCoreApplication.translate("readers", "every key is visible")
    rules = QCoreApplication.translate("readers", ", ").join(labels.rule_name(name) for name in hiding(trace, seen))
    return QCoreApplication.translate("readers", "hidden: {rules}").format(rules=rules)


def hiding(trace: Trace, seen: Visibility) -> list[str]:
    """The names of the rules that hide a key in an attention, a pin last."""
    nodes, mask = trace.graph.nodes, trace.graph[f"{seen.at}.mask"]
    natural = nodes[mask.inputs[0]] if mask.op == "hold" else mask
    rules = [nodes[k] for k in natural.inputs] if natural.op == "all_rules" else []
    found = [short(r.name) for r in rules if ((trace.values_of(r) == 0) & ~seen.visible).any()]
    if mask.op == "hold" and ((trace.values_of(nodes[mask.inputs[2]]) != 0) & ~seen.visible).any():
        found.append("pin")
    return found


def cell_words(trace: Trace, seen: Visibility, i: int, j: int) -> str:
    """One cell of a map of visibility."""
    if seen.visible[i, j]:
        text = QCoreApplication.translate("readers", "query {query} may read key {key}")
        return text.format(query=seen.queries[i], key=seen.keys[j])
    rules = reasons(trace.hidden_by(f"{seen.at}.mask", i, j))
    text = QCoreApplication.translate("readers", "key {key} is hidden from query {query}: {rules}")
    return text.format(query=seen.queries[i], key=seen.keys[j], rules=rules)


def reasons(rules: Sequence[str]) -> str:
    """Rules in words; none where the graph has no way at all."""
    if not rules:
        return QCoreApplication.translate("readers", "no way")
    return QCoreApplication.translate("readers", ", ").join(labels.rule_name(name) for name in rules)


def side_title(trace: Trace, side: str) -> str:
    """Whose tokens are read."""
    spec = trace.spec
    if not (spec.encodes and spec.decodes) and spec.kind not in ("decoder", "attention"):
        return QCoreApplication.translate("readers", "Tokens")
    return {
        "src": QCoreApplication.translate("readers", "Source"),
        "tgt": QCoreApplication.translate("readers", "Target"),
        "kv": QCoreApplication.translate("readers", "Keys and values"),
    }[side]


def layer_word(number: int, count: int) -> str:
    """After which layer."""
    if count == 1:
        return ""
    return QCoreApplication.translate("readers", "layer {number}").format(number=number)


def can_word() -> str:
    return QCoreApplication.translate("readers", "can")


def cannot_word() -> str:
    return QCoreApplication.translate("readers", "cannot")


def does_word() -> str:
    return QCoreApplication.translate("readers", "does")


def not_here_word() -> str:
    return QCoreApplication.translate("readers", "not here")


def summary(trace: Trace, found: Readers, row: int) -> str:
    """What a row can read of a sequence in the end, in a sentence, and why not the rest."""
    token, can = found.rows[row], found.can[row]
    join = QCoreApplication.translate("readers", ", ")
    if can.all():
        text = QCoreApplication.translate("readers", "{token} can read every token of it.")
        return text.format(token=token)
    kept = [j for j in range(len(can)) if not can[j]]
    rules = dict.fromkeys(r for j in kept for r in hidden_by(trace, found.node, row, found.side, j))
    if not can.any():
        text = QCoreApplication.translate("readers", "{token} can read none of it: {rules}.")
        return text.format(token=token, rules=reasons(tuple(rules)))
    named = join.join(found.tokens[j] for j in kept[:FEW]) + ("…" if len(kept) > FEW else "")
    text = QCoreApplication.translate("readers", "{token} cannot read {hidden}: {rules}.")
    return text.format(token=token, hidden=named, rules=reasons(tuple(rules)))


def cell_tip(trace: Trace, found: Readers, row: int, j: int, measured: bool) -> str:
    """A token against the row: whether it can move it, and whether it does."""
    names = {"row": found.rows[row], "token": found.tokens[j]}
    if not found.can[row, j]:
        rules = reasons(hidden_by(trace, found.node, row, found.side, j))
        text = QCoreApplication.translate("readers", "No change of {token} can move the row of {row}: {rules}")
        return text.format(**names, rules=rules)
    lines = [QCoreApplication.translate("readers", "Graph and masks leave a way from {token} to the row of {row}")]
    if measured and found.does[row, j]:
        lines.append(QCoreApplication.translate("readers", "Moved a little, {token} moves it by at most {size}"))
    elif measured:
        lines.append(
            QCoreApplication.translate("readers", "Moved a little, {token} leaves it as it is, to the last bit")
        )
    return "\n".join(lines).format(**names, size=size_text(float(found.size[row, j])))


def size_text(size: float) -> str:
    """By how much a row moved."""
    return show(size, 2, significant=True)


def progress(done: int, total: int) -> str:
    return QCoreApplication.translate("readers", "measuring: {done} of {total} runs").format(done=done, total=total)


def waiting() -> str:
    return QCoreApplication.translate("readers", "measured once nothing moves")


def explained() -> str:
    """What the two lines mean."""
    return QCoreApplication.translate(
        "readers",
        "can: graph and masks leave a way to this row. does: the token's row before positions, moved a little up or"
        " down, moves it; the number is the largest change.",
    )


def too_large() -> str:
    return QCoreApplication.translate(
        "readers", "The model is too large to follow every token through it here; the maps above hold all the same."
    )


def nothing_followed() -> str:
    return QCoreApplication.translate(
        "readers", "Follow a row (click a token above the bench) to see what can reach it through the layers."
    )


def no_result() -> str:
    return QCoreApplication.translate("readers", "This row asks nothing: it is read, as key and value.")


def no_attention() -> str:
    return QCoreApplication.translate("readers", "This model has no attention.")
