"""Acts of resolving pawns on territories and bonus spaces, one by one or all at once."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    BEFORE,
    Act,
    Deed,
    Rule,
    held_cubes,
    receive,
    shortfall,
    step,
    supply_short,
)
from companion.games.kingdom_of_solomon.components import (
    BONUSES,
    GOODS,
    PLAIN_BONUSES,
    TERRITORIES,
    Bonus,
    Collected,
    Cubes,
    Heap,
    Territory,
    cubes,
    heap,
    lines_of,
    yields,
)
from companion.games.kingdom_of_solomon.effects import take_bonus
from companion.games.kingdom_of_solomon.play import Play, bring_back, gain
from companion.games.kingdom_of_solomon.state import ON, PAWNS, Phase, State
from companion.kernel.acts import rule
from companion.kernel.box.lines import LineContext
from companion.kernel.conditions import Sections
from companion.kernel.form import Draft, OpenBag, bag, choice
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Remedy,
    Unverified,
)
from companion.kernel.values import Params, Seat, SeatRef

_RESOLVING = step(Phase.RESOLVE)


# Territories


class CollectAll(Deed):
    """Collection from own pawns on territories, and from Tribute or Ark, at once.

    The spaces are recorded, so values typed later do not change what was collected.
    """

    kind: Literal["collect_all"] = "collect_all"
    spaces: Collected


def _plain(state: State, seat: Seat) -> Iterator[str]:
    """Yield the spaces with a seat's pawns that leave nothing to choose and are known."""
    for space in state.left_on_board(seat) if seat < state.players else ():
        if space in PLAIN_BONUSES or (
            space in TERRITORIES and not state.goods_of(state.harvested(space, seat))[1]
        ):
            yield space


COLLECT_ALL = Act(
    CollectAll,
    *_RESOLVING,
    fields={
        "spaces": choice(
            lambda state, draft: (tuple(_plain(state, draft.seat)),),
            terms.several,
            sentence=terms.several,
        )
    },
)


def _collected_by(state: State, act: CollectAll) -> Sections:
    regions = (space for space in act.spaces if space in TERRITORIES)
    of_regions = {
        "roads.region" if len(state.harvested(t, act.seat)) > 1 else "resolution.territory"
        for t in regions
    }
    return (*sorted(of_regions, reverse=True), *(s for s in act.spaces if s in BONUSES))


@COLLECT_ALL.rule(
    "resolution",
    code="nothing_plain",
    requires=BEFORE,
    kind=ConditionKind.EXISTENCE,
)
def nothing_plain(state: State, act: CollectAll) -> Finding:
    """There is something that is known to leave no choice."""
    # A seat without pawns left has collected everything: that has a condition of its own.
    if any(_plain(state, act.seat)) or not state.left_on_board(act.seat):
        return None
    return Failure({"seat": SeatRef(act.seat)})


@COLLECT_ALL.rule(
    "resolution",
    code="not_all_there",
    fields="spaces",
    requires="no_such_seat",
    kind=ConditionKind.EXISTENCE,
    legal_basis=_collected_by,
)
def not_all_there(state: State, act: CollectAll) -> Finding:
    """Only spaces with a pawn of one's own are resolved."""
    held, pawn = state.ledger.balance, PAWNS[act.seat]
    away = tuple(space for space in act.spaces if held(ON[space], pawn) <= 0)
    if not act.spaces:
        return NOT_APPLICABLE
    return Failure({"seat": SeatRef(act.seat), "spaces": terms.several(away)}) if away else None


@COLLECT_ALL.rule(
    "resolution.territory",
    code="yield_unknown",
    fields="spaces",
    requires="no_such_seat",
    legal_basis=(),
)
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
            take_bonus(play, space, LineContext(seat, space, terms.term(space)))
        else:
            goods, _ = play.state.goods_of(play.state.harvested(space, seat))
            gain(play, seat, goods, "resolution.territory", terms.term(space))
            _tell_rivals(play, seat, space)
        bring_back(play, seat, space)


def _tell_rivals(play: Play, seat: Seat, territory: str) -> None:
    """Tell that the region of a territory gives what those of other seats' pawns give, or not."""
    state = play.state
    owner = state.piece_on(territory)
    region = state.region(territory, seat if owner is None else owner)
    theirs = [t for t in region if t != territory and state.pawn_on(t) not in (None, seat)]
    if theirs:
        kept = state.rulings["rival_on_my_region"] == "not"
        code = "region_without_rivals" if kept else "region_with_rivals"
        play.say(code, "roads.shared", seat, territories=terms.several(theirs))


def pawn_elsewhere(
    field: str, section: str, legal_basis: Callable[[State, Any], Sections] | None = None
) -> Rule:
    """Return the condition that the seat has a pawn on the space."""

    @rule(
        section,
        code="pawn_elsewhere",
        fields=field,
        requires="no_such_seat",
        kind=ConditionKind.EXISTENCE,
        legal_basis=legal_basis,
    )
    def pawn_elsewhere(state: State, act: Any) -> Finding:
        """Only spaces with a pawn of one's own are resolved."""
        space = getattr(act, field)
        if state.ledger.balance(ON[space], PAWNS[act.seat]) > 0:
            return None
        return Failure({"seat": SeatRef(act.seat), "space": terms.term(space)})

    return pawn_elsewhere


class Harvest(Deed):
    """Goods of one pawn on a territory, its region included."""

    kind: Literal["harvest"] = "harvest"
    territory: Territory
    take: Cubes


_ONE_OR_TWO: Final = (
    *((good,) for good in GOODS),
    *((good, good) for good in GOODS),
    *combinations(GOODS, 2),
)
"""Possible yields of a territory: one cube, two alike, or two that differ."""


def _harvest_field(state: State, draft: Draft) -> OpenBag:
    territory = draft.values.get("territory")
    if territory is None or draft.seat >= state.players:
        return held_cubes(state, SUPPLY)
    known, unknown = state.goods_of(state.harvested(territory, draft.seat))
    there = state.available(known)
    if not unknown:
        return held_cubes(state, SUPPLY, cubes(there), only=True)
    # An unknown yield may be one cube or two.
    more = (cubes(state.available(Counter(known) + Counter(bag))) for bag in _ONE_OR_TWO)
    return held_cubes(state, SUPPLY, *dict.fromkeys(more))


HARVEST = Act(
    Harvest,
    *_RESOLVING,
    pawn_elsewhere("territory", "resolution.territory"),
    fields={
        "territory": choice(TERRITORIES, terms.term),
        "take": bag(_harvest_field, terms.good, sentence=terms.cubes),
    },
)


def _as_printed(state: State, act: Harvest) -> Iterator[Remedy]:
    """Propose what is printed as far as the supply has it, and of the unread what was laid."""
    territory = getattr(act, "territory", None)
    if territory is None or act.seat >= state.players:
        return
    known, unknown = state.goods_of(state.harvested(territory, act.seat))
    laid = heap(getattr(act, "take", ()))
    yield receive(state.available(Counter(known) | laid if unknown else known))


def _printed(state: State, act: Harvest) -> Heap | None:
    """Return what is printed where a pawn collects; None if some of it is unknown."""
    known, unknown = state.goods_of(state.harvested(act.territory, act.seat))
    return None if unknown else known


HARVEST.also(
    supply_short(
        "take",
        "resolution.territory",
        suggest=_as_printed,
        printed=_printed,
        where=("territory",),
    )
)


def _region_or_territory(state: State, act: Harvest) -> Sections:
    alone = len(state.harvested(act.territory, act.seat)) == 1
    return ("resolution.territory",) if alone else ("roads.region",)


@HARVEST.rule(
    "resolution.territory",
    "roads.region",
    code="wrong_harvest",
    fields=("territory", "take"),
    requires="no_such_seat",
    suggest=_as_printed,
    legal_basis=_region_or_territory,
    sections=_region_or_territory,
)
def wrong_harvest(state: State, act: Harvest) -> Finding:
    """A pawn collects what is printed, as far as the supply has it."""
    territories = state.harvested(act.territory, act.seat)
    known, unknown = state.goods_of(territories)
    laid = heap(act.take)
    there = state.available(known)
    left = shortfall(laid, there)
    if left or (not unknown and laid != there):
        # Nobody empties the supply so as to receive no more than was told.
        return replace(_other_harvest(act, known, there, unknown), acts_first=not left)
    if not unknown:
        return None
    shown = yields(unknown[0])
    rest = shortfall(known, laid)
    # If the supply runs out, the harvest does not show what is printed.
    certain = len(unknown) == 1 and all(
        state.ledger.balance(SUPPLY, f"cube:{good}") > laid.get(good, 0) for good in GOODS
    )
    params = {"territory": terms.term(unknown[0])}
    return Unverified(params, shown, lines_of("gain", rest) if certain and rest else None)


def _other_harvest(act: Harvest, known: Heap, there: Heap, unknown: tuple[str, ...]) -> Failure:
    short = shortfall(there, known)
    params: Params = {
        "territory": terms.term(act.territory),
        "cubes": terms.heap(there),
        "unread": terms.several(unknown),
        "short": terms.heap(short),
    }
    return Failure(params, cites=("resolution.supply",) if short else ())


@HARVEST.play
def _harvest(play: Play, act: Harvest) -> None:
    gain(play, act.seat, heap(act.take), "resolution.territory", terms.term(act.territory))
    _tell_rivals(play, act.seat, act.territory)
    bring_back(play, act.seat, act.territory)


# Bonus spaces


class TakeBonus(Deed):
    """Reward of the bonus space that the seat claimed."""

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
    take_bonus(play, space, LineContext(seat, space, terms.term(space)))
