"""Acts that players can report, each declared in one place.

An act holds its model, the candidates of its fields, its conditions in the order they are judged,
its effects and its description. A game is the tuple of its acts; the shared part calls them through
`Game`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from companion.kernel import play as kernel
from companion.kernel.conditions import Condition, Sections
from companion.kernel.form import AskFact, Draft, Field, Pick, bounds, within
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Effect
from companion.kernel.refusal import ConditionKind, Finding, Remedy
from companion.kernel.values import Params, SeatRef, Value

S = TypeVar("S")
P = TypeVar("P", bound=kernel.Play[Any])
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., Any])

Names: TypeAlias = str | tuple[str, ...]
"""One name or several."""


def names(given: Names) -> tuple[str, ...]:
    """Return the names as a tuple, also for a single one."""
    return (given,) if isinstance(given, str) else given


class ConditionDecorator(Protocol):
    """Decorator that turns a test function into a condition."""

    def __call__(self, test: Callable[[S, Any], Finding], /) -> Condition[S]:
        """Return the condition."""


def rule(
    *rules: str,
    code: str,
    fields: Names = (),
    requires: Names = (),
    kind: ConditionKind = ConditionKind.RULE,
    private: bool = False,
    suggest: Callable[[Any, Any], Iterable[Remedy]] | None = None,
    legal_basis: Sections | Callable[[Any, Any], Sections] | None = None,
    citation_only: bool = False,
    sections: Callable[[Any, Any], Sections] | None = None,
) -> ConditionDecorator:
    """Make a condition of the decorated test function; `Condition` documents the arguments.

    Args:
        rules: rule sections it enforces.
        code: code of the obstacle; by default the name of the function.
        fields: fields it reads.
        requires: codes of the conditions it depends on.
        kind: subject of the condition.
        private: True if its verdict reveals what only the acting seat may know.
        suggest: proposes what may make it hold.
        legal_basis: sections that a legal answer rests on because it holds.
        citation_only: True if it only names the rule in dispute when another condition forbids.
        sections: sections in dispute over a report, where they depend on it; by default `rules`.
    """

    def made(test: Callable[[S, Any], Finding], /) -> Condition[S]:
        return Condition(
            code,
            rules,
            test,
            names(fields),
            names(requires),
            kind,
            private,
            suggest,
            legal_basis,
            citation_only,
            sections,
        )

    return made


class Act(Generic[S, P, A]):
    """One act of a game, declared in its module and fixed once a game has taken it."""

    def __init__(
        self,
        model: type[A],
        *rules: Condition[S],
        fields: Mapping[str, Pick[S]] | None = None,
        available: Callable[[S], bool] = lambda _state: True,
        gives_up: bool = False,
    ) -> None:
        """Create an act that only `rules` forbid so far; they are judged first.

        Args:
            model: model of the recorded action.
            rules: conditions shared with other acts.
            fields: by form field, its candidates and its labels.
            available: tells if a table has what the act needs; if not, the act is not offered.
            gives_up: True if the act ends what was striven for; no advice puts it first.

        Raises:
            TypeError: a field is not declared, or the model has no such field.
        """
        self.model = model
        self.kind = str(model.model_fields["kind"].default)
        self.fields: Mapping[str, Pick[S]] = fields or {}
        self.available = available
        self.gives_up = gives_up
        self._bounds = {name: known for name in self.fields if (known := bounds(model, name))}
        odd = set(model.form_fields()) ^ set(self.fields)
        if odd:
            raise TypeError(f"{model.__name__}: {sorted(odd)}")
        self._rules = rules
        self._closed = False
        self._play: Callable[[P, A], None] | None = None
        self._sentence_params: Callable[[S, A], Params] | None = None
        self._begun_params: Callable[[S, Draft], Params] | None = None
        self._asks_facts: Callable[[S, Draft], tuple[str, ...]] | None = None
        self._needs_facts: Callable[[S, Draft], tuple[str, ...]] | None = None
        self._parts: Callable[[S, A], tuple[A, ...]] | None = None

    # Putting an act together

    def rule(
        self,
        *rules: str,
        code: str,
        fields: Names = (),
        requires: Names = (),
        kind: ConditionKind = ConditionKind.RULE,
        private: bool = False,
        suggest: Callable[[S, A], Iterable[Remedy]] | None = None,
        legal_basis: Sections | Callable[[S, A], Sections] | None = None,
        sections: Callable[[S, A], Sections] | None = None,
    ) -> Callable[[Callable[[S, A], Finding]], Condition[S]]:
        """Declare the decorated function as a condition, judged after those above it.

        The arguments are those of `rule`.
        """
        made = rule(
            *rules,
            code=code,
            fields=fields,
            requires=requires,
            kind=kind,
            private=private,
            suggest=suggest,
            legal_basis=legal_basis,
            sections=sections,
        )

        def added(test: Callable[[S, A], Finding]) -> Condition[S]:
            condition: Condition[S] = made(test)
            self.also(condition)
            return condition

        return added

    def also(self, *rules: Condition[S]) -> None:
        """Add conditions shared with other acts, judged after those above.

        Raises:
            TypeError: a game has already taken the act.
        """
        if self._closed:
            raise TypeError(f"{self.kind} is part of a game and gets no more conditions")
        self._rules += rules

    def close(self) -> None:
        """Reject further conditions from now on, because a game has taken the act."""
        self._closed = True

    def play(self, carry_out: Callable[[P, A], None]) -> Callable[[P, A], None]:
        """Register the decorated function as the one that carries out the act."""
        self._play = carry_out
        return carry_out

    def sentence_params(self, describe: Callable[[S, A], Params]) -> Callable[[S, A], Params]:
        """Register the function that returns the sentence parameters besides the fields."""
        self._sentence_params = describe
        return describe

    def begun_params(self, describe: Callable[[S, Draft], Params]) -> Callable[[S, Draft], Params]:
        """Register the function that returns what is known of a report not yet filled in."""
        self._begun_params = describe
        return describe

    def asks_facts(
        self, facts: Callable[[S, Draft], tuple[str, ...]]
    ) -> Callable[[S, Draft], tuple[str, ...]]:
        """Register the function that returns the unknown printed values a report meets."""
        self._asks_facts = facts
        return facts

    def needs_facts(
        self, facts: Callable[[S, Draft], tuple[str, ...]]
    ) -> Callable[[S, Draft], tuple[str, ...]]:
        """Register the function that returns the unknown values the act cannot do without."""
        self._needs_facts = facts
        return facts

    def in_parts(self, split: Callable[[S, A], tuple[A, ...]]) -> Callable[[S, A], tuple[A, ...]]:
        """Register the function that returns the reports a report amounts to, in order.

        People say several acts in one go; each of them is judged and recorded by itself.
        """
        self._parts = split
        return split

    # Hooks of a game

    playing: Callable[[S], P] = kernel.Play  # type: ignore[assignment]
    """Class that wraps a state for playing; a game may have its own."""

    def after(self, play: P) -> None:
        """Run what follows every act of a game."""

    @property
    def conditions(self) -> tuple[Condition[S], ...]:
        """Return the conditions in the order they are judged."""
        return self._rules

    def candidates(self, state: S, draft: Draft, field: str) -> Field:
        """Return the values that a field can have, as far as the action can hold them."""
        offered = self.fields[field].field(state, draft)
        return offered if field not in self._bounds else within(offered, *self._bounds[field])

    def label(self, state: S, draft: Draft, field: str, value: Any) -> Value:
        """Return the words for one value of a field."""
        return self.fields[field].label(state, draft, value)

    def describe(self, state: S, action: A) -> Params:
        """Return the parameters of the sentence that describes the action."""
        params: dict[str, Value] = {"seat": SeatRef(action.seat)}
        for name, pick in self.fields.items():
            if pick.sentence is not None:
                params[pick.param_name or name] = pick.sentence(getattr(action, name))
        return (
            params
            if self._sentence_params is None
            else {**params, **self._sentence_params(state, action)}
        )

    def describe_begun(self, state: S, draft: Draft) -> Params:
        """Return the parameters known of a report of which fields are missing."""
        begun: Params = {} if self._begun_params is None else self._begun_params(state, draft)
        return {"seat": SeatRef(draft.seat), **begun}

    def describe_known(self, state: S, draft: Draft) -> Params:
        """Return these parameters, with those of the fields that are filled in."""
        params: dict[str, Value] = {}
        for name, value in draft.values.items():
            pick = self.fields.get(name)
            if pick is not None and pick.sentence is not None:
                params[pick.param_name or name] = pick.sentence(value)
            elif pick is not None and isinstance(value, str | int):
                params[name] = pick.label(state, draft, value)
        return {**params, **self.describe_begun(state, draft)}

    def asks(self, state: S, draft: Draft) -> tuple[AskFact, ...]:
        """Return the unknown printed values that a report meets."""
        wanted = () if self._asks_facts is None else self._asks_facts(state, draft)
        needed = () if self._needs_facts is None else self._needs_facts(state, draft)
        return tuple(
            AskFact(fact, compulsory)
            for facts, compulsory in ((wanted, False), (needed, True))
            for fact in facts
        )

    @property
    def required(self) -> Callable[[S, Draft], tuple[str, ...]] | None:
        """Return the getter of the unknown values it cannot be applied without, or None."""
        return self._needs_facts

    def parts(self, state: S, action: A) -> tuple[A, ...]:
        """Return the reports that a report amounts to, in order; usually itself alone."""
        return (action,) if self._parts is None else self._parts(state, action)

    def apply(self, state: S, action: A) -> tuple[S, tuple[Effect, ...]]:
        """Return the state after the action, and its effects in order."""
        play = self.playing(state)
        if self._play is not None:
            self._play(play, action)
        self.after(play)
        done: tuple[S, tuple[Effect, ...]] = play.finished()
        return done
