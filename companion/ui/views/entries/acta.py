"""Acta as displayed: newest first, by turns, with the current verdict of each entry."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from companion.kernel.models import folded
from companion.kernel.values import Seat
from companion.match.entries import Entry, Reported
from companion.match.fold import Match
from companion.match.history import HistoryLine, Moments
from companion.match.review import EntryVerdict, ScoreChange, score_changes
from companion.rulebook.ruling_cards import NoteLine, RuleRef
from companion.rulebook.wording import Wording
from companion.services.matches.keepsakes import Keepsake
from companion.services.privacy import visibility
from companion.ui.views.entries.entry_lines import (
    EntryNarrator,
    body_in,
    consent_text,
    differing,
    local_time,
    moments_of,
    step_text,
    telling_of,
    told_effects,
)
from companion.ui.views.entries.keepsake_lines import KeepsakeLine, keepsake_lines
from companion.ui.views.table.adjustment import changed_counts, changed_settings

MARKED = frozenset(
    {
        EntryVerdict.UNVERIFIABLE,
        EntryVerdict.CONSENTED,
        EntryVerdict.REFUSED,
        EntryVerdict.MALFORMED,
        EntryVerdict.NOT_JUDGED,
        EntryVerdict.STRUCK,
    }
)


@dataclass(frozen=True, slots=True)
class ActaLine:
    """Entry of the acta as displayed."""

    id: str
    number: int
    text: str
    author: str
    at: str
    when: datetime
    verdict: EntryVerdict
    mark: str
    """Text of the verdict; empty when the entry is simply legal."""
    seat: Seat | None
    effects: tuple[str, ...]
    rules: tuple[RuleRef, ...]
    notes: tuple[NoteLine, ...]
    reason: str
    """Reason of the table's consent, and who gave it."""
    was: tuple[str, ...]
    """Superseded texts, shown struck out."""
    mended: tuple[str, ...]
    """Corrections of the entry: who made them, how and when."""
    correctable: bool
    """True if another report can replace it and something can be inserted before it."""
    live: bool
    """True if it counts: it can be moved and removed."""
    kept: tuple[KeepsakeLine, ...] = ()
    """Notes and photos of the table, kept when this was the last entry."""

    @property
    def struck(self) -> bool:
        """Return whether the entry counts for nothing."""
        return self.verdict is EntryVerdict.STRUCK


@dataclass(frozen=True, slots=True)
class ActaTurn:
    """Entries of one turn, newest first."""

    key: str
    title: str
    seat: Seat | None
    lines: tuple[ActaLine, ...]


PAGE = 30
"""Number of entries drawn at once, however long the acta is."""


class Acta:
    """Acta as it reads today; any part of it can be rendered.

    Args:
        match: current match.
        wording: its words.
        now: time of reading, for the hours.
        mine: seats of the device that reads it.
        kept: notes and photos of the table.
    """

    def __init__(
        self,
        match: Match,
        wording: Wording,
        now: datetime,
        mine: Collection[Seat] = (),
        kept: Sequence[Keepsake] = (),
    ) -> None:
        moments = moments_of(match)
        self._wording = wording
        self._reader = _ActaNarrator(
            match, wording, now, visibility.visible_seats(match, mine), moments
        )
        self._lines = moments.chronicle.lines(match)
        self._reader.keep(keepsake_lines(kept, wording.app, now), self._lines)
        self._turns = tuple(map(_turn_key(self._reader), self._lines))

    def __len__(self) -> int:
        return len(self._lines)

    def page(self, first: int = 0, count: int = PAGE) -> tuple[ActaTurn, ...]:
        """Return a page of entries by turns, newest first.

        Args:
            first: number of newer entries to skip.
            count: maximum number of entries.
        """
        end = len(self._lines) - first
        return self._read(range(max(0, end - count), max(0, end)))

    def in_order(self) -> Iterator[ActaLine]:
        """Yield every entry in the order of play."""
        return map(self._reader.line, self._lines)

    def turn_of(self, entry_id: str) -> tuple[ActaTurn, ...]:
        """Return the turn of an entry; nothing if there is no such entry."""
        at = next((n for n, line in enumerate(self._lines) if line.id == entry_id), None)
        if at is None:
            return ()
        first, last = at, at
        while first > 0 and self._turns[first - 1] == self._turns[at] and at - first < PAGE:
            first -= 1
        while last + 1 < len(self) and self._turns[last + 1] == self._turns[at]:
            last += 1
            if last - at >= PAGE:
                break
        return self._read(range(first, last + 1))

    def place(self, entry_id: str) -> int:
        """Return the number of entries newer than the given one; 0 if there is no such entry."""
        newest = reversed(self._lines)
        return next((n for n, line in enumerate(newest) if line.id == entry_id), 0)

    def search(self, query: str) -> Iterator[int | None]:
        """Yield the position of each entry that contains all the words, newest first.

        The position is the number of newer entries. An entry that does not match gives None,
        because the search takes a while.
        """
        words = folded(query).split()
        for n, line in enumerate(reversed(self._lines)):
            entry = line.entry
            notes = " ".join(one.text for one in self._reader.kept_with(line))
            said = folded(f"{entry.seq} {self._reader.text(line)} {entry.author} {notes}")
            yield n if all(word in said for word in words) else None

    def each(self, places: Iterable[int]) -> tuple[ActaTurn, ...]:
        """Return the entries at these positions (numbers of newer entries), by turns."""
        last = len(self._lines) - 1
        return self._read(sorted(last - n for n in places if last - n >= 0))

    def _read(self, numbers: Iterable[int]) -> tuple[ActaTurn, ...]:
        turns = []
        for awaiting, group in groupby(numbers, key=lambda n: self._turns[n]):
            entries = [self._reader.line(self._lines[n]) for n in group]
            turns.append(
                ActaTurn(
                    key=entries[0].id,
                    title=_turn_title(self._wording, awaiting),
                    seat=awaiting[0] if len(awaiting) == 1 else None,
                    lines=tuple(reversed(entries)),
                )
            )
        return tuple(reversed(turns))


def acta(
    match: Match, wording: Wording, now: datetime, mine: Collection[Seat] = ()
) -> tuple[ActaTurn, ...]:
    """Return the whole acta in the order of play, newest turn first."""
    whole = Acta(match, wording, now, mine)
    return whole.page(0, len(whole))


def texts(match: Match, wording: Wording, seats: Collection[Seat]) -> Callable[[str], str]:
    """Return a function from the id of an entry that counts to its text."""
    moments = moments_of(match)
    reader = _ActaNarrator(match, wording, match.entries[-1].at, seats, moments)
    lines = {line.id: line for line in moments.chronicle.lines(match) if line.live}
    return lambda entry_id: reader.text(lines[entry_id])


def _turn_key(reader: "_ActaNarrator") -> Callable[[HistoryLine], tuple[Seat, ...]]:
    """Return a function from a line to the seats of its turn.

    An entry that no seat makes stays with the turn before it.
    """
    current: tuple[Seat, ...] = ()

    def key(line: HistoryLine) -> tuple[Seat, ...]:
        nonlocal current
        if isinstance(line.body, Reported) or not current:
            current = reader.awaiting(line)
        return current

    return key


def _turn_title(wording: Wording, awaiting: tuple[Seat, ...]) -> str:
    if not awaiting:
        return wording.app("history.before_start")
    names = tuple(wording.player(seat) for seat in awaiting)
    return wording.app("history.turn_of", names=names)


class _ActaNarrator:
    """Renderer of acta lines, from the current match and from the entries as recorded."""

    def __init__(
        self,
        match: Match,
        wording: Wording,
        now: datetime,
        seats: Collection[Seat],
        moments: Moments,
    ) -> None:
        self.match, self.wording, self.now, self.seats = match, wording, now, seats
        self.recorded = EntryNarrator(moments, match, wording, seats)
        self._kept: dict[str, list[KeepsakeLine]] = {}

    def keep(self, kept: Iterable[KeepsakeLine], lines: Sequence[HistoryLine]) -> None:
        """Add notes and photos, each to the line of its moment, or to the last one."""
        ids = {line.id for line in lines}
        for one in kept:
            self._kept.setdefault(one.entry if one.entry in ids else lines[-1].id, []).append(one)

    def kept_with(self, line: HistoryLine) -> Sequence[KeepsakeLine]:
        """Return the notes and photos of a line."""
        return self._kept.get(line.id, ())

    def awaiting(self, line: HistoryLine) -> tuple[Seat, ...]:
        """Return the seats that had to act: in the replayed match, else when it was recorded."""
        if line.id in self.match.states_before:
            return self.match.game.awaiting(self.match.state_before(line.id))
        return self.recorded.awaiting(line.entry.id)

    def line(self, line: HistoryLine) -> ActaLine:
        """Render one line."""
        step, wording, body = line.step, self.wording, line.body
        notes = visibility.visible_notes(self.match, step, self.seats) if step else ()
        rules = {effect.rule: None for effect in step.effects} if step else {}
        return ActaLine(
            id=line.id,
            number=line.entry.seq,
            text=self.text(line),
            author=line.entry.author,
            at=local_time(line.entry.at, self.now),
            when=line.entry.at.astimezone(UTC),
            verdict=line.verdict,
            mark=wording.app(f"history.mark.{line.verdict}") if line.verdict in MARKED else "",
            seat=body.action.get("seat") if isinstance(body, Reported) else None,
            effects=self._effects(line),
            rules=wording.rule_refs(rules),
            notes=tuple(wording.note(note, step.shows if step else ()) for note in notes),
            reason=consent_text(body, wording),
            was=tuple(self._was(line, n) for n in range(len(line.earlier))),
            mended=self._mended(line),
            correctable=line.id in self.match.states_before and isinstance(body, Reported),
            live=line.live,
            kept=tuple(self.kept_with(line)),
        )

    def text(self, line: HistoryLine) -> str:
        """Return the text of a line."""
        if line.step and line.step.action:
            return step_text(self.match, self.match.state_before(line.id), line.step, self.wording)
        if not line.added and not line.earlier:
            return self.recorded.text(line.entry.id)
        return body_in(self.match, line.id, line.body, self.wording)

    def _effects(self, line: HistoryLine) -> tuple[str, ...]:
        if line.step:
            return told_effects(self.match, line.step, self.seats, self.wording)
        return () if line.added else self.recorded.effects(line.entry.id)

    def _was(self, line: HistoryLine, n: int) -> str:
        old = line.earlier[n]
        bodies = (*(each.body for each in line.earlier), line.body)
        body, _ = differing(*bodies[n : n + 2])
        if body == line.entry.body:
            text = self.recorded.text(line.entry.id)
        else:
            text = body_in(self.match, line.id, body, self.wording)
        return self.wording.app("history.was", what=text, by=self._by(old.struck))

    def _mended(self, line: HistoryLine) -> tuple[str, ...]:
        app = self.wording.app
        remarks = []
        if line.added:
            remarks.append(app("history.added", by=self._by(line.entry)))
        if line.moved:
            remarks.append(app("history.moved", by=self._by(line.moved)))
        if line.struck:
            said = "history.struck_by" if line.struck.author else "history.struck_at"
            remarks.append(app(said, by=self._by(line.struck)))
        return tuple(remarks)

    def _by(self, entry: Entry) -> str:
        at = local_time(entry.at, self.now)
        if not entry.author:
            return at
        return self.wording.app("history.by", author=entry.author, at=at)


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """Change of one line of a score."""

    seat: Seat
    code: str
    label: str
    before: int
    after: int


def changes(
    before: Match, after: Match, wording: Wording, mine: Collection[Seat] = ()
) -> tuple[ChangeLine, ...]:
    """Return how an amendment changes the score.

    Only what a device with these seats may see is included.
    """
    hidden = _hidden(before, mine) | _hidden(after, mine)
    return tuple(
        _change(change, wording)
        for change in score_changes(before, after)
        if (change.seat, change.code) not in hidden
    )


def other_changes(
    before: Match,
    after: Match,
    wording: Wording,
    mine: Collection[Seat],
    but: Collection[str],
    scored: Collection[tuple[str, str]] = (),
) -> tuple[str, ...]:
    """Describe what an amendment changes besides the score, as far as these seats may see it.

    Args:
        before: current match.
        after: the match after the amendment.
        wording: its words.
        mine: seats of the device.
        but: amended entries; what any other one brings about is described.
        scored: accounts and items that the score already tells. How all others stand in the end
            is described.
    """
    then = {step.item.id: step for step in before.steps}
    lines = list[str]()
    for step in after.steps:
        old = then.get(step.item.id)
        if old is None or step.item.id in but or old.effects == step.effects:
            continue
        was, now = (told_effects(m, s, mine, wording) for m, s in ((before, old), (after, step)))
        if was != now:
            what = telling_of(after, wording, mine).text(step.item.id).rstrip(".")
            nothing = wording.app("acta.no_effects")
            lines.append(wording.app("acta.other_change", what=what, now=" ".join(now) or nothing))
    counts = changed_counts(before, after, wording, mine, scored)
    return (*lines, *counts, *changed_settings(before, after, wording))


def _hidden(match: Match, mine: Collection[Seat]) -> frozenset[tuple[Seat, str]]:
    """Return the score lines hidden from a device with these seats."""
    seats = visibility.visible_seats(match, mine)
    lines = match.game.score(match.state)
    return frozenset((n.seat, n.code) for n in lines if n.hidden and n.seat not in seats)


def _change(change: ScoreChange, wording: Wording) -> ChangeLine:
    label = wording.score_label(change.code)
    return ChangeLine(change.seat, change.code, label, change.before, change.after)


@dataclass(frozen=True, slots=True)
class EntryPosition:
    """Position in the order of play."""

    before: str | None
    """Effective entry that would follow; None: at the end."""
    text: str
    here: bool = False
    """True if it is the current position of the entry, which cannot be chosen."""


def places(
    match: Match,
    wording: Wording,
    seats: Collection[Seat],
    target: str,
    reach: int,
) -> tuple[tuple[EntryPosition, ...], bool]:
    """Return the positions for an entry, latest first, and whether there are more.

    Args:
        match: the match.
        wording: its words.
        seats: seats whose hidden things may be shown.
        target: the entry; its own position is included.
        reach: number of positions to either side of it.
    """
    ids = [None, *(item.id for item in reversed(match.timeline.items) if item.id != target)]
    played = [item.id for item in match.timeline.items]
    here = len(played) - 1 - played.index(target) if target in played else 0
    shown = ids[max(0, here - reach) : here + reach + 1]
    said = texts(match, wording, seats)
    positions = [EntryPosition(each, _position_text(wording, each, said)) for each in shown]
    if target in played:
        now = min(here, reach)
        positions[now] = EntryPosition(
            target, wording.app("past.here", what=said(target)), here=True
        )
    return tuple(positions), len(positions) < len(ids)


def _position_text(wording: Wording, entry_id: str | None, said: Callable[[str], str]) -> str:
    if entry_id is None:
        return wording.app("past.at_end")
    return wording.app("past.before", what=said(entry_id))
