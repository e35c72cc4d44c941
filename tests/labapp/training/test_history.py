"""What was measured only grows, and what was at a step can be had again."""

from __future__ import annotations

import numpy as np

from labapp.training.history import History, Series


def test_a_series_grows_and_shows_whole_rows() -> None:
    series = Series(2)
    for k in range(200):
        series.append(k, 0.5 * k)
    assert len(series) == 200
    assert series.rows()[150].tolist() == [150.0, 75.0]


def test_what_was_at_a_step_is_a_copy_that_goes_its_own_way() -> None:
    history = History(("embed", "out"))
    history.add(1, np.array([3.0, 2.0, 1.0]), np.ones((3, 2)))
    history.scores.append(0, 4.0, 0.1)
    history.scores.append(3, 1.0, 0.9)
    before = history.upto(2)
    assert before.losses.rows().tolist() == [[1, 3], [2, 2]]
    assert before.score == (4.0, 0.1)
    before.add(3, np.array([7.0]), np.ones((1, 2)))
    assert history.losses.rows()[2].tolist() == [3, 1]
    assert before.losses.rows()[2].tolist() == [3, 7]
    assert len(history.upto(0).losses) == len(History().losses) == 0


def test_the_loss_now_is_that_of_the_last_batches() -> None:
    history = History()
    assert history.loss is None
    history.add(1, np.array([5.0]), np.zeros((1, 0)))
    assert history.loss == 5.0
    history.add(2, np.array([*[5.0] * 17, 1.0, 3.0]), np.zeros((19, 0)))
    assert history.loss == 2.0
