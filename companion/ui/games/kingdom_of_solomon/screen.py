"""Board of Kingdom of Solomon: order, map, spaces, cards, market and Temple."""

from collections.abc import Collection, Mapping
from typing import Any

import flet as ft

from companion.games.kingdom_of_solomon.acts.spaces import repeats
from companion.games.kingdom_of_solomon.components import (
    ACTIONS,
    BONUSES,
    FORTUNES,
    GOODS,
    PARTS,
    PLACES,
    TERRITORIES,
)
from companion.games.kingdom_of_solomon.state import (
    CUBE,
    FORTUNE,
    OFFERED,
    PIECES,
    POINT,
    PRIEST,
    SEATS,
    TOKEN,
)
from companion.games.kingdom_of_solomon.view import KingdomTable
from companion.kernel.duties import ScoreLine
from companion.kernel.form import Choices, Draft
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.board_moments import board_now, just_played, step_changes
from companion.ui.boards.contract import BoardInput, GameScreen, Quick, SeatHolding
from companion.ui.boards.kit import kit_for
from companion.ui.boards.tile import arrivals, changed_tiles
from companion.ui.games.kingdom_of_solomon.board import Drawing, Put
from companion.ui.games.kingdom_of_solomon.board_view import PLAN, Kingdom, table
from companion.ui.games.kingdom_of_solomon.geometry import Room
from companion.ui.games.kingdom_of_solomon.look import GOOD_LOOKS, LOOK, bag_rows, item_mark
from companion.ui.views.report.interaction import Due, Start
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.scores import shown
from companion.ui.views.table.status import last_step
from companion.ui.widgets import cached_part

KEPT = "fortune.kept"
"""Fact with the number of fortune cards that may be kept at the end of a round."""


def board(given: BoardInput) -> ft.Control:
    """Return the whole board, from the turn order to the Temple and the seats' cards."""
    now, fresh = board_now(given.match, table), memoised(given.changing, _fresh)
    room = Room(given.width, given.visible_height or given.height, given.grown, len(now.owned))
    put = None if given.still else memoised(given.match, _put)
    shown = (now, fresh, given.unsure, given.offers, given.opened, room, given.people, put)
    kit = kit_for(given, LOOK, fresh)
    return cached_part("kingdom", lambda *_: Drawing(given, kit, now, room, put).drawn(), *shown)


def _fresh(match: Match) -> frozenset[str]:
    """Return the places that the last step changed."""
    return step_changes(match, last_step(match), table, _changed) or frozenset()


def _changed(before: Kingdom, after: Kingdom) -> frozenset[str]:
    return changed_tiles(before.places, after.places)


def _put(match: Match) -> Put:
    """Return the pieces that have just moved."""
    return step_changes(match, just_played(match), table, _moved) or Put({})


def _moved(before: Kingdom, after: Kingdom) -> Put:
    had, has = before.priest, after.priest
    by = arrivals(before.places, after.places)
    return Put(by, has if had is not None and had != has else None)


# Meanings of a touch


def starts(match: Match, _seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the meanings of touching a place, the likeliest first; always at least one."""
    view: KingdomTable = match.game.public_view(match.state, None)
    phase = view.phase
    if place in PLACES:
        return (Start("buy" if view.market[place] else "sell", {"place": place}),)
    if place in PARTS:
        return (Start("build_temple", {"part": place}),)
    if place in view.offer and phase != "place":
        return (Start("build_card", {"card": place}),)
    if place in BONUSES:
        taken = Start("take_bonus", {"bonus": place})
        return (taken,) if phase == "resolution" else (Start("claim_bonus", {"bonus": place}),)
    if phase == "resolution":
        return _resolved(place)
    if phase == "build" and place in TERRITORIES:
        return (Start("build_road", {"one": place}),)
    return (Start("place_pawn", {"space": place}),)


def _resolved(place: str) -> tuple[Start, ...]:
    if place in TERRITORIES:
        return (Start("harvest", {"territory": place}),)
    # Not using a space is rare, so it is said in the list.
    return (Start("use_space", {"space": place}),)


def due_list(match: Match, seat: Seat) -> tuple[Due, ...]:
    """Return the unread cards to turn up, or the spaces to resolve, each in order.

    None if one touch does all of it. A space that repeats a territory comes first, because it
    needs the pawn there.
    """
    view: KingdomTable = match.game.public_view(match.state, None)
    if seat not in view.awaited:
        return ()
    if view.phase == "turn_up":
        cards = _choices(match, "turn_up", seat, "card")
        missing = OFFERED - len(view.offer)
        return ((Start("turn_up"),),) * missing if missing > 1 and len(cards) == 1 else ()
    return _to_resolve(match, view, seat) if view.phase == "resolution" else ()


def _choices(match: Match, kind: str, seat: Seat, field: str) -> tuple[Any, ...]:
    """Return the values of the first field of an act."""
    choices = match.game.candidates(match.state, Draft(kind, seat, {}), field)
    return choices.values if isinstance(choices, Choices) else ()


def _to_resolve(match: Match, view: KingdomTable, seat: Seat) -> tuple[Due, ...]:
    lands = {name: land.pawn for name, land in view.territories.items()}
    pawns = {**lands, **view.bonuses, **view.actions, **view.cards}
    own = tuple(space for space, pawn in pawns.items() if pawn == seat)
    (plain,) = _choices(match, "collect_all", seat, "spaces")
    if not {*own} - {*plain}:
        return ()
    collected: tuple[Due, ...] = ((Start("collect_all", {"spaces": plain}),),) if plain else ()
    rest = [space for space in own if space not in plain]
    first = [space for space in rest if _repeats(match, space)]
    then = [space for space in rest if space not in first]
    return (*map(_resolved_or_not, first), *collected, *map(_resolved_or_not, then))


def _repeats(match: Match, space: str) -> bool:
    lines = match.known.get(f"{space}.lines")
    told = lines if isinstance(lines, tuple) else ()
    return repeats(
        space, again=any(isinstance(each, tuple) and each[0] == "again" for each in told)
    )


def _resolved_or_not(space: str) -> Due:
    """Return the report of a space, and that it is not used, where it may be left."""
    starts = (Start("take_bonus", {"bonus": space}),) if space in BONUSES else _resolved(space)
    optional = starts[0].kind == "use_space"
    return (*starts, *((Start("skip_space", {"space": space}),) if optional else ()))


def places(match: Match) -> tuple[str, ...]:
    """Return every touchable place of the board."""
    view: KingdomTable = match.game.public_view(match.state, None)
    owned = (card for seat in view.seats for card in seat.cards)
    bonuses = tuple(view.bonuses)
    ids = (*TERRITORIES, *ACTIONS, *bonuses, *owned, *view.offer, *PLACES, *PARTS)
    return tuple(dict.fromkeys(ids))


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the holdings of a seat, all open but for the faces of its fortune cards."""
    view: KingdomTable = match.game.public_view(match.state, None)
    side = view.seats[seat]
    account = SEATS[seat]
    points = side.points
    cubes = _cubes(match, wording, seat, side.cubes)
    counts = [(ft.Icons.STYLE, side.fortunes, FORTUNE)]
    if len(match.options.players) <= _FEW:
        counts.append((ft.Icons.TEMPLE_BUDDHIST, side.tokens, TOKEN))
    return (
        SeatHolding(
            ft.Icons.STAR,
            shown(points, side.unread_points),
            wording.lacking(wording.noun(points, "point"), side.unread_points),
            source=(account, (POINT,)),
            race=True,
        ),
        *cubes,
        *(
            SeatHolding(
                icon, str(n), wording.noun(n, item.partition(":")[0]), source=(account, (item,))
            )
            for icon, n, item in counts
            if n
        ),
    )


_FEW = 2
"""Maximum number of players with room for the sign of each good."""


def _cubes(
    match: Match, wording: Wording, seat: Seat, held: Mapping[str, int]
) -> tuple[SeatHolding, ...]:
    """Return the cubes of a seat by good, small where many people share the row."""
    small = len(match.options.players) > _FEW
    return tuple(
        SeatHolding(
            GOOD_LOOKS[good].picture,
            str(n),
            wording.noun(n, f"cube.{good}"),
            source=(SEATS[seat], (CUBE[good],)),
            plate=(GOOD_LOOKS[good].back, GOOD_LOOKS[good].ink),
            signed=not small,
        )
        for good, n in held.items()
        if n
    )


def source_of(line: ScoreLine) -> Source | None:
    """Return the source of a score line in the ledger."""
    if line.code == "priest":
        return PRIEST, (PIECES[line.seat],)
    return SEATS[line.seat], (POINT,)


def named(match: Match) -> tuple[str, ...]:
    """Return the objects on the table named after the table's own box: territories and cards."""
    view: KingdomTable = match.game.public_view(match.state, None)
    built = (card for seat in view.seats for card in seat.cards)
    fortunes = (c for c in FORTUNES if f"{c}.lines" in match.known or c in view.met)
    return (*view.offer, *built, *fortunes, *TERRITORIES)


def quick(match: Match, wording: Wording, seat: Seat, kind: str) -> tuple[Quick, ...]:
    """Return the numbers of fortune cards to discard, the least first, as buttons."""
    if kind != "discard_fortune" or seat >= len(match.options.players):
        return ()
    view: KingdomTable = match.game.public_view(match.state, None)
    held = view.seats[seat].fortunes
    numbers = range(max(1, held - int(str(match.facts[KEPT]))), held + 1)
    back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
    return tuple(
        Quick("amount", n, str(n), wording.noun(n, FORTUNE), back, ink, ft.Icons.STYLE)
        for n in numbers[:3]
    )


SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    likely=(
        ("collect_all", "turn_up", "discard_fortune", "done_by_hand"),
        ("play_fortune",),
        ("pass_market", "end_building", "end_fortunes", "keep_pawns"),
    ),
    moments=(
        "last_round_over",
        "last_round",
        "priest_taken",
        "building>seat",
        "tokens>seat",
        "order_changed",
    ),
    quick=quick,
    named=named,
    plan=PLAN,
    due_list=due_list,
    at_once=("use_space", "play_fortune"),
    holdings=holdings,
    source_of=source_of,
    bag_rows=bag_rows,
    item_mark=item_mark,
    charted="points",
    counted=(
        ("seat:{seat}", "point"),
        *(("seat:{seat}", f"cube:{good}") for good in GOODS),
        ("seat:{seat}", "tokens"),
    ),
    ranked=("points", "priest"),
)
