"""Prompts of the fields of a form, and answers to them by one touch."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.kernel import legality
from companion.kernel.form import Draft, OpenBag
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.theme import GAP
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.form_completions import (
    answering,
    differing,
    summed_up,
    ways_on,
    with_nothing_more,
)
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.report_form import Form, FormView
from companion.ui.widgets import (
    Option,
    bag,
    choices,
    frame_style,
    heading,
    in_own_row,
    tappable,
    text_button,
)


def value_text(controller: MatchController, form: Form, name: str, value: Any) -> str:
    """Return the text of a field value; an empty bag is «nada»."""
    if value in ((), ""):
        return controller.ctx.words("form.nothing")
    label = controller.match.game.label(controller.state, form.draft, name, value)
    return controller.wording.value_label(label, form.draft.kind, name)


def bundle_text(controller: MatchController, form: Form, name: str, bundle: tuple[str, ...]) -> str:
    """Describe a bag in a few words: «2 × azul 1 + verde 1»."""
    parts = []
    for item, count in summed_up(bundle):
        label = value_text(controller, form, name, item)
        parts.append(label if count == 1 else f"{count} × {label}")
    return " + ".join(parts) or controller.ctx.words("form.nothing")


def question(controller: MatchController, form: Form, name: str) -> str:
    """Return the prompt of a field, in the words of the pending duty if its game has them."""
    wording = controller.wording
    for duty in controller.match.game.duties(controller.state):
        key = f"asked.{duty.code}.{name}"
        if duty.action == form.draft.kind and key in wording.own:
            return wording.of_table(key, duty.params)
    return wording.field_label(form.draft.kind, name)


def is_quick(controller: MatchController) -> bool:
    """Return whether the last answer records the report without a review."""
    return not controller.interaction.thorough and controller.interaction.mode is not Mode.AMEND


def is_last(controller: MatchController, form: Form) -> bool:
    """Return whether no field of the act follows the current one."""
    return form.asking == controller.match.game.action_models[form.draft.kind].form_fields()[-1]


def picks_one(controller: MatchController, screen: GameScreen, view: FormView) -> bool:
    """Return whether the first touch in the game's picker answers its field."""
    if screen.picker is None or not is_quick(controller):
        return False
    one = isinstance(view.field, OpenBag) and view.field.maximum == 1
    return one or view.form.draft.kind in screen.one_by_one


def asks_one(screen: GameScreen, view: FormView) -> bool:
    """Return whether the game's picker asks for a field that is not a bag."""
    asked = (view.form.draft.kind, view.form.asking)
    return screen.picker is not None and asked in screen.single


def proposals_alone(controller: MatchController, view: FormView) -> tuple[tuple[str, ...], ...]:
    """Return the bags that an open field offers and nothing else; none if it offers more."""
    unanswered = view.form.asking not in view.form.draft.values
    own = game_screen(controller.match.game.id).picker is not None
    if own or not is_quick(controller) or not unanswered:
        return ()
    # If the only proposal were an empty bag, the form would ask whether there is something else.
    offered = _worth_offering(controller, view)
    return () if offered == ((),) else offered


def _worth_offering(controller: MatchController, view: FormView) -> tuple[tuple[str, ...], ...]:
    """Return the bags worth offering; if that is known, only those that can be legal."""
    field, form = view.field, view.form
    if not isinstance(field, OpenBag) or form.asking is None:
        return ()
    of, private = controller.match.game, controller.greyed(form.draft.seat)
    drafts = {bundle: form.draft.with_value(form.asking, bundle) for bundle in field.proposals}
    if controller.interaction.mode is Mode.DOUBT or not all(
        forms.is_whole(of, d) for d in drafts.values()
    ):
        return field.proposals
    return tuple(
        bundle
        for bundle, draft in drafts.items()
        if forms.legal(of, controller.state, draft, private=private)
        or forms.has_legal_completion(of, controller.state, draft, private=private)
    )


def whole_ways(
    controller: MatchController, screen: GameScreen, view: FormView
) -> tuple[Draft, ...]:
    """Return the form completions offered as one touch each, where the game has them."""
    if not _answers_at_once(controller, screen, view):
        return ()
    form, match = view.form, controller.there
    private = controller.greyed(form.draft.seat)
    return ways_on(match.game, match.state, form, screen.places(match), private=private)


def nothing_more(controller: MatchController, screen: GameScreen, view: FormView) -> Draft | None:
    """Return the draft with nothing in all that is left to ask, offered as one touch."""
    if view.ways or not _answers_at_once(controller, screen, view):
        return None
    form, match = view.form, controller.there
    private = controller.greyed(form.draft.seat)
    return with_nothing_more(match.game, match.state, form, private=private)


def _answers_at_once(controller: MatchController, screen: GameScreen, view: FormView) -> bool:
    quick = is_quick(controller) and controller.interaction.mode is not Mode.DOUBT
    return quick and view.form.draft.kind in screen.at_once and not view.facts


def bag_offered(
    controller: MatchController, screen: GameScreen, view: FormView, field: OpenBag
) -> list[ft.Control]:
    """Build the input of a bag: the proposals, then everything else."""
    form, words = view.form, controller.ctx.words
    name = form.asking or ""
    chosen = tuple(form.draft.values.get(name, ()))
    parts: list[ft.Control] = []
    short = proposals_alone(controller, view)
    if field.proposals:
        chips = [
            _proposal(controller, screen, form, bundle, chosen == tuple(sorted(bundle)))
            for bundle in short or field.proposals
        ]
        parts.append(
            ft.Row(chips, spacing=GAP, run_spacing=GAP, wrap=True)
            if short
            else ft.Row(chips, spacing=GAP, scroll=ft.ScrollMode.AUTO)
        )
    if short:
        return [*parts, _others(controller)]
    # What is not there is only shown where it was told.
    there = tuple((item, most) for item, most in field.items if most or item in chosen)
    field = replace(field, items=there)
    rows = screen.bag_rows(controller.wording, field)
    if not rows:
        return [*parts, *_one_by_one(controller, view, field, chosen)]
    parts.append(
        bag(
            rows,
            chosen,
            lambda picked: controller.fill(tuple(sorted(picked))),
            remove_word=words("button.remove"),
            none_word=words("form.none_chosen"),
        )
    )
    return parts


def _one_by_one(
    controller: MatchController, view: FormView, field: OpenBag, chosen: tuple[str, ...]
) -> list[ft.Control]:
    """Build the items of a bag where the game draws no rows; a touch toggles one."""
    name = view.form.asking or ""
    options = [
        Option(item, value_text(controller, view.form, name, item), selected=item in chosen)
        for item, _ in field.items
    ]

    def touched(item: str) -> None:
        controller.fill(tuple(sorted({*chosen} ^ {item})))

    return [choices(options, touched, key=f"bag:{name}")] if options else []


def _proposal(
    controller: MatchController,
    screen: GameScreen,
    form: Form,
    bundle: tuple[str, ...],
    chosen: bool,
) -> ft.Control:
    """Build a proposed bag, drawn as its contents."""
    said = bundle_text(controller, form, form.asking or "", bundle)
    marks = [_mark(controller, screen, form, form.asking or "", item) for item in bundle]
    return answer_chip(
        controller,
        marks or [ft.Text(said, size=17, weight=ft.FontWeight.W_600)],
        controller.ctx.words("form.proposal", bundle=said),
        lambda _e: controller.take(tuple(sorted(bundle))),
        # Two bundles may have the same label but never the same contents, so the key uses the
        # contents.
        key=f"proposal:{'+'.join(bundle)}",
        chosen=chosen,
        down=6,
    )


def answer_chip(
    controller: MatchController,
    face: Sequence[ft.Control],
    said: str,
    on_tap: Callable[[object], None],
    *,
    key: str,
    chosen: bool = False,
    down: float = 2,
) -> ft.Control:
    """Build a chip that answers by one touch.

    Args:
        controller: match controller.
        face: its drawings and texts.
        said: its accessible name.
        on_tap: called when it is touched.
        key: its key.
        chosen: True if it is the answer so far.
        down: free space above and below.
    """
    return tappable(
        ft.Row([*face], spacing=3, tight=True),
        said,
        on_tap,
        key=key,
        selected=chosen,
        height=50 * controller.ctx.settings.grown,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        **frame_style(
            2 if chosen else 1,
            ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT,
            across=10,
            down=down,
        ),
    )


def ways_offered(
    controller: MatchController, screen: GameScreen, form: Form, ways: tuple[Draft, ...]
) -> list[ft.Control]:
    """Build one chip per form completion, with its answers field by field."""
    names = differing(ways)
    asked = " ".join(question(controller, form, name) for name in names)
    chips = [_answer_chip(controller, screen, draft, names) for draft in ways]
    return [
        heading(asked, 18, level=3),
        ft.Row(chips, spacing=GAP, run_spacing=GAP, wrap=True),
        _others(controller),
    ]


def _answer_chip(
    controller: MatchController,
    screen: GameScreen,
    draft: Draft,
    names: tuple[str, ...],
) -> ft.Control:
    parts = way_face(controller, screen, draft, answering(draft, names))
    return answer_chip(
        controller,
        parts,
        attempt_text(controller, draft),
        lambda _e: controller.live.take_whole(draft),
        key=f"way:{'+'.join(str(draft.values[name]) for name in names)}",
    )


def attempt_text(controller: MatchController, draft: Draft) -> str:
    """Return what a complete draft would report, as a sentence."""
    game = controller.match.game
    said = controller.wording.action_attempt(
        draft.kind, game.describe(controller.state, legality.complete(game, draft))
    )
    return said[:1].upper() + said[1:]


def way_face(
    controller: MatchController, screen: GameScreen, draft: Draft, names: Sequence[str]
) -> list[ft.Control]:
    """Build the answers of a draft to some fields, with an arrow between them."""
    parts: list[ft.Control] = []
    for name in names:
        if parts:
            parts.append(ft.Icon(ft.Icons.ARROW_FORWARD, size=18))
        parts += _answer(controller, screen, Form(draft, None), name, draft.values[name])
    return [*map(_giving_way, parts)]


def _answer(
    controller: MatchController, screen: GameScreen, form: Form, name: str, value: Any
) -> list[ft.Control]:
    """Build one answer: the items of a bag, or its text."""
    if isinstance(value, tuple) and value:
        return [_mark(controller, screen, form, name, item) for item in value]
    return [ft.Text(value_text(controller, form, name, value), size=17, weight=ft.FontWeight.W_600)]


def _mark(
    controller: MatchController, screen: GameScreen, form: Form, name: str, item: str
) -> ft.Control:
    """Build an item of a bag: its drawing, or its label."""
    drawn = screen.item_mark(item, controller.wording)
    if drawn is not None:
        return drawn
    return ft.Text(value_text(controller, form, name, item), size=16, weight=ft.FontWeight.W_600)


def _giving_way(part: ft.Control) -> ft.Control:
    """Return a text that takes two lines where its chip would be wider than the panel."""
    return ft.Container(part, expand=True, expand_loose=True) if isinstance(part, ft.Text) else part


def _others(controller: MatchController) -> ft.Control:
    """Build the button that shows all other answers."""
    button = text_button(
        controller.ctx.words("form.other_bag"),
        lambda _e: controller.send(Press.ASK_ALL),
        icon=ft.Icons.MORE_HORIZ,
        key="form:other",
    )
    return in_own_row(button)
