"""The one form that reports, doubts and corrects: a field at a time, judged as it is filled in."""

from typing import Any

import flet as ft

from companion.kernel.form import Choices, OpenBag, OpenNumber, OpenText
from companion.ui.games import EditorInput, GameScreen
from companion.ui.presenters.bag import summed_up
from companion.ui.presenters.desk import Mode
from companion.ui.presenters.form import Form, FormView
from companion.ui.screens.clerk import Clerk
from companion.ui.screens.dato import FactForm
from companion.ui.screens.dictamen import note_line
from companion.ui.screens.paso import step_panel, strip
from companion.ui.theme import GAP, seat_look
from companion.ui.widgets import (
    Option,
    Tone,
    bag,
    choices,
    heading,
    icon_button,
    message,
    primary,
    secondary,
    stepper,
    tappable,
    text_button,
    text_field,
)

ACCENTS = {
    Mode.REPORT: ft.Colors.SURFACE_CONTAINER,
    Mode.DOUBT: ft.Colors.TERTIARY_CONTAINER,
    Mode.AMEND: ft.Colors.SECONDARY_CONTAINER,
}


def form_panel(clerk: Clerk, screen: GameScreen) -> ft.Control:
    """The open form."""
    form, view = clerk.desk.form, clerk.view()
    assert form is not None
    assert view is not None
    words = clerk.ctx.words
    closing = icon_button(
        ft.Icons.CLOSE, words("button.cancel"), lambda _e: clerk.close(), key="form:close"
    )
    return step_panel(
        title(clerk, form.draft.kind),
        _body(clerk, screen, view),
        _actions(clerk, view),
        close=closing,
        key="form",
        accent=ACCENTS[clerk.desk.mode],
        strip=None if view.fact else _verdict(clerk, view),
    )


def title(clerk: Clerk, kind: str) -> str:
    """What is being done: reported, doubted or corrected."""
    name = clerk.wording.action_label(kind)
    return clerk.ctx.words(f"form.heading.{clerk.desk.mode}", action=name)


def _body(clerk: Clerk, screen: GameScreen, view: FormView) -> list[ft.Control]:
    parts: list[ft.Control] = []
    if clerk.desk.trouble:
        parts.append(message(clerk.desk.trouble, Tone.BAD, key="trouble"))
    parts += _whose(clerk, view.form)
    editor = screen.editors.get(view.form.draft.kind)
    if editor:
        given = EditorInput(
            clerk.match,
            clerk.wording,
            view.form.draft,
            clerk.ctx.settings.text_scale,
            clerk.rewrite,
        )
        return [*parts, editor(given), *_notes(clerk, view)]
    parts.append(_so_far(clerk, view.form, view.form.asking))
    if view.fact:
        parts.append(FactForm(clerk.ctx, clerk, view.fact, key=f"fact:{view.fact.fact}"))
        return parts
    parts += _field(clerk, screen, view)
    parts += _notes(clerk, view)
    return parts


def _whose(clerk: Clerk, form: Form) -> list[ft.Control]:
    """Who does it, where the table waits for several at once."""
    waited = clerk.match.game.awaiting(clerk.state)
    if len(waited) < 2 or clerk.desk.mode is Mode.AMEND:
        return []
    options = [
        Option(
            seat,
            clerk.wording.player(seat),
            selected=seat == form.draft.seat,
            icon=seat_look(seat).icon,
            colour=seat_look(seat).colour,
        )
        for seat in waited
    ]
    question = heading(clerk.ctx.words("form.whose"), 18, level=3)
    return [question, choices(options, clerk.sit, key="whose")]


def _so_far(clerk: Clerk, form: Form, asking: str | None) -> ft.Control:
    """What is filled in already; touching one asks it again."""
    chips = [
        _filled_in(clerk, form, name, value)
        for name, value in form.draft.values.items()
        if name != asking
    ]
    return ft.Row(chips, wrap=True, spacing=GAP, run_spacing=GAP)


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
        border=ft.Border.all(1, ft.Colors.OUTLINE),
    )


def value_text(clerk: Clerk, form: Form, name: str, value: Any) -> str:
    """A value of a field as it reads; an empty bag is «nada»."""
    if value in ((), ""):
        return clerk.ctx.words("form.nothing")
    label = clerk.match.game.label(clerk.state, form.draft, name, value)
    return clerk.wording.value_label(label, form.draft.kind, name)


def _field(clerk: Clerk, screen: GameScreen, view: FormView) -> list[ft.Control]:
    form = view.form
    if form.asking is None or view.field is None:
        return []
    question = heading(clerk.wording.field_label(form.draft.kind, form.asking), 18, level=3)
    match view.field:
        case Choices():
            return [question, _choices(clerk, view, form.asking)]
        case OpenBag():
            return [question, *_bag(clerk, screen, view, view.field)]
        case OpenNumber(minimum=low, maximum=high, proposals=proposals):
            return [question, _number(clerk, form, low, high, proposals)]
        case OpenText(maximum=most):
            return [question, _text(clerk, form, most)]
        case _:
            return []


def _choices(clerk: Clerk, view: FormView, name: str) -> ft.Control:
    form = view.form
    options = [
        Option(index, value_text(clerk, form, name, choice.value), choice.refusal is None)
        for index, choice in enumerate(view.choices)
    ]

    def blocked(index: int) -> None:
        choice = view.choices[index]
        if choice.refusal:
            clerk.refused(choice.refusal, form.draft.with_value(name, choice.value))

    return choices(
        options,
        lambda index: clerk.answer(view.choices[index].value),
        blocked,
        key=f"field:{name}",
        blocked_word=clerk.ctx.words("form.greyed"),
    )


def _bag(clerk: Clerk, screen: GameScreen, view: FormView, field: OpenBag) -> list[ft.Control]:
    form, words = view.form, clerk.ctx.words
    name = form.asking or ""
    chosen = tuple(form.draft.values.get(name, ()))
    parts: list[ft.Control] = []
    if field.proposals:
        chips = [
            _proposal(clerk, screen, form, bundle, chosen == tuple(sorted(bundle)))
            for bundle in field.proposals
        ]
        parts.append(ft.Row(chips, spacing=GAP, scroll=ft.ScrollMode.AUTO))
    parts.append(
        bag(
            screen.bag_rows(clerk.wording, field),
            chosen,
            lambda picked: clerk.fill(tuple(sorted(picked))),
            remove_word=words("button.remove"),
        )
    )
    return parts


def _proposal(
    clerk: Clerk, screen: GameScreen, form: Form, bundle: tuple[str, ...], chosen: bool
) -> ft.Control:
    """A bag worth offering, drawn as what it holds."""
    said = bundle_text(clerk, form, form.asking or "", bundle)
    marks = [screen.item_mark(item, clerk.wording) for item in bundle]
    return tappable(
        ft.Row(
            marks or [ft.Text(said, size=17, weight=ft.FontWeight.W_600)], spacing=3, tight=True
        ),
        clerk.ctx.words("form.proposal", bundle=said),
        lambda _e: clerk.fill(tuple(sorted(bundle))),
        key=f"proposal:{said}",
        selected=chosen,
        height=50 * max(1.0, clerk.ctx.settings.text_scale / 100),
        padding=ft.Padding.symmetric(horizontal=10, vertical=6),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border.all(
            2 if chosen else 1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT
        ),
        alignment=ft.Alignment.CENTER,
    )


def bundle_text(clerk: Clerk, form: Form, name: str, bundle: tuple[str, ...]) -> str:
    """A bag in a few words: «2 × azul 1 + verde 1»."""
    parts = []
    for item, count in summed_up(bundle):
        label = value_text(clerk, form, name, item)
        parts.append(label if count == 1 else f"{count} × {label}")
    return " + ".join(parts) or clerk.ctx.words("form.nothing")


def _number(
    clerk: Clerk, form: Form, low: int, high: int, proposals: tuple[int, ...]
) -> ft.Control:
    words = clerk.ctx.words
    value = int(form.draft.values.get(form.asking or "", low))
    label = clerk.wording.field_label(form.draft.kind, form.asking or "")
    steps = stepper(
        value,
        low,
        high,
        clerk.fill,
        less=words("a11y.decrease", label=label),
        more=words("a11y.increase", label=label),
    )
    if not proposals:
        return steps
    offered = [Option(n, str(n), selected=n == value) for n in proposals]
    return ft.Column([choices(offered, clerk.fill, key="proposal"), steps], spacing=GAP)


def _text(clerk: Clerk, form: Form, most: int) -> ft.Control:
    name = form.asking or ""
    label = clerk.wording.field_label(form.draft.kind, name)
    value = str(form.draft.values.get(name, ""))
    return text_field(label, value, clerk.fill, key=f"field:{name}", maximum=most)


def _verdict(clerk: Clerk, view: FormView) -> ft.Control | None:
    """How it would be judged as it stands, always in the same place."""
    judgement, words = view.judgement, clerk.ctx.words
    if clerk.desk.mode is Mode.DOUBT or judgement is None:
        return None
    if judgement.refusal:
        card = clerk.wording.refusal(judgement.refusal, view.form.draft.kind)
        return strip(
            card.facts, ft.Icons.BLOCK, ft.Colors.ERROR_CONTAINER, ft.Colors.ON_ERROR_CONTAINER
        )
    return strip(
        words("form.legal"),
        ft.Icons.CHECK_CIRCLE_OUTLINE,
        ft.Colors.PRIMARY_CONTAINER,
        ft.Colors.ON_PRIMARY_CONTAINER,
    )


def _notes(clerk: Clerk, view: FormView) -> list[ft.Control]:
    """What would be said beside it."""
    if view.judgement is None or clerk.desk.mode is Mode.DOUBT:
        return []
    notes = [clerk.wording.note(note) for note in view.judgement.notes]
    return [note_line(clerk.ctx, clerk.match.game.id, note) for note in notes]


def _actions(clerk: Clerk, view: FormView) -> list[ft.Control]:
    words = clerk.ctx.words
    buttons: list[ft.Control] = []
    if not view.fact:
        buttons.append(_record(clerk, view))
    if _goes_on(clerk, view):
        asking = view.form.asking or ""
        buttons.append(
            secondary(
                words("button.next"),
                lambda _e: clerk.answer(view.form.draft.values.get(asking, ())),
                key="form:next",
            )
        )
    buttons.append(
        text_button(
            words("button.back"),
            lambda _e: clerk.step_back(),
            icon=ft.Icons.ARROW_BACK,
            key="form:back",
        )
    )
    return buttons


def _goes_on(clerk: Clerk, view: FormView) -> bool:
    """Whether an open field is asked and others come after it."""
    names = clerk.match.game.action_models[view.form.draft.kind].form_fields()
    open_field = isinstance(view.field, OpenBag | OpenNumber | OpenText)
    return open_field and view.form.asking != names[-1]


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
            border=ft.Border.all(1, ft.Colors.OUTLINE),
        )
    icon = ft.Icons.HELP_OUTLINE if doubt else ft.Icons.CHECK
    return primary(word, lambda _e: clerk.finish(view), icon=icon, key="record")
