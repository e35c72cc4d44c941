"""Readers of SVG and PDF that share nothing with the writers: what is in a file, where, and in which colours."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SVG = "{http://www.w3.org/2000/svg}"


class Drawing:
    """An SVG as a reader finds it: well-formed, its shapes with their bounds, its texts."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.root = ElementTree.fromstring(data)
        self.box = QRectF(*(float(part) for part in self.root.get("viewBox", "").split()))
        self.kinds: set[str] = set()
        self.bounds: list[QRectF] = []
        self.texts: list[str] = []
        self.colours: set[str] = set()
        for element in self.root:
            self._read(element, QRectF(0, 0, 1, 1))

    def _read(self, element: ElementTree.Element, frame: QRectF) -> None:
        """`frame` is where the unit square of the element's parent lies."""
        kind = element.tag.removeprefix(SVG)
        if kind == "title":
            return
        if kind == "g":
            for child in element:
                for name in ("font-family", "font-size"):
                    child.attrib.setdefault(name, element.get(name, ""))
                self._read(child, _moved(frame, element.get("transform", "")))
            return
        self.kinds.add(kind)
        self.colours |= {element.get("fill", "none"), element.get("stroke", "none")}
        if kind == "text":
            self.texts.append(element.text or "")
        self.bounds.append(_within(frame, _bounds(element, kind)))

    def picture(self) -> QImage:
        """What Qt's own reader makes of it, at one pixel to the unit."""
        image = QImage(round(self.box.width()), round(self.box.height()), QImage.Format.Format_RGB32)
        image.fill(QColor("magenta"))
        painter = QPainter(image)
        QSvgRenderer(QByteArray(self.data)).render(painter)
        painter.end()
        return image


def _moved(frame: QRectF, transform: str) -> QRectF:
    numbers = [float(part) for part in re.findall(r"-?[\d.]+(?:e-?\d+)?", transform)]
    if transform.startswith("translate"):
        numbers = [1, 0, 0, 1, *numbers]
    if not numbers:
        return frame
    a, b, c, d, e, f = numbers
    assert b == c == 0, "nothing is turned in a figure"
    return _within(frame, QRectF(e, f, a, d))


def _within(frame: QRectF, rect: QRectF) -> QRectF:
    return QRectF(
        frame.x() + rect.x() * frame.width(),
        frame.y() + rect.y() * frame.height(),
        rect.width() * frame.width(),
        rect.height() * frame.height(),
    )


def _bounds(element: ElementTree.Element, kind: str) -> QRectF:
    if kind == "rect":
        return QRectF(*(float(element.get(side, "0")) for side in ("x", "y", "width", "height")))
    if kind == "path":
        numbers = [float(part) for part in re.findall(r"-?[\d.]+(?:e-?\d+)?", element.get("d", ""))]
        xs, ys = numbers[::2], numbers[1::2]
        half = float(element.get("stroke-width", "1")) / 2 if element.get("stroke") else 0.0
        whole = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        return whole.adjusted(-half, -half, half, half)
    font = QFont()
    font.setFamilies([name.strip(" '") for name in element.get("font-family", "").split(",")])
    font.setPixelSize(int(float(element.get("font-size", "13"))))
    font.setBold(element.get("font-weight") == "700")
    font.setItalic(element.get("font-style") == "italic")
    face = QFontMetricsF(font)
    width = face.horizontalAdvance(element.text or "")
    x = float(element.get("x", "0")) - width * {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
    return QRectF(x, float(element.get("y", "0")) - face.capHeight(), width, face.capHeight())


class Paper:
    """A PDF as a reader finds it: its page, how many fonts are inside, its text glyph by glyph."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.objects = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\n(.*?)endobj", data, re.DOTALL)}
        self.fonts = len(re.findall(rb"/FontFile[23]?\b", data))
        self.images = len(re.findall(rb"/Subtype\s*/Image", data))
        page = next(body for body in self.objects.values() if b"/Type /Page\n" in body)
        box = re.search(rb"/MediaBox \[([^\]]*)\]", page)
        assert box is not None
        self.page = tuple(float(part) for part in box[1].split())
        contents = re.search(rb"/Contents (\d+) 0 R", page)
        assert contents is not None
        self.content = self._stream(int(contents[1]))
        self.text = "".join(self._glyphs())

    def _stream(self, number: int) -> bytes:
        body = self.objects[number]
        found = re.search(rb"stream\n(.*)\nendstream", body, re.DOTALL)
        assert found is not None
        return zlib.decompress(found[1]) if b"FlateDecode" in body else found[1]

    def _glyphs(self) -> Iterator[str]:
        """The characters shown, by the fonts' own tables from glyphs to characters."""
        resources = b"".join(body for body in self.objects.values() if b"/Font <<" in body)
        numbers = {name: int(number) for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", resources)}
        tables = {name: self._to_unicode(number) for name, number in numbers.items()}
        table: dict[int, str] = {}
        for name, shown in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9a-fA-F]+)>", self.content):
            if name:
                table = tables[name]
            else:
                yield from (table[int(shown[k : k + 4], 16)] for k in range(0, len(shown), 4))

    def _to_unicode(self, font: int) -> dict[int, str]:
        found = re.search(rb"/ToUnicode (\d+) 0 R", self.objects[font])
        assert found is not None, "text of this font could not be found or copied"
        table: dict[int, str] = {}
        for line in self._stream(int(found[1])).splitlines():
            first, last, *targets = re.findall(rb"<([0-9A-Fa-f]+)>", line) or [b"", b""]
            if len(targets) > 1 or (targets and b"[" in line):
                for k, target in enumerate(targets):
                    table[int(first, 16) + k] = _utf16(target)
            elif targets:
                for k in range(int(last, 16) - int(first, 16) + 1):
                    table[int(first, 16) + k] = chr(ord(_utf16(targets[0])) + k)
        return table

    def picture(self, folder: Path) -> QImage:
        """What poppler makes of it, at one pixel to 0.75 point; skips the test where poppler isn't."""
        tool = shutil.which("pdftoppm")
        if tool is None:
            pytest.skip("pdftoppm (poppler-utils) is not installed")
        (folder / "paper.pdf").write_bytes(self.data)
        subprocess.run(
            [tool, "-r", "96", "-png", "-singlefile", "paper.pdf", "paper"], cwd=folder, check=True, capture_output=True
        )
        return QImage(str(folder / "paper.png")).convertToFormat(QImage.Format.Format_RGB32)


def _utf16(digits: bytes) -> str:
    return bytes.fromhex(digits.decode()).decode("utf-16-be")
