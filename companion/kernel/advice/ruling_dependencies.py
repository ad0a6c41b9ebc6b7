"""Table rulings that an answer depends on, found by judging it under each other reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.form import Draft
from companion.kernel.game import Game, TableState
from companion.kernel.models import Action
from companion.kernel.refusal import AnswerVerdict, Refusal

S = TypeVar("S", bound=TableState)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer to a report, as far as the viewer may know it."""

    verdict: AnswerVerdict
    refusal: Refusal | None = None

    @property
    def code(self) -> str | None:
        """Return the code of the condition that fails, or None."""
        return self.refusal.code if self.refusal else None


@dataclass(frozen=True, slots=True)
class RulingDependency:
    """Table ruling whose other reading changes the answer."""

    ruling: str
    reading: str
    """Reading in force."""
    other: str
    """Reading that gives another answer."""
    verdict: AnswerVerdict
    """Verdict under the other reading."""
    refused: str | None = None
    """Condition that fails under the other reading, if it is refused."""


@dataclass(frozen=True, slots=True)
class ReportJudge:
    """Report to be judged on more than one table."""

    game: Game[Any]
    draft: Draft
    whole: Action | None
    """The report; None: it is not filled in yet."""
    private: bool

    def on(self, state: Any) -> Answer:
        """Return the answer on a table; a partial draft without refusal is unverifiable so far."""
        if self.whole is not None:
            return self._of(state, self.whole)
        refusal = legality.check_draft(self.game, state, self.draft, private=self.private)
        return Answer("refused", refusal) if refusal else Answer("unverifiable")

    def proved(self, state: Any, answer: Answer) -> Answer:
        """Return the answer of `on`, or legal if a completion of the draft is legal."""
        if self.whole is not None or answer.refusal or self._covered:
            return answer
        actions = remedies.completions(self.game, state, self.draft, private=self.private)
        legal = (self._of(state, action) for action in actions)
        return next((one for one in legal if one.verdict == "legal"), answer)

    def _of(self, state: Any, action: Action) -> Answer:
        judgement = legality.judge(self.game, state, action, private=self.private)
        if judgement.refusal:
            return Answer("refused", judgement.refusal)
        lacks = self._covered or legality.fact_needed(self.game, state, action) is not None
        return Answer("unverifiable" if lacks else judgement.verdict)

    @property
    def _covered(self) -> bool:
        return not self.private and legality.depends_on_hidden(self.game, self.draft.kind)


def judging(game: Game[S], draft: Draft, *, private: bool) -> ReportJudge:
    """Prepare a report to be judged on any table of its match.

    Args:
        game: game of the match.
        draft: the report, whole or as far as it is filled in.
        private: True if the viewer may know what the acting seat holds.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    read = legality.read_draft(game, draft)
    return ReportJudge(game, read, _whole(game, read), private)


def ruling_dependencies(
    game: Game[S],
    state: S,
    draft: Draft,
    readings: Mapping[str, tuple[str, ...]],
    *,
    private: bool = True,
) -> tuple[RulingDependency, ...]:
    """Return every reading that the table could have chosen and that changes the answer.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report, whole or as far as it is filled in.
        readings: by ruling, all of its readings.
        private: True if the viewer may know what the acting seat holds.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    asked = judging(game, draft, private=private)
    now = asked.on(state)
    dependencies = []
    for ruling, in_force in state.rulings.items():
        for other in readings.get(ruling, ()):
            if other == in_force:
                continue
            read_so = game.with_rulings(state, {**state.rulings, ruling: other})
            then = asked.on(read_so)
            if (then.verdict, then.code) != (now.verdict, now.code):
                then = asked.proved(read_so, then)
                dependencies.append(
                    RulingDependency(ruling, in_force, other, then.verdict, then.code)
                )
    return tuple(dependencies)


def _whole(game: Game[S], draft: Draft) -> Action | None:
    if legality.next_field(game, draft) is not None:
        return None
    try:
        return legality.complete(game, draft)
    except ValidationError:
        return None
