"""The one form that reports, doubts and corrects: a draft filled in field by field.

Pure: every function takes the game, a state and a form, and returns a new form or a view.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel.form import AskFact, Choices, Draft, Field, OpenBag
from companion.kernel.game import Choice, Game
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.values import Seat


@dataclass(frozen=True)
class Form:
    """A report being filled in: the draft, the field being asked and the facts skipped."""

    draft: Draft
    asking: str | None
    skipped: frozenset[str] = frozenset()
    """Printed values that the table did not want to type now."""
    history: tuple[Draft, ...] = field(default=(), compare=False)
    """The drafts before each answer, to step back."""


@dataclass(frozen=True)
class FormView:
    """What the form shows now."""

    form: Form
    field: Field | None
    """What the field being asked can be; None when every field is filled in."""
    choices: tuple[Choice, ...]
    """Of a closed field: every value in its fixed order, with the refusal that greys it out."""
    facts: tuple[AskFact, ...]
    """The printed values to type before anything else."""
    action: Action | None
    """The action as it stands, where every field is filled in or has a default."""
    judgement: Judgement | None
    """How that action would be judged now."""
    refusal: Refusal | None
    """What already forbids the draft, whatever else is filled in."""
    covered: bool
    """Whether more depends on what the acting seat hides than may be said here."""
    secret: bool = False
    """Whether what forbids it rests on what the acting seat hides, so that it is not said how."""
    ways: tuple[Draft, ...] = ()
    """The ways to answer all that is left by one touch, where its game offers them."""

    @property
    def ready(self) -> bool:
        """Whether the action can be recorded as it stands."""
        return not self.facts and self.judgement is not None and not self.judgement.refusal


def start(game: Game[Any], seat: Seat, kind: str, values: Mapping[str, Any] | None = None) -> Form:
    """The form of one kind of action, with some fields already answered."""
    return begun(game, Draft(kind, seat, dict(values or {})))


def begun(game: Game[Any], draft: Draft) -> Form:
    """The form of a draft as far as it is filled in."""
    return Form(draft, kernel.next_field(game, draft))


def start_from(action: Action) -> Form:
    """The form of an action already reported, complete, to correct it."""
    names = action.form_fields()
    draft = Draft(action.kind, action.seat, {name: getattr(action, name) for name in names})
    return Form(draft, names[-1] if names else None)


def _none(_draft: Draft) -> bool:
    return False


def settled(
    game: Game[Any],
    state: Any,
    form: Form,
    *,
    greyed: bool = True,
    shown: Callable[[Draft], bool] = _none,
) -> Form:
    """The form without the questions that have one possible answer, which is taken.

    Args:
        game: of the match.
        state: the table that the form is about.
        form: what is filled in.
        greyed: whether what the acting seat hides has a say in what is possible.
        shown: whether a draft says last what is to be seen before it is taken.
    """
    while form.asking is not None:
        possible = _possible(game, state, form, greyed=greyed)
        if len(possible) != 1:
            return form
        draft = form.draft.with_value(form.asking, possible[0])
        if shown(draft):
            return form
        form = replace(form, draft=draft, asking=kernel.next_field(game, draft))
    return form


def _possible(game: Game[Any], state: Any, form: Form, *, greyed: bool) -> tuple[Any, ...]:
    """The answers to the field being asked, as soon as it is clear whether there are several.

    None where it is open; of one that may be left out, all, for its default answers it.
    """
    name = form.asking or ""
    found = game.candidates(state, form.draft, name)
    if isinstance(found, OpenBag) and found.only:
        return found.proposals
    if not isinstance(found, Choices):
        return ()
    if found.optional or len(found.values) == 1:
        return found.values
    known = kernel.check_draft(game, state, form.draft, private=greyed)
    possible: list[Any] = []
    for value in found.values:
        draft = form.draft.with_value(name, value)
        refusal = kernel.check_draft(game, state, draft, private=greyed)
        if beyond(refusal, known) is None:
            possible.append(value)
        if len(possible) > 1:
            break
    return tuple(possible)


def dead_end(game: Game[Any], state: Any, draft: Draft, *, private: bool = True) -> Refusal | None:
    """What forbids the first answer to the next question where every answer is forbidden.

    None where one of them is not, where the question is open or may be left out, or is the last.
    """
    name = kernel.next_field(game, draft)
    found = game.candidates(state, draft, name) if name else None
    if name is None or not isinstance(found, Choices) or found.optional:
        return None
    known, first = kernel.check_draft(game, state, draft, private=private), None
    for value in found.values:
        tried = kernel.check_draft(game, state, draft.with_value(name, value), private=private)
        refusal = beyond(tried, known)
        if refusal is None:
            return None
        first = first or refusal
    return first


def helped(game: Game[Any], state: Any, draft: Draft, *, private: bool = True) -> bool:
    """Whether what is refused as it stands is legal with other values of what may be left out."""
    name = kernel.next_field(game, draft)
    if name is None:
        return False
    known = kernel.check_draft(game, state, draft, private=private)
    for value in kernel.values_to_try(game.candidates(state, draft, name)):
        filled_in = draft.with_value(name, value)
        if legal(game, state, filled_in, private=private):
            return True
        refusal = kernel.check_draft(game, state, filled_in, private=private)
        # What is refused by now is not made legal by what is answered later.
        if beyond(refusal, known) is None and helped(game, state, filled_in, private=private):
            return True
    return False


def legal(game: Game[Any], state: Any, draft: Draft, *, private: bool = True) -> bool:
    """Whether a draft can be recorded as it stands, with the defaults of what is not filled in."""
    action = _action(game, Form(draft, None))
    return action is not None and not kernel.judge(game, state, action, private=private).refusal


def answered(game: Game[Any], form: Form, value: object) -> Form:
    """The form with the field being asked answered, asking the next one."""
    if form.asking is None:
        return form
    draft = form.draft.with_value(form.asking, value)
    return replace(
        form,
        draft=draft,
        asking=kernel.next_field(game, draft),
        history=(*form.history, form.draft),
    )


def filled(form: Form, value: object) -> Form:
    """The form with a value in the field being asked, which stays open (an open field)."""
    if form.asking is None:
        return form
    return replace(form, draft=form.draft.with_value(form.asking, value))


def rewritten(form: Form, values: Mapping[str, Any]) -> Form:
    """The form with other values in all its fields; none of them is asked."""
    return replace(form, draft=Draft(form.draft.kind, form.draft.seat, dict(values)), asking=None)


def by_seat(game: Game[Any], form: Form, seat: Seat) -> Form:
    """The form begun again by another seat."""
    return start(game, seat, form.draft.kind)


def with_seat(form: Form, seat: Seat) -> Form:
    """The same form, filled in as it is, by another seat."""
    return replace(form, draft=replace(form.draft, seat=seat))


def stepped_back(form: Form) -> Form:
    """The form before its last answer; the same if there is none."""
    if not form.history:
        return form
    draft = form.history[-1]
    asking = next((n for n in form.draft.values if n not in draft.values), form.asking)
    return replace(form, draft=draft, asking=asking, history=form.history[:-1])


def field_of_place(game: Game[Any], state: Any, form: Form, place: object) -> str | None:
    """The field that a place touched on the board answers: the one asked, or an earlier one."""
    names: tuple[str, ...] = game.action_models[form.draft.kind].form_fields()
    asked: tuple[str, ...] = (form.asking,) if form.asking else ()
    earlier: tuple[str, ...] = tuple(n for n in names if n in form.draft.values)
    for name in (*asked, *earlier):
        kept = {n: v for n, v in form.draft.values.items() if names.index(n) < names.index(name)}
        found: Field = game.candidates(state, Draft(form.draft.kind, form.draft.seat, kept), name)
        if isinstance(found, Choices) and place in found.values:
            return name
    return None


def reopened(game: Game[Any], form: Form, name: str) -> Form:
    """The form asking an earlier field again; what came after it is forgotten."""
    names = game.action_models[form.draft.kind].form_fields()
    kept = {n: form.draft.values[n] for n in names[: names.index(name)] if n in form.draft.values}
    return replace(form, draft=Draft(form.draft.kind, form.draft.seat, kept), asking=name)


def answerable(game: Game[Any], state: Any, form: Form, name: str) -> bool:
    """Whether a field that is filled in could have been filled in otherwise."""
    found: Field = game.candidates(state, reopened(game, form, name).draft, name)
    match found:
        case OpenBag(only=True, proposals=offered):
            return len(offered) > 1
        case Choices(values=values):
            return len(values) > 1
        case _:
            return True


def skip_facts(form: Form, facts: Iterable[str]) -> Form:
    """The form without asking for these printed values again."""
    return replace(form, skipped=form.skipped | {*facts})


def view(
    game: Game[Any], state: Any, form: Form, *, greyed: bool = True, told: bool = True
) -> FormView:
    """What the form shows on this state.

    Args:
        game: of the match.
        state: the table that the form is about.
        form: what is filled in.
        greyed: whether what the acting seat hides greys out choices (`sight.private_for`).
        told: whether what was chosen is judged by it (`sight.seen`).
    """
    asked = game.candidates(state, form.draft, form.asking) if form.asking else None
    facts = _facts(game, state, form, asked)
    action = _action(game, form)
    judgement = kernel.judge(game, state, action, private=told) if action else None
    refusal = kernel.check_draft(game, state, form.draft, private=told)
    choices = (
        _choices(game, state, form.draft, form.asking, greyed=greyed)
        if form.asking and isinstance(asked, Choices)
        else ()
    )
    covered = not told and kernel.hinges_on_hidden(game, form.draft.kind)
    return FormView(form, asked, choices, facts, action, judgement, refusal, covered)


def without_secrets(game: Game[Any], found: FormView) -> FormView:
    """The view without a word that tells what the acting seat hides; the verdict stays."""
    kind, judgement = found.form.draft.kind, found.judgement
    if judgement is None:
        return found
    refusal = judgement.refusal
    notes = tuple(n for n in judgement.notes if kernel.tells_all(game, kind, n.code))
    return replace(
        found,
        judgement=replace(judgement, notes=notes),
        secret=refusal is not None and not kernel.tells_all(game, kind, refusal.code),
    )


def _choices(
    game: Game[Any], state: Any, draft: Draft, name: str, *, greyed: bool
) -> tuple[Choice, ...]:
    """The values of a field. What the table has waved through already greys none of them out."""
    found = kernel.judged_choices(game, state, draft, name, private=greyed)
    known = kernel.check_draft(game, state, draft, private=greyed)
    return tuple(Choice(c.value, beyond(c.refusal, known)) for c in found)


def beyond(refusal: Refusal | None, known: Refusal | None) -> Refusal | None:
    """A refusal, unless it is one that the table has gone on in spite of."""
    if refusal and known and known.overrulable and refusal.code == known.code:
        return None
    return refusal


def _facts(game: Game[Any], state: Any, form: Form, asked: Field | None) -> tuple[AskFact, ...]:
    wanted = (*game.asks(state, form.draft), *((asked,) if isinstance(asked, AskFact) else ()))
    return tuple(ask for ask in wanted if ask.compulsory or ask.fact not in form.skipped)


def is_whole(game: Game[Any], draft: Draft) -> bool:
    """Whether everything is filled in that has no default."""
    return _action(game, Form(draft, None)) is not None


def said_in_full(game: Game[Any], draft: Draft) -> Action | None:
    """The action of a draft in which every field was answered; None while one was not."""
    fields = game.action_models[draft.kind].form_fields()
    return _action(game, Form(draft, None)) if set(fields) <= draft.values.keys() else None


def _action(game: Game[Any], form: Form) -> Action | None:
    model = game.action_models[form.draft.kind]
    missing = [name for name in model.form_fields() if name not in form.draft.values]
    if any(model.model_fields[name].is_required() for name in missing):
        return None
    try:
        return kernel.complete(game, form.draft)
    except ValidationError:
        return None
