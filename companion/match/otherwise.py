"""What a match would be, had its table read one ruling otherwise from the start.

`kernel/readings.py` judges an answer again on the present table. A ruling may also have worked
earlier: then the table itself would be another one, and the answer is judged on that.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel import game as kernel
from companion.kernel.form import Draft
from companion.kernel.readings import Answer, judging
from companion.kernel.refusal import AnswerVerdict, Refusal
from companion.kernel.rulings import Rulings
from companion.match.entries import Consent, Reported, RulingChanged
from companion.match.fold import Match
from companion.match.steps import Broken, play
from companion.match.timeline import Item
from companion.match.work import Work

_CONSENT = Consent(by="mesa")
"""Whose it is, nobody reads."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Where another reading, in force from the start, would have led to another table."""

    ruling: str
    reading: str
    state: Any
    """The table then; None: nobody can say, because something that was done could not have been."""
    since: str | None = None
    """The first entry after which the table would have been another one; None: the set-up."""
    refused: str | None = None
    """The first entry that would not have been legal: the table is as if it had been let stand.

    Without a table, the one that could not have been at all; None: the set-up.
    """


@dataclass(frozen=True, slots=True)
class Earlier:
    """A ruling that worked earlier in the match, and what is answered where it is read so."""

    ruling: str
    reading: str
    verdict: AnswerVerdict | None
    """What would be answered; None: nobody can say."""
    since: str | None
    refused: str | None
    """Both as in `Otherwise`, whose table is not told."""
    refusal: Refusal | None = None
    """Why the report is not legal there, where that is the answer."""


def other_tables(
    match: Match, readings: Mapping[str, Sequence[str]]
) -> Work[tuple[Otherwise, ...]]:
    """Every reading that, in force from the start, would have led to another table than this.

    It pauses after each entry that is played.

    Args:
        match: as far as it is played.
        readings: by ruling, all of its readings.
    """
    found = []
    for ruling, reading in _others(match, readings):
        there = yield from _played(match, ruling, reading)
        if there is not None:
            found.append(there)
    return tuple(found)


def earlier(
    match: Match, tables: Sequence[Otherwise], draft: Draft, *, private: bool
) -> tuple[Earlier, ...]:
    """The readings that, in force from the start, would give a report another answer.

    Another one than the present table gives under the same reading: that one is a `Hinge`.

    Args:
        match: as far as it is played.
        tables: what other readings would have led to.
        draft: the report, whole or as far as it is filled in.
        private: whether whoever asks may know what the acting seat holds.
    """
    asked = judging(match.game, draft, private=private)
    found = []
    for there in tables:
        if there.state is None:
            found.append(_told(there))
            continue
        here = match.game.with_rulings(match.state, there.state.rulings)
        then = asked.on(there.state)
        if _facts(asked.on(here)) != _facts(then):
            found.append(_told(there, asked.proved(there.state, then)))
    return tuple(found)


def _told(there: Otherwise, then: Answer | None = None) -> Earlier:
    verdict, refusal = (then.verdict, then.refusal) if then else (None, None)
    return Earlier(there.ruling, there.reading, verdict, there.since, there.refused, refusal)


def _facts(answer: Answer) -> object:
    refusal = answer.refusal
    return (refusal.code, refusal.params) if refusal else answer.verdict


def _others(match: Match, readings: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """What was not read so all along."""
    changed = {s.item.body.ruling for s in match.steps if isinstance(s.item.body, RulingChanged)}
    for ruling, in_force in match.state.rulings.items():
        for reading in readings.get(ruling, ()):
            if reading != in_force or ruling in changed:
                yield ruling, reading


def _played(match: Match, ruling: str, reading: str) -> Work[Otherwise | None]:
    """The match played again; None where that leads to the same table."""
    game, started = match.game, match.started
    rulings: Rulings = {**started.rulings, ruling: reading}
    if kernel.check_setup(game, match.options, match.facts, rulings):
        return Otherwise(ruling, reading, None)
    state = start = game.setup(match.options, match.facts, rulings)
    states, refused = [], None
    for step in match.steps:
        if not _about(step.item, ruling):
            there = play(game, started, state, step.item)
            if isinstance(there, Broken):
                refused = refused or step.item.id
                there = play(game, started, state, _let_stand(step.item))
            if isinstance(there, Broken):
                return Otherwise(ruling, reading, None, refused=step.item.id)
            state = there.state
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
    return Otherwise(ruling, reading, state, since, refused)


def _about(item: Item, ruling: str) -> bool:
    return isinstance(item.body, RulingChanged) and item.body.ruling == ruling


def _let_stand(item: Item) -> Item:
    """The entry, as if the table had agreed to it."""
    body = item.body
    if isinstance(body, Reported):
        body = body.model_copy(update={"consent": _CONSENT})
    return item._replace(body=body)
