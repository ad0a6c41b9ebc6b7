"""End of a turn as a list: steps done, due with their seats, and next."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final

import flet as ft

from companion.games.urban_sprawl.components import CONTRACTOR
from companion.games.urban_sprawl.state import Then
from companion.games.urban_sprawl.view import SprawlTable, SprawlTask
from companion.kernel.values import Counted
from companion.match.fold import Match
from companion.match.steps import Step
from companion.rulebook.templates import listed
from companion.rulebook.wording import Wording
from companion.ui.boards.kit import Touch
from companion.ui.boards.tile import Area
from companion.ui.games.urban_sprawl.views import StepView
from companion.ui.views.entries.entry_lines import in_short
from companion.ui.widgets import People, as_cached_part, outline, seat_badge, tappable

_TURN: Final = ("act", "claim")
"""Codes of due tasks outside a chain: a turn, or the first buildings."""
_BEGINS: Final = ("end_turn", "claim_start")
"""Acts after which a chain begins."""
_SPENDS: Final = ("build", "take_card", "take_favor", "invest")
"""Acts of a turn; the chain of their consequences begins with them."""
_SHOWN: Final = 8
"""Maximum number of done steps listed."""


def steps_of(match: Match, wording: Wording) -> tuple[StepView, ...]:
    """Return the steps of the end of a turn; none during a turn, or after the match."""
    if match.outcome is not None:
        return ()
    view: SprawlTable = match.game.public_view(match.state, None)
    agenda = view.agenda
    if not agenda or agenda[0].code in _TURN:
        return ()
    now, *rest = agenda
    if not view.offices[CONTRACTOR].in_play:
        # While this office is not in play nobody can receive it, so the step is not shown.
        rest = [task for task in rest if task.code != Then.CONTRACTOR_GIVEN]
    return (
        *(StepView(text, "done") for text in _done(match, wording)),
        StepView(_task_text(now, wording), "now", tuple(now.awaited)),
        *(StepView(text, "next") for text in _next(rest, wording)),
    )


def _done(match: Match, wording: Wording) -> tuple[str, ...]:
    """Return the acts reported since the chain began, the latest last."""
    texts: list[str] = []
    for step in reversed(match.steps):
        kind = _kind(step)
        if kind in _BEGINS or len(texts) == _SHOWN:
            break
        if kind:
            texts.append(in_short(match, step, wording))
        if kind in _SPENDS:
            break
    return tuple(reversed(texts))


def _kind(step: Step) -> str:
    return step.action.kind if step.action else ""


def _next(tasks: Sequence[SprawlTask], wording: Wording) -> Iterator[str]:
    """Yield the following steps, automatic or of a seat, without the unnoticeable ones."""
    before = ""
    for task in tasks:
        text = _task_text(task, wording)
        if text and text != before:
            yield text
        before = text


def _task_text(task: SprawlTask, wording: Wording) -> str:
    key = f"chain.{_code(task)}"
    return wording.of_table(key, _params(task, wording)) if key in wording.own else ""


def _code(task: SprawlTask) -> str:
    """Return the code of a task; a card revealed for a seat is dealt."""
    return "deal" if task.about.get("place") == "" else str(task.code)


def _params(task: SprawlTask, wording: Wording) -> dict[str, Any]:
    """Return the subjects of a task, by the names of its template."""
    about = task.about
    names = ("place", "row", "office", "card", "prize", "vocation", "building", "cause")
    params: dict[str, Any] = {name: wording.term(str(about.get(name) or "")) for name in names}
    deck, doing = str(about.get("deck", "")), about.get("doing")
    # A task of a card names the card as its cause. The remaining lines of a card name it in
    # `doing`.
    params["card"] = params["card"] or params["cause"] or (doing.cause if doing else "")
    params["amount"] = Counted(about["amount"], about["what"]) if "amount" in about else ""
    params["then"] = wording.term(f"then_{about['then']}") if "then" in about else ""
    params["name"] = listed([wording.player(seat) for seat in task.awaited])
    params["what"] = params["place"] or wording.term(f"deck.{deck}")
    return params


_ICONS = {
    "done": ft.Icons.CHECK,
    "now": ft.Icons.PLAY_ARROW,
    "next": ft.Icons.MORE_HORIZ,
}
_LINE = 15
"""Height of a line at 100 % text."""
_LETTER = 6.6
"""Width of a letter at 100 % text."""
_SIGN = 26
"""Width of the sign before a text, with its margins."""


@as_cached_part(lambda place, *_: place)
def chain_tile(
    place: str,
    steps: tuple[StepView, ...],
    spoken: str,
    area: Area,
    scales: tuple[float, float],
    people: People,
    on_touch: Touch,
) -> ft.Control:
    """Return as many steps as fit, around the one that is due.

    Args:
        place: place that a touch reports.
        steps: all steps.
        spoken: name read out.
        area: where they stand.
        scales: factor by which boxes grow with the text, and the share of it that texts take.
        people: players by seat.
        on_touch: called with the place.
    """
    (left, top, width, height), (scale, share) = area, scales
    letters = (width - _SIGN) / (_LETTER * scale)
    lines = max(1, int((height - 4) // (_LINE * scale)))
    shown = around_now(readable(steps, letters), lines, letters)
    # A step that needs more than all the lines is set in a smaller size.
    tight = len(shown) == 1 and _lines(shown[0], letters) > lines
    face = ft.Column(
        [_step(step, people, lines + tight, 11 if tight else 13, share) for step in shown],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return tappable(
        face,
        spoken,
        lambda _e: on_touch(place),
        key=place,
        radius=7,
        left=left,
        top=top,
        width=width,
        height=height,
        padding=ft.Padding.symmetric(horizontal=4, vertical=1),
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
    )


def readable(steps: tuple[StepView, ...], letters: float) -> tuple[StepView, ...]:
    """Return the steps, without the done ones if the last of them would be cut.

    The last action is also described below the board.
    """
    done = [step for step in steps if step.state == "done"]
    if done and len(done[-1].text) > letters:
        return tuple(step for step in steps if step.state != "done")
    return steps


def around_now(
    steps: tuple[StepView, ...], most: int, letters: float = 100
) -> tuple[StepView, ...]:
    """Return the due step, the one before it if there is room, and those that follow.

    Args:
        steps: all steps.
        most: available number of lines.
        letters: letters per line; a longer text takes several lines.
    """
    now = next((n for n, step in enumerate(steps) if step.state == "now"), len(steps) - 1)
    before, after = [*range(now - 1, -1, -1)], [*range(now + 1, len(steps))]
    # With only two lines, prefer the next steps to the previous ones.
    order = (*before[:1], *after, *before[1:]) if most > 2 else (*after, *before)
    first, last, left = now, now, most - _lines(steps[now], letters)
    for n in order:
        left -= _lines(steps[n], letters)
        if left < 0:
            break
        first, last = min(first, n), max(last, n)
    return steps[first : last + 1]


def _lines(step: StepView, letters: float) -> int:
    """Return the number of lines of a step, including the badges of awaited seats."""
    signs = _BADGE * len(step.seats) if step.state == "now" else 0
    return max(1, len(textwrap.wrap(step.text, max(1, int(letters - signs)))))


_BADGE = 3
"""Width of a seat's badge, in letters."""


def _step(step: StepView, people: People, lines: int, size: int, share: float) -> ft.Control:
    now = step.state == "now"
    ink = ft.Colors.ON_TERTIARY_CONTAINER
    badges = [seat_badge(*people[seat], 15) for seat in step.seats] if now else []
    text = ft.Text(
        step.text,
        size=(size if now else 12) * share,
        weight=ft.FontWeight.W_700 if now else ft.FontWeight.W_500,
        color=ink,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.0),
        expand=True,
    )
    icon = ft.Icon(_ICONS[step.state], size=14, color=ink)
    return ft.Row([icon, *badges, text], spacing=3)
