"""A monkey at a real window, in a process of its own: a crash then ends the monkey and not the tests.

It runs for a minute from one seed, and at least once through all it can do. For a longer run, or another seed:

    GLASSFORMER_MONKEY_SECONDS=600 GLASSFORMER_MONKEY_SEED=7 pytest tests/labapp/window/test_monkey.py -s
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from .monkey_acts import ACTS

ROOT = Path(__file__).parents[3]
SECONDS = os.environ.get("GLASSFORMER_MONKEY_SECONDS", "60")
SEED = os.environ.get("GLASSFORMER_MONKEY_SEED", "1")


def test_whatever_a_monkey_does_the_window_stands_and_the_numbers_are_right(tmp_path: Path) -> None:
    story = tmp_path / "story"
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.labapp.window.monkey"]
    command += ["--seed", SEED, "--seconds", SECONDS, "--story", str(story)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=10 * float(SECONDS) + 300)
    last = " · ".join(story.read_text(encoding="utf-8").splitlines()[-30:]) if story.exists() else "nothing"
    assert (ran.returncode, ran.stderr) == (0, ""), f"seed {SEED}, exit code {ran.returncode}, after: {last}"
    print(ran.stdout)
    report = json.loads(ran.stdout)
    assert report["compared"] > 5
    assert report["undone"] > 0
    assert {act.name for act in ACTS} <= report["by kind"].keys()  # its first round has every one of them
    assert report["seen"]["steps learned"] > 0
    assert report["seen"]["tokens said"] > 0
