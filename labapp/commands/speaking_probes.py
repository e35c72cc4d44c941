"""What a token of a free run costs, from the key to its bars; a probe as those of `speed_probes`."""

from __future__ import annotations

from typing import Any


def next_token(rounds: int) -> dict[str, Any]:
    """Append tokens of `translate` beside the bench: row, cache, bars, marks of K and V, painted each time."""
    from PySide6.QtCore import QEvent, QObject

    from .. import models
    from ..bench.measure import clocks, since
    from ..prediction.next import NextCard
    from .speed_probes import application, compiled, settle, shown

    class Painted(QObject):
        """Whether the bars have been painted since `yes` was set to False."""

        yes = False

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            self.yes = self.yes or event.type() == QEvent.Type.Paint
            return False

    app = application()
    ready = compiled()
    costs = []
    with shown(app, models.starting_model("translate")) as window:
        card = NextCard(window.desk)
        card.resize(420, 600)
        card.show()
        generating, painted = window.desk.generating, Painted()
        card.bars.viewport().installEventFilter(painted)
        window.selection.follow(("tgt", 0))
        generating.reset()
        settle(app)
        for _ in range(rounds + 8):
            if not generating.can_go:
                generating.reset()
                settle(app)
            began = clocks()
            generating.next()
            painted.yes = False
            while not painted.yes:
                app.processEvents()
            costs.append(since(began))
        card.close()
    return {"costs": costs[8:], "compiled": ready}
