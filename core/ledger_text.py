"""A ledger in words: the table of its parts, totals at given lengths, and a page for JSON."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .arrays import times
from .field import Lengths
from .ledger import Count, Entry, Ledger, variants
from .spec import ModelSpec


def text(found: Ledger) -> Iterator[str]:
    """The ledger as lines: the model, a table with the weights below each part, totals, what choices change."""
    spec, lengths = found.spec, found.lengths
    n, m = lengths.src, lengths.tgt
    yield from _model(spec, lengths)
    rows = [("part", "layers", "parameters", "multiply–adds", f"values, of {found.item} bytes each")]
    for entry in found.entries:
        counts = (f"{entry.parameters:,}", entry.products.text(), entry.values.text())
        rows.append((entry.title, str(entry.layers), *counts))
    rows.append(("all", "", f"{found.parameters:,}", found.products.text(), found.values.text()))
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    notes = ["", *(_shapes(entry) for entry in found.entries), ""]
    for row, note in zip(rows, notes, strict=True):
        yield "  ".join(
            cell.rjust(width) if k in (1, 2) else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        if note:
            yield f"    {note}"
    yield ""
    values = found.values.at(n, m)
    yield f"at {_lengths(spec, n, m)}: {found.products.at(n, m):,} multiply–adds, {values:,} values"
    yield (
        f"memory in {spec.precision}: parameters {_bytes(found.parameters * found.item)}, values"
        f" {_bytes(values * found.item)} (every intermediate is kept)"
    )
    yield "multiply–adds are those of matrix products, of one layer; softmax, norms and activations are not counted"
    others = variants(spec, lengths)
    if others:
        yield ""
        yield "parameters with other choices:"
    width = max(map(len, others), default=0)
    for what, count in others.items():
        yield f"  {what:{width}}  {count:>13,}" + ("  (this model)" if count == found.parameters else "")


def _model(spec: ModelSpec, lengths: Lengths) -> Iterator[str]:
    layers = [str(k) for k, has in ((spec.enc_layers, spec.encodes), (spec.dec_layers, spec.decodes)) if has]
    stack = f", {'+'.join(layers)} {'layer' if layers == ['1'] else 'layers'}" if layers else ""
    sizes = f"d = {spec.d}, h = {spec.heads} heads, d_k = {spec.d_k}, d_v = {spec.d_v}"
    yield f"{spec.kind}{stack}, {sizes}" + (f", d_ff = {spec.d_ff}" if spec.stacks and spec.ffn else "")
    yield f"attention biases {'on' if spec.bias else 'off'}; {_vocabulary(spec, lengths)}; {_head(spec)}"


def _vocabulary(spec: ModelSpec, lengths: Lengths) -> str:
    words = [f"V_{side} = {k:,}" for side, k in (("src", lengths.src_vocab), ("tgt", lengths.tgt_vocab)) if k]
    return "vocabulary " + " and ".join(words) if words else "no vocabulary: rows of numbers go in"


def _head(spec: ModelSpec) -> str:
    if not spec.head or not spec.stacks:
        return "no head"
    tied = spec.tied and spec.inputs == "tokens"
    return "the head is tied to the embedding, with a bias of its own" if tied else "the head has a W and a bias"


def _lengths(spec: ModelSpec, n: int, m: int) -> str:
    return ", ".join(f"{letter} = {k:,}" for letter, k in (("n", n), ("m", m)) if k)


def _shapes(entry: Entry) -> str:
    return ", ".join(
        (f"{weight.each}× " if weight.each > 1 else "") + f"{weight.name} {weight.symbols} = {times(weight.shape)}"
        for weight in entry.weights
    )


def _bytes(count: int) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if count < 1024 or unit == "GiB":
            break
        count /= 1024  # type: ignore[assignment]
    return f"{count} B" if unit == "B" else f"{count:.1f} {unit}"


def page(found: Ledger) -> dict[str, object]:
    """The ledger for JSON; polynomials are `{"1": c, "n": c, "n·m": c, …}`."""
    n, m = found.lengths.src, found.lengths.tgt
    return {
        "n": n,
        "m": m,
        "vocabulary": {"src": found.lengths.src_vocab, "tgt": found.lengths.tgt_vocab},
        "spec": msgspec.to_builtins(found.spec),
        "bytes_each": found.item,
        "parts": [_entry(entry, n, m, found.item) for entry in found.entries],
        "total": {
            "parameters": found.parameters,
            "multiply_adds": _count(found.products, n, m),
            "values": _count(found.values, n, m),
            "bytes": {
                "parameters": found.parameters * found.item,
                "values": found.values.at(n, m) * found.item,
            },
        },
        "variants": variants(found.spec, found.lengths),
    }


def _entry(entry: Entry, n: int, m: int, item: int) -> dict[str, object]:
    return {
        "part": entry.title,
        "layers": entry.layers,
        "weights": [
            {"name": weight.name, "each": weight.each, "axes": weight.symbols, "shape": list(weight.shape)}
            for weight in entry.weights
        ],
        "parameters": entry.parameters,
        "multiply_adds": _count(entry.products, n, m),
        "values": _count(entry.values, n, m),
        "bytes": {"parameters": entry.parameters * item, "values": entry.values.at(n, m) * item},
    }


def _count(count: Count, n: int, m: int) -> dict[str, object]:
    named = {
        "·".join(letter * k if k < 2 else f"{letter}²" for letter, k in zip("nm", powers, strict=True) if k) or "1": c
        for powers, c in count.terms
    }
    return {"terms": named, "at": count.at(n, m)}
