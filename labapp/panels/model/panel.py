"""The panel that holds the controls: groups with captions, one undo step for each change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from core.problem import QT_TRANSLATE_NOOP, Problem
from core.spec import FIELDS, Field, Lengths, ModelSpec
from core.workspace import Workspace

from ... import labels, text
from ...desk import Desk
from ...widgets.labels import Caption
from .controls import CONTROLS, Control
from .idle import IdleLine

MARGIN = 14
GAP = 9  # px between groups


class ModelPanel(QWidget):
    """Shows the document's spec and number of tokens; every change is one act with its way back."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._document = desk.document
        self._shown: tuple[ModelSpec, Lengths] | None = None
        self.controls: dict[str, Control] = {}
        self._captions: dict[str, Caption] = {}
        self._refused: list[Control] = []
        self.idle_lines: dict[str, IdleLine] = {}
        self._halved: list[tuple[QGridLayout, list[Control]]] = []
        self.setObjectName("panelBody")
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 2, MARGIN, 6)
        column.setSpacing(0)
        for group, fields in grouped():
            if group != "model":  # the panel's own title says that already
                column.addWidget(self._caption(group))
                column.addSpacing(3)
            for row, halved in rows(fields):
                column.addLayout(self._row(row, halved))
            column.addWidget(self._idle_line(group))
            column.addSpacing(GAP)
        column.addStretch(1)
        self._document.changed.connect(self._changed)
        self.retranslate()
        self.refresh()

    def _caption(self, group: str) -> Caption:
        self._captions[group] = caption = Caption(parent=self)
        return caption

    def _idle_line(self, group: str) -> IdleLine:
        self.idle_lines[group] = line = IdleLine(self)
        line.turned.connect(self._show_idle)
        return line

    def _row(self, fields: list[Field], halved: bool) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        controls = []
        for field in fields:
            control = CONTROLS[field.type](field, self)
            control.asked.connect(self._asked)
            control.typed.connect(self._typed)
            self.controls[field.name] = control
            controls.append(control)
        if halved:
            self._halved.append((grid, controls))
            flow(grid, controls)
        else:
            grid.addWidget(controls[0], 0, 0, Qt.AlignmentFlag.AlignTop)
        return grid

    # what is shown

    def refresh(self) -> None:
        """Show the spec as it is now."""
        workspace = self._document.workspace
        spec, lengths = workspace.spec, workspace.lengths(self._document.sample)
        while self._refused:  # a drag comes here sixty times a second: only those that were refused
            self._refused.pop().forgive()
        if self._shown == (spec, lengths):
            return
        self._shown = spec, lengths
        for name, control in self.controls.items():
            reason = control.field.idle(spec, lengths)
            control.show_value(self._value(name), spec)
            control.set_idle(QCoreApplication.translate("core", reason) if reason else "")
        self._show_idle()

    def _show_idle(self) -> None:
        """The fields of a group that have no effect here are one line, until a person opens it."""
        for group, line in self.idle_lines.items():
            idle = [c for c in self.controls.values() if c.field.group == group and c.idle]
            line.say([(labels.field_label(control.field.name), control.idle) for control in idle])
            for control in self.controls.values():
                if control.field.group == group:
                    control.set_away(bool(control.idle) and not line.is_open)
        for grid, controls in self._halved:
            flow(grid, [control for control in controls if not control.away])

    def _changed(self, trace: object) -> None:
        self.refresh()

    def _value(self, name: str) -> object:
        workspace = self._document.workspace
        if name == labels.TOKENS.name:
            return len(workspace.tokens(self._document.sample))
        return getattr(workspace.spec, name)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        self.setAccessibleName(QCoreApplication.translate("panels", "Model"))
        for group, caption in self._captions.items():
            caption.setText(labels.group_label(group))
        for control in self.controls.values():
            control.retranslate()
        self._shown = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.refresh()

    # what is asked for

    def _asked(self, value: object) -> None:
        control = self.sender()
        if isinstance(control, Control):
            self.change(control.field, value)

    def _typed(self, written: str) -> None:
        control = self.sender()
        if not isinstance(control, Control):
            return
        try:
            value = control.field.read(written)
        except Problem as problem:
            self._refuse(control, problem)
        else:
            self.change(control.field, value)

    def change(self, field: Field, value: object) -> None:
        """Carry out a change of one field, as one act; a refusal changes nothing and is said."""
        control = self.controls[field.name]
        if not self._desk.settle():
            control.show_value(self._value(field.name), self._document.workspace.spec)
            return
        old = self._value(field.name)
        try:
            field.check(value)
            changed = self._with(field, value)
            if changed is not self._document.workspace:
                self._document.do(changed, act_name(field, old, value))
        except Problem as problem:
            self._refuse(control, problem)
            return
        # An equal value ("1e-5" for 0.00001) is no act, but the control must show the value in its own form.
        control.forgive()
        control.show_value(self._value(field.name), self._document.workspace.spec)

    def _with(self, field: Field, value: object) -> Workspace:
        workspace = self._document.workspace
        if field.name == labels.TOKENS.name:
            return workspace.with_rows(int(str(value)), self._document.sample)
        return workspace.with_spec(**{field.name: value})

    def _refuse(self, control: Control, problem: Problem) -> None:
        sentence = text.sentence(problem)
        self._refused.append(control)
        control.refuse(sentence, self._value(control.field.name), self._document.workspace.spec)
        self._desk.say(sentence)


def grouped() -> Iterator[tuple[str, list[Field]]]:
    """The fields by group, in the order of the spec; the number of tokens, a size, comes first of the sizes."""
    groups: dict[str, list[Field]] = {}
    for field in FIELDS.values():
        groups.setdefault(field.group, []).append(field)
    groups.setdefault(labels.TOKENS.group, []).insert(0, labels.TOKENS)
    yield from groups.items()


def rows(fields: list[Field]) -> Iterator[tuple[list[Field], bool]]:
    """The rows of a group: whole numbers that follow each other flow two on a row, and True says so."""
    for kind, run in groupby(fields, lambda field: field.type):
        members = list(run)
        if kind == "integer" and len(members) > 1:
            yield members, True
        else:
            yield from (([member], False) for member in members)


def flow(grid: QGridLayout, controls: list[Control]) -> None:
    """Place controls two on a row; half a row is too narrow for a sentence, so remarks stand below both."""
    while grid.count():
        grid.takeAt(0)
    for at, control in enumerate(controls):
        row, column = at // 2 * 3, at % 2
        grid.addWidget(control, row, column, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(control.remark, row + 1 + column, 0, 1, 2)
    for column in (0, 1):
        grid.setColumnStretch(column, 1)
        grid.setColumnMinimumWidth(column, 0)


def act_name(field: Field, old: object, new: object) -> str:
    """What a change of a field is called in the undo stack."""
    name = labels.field_label(field.name)
    if field.type == "switch":
        if new:
            return text.act(QT_TRANSLATE_NOOP("acts", "{field} on"), field=name)
        return text.act(QT_TRANSLATE_NOOP("acts", "{field} off"), field=name)
    if field.type == "heads" and isinstance(old, tuple) and isinstance(new, tuple):
        switched = sorted(set(old) ^ set(new))
        if len(switched) == 1:
            head = labels.head_label(switched[0])
            if switched[0] in old:
                return text.act(QT_TRANSLATE_NOOP("acts", "{field} on"), field=head)
            return text.act(QT_TRANSLATE_NOOP("acts", "{field} off"), field=head)
        off = ", ".join(str(r) for r in new) or "–"
        return text.act(QT_TRANSLATE_NOOP("acts", "Heads off: {heads}"), heads=off)
    if field.type == "choice":
        return text.act(QT_TRANSLATE_NOOP("acts", "{field}: {value}"), field=name, value=labels.choice_label(str(new)))
    return text.act(QT_TRANSLATE_NOOP("acts", "{field} = {value}"), field=name, value=f"{new}")
