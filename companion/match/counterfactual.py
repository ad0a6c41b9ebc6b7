"""Counterfactuals: the match under another reading of one ruling from the start.

`kernel/advice/ruling_dependencies.py` judges an answer again on the present state. A ruling may
also have had an effect earlier: then the state itself would differ, and that is judged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel import legality
from companion.kernel.advice.ruling_dependencies import Answer, judging
from companion.kernel.box.facts import FactValues
from companion.kernel.form import Draft
from companion.kernel.refusal import AnswerVerdict, Refusal
from companion.kernel.rulings import Rulings
from companion.match.entries import Consent, Reported, RulingChanged
from companion.match.fold import Match
from companion.match.resumable import Resumable
from companion.match.steps import Broken, Step, known_values, play
from companion.match.timeline import Item

_CONSENT = Consent(by="mesa")
"""Consent for the replay; nobody reads its author."""


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Different state that another reading, in force from the start, would have led to."""

    ruling: str
    reading: str
    state: Any
    """The other state; None: unknown, because some action would have been impossible."""
    since: str | None = None
    """First entry after which the state would differ; None: the set-up."""
    refused: str | None = None
    """First entry that would be illegal; the state is as if the table had consented to it.

    Without a state, the one that would have been impossible; None: the set-up.
    """


@dataclass(frozen=True, slots=True)
class CounterfactualAnswer:
    """Answer under another reading of a ruling that had an effect earlier in the match."""

    ruling: str
    reading: str
    verdict: AnswerVerdict | None
    """Verdict of the other answer; None: unknown."""
    since: str | None
    refused: str | None
    """First illegal entry. Both as in `Counterfactual`, without its state."""
    refusal: Refusal | None = None
    """Refusal of the report there, if it is illegal."""


def counterfactuals(
    match: Match, readings: Mapping[str, Sequence[str]]
) -> Resumable[tuple[Counterfactual, ...]]:
    """Return every reading that, in force from the start, leads to another state.

    It pauses after each entry that is played.

    Args:
        match: as far as it is played.
        readings: by ruling, all of its readings.
    """
    diverging = []
    for ruling, reading in _others(match, readings):
        there = yield from _played(match, ruling, reading)
        if there is not None:
            diverging.append(there)
    return tuple(diverging)


def counterfactual_answers(
    match: Match, tables: Sequence[Counterfactual], draft: Draft, *, private: bool
) -> tuple[CounterfactualAnswer, ...]:
    """Return the readings that, in force from the start, give a report another answer.

    An answer that already differs on the present state under the same reading is a
    `RulingDependency`.

    Args:
        match: as far as it is played.
        tables: counterfactual states of other readings.
        draft: the report, whole or as far as it is filled in.
        private: True if the viewer may know what the acting seat holds.
    """
    asked = judging(match.game, draft, private=private)
    answers = []
    for there in tables:
        if there.state is None:
            answers.append(_counterfactual_answer(there))
            continue
        here = match.game.with_rulings(match.state, there.state.rulings)
        then = asked.on(there.state)
        if _facts(asked.on(here)) != _facts(then):
            answers.append(_counterfactual_answer(there, asked.proved(there.state, then)))
    return tuple(answers)


def _counterfactual_answer(
    there: Counterfactual, then: Answer | None = None
) -> CounterfactualAnswer:
    verdict, refusal = (then.verdict, then.refusal) if then else (None, None)
    return CounterfactualAnswer(
        there.ruling, there.reading, verdict, there.since, there.refused, refusal
    )


def _facts(answer: Answer) -> object:
    refusal = answer.refusal
    return (refusal.code, refusal.params) if refusal else answer.verdict


def _others(match: Match, readings: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield the readings that were not in force all along."""
    changed = {s.item.body.ruling for s in match.steps if isinstance(s.item.body, RulingChanged)}
    for ruling, in_force in match.state.rulings.items():
        for reading in readings.get(ruling, ()):
            if reading != in_force or ruling in changed:
                yield ruling, reading


def _played(match: Match, ruling: str, reading: str) -> Resumable[Counterfactual | None]:
    """Replay the match under a reading; return None if the state is the same."""
    game, started = match.game, match.started
    rulings: Rulings = {**started.rulings, ruling: reading}
    if legality.check_setup(game, match.options, match.facts, rulings):
        return Counterfactual(ruling, reading, None)
    state = start = game.setup(match.options, match.facts, rulings)
    states, refused, played = [], None, list[Step]()

    def known() -> FactValues:
        return known_values(match.facts, played)

    for step in match.steps:
        if not _about(step.item, ruling):
            there = play(game, started, state, step.item, known=known)
            if isinstance(there, Broken):
                refused = refused or step.item.id
                there = play(game, started, state, _let_stand(step.item), known=known)
            if isinstance(there, Broken):
                return Counterfactual(ruling, reading, None, refused=step.item.id)
            state = there.state
            played.append(there)
        states.append(state)
        yield

    def same(own: Any, other: Any) -> bool:
        alike: bool = game.with_rulings(own, other.rulings) == other
        return alike

    if same(match.state, state):
        return None
    parted = (
        s.item.id for s, other in zip(match.steps, states, strict=True) if not same(s.state, other)
    )
    since = next(parted, None) if same(match.start, start) else None
    return Counterfactual(ruling, reading, state, since, refused)


def _about(item: Item, ruling: str) -> bool:
    return isinstance(item.body, RulingChanged) and item.body.ruling == ruling


def _let_stand(item: Item) -> Item:
    """Return the entry with the consent of the table."""
    body = item.body
    if isinstance(body, Reported):
        body = body.model_copy(update={"consent": _CONSENT})
    return item._replace(body=body)
