"""Scores and remaining supplies."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from companion.kernel.duties import ScoreLine
from companion.kernel.pieces.ledger import Ledger, Visibility, family
from companion.kernel.pieces.standings import sign_of, total_between
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.visibility import seat_of
from companion.ui.views.rulings.origin import Source


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """Number of one seat."""

    seat: Seat
    code: str
    amount: int | None
    """None: hidden from this device."""
    hidden: bool
    """True if it stays covered until its owner looks."""
    unread: str = ""
    """Sign of what it lacks, because nobody has read it."""
    summed: bool = False
    """True if it is no number of the table, but reckoned at the end to compare it."""

    @property
    def shown(self) -> str:
        """Return the number as it is shown."""
        return shown(self.amount or 0, self.unread)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Line of the score, for every seat."""

    code: str
    label: str
    rule: str
    cells: tuple[ScoreCell, ...]


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """Remaining amount in one place."""

    account: str
    label: str
    amount: int
    source: Source


def shown(amount: int, unread: str) -> str:
    """Return a number as it is shown: "12 + ?" with the sign of what nobody has read."""
    number = str(amount).replace("-", "−")
    return f"{number} {unread} ?" if unread else number


def rows(match: Match, wording: Wording, mine: Collection[Seat]) -> tuple[ScoreRow, ...]:
    """Return the score by lines; hidden numbers of other devices' seats have no amount.

    Seats without a line that others have get 0.
    """
    seats, everyone = visibility.visible_seats(match, mine), range(len(match.options.players))
    held: dict[str, dict[Seat, ScoreLine]] = {}
    for line in match.game.score(match.state):
        held.setdefault(line.code, {})[line.seat] = line
    lines = {code: [_line(by_seat, seat) for seat in everyone] for code, by_seat in held.items()}
    return tuple(
        ScoreRow(
            code,
            wording.score_label(code),
            by_seat[0].rule,
            tuple(
                ScoreCell(
                    line.seat,
                    line.code,
                    line.amount if not line.hidden or line.seat in seats else None,
                    line.hidden and not visibility.all_open(match),
                    line.unread,
                )
                for line in by_seat
            ),
        )
        for code, by_seat in lines.items()
    )


def summed(match: Match, state: Any, codes: Collection[str]) -> tuple[ScoreLine, ...]:
    """Return the sum of some score lines for each seat, hidden or unread as one of them is."""
    lines = [line for line in match.game.score(state) if line.code in codes]
    hidden = {line.seat for line in lines if line.hidden}
    told = [line for line in lines if not line.covered]
    code, everyone = next(iter(codes), ""), range(len(match.options.players))
    of_seats = [[line for line in told if line.seat == seat] for seat in everyone]
    return tuple(
        ScoreLine(
            seat,
            code,
            sum(line.amount for line in own),
            "",
            hidden=seat in hidden,
            unread=sign_of(total_between(own)),
        )
        for seat, own in enumerate(of_seats)
    )


def final_rows(match: Match, wording: Wording) -> tuple[ScoreRow, ...]:
    """Return what was compared at the end and is no line of the score: sums, and tie-breaks."""
    ended = compared(match)
    scored = {line.code for line in match.game.score(match.state)} if ended else set()
    return tuple(
        ScoreRow(
            code,
            wording.score_label(code),
            lines[0].rule,
            tuple(
                ScoreCell(line.seat, code, line.amount, False, line.unread, summed=True)
                for line in lines
            ),
        )
        for code, lines in ended.items()
        if code not in scored
    )


def compared(match: Match) -> dict[str, tuple[ScoreLine, ...]]:
    """Return by code what the end compared, a line for each seat; empty before the end."""
    by_code: dict[str, tuple[ScoreLine, ...]] = {}
    for line in match.outcome.compared if match.outcome else ():
        by_code[line.code] = (*by_code.get(line.code, ()), line)
    return by_code


def _line(by_seat: dict[Seat, ScoreLine], seat: Seat) -> ScoreLine:
    like = next(iter(by_seat.values()))
    return by_seat.get(seat) or ScoreLine(seat, like.code, 0, like.rule)


def supplies(match: Match, wording: Wording) -> tuple[SupplyLine, ...]:
    """Return the contents of places that belong to nobody and that everybody can count."""
    ledger: Ledger = match.state.ledger
    lines = []
    for account in match.game.accounts(match.state):
        if seat_of(account) is not None or ":" in account:
            continue
        for spec in match.game.items_of(match.state):
            if account in spec.unbounded or spec.balance is not Visibility.OPEN:
                continue
            for item, amount in _by_kind(ledger, match.start.ledger, account, spec.family):
                label = wording.app(
                    "marcador.supply",
                    place=wording.account_label(account),
                    item=wording.item_label(item),
                )
                lines.append(SupplyLine(f"{account}/{item}", label, amount, (account, (item,))))
    return tuple(lines)


_KINDS = 6
"""Maximum number of kinds of a family that are told one by one."""


def _by_kind(ledger: Ledger, first: Ledger, account: str, of: str) -> tuple[tuple[str, int], ...]:
    """Return the amount of each kind of a family; of all together if that is no number of each.

    A kind that lay there at the start and has run out is told too.
    """
    lying = dict.fromkeys(
        item
        for one in (first, ledger)
        for place, item, _ in one.items()
        if (place, family(item)) == (account, of)
    )
    held = [(item, ledger.balance(account, item)) for item in lying]
    # Where some lie face down, the number of a kind is not known.
    told = 1 < len(held) <= _KINDS and of not in ledger.names()
    if told and any(amount > 1 for _, amount in held):
        return tuple(held)
    total = ledger.total(account, of)
    return ((of, total),) if total else ()
