"""Write every screen of a match at a few moments of it, and what is opened by touching."""

from pathlib import Path
from typing import TypeAlias

from tests.golden import still
from tests.golden.device import PHONE, TABLET
from tests.golden.positions import ASIDE, Acta, host
from tests.golden.scenes import House, house
from tests.golden.sheet import Sheet

Steps: TypeAlias = tuple[str, ...]

MOMENTS = {"1-setup": 0.0, "2-early": 0.15, "3-middle": 0.5, "4-late": 0.85, "5-end": 1.0}
"""How much of a match has been played, by the name of a file."""
_FEW = ("1-setup", "5-end")
"""Where less is touched."""
_PART = {"2-early": slice(0, None, 2), "4-late": slice(1, None, 2)}
"""Where every second way is gone; in the middle all of them are."""
_SCREENS = (
    "marcador",
    "acta",
    "cuadre",
    "reglas",
    "disputa",
    "compartir",
    "llevar",
    "repaso",
    "preparacion",
    "final",
    "sitio",
)
_OPENED: tuple[Steps, ...] = (
    ("Otra jugada…", "+", "+", "+", "+", "+"),
    ("Otra jugada…", "!", "+"),
    ("¿Puedo…?", "Otra jugada…", "+", "+", "+"),
    ("Herramientas", "¿Y si…?", "Otra jugada…", "+", "+", "+"),
    ("Herramientas", "Volver a un punto", "+"),
    ("Herramientas", "Ajuste: la mesa dice otra cosa", "+", "+"),
    ("Herramientas", "Poner nombres", "+"),
    ("Herramientas", "Ordenar el plano", "+"),
    (
        "Herramientas",
        "Abrir disputa",
        "¿Qué se discute?=¿Vale?",
        "Abrir disputa",
        "Ver la mesa de entonces",
    ),
)
_RECORDED = (
    ("Herramientas", "Poner el reloj", "+", "+"),
    ("Otra jugada…", "+", "+", "+", "Anotar", "Deshacer"),
    ("Deshacer", "+"),
)
"""What is done last, since it changes the match."""
_OPENED_FEW: tuple[Steps, ...] = (
    ("Otra jugada…", "+", "+", "+"),
    ("¿Puedo…?", "Otra jugada…", "!"),
    ("Herramientas", "¿Y si…?"),
)
_BOARD = 5
"""How many places of the board are touched, spread all over it."""


def record(acta: Acta, moment: str, folder: Path) -> str:
    """Return the screens of a match at one moment of it."""
    sheet = Sheet(acta.match_id)
    entries = max(1, round(MOMENTS[moment] * len(acta.lines())))
    with house(folder) as app:
        app.bring(acta.until(entries))
        still.run(_record(sheet, app, acta, entries, moment))
    return sheet.text()


async def _record(sheet: Sheet, house: House, acta: Acta, entries: int, moment: str) -> None:
    few, part = moment in _FEW, _PART.get(moment, slice(None))
    await _screens(sheet, house, acta, entries)
    for steps in _OPENED_FEW if few else _OPENED[part]:
        await _from_table(sheet, house, acta, steps)
    await _from_table(sheet, house, acta, (f"{acta.players[0]}:", "Ver 8 segundos"))
    await _board(sheet, house, acta, 2 if few else _BOARD)
    if not few:
        await _elsewhere(sheet, house, acta, entries, part)
        for steps in _RECORDED:
            await _from_table(sheet, house, acta, steps)


async def _screens(sheet: Sheet, house: House, acta: Acta, entries: int) -> None:
    device = await host(house)
    for name in (*_SCREENS, f"acta/{acta.entry_id(entries // 2)}", "nada"):
        await device.go(acta.route(name))
        sheet.screen(name, device)
    await device.close()
    for name in ("marcador", "acta", "final"):
        device = await host(house, acta.route(name), TABLET)
        sheet.screen(f"{name}, tablet", device)
        await device.close()


async def _from_table(
    sheet: Sheet, house: House, acta: Acta, steps: Steps, size: tuple[int, int] = PHONE
) -> None:
    device = await host(house, acta.route(), size)
    await sheet.follow("mesa", device, steps)
    await device.close()


async def _board(sheet: Sheet, house: House, acta: Acta, touched: int) -> None:
    """Touch some of what stands on the table, each on a device of its own."""
    device = await host(house, acta.route())
    sheet.screen("mesa", device)
    await device.close()
    for n in range(touched):
        device = await host(house, acta.route())
        names = [line.said for line in device.targets() if line.said]
        await sheet.follow("mesa", device, (names[2 + n * (len(names) - 6) // touched], "+"))
        await device.close()


async def _elsewhere(sheet: Sheet, house: House, acta: Acta, entries: int, part: slice) -> None:
    device = await host(house)
    entry = acta.entry_id(entries // 2)
    ways: tuple[tuple[str, Steps], ...] = (
        (f"acta/{entry}", ("Corregir", "+", "+")),
        (f"acta/{entry}", ("Quitar esta jugada", "+")),
        (f"acta/{entry}", ("Añadir una jugada antes", "+", "+")),
        (f"acta/{entry}", ("¿Se podía", "+", "+")),
        (f"acta/{entry}", ("Cambiar de sitio", "+")),
        ("acta", ("Buscar en el acta=3", "Más antiguas")),
        ("cuadre", ("+2", "+", "Buscar la causa")),
        ("reglas", ("Pregunta=cuesta", "+")),
        ("repaso", ("Siguiente", "Siguiente")),
        ("marcador", ("+2", "+")),
    )
    for route, steps in ways[part]:
        await device.go(acta.route(route))
        await sheet.follow(route.partition("/")[0], device, steps)
        await device.go(ASIDE)
    await device.close()
