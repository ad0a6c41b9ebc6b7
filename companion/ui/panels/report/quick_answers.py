"""Quick answers, each by one touch: proposed bags and form completions."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.kernel import game as kernel
from companion.kernel.forms.form import Draft, OpenBag
from companion.ui.boards.contract import GameScreen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.field_prompts import (
    bundle_text,
    proposals_alone,
    question,
    value_text,
)
from companion.ui.theme import GAP
from companion.ui.views.report.form_completions import answering, differing
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
    rows = screen.bag_rows(controller.wording, field)
    if not rows:
        return [*parts, *_one_by_one(controller, view, field, chosen)]
    parts.append(
        bag(
            rows,
            chosen,
            lambda picked: controller.fill(tuple(sorted(picked))),
            remove_word=words("button.remove"),
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
        draft.kind, game.describe(controller.state, kernel.complete(game, draft))
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
