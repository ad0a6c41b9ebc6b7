"""Session guard: any failure ends the whole session visibly.

Flet silently stops rendering a session when one render raises, and still accepts its events. Here
any exception, in a handler, an effect, a render or a background task, ends the session. The client
gets Flet's own error message, on which the page starts anew (`page/assets/device.js`), and nobody
resumes the session (`server/limits.py`).
"""

import inspect
import logging
from asyncio import Task
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import flet as ft
from flet.components.hooks.use_effect import EffectHook
from flet.controls.base_control import BaseControl
from flet.messaging.protocol import InvokeMethodRequestBody, Message, MessageAction
from flet.messaging.session import Session

from companion.redacted_log import where

log = logging.getLogger(__name__)

_TASK, _FIND = "_Session__updates_task", "_Session__resolve_event_control"
_SEND, _QUEUE = "_Session__send_message", "_FletApp__send_queue"

_failed: WeakSet[Session] = WeakSet()
_WORDS = "_companion_last_words"
"""Attribute of the session for the callback. Elsewhere its references would leak the session."""


def watch(page: ft.Page, last_words: Callable[[], str]) -> None:
    """End the session of a page whenever anything in it fails.

    Args:
        page: page of a session that is starting.
        last_words: called once on failure; its result, the current route, is sent to the client.
    """
    session = page.session
    of_flet: Any = session
    setattr(of_flet, _WORDS, last_words)
    of_flet.error = lambda message: fail(session, message)
    of_flet.dispatch_event = _only_alive(session, session.dispatch_event)
    of_flet.schedule_effect = _with_coroutines(session, session.schedule_effect)
    of_flet.apply_patch = _survived(session, session.apply_patch)
    of_flet.handle_invoke_method_results = _unless_gone(session.handle_invoke_method_results)
    send = getattr(session, _SEND, None)
    if send is not None:
        setattr(of_flet, _SEND, _unless_closing(session, send))


def begun(page: ft.Page) -> None:
    """Watch the render task of a page, after its first render."""
    session = page.session
    task: Task[None] | None = vars(session).get(_TASK)
    if task is not None:
        task.add_done_callback(lambda over: _drawing_ended(session, over))


def fail(session: Session, problem: BaseException | str) -> None:
    """End a session permanently, and notify its client the first time.

    Args:
        session: session of Flet.
        problem: the exception, or its traceback as text; the log gives its place, no messages.
    """
    if isinstance(problem, BaseException):
        log.error("a session has failed", exc_info=problem)
    else:
        log.error("a session has failed\n%s", where(problem))
    if session in _failed:
        return
    _failed.add(session)
    _say(session)
    _stop(vars(session).get(_TASK))


def has_failed(session: Session) -> bool:
    """Return whether the session is over, so that its events have no effect."""
    task: Task[None] | None = vars(session).get(_TASK)
    return session in _failed or (task is not None and task.done())


def _say(session: Session) -> None:
    text = ""
    with suppress(Exception):
        text = vars(session)[_WORDS]()
    # The client may be disconnected or disconnecting.
    with suppress(Exception):
        type(session).error(session, text)


def _stop(task: Task[None] | None) -> None:
    if task is not None and not task.done():
        task.cancel()


def _drawing_ended(session: Session, task: Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        fail(session, error)


def _only_alive(
    session: Session, dispatch: Callable[[int, str, Any], Awaitable[None]]
) -> Callable[[int, str, Any], Awaitable[None]]:
    """Wrap the dispatch, to drop events of failed sessions and of removed controls."""

    async def dispatched(control_id: int, name: str, data: Any) -> None:
        if control_id != session.page._i and (session in _failed or gone(session, control_id)):
            return
        await dispatch(control_id, name, data)

    return dispatched


def find_control(session: Session, control_id: int) -> BaseControl | None:
    """Return the control that an event is for, as Flet resolves it."""
    find = getattr(session, _FIND, session.index.get)
    control: BaseControl | None = find(control_id)
    return control


def gone(session: Session, control_id: int) -> bool:
    """Return whether a control has left the screen since it was touched."""
    control = find_control(session, control_id)
    try:
        return control is None or control.page is not session.page
    except RuntimeError:
        return True


def _with_coroutines(
    session: Session, schedule: Callable[[EffectHook, bool], None]
) -> Callable[[EffectHook, bool], None]:
    """Wrap the effects, so that no failure goes unnoticed, coroutines included."""

    def scheduled(hook: EffectHook, is_cleanup: bool) -> None:
        # The hook gets new functions in each render, so wrap them each time.
        hook.setup = _reporting(session, hook.setup)
        hook.cleanup = hook.cleanup and _reporting(session, hook.cleanup)
        schedule(hook, is_cleanup)

    return scheduled


def _reporting(session: Session, act: Callable[[], Any]) -> Callable[[], Any]:
    async def awaited() -> None:
        await reported(session, act)

    def called() -> Any:
        try:
            return act()
        except Exception as error:
            fail(session, error)
            return None

    return awaited if inspect.iscoroutinefunction(act) else called


async def reported(session: Session, job: Callable[..., Awaitable[Any]], *args: Any) -> None:
    """Run a job of a session. If it fails, the session ends."""
    try:
        await job(*args)
    except Exception as error:
        fail(session, error)


def _survived(session: Session, act: Callable[..., None]) -> Callable[..., None]:
    """Wrap a callback of Flet's receive loop, which must not end."""

    def survived(*args: Any) -> None:
        try:
            act(*args)
        except Exception as error:
            fail(session, error)

    return survived


def _unless_closing(session: Session, send: Callable[[Any], None]) -> Callable[[Any], None]:
    """Wrap the send function, to drop messages between socket close and its notice.

    Flet has no queue then, and the render would fail. A client that returns gets the whole page
    anew.
    """

    def sent(message: Any) -> None:
        connection = session.connection
        if connection is None or vars(connection).get(_QUEUE, connection) is not None:
            send(message)

    return sent


def invoke_method(control: BaseControl, name: str, args: Any = None) -> None:
    """Invoke a method of a control on the client, without waiting for its result."""
    with suppress(RuntimeError):
        session = control.page.session
        send = getattr(session, _SEND, None)
        wanted = InvokeMethodRequestBody(control._i, name, name, args)
        if send is not None:
            send(Message(MessageAction.INVOKE_METHOD, wanted))


def _unless_gone(take: Callable[..., None]) -> Callable[..., None]:
    """Wrap the answers to calls, to ignore those for controls that are gone."""

    def taken(*args: Any) -> None:
        with suppress(RuntimeError):
            take(*args)

    return taken
