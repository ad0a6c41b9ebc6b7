"""Which screen each route shows."""

import flet as ft

from companion.ui.context import AppContext, use_app
from companion.ui.frame import MatchFrame
from companion.ui.screens import (
    acerca,
    acta,
    ajustes,
    caja,
    cajas,
    compartir,
    disputa,
    disputa_momento,
    disputa_nueva,
    disputas,
    final,
    inicio,
    invitado,
    llevar,
    marcador,
    mesa,
    nueva,
    preparacion,
    recibir,
    reglas,
    reglas_partida,
    sitio,
    unirse,
)
from companion.ui.screens.no_encontrado import NotFound
from companion.ui.shell import Component, noticed, view


def _page(screen: Component, *kept: str) -> Component:
    @ft.component
    def page() -> ft.View:
        ctx, params = use_app(), ft.use_route_params()
        path = ft.use_view_path()
        return view(path, noticed(ctx, _keyed(screen, ctx, params, kept)))

    return page


def _own(screen: Component, *kept: str) -> Component:
    """A screen of the host's own: for everybody else there is no such route."""

    @ft.component
    def own() -> ft.View:
        ctx, params = use_app(), ft.use_route_params()
        path = ft.use_view_path()
        if ctx.hub.owner:
            return view(path, noticed(ctx, _keyed(screen, ctx, params, kept)))
        return view(path, NotFound())

    return own


def _home() -> Component:
    """The first screen: the host's, or that of whoever was invited."""

    @ft.component
    def home() -> ft.View:
        ctx = use_app()
        first = inicio.Screen if ctx.hub.owner else invitado.Screen
        return view(ft.use_view_path(), noticed(ctx, _keyed(first, ctx, {}, ())))

    return home


def _tab(screen: Component, *kept: str) -> Component:
    @ft.component
    def tab() -> ft.Control:
        return _keyed(screen, use_app(), ft.use_route_params(), kept)

    return tab


def _keyed(
    screen: Component, ctx: AppContext, params: dict[str, str], kept: tuple[str, ...]
) -> ft.Control:
    """A screen with a state of its own for each route: none passes from one match to another.

    Args:
        screen: its component.
        ctx: the context.
        params: of the route.
        kept: the parameters that tell states apart; all of them unless it is said.
    """
    given = {key: value for key, value in params.items() if value}
    apart = [given.get(key, "") for key in kept or given]
    shown: ft.Control = screen(ctx, key=":".join((screen.__module__, *apart)), **given)
    return shown


def table() -> list[ft.Route]:
    """The route tree. Inicio lies below every other screen, so that going back leads there.

    To be made once: a component made anew is another one, and loses what its screens hold.
    """
    return [
        ft.Route(
            path="/",
            component=_home(),
            children=[
                ft.Route(path="nueva/:game_id", component=_own(nueva.Screen)),
                ft.Route(path="unirse/:problem?", component=_page(unirse.Screen)),
                ft.Route(path="partida/:match_id/sitio", component=_page(sitio.Screen)),
                ft.Route(path="partida/:match_id/preparacion", component=_page(preparacion.Screen)),
                ft.Route(
                    path="partida/:match_id",
                    component=MatchFrame,
                    outlet=True,
                    children=[
                        ft.Route(path="mesa", component=_tab(mesa.Screen)),
                        ft.Route(path="marcador", component=_tab(marcador.Screen)),
                        ft.Route(path="acta", component=_tab(acta.Screen)),
                        ft.Route(
                            path="reglas/:section_id?",
                            component=_tab(reglas_partida.Screen, "match_id"),
                        ),
                        ft.Route(path="disputa/:about?", component=_tab(disputa_nueva.Screen)),
                        ft.Route(path="final", component=_tab(final.Screen)),
                        ft.Route(path="compartir", component=_tab(compartir.Screen)),
                        ft.Route(path="llevar", component=_tab(llevar.Screen)),
                    ],
                ),
                ft.Route(
                    path="reglas/:game_id/:section_id?", component=_page(reglas.Screen, "game_id")
                ),
                ft.Route(path="cajas", component=_own(cajas.Screen)),
                ft.Route(path="caja/:game_id/:box_id", component=_own(caja.Screen)),
                ft.Route(path="caja/:game_id/:box_id/llevar", component=_own(llevar.BoxScreen)),
                ft.Route(path="disputas/:game_id?", component=_page(disputas.Screen)),
                ft.Route(
                    path="disputas/:game_id/nueva/:section_id?",
                    component=_own(disputa_nueva.RulesScreen),
                ),
                ft.Route(path="disputas/:game_id/llevar", component=_page(llevar.DisputesScreen)),
                ft.Route(path="disputa/:dispute_id", component=_page(disputa.Screen)),
                ft.Route(
                    path="disputa/:dispute_id/momento", component=_page(disputa_momento.Screen)
                ),
                ft.Route(path="disputa/:dispute_id/llevar", component=_page(llevar.DisputeScreen)),
                ft.Route(path="recibir", component=_page(recibir.Screen)),
                ft.Route(path="ajustes", component=_page(ajustes.Screen)),
                ft.Route(path="acerca", component=_page(acerca.Screen)),
            ],
        )
    ]
