"""Numbers in front of one seat. A touch on one shows its origin."""

from collections.abc import Callable
from typing import TypeAlias

import flet as ft

from companion.kernel.values import Seat
from companion.rulebook.templates import capitalised
from companion.ui.boards.contract import GameScreen, SeatHolding
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.control.peek import covers, peek_bar
from companion.ui.panels.rulings.origin import origin_lines, origin_panel
from companion.ui.theme import GAP
from companion.ui.views.rulings.origin import Source
from companion.ui.widgets import outline, sign, tappable

Number: TypeAlias = tuple[Seat, Source]
"""Number of a seat, identified by its source."""

Ask: TypeAlias = Callable[[Seat, Source], None]


def numbers_of(
    controller: MatchController, screen: GameScreen, seat: Seat | None
) -> tuple[SeatHolding, ...]:
    """Return the numbers of a seat that may be shown here and have a source."""
    if seat is None or not 0 <= seat < len(controller.match.options.players):
        return ()
    holdings = screen.holdings(controller.match, controller.wording, seat, controller.seen)
    return tuple(h for h in holdings if h.source is not None and not h.closed)


def number_chips(
    controller: MatchController, seat: Seat, numbers: tuple[SeatHolding, ...], ask: Ask
) -> ft.Control:
    """Build a chip for each number."""
    chips = [_chip(controller, seat, n, holding, ask) for n, holding in enumerate(numbers)]
    return ft.Row(chips, spacing=GAP, run_spacing=GAP, wrap=True, key=f"numbers:{seat}")


def _chip(
    controller: MatchController, seat: Seat, n: int, holding: SeatHolding, ask: Ask
) -> ft.Control:
    source = holding.source
    visual = ft.Row(
        [
            sign(holding.icon, 20),
            ft.Text(holding.text, size=18, weight=ft.FontWeight.BOLD),
        ],
        spacing=4,
        tight=True,
    )
    label = f"{controller.wording.player(seat)}, {holding.label}"
    return tappable(
        visual,
        controller.ctx.words("origin.open", label=label),
        (lambda _e: ask(seat, source)) if source else None,
        key=f"number:{seat}:{n}",
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
        radius=12,
    )


def number_panel(
    controller: MatchController,
    screen: GameScreen,
    peeking: Seat,
    asked: Number | None,
    close: Callable[[], None],
) -> ft.Control | None:
    """Build the origin of the touched number, as long as its seat is open.

    For a hidden number, only the bar remains that lets its owner look again.
    """
    if asked is None or asked[0] != peeking:
        return None
    seat, source = asked
    name, words = controller.wording.player(seat), controller.ctx.words
    covered = covers(controller.match, controller.mine, seat, source)
    bar = [peek_bar(controller.ctx, controller.wording, seat, controller.peek)] if covered else []
    for holding in numbers_of(controller, screen, seat):
        if holding.source == source:
            title = words("origin.title", label=capitalised(holding.label), name=name)
            shown = origin_lines(
                controller.ctx, controller.match, controller.wording, source, controller.seen
            )
            return origin_panel(words, title, [*bar, *shown], close)
    return origin_panel(words, words("origin.covered", name=name), bar, close) if covered else None
