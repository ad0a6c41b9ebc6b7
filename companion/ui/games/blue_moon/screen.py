"""Board of Blue Moon: two halves that face each other, and the power between them."""

from collections.abc import Collection
from typing import Any

import flet as ft

from companion.games.blue_moon.acts.announce import can_announce
from companion.games.blue_moon.catalogue import CARD, ELEMENTS
from companion.games.blue_moon.pending_tasks import of_task
from companion.games.blue_moon.state import AT, CRYSTAL, DECK, DRAGON, HAND, SEATS, Due, State
from companion.kernel.duties import ScoreLine
from companion.kernel.memo import memoised
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy.redaction import call_on_whole_state
from companion.ui.boards.contract import BoardInput, GameScreen, Quick, SeatHolding
from companion.ui.boards.kit import kit_for
from companion.ui.context import wording_of
from companion.ui.games.blue_moon import look
from companion.ui.games.blue_moon.board import Drawing
from companion.ui.games.blue_moon.board_view import (
    DRAGONS,
    TableView,
    changed,
    deck_place,
    pile_place,
    place_of,
    power_text,
    ship_place,
    table,
    total_place,
    view_of,
)
from companion.ui.games.blue_moon.card_details import (
    card_list,
    place_detail,
    power_forecast,
    ready,
    starts,
)
from companion.ui.games.blue_moon.look import LOOK
from companion.ui.games.blue_moon.picker import Picker
from companion.ui.views.table.status import last_step, state_before
from companion.ui.widgets import cached_part


def board(given: BoardInput) -> ft.Control:
    """Return both halves and the middle; the upper half can be turned to its player."""
    now, fresh = memoised(given.match, _now), memoised(given.changing, _fresh)
    below = given.mine[0] if len(given.mine) == 1 and given.mine[0] < 2 else 0
    room = (given.width, given.height, given.visible_height, given.text_scale)
    shown = (now, fresh, given.offers, below, given.turned, given.still, *room, given.people)
    kit = kit_for(given, LOOK, fresh)
    return cached_part("moon", lambda *_: Drawing(given, kit, now, below).drawn(), *shown)


def _now(match: Match) -> TableView:
    return _table(match, match.state, call_on_whole_state(match, ready))


def _table(match: Match, state: Any, waiting: frozenset[str]) -> TableView:
    six = match.facts.get("six.cards")
    enough = six if isinstance(six, int) else 6
    return table(view_of(match, state), enough, waiting, wording_of(match))


def _fresh(match: Match) -> frozenset[str]:
    """Return the places that the last step changed."""
    step = last_step(match)
    if step is None:
        return frozenset()
    before = _table(match, state_before(match, step), frozenset())
    return changed(before, memoised(match, _now))


def places(match: Match) -> tuple[str, ...]:
    """Return the places: active cards, ships, totals, covered piles, leaders, dragons."""
    sides = view_of(match, match.state).seats
    cards = (place_of(seat, name) for seat, side in enumerate(sides) for name in side.active)
    ships = (ship_place(seat, ship.id) for seat, side in enumerate(sides) for ship in side.ships)
    fixed = (
        place(seat) for seat in range(len(sides)) for place in (total_place, deck_place, pile_place)
    )
    return (*cards, *ships, *fixed, DRAGONS)


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the holdings of a seat; of the hand only the number of cards."""
    side, own = view_of(match, match.state).seats[seat], wording.own
    shown = [
        SeatHolding(
            look.DRAGON,
            str(side.dragons),
            wording.noun(side.dragons, "dragon"),
            source=(SEATS[seat], (DRAGON,)),
            race=True,
        ),
        SeatHolding(
            look.HAND,
            str(side.hand),
            own("board.holding.hand", n=side.hand),
            source=(AT[HAND][seat], (CARD,)),
        ),
        SeatHolding(
            look.DECK,
            str(side.deck),
            own("board.holding.deck", n=side.deck),
            source=(AT[DECK][seat], (CARD,)),
        ),
    ]
    if side.crystals or getattr(match.options, "series", False):
        crystals = side.crystals
        shown.append(
            SeatHolding(
                look.CRYSTAL,
                str(crystals),
                wording.noun(crystals, "crystal"),
                source=(SEATS[seat], (CRYSTAL,)),
            )
        )
    return tuple(shown)


def source_of(line: ScoreLine) -> tuple[str, tuple[str, ...]] | None:
    """Return the source of a score line in the ledger."""
    item = {"dragons": DRAGON, "crystals": CRYSTAL}[line.code]
    return SEATS[line.seat], (item,)


def quick(match: Match, wording: Wording, seat: Seat, kind: str) -> tuple[Quick, ...]:
    """Return the power by element, or a blind draw, as buttons."""
    if kind == "move_unseen":
        return call_on_whole_state(match, _blind_picks, wording)
    return call_on_whole_state(match, _announced, wording, seat) if kind == "announce" else ()


def _blind_picks(state: State, wording: Wording) -> tuple[Quick, ...]:
    task = of_task(state, state.due) if state.due.code == Due.TEXT else None
    if task is None or not task.blind:
        return ()
    said = wording.noun(task.number, "carta")
    away = "si" if task.line.dst == "own.deck" else ""
    shown = wording.own("board.unseen", n=task.number, away=away)
    back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
    return (Quick("number", task.number, shown, said, back, ink, look.DECK),)


def _announced(state: State, wording: Wording, seat: Seat) -> tuple[Quick, ...]:
    if seat >= state.players:
        return ()
    fixed = state.fight.element
    buttons = []
    for element in (fixed,) if fixed else ELEMENTS:
        shown, total = look.ELEMENTS[element], state.total(seat, element)
        said = power_text(wording, element, total.amount, total.shield)
        enough = can_announce(state, seat)
        back = shown.back if enough else ft.Colors.ERROR_CONTAINER
        ink = shown.ink if enough else ft.Colors.ON_ERROR_CONTAINER
        value = "same" if fixed else element
        buttons.append(Quick("element", value, str(total.amount), said, back, ink, shown.picture))
    return tuple(buttons)


def _course(match: Match) -> tuple[str, ...]:
    """Return the score line of the course: dragons, or crystals in a series."""
    return ("crystals",) if getattr(match.options, "series", False) else ("dragons",)


SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    place_detail=place_detail,
    forecast=power_forecast,
    picker=Picker,
    card_list=card_list,
    one_by_one=("play_cards",),
    fully_enumerated=frozenset({"play_cards"}),
    single=(("load_card", "card"),),
    likely=(
        ("move_cards", "move_unseen", "show_bluffs", "call_bluff", "next_game", "play_cards"),
        ("decline", "play_bluff", "retreat"),
        ("skip", "trust_bluff", "announce"),
    ),
    quick=quick,
    signs={
        "retreat": ft.Icons.LOGOUT,
        "decline": ft.Icons.SWAP_VERT,
        "play_bluff": ft.Icons.FLIP,
    },
    moments=(
        "game_won_instant_win",
        "game_won_dragons",
        "game_won_neutral",
        "fight_won",
        "element_changed",
        "bluff_good",
        "bluff_bad",
    ),
    holdings=holdings,
    source_of=source_of,
    charted="crystals",
    counted=(
        ("seat:{seat}", "crystal"),
        ("seat:{seat}", "dragon"),
    ),
    course=_course,
    nouns={"dragon": "dragon", "crystal": "crystal", "card": "carta"},
)
