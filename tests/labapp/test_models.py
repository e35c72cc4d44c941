"""Where a model comes from: the names that come with the lab, and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import glass
from core.engine import Engine
from core.problem import Problem
from labapp import models


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_models_are_named_in_alphabetical_order_and_the_first_to_open_is_one_of_them() -> None:
    assert models.names() == sorted(models.names())
    assert models.FIRST in models.names()


@pytest.mark.parametrize("name", models.names())
def test_every_model_opens_computes_and_says_where_its_numbers_come_from(name: str) -> None:
    workspace = models.starting_model(name)
    trace = Engine("numpy").run(workspace)
    assert trace.nonfinite() is None
    for language in ("en", "zh_CN"):
        assert models.title(workspace, language)
        assert workspace.about[language]["note"]
    assert models.title(workspace, "en") != models.title(workspace, "zh_CN")


def test_a_title_falls_back_to_english_and_then_to_nothing() -> None:
    block = models.starting_model("block")
    assert models.title(block, "de") == "Two heads, one block"
    assert models.title(block.with_about({"zh_CN": {"title": "块"}}), "en") == ""
    assert models.title(block.with_about({"zh_CN": {"note": "块"}, "en": {"title": "B"}}), "zh_CN") == "B"
    assert models.title(block.with_about({}), "en") == ""


@pytest.mark.parametrize("name", models.names())
def test_title_and_note_are_read_without_the_arrays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    want = dict(models.starting_model(name).about)
    monkeypatch.setattr(glass, "Workspace", None)
    assert models.about(name) == want
    assert models.text(want, "note", "en") == models.text(want, "note", "de") == want["en"]["note"]


def test_what_is_unknown_is_told_from_what_cannot_be_read(here: Path) -> None:
    with pytest.raises(models.UnknownModel):
        models.find("blok")
    (here / "damaged.glass").write_bytes(b"no zip")
    for name in ("damaged.glass", "none.glass"):
        with pytest.raises(Problem) as found:
            models.find(name)
        assert not isinstance(found.value, models.UnknownModel)


def test_a_name_is_a_model_and_has_no_file() -> None:
    workspace, path = models.find("block")
    assert path is None
    assert glass.dumps(workspace) == glass.dumps(models.starting_model("block"))


def test_a_models_name_wins_over_a_file_and_a_path_means_the_file(here: Path) -> None:
    glass.save(here / "block", models.starting_model("block").with_cell("X", 0, 0, 42.0))
    assert models.find("block")[1] is None
    assert models.find("block")[0].arrays["sample0/src.X"][0, 0] == 1
    for what in ("./block", str(here / "block")):
        workspace, path = models.find(what)
        assert path is not None
        assert path.samefile(here / "block")
        assert workspace.arrays["sample0/src.X"][0, 0] == 42


@pytest.mark.parametrize("name", ["a.glass", "a", "我的 模型.GLASS", "folder/a.glass"])
def test_a_file_is_found_by_its_path(here: Path, name: str) -> None:
    (here / "folder").mkdir()
    glass.save(here / name, models.starting_model("block"))
    assert models.find(name)[1] == Path(name)
    assert models.is_file(name)


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("blok", "There is no model or file called blok. Did you mean block?"),
        ("Block ", "Did you mean block?"),
        ("transformer", "There is no model or file called transformer. The models are axes, base,"),
        ("a.glass", "a.glass could not be read: No such file or directory."),
        ("folder", "There is no model or file called folder."),
        ("no/block", "no/block could not be read"),
        ("", "There is no model or file called"),
        ("x" * 5000, "There is no model or file called x"),
        ("x" * 5000 + ".glass", "could not be read: File name too long."),
        ("a\0b", "There is no model or file called a"),
    ],
)
def test_what_is_neither_is_named_with_the_nearest_model(here: Path, what: str, says: str) -> None:
    (here / "folder").mkdir()
    with pytest.raises(Problem) as found:
        models.find(what)
    assert says in str(found.value)
    assert not models.is_file(what)
