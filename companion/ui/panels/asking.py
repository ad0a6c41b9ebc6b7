"""How a field of a form is asked: in which words, and by which of the ways to answer it."""

from typing import Any

from companion.kernel.form import Draft, OpenBag
from companion.ui.boards.contract import GameScreen, game_screen
from companion.ui.panels.clerk import Clerk
from companion.ui.views import form as forms
from companion.ui.views.bag import summed_up
from companion.ui.views.desk import Mode
from companion.ui.views.form import Form, FormView
from companion.ui.views.ways_on import ways_on


def value_text(clerk: Clerk, form: Form, name: str, value: Any) -> str:
    """A value of a field as it reads; an empty bag is «nada»."""
    if value in ((), ""):
        return clerk.ctx.words("form.nothing")
    label = clerk.match.game.label(clerk.state, form.draft, name, value)
    return clerk.wording.value_label(label, form.draft.kind, name)


def bundle_text(clerk: Clerk, form: Form, name: str, bundle: tuple[str, ...]) -> str:
    """A bag in a few words: «2 × azul 1 + verde 1»."""
    parts = []
    for item, count in summed_up(bundle):
        label = value_text(clerk, form, name, item)
        parts.append(label if count == 1 else f"{count} × {label}")
    return " + ".join(parts) or clerk.ctx.words("form.nothing")


def question(clerk: Clerk, form: Form, name: str) -> str:
    """What a field asks: of what is due in the words for it, where its game has any."""
    wording = clerk.wording
    for duty in clerk.match.game.duties(clerk.state):
        key = f"asked.{duty.code}.{name}"
        if duty.action == form.draft.kind and key in wording.own:
            return wording.of_table(key, duty.params)
    return wording.field_label(form.draft.kind, name)


def is_quick(clerk: Clerk) -> bool:
    """Whether what is answered last is recorded by that, without looking at it again."""
    return not clerk.desk.thorough and clerk.desk.mode is not Mode.AMEND


def is_last(clerk: Clerk, form: Form) -> bool:
    """Whether no field of the act comes after the one that is asked."""
    return form.asking == clerk.match.game.action_models[form.draft.kind].form_fields()[-1]


def picks_one(clerk: Clerk, screen: GameScreen, view: FormView) -> bool:
    """Whether the first touch in the picker of a game answers its field."""
    if screen.picker is None or not is_quick(clerk):
        return False
    one = isinstance(view.field, OpenBag) and view.field.maximum == 1
    return one or view.form.draft.kind in screen.one_by_one


def asks_one(screen: GameScreen, view: FormView) -> bool:
    """Whether the picker of a game asks a field that is no bag."""
    asked = (view.form.draft.kind, view.form.asking)
    return screen.picker is not None and asked in screen.single


def shows_proposals(clerk: Clerk, view: FormView) -> bool:
    """Whether an open field is asked by what is worth offering, and no more."""
    unanswered = view.form.asking not in view.form.draft.values
    own = game_screen(clerk.match.game.id).picker is not None
    if own or not is_quick(clerk) or not unanswered:
        return False
    # To offer nothing but an empty bag would be to ask whether something else is laid down.
    return worth_offering(clerk, view) not in ((), ((),))


def worth_offering(clerk: Clerk, view: FormView) -> tuple[tuple[str, ...], ...]:
    """The bags worth offering; where that is known already, those that make the report legal."""
    field, form = view.field, view.form
    if not isinstance(field, OpenBag) or form.asking is None:
        return ()
    of, private = clerk.match.game, clerk.greyed(form.draft.seat)
    drafts = {bundle: form.draft.with_value(form.asking, bundle) for bundle in field.proposals}
    if clerk.desk.mode is Mode.DOUBT or not all(forms.is_whole(of, d) for d in drafts.values()):
        return field.proposals
    return tuple(
        bundle
        for bundle, draft in drafts.items()
        if forms.legal(of, clerk.state, draft, private=private)
        or forms.helped(of, clerk.state, draft, private=private)
    )


def whole_ways(clerk: Clerk, screen: GameScreen, view: FormView) -> tuple[Draft, ...]:
    """The ways to answer all that is left of a form by one touch, where its game offers them."""
    form, match = view.form, clerk.there
    if form.draft.kind not in screen.at_once or view.facts:
        return ()
    if not is_quick(clerk) or clerk.desk.mode is Mode.DOUBT:
        return ()
    private = clerk.greyed(form.draft.seat)
    return ways_on(match.game, match.state, form, screen.places(match), private=private)
