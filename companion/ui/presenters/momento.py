"""Where an entry of the acta can be moved to."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.presenters.acta import texts


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of play."""

    before: str | None
    """The effective entry that would follow; None: at the end."""
    text: str
    here: bool = False
    """Whether it is where the entry stands now: nothing to choose."""


def places(
    match: Match, wording: Wording, seats: Collection[Seat], target: str
) -> tuple[Place, ...]:
    """The places that an entry can be moved to, the latest first, with the one where it stands."""
    items, said = match.timeline.items, texts(match, wording, seats)
    found = [Place(None, wording.app("past.at_end"))]
    for item in reversed(items):
        if item.id == target:
            found[-1] = Place(item.id, wording.app("past.here", what=said[item.id]), here=True)
        else:
            found.append(Place(item.id, wording.app("past.before", what=said[item.id])))
    return tuple(found)


def near(found: tuple[Place, ...], reach: int) -> tuple[tuple[Place, ...], bool]:
    """The places around the one where the entry stands, and whether there are more."""
    here = next((n for n, place in enumerate(found) if place.here), 0)
    shown = found[max(0, here - reach) : here + reach + 1]
    return shown, len(shown) < len(found)
