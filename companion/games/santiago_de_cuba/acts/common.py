"""Shared parts of the acts: base class, fields and common conditions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import Field

from companion.games.santiago_de_cuba import flow, terms
from companion.games.santiago_de_cuba.buildings import ANSWERS, ASKED_BY, BUILDINGS
from companion.games.santiago_de_cuba.components import DEMANDED, GOODS, PORT, WOOD
from companion.games.santiago_de_cuba.play import Play
from companion.games.santiago_de_cuba.state import PESO, POINT, State
from companion.games.santiago_de_cuba.turn import Phase, StayReason, Turn
from companion.kernel import acts, models, table
from companion.kernel.acts import Names, rule
from companion.kernel.advice.proven_remedies import other_answer
from companion.kernel.conditions import Condition, Sections
from companion.kernel.form import Pick, choice
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Remedy
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term, Value, seat_refs

VERSION: Final = 2
"""Version of the game, raised when an old acta could be judged or applied differently."""

MOST_AT_ONCE: Final = 99
"""Maximum amount that can be reported, whatever a box holds."""

Amount: TypeAlias = Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]

Rule = Condition[State]
Mend = Callable[[State, Any], Iterator[Remedy]]
Grounds = Sections | Callable[[State, Any], Sections]

A = TypeVar("A", bound=Action)


class Deed(models.VersionedAction):
    """Versioned action of this game."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


class Act(acts.Act[State, Play, A]):
    """Act of this game.

    An act accepted out of its turn or step has its effects and leaves pending tasks as they were.
    Only driving takes the turn over, and dice that were due count whoever rolled them.
    """

    playing = Play

    def after(self, play: Play) -> None:
        """Run the consequences, and report a shortage of a supply treated as endless."""
        flow.go_on(play)
        before, now = play.before, play.state
        if now.over and not (before.over and now.agenda):
            # This also applies if the table agrees to one more turn after the end.
            play.change(agenda=play.kept)
        if now.ledger is before.ledger:
            return
        for item in (PESO, POINT):
            short = -now.ledger.balance(SUPPLY, item)
            if short > 0 and before.ledger.balance(SUPPLY, item) >= 0:
                play.say("supply_ran_out", "components.supply_endless", short=Counted(short, item))


# Fields

DEMANDED_GOOD: Final[Pick[State]] = choice(DEMANDED, terms.good)
"""Field for a good that a ship may ask for."""
ANY_GOOD: Final[Pick[State]] = choice(GOODS, terms.good, sentence=terms.one)
BUILDING: Final[Pick[State]] = choice(BUILDINGS, terms.building)


# Turn and pending task


@rule("end.last_ship", code="match_over", kind=ConditionKind.PHASE)
def match_over(state: State, _act: Action) -> Finding:
    """The match ends at once when the last ship leaves."""
    return Failure({"ships": state.facts["ships"]}) if state.over else None


_WHOSE: Final[Mapping[str, str]] = {
    Phase.TRIBUTE: f"citizen.{ASKED_BY[Phase.TRIBUTE]}",
    Phase.LOADING: "port.order",
}
"""Section on who acts, for tasks in which others act in the turn of the driver."""
_ANSWERS: Final[Mapping[str, frozenset[str]]] = {
    Phase.TRIBUTE: frozenset(ANSWERS[Phase.TRIBUTE]),
    Phase.LOADING: frozenset({"load_goods", "load_wood", "pass_loading"}),
}
"""Kinds of acts by which others do these tasks."""
_TURN: Final = "turn.order"


def _answers(state: State, act: Action) -> bool:
    """Return whether an act does the task that is due for others than the driver too."""
    return act.kind in _ANSWERS.get(state.phase, ())


def _whose(state: State, act: Action) -> Sections:
    section = _WHOSE.get(state.phase)
    if section is None:
        return (_TURN,)
    return (section,) if _answers(state, act) else (_TURN, section)


@rule(
    _TURN,
    *_WHOSE.values(),
    code="not_your_turn",
    requires=table.BEFORE,
    kind=ConditionKind.TURN,
    sections=_whose,
)
def not_your_turn(state: State, act: Action) -> Finding:
    """Seats act clockwise, one at a time; others only give to El Zorro, or load in their go."""
    awaited, driver = state.awaited, state.turn.seat
    asked = act.seat in awaited
    if asked and (act.seat == driver or _answers(state, act)):
        return None
    params: Params = {
        "waited": seat_refs(awaited),
        "step": Term(f"phase.{state.phase}"),
        "driver": SeatRef(driver),
        "asked": (SeatRef(act.seat),) if asked else (),
    }
    return Failure(params)


NOT_YOUR_TURN: Rule = not_your_turn
NO_SUCH_SEAT: Rule = table.no_such_seat("table.seats")


def step(
    *phases: Phase,
    happened: tuple[Rule, ...] = (),
    legal_basis: Grounds | None = None,
    suggest: Mend | None = None,
) -> tuple[Rule, ...]:
    """Return the conditions on seat, earlier events, turn and due task.

    Args:
        phases: phases in which the act is done.
        happened: conditions on earlier events, judged before the turn.
        legal_basis: sections that a legal answer rests on because it is that step.
        suggest: proposes what does the same in another step.
    """
    # The steps are: drive, citizen, building, end of the turn.
    other_step = replace(table.other_step("turn.phases", phases, legal_basis), suggest=suggest)
    return (NO_SUCH_SEAT, match_over, *happened, NOT_YOUR_TURN, other_step)


# Conditions on earlier events. They refuse a report that comes too late with its own rule, so they
# stand before turn and step. None of them may forbid what the table waits for: they only name the
# rule in dispute where turn or step would refuse anyway.

NEXT_TURN: Final = "next_turn"
NEXT_ROUND: Final = "next_round"


def earlier(
    *rules: str, code: str, fields: Names = ()
) -> Callable[[Callable[[State, Any], Finding]], Rule]:
    """Return a decorator that makes a condition about earlier events."""
    return rule(
        *rules,
        code=code,
        fields=fields,
        requires=table.BEFORE,
        kind=ConditionKind.PHASE,
        citation_only=True,
    )


def own_turn(state: State, seat: Seat) -> Turn | None:
    """Return the current or previous turn, if it is the seat's and the car has stopped in it."""
    turn = state.turn
    if turn.seat == seat:
        return turn if turn.stop is not None else None
    before = state.before
    return before if before and before.seat == seat and before.stop is not None else None


def moves_on(state: State, seat: Seat) -> bool:
    """Return whether the pawn of a seat is to move now, after the citizen."""
    turn = state.turn
    return state.phase == Phase.VISIT and turn.seat == seat and turn.stop is not None


def was_inactive(state: State, turn: Turn | None, until: str | None = None) -> Finding:
    """Check whether the car stopped where neither the citizen nor a building is used."""
    if turn is None or turn.stop in (None, PORT):
        return NOT_APPLICABLE
    if turn.stop is None or turn.stay is not StayReason.INACTIVE:
        return None if turn is state.turn else NOT_APPLICABLE
    params: Params = {"seat": SeatRef(turn.seat), "citizen": terms.stop(turn.stop)}
    return Failure(params, until=until)


@earlier("visit.stay_port", code="ended_at_port")
def ended_at_port(state: State, act: Action) -> Finding:
    """Whoever stops at the port visits no building."""
    if moves_on(state, act.seat):
        return None
    turn = own_turn(state, act.seat)
    if turn is None or turn.stay is not StayReason.PORT:
        return None if turn is state.turn else NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat)}, until=NEXT_TURN)


@earlier("citizens.inactive", "visit.stay_inactive", code="ended_at_inactive")
def ended_at_inactive(state: State, act: Action) -> Finding:
    """Neither the citizen nor a building is used."""
    if moves_on(state, act.seat):
        return None
    return was_inactive(state, own_turn(state, act.seat), NEXT_TURN)


NO_BUILDING: Final = (ended_at_port, ended_at_inactive)
"""Conditions by which the stop of the car prevents a visit."""


# Goods given or taken


def other_buildings(act: Any, names: Iterable[str]) -> Iterator[Remedy]:
    """Propose each of these buildings instead."""
    for name in names:
        yield other_answer(act, "building", name, terms.building(name))


def another_good(field: str) -> Mend:
    """Return a proposer of another good in that field."""

    def suggest(_state: State, act: Any) -> Iterator[Remedy]:
        for name in DEMANDED:
            yield other_answer(act, field, name, terms.good(name))

    return suggest


def wood_excluded(
    field: str,
    section: str,
    code: str = "wood_excluded",
    instead: tuple[Value, ...] = terms.goods(DEMANDED),
    suggest: Mend | None = None,
) -> Rule:
    """Return the condition that the good is not wood."""

    @rule(
        section, "components.wood", code=code, fields=field, suggest=suggest or another_good(field)
    )
    def wood_excluded(_state: State, act: Any) -> Finding:
        """There is no die for wood."""
        return Failure({"goods": instead}) if getattr(act, field) == WOOD else None

    return wood_excluded


GoodOf = Callable[[Any], str]
"""Function returning the good that an act takes or gives."""


def none_held(good_of: GoodOf, section: str, *fields: str) -> Rule:
    """Return the condition that a seat has at least one of the good it hands over."""

    @rule(
        section,
        code="none_held",
        fields=fields,
        requires="no_such_seat",
        kind=ConditionKind.SHORTAGE,
        private=True,
        suggest=another_good(fields[0]) if fields else None,
    )
    def none_held(state: State, act: Any) -> Finding:
        """One hands over what one has."""
        name = good_of(act)
        if state.good(act.seat, name):
            return None
        return Failure({"seat": SeatRef(act.seat), "good": terms.good(name)})

    return none_held


def goods_short(
    good_of: GoodOf,
    amount_of: Callable[[Any], int],
    section: str,
    fields: tuple[str, ...],
    code: str = "goods_short",
    suggest: Callable[[State, Any], Iterator[Remedy]] | None = None,
) -> Rule:
    """Return the condition that a seat has enough of the goods it hands over.

    Args:
        good_of: function that returns the good.
        amount_of: function that returns how much of it.
        section: section that demands it.
        fields: fields that say so; the last one is the amount.
        code: its code.
        suggest: proposals, if more than that amount may have to change.
    """

    def give_less(state: State, act: Any) -> Iterator[Remedy]:
        name = good_of(act)
        held = state.good(act.seat, name)
        if held:
            yield Remedy("give_at_most", {"most": terms.amount(held, name)}, {fields[-1]: held})
        else:
            yield Remedy("give_none", {"good": terms.good(name)}, {fields[-1]: 0})

    @rule(
        section,
        code=code,
        fields=fields,
        requires="no_such_seat",
        kind=ConditionKind.SHORTAGE,
        private=True,
        suggest=suggest or give_less,
    )
    def goods_short(state: State, act: Any) -> Finding:
        """One hands over what one has."""
        name, number = good_of(act), amount_of(act)
        if not number:
            return NOT_APPLICABLE
        held = state.good(act.seat, name)
        if held >= number:
            return None
        params: Params = {
            "seat": SeatRef(act.seat),
            "held": terms.amount(held, name),
            "needed": terms.amount(number, name),
        }
        return Failure(params)

    return goods_short


def supply_empty(good_of: GoodOf, section: str, *fields: str, requires: Names = ()) -> Rule:
    """Return the condition that the supply has the good taken."""

    @rule(
        section,
        "citizens.supply",
        code="supply_empty",
        fields=fields,
        requires=requires,
        kind=ConditionKind.SHORTAGE,
        suggest=another_good(fields[0]) if fields else None,
    )
    def supply_empty(state: State, act: Any) -> Finding:
        """Goods are limited to what lies in the supply."""
        name = good_of(act)
        return None if state.supply(name) else Failure({"good": terms.good(name)})

    return supply_empty


def not_demanded(section: str, *requires: str) -> Rule:
    """Return the condition that the ship asks for the good."""

    @rule(
        section,
        "port.demand",
        code="not_demanded",
        fields="good",
        requires=requires,
        suggest=another_good("good"),
    )
    def not_demanded(state: State, act: Any) -> Finding:
        """Its die is there and shows more than 0."""
        if state.demand(act.good):
            return None
        why = _why_no_demand(state, act.good)
        return Failure({"good": terms.good(act.good), "why": why})

    return not_demanded


def _why_no_demand(state: State, good: str) -> Term:
    demand = state.ship.demand
    if demand is None:
        return Term("no_demand.not_rolled")
    return Term("no_demand.covered" if good in demand else "no_demand.aside")
