"""Problems of the current state that a device may see, and their fixes."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.kernel.duties import Problem
from companion.kernel.models import revised
from companion.kernel.pieces.ledger import Ledger, misplaced
from companion.kernel.values import Seat
from companion.match.entries import Adjusted, Setting
from companion.match.fixes import find_fixes
from companion.match.fold import Match
from companion.rulebook.templates import lowered
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility

_REASON = 300


@dataclass(frozen=True)
class MendLine:
    """Adjustment that fixes a problem."""

    text: str
    body: Adjusted


@dataclass(frozen=True)
class ProblemLine:
    """Problem of the current state."""

    text: str
    fixes: tuple[MendLine, ...]
    """Fixes; empty where they would reveal what others hide."""
    look: str
    """Account or code of the setting to look at; empty if there is none."""
    look_at: str
    """Label of the button that opens it."""
    owners: tuple[Seat, ...] = ()
    """Seats of this device that hide a part of it, and may look."""


def headline(match: Match, wording: Wording, mine: Collection[Seat], seen: Collection[Seat]) -> str:
    """Summarise the problems in one line; empty without any.

    Args:
        match: the match.
        wording: its words.
        mine: seats of this device.
        seen: seats whose hidden things it may show now.
    """
    problems = _visible_problems(match, mine)
    if not problems:
        return ""
    key = "sound.line" if len(problems) == 1 else "sound.more"
    return wording.app(
        key, n=len(problems), problem=lowered(_text(match, wording, problems[0], seen))
    )


def unsound(match: Match, mine: Collection[Seat]) -> bool:
    """Return whether a device with these seats is shown any problem."""
    return bool(_visible_problems(match, mine))


def lines(
    match: Match, wording: Wording, mine: Collection[Seat], seen: Collection[Seat]
) -> tuple[ProblemLine, ...]:
    """Return all problems with their fixes; the arguments are those of `headline`."""
    return tuple(
        _line(match, wording, problem, mine, seen) for problem in _visible_problems(match, mine)
    )


def unplayable(match: Match, wording: Wording) -> str:
    """Describe the values of the box that prevent a match from starting."""
    everyone = range(len(match.options.players))
    problems = lines(match, wording, everyone, everyone)
    return " ".join((wording.app("new.unplayable"), *(line.text for line in problems)))


def _visible_problems(match: Match, mine: Collection[Seat]) -> tuple[Problem, ...]:
    """Return the problems shown to a device with these seats.

    That a seat can do nothing is only for itself to say.
    """
    seats = visibility.answered(match, mine)
    return tuple(problem for problem in match.problems if seats.issuperset(problem.seats))


def _covered(match: Match, problem: Problem, seen: Collection[Seat]) -> tuple[str, ...]:
    """Return the accounts of a problem whose contents may not be shown."""
    return tuple(a for a, item in problem.places if not visibility.counted(match, a, item, seen))


def _line(
    match: Match,
    wording: Wording,
    problem: Problem,
    mine: Collection[Seat],
    seen: Collection[Seat],
) -> ProblemLine:
    fixes = () if _covered(match, problem, seen) else find_fixes(match, problem)
    look, reason = _look(match, problem), _text(match, wording, problem, ())
    holders = {
        visibility.seat_of(a)
        for a in _covered(match, problem, visibility.visible_seats(match, mine))
    }
    return ProblemLine(
        _text(match, wording, problem, seen),
        tuple(_mend(match, wording, body, reason) for body in fixes),
        look,
        _words_of(match, wording, look) if look else "",
        tuple(sorted(seat for seat in holders if seat is not None and seat in mine)),
    )


def _text(match: Match, wording: Wording, problem: Problem, seen: Collection[Seat]) -> str:
    covered = _covered(match, problem, seen)
    if not covered:
        return wording.problem(problem)
    holders = sorted({visibility.seat_of(account) for account in covered} - {None}, key=str)
    if len(holders) == 1:
        return wording.app("sound.covered", name=wording.player(holders[0] or 0))
    return wording.app("sound.covered_common")


def _look(match: Match, problem: Problem) -> str:
    """Return the first account of the problem that can be counted, else its setting."""
    accounts = match.game.accounts(match.state)
    countable = [account for account, _ in problem.places if account in accounts]
    return next(iter((*countable, *problem.parts)), "")


def _words_of(match: Match, wording: Wording, look: str) -> str:
    if any(settable.code == look for settable in match.game.settables_of(match.state)):
        return wording.app("sound.look_at", what=wording.settable_label(look))
    seat = visibility.seat_of(look)
    if seat is not None and wording.account_label(look) == wording.player(seat):
        return wording.app("sound.look_at_seat", name=wording.player(seat))
    return wording.app("sound.look_at", what=wording.account_label(look))


def _mend(match: Match, wording: Wording, body: Adjusted, problem: str) -> MendLine:
    """Build the line of a fix. Its reason appears in the acta, where everybody reads it."""
    texts = (*_counts(match, wording, body), *(_set(match, wording, s) for s in body.settings))
    reason = wording.app("sound.line", problem=lowered(problem))[:_REASON]
    return MendLine("; ".join(texts), revised(body, reason=reason))


def _counts(match: Match, wording: Wording, body: Adjusted) -> tuple[str, ...]:
    """Describe the resulting amounts in each place."""
    ledger: Ledger = match.state.ledger
    after: dict[tuple[str, str], int] = {}
    for posting in body.postings:
        place = posting.account, posting.item
        after[place] = after.get(place, ledger.balance(*place)) + posting.amount
    specs = match.game.items_of(match.state)
    return tuple(
        # An item that no rule knows has no name either.
        wording.app("sound.mend.drop")
        if misplaced(specs, *place) == "unknown_item"
        else wording.app("sound.mend.count", what=wording.holding_label(*place), amount=amount)
        for place, amount in after.items()
    )


def _set(match: Match, wording: Wording, setting: Setting) -> str:
    parts = match.game.settables_of(match.state)
    settable = next(part for part in parts if part.code == setting.code)
    # Setting a part to its current value starts it again, for example a turn.
    same = setting.value == settable.current(match.state)
    key = f"sound.mend.again.{setting.code}" if same else ""
    return wording.app(
        key if key in wording.app else "sound.mend.set",
        part=wording.settable_label(setting.code),
        value=wording.value_label(settable.label(setting.value)),
    )
