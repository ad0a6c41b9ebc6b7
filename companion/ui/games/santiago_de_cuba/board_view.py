"""Tiles of the street: stops, buildings, the ship in port and the supply."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.santiago_de_cuba.buildings import (
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
from companion.ui.boards.tile import (
    FAINT_INK,
    INK,
    QUIET,
    Chip,
    Name,
    Number,
    Part,
    Piece,
    Symbol,
    Tile,
    Vacancy,
    line,
)

TRANSPARENT, UNKNOWN = "transparent", "unknown"
"""Flowers besides the four colours: El Zorro's, and one not noted yet."""
SHIP: Final = "ship"
"""Place of the ship itself."""
SEA, ON_SEA, ROAD_LINE, ON_LINE = "#134a6b", "#ffffff", "#f3d36b", "#23201a"
CAR_EDGE: Final = "#d0352b"
PAWN: Final = "pawn"
CAR_SHAPE, CAR_HIGH = 1.3, 18
"""Ratio of the car's width to its height, and its height at 100 % text."""
STOP_LOW, SHIP_LOW = 62, 80
"""Heights below which a stop and the ship lie in fewer lines."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain from a citizen: an item with its amount, or an action."""

    what: str
    """Good, `point`, `peso`, `any`, `tribute` or `law`."""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Street:
    """Whole board."""

    stops: tuple[Tile, ...]
    """Stops clockwise, the port first."""
    car: int
    """Number of the stop with the car."""
    districts: tuple[tuple[str, str, tuple[Tile, ...]], ...]
    """Colour of a flower, its name, and the buildings under it."""
    ship: Tile
    dice: tuple[Tile, ...]
    """Dice on the ship, or what stands for them before they are rolled."""
    supply: tuple[Tile, ...]
    title: str
    """Title of the supply."""

    @property
    def places(self) -> tuple[Tile, ...]:
        """Return everything that an act can change, besides the ship and the supply."""
        buildings = (tile for *_, tiles in self.districts for tile in tiles)
        return (*self.stops, *buildings, *(die for die in self.dice if die.id != SHIP))


def street(view: SantiagoTable, facts: FactValues, wording: Wording) -> Street:
    """Return the board of a public view.

    Args:
        view: public view of the state.
        facts: facts of this box.
        wording: wording of this match.
    """
    return Street(
        stops=tuple(_stop(stop, view, facts, wording) for stop in view.street),
        car=view.street.index(view.car),
        districts=tuple(
            (
                flower,
                wording.term(f"flower.{flower}"),
                tuple(_building(name, flower, view, wording) for name in names),
            )
            for flower, names in view.buildings.items()
        ),
        ship=_ship(view, wording),
        dice=_dice(view, wording),
        supply=tuple(_stock(good, view, wording) for good in GOODS),
        title=wording.own("board.supply"),
    )


# Stops


def _stop(stop: str, view: SantiagoTable, facts: FactValues, wording: Wording) -> Tile:
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
    return stop_tile(stop, name, flower, gain, ", ".join(said), active=active, car=car, cost=cost)


def stop_tile(
    stop: str,
    name: str,
    flower: str,
    gain: Gain | None,
    spoken: str,
    *,
    active: bool = True,
    car: bool = False,
    cost: int | None = None,
) -> Tile:
    """Return a stop of the street.

    Args:
        stop: citizen, or the port.
        name: name of the stop.
        flower: colour, `transparent`, `unknown`, or empty at the port.
        gain: gain from the citizen.
        spoken: stop in words.
        active: False if the citizen sleeps.
        car: True if the car is here.
        cost: pesos for driving here now; None if nobody is to drive.
    """
    given = _gives(gain) if active else [Symbol("BEDTIME", 22)]
    citizen = (flower_symbol(flower), *given) if flower else (Symbol("ANCHOR", 30),)
    foot = _foot(cost, car=car)
    title = line(Name((name,), 12.5))
    beside = line(Chip((line(*citizen),)), *foot, align="spaceBetween" if car else "center")
    return Tile(
        stop,
        spoken,
        (title, line(*citizen, gap=4), line(*foot, gap=1, high=CAR_HIGH)),
        low=(title, beside),
        high=STOP_LOW,
        ground=SEA if not flower else "surface" if active else QUIET,
        ink=ON_SEA if not flower else INK if active else FAINT_INK,
        edge="outline",
        lit=CAR_EDGE if car else "",
        radius=10,
        spread=True,
        key=f"stop:{stop}",
        state=(active, flower),
    )


def flower_symbol(colour: str, size: float = 26) -> Symbol:
    """Return the flower of a colour, or the sign of an unknown one."""
    return Symbol(f"flower.{colour}", size)


def _gives(gain: Gain | None) -> list[Part]:
    if gain is None:
        return []
    amount: list[Part] = [Number(str(gain.amount))] if gain.amount else []
    return [*amount, Symbol(gain.what, 20, on_ground=True)]


def _foot(cost: int | None, *, car: bool) -> tuple[Part, ...]:
    """Return room for the car, and the cost of driving here if somebody is to drive."""
    room = (Vacancy(CAR_HIGH * CAR_SHAPE),) if car else ()
    if cost is None:
        return room
    return (*room, Number(f"−{cost}" if cost else "0", 12), Symbol("peso", 14))


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


def _building(name: str, flower: str, view: SantiagoTable, wording: Wording) -> Tile:
    own, label = wording.own, wording.term(f"building.{name}")
    owner: Seat | None = view.owners.get(name)
    pawn = next((n for n, seat in enumerate(view.seats) if seat.pawn == name), None)
    pending = view.turn.phase == "building" and view.turn.using == name
    free = name in view.turn.free
    said = [label, *_flower_said(flower, wording)]
    said += [] if owner is None else [own("board.spoken.owner", name=wording.player(owner))]
    said += [] if pawn is None else [own("board.spoken.pawn", name=wording.player(pawn))]
    said += [own("board.spoken.pending")] if pending else []
    said += [own("board.spoken.open")] if free else []
    tile = building_tile(name, label, ", ".join(said), owner, pawn)
    if not pending and not free:
        return tile
    lit = "tertiary" if pending else "primary"
    return replace(tile, ground=f"{lit}container", ink=f"on{lit}container", lit=lit)


def building_tile(
    name: str, label: str, spoken: str, owner: Seat | None = None, pawn: Seat | None = None
) -> Tile:
    """Return a building with its marker and its pawn, or else its symbol."""
    pieces: list[Part] = []
    pieces += [] if owner is None else [Symbol("marker", 17), Piece(owner, 22)]
    pieces += [] if pawn is None else [Piece(pawn, 30, PAWN)]
    return Tile(
        name,
        spoken,
        (
            line(Name((label,), 11.5, lines=2)),
            line(*(pieces or [Symbol(f"building.{name}", 20, opacity=0.6)])),
        ),
        spread=True,
        key=f"building:{name}",
        state=(owner, pawn),
    )


def flowered(tile: Tile, flower: str) -> Tile:
    """Return a building with its flower beside its pieces."""
    name, pieces = tile.lines
    return replace(tile, lines=(name, line(flower_symbol(flower, 18), *pieces.parts)))


# Ship and supply


def _ship(view: SantiagoTable, wording: Wording) -> Tile:
    """Return the ship without its dice: number, track, flags."""
    ship, own = view.ship, wording.own
    value = wording.noun(ship.value, "point")
    said = [own("board.spoken.ship", n=ship.number, total=ship.of, value=value)]
    said += [] if ship.rolled else [own("board.spoken.no_dice")]
    aside = ship.aside or ""
    said += [own("board.spoken.aside", good=_good(aside, wording))] if aside else []
    title = line(Symbol("DIRECTIONS_BOAT_FILLED", 18), Number(f"{ship.number}/{ship.of}", 15))
    track = line(*(_pip(n, ship.number) for n in range(1, ship.of + 1)), gap=2)
    flags = [_flag(str(n), n=at == ship.flag) for at, n in enumerate(view.flags)]
    values = line(*flags, Symbol("SPORTS_SCORE", 20), gap=2)
    return Tile(
        SHIP,
        ", ".join(said),
        (title, track, values),
        low=(line(Chip((title, track)), Chip((values,)), align="spaceBetween"),),
        high=SHIP_LOW,
        ground="",
        ink=ON_SEA,
        edge="",
        radius=8,
    )


def _pip(number: int, now: int) -> Chip:
    ground = ROAD_LINE if number == now else ON_SEA if number < now else ""
    return Chip((), 7, 7, ground, ON_SEA)


def _flag(value: str, *, n: bool) -> Chip:
    """Return a flag of the value track; the one with the marker stands out."""
    inside = (line(Number(value, 17 if n else 14, ON_LINE if n else "")),)
    return Chip(inside, 26 if n else 20, 28 if n else 22, ROAD_LINE if n else "", ON_SEA, 5)


def _dice(view: SantiagoTable, wording: Wording) -> tuple[Tile, ...]:
    """Return each die at the place of the good that it demands, or what stands for all."""
    if not view.ship.rolled:
        label = wording.own("board.no_dice")
        face = (line(Symbol("dice", 24), Name((label,), 14), gap=6),)
        return (Tile(SHIP, label, face, ground=ROAD_LINE, ink=ON_LINE, edge="", key="no-dice"),)
    return tuple(
        Tile(
            good,
            wording.own("board.spoken.die", good=_good(good, wording), n=shows),
            (line(Number(str(shows), 22)), line(Symbol(good, 19))),
            ground=f"back:{good}",
            ink=f"ink:{good}",
            edge=ON_SEA,
            offered=ROAD_LINE,
            opacity=1 if shows else 0.5,
            key=f"die:{good}",
            state=(shows,),
        )
        for good, shows in view.ship.demand.items()
    )


def _stock(good: str, view: SantiagoTable, wording: Wording) -> Tile:
    """Return the remaining supply of a good."""
    left = view.supply[good]
    return Tile(
        good,
        wording.own("board.spoken.supply", good=_good(good, wording), n=left),
        (line(Symbol(good, 24, on_ground=True), Number(str(left), 18), gap=4),),
        ground="",
        opacity=1 if left else 0.5,
        key=f"stock:{good}",
    )


def _good(good: str, wording: Wording) -> str:
    return wording.term(f"good.{good}")
