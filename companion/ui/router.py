"""Screen of each route."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Final

import flet as ft

from companion.ui import screens
from companion.ui.boards.parts import coloured
from companion.ui.context import AppContext, use_app
from companion.ui.hooks import read_match
from companion.ui.match_frame import match_frame
from companion.ui.match_loader import use_opened
from companion.ui.shell import Component, dead_end, noticed, opening, view


@ft.component
def NotFound() -> ft.Control:
    """Render the message that there is nothing here, and the way home."""
    ctx = use_app()
    return dead_end(ctx, ctx.words("error.title"), ctx.words("error.not_found"))


@dataclass(frozen=True)
class _Screen:
    """Screen whose module is imported when it is first shown, so that the first one loads fast."""

    name: str
    """Screen package, followed by the file after a dot if it is not `screen`."""
    component: str = "Screen"

    def shown(self, ctx: AppContext, key: str, given: Mapping[str, Any]) -> ft.Control:
        """Build the screen with the parameters of its route."""
        component = getattr(_module(self.name), self.component)
        control: ft.Control = component(ctx, key=key, **given)
        return control


_DOOR: Final = _Screen("home.guest")
_JOIN: Final = _Screen("shared_table.join")
"""Screen of an invitation that failed, which devices see before they are let in."""


def _module(name: str) -> ModuleType:
    room, _, file = name.partition(".")
    return import_module(f"{screens.__name__}.{room}.{file or 'screen'}")


def prepared() -> Iterator[ModuleType]:
    """Import the modules of the screens not shown yet, one by one."""
    for module in walk_packages(screens.__path__, f"{screens.__name__}."):
        yield import_module(module.name)


def _page(screen: _Screen, *kept: str) -> Component:
    @ft.component
    def page() -> ft.View:
        ctx, params = use_app(), ft.use_route_params()
        path = ft.use_view_path()
        if screen is not _JOIN and not ctx.client.let_in:
            # Screens cost time that belongs to the table: whoever was not let in gets the door.
            return view(path, noticed(ctx, _keyed(_DOOR, ctx, {}, ())))
        if not use_opened(ctx, params.get("match_id", "")):
            return view(path, noticed(ctx, opening(ctx)))
        shown = view(path, noticed(ctx, _keyed(screen, ctx, params, kept)))
        return coloured(shown, game_shown(ctx, params), ctx.settings.theme)

    return page


def game_shown(ctx: AppContext, params: dict[str, str]) -> str:
    """Return the game that a screen is about; empty if none."""
    match = read_match(ctx, params["match_id"]).match if "match_id" in params else None
    if match:
        return match.game.id
    dispute = ctx.client.disputes.find(params["dispute_id"]) if "dispute_id" in params else None
    return dispute.game if dispute else params.get("game_id", "")


def _own(screen: _Screen, *kept: str) -> Component:
    """Build a screen that only the host has; for others the route does not exist."""

    @ft.component
    def own() -> ft.View:
        ctx, params = use_app(), ft.use_route_params()
        path = ft.use_view_path()
        if ctx.client.owner:
            shown = view(path, noticed(ctx, _keyed(screen, ctx, params, kept)))
            return coloured(shown, game_shown(ctx, params), ctx.settings.theme)
        return view(path, NotFound())

    return own


def _home() -> Component:
    """Build the first screen: the host's, or that of a guest."""

    @ft.component
    def home() -> ft.View:
        ctx = use_app()
        first = _Screen("home") if ctx.client.owner else _DOOR
        return view(ft.use_view_path(), noticed(ctx, _keyed(first, ctx, {}, ())))

    return home


def _tab(screen: _Screen, *kept: str) -> Component:
    @ft.component
    def tab() -> ft.Control:
        return _keyed(screen, use_app(), ft.use_route_params(), kept)

    return tab


@ft.component
def _covered() -> ft.Control:
    """Render nothing: the frame shows the match screen itself."""
    return ft.Container()


def _board(ctx: AppContext, match_id: str, visit: int) -> ft.Control:
    """Build the match screen, which renders only what happens to it while it is covered."""
    given = {"match_id": match_id, "visit": visit}
    shown = ft.memo(_Screen("match").shown)  # type: ignore[no-untyped-call]
    screen: ft.Control = shown(ctx, f"match:{match_id}", given)
    return screen


def _keyed(
    screen: _Screen, ctx: AppContext, params: dict[str, str], kept: tuple[str, ...]
) -> ft.Control:
    """Build a screen with its own state per route, so that none passes between matches.

    Args:
        screen: the screen.
        ctx: the context.
        params: parameters of the route.
        kept: parameters that tell states apart; empty: all of them.
    """
    given = {key: value for key, value in params.items() if value}
    apart = [given.get(key, "") for key in kept or given]
    return screen.shown(ctx, ":".join((screen.name, *apart)), given)


def table() -> list[ft.Route]:
    """Build the route tree. The home screen lies below every other, so going back leads there.

    Call it once: a new component is another one, and loses the state of its screens.
    """
    return [
        ft.Route(
            path="/",
            component=_home(),
            children=[
                ft.Route(path="nueva/:game_id/:like?", component=_own(_Screen("new_match"))),
                ft.Route(path="unirse/:problem?", component=_page(_JOIN)),
                ft.Route(
                    path="partida/:match_id/sitio", component=_page(_Screen("shared_table.seats"))
                ),
                ft.Route(
                    path="partida/:match_id/preparacion", component=_page(_Screen("preparation"))
                ),
                ft.Route(path="partida/:match_id/repaso", component=_page(_Screen("replay"))),
                ft.Route(
                    path="partida/:match_id/recuerdo/:keepsake_id",
                    component=_page(_Screen("acta.keepsake")),
                ),
                ft.Route(
                    path="partida/:match_id",
                    component=match_frame(_board),
                    outlet=True,
                    children=[
                        ft.Route(index=True, component=_covered),
                        ft.Route(path="mesa", component=_covered),
                        ft.Route(path="marcador", component=_tab(_Screen("score"))),
                        ft.Route(path="acta/:entry_id?", component=_tab(_Screen("acta"))),
                        ft.Route(path="cuadre", component=_tab(_Screen("recount"))),
                        ft.Route(
                            path="reglas/:section_id?",
                            component=_tab(_Screen("rules.in_match"), "match_id"),
                        ),
                        ft.Route(
                            path="disputa/:about?", component=_tab(_Screen("disputes.open_form"))
                        ),
                        ft.Route(path="final", component=_tab(_Screen("result"))),
                        ft.Route(path="compartir", component=_tab(_Screen("shared_table"))),
                        ft.Route(path="llevar", component=_tab(_Screen("transfer"))),
                    ],
                ),
                ft.Route(
                    path="reglas/:game_id/:section_id?",
                    component=_page(_Screen("rules"), "game_id"),
                ),
                ft.Route(path="cajas", component=_own(_Screen("boxes"))),
                ft.Route(
                    path="caja/:game_id/:box_id",
                    component=_own(_Screen("boxes.box")),
                ),
                ft.Route(
                    path="caja/:game_id/:box_id/unir/:merging",
                    component=_own(_Screen("boxes.box")),
                ),
                ft.Route(
                    path="caja/:game_id/:box_id/llevar",
                    component=_own(_Screen("transfer", "BoxScreen")),
                ),
                ft.Route(path="disputas/:game_id?", component=_page(_Screen("disputes"))),
                ft.Route(
                    path="disputas/:game_id/nueva/:section_id?",
                    component=_own(_Screen("disputes.open_form", "RulesScreen")),
                ),
                ft.Route(
                    path="disputas/:game_id/llevar",
                    component=_page(_Screen("transfer", "DisputesScreen")),
                ),
                ft.Route(
                    path="disputa/:dispute_id", component=_page(_Screen("disputes.dispute_file"))
                ),
                ft.Route(
                    path="disputa/:dispute_id/momento",
                    component=_page(_Screen("disputes.dispute_moment")),
                ),
                ft.Route(
                    path="disputa/:dispute_id/llevar",
                    component=_page(_Screen("transfer", "DisputeScreen")),
                ),
                ft.Route(path="estadisticas", component=_own(_Screen("statistics"))),
                ft.Route(path="estadisticas/:person", component=_own(_Screen("statistics.person"))),
                ft.Route(path="ya-jugada", component=_own(_Screen("retelling"))),
                ft.Route(path="recibir", component=_page(_Screen("transfer.receive"))),
                ft.Route(path="ajustes", component=_page(_Screen("settings"))),
                ft.Route(path="acerca", component=_page(_Screen("settings.about"))),
            ],
        )
    ]
