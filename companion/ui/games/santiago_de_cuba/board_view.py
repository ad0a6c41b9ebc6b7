"""View model of the street: stops, buildings, the ship in port and the supply."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.santiago_de_cuba.citizens import (
    ASKS,
    CITIZENS_GIVE,
    FLOWERLESS,
)
from companion.games.santiago_de_cuba.components import GOODS, PORT
from companion.games.santiago_de_cuba.state import GOOD_IN
from companion.games.santiago_de_cuba.turn import Phase
from companion.games.santiago_de_cuba.view import SantiagoTable
from companion.kernel.box.facts import FactValues
from companion.kernel.box.lines import ReportField
from companion.kernel.values import Seat
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording

TRANSPARENT, UNKNOWN = "transparent", "unknown"
"""Flowers besides the four colours: El Zorro's, and one not noted yet."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain from a citizen: an item with its amount, or an action."""

    what: str
    """Good, `point`, `peso`, `any`, `tribute` or `law`."""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class StopView:
    """Stop of the street."""

    id: str
    name: str
    flower: str
    """Colour, `transparent`, `unknown`, or empty at the port."""
    active: bool
    car: bool
    cost: int | None
    """Pesos for driving there now; None if nobody is to drive."""
    gain: Gain | None
    spoken: str


@dataclass(frozen=True, slots=True)
class BuildingView:
    """Building under its flower."""

    id: str
    name: str
    flower: str
    owner: Seat | None
    pawn: Seat | None
    pending: bool
    """True if its action is pending."""
    open: bool
    """True if the pawn may go there now."""
    spoken: str


@dataclass(frozen=True, slots=True)
class DieView:
    """Die on the ship."""

    good: str
    shows: int
    spoken: str


@dataclass(frozen=True, slots=True)
class ShipView:
    """Ship in port, with its place on the track and the value of its load."""

    number: int
    of: int
    flags: tuple[int, ...]
    flag: int
    """Index of the flag with the value marker, from the left."""
    rolled: bool
    dice: tuple[DieView, ...]
    aside: str
    """Good whose die was set aside; empty if none was."""
    spoken: str


@dataclass(frozen=True, slots=True)
class StockView:
    """Remaining supply of a good."""

    good: str
    left: int
    spoken: str


@dataclass(frozen=True, slots=True)
class StreetView:
    """Whole board."""

    stops: tuple[StopView, ...]
    """Stops clockwise, the port first."""
    districts: tuple[tuple[str, tuple[BuildingView, ...]], ...]
    """Buildings by the colour of the flower above them."""
    ship: ShipView
    supply: tuple[StockView, ...]


def street(view: SantiagoTable, facts: FactValues, wording: Wording) -> StreetView:
    """Return the board of a public view.

    Args:
        view: public view of the state.
        facts: facts of this box.
        wording: wording of this match.
    """
    free = _free(view)
    return StreetView(
        tuple(_stop(stop, view, facts, wording) for stop in view.street),
        tuple(
            (flower, tuple(_building(name, flower, view, free, wording) for name in names))
            for flower, names in view.buildings.items()
        ),
        _ship(view, wording),
        tuple(_stock(good, view, wording) for good in GOODS),
    )


# Stops


def _stop(stop: str, view: SantiagoTable, facts: FactValues, wording: Wording) -> StopView:
    flower = flower_of(stop, view.flowers)
    active, car = stop not in view.inactive, stop == view.car
    # Staying at the same stop is not a drive.
    drives = view.turn.phase == "drive" and not car
    cost = _cost(stop, view, facts) if drives else None
    gain = gain_of(stop, facts)
    name = capitalised(wording.term(f"stop.{stop}"))
    own = wording.own
    said = [name, *_flower_said(flower, wording)]
    said += [_gain_said(gain, wording)] if gain and active else []
    said += [] if active else [own("board.spoken.inactive")]
    said += [own("board.spoken.car")] if car else []
    said += [] if cost is None else [_cost_said(cost, wording)]
    return StopView(stop, name, flower, active, car, cost, gain, ", ".join(said))


def flower_of(stop: str, flowers: Mapping[str, str | None]) -> str:
    """Return the flower of a stop; empty at the port."""
    if stop == PORT:
        return ""
    return TRANSPARENT if stop in FLOWERLESS else flowers.get(stop) or UNKNOWN


def gain_of(stop: str, facts: FactValues) -> Gain | None:
    """Return the gain from a citizen, by the numbers of this box."""
    if stop in CITIZENS_GIVE:
        (line,) = CITIZENS_GIVE[stop]
        amount = facts.get(f"citizen.{stop}")
        what = "any" if isinstance(line.what, ReportField) else GOOD_IN.get(line.what, line.what)
        return Gain(what, amount if isinstance(amount, int) else 0)
    return Gain(_DOES[ASKS[stop]]) if stop in ASKS else None


_DOES = {Phase.TRIBUTE: "tribute", Phase.LAWYER: "law"}
"""Action of a citizen who asks for something and gives nothing himself."""


def _cost(stop: str, view: SantiagoTable, facts: FactValues) -> int:
    stops = list(view.street)
    steps = (stops.index(stop) - stops.index(view.car) - 1) % len(stops) + 1
    free, each = facts.get("street.free_steps"), facts.get("street.step_cost")
    assert isinstance(free, int)
    assert isinstance(each, int)
    return max(0, steps - free) * each


def _flower_said(flower: str, wording: Wording) -> list[str]:
    if not flower:
        return []
    if flower == UNKNOWN:
        return [wording.own("board.spoken.no_colour")]
    return [wording.own("board.spoken.flower", colour=wording.term(f"flower.{flower}"))]


def _gain_said(gain: Gain, wording: Wording) -> str:
    if not gain.amount or gain.what == "any":
        return wording.own(f"board.spoken.{gain.what}")
    noun = gain.what if gain.what in ("point", "peso") else f"good.{gain.what}"
    return wording.own("board.spoken.gives", what=wording.noun(gain.amount, noun))


def _cost_said(cost: int, wording: Wording) -> str:
    if not cost:
        return wording.own("board.spoken.free")
    return wording.own("board.spoken.cost", cost=wording.noun(cost, "peso"))


# Buildings


def _free(view: SantiagoTable) -> frozenset[str]:
    """Return the places where the pawn may go now."""
    return frozenset(view.turn.free)


def _building(
    name: str, flower: str, view: SantiagoTable, free: frozenset[str], wording: Wording
) -> BuildingView:
    own, label = wording.own, wording.term(f"building.{name}")
    owner: Seat | None = view.owners.get(name)
    pawn = next((n for n, seat in enumerate(view.seats) if seat.pawn == name), None)
    pending = view.turn.phase == "building" and view.turn.using == name
    said = [label, *_flower_said(flower, wording)]
    said += [] if owner is None else [own("board.spoken.owner", name=wording.player(owner))]
    said += [] if pawn is None else [own("board.spoken.pawn", name=wording.player(pawn))]
    said += [own("board.spoken.pending")] if pending else []
    said += [own("board.spoken.open")] if name in free else []
    return BuildingView(name, label, flower, owner, pawn, pending, name in free, ", ".join(said))


# Ship and supply


def _ship(view: SantiagoTable, wording: Wording) -> ShipView:
    ship, own = view.ship, wording.own
    dice = tuple(
        DieView(good, shows, own("board.spoken.die", good=_good(good, wording), n=shows))
        for good, shows in ship.demand.items()
    )
    value = wording.noun(ship.value, "point")
    said = [own("board.spoken.ship", n=ship.number, total=ship.of, value=value)]
    said += [] if ship.rolled else [own("board.spoken.no_dice")]
    aside = ship.aside or ""
    said += [own("board.spoken.aside", good=_good(aside, wording))] if aside else []
    return ShipView(
        number=ship.number,
        of=ship.of,
        flags=tuple(view.flags),
        flag=ship.flag,
        rolled=ship.rolled,
        dice=dice,
        aside=aside,
        spoken=", ".join(said),
    )


def _stock(good: str, view: SantiagoTable, wording: Wording) -> StockView:
    left = view.supply[good]
    said = wording.own("board.spoken.supply", good=_good(good, wording), n=left)
    return StockView(good, left, said)


def _good(good: str, wording: Wording) -> str:
    return wording.term(f"good.{good}")


def changed(before: StreetView, after: StreetView) -> frozenset[str]:
    """Return the stops, buildings and dice that differ from before.

    The place of the car shows by itself, and the cost of a stop is no change.
    """
    old, new = _looks(before), _looks(after)
    return frozenset(place for place, look in new.items() if old.get(place) != look)


def _looks(view: StreetView) -> dict[str, tuple[object, ...]]:
    looks: dict[str, tuple[object, ...]] = {
        stop.id: (stop.active, stop.flower) for stop in view.stops
    }
    for _, buildings in view.districts:
        looks |= {b.id: (b.owner, b.pawn) for b in buildings}
    return looks | {f"die:{die.good}": (die.shows,) for die in view.ship.dice}
