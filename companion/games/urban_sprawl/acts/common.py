"""Shared parts of the acts: base class, fields and common conditions."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.components import PRICE
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel import acts, models, table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition, Sections
from companion.kernel.facts import Unknown
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Failure, Finding
from companion.kernel.values import SeatRef, Term, Value, seat_refs

VERSION: Final = 1
"""Version of the game, raised when an old acta could be judged or applied differently."""

Rule: TypeAlias = Condition[State]
A = TypeVar("A", bound=Action)

BEFORE: Final = table.BEFORE


class Act(acts.Act[State, Play, A]):
    """Act of this game; it has its effects even if accepted out of turn."""

    playing = Play

    def after(self, play: Play) -> None:
        """Run the consequences."""
        flow.go_on(play)


Deed = models.Action

# Turn and pending task

NO_SUCH_SEAT: Rule = table.no_such_seat("table.seats")


@rule("end.stop", code="match_over", kind=ConditionKind.EXISTENCE)
def match_over(state: State, _act: Action) -> Finding:
    """The match ends when the Olympic Games are turned up."""
    return Failure() if state.over else None


# The first buildings are bought in turns. Turns go clockwise.
NOT_YOUR_TURN: Rule = table.not_your_turn("turn")


def card_there(state: State, draft: Draft, place: str) -> Value:
    """Return the name of the card in a place, or of the place if it is empty."""
    return terms.term(state.card_at(place, draft.seat) or place)


def step(phase: Phase, *, legal_basis: Sections | None = None) -> tuple[Rule, ...]:
    """Return the conditions on seat, end, turn and due task."""
    # Tasks of a card come before anything else.
    return (
        NO_SUCH_SEAT,
        match_over,
        NOT_YOUR_TURN,
        table.other_step("turn", (phase,), legal_basis),
    )


def answering(
    code: str, section: str, *phases: Phase, legal_basis: Sections | None = None
) -> tuple[Rule, ...]:
    """Return the conditions on seat and end, and that the seat is awaited for one of these."""

    @rule(
        section, code=code, requires=BEFORE, kind=ConditionKind.EXISTENCE, legal_basis=legal_basis
    )
    def nothing_due(state: State, act: Action) -> Finding:
        """It is reported by whoever the table waits for with it."""
        if state.is_due(act.seat, *phases):
            return None
        return Failure({"waited": seat_refs(state.awaited), "due": Term(f"phase.{state.phase}")})

    return (NO_SUCH_SEAT, match_over, nothing_due)


# Unknown values: those of one card are asked for together, but may be left for later


def asked(state: State, card: str, *fields: str) -> tuple[str, ...]:
    """Return the unknown ones of some values of a card."""
    facts = (f"{card}.{field}" for field in fields)
    return tuple(fact for fact in facts if isinstance(state.printed[fact], Unknown))


def named(state: State, card: str, *fields: str) -> tuple[str, ...]:
    """Return the unknown values of a named card, with the name if it is unknown too."""
    unknown = asked(state, card, *fields)
    return (*asked(state, card, "name"), *unknown) if unknown else ()


# Cards of the board and their prices


def place_empty(section: str) -> Rule:
    """Return the condition that the place has a card."""

    @rule(
        section, code="place_empty", fields="place", requires=BEFORE, kind=ConditionKind.EXISTENCE
    )
    def place_empty(state: State, act: Any) -> Finding:
        """Only a card that lies open can be taken or built."""
        if state.card_at(act.place, act.seat) is not None:
            return None
        return Failure({"place": terms.term(act.place)})

    return place_empty


def _of_price(_state: State, act: Any) -> Sections:
    """Cite the section on action points, except for a building."""
    return () if act.kind == "build" else ("turn.ap",)


@rule(
    "turn.ap",
    code="points_short",
    fields="place",
    requires=BEFORE,
    kind=ConditionKind.SHORTAGE,
    legal_basis=_of_price,
)
def points_short(state: State, act: Any) -> Finding:
    """The place of a card says how many action points it costs."""
    price, left = PRICE[act.place], state.points(act.seat)
    if left >= price:
        return None
    return Failure({"price": terms.points(price), "left": terms.points(left)})


def spend(play: Play, act: Any) -> None:
    """Spend the action points of a place, which ends the investments of the turn."""
    turn = play.state.turn
    if act.seat == turn.seat:
        play.change_in("turn", points=turn.points - PRICE[act.place], spent=True)


def wealth_short(fields: str, price: Callable[[State, Any], int], section: str) -> Rule:
    """Return the condition that a seat can pay for what it builds or buys."""

    @rule(section, code="wealth_short", fields=fields, requires=BEFORE, kind=ConditionKind.SHORTAGE)
    def wealth_short(state: State, act: Any) -> Finding:
        """It costs what its block is worth."""
        cost, held = price(state, act), state.wealth(act.seat)
        if held >= cost:
            return None
        return Failure(
            {"seat": SeatRef(act.seat), "price": terms.wealth(cost), "held": terms.wealth(held)}
        )

    return wealth_short
