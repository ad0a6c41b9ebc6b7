"""Write the table of recorded matches all over them, on devices that see more or less."""

import json
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.golden import still
from tests.golden.device import PHONE, TABLET, Device
from tests.golden.scenes import DEVICE, INVITATION, House, house
from tests.golden.sheet import Sheet
from tests.golden.spoken import written

RECORDED = Path(__file__).parent.parent / "playthroughs"
POSITIONS = 60
"""Of each game."""
ASIDE = "/acerca"
"""Where a device waits that is not looked at."""
_CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b")
_numbers = count()


@dataclass(frozen=True)
class Acta:
    """A recorded match."""

    path: Path

    @property
    def name(self) -> str:
        """Return its name."""
        return self.path.stem

    def lines(self) -> list[bytes]:
        """Return its entries."""
        return self.path.read_bytes().splitlines(keepends=True)

    @property
    def match_id(self) -> str:
        """Return the id of the match."""
        return str(json.loads(self.lines()[0])["body"]["match"])

    @property
    def players(self) -> tuple[str, ...]:
        """Return who plays."""
        return tuple(json.loads(self.lines()[0])["body"]["options"]["players"])

    def entry_id(self, seq: int) -> str:
        """Return the id of an entry."""
        return str(json.loads(self.lines()[seq])["id"])

    def until(self, count: int) -> bytes:
        """Return so many of its entries."""
        return b"".join(self.lines()[:count])

    def route(self, screen: str = "mesa") -> str:
        """Return the route of one screen of the match."""
        return f"/partida/{self.match_id}/{screen}"


def games() -> tuple[str, ...]:
    """Return the games of which there are recorded matches."""
    names = (p.name for p in RECORDED.iterdir() if p.name != "releases" and any(p.glob("*.acta")))
    return tuple(sorted(names))


def actas(game: str) -> tuple[Acta, ...]:
    """Return the recorded matches of a game."""
    return tuple(map(Acta, sorted((RECORDED / game).glob("*.acta"))))


def device_key() -> dict[str, str]:
    """Return what a device keeps that was never here before."""
    return {DEVICE: f"device-{next(_numbers)}"}


async def host(house: House, route: str = ASIDE, size: tuple[int, int] = PHONE) -> Device:
    """Open a device of the host's own, as nobody left anything half done on."""
    return await Device.start(house.starts("host"), device_key(), size, route)


async def guest(house: House, code: str, seats: tuple[str, ...]) -> Device:
    """Open a device that comes in by a code, and takes these seats."""
    device = await Device.start(house.starts("guest"), {**device_key(), INVITATION: code})
    for name in ("Llevar más de un sitio", *seats) if len(seats) > 1 else seats:
        await device.tap(name)
    return device


async def opened(device: Device, acta: Acta) -> str:
    """Open the table of a match to others, and return the code of the invitation."""
    await device.go(acta.route("compartir"))
    await device.tap("Abrir la mesa")
    code = _CODE.search("\n".join(written(device.lines())))
    assert code is not None
    return code.group()


def _at(acta: Acta, share: int) -> list[int]:
    """Return how many entries there are at each of so many positions."""
    last = len(acta.lines())
    return sorted({1 + round(n * (last - 1) / (share - 1)) for n in range(share)})


def record(acta: Acta, share: int, shared: bool, folder: Path) -> str:
    """Return the table of a match at so many positions, on its own or shared with guests."""
    sheet = Sheet(acta.match_id)
    with house(folder) as app:
        still.run((_shared if shared else _alone)(sheet, app, acta, _at(acta, share)))
    return sheet.text()


async def _alone(sheet: Sheet, house: House, acta: Acta, positions: list[int]) -> None:
    """Show a device with all seats, every third time a large one."""
    phone, tablet = await host(house), await host(house, size=TABLET)
    for n, entries in enumerate(positions):
        house.bring(acta.until(entries))
        device, who = (tablet, "all seats, tablet") if n % 3 == 2 else (phone, "all seats")
        await _shown(sheet, acta, entries, device, who)


async def _shown(sheet: Sheet, acta: Acta, entries: int, device: Device, who: str) -> None:
    await device.go(acta.route())
    sheet.screen(f"{entries} of {len(acta.lines())} entries, {who}", device)
    await device.go(ASIDE)


async def _shared(sheet: Sheet, house: House, acta: Acta, positions: list[int]) -> None:
    """Show the host with one seat and two guests in turn; from the middle on it has none."""
    house.bring(acta.until(positions[0]))
    first, second, *others = acta.players
    device = await host(house)
    code = await opened(device, acta)
    one, rest = await guest(house, code, (second,)), await guest(house, code, tuple(others))
    names = [f"host with {first}", f"guest with {second}", f"guest with {', '.join(others)}"]
    shown = [device, one, rest]
    for each in shown:
        await each.go(ASIDE)
    for n, entries in enumerate(positions):
        if n == len(positions) // 2:
            await _given_away(device, rest, acta)
            names[0], names[2], shown[2] = "host", "guest", await guest(house, code, ())
        house.bring(acta.until(entries))
        await _shown(sheet, acta, entries, shown[n % 3], names[n % 3].removesuffix(" with "))


async def _given_away(device: Device, to: Device, acta: Acta) -> None:
    """Have a guest take the seat that the host had kept."""
    first = acta.players[0]
    await device.go(acta.route("compartir"))
    await device.tap(f"{first}, ")
    await device.tap("Dejarlo libre")
    await device.go(ASIDE)
    await to.go(acta.route("sitio"))
    await to.tap(f"{first}. ")
    await to.go(ASIDE)
