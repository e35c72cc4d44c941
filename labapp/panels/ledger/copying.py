"""The ledger to take along: as CSV, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io

from PySide6.QtCore import QCoreApplication

from core.problem import QT_TRANSLATE_NOOP

from ...text import grouped
from . import words
from .content import MEASURES, MEMORY, Shown

CSV, MARKDOWN, LATEX = "csv", "markdown", "latex"
FORMS: dict[str, str] = {
    CSV: QT_TRANSLATE_NOOP("ledger", "Copy as CSV"),
    MARKDOWN: QT_TRANSLATE_NOOP("ledger", "Copy as Markdown"),
    LATEX: QT_TRANSLATE_NOOP("ledger", "Copy as LaTeX"),
}


def written(form: str, shown: Shown, mark: str = ".") -> str:
    """The table in one of FORMS; CSV has bare whole numbers (memory in bytes), semicolons where the mark is a comma."""
    if form == CSV:
        out = io.StringIO()
        writer = csv.writer(out, delimiter=";" if mark == "," else ",", lineterminator="\r\n")
        writer.writerow(_headings(bytes_=True))
        for line in shown.lines:
            numbers = [str(who[measure]) for who in (line.mine, line.base) for measure in MEASURES]
            shapes = words.shapes(line.part, full=True).replace(words.THIN, " ") if line.kind else ""
            writer.writerow([words.part_name(line.kind), shapes, *numbers])
        return out.getvalue()
    rows = [
        [
            words.part_name(line.kind),
            words.shapes(line.part) if line.kind else "",
            *(words.number(who[measure], measure) for who in (line.mine, line.base) for measure in MEASURES),
        ]
        for line in shown.lines
    ]
    return _markdown(rows, shown) if form == MARKDOWN else _latex(rows, shown)


def _headings(bytes_: bool = False) -> list[str]:
    found = [
        QCoreApplication.translate("ledger", "Part"),
        QCoreApplication.translate("ledger", "Shapes"),
    ]
    for who in (words.this_model(), words.base_model()):
        for measure in MEASURES:
            unit = " [B]" if bytes_ and measure == MEMORY else ""
            found.append(f"{words.measure_name(measure)}{unit}, {who}")
    return found


def _caption(shown: Shown) -> str:
    return ", ".join(f"{letter} = {grouped(k)}" for letter, k in (("n", shown.n), ("m", shown.m)) if k)


def _markdown(rows: list[list[str]], shown: Shown) -> str:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    ruler = "|---|---|" + "---:|" * (2 * len(MEASURES))
    return "\n".join([line(_headings()), ruler, *map(line, rows), "", _caption(shown)]) + "\n"


_TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "×": r"$\times$", "·": r"$\cdot$", words.THIN: r"\,",
    "–": "--",
}  # fmt: skip


def _tex(text: str) -> str:
    return "".join(_TEX.get(letter, letter) for letter in text)


def _latex(rows: list[list[str]], shown: Shown) -> str:
    def line(cells: list[str]) -> str:
        return "  " + " & ".join(map(_tex, cells)) + r" \\"

    columns = "ll" + "r" * (2 * len(MEASURES))
    *body, last = map(line, rows)
    return (
        "\n".join(
            [
                f"% {_caption(shown).replace(words.THIN, ' ')}",
                rf"\begin{{tabular}}{{{columns}}}",
                line(_headings()),
                r"  \hline",
                *body,
                r"  \hline",
                last,
                r"\end{tabular}",
            ]
        )
        + "\n"
    )
