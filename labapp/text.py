"""The language of the window: which one, the translated sentence of a Problem, the names of acts.

English is the source; `resources/translations` has the others. Everything is said through Qt's catalogues, so
a switch at run time is one `set_language` and Qt's own LanguageChange events.
"""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

import resources
from core.problem import Problem

from .acts import act, filled, named, retold
from .labels import allowed_text, field_label, known_field
from .names import Symbol, symbol_of, title_of

__all__ = [
    "LANGUAGES",
    "Symbol",
    "act",
    "grouped",
    "language",
    "named",
    "retold",
    "sentence",
    "set_language",
    "symbol_of",
    "tip",
    "title_of",
]

LANGUAGES = {"en": "English", "zh_CN": "中文"}  # each in its own words, never translated
CATALOGUE = "glassformer"
THIN = "\u2009"
_log = logging.getLogger(__name__)


class _State:
    """The language now, and the translators that must stay alive while it is."""

    language = "en"
    translators: list[QTranslator] = []


def language() -> str:
    """The language of the window, "en" or "zh_CN"."""
    return _State.language


def system_language() -> str:
    """The language to start with on a machine that has not chosen one."""
    return "zh_CN" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def set_language(name: str) -> None:
    """Speak `name` from now on; open windows get Qt's LanguageChange event.

    Needs the application. Raises ValueError for a language that there is not. A catalogue that is missing or
    damaged is said in the log, and what it lacks stays English.
    """
    if name not in LANGUAGES:
        raise ValueError(f"there is no language {name!r}; there are {', '.join(LANGUAGES)}")
    app = QCoreApplication.instance()
    if app is None:
        raise RuntimeError("the language is chosen after the application is made")
    for translator in _State.translators:
        app.removeTranslator(translator)
    _State.translators = []
    _State.language = name
    if name == "en":
        return
    # The last one installed is asked first: ours before Qt's.
    folders = (
        (f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        (f"{CATALOGUE}_{name}", str(resources.path("translations"))),
    )
    for file, folder in folders:
        translator = QTranslator(app)
        if translator.load(file, folder):
            app.installTranslator(translator)
            _State.translators.append(translator)
        else:
            _log.warning("the translation %s in %s cannot be loaded", file, folder)


def sentence(problem: BaseException) -> str:
    """What to tell a person about an error: a Problem in the language of the window, others in their own words."""
    if not isinstance(problem, Problem):
        return _system_sentence(problem)
    values = {key: _value(key, value, problem) for key, value in problem.values.items()}
    return filled(QCoreApplication.translate("core", problem.template), problem.template, values)


def _value(key: str, value: object, problem: Problem) -> object:
    """A value as a person reads it: fields by their label, what they allow in words, marked words translated."""
    if key == "field" and known_field(value) is not None:
        return field_label(str(value))
    field = known_field(problem.values.get("field"))
    if key == "allowed" and field is not None:
        return allowed_text(field)
    if isinstance(value, BaseException):
        return sentence(value)
    return QCoreApplication.translate("core", value) if isinstance(value, str) and value else value


def _system_sentence(error: BaseException) -> str:
    if isinstance(error, PermissionError):
        return QCoreApplication.translate("text", "The system does not allow it: {reason}.").format(
            reason=_reason(error)
        )
    if isinstance(error, FileNotFoundError):
        return QCoreApplication.translate("text", "There is no such file or folder: {reason}.").format(
            reason=_reason(error)
        )
    if isinstance(error, OSError):
        return QCoreApplication.translate("text", "The system answered: {reason}.").format(reason=_reason(error))
    return str(error) or type(error).__name__


def _reason(error: OSError) -> str:
    return str(error.filename) if error.filename else error.strerror or str(error)


def tip(text: str) -> str:
    """A text with a person's own words in it as a tooltip: a token that looks like a tag is shown, not obeyed."""
    if "<" not in text:
        return text
    from html import escape

    return f"<p>{escape(text)}</p>"


def grouped(value: int) -> str:
    """A whole number with a thin space between thousands."""
    return f"{value:,}".replace(",", THIN)
