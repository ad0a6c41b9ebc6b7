"""Last action, with the handouts that are still to be ticked off."""

import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import NamedTuple

import flet as ft

from companion.match.steps import Step
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.layout import column_beside
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.rulings.ruling_card import note_line
from companion.ui.panels.shared_table import news_line
from companion.ui.panels.step_panel import step_panel
from companion.ui.screens.match.arrangement import current_controller, sizes_of
from companion.ui.screens.match.copy_offers import CopyChip
from companion.ui.theme import RADIUS, TOUCH
from companion.ui.views.report.interaction import Panel
from companion.ui.views.table.consequences import Handout, by_recipient, handouts
from companion.ui.views.table.skipped_duties import of_turn
from companion.ui.views.table.status import MatchStatus, changed_text
from companion.ui.widgets import cached_part, close_button, icon_button, outline, tappable

Tick = Callable[[frozenset[str]], None]
"""Callback that ticks off handouts by their keys."""


@dataclass(frozen=True)
class TurnHandouts:
    """Handouts since the turn began, and those nobody has ticked off."""

    all: tuple[Handout, ...]
    waiting: tuple[Handout, ...]
    tick: Tick = field(compare=False)

    def besides(self, shown_keys: Collection[str]) -> "TurnHandouts":
        """Return the same without pending handouts that are shown elsewhere on the screen."""
        return replace(self, waiting=tuple(h for h in self.waiting if h.key not in shown_keys))

    @property
    def left(self) -> frozenset[str]:
        """Return the keys of the pending handouts."""
        return frozenset(handout.key for handout in self.waiting)


def turn_handouts(
    controller: MatchController, game: GameScreen, done: frozenset[str], tick_off: Tick
) -> TurnHandouts:
    """Return the handouts since the turn began, and those left over from earlier turns.

    Nothing is left over if the table does not tick off its handouts.
    """
    turn = of_turn(controller.match)
    of_this_turn = _of_steps(controller, game, turn)
    earlier = controller.match.steps[-_REACH - len(turn) : len(controller.match.steps) - len(turn)]
    before = _of_steps(controller, game, earlier) if done else ()
    late = tuple(h for h in before if h.key not in done) if _ticks(before, done) else ()
    handed = (*late, *of_this_turn)
    return TurnHandouts(handed, tuple(h for h in handed if h.key not in done), tick_off)


_REACH = 24
"""Number of earlier steps searched for handouts that nobody has ticked off."""


def _of_steps(
    controller: MatchController, game: GameScreen, steps: Sequence[Step]
) -> tuple[Handout, ...]:
    return tuple(
        handout
        for step in steps
        for handout in handouts(
            controller.match, step, controller.wording, controller.seen, game.nouns
        )
    )


def _ticks(handouts_before: Sequence[Handout], done: frozenset[str]) -> bool:
    """Return whether the table ticks off handouts, judging by these."""
    return any(handout.key in done for handout in handouts_before)


def last(
    controller: MatchController,
    view: MatchStatus,
    handed: TurnHandouts,
    news: str = "",
    copy: CopyChip | None = None,
) -> ft.Control:
    """Build the line of the last action, highlighted while `news` tells of another device.

    The offer of the table's own box is a chip in it if it has no line of its own.
    """
    future = controller.may_redo
    more = bool(view.happened or view.notes or handed.all)
    wide = column_beside(controller.ctx.layout, float(ft.context.page.width or 412))
    text = _said(controller, view, news)
    if not view.typed and any(note.unverified for note in view.notes) and not (copy and copy.firm):
        text = controller.ctx.words("mesa.unverified", what=text)
    large = controller.ctx.settings.large_text
    shown = (text, handed.waiting, more, future, news, copy, sizes_of(controller.ctx), wide, large)

    def draw(*_content: object) -> ft.Control:
        return _line(controller, text, handed, more, future, news, copy, wide)

    return cached_part("last", draw, *shown)


def _said(controller: MatchController, view: MatchStatus, news: str) -> str:
    """Return what the last act was, or, while `news` tells of it, what else has just changed."""
    changed = changed_text(controller.recorded, controller.wording) if news else ""
    return view.typed or changed or view.last


def _line(
    controller: MatchController,
    text: str,
    handed: TurnHandouts,
    more: bool,
    future: bool,
    news: str,
    copy: CopyChip | None,
    wide: float,
) -> ft.Control:
    words, large = controller.ctx.words, controller.ctx.settings.large_text
    sizes = sizes_of(controller.ctx)
    redo = icon_button(
        ft.Icons.REDO, words("button.redo"), lambda _e: current_controller().redo(), key="redo"
    )
    sentence = f"{news}. {text}" if news else text
    room = wide - _EDGES - (TOUCH if future else 0)
    chip, form = _forms_of(copy, sentence, room, handed)
    beside = _chip(controller, handed, _IN_FULL if large else chip)
    free = room - (chip if beside else 0) - (form.wide if copy else 0)
    said = _last_action_text(controller, sentence, more, free)
    offered = [_offered(copy, form)] if copy else []
    row: ft.Control = ft.Row(
        [said, *([] if large else beside), *offered, *([redo] if future else [])],
        spacing=2,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    if large and beside:
        row = ft.Column([row, *beside], spacing=4, tight=True)
    return ft.Container(
        row,
        height=None if large else sizes.last * sizes.scale,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if news else ft.Colors.SURFACE_CONTAINER_LOW,
        border=outline(2, ft.Colors.PRIMARY) if news else None,
        border_radius=12,
        padding=ft.Padding.only(left=4),
        key="happened",
    )


_LETTER, _EDGES = 6.8, 56
"""Width of a letter of the smallest size, and of the edges of the line."""
_CHIP_LETTER = 7.4
"""Width of a letter of a handout."""
_IN_FULL, _COUNTED, _COUNT = 182, 118, 58
"""Width of the handouts: as text, as a phrase with their number, or as a number."""


class _Form(NamedTuple):
    """Form in which the offer of the table's own box is shown."""

    wide: float
    text: Callable[[CopyChip], str]


_IN_WORDS = _Form(166, lambda copy: copy.text)
_IN_SHORT = _Form(122, lambda copy: copy.brief)
_AS_NUMBER = _Form(66, lambda copy: copy.many)
_WAYS = (
    (_IN_FULL, _IN_SHORT),
    (_COUNTED, _IN_WORDS),
    (_COUNTED, _IN_SHORT),
    (_IN_FULL, _AS_NUMBER),
    (_COUNTED, _AS_NUMBER),
    (_COUNT, _AS_NUMBER),
)
"""Forms of handouts and offer side by side, most informative first."""


def _forms_of(
    copy: CopyChip | None, sentence: str, room: float, handed: TurnHandouts
) -> tuple[int, _Form]:
    """Return the forms of the handouts and of the offer.

    They say as much as leaves the last action readable in full. A plain offer gives way to the
    handouts.
    """
    offered = copy is not None and (copy.firm or not handed.waiting)
    ways = _WAYS if handed.waiting else tuple((0, f) for f in (_IN_WORDS, _IN_SHORT, _AS_NUMBER))
    return next(
        (
            (chip, form)
            for chip, form in ways
            if (offered or form is _AS_NUMBER)
            and _fits(sentence, room - chip - (form.wide if copy else 0))
        ),
        ways[-1],
    )


def _fits(sentence: str, room: float) -> bool:
    """Return whether the text fits in three lines of the smallest size."""
    return _lines(sentence, max(1, int(room / _LETTER))) <= 3


@lru_cache(maxsize=256)
def _lines(sentence: str, letters: int) -> int:
    """Return how many lines the text takes. Cached, as every screen of a table shows the same."""
    return len(textwrap.wrap(sentence, letters))


_SIZES = ((15, 8.2, 2), (13, 7.2, 3), (12, _LETTER, 3))
"""Font size, letter width and greatest number of lines, largest first."""


def _last_action_text(
    controller: MatchController, sentence: str, more: bool, room: float
) -> ft.Control:
    """Build the last action at the largest size that fits. A touch shows all its consequences."""
    large = controller.ctx.settings.large_text
    size, _letter, lines = next(
        (each for each in _SIZES if _lines(sentence, max(1, int(room / each[1]))) <= each[2]),
        _SIZES[-1],
    )
    line = ft.Text(
        sentence,
        size=15 if large else size,
        weight=ft.FontWeight.W_600,
        max_lines=8 if large else lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.15),
        expand=True,
    )
    icon = ft.Icon(ft.Icons.EXPAND_LESS, size=20, opacity=1 if more else 0)
    return tappable(
        ft.Row([line, icon], spacing=2),
        f"{sentence}. {controller.ctx.words('mesa.all_of_it')}" if more else sentence,
        (lambda _e: current_controller().show(Panel.LAST)) if more else None,
        key="happened:switch",
        padding=ft.Padding.only(left=8),
        height=None if large else TOUCH,
        radius=12,
        expand=True,
    )


def _chip(controller: MatchController, handed: TurnHandouts, form: int) -> list[ft.Control]:
    """Build the pending handouts: as text if it can be read, else as a number."""
    waiting = handed.waiting
    if not waiting:
        return []
    words, number = controller.ctx.words, len(waiting)
    nouns = game_screen(controller.match.game.id).nouns
    said = "; ".join(by_recipient(waiting, controller.wording, nouns))
    shown = said
    if form == _COUNT:
        shown = str(number)
    elif not controller.ctx.settings.large_text and not _readable(said, form):
        shown = words("mesa.hand_out_count", n=number)
    if number == 1:
        (only,) = waiting
        return [_button(controller, only.text, "chip:only", _ticking(handed, only), shown, form)]
    spoken = words("mesa.hand_out_all", what=said)
    return [cached_part("chip:all", partial(_all, controller), spoken, shown, form)]


_BOX, _LINES = 44, 2
"""Width of the box and edges beside the text, and its greatest number of lines."""


def _readable(said: str, form: int) -> bool:
    """Return whether the text fits the chip."""
    return _lines(said, int((form - _BOX) / _CHIP_LETTER)) <= _LINES


def _offered(copy: CopyChip, form: _Form) -> ft.Control:
    """Build the offer of the table's own box: its icon, and its action or number of values."""
    ink = ft.Colors.ON_PRIMARY_CONTAINER if copy.firm else ft.Colors.ON_SURFACE
    text = form.text(copy)
    said = ft.Text(
        text,
        size=14 if len(text) <= _FEW and form is not _IN_SHORT else 12,
        weight=ft.FontWeight.W_600,
        color=ink,
        max_lines=3,
        style=ft.TextStyle(height=1.1),
    )
    wide = None if form is _AS_NUMBER else form.wide - _SIGN
    shown: list[ft.Control] = [ft.Icon(copy.icon, size=20, color=ink)]
    shown += [ft.Container(said, width=wide)] if text else []
    return tappable(
        ft.Row(shown, spacing=2, tight=True),
        copy.spoken,
        lambda _e: copy.on_touch(current_controller()),
        key=copy.key,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=10),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if copy.firm else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        alignment=ft.Alignment.CENTER,
        radius=12,
    )


_FEW = 16
"""Number of letters that fit one line of the offer."""
_SIGN = 46
"""Width of its icon and edges."""


def _all(controller: MatchController, text: str, shown: str, form: int) -> ft.Control:
    return _button(
        controller, text, "chip:all", lambda _e: current_controller().show(Panel.LAST), shown, form
    )


def _button(
    controller: MatchController,
    text: str,
    key: str,
    on_tap: Callable[[object], None],
    shown: str,
    form: int,
) -> ft.Control:
    """Build the chip of the handouts."""
    large = controller.ctx.settings.large_text
    ink = ft.Colors.ON_TERTIARY_CONTAINER
    row = ft.Row(
        [
            ft.Icon(ft.Icons.CHECK_BOX_OUTLINE_BLANK, size=20, color=ink),
            ft.Container(
                ft.Text(
                    shown,
                    size=14 if large else 13,
                    weight=ft.FontWeight.W_600,
                    color=ink,
                    style=ft.TextStyle(height=1.15),
                ),
                width=min(max(form - _BOX, 20), 8 * len(shown) + 4) * (1.6 if large else 1),
            ),
        ],
        spacing=4,
        tight=True,
    )
    return tappable(
        row,
        text,
        on_tap,
        key=key,
        height=None if large else TOUCH,
        padding=ft.Padding.symmetric(horizontal=8, vertical=8 if large else 0),
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        alignment=ft.Alignment.CENTER,
        radius=12,
    )


def last_panel(
    controller: MatchController, view: MatchStatus, handed: TurnHandouts, news: str = ""
) -> ft.Control:
    """Build the panel with every consequence, the notes and all handouts."""
    closing = close_button(controller.ctx.words("button.close"), controller.close, key="last:close")
    body = in_full(controller, view, handed, news)
    return step_panel(view.last, body, [], close=closing, key="last-panel")


def _ticking(handed: TurnHandouts, handout: Handout) -> Callable[[object], None]:
    return lambda _e: handed.tick(frozenset({handout.key}))


def in_full(
    controller: MatchController, view: MatchStatus, handed: TurnHandouts, news: str = ""
) -> list[ft.Control]:
    """Build all consequences of the last act, its notes and the handouts."""
    ctx = controller.ctx
    said = _said(controller, view, news)
    lines: list[ft.Control] = []
    if news:
        lines.append(news_line(news if said == view.last else f"{news}. {said}"))
    # Leave out the sentence that the heading already shows.
    happened = (text for text in view.happened if text.rstrip(".") != view.last)
    lines += [ft.Text(text, size=16) for text in happened]
    lines += [note_line(ctx, controller.rulebook, note) for note in view.notes]
    if handed.all:
        lines.append(ft.Text(ctx.words("table.hand_out"), size=14, weight=ft.FontWeight.W_600))
        lines += [_handout(h, h.key not in handed.left, handed.tick) for h in handed.all]
    return lines


def _handout(handout: Handout, done: bool, tick: Tick) -> ft.Control:
    """Build one handout with its tick box."""
    icon = ft.Icons.CHECK_BOX if done else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return tappable(
        ft.Row([ft.Icon(icon, size=24), ft.Text(handout.text, size=17, expand=True)], spacing=10),
        handout.text,
        lambda _e: tick(frozenset({handout.key})),
        key=f"handout:{handout.key}",
        selected=done,
        padding=ft.Padding.symmetric(horizontal=10, vertical=12),
        bgcolor=None if done else ft.Colors.SURFACE_CONTAINER_HIGH,
        radius=RADIUS - 4,
    )
