"""Phase 2 on a building: whether there is anything to build, and which section."""

from collections.abc import Iterator

from companion.games.blue_moon_city import payment, terms
from companion.games.blue_moon_city.actions import MoveFigure, PlaceStone
from companion.games.blue_moon_city.components import BUILDINGS, COURTYARD
from companion.games.blue_moon_city.legality.common import NEXT_TURN, Rule, no_stones_left
from companion.games.blue_moon_city.rewards import unknown_rewards, would_finish
from companion.games.blue_moon_city.state import Phase, State
from companion.kernel.refusal import NOT_APPLICABLE, Failure, Finding, Kind, Remedy
from companion.kernel.values import Counted, Params, SeatRef, Value


def _nothing_built_on_market(state: State, action: PlaceStone) -> Finding:
    # The market has no sections: offerings are made there.
    if state.standing(action.seat) != COURTYARD:
        return None
    return Failure(until=_until_it_moves(state, action))


def _tile_finished(state: State, action: PlaceStone) -> Finding:
    # A finished building is turned over: nothing is left to build.
    tile = state.standing(action.seat)
    if tile not in state.finished:
        return None
    return Failure({"tile": terms.place(tile)}, until=_until_it_moves(state, action))


def _until_it_moves(state: State, action: PlaceStone) -> str | None:
    """Once something was built or offered, the figure stays where it is for the turn."""
    return NEXT_TURN if state.turn_of(action.seat).phase is Phase.BUILD else None


def _move_first(state: State, action: PlaceStone) -> Iterator[Remedy]:
    """Unfinished buildings within reach."""
    here, reach = state.standing(action.seat), state.steps_left(action.seat)
    if state.turn_of(action.seat).phase is not Phase.MOVE:
        return
    near = [tile for tile in BUILDINGS if 0 < state.distance(here, tile) <= reach]
    for tile in sorted(near, key=lambda tile: state.distance(here, tile)):
        if tile not in state.finished:
            move = MoveFigure(seat=action.seat, to=tile)
            yield Remedy("move_first", {"tile": terms.place(tile)}, first=move)


def _no_such_section(state: State, action: PlaceStone) -> Finding:
    # One to three sections; the palace has four.
    tile = state.standing(action.seat)
    count = len(state.sections(tile))
    if action.section < count:
        return None
    return Failure({"tile": terms.place(tile), "count": Counted(count, "seccion")})


def _section_taken(state: State, action: PlaceStone) -> Finding:
    # Each section takes one stone.
    tile = state.standing(action.seat)
    owner = state.sections(tile)[action.section]
    if owner is None:
        return None
    params = {**where(state, action), "owner": SeatRef(owner)}
    return Failure(params, until=_until_it_moves(state, action))


def other_sections(state: State, action: PlaceStone) -> Iterator[Remedy]:
    """The other free sections of the tile."""
    for said, index in _free(state, action).items():
        yield Remedy("other_section", {"section": said}, {"section": index})


def _free(state: State, action: PlaceStone) -> dict[Value, int]:
    """The other free sections by what they are called; the first of those called the same."""
    tile = state.standing(action.seat)
    return {
        terms.section(state, tile, index): index
        for index, owner in reversed(list(enumerate(state.sections(tile))))
        if owner is None and index != action.section
    }


def _sections_and_payments(state: State, action: PlaceStone) -> Iterator[Remedy]:
    """The other free sections, each with these cards, or else with cards that pay it."""
    yield from other_sections(state, action)
    tile, cards = state.standing(action.seat), getattr(action, "cards", ())
    for said, index in _free(state, action).items():
        asked = state.dearest_terms(tile, index)
        if cards and not payment.best(cards, asked).enough:
            paid = payment.proposals(asked)[0]
            params: Params = {"section": said, "cards": terms.counted(paid)}
            yield Remedy("other_section_with", params, {"section": index, "cards": paid})


def _reward_unknown(state: State, action: PlaceStone) -> Finding:
    # Nothing can be handed out before somebody reads what the tile gives.
    tile = state.standing(action.seat)
    if not would_finish(state.sections(tile), action.section):
        return NOT_APPLICABLE
    missing = unknown_rewards(state, tile)
    if not missing:
        return None
    return Failure({"tile": terms.place(tile)})


def where(state: State, action: PlaceStone) -> dict[str, Value]:
    """The section of a report, as it is told."""
    tile = state.standing(action.seat)
    return {"tile": terms.place(tile), "section": terms.section(state, tile, action.section)}


_AT_A_BUILDING = ("no_such_seat", "nothing_built_on_market", "tile_finished")
_AT_A_SECTION = (*_AT_A_BUILDING, "no_such_section")
SECTION_FREE = (*_AT_A_SECTION, "section_taken")
"""What a payment makes no sense without."""

A_FREE_SECTION = (
    Rule(
        "nothing_built_on_market",
        ("tiles.market", "place_stone.where"),
        _nothing_built_on_market,
        presumes=("no_such_seat",),
        kind=Kind.EXISTENCE,
        mend=_move_first,
    ),
    Rule(
        "tile_finished",
        ("place_stone.finished",),
        _tile_finished,
        presumes=("no_such_seat", "nothing_built_on_market"),
        kind=Kind.EXISTENCE,
        mend=_move_first,
    ),
    Rule(
        "no_such_section",
        ("tiles.sections",),
        _no_such_section,
        ("section",),
        _AT_A_BUILDING,
        Kind.EXISTENCE,
        mend=_sections_and_payments,
    ),
    Rule(
        "section_taken",
        ("place_stone.free_section",),
        _section_taken,
        ("section",),
        _AT_A_SECTION,
        Kind.EXISTENCE,
        mend=_sections_and_payments,
    ),
    no_stones_left("place_stone.own_stone"),
    Rule(
        "reward_unknown",
        ("tiles.rewards",),
        _reward_unknown,
        ("section",),
        SECTION_FREE,
        Kind.EXISTENCE,
        mend=_sections_and_payments,
    ),
)
