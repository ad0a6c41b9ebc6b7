"""Sums of score lines: each seat has its own, and the sign of all that its lines lack."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.kernel.duties import ScoreLine
from companion.ui.views.table.scores import summed


def _match(*lines: ScoreLine) -> Any:
    game = SimpleNamespace(score=lambda _state: lines)
    return SimpleNamespace(game=game, options=SimpleNamespace(players=("Ana", "Beto")))


@pytest.mark.parametrize(
    ("signs", "sign"), [(("", ""), ""), (("+", ""), "+"), (("", "−"), "−"), (("+", "−"), "±")]
)
def test_sum_lacks_what_any_of_its_lines_lacks(signs: tuple[str, str], sign: str) -> None:
    one, other = (ScoreLine(0, code, 4, "", unread=s) for code, s in zip("ab", signs, strict=True))
    first, second = summed(_match(one, other, ScoreLine(0, "c", 9, "")), None, ("a", "b"))
    assert (first.amount, first.unread, first.hidden) == (8, sign, False)
    assert (second.amount, second.unread) == (0, "")


def test_sum_with_a_hidden_line_is_hidden() -> None:
    lines = (ScoreLine(0, "a", 4, ""), ScoreLine(1, "a", 3, "", hidden=True))
    assert [line.hidden for line in summed(_match(*lines), None, ("a",))] == [False, True]
