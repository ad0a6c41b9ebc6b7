"""Write every screen outside a match: of an empty house, of a full one, and of a guest."""

from pathlib import Path

from tests.golden import still
from tests.golden.device import TABLET, Device
from tests.golden.positions import Acta, actas, device_key, games, guest, host, opened
from tests.golden.scenes import House, house
from tests.golden.sheet import Sheet

_GENERAL = (
    "",
    "cajas",
    "ajustes",
    "acerca",
    "estadisticas",
    "recibir",
    "disputas",
    "unirse",
    "nada",
)
"""The routes that name nothing."""
_PLACES = ("browser", "elsewhere", "refused", "insecure", "full", "newer", "unreadable")
"""Where else than in a folder the app may keep things, or fail to."""


def record_empty(folder: Path) -> str:
    """Return the screens of a house in which there is nothing yet."""
    sheet = Sheet()
    with house(folder / "folder") as app:
        still.run(_empty(sheet, app))
    for storage in _PLACES:
        with house(folder / storage, storage=storage) as app:
            still.run(_stored(sheet, app, storage))
    return sheet.text()


async def _empty(sheet: Sheet, house: House) -> None:
    for device, who in (await host(house), "host"), (await host(house, size=TABLET), "tablet"):
        for name in _GENERAL:
            await _go(sheet, device, f"/{name}", who)
    device = await Device.start(house.starts("guest"), device_key())
    for name in (*_GENERAL, "unirse/wrong_code", f"nueva/{games()[0]}"):
        await _go(sheet, device, f"/{name}", "guest")
    await device.go("/unirse")
    await sheet.follow("guest", device, ("Código=ABCD-EFGH-JKMN", "Unirse"))
    device = await host(house, "/ajustes")
    steps = ("Negro", "175", "Sonido", "Dirección=https://ejemplo.org", "Guardar", "Guardar todo")
    await sheet.follow("ajustes", device, steps)


async def _stored(sheet: Sheet, house: House, storage: str) -> None:
    device = await host(house, "/")
    sheet.screen(f"kept {storage}", device)
    await device.go("/ajustes")
    sheet.screen(f"ajustes, kept {storage}", device)


async def _go(sheet: Sheet, device: Device, route: str, who: str) -> None:
    await device.go(route)
    sheet.screen(f"{route} {who}", device)


def record_game(game: str, folder: Path) -> str:
    """Return the screens about one game: a new match, its rules, boxes, disputes."""
    sheet = Sheet()
    with house(folder) as app:
        still.run(_game(sheet, app, game))
    return sheet.text()


async def _game(sheet: Sheet, house: House, game: str) -> None:
    device = await host(house)
    for route in f"/reglas/{game}", f"/disputas/{game}", f"/disputas/{game}/nueva":
        await _go(sheet, device, route, "")
    await device.go(f"/reglas/{game}")
    for chapter in [line.said for line in device.targets() if "closed" in line.states]:
        await sheet.follow("reglas", device, (chapter,))
    await sheet.follow("reglas", device, ("Buscar=final", "+"))
    await sheet.follow("reglas", device, ("+2", "Abrir disputa"))
    await _new_match(sheet, house, game)
    await _boxes(sheet, house, game)
    await _disputes(sheet, house, game)


async def _new_match(sheet: Sheet, house: House, game: str) -> None:
    device = await host(house, f"/nueva/{game}")
    sheet.screen("nueva", device)
    await sheet.follow("nueva", device, ("2 de ", "+", "+"))
    await sheet.follow("nueva", device, ("3 de ", "Opciones", "+", "+"))
    await device.close()
    device = await host(house, f"/nueva/{game}")
    steps = ("Persona 1=Ana", "Persona 2=Berta", "Siguiente", "+", "Siguiente", "Preparar")
    await sheet.follow("nueva", device, (*steps, "Empezar"))
    sheet.screen("begun", device)
    await device.close()
    device = await host(house, f"/nueva/{game}", TABLET)
    sheet.screen("nueva, tablet", device)
    await device.close()


async def _boxes(sheet: Sheet, house: House, game: str) -> None:
    device = await host(house, f"/caja/{game}/nueva")
    sheet.screen("caja", device)
    steps = ("Nombre=La de casa", "Apuntar los valores", "Todo", "+", "+")
    await sheet.follow("caja", device, steps)
    one = device.route
    await device.go(f"/caja/{game}/nueva")
    await sheet.follow("caja", device, ("Nombre=La de Nora", "Apuntar los valores"))
    other = device.route
    for name in f"{one}/unir/{other.rpartition('/')[2]}", f"{one}/llevar", "/cajas":
        await _go(sheet, device, name, "with two")
    await device.close()


async def _disputes(sheet: Sheet, house: House, game: str) -> None:
    device = await host(house, f"/disputas/{game}/nueva")
    await sheet.follow("disputa", device, ("¿Qué se discute?=¿Vale?", "Abrir disputa"))
    route = device.route
    await sheet.follow("disputa", device, ("Se permite", "Toda la mesa", "Guardar como precedente"))
    for name in "/momento", "/llevar":
        await _go(sheet, device, f"{route}{name}", "disputa")
    for name in f"/disputas/{game}", f"/disputas/{game}/llevar", "/disputas":
        await _go(sheet, device, name, "with one")
    await device.close()


def record_full(folder: Path) -> str:
    """Return the screens of a house with a match of each game begun, and one ended."""
    sheet = Sheet()
    with house(folder / "plain", site="") as app:
        still.run(_full(sheet, app))
    with house(folder / "site", site="https://ejemplo.org/app/") as app:
        still.run(_carried(sheet, app))
    return sheet.text()


async def _full(sheet: Sheet, house: House) -> None:
    for game in games():
        first, *_ = actas(game)
        last = [acta for acta in actas(game) if b'"finished"' in acta.lines()[-1]][-1]
        house.bring(first.until(len(first.lines()) // 2))
        house.bring(last.until(len(last.lines())))
    for device, who in (await host(house), "host"), (await host(house, size=TABLET), "tablet"):
        for name in ("", "estadisticas", "recibir", "disputas"):
            await _go(sheet, device, f"/{name}", who)
    device = await host(house, "/")
    await sheet.follow("inicio", device, ("Más", "+", "+"))
    device = await host(house, "/estadisticas")
    await sheet.follow("estadisticas", device, ("+", "+", "+"))


async def _carried(sheet: Sheet, house: House) -> None:
    acta = _short()
    house.bring(acta.until(20))
    device = await host(house, acta.route("llevar"))
    sheet.screen("llevar", device)
    await sheet.follow("llevar", device, ("+", "+"))
    device = await host(house, "/recibir")
    await sheet.follow("recibir", device, ("Código=nada", "+"))


def _short() -> Acta:
    return actas(games()[1])[0]


def record_shared(folder: Path) -> str:
    """Return what a host and guests see of a table that is open, from the invitation on."""
    sheet = Sheet(_short().match_id)
    with house(folder) as app:
        still.run(_shared(sheet, app))
    return sheet.text()


async def _shared(sheet: Sheet, house: House) -> None:
    acta = _short()
    house.bring(acta.until(30))
    device = await host(house)
    code = await opened(device, acta)
    sheet.screen("host, open", device)
    one = await guest(house, code, ())
    sheet.screen("guest, come in", one)
    await sheet.follow("guest", one, (acta.players[1],))
    for name in "sitio", "compartir", "acta", "marcador", "cuadre", "disputa", "llevar", "final":
        await one.go(acta.route(name))
        sheet.screen(f"guest, {name}", one)
    await _go(sheet, one, "/", "guest")
    await one.go(acta.route())
    for step in "Otra jugada…", "¿Puedo…?", "Herramientas", "Deshacer", f"{acta.players[1]}:":
        await sheet.follow("guest", one, (step, "+", "+"))
        await one.go("/acerca")
        await one.go(acta.route())
    await device.go("/acerca")
    await device.go(acta.route("compartir"))
    sheet.screen("host, somebody is there", device)
    await sheet.follow("host", device, (f"{acta.players[0]}, ", "Dejarlo libre"))
    await sheet.follow("host", device, (f"{acta.players[1]}, En juego", "+", "+"))
    await sheet.follow("host", device, ("Solo quien organiza", "Invitación nueva", "+"))
    await device.go(acta.route())
    sheet.screen("host, mesa", device)
    await sheet.follow("host", device, ("Mesa compartida", "Cerrar la mesa", "+"))
    sheet.screen("guest, when it is closed", one)
