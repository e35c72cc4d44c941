"""The version of this lab."""

from __future__ import annotations

from pathlib import Path


def version() -> str:
    """The installed one, or the checkout's. A bundle carries the checkout's pyproject.toml."""
    checkout = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if checkout.is_file():
        import tomllib

        return str(tomllib.loads(checkout.read_text(encoding="utf-8"))["project"]["version"])
    from importlib import metadata

    return metadata.version("glassformer")
