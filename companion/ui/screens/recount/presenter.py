"""View model of the recount (cuadre): counts against the acta, and possible causes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeAlias

from companion.kernel.memo import memoised
from companion.kernel.models import revised
from companion.kernel.pieces.ledger import (
    SUPPLY,
    ItemSpec,
    Ledger,
    Transfer,
    family,
    seat_account,
)
from companion.kernel.pieces.standings import sign_at
from companion.kernel.values import Seat
from companion.match.entries import Adjusted, Edit, Insert, Redone, Reported, Undone
from companion.match.files.error_models import Cause, Place
from companion.match.fold import Match
from companion.match.hypotheses import Difference, Hypothesis
from companion.match.reconcile import amount, countable, earliest, posted
from companion.match.steps import Step
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.redaction import agrees, certain, differing
from companion.ui.views.entries.entry_lines import action_text, in_short, local_time
from companion.ui.views.table.scores import shown

Counts: TypeAlias = Mapping[Place, int | None]
"""Counted amount by place, as typed; None: not a number."""

MOST = 999
"""Greatest amount accepted as a count."""
_REASON = 300
SEAT = seat_account(0).partition(":")[0]
_BY_HAND = (Cause.NOT_MOVED, Cause.MOVED_TWICE, Cause.ASTRAY, Cause.MISCOUNTED)


class CountStatus(StrEnum):
    """Count status of a place."""

    UNCOUNTED = "uncounted"
    AGREES = "agrees"
    MAY_AGREE = "may_agree"
    """The difference may come from what nobody has read."""
    DIFFERS = "differs"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Tally:
    """Counts made by one device. Nothing of them is recorded."""

    counts: Counts = field(default_factory=dict)
    since: int = 0
    """Number of entries when the count began."""
    reason: str = ""
    """Reason of an adjustment."""

    def counted(self, counts: Counts, entries: int) -> "Tally":
        """Return the tally with other counts, made at a match of so many entries."""
        return replace(self, counts=counts, since=self.since if self.counts else entries)


@dataclass(frozen=True, slots=True)
class RecountLine:
    """Countable place."""

    place: Place
    key: str
    label: str
    name: str
    """Label used below the name of its owner."""
    shown: int | None
    """Counted amount, or the acta's until one is counted."""
    standing: CountStatus
    status_text: str
    """Text with the acta's amount and the difference."""
    covered: bool = False
    """True if the acta's amount is secret. Only whether it agrees is shown."""


@dataclass(frozen=True, slots=True)
class CountGroup:
    """Places of one seat, or the common ones."""

    title: str
    seat: Seat | None
    lines: tuple[RecountLine, ...]
    colour: int = 0


@dataclass(frozen=True, slots=True)
class CauseLine:
    """Possible cause, with the correction for it."""

    text: str
    when: str
    after: str
    """Text on whether later entries still hold; empty if that is secret."""
    holds: bool
    at_table: bool
    """True if the acta may be right, so that the table can be corrected instead."""
    edits: tuple[Edit, ...]


def groups(
    match: Match, wording: Wording, counts: Counts, mine: Collection[Seat] = ()
) -> tuple[CountGroup, ...]:
    """Return everything that a device with these seats may count: by seat, then the common places.

    On a device with several seats, what each must count by itself is left out.
    """
    lines_by_seat: dict[Seat | None, list[RecountLine]] = {seat: [] for seat in _seats(match)}
    lines_by_seat[None] = []
    for place in places(match, mine):
        lines_by_seat[visibility.seat_of(place[0])].append(_line(match, wording, place, counts))
    for place in _summed(match, mine):
        lines_by_seat[None].append(_covered_line(match, wording, place, counts))
    return tuple(
        CountGroup(_title(wording, seat), seat, tuple(lines), wording.colour(seat or 0))
        for seat, lines in lines_by_seat.items()
        if lines
    )


def hidden_places(match: Match, seat: Seat) -> tuple[Place, ...]:
    """Return the places that a seat alone may count, unless everything is open."""
    open_to_all = set(places(match))
    return tuple(place for place in places(match, (seat,)) if place not in open_to_all)


def secret_group(match: Match, wording: Wording, counts: Counts, seat: Seat) -> CountGroup:
    """Return the places that a seat alone may count, to show while nobody else looks."""
    lines = tuple(_line(match, wording, place, counts) for place in hidden_places(match, seat))
    return CountGroup(wording.player(seat), seat, lines, wording.colour(seat))


def how_secret(match: Match, wording: Wording, counts: Counts, seat: Seat) -> str:
    """Describe how many hidden places a seat has counted, without any number on them."""
    hidden = hidden_places(match, seat)
    stand = [_standing(match, p, counts) for p in hidden]
    done = sum(s is not CountStatus.UNCOUNTED for s in stand)
    off = sum(s in (CountStatus.DIFFERS, CountStatus.UNREADABLE) for s in stand)
    if not done:
        return wording.app("cuadre.secret.uncounted", n=len(hidden))
    return wording.app("cuadre.secret.off" if off else "cuadre.secret.agree", n=off or done)


def _seats(match: Match) -> range:
    return range(len(match.options.players))


def _title(wording: Wording, seat: Seat | None) -> str:
    return wording.app("cuadre.common") if seat is None else wording.player(seat)


def places(match: Match, mine: Collection[Seat] = ()) -> tuple[Place, ...]:
    """Return the places that a device with these seats may count: possible and bounded ones.

    Before a seat any item is possible; elsewhere only those that have been there.
    """
    seats = visibility.visible_seats(match, mine)
    return tuple(
        (account, item)
        for account, item in _countable(match)
        if visibility.counted(match, account, item, seats)
    )


def _countable(match: Match) -> tuple[Place, ...]:
    """Return the countable places regardless of visibility, memoised per match."""
    return memoised(match, _every_place)


def _every_place(match: Match) -> tuple[Place, ...]:
    lain = _lain(match)
    specs = {spec.family: spec for spec in match.game.items_of(match.state)}
    return tuple(
        (account, item)
        for account, item in countable(match)
        if (_sort(account) == SEAT or (_sort(account), item) in lain)
        and _bounded(specs[family(item)], account)
    )


def _bounded(spec: ItemSpec, account: str) -> bool:
    """Return whether an item is physically there. Endless items outside supplies are debts."""
    return account not in spec.unbounded and (not spec.unbounded or SUPPLY in spec.unbounded)


def _sort(account: str) -> str:
    """Return the account without its seat, as an item may move between seats."""
    return account if visibility.seat_of(account) is None else account.partition(":")[0]


def _lain(match: Match) -> set[Place]:
    """Return the items that have ever been in each kind of account."""
    ledger: Ledger = match.start.ledger
    pairs = {(_sort(account), item) for account, item in ledger.kinds()}
    for item, source, target in match.moved:
        pairs |= {(_sort(source), item), (_sort(target), item)}
    return pairs | {(account, family(item)) for account, item in pairs}


def _summed(match: Match, mine: Collection[Seat]) -> tuple[Place, ...]:
    """Return the common places whose acta amount would reveal what this device's seats hide.

    Everybody sees those places, so a device with all seats may count them.
    """
    everyone = frozenset(range(len(match.options.players)))
    if frozenset(mine) != everyone:
        return ()
    seen = visibility.visible_seats(match, mine)
    return tuple(
        (account, item)
        for account, item in _countable(match)
        if visibility.seat_of(account) is None
        and not visibility.counted(match, account, item, seen)
    )


def _covered_line(match: Match, wording: Wording, place: Place, counts: Counts) -> RecountLine:
    standing = _standing(match, place, counts)
    key = {
        CountStatus.UNCOUNTED: "cuadre.secret.untold",
        CountStatus.AGREES: "cuadre.agrees",
        CountStatus.MAY_AGREE: "cuadre.secret.may_agree",
        CountStatus.DIFFERS: "cuadre.secret.differs",
        CountStatus.UNREADABLE: "cuadre.secret.unreadable",
    }[standing]
    label, status_text, number = wording.holding_label(*place), wording.app(key), counts.get(place)
    name = _name(wording, place)
    return RecountLine(
        place, "/".join(place), label, name, number, standing, status_text, covered=True
    )


def _name(wording: Wording, place: Place) -> str:
    return wording.holding_label(*place, owner=False)


def _line(match: Match, wording: Wording, place: Place, counts: Counts) -> RecountLine:
    there = amount(match.state.ledger, place)
    number = counts.get(place, there)
    standing = _standing(match, place, counts)
    key = "cuadre.acta" if standing is CountStatus.UNCOUNTED else f"cuadre.{standing}"
    more = abs((number or 0) - there)
    if standing is CountStatus.DIFFERS:
        key = "cuadre.more" if (number or 0) > there else "cuadre.fewer"
    said = shown(there, sign_at(match.state, *place))
    status_text = wording.app(key, amount=said, more=more)
    label = wording.holding_label(*place)
    return RecountLine(
        place, "/".join(place), label, _name(wording, place), number, standing, status_text
    )


def _standing(match: Match, place: Place, counts: Counts) -> CountStatus:
    if place not in counts:
        return CountStatus.UNCOUNTED
    counted = counts[place]
    if agrees(match, place, counted):
        return CountStatus.AGREES
    if counted is None or not _readable(counted):
        return CountStatus.UNREADABLE
    (n,) = differing(match, {place: counted}).values()
    return CountStatus.DIFFERS if certain(match, {place: n})[place] else CountStatus.MAY_AGREE


def _readable(counted: int | None) -> bool:
    return counted is not None and 0 <= counted <= MOST


def agreed(match: Match, counts: Counts, place: Place) -> dict[Place, int | None]:
    """Return the counts with a place marked as agreeing, or without it if it had a count."""
    if place in counts:
        return {p: n for p, n in counts.items() if p != place}
    return {**counts, place: amount(match.state.ledger, place)}


def wanted(match: Match, counts: Counts, mine: Collection[Seat] = ()) -> dict[Place, int]:
    """Return the difference between the counts and the acta, with 0 where they agree.

    It covers what this device may count: public places, and those each of its seats counted itself.
    """
    seen = set(places(match, mine))
    seen |= {place for seat in mine for place in hidden_places(match, seat)}
    seen |= set(_summed(match, mine))
    said = {place: n for place, n in counts.items() if n is not None and place in seen}
    return differing(match, {p: n for p, n in said.items() if _readable(n) or agrees(match, p, n)})


def verdict(wording: Wording, difference: Difference, sure: Difference) -> str:
    """Return the overall result of the counts, or an empty text if nothing is counted.

    Args:
        wording: words of the game.
        difference: differences of what was counted.
        sure: the same without those that may come from what nobody has read.
    """
    off = sum(n != 0 for n in sure.values())
    if off:
        return wording.app("cuadre.differ", n=off)
    if any(difference.values()):
        return wording.app("cuadre.all_may_agree")
    return wording.app("cuadre.agree", n=len(difference)) if difference else ""


def overtaken(match: Match, since: int) -> bool:
    """Return whether play has gone on since that many entries, so that the counts are outdated."""
    return any(isinstance(e.body, Reported | Undone | Redone) for e in match.entries[since:])


def since(match: Match, wording: Wording, difference: Difference, now: datetime) -> str:
    """Describe the earliest moment when the difference can have arisen; empty if nothing moved."""
    step = earliest(match, difference)
    if step is None:
        return ""
    return wording.app(
        "cuadre.since", what=_step_text(match, wording, step), when=_when(match, wording, step, now)
    )


def causes(
    match: Match, wording: Wording, hypotheses: Collection[Hypothesis], now: datetime
) -> tuple[CauseLine, ...]:
    """Describe the causes in the order given. Of equal texts, only the first is kept."""
    lines: dict[tuple[str, str], CauseLine] = {}
    for hypothesis in hypotheses:
        line = _cause(match, wording, hypothesis, now)
        lines.setdefault((line.text, line.when), line)
    return tuple(lines.values())


def _cause(match: Match, wording: Wording, hypothesis: Hypothesis, now: datetime) -> CauseLine:
    text = _sentence(match, wording, hypothesis)
    after = {True: "amend.holds", False: "cuadre.breaks", None: ""}[hypothesis.whole]
    return CauseLine(
        text,
        _moment(match, wording, hypothesis, now),
        wording.app(after, unsure=hypothesis.unsure) if after else "",
        hypothesis.whole is not False,
        hypothesis.cause in _BY_HAND,
        tuple(_reasoned(edit, text) for edit in hypothesis.edits),
    )


def _reasoned(edit: Edit, text: str) -> Edit:
    """Return the edit with the cause as the reason of its adjustment."""
    if isinstance(edit, Insert) and isinstance(edit.body, Adjusted):
        body = revised(edit.body, reason=text[:_REASON])
        return revised(edit, body=body)
    return edit


def _sentence(match: Match, wording: Wording, hypothesis: Hypothesis) -> str:
    step, action = hypothesis.step, hypothesis.action
    before = match.state_before(step.item.id) if step else match.state
    words: dict[str, Any] = {"was": _step_text(match, wording, step) if step else ""}
    if action:
        words |= {
            "what": action_text(match.game, before, action, wording),
            "name": wording.player(action.seat),
        }
    if step and step.action:
        words["other"] = wording.player(step.action.seat)
    if hypothesis.moves:
        words |= _moved(wording, hypothesis)
    # Two acts may have the same text if their difference is not described.
    alike = hypothesis.cause is Cause.OTHERWISE and words["was"] == words["what"]
    return wording.app("cuadre.alike" if alike else f"cuadre.cause.{hypothesis.cause}", **words)


def _moved(wording: Wording, hypothesis: Hypothesis) -> dict[str, Any]:
    moves = tuple(_move(wording, move) for move in hypothesis.moves)
    first = hypothesis.moves[0]
    more = hypothesis.done.get((first.target, first.item), 0)
    return {
        "moves": moves,
        "name": _astray(wording, hypothesis),
        "amount": first.amount + more,
        "told": first.amount,
    }


def _astray(wording: Wording, hypothesis: Hypothesis) -> str:
    """Return who gave or received the item instead."""
    ends = {end for move in hypothesis.moves for end in (move.source, move.target)}
    others = [account for account, _ in hypothesis.done if account not in ends]
    return wording.account_label(others[0]) if others else ""


def _move(wording: Wording, move: Transfer) -> str:
    if wording.transfer_template(move):
        return wording.effect(move).rstrip(".")
    return wording.app(
        "cuadre.move",
        item=wording.item_label(move.item),
        amount=move.amount,
        source=wording.account_label(move.source),
        target=wording.account_label(move.target),
    )


def _step_text(match: Match, wording: Wording, step: Step) -> str:
    return in_short(match, step, wording).rstrip(".")


def _moment(match: Match, wording: Wording, hypothesis: Hypothesis, now: datetime) -> str:
    """Describe when it went wrong, or, for something forgotten, before which act."""
    step = hypothesis.step
    if step is None:
        return wording.app("cuadre.at_end")
    when = _when(match, wording, step, now)
    if hypothesis.cause is Cause.FORGOTTEN:
        return wording.app("cuadre.before", what=_step_text(match, wording, step), when=when)
    if hypothesis.moves:
        return wording.app("cuadre.at", what=_step_text(match, wording, step), when=when)
    return when


def _when(match: Match, wording: Wording, step: Step, now: datetime) -> str:
    seats = match.game.awaiting(match.state_before(step.item.id))
    names = tuple(wording.player(seat) for seat in seats)
    turn = wording.app("history.turn_of", names=names) if names else ""
    at = local_time(step.item.entry.at, now)
    return wording.app("cuadre.when", turn=turn, at=at) if turn else at


def adjusted(match: Match, difference: Difference, reason: str) -> Adjusted:
    """Return the adjustment that makes the acta agree with the counts."""
    postings = tuple(posted(match.state, place, n) for place, n in difference.items() if n)
    return Adjusted(postings=postings, reason=reason.strip()[:_REASON])
