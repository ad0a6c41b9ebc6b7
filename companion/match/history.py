"""History: the acta in the order of play, with struck entries, and what each did there."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from companion.match.entries import (
    Amended,
    Body,
    Entry,
    Insert,
    Redone,
    Replace,
    Undone,
)
from companion.match.fold import Match, append, beginning
from companion.match.review import EntryVerdict, verdict_of, verdict_of_broken
from companion.match.steps import Step
from companion.match.table_count import is_count
from companion.match.timeline import Items, Rewrite, Timeline, UndoStep, adds, advance, changes


@dataclass(frozen=True, slots=True)
class SupersededBody:
    """Body that no longer counts, and the entry that replaced it."""

    body: Body
    struck: Entry


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the acta in its present order."""

    id: str
    """Id of the effective entry, or of the recorded one if it is no step of play."""
    entry: Entry
    """Recorded entry that it comes from; for an insertion, the correction."""
    body: Body
    """Body that counts; of a struck line, the one that counted last."""
    verdict: EntryVerdict
    step: Step | None
    """Step it plays; None if it is no step, was struck or is not judged."""
    live: bool
    """True if it counts, and so can be corrected."""
    earlier: tuple[SupersededBody, ...] = ()
    """Earlier bodies of the line, the oldest first."""
    struck: Entry | None = None
    """Entry that struck it."""
    moved: Entry | None = None
    """Correction that moved it here."""

    @property
    def added(self) -> bool:
        """Return whether a correction inserted it."""
        return self.id != self.entry.id


def history(match: Match) -> tuple[HistoryLine, ...]:
    """Return every entry in the present order of play, with those that no longer count.

    An entry inserted by a correction stands where it counts; the correction itself stands where it
    was recorded. A struck entry stands where it was.
    """
    chronicle, timeline = Chronicle(), Timeline()
    for entry in match.entries:
        timeline = advance(timeline, entry)
        chronicle.take(entry, timeline)
    return chronicle.lines(match)


class Chronicle:
    """Incremental builder of the history lines, one entry at a time."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []
        self._by_id: dict[str, _Slot] = {}
        self._timeline = Timeline()

    def take(self, entry: Entry, timeline: Timeline) -> None:
        """Add one more entry, and the timeline after it."""
        before, self._timeline = self._timeline, timeline
        if not changes(entry):
            self._append(_Slot(entry.id, entry, entry.body))
            return
        if not isinstance(entry.body, Undone | Redone | Amended):
            self._append(_Slot(entry.id, entry, entry.body, live=True))
            return
        if not self._turned_back(before, timeline, entry):
            self._slots = _rewritten(self._slots, timeline.items, entry)
            self._by_id = {slot.id: slot for slot in self._slots}
        self._append(_Slot(entry.id, entry, entry.body))

    def lines(self, match: Match) -> tuple[HistoryLine, ...]:
        """Return every line, with its verdict in the present match."""
        steps = {step.item.id: step for step in match.steps}
        undoable = {step.entry.id for step in match.timeline.past}
        return tuple(_line(match, slot, steps.get(slot.id), undoable) for slot in self._slots)

    def copy(self) -> "Chronicle":
        """Return an independent copy."""
        twin = Chronicle()
        twin._slots = [slot.copy() for slot in self._slots]
        twin._by_id = {slot.id: slot for slot in twin._slots}
        twin._timeline = self._timeline
        return twin

    def _append(self, slot: "_Slot") -> None:
        self._slots.append(slot)
        self._by_id[slot.id] = slot

    def _turned_back(self, before: Timeline, after: Timeline, by: Entry) -> bool:
        """Strike or restore lines at the end; return False if more than that changed."""
        undone, redone = before.past[len(after.past) :], after.past[len(before.past) :]
        if any(isinstance(step, Rewrite) for step in (*undone, *redone)):
            return False
        for step in undone:
            slot = self._by_id[step.entry.id]
            slot.live, slot.struck = False, by
        for step in redone:
            slot = self._by_id[step.entry.id]
            slot.live, slot.struck = True, None
        # An entry that was corrected and then undone may have another position or another text.
        live = (slot for slot in reversed(self._slots) if slot.live)
        last = reversed(after.items[-len(redone) - 1 :] if redone else ())
        pairs = zip(last, live, strict=False)
        return all((item.id, item.body) == (slot.id, slot.body) for item, slot in pairs)


@dataclass(slots=True)
class _Slot:
    """Mutable line under construction."""

    id: str
    entry: Entry
    body: Body
    live: bool = False
    earlier: list[SupersededBody] = field(default_factory=list)
    struck: Entry | None = None
    moved: Entry | None = None

    def copy(self) -> "_Slot":
        """Return an independent copy."""
        return _Slot(
            self.id,
            self.entry,
            self.body,
            self.live,
            [*self.earlier],
            self.struck,
            self.moved,
        )


def _rewritten(slots: list[_Slot], items: Items, by: Entry) -> list[_Slot]:
    """Return the lines after an undo, a redo or an amendment led to these items."""
    now = {item.id: item for item in items}
    for slot in slots:
        if slot.live and slot.id not in now:
            slot.live, slot.struck = False, by
        elif slot.id in now and not slot.live:
            slot.live, slot.struck = True, None
        if slot.live and slot.body != now[slot.id].body:
            _replace(slot, now[slot.id].body, by)
    known = {slot.id for slot in slots}
    old = [slot.id for slot in slots if slot.live]
    moved = _out_of_order(old, [item.id for item in items if item.id in known])
    by_id = {slot.id: slot for slot in slots if slot.id in moved}
    rest = [slot for slot in slots if slot.id not in moved]
    for index, item in enumerate(items):
        if item.id in moved:
            by_id[item.id].moved = by if isinstance(by.body, Amended) else None
            _put(rest, by_id[item.id], items, index)
        elif item.id not in known:
            _put(rest, _Slot(item.id, item.entry, item.body, live=True), items, index)
    return rest


def _replace(slot: _Slot, body: Body, by: Entry) -> None:
    """Replace the body; restoring the one before strikes nothing."""
    if slot.earlier and slot.earlier[-1].body == body:
        slot.earlier.pop()
    else:
        slot.earlier.append(SupersededBody(slot.body, by))
    slot.body = body


def _out_of_order(old: Sequence[str], new: Sequence[str]) -> frozenset[str]:
    """Return the ids that changed their place among the others."""
    if list(old) == list(new):
        return frozenset()
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    kept = {name for block in blocks for name in old[block.a : block.a + block.size]}
    return frozenset(old) - kept


def _put(slots: list[_Slot], slot: _Slot, items: Items, index: int) -> None:
    """Insert a line right after the one played before it; the last one at the end."""
    if index == len(items) - 1:
        slots.append(slot)
        return
    places = {other.id: n for n, other in enumerate(slots)}
    before = (places[item.id] for item in reversed(items[:index]) if item.id in places)
    after = (places[item.id] for item in items[index + 1 :] if item.id in places)
    at = next((n + 1 for n in before), None)
    slots.insert(next(after, len(slots)) if at is None else at, slot)


def _line(match: Match, slot: _Slot, step: Step | None, undoable: Collection[str]) -> HistoryLine:
    return HistoryLine(
        id=slot.id,
        entry=slot.entry,
        body=slot.body,
        verdict=_verdict(match, slot, step, undoable),
        step=step if slot.live else None,
        live=slot.live,
        earlier=tuple(slot.earlier),
        struck=slot.struck,
        moved=slot.moved,
    )


def _verdict(
    match: Match, slot: _Slot, step: Step | None, undoable: Collection[str]
) -> EntryVerdict:
    if slot.struck:
        return EntryVerdict.STRUCK
    if not slot.live:
        taken_back = isinstance(slot.body, Amended) and slot.id not in undoable
        return EntryVerdict.STRUCK if taken_back else EntryVerdict.LEGAL
    if match.broken and match.broken.item.id == slot.id:
        return verdict_of_broken(match.broken)
    return verdict_of(step) if step else EntryVerdict.NOT_JUDGED


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry at the time it was recorded."""

    entry: Entry
    state: Any
    """State before it; None before the first one."""
    step: Step | None
    """Step it played then; None if it was no step, or did not hold."""
    counted: bool
    """True if the table counted by it then, without a referee."""
    turned: tuple[UndoStep, ...] = ()
    """Steps that it undid or redid, in the order of play."""


def _turns(entry: Entry) -> bool:
    return isinstance(entry.body, Undone | Redone)


def _turned(before: Timeline, after: Timeline) -> tuple[UndoStep, ...]:
    """Return the steps that were taken back or brought back between two timelines."""
    done, left = len(before.past), len(after.past)
    return before.past[left:] if left < done else after.past[done:]


@dataclass(frozen=True, slots=True)
class Version:
    """Body of an effective entry from some place in the acta on, with the state it met."""

    since: tuple[int, int]
    """Number of the entry that set it, and of the edit in it."""
    body: Body
    state: Any


class Moments:
    """Moments of a match. For a continuation of it, only the added entries are read.

    Args:
        match: the match, read so far only up to its first entry.
    """

    def __init__(self, match: Match) -> None:
        self.now = beginning(match)
        self.chronicle = Chronicle()
        self.by_id: dict[str, Moment] = {}
        self.versions: dict[str, list[Version]] = {}
        self._take(match.entries[0], self.now, None)

    def leads_to(self, match: Match) -> bool:
        """Return whether a match is this one or a continuation of it."""
        entries = self.now.entries
        return match.entries[: len(entries)] == entries

    def follow(self, match: Match) -> Iterator[None]:
        """Read on to the end of a continuation, one entry at a time."""
        for entry in match.entries[len(self.now.entries) :]:
            before, self.now = self.now, append(self.now, entry, match)
            self._take(entry, before, before.state)
            yield

    def copy(self) -> "Moments":
        """Return an independent copy."""
        twin = Moments.__new__(Moments)
        twin.now, twin.chronicle = self.now, self.chronicle.copy()
        twin.by_id, twin.versions = dict(self.by_id), {k: [*v] for k, v in self.versions.items()}
        return twin

    def version(self, entry_id: str, before: tuple[int, int] | None = None) -> Version | None:
        """Return the version of an effective entry just before a place in the acta.

        Without `before`, it is the first version.
        """
        versions = self.versions.get(entry_id, [])
        if before is None:
            return versions[0] if versions else None
        return next((one for one in reversed(versions) if one.since < before), None)

    def _take(self, entry: Entry, before: Match, state: Any) -> None:
        after = self.now
        own = after.steps[-1] if after.steps and after.steps[-1].item.id == entry.id else None
        counted = own is not None and is_count(after, own)
        turned = _turned(before.timeline, after.timeline) if _turns(entry) else ()
        self.by_id[entry.id] = Moment(entry, state, own, counted, turned)
        self.chronicle.take(entry, after.timeline)
        match entry.body:
            case body if adds(body):
                self._add(entry.id, Version((entry.seq, 0), entry.body, state))
            case Amended(edits=edits):
                states = after.states_before
                for n, edit in enumerate(edits, 1):
                    if isinstance(edit, Insert | Replace):
                        name = edit.id if isinstance(edit, Insert) else edit.target
                        there = states.get(name, after.state)
                        self._add(name, Version((entry.seq, n), edit.body, there))
            case _:
                pass

    def _add(self, entry_id: str, version: Version) -> None:
        self.versions.setdefault(entry_id, []).append(version)
