"""What the prediction view costs: a token of the source exchanged until its pixels are there."""

from __future__ import annotations

from typing import Any

from .. import models

MODEL, SIDE, AT, WORDS = "translate", "src", 4, ("她", "他")


def exchange(rounds: int) -> dict[str, Any]:
    """Exchange 他 for 她 and back, as the strip does; everything that is seen is up to date afterwards."""
    from ..bench.measure import clocks, since
    from ..tokens import acts
    from .speed_probes import application, compiled, settle, shown

    app = application()
    ready = compiled()
    costs = []
    with shown(app, models.starting_model(MODEL)) as window:
        window.views.open_as(MODEL)
        settle(app)
        document = window.document
        for k in range(rounds + 10):
            began = clocks()
            document.do(*acts.renamed(document.workspace, document.sample, SIDE, AT, WORDS[k % 2]))
            app.processEvents()
            costs.append(since(began))
    return {"costs": costs[10:], "compiled": ready}
