"""Act of building a contract: its place, its payment, and its immediate effects."""

from typing import Any, ClassVar, Final, Literal

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.acts.common import (
    BEFORE,
    OF_PERMIT,
    Act,
    Deed,
    asked,
    card_there,
    place_empty,
    points_short,
    spend,
    step,
)
from companion.games.urban_sprawl.cards import offers
from companion.games.urban_sprawl.city import Building, name_of
from companion.games.urban_sprawl.components import (
    ACROSS,
    ATTORNEY,
    CONTRACT_PLACES,
    CONTRACTOR,
    FAVORS,
    RENEWAL,
    SITE_OF,
    SITES,
    BlockId,
    BuildPlace,
    PermitBag,
    SiteId,
    ZoneId,
)
from companion.games.urban_sprawl.grid import (
    BLOCKS,
    FOOTPRINTS,
    SIZES,
    ZONES,
    Lots,
    block_of,
)
from companion.games.urban_sprawl.play import Play, gain, move_card, pay, set_up, take_down
from companion.games.urban_sprawl.state import AWAY, DISCARD, PRESTIGE, SEATS, Phase, State, Then
from companion.kernel.agenda import Task
from companion.kernel.box.facts import Known, TypedLine, Unknown
from companion.kernel.form import Draft, OpenBag, bag, choice
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
)
from companion.kernel.values import Params, Seat, SeatRef, Term


class Build(Deed):
    """Building of a contract, over older buildings where allowed."""

    kind: Literal["build"] = "build"
    payments: ClassVar[frozenset[str]] = frozenset({"pay"})
    place: BuildPlace
    zone: ZoneId
    block: BlockId
    lots: SiteId
    pay: PermitBag


_BUILD_PLACES = (*CONTRACT_PLACES, *FAVORS)


def _places(state: State, draft: Draft) -> tuple[str, ...]:
    """Return the places of the contracts that this seat could build."""
    if draft.seat >= state.players:
        return ()
    return tuple(p for p in _BUILD_PLACES if state.card_at(p, draft.seat) is not None)


def _printed_value(state: State, draft: Draft, field: str) -> Known[Any]:
    """Return a printed value of the contract of a draft."""
    place = draft.values.get("place")
    card = None if place is None else state.card_at(place, draft.seat)
    return Unknown("") if card is None else state.printed_on(card, field)


def _zones(state: State, draft: Draft) -> tuple[str, ...]:
    zone = _printed_value(state, draft, "zone")
    return ZONES if isinstance(zone, Unknown) else (zone,)


def _sites(state: State, draft: Draft) -> tuple[str, ...]:
    size, block = _printed_value(state, draft, "size"), draft.values.get("block")
    sizes = SIZES if isinstance(size, Unknown) else (size,)
    blocks = BLOCKS if block is None else (block,)
    within = (SITE_OF[lots] for b in blocks for n in sizes for lots in FOOTPRINTS[b][n])
    return (*within, ACROSS) if max(sizes) > 1 else tuple(within)


def _payment(state: State, draft: Draft) -> OpenBag:
    seat = draft.seat
    if seat >= state.players:
        return OpenBag((), proposals=((),))
    held = tuple((permit, 1) for permit in state.permits(seat))
    site, zone = draft.values.get("lots"), draft.values.get("zone")
    if site is None or zone is None:
        return OpenBag(held, proposals=((),))
    proposals = offers.offers(state, seat, zone, len(SITES[site]))
    # Nothing is built without a permit: the only one pays without being asked for.
    only = len(held) == 1 and proposals == (tuple(dict(held)),)
    return OpenBag(held, proposals=proposals, only=only)


BUILD = Act(
    Build,
    *step(Phase.ACT),
    place_empty("contracts"),
    points_short,
    fields={
        "place": choice(_places, terms.term, label_in=card_there),
        "zone": choice(_zones, terms.term),
        "block": choice(BLOCKS, terms.term),
        "lots": choice(_sites, terms.site),
        "pay": bag(_payment, terms.term),
    },
)


@BUILD.asks_facts
def _wants_permits(state: State, draft: Draft) -> tuple[str, ...]:
    """Return what is unread of the permits that pay; the report itself says zone and size."""
    return tuple(
        fact for permit in draft.values.get("pay", ()) for fact in asked(state, permit, *OF_PERMIT)
    )


FOUND: Final = ("place_empty",)
"""Condition that there is a contract in the place."""
WITHIN: Final = ("crosses_street",)
"""Condition that the lots lie in one block, presumed by all conditions that look at them."""


def contract(state: State, act: Any) -> str:
    """Return the contract that is built; there must be one."""
    card = state.card_at(act.place, act.seat)
    assert card is not None
    return card


@BUILD.rule("favor.build", code="favor_just_taken", fields="place", requires=FOUND, legal_basis=())
def favor_just_taken(state: State, act: Any) -> Finding:
    """A favour is built in a turn after the one in which it was taken."""
    if act.place not in FAVORS or act.edition == 1:
        return NOT_APPLICABLE
    card = contract(state, act)
    if card not in state.turn.favors:
        return None
    return Failure({"card": terms.term(card), "seat": SeatRef(act.seat)}, until="next_turn")


@BUILD.rule(
    "favor.build",
    code="no_points_for_favor",
    fields="place",
    requires=BEFORE,
    kind=ConditionKind.PHASE,
)
def no_points_for_favor(state: State, act: Any) -> Finding:
    """Whether a favour is built once all points are spent is a ruling: two sections differ."""
    ruling = "favor_without_points"
    if act.place not in FAVORS or act.seat != state.turn.seat or state.rulings[ruling] == "yes":
        return NOT_APPLICABLE
    if state.turn.points > 0:
        return None
    return Failure(
        {"seat": SeatRef(act.seat)}, cites=("turn.end",), ruling=ruling, until="next_turn"
    )


def other_block_of(act: Build) -> str:
    """Return the block of the reported lots if it is not the reported block."""
    blocks = {block_of(lot) for lot in SITES[act.lots]} - {act.block}
    return next(iter(blocks), "")


def price_of(state: State, act: Any) -> int:
    """Return the wealth that a building costs: what its block is worth."""
    return state.city.value_of(act.block)


@BUILD.sentence_params
def _build_params(state: State, act: Build) -> Params:
    card = state.card_at(act.place, act.seat)
    return {
        "card": terms.perhaps(card),
        "price": terms.wealth(price_of(state, act)),
        "size": terms.lots(len(SITES[act.lots])),
        "gone": len(state.city.standing_on(SITES[act.lots])),
        "elsewhere": terms.perhaps(other_block_of(act)),
    }


@BUILD.play
def _build(play: Play, act: Build) -> None:
    state, seat, lots = play.state, act.seat, SITES[act.lots]
    card = contract(state, act)
    cause, first = terms.term(card), state.turn.built == 0 and seat == state.turn.seat
    spend(play, act)
    move_card(play, card, state.account(act.place, seat), AWAY, "contracts.out")
    for permit in act.pay:
        move_card(play, permit, SEATS[seat], DISCARD, "build.permits")
    pay(play, seat, price_of(state, act), "build.wealth", cause)
    _demolish(play, seat, lots)
    set_up(play, Building(act.zone, lots, seat, card), "build.lots")
    if seat == play.state.turn.seat:
        play.change_in("turn", built=play.state.turn.built + 1)
    _neighbours(play, seat, act.zone, lots, cause, first)
    about = (("card", card), ("seat", seat), ("rule", "effects"), ("building", name_of(lots)))
    play.push(*_vocations(play.state, seat, card), Task(Then.EFFECTS, about=about))


def _demolish(play: Play, seat: Seat, lots: Lots) -> None:
    """Remove the buildings on the lots; seats other than the contractor pay Urban Renewal."""
    gone = play.state.city.standing_on(lots)
    if gone and play.state.holder(CONTRACTOR) != seat:
        play.move(RENEWAL, 1, SEATS[seat], DISCARD, "renewal")
    for name in gone:
        take_down(play, name, "renewal.removed")


def _neighbours(play: Play, seat: Seat, zone: str, lots: Lots, cause: Term, first: bool) -> None:
    """Score a prestige for each adjacent building of its zone; two for the attorney's first."""
    city = play.state.city
    number = sum(city.buildings[name].colour == zone for name in city.beside(lots))
    gain(play, seat, PRESTIGE, number, "build.neighbours", cause)
    if first and play.state.holder(ATTORNEY) == seat:
        gain(play, seat, PRESTIGE, number, "politicians.attorney", terms.term(ATTORNEY))


def _vocations(state: State, seat: Seat, card: str) -> tuple[Task, ...]:
    """Return the tasks for the vocations of a contract, in their order."""
    printed: Known[tuple[TypedLine, ...]] = state.printed_on(card, "vocations")
    if isinstance(printed, Unknown):
        return (Task(Phase.VOCATION, (seat,), about=(("card", card), ("seat", seat))),)
    return tuple(
        Task(
            Then.GAIN_VOCATION,
            about=(
                ("vocation", line.what.replace(":", ".")),
                ("number", line.each),
                ("seat", seat),
                ("card", card),
            ),
        )
        for line in printed
    )
