"""Back and forward among the cells that were selected, as in a browser."""

from __future__ import annotations

from labapp.selection import Selection
from labapp.walked import MOST, Walked

A, B, C = ("A", 0, 0), ("B", 0, 1), ("C", 2, 2)


def always(cell: object) -> bool:
    return True


def walked(*cells: tuple[str, int, int]) -> Walked:
    made = Walked()
    for cell in cells:
        made.arrive(cell)
    return made


def test_back_and_forward_again() -> None:
    way = walked(A, B, C)
    assert [way.step(-1, always), way.step(-1, always), way.step(-1, always)] == [B, A, None]
    assert [way.step(1, always), way.step(1, always), way.step(1, always)] == [B, C, None]


def test_another_way_forgets_what_lay_ahead() -> None:
    way = walked(A, B)
    way.step(-1, always)
    way.arrive(C)
    assert not way.can(1, always)
    assert way.step(-1, always) == A


def test_steps_inside_a_matrix_are_one_stop() -> None:
    way = walked(A, ("B", 0, 0), ("B", 0, 1), ("B", 1, 1), C)
    assert [way.step(-1, always), way.step(-1, always)] == [("B", 1, 1), A]


def test_cells_that_are_no_more_are_passed_over() -> None:
    way = walked(A, B, C)
    assert way.step(-1, lambda cell: cell[0] != "B") == A
    assert not way.can(1, lambda cell: False)
    assert way.step(1, lambda cell: False) is None
    assert way.step(1, always) == B


def test_so_many_cells_are_remembered_and_no_more() -> None:
    way = walked(*((f"N{k}", 0, 0) for k in range(MOST + 50)))
    steps = 0
    while way.step(-1, always):
        steps += 1
    assert steps == MOST - 1


def test_going_back_does_not_count_as_arriving() -> None:
    selection = Selection()
    for cell in (A, B, C):
        selection.select(cell)
    for expected in (B, A):
        found = selection.walked.step(-1, always)
        assert found == expected
        selection.visit(found)
    assert selection.walked.step(1, always) == B
