"""Whatever is on the clipboard: it is shown as what was read, or refused in words; undo brings back every bit."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

X = "src.X"
PIECES = ["1", "-2.5", "1,5", "1e999", "nan", "−3", "1/3", "sqrt(2)", "x", "", " ", "😀", "مرحبا", "\u202e", "\x00"]
PIECES += ["0x1F", "[", "]", "(", ")", "array", r"\begin{bmatrix}", r"\end{bmatrix}", "&", r"\\", "<td>", "1" * 400]
PIECES += ["\ufeff", "１"]
BETWEEN = ["\t", "\n", "\r\n", ",", ";", " ", "\t\t", "\n\n", "\u3000", "\u2028"]
WRITTEN = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(BETWEEN)), min_size=1, max_size=12)
TEXTS = st.one_of(st.text(max_size=60), WRITTEN.map(lambda parts: "".join(piece + between for piece, between in parts)))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS, grown=st.booleans())
def test_any_text_is_a_block_or_a_sentence(twin, text: str, grown: bool) -> None:
    twin.look_at(X, 1, 1)
    before, steps = twin.document.workspace, twin.steps
    twin.said.clear()
    QGuiApplication.clipboard().setText(text)
    twin.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    dialog = twin.panel.dialog
    if dialog is None:
        assert twin.said, "what is not pasted has its reason"
        return
    assert dialog.read.text(), "what was read, or why nothing was"
    if not dialog.paste.isEnabled():
        dialog.reject()
    else:
        choice = dialog.grow if grown and dialog.grow.isEnabled() else dialog.crop
        choice.click()
        QTest.mouseClick(dialog.paste, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert twin.panel.dialog is None
    assert twin.steps <= steps + 1, "one paste is one step"
    if twin.steps > steps:
        twin.document.undo_stack.undo()
    assert twin.document.workspace is before
    twin.document.undo_stack.clear()
