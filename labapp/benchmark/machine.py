"""What is measured on: versions, the product's kernel, and that it is one thread."""

from __future__ import annotations

import ctypes
import platform
from importlib import metadata

import numpy as np

from core import blas

THREADS = ("scipy_openblas_set_num_threads64_", "openblas_set_num_threads64_", "openblas_set_num_threads")


def one_thread() -> None:
    """Make NumPy's OpenBLAS compute on one thread, whatever the environment asked for."""
    found = blas.find()
    library = ctypes.CDLL(found.path) if found else None
    name = next((name for name in THREADS if library is not None and hasattr(library, name)), None)
    if name is not None:
        getattr(library, name)(ctypes.c_int(1))


def machine() -> dict[str, str | None]:
    """Python, NumPy, PyTorch (None where it is missing), NumPy's BLAS and the kernel it chose for this processor."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "torch": torch_version(),
        "blas": built_with(),
        "kernel": kernel(),
        "product": product(),
    }


def torch_version() -> str | None:
    """The version of PyTorch that is installed here, without loading it."""
    try:
        return metadata.version("torch")
    except metadata.PackageNotFoundError:
        return None


def kernel() -> str:
    """The processor kernel of the product that compiled code calls; "?" where NumPy has no OpenBLAS of its own."""
    found = blas.find()
    return found.core if found else "?"


def product() -> str | None:
    """The name of that product; None where compiled code uses loops of its own."""
    found = blas.find()
    return found.name if found else None


def built_with() -> str:
    """Which BLAS NumPy was built with, as it names it."""
    built = np.show_config(mode="dicts")
    found = built.get("Build Dependencies", {}).get("blas", {}) if isinstance(built, dict) else {}
    return f"{found.get('name', '?')} {found.get('version', '?')}"
