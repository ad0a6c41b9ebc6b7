"""The acta as it is read: newest first, by turns, with what each entry is worth today."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from companion.kernel.values import Seat
from companion.match.entries import Entry, Reported
from companion.match.fold import Match
from companion.match.history import Line, history
from companion.match.review import EntryVerdict, ScoreChange, score_changes
from companion.rulebook.cards import NoteLine, RuleRef
from companion.rulebook.wording import Wording
from companion.table import sight
from companion.ui.presenters.entries import (
    Told,
    body_in,
    consent_text,
    step_text,
    told,
    told_effects,
)

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


def local_time(moment: datetime, now: datetime) -> str:
    """The hour, with the day when it is another one."""
    here = moment.astimezone(now.tzinfo)
    if here.date() == now.date():
        return here.strftime("%H:%M")
    return here.strftime("%d/%m %H:%M")


def acta(
    match: Match, wording: Wording, now: datetime, mine: Collection[Seat] = ()
) -> tuple[ActaTurn, ...]:
    """The acta in the order of play, newest turn first, as a device with these seats reads it."""
    seats = sight.seen(match, mine)
    reader = _Reader(match, wording, now, seats)
    lines = history(match)
    turns = []
    for awaiting, group in groupby(lines, key=_turn_key(reader)):
        entries = [reader.line(line) for line in group]
        turns.append(
            ActaTurn(
                key=entries[0].id,
                title=_turn_title(wording, awaiting),
                seat=awaiting[0] if len(awaiting) == 1 else None,
                lines=tuple(reversed(entries)),
            )
        )
    return tuple(reversed(turns))


def texts(match: Match, wording: Wording, seats: Collection[Seat]) -> dict[str, str]:
    """What each entry says that counts, by its id."""
    reader = _Reader(match, wording, match.entries[-1].at, seats)
    return {line.id: reader.text(line) for line in history(match) if line.live}


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
        self, match: Match, wording: Wording, now: datetime, seats: Collection[Seat]
    ) -> None:
        self.match, self.wording, self.now, self.seats = match, wording, now, seats
        self.recorded: Mapping[str, Told] = {t.entry.id: t for t in told(match, wording, seats)}

    def awaiting(self, line: Line) -> tuple[Seat, ...]:
        """Who had to act: where it is played today, else when it was recorded."""
        if line.id in self.match.states_before:
            return self.match.game.awaiting(self.match.state_before(line.id))
        return self.recorded[line.entry.id].awaiting

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
            return self.recorded[line.entry.id].text
        return body_in(self.match, line.id, line.body, self.wording)

    def _effects(self, line: Line) -> tuple[str, ...]:
        if line.step:
            return told_effects(self.match, line.step, self.seats, self.wording)
        return () if line.added else self.recorded[line.entry.id].effects

    def _was(self, line: Line, n: int) -> str:
        old = line.earlier[n]
        if old.body == line.entry.body:
            text = self.recorded[line.entry.id].text
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
