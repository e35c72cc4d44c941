"""The one kind of error that is written for a person."""

from __future__ import annotations


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 (the name translation tools look for)
    """Mark `text` for translation and return it unchanged: core speaks English, the window translates."""
    return text


class Problem(ValueError):
    """Something a person asked for can't be done; the sentence names what was found and what is allowed.

    `template` is the English sentence with `{name}` places, marked with `QT_TRANSLATE_NOOP` where it is
    written; `values` fills the places. `str(problem)` is the filled English sentence.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values
