"""Shared parts of the acts: base class, fields and common conditions."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import Field

from companion.games.urban_sprawl import flow, terms
from companion.games.urban_sprawl.components import FAVORS, PRICE, WEALTH
from companion.games.urban_sprawl.play import Play
from companion.games.urban_sprawl.sections import sections_of
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel import acts, models, table
from companion.kernel.acts import rule
from companion.kernel.box import by_hand
from companion.kernel.box.facts import Unknown
from companion.kernel.conditions import Condition, Sections
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Failure, Finding, Remedy, Unverified
from companion.kernel.values import Params, Seat, SeatRef, Term, Value, seat_refs

VERSION: Final = 2
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


class Deed(models.VersionedAction):
    """Versioned action of this game."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


def first_edition(recorded: dict[str, Any]) -> dict[str, Any]:
    """Mark an act that version 1 recorded; what was done by hand has no editions."""
    return recorded if recorded["kind"] == by_hand.KIND else models.of_edition(1)(recorded)


# Turn and pending task

NO_SUCH_SEAT: Rule = table.no_such_seat("table.seats")


@rule("end.stop", code="match_over", kind=ConditionKind.EXISTENCE)
def match_over(state: State, _act: Action) -> Finding:
    """The match ends when the Olympic Games are turned up."""
    return Failure() if state.over else None


def of_due(state: State, _act: object) -> Sections:
    """Return the sections of the task that is due: it may be a card's, or the set-up's."""
    return sections_of(state, state.due)


NOT_YOUR_TURN: Rule = table.not_your_turn(sections=of_due)


def _waiting(state: State) -> Params:
    """Return the parameters for the awaited seats and what is due."""
    return {"waited": seat_refs(state.awaited), "due": Term(f"phase.{state.phase}")}


def other_step(phase: Phase, legal_basis: Sections | None = None) -> Rule:
    """Return the condition that the table waits for this step."""

    @rule(
        code="other_step",
        requires=BEFORE,
        kind=ConditionKind.PHASE,
        legal_basis=legal_basis,
        sections=of_due,
    )
    def other_step(state: State, _act: Action) -> Finding:
        """Tasks of a card come before anything else."""
        if state.phase == phase:
            return None
        return Failure(_waiting(state))

    return other_step


def card_there(state: State, draft: Draft, place: str) -> Value:
    """Return the name of the card in a place, or of the place if it is empty."""
    return terms.term(state.card_at(place, draft.seat) or place)


def step(phase: Phase, *, legal_basis: Sections | None = None) -> tuple[Rule, ...]:
    """Return the conditions on seat, end, turn and due task."""
    return (NO_SUCH_SEAT, match_over, NOT_YOUR_TURN, other_step(phase, legal_basis))


def answering(
    code: str,
    section: str,
    *phases: Phase,
    legal_basis: Sections | Callable[[State, Any], Sections] | None = None,
) -> tuple[Rule, ...]:
    """Return the conditions on seat and end, that one of these is due, and on whose task it is.

    Args:
        code: code of the condition that one of these is due.
        section: section on what is reported; empty: the one of the task that is due.
        phases: tasks that it answers.
        legal_basis: sections that a legal answer rests on because one of these is due.
    """

    @rule(
        *filter(None, (section,)),
        code=code,
        requires=BEFORE,
        kind=ConditionKind.EXISTENCE,
        legal_basis=legal_basis,
        sections=None if section else of_due,
    )
    def nothing_due(state: State, _act: Action) -> Finding:
        """It answers what the table waits for."""
        if state.phase in phases:
            return None
        return Failure(_waiting(state), acts_first=False)

    return (NO_SUCH_SEAT, match_over, nothing_due, NOT_YOUR_TURN)


def answerer(state: State, seat: Seat) -> Seat:
    """Return the seat whose task is answered.

    If the table lets somebody else do what a single seat had to do, it is that seat's all the same.
    """
    waiting = state.due.seats
    return waiting[0] if len(waiting) == 1 else seat


# Unknown values: those of one card are asked for together, but may be left for later


def asked(state: State, card: str, *fields: str) -> tuple[str, ...]:
    """Return the unknown ones of some values of a card."""
    facts = (f"{card}.{field}" for field in fields)
    return tuple(fact for fact in facts if isinstance(state.printed[fact], Unknown))


OF_PERMIT: Final = ("zones", "size")
"""Values of a permit that matter once somebody has it."""


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
        owner = SeatRef(act.seat) if act.place in FAVORS else ""
        return Failure({"place": terms.term(act.place), "owner": owner})

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


def wealth_short(
    fields: str,
    price: Callable[[State, Any], int],
    section: str,
    suggest: Callable[[State, Any], Iterable[Remedy]] | None = None,
) -> Rule:
    """Return the condition that a seat can pay for what it builds or buys.

    Args:
        fields: fields that the price depends on.
        price: function that returns it.
        section: section that demands it.
        suggest: proposals where it cannot pay.
    """

    @rule(
        section,
        code="wealth_short",
        fields=fields,
        requires=BEFORE,
        kind=ConditionKind.SHORTAGE,
        suggest=suggest,
    )
    def wealth_short(state: State, act: Any) -> Finding:
        """It costs what its block is worth."""
        cost, held = price(state, act), state.between(act.seat, WEALTH)
        if held.least >= cost:
            return None
        params: Params = {"seat": SeatRef(act.seat), "price": terms.wealth(cost)}
        if held.most >= cost:
            short = terms.wealth(cost - int(held.least))
            return Unverified({**params, "short": short}, state.lacks(act.seat, WEALTH)[0])
        return Failure({**params, "held": terms.wealth(int(held.most))})

    return wealth_short
