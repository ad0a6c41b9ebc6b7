"""An act: what players can report, with all that belongs to it in one place.

Its model, what each of its fields can be, its conditions in the order they are judged, what it
does and how it is told. A game is the tuple of its acts; the shared part asks them through `Game`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from companion.kernel import play as kernel
from companion.kernel.conditions import Condition, Sections
from companion.kernel.effects import Effect
from companion.kernel.form import AskFact, Draft, Field
from companion.kernel.models import Action
from companion.kernel.picks import Pick
from companion.kernel.refusal import Finding, Kind, Remedy
from companion.kernel.values import Params, SeatRef, Value

S = TypeVar("S")
P = TypeVar("P", bound=kernel.Play[Any])
A = TypeVar("A", bound=Action)
F = TypeVar("F", bound=Callable[..., Any])

Names: TypeAlias = str | tuple[str, ...]
"""One name, or several."""


def names(given: Names) -> tuple[str, ...]:
    """The names, also where there is only one."""
    return (given,) if isinstance(given, str) else given


class Declared(Protocol):
    """What is said of a condition, waiting for the function that tests it."""

    def __call__(self, test: Callable[[S, Any], Finding], /) -> Condition[S]:
        """The condition."""


def rule(
    *rules: str,
    code: str,
    needs: Names = (),
    presumes: Names = (),
    kind: Kind = Kind.RULE,
    private: bool = False,
    mend: Callable[[Any, Any], Iterable[Remedy]] | None = None,
    grounds: Sections | Callable[[Any, Any], Sections] | None = None,
    only_cites: bool = False,
) -> Declared:
    """Makes a condition of the function that tests it; see `Condition` for what is said of it.

    Args:
        rules: the rule sections it enforces.
        code: of the obstacle; stored in disputes and the key of its words, so it never changes.
        needs: the fields it looks at.
        presumes: codes of conditions without which it makes no sense.
        kind: what it is about.
        private: whether its verdict tells what only the acting seat may know.
        mend: what may make it hold.
        grounds: the sections that a legal answer rests on because it holds.
        only_cites: whether it only says which rule is in dispute where another one forbids.
    """

    def made(test: Callable[[S, Any], Finding], /) -> Condition[S]:
        return Condition(
            code,
            rules,
            test,
            names(needs),
            names(presumes),
            kind,
            private,
            mend,
            grounds,
            only_cites,
        )

    return made


class Act(Generic[S, P, A]):
    """One act of a game. It is put together in its module, and never changes once a game has it."""

    def __init__(
        self,
        model: type[A],
        *rules: Condition[S],
        fields: Mapping[str, Pick[S]] | None = None,
        here: Callable[[S], bool] = lambda _state: True,
        gives_up: bool = False,
    ) -> None:
        """An act that nothing forbids besides `rules`, which are judged first.

        Args:
            model: what is recorded of it.
            rules: conditions that it shares with other acts.
            fields: by field of the form, what it can be and how it reads.
            here: whether a table has what it is done with; where not, it is not offered at all.
            gives_up: whether it ends what was striven for: nobody is advised to do it first.

        Raises:
            TypeError: a field is not declared, or there is none of that name.
        """
        self.model = model
        self.kind = str(model.model_fields["kind"].default)
        self.fields: Mapping[str, Pick[S]] = fields or {}
        self.here = here
        self.gives_up = gives_up
        odd = set(model.form_fields()) ^ set(self.fields)
        if odd:
            raise TypeError(f"{model.__name__}: {sorted(odd)}")
        self._rules = rules
        self._closed = False
        self._play: Callable[[P, A], None] | None = None
        self._told: Callable[[S, A], Params] | None = None
        self._wants: Callable[[S, Draft], tuple[str, ...]] | None = None
        self._requires: Callable[[S, Draft], tuple[str, ...]] | None = None

    # How it is put together

    def rule(
        self,
        *rules: str,
        code: str,
        needs: Names = (),
        presumes: Names = (),
        kind: Kind = Kind.RULE,
        private: bool = False,
        mend: Callable[[S, A], Iterable[Remedy]] | None = None,
        grounds: Sections | Callable[[S, A], Sections] | None = None,
    ) -> Callable[[Callable[[S, A], Finding]], Condition[S]]:
        """The function below is a condition of this act, judged after those above it.

        The arguments are those of `rule`.
        """
        made = rule(
            *rules,
            code=code,
            needs=needs,
            presumes=presumes,
            kind=kind,
            private=private,
            mend=mend,
            grounds=grounds,
        )

        def added(test: Callable[[S, A], Finding]) -> Condition[S]:
            condition: Condition[S] = made(test)
            self.also(condition)
            return condition

        return added

    def also(self, *rules: Condition[S]) -> None:
        """Conditions that it shares with other acts, judged after those above.

        Raises:
            TypeError: a game has it already.
        """
        if self._closed:
            raise TypeError(f"{self.kind} is part of a game and gets no more conditions")
        self._rules += rules

    def close(self) -> None:
        """From now on it gets no more conditions: a game has taken it."""
        self._closed = True

    def play(self, carry_out: Callable[[P, A], None]) -> Callable[[P, A], None]:
        """The function below says what the act does."""
        self._play = carry_out
        return carry_out

    def told(self, describe: Callable[[S, A], Params]) -> Callable[[S, A], Params]:
        """The function below says what the sentence needs besides the fields."""
        self._told = describe
        return describe

    def wants(
        self, facts: Callable[[S, Draft], tuple[str, ...]]
    ) -> Callable[[S, Draft], tuple[str, ...]]:
        """The function below says which unknown printed values a report of it meets."""
        self._wants = facts
        return facts

    def requires(
        self, facts: Callable[[S, Draft], tuple[str, ...]]
    ) -> Callable[[S, Draft], tuple[str, ...]]:
        """The function below says without which unknown printed values it cannot be applied."""
        self._requires = facts
        return facts

    # What a game answers of it

    playing: Callable[[S], P] = kernel.Play  # type: ignore[assignment]
    """The class that makes of a state what can be played on: a game may have its own."""

    def after(self, play: P) -> None:
        """What follows every act of a game."""

    @property
    def conditions(self) -> tuple[Condition[S], ...]:
        """Its conditions, in the order they are judged."""
        return self._rules

    def candidates(self, state: S, draft: Draft, field: str) -> Field:
        """What a field can be."""
        return self.fields[field].field(state, draft)

    def label(self, state: S, draft: Draft, field: str, value: Any) -> Value:
        """The words for one value of a field."""
        return self.fields[field].label(state, draft, value)

    def describe(self, state: S, action: A) -> Params:
        """The parameters of the sentence that says what was done."""
        params: dict[str, Value] = {"seat": SeatRef(action.seat)}
        for name, pick in self.fields.items():
            if pick.told is not None:
                params[pick.told_as or name] = pick.told(getattr(action, name))
        return params if self._told is None else {**params, **self._told(state, action)}

    def asks(self, state: S, draft: Draft) -> tuple[AskFact, ...]:
        """The unknown printed values that a report of it meets."""
        wanted = () if self._wants is None else self._wants(state, draft)
        needed = () if self._requires is None else self._requires(state, draft)
        return tuple(
            AskFact(fact, compulsory)
            for facts, compulsory in ((wanted, False), (needed, True))
            for fact in facts
        )

    @property
    def required(self) -> Callable[[S, Draft], tuple[str, ...]] | None:
        """Without which unknown printed values it cannot be applied; None: it needs none."""
        return self._requires

    def apply(self, state: S, action: A) -> tuple[S, tuple[Effect, ...]]:
        """The state after it, and its effects in order."""
        play = self.playing(state)
        if self._play is not None:
            self._play(play, action)
        self.after(play)
        done: tuple[S, tuple[Effect, ...]] = play.finished()
        return done
