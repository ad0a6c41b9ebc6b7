"""Board of Urban Sprawl: the track, the city and its numbers, the two rails."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import flet as ft

from companion.games.urban_sprawl.components import (
    CONTRACT_PLACES,
    FAVORS,
    NO,
    PAY,
    PLANNING_ROW,
    PRESTIGE,
    PRESTIGE_ROWS,
    SITES,
    TRACK,
    WEALTH,
    YES,
)
from companion.games.urban_sprawl.grid import (
    BLOCKS,
    CIRCLES,
    LOTS,
    ZONES,
    block_of,
    cell,
    lots_of,
)
from companion.games.urban_sprawl.state import SEATS, Phase
from companion.games.urban_sprawl.view import SprawlTable
from companion.kernel.duties import ScoreLine
from companion.kernel.form import Choices, Draft
from companion.kernel.memo import memoised
from companion.kernel.pieces.ledger import Transfer
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.templates import capitalised, listed
from companion.rulebook.wording import Wording
from companion.ui.boards.board_moments import board_now, just_played, step_changes
from companion.ui.boards.contract import BoardInput, GameScreen, Quick
from companion.ui.boards.kit import marks_of
from companion.ui.context import wording_of
from companion.ui.games.urban_sprawl.board import Drawing, Put, forget_block, put
from companion.ui.games.urban_sprawl.board_view import changed, table
from companion.ui.games.urban_sprawl.chain import steps_of
from companion.ui.games.urban_sprawl.geometry import NARROW
from companion.ui.games.urban_sprawl.holdings import holdings
from companion.ui.games.urban_sprawl.look import COIN, permit_mark
from companion.ui.games.urban_sprawl.place_details import place_detail
from companion.ui.games.urban_sprawl.views import BuildingView, StepView, TableView
from companion.ui.layout import Layout
from companion.ui.theme import seat_look
from companion.ui.views.report.interaction import Start
from companion.ui.views.rulings.origin import Source
from companion.ui.views.table.consequences import is_moment
from companion.ui.views.table.status import last_step
from companion.ui.widgets import cached_part

_PLACES: Final = frozenset(
    (*BLOCKS, *LOTS, *CIRCLES, *SITES, *PLANNING_ROW, *CONTRACT_PLACES, *FAVORS)
)
CHOOSE: Final = "choose"
_CLAIM: Final = "claim"


def board(given: BoardInput) -> ft.Control:
    """Return the whole board, rendered again where it changes."""
    match, now, fresh = given.match, board_now(given.match, table), memoised(given.changing, _fresh)
    steps = memoised(match, _steps)
    room = (given.width, given.height, given.visible_height, given.text_scale, given.layout)
    drawing = _drawing(given, now, fresh, steps)
    marked = (fresh, given.unsure, given.offers)
    shown = (now, steps, *marked, *room, given.people, drawing.put)
    if not drawing.zooms():
        forget_block()
    return cached_part("sprawl", lambda *_: drawing.drawn(), *shown)


def _drawing(
    given: BoardInput, now: TableView, fresh: frozenset[str], steps: tuple[StepView, ...]
) -> Drawing:
    lying = memoised(given.match, _lying)
    drawing = Drawing(
        now=now,
        steps=steps,
        chain_spoken=given.wording.own("board.chain"),
        back=given.wording.own("board.back"),
        fresh=fresh,
        offers=given.offers or {},
        marks=lambda place: marks_of(given, place, place in fresh, lying.get(place, "")),
        people=given.people,
        width=given.width,
        height=given.height,
        scale=given.grown,
        low=given.layout is Layout.LANDSCAPE or given.width < NARROW,
        touch=given.on_touch,
        site_said=partial(_site_said, given.wording),
        gone_said=partial(_gone_said, given.wording) if now.points is not None else None,
        put=None if given.still else memoised(given.match, _put),
    )
    return drawing.seen_whole(given.visible_height) if given.visible_height else drawing


def _steps(match: Match) -> tuple[StepView, ...]:
    return steps_of(match, wording_of(match))


def _lying(match: Match) -> Mapping[str, str]:
    """Return the card on each place of the rails, and each favor of the seat whose turn it is."""
    view: SprawlTable = match.game.public_view(match.state, None)
    rails = {place: slot.card for place, slot in view.rails.items()}
    favors = view.seats[view.seat].favors
    return {place: card for place, card in {**rails, **favors}.items() if card}


def _fresh(match: Match) -> frozenset[str]:
    """Return the places that the last step changed."""
    return step_changes(match, last_step(match), table, changed) or frozenset()


def _put(match: Match) -> Put:
    """Return the pieces that have just moved."""
    return step_changes(match, just_played(match), table, put) or Put()


def _site_said(wording: Wording, value: str) -> str:
    """Return the name of a site: its lots."""
    return ", ".join(map(wording.term, value.split("+")))


def _gone_said(wording: Wording, gone: tuple[BuildingView, ...]) -> str:
    """Return the buildings to be demolished, with their owners."""
    own = wording.own
    descriptions = [
        what if one.owner is None else own("board.of", what=what, name=wording.player(one.owner))
        for one in gone
        for what in [wording.term(one.colour)]
    ]
    return own("board.demolishes", what=listed(descriptions))


# Meanings of a touch


def starts(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """Return the meanings of touching a place, the likeliest first; may be empty."""
    if place in PLANNING_ROW:
        return (Start("take_card", {"place": place}),)
    if place in FAVORS:
        return (Start("build", {"place": place}),)
    if place in CONTRACT_PLACES:
        return (*_building(match, place), Start("take_favor", {"place": place}))
    if place in BLOCKS or place in LOTS:
        return _in_the_city(match, seat, place)
    return ()


def _building(match: Match, place: str) -> tuple[Start, ...]:
    """Return the building of the contract in a place, one for each zone that it may have."""
    view: SprawlTable = match.game.public_view(match.state, None)
    slot = view.rails.get(place)
    read = slot is None or match.known.get(f"{slot.card}.zone") is not None
    known: tuple[Start, ...] = (Start("build", {"place": place}),)
    return known if read else tuple(Start("build", {"place": place, "zone": z}) for z in ZONES)


def _in_the_city(match: Match, seat: Seat, place: str) -> tuple[Start, ...]:
    """Return a first building to buy, or the answer to a card: lots, a block."""
    lots = lots_of(place) if place in BLOCKS else (place,)
    kind, field = ("claim_start", "building") if _phase(match) == _CLAIM else (CHOOSE, "answer")
    asked = answers(match, seat, kind, field)
    if place in asked:
        return (Start(kind, {field: place}),)
    inside = [value for value in asked if value.partition("+")[0] in lots]
    if len(inside) == 1:
        return (Start(kind, {field: inside[0]}),)
    return (Start(kind),) if inside else ()


def _phase(match: Match) -> str:
    view: SprawlTable = match.game.public_view(match.state, None)
    return "" if view.over else view.phase


def answers(match: Match, seat: Seat, kind: str, field: str) -> tuple[Any, ...]:
    """Return the possible values of a field of an act now."""
    candidates = match.game.candidates(match.state, Draft(kind, seat, {}), field)
    return tuple(candidates.values) if isinstance(candidates, Choices) else ()


def shown_first(match: Match, draft: Draft) -> bool:
    """Return whether a contract would demolish a seat's building, which is shown first."""
    if (draft.kind, [*draft.values][-1:]) != ("build", ["lots"]):
        return False
    lots = SITES[draft.values["lots"]]
    view: SprawlTable = match.game.public_view(match.state, None)
    return any(not lots.isdisjoint(one.lots) for one in view.buildings)


def follows(match: Match, kind: str) -> Start | None:
    """Return the site of a building as the next form, or what has to be read next.

    The consequences of the last act are shown first.
    """
    now, view = _phase(match), match.game.public_view(match.state, None)
    # The first cards are turned up all at once, unless somebody has begun to tell them apart.
    told = now != Phase.SHOW or kind == "show_card" or view.turns
    if now in _FOLLOW_UPS and told and not _brought_something(match):
        return Start(_FOLLOW_UPS[now])
    return Start(CHOOSE) if kind == CHOOSE and now in _WHERE else None


_FOLLOW_UPS: Final[Mapping[str, str]] = {
    Phase.SHOW: "show_card",
    Phase.LINE: "read_line",
    Phase.EFFECT: "carry_out",
}
"""Reports that follow at once, because something lies there to be read, by due task."""


def _brought_something(match: Match) -> bool:
    """Return whether the last act is a notable event or hands something out."""
    step = last_step(match)
    given = any(isinstance(e, Transfer) and e.automatic for e in step.effects) if step else False
    return given or is_moment(step, _MOMENTS)


_MOMENTS: Final = ("elected", "match_stopped", "deck_opened", "vocation_scored", "row_share")
_WHERE: Final = frozenset((Phase.WHICH_BLOCK, Phase.WHICH_LOTS))


def places(_match: Match) -> frozenset[str]:
    """Return every touchable place of the board."""
    return _PLACES


def quick(match: Match, wording: Wording, seat: Seat, kind: str) -> tuple[Quick, ...]:
    """Return a button per answer if there are few: seat, office, yes or no, wealth or prestige."""
    if kind in _SPLIT:
        return _parted(match, wording, seat)
    if kind != CHOOSE:
        return ()
    asked = answers(match, seat, kind, "answer")
    if PAY in asked:
        return _ransom(match, wording, asked) if len(asked) == _FEW else ()
    plain = {YES, NO, *TRACK, *(f"seat.{n}" for n in range(len(SEATS)))}
    if not asked or not plain.issuperset(asked):
        return ()
    return tuple(_button(wording, value, len(asked)) for value in asked)


_SPLIT: Final = ("cash_vocations", "pay_rival")
"""Acts that report how many markers or buildings count as prestige; the rest is wealth."""
_FEW: Final = 2
"""Maximum number of markers or buildings with a button per split."""


def _parted(match: Match, wording: Wording, seat: Seat) -> tuple[Quick, ...]:
    """Return the possible splits of a gain or a payment, if there are few."""
    view: SprawlTable = match.game.public_view(match.state, None)
    about = view.agenda[0].about if view.agenda else {}
    if "owed" in about:
        many, each = about["owed"][seat], about["each"]
    else:
        held = view.seats[seat].vocations
        many, each = held.get(about.get("vocation", ""), 0), about.get("number", 0)
    if not 1 <= many <= _FEW:
        return ()
    return tuple(_part(wording, n, (many - n) * each, n * each) for n in range(many + 1))


def _part(wording: Wording, value: int, wealth: int, prestige: int) -> Quick:
    """Return an amount of wealth, of prestige, or of both."""
    both = ((WEALTH, wealth), (PRESTIGE, prestige))
    amounts = [wording.noun(n, what) for what, n in both if n]
    said = listed(amounts)
    # Of two markers or buildings, one counts as each: both amounts are alike.
    text = said if len(amounts) == 1 else wording.own("board.of_each", n=wealth)
    back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
    return Quick("prestige", value, text, said, back, ink, COIN if wealth else ft.Icons.STAR)


def _ransom(match: Match, wording: Wording, asked: tuple[str, ...]) -> tuple[Quick, ...]:
    """Return the price of keeping a building, and the building to be lost."""
    view: SprawlTable = match.game.public_view(match.state, None)
    about = view.agenda[0].about
    amount, what = about["amount"], about["what"]
    back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
    paid = wording.noun(amount, what)
    said = wording.own("board.pays", what=paid)
    sign = COIN if what == WEALTH else ft.Icons.STAR
    (lost,) = (value for value in asked if value != PAY)
    row, column = cell(block_of(lost))
    lines = wording.own("board.line.bottom")[column - 1], wording.own("board.line.right")[row - 1]
    gone = wording.own("board.loses", what=wording.term(lost))
    worse, dark = ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER
    return (
        Quick("answer", PAY, paid, said, back, ink, sign),
        Quick("answer", lost, "".join(lines), gone, worse, dark, ft.Icons.DELETE_OUTLINE),
    )


def _button(wording: Wording, value: str, many: int = 1) -> Quick:
    if value in (YES, NO):
        said, icon = wording.term(value), ft.Icons.CHECK if value == YES else ft.Icons.CLOSE
        back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
        return Quick("answer", value, said, said, back, ink, icon)
    if value in TRACK:
        said = capitalised(wording.term(value))
        back, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.ON_PRIMARY_CONTAINER
        return Quick("answer", value, said, said, back, ink, ft.Icons.ACCOUNT_BALANCE)
    seat = int(value.partition(".")[2])
    look, name = seat_look(wording.colour(seat)), wording.player(seat)
    letters = _LETTERS if many <= _PARTED else _LETTERS_OF_MANY
    return Quick("answer", value, name[:letters], name, look.colour, look.on_colour, look.icon)


_LETTERS, _PARTED, _LETTERS_OF_MANY = 6, 2, 4
"""Letters of a name per button, up to this number of buttons; and letters with more."""


def named(match: Match) -> tuple[str, ...]:
    """Return the open cards: on the board, as favors and of the seats."""
    view: SprawlTable = match.game.public_view(match.state, None)
    board = [place.card for place in view.rails.values()]
    favors = [card for seat in view.seats for card in seat.favors.values()]
    permits = [card for seat in view.seats for card in seat.permits]
    return tuple(card for card in (*board, *favors, *permits) if card)


def source_of(line: ScoreLine) -> Source | None:
    """Return the source of a score line in the ledger."""
    items = {PRESTIGE: PRESTIGE, "tens": WEALTH}
    return (SEATS[line.seat], (items[line.code],)) if line.code in items else None


SCREEN = GameScreen(
    board=board,
    starts=starts,
    places=places,
    likely=(
        (
            "show_all",
            "show_card",
            CHOOSE,
            "take_vocation",
            "cash_vocations",
            "pay_rival",
            "read_line",
            "carry_out",
            "done_by_hand",
        ),
        ("invest", "no_vocation", "leave_line", "show_card"),
        ("end_turn",),
    ),
    quick=quick,
    switches=(("show_card", "as_event"), ("show_card", "ballot")),
    later={"read_line": "leave_line"},
    follows=follows,
    shown_first=shown_first,
    place_detail=place_detail,
    named=named,
    moments=_MOMENTS,
    holdings=holdings,
    source_of=source_of,
    charted=PRESTIGE,
    counted=(
        ("seat:{seat}", "prestige"),
        ("seat:{seat}", "wealth"),
    ),
    ranked=(PRESTIGE, *PRESTIGE_ROWS, "tens", *TRACK),
    nouns={name: name for name in (PRESTIGE, WEALTH, "permit", "renewal")},
    item_mark=permit_mark,
)
