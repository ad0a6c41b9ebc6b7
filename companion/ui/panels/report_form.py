"""The one form that reports, doubts and corrects: a field at a time, judged as it is filled in."""

import textwrap
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.kernel.form import OpenBag, OpenNumber, OpenText
from companion.kernel.readings import hinges
from companion.kernel.refusal import AnswerVerdict
from companion.kernel.values import Seat
from companion.rulebook.cards import NoteLine
from companion.table.answers import draft_of
from companion.ui.boards.contract import EditorInput, GameScreen, game_screen
from companion.ui.drafts.shelf import tick, ticks
from companion.ui.layout import column_beside
from companion.ui.panels.clerk import Clerk
from companion.ui.panels.fact_form import FactForm
from companion.ui.panels.fields import (
    field_controls,
    is_last,
    is_quick,
    picks_one,
    place_choices,
    question,
    shows_proposals,
    value_text,
    whole_ways,
)
from companion.ui.panels.ruling_card import VERDICT_LOOK, note_line
from companion.ui.panels.step import step_panel, strip
from companion.ui.theme import GAP, RADIUS, seat_look
from companion.ui.views import form as forms
from companion.ui.views.desk import Mode, Panel
from companion.ui.views.form import Form, FormView
from companion.ui.views.missed import missed
from companion.ui.widgets import (
    Option,
    Tone,
    choices,
    heading,
    icon_button,
    message,
    outline,
    primary,
    seat_badge,
    secondary,
    tappable,
    text_button,
)

ACCENTS = {
    Mode.REPORT: ft.Colors.SURFACE_CONTAINER,
    Mode.DOUBT: ft.Colors.TERTIARY_CONTAINER,
    Mode.AMEND: ft.Colors.SECONDARY_CONTAINER,
    Mode.INSERT: ft.Colors.SECONDARY_CONTAINER,
    Mode.WHAT_IF: ft.Colors.INVERSE_PRIMARY,
}


def form_panel(clerk: Clerk, screen: GameScreen, *, board: bool = False) -> ft.Control:
    """The open form.

    Args:
        clerk: of the match.
        screen: of the game.
        board: whether the board is in sight, which then answers what asks for a place.
    """
    form, view = clerk.desk.form, clerk.view()
    assert form is not None
    assert view is not None
    view = replace(view, ways=whole_ways(clerk, screen, view))
    words = clerk.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.cancel"), lambda _e: clerk.close(), key="form:close"
    )
    close = ft.Row([*_who(clerk, form.draft.seat), closing], spacing=0, tight=True)
    if board and asked_places(clerk, screen, view) and not clerk.desk.trouble:
        return _place_line(clerk, screen, view, close)
    verdict = None if view.facts or _unanswered(clerk, view) else _verdict(clerk, view)
    actions = _actions(clerk, screen, view)

    def framed(
        body: Sequence[ft.Control],
        first: Sequence[ft.Control] = (),
        part: str | None = None,
        told: str = "",
    ) -> ft.Control:
        return step_panel(
            title(clerk, form.draft.kind),
            [*_top(clerk, view), *body],
            [*first, *actions],
            close=close,
            key="form",
            accent=ACCENTS[clerk.desk.mode],
            strip=_told_back(told) if told else verdict,
            part=part,
        )

    if view.facts and view.form.draft.kind not in screen.editors:
        # What is asked says what it is printed on, and needs the room.
        return FactForm(clerk.ctx, clerk, view.facts, framed, key=f"fact:{view.facts[0].fact}")
    return framed(_body(clerk, screen, view))


def _told_back(text: str) -> ft.Control:
    """What is said of the box so far, as a sentence, above the button that ends it."""
    return strip(text, ft.Icons.EDIT_NOTE, ft.Colors.SURFACE_CONTAINER_HIGH, ft.Colors.ON_SURFACE)


def asked_places(clerk: Clerk, screen: GameScreen, view: FormView) -> frozenset[Any]:
    """The places on the board that answer the field being asked; none where it asks for no place.

    Of an earlier moment there is no board.
    """
    desk = clerk.desk
    if view.facts or desk.target or desk.moment or view.form.draft.kind in screen.editors:
        return frozenset()
    places = screen.places(clerk.there)
    return frozenset(choice.value for choice in view.choices if choice.value in places)


def _place_line(clerk: Clerk, screen: GameScreen, view: FormView, close: ft.Control) -> ft.Control:
    """A form that asks for a place: one line, for the board is what is touched."""
    form, words = view.form, clerk.ctx.words
    name = form.asking or ""
    # That nothing is laid down says nothing without its question.
    said_so_far = ((f, v) for f, v in form.draft.values.items() if v not in ((), ""))
    so_far = [value_text(clerk, form, field, value) for field, value in said_so_far]
    asked = question(clerk, form, name)
    small = _so_far_in_two_lines(clerk, title(clerk, form.draft.kind), so_far)
    said = ft.Column(
        [
            ft.Text(small, size=14, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
            ft.Semantics(live_region=True, content=heading(asked, 18, level=3)),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    back = icon_button(
        ft.Icons.ARROW_BACK, words("button.back"), lambda _e: clerk.step_back(), key="form:back"
    )
    lead = back if form.history else ft.Icon(ft.Icons.TOUCH_APP, size=28)
    row = ft.Row([lead, said, close], spacing=8)
    off_board = place_choices(clerk, view, asked_places(clerk, screen, view))
    whose_ = _whose(clerk, form)
    return ft.Container(
        ft.Column([*whose_, row, *off_board], spacing=6, tight=True),
        key="form",
        bgcolor=ACCENTS[clerk.desk.mode],
        border_radius=RADIUS,
        padding=ft.Padding.only(left=12, right=6, top=4, bottom=6),
        shadow=ft.BoxShadow(blur_radius=12, color=ft.Colors.with_opacity(0.3, ft.Colors.SHADOW)),
    )


_AROUND, _LETTER = 190, 7.2
"""The width of what stands beside what was answered, and of a letter of it."""


def _so_far_in_two_lines(clerk: Clerk, of: str, answers: Sequence[str]) -> str:
    """What is being done and what was answered; where not all is read, the latest of it."""
    room = column_beside(clerk.ctx.layout, float(ft.context.page.width or 412)) - _AROUND
    return latest((of, *answers), int(room / _LETTER / clerk.ctx.settings.grown))


def latest(parts: Sequence[str], letters: int) -> str:
    """As many of the last ones as are read in two lines of so many letters; one at the least."""
    for first in range(len(parts)):
        said = " · ".join(parts[first:])
        if len(textwrap.wrap(said, max(1, letters))) <= 2:
            return said
    return parts[-1]


def title(clerk: Clerk, kind: str) -> str:
    """What is being done: reported, doubted or corrected."""
    name = clerk.wording.action_label(kind)
    return clerk.ctx.words(f"form.heading.{clerk.desk.mode}", action=name)


def _top(clerk: Clerk, view: FormView) -> list[ft.Control]:
    """What stands above whatever is asked: what went wrong, and whose report it is."""
    trouble = clerk.desk.trouble
    said = [message(trouble, Tone.BAD, key="trouble")] if trouble else []
    return [*said, *_whose(clerk, view.form)]


def _body(clerk: Clerk, screen: GameScreen, view: FormView) -> list[ft.Control]:
    editor = screen.editors.get(view.form.draft.kind)
    if editor:
        given = EditorInput(
            clerk.there,
            clerk.wording,
            view.form.draft,
            clerk.ctx.settings.text_scale,
            clerk.rewrite,
        )
        return [editor(given), *_notes(clerk, view)]
    parts = _so_far(clerk, view.form, view.form.asking)
    parts += field_controls(clerk, screen, view)
    return [*parts, *_notes(clerk, view)]


def _whose(clerk: Clerk, form: Form) -> list[ft.Control]:
    """Who does it, where the table waits for several at once, or the past is mended."""
    seats = _seats(clerk)
    return whose(clerk, seats, form.draft.seat) if len(seats) > 1 else []


def _seats(clerk: Clerk) -> tuple[Seat, ...]:
    """Who may have done it: in the past anybody; now whoever of this device is waited for."""
    if clerk.desk.mode in (Mode.AMEND, Mode.INSERT):
        return tuple(range(len(clerk.match.options.players)))
    if clerk.desk.asking_seat:
        return clerk.mine
    # Another device answers for the others: what it was told of them would not be taken.
    return tuple(seat for seat in clerk.match.game.awaiting(clerk.state) if seat in clerk.mine)


def _who(clerk: Clerk, seat: Seat) -> list[ft.Control]:
    """Who did it, where only one could and this device has others: touching it asks for another."""
    if len(_seats(clerk)) > 1 or len(clerk.mine) < 2:
        return []
    name = clerk.wording.player(seat)
    visual = ft.Row(
        [seat_badge(clerk.wording.colour(seat), name, 24), ft.Icon(ft.Icons.EDIT, size=16)],
        spacing=4,
        tight=True,
    )
    return [
        tappable(
            visual,
            clerk.ctx.words("form.change", field=clerk.ctx.words("form.whose"), value=name),
            lambda _e: clerk.set(asking_seat=True),
            key="who",
            padding=ft.Padding.symmetric(horizontal=10, vertical=12),
        )
    ]


def whose(clerk: Clerk, seats: Sequence[Seat], chosen: Seat) -> list[ft.Control]:
    """The seats to choose from."""
    options = [
        Option(
            seat,
            clerk.wording.player(seat),
            selected=seat == chosen,
            icon=seat_look(clerk.wording.colour(seat)).icon,
            colour=seat_look(clerk.wording.colour(seat)).colour,
        )
        for seat in seats
    ]
    question = heading(clerk.ctx.words("form.whose"), 18, level=3)
    return [question, choices(options, clerk.sit, key="whose")]


def _so_far(clerk: Clerk, form: Form, asking: str | None) -> list[ft.Control]:
    """What is filled in already; touching one asks it again.

    That nothing was answered where nothing else could be says nothing.
    """
    game, state = clerk.match.game, clerk.state
    chips = [
        _filled_in(clerk, form, name, value)
        for name, value in form.draft.values.items()
        if name != asking
        and (value not in ((), "", None) or forms.answerable(game, state, form, name))
    ]
    return [ft.Row(chips, wrap=True, spacing=GAP, run_spacing=GAP)] if chips else []


def _filled_in(clerk: Clerk, form: Form, name: str, value: Any) -> ft.Control:
    label = clerk.wording.field_label(form.draft.kind, name)
    shown = value_text(clerk, form, name, value)
    visual = ft.Row(
        [ft.Text(shown, size=16, weight=ft.FontWeight.BOLD), ft.Icon(ft.Icons.EDIT, size=16)],
        spacing=6,
        tight=True,
    )
    return tappable(
        visual,
        clerk.ctx.words("form.change", field=label, value=shown),
        lambda _e: clerk.reopen(name),
        key=f"so_far:{name}",
        padding=ft.Padding.symmetric(horizontal=14, vertical=13),
        border=outline(1, ft.Colors.OUTLINE),
    )


def _verdict(clerk: Clerk, view: FormView) -> ft.Control | None:
    """How it would be judged as it stands, always in the same place."""
    judgement, words = view.judgement, clerk.ctx.words
    if clerk.desk.mode is Mode.DOUBT or judgement is None:
        return None
    if judgement.refusal:
        seat = view.form.draft.seat
        said = (
            words("ruling.covered", name=clerk.wording.player(seat))
            if view.secret
            else clerk.wording.refusal(judgement.refusal, view.form.draft.kind).facts
        )
        return _strip(said, "refused")
    if view.covered:
        name = clerk.wording.player(view.form.draft.seat)
        return _strip(words("ruling.hidden", name=name), "unverifiable")
    return _strip(words(f"form.{judgement.verdict}"), judgement.verdict)


def _strip(said: str, verdict: AnswerVerdict) -> ft.Control:
    back, ink, icon = VERDICT_LOOK[verdict]
    return strip(said, icon, back, ink)


def _notes(clerk: Clerk, view: FormView) -> list[ft.Control]:
    """What would be said beside it."""
    if view.judgement is None or clerk.desk.mode is Mode.DOUBT:
        return []
    notes = _together(clerk.wording.note(note) for note in view.judgement.notes)
    return [
        *_missed(clerk, view),
        *(note_line(clerk.ctx, clerk.match.game.id, note) for note in notes),
        *_readings(clerk, view, {note.ruling.id for note in notes if note.ruling}),
    ]


def _readings(clerk: Clerk, view: FormView, said: Collection[str]) -> list[ft.Control]:
    """The table rulings that the answer rests on, where no note has named them."""
    if view.action is None:
        return []
    game, draft, private = clerk.match.game, draft_of(view.action), view.action.seat in clerk.seen
    found = hinges(game, clerk.state, draft, clerk.wording.readings, private=private)
    told = clerk.wording.rests_on(hinge for hinge in found if hinge.ruling not in said)
    return [message(note.said, Tone.CALM, key=f"reading:{note.id}") for note in told]


def _together(notes: Iterable[NoteLine]) -> list[NoteLine]:
    """The notes, all that nobody knows in one of them: it is one thing to be aware of."""
    told = list(notes)
    unknown = [note for note in told if note.unverified and not note.ruling]
    if len(unknown) < 2:
        return told
    rules = dict.fromkeys(rule for note in unknown for rule in note.rules)
    text = "\n".join(dict.fromkeys(note.text for note in unknown))
    whole = replace(unknown[0], text=text, rules=tuple(rules))
    return [whole, *(note for note in told if note not in unknown)]


def _missed(clerk: Clerk, view: FormView) -> list[ft.Control]:
    """What was left undone, where the turn is about to pass."""
    if view.action is None or clerk.desk.mode is not Mode.REPORT:
        return []
    device, match_id = clerk.ctx.device, clerk.match_id
    nouns = game_screen(clerk.match.game.id).nouns
    done = ticks(device, match_id)
    found = missed(clerk.match, clerk.wording, view.action, done, clerk.answered, nouns)
    if found is None:
        return []

    def all_done() -> None:
        tick(device, match_id, frozenset(handout.key for handout in found.handouts))
        clerk.set()

    words = clerk.ctx.words
    lines = (*found.duties, *(handout.text for handout in found.handouts))
    text = "\n".join((words("missed.title"), *(f"• {line}" for line in lines)))
    button = text_button(words("missed.done"), lambda _e: all_done(), key="missed:done")
    buttons = (button,) if found.handouts else ()
    return [message(text, Tone.CARE, actions=buttons, key="missed")]


def _actions(clerk: Clerk, screen: GameScreen, view: FormView) -> list[ft.Control]:
    words = clerk.ctx.words
    buttons: list[ft.Control] = []
    asked = view.facts or _unanswered(clerk, view)
    if not asked and (view.action or not is_quick(clerk)):
        buttons.append(_record(clerk, view))
    if not view.facts and _goes_on(clerk, screen, view):
        asking = view.form.asking or ""
        buttons.append(
            secondary(
                words("button.next"),
                lambda _e: clerk.answer(view.form.draft.values.get(asking, ())),
                key="form:next",
            )
        )
    if clerk.desk.mode is Mode.AMEND:
        buttons.append(
            text_button(
                words("amend.another_kind"),
                lambda _e: clerk.set(panel=Panel.KINDS, form=None),
                icon=ft.Icons.SWAP_HORIZ,
                key="form:kind",
            )
        )
    if view.form.history or not is_quick(clerk):
        buttons.append(
            text_button(
                words("button.back"),
                lambda _e: clerk.step_back(),
                icon=ft.Icons.ARROW_BACK,
                key="form:back",
            )
        )
    return buttons


def _unanswered(clerk: Clerk, view: FormView) -> bool:
    """Whether what would be refused is but the default of what is asked, with answers offered."""
    judgement = view.judgement
    if judgement is None or judgement.refusal is None or clerk.desk.mode is Mode.DOUBT:
        return False
    return bool(view.ways) or shows_proposals(clerk, view) or _offers_another(view)


def _offers_another(view: FormView) -> bool:
    """Whether a choice waits for its first answer, and only what it has until then is refused."""
    if view.refusal or view.form.asking in view.form.draft.values:
        return False
    return any(choice.refusal is None for choice in view.choices)


def _goes_on(clerk: Clerk, screen: GameScreen, view: FormView) -> bool:
    """Whether an open field is asked and others come after it."""
    open_field = isinstance(view.field, OpenBag | OpenNumber | OpenText)
    answers = shows_proposals(clerk, view) or picks_one(clerk, screen, view)
    if not open_field or answers or is_last(clerk, view.form):
        return False
    return view.action is None or not is_quick(clerk) or _asks_more(clerk, view)


def _asks_more(clerk: Clerk, view: FormView) -> bool:
    """Whether something is asked after what is filled in now, which is no default but an answer."""
    value = view.form.draft.values.get(view.form.asking or "", ())
    after = forms.answered(clerk.match.game, view.form, value)
    form = clerk.without_foregone(replace(clerk.desk, form=after)).form
    return form is not None and form.asking is not None


def _record(clerk: Clerk, view: FormView) -> ft.Control:
    """The button that ends the form, always in its place; when it cannot, it says why."""
    word = clerk.ctx.words(f"form.end.{clerk.desk.mode}")
    doubt = clerk.desk.mode is Mode.DOUBT
    if view.action is None:
        return primary(word, lambda _e: None, icon=ft.Icons.CHECK, key="record", disabled=True)
    if view.judgement and view.judgement.refusal and not doubt:
        blocked = clerk.ctx.words("form.blocked", action=word)
        return tappable(
            ft.Row(
                [ft.Icon(ft.Icons.BLOCK, size=20), ft.Text(word, size=18)], spacing=8, tight=True
            ),
            blocked,
            lambda _e: clerk.finish(view),
            key="record",
            height=50,
            padding=ft.Padding.symmetric(horizontal=20, vertical=12),
            border=outline(1, ft.Colors.OUTLINE),
        )
    icon = ft.Icons.HELP_OUTLINE if doubt else ft.Icons.CHECK
    return primary(word, lambda _e: clerk.finish(view), icon=icon, key="record")
