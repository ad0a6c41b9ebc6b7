"""Field answered in the picker of its game, such as the cards of a hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.kernel import legality
from companion.kernel.form import OpenBag
from companion.kernel.refusal import ConditionKind, Refusal
from companion.ui.boards.contract import GameScreen, PickerInput, PickerItem
from companion.ui.drafts.draft_cache import hand_of, keep_hand
from companion.ui.layout import within_panel
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.panels.report.quick_answers import picks_one
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.interaction_events import Press
from companion.ui.views.report.report_form import Form, FormView
from companion.ui.widgets import in_own_row, text_button


def picker_of_bag(
    controller: MatchController, screen: GameScreen, view: FormView, field: OpenBag
) -> list[ft.Control]:
    """Build the picker for a bag, with the refusal of each item as things are."""
    together = not picks_one(controller, screen, view)
    asked = _Asked(
        view.form,
        _refused(controller, view, field, together=together),
        view.form.draft.values.get(view.form.asking or "", ()),
        controller.fill if together else controller.take,
        together,
    )
    parts = [_picked_from(controller, screen, asked)]
    if not together and field.maximum > 1:
        several = text_button(
            controller.ctx.words("form.several"),
            lambda _e: controller.send(Press.ASK_ALL),
            icon=ft.Icons.LIBRARY_ADD_CHECK,
            key="form:other",
        )
        parts.append(in_own_row(several))
    return parts


def picker_of_one(
    controller: MatchController, screen: GameScreen, view: FormView
) -> list[ft.Control]:
    """Build the picker for a single item, which the first touch answers."""
    there = view.form.draft.values.get(view.form.asking or "")
    asked = _Asked(
        view.form,
        {choice.value: choice.refusal for choice in view.choices},
        () if there is None else (there,),
        lambda bundle: controller.answer(bundle[0]) if bundle else None,
        together=False,
        alone=True,
    )
    return [_picked_from(controller, screen, asked)]


@dataclass(frozen=True)
class _Asked:
    """Request to the picker of a game."""

    form: Form
    refusals: Mapping[str, Refusal | None]
    """Every item, with its refusal as things are."""
    chosen: tuple[str, ...]
    take: Callable[[tuple[str, ...]], None]
    together: bool
    alone: bool = False
    """True if the answer is the item itself and not a bag."""


def _picked_from(controller: MatchController, screen: GameScreen, asked: _Asked) -> ft.Control:
    """Build the picker of the game for a request."""
    form, device = asked.form, controller.ctx.device
    name, whose = form.asking or "", f"{controller.match_id}:{form.draft.seat}"

    def blocked(item: str) -> None:
        refusal = asked.refusals[item]
        if refusal:
            controller.refused(
                refusal, form.draft.with_value(name, item if asked.alone else (item,))
            )

    def keep(hand: frozenset[str]) -> None:
        keep_hand(device, whose, hand)
        controller.redraw()

    given = PickerInput(
        match=controller.there,
        wording=controller.wording,
        draft=form.draft,
        picks=tuple(PickerItem(item, refusal) for item, refusal in asked.refusals.items()),
        chosen=tuple(asked.chosen),
        together=asked.together,
        text_scale=controller.ctx.settings.text_scale,
        width=within_panel(controller.ctx.layout, float(ft.context.page.width or 412)),
        take=asked.take,
        blocked=blocked,
        hand=hand_of(device, whose),
        keep_hand=keep,
    )
    picker: Any = screen.picker
    drawn: ft.Control = picker(given, key=f"picker:{form.draft.kind}")
    return drawn


def _refused(
    controller: MatchController, view: FormView, field: OpenBag, *, together: bool
) -> dict[str, Refusal | None]:
    """Return the refusal of each item.

    Among several items only impossible ones are refused, because others may be added.
    """
    form, game, state = view.form, controller.match.game, controller.state
    if controller.interaction.mode is Mode.DOUBT:
        return dict.fromkeys((item for item, _ in field.items))
    private = controller.greyed(form.draft.seat)
    known = legality.check_draft(game, state, form.draft, private=private)

    def refused(item: str) -> Refusal | None:
        draft = form.draft.with_value(form.asking or "", (item,))
        refusal = forms.unless_waived(
            legality.check_draft(game, state, draft, private=private), known
        )
        return (
            refusal
            if refusal and (not together or refusal.kind is ConditionKind.EXISTENCE)
            else None
        )

    return {item: refused(item) for item, _ in field.items}
