"""Positions to which an entry of the acta can be moved."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.views.entries.acta import texts


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
