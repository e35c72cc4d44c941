"""The compiled half of these tests once more, in processes whose compiler is told otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.ops.run import needs_numba

ROOT = Path(__file__).parents[3]
AGAIN = ("tests/core/ops/test_kernels.py", "tests/core/ops/test_exponential.py", "tests/core/test_golden.py")


@needs_numba
@pytest.mark.parametrize("mode", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_the_same_with(mode: str) -> None:
    """An index outside its array raises in the first mode; in the second Python itself runs the kernels."""
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "-k",
            "compiled or (jit and intermediate)",
            *AGAIN,
        ],
        cwd=ROOT,
        env=os.environ | {mode: "1", "GLASSFORMER_EXAMPLES": "5"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
    assert " passed" in run.stdout


@needs_numba
def test_bounds_checks_do_catch_an_index_outside() -> None:
    """What the run above relies on: our way of compiling heeds the option."""
    code = (
        "import numpy as np; from core import jit; from core.ops.combine import copy_kernel; "
        "jit.compiled(copy_kernel)(np.zeros(4), np.array([[0, 1, 9], [1, 1, 2]]), 0, 2)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "IndexError" in run.stderr
