"""Contract of a game, and all that follows from it without knowing the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Final, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from companion.kernel import agenda
from companion.kernel import conditions as rules
from companion.kernel.acts import Act
from companion.kernel.box.facts import FactValues
from companion.kernel.box.lines import Lines, Verb
from companion.kernel.box.printed_values import HasPrintedValues
from companion.kernel.conditions import Checked, Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.forms import drafts
from companion.kernel.forms.form import (
    AskFact,
    Choices,
    Draft,
    Field,
    OpenBag,
    OpenNumber,
)
from companion.kernel.models import Action, Options
from companion.kernel.pieces.effects import Effect
from companion.kernel.pieces.ledger import ItemSpec, Ledger
from companion.kernel.pieces.settables import Settable
from companion.kernel.play import evolved, frozen
from companion.kernel.refusal import Judgement, Refusal
from companion.kernel.rulings import Rulings
from companion.kernel.values import Params, Seat, Value


class TableState(Protocol):
    """Protocol of a state, as far as the shared part reads it."""

    @property
    def ledger(self) -> Ledger:
        """Return the ledger of all countable things."""

    @property
    def rulings(self) -> Rulings:
        """Return the readings in force."""


S = TypeVar("S", bound=TableState)
T = TypeVar("T")


def _with_ledger(state: S, ledger: Ledger) -> S:
    return evolved(state, {"ledger": ledger})


def _whole(state: S, _seat: Seat | None) -> S:
    """Return the view of a game in which nothing is hidden."""
    return state


def stopped(state: S) -> S:
    """Return a state with a field `over` as that of a table that ends the match here."""
    return evolved(state, {"over": True})


_awaiting: Final[Any] = agenda.awaiting


def _with_rulings(state: S, rulings: Rulings) -> S:
    return evolved(state, {"rulings": frozen(rulings)})


_OF_ITS_ACTS: Final[Any] = None
"""Placeholder of a field that is derived from the acts of the game."""


def _of_acts(acts: tuple[Act[S, Any, Any], ...]) -> dict[str, Any]:
    """Return the fields of a game that are derived from its acts, by their kind."""
    of = {act.kind: act for act in acts}
    for act in acts:
        act.close()
    applied = {kind: act.apply for kind, act in of.items()}
    return {
        "conditions": {kind: act.conditions for kind, act in of.items()},
        "candidates": lambda state, draft, name: of[draft.kind].candidates(state, draft, name),
        "apply": lambda state, action: applied[action.kind](state, action),
        "describe": lambda state, action: of[action.kind].describe(state, action),
        "describe_begun": lambda state, draft: of[draft.kind].describe_begun(state, draft),
        "label": lambda state, draft, name, value: of[draft.kind].label(state, draft, name, value),
        "asks": lambda state, draft: of[draft.kind].asks(state, draft),
        "kinds": lambda state: tuple(act.kind for act in acts if act.available(state)),
        "giving_up": frozenset(act.kind for act in acts if act.gives_up),
        "required": {kind: act.required for kind, act in of.items() if act.required is not None},
    }


@dataclass(frozen=True)
class Game(Generic[S]):
    """Definition of one game: data and pure functions. Legality is in `conditions` alone."""

    id: str
    """Name of its folder, in `games` and in `rules_data`."""
    players: tuple[int, ...]
    acts: tuple[Act[S, Any, Any], ...]
    """Acts that players can report, in the order of the report menu."""
    setup: Callable[[Any, FactValues, Rulings], S]
    """Factory of the first state. It presumes that no setup condition fails."""
    duties: Callable[[S], tuple[Duty, ...]]
    score: Callable[[S], tuple[ScoreLine, ...]]
    outcome: Callable[[S], Outcome | None]
    invariants: Callable[[S], tuple[Problem, ...]]
    items: tuple[ItemSpec, ...]
    accounts: Callable[[S], tuple[str, ...]]
    """Accounts that a table can count and adjust, in a fixed order."""

    # What most games leave as it is.

    version: int = 1
    """Rules version, increased when an old acta could be judged differently."""
    options: type[Options] = Options
    setup_conditions: tuple[Condition[Any], ...] = ()
    """Conditions of `(SetupDraft, options)`: bad options give refusals too."""
    awaiting: Callable[[S], tuple[Seat, ...]] = _awaiting
    """Seats that must act; by default those of `awaited`, unless the match is `over`."""
    public_view: Callable[[S, Seat | None], Any] = _whole
    """View of that seat (None: a spectator); hidden things are absent from it."""
    with_ledger: Callable[[S, Ledger], S] = _with_ledger
    """Copy of the state with other balances."""
    close: Callable[[S], S] | None = None
    """Copy of the state of a table that ends the match here; what is counted decides.

    None: only the rules end it.
    """
    with_rulings: Callable[[S, Rulings], S] = _with_rulings
    """Copy of the state under other readings; a game rebuilds what it derives from them."""
    settables: tuple[Settable[S], ...] = ()
    """Settables that an adjustment may set on every table."""
    settables_in: Callable[[S], tuple[Settable[S], ...]] = lambda _state: ()
    """Further settables of this table: its own spaces, cards, pieces."""
    follow: Callable[[S, S], tuple[S, tuple[Effect, ...]]] | None = None
    """Function of the states before and after an adjustment that reckons the agenda again.

    Tasks that have become idle end, and what runs by itself then runs.
    """
    items_in: Callable[[S], tuple[ItemSpec, ...]] | None = None
    """Items under the rulings in force, if a ruling or the box changes them."""
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """By rules version, the function that upcasts a stored action to the next version."""
    lines: Mapping[str, Lines] = field(default_factory=dict)
    """Lines of cards and places, by the key of the term that names them."""
    verbs: Mapping[str, Verb[Any]] = field(default_factory=dict)
    """Vocabulary of these lines."""
    box: HasPrintedValues[S] | None = None
    """Accessor of the printed values in its state; None: typing one replays the whole match."""
    judged: bool = True
    """False if nothing is judged: it only counts what the table reports."""
    given_terms: Callable[[Any], Mapping[str, str]] = lambda _options: {}
    """Names that a table gives in its options, by term key."""
    played_name: Callable[[Any], str] = lambda _options: ""
    """Name of what is played, where the options tell it; empty: the name of the game."""
    tells: Callable[[S, Any], tuple[str, ...]] = lambda _state, _action: ()
    """Names of unknown printed values that a report answers, instead of somebody reading them."""
    required_facts: tuple[str, ...] = ()
    """Printed values that refereeing needs; each is shipped with its value."""

    # Derived from the acts of the game. Only tests and redaction replace these.

    conditions: Mapping[str, tuple[Condition[S], ...]] = _OF_ITS_ACTS
    """Conditions by action kind, in the order judged: turn, phase, existence, rule."""
    candidates: Callable[[S, Draft, str], Field] = _OF_ITS_ACTS
    """Candidates of a field of the draft; earlier fields are filled in."""
    apply: Callable[[S, Any], tuple[S, tuple[Effect, ...]]] = _OF_ITS_ACTS
    """Application of an action. It presumes a legal answer, or an overruled refusal."""
    describe: Callable[[S, Action], Params] = _OF_ITS_ACTS
    """Parameters of the sentence that describes an action."""
    describe_begun: Callable[[S, Draft], Params] = _OF_ITS_ACTS
    """Parameters of the title of a report of which fields are missing."""
    label: Callable[[S, Draft, str, Any], Value] = _OF_ITS_ACTS
    """Words for one value of one field of a draft: `(state, draft, field, value)`."""
    asks: Callable[[S, Draft], tuple[AskFact, ...]] = _OF_ITS_ACTS
    """Unknown printed values that this draft meets."""
    kinds: Callable[[S], tuple[str, ...]] = _OF_ITS_ACTS
    """Kinds of acts at this table, in the order of the menu."""
    giving_up: frozenset[str] = _OF_ITS_ACTS
    """Kinds of acts that end what was striven for."""
    required: Mapping[str, Callable[[S, Draft], tuple[str, ...]]] = _OF_ITS_ACTS
    """By kind, the unknown printed values it cannot be applied without; only kinds with any."""

    def __post_init__(self) -> None:
        derived = _of_acts(self.acts)
        for name in derived:
            if getattr(self, name) is _OF_ITS_ACTS:
                object.__setattr__(self, name, derived[name])

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """Return one model per kind, in the order of the report menu."""
        return tuple(act.model for act in self.acts)

    @cached_property
    def action_models(self) -> dict[str, type[Action]]:
        """Return the action models by kind."""
        return {act.kind: act.model for act in self.acts}

    @cached_property
    def decisive(self) -> dict[str, tuple[Condition[S], ...]]:
        """Return the conditions that decide legality, by action kind, in the order judged."""
        return {kind: rules.decisive(listed) for kind, listed in self.conditions.items()}

    @cached_property
    def tests(self) -> dict[str, rules.Tests[S]]:
        """Return the test functions of these conditions, by action kind."""
        return {kind: rules.tests_of(listed) for kind, listed in self.decisive.items()}

    @cached_property
    def _readers(self) -> dict[str, Callable[[Mapping[str, Any]], Action]]:
        models = self.action_models.items()
        return {kind: TypeAdapter(model).validator.validate_python for kind, model in models}

    def read_action(self, data: Mapping[str, Any]) -> Action:
        """Parse an action from plain JSON data.

        Raises:
            pydantic.ValidationError: a field is missing or malformed.
            KeyError: there is no such kind.
        """
        return self._readers[data["kind"]](data)

    def items_of(self, state: S) -> tuple[ItemSpec, ...]:
        """Return the items of this table, with their visibility and number."""
        return self.items if self.items_in is None else self.items_in(state)

    def settables_of(self, state: S) -> tuple[Settable[S], ...]:
        """Return what an adjustment may set on this table, outside the ledger."""
        return (*self.settables, *self.settables_in(state))

    @cached_property
    def _of_fields(self) -> dict[tuple[object, ...], tuple[Condition[S], ...]]:
        return {}

    def conditions_on(
        self, kind: str, filled: Iterable[str], *, private: bool, since: str | None = None
    ) -> tuple[Condition[S], ...]:
        """Return the conditions that can judge a draft with these fields.

        With `since`, only those that this field makes possible.
        """
        key = (kind, frozenset(filled), private, since)
        testable = self._of_fields.get(key)
        if testable is None:
            names, listed = key[1], self.conditions[kind]
            testable = rules.applicable_conditions(listed, names, private=private)
            if since is not None:
                before = {
                    c.code
                    for c in rules.applicable_conditions(listed, names - {since}, private=private)
                }
                testable = tuple(c for c in testable if c.code not in before)
            self._of_fields[key] = testable
        return testable

    def conditions_of(self, kind: str) -> tuple[Condition[S], ...]:
        """Return the ordered conditions of an action kind."""
        return self.conditions[kind]


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
    defaults = drafts.defaults(game.action_models[draft.kind])
    return SimpleNamespace(**{**defaults, **draft.values, "kind": draft.kind, "seat": draft.seat})


def read_draft(game: Game[S], draft: Draft) -> Draft:
    """Parse each value of a draft from outside by the type of its field.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    return drafts.read(game.action_models, draft)


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


@dataclass(frozen=True, slots=True)
class Choice:
    """Value of a closed field, with the refusal that greys it out."""

    value: Any
    refusal: Refusal | None


def judged_choices(
    game: Game[S], state: S, draft: Draft, name: str, *, private: bool = True
) -> tuple[Choice, ...]:
    """Return every value of a closed field in its fixed order, each judged in advance."""
    candidates = game.candidates(state, draft, name)
    if not isinstance(candidates, Choices):
        return ()
    return tuple(
        Choice(value, check_draft(game, state, draft.with_value(name, value), private=private))
        for value in candidates.values
    )


def tells_all(game: Game[S], kind: str, code: str) -> bool:
    """Return whether a verdict is public: it reveals nothing that the acting seat hides."""
    listed = game.conditions[kind]
    return code in {condition.code for condition in rules.public_conditions(listed)}


def depends_on_hidden(game: Game[S], kind: str) -> bool:
    """Return whether a condition of an action kind depends on what only its seat may know."""
    return any(condition.private for condition in game.conditions[kind])


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
