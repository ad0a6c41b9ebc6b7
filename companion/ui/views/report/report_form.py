"""Form that reports, doubts and corrects: a draft filled in field by field.

Pure: every function takes the game, a state and a form, and returns a new form or a view model.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.form import (
    AskFact,
    Choices,
    Draft,
    Field,
    OpenBag,
    OpenNumber,
    OpenText,
    defaults,
)
from companion.kernel.game import Game
from companion.kernel.legality import Choice
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.values import Seat
from companion.ui.views.table.status import KindButton


@dataclass(frozen=True)
class Form:
    """Report being filled in: the draft, the current field and the skipped facts."""

    draft: Draft
    asking: str | None
    skipped: frozenset[str] = frozenset()
    """Printed values that the table chose not to type now."""
    history: tuple[Draft, ...] = field(default=(), compare=False)
    """Drafts before each answer, to step back."""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Answers of a correction, as they were when an earlier field was asked again."""


@dataclass(frozen=True)
class FormView:
    """View model of the form."""

    form: Form
    complete: Form
    """The form with the answers given before that still can be one."""
    field: Field | None
    """Possible values of the current field; None when every field is filled in."""
    choices: tuple[Choice, ...]
    """Values of a closed field in their fixed order, with the refusal that disables each."""
    facts: tuple[AskFact, ...]
    """Printed values to type first."""
    action: Action | None
    """Current action, if every field is filled in or has a default."""
    judgement: Judgement | None
    """Judgement of that action at this moment."""
    refusal: Refusal | None
    """Refusal of the draft that holds whatever else is filled in."""
    covered: bool
    """True if the answer depends on hidden things of the acting seat."""
    secret: bool = False
    """True if the refusal rests on hidden things of the acting seat, so its reason is not shown."""
    ways: tuple[Draft, ...] = ()
    """Form completions offered as one touch each, where the game has them."""

    @property
    def ready(self) -> bool:
        """Return whether the action can be recorded as it stands."""
        return not self.facts and self.judgement is not None and not self.judgement.refusal


def start(game: Game[Any], seat: Seat, kind: str, values: Mapping[str, Any] | None = None) -> Form:
    """Start the form of one kind of action, with some fields already answered."""
    return form_of_draft(game, Draft(kind, seat, dict(values or {})))


def form_of_draft(game: Game[Any], draft: Draft) -> Form:
    """Build the form of a draft, as far as it is filled in."""
    return Form(draft, legality.next_field(game, draft))


def start_from(action: Action) -> Form:
    """Build the complete form of a reported action, its last field asked again."""
    names = action.form_fields()
    draft = Draft(action.kind, action.seat, {name: getattr(action, name) for name in names})
    return Form(draft, names[-1] if names else None)


def to_correct(game: Game[Any], state: Any, action: Action) -> Form:
    """Build the form that corrects a reported action, without asking what goes without saying."""
    form = start_from(action)
    name = form.asking
    return replace(form, asking=None) if name and unasked(game, state, form, name) else form


def unasked(game: Game[Any], state: Any, form: Form, name: str) -> bool:
    """Return whether the answer to an optional field is the only one there is."""
    candidates = game.candidates(state, reopened(game, form, name).draft, name)
    only = isinstance(candidates, Choices) and candidates.optional and candidates.values
    return only == (form.draft.values[name],)


def _none(_draft: Draft) -> bool:
    return False


def with_forced_answers(
    game: Game[Any],
    state: Any,
    form: Form,
    *,
    greyed: bool = True,
    shown: Callable[[Draft], bool] = _none,
) -> Form:
    """Answer the fields that have only one possible answer.

    Args:
        game: game of the match.
        state: state that the form is about.
        form: form so far.
        greyed: True if hidden things of the acting seat limit what is possible.
        shown: tells whether a draft must be shown before its last answer is taken.
    """
    while form.asking is not None:
        possible = _possible(game, state, form, greyed=greyed)
        if len(possible) != 1:
            return form
        draft = form.draft.with_value(form.asking, possible[0])
        if shown(draft):
            return form
        form = replace(form, draft=draft, asking=legality.next_field(game, draft))
    return form


def _possible(game: Game[Any], state: Any, form: Form, *, greyed: bool) -> tuple[Any, ...]:
    """Return the possible answers to the current field; stop after two of them.

    Empty for an open field. For an optional field return all values, because its default is an
    answer.
    """
    name = form.asking or ""
    candidates = game.candidates(state, form.draft, name)
    if isinstance(candidates, OpenBag) and candidates.only:
        return candidates.proposals
    if not isinstance(candidates, Choices):
        return ()
    if candidates.optional or len(candidates.values) == 1:
        return candidates.values
    known = legality.check_draft(game, state, form.draft, private=greyed)
    possible: list[Any] = []
    for value in candidates.values:
        draft = form.draft.with_value(name, value)
        refusal = legality.check_draft(game, state, draft, private=greyed)
        if unless_waived(refusal, known) is None:
            possible.append(value)
        if len(possible) > 1:
            break
    return tuple(possible)


def dead_end(game: Game[Any], state: Any, draft: Draft, *, private: bool = True) -> Refusal | None:
    """Return the refusal of the next field's first answer if every answer is forbidden.

    None if an answer is possible, or if the field is open or absent.
    """
    name = legality.next_field(game, draft)
    candidates = game.candidates(state, draft, name) if name else None
    if name is None or not isinstance(candidates, Choices):
        return None
    default = (defaults(game.action_models[draft.kind])[name],) if candidates.optional else ()
    known, first = legality.check_draft(game, state, draft, private=private), None
    refused = _refused_beyond(game, state, draft, known, private)
    for value in (*default, *candidates.values):
        tried = draft.with_value(name, value)
        refusal = refused(tried)
        refusal = refusal or unless_waived(refusal_at_once(game, state, tried, private), known)
        if refusal is None:
            return None
        first = first or refusal
    return first


def _refused_beyond(
    game: Game[Any], state: Any, before: Draft, known: Refusal | None, private: bool
) -> Callable[[Draft], Refusal | None]:
    """Return a judge of drafts with one answer more, which passes over what was waived before.

    Args:
        game: game of the match.
        state: state of the table.
        before: the draft without that answer.
        known: its refusal, which the table has waived.
        private: False hides what only the acting seat may know.
    """
    failed = legality.refusals(game, state, before, private=private) if known else ()
    waived = {each.code for each in failed}

    def refused(draft: Draft) -> Refusal | None:
        refusal = legality.check_draft(game, state, draft, private=private)
        if refusal is None or unless_waived(refusal, known):
            return refusal
        further = legality.refusals(game, state, draft, private=private)
        return next((each for each in further if each.code not in waived), None)

    return refused


def refusal_at_once(game: Game[Any], state: Any, draft: Draft, private: bool) -> Refusal | None:
    """Return the refusal of a draft to which nothing is left to answer; None if something is."""
    form = with_forced_answers(game, state, form_of_draft(game, draft), greyed=private)
    action = None if form.asking else _action(game, form)
    return legality.judge(game, state, action, private=private).refusal if action else None


def has_legal_completion(
    game: Game[Any], state: Any, draft: Draft, *, private: bool = True
) -> bool:
    """Return whether other values of the optional fields make a refused draft legal."""
    name = legality.next_field(game, draft)
    if name is None:
        return False
    known = legality.check_draft(game, state, draft, private=private)
    for value in legality.values_to_try(game.candidates(state, draft, name)):
        filled_in = draft.with_value(name, value)
        if legal(game, state, filled_in, private=private):
            return True
        refusal = legality.check_draft(game, state, filled_in, private=private)
        # Later answers cannot make a refused draft legal.
        if unless_waived(refusal, known) is None and has_legal_completion(
            game, state, filled_in, private=private
        ):
            return True
    return False


def legal(game: Game[Any], state: Any, draft: Draft, *, private: bool = True) -> bool:
    """Return whether a draft can be recorded as it stands, with defaults for missing fields."""
    action = _action(game, Form(draft, None))
    return action is not None and not legality.judge(game, state, action, private=private).refusal


def answered(game: Game[Any], form: Form, value: object) -> Form:
    """Return the form with the current field answered, and the next one asked."""
    if form.asking is None:
        return form
    draft = form.draft.with_value(form.asking, value)
    return replace(
        form,
        draft=draft,
        asking=legality.next_field(game, draft),
        history=(*form.history, form.draft),
    )


def filled(form: Form, value: object) -> Form:
    """Return the form with a value in the current (open) field, which stays open."""
    if form.asking is None:
        return form
    return replace(form, draft=form.draft.with_value(form.asking, value))


def switches(
    game: Game[Any], state: Any, form: Form, among: Collection[tuple[str, str]]
) -> tuple[str, ...]:
    """Return the later fields of yes or no that are switched beside the current question."""
    kind, names = form.draft.kind, game.action_models[form.draft.kind].form_fields()
    later = names[names.index(form.asking) + 1 :] if form.asking else ()
    return tuple(
        name
        for name in later
        if (kind, name) in among
        and isinstance(values := game.candidates(state, form.draft, name), Choices)
        and len(values.values) > 1
    )


def switched(form: Form, name: str) -> Form:
    """Return the form with a field of yes or no turned round."""
    return replace(form, draft=form.draft.with_value(name, not form.draft.values.get(name)))


def rewritten(form: Form, values: Mapping[str, Any]) -> Form:
    """Return the form with all its values replaced; no field is asked."""
    return replace(form, draft=Draft(form.draft.kind, form.draft.seat, dict(values)), asking=None)


def by_seat(game: Game[Any], form: Form, seat: Seat) -> Form:
    """Restart the form for another seat."""
    return start(game, seat, form.draft.kind)


def with_seat(form: Form, seat: Seat) -> Form:
    """Return the form with the same values for another seat."""
    return replace(form, draft=replace(form.draft, seat=seat))


def stepped_back(form: Form) -> Form:
    """Return the form before its last answer; unchanged if there is none."""
    if not form.history:
        return form
    draft = form.history[-1]
    changed = (n for n, v in form.draft.values.items() if draft.values.get(n, ...) != v)
    asking = next(changed, form.asking)
    return replace(form, draft=draft, asking=asking, history=form.history[:-1])


def field_of_place(game: Game[Any], state: Any, form: Form, place: object) -> str | None:
    """Return the field that a touched place answers: the current one, or an earlier one."""
    names: tuple[str, ...] = game.action_models[form.draft.kind].form_fields()
    asked: tuple[str, ...] = (form.asking,) if form.asking else ()
    earlier: tuple[str, ...] = tuple(n for n in names if n in form.draft.values)
    for name in (*asked, *earlier):
        kept = {n: v for n, v in form.draft.values.items() if names.index(n) < names.index(name)}
        candidates: Field = game.candidates(
            state, Draft(form.draft.kind, form.draft.seat, kept), name
        )
        if isinstance(candidates, Choices) and place in candidates.values:
            return name
    return None


def reopened(game: Game[Any], form: Form, name: str) -> Form:
    """Return the form asking an earlier field again; later fields are cleared."""
    names = game.action_models[form.draft.kind].form_fields()
    return replace(form, draft=_only(form.draft, names[: names.index(name)]), asking=name)


def _only(draft: Draft, names: Collection[str]) -> Draft:
    return replace(draft, values={n: v for n, v in draft.values.items() if n in names})


def corrected_at(game: Game[Any], whole: Form, name: str) -> Form:
    """Return the form of a correction asking a field again, with its present answer.

    Later answers are remembered; `with_given_answers` takes up those that still can be one.
    """
    names = game.action_models[whole.draft.kind].form_fields()
    draft = _only(whole.draft, names[: names.index(name) + 1])
    return replace(whole, draft=draft, asking=name, given={**whole.given, **whole.draft.values})


def with_given_answers(game: Game[Any], state: Any, form: Form, *, greyed: bool = True) -> Form:
    """Return the form with the answers of before in the fields that follow, while each fits."""
    draft = form.draft
    known = legality.check_draft(game, state, draft, private=greyed) if form.given else None
    while (name := legality.next_field(game, draft)) is not None and name in form.given:
        value = form.given[name]
        tried = draft.with_value(name, value)
        refusal = legality.check_draft(game, state, tried, private=greyed)
        if unless_waived(refusal, known) or not _fits(game.candidates(state, draft, name), value):
            break
        draft = tried
    return replace(form, draft=draft)


def _fits(candidates: Field, value: Any) -> bool:
    match candidates:
        case Choices(values=values):
            return value in values
        case OpenNumber(minimum=low, maximum=high):
            return bool(low <= value <= high)
        case OpenBag(only=True, proposals=bags):
            return tuple(sorted(value)) in bags
        case OpenBag(items=items, minimum=low, maximum=high):
            return low <= len(value) <= high and Counter(value) <= Counter(dict(items))
        case _:
            return isinstance(candidates, OpenText)


def answerable(game: Game[Any], state: Any, form: Form, name: str) -> bool:
    """Return whether a filled-in field could have another value."""
    candidates: Field = game.candidates(state, reopened(game, form, name).draft, name)
    match candidates:
        case OpenBag(only=True, proposals=offered):
            return len(offered) > 1
        case Choices(values=values):
            return len(values) > 1
        case _:
            return True


def skip_facts(form: Form, facts: Iterable[str]) -> Form:
    """Return the form without asking for these printed values again."""
    return replace(form, skipped=form.skipped | {*facts})


def view(
    game: Game[Any], state: Any, form: Form, *, greyed: bool = True, informed: bool = True
) -> FormView:
    """Build the view model of a form on a state.

    Args:
        game: game of the match.
        state: state that the form is about.
        form: form so far.
        greyed: True if hidden things of the acting seat disable choices (`visibility.private_for`).
        informed: True if they count in the judgement (`visibility.visible_seats`).
    """
    asked = game.candidates(state, form.draft, form.asking) if form.asking else None
    facts = _facts(game, state, form, asked)
    whole = with_given_answers(game, state, form, greyed=greyed)
    action = _action(game, whole)
    decided = legality.deciding_part(game, state, action, private=informed) if action else None
    refusal = refusal_of(game, state, form.draft, private=informed)
    choices = (
        _choices(game, state, form.draft, form.asking, greyed=greyed)
        if form.asking and isinstance(asked, Choices)
        else ()
    )
    covered = not informed and legality.depends_on_hidden(game, form.draft.kind)
    judgement = decided.judgement if decided else None
    return FormView(form, whole, asked, choices, facts, action, judgement, refusal, covered)


def refusal_of(
    game: Game[Any], state: Any, draft: Draft, *, private: bool = True
) -> Refusal | None:
    """Return the refusal of a draft; one that amounts to several reports is judged as these."""
    refusal = legality.check_draft(game, state, draft, private=private)
    action = _action(game, Form(draft, None)) if refusal else None
    if action is None or len(game.parts(state, action)) < 2:
        return refusal
    return legality.deciding_part(game, state, action, private=private).judgement.refusal


def without_secrets(game: Game[Any], shown: FormView) -> FormView:
    """Return the view without texts that reveal hidden things; the verdict stays."""
    kind, judgement = shown.form.draft.kind, shown.judgement
    if judgement is None:
        return shown
    refusal = judgement.refusal
    notes = tuple(n for n in judgement.notes if legality.tells_all(game, kind, n.code))
    return replace(
        shown,
        judgement=replace(judgement, notes=notes),
        secret=refusal is not None and not legality.tells_all(game, kind, refusal.code),
    )


def _choices(
    game: Game[Any], state: Any, draft: Draft, name: str, *, greyed: bool
) -> tuple[Choice, ...]:
    """Return the values of a field with their refusals, except one that the table has waived.

    A value after which every answer is refused is refused like the first of them.
    """
    candidates = game.candidates(state, draft, name)
    values = candidates.values if isinstance(candidates, Choices) else ()
    known = legality.check_draft(game, state, draft, private=greyed)
    refused = _refused_beyond(game, state, draft, known, greyed)

    def refusal(tried: Draft) -> Refusal | None:
        return refused(tried) or dead_end(game, state, tried, private=greyed)

    return tuple(Choice(value, refusal(draft.with_value(name, value))) for value in values)


def unless_waived(refusal: Refusal | None, known: Refusal | None) -> Refusal | None:
    """Return a refusal, unless it is an overrulable one that was already known."""
    if refusal and known and known.overrulable and refusal.code == known.code:
        return None
    return refusal


def _facts(game: Game[Any], state: Any, form: Form, asked: Field | None) -> tuple[AskFact, ...]:
    wanted = (*game.asks(state, form.draft), *((asked,) if isinstance(asked, AskFact) else ()))
    return tuple(ask for ask in wanted if ask.compulsory or ask.fact not in form.skipped)


def is_whole(game: Game[Any], draft: Draft) -> bool:
    """Return whether every field without a default is filled in."""
    return _action(game, Form(draft, None)) is not None


def fully_answered_action(game: Game[Any], draft: Draft) -> Action | None:
    """Return the action of a draft in which every field was answered; else None."""
    fields = game.action_models[draft.kind].form_fields()
    return _action(game, Form(draft, None)) if set(fields) <= draft.values.keys() else None


def _action(game: Game[Any], form: Form) -> Action | None:
    model = game.action_models[form.draft.kind]
    missing = [name for name in model.form_fields() if name not in form.draft.values]
    if any(model.model_fields[name].is_required() for name in missing):
        return None
    try:
        return legality.complete(game, form.draft)
    except ValidationError:
        return None


MOST = 3


@dataclass(frozen=True, slots=True)
class PrimaryAction:
    """Action at its position."""

    kind: str
    label: str
    more: bool
    """True if it has fields that a quick report leaves at their default."""


def likely(
    kinds: Sequence[KindButton], groups: Sequence[Sequence[str]], has_more: Callable[[str], bool]
) -> tuple[PrimaryAction | None, ...]:
    """Return the first legal kind of each group that has no button yet; None without one.

    Args:
        kinds: all kinds that can be reported, with the refusal of each.
        groups: kinds that share a position, likeliest first; empty: the first legal kinds.
        has_more: tells whether a quick report of a kind leaves a field at its default.
    """
    legal = {kind.kind: kind for kind in kinds if kind.refusal is None}

    def placed(names: Iterable[str]) -> PrimaryAction | None:
        # Each kind has one button, so it is no longer there for the groups that follow.
        first = next((legal.pop(name) for name in names if name in legal), None)
        return PrimaryAction(first.kind, first.label, has_more(first.kind)) if first else None

    if not groups:
        groups = [[name] for name in list(legal)[:MOST]]
    return tuple(placed(group) for group in groups)


def has_defaults(game: Game[Any], kind: str) -> bool:
    """Return whether an act has fields that somebody chooses, and none is required."""
    return _has_defaults(game.action_models[kind])


@cache
def _has_defaults(model: type[Action]) -> bool:
    fields = model.form_fields()
    required = any(model.model_fields[name].is_required() for name in fields)
    return not required and any(name not in model.results for name in fields)
