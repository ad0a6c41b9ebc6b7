"""Every widget on one page, for tests and for the eye. `python -m tests.ui.gallery [PORT]`."""

import sys
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import flet as ft
from starlette.types import ASGIApp

from companion.server.asgi import build
from companion.server.listener import serve
from companion.ui import theme, widgets
from companion.ui.layout import use_layout
from companion.ui.widgets import BagItem, ChartLine, Option, Tone

WORDS = {
    "title": "Compañero de mesa",
    "loading": "Cargando…",
    "lost": "Sin conexión con la mesa. Lo que escribas se conserva.",
    "back": "Conexión recuperada.",
    "closed": "La mesa se ha cerrado.",
    "wait": "Un momento",
    "reader": "Activar la lectura en voz alta",
    "stumbled": "Esta pantalla ha fallado. Se abre de nuevo.",
    "stuck": "Las pantallas fallan una y otra vez.",
    "again": "Volver a intentarlo",
    "home": "Ir al inicio",
}
TILES = (
    Option("palace", "Palacio", detail="2 de valor azul", icon=ft.Icons.CASTLE),
    Option("port", "Puerto", enabled=False, detail="Ya está construido"),
    Option("tower", "Torre", selected=True, icon=ft.Icons.FORT),
)
COLOURS = (
    ("Azul", "blue", "#1D5FC4", ft.Icons.WATER_DROP),
    ("Blanca", "white", "#6B7280", ft.Icons.CLOUD),
    ("Marrón", "brown", "#7A4A1E", ft.Icons.TERRAIN),
)
BAG = tuple(
    (name, tuple(BagItem(f"{id_}{n}", f"{name} {n}", str(n), 3, ink, icon=icon) for n in (1, 2, 3)))
    for name, id_, ink, icon in COLOURS
)
LINES = (
    ChartLine("Ana", theme.SEATS[0].colour, (0, 2, 5, 9, 14, 18), 0),
    ChartLine("Bea", theme.SEATS[1].colour, (0, 3, 3, 10, 12, 21), 1),
    ChartLine("Ciro", theme.SEATS[2].colour, (0, 0, 4, 4, 9, 12), 2),
)


@dataclass(frozen=True)
class Shown:
    """State of the gallery."""

    said: str = "Nada todavía"
    number: int = 3
    chosen: tuple[str, ...] = ("blue1", "blue1", "white2")
    is_open: bool = False
    search: str = ""
    name: str = "Ana"
    amount: int | None = 12


@ft.component
def Gallery() -> ft.Control:
    """Render the page, in one column or two."""
    shown, set_shown = ft.use_state(Shown())

    def now(**changes: Any) -> None:
        set_shown(lambda before: replace(before, **changes))

    left = [_status(shown), _touch(now), _numbers(shown, now), _fields(shown, now)]
    right = [_bag(shown, now), _messages(), _rules(shown, now), _pictures(), _step(now)]
    columns = [[*left, *right]] if use_layout().columns == 1 else [left, right]
    return ft.SafeArea(
        ft.Row([_column(c) for c in columns], expand=True, spacing=0),
        expand=True,
    )


def _column(parts: list[ft.Control]) -> ft.Control:
    inside = ft.Column(parts, spacing=20, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Column(
        [ft.Container(inside, padding=16)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _status(shown: Shown) -> ft.Control:
    seats = ("Ana", "Bea", "Ciro", "Dani", "Eva", "Fran")
    chips = [widgets.seat_chip(n, name, strong=n == 0) for n, name in enumerate(seats)]
    return ft.Column(
        [
            widgets.heading("Galería", 28, level=1),
            ft.Semantics(
                live_region=True, content=ft.Text(f"Dicho: {shown.said}", size=18), key="said"
            ),
            ft.Row(chips, wrap=True, spacing=16, run_spacing=8),
        ]
    )


def _touch(now: Any) -> ft.Control:
    tile = widgets.tappable(
        ft.Column([ft.Icon(ft.Icons.CASTLE, size=36), ft.Text("Castillo", size=16)], tight=True),
        "Castillo, 3 secciones",
        lambda _e: now(said="loseta"),
        key="tile",
        padding=16,
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
    )
    return widgets.section(
        "Tocar",
        [
            ft.Row([tile]),
            widgets.choices(
                TILES,
                lambda value: now(said=f"elegido {value}"),
                lambda value: now(said=f"bloqueado {value}"),
                blocked_word="no disponible",
            ),
            ft.Row(
                [
                    widgets.primary(
                        "Anotar", lambda _e: now(said="anotado"), icon=ft.Icons.CHECK, key="ok"
                    ),
                    widgets.secondary("Corregir", lambda _e: now(said="corregir"), key="fix"),
                    widgets.text_button("Ver la regla", lambda _e: now(said="regla"), key="rule"),
                    widgets.icon_button(
                        ft.Icons.UNDO, "Deshacer", lambda _e: now(said="deshacer"), key="undo"
                    ),
                ],
                wrap=True,
                spacing=8,
                run_spacing=8,
            ),
        ],
    )


def _numbers(shown: Shown, now: Any) -> ft.Control:
    return widgets.section(
        "Contar",
        [
            widgets.stepper(
                shown.number,
                0,
                5,
                lambda n: now(number=n, said=f"número {n}"),
                less="Una menos",
                more="Una más",
            ),
            widgets.number_field(
                "Puntos", shown.amount, lambda n: now(amount=n, said=f"puntos {n}"), key="points"
            ),
        ],
    )


def _fields(shown: Shown, now: Any) -> ft.Control:
    return widgets.section(
        "Escribir",
        [
            widgets.text_field(
                "Nombre", shown.name, lambda s: now(name=s, said=f"nombre {s}"), key="name"
            ),
            widgets.search_field(
                "Buscar en las reglas", shown.search, lambda s: now(search=s, said=f"busca {s}")
            ),
        ],
    )


def _bag(shown: Shown, now: Any) -> ft.Control:
    def changed(chosen: tuple[str, ...]) -> None:
        now(chosen=chosen, said=f"van {len(chosen)}")

    return widgets.section(
        "Cartas jugadas",
        [widgets.bag(BAG, shown.chosen, changed, remove_word="Quitar", none_word="Nada elegido")],
    )


def _messages() -> ft.Control:
    return widgets.section(
        "Avisos",
        [
            widgets.message("El turno pasa a Bea.", Tone.CALM),
            widgets.message("Anotado.", Tone.GOOD),
            widgets.message("Comprueba el valor en tu ficha.", Tone.CARE),
            widgets.message("No se puede: faltan 2 de valor blanco.", Tone.BAD),
        ],
    )


def _rules(shown: Shown, now: Any) -> ft.Control:
    text = "Colocar una piedra cuesta tanto como indica la sección."
    return widgets.section(
        "Reglas",
        [
            widgets.highlighted(text, ((12, 18), (47, 54))),
            widgets.expander(
                "Pago de secciones",
                [widgets.paragraphs("Se paga con cartas.\n\n- Del color pedido.\n- O comodines.")],
                is_open=shown.is_open,
                on_toggle=lambda is_open: now(is_open=is_open),
                detail="Dos ideas",
                icon=ft.Icons.MENU_BOOK,
            ),
        ],
    )


def _pictures() -> ft.Control:
    return widgets.section(
        "Dibujos",
        [
            widgets.line_chart(LINES, "Puntos por turno: Bea 21, Ana 18, Ciro 12"),
            ft.Row([widgets.qr("http://192.168.1.20:8550/#mesa=8Hq2", "Código de la mesa")]),
        ],
    )


def _step(now: Any) -> ft.Control:
    close = widgets.icon_button(ft.Icons.CLOSE, "Cerrar", lambda _e: now(said="cerrado"))
    body = [ft.Text(f"Paso {n} de doce", size=17) for n in range(1, 13)]
    actions = [
        widgets.primary("Aceptar", lambda _e: now(said="aceptado")),
        widgets.secondary("Volver", lambda _e: now(said="vuelto")),
    ]
    return widgets.panel("¿Qué sección?", body, actions, close=close, height=320, key="panel")


def main(page: ft.Page) -> None:
    """Begin one session; `?tema=black` in the address picks a theme."""
    page.title = WORDS["title"]
    asked = parse_qs(urlsplit(page.route or "").query)
    theme.dress(page, asked.get("tema", ["system"])[0])
    page.padding = 0
    page.render(Gallery)


def application() -> ASGIApp:
    """Return the gallery as the companion serves it."""
    return build(main, WORDS)


if __name__ == "__main__":
    serve(
        application(),
        port=int(sys.argv[1]) if len(sys.argv) > 1 else 0,
        on_ready=lambda url: print(url, flush=True),
    )
