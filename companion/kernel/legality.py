"""Judgement of actions, drafts and set-ups of any game, and the actions that are legal."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

from companion.kernel import conditions as rules
from companion.kernel import form
from companion.kernel.box.facts import FactValues
from companion.kernel.conditions import Checked, Verdict
from companion.kernel.duties import Problem
from companion.kernel.form import (
    Choices,
    Draft,
    Field,
    OpenBag,
    OpenNumber,
)
from companion.kernel.game import Game, S, T
from companion.kernel.models import Action, Options
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat, SeatRef


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """Subject of set-up conditions: the box and the rulings chosen."""

    facts: FactValues
    rulings: Rulings


def judge(game: Game[S], state: S, action: Action, *, private: bool = True) -> Judgement:
    """Judge a report: return a refusal, or an acceptance with its notes.

    Without `private`, only conditions with a public verdict are judged.
    """
    if not private:
        return rules.judge(rules.public_conditions(game.conditions[action.kind]), state, action)
    kind = action.kind
    answer = rules.judge_by(game.tests[kind], game.decisive[kind], state, action)
    # A refusal cites the rule that is in dispute, so judge again with the full list of conditions.
    return rules.judge(game.conditions[kind], state, action) if answer.refusal else answer


class DecidingPart(NamedTuple):
    """Report that decides about all that were said in one go: the first refused, or the last."""

    number: int
    """Place among them, from 0."""
    action: Action
    state: Any
    """State that it is judged on: after those before it."""
    judgement: Judgement


def deciding_part(game: Game[S], state: S, action: Action, *, private: bool = True) -> DecidingPart:
    """Judge a report as the reports it amounts to, one after another, until one is refused."""
    first, *others = game.parts(state, action)
    decided = DecidingPart(0, first, state, judge(game, state, first, private=private))
    for number, part in enumerate(others, 1):
        if decided.judgement.refusal:
            break
        after = game.apply(decided.state, decided.action)[0]
        decided = DecidingPart(number, part, after, judge(game, after, part, private=private))
    return decided


def check(game: Game[S], state: S, action: Action) -> Refusal | None:
    """Return the first condition that the action fails, or None."""
    return judge(game, state, action).refusal


def judge_setup(game: Game[S], options: Options, facts: FactValues, rulings: Rulings) -> Judgement:
    """Judge a set-up: return a refusal, or an acceptance with its notes."""
    return rules.judge(game.setup_conditions, SetupDraft(facts, rulings), options)


def check_setup(
    game: Game[S], options: Options, facts: FactValues, rulings: Rulings
) -> Refusal | None:
    """Return the first condition that the options fail, or None."""
    return judge_setup(game, options, facts, rulings).refusal


def beyond_consent(game: Game[S], state: S, action: Action) -> Refusal | None:
    """Return the refusal of an action that the table cannot overrule, or None."""
    return rules.beyond_consent(game.conditions[action.kind], state, action)


def explain(
    game: Game[S], state: S, action: Action, *, private: bool = True
) -> tuple[Checked, ...]:
    """Return every condition of the action with its verdict."""
    return rules.explain(game.conditions[action.kind], state, action, private=private)


def constructed(game: Game[S], draft: Draft) -> Any:
    """Return a draft as an action-like namespace for conditions; missing fields are absent."""
    defaults = form.defaults(game.action_models[draft.kind])
    return SimpleNamespace(**{**defaults, **draft.values, "kind": draft.kind, "seat": draft.seat})


def read_draft(game: Game[S], draft: Draft) -> Draft:
    """Parse each value of a draft from outside by the type of its field.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    return form.read(game.action_models, draft)


def _answered(game: Game[S], draft: Draft, answer: Callable[[Draft], T]) -> T:
    """Return the answer to a draft; if that fails, validate the draft and try again.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    try:
        return answer(draft)
    except Exception:
        read = read_draft(game, draft)
    return answer(read)


def check_draft(
    game: Game[S], state: S, draft: Draft, *, private: bool = True, since: str | None = None
) -> Refusal | None:
    """Return the first failure among the conditions whose fields the draft has filled in.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report as far as it is filled in.
        private: False hides what only the acting seat may know.
        since: field without which nothing failed, if known; it saves repeated tests.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    return _answered(
        game,
        draft,
        lambda draft: rules.first_refusal(
            game.conditions_on(draft.kind, draft.values, private=private, since=since),
            state,
            constructed(game, draft),
        ),
    )


def explain_draft(
    game: Game[S], state: S, draft: Draft, *, private: bool = True
) -> tuple[Checked, ...]:
    """Return every condition with its verdict, as far as the draft is filled in.

    Raises:
        BadDraft: as `check_draft`.
    """
    return _answered(
        game,
        draft,
        lambda draft: rules.explain(
            game.conditions[draft.kind],
            state,
            constructed(game, draft),
            draft.values,
            private=private,
        ),
    )


def refusals(game: Game[S], state: S, draft: Draft, *, private: bool = True) -> tuple[Refusal, ...]:
    """Return every failure of a draft, as far as it is filled in.

    Raises:
        BadDraft: as `check_draft`.
    """
    return _answered(
        game,
        draft,
        lambda draft: rules.refusals(
            game.conditions[draft.kind],
            state,
            constructed(game, draft),
            draft.values,
            private=private,
        ),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """Value of a closed field, with the refusal that greys it out."""

    value: Any
    refusal: Refusal | None


def tells_all(game: Game[S], kind: str, code: str) -> bool:
    """Return whether a verdict is public: it reveals nothing that the acting seat hides."""
    listed = game.conditions[kind]
    return code in {condition.code for condition in rules.public_conditions(listed)}


def depends_on_hidden(game: Game[S], kind: str) -> bool:
    """Return whether a condition of an action kind depends on what only its seat may know."""
    return any(condition.private for condition in game.conditions[kind])


def rests_on_hidden(game: Game[S], state: S, action: Action) -> bool:
    """Return whether a condition of the action depends on what only its seat may know.

    A private condition that does not apply says so by what everybody knows.
    """
    private = {condition.code for condition in game.conditions[action.kind] if condition.private}
    return bool(private) and any(
        checked.code in private and checked.verdict is not Verdict.MOOT
        for checked in explain(game, state, action)
    )


def fact_needed(game: Game[S], state: S, action: Action) -> str | None:
    """Return the unknown printed value an action cannot be recorded without, or None."""
    required = game.required.get(action.kind)
    if required is None:
        return None
    return next(iter(required(state, Draft(action.kind, action.seat, vars(action)))), None)


def next_field(game: Game[S], draft: Draft) -> str | None:
    """Return the first field that is not filled in, or None when the draft is complete."""
    fields = game.action_models[draft.kind].form_fields()
    return next((name for name in fields if name not in draft.values), None)


def complete(game: Game[S], draft: Draft) -> Action:
    """Return the action of a complete draft.

    Raises:
        pydantic.ValidationError: a field is missing or malformed.
    """
    return game.read_action({"kind": draft.kind, "seat": draft.seat, **draft.values})


def legal_kinds(
    game: Game[S], state: S, seat: Seat, *, private: bool = True
) -> tuple[tuple[str, Refusal | None], ...]:
    """Return the kinds of this table in menu order, each with its refusal, if any."""
    return tuple(
        (kind, check_draft(game, state, Draft(kind, seat, {}), private=private))
        for kind in game.kinds(state)
    )


def is_dead_end(
    game: Game[S], state: S, draft: Draft, *, private: bool = True, since: str | None = None
) -> bool:
    """Return whether the rules refuse every value of the closed fields that come next.

    The arguments are those of `check_draft`. What an open field may hold, and a choice among what
    its seat hides, is no dead end.

    Raises:
        BadDraft: as `check_draft`.
    """
    if check_draft(game, state, draft, private=private, since=since) is not None:
        return True
    name = next_field(game, draft)
    candidates = None if name is None else game.candidates(state, draft, name)
    if name is None or not isinstance(candidates, Choices):
        return False
    values = candidates.values
    if candidates.optional:
        values = (*values, form.defaults(game.action_models[draft.kind])[name])
    if not values:
        return private or not depends_on_hidden(game, draft.kind)
    return all(
        is_dead_end(game, state, draft.with_value(name, value), private=private, since=name)
        for value in values
    )


def legal_actions(game: Game[S], state: S, seats: Iterable[Seat] | None = None) -> Iterator[Action]:
    """Yield every legal action over closed fields; open fields take their proposals only."""
    for seat in game.awaiting(state) if seats is None else seats:
        for kind in game.action_models:
            yield from legal_of_kind(game, state, seat, kind)


def legal_of_kind(
    game: Game[S], state: S, seat: Seat, kind: str, *, private: bool = True
) -> Iterator[Action]:
    """Yield every legal action of one kind by one seat, as `legal_actions`.

    Without `private`, only conditions with a public verdict are judged.
    """
    yield from completions(game, state, Draft(kind, seat, {}), private=private)


def completions(
    game: Game[S],
    state: S,
    draft: Draft,
    *,
    private: bool = True,
    since: str | None = None,
    spend: Callable[[], None] = lambda: None,
) -> Iterator[Action]:
    """Yield every legal action that a draft can become, as `legal_of_kind`.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report as far as it is filled in.
        private: True if the viewer may know what the acting seat holds.
        since: as in `check_draft`.
        spend: called before each draft is judged; an exception from it ends the search.

    Raises:
        BadDraft: as `check_draft`.
    """
    spend()
    if check_draft(game, state, draft, private=private, since=since) is not None:
        return
    name = next_field(game, draft)
    if name is None:
        yield complete(game, draft)
        return
    for value in values_to_try(game.candidates(state, draft, name)):
        further = draft.with_value(name, value)
        yield from completions(game, state, further, private=private, since=name, spend=spend)


def values_to_try(candidates: Field) -> tuple[Any, ...]:
    """Return the values of a closed field, or the proposals of an open one."""
    match candidates:
        case Choices(values=values):
            return values
        case OpenBag(proposals=proposals):
            return proposals
        case OpenNumber(proposals=numbers, minimum=low, maximum=high):
            return numbers or tuple(sorted({low, high}))
        case _:
            return ()


NOBODY_CAN_ACT = "nobody_can_act"
"""Code of a match that is not over and in which nothing that is due can be done."""


def problems(game: Game[Any], state: Any) -> tuple[Problem, ...]:
    """Return every broken invariant; none on a table made by reports alone."""
    broken_invariants = game.invariants(state)
    return (
        broken_invariants if can_go_on(game, state) else (*broken_invariants, _stuck(game, state))
    )


def can_go_on(game: Game[Any], state: Any) -> bool:
    """Return whether some action is legal, or the match is over."""
    if game.outcome(state) is not None:
        return True
    try:
        return next(iter(legal_actions(game, state)), None) is not None
    except Exception:
        # Rules must accept every state that adjustments can produce, but not every conceivable
        # state.
        return False


def _stuck(game: Game[Any], state: Any) -> Problem:
    waited = game.awaiting(state)
    params = {"seats": tuple(map(SeatRef, waited))}
    parts = tuple(settable.code for settable in game.settables_of(state))
    return Problem(NOBODY_CAN_ACT, params, parts=parts, seats=waited)
