"""Hooks shared by the screens."""

import asyncio
import contextvars
import logging
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import flet as ft

from companion.match.entries import ActaError
from companion.services.matches.listeners import GONE
from companion.services.privacy.redaction import RedactedMatch
from companion.services.storage.store import StoreError
from companion.toolkit import session_guard
from companion.ui.context import AppContext

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OpenMatch:
    """Current match of the hub, or the reason why it cannot be shown."""

    match: RedactedMatch | None
    version: int
    """Number of entries; `GONE` if the match is in the bin."""
    problem: str | None = None
    """Wording key of the reason: `store.damaged`, `acta.newer_rules`."""


def use_match(ctx: AppContext, match_id: str) -> OpenMatch:
    """Return the current match; the component renders again after each change.

    Only the hub holds the match. The state here is just a count of its notifications.
    """
    _, set_told = ft.use_state(0)
    heard: ft.MutableRef[int] = ft.use_ref(None)
    shown: ft.MutableRef[int] = ft.use_ref(None)
    nudged: ft.MutableRef[bool] = ft.use_ref(False)

    def render_again() -> None:
        # The screen that recorded something has already rendered it.
        if nudged.current or shown.current != heard.current:
            nudged.current = False
            set_told(lambda count: count + 1)

    def on_change(version: int) -> None:
        # If the version is unchanged, something other than the acta has changed.
        nudged.current = nudged.current or version == heard.current
        heard.current = version

    def joined() -> None:
        # The match may have changed between the first render and the subscription.
        if read_match(ctx, match_id).version != shown.current:
            set_told(lambda count: count + 1)

    _use_told(ctx, match_id, on_change, render_again, joined)
    current = read_match(ctx, match_id)
    shown.current = current.version
    heard.current = current.version if heard.current is None else heard.current
    return current


def use_heard(ctx: AppContext, match_id: str, heard: Callable[[OpenMatch], None]) -> None:
    """Call back at first and after each change of a match, without rendering.

    Args:
        ctx: context of the screen.
        match_id: id of the match.
        heard: gets the current match.
    """
    latest: ft.MutableRef[Callable[[OpenMatch], None]] = ft.use_ref(None)
    latest.current = heard

    def hear() -> None:
        if latest.current is not None:
            latest.current(read_match(ctx, match_id))

    _use_told(ctx, match_id, lambda _version: None, hear, hear)


def _use_told(
    ctx: AppContext,
    match_id: str,
    on_change: Callable[[int], None],
    in_its_turn: Callable[[], None],
    joined: Callable[[], None],
) -> None:
    """Subscribe to a match.

    `on_change` is called at once, `in_its_turn` within the page when its turn comes.
    """
    page = current_page()
    ended: ft.MutableRef[Callable[[], None]] = ft.use_ref(None)
    here: ft.MutableRef[contextvars.Context] = ft.use_ref(None)

    def speak(version: int) -> None:
        on_change(version)
        in_turn(page, here.current, in_its_turn)

    def leave() -> None:
        if ended.current is not None:
            ended.current()
            ended.current = None

    def join() -> None:
        leave()
        # Use the context of an effect of this page, so that later renders belong to this page.
        here.current = contextvars.copy_context()
        ended.current = ctx.subscribe(match_id, speak)
        joined()

    ft.use_effect(join, [match_id], cleanup=leave)


def read_match(ctx: AppContext, match_id: str) -> OpenMatch:
    """Return the current match, without subscribing."""
    try:
        match = ctx.client.matches.open(match_id)
    except StoreError as error:
        return OpenMatch(None, GONE, f"store.{error.code}")
    except ActaError as error:
        return OpenMatch(None, GONE, f"acta.{error.code}")
    return OpenMatch(match, len(match.entries))


def current_page() -> ft.Page:
    """Return the page being rendered, or whose event is being handled."""
    page = ft.context.page
    assert isinstance(page, ft.Page)
    return page


class CurrentScreenCallback:
    """Callback that never changes, for cached parts, and acts for the current screen."""

    def __init__(self, name: str) -> None:
        self._name = f"_companion_{name}"

    def use(self, do: Callable[..., object]) -> None:
        """Set the action of this screen, as long as the calling component lives."""
        held: ft.MutableRef[Callable[..., object]] = ft.use_ref(None)
        held.current = do
        # Store a weak reference on the session itself. A strong reference elsewhere would keep the
        # session alive forever.
        setattr(current_page().session, self._name, weakref.ref(do))

    def __call__(self, *args: object) -> Any:
        """Run the action on the screen whose event is being handled."""
        do = getattr(current_page().session, self._name, lambda: None)()
        return None if do is None else do(*args)


_Turns: TypeAlias = dict[tuple[ft.Page, Callable[[], None]], contextvars.Context]
_rounds: WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns] = WeakKeyDictionary()
"""Screens to render again, by event loop."""


def in_turn(page: ft.Page, here: contextvars.Context | None, job: Callable[[], None]) -> None:
    """Run a render job within a page, one page per turn of the loop.

    No page waits for the data sent to another. A failure ends the session; nothing happens if the
    client is away.

    Args:
        page: page to render again.
        here: its context variables.
        job: renders it again.
    """
    if here is None:
        return
    loop = asyncio.get_running_loop()
    waiting = _rounds.setdefault(loop, {})
    if not waiting:
        loop.call_soon(_next, loop)
    waiting[page, job] = here


def _next(loop: asyncio.AbstractEventLoop) -> None:
    waiting = _rounds[loop]
    page, job = next(iter(waiting))
    _take(page, waiting.pop((page, job)), job)
    if waiting:
        loop.call_soon(_next, loop)


def _take(page: ft.Page, here: contextvars.Context, job: Callable[[], None]) -> None:
    try:
        session = page.session
    except RuntimeError:
        log.debug("a screen is away")
        return
    if session.connection is not None:
        try:
            here.run(job)
        except Exception as error:
            session_guard.fail(session, error)


def in_page(page: ft.Page, job: Callable[..., Awaitable[object]], *args: object) -> None:
    """Run a coroutine function within a page, from anywhere; nothing if its client is away.

    A failure ends the session, because what waits for it would wait for ever.

    `Page.run_task` makes its page the current one of the caller. Without a context of its own, a
    screen that notified another would afterwards render into that other page.
    """
    try:
        if page.session.connection is None:
            return
        contextvars.copy_context().run(
            lambda: page.run_task(session_guard.reported, page.session, job, *args)
        )
    except (AttributeError, RuntimeError):
        log.debug("a screen is away")
