"""The building phase: one building card, roads and blocks of the Temple as many as one can pay."""

from collections.abc import Callable
from typing import Any, Literal

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import (
    CARDS_LAID,
    Act,
    Deed,
    asked,
    lay_down,
    paying,
    payment,
    step,
)
from companion.games.kingdom_of_solomon.components import (
    NO,
    NO_SITE,
    PARTS,
    TERRITORIES,
    WAYS,
    YES,
    CardId,
    Cubes,
    Fortunes,
    Heap,
    Part,
    Site,
    Territory,
    blocks,
    cost,
    heap,
    joined,
    points,
    puts_piece,
)
from companion.games.kingdom_of_solomon.play import Play, give, score, take_token
from companion.games.kingdom_of_solomon.state import (
    BLOCK,
    CARD_ITEM,
    OFFER,
    ON,
    PAWNS,
    PIECES,
    PRIEST,
    ROAD,
    SEATS,
    TOKEN,
    Phase,
    State,
)
from companion.kernel.effects import Transfer
from companion.kernel.facts import Known, Unknown
from companion.kernel.form import AskFact, Draft
from companion.kernel.ledger import SUPPLY
from companion.kernel.picks import choice
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Unverified
from companion.kernel.values import Params, Seat, SeatRef

_BUILDING = step(Phase.BUILD)


def _printed_cost(state: State, thing: str) -> Known[Heap]:
    found: Known[Heap] = state.printed[cost(thing)]
    return found


def _cost_of(field: str) -> Callable[[State, Draft], Known[Heap] | None]:
    """What the thing in a field costs, once it is answered."""

    def printed(state: State, draft: Draft) -> Known[Heap] | None:
        thing = draft.values.get(field)
        return None if thing is None else _printed_cost(state, thing)

    return printed


# Building cards


class BuildCard(Deed):
    """A card of the offer is paid and kept; most put a building on a site."""

    kind: Literal["build_card"] = "build_card"
    card: CardId
    site: Site
    pay: Cubes
    cards: Fortunes = ()
    """Fortune cards of goods that pay with them."""


BUILD_CARD = Act(
    BuildCard,
    *_BUILDING,
    fields={
        "card": choice(lambda state, _draft: state.visible, terms.term),
        "site": choice((*TERRITORIES, NO_SITE), terms.term),
        "pay": payment(_cost_of("card")),
        "cards": CARDS_LAID,
    },
)


@BUILD_CARD.told
def _told_where(_state: State, act: BuildCard) -> Params:
    return {"where": () if act.site == NO_SITE else terms.several((act.site,))}


@BUILD_CARD.wants
def _wants_points(state: State, draft: Draft) -> tuple[AskFact, ...]:
    card = draft.values.get("card")
    return () if card is None else asked(state, points(card))


@BUILD_CARD.rule("building.one", presumes="no_such_seat", grounds=())
def second_card(state: State, act: BuildCard) -> Finding:
    """One card in a round."""
    return Failure({"seat": SeatRef(act.seat)}) if act.seat in state.built else None


@BUILD_CARD.rule("building.offer", needs="card", kind=Kind.EXISTENCE)
def not_on_offer(state: State, act: BuildCard) -> Finding:
    """Only the cards that lie on the board can be built."""
    return None if state.offered(act.card) else Failure({"card": terms.term(act.card)})


@BUILD_CARD.rule("building.plot", needs="site")
def site_taken(state: State, act: BuildCard) -> Finding:
    """A site is for one building."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    owner = state.piece_on(act.site)
    if owner is None:
        return None
    return Failure({"territory": terms.term(act.site), "owner": SeatRef(owner)})


@BUILD_CARD.rule("building.plot", needs="site")
def no_site_there(state: State, act: BuildCard) -> Finding:
    """A building goes on a building site."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    found = state.has_site(act.site)
    if isinstance(found, Unknown):
        return Unverified({"territory": terms.term(act.site)}, found.fact, YES)
    return None if found else Failure({"territory": terms.term(act.site)})


@BUILD_CARD.rule("building.no_building", "end.last_round", needs=("card", "site"))
def site_needed(state: State, act: BuildCard) -> Finding:
    """A card with a building puts one on the map, unless every site is full."""
    if act.site != NO_SITE:
        return NOT_APPLICABLE
    found = state.printed[puts_piece(act.card)]
    if state.sites_full:
        return NOT_APPLICABLE
    if isinstance(found, Unknown):
        return Unverified({"card": terms.term(act.card)}, found.fact, NO)
    return Failure({"card": terms.term(act.card)}) if found == YES else None


@BUILD_CARD.rule("building.no_building", needs=("card", "site"))
def no_building_card(state: State, act: BuildCard) -> Finding:
    """A card without a building puts none on the map."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    found = state.printed[puts_piece(act.card)]
    if isinstance(found, Unknown):
        return Unverified({"card": terms.term(act.card)}, found.fact, YES)
    return Failure({"card": terms.term(act.card)}) if found == NO else None


@BUILD_CARD.rule(
    "building.pieces", needs="site", presumes="no_such_seat", kind=Kind.SHORTAGE, grounds=()
)
def no_pieces(state: State, act: BuildCard) -> Finding:
    """Each has five; the one that marks the High Priest can be put on the map too."""
    if act.site == NO_SITE:
        return NOT_APPLICABLE
    return None if _spare(state, act.seat) else Failure({"seat": SeatRef(act.seat)})


def _spare(state: State, seat: Seat) -> int:
    held, piece = state.ledger.balance, PIECES[seat]
    return held(SEATS[seat], piece) + held(PRIEST, piece)


BUILD_CARD.also(
    *paying(
        lambda state, act: _printed_cost(state, act.card),
        lambda _state, act: cost(act.card),
        "building.cost",
        "card",
    )
)


@BUILD_CARD.rule("building.points", needs="card", grounds=())
def card_points_unknown(state: State, act: BuildCard) -> Finding:
    """Every card has its points."""
    found = state.printed[points(act.card)]
    if isinstance(found, Unknown):
        return Unverified({"card": terms.term(act.card)}, found.fact)
    return None


@BUILD_CARD.play
def _build_card(play: Play, act: BuildCard) -> None:
    seat, cause = act.seat, terms.term(act.card)
    full = play.state.sites_full
    lay_down(play, seat, act.cards, "fortune.goods")
    give(play, seat, heap(act.pay), "building.cost", cause)
    play.do(Transfer(CARD_ITEM[act.card], 1, OFFER, SEATS[seat], "building.card"))
    if act.site != NO_SITE:
        _put_piece(play, seat, act.site)
    found = play.state.printed[points(act.card)]
    # What a card without a site is worth in the last round is a ruling.
    worthless = full and play.state.rulings["last_round_card_points"] == "no"
    if not isinstance(found, Unknown) and not worthless:
        score(play, seat, found, "building.points", cause)
    play.change(built=(*play.state.built, seat))


def _put_piece(play: Play, seat: Seat, territory: str) -> None:
    piece, rule = PIECES[seat], "building.pieces"
    if play.balance(SEATS[seat], piece) > 0:
        play.do(Transfer(piece, 1, SEATS[seat], ON[territory], "building.plot"))
        return
    # The last piece marks the High Priest: a pawn takes its place.
    play.do(Transfer(piece, 1, PRIEST, ON[territory], "building.plot"))
    if play.balance(SEATS[seat], PAWNS[seat]) > 0:
        play.do(Transfer(PAWNS[seat], 1, SEATS[seat], PRIEST, rule, automatic=True))


# Roads


class BuildRoad(Deed):
    """A road between two territories that touch."""

    kind: Literal["build_road"] = "build_road"
    one: Territory
    other: Territory
    pay: Cubes
    cards: Fortunes = ()


def _road_cost(state: State) -> Heap:
    counted = {"timber": state.facts["road.timber"], "food": state.facts["road.food"]}
    return {good: n for good, n in counted.items() if n}


BUILD_ROAD = Act(
    BuildRoad,
    *_BUILDING,
    fields={
        "one": choice(TERRITORIES, terms.term),
        "other": choice(TERRITORIES, terms.term),
        "pay": payment(lambda state, _draft: _road_cost(state)),
        "cards": CARDS_LAID,
    },
)


def _way(one: str, other: str) -> str | None:
    return WAYS.get(frozenset((one, other)))


@BUILD_ROAD.wants
def _wants_border(state: State, draft: Draft) -> tuple[AskFact, ...]:
    way = _way(draft.values.get("one", ""), draft.values.get("other", ""))
    return () if way is None else asked(state, joined(way))


@BUILD_ROAD.rule("roads.supply", kind=Kind.SHORTAGE)
def roads_gone(state: State, _act: BuildRoad) -> Finding:
    """There are twelve."""
    return None if state.ledger.balance(SUPPLY, ROAD) > 0 else Failure()


@BUILD_ROAD.rule("roads", needs=("one", "other"), kind=Kind.EXISTENCE)
def same_territory(_state: State, act: BuildRoad) -> Finding:
    """A road joins two territories."""
    return Failure({"territory": terms.term(act.one)}) if act.one == act.other else None


_ENDS = ("one", "other")


def _both(act: BuildRoad) -> dict[str, Any]:
    return {"one": terms.term(act.one), "other": terms.term(act.other)}


@BUILD_ROAD.rule("roads", needs=_ENDS, presumes="same_territory", kind=Kind.EXISTENCE)
def road_exists(state: State, act: BuildRoad) -> Finding:
    """One road between two territories."""
    way = _way(act.one, act.other)
    return Failure(_both(act)) if way is not None and state.road(way) else None


@BUILD_ROAD.rule("roads", needs=_ENDS, presumes="same_territory")
def not_adjacent(state: State, act: BuildRoad) -> Finding:
    """A road crosses one border."""
    found = state.touch(act.one, act.other)
    if isinstance(found, Unknown):
        return Unverified(_both(act), found.fact, YES)
    return None if found else Failure(_both(act))


@BUILD_ROAD.rule("roads.ends", needs=_ENDS, presumes="no_such_seat")
def no_own_end(state: State, act: BuildRoad) -> Finding:
    """At one end there is a building of one's own."""
    if act.seat in (state.piece_on(act.one), state.piece_on(act.other)):
        return None
    return Failure({"seat": SeatRef(act.seat), **_both(act)})


@BUILD_ROAD.rule("roads.forbidden", needs=_ENDS, presumes="no_such_seat")
def rival_end(state: State, act: BuildRoad) -> Finding:
    """No road leads to somebody else's building."""
    for end in (act.one, act.other):
        owner = state.piece_on(end)
        if owner is not None and owner != act.seat:
            return Failure({"territory": terms.term(end), "owner": SeatRef(owner)})
    return None


@BUILD_ROAD.rule("roads.forbidden", needs=_ENDS)
def empty_site_end(state: State, act: BuildRoad) -> Finding:
    """No road leads to a building site without a building."""
    open_ends = [end for end in (act.one, act.other) if state.piece_on(end) is None]
    for end in open_ends:
        found = state.has_site(end)
        if isinstance(found, Unknown):
            return Unverified({"territory": terms.term(end)}, found.fact, NO)
        if found:
            return Failure({"territory": terms.term(end)})
    return None if open_ends else NOT_APPLICABLE


BUILD_ROAD.also(
    *paying(lambda state, _act: _road_cost(state), lambda _state, _act: "", "roads.cost")
)


@BUILD_ROAD.play
def _build_road(play: Play, act: BuildRoad) -> None:
    seat, way = act.seat, _way(act.one, act.other)
    assert way is not None
    lay_down(play, seat, act.cards, "fortune.goods")
    give(play, seat, heap(act.pay), "roads.cost")
    play.do(Transfer(ROAD, 1, SUPPLY, ON[way], "roads"))


# The Temple

TOKEN_REWARD = "reward.tokens"
POINTS_REWARD = "reward.points"


class BuildTemple(Deed):
    """A block of the Temple, for a token or for points."""

    kind: Literal["build_temple"] = "build_temple"
    part: Part
    reward: Literal["reward.tokens", "reward.points"]
    pay: Cubes
    cards: Fortunes = ()


BUILD_TEMPLE = Act(
    BuildTemple,
    *_BUILDING,
    fields={
        "part": choice(PARTS, terms.term),
        "reward": choice((TOKEN_REWARD, POINTS_REWARD), terms.term),
        "pay": payment(_cost_of("part")),
        "cards": CARDS_LAID,
    },
)


@BUILD_TEMPLE.wants
def _wants_block(state: State, draft: Draft) -> tuple[AskFact, ...]:
    part, reward = draft.values.get("part"), draft.values.get("reward")
    if part is None:
        return ()
    pays = (points(part),) if reward == POINTS_REWARD else ()
    return asked(state, *pays, blocks(part))


@BUILD_TEMPLE.rule("temple.order", needs="part")
def part_before_open(state: State, act: BuildTemple) -> Finding:
    """Foundation, structure, pillars: one after the other."""
    earlier = PARTS[: PARTS.index(act.part)]
    if not earlier:
        return None
    done = state.part_done(earlier[-1])
    if isinstance(done, Unknown):
        laid = state.laid(earlier[-1])
        if not laid:
            return Failure({"part": terms.term(earlier[-1])})
        return Unverified({"part": terms.term(earlier[-1])}, done.fact, laid)
    return None if done else Failure({"part": terms.term(earlier[-1])})


@BUILD_TEMPLE.rule("temple", needs="part", kind=Kind.EXISTENCE)
def part_complete(state: State, act: BuildTemple) -> Finding:
    """A part has so many blocks."""
    done = state.part_done(act.part)
    if isinstance(done, Unknown):
        return Unverified({"part": terms.term(act.part)}, done.fact)
    return Failure({"part": terms.term(act.part)}) if done else None


@BUILD_TEMPLE.rule("temple.reward", needs="reward", kind=Kind.SHORTAGE)
def tokens_gone(state: State, act: BuildTemple) -> Finding:
    """There are ten tokens."""
    if act.reward != TOKEN_REWARD:
        return NOT_APPLICABLE
    return None if state.ledger.balance(SUPPLY, TOKEN) > 0 else Failure()


BUILD_TEMPLE.also(
    *paying(
        lambda state, act: _printed_cost(state, act.part),
        lambda _state, act: cost(act.part),
        "temple.cost",
        "part",
    )
)


@BUILD_TEMPLE.rule("temple.reward", needs=("part", "reward"))
def block_points_unknown(state: State, act: BuildTemple) -> Finding:
    """Every part has its points."""
    if act.reward != POINTS_REWARD:
        return NOT_APPLICABLE
    found = state.printed[points(act.part)]
    if isinstance(found, Unknown):
        return Unverified({"part": terms.term(act.part)}, found.fact)
    return None


@BUILD_TEMPLE.play
def _build_temple(play: Play, act: BuildTemple) -> None:
    seat, cause = act.seat, terms.term(act.part)
    lay_down(play, seat, act.cards, "fortune.goods")
    give(play, seat, heap(act.pay), "temple.cost", cause)
    play.do(Transfer(BLOCK, 1, SUPPLY, ON[act.part], "temple", cause=cause))
    if act.reward == TOKEN_REWARD:
        take_token(play, seat, "temple.reward")
        return
    found = play.state.printed[points(act.part)]
    if not isinstance(found, Unknown):
        score(play, seat, found, "temple.reward", cause)


class EndBuilding(Deed):
    """Nothing more is built in this round."""

    kind: Literal["end_building"] = "end_building"


END_BUILDING = Act(EndBuilding, *step(Phase.BUILD, grounds=("building.order",)))


@END_BUILDING.play
def _end_building(play: Play, act: EndBuilding) -> None:
    play.say("building_ended", "building.order", act.seat)
    if play.state.is_due(act.seat, Phase.BUILD):
        play.answered(act.seat)
