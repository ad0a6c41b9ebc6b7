"""Shared parts of the acts: base class, fields and common conditions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import Field

from companion.games.kingdom_of_solomon import flow, terms
from companion.games.kingdom_of_solomon.components import (
    GOODS,
    Heap,
    cubes,
    heap,
)
from companion.games.kingdom_of_solomon.play import Play
from companion.games.kingdom_of_solomon.state import (
    SEATS,
    Phase,
    State,
)
from companion.kernel import acts, models, table
from companion.kernel.acts import rule
from companion.kernel.box import by_hand
from companion.kernel.box.facts import Unknown
from companion.kernel.conditions import Condition, Sections
from companion.kernel.form import OpenBag
from companion.kernel.models import Action
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
)
from companion.kernel.values import SeatRef, Term

VERSION: Final = 4
"""Version of the game, raised when an old acta could be judged or applied differently."""

CHANGED_AFTER: Final = {
    1: {"build_card"},
    2: {"use_space", "play_fortune"},
    3: {"sell", "buy", "build_card", "build_temple"},
}
"""Kinds of acts that are judged or carried out otherwise since, by version."""


class VersionedDeed(models.VersionedAction):
    """Action of this game that an earlier version judged or carried out otherwise."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


Rule: TypeAlias = Condition[State]
A = TypeVar("A", bound=Action)

BEFORE: Final = table.BEFORE


class Act(acts.Act[State, Play, A]):
    """Act of this game; it has its effects even if accepted out of turn."""

    playing = Play

    def after(self, play: Play) -> None:
        """Run the consequences."""
        flow.announce_last_round(play)
        flow.go_on(play)


Deed = models.Action

# Turn and pending task

NO_SUCH_SEAT: Rule = table.no_such_seat("table.seats")


@rule("end", code="match_over", kind=ConditionKind.EXISTENCE)
def match_over(state: State, _act: Action) -> Finding:
    """The match ends with the round in which one of three things happened."""
    return Failure() if state.over else None


_ORDER: Final[Mapping[str, str]] = {
    Phase.TURN_UP: "round.refill",
    Phase.PLACE: "placement.order",
    Phase.RESOLVE: "resolution.order",
    Phase.MARKET: "market.order",
    Phase.BUILD: "building.order",
    Phase.TRIM: "fortune.limit",
    Phase.REVEAL: "end.fortunes",
    by_hand.BY_HAND: "table.by_hand",
}
"""Section on whose turn it is, by due task."""
_PASSED: Final = "market.pass"


def _order(state: State, act: Action) -> Sections:
    # Seats follow the turn order. In the market they follow the reverse order, until each has
    # passed.
    if state.phase is Phase.MARKET and act.seat not in state.due.seats:
        return (_PASSED,)
    return (_ORDER[state.phase],)


NOT_YOUR_TURN: Rule = table.not_your_turn(*_ORDER.values(), _PASSED, sections=_order)


ANY_TURN: Final = "roads_temple_when"
"""Ruling on whether roads and Temple may be built in any own turn."""
NEXT_ROUND: Final = "next_round"
"""Moment before which what comes once in a round is refused."""
_ROUND: Final = (
    Phase.TURN_UP, Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD, Phase.TRIM
)  # fmt: skip
"""Phases in the order of a round."""
_TURNS: Final = frozenset({Phase.PLACE, Phase.RESOLVE, Phase.MARKET, Phase.BUILD})


def step(
    phase: Phase,
    *,
    legal_basis: Sections | Callable[[State, Any], Sections] | None = None,
    any_turn: bool = False,
) -> tuple[Rule, ...]:
    """Return the conditions on seat, end, turn and due task.

    Args:
        phase: phase in which the act is done.
        legal_basis: sections that a legal answer cites for it.
        any_turn: whether a ruling may allow it in any own turn.
    """

    @rule(
        "round",
        code="other_step",
        requires=BEFORE,
        kind=ConditionKind.PHASE,
        legal_basis=legal_basis,
    )
    def other_step(state: State, _act: Action) -> Finding:
        """Placing, resolving, market, building: one after the other."""
        due = state.phase
        if due == phase:
            return None
        ruling = ANY_TURN if any_turn and due in _TURNS else None
        if ruling is not None and state.rulings[ruling] == "any_own_turn":
            return NOT_APPLICABLE
        # The phase of roads and the Temple has a section of its own to cite.
        cites = ("building",) if any_turn else ()
        over = due in _ROUND and phase in _ROUND and _ROUND.index(phase) < _ROUND.index(due)
        until = NEXT_ROUND if over else None
        return Failure({"due": Term(f"phase.{due}")}, ruling=ruling, cites=cites, until=until)

    return (NO_SUCH_SEAT, match_over, NOT_YOUR_TURN, other_step)


# Unknown values: asked for, but may be left for later


def asked(state: State, *facts: str) -> tuple[str, ...]:
    """Return the first unknown one of some printed values, if any."""
    return tuple(fact for fact in facts if isinstance(state.printed[fact], Unknown))[:1]


# Cubes


def shortfall(held: Heap, wanted: Heap) -> dict[str, int]:
    """Return the missing cubes."""
    return {good: n - held.get(good, 0) for good, n in wanted.items() if n > held.get(good, 0)}


SectionsOf: TypeAlias = Callable[[State, Any], Sections]


def goods_short(field: str, *rules: str, sections: SectionsOf | None = None) -> Rule:
    """Return the condition that a seat has the cubes it hands over."""

    @rule(
        *rules,
        code="goods_short",
        fields=field,
        requires="no_such_seat",
        kind=ConditionKind.SHORTAGE,
        sections=sections,
    )
    def goods_short(state: State, act: Any) -> Finding:
        """One hands over what one has."""
        wanted = heap(getattr(act, field))
        if not wanted:
            return NOT_APPLICABLE
        short = shortfall(state.heap(SEATS[act.seat]), wanted)
        if not short:
            return None
        return Failure({"seat": SeatRef(act.seat), "short": terms.heap(short)})

    return goods_short


_SUPPLY: Final = "resolution.supply"


def supply_short(
    field: str,
    *rules: str,
    sections: SectionsOf | None = None,
    suggest: Callable[[State, Any], Iterable[Remedy]] | None = None,
    printed: Callable[[State, Any], Heap | None] | None = None,
    where: tuple[str, ...] = (),
) -> Rule:
    """Return the condition that the supply has the cubes taken.

    Args:
        field: field that names the cubes.
        rules: sections by which they are taken.
        sections: sections of one report, if they depend on it.
        suggest: remedies.
        printed: function returning the most that can be taken, if it is known: whoever takes more
            than that is refused for it, however much the supply has.
        where: fields that say where they come from.
    """

    @rule(
        *rules,
        _SUPPLY,
        code="supply_short",
        fields=(field, *where),
        kind=ConditionKind.SHORTAGE,
        suggest=suggest,
        sections=None if sections is None else lambda s, act: (*sections(s, act), _SUPPLY),
    )
    def supply_short(state: State, act: Any) -> Finding:
        """Cubes are limited: what is not there is not collected."""
        wanted = heap(getattr(act, field))
        most = None if printed is None else printed(state, act)
        if not wanted or (most is not None and shortfall(most, wanted)):
            return NOT_APPLICABLE
        short = shortfall(state.heap("supply"), wanted)
        return Failure({"short": terms.heap(short)}) if short else None

    return supply_short


def receive(there: Heap) -> Remedy:
    """Return the remedy that takes what is there."""
    code = "receive" if there else "receive_nothing"
    return Remedy(code, {"cubes": terms.heap(there)}, {"take": cubes(there)})


NOTHING: Final = OpenBag((), proposals=((),))
"""Empty bag, for fields in which no cubes move."""


def held_cubes(
    state: State, account: str, *proposals: tuple[str, ...], only: bool = False
) -> OpenBag:
    """Return the cubes of an account as a bag, with proposals; of what is not there, none.

    Args:
        state: state of the table.
        account: account that holds them.
        proposals: bags worth offering.
        only: whether the rules allow no others.
    """
    there = state.heap(account)
    items = tuple((good, max(there.get(good, 0), 0)) for good in GOODS)
    return OpenBag(items, proposals=proposals or ((),), only=only)


def no_fortune(field: str | None = None) -> Rule:
    """Return the condition that a seat holds the fortune card it plays.

    Args:
        field: field that names the card, if it is optional.
    """
    fields, requires = (() if field is None else (field,)), BEFORE

    @rule(
        "fortune",
        code="no_fortune",
        fields=fields,
        requires=requires,
        kind=ConditionKind.SHORTAGE,
        legal_basis=("fortune",) if field is None else (),
    )
    def no_fortune(state: State, act: Any) -> Finding:
        """One plays cards that one holds."""
        if field is not None and getattr(act, field) is None:
            return NOT_APPLICABLE
        return None if state.fortunes(act.seat) > 0 else Failure({"seat": SeatRef(act.seat)})

    return no_fortune
