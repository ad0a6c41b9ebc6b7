"""Declaration of an act: nothing is left out and nothing is added too late."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from companion.kernel.acts import Act
from companion.kernel.form import Choices, Draft, OpenNumber, Pick, choice, number, yes_or_no
from companion.kernel.models import Action
from companion.kernel.play import Play
from companion.kernel.refusal import Failure, Finding
from companion.kernel.values import SeatRef, Term
from tests.games.pebbles import game as toy_game
from tests.games.pebbles.game import State


class Bow(Action):
    """Action of this file: somebody bows."""

    kind: Literal["bow"] = "bow"
    to: str
    deeply: bool = False


class Nod(Action):
    """Action of this file: somebody nods, at most twice."""

    kind: Literal["nod"] = "nod"
    times: Annotated[int, Field(ge=1, le=2)]


FIELDS: dict[str, Pick[State]] = {
    "to": choice(("king", "queen"), Term, param_name="whom"),
    "deeply": yes_or_no(),
}


def _act() -> Act[State, Play[State], Bow]:
    return Act(Bow, fields=FIELDS)


def test_act_with_missing_or_unknown_field_is_rejected() -> None:
    with pytest.raises(TypeError, match="deeply"):
        Act(Bow, fields={"to": FIELDS["to"]})
    with pytest.raises(TypeError, match="hat"):
        Act(Bow, fields={**FIELDS, "hat": yes_or_no()})


def test_conditions_keep_file_order_and_take_function_names() -> None:
    act = _act()

    @act.rule("manners", code="king_absent", fields="to")
    def king_absent(_state: State, bow: Bow) -> Finding:
        return Failure() if bow.to == "king" else None

    @act.rule("manners", code="no_hat")
    def something_else(_state: State, _bow: Bow) -> Finding:
        return None

    act.also(toy_game.no_such_seat)
    conditions = [(c.code, c.fields) for c in act.conditions]
    assert conditions == [("king_absent", ("to",)), ("no_hat", ()), ("no_such_seat", ())]


def test_registered_act_accepts_no_more_conditions() -> None:
    with pytest.raises(TypeError, match="take"):
        toy_game.TAKE.also(toy_game.no_such_seat)


def test_field_declaration_gives_the_sentence_its_terms() -> None:
    act, state = _act(), toy_game.setup(toy_game.PebbleOptions(players=("Ana",)), {}, {})
    bow = Bow(seat=0, to="queen")
    assert act.describe(state, bow) == {"seat": SeatRef(0), "whom": Term("queen")}
    assert FIELDS["to"].untold.sentence is None
    assert number(lambda _state, _draft: (1, 3)).sentence is None


@pytest.mark.parametrize(("table", "offered"), [((0, 40), (1, 2)), ((2, 2), (2,)), ((3, 9), ())])
def test_numbers_end_where_the_action_does(
    table: tuple[int, int], offered: tuple[int, ...]
) -> None:
    state, draft = (
        toy_game.setup(toy_game.PebbleOptions(players=("Ana",)), {}, {}),
        Draft("nod", 0, {}),
    )
    closed: Pick[State] = number(lambda _state, _draft: table)
    typed: Pick[State] = number(lambda _state, _draft: table, proposals=(2, 5))
    act: Act[State, Play[State], Nod] = Act(Nod, fields={"times": closed})
    assert act.candidates(state, draft, "times") == Choices(offered)
    least, most = max(table[0], 1), min(table[1], 2)
    act = Act(Nod, fields={"times": typed})
    proposed = tuple(n for n in (2,) if table[0] <= n <= table[1])
    assert act.candidates(state, draft, "times") == OpenNumber(least, most, proposed)
