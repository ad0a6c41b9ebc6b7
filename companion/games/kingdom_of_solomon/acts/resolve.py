"""Shared parts of spaces and cards: fields by their printed effect, and conditions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    NOTHING,
    Rule,
    goods_short,
    held_cubes,
    receive,
    shortfall,
    supply_short,
)
from companion.games.kingdom_of_solomon.acts.payment import (
    card_label,
    cards_field,
    goods_cards,
    worth_of,
)
from companion.games.kingdom_of_solomon.components import (
    EXTRA_CARD,
    EXTRA_FIRST,
    EXTRA_POINT,
    GOODS,
    NO_CUBES,
    TERRITORIES,
    Heap,
    heap,
    lines,
    yields,
)
from companion.games.kingdom_of_solomon.effects import (
    Moves,
    extras_of,
    gains,
    is_gain,
    is_payment,
    moves,
    payments,
    thefts,
    to_choose,
)
from companion.games.kingdom_of_solomon.state import SEATS, State
from companion.kernel.acts import rule
from companion.kernel.box.facts import Unknown
from companion.kernel.conditions import Sections
from companion.kernel.form import Choices, Draft, OpenBag, Pick, bag, choice
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
    Unverified,
)
from companion.kernel.values import Counted, Params, Seat, SeatRef, Value

_REPEATS: Final = "actions.artisan"
"""Section on territories that give once more."""

Victim: TypeAlias = Annotated[Seat, Field(ge=0, le=9)]
"""Seat whose cubes are taken."""


def known_moves(state: State, thing: str | None) -> Moves | None:
    """Return the cubes that a space or a card moves; None if unknown."""
    if thing is None or thing in TERRITORIES:
        return None
    effect = state.lines_of(thing)
    return None if isinstance(effect, Unknown) else moves(effect)


def _thing(draft: Draft) -> str | None:
    thing: str | None = draft.values.get("space", draft.values.get("card"))
    return thing


def _once_more(state: State, at: str | None) -> Heap | None:
    """Return the yield of a repeated territory; None if unknown."""
    if at is None:
        return NO_CUBES
    goods = state.yield_of(at)
    return None if isinstance(goods, Unknown) else goods


def _give_field(state: State, draft: Draft) -> OpenBag:
    printed, seat = known_moves(state, _thing(draft)), draft.seat
    if seat >= state.players:
        return NOTHING
    if printed is None:
        return held_cubes(state, SEATS[seat], *_one_or_none(state, SEATS[seat]))
    proposals = payments(state, seat, printed)
    asked = bool(printed.paid or printed.pay)
    if asked and "space" in draft.values and goods_cards(state, seat):
        # Fortune cards may pay instead of cubes.
        return held_cubes(state, SEATS[seat], *dict.fromkeys((*proposals, ())))
    return held_cubes(state, SEATS[seat], *proposals, only=not printed.pay)


def _cards_field(state: State, draft: Draft) -> OpenBag:
    """Return the fortune cards that may pay what a space asks for."""
    printed = known_moves(state, _thing(draft))
    laid = heap(draft.values.get("give", ()))
    return cards_field(state, draft, paid=printed is not None and is_payment(printed, laid))


CARDS_LAID: Final[Pick[State]] = bag(_cards_field, terms.term, label_in=card_label)
"""Field for fortune cards used to pay what a space asks for."""


def _one_or_none(state: State, account: str) -> tuple[tuple[str, ...], ...]:
    """Return proposals for an unknown effect: nothing, or one cube of each good there."""
    return ((), *((good,) for good in state.heap(account)))


def _at_values(state: State, draft: Draft) -> tuple[str | None, ...]:
    printed = known_moves(state, _thing(draft))
    return (None,) if printed is None or not printed.again else TERRITORIES


def _take_field(state: State, draft: Draft) -> OpenBag:
    printed = known_moves(state, _thing(draft))
    once_more = _once_more(state, draft.values.get("at"))
    if printed is None or once_more is None:
        return held_cubes(state, SUPPLY, *_one_or_none(state, SUPPLY))
    offered = gains(state, printed, once_more)
    # Taking back the cubes that were paid is no exchange: do not offer it.
    other = tuple(cubes for cubes in offered if cubes != draft.values.get("give"))
    return held_cubes(state, SUPPLY, *(other or offered), only=not printed.gain)


def _victims(state: State, draft: Draft) -> tuple[Seat | None, ...]:
    printed = known_moves(state, _thing(draft))
    if printed is not None and not printed.steal:
        return (None,)
    others = tuple(seat for seat in range(state.players) if seat != draft.seat)
    return (None, *others) if printed is None else others


def _stolen_field(state: State, draft: Draft) -> OpenBag:
    printed, victim = known_moves(state, _thing(draft)), draft.values.get("victim")
    if victim is None or victim >= state.players:
        return NOTHING
    if printed is None:
        return held_cubes(state, SEATS[victim], *_one_or_none(state, SEATS[victim]))
    bags = thefts(state, victim, printed)
    return held_cubes(state, SEATS[victim], *bags, only=len(bags) == 1)


def _or_nobody(seat: Seat | None) -> Any:
    return terms.term("nobody") if seat is None else SeatRef(seat)


def _or_none(territory: str | None) -> Any:
    return terms.term("nothing" if territory is None else territory)


_MOST: Final = {EXTRA_POINT: 40, EXTRA_CARD: 9, EXTRA_FIRST: 1}
"""Most of each that a form offers."""


def _extras_field(state: State, draft: Draft) -> OpenBag | Choices:
    """Return what an unknown effect can give besides cubes; a known one leaves nothing to say."""
    thing = _thing(draft)
    if thing in TERRITORIES or known_moves(state, thing) is not None:
        return Choices((None,))
    proposals = ((), (EXTRA_CARD,), (EXTRA_FIRST,))
    return OpenBag(tuple(_MOST.items()), proposals=proposals)


def _extras_label(_state: State, _draft: Draft, value: Any) -> Value:
    if value is None:
        return terms.term("nothing")
    return terms.term(value) if isinstance(value, str) else terms.extras(value)


FIELDS: Final[Mapping[str, Pick[State]]] = {
    "give": bag(_give_field, terms.good, sentence=terms.cubes),
    "at": choice(_at_values, _or_none, sentence=None),
    "take": bag(_take_field, terms.good, sentence=terms.cubes),
    "victim": choice(_victims, _or_nobody, sentence=None),
    "stolen": bag(_stolen_field, terms.good, sentence=terms.cubes),
    "extras": Pick(_extras_field, _extras_label, terms.extras),
}


def tells(_state: State, action: Any) -> tuple[str, ...]:
    """Return the unread text of a space or a card that a report tells."""
    if getattr(action, "extras", None) is None:
        return ()
    return (lines(action.space if action.kind == "use_space" else action.card),)


def sentence_params(_state: State, act: Any) -> dict[str, Any]:
    """Return the victim and the territory, for the sentence of the act."""
    at = () if act.at is None else terms.several((act.at,))
    return {"victim": () if act.victim is None else (SeatRef(act.victim),), "territory": at}


def _other_gain(state: State, act: Any, thing: str, printed: Moves, once_more: Heap) -> Failure:
    """Tell what is printed, and what of it the supply does not have."""
    gained = Counter(printed.gained) + Counter(once_more)
    free = printed.gain - printed.gain_plain
    short = gained - Counter(state.available(gained))
    plain_now, number_now = to_choose(state, printed, gained - short)
    not_there = terms.cubes_of(
        short, free - (number_now - plain_now), printed.gain_plain - plain_now
    )
    params: Params = {
        "thing": terms.term(thing),
        "territory": () if act.at is None else terms.several((act.at,)),
        "cubes": terms.cubes_of(gained, free, printed.gain_plain),
        "short": not_there,
    }
    # Nobody empties the supply so as to receive no more than was told.
    enough = len(act.take) >= (gained - short).total() + number_now
    return Failure(params, ("resolution.supply",) if not_there else (), acts_first=enough)


def _receive(state: State, act: Any, name: str) -> Iterator[Remedy]:
    """Propose what is printed as far as the supply has it, if nothing of it is chosen."""
    printed = known_moves(state, getattr(act, name))
    once_more = _once_more(state, getattr(act, "at", None))
    if printed is None or once_more is None or printed.gain:
        return
    yield receive(state.available(Counter(printed.gained) + Counter(once_more)))


def _steal(state: State, act: Any, name: str) -> Iterator[Remedy]:
    """Propose each of the others who has cubes, if nobody is named from whom to take them."""
    printed = known_moves(state, getattr(act, name))
    if printed is None or not printed.steal or getattr(act, "victim", None) is not None:
        return
    for victim in range(state.players):
        stolen = next(iter(thefts(state, victim, printed)), ())
        if victim != act.seat and stolen:
            named: Params = {"victim": SeatRef(victim), "number": Counted(len(stolen), "cubo")}
            yield Remedy("steal", named, {"victim": victim, "stolen": stolen})


def conditions_of(
    name: str, section_of: Mapping[str, str], *requires: str, by_cards: bool = False
) -> tuple[Rule, ...]:
    """Return the conditions on carrying out the printed effect of the thing in a field.

    Args:
        name: the field.
        section_of: section that makes it do something, by its kind.
        requires: codes of the conditions that these presume.
        by_cards: whether fortune cards may pay, too.
    """
    every = tuple(section_of.values())

    def sections(_state: State, act: Any) -> Sections:
        kind, _, _ = str(getattr(act, name, "")).partition(".")
        return (section_of.get(kind, every[0]),)

    def repeating(state: State, act: Any) -> Sections:
        again = (_REPEATS,) if getattr(act, "at", None) is not None else ()
        return (*sections(state, act), *again)

    @rule(
        *every,
        code="wrong_payment",
        fields=(name, "give", *(("cards",) if by_cards else ())),
        requires=requires,
        sections=sections,
    )
    def wrong_payment(state: State, act: Any) -> Finding:
        """What is paid is what is printed."""
        thing = getattr(act, name)
        printed = known_moves(state, thing)
        if printed is None:
            return Unverified({"thing": terms.term(thing)}, f"{thing}.lines")
        worth = worth_of(state, act.cards if by_cards else ())
        if isinstance(worth, Unknown):
            return Unverified({"thing": terms.term(worth.fact.removesuffix(".lines"))}, worth.fact)
        if is_payment(printed, heap(act.give), worth):
            return None if printed.paid or printed.pay else NOT_APPLICABLE
        asked = terms.cubes_of(printed.paid, printed.pay - printed.plain, printed.plain)
        return Failure({"thing": terms.term(thing), "cost": asked})

    @rule(_REPEATS, code="nothing_to_repeat", fields=(name, "at"), requires=requires)
    def nothing_to_repeat(state: State, act: Any) -> Finding:
        """A territory gives once more only where the space says so."""
        printed = known_moves(state, getattr(act, name))
        if printed is None or printed.again == (act.at is not None):
            return None if act.at is not None else NOT_APPLICABLE
        thing = terms.term(getattr(act, name))
        return Failure({"thing": thing, "named": int(act.at is not None)})

    @rule(
        _REPEATS,
        code="no_pawn_to_repeat",
        fields=(name, "at"),
        requires=("no_such_seat", "nothing_to_repeat"),
    )
    def no_pawn_to_repeat(state: State, act: Any) -> Finding:
        """The Artisan repeats a territory on which one had a pawn this round."""
        if act.at is None:
            return NOT_APPLICABLE
        if state.pawn_on(act.at) == act.seat:
            return None
        # Whether a pawn that is already resolved still counts is a ruling.
        # Until edition 3, those of the seat that resolves counted for everybody.
        resolving = state.resolving[0] if act.edition < 3 and state.resolving else act.seat
        stood = act.at in state.stood_by(resolving)
        if stood and state.rulings["artisan_space"] == "stood":
            return None
        ruling = "artisan_space" if stood else None
        params: Params = {"territory": terms.term(act.at), "stood": int(stood)}
        return Failure(params, ruling=ruling)

    @rule(
        *every,
        _REPEATS,
        code="wrong_gain",
        fields=(name, "at", "take"),
        requires=(*requires, "nothing_to_repeat"),
        sections=repeating,
        suggest=lambda state, act: _receive(state, act, name),
    )
    def wrong_gain(state: State, act: Any) -> Finding:
        """What is taken is what is printed, as far as the supply has it."""
        thing = getattr(act, name)
        printed, once_more = known_moves(state, thing), _once_more(state, act.at)
        if printed is None:
            return Unverified({"thing": terms.term(thing)}, f"{thing}.lines")
        if once_more is None:
            return Unverified({"thing": terms.term(act.at)}, yields(act.at))
        if is_gain(state, printed, once_more, heap(act.take)):
            return None if act.take else NOT_APPLICABLE
        return _other_gain(state, act, thing, printed, once_more)

    @rule(
        "table.seats",
        code="victim_absent",
        fields=(name, "victim"),
        requires="no_such_seat",
        kind=ConditionKind.EXISTENCE,
    )
    def victim_absent(state: State, act: Any) -> Finding:
        """One takes cubes from somebody else who plays."""
        if act.victim is None:
            return NOT_APPLICABLE
        if act.victim != act.seat and 0 <= act.victim < state.players:
            return None
        return Failure()

    @rule(
        "actions.thief",
        code="wrong_theft",
        fields=(name, "victim", "stolen"),
        requires=(*requires, "victim_absent"),
        suggest=lambda state, act: _steal(state, act, name),
    )
    def wrong_theft(state: State, act: Any) -> Finding:
        """Cubes are taken from another seat where the space says so, and as many as it says."""
        thing = getattr(act, name)
        printed = known_moves(state, thing)
        if printed is None:
            if act.victim is None and act.stolen:
                # What the thing does is not known, so nothing is told of it.
                return Failure({"thing": (), "amount": 0})
            return NOT_APPLICABLE
        if not printed.steal and act.victim is None and not act.stolen:
            return NOT_APPLICABLE
        if not printed.steal or act.victim is None:
            return Failure({"thing": terms.term(thing), "amount": printed.steal})
        most = sum(state.cubes(act.victim, good) for good in GOODS)
        if len(act.stolen) == min(printed.steal, most):
            return None
        return Failure({"thing": terms.term(thing), "amount": printed.steal})

    @rule(
        "actions.thief",
        code="victim_has_none",
        fields=("victim", "stolen"),
        requires="victim_absent",
        kind=ConditionKind.SHORTAGE,
    )
    def victim_has_none(state: State, act: Any) -> Finding:
        """Only cubes can be taken, and only those that lie there: fortune cards are safe."""
        if act.victim is None:
            return NOT_APPLICABLE
        wanted, held = heap(act.stolen), state.heap(SEATS[act.victim])
        short = shortfall(held, wanted)
        if not short:
            return None if wanted else NOT_APPLICABLE
        return Failure({"victim": SeatRef(act.victim), "short": terms.heap(short)})

    @rule(*every, code="wrong_extras", fields=(name, "extras"), requires=requires)
    def wrong_extras(state: State, act: Any) -> Finding:
        """What was given besides cubes, before anybody had read the text, is what is printed."""
        thing = getattr(act, name)
        if act.extras is None or thing in TERRITORIES:
            return NOT_APPLICABLE
        printed = state.lines_of(thing)
        if isinstance(printed, Unknown):
            return Unverified({"thing": terms.term(thing), "extras": ()}, printed.fact)
        given = extras_of(state, act.seat, printed)
        if given == Counter(act.extras):
            return None
        return Failure({"thing": terms.term(thing), "extras": terms.extras(given.elements())})

    return (
        wrong_payment,
        nothing_to_repeat,
        no_pawn_to_repeat,
        wrong_gain,
        victim_absent,
        wrong_theft,
        victim_has_none,
        wrong_extras,
        goods_short("give", *every, sections=sections),
        supply_short("take", *every, sections=sections),
    )
