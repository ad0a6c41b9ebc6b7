"""Which screen each route shows."""

from importlib import import_module

import flet as ft

from companion.ui.context import AppContext, use_app
from companion.ui.frame import MatchFrame
from companion.ui.shell import Component, view


def _screen(name: str) -> Component:
    """The component of a screen, which is imported the first time it is shown."""
    component: Component = import_module(f"companion.ui.screens.{name}").Screen
    return component


def _page(name: str, *kept: str) -> Component:
    @ft.component
    def page() -> ft.View:
        ctx, params = use_app(), ft.use_route_params()
        path = ft.use_view_path()
        return view(path, _keyed(name, ctx, params, kept))

    return page


def _tab(name: str, *kept: str) -> Component:
    @ft.component
    def tab() -> ft.Control:
        return _keyed(name, use_app(), ft.use_route_params(), kept)

    return tab


def _keyed(name: str, ctx: AppContext, params: dict[str, str], kept: tuple[str, ...]) -> ft.Control:
    """A screen with a state of its own for each route: none passes from one match to another.

    Args:
        name: of the screen's module.
        ctx: the context.
        params: of the route.
        kept: the parameters that tell states apart; all of them unless it is said.
    """
    given = {key: value for key, value in params.items() if value}
    apart = [given.get(key, "") for key in kept or given]
    return _screen(name)(ctx, key=":".join((name, *apart)), **given)


def table() -> list[ft.Route]:
    """The route tree. Inicio lies below every other screen, so that going back leads there."""
    return [
        ft.Route(
            path="/",
            component=_page("inicio"),
            children=[
                ft.Route(path="nueva/:game_id", component=_page("nueva")),
                ft.Route(path="partida/:match_id/preparacion", component=_page("preparacion")),
                ft.Route(
                    path="partida/:match_id",
                    component=MatchFrame,
                    outlet=True,
                    children=[
                        ft.Route(path="mesa", component=_tab("mesa")),
                        ft.Route(path="marcador", component=_tab("marcador")),
                        ft.Route(path="acta", component=_tab("acta")),
                        ft.Route(
                            path="reglas/:section_id?",
                            component=_tab("reglas_partida", "match_id"),
                        ),
                        ft.Route(path="final", component=_tab("final")),
                    ],
                ),
                ft.Route(path="reglas/:game_id/:section_id?", component=_page("reglas", "game_id")),
                ft.Route(path="cajas", component=_page("cajas")),
                ft.Route(path="caja/:game_id/:box_id", component=_page("caja")),
                ft.Route(path="ajustes", component=_page("ajustes")),
                ft.Route(path="acerca", component=_page("acerca")),
            ],
        )
    ]
