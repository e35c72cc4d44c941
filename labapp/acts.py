"""The names of acts: said once when they happen, and again in another language when that is switched.

The undo stack keeps only texts, so this remembers how each text was made.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

_log = logging.getLogger(__name__)

# Rendered text -> how to say it now. The undo stack keeps 200 acts; this a few more, with their parts.
_MADE: dict[str, Callable[[], str]] = {}
_KEPT = 2000


def _remember(text: str, again: Callable[[], str]) -> str:
    _MADE.pop(text, None)
    while len(_MADE) >= _KEPT:
        del _MADE[next(iter(_MADE))]
    _MADE[text] = again
    return text


def filled(template: str, english: str, values: dict[str, object]) -> str:
    """The translated template with its places filled; one with wrong places falls back to the English one."""
    try:
        return template.format(**values)
    except (LookupError, ValueError, AttributeError):
        _log.warning("the translation of %r has other places than the original", english)
        return english.format(**values)


def act(template: str, **values: str) -> str:
    """The name of an act, from a template marked with QT_TRANSLATE_NOOP("acts", …)."""
    text = filled(QCoreApplication.translate("acts", template), template, dict(values))
    return _remember(text, lambda: act(template, **{key: retold(value) for key, value in values.items()}))


def named(context: str, source: str, **values: object) -> str:
    """A translated word or phrase that `retold` can say again in another language."""
    text = filled(QCoreApplication.translate(context, source), source, values)
    return _remember(text, lambda: named(context, source, **values))


def retold(text: str) -> str:
    """A name in the language of the window now (unknown texts stay as they are)."""
    made = _MADE.get(text)
    return text if made is None else made()
