"""Act of building a contract: its place, its payment, and its immediate effects."""

from typing import Any, Literal

from companion.games.urban_sprawl import permits, terms
from companion.games.urban_sprawl.acts.advice import renewal_first
from companion.games.urban_sprawl.acts.common import (
    BEFORE,
    Act,
    Deed,
    card_there,
    named,
    place_empty,
    points_short,
    spend,
    step,
)
from companion.games.urban_sprawl.city import Building, name_of
from companion.games.urban_sprawl.components import (
    ALL_CONTRACTS,
    ATTORNEY,
    CONTRACT_PLACES,
    CONTRACTOR,
    FAVORS,
    FREE_ZONING,
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
    PARK,
    SIZES,
    WATER,
    WILDERNESS,
    ZONES,
    Lots,
    block_of,
    edges_of,
    fits,
)
from companion.games.urban_sprawl.play import Play, gain, move_card, pay, set_up, take_down
from companion.games.urban_sprawl.state import AWAY, DISCARD, PRESTIGE, SEATS, Phase, State, Then
from companion.kernel.agenda import Task
from companion.kernel.conditions import Sections, memoise_per_report
from companion.kernel.facts import Known, TypedLine, Unknown
from companion.kernel.form import Draft, OpenBag
from companion.kernel.picks import bag, choice
from companion.kernel.refusal import (
    NOT_APPLICABLE,
    ConditionKind,
    Failure,
    Finding,
    Unverified,
)
from companion.kernel.values import Params, Seat, SeatRef, Term


class Build(Deed):
    """Building of a contract, over older buildings where allowed."""

    kind: Literal["build"] = "build"
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
    return tuple(SITE_OF[lots] for b in blocks for n in sizes for lots in FOOTPRINTS[b][n])


def _payment(state: State, draft: Draft) -> OpenBag:
    seat = draft.seat
    if seat >= state.players:
        return OpenBag((), proposals=((),))
    held = tuple((permit, 1) for permit in state.permits(seat))
    site, zone = draft.values.get("lots"), draft.values.get("zone")
    if site is None or zone is None:
        return OpenBag(held, proposals=((),))
    return OpenBag(held, proposals=permits.offers(state, seat, zone, len(SITES[site])))


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
def _wants_contract(state: State, draft: Draft) -> tuple[str, ...]:
    place = draft.values.get("place")
    card = None if place is None else state.card_at(place, draft.seat)
    return named(state, str(card), *_ASKED) if card in ALL_CONTRACTS else ()


_ASKED = ("zone", "size", "restriction", "vocations", "lines")
_FOUND = ("place_empty",)


def _card(state: State, act: Any) -> str:
    """Return the contract that is built; there must be one."""
    card = state.card_at(act.place, act.seat)
    assert card is not None
    return card


@BUILD.rule("favor.build", code="favor_just_taken", fields="place", requires=_FOUND, legal_basis=())
def favor_just_taken(state: State, act: Any) -> Finding:
    """A favour is built in a turn after the one in which it was taken."""
    if act.place not in FAVORS or act.edition == 1:
        return NOT_APPLICABLE
    card = _card(state, act)
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


@BUILD.rule(
    "contracts.zone", code="other_zone", fields=("place", "zone"), requires=_FOUND, legal_basis=()
)
def other_zone(state: State, act: Build) -> Finding:
    """A contract is of the zone that is printed on it."""
    card = _card(state, act)
    zone = state.printed_on(card, "zone")
    if isinstance(zone, Unknown):
        return Unverified({"card": terms.term(card)}, zone.fact, act.zone)
    if zone == act.zone:
        return None
    return Failure({"card": terms.term(card), "zone": terms.term(zone)})


@BUILD.rule(
    "build.lots",
    code="other_block",
    fields=("block", "lots"),
    kind=ConditionKind.EXISTENCE,
    legal_basis=(),
)
def other_block(_state: State, act: Build) -> Finding:
    """A building stays within its block."""
    if block_of(next(iter(SITES[act.lots]))) == act.block:
        return None
    return Failure({"block": terms.term(act.block)})


@BUILD.rule(
    "contracts.size",
    code="wrong_size",
    fields=("place", "lots"),
    requires=_FOUND,
    legal_basis=(),
)
def wrong_size(state: State, act: Build) -> Finding:
    """A contract covers as many lots as it shows permits."""
    card, size = _card(state, act), len(SITES[act.lots])
    printed = state.printed_on(card, "size")
    if isinstance(printed, Unknown):
        return Unverified({"card": terms.term(card)}, printed.fact, size)
    if printed == size:
        return None
    return Failure({"card": terms.term(card), "size": terms.lots(printed)})


# Former buildings


@memoise_per_report
def _gone(state: State, act: Any) -> tuple[tuple[str, Building], ...]:
    """Return the buildings on the lots of the new one."""
    city = state.city
    return tuple((name, city.buildings[name]) for name in city.standing_on(SITES[act.lots]))


def _named(name: str, one: Building) -> Params:
    return {"building": terms.term(name), "colour": terms.term(one.colour)}


@BUILD.rule(
    "renewal",
    code="no_renewal",
    fields="lots",
    requires=BEFORE,
    kind=ConditionKind.SHORTAGE,
    suggest=renewal_first,
)
def no_renewal(state: State, act: Build) -> Finding:
    """Only the contractor, or whoever lays down Urban Renewal, builds over what stands there."""
    gone = _gone(state, act)
    if not gone:
        return NOT_APPLICABLE
    if state.holder(CONTRACTOR) == act.seat or state.has(act.seat, RENEWAL) > 0:
        return None
    return Failure({"seat": SeatRef(act.seat), **_named(*gone[0])})


@BUILD.rule("renewal.size", code="larger_than_new", fields="lots", legal_basis=())
def larger_than_new(state: State, act: Build) -> Finding:
    """The new building is at least as large as each that it takes the place of."""
    gone, size = _gone(state, act), len(SITES[act.lots])
    if not gone:
        return NOT_APPLICABLE
    larger = next(((name, one) for name, one in gone if one.size > size), None)
    return None if larger is None else Failure({**_named(*larger), "size": terms.lots(size)})


@BUILD.rule(
    "renewal.covers",
    code="lot_left_over",
    fields="lots",
    requires="larger_than_new",
    legal_basis=(),
)
def lot_left_over(state: State, act: Build) -> Finding:
    """The new building covers all lots of each that it takes the place of."""
    gone, lots = _gone(state, act), SITES[act.lots]
    if not gone:
        return NOT_APPLICABLE
    left = next(((name, one) for name, one in gone if not one.lots <= lots), None)
    return None if left is None else Failure(_named(*left))


@BUILD.rule("renewal.safe", code="contractor_safe", fields="lots", requires=BEFORE, legal_basis=())
def contractor_safe(state: State, act: Build) -> Finding:
    """Nobody else demolishes what the contractor controls."""
    gone = _gone(state, act)
    contractor = state.holder(CONTRACTOR)
    if not gone or contractor in (None, act.seat):
        return NOT_APPLICABLE
    safe = next(((name, one) for name, one in gone if one.owner == contractor), None)
    if safe is None:
        return None
    return Failure({**_named(*safe), "owner": SeatRef(contractor or 0)})


@BUILD.rule("renewal", code="own_or_park", fields="lots", requires=BEFORE, legal_basis=())
def own_or_park(state: State, act: Build) -> Finding:
    """By ruling, nobody demolishes a park or what is one's own."""
    gone, ruling = _gone(state, act), "demolish_own_or_park"
    if not gone or state.rulings[ruling] == "yes":
        return NOT_APPLICABLE
    kept = next(((n, one) for n, one in gone if one.owner == act.seat or one.colour == PARK), None)
    return None if kept is None else Failure(_named(*kept), ruling=ruling)


# Zoning and other limits of the place


def _restriction(state: State, act: Any) -> Known[str]:
    printed: Known[str] = state.printed_on(_card(state, act), "restriction")
    return printed


def _of_zoning(state: State, act: Any) -> Sections:
    """Cite also how zones are looked at if something is demolished."""
    return ("build.zoning", *_of_demolition(state, act))


def _of_demolition(state: State, act: Any) -> Sections:
    return ("renewal.zoning",) if _gone(state, act) else ()


@BUILD.rule(
    "build.zoning",
    code="zoning",
    fields=("place", "zone", "lots"),
    requires=_FOUND,
    legal_basis=_of_zoning,
)
def zoning(state: State, act: Build) -> Finding:
    """It touches no building of another zone, or one of its own zone too."""
    lots = SITES[act.lots]
    if fits(act.zone, lots, state.city.without(lots)):
        return None
    said = _restriction(state, act)
    if isinstance(said, Unknown):
        return Unverified({"card": terms.term(_card(state, act))}, said.fact, FREE_ZONING)
    if said == FREE_ZONING:
        return NOT_APPLICABLE
    where: Params = {"zone": terms.term(act.zone), "block": terms.term(block_of(min(lots)))}
    return Failure(where, cites=_of_demolition(state, act))


def _edge(edge: str, lots: Lots) -> bool:
    return any(edge in edges_of(lot) for lot in lots)


def _beside_park(state: State, lots: Lots) -> bool:
    city = state.city
    return any(city.buildings[name].colour == PARK for name in city.beside(lots))


@BUILD.rule("build.restriction", code="restriction", fields=("place", "lots"), requires=_FOUND)
def restriction(state: State, act: Build) -> Finding:
    """What is printed in italics below the permits of a contract."""
    card, lots = terms.term(_card(state, act)), SITES[act.lots]
    printed = _restriction(state, act)
    if isinstance(printed, Unknown):
        return Unverified({"card": card}, printed.fact)
    if printed in ("none", FREE_ZONING):
        return NOT_APPLICABLE
    if printed == "other":
        return Unverified({"card": card})
    kept = {
        WATER: _edge(WATER, lots),
        WILDERNESS: _edge(WILDERNESS, lots),
        "edge": _edge(WATER, lots) or _edge(WILDERNESS, lots),
        PARK: _beside_park(state, lots),
    }[printed]
    return None if kept else Failure({"card": card, "restriction": Term(f"restriction.{printed}")})


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
        "gone": len(_gone(state, act)),
    }


@BUILD.play
def _build(play: Play, act: Build) -> None:
    state, seat, lots = play.state, act.seat, SITES[act.lots]
    card = _card(state, act)
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
        gain(play, seat, PRESTIGE, number, "politicians.attorney", cause)


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
