"""The starting models in the resources are exactly what `packaging/make_models.py` makes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from core import glass
from core.workspace import Workspace
from labapp import models
from resources import path as resource

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


def test_there_is_a_file_for_every_model_and_no_other(making: ModuleType) -> None:
    assert models.names() == sorted(making.MODELS)
    assert sorted(file.name for file in resource("models").iterdir()) == [f"{name}.glass" for name in models.names()]


@pytest.mark.parametrize("name", models.names())
def test_its_bytes_are_what_the_script_makes(making: ModuleType, name: str) -> None:
    made = making.MODELS[name]()
    assert isinstance(made, Workspace)
    assert resource("models", f"{name}.glass").read_bytes() == glass.dumps(made)


def test_the_script_runs_from_any_folder_and_writes_them(tmp_path: Path) -> None:
    code = f"""
import runpy, sys
from pathlib import Path
made = runpy.run_path({str(SCRIPT)!r})
made["main"].__globals__["ROOT"] = Path.cwd()
made["main"]()
"""
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    for name in models.names():
        written = tmp_path / "resources" / "models" / f"{name}.glass"
        assert written.read_bytes() == resource("models", f"{name}.glass").read_bytes()
