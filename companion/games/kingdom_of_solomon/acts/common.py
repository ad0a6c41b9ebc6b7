"""Shared parts of the acts: base class, fields and common conditions."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import Field

from companion.games.kingdom_of_solomon import flow, terms
from companion.games.kingdom_of_solomon.components import (
    FORTUNES,
    GOODS,
    Fortunes,
    Heap,
    cost,
    cubes,
    heap,
    lines,
    lines_of,
)
from companion.games.kingdom_of_solomon.effects import MOST_OFFERED, goods_on
from companion.games.kingdom_of_solomon.play import Play
from companion.games.kingdom_of_solomon.state import (
    DISCARD,
    FORTUNE,
    SEATS,
    Phase,
    State,
)
from companion.kernel import acts, models, table
from companion.kernel.acts import Names, rule
from companion.kernel.box import by_hand
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.conditions import Condition, Sections
from companion.kernel.forms.form import Draft, OpenBag
from companion.kernel.forms.picks import Pick, bag
from companion.kernel.models import Action
from companion.kernel.pieces.effects import Transfer
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
    Unverified,
)
from companion.kernel.values import Counted, Params, Seat, SeatRef, Term, Value

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


NOTHING: Final = OpenBag((), proposals=((),), only=True)
"""Empty bag, for fields in which no cubes move."""


def held_cubes(
    state: State, account: str, *proposals: tuple[str, ...], only: bool = False
) -> OpenBag:
    """Return the cubes of an account as a bag, with proposals.

    Args:
        state: state of the table.
        account: account that holds them.
        proposals: bags worth offering.
        only: whether the rules allow no others.
    """
    items = tuple((good, state.heap(account).get(good, 0)) for good in GOODS)
    there = tuple((good, n) for good, n in items if n > 0)
    return OpenBag(there, proposals=proposals or ((),), only=only or not there)


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


# Payments: cubes, and fortune cards that show goods


def cards_laid(price_of: Callable[[State, Draft], Known[Heap] | None]) -> Pick[State]:
    """Make a field for fortune cards used to pay."""

    def field(state: State, draft: Draft) -> OpenBag:
        return cards_field(state, draft, paid=_is_paid(price_of(state, draft), draft))

    return bag(field, terms.term, label_in=card_label)


def cards_field(state: State, draft: Draft, *, paid: bool) -> OpenBag:
    """Return the fortune cards that may pay; a seat without any, or that has paid, is not asked."""
    there = () if paid else goods_cards(state, draft.seat)
    one_each = tuple((card,) for card in there[:MOST_OFFERED])
    items = tuple((card, state.fortunes(draft.seat)) for card in there)
    return OpenBag(items, maximum=9, proposals=((), *one_each), only=not there)


def _is_paid(price: Known[Heap] | None, draft: Draft) -> bool:
    """Return whether the cubes alone pay the price, so that no card is needed."""
    if price is None or isinstance(price, Unknown):
        return False
    return heap(draft.values.get("pay", ())) == heap(cubes(price))


def card_label(state: State, _draft: Draft, card: str) -> Value:
    """Return the label of a card of a deck; unknown ones share one label."""
    return Term(card if state.knows(card) else "card.without_name")


def goods_cards(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the fortune cards that a seat may use as goods, including unknown ones."""
    if seat >= state.players or not state.fortunes(seat):
        return ()
    choices = ((card, state.lines_of(card)) for card in state.distinguishable(FORTUNES))
    return tuple(
        card for card, effect in choices if isinstance(effect, Unknown) or goods_on(effect)
    )


def unread(draft: Draft) -> tuple[str, ...]:
    """Return the fact ids of the effects of the fortune cards laid down."""
    return tuple(map(lines, draft.values.get("cards", ())))


@rule(
    "fortune.goods",
    code="fortunes_short",
    fields="cards",
    requires="no_such_seat",
    kind=ConditionKind.SHORTAGE,
)
def fortunes_short(state: State, act: Any) -> Finding:
    """One lays down cards that one holds."""
    if not act.cards:
        return NOT_APPLICABLE
    held = state.fortunes(act.seat)
    if held >= len(act.cards):
        return None
    return Failure({"seat": SeatRef(act.seat), "held": Counted(held, FORTUNE)})


@rule("fortune.goods", code="card_without_goods", fields="cards")
def card_without_goods(state: State, act: Any) -> Finding:
    """Only cards of goods pay."""
    if not act.cards:
        return NOT_APPLICABLE
    for card in act.cards:
        printed = state.lines_of(card)
        if isinstance(printed, Unknown):
            return Unverified({"card": terms.term(card)}, printed.fact)
        if goods_on(printed) is None:
            return Failure({"card": terms.term(card)})
    return None


def payment_conditions(
    price_of: Callable[[State, Any], Known[Heap]],
    fact_of: Callable[[State, Any], str],
    section: str,
    *fields: str,
    requires: Names = (),
) -> tuple[Rule, ...]:
    """Return the conditions on a payment of cubes and fortune cards.

    The cost may be unknown.
    """
    wanted = (*fields, "pay", "cards")

    @rule(
        section,
        code="cost_unmet",
        fields=wanted,
        requires=("card_without_goods", *acts.names(requires)),
    )
    def cost_unmet(state: State, act: Any) -> Finding:
        """What is laid down is what is printed; of a card of goods something may be left over."""
        price = price_of(state, act)
        if isinstance(price, Unknown):
            shows = lines_of("pay", heap(act.pay)) if act.pay and not act.cards else None
            return Unverified({"card": ()}, fact_of(state, act), shows)
        laid, worth = heap(act.pay), worth_of(state, act.cards)
        if isinstance(worth, Unknown):
            card = worth.fact.removesuffix(".lines")
            return Unverified({"card": terms.term(card)}, worth.fact)
        short = shortfall(laid + worth, price)
        # Cubes have to pay the exact price: no change is given.
        left = {g: max(0, n - worth.get(g, 0)) for g, n in price.items()}
        over = shortfall(left, laid)
        if not short and not over:
            return None
        params: Params = {
            "cost": terms.heap(price),
            "short": terms.heap(short),
            "over": terms.heap(over),
        }
        return Failure(params)

    return (fortunes_short, card_without_goods, cost_unmet, goods_short("pay", section))


def worth_of(state: State, cards: Fortunes) -> Known[Counter[str]]:
    """Return the cubes that the fortune cards stand for; a card that is none stands for nothing."""
    total: Counter[str] = Counter()
    for card in cards:
        printed = state.lines_of(card)
        if isinstance(printed, Unknown):
            return printed
        total.update(goods_on(printed) or {})
    return total


def printed_cost(state: State, thing: str) -> Known[Heap]:
    """Return the cost of a building card or a block of a part of the Temple."""
    price: Known[Heap] = state.printed[cost(thing)]
    return price


def cost_of(field: str) -> Callable[[State, Draft], Known[Heap] | None]:
    """Return a getter of the cost of the thing in a field, None until it is filled in."""

    def printed(state: State, draft: Draft) -> Known[Heap] | None:
        thing = draft.values.get(field)
        return None if thing is None else printed_cost(state, thing)

    return printed


def payment(price_of: Callable[[State, Draft], Known[Heap] | None]) -> Pick[State]:
    """Make a field for the cubes paid, offering the printed price."""

    def field(state: State, draft: Draft) -> OpenBag:
        seat = draft.seat
        if seat >= state.players:
            return NOTHING
        price = price_of(state, draft)
        if price is None or isinstance(price, Unknown):
            return held_cubes(state, SEATS[seat])
        # Fortune cards may pay instead of cubes.
        return held_cubes(state, SEATS[seat], cubes(price), only=not state.fortunes(seat))

    return bag(field, terms.good, sentence=terms.cubes)


def lay_down(play: Play, seat: Seat, cards: Fortunes, rule_id: str) -> None:
    """Discard fortune cards, which the table can name from now on."""
    for card in cards:
        moved = Transfer(FORTUNE, 1, SEATS[seat], DISCARD, rule_id, cause=terms.term(card))
        play.do(moved)
    if not play.state.met.issuperset(cards):
        play.change(met=play.state.met.union(cards))
