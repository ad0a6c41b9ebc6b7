"""The contract of a game, and everything that follows from it without knowing the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Final, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from companion.kernel import conditions as rules
from companion.kernel import drafts
from companion.kernel.acts import Act
from companion.kernel.conditions import Checked, Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.effects import Effect
from companion.kernel.facts import FactValues
from companion.kernel.form import AskFact, Choices, Draft, Field, OpenBag, OpenNumber
from companion.kernel.ledger import ItemSpec, Ledger
from companion.kernel.lines import Lines, Verb
from companion.kernel.models import Action, Options
from companion.kernel.play import evolved, frozen
from companion.kernel.printed import Box
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.rulings import Rulings
from companion.kernel.settables import Settable
from companion.kernel.values import Params, Seat, Value


class TableState(Protocol):
    """What the shared part needs to know of any game's state."""

    @property
    def ledger(self) -> Ledger:
        """Everything that can be counted."""

    @property
    def rulings(self) -> Rulings:
        """The readings in force."""


S = TypeVar("S", bound=TableState)
T = TypeVar("T")


def _with_ledger(state: S, ledger: Ledger) -> S:
    return evolved(state, {"ledger": ledger})


def _with_rulings(state: S, rulings: Rulings) -> S:
    return evolved(state, {"rulings": frozen(rulings)})


_OF_ITS_ACTS: Final[Any] = None
"""What is not given follows from the acts of the game."""


def _of_acts(acts: tuple[Act[S, Any, Any], ...]) -> dict[str, Any]:
    """What the shared part asks of a game, as its acts answer it, by their kind."""
    of = {act.kind: act for act in acts}
    for act in acts:
        act.close()
    applied = {kind: act.apply for kind, act in of.items()}
    return {
        "conditions": {kind: act.conditions for kind, act in of.items()},
        "candidates": lambda state, draft, name: of[draft.kind].candidates(state, draft, name),
        "apply": lambda state, action: applied[action.kind](state, action),
        "describe": lambda state, action: of[action.kind].describe(state, action),
        "label": lambda state, draft, name, value: of[draft.kind].label(state, draft, name, value),
        "asks": lambda state, draft: of[draft.kind].asks(state, draft),
        "kinds": lambda state: tuple(act.kind for act in acts if act.here(state)),
        "giving_up": frozenset(act.kind for act in acts if act.gives_up),
        "required": {kind: act.required for kind, act in of.items() if act.required is not None},
    }


@dataclass(frozen=True)
class Game(Generic[S]):
    """One game: data and pure functions. Legality is in `conditions` alone."""

    id: str
    """The folder's name, in `games` and in `rules_data`."""
    version: int
    """Goes up when an old acta could be judged differently."""
    players: tuple[int, ...]
    options: type[Options]
    acts: tuple[Act[S, Any, Any], ...]
    """What players can report, in the order the report menu shows it."""
    setup_conditions: tuple[Condition[Any], ...]
    """Of `(SetupDraft, options)`: bad options give refusals too."""
    setup: Callable[[Any, FactValues, Rulings], S]
    """The first state. Presumes that no setup condition fails."""
    awaiting: Callable[[S], tuple[Seat, ...]]
    duties: Callable[[S], tuple[Duty, ...]]
    score: Callable[[S], tuple[ScoreLine, ...]]
    outcome: Callable[[S], Outcome | None]
    invariants: Callable[[S], tuple[Problem, ...]]
    public_view: Callable[[S, Seat | None], Any]
    """What that seat may see (None: a spectator); hidden things are absent from it."""
    items: tuple[ItemSpec, ...]
    accounts: Callable[[S], tuple[str, ...]]
    """The accounts that a table can count and adjust, in a fixed order."""
    with_ledger: Callable[[S, Ledger], S] = _with_ledger
    """The state with other balances."""
    with_rulings: Callable[[S, Rulings], S] = _with_rulings
    """The state under other readings; a game that keeps something made of them makes it again."""
    settables: tuple[Settable[S], ...] = ()
    """What an adjustment may set on every table."""
    settables_in: Callable[[S], tuple[Settable[S], ...]] = lambda _state: ()
    """What it may set besides on this one: its own spaces, cards, pieces."""
    items_in: Callable[[S], tuple[ItemSpec, ...]] | None = None
    """The items under the rulings in force, where a ruling or the box changes them."""
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """By rules version, what lifts a stored action to the next one."""
    lines: Mapping[str, Lines] = field(default_factory=dict)
    """What cards and places do, by the key of the term that names them."""
    verbs: Mapping[str, Verb[Any]] = field(default_factory=dict)
    """The vocabulary of these lines."""
    box: Box[S] | None = None
    """Where its state keeps what a table may type; None: then all of a match is played again."""
    required_facts: tuple[str, ...] = ()
    """The printed values without which nothing can be refereed; each is shipped with its value."""

    # What follows from its acts. Only a test, or a veil, puts something else in its place.

    conditions: Mapping[str, tuple[Condition[S], ...]] = _OF_ITS_ACTS
    """By action kind, in the order they are judged: turn, phase, existence, rule."""
    candidates: Callable[[S, Draft, str], Field] = _OF_ITS_ACTS
    """What a field of the draft can be; earlier fields are filled in."""
    apply: Callable[[S, Any], tuple[S, tuple[Effect, ...]]] = _OF_ITS_ACTS
    """Presumes that the action was judged, or its overrulable refusal overruled."""
    describe: Callable[[S, Action], Params] = _OF_ITS_ACTS
    """The parameters of the sentence that says what an action does."""
    label: Callable[[S, Draft, str, Any], Value] = _OF_ITS_ACTS
    """The words for one value of one field of a draft: `(state, draft, field, value)`."""
    asks: Callable[[S, Draft], tuple[AskFact, ...]] = _OF_ITS_ACTS
    """The unknown printed values that this draft meets."""
    kinds: Callable[[S], tuple[str, ...]] = _OF_ITS_ACTS
    """The kinds of acts that there are at this table, in the order of the menu."""
    giving_up: frozenset[str] = _OF_ITS_ACTS
    """The kinds that end what was striven for."""
    required: Mapping[str, Callable[[S, Draft], tuple[str, ...]]] = _OF_ITS_ACTS
    """By the kinds that have any, the unknown printed values without which one is not applied."""

    def __post_init__(self) -> None:
        found = _of_acts(self.acts)
        for name in found:
            if getattr(self, name) is _OF_ITS_ACTS:
                object.__setattr__(self, name, found[name])

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """One model per kind, in the order the report menu shows them."""
        return tuple(act.model for act in self.acts)

    @cached_property
    def action_models(self) -> dict[str, type[Action]]:
        """The action models by kind."""
        return {act.kind: act.model for act in self.acts}

    @cached_property
    def decisive(self) -> dict[str, tuple[Condition[S], ...]]:
        """By action kind, the conditions that decide whether it is legal, as they are judged."""
        return {kind: rules.decisive(listed) for kind, listed in self.conditions.items()}

    @cached_property
    def tests(self) -> dict[str, rules.Tests[S]]:
        """By action kind, what these conditions ask."""
        return {kind: rules.tests_of(listed) for kind, listed in self.decisive.items()}

    @cached_property
    def _readers(self) -> dict[str, Callable[[Mapping[str, Any]], Action]]:
        models = self.action_models.items()
        return {kind: TypeAdapter(model).validator.validate_python for kind, model in models}

    def read_action(self, data: Mapping[str, Any]) -> Action:
        """The action of plain JSON data.

        Raises:
            pydantic.ValidationError: a field is missing or malformed.
            KeyError: there is no such kind.
        """
        return self._readers[data["kind"]](data)

    def items_of(self, state: S) -> tuple[ItemSpec, ...]:
        """The items of this table: who may see them, and how many there are."""
        return self.items if self.items_in is None else self.items_in(state)

    def settables_of(self, state: S) -> tuple[Settable[S], ...]:
        """What an adjustment may set on this table, outside the ledger."""
        return (*self.settables, *self.settables_in(state))

    @cached_property
    def _of_fields(self) -> dict[tuple[object, ...], tuple[Condition[S], ...]]:
        return {}

    def conditions_on(
        self, kind: str, filled: Iterable[str], *, private: bool, since: str | None = None
    ) -> tuple[Condition[S], ...]:
        """The conditions that a draft with these fields can be judged by.

        With `since`, only those that this field makes possible.
        """
        key = (kind, frozenset(filled), private, since)
        found = self._of_fields.get(key)
        if found is None:
            names, listed = key[1], self.conditions[kind]
            found = rules.of_fields(listed, names, private=private)
            if since is not None:
                before = {c.code for c in rules.of_fields(listed, names - {since}, private=private)}
                found = tuple(c for c in found if c.code not in before)
            self._of_fields[key] = found
        return found

    def conditions_of(self, kind: str) -> tuple[Condition[S], ...]:
        """The ordered conditions of an action kind."""
        return self.conditions[kind]


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """What set-up conditions are judged against: the box and the rulings chosen."""

    facts: FactValues
    rulings: Rulings


def judge(game: Game[S], state: S, action: Action, *, private: bool = True) -> Judgement:
    """The answer to a report: a refusal, or an acceptance with its notes.

    Without `private`, as far as it can be told to those who do not know what the seat holds.
    """
    if not private:
        return rules.judge(rules.told_to_all(game.conditions[action.kind]), state, action)
    kind = action.kind
    answer = rules.judge_by(game.tests[kind], game.decisive[kind], state, action)
    # What is forbidden is answered by the rule that is in dispute.
    return rules.judge(game.conditions[kind], state, action) if answer.refusal else answer


def check(game: Game[S], state: S, action: Action) -> Refusal | None:
    """The first condition that the action fails, or None."""
    return judge(game, state, action).refusal


def judge_setup(game: Game[S], options: Options, facts: FactValues, rulings: Rulings) -> Judgement:
    """The answer to a set-up: a refusal, or an acceptance with its notes."""
    return rules.judge(game.setup_conditions, SetupDraft(facts, rulings), options)


def check_setup(
    game: Game[S], options: Options, facts: FactValues, rulings: Rulings
) -> Refusal | None:
    """The first condition that the options fail, or None."""
    return judge_setup(game, options, facts, rulings).refusal


def beyond_consent(game: Game[S], state: S, action: Action) -> Refusal | None:
    """What stands in the way of an action even if the table consents to it, or None."""
    return rules.beyond_consent(game.conditions[action.kind], state, action)


def explain(
    game: Game[S], state: S, action: Action, *, private: bool = True
) -> tuple[Checked, ...]:
    """Every condition of the action with its verdict."""
    return rules.explain(game.conditions[action.kind], state, action, private=private)


def constructed(game: Game[S], draft: Draft) -> Any:
    """A draft as conditions read it, like its action: fields that are missing are not there."""
    defaults = drafts.defaults(game.action_models[draft.kind])
    return SimpleNamespace(**{**defaults, **draft.values, "kind": draft.kind, "seat": draft.seat})


def read_draft(game: Game[S], draft: Draft) -> Draft:
    """A draft from outside, with each value as its field reads it.

    Raises:
        BadDraft: it cannot be one.
    """
    return drafts.read(game.action_models, draft)


def _answered(game: Game[S], draft: Draft, answer: Callable[[Draft], T]) -> T:
    """The answer to a draft; to one that did not pass the gate, after it has.

    Raises:
        BadDraft: it cannot be one.
    """
    try:
        return answer(draft)
    except Exception:
        read = read_draft(game, draft)
    return answer(read)


def check_draft(
    game: Game[S], state: S, draft: Draft, *, private: bool = True, since: str | None = None
) -> Refusal | None:
    """The first failure among the conditions whose fields the draft has filled in.

    Args:
        game: of the match.
        state: the table.
        draft: the report as far as it is filled in.
        private: else nothing is told that only the acting seat may know.
        since: the field without which nothing failed, where that is known: it saves asking again.

    Raises:
        BadDraft: it cannot be judged, because it cannot be one.
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
    """Every condition with its verdict, as far as the draft is filled in.

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


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a closed field, with the refusal that greys it out."""

    value: Any
    refusal: Refusal | None


def judged_choices(
    game: Game[S], state: S, draft: Draft, name: str, *, private: bool = True
) -> tuple[Choice, ...]:
    """Every value of a closed field, in its fixed order, each judged before it is made."""
    found = game.candidates(state, draft, name)
    if not isinstance(found, Choices):
        return ()
    return tuple(
        Choice(value, check_draft(game, state, draft.with_value(name, value), private=private))
        for value in found.values
    )


def tells_all(game: Game[S], kind: str, code: str) -> bool:
    """Whether a verdict may be told to those who do not know what the acting seat holds."""
    listed = game.conditions[kind]
    return code in {condition.code for condition in rules.told_to_all(listed)}


def hinges_on_hidden(game: Game[S], kind: str) -> bool:
    """Whether some condition of an action kind looks at what only its seat may know."""
    return any(condition.private for condition in game.conditions[kind])


def fact_needed(game: Game[S], state: S, action: Action) -> str | None:
    """The unknown printed value without which an action cannot be recorded, or None."""
    required = game.required.get(action.kind)
    if required is None:
        return None
    return next(iter(required(state, Draft(action.kind, action.seat, vars(action)))), None)


def next_field(game: Game[S], draft: Draft) -> str | None:
    """The first field that the draft has not filled in, or None when it is complete."""
    fields = game.action_models[draft.kind].form_fields()
    return next((name for name in fields if name not in draft.values), None)


def complete(game: Game[S], draft: Draft) -> Action:
    """The action of a complete draft.

    Raises:
        pydantic.ValidationError: a field is missing or malformed.
    """
    return game.read_action({"kind": draft.kind, "seat": draft.seat, **draft.values})


def legal_kinds(
    game: Game[S], state: S, seat: Seat, *, private: bool = True
) -> tuple[tuple[str, Refusal | None], ...]:
    """Every kind that there is at this table, in menu order, with what already forbids it."""
    return tuple(
        (kind, check_draft(game, state, Draft(kind, seat, {}), private=private))
        for kind in game.kinds(state)
    )


def legal_actions(game: Game[S], state: S, seats: Iterable[Seat] | None = None) -> Iterator[Action]:
    """Every legal action over closed fields; open fields take their proposals only."""
    for seat in game.awaiting(state) if seats is None else seats:
        for kind in game.action_models:
            yield from legal_of_kind(game, state, seat, kind)


def legal_of_kind(
    game: Game[S], state: S, seat: Seat, kind: str, *, private: bool = True
) -> Iterator[Action]:
    """Every legal action of one kind by one seat, as `legal_actions`.

    Without `private`, as far as those may be told who do not know what the seat holds.
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
    """Every legal action that a draft can become, as `legal_of_kind`.

    Args:
        game: of the match.
        state: the table.
        draft: the report as far as it is filled in.
        private: whether whoever asks may know what the acting seat holds.
        since: as of `check_draft`.
        spend: called before each draft is judged; what it raises ends the search.

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


def values_to_try(found: Field) -> tuple[Any, ...]:
    """The values of a closed field, or the proposals of an open one."""
    match found:
        case Choices(values=values):
            return values
        case OpenBag(proposals=proposals):
            return proposals
        case OpenNumber(proposals=numbers, minimum=low, maximum=high):
            return numbers or tuple(sorted({low, high}))
        case _:
            return ()
