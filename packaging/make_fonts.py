"""Make the bundled fonts in resources/fonts from their sources.

    python packaging/make_fonts.py --noto-regular NotoSansCJK-Regular.ttc --noto-bold NotoSansCJK-Bold.ttc \\
        --dejavu FOLDER_WITH_DEJAVU_TTF_FILES [--output resources/fonts]

Needs fontTools (nothing else in the project does). The same sources and the same fontTools give the same
bytes. The sources are named, with their versions, in resources/fonts/README.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

NOTO_FACE = "Noto Sans CJK SC"
RELEASE = "1.000"


def _span(first: int, last: int) -> set[int]:
    return set(range(first, last + 1))


def gb2312() -> set[int]:
    """The 7,445 characters of GB 2312: 6,763 hanzi, kana, bopomofo, Cyrillic, full-width forms and signs."""
    rows = (bytes((high, low)) for high in range(0xA1, 0xF8) for low in range(0xA1, 0xFF))
    return {ord(character) for pair in rows if (character := pair.decode("gb2312", "ignore"))}


LATIN = _span(0x20, 0x7E) | _span(0xA0, 0x17F)
GREEK = _span(0x370, 0x3FF)
PUNCTUATION = _span(0x2010, 0x205E)
COMBINING = _span(0x300, 0x338) | {0x20D6, 0x20D7}
RAISED_AND_LOWERED = (
    _span(0x2B0, 0x2B8)
    | {0x2C6, 0x2C7, 0x2D9, 0x2DA, 0x2DC}
    | _span(0x2E0, 0x2E4)
    | _span(0x1D2C, 0x1D6A)
    | _span(0x1D9C, 0x1DBF)
    | _span(0x2070, 0x209C)
    | {0x2C7C, 0x2C7D}
)
LETTERLIKE = _span(0x2100, 0x215F)
ARROWS = _span(0x2190, 0x21FF) | _span(0x27F0, 0x27FF)
OPERATORS = _span(0x2200, 0x22FF) | _span(0x27E6, 0x27EF) | _span(0x2A00, 0x2AFF)
BRACKETS = _span(0x2308, 0x230B) | _span(0x239B, 0x23AE)
KEYS = {0x2303, 0x2318, 0x2325, 0x232B, 0x23CE, 0x21E7}
SHAPES = _span(0x2500, 0x25FF)
SIGNS = _span(0x2600, 0x26FF) | _span(0x2700, 0x27BF)

TEXT = LATIN | GREEK | PUNCTUATION
MATH = TEXT | COMBINING | RAISED_AND_LOWERED | LETTERLIKE | ARROWS | OPERATORS | BRACKETS
SYMBOLS = MATH | KEYS | SHAPES | SIGNS
MONO = TEXT | COMBINING | RAISED_AND_LOWERED | ARROWS | OPERATORS | BRACKETS | SHAPES | {0x2713, 0x2717}

# In a Chinese font these four are a full em wide, which tears English words apart ("don’ t").
QUOTES = (0x2018, 0x2019, 0x201C, 0x201D)
ELLIPSIS = 0x2026


@dataclass(frozen=True)
class Face:
    """One file to make from a DejaVu file."""

    source: str
    family: str
    style: str
    characters: frozenset[int]

    @property
    def file(self) -> str:
        return f"{self.family}-{self.style}.ttf".replace(" ", "")


DEJAVU_FACES = tuple(
    Face(f"DejaVu{source}.ttf", family, style, frozenset(characters))
    for source, family, style, characters in (
        ("Sans", "Glassformer Symbols", "Regular", SYMBOLS),
        ("Sans-Bold", "Glassformer Symbols", "Bold", SYMBOLS),
        ("SansMono", "Glassformer Mono", "Regular", MONO),
        ("SansMono-Bold", "Glassformer Mono", "Bold", MONO),
        ("Serif", "Glassformer Math", "Regular", MATH),
        ("Serif-Bold", "Glassformer Math", "Bold", MATH),
        ("Serif-Italic", "Glassformer Math", "Italic", MATH),
        ("Serif-BoldItalic", "Glassformer Math", "Bold Italic", MATH),
    )
)


def subset(font: TTFont, characters: Iterable[int]) -> None:
    """Keep `characters`, those the font has, with hinting, kerning and mark placement; in place."""
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    options.drop_tables += ["FFTM", "DSIG", "VORG", "vhea", "vmtx", "BASE"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def rename(font: TTFont, family: str, style: str, source: str) -> None:
    """Give the font our family, full and PostScript names; copyright and licence records stay."""
    postscript = f"{family}-{style}".replace(" ", "")
    full = family if style == "Regular" else f"{family} {style}"
    table = font["name"]
    kept = {number: table.getDebugName(number) for number in (0, 13, 14)}
    table.names = []
    records = kept | {
        1: family,
        2: style,
        3: f"{RELEASE};{postscript}",
        4: full,
        5: f"Version {RELEASE}; subset of {source}",
        6: postscript,
    }
    for number, text in sorted(records.items()):
        if text:
            table.setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        font["CFF "].cff.fontNames = [postscript]
        top = font["CFF "].cff.topDictIndex[0]
        top.FamilyName, top.FullName, top.Weight = family, full, style
        for index, part in enumerate(getattr(top, "FDArray", ())):
            part.FontName = f"{postscript}-{index}"


def western_marks(font: TTFont) -> None:
    """Give ‘ ’ “ ” and … their Western widths, in place: both languages share this one font."""
    cmap = font.getBestCmap()
    proportional = _single_substitutions(font, "pwid")
    narrow = {code: proportional[cmap[code]] for code in QUOTES}
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update(narrow)
    advance = font["hmtx"][cmap[ord(".")]][0]
    _set_outline(font, cmap[ELLIPSIS], cmap[ord(".")], [0, advance, 2 * advance], 3 * advance)


def _single_substitutions(font: TTFont, feature: str) -> dict[str, str]:
    table = font["GSUB"].table
    records = [record for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature]
    lookups = {index for record in records for index in record.Feature.LookupListIndex}
    found: dict[str, str] = {}
    for index in sorted(lookups):
        for part in table.LookupList.Lookup[index].SubTable:
            found.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return found


def _set_outline(font: TTFont, target: str, source: str, shifts: list[int], advance: int) -> None:
    """Redraw CFF glyph `target` as copies of `source` moved right by each of `shifts`."""
    top = font["CFF "].cff.topDictIndex[0]
    charstrings = top.CharStrings
    private = top.FDArray[top.FDSelect[font.getGlyphID(target)]].Private
    pen = T2CharStringPen(advance - private.nominalWidthX, None)
    glyphs = font.getGlyphSet()
    for shift in shifts:
        glyphs[source].draw(TransformPen(pen, (1, 0, 0, 1, shift, 0)))
    charstrings[target] = pen.getCharString(private, top.GlobalSubrs)
    left = font["hmtx"][source][1]
    font["hmtx"][target] = (advance, left)


def sans_characters(font: TTFont) -> set[int]:
    """GB 2312 and Western text, less the Western signs that a Chinese font draws a full em wide.

    × ÷ ± ≤ → √ · and their like come from Glassformer Symbols, where "3×4" and "a → b" have the usual
    spacing.
    """
    em, advances, cmap = font["head"].unitsPerEm, font["hmtx"], font.getBestCmap()
    wanted = (gb2312() | TEXT | _span(0x2460, 0x2473)) & cmap.keys()
    numerals = _span(0x2160, 0x217F)
    wide = {code for code in wanted & SYMBOLS if advances[cmap[code]][0] >= em} - numerals - {ELLIPSIS}
    return wanted - wide


def open_noto(file: Path) -> TTFont:
    """The Simplified Chinese face of a Noto CJK collection, or the file itself when it is a single font."""
    if file.suffix.lower() not in (".ttc", ".otc"):
        return TTFont(file, recalcTimestamp=False)
    faces = TTCollection(file).fonts
    for face in faces:
        if (face["name"].getDebugName(1) or "").startswith(NOTO_FACE):
            face.recalcTimestamp = False
            return face
    names = ", ".join(str(face["name"].getDebugName(4)) for face in faces)
    raise SystemExit(f"{file} has no face called {NOTO_FACE}; it has {names}")


def version(font: TTFont) -> str:
    """The source's own name and version, for the version record of what is made from it."""
    names = font["name"]
    return f"{names.getDebugName(4)} {(names.getDebugName(5) or '').split(';')[0].removeprefix('Version ')}"


def save(font: TTFont, family: str, style: str, characters: Iterable[int], target: Path) -> None:
    source = version(font)
    subset(font, characters)
    rename(font, family, style, source)
    font.save(target, reorderTables=True)
    print(f"{target.name:34} {len(font.getBestCmap()):5} characters {target.stat().st_size / 1e6:6.2f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--noto-regular", type=Path, required=True, help="Noto Sans CJK SC, .ttc or .otf")
    parser.add_argument("--noto-bold", type=Path, required=True, help="the same, bold")
    parser.add_argument("--dejavu", type=Path, required=True, help="folder with the DejaVu .ttf files")
    parser.add_argument("--output", type=Path, default=Path(__file__).parents[1] / "resources" / "fonts")
    arguments = parser.parse_args()
    for style, file in (("Regular", arguments.noto_regular), ("Bold", arguments.noto_bold)):
        noto = open_noto(file)
        western_marks(noto)
        characters = sans_characters(noto)
        save(noto, "Glassformer Sans", style, characters, arguments.output / f"GlassformerSans-{style}.otf")
    for face in DEJAVU_FACES:
        font = TTFont(arguments.dejavu / face.source, recalcTimestamp=False)
        save(font, face.family, face.style, face.characters, arguments.output / face.file)


if __name__ == "__main__":
    main()
