"""Notes of the table, kept in the acta: the field for one more, and those that are there."""

from collections.abc import Callable

import flet as ft

from companion.match.entries import Noted, fresh_id
from companion.match.fold import Match
from companion.services.matches.results import AlreadyRecorded, Answer, Recorded, Submission
from companion.ui.context import AppContext
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.step_panel import step_panel
from companion.ui.scheduler import carry_out
from companion.ui.shell import screen
from companion.ui.views.report.rejection_text import unrecorded
from companion.ui.widgets import field_with_button, icon_button, secondary, text_field

_LONGEST = 500
"""Maximum length of a note, in characters."""


@screen
def NoteField(ctx: AppContext, match: Match, done: Callable[[], None]) -> ft.Control:
    """Render the field for a note, which changes nothing in the match; `done` follows it."""
    words = ctx.words
    text, set_text = ft.use_state("")
    submission, renew = ft.use_state(fresh_id())
    note = " ".join(text.split())

    def on_answer(answer: Answer) -> None:
        if not isinstance(answer, Recorded | AlreadyRecorded):
            ctx.notify(unrecorded(ctx.wording(match), answer))
            return
        ctx.notify(words("entry.noted", text=note))
        set_text("")
        renew(fresh_id())
        done()

    def save(_event: object) -> None:
        mine = ctx.client.seats(match)
        author = match.options.players[min(mine)] if len(mine) == 1 else ""
        # Two touches send one submission, which is recorded once.
        sent = Submission(submission, Noted(text=note), author=author, device=ctx.device)
        carry_out(ctx.client.matches.submit(match.started.match, sent), on_answer)

    field = text_field(words("acta.noted"), text, set_text, key="note:text", maximum=_LONGEST)
    button = secondary(
        words("button.save"), save, icon=ft.Icons.CHECK, key="note:save", disabled=not note
    )
    return field_with_button(field, button)


def note_panel(controller: MatchController) -> ft.Control:
    """Build the panel of a note, which is kept with this moment."""
    words, live = controller.ctx.words, controller.live
    close = icon_button(
        ft.Icons.CLOSE, words("button.cancel"), lambda _e: live.close(), key="note:close"
    )
    hint = ft.Text(words("acta.note_hint"), size=15)
    field = NoteField(controller.ctx, controller.match, lambda: live.close(), key="note:field")
    return step_panel(words("acta.add_note"), [hint, field], [], close=close, key="note")


def notes(match: Match) -> tuple[str, ...]:
    """Return the notes of a match, the first one first."""
    return tuple(entry.body.text for entry in match.entries if isinstance(entry.body, Noted))
