"""Questions that the table itself answers: whose turn it is, how many there are of something."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from companion.kernel.models import folded
from companion.kernel.pieces.ledger import SUPPLY, seat_account
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.search import word_stems
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.views.table.adjustment import Adjustment, counts

_TURN: Final = re.compile(r"\bquien(es)?\b.*\b(toca|turno|va|juega)\b|\bturno de quien\b")
_MANY: Final = re.compile(r"\bcuant[oa]s?\b")
_MINE: Final = re.compile(r"\b(tengo|tenemos|me queda|me quedan|llevo)\b")
_REST: Final = re.compile(r"\b(queda|quedan|hay|reserva|sobran)\b")


def table_answer(
    match: Match, wording: Wording, question: str, mine: Collection[Seat], seen: Collection[Seat]
) -> str:
    """Return what the table answers to a plain question, or nothing if it is about no such thing.

    Args:
        match: match as the device may see it.
        wording: its wording.
        question: what was typed or dictated.
        mine: seats of the device.
        seen: seats whose hidden holdings it may show now.
    """
    asked = " ".join(re.findall(r"[^\W_]+", folded(question)))
    if _MANY.search(asked):
        return "; ".join(_counted(match, wording, asked, mine, seen))
    if _TURN.search(asked) and match.outcome is None:
        acting = tuple(wording.player(seat) for seat in match.game.awaiting(match.state))
        return wording.app("mesa.turn", names=acting)
    return ""


def _counted(
    match: Match, wording: Wording, asked: str, mine: Collection[Seat], seen: Collection[Seat]
) -> Iterator[str]:
    """Yield the amount of each thing that was asked for, in the places that were meant."""
    stems = frozenset(stem for word in asked.split() for stem in word_stems(word))
    for account in _places(match, asked, mine):
        for line in counts(match, wording, account, Adjustment(), seen):
            label = wording.item_label(line.item)
            words = [word_stems(word) for word in re.findall(r"[^\W_]+", label.casefold())]
            if words and all(each & stems for each in words):
                place = capitalised(wording.account_label(account))
                if line.covered:
                    yield wording.app("questions.covered", place=place, item=label)
                else:
                    yield wording.app("questions.count", place=place, item=label, n=line.amount)


def _places(match: Match, asked: str, mine: Collection[Seat]) -> tuple[str, ...]:
    """Return the accounts that a question is about: of people named, one's own, or the supply."""
    names = {seat: folded(name) for seat, name in enumerate(match.options.players)}
    named = [seat for seat, name in names.items() if name and name in asked]
    if named:
        return tuple(map(seat_account, named))
    if _MINE.search(asked) and mine:
        return tuple(map(seat_account, sorted(mine)))
    if _REST.search(asked) and SUPPLY in match.game.accounts(match.state):
        return (SUPPLY,)
    return ()
