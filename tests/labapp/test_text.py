"""Languages: every text has its translation, the compiled catalogue is the written one, sentences are filled."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

import resources
from core.problem import QT_TRANSLATE_NOOP, Problem
from core.spec import FIELDS
from labapp import acts, fonts, labels, names, text

ROOT = Path(__file__).parents[2]
CATALOGUE = resources.path("translations", "glassformer_zh_CN.ts")
UPDATE = """bring the catalogue up to date, translate what is unfinished, and compile it:
  pyside6-lupdate $(git ls-files 'core/*.py' 'labapp/*.py') -locations none -no-obsolete \\
    -ts resources/translations/glassformer_zh_CN.ts
  pyside6-lrelease resources/translations/glassformer_zh_CN.ts"""
PLACE = re.compile(r"\{[^{}]*\}|%\d+|%n")

Message = tuple[str, str]


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    text.set_language("en")


def messages(file: Path) -> dict[Message, ElementTree.Element]:
    """(context, source) to its translation element; obsolete entries are left out."""
    found: dict[Message, ElementTree.Element] = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            if translation.get("type") not in ("vanished", "obsolete"):
                found[context.findtext("name", ""), message.findtext("source", "")] = translation
    return found


def extractor() -> str:
    """Qt's lupdate as it comes with PySide6."""
    beside = Path(sys.executable).parent / "pyside6-lupdate"
    found = shutil.which("pyside6-lupdate", path=str(beside.parent)) or shutil.which("pyside6-lupdate")
    assert found, "pyside6-lupdate belongs to PySide6-Essentials"
    return found


def extract(folder: Path) -> Path:
    """A fresh catalogue of every translatable text in the sources."""
    sources = sorted(str(file) for part in ("core", "labapp") for file in (ROOT / part).rglob("*.py"))
    made = folder / "fresh.ts"
    run = subprocess.run([extractor(), *sources, "-ts", str(made)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return made


def test_every_text_in_the_sources_has_a_finished_translation(tmp_path: Path) -> None:
    fresh, written = messages(extract(tmp_path)), messages(CATALOGUE)
    assert sorted(set(fresh) - set(written)) == [], UPDATE
    assert sorted(set(written) - set(fresh)) == [], UPDATE
    unfinished = [key for key, element in written.items() if element.get("type") or not element.text]
    assert unfinished == [], UPDATE


def test_translations_have_the_places_of_their_originals() -> None:
    wrong = [
        (source, element.text)
        for (_, source), element in messages(CATALOGUE).items()
        if sorted(PLACE.findall(source)) != sorted(PLACE.findall(element.text or ""))
    ]
    assert wrong == []


def test_the_compiled_catalogue_is_the_written_one(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load("glassformer_zh_CN", str(resources.path("translations")))
    stale = [
        (context, source)
        for (context, source), element in messages(CATALOGUE).items()
        if translator.translate(context, source) != element.text
    ]
    assert stale == [], UPDATE


def test_every_character_of_both_languages_has_a_glyph(qapp: QApplication) -> None:
    everything = "".join(source + (element.text or "") for (_, source), element in messages(CATALOGUE).items())
    assert fonts.missing(everything) == []


def test_menu_marks_survive_translation() -> None:
    for (context, source), element in messages(CATALOGUE).items():
        if context in ("actions", "menus", "window"):
            assert source.count("&") == (element.text or "").count("&"), source


def test_a_sentence_is_said_in_the_language_of_the_window() -> None:
    problem = Problem(QT_TRANSLATE_NOOP("core", "The array {name} is missing."), name="enc1.self.WO")
    assert text.sentence(problem) == "The array enc1.self.WO is missing."
    text.set_language("zh_CN")
    assert text.sentence(problem) == "缺少数组 enc1.self.WO。"


def test_a_field_is_named_as_in_the_panel() -> None:
    with pytest.raises(Problem) as caught:
        FIELDS["d"].check(0)
    assert text.sentence(caught.value) == "Width d can't be 0: allowed is a whole number from 1 to 4096."
    text.set_language("zh_CN")
    assert text.sentence(caught.value) == "宽度 d 不能是 0：可取 1 到 4096 的整数。"


def test_a_problem_inside_a_problem_is_translated_too() -> None:
    text.set_language("zh_CN")
    inner = Problem(QT_TRANSLATE_NOOP("core", "it has no page {page}."), page="glass.json")
    outer = Problem(QT_TRANSLATE_NOOP("core", "{file} can't be opened: {reason}"), file="a.glass", reason=inner)
    said = text.sentence(outer)
    assert "a.glass" in said
    assert "glass.json" in said
    assert "page" not in said


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (PermissionError(13, "Permission denied", "/a"), "/a"),
        (FileNotFoundError(2, "No such file", "/b"), "/b"),
        (OSError(28, "No space left on device"), "No space left"),
        (RuntimeError("odd"), "odd"),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_errors_of_the_system_become_sentences(error: Exception, word: str) -> None:
    assert word in text.sentence(error)


def test_the_standard_buttons_speak_chinese(qapp: QApplication) -> None:
    from PySide6.QtWidgets import QMessageBox

    text.set_language("zh_CN")
    box = QMessageBox()
    box.setStandardButtons(QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Cancel)
    assert "保存" in box.button(QMessageBox.StandardButton.Save).text()
    assert "取消" in box.button(QMessageBox.StandardButton.Cancel).text()


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no language 'tlh'"):
        text.set_language("tlh")


def test_a_missing_catalogue_leaves_english_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(resources, "_ROOT", tmp_path)
    text.set_language("zh_CN")
    assert labels.field_label("causal") == "Causal"
    assert len([r for r in caplog.records if "cannot be loaded" in r.getMessage()]) == 1


def test_acts_are_said_again_in_the_language_of_the_window() -> None:
    said = acts.act(QT_TRANSLATE_NOOP("acts", "{field} on"), field=labels.field_label("causal"))
    assert said == "Causal on"
    text.set_language("zh_CN")
    chinese = acts.retold(said)
    assert "因果" in chinese
    assert "Causal" not in chinese
    text.set_language("en")
    assert acts.retold(chinese) == "Causal on"
    assert acts.retold("W_V¹[2,0] = 0.5") == "W_V¹[2,0] = 0.5"


def test_a_translation_with_wrong_places_falls_back_to_english(caplog: pytest.LogCaptureFixture) -> None:
    assert acts.filled("{nonsense}", "{field} on", {"field": "x"}) == "x on"
    assert len(caplog.records) == 1


def test_matrices_have_the_literatures_letters(qapp: QApplication) -> None:
    from core.engine import Engine
    from labapp import models

    workspace = models.starting_model("block")
    trace = Engine("numpy").run(workspace)
    symbols = {name: str(names.symbol_of(trace[name])) for name in trace}
    assert symbols["src.X"] == "X"
    assert symbols["enc1.self.h2.WQ"] == "W_Q²"
    assert symbols["enc1.self.h1.A"] == "A¹"
    assert symbols["enc1.self.out"] == "MHA"
    assert symbols["enc1.ffn.out"] == "FFN"
    assert symbols["enc1.norm1"] == "U"
    assert symbols["enc1.norm2"] == "Z"
    pre = Engine("numpy").run(workspace.with_spec(norm_place="pre", norm="rmsnorm"))
    assert str(names.symbol_of(pre["enc1.sum1"])) == "U"
    assert str(names.symbol_of(pre["enc1.sum2"])) == "Z"
    assert str(names.symbol_of(pre["enc1.norm1"])) == "RMS₁"


def test_every_matrix_of_the_block_has_symbol_and_title(qapp: QApplication) -> None:
    from core.engine import Engine
    from labapp import models

    dropping = {"dropout": 0.25, "dropout_view": True}
    for change in (
        {}, {"causal": True, "bias": True}, {"norm": "rmsnorm"}, {"norm": "none"}, {"norm_place": "pre"}, dropping,
    ):  # fmt: skip
        trace = Engine("numpy").run(models.starting_model("block").with_spec(**change))
        for name in trace:
            assert names.title_of(trace[name]), name
            assert str(names.symbol_of(trace[name])) != trace[name].stem or trace[name].stem in names.SYMBOLS, name


def test_the_symbol_of_a_pins_part_is_that_of_its_owner(qapp: QApplication) -> None:
    from core.engine import Engine
    from labapp import models

    trace = Engine("numpy").run(models.starting_model("block").with_pin("enc1.self.h1.A", 0, 0, 0.5))
    assert str(names.symbol_of(trace["enc1.self.h1.A.natural"])) == "A_natural¹"
    assert names.title_of(trace["enc1.self.h1.A.natural"]) == "natural value"


def test_masks_of_dropout_and_the_rows_of_a_cache_have_symbols_and_titles(qapp: QApplication) -> None:
    from core.engine import Engine
    from core.generate import Generation
    from labapp import models

    dropping = models.starting_model("block").with_spec(dropout=0.25, dropout_view=True)
    cached = [*Generation(models.starting_model("six"), limit=2)][1].trace
    for trace, name, symbol, title in (
        (Engine("numpy").run(dropping), "enc1.drop1.keep", "r₁", "dropout mask"),
        (Engine("numpy").run(dropping), "enc1.drop1", "Drop₁", "after dropout"),
        (Engine("numpy").run(dropping), "src.drop.keep", "r", "dropout mask"),
        (cached, "dec1.self.h1.K.cache", "K_cache¹", "computed before"),
        (cached, "dec1.self.h2.V.new", "V_new²", "new rows"),
    ):
        assert (str(names.symbol_of(trace[name])), names.title_of(trace[name])) == (symbol, title)
    assert all(names.title_of(cached[name]) for name in cached)
