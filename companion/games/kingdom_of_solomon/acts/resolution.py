"""Pawns are resolved: territories give their goods, bonus and action spaces do what they do."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    BEFORE,
    Act,
    Deed,
    Rule,
    asked,
    goods_short,
    held_cubes,
    step,
    supply_short,
)
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    ARK,
    BONUSES,
    FORTUNES,
    GOODS,
    NO_CUBES,
    TERRITORIES,
    TRIBUTE,
    Bonus,
    Collected,
    Cubes,
    FortuneId,
    Heap,
    Space,
    Territory,
    cubes,
    heap,
    lines_of,
    yields,
)
from companion.games.kingdom_of_solomon.effects import (
    Moves,
    carry_out,
    gains,
    is_gain,
    is_payment,
    moves,
    payments,
    take_bonus,
    thefts,
)
from companion.games.kingdom_of_solomon.play import Play, bring_back, gain
from companion.games.kingdom_of_solomon.state import (
    CARD_ITEM,
    DISCARD,
    FORTUNE,
    ON,
    PAWNS,
    SEATS,
    Phase,
    State,
)
from companion.kernel.acts import rule
from companion.kernel.conditions import Sections
from companion.kernel.effects import Transfer
from companion.kernel.facts import Unknown
from companion.kernel.form import Draft, OpenBag
from companion.kernel.ledger import SUPPLY
from companion.kernel.lines import Doing
from companion.kernel.picks import Pick, bag, choice
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Unverified
from companion.kernel.values import Counted, Params, Seat, SeatRef

Victim: TypeAlias = Annotated[Seat, Field(ge=0, le=9)]

_RESOLVING = step(Phase.RESOLVE)


# Territories


class CollectAll(Deed):
    """What one's pawns on territories give, and what Tribute or Ark gives, at once.

    It says which: what a table types later does not change what was collected then.
    """

    kind: Literal["collect_all"] = "collect_all"
    spaces: Collected


_PLAIN_BONUSES = (TRIBUTE, ARK)


def _plain(state: State, seat: Seat) -> tuple[str, ...]:
    """Where a seat has pawns whose resolving leaves nothing to choose, and nothing to find out."""
    if seat >= state.players:
        return ()
    return tuple(
        space
        for space in state.left_on_board(seat)
        if space in _PLAIN_BONUSES
        or (space in TERRITORIES and not state.goods_of(state.harvested(space, seat))[1])
    )


COLLECT_ALL = Act(
    CollectAll,
    *_RESOLVING,
    fields={
        "spaces": choice(
            lambda state, draft: (_plain(state, draft.seat),), terms.several, told=terms.several
        )
    },
)


@COLLECT_ALL.rule(
    "resolution", presumes=BEFORE, kind=Kind.EXISTENCE, grounds=("resolution.territory",)
)
def nothing_plain(state: State, act: CollectAll) -> Finding:
    """There is something that is known to leave no choice."""
    # Whoever has no pawns left has collected everything: that is said at once.
    if _plain(state, act.seat) or not state.left_on_board(act.seat):
        return None
    return Failure({"seat": SeatRef(act.seat)})


@COLLECT_ALL.rule("resolution", needs="spaces", presumes="no_such_seat", kind=Kind.EXISTENCE)
def not_all_there(state: State, act: CollectAll) -> Finding:
    """Only spaces with a pawn of one's own are resolved."""
    held, pawn = state.ledger.balance, PAWNS[act.seat]
    away = tuple(space for space in act.spaces if held(ON[space], pawn) <= 0)
    if not act.spaces:
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat), "spaces": terms.several(away)}) if away else None


@COLLECT_ALL.rule("resolution.territory", needs="spaces", presumes="no_such_seat", grounds=())
def yield_unknown(state: State, act: CollectAll) -> Finding:
    """What the territories give has been read off the box."""
    for space in act.spaces:
        unknown = (
            state.goods_of(state.harvested(space, act.seat))[1] if space in TERRITORIES else ()
        )
        if unknown:
            return Unverified({"territory": terms.term(unknown[0])}, yields(unknown[0]))
    return None if act.spaces else NOT_APPLICABLE


@COLLECT_ALL.play
def _collect_all(play: Play, act: CollectAll) -> None:
    seat = act.seat
    for space in act.spaces:
        if space in BONUSES:
            take_bonus(play, space, Doing(seat, space, terms.term(space)))
        else:
            found, _ = play.state.goods_of(play.state.harvested(space, seat))
            gain(play, seat, found, "resolution.territory", terms.term(space))
        bring_back(play, seat, space)


def pawn_elsewhere(
    field: str, section: str, grounds: Callable[[State, Any], Sections] | None = None
) -> Rule:
    """The seat has a pawn there."""

    @rule(section, needs=field, presumes="no_such_seat", kind=Kind.EXISTENCE, grounds=grounds)
    def pawn_elsewhere(state: State, act: Any) -> Finding:
        """Only spaces with a pawn of one's own are resolved."""
        space = getattr(act, field)
        if state.ledger.balance(ON[space], PAWNS[act.seat]) > 0:
            return None
        return Failure({"seat": SeatRef(act.seat), "space": terms.term(space)})

    return pawn_elsewhere


class Harvest(Deed):
    """The goods of one pawn on a territory, its region included."""

    kind: Literal["harvest"] = "harvest"
    territory: Territory
    take: Cubes


def _harvest_field(state: State, draft: Draft) -> OpenBag:
    territory = draft.values.get("territory")
    if territory is None or draft.seat >= state.players:
        return held_cubes(state, SUPPLY)
    known, unknown = state.goods_of(state.harvested(territory, draft.seat))
    there = state.there_is(known)
    if not unknown:
        return held_cubes(state, SUPPLY, cubes(there))
    # Of what nobody knows one cube is likelier than none.
    one_more = tuple(
        cubes(state.there_is({**known, good: known.get(good, 0) + 1})) for good in GOODS
    )
    return held_cubes(state, SUPPLY, *one_more)


HARVEST = Act(
    Harvest,
    *_RESOLVING,
    pawn_elsewhere("territory", "resolution.territory"),
    fields={
        "territory": choice(TERRITORIES, terms.term),
        "take": bag(_harvest_field, terms.good, told=terms.cubes),
    },
)
HARVEST.also(supply_short("take", "resolution.territory"))


@HARVEST.rule(
    "resolution.territory",
    "roads.region",
    needs=("territory", "take"),
    presumes="no_such_seat",
    grounds=lambda state, act: (
        ("roads.region",)
        if len(state.harvested(act.territory, act.seat)) > 1
        else ("resolution.territory",)
    ),
)
def wrong_harvest(state: State, act: Harvest) -> Finding:
    """A pawn collects what is printed, as far as the supply has it."""
    territories = state.harvested(act.territory, act.seat)
    known, unknown = state.goods_of(territories)
    laid = heap(act.take)
    there = state.there_is(known)
    if any(laid.get(good, 0) < n for good, n in there.items()):
        return _other_harvest(act, there)
    if not unknown:
        return None if laid == there else _other_harvest(act, there)
    shown = yields(unknown[0])
    rest = {g: n - known.get(g, 0) for g, n in laid.items() if n > known.get(g, 0)}
    # Where the supply runs out with it, nobody can tell what is printed.
    certain = len(unknown) == 1 and all(
        state.ledger.balance(SUPPLY, f"cube:{good}") > laid.get(good, 0) for good in GOODS
    )
    params = {"territory": terms.term(unknown[0])}
    return Unverified(params, shown, lines_of("gain", rest) if certain and rest else None)


def _other_harvest(act: Harvest, there: Heap) -> Failure:
    return Failure({"territory": terms.term(act.territory), "cubes": terms.heap(there)})


@HARVEST.play
def _harvest(play: Play, act: Harvest) -> None:
    gain(play, act.seat, heap(act.take), "resolution.territory", terms.term(act.territory))
    bring_back(play, act.seat, act.territory)


# Bonus spaces


class TakeBonus(Deed):
    """What the bonus space that one claimed gives."""

    kind: Literal["take_bonus"] = "take_bonus"
    bonus: Bonus


TAKE_BONUS = Act(
    TakeBonus,
    *_RESOLVING,
    pawn_elsewhere("bonus", "placement.bonus", lambda _state, act: (act.bonus,)),
    fields={"bonus": choice(BONUSES, terms.term)},
)


@TAKE_BONUS.play
def _take_bonus(play: Play, act: TakeBonus) -> None:
    seat, space = act.seat, act.bonus
    bring_back(play, seat, space)
    take_bonus(play, space, Doing(seat, space, terms.term(space)))


# Action spaces and cards: the same fields, by what is printed there.


class UseSpace(Deed):
    """An action space of the board, or a building card of one's own."""

    kind: Literal["use_space"] = "use_space"
    space: Space
    give: Cubes = ()
    at: Territory | None = None
    """The territory that gives once more."""
    take: Cubes = ()
    victim: Victim | None = None
    """From whom cubes are taken."""
    stolen: Cubes = ()


class PlayFortune(Deed):
    """A fortune card is played, whoever's turn it is."""

    kind: Literal["play_fortune"] = "play_fortune"
    card: FortuneId
    give: Cubes = ()
    at: Territory | None = None
    take: Cubes = ()
    victim: Victim | None = None
    stolen: Cubes = ()


def _known(state: State, thing: str | None) -> Moves | None:
    """What a space or a card moves; None where nobody knows."""
    if thing is None or thing in TERRITORIES:
        return None
    found = state.lines_of(thing)
    return None if isinstance(found, Unknown) else moves(found)


def _thing(draft: Draft) -> str | None:
    found: str | None = draft.values.get("space", draft.values.get("card"))
    return found


def _once_more(state: State, at: str | None) -> Heap | None:
    """What a territory gives once more; None where nobody knows."""
    if at is None:
        return NO_CUBES
    found = state.yield_of(at)
    return None if isinstance(found, Unknown) else found


def _give_field(state: State, draft: Draft) -> OpenBag:
    found, seat = _known(state, _thing(draft)), draft.seat
    if seat >= state.players:
        return OpenBag((), proposals=((),))
    if found is None:
        return held_cubes(state, SEATS[seat])
    return held_cubes(state, SEATS[seat], *payments(state, seat, found))


def _at_values(state: State, draft: Draft) -> tuple[str | None, ...]:
    found = _known(state, _thing(draft))
    return (None,) if found is None or not found.again else TERRITORIES


def _take_field(state: State, draft: Draft) -> OpenBag:
    found = _known(state, _thing(draft))
    once_more = _once_more(state, draft.values.get("at"))
    if found is None or once_more is None:
        return held_cubes(state, SUPPLY)
    return held_cubes(state, SUPPLY, *gains(state, found, once_more))


def _victims(state: State, draft: Draft) -> tuple[Seat | None, ...]:
    found = _known(state, _thing(draft))
    if found is not None and not found.steal:
        return (None,)
    others = tuple(seat for seat in range(state.players) if seat != draft.seat)
    return (None, *others) if found is None else others


def _stolen_field(state: State, draft: Draft) -> OpenBag:
    found, victim = _known(state, _thing(draft)), draft.values.get("victim")
    if victim is None or victim >= state.players:
        return OpenBag((), proposals=((),))
    if found is None:
        return held_cubes(state, SEATS[victim])
    return held_cubes(state, SEATS[victim], *thefts(state, victim, found))


def _or_nobody(seat: Seat | None) -> Any:
    return terms.term("nobody") if seat is None else SeatRef(seat)


def _or_none(territory: str | None) -> Any:
    return terms.term("nothing" if territory is None else territory)


_FIELDS: dict[str, Pick[State]] = {
    "give": bag(_give_field, terms.good, told=terms.cubes),
    "at": choice(_at_values, _or_none, told=None),
    "take": bag(_take_field, terms.good, told=terms.cubes),
    "victim": choice(_victims, _or_nobody, told=None),
    "stolen": bag(_stolen_field, terms.good, told=terms.cubes),
}


def _told(_state: State, act: Any) -> dict[str, Any]:
    at = () if act.at is None else terms.several((act.at,))
    return {"victim": () if act.victim is None else (SeatRef(act.victim),), "territory": at}


def _of(name: str, section: str, *presumes: str) -> tuple[Rule, ...]:
    """What forbids to carry out what is printed on the thing that a field names."""

    @rule(section, needs=(name, "give"), presumes=presumes)
    def wrong_payment(state: State, act: Any) -> Finding:
        """What is paid is what is printed."""
        thing = getattr(act, name)
        found = _known(state, thing)
        if found is None:
            return Unverified({"thing": terms.term(thing)}, f"{thing}.lines")
        if is_payment(found, heap(act.give)):
            return None if act.give else NOT_APPLICABLE
        params: Params = {
            "thing": terms.term(thing),
            "cost": terms.heap(found.paid),
            "more": Counted(found.pay, "cubo"),
            "plain": found.plain,
        }
        return Failure(params)

    @rule("actions.artisan", needs=(name, "at"), presumes=presumes)
    def nothing_to_repeat(state: State, act: Any) -> Finding:
        """A territory gives once more only where the space says so."""
        found = _known(state, getattr(act, name))
        if found is None or found.again == (act.at is not None):
            return None if act.at is not None else NOT_APPLICABLE
        return Failure({"thing": terms.term(getattr(act, name))})

    @rule("actions.artisan", needs=(name, "at"), presumes=("no_such_seat", "nothing_to_repeat"))
    def no_pawn_to_repeat(state: State, act: Any) -> Finding:
        """The Artisan repeats a territory on which one had a pawn this round."""
        if act.at is None:
            return NOT_APPLICABLE
        there = act.at in state.stood or state.pawn_on(act.at) == act.seat
        return None if there else Failure({"territory": terms.term(act.at)})

    @rule(section, needs=(name, "at", "take"), presumes=presumes)
    def wrong_gain(state: State, act: Any) -> Finding:
        """What is taken is what is printed, as far as the supply has it."""
        thing = getattr(act, name)
        found, once_more = _known(state, thing), _once_more(state, act.at)
        if found is None:
            return Unverified({"thing": terms.term(thing)}, f"{thing}.lines")
        if once_more is None:
            return Unverified({"thing": terms.term(act.at)}, yields(act.at))
        if is_gain(state, found, once_more, heap(act.take)):
            return None if act.take else NOT_APPLICABLE
        params: Params = {
            "thing": terms.term(thing),
            "cubes": terms.heap(found.gained),
            "more": Counted(found.gain, "cubo"),
        }
        return Failure(params)

    @rule("table.seats", needs=(name, "victim"), presumes="no_such_seat", kind=Kind.EXISTENCE)
    def victim_absent(state: State, act: Any) -> Finding:
        """One takes cubes from somebody else who plays."""
        if act.victim is None:
            return NOT_APPLICABLE
        if act.victim != act.seat and 0 <= act.victim < state.players:
            return None
        return Failure()

    @rule("actions.thief", needs=(name, "victim", "stolen"), presumes=(*presumes, "victim_absent"))
    def wrong_theft(state: State, act: Any) -> Finding:
        """Cubes are taken from another seat where the space says so, and as many as it says."""
        thing = getattr(act, name)
        found = _known(state, thing)
        if found is None:
            if act.victim is None and act.stolen:
                return Failure({"thing": terms.term(thing), "amount": 0})
            return NOT_APPLICABLE
        if not found.steal and act.victim is None and not act.stolen:
            return NOT_APPLICABLE
        if not found.steal or act.victim is None:
            return Failure({"thing": terms.term(thing), "amount": found.steal})
        most = sum(state.cubes(act.victim, good) for good in GOODS)
        if len(act.stolen) == min(found.steal, most):
            return None
        return Failure({"thing": terms.term(thing), "amount": found.steal})

    @rule("actions.thief", needs=("victim", "stolen"), presumes="victim_absent", kind=Kind.SHORTAGE)
    def victim_has_none(state: State, act: Any) -> Finding:
        """Only cubes can be taken, and only those that lie there: fortune cards are safe."""
        if act.victim is None:
            return NOT_APPLICABLE
        wanted, held = heap(act.stolen), state.heap(SEATS[act.victim])
        short = {good: n - held.get(good, 0) for good, n in wanted.items() if n > held.get(good, 0)}
        if not short:
            return None if wanted else NOT_APPLICABLE
        return Failure({"victim": SeatRef(act.victim), "short": terms.heap(short)})

    return (
        wrong_payment,
        nothing_to_repeat,
        no_pawn_to_repeat,
        wrong_gain,
        victim_absent,
        wrong_theft,
        victim_has_none,
        goods_short("give", section),
        supply_short("take", section),
    )


USE_SPACE = Act(
    UseSpace,
    *_RESOLVING,
    fields={
        "space": choice(
            lambda state, _draft: (*ACTIONS, *(c for c in CARD_ITEM if _built(state, c))),
            terms.term,
        ),
        **_FIELDS,
    },
)
USE_SPACE.told(_told)


def _built(state: State, card: str) -> bool:
    return state.owner_of(card) is not None


@USE_SPACE.rule(
    "resolution",
    needs="space",
    kind=Kind.EXISTENCE,
    grounds=lambda _state, act: (_section(act.space),),
)
def territory_is_harvested(_state: State, act: UseSpace) -> Finding:
    """A territory gives goods; only the other spaces do something."""
    return Failure({"space": terms.term(act.space)}) if act.space in TERRITORIES else None


USE_SPACE.also(
    pawn_elsewhere("space", "resolution"), *_of("space", "actions", "territory_is_harvested")
)


@USE_SPACE.wants
def _wants_lines(state: State, draft: Draft) -> Any:
    space = draft.values.get("space")
    return () if space is None or space in TERRITORIES else asked(state, f"{space}.lines")


@USE_SPACE.play
def _use_space(play: Play, act: UseSpace) -> None:
    bring_back(play, act.seat, act.space)
    doing = Doing(act.seat, _section(act.space), terms.term(act.space), act)
    carry_out(play, doing, act.space)


def _section(space: str) -> str:
    return "building.card" if space in CARD_ITEM else "actions"


class SkipSpace(Deed):
    """An action space is not used: the pawn comes back."""

    kind: Literal["skip_space"] = "skip_space"
    space: Space


SKIP = Act(
    SkipSpace,
    *_RESOLVING,
    pawn_elsewhere("space", "resolution"),
    fields={"space": choice(lambda state, _draft: (*TERRITORIES, *_usable(state)), terms.term)},
)


def _usable(state: State) -> Iterable[str]:
    return (*ACTIONS, *(c for c in CARD_ITEM if _built(state, c)))


@SKIP.rule("resolution.territory", needs="space")
def territory_gives(_state: State, act: SkipSpace) -> Finding:
    """What a territory gives is collected."""
    return Failure({"space": terms.term(act.space)}) if act.space in TERRITORIES else None


@SKIP.play
def _skip(play: Play, act: SkipSpace) -> None:
    bring_back(play, act.seat, act.space)
    play.say("space_not_used", "resolution.optional", act.seat, space=terms.term(act.space))


# Fortune cards

PLAY_FORTUNE = Act(
    PlayFortune,
    *_RESOLVING[:2],
    fields={"card": choice(FORTUNES, terms.term), **_FIELDS},
)
PLAY_FORTUNE.told(_told)


@PLAY_FORTUNE.rule("fortune", presumes=BEFORE, kind=Kind.SHORTAGE, grounds=("fortune",))
def no_fortune(state: State, act: PlayFortune) -> Finding:
    """One plays cards that one holds."""
    return None if state.fortunes(act.seat) > 0 else Failure({"seat": SeatRef(act.seat)})


PLAY_FORTUNE.also(*_of("card", "fortune"))


@PLAY_FORTUNE.wants
def _wants_card(state: State, draft: Draft) -> Any:
    card = draft.values.get("card")
    return () if card is None else asked(state, f"{card}.lines")


@PLAY_FORTUNE.play
def _play_fortune(play: Play, act: PlayFortune) -> None:
    cause = terms.term(act.card)
    play.do(Transfer(FORTUNE, 1, SEATS[act.seat], DISCARD, "fortune", cause=cause))
    carry_out(play, Doing(act.seat, "fortune", cause, act), act.card)
