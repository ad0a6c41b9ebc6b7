"""Prompts of form fields: their wording, and the input that answers each."""

from typing import Any

from companion.kernel.forms.form import Draft, OpenBag
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.bag_text import summed_up
from companion.ui.views.report.form_completions import ways_on, with_nothing_more
from companion.ui.views.report.interaction import Mode
from companion.ui.views.report.report_form import Form, FormView


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
