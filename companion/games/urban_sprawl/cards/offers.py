"""Possible answers to choices, and the consequences of choosing a building or a place.

A question with one answer is not asked: an automatic choice continues here like an answer.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import Final

from companion.games.urban_sprawl import terms
from companion.games.urban_sprawl.cards.filters import ANY, FILTERS, matching_buildings
from companion.games.urban_sprawl.city import Building
from companion.games.urban_sprawl.components import (
    MARKERS,
    NO,
    PAY,
    ROWS_OF_BLOCK,
    SITE_OF,
    SITES,
    TRACK,
    YES,
    ZONE_SETS,
)
from companion.games.urban_sprawl.grid import BLOCKS, CIRCLES, FOOTPRINTS, SIZES, Lots, block_of
from companion.games.urban_sprawl.play import Play, gain, lose, set_up
from companion.games.urban_sprawl.state import Phase, State
from companion.kernel.agenda import Task
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.values import Seat

MOVE: Final = "move"
"""Purposes of choosing a building: move it, lose it or pay, gain or lose for its owner."""
SPARE: Final = "lose_or_pay"
GAIN: Final = "gain"
LOSE: Final = "lose"


def offered(state: State, task: Task, seat: Seat | None = None) -> tuple[str, ...]:
    """Return the possible answers to a choice; empty if there are none.

    Args:
        state: state of the table.
        task: choice to be made.
        seat: seat that chooses; None: the first of those who do.
    """
    return tuple(_OFFERS[Phase(task.code)](state, task, task.seats[0] if seat is None else seat))


# Seats and buildings


def _some_seats(_state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    return tuple(f"seat.{seat}" for seat in task.of("among"))


def _among(state: State, what: str) -> tuple[str, ...]:
    """Return the buildings of a zone, or the most or least valuable ones."""
    if f"filter:{what}" in FILTERS:
        return matching_buildings(state, f"filter:{what}")
    return tuple(sorted(state.city.buildings))


def _controlled(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    buildings = state.city.buildings
    return tuple(n for n in _among(state, task.of("colour")) if buildings[n].owner is not None)


def _removable(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    return _among(state, task.of("colour"))


def _which_building(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    names = matching_buildings(state, task.of("filter"))
    if task.of("then") != MOVE:
        return names
    return tuple(name for name in names if _has_room(state, name))


def _spared(state: State, task: Task, seat: Seat) -> tuple[str, ...]:
    """Return the own buildings that a seat may lose, and paying instead."""
    only, buildings = task.of("building"), state.city.buildings
    names = matching_buildings(state, task.of("filter")) if only is None else (only,)
    own = tuple(name for name in names if name in buildings and buildings[name].owner == seat)
    return (*own, PAY) if own else ()


# Free places for a building


def room_in(state: State, block: str, size: int, moved: str = "") -> tuple[Lots, ...]:
    """Return the places of a block with room for a building: all their lots are empty.

    Args:
        state: state of the table.
        block: block to search.
        size: number of lots.
        moved: building to be moved, which leaves its lots and must go elsewhere.
    """
    city = state.city
    if moved and moved not in city.buildings:
        return ()
    own = city.buildings[moved].lots if moved else frozenset()
    taken = city.at.keys()
    return tuple(
        lots for lots in FOOTPRINTS[block][size] if taken.isdisjoint(lots - own) and lots != own
    )


def _has_room(state: State, moved: str) -> bool:
    """Return whether a building can be moved anywhere."""
    size = state.city.buildings[moved].size
    return any(room_in(state, block, size, moved) for block in BLOCKS)


def _blocks(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    size, moved = task.of("size"), task.of("building") or ""
    return tuple(block for block in BLOCKS if room_in(state, block, size, moved))


def _sites(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    places = room_in(state, task.of("block"), task.of("size"), task.of("building") or "")
    return tuple(SITE_OF[lots] for lots in places)


# Markers


def _circles(state: State) -> tuple[str, ...]:
    return tuple(circle for circle in CIRCLES if circle not in state.city.markers)


def _placing(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    there = task.of("marker") in state.city.markers.values()
    return () if there else _circles(state)


def _which(state: State, task: Task, _seat: Seat) -> tuple[str, ...]:
    # A marker moves to another, empty circle. If all circles are full, none moves.
    if not _circles(state):
        return ()
    kind = task.of("kind")
    return tuple(
        marker
        for marker in MARKERS
        if marker in state.city.markers.values()
        and (kind == ANY or marker.partition(".")[2][0] == kind[0])
    )


def _offices(state: State, _task: Task, _seat: Seat) -> tuple[str, ...]:
    return tuple(office for office in TRACK if state.in_play(office))


_OFFERS: Final[Mapping[Phase, Callable[[State, Task, Seat], tuple[str, ...]]]] = {
    Phase.ELECT: _some_seats,
    Phase.CONTRACTOR: _some_seats,
    Phase.MEDIA: _some_seats,
    Phase.PARK: lambda state, _task, _seat: state.city.empty,
    Phase.DROP_CONTROL: _controlled,
    Phase.REMOVE: _removable,
    Phase.PLACE_MARKER: _placing,
    Phase.WHICH_MARKER: _which,
    Phase.MOVE_MARKER: lambda state, _task, _seat: _circles(state),
    Phase.MAY_PAY: lambda _state, _task, _seat: (YES, NO),
    Phase.WHICH_BUILDING: _which_building,
    Phase.SPARE: _spared,
    Phase.WHICH_BLOCK: _blocks,
    Phase.WHICH_LOTS: _sites,
    Phase.WHICH_OFFICE: _offices,
    Phase.WHICH_ROW: lambda _state, _task, _seat: ROWS_OF_BLOCK,
}


def only_answer(state: State, task: Task, answers: tuple[str, ...]) -> str | None:
    """Return the automatic answer: the only one, or any if all have the same result.

    Args:
        state: state of the table.
        task: choice to be made.
        answers: possible answers.
    """
    if task.code not in AFTER:
        return None
    same = task.of("then") in (GAIN, LOSE)
    buildings = state.city.buildings
    if len(answers) == 1 or (same and len({buildings[name].owner for name in answers}) == 1):
        return answers[0]
    return None


def building(play: Play, seat: Seat, name: str, task: Task) -> None:
    """Apply a card to the chosen building."""
    one, then = play.state.city.buildings[name], task.of("then")
    if then == MOVE:
        about = task.with_of(building=name, size=one.size).about
        play.push(Task(Phase.WHICH_BLOCK, (seat,), about=about))
    elif then == SPARE:
        threaten(play, task.with_of(building=name))
    elif one.owner is not None:
        what, amount, rule = task.of("what"), task.of("amount"), task.of("rule")
        change = gain if then == GAIN else lose
        change(play, one.owner, what, amount, rule, task.of("cause"))


def threaten(play: Play, task: Task) -> None:
    """Make every affected seat lose a building or pay, in any order."""
    asked = Task(Phase.SPARE, about=task.about)
    everybody = play.state.order_from(play.state.turn.seat)
    seats = tuple(seat for seat in everybody if offered(play.state, asked, seat))
    if seats:
        play.push(asked.with_of(asked=seats).waiting_for(seats))
    else:
        play.say("impossible", "events.impossible", play.state.turn.seat)


# Place of a building. A building placed or moved by a card ignores zoning and gains nothing.


def block(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """Ask for the lots after the block was chosen."""
    play.push(Task(Phase.WHICH_LOTS, (seat,), about=task.with_of(block=answer).about))


def lots(play: Play, seat: Seat, answer: str, task: Task) -> None:
    """Lay a building there: a new one of the choosing seat, or a moved one."""
    moved, place = task.of("building"), SITES[answer]
    if moved is None:
        set_up(play, Building(task.of("colour"), place, seat), task.of("rule"))
        return
    one = play.state.city.buildings[moved]
    new = Building(one.colour, place, one.owner, one.card)
    play.change(city=play.state.city.without_building(moved).with_building(new))
    play.say(
        "moved",
        task.of("rule"),
        one.owner,
        building=terms.term(moved),
        block=terms.term(block_of(answer.partition("+")[0])),
        shape=terms.shape(place),
    )


AFTER: Final[Mapping[str, Callable[[Play, Seat, str, Task], None]]] = {
    Phase.WHICH_BUILDING: building,
    Phase.WHICH_BLOCK: block,
    Phase.WHICH_LOTS: lots,
}
"""Consequence of an answer that is not asked for if it is the only one."""


MOST_OFFERED: Final = 4
"""Number of payments offered."""


def zones_of(state: State, permit: str) -> Known[frozenset[str]]:
    """Return the zones that a permit is for."""
    printed = state.printed_on(permit, "zones")
    return printed if isinstance(printed, Unknown) else ZONE_SETS[printed]


def worth(state: State, laid: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return the known joint worth of permits, and the unknown facts."""
    total, unknown = 0, []
    for permit in laid:
        size = state.printed_on(permit, "size")
        if isinstance(size, Unknown):
            unknown.append(size.fact)
        else:
            total += size
    return total, tuple(unknown)


def superfluous(state: State, laid: tuple[str, ...], size: int) -> str | None:
    """Return a permit that the payment does not need; None if all are needed or unknown."""
    _, unknown = worth(state, laid)
    if unknown:
        return None
    without = ((one, tuple(other for other in laid if other != one)) for one in laid)
    return next((one for one, others in without if worth(state, others)[0] >= size), None)


@cache
def _just_enough(size: int) -> tuple[Mapping[int, int], ...]:
    """Return the numbers of permits by size that pay for the lots without a superfluous one."""
    choices = (
        sizes
        for number in range(1, size + 1)
        for sizes in combinations_with_replacement(SIZES, number)
        if sum(sizes) >= size and sum(sizes) - min(sizes) < size
    )
    return tuple(
        MappingProxyType(Counter(sizes))
        for sizes in sorted(choices, key=lambda s: (sum(s), len(s)))
    )


def offers(state: State, seat: Seat, zone: str, size: int) -> tuple[tuple[str, ...], ...]:
    """Return payments worth offering: exact ones first, with the cheapest permits."""
    by_size: dict[int, list[str]] = {n: [] for n in SIZES}
    doubtful = []
    for permit in state.permits(seat):
        zones, number = zones_of(state, permit), state.printed_on(permit, "size")
        if not isinstance(zones, Unknown) and zone not in zones:
            continue
        if isinstance(zones, Unknown) or isinstance(number, Unknown):
            doubtful.append(permit)
        else:
            by_size[number].append(permit)
    for held in by_size.values():
        held.sort(key=lambda permit: _value(state, permit))
    payments = list(_paying(by_size, size))[:MOST_OFFERED]
    # Among unread permits, a payment with one card is likelier than one with several.
    payments += [(permit,) for permit in doubtful[: MOST_OFFERED - len(payments)]]
    return tuple(payments) or ((),)


_MOST_COMBINED: Final = 12
"""Number of permits among which a payment is searched."""


def nearest(
    state: State, held: tuple[str, ...], zone: str, size: int, laid: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the payment that changes the least about a plan, then the one that loses the least.

    Args:
        state: state of the table.
        held: permits to choose from; those that nobody read are left out.
        zone: zone of the contract.
        size: number of its lots.
        laid: permits of the plan.
    """
    usable = tuple(permit for permit in held if _serves(state, permit, zone))
    near = sorted(usable, key=lambda permit: (permit not in laid, _value(state, permit)))
    several: list[tuple[str, ...]] = [
        some
        for number in range(1, size + 1)
        for some in combinations(near[:_MOST_COMBINED], number)
        if worth(state, some)[0] >= size and superfluous(state, some, size) is None
    ]

    def cost(some: tuple[str, ...]) -> tuple[int, ...]:
        added = sum(permit not in laid for permit in some)
        taken = sum(permit not in some for permit in laid)
        return (added + taken, worth(state, some)[0], sum(_value(state, one) for one in some))

    best = min(several, key=cost, default=())
    return tuple(sorted(best))


def _serves(state: State, permit: str, zone: str) -> bool:
    """Return whether a permit is known to be for a zone, and its worth is known."""
    zones = zones_of(state, permit)
    known = not isinstance(zones, Unknown) and zone in zones
    return known and not isinstance(state.printed_on(permit, "size"), Unknown)


def _paying(by_size: Mapping[int, list[str]], size: int) -> Iterator[tuple[str, ...]]:
    for wanted in _just_enough(size):
        if all(len(by_size[n]) >= many for n, many in wanted.items()):
            yield tuple(sorted(p for n, many in wanted.items() for p in by_size[n][:many]))


def _value(state: State, permit: str) -> int:
    printed = state.printed_on(permit, "payout")
    return 0 if isinstance(printed, Unknown) else int(printed)
