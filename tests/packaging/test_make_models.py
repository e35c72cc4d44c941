"""The starting models in the resources are exactly what `packaging/make_models.py` makes."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from core import glass
from core.corpus import lessons
from core.evaluate import teacher_forced
from core.untrained import untrained
from core.workspace import Workspace
from labapp import models
from labapp.cli import main
from resources import path as resource
from tests.core.ops.run import needs_numba

SCRIPT = Path(__file__).parent.parent.parent / "packaging" / "make_models.py"


@pytest.fixture(scope="module")
def making() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_models", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


@pytest.fixture(scope="module")
def learned(making: ModuleType) -> ModuleType:
    return sys.modules[making.translate_untrained.__module__]


TOLERANCE = 0.02  # of a share: another machine rounds otherwise and learns slightly other numbers
EVIDENCE = ("target-only",)
TRAINED = ("cloze", "english", "translate")
SECONDS = ("english", "target-only", "translate")  # whose whole training takes seconds; that of cloze half a minute


def shipped(making: ModuleType, name: str) -> Path:
    return resource(next(place for place, makers in making.FOLDERS.items() if name in makers), f"{name}.glass")


def command(workspace: Workspace) -> str:
    """The command that a model says it was made by."""
    found = re.search("“glassformer (.*?)”", workspace.about["en"]["note"])
    assert found is not None
    assert f"“glassformer {found[1]}”" in workspace.about["zh_CN"]["note"]
    return found[1]


def parameters(workspace: Workspace) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in workspace.arrays.items()}


def test_there_is_a_file_for_every_model_and_no_other(making: ModuleType) -> None:
    assert models.names() == sorted(making.FOLDERS["models"])
    for place, makers in making.FOLDERS.items():
        assert sorted(file.name for file in resource(place).iterdir()) == sorted(f"{name}.glass" for name in makers)
    assert sorted(making.TRAINED) == sorted(TRAINED)
    assert sorted(making.EVIDENCE) == sorted(EVIDENCE)


@pytest.mark.parametrize("name", [name for name in models.names() if name not in TRAINED])
def test_its_bytes_are_what_the_script_makes(making: ModuleType, name: str) -> None:
    made = making.GIVEN[name]()
    assert isinstance(made, Workspace)
    assert resource("models", f"{name}.glass").read_bytes() == glass.dumps(made)


@needs_numba
@pytest.mark.parametrize("name", [*TRAINED, *EVIDENCE])
def test_a_trained_one_is_what_its_command_makes(
    making: ModuleType, learned: ModuleType, name: str, tmp_path: Path
) -> None:
    """The same bits from the script and the command; on another machine, where bits differ, the same scores."""
    file = glass.load(shipped(making, name))
    script = (making.TRAINED | making.EVIDENCE)[name](30)
    assert script.about == file.about
    assert (script.spec, script.samples, script.vocab) == (file.spec, file.samples, file.vocab)
    words = command(file).split()
    words[-1] = str(tmp_path / words[-1])
    steps = words.index("--steps") + 1
    assert main([*words[:steps], "30", *words[steps + 1 :]]) == 0
    assert parameters(glass.load(Path(words[-1]))) == parameters(script)
    if name not in SECONDS:
        return
    assert main(words) == 0
    made = glass.load(Path(words[-1]))
    assert (made.spec, made.samples, made.vocab) == (file.spec, file.samples, file.vocab)
    held_out = lessons(file.spec, learned.corpus().held_out)
    want, found = (teacher_forced(each, held_out) for each in (file, made))
    near = TOLERANCE if name in TRAINED else 0.1
    assert found.labels.rate == pytest.approx(want.labels.rate, abs=near)
    assert found.content.rate == pytest.approx(want.content.rate, abs=near)


def test_before_the_first_step_a_trained_one_is_the_untrained_one(making: ModuleType, learned: ModuleType) -> None:
    assert parameters(learned.translate(0)) == parameters(models.starting_model("translate-untrained"))
    before, after = (models.starting_model(name) for name in ("translate-untrained", "translate"))
    assert (before.spec, before.samples, before.vocab) == (after.spec, after.samples, after.vocab)
    assert before.vocab == learned.corpus().vocab()
    for name in ("english", "cloze"):
        shipped = models.starting_model(name)
        assert parameters(making.TRAINED[name](0)) == parameters(untrained(shipped)) != parameters(shipped)


def test_the_script_runs_from_any_folder_and_writes_them(tmp_path: Path) -> None:
    code = f"""
import runpy, sys
from pathlib import Path
made = runpy.run_path({str(SCRIPT)!r})
made["main"].__globals__["ROOT"] = Path.cwd()
made["main"](["block", "six", "words"])
made["EVIDENCE"]["target-only"] = made["six"]
for name in made["TRAINED"]:
    made["FOLDERS"]["models"][name] = made["six"]
made["main"]()
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    for name in models.names():
        written = tmp_path / "resources" / "models" / f"{name}.glass"
        like = "six" if name in TRAINED else name
        assert written.read_bytes() == resource("models", f"{like}.glass").read_bytes()
    assert (tmp_path / "resources" / "evidence" / "target-only.glass").is_file()
