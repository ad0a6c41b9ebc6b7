"""Fold of the effective entries into a state. Loading, undo and amending all use it."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.box.facts import FactValues
from companion.kernel.duties import Outcome, Problem
from companion.kernel.game import Game
from companion.kernel.models import Options
from companion.kernel.pieces.ledger import Transfer
from companion.kernel.refusal import Refusal
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat
from companion.match.entries import (
    ActaError,
    Closed,
    Entry,
    Finished,
    Left,
    Retold,
    RulingChanged,
    Started,
)
from companion.match.files.acta_file import ids_of
from companion.match.files.faults import dotted, field_fault
from companion.match.resumable import Resumable, done
from companion.match.steps import (
    Broken,
    Step,
    decided,
    known_then,
    known_values,
    play,
    told_ending,
    unmoved,
    unread_at,
)
from companion.match.timeline import (
    Item,
    Rewrite,
    Timeline,
    ToldLater,
    UndoStep,
    advance,
    agreed_colours,
    agreed_facts,
    agreed_options,
    changes,
    is_agreement,
    newest_rules,
    sets_counting,
    timeline_of,
    told_later,
)

log = logging.getLogger(__name__)

_LIVES = 3
"""Number of earlier versions kept: amendments are undone a few times in a row at most."""


@dataclass(frozen=True)
class Match:
    """One match: its acta, and everything that follows from it."""

    game: Game[Any]
    started: Started
    options: Options
    entries: tuple[Entry, ...]
    timeline: Timeline
    facts: FactValues
    """Printed values, with those typed during the match."""
    start: Any
    """State after set-up."""
    steps: tuple[Step, ...]
    broken: Broken | None
    finished: Finished | None
    lives: "tuple[Match, ...]" = field(default=(), kw_only=True, repr=False, compare=False)
    """Versions of the match before it was rewritten, the last one first.

    Taking a rewrite back judges none of their steps again.
    """
    known: FactValues = field(kw_only=True, repr=False, compare=False)
    """Printed values in force: typed, and shown by reports. The same object while they are."""

    @property
    def state(self) -> Any:
        """Return the present state; if an entry is broken, the state before it."""
        return self.steps[-1].state if self.steps else self.start

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """Return the index of the app's colour by seat."""
        chosen = agreed_colours(self.started, self.timeline)
        seats = range(len(self.options.players))
        return chosen if len(chosen) == len(seats) else tuple(seats)

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of all entries, also of those that no longer count."""
        return frozenset(entry.id for entry in self.entries)

    @cached_property
    def given_ids(self) -> frozenset[str]:
        """Return every identifier ever assigned, also by insertions."""
        return frozenset(new for entry in self.entries for new in ids_of(entry))

    @cached_property
    def learned(self) -> Mapping[str, Step]:
        """Return by fact the report that showed a value which is in force and nobody has typed."""
        shown = ((one.fact, step) for step in self.steps if step.shows for one in step.shows)
        return {fact: step for fact, step in shown if fact not in self.facts}

    @cached_property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None; judged now, whatever was recorded."""
        outcome = self.game.outcome(self.state)
        return outcome and decided(outcome, told_ending(self.steps))

    @cached_property
    def counting(self) -> bool:
        """Return whether the table counts by itself now, without a referee, until the end."""
        if self.outcome is not None:
            return False
        bodies, refereed = (step.item.body for step in reversed(self.steps)), self.game.judged
        told = (sets_counting(body, refereed=refereed) for body in bodies)
        return next((counts for counts in told if counts is not None), False)

    @cached_property
    def left(self) -> tuple[Seat, ...]:
        """Return the seats whose players have left, in that order."""
        bodies = (step.item.body for step in self.steps)
        return tuple(dict.fromkeys(body.seat for body in bodies if type(body) is Left))

    @cached_property
    def closed(self) -> Closed | None:
        """Return the agreement that ended the match, or None."""
        ending = told_ending(self.steps)
        return ending if isinstance(ending, Closed) else None

    @cached_property
    def retold(self) -> Retold | None:
        """Return the result of a match that was played without the app, or None."""
        ending = told_ending(self.steps)
        return ending if isinstance(ending, Retold) else None

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problems of the present state; none while an entry is broken."""
        return () if self.broken else legality.problems(self.game, self.state)

    @cached_property
    def moved(self) -> frozenset[tuple[str, str, str]]:
        """Return each distinct move of an item as (item, source, target)."""
        effects = (e for step in self.steps for e in step.effects)
        return frozenset((e.item, e.source, e.target) for e in effects if isinstance(e, Transfer))

    @cached_property
    def rulings(self) -> Rulings:
        """Return the readings in force now."""
        bodies = (step.item.body for step in self.steps)
        changed = (body for body in bodies if type(body) is RulingChanged)
        return {**self.started.rulings, **{body.ruling: body.reading for body in changed}}

    def before(self, item_id: str) -> "Match":
        """Return the match just before an effective entry; itself if there is none such."""
        played = [step.item.id for step in self.steps]
        if item_id not in played:
            return self
        return self.before_step(played.index(item_id))

    def before_step(self, number: int) -> "Match":
        """Return the match after so many steps; itself if it has no more."""
        if number >= len(self.steps):
            return self
        steps = self.steps[:number]
        known = known_then(self.started, self.facts, steps, self.known)
        return replace(self, steps=steps, broken=None, known=known)

    @cached_property
    def states_before(self) -> dict[str, Any]:
        """Return by effective entry the state before it: of those played and the broken one."""
        states = (self.start, *(step.state for step in self.steps))
        played = [step.item.id for step in self.steps]
        ids = [*played, self.broken.item.id] if self.broken else played
        return dict(zip(ids, states, strict=False))

    def state_before(self, item_id: str) -> Any:
        """Return the state just before an effective entry.

        Raises:
            KeyError: no effective entry has that id.
        """
        return self.states_before[item_id]


def fold(games: Mapping[str, Game[Any]], entries: Iterable[Entry]) -> Match:
    """Fold a whole acta into its match.

    Raises:
        ActaError: the header is missing or invalid, or an entry refers to a missing target.
    """
    return done(folding(games, entries))


def folding(games: Mapping[str, Game[Any]], entries: Iterable[Entry]) -> Resumable[Match]:
    """Fold like `fold`, with a pause after each entry put on the timeline and each played."""
    acta = tuple(entries)
    match = _opened(games, acta)
    yield
    match = replace(match, entries=acta, finished=_end_of(acta))
    timeline = yield from timeline_of(acta[1:])
    return (yield from _playing(match, timeline))


def append(match: Match, entry: Entry, known: Match | None = None) -> Match:
    """Append an entry to a match; steps that still hold are not judged again.

    Args:
        match: the match.
        entry: the next entry.
        known: the same match further on, or a preview of it. The steps it has played are not
            judged again either.

    Raises:
        ActaError: `unknown_target` or `bad_sequence`.
    """
    return done(appending(match, entry, known))


def appending(match: Match, entry: Entry, known: Match | None = None) -> Resumable[Match]:
    """Append like `append`, with pauses."""
    if entry.seq != len(match.entries):
        raise ActaError("bad_sequence", {"expected": len(match.entries), "found": entry.seq})
    timeline = advance(match.timeline, entry)
    entries, finished = (*match.entries, entry), _finished(entry, match.finished)
    longer = replace(match, entries=entries, finished=finished)
    if not changes(entry):
        return longer
    if _in_a_stride(longer, timeline):
        return (yield from _playing_on(longer, timeline, known))
    return (yield from _playing(longer, timeline, known))


def beginning(match: Match) -> Match:
    """Return the match before its first entry, to be rebuilt with `append`."""
    started, game = match.started, match.game
    options = agreed_options(game, started, Timeline()) or match.options
    same = match.facts == started.facts and match.options == options
    start = match.start if same else game.setup(options, started.facts, started.rulings)
    return replace(
        match,
        options=options,
        entries=match.entries[:1],
        timeline=Timeline(),
        facts=started.facts,
        known=started.facts,
        start=start,
        steps=(),
        broken=None,
        finished=None,
    )


def _end_of(acta: Sequence[Entry]) -> Finished | None:
    """Return the recorded end, unless something was played since."""
    for entry in reversed(acta):
        if changes(entry):
            return None
        if isinstance(entry.body, Finished):
            return entry.body
    return None


def _finished(entry: Entry, before: Finished | None) -> Finished | None:
    if changes(entry):
        return None
    return entry.body if isinstance(entry.body, Finished) else before


def _opened(games: Mapping[str, Game[Any]], acta: tuple[Entry, ...]) -> Match:
    if not acta or not isinstance(acta[0].body, Started):
        raise ActaError("bad_header")
    started = acta[0].body
    game = games.get(started.game)
    if game is None:
        raise ActaError("unknown_game", {"game": started.game})
    if newest_rules(acta) > game.version:
        raise ActaError("newer_rules")
    try:
        options = game.options.model_validate(started.options)
    except ValidationError as error:
        path = field_fault(started.options, error).path
        where = dotted(("body", "options", *path))
        raise ActaError("bad_header", {"line": 1, "field": where}) from error
    try:
        refused = legality.check_setup(game, options, started.facts, started.rulings)
        start = None if refused else game.setup(options, started.facts, started.rulings)
    except Exception as error:
        # Only a forged header gets here: options are validated, facts and rulings are not.
        raise ActaError("bad_setup") from error
    if start is None:
        raise ActaError("bad_setup")
    facts, entries = started.facts, acta[:1]
    return Match(
        game, started, options, entries, Timeline(), facts, start, (), None, None, known=facts
    )


def _playing(match: Match, timeline: Timeline, known: Match | None = None) -> Resumable[Match]:
    """Play `timeline`, keeping the steps that did not change.

    It pauses after each entry that is played.
    """
    facts = agreed_facts(match.started, timeline)
    options = agreed_options(match.game, match.started, timeline)
    start, kept = match.start, _common_steps(match.steps, timeline.items)
    if facts != match.facts or options != match.options:
        rulings = match.started.rulings
        if options is None:
            return _unfit(match, timeline, None)
        unfit = legality.check_setup(match.game, options, facts, rulings)
        if unfit:
            return _unfit(match, timeline, unfit)
        start = match.game.setup(options, facts, rulings)
        same = options == match.options
        kept = unmoved(match.game, (match.start, start), kept) if same else ()
        match = replace(match, options=options)
    steps, broken = list(kept), None
    state = steps[-1].state if steps else start
    lives = match.lives if known is None else (known, *match.lives)
    told = told_later(timeline)
    for item in timeline.items[len(steps) :]:
        step = _next_step(match, facts, lives, steps, state, item, told)
        if isinstance(step, Broken):
            broken = step
            break
        steps.append(step)
        state = step.state
        yield
    return replace(
        match,
        timeline=timeline,
        facts=facts,
        known=known_then(match.started, facts, steps, match.known),
        start=start,
        steps=tuple(steps),
        broken=broken,
        lives=match.lives if len(kept) == len(match.steps) else _with_life(match),
    )


def _with_life(match: Match) -> tuple[Match, ...]:
    return (replace(match, lives=()), *match.lives)[:_LIVES]


def _in_a_stride(match: Match, timeline: Timeline) -> bool:
    """Return whether the timelines differ only at the end."""
    old, new = match.timeline, timeline
    turned = (*new.past[len(old.past) :], *old.past[len(new.past) :])
    return not match.broken and bool(turned) and not any(_rewrites(step) for step in turned)


def _playing_on(match: Match, timeline: Timeline, known: Match | None) -> Resumable[Match]:
    """Play a change at the end, with a pause between entries that are played.

    It compares nothing that cannot have changed, which takes longest in a long match.
    """
    steps, broken = [*match.steps[: len(timeline.items)]], None
    lives = () if known is None else (known,)
    told = told_later(timeline)
    for n, item in enumerate(timeline.items[len(steps) :]):
        if n:
            yield
        state = steps[-1].state if steps else match.start
        played = _next_step(match, match.facts, lives, steps, state, item, told)
        if isinstance(played, Broken):
            broken = played
            break
        steps.append(played)
    values = known_then(match.started, match.facts, steps, match.known)
    return replace(match, timeline=timeline, steps=tuple(steps), broken=broken, known=values)


def _rewrites(step: UndoStep) -> bool:
    """Return whether a step changes more than the end: it amends, or types printed values."""
    return isinstance(step, Rewrite) or is_agreement(step)


def _next_step(
    match: Match,
    facts: FactValues,
    lives: Sequence[Match],
    before: Sequence[Step],
    state: Any,
    item: Item,
    told: ToldLater,
) -> Step | Broken:
    """Play an entry after some steps, reusing the same step of another version of the match."""
    unread = unread_at(match.started, item, told, before) if told else ()

    known = partial(known_values, facts, before)
    if not lives:
        return play(match.game, match.started, state, item, unread, known)
    there = [life for life in lives if len(before) < len(life.steps)]
    same = [life.steps[len(before)] for life in there if _leads_here(life, before, state)]
    for step in same:
        if step.item.id == item.id and step.item.body == item.body:
            return step if step.item == item else step._replace(item=item)
    played = play(match.game, match.started, state, item, unread, known)
    if isinstance(played, Step):
        # The entry differs, but its resulting state is the same. Reuse that state, so that the
        # following steps can be reused too.
        for step in same:
            if step.item.id == item.id and step.state == played.state:
                return played._replace(state=step.state)
    return played


def _leads_here(life: Match, before: Sequence[Step], state: Any) -> bool:
    """Return whether another version of the match has the very same state after as many steps."""
    return (life.steps[len(before) - 1].state if before else life.start) is state


def _unfit(match: Match, timeline: Timeline, refusal: Refusal | None) -> Match:
    """Return the match without steps, because what was agreed last prevents its set-up."""
    last = [item for item in timeline.items if is_agreement(item)][-1]
    broken = Broken(last, None, refusal, None if refusal else "unreadable")
    first = beginning(match)
    return replace(
        first, entries=match.entries, finished=match.finished, timeline=timeline, broken=broken
    )


def _common_steps(steps: tuple[Step, ...], items: tuple[Item, ...]) -> tuple[Step, ...]:
    for index, (step, item) in enumerate(zip(steps, items, strict=False)):
        if step.item is not item and step.item != item:
            return steps[:index]
    return steps[: len(items)]
