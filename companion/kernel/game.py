"""Contract of a game, and all that follows from it without knowing the game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from companion.kernel import agenda
from companion.kernel import conditions as rules
from companion.kernel.acts import Act
from companion.kernel.box.facts import FactValues
from companion.kernel.box.lines import Lines, Verb
from companion.kernel.box.printed_values import HasPrintedValues
from companion.kernel.conditions import Condition
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.form import (
    AskFact,
    Draft,
    Field,
)
from companion.kernel.models import Action, Options
from companion.kernel.pieces.ledger import Effect, ItemSpec, Ledger
from companion.kernel.pieces.settables import Settable
from companion.kernel.play import evolved, frozen
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
        "parts": lambda state, action: of[action.kind].parts(state, action),
        "describe": lambda state, action: of[action.kind].describe(state, action),
        "describe_begun": lambda state, draft: of[draft.kind].describe_begun(state, draft),
        "describe_known": lambda state, draft: of[draft.kind].describe_known(state, draft),
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
    parts: Callable[[S, Action], tuple[Action, ...]] = _OF_ITS_ACTS
    """Reports that one report amounts to, in order; usually itself alone."""
    describe: Callable[[S, Action], Params] = _OF_ITS_ACTS
    """Parameters of the sentence that describes an action."""
    describe_begun: Callable[[S, Draft], Params] = _OF_ITS_ACTS
    """Parameters of the title of a report of which fields are missing."""
    describe_known: Callable[[S, Draft], Params] = _OF_ITS_ACTS
    """The same, with those of the fields that are filled in."""
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
