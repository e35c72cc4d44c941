"""Make the starting models in resources/models: `python packaging/make_models.py`.

Each model is a few numbers that a person chose, or a seed; what is written is the .glass file that the lab
opens. A test keeps the files equal to what this makes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.glass import dumps  # noqa: E402 (the checkout must be importable first)
from core.spec import ModelSpec  # noqa: E402
from core.workspace import Sample, Workspace  # noqa: E402


def block() -> Workspace:
    """Three rows, four features, two heads, everything visible, post-norm: numbers chosen so that one can follow."""
    first, second = np.eye(4, 2), np.eye(4, 2, -2)  # take features 0 and 1, or features 2 and 3
    swapped = first[:, ::-1]
    half = 0.5 * np.eye(6, 4)
    half[4, 2] = half[5, 3] = 0.25
    difference = np.eye(4, 6)
    difference[0, 4] = difference[1, 5] = 1
    difference[0, 5] = difference[1, 4] = -1
    given = {
        "sample0/src.X": np.array([[1, 0, 1, 0], [0, 1, 0, 2], [1, 1, 0, 1]], float),
        "enc1.self.h1.WQ": first,
        "enc1.self.h1.WK": first,
        "enc1.self.h1.WV": second,
        "enc1.self.h2.WQ": second,
        "enc1.self.h2.WK": swapped,
        "enc1.self.h2.WV": first,
        "enc1.self.WO": np.block([[np.eye(2), np.eye(2)], [np.eye(2), -np.eye(2)]]),
        "enc1.ffn.W1": difference,
        "enc1.ffn.W2": half,
    }
    about = {
        "en": {
            "title": "Two heads, one block",
            "note": "An encoder layer over three tokens. All numbers were chosen by hand so that they can be "
            "followed; nothing was trained.",
        },
        "zh_CN": {
            "title": "两个头，一个 BLOCK",
            "note": "三个词元上的一层编码器。所有数字都是为了便于逐步验算而手工构造的，没有经过训练。",
        },
    }
    return Workspace.new(ModelSpec(), (Sample(("我", "给", "书")),), given, about)


MODELS: dict[str, Callable[[], Workspace]] = {"block": block}


def main() -> None:
    folder = ROOT / "resources" / "models"
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MODELS.items():
        (folder / f"{name}.glass").write_bytes(dumps(make()))


if __name__ == "__main__":
    main()
