"""Search for the causes of a difference, in slices, and the list of its results."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

import flet as ft

from companion.match.hypotheses import Difference, Hypothesis
from companion.match.reconcile import Search
from companion.services.privacy.redaction import certain, redacted_hypotheses
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.scheduler import sliced
from companion.ui.screens.recount import presenter
from companion.ui.screens.recount.presenter import CauseLine
from companion.ui.theme import RADIUS
from companion.ui.views.report.interaction_events import EditsOffered
from companion.ui.widgets import Tone, in_own_row, message, outline, section, tappable, text_button

log = logging.getLogger(__name__)

_TOLD = 0.3
"""Seconds between two progress updates."""


@dataclass(frozen=True)
class CauseSearch:
    """Search for the causes of one difference at one version of the match."""

    wanted: Difference
    version: int
    done: float = 0
    causes: tuple[Hypothesis, ...] | None = None
    """Hypotheses found; None: the search is not finished."""
    failed: bool = False
    stopped: bool = False

    @property
    def busy(self) -> bool:
        """Return whether the search is still running."""
        return self.causes is None and not self.failed and not self.stopped


async def look_into(
    search: Search,
    looking: CauseSearch,
    report: Callable[[CauseSearch], None],
    goes_on: Callable[[], bool],
) -> None:
    """Search in slices and report the progress, until it is done or no longer wanted."""
    last = time.monotonic()
    try:
        async for done in sliced(search.run()):
            if not goes_on():
                return
            if time.monotonic() - last > _TOLD:
                report(replace(looking, done=done))
                last = time.monotonic()
    except Exception:
        log.exception("the causes of a difference could not be looked for")
        report(replace(looking, failed=True))
        return
    if goes_on():
        report(replace(looking, done=1, causes=search.causes))


def results(
    controller: MatchController, looking: CauseSearch, stop: Callable[[], None]
) -> list[ft.Control]:
    """Build the progress of the search, then its results."""
    words = controller.ctx.words
    if looking.busy:
        return [_progress(controller, looking, stop)]
    if looking.failed:
        return [message(words("cuadre.failed"), Tone.BAD, key="cuadre:failed")]
    now = datetime.now().astimezone()
    sure = certain(controller.match, looking.wanted)
    if not any(sure.values()):
        return [message(words("cuadre.unread"), Tone.CARE, key="cuadre:unread")]
    since = presenter.since(controller.match, controller.wording, sure, now)
    parts: list[ft.Control] = [message(since, key="cuadre:since")] if since else []
    lines = presenter.causes(
        controller.match,
        controller.wording,
        redacted_hypotheses(controller.match, looking.causes or ()),
        now,
    )
    if lines:
        first, *others = [_cause(controller, line, f"cause:{n}") for n, line in enumerate(lines)]
        parts.append(section(words("cuadre.likeliest"), [first], key="likeliest"))
        if others:
            parts.append(section(words("cuadre.found"), others, key="causes"))
    elif looking.causes is not None:
        parts.append(message(words("cuadre.none"), Tone.CARE, key="cuadre:none"))
    return parts


def _progress(
    controller: MatchController, looking: CauseSearch, stop: Callable[[], None]
) -> ft.Control:
    words = controller.ctx.words
    percent = int(looking.done * 10) * 10
    return ft.Column(
        [
            ft.Semantics(
                live_region=True,
                content=ft.Text(words("cuadre.searching", percent=percent), size=17),
            ),
            ft.ProgressBar(value=looking.done, bar_height=8),
            in_own_row(text_button(words("button.cancel"), lambda _e: stop(), key="cuadre:stop")),
        ],
        spacing=12,
        key="cuadre:searching",
    )


def _cause(controller: MatchController, line: CauseLine, key: str) -> ft.Control:
    """Build one cause. A touch previews the correction."""
    words = controller.ctx.words
    at_table = words("cuadre.at_table") if line.at_table else ""
    parts: list[ft.Control] = [ft.Text(line.text, size=17, weight=ft.FontWeight.W_600)]
    parts += [ft.Text(text, size=15) for text in (line.when, at_table) if text]
    if line.after:
        parts.append(_after(line))
    row = ft.Row(
        [ft.Column(parts, spacing=4, expand=True), ft.Icon(ft.Icons.CHEVRON_RIGHT)], spacing=8
    )
    said = (line.text, line.when, at_table, line.after, words("form.end.amend"))
    return tappable(
        row,
        ". ".join(text.rstrip(".") for text in said if text),
        lambda _e: controller.send(EditsOffered(line.edits)),
        key=key,
        padding=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border=outline(1, ft.Colors.OUTLINE_VARIANT),
        radius=RADIUS,
    )


def _after(line: CauseLine) -> ft.Control:
    colour = ft.Colors.TERTIARY if line.holds else ft.Colors.ERROR
    icon = ft.Icons.CHECK if line.holds else ft.Icons.WARNING_AMBER
    return ft.Row(
        [
            ft.Icon(icon, size=18, color=colour),
            ft.Text(line.after, size=15, color=colour, expand=True),
        ],
        spacing=6,
    )
