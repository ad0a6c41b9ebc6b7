"""The acta as it is read: newest first, by turns, with what each entry is worth today."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from companion.kernel.values import Seat
from companion.match.entries import Reported
from companion.match.fold import Match
from companion.match.review import EntryVerdict, Reviewed, ScoreChange, review, score_changes
from companion.rulebook.cards import NoteLine, RuleRef
from companion.rulebook.wording import Wording
from companion.ui.presenters import sight
from companion.ui.presenters.entries import Told, told

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
    correctable: bool

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
    """The whole acta, newest turn first, as a device with these seats may read it."""
    reviewed, seats = review(match), sight.seen(match, mine)
    lines = told(match, wording, seats)
    pairs = list(zip(reviewed, lines, strict=True))
    turns = []
    for awaiting, group in groupby(pairs, key=_turn_key()):
        entries = [_line(match, wording, r, t, now, seats) for r, t in group]
        first = entries[0]
        turns.append(
            ActaTurn(
                key=first.id,
                title=_turn_title(wording, awaiting),
                seat=awaiting[0] if len(awaiting) == 1 else None,
                lines=tuple(reversed(entries)),
            )
        )
    return tuple(reversed(turns))


def _turn_key() -> Callable[[tuple[Reviewed, Told]], tuple[Seat, ...]]:
    """Whose turn an entry belongs to; what no seat does stays with the turn before it."""
    current: tuple[Seat, ...] = ()

    def key(pair: tuple[Reviewed, Told]) -> tuple[Seat, ...]:
        nonlocal current
        if isinstance(pair[1].entry.body, Reported) or not current:
            current = pair[1].awaiting
        return current

    return key


def _turn_title(wording: Wording, awaiting: tuple[Seat, ...]) -> str:
    if not awaiting:
        return wording.app("history.before_start")
    names = tuple(wording.player(seat) for seat in awaiting)
    return wording.app("history.turn_of", names=names)


def _line(
    match: Match,
    wording: Wording,
    seen: Reviewed,
    line: Told,
    now: datetime,
    seats: Collection[Seat],
) -> ActaLine:
    entry, verdict, step = seen.entry, seen.verdict, seen.step
    body = entry.body
    reported = isinstance(body, Reported)
    notes = tuple(wording.note(n) for n in sight.notes_told(match, step, seats)) if step else ()
    rules = {e.rule: None for e in step.effects} if step else {}
    live = any(item.id == entry.id for item in match.timeline.items)
    return ActaLine(
        id=entry.id,
        number=entry.seq,
        text=line.text,
        author=entry.author,
        at=local_time(entry.at, now),
        verdict=verdict,
        mark=wording.app(f"history.mark.{verdict}") if verdict in MARKED else "",
        seat=body.action.get("seat") if isinstance(body, Reported) else None,
        effects=line.effects,
        rules=wording.rule_refs(rules),
        notes=notes,
        reason=_reason(wording, seen),
        correctable=reported and live,
    )


def _reason(wording: Wording, seen: Reviewed) -> str:
    body = seen.step.item.body if seen.step else seen.entry.body
    if not isinstance(body, Reported) or body.consent is None:
        return ""
    consent = body.consent
    key = "history.consent_reason" if consent.reason else "history.consent"
    return wording.app(key, by=consent.by, reason=consent.reason)


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
