"""The acta as it is read: newest first, by turns, with what each entry is worth today."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from companion.kernel.text import folded
from companion.kernel.values import Seat
from companion.match.entries import Entry, Reported
from companion.match.fold import Match
from companion.match.history import Line
from companion.match.moments import Moments
from companion.match.review import EntryVerdict, ScoreChange, score_changes
from companion.rulebook.cards import NoteLine, RuleRef
from companion.rulebook.wording import Wording
from companion.table import sight
from companion.ui.views.entries import (
    Telling,
    body_in,
    consent_text,
    moments_of,
    step_text,
    told_effects,
)
from companion.ui.views.times import local_time

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
    """One entry of the acta."""

    id: str
    number: int
    text: str
    author: str
    at: str
    verdict: EntryVerdict
    mark: str
    """What to say of the verdict; empty when it is simply legal."""
    seat: Seat | None
    effects: tuple[str, ...]
    rules: tuple[RuleRef, ...]
    notes: tuple[NoteLine, ...]
    reason: str
    """Why the table consented, and who said so."""
    was: tuple[str, ...]
    """What stood here before, struck out."""
    mended: tuple[str, ...]
    """Who corrected it, how and when."""
    correctable: bool
    """Whether another report can take its place, and something can go before it."""
    live: bool
    """Whether it counts: it can be moved and taken away."""

    @property
    def struck(self) -> bool:
        """Whether it counts for nothing."""
        return self.verdict is EntryVerdict.STRUCK


@dataclass(frozen=True, slots=True)
class ActaTurn:
    """The entries of one turn, newest first."""

    key: str
    title: str
    seat: Seat | None
    lines: tuple[ActaLine, ...]


PAGE = 30
"""How many entries are drawn at once, however long an acta is."""


class Acta:
    """An acta as it reads today, of which any part can be read out.

    Args:
        match: as it is now.
        wording: its words.
        now: the moment at which it is read, for the hours.
        mine: the seats of the device that reads it.
    """

    def __init__(
        self, match: Match, wording: Wording, now: datetime, mine: Collection[Seat] = ()
    ) -> None:
        moments = moments_of(match)
        self._wording = wording
        self._reader = _Reader(match, wording, now, sight.seen(match, mine), moments)
        self._lines = moments.chronicle.lines(match)
        self._turns = tuple(map(_turn_key(self._reader), self._lines))

    def __len__(self) -> int:
        return len(self._lines)

    def page(self, first: int = 0, count: int = PAGE) -> tuple[ActaTurn, ...]:
        """So many entries by turns, the newest first.

        Args:
            first: how many newer ones are passed over.
            count: how many at most.
        """
        end = len(self._lines) - first
        return self._read(range(max(0, end - count), max(0, end)))

    def turn_of(self, entry_id: str) -> tuple[ActaTurn, ...]:
        """The turn that an entry belongs to; nothing if there is no such entry."""
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
        """How many newer entries there are than one; 0 if there is no such entry."""
        newest = reversed(self._lines)
        return next((n for n, line in enumerate(newest) if line.id == entry_id), 0)

    def search(self, query: str) -> Iterator[int | None]:
        """How many newer entries there are than each that says all these words, newest first.

        None after each entry that does not: it takes a while.
        """
        words = folded(query).split()
        for n, line in enumerate(reversed(self._lines)):
            entry = line.entry
            said = folded(f"{entry.seq} {self._reader.text(line)} {entry.author}")
            yield n if all(word in said for word in words) else None

    def each(self, places: Iterable[int]) -> tuple[ActaTurn, ...]:
        """The entries that have so many newer ones, by turns."""
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
    """All of an acta in the order of play, newest turn first."""
    found = Acta(match, wording, now, mine)
    return found.page(0, len(found))


def texts(match: Match, wording: Wording, seats: Collection[Seat]) -> Callable[[str], str]:
    """What each entry says that counts, by its id."""
    moments = moments_of(match)
    reader = _Reader(match, wording, match.entries[-1].at, seats, moments)
    lines = {line.id: line for line in moments.chronicle.lines(match) if line.live}
    return lambda entry_id: reader.text(lines[entry_id])


def _turn_key(reader: "_Reader") -> Callable[[Line], tuple[Seat, ...]]:
    """Whose turn an entry belongs to; what no seat does stays with the turn before it."""
    current: tuple[Seat, ...] = ()

    def key(line: Line) -> tuple[Seat, ...]:
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


class _Reader:
    """Reads lines out: with the match as it is now, and each entry as it was recorded."""

    def __init__(
        self,
        match: Match,
        wording: Wording,
        now: datetime,
        seats: Collection[Seat],
        moments: Moments,
    ) -> None:
        self.match, self.wording, self.now, self.seats = match, wording, now, seats
        self.recorded = Telling(moments, match, wording, seats)

    def awaiting(self, line: Line) -> tuple[Seat, ...]:
        """Who had to act: where it is played today, else when it was recorded."""
        if line.id in self.match.states_before:
            return self.match.game.awaiting(self.match.state_before(line.id))
        return self.recorded.awaiting(line.entry.id)

    def line(self, line: Line) -> ActaLine:
        """One line as it is read."""
        step, wording, body = line.step, self.wording, line.body
        notes = sight.notes_told(self.match, step, self.seats) if step else ()
        rules = {effect.rule: None for effect in step.effects} if step else {}
        return ActaLine(
            id=line.id,
            number=line.entry.seq,
            text=self.text(line),
            author=line.entry.author,
            at=local_time(line.entry.at, self.now),
            verdict=line.verdict,
            mark=wording.app(f"history.mark.{line.verdict}") if line.verdict in MARKED else "",
            seat=body.action.get("seat") if isinstance(body, Reported) else None,
            effects=self._effects(line),
            rules=wording.rule_refs(rules),
            notes=tuple(wording.note(note) for note in notes),
            reason=consent_text(body, wording),
            was=tuple(self._was(line, n) for n in range(len(line.earlier))),
            mended=self._mended(line),
            correctable=line.id in self.match.states_before and isinstance(body, Reported),
            live=line.live,
        )

    def text(self, line: Line) -> str:
        """What it says."""
        if line.step and line.step.action:
            return step_text(self.match, self.match.state_before(line.id), line.step, self.wording)
        if not line.added and not line.earlier:
            return self.recorded.text(line.entry.id)
        return body_in(self.match, line.id, line.body, self.wording)

    def _effects(self, line: Line) -> tuple[str, ...]:
        if line.step:
            return told_effects(self.match, line.step, self.seats, self.wording)
        return () if line.added else self.recorded.effects(line.entry.id)

    def _was(self, line: Line, n: int) -> str:
        old = line.earlier[n]
        if old.body == line.entry.body:
            text = self.recorded.text(line.entry.id)
        else:
            text = body_in(self.match, line.id, old.body, self.wording)
        return self.wording.app("history.was", what=text, by=self._by(old.struck))

    def _mended(self, line: Line) -> tuple[str, ...]:
        app = self.wording.app
        found = []
        if line.added:
            found.append(app("history.added", by=self._by(line.entry)))
        if line.moved:
            found.append(app("history.moved", by=self._by(line.moved)))
        if line.struck:
            found.append(app("history.struck_by", by=self._by(line.struck)))
        return tuple(found)

    def _by(self, entry: Entry) -> str:
        author = entry.author or self.wording.app("consent.everyone")
        at = local_time(entry.at, self.now)
        return self.wording.app("history.by", author=author, at=at)


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """How one line of a score would change."""

    seat: Seat
    label: str
    before: int
    after: int


def changes(
    before: Match, after: Match, wording: Wording, mine: Collection[Seat] = ()
) -> tuple[ChangeLine, ...]:
    """What an amendment does to the score, as far as a device with these seats sees it."""
    hidden = _hidden(before, mine) | _hidden(after, mine)
    return tuple(
        _change(change, wording)
        for change in score_changes(before, after)
        if (change.seat, change.code) not in hidden
    )


def _hidden(match: Match, mine: Collection[Seat]) -> frozenset[tuple[Seat, str]]:
    """The score lines that a device with these seats does not see."""
    seats = sight.seen(match, mine)
    lines = match.game.score(match.state)
    return frozenset((n.seat, n.code) for n in lines if n.hidden and n.seat not in seats)


def _change(change: ScoreChange, wording: Wording) -> ChangeLine:
    label = wording.score_label(change.code)
    return ChangeLine(change.seat, label, change.before, change.after)
