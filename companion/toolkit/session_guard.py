"""A session that has failed is over, and says so: nothing is left that only looks alive.

Flet ends the drawing of a session in silence when one drawing raises, and goes on taking touches
for it. Here whatever raises, a handler, an effect, a drawing or a job in the background, ends the
whole session: its client is told in the one way that Flet has for it, which the page takes for a
sign to begin anew (`page/assets/device.js`), and nobody resumes it (`server/limits.py`).
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
"""Kept with the session itself: anywhere else, what they hold of it would keep it for ever."""


def watch(page: ft.Page, last_words: Callable[[], str]) -> None:
    """Sees to it that nothing in the session of a page fails without ending it.

    Args:
        page: of a session that is beginning.
        last_words: called once, when it fails; what it returns, the route where it was, goes to
            the client.
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
    """Watches over what draws a page, once it has been drawn for the first time."""
    session = page.session
    task: Task[None] | None = vars(session).get(_TASK)
    if task is not None:
        task.add_done_callback(lambda over: _drawing_ended(session, over))


def fail(session: Session, problem: BaseException | str) -> None:
    """Ends a session for good; the first time its client is told.

    Args:
        session: of Flet.
        problem: what was raised, or its traceback as text; the log names where, and no words.
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
    """Whether it is over: nothing that is touched in it has any effect."""
    task: Task[None] | None = vars(session).get(_TASK)
    return session in _failed or (task is not None and task.done())


def _say(session: Session) -> None:
    text = ""
    with suppress(Exception):
        text = vars(session)[_WORDS]()
    # The client may have gone, or be going.
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
    """Events of a session that lives, and of what is still on its screen."""

    async def dispatched(control_id: int, name: str, data: Any) -> None:
        if control_id != session.page._i and (session in _failed or gone(session, control_id)):
            return
        await dispatch(control_id, name, data)

    return dispatched


def found(session: Session, control_id: int) -> BaseControl | None:
    """The control that an event is for, as Flet finds it."""
    find = getattr(session, _FIND, session.index.get)
    control: BaseControl | None = find(control_id)
    return control


def gone(session: Session, control_id: int) -> bool:
    """Whether a control has left the screen since it was touched."""
    control = found(session, control_id)
    try:
        return control is None or control.page is not session.page
    except RuntimeError:
        return True


def _with_coroutines(
    session: Session, schedule: Callable[[EffectHook, bool], None]
) -> Callable[[EffectHook, bool], None]:
    """Effects of which none fails unseen: a coroutine would, in a task that nobody looks at."""

    def scheduled(hook: EffectHook, is_cleanup: bool) -> None:
        # They are given anew with each drawing.
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
    """A job of a session; if it fails, so does the session."""
    try:
        await job(*args)
    except Exception as error:
        fail(session, error)


def _survived(session: Session, act: Callable[..., None]) -> Callable[..., None]:
    """Something that Flet does in the loop that receives, which must not end."""

    def survived(*args: Any) -> None:
        try:
            act(*args)
        except Exception as error:
            fail(session, error)

    return survived


def _unless_closing(session: Session, send: Callable[[Any], None]) -> Callable[[Any], None]:
    """What is sent; nothing between the end of a socket and the moment that its session hears.

    Flet has no queue then, and whatever draws would end of it. Whoever comes back is sent the whole
    page anew, as after any time away.
    """

    def sent(message: Any) -> None:
        connection = session.connection
        if connection is None or vars(connection).get(_QUEUE, connection) is not None:
            send(message)

    return sent


def told(control: BaseControl, name: str, args: Any = None) -> None:
    """Has the client do something with a control on its page; nobody waits for what comes of it."""
    with suppress(RuntimeError):
        session = control.page.session
        send = getattr(session, _SEND, None)
        wanted = InvokeMethodRequestBody(control._i, name, name, args)
        if send is not None:
            send(Message(MessageAction.INVOKE_METHOD, wanted))


def _unless_gone(take: Callable[..., None]) -> Callable[..., None]:
    """Answers to calls; those to a control that has left the screen meanwhile are of no use."""

    def taken(*args: Any) -> None:
        with suppress(RuntimeError):
            take(*args)

    return taken
