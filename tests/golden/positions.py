"""Write the table of recorded matches all over them, on devices that see more or less."""

import json
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.golden import still
from tests.golden.device import PHONE, TABLET, Device
from tests.golden.scenes import House, house
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
    found = (p.name for p in RECORDED.iterdir() if p.name != "releases" and any(p.glob("*.acta")))
    return tuple(sorted(found))


def actas(game: str) -> tuple[Acta, ...]:
    """Return the recorded matches of a game."""
    return tuple(map(Acta, sorted((RECORDED / game).glob("*.acta"))))


def device_key() -> dict[str, str]:
    """Return what a device keeps that was never here before."""
    return {"dispositivo": f"device-{next(_numbers)}"}


async def host(house: House, route: str = ASIDE, size: tuple[int, int] = PHONE) -> Device:
    """Open a device of the host's own, as nobody left anything half done on."""
    return await Device.start(house.starts("host"), device_key(), size, route)


async def guest(house: House, code: str, seats: tuple[str, ...]) -> Device:
    """Open a device that comes in by a code, and takes these seats."""
    device = await Device.start(house.starts("guest"), {**device_key(), "invitacion": code})
    for name in ("Llevar más de un sitio", *seats) if len(seats) > 1 else seats:
        await device.tap(name)
    return device


async def opened(device: Device, acta: Acta) -> str:
    """Open the table of a match to others, and return the code of the invitation."""
    await device.go(acta.route("compartir"))
    await device.tap("Abrir la mesa")
    found = _CODE.search("\n".join(written(device.lines())))
    assert found is not None
    return found.group()


_ALONE, _SHARED = (
    ("host, all seats", "host, all seats, tablet"),
    (
        "host, one seat",
        "guest, one seat",
        "host, no seat",
        "guest, no seat",
    ),
)


def _at(acta: Acta, share: int) -> list[int]:
    """Return how many entries there are at each of so many positions."""
    last = len(acta.lines())
    return sorted({1 + round(n * (last - 1) / (share - 1)) for n in range(share)})


def record(acta: Acta, share: int, folder: Path) -> str:
    """Return the table of a match at so many positions, in turn alone and shared with others."""
    sheet = Sheet(acta.match_id)
    with house(folder / "alone") as alone:
        still.run(_alone(sheet, alone, acta, _at(acta, share)[::2]))
    with house(folder / "shared") as shared:
        still.run(_shared(sheet, shared, acta, _at(acta, share)[1::2]))
    return sheet.text()


async def _alone(sheet: Sheet, house: House, acta: Acta, positions: list[int]) -> None:
    phone, tablet = await host(house), await host(house, size=TABLET)
    for n, entries in enumerate(positions):
        house.bring(acta.until(entries))
        device, who = (tablet, _ALONE[1]) if n % 4 == 2 else (phone, _ALONE[0])
        await _shown(sheet, acta, entries, device, who)


async def _shown(sheet: Sheet, acta: Acta, entries: int, device: Device, who: str) -> None:
    await device.go(acta.route())
    sheet.screen(f"{entries} of {len(acta.lines())} entries, {who}", device)
    await device.go(ASIDE)


async def _shared(sheet: Sheet, house: House, acta: Acta, positions: list[int]) -> None:
    house.bring(acta.until(positions[0]))
    first, second, *others = acta.players
    device = await host(house)
    code = await opened(device, acta)
    one = await guest(house, code, (second,))
    rest = await guest(house, code, tuple(others))
    devices = {_SHARED[0]: device, _SHARED[1]: one, _SHARED[2]: device, _SHARED[3]: rest}
    for each in devices.values():
        await each.go(ASIDE)
    for n, entries in enumerate(positions):
        house.bring(acta.until(entries))
        if n == 2:
            await device.go(acta.route("compartir"))
            await device.tap(f"{first}, ")
            await device.tap("Dejarlo libre")
            await rest.go(acta.route("sitio"))
            await rest.tap(f"{first}. ")
            devices[_SHARED[3]] = await guest(house, code, ())
        who = _SHARED[n % 4]
        await _shown(sheet, acta, entries, devices[who], who)
