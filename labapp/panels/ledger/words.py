"""The words of the ledger: parts, measures, numbers with thin spaces, a part in full."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.cost import ATTENTION, FEED_FORWARD, HEAD, PROJECTIONS
from core.ledger import EMBEDDED, NORMED, Count
from core.ledger_parts import Part

from ...names import SYMBOLS, Symbol
from ...text import THIN, grouped
from .content import ALL, MEMORY, PARAMETERS, PRODUCTS, Line, Shown


def part_name(kind: str) -> str:
    """What a part is called."""
    return {
        EMBEDDED: QCoreApplication.translate("ledger", "Embedding and positions"),
        PROJECTIONS: QCoreApplication.translate("ledger", "Attention: projections"),
        ATTENTION: QCoreApplication.translate("ledger", "Attention: scores, A·V"),
        FEED_FORWARD: QCoreApplication.translate("ledger", "Feed-forward"),
        NORMED: QCoreApplication.translate("ledger", "Residuals and norms"),
        HEAD: QCoreApplication.translate("ledger", "Vocabulary head"),
        ALL: QCoreApplication.translate("ledger", "All of it"),
    }[kind]


def measure_name(measure: str) -> str:
    """The title of a column."""
    return {
        PARAMETERS: QCoreApplication.translate("ledger", "Parameters"),
        PRODUCTS: QCoreApplication.translate("ledger", "Multiply–adds"),
        MEMORY: QCoreApplication.translate("ledger", "Memory"),
    }[measure]


def measure_note(measure: str) -> str:
    """What a column counts."""
    return {
        PARAMETERS: QCoreApplication.translate("ledger", "numbers that training learns; they depend on no length"),
        PRODUCTS: QCoreApplication.translate("ledger", "of matrix products, for one pass over n and m tokens"),
        MEMORY: QCoreApplication.translate("ledger", "parameters and every intermediate number, in bytes"),
    }[measure]


def this_model() -> str:
    return QCoreApplication.translate("ledger", "this model")


def base_model() -> str:
    return QCoreApplication.translate("ledger", "base of 2017")


def number(value: int, measure: str) -> str:
    """A number of a measure; memory in the unit that leaves it short."""
    if measure != MEMORY or value < 1024:
        return f"{grouped(value)}{THIN}B" if measure == MEMORY else grouped(value)
    size, unit = float(value), "B"
    for unit in ("KiB", "MiB", "GiB", "TiB"):
        size /= 1024
        if size < 1024 or unit == "TiB":
            break
    whole, _, rest = f"{size:.1f}".partition(".")
    return f"{grouped(int(whole))}.{rest}{THIN}{unit}"


def percent(share: float) -> str:
    """A share of everything."""
    if 0 < share < 0.0005:
        return "<" + f"{THIN}0.1{THIN}%"
    return f"{share * 100:.1f}{THIN}%"


def times(mine: int, base: int) -> str:
    """How the base compares with this model, for the last line."""
    if not mine or not base:
        return ""
    ratio = base / mine
    if ratio >= 1:
        text = QCoreApplication.translate("ledger", "{times} times this model")
    else:
        text, ratio = QCoreApplication.translate("ledger", "this model has {times} times as much"), 1 / ratio
    return text.format(times=grouped(round(ratio)) if ratio >= 100 else f"{ratio:.3g}")


def polynomial(count: Count) -> str:
    """A polynomial in n and m."""
    return count.text().replace(",", THIN)


def shapes(part: Part | None, full: bool = False) -> str:
    """The parameter matrices of a part; `full` with what their sides count."""
    if part is None:
        return QCoreApplication.translate("ledger", "this model has none")
    if not part.weights:
        return QCoreApplication.translate("ledger", "no parameters")
    found = []
    for weight, count in part.weights:
        shape = "×".join(map(str, weight.shape))
        key = weight.name if weight.name in SYMBOLS else weight.name.rpartition(".")[2]
        symbol = str(Symbol(*SYMBOLS[key])) if key in SYMBOLS else key
        many = f"{grouped(count)} " if count > 1 else ""
        found.append(f"{many}{symbol} {weight.symbols} = {shape}" if full else f"{many}{symbol} {shape}")
    return ",  ".join(found)


def details(shown: Shown, line: Line) -> list[str]:
    """A part in full: shapes, and what grows how."""
    if line.kind == ALL:
        products, values, parameters = shown.mine.products, shown.mine.values, shown.mine.parameters
        first = QCoreApplication.translate("ledger", "{count} parameters").format(count=grouped(parameters))
    elif line.part is None:
        return [shapes(None)]
    else:
        products, values, parameters = line.part.products, line.part.values, line.part.parameters
        first = shapes(line.part, full=True)
    n, m = shown.n, shown.m
    made = QCoreApplication.translate("ledger", "multiply–adds: {polynomial} = {count}")
    kept = QCoreApplication.translate(
        "ledger", "memory: ({parameters} parameters + {polynomial} = {count} intermediate numbers) × {item} bytes"
    )
    return [
        first,
        made.format(polynomial=polynomial(products), count=grouped(products.at(n, m))),
        kept.format(
            parameters=grouped(parameters),
            polynomial=polynomial(values),
            count=grouped(values.at(n, m)),
            item=shown.mine.item,
        ),
    ]


def spoken(shown: Shown, line: Line) -> str:
    """A line for those who listen."""
    each = [
        QCoreApplication.translate("ledger", "{measure} {mine}, base {base}").format(
            measure=measure_name(measure),
            mine=number(line.mine[measure], measure),
            base=number(line.base[measure], measure),
        )
        for measure in line.mine
    ]
    return f"{part_name(line.kind)}: " + "; ".join(each).replace(THIN, " ")


def side_name(letter: str) -> str:
    """What a length counts."""
    if letter == "n":
        return QCoreApplication.translate("ledger", "source tokens")
    return QCoreApplication.translate("ledger", "target tokens")


def crossing(letters: str, mine: int | None, base_letters: str, base: int | None) -> str:
    """Where attention overtakes the projections, here and in the base model, when both sides are equally long."""

    def place(sides: str, tokens: int) -> str:
        return " = ".join([*sides, grouped(tokens)])

    if mine is None:
        said = QCoreApplication.translate("ledger", "attention never costs more than the projections here")
    else:
        text = QCoreApplication.translate("ledger", "attention costs more than the projections from {place} on")
        said = text.format(place=place(letters, mine))
    said = f"◆ {said}"
    if base is not None:
        text = QCoreApplication.translate("ledger", "base: from {place}")
        said += "    ◇ " + text.format(place=place(base_letters, base))
    return said


def beyond_table(rows: int) -> str:
    """Where the lengths asked for are longer than the model's table of positions."""
    return QCoreApplication.translate(
        "ledger", "The position table has {rows} rows: for texts this long it would have to grow."
    ).format(rows=grouped(rows))
