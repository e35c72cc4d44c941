"""The bundled fonts draw every character the lab uses, also where the system has no font at all."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont, QTextLayout
from pytestqt.qtbot import QtBot

import resources
from labapp import fonts, models
from labapp.document import Document
from labapp.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

SAMPLE = "注意力 Qᵀ·K ÷ √dₖ x̂ σ² ₁₂ −0.40 ◆"
GB2312 = "".join(
    bytes((high, low)).decode("gb2312", "ignore") for high in range(0xA1, 0xF8) for low in range(0xA1, 0xFF)
)
SIGNS = (
    "₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀₖₙᵢⱼ←↑→↓↔⇒⇄↶↷∈∉∑∏√∞∂∇−×·÷±≤≥≠≈∝⊙⊕⊗∘⋯⋮⌈⌉⌊⌋⟨⟩◆◇▲△▶▸▾◀■□●○✓✗☀☾⚠★αβγδεμσθλφΣΩ‘’“”…–—•′″ℝ①②½⌘"
)
ENGLISH_AND_SIGNS = "".join(map(chr, range(0x21, 0x7F))) + "àéîöüñçßøå" + SIGNS


@pytest.fixture(autouse=True)
def _loaded(qapp: object) -> None:
    fonts.load()


def families_drawing(text: str, font: QFont) -> set[str]:
    """The families that Qt takes the glyphs of `text` from; glyph 0 is the box for a missing one."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    assert all(all(run.glyphIndexes()) for run in runs), f"a box glyph in {text!r}"
    return {run.rawFont().familyName() for run in runs}


FONTS = {
    "ui": lambda: fonts.ui_font(13),
    "ui bold": lambda: fonts.ui_font(13, bold=True),
    "mono": lambda: fonts.mono_font(13),
    "math": lambda: fonts.math_font(16),
    "math upright": lambda: fonts.math_font(16, italic=False),
    "math bold": lambda: fonts.math_font(16, bold=True),
    "symbols": lambda: fonts.symbol_font(13),
}


@pytest.mark.parametrize("kind", FONTS)
@pytest.mark.parametrize("text", [SAMPLE, GB2312, ENGLISH_AND_SIGNS], ids=["sample", "GB 2312", "signs"])
def test_every_character_comes_from_our_fonts_and_not_from_the_system(kind: str, text: str) -> None:
    assert families_drawing(text, FONTS[kind]()) <= set(fonts.FAMILIES)


def test_nothing_that_the_lab_writes_is_missing() -> None:
    assert fonts.missing(SAMPLE + GB2312 + ENGLISH_AND_SIGNS) == []


def test_missing_names_each_absent_character_once() -> None:
    assert fonts.missing("a\ue123b\ue124\ue123\n\t") == ["\ue123", "\ue124"]
    assert fonts.missing("我ᵀ", [fonts.MATH]) == ["我"]
    assert fonts.missing("我ᵀ", [fonts.UI]) == ["ᵀ"]


def test_missing_does_not_take_another_family_for_an_absent_one() -> None:
    with pytest.raises(LookupError, match="Glassformer Nothing"):
        fonts.missing("a", ["Glassformer Nothing"])


def test_the_font_asked_for_first_is_the_one_used() -> None:
    assert families_drawing("注意 Input", fonts.ui_font(13)) == {fonts.UI}
    assert families_drawing("−0.40 nan ∞", fonts.mono_font(13)) == {fonts.MONO}
    assert families_drawing("Qᵀγσ²x̂₁", fonts.math_font(16)) == {fonts.MATH}
    assert families_drawing("÷√→", fonts.ui_font(13)) == {fonts.SYMBOLS}


def test_bold_and_italic_are_drawn_faces_and_not_made_up_by_slanting() -> None:
    assert QRawFont.fromFont(fonts.ui_font(13, bold=True)).weight() == QFont.Weight.Bold
    assert QRawFont.fromFont(fonts.ui_font(13)).weight() == QFont.Weight.Normal
    assert QRawFont.fromFont(fonts.mono_font(13, bold=True)).weight() == QFont.Weight.Bold
    symbol = QRawFont.fromFont(fonts.math_font(16, bold=True))
    assert (symbol.style(), symbol.weight()) == (QFont.Style.StyleItalic, QFont.Weight.Bold)
    assert QRawFont.fromFont(fonts.math_font(16, italic=False)).style() == QFont.Style.StyleNormal


def test_digits_and_what_stands_among_them_are_equally_wide() -> None:
    metrics = QFontMetricsF(fonts.mono_font(13))
    assert len({metrics.horizontalAdvance(character) for character in "0123456789.−-+e∞…"}) == 1


@pytest.mark.parametrize("bold", [False, True])
def test_western_signs_are_not_a_full_em_wide(bold: bool) -> None:
    metrics = QFontMetricsF(fonts.ui_font(100, bold))
    assert metrics.horizontalAdvance("我") == pytest.approx(100, abs=0.1)
    assert all(metrics.horizontalAdvance(quote) < 35 for quote in "‘’")
    assert all(metrics.horizontalAdvance(quote) < 65 for quote in "“”")
    assert all(metrics.horizontalAdvance(sign) < 85 for sign in "×÷±≤·→")
    assert metrics.horizontalAdvance("…") == pytest.approx(metrics.horizontalAdvance("..."), abs=0.5)


def test_a_size_is_whole_and_at_least_one_pixel() -> None:
    assert [fonts.ui_font(px).pixelSize() for px in (13, 12.6, 0.2, 0)] == [13, 13, 1, 1]


def test_loading_again_registers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(fonts, "_register", asked.append)
    fonts.load()
    assert asked == []


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program whose fonts lie in an empty folder and are not loaded yet."""
    real = resources.path
    monkeypatch.setattr(resources, "path", lambda *parts: tmp_path / parts[-1] if parts[0] == "fonts" else real(*parts))
    monkeypatch.setattr(fonts, "_loaded", False)
    monkeypatch.setattr(fonts, "failed", [])
    return tmp_path


def test_fonts_that_cannot_be_used_are_each_named_and_the_others_serve(
    elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (elsewhere / fonts.FILES[0]).write_bytes(b"no font")
    for name in fonts.FILES[2:]:
        (elsewhere / name).write_bytes((Path(resources.__file__).parent / "fonts" / name).read_bytes())
    fonts.load()
    damaged, absent = (str(elsewhere / name) for name in fonts.FILES[:2])
    assert [str(problem).split(" can't be used")[0] for problem in fonts.failed] == [
        f"The program's font {damaged}",
        f"The program's font {absent}",
    ]
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert fonts.ui_font(13).families()[0] == fonts.UI


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_the_window_opens_without_its_fonts_and_says_so(elsewhere: Path, qtbot: QtBot, tmp_path: Path) -> None:
    fonts.load()
    window = MainWindow(Document(models.starting_model("block"), "numpy"))
    qtbot.addWidget(window)
    window.show()
    window.safety.begin(tmp_path / "kept")
    assert window.status.said().startswith(f"The program's font {elsewhere / fonts.FILES[0]} can't be used")
    assert window.grab().toImage().width() > 0


# ---- the files

LICENCES = {"Noto": "SIL OPEN FONT LICENSE Version 1.1", "DejaVu": "Bitstream Vera Fonts Copyright"}


def test_each_font_file_is_loaded_and_listed_with_a_licence_that_lies_beside_it() -> None:
    folder = resources.path("fonts")
    files = sorted(file.name for file in folder.iterdir() if file.suffix in (".otf", ".ttf"))
    assert files == sorted(fonts.FILES)
    readme = (folder / "README.md").read_text(encoding="utf-8")
    table = [line for line in readme.splitlines() if line.endswith(".txt |")]
    rows = [[cell.strip(" |") for cell in line.split(" | ")] for line in table]
    assert sorted(row[0] for row in rows) == files
    for file, family, source, licence in rows:
        assert file.startswith(family.replace(" ", ""))
        text = (folder / licence).read_text(encoding="utf-8")
        assert LICENCES[source.split()[0]] in text


def test_no_reserved_name_is_used_as_a_family_name() -> None:
    for name in fonts.FILES:
        families = QFontDatabase.applicationFontFamilies(
            QFontDatabase.addApplicationFont(str(resources.path("fonts", name)))
        )
        assert families
        assert set(families) <= set(fonts.FAMILIES)
        assert not re.search("noto|source|vera|bitstream|dejavu", " ".join(families).lower())


def test_the_fonts_stay_small() -> None:
    assert sum(file.stat().st_size for file in resources.path("fonts").iterdir()) <= 7_000_000


# ---- a machine without fonts

PROBE = """
import json, sys
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QImage, QPainter, QTextLayout

app = QGuiApplication([])
before = QFontDatabase.families()
from labapp import fonts
fonts.load()

def glyphs(text, font):
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [[run.rawFont().familyName(), list(run.glyphIndexes())] for run in layout.glyphRuns()]

def picture(character, font):
    image = QImage(40, 40, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(8, 28, character)
    painter.end()
    return bytes(image.constBits()).hex()

text, absent = sys.argv[1:]
answer = {"before": before, "after": QFontDatabase.families()}
for kind, font in {"ui": fonts.ui_font(20), "mono": fonts.mono_font(20), "math": fonts.math_font(20)}.items():
    answer[kind] = {
        "runs": glyphs(text, font),
        "absent": glyphs(absent, font),
        "pictures": {character: picture(character, font) for character in text + absent},
    }
print(json.dumps(answer))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only fontconfig can be told that there are no fonts")
def test_without_any_system_font_there_is_still_no_box(tmp_path: Path) -> None:
    config = tmp_path / "fonts.conf"
    config.write_text(f"<fontconfig><cachedir>{tmp_path / 'cache'}</cachedir></fontconfig>", encoding="utf-8")
    environment = os.environ | {
        "FONTCONFIG_FILE": str(config),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(resources.path().parent),
        "PYTHONIOENCODING": "utf-8",
    }
    absent = "\ue123"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, SAMPLE, absent],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    # Qt lists these three names whether or not any font stands behind them.
    assert set(answer["before"]) <= {"Monospace", "Sans Serif", "Serif"}
    assert set(answer["after"]) - set(answer["before"]) == set(fonts.FAMILIES)
    for kind in ("ui", "mono", "math"):
        seen = answer[kind]
        # The probe can tell: a character of nobody's is glyph 0.
        assert any(0 in glyphs for _, glyphs in seen["absent"])
        assert all(0 not in glyphs for _, glyphs in seen["runs"])
        assert {family for family, _ in seen["runs"]} <= set(fonts.FAMILIES)
        visible = [character for character in SAMPLE if character != " "] + [absent]
        pictures = {character: seen["pictures"][character] for character in visible}
        assert seen["pictures"][" "] not in pictures.values()
        assert len(set(pictures.values())) == len(set(visible)), f"two characters look the same in {kind}"
