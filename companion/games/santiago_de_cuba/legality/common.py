"""Conditions that several kinds of action share: seat, turn, step, wood and what a seat holds."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import DEMANDED, WOOD
from companion.games.santiago_de_cuba.state import Phase, State
from companion.kernel import table
from companion.kernel.conditions import Condition
from companion.kernel.models import Action
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

Rule = Condition[State]
Mend = Callable[[State, Any], Iterator[Remedy]]
Grounds = tuple[str, ...] | Callable[[State, Any], tuple[str, ...]]

ANY_GOOD: Final = terms.goods(DEMANDED)

STEP_RULE: Final = "turn.phases"


def awaiting(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for; nobody once the match is over."""
    if state.over:
        return ()
    turn = state.turn
    if turn.phase is Phase.TRIBUTE:
        return turn.waiting
    # In a loading round the turns go clockwise among those who have not passed.
    return turn.waiting[:1] if turn.phase is Phase.LOADING else (turn.seat,)


def _match_over(state: State, _action: Action) -> Finding:
    # The match ends at once when the last ship leaves.
    return Failure({"ships": state.facts.ships}) if state.over else None


_WHOSE: Final = {Phase.TRIBUTE: ("citizen.zorro",), Phase.LOADING: ("port.order",)}
"""The rules of whose turn it is, where not everything goes seat by seat."""


def _not_your_turn(state: State, action: Action) -> Finding:
    # Clockwise, one at a time; with El Zorro, each of those who still have to give.
    turn = state.turn
    if turn.seat == action.seat and not turn.waiting:
        return None
    seats = awaiting(state)
    if action.seat in seats:
        return None
    waited, phase = terms.seats(seats), state.turn.phase
    step = Term(f"phase.{phase}")
    return Failure({"waited": waited, "step": step}, cites=_WHOSE.get(phase, ()))


NO_SUCH_SEAT: Rule = table.no_such_seat("table.seats")
MATCH_OVER = Rule("match_over", ("end.last_ship",), _match_over, kind=Kind.PHASE)
NOT_YOUR_TURN = Rule(
    "not_your_turn",
    ("turn.order",),
    _not_your_turn,
    presumes=("no_such_seat", "match_over"),
    kind=Kind.TURN,
)


def step(
    *phases: Phase, happened: tuple[Rule, ...] = (), grounds: Grounds | None = None
) -> tuple[Rule, ...]:
    """Seat, what happened before, turn, and what the table waits for.

    Args:
        phases: in which it is done.
        happened: what is answered by its own rule, before whose turn it is.
        grounds: the sections that a legal answer rests on because it is that step.
    """

    def test(state: State, _action: Action) -> Finding:
        # Drive, citizen, building, end of the turn: one after the other.
        due = state.turn.phase
        if due in phases:
            return None
        return Failure({"due": Term(f"phase.{due}")})

    other = Rule(
        "other_step",
        (STEP_RULE,),
        test,
        presumes=("no_such_seat", "match_over"),
        kind=Kind.PHASE,
        grounds=grounds,
    )
    return (NO_SUCH_SEAT, MATCH_OVER, *happened, NOT_YOUR_TURN, other)


def wood_excluded(
    field: str,
    rule: str,
    code: str = "wood_excluded",
    instead: tuple[Value, ...] = ANY_GOOD,
    mend: Mend | None = None,
) -> Rule:
    """Wood is not among what this can be."""

    def test(_state: State, action: Any) -> Finding:
        if getattr(action, field) != WOOD:
            return None
        return Failure({"goods": instead})

    return Rule(code, (rule, "components.wood"), test, (field,), mend=mend or another_good(field))


def another_good(field: str) -> Mend:
    """Another good in that field."""

    def mend(_state: State, _action: Any) -> Iterator[Remedy]:
        for name in DEMANDED:
            yield Remedy("choose_good", {"good": terms.good(name)}, {field: name})

    return mend


GoodOf = Callable[[Any], str]
"""The good that an action takes from its seat."""


def none_held(good_of: GoodOf, rule: str, *fields: str) -> Rule:
    """Whoever hands over a good has at least one."""

    def test(state: State, action: Any) -> Finding:
        name = good_of(action)
        if state.good(action.seat, name):
            return None
        return Failure({"seat": SeatRef(action.seat), "good": terms.good(name)})

    return Rule(
        "none_held",
        (rule,),
        test,
        fields,
        ("no_such_seat",),
        Kind.SHORTAGE,
        private=True,
        mend=another_good(fields[0]) if fields else None,
    )


def goods_short(
    good_of: GoodOf,
    amount_of: Callable[[Any], int],
    rule: str,
    fields: tuple[str, ...],
    code: str = "goods_short",
) -> Rule:
    """Whoever hands over goods has enough of them."""

    def test(state: State, action: Any) -> Finding:
        name, number = good_of(action), amount_of(action)
        if not number:
            return NOT_APPLICABLE
        held = state.good(action.seat, name)
        if held >= number:
            return None
        params: Params = {
            "seat": SeatRef(action.seat),
            "held": terms.amount(held, name),
            "needed": terms.amount(number, name),
        }
        return Failure(params)

    def mend(state: State, action: Any) -> Iterator[Remedy]:
        name = good_of(action)
        held = state.good(action.seat, name)
        if held:
            yield Remedy("give_at_most", {"most": terms.amount(held, name)}, {fields[-1]: held})
        else:
            yield Remedy("give_none", {"good": terms.good(name)}, {fields[-1]: 0})

    return Rule(
        code, (rule,), test, fields, ("no_such_seat",), Kind.SHORTAGE, private=True, mend=mend
    )


def supply_empty(good_of: GoodOf, rule: str, *fields: str, presumes: tuple[str, ...] = ()) -> Rule:
    """The supply has the good that is taken."""

    def test(state: State, action: Any) -> Finding:
        name = good_of(action)
        return None if state.supply(name) else Failure({"good": terms.good(name)})

    return Rule(
        "supply_empty",
        (rule, "citizens.supply"),
        test,
        fields,
        presumes,
        Kind.SHORTAGE,
        mend=another_good(fields[0]) if fields else None,
    )


def not_demanded(rule: str, *presumes: str) -> Rule:
    """The ship asks for that good: its die is there and shows more than 0."""

    def test(state: State, action: Any) -> Finding:
        if state.demand(action.good):
            return None
        why = _why_no_demand(state, action.good)
        return Failure({"good": terms.good(action.good), "why": why})

    mend = another_good("good")
    return Rule("not_demanded", (rule, "port.demand"), test, ("good",), presumes, mend=mend)


def _why_no_demand(state: State, good: str) -> Term:
    demand = state.ship.demand
    if demand is None:
        return Term("no_demand.not_rolled")
    return Term("no_demand.covered" if good in demand else "no_demand.aside")
