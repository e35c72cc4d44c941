"""A sheet as SVG: Qt draws it, and what Qt wrote is then said in fewer words.

What comes out has `rect`, `path` and `text` only, plain hex colours, a width and height in pixels and a viewBox.
Texts name our fonts and then common ones, because hardly any machine has ours. A text that Qt cut where the font
changes is one element again. Numbers are anchored in their middle and labels of rows at their end, so that with
another font they still stand in their cells and beside them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtSvg import QSvgGenerator

from labapp import fonts

from .painters import painting
from .sheet import Sheet

NAMESPACE = "{http://www.w3.org/2000/svg}"
DPI = 96  # an SVG's pixel
FALLBACKS = {  # for a machine without our fonts: those that ours were made from, those as narrow, any
    fonts.MONO: "DejaVu Sans Mono, Menlo, Consolas, monospace",
    fonts.MATH: "DejaVu Serif, STIX Two Text, Cambria Math, serif",
    fonts.UI: "Noto Sans SC, Noto Sans CJK SC, Source Han Sans SC, Arial, Liberation Sans, Microsoft YaHei, sans-serif",
    fonts.SYMBOLS: "DejaVu Sans, Segoe UI Symbol, sans-serif",
}
HELD = 3  # letters from which on a text says how long it is: browsers then squeeze a wider font into its place
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # by XML 1.0
_MATRIX = re.compile(r"matrix\(([^)]*)\)")
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_STROKE = ("stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit")
TOUCHING = 0.06  # pixels between two pieces of one text, by rounding


def data(sheet: Sheet, outline: bool = False, scale: float = 1.0) -> bytes:
    """The sheet as the bytes of an SVG file, `scale` times its size in pixels; with `outline`, letters are paths."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(DPI)
    generator.setSize(QSize(sheet.width, sheet.height))
    generator.setViewBox(QRectF(0, 0, sheet.width, sheet.height))
    with painting(generator, outline) as painter:
        sheet.paint(painter)
    written = bytes(buffer.data().data()).decode("utf-8", "replace")
    root = ElementTree.fromstring(_FORBIDDEN.sub("\ufffd", written))
    return "".join(_page(root, sheet, scale)).encode()


def _page(root: ElementTree.Element, sheet: Sheet, scale: float) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<svg xmlns="http://www.w3.org/2000/svg" version="1.1"'
    yield f' width="{_number(sheet.width * scale)}" height="{_number(sheet.height * scale)}"'
    yield f' viewBox="0 0 {sheet.width} {sheet.height}">\n'
    if sheet.title:
        yield f"<title>{escape(_FORBIDDEN.sub(chr(0xFFFD), sheet.title))}</title>\n"
    groups = root.iterfind(f"{NAMESPACE}g/{NAMESPACE}g")
    for place, neighbours in groupby(groups, _place):
        yield from _group(place, [element for group in neighbours for element in _elements(group)])
    yield "</svg>\n"


def _group(place: str, elements: list[str | _Text]) -> Iterator[str]:
    """Elements at one place; the font of most of their texts is said once for all."""
    fonts_here = Counter(element.font for element in elements if isinstance(element, _Text))
    usual = fonts_here.most_common(1)[0][0] if fonts_here else ""
    # Titles, which are bold, begin where others begin, and may end together by chance.
    ends = Counter(element.right for element in elements if isinstance(element, _Text) and element.weight == "400")
    yield f"<g{place}{usual}>\n"
    for element in elements:
        yield (
            element.written(usual, element.weight == "400" and ends[element.right] > 1)
            if isinstance(element, _Text)
            else element
        )
    yield "</g>\n"


def _place(group: ElementTree.Element) -> str:
    """The attributes that neighbouring groups may have in common: where they are, and how opaque."""
    found = _MATRIX.fullmatch(group.get("transform", ""))
    numbers = tuple(float(part) for part in found[1].split(",")) if found else _IDENTITY
    out = ""
    if numbers[:4] == _IDENTITY[:4] and numbers != _IDENTITY:
        out = f' transform="translate({_number(numbers[4])} {_number(numbers[5])})"'
    elif numbers != _IDENTITY:
        out = f' transform="matrix({" ".join(_number(number) for number in numbers)})"'
    return out + _unless(group, "opacity", "1")


def _elements(group: ElementTree.Element) -> Iterator[str | _Text]:
    texts: list[_Text] = []
    for element in group:
        kind = element.tag.removeprefix(NAMESPACE)
        if kind == "text":
            text = _Text.of(element)
            if texts and texts[-1].goes_on(text):
                texts[-1] = texts[-1].with_more(text)
            else:
                texts.append(text)
            continue
        yield from texts
        texts = []
        if kind == "rect":
            sides = "".join(f' {name}="{_number(float(element.get(name, "0")))}"' for name in _SIDES)
            yield f"<rect{sides}{_colours(group)}/>\n"
        elif kind in ("path", "polyline", "polygon"):
            yield f"<path d={quoteattr(_outline(element, kind))}{_colours(group)}{_rule(element, kind)}/>\n"
        else:
            raise ValueError(f"Qt wrote an SVG element that a figure has no use for: {kind}")
    yield from texts


_SIDES = ("x", "y", "width", "height")


def _outline(element: ElementTree.Element, kind: str) -> str:
    """The shape as the text of a path."""
    if kind == "path":
        return " ".join(element.get("d", "").split())
    points = element.get("points", "").split()
    return "M" + " L".join(points) + (" Z" if kind == "polygon" else "")


def _rule(element: ElementTree.Element, kind: str) -> str:
    if kind == "polyline":
        return ""
    return ' fill-rule="evenodd"' if element.get("fill-rule") == "evenodd" else ""


def _colours(group: ElementTree.Element) -> str:
    out = f' fill="{group.get("fill", "none")}"' + _unless(group, "fill-opacity", "1")
    stroke = group.get("stroke", "none")
    if stroke == "none":
        return out
    out += f' stroke="{stroke}"' + _unless(group, "stroke-opacity", "1") + _unless(group, "stroke-width", "1")
    out += _unless(group, "stroke-linecap", "butt") + _unless(group, "stroke-linejoin", "miter")
    return out + "".join(_unless(group, name, "") for name in _STROKE)


def _unless(element: ElementTree.Element, name: str, usual: str) -> str:
    value = element.get(name, usual)
    return "" if value == usual else f' {name}="{value}"'


def _number(value: float) -> str:
    """At most four decimals, and none that are zeros."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class _Text:
    """One line of text: where its baseline starts, how wide our fonts make it, and how it looks."""

    text: str
    x: float
    y: float
    width: float
    families: tuple[str, ...]
    size: str
    weight: str
    style: str
    colour: str

    @classmethod
    def of(cls, element: ElementTree.Element) -> _Text:
        families = _split(element.get("font-family", ""))
        size, weight = element.get("font-size", "13"), element.get("font-weight", "400")
        style, text = element.get("font-style", "normal"), element.text or ""
        width = _width(text, families, size, weight, style)
        colour = f' fill="{element.get("fill", "#000000")}"' + _unless(element, "fill-opacity", "1")
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        return cls(text, x, y, width, families, size, weight, style, colour)

    def goes_on(self, other: _Text) -> bool:
        same = (self.y, self.families, self.size, self.weight, self.style, self.colour) == (
            other.y, other.families, other.size, other.weight, other.style, other.colour
        )  # fmt: skip
        return same and abs(self.x + self.width - other.x) < TOUCHING

    def with_more(self, other: _Text) -> _Text:
        return replace(self, text=self.text + other.text, width=other.x + other.width - self.x)

    @property
    def font(self) -> str:
        """The attributes that texts of one font have in common."""
        return f' font-family="{_families(self.families)}" font-size="{self.size}"'

    @property
    def right(self) -> float:
        return round(self.x + self.width, 1)

    def written(self, usual: str, aligned: bool) -> str:
        """As an element; `usual` is the font that holds here without being said, `aligned` says that other texts
        end where this one does, as the labels of rows do."""
        centred = self.families[:1] == (fonts.MONO,)
        share, anchor = (0.5, "middle") if centred else (1.0, "end") if aligned else (0.0, "")
        out = f'<text x="{_number(self.x + self.width * share)}" y="{_number(self.y)}"'
        out += f' text-anchor="{anchor}"' if anchor else ""
        if not centred and len(self.text) >= HELD:
            out += f' textLength="{_number(self.width)}" lengthAdjust="spacingAndGlyphs"'
        out += "" if self.font == usual else self.font
        out += f' font-weight="{self.weight}"' if self.weight != "400" else ""
        out += f' font-style="{self.style}"' if self.style != "normal" else ""
        space = ' xml:space="preserve"' if self.text != " ".join(self.text.split()) else ""
        return f"{out}{self.colour}{space}>{escape(self.text)}</text>\n"


@lru_cache(maxsize=2000)
def _width(text: str, families: tuple[str, ...], size: str, weight: str, style: str) -> float:
    return _face(families, size, weight, style).horizontalAdvance(text)


@lru_cache(maxsize=64)
def _face(families: tuple[str, ...], size: str, weight: str, style: str) -> QFontMetricsF:
    font = QFont()
    font.setFamilies(list(families))
    font.setPixelSize(max(1, round(float(size))))
    font.setBold(int(weight) > 500)
    font.setItalic(style != "normal")
    font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    return QFontMetricsF(font)


@lru_cache(maxsize=32)
def _split(families: str) -> tuple[str, ...]:
    return tuple(name.strip(" '\"") for name in families.split(","))


@lru_cache(maxsize=32)
def _families(families: tuple[str, ...]) -> str:
    """The list of names, without quotes: CSS doesn't need them here, and some readers take them for a part."""
    return ", ".join([*families, FALLBACKS.get(families[0], "sans-serif")])
