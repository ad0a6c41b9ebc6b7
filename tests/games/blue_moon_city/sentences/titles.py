"""Titles and lines of the acta of Blue Moon City."""

from collections import Counter

from tests.games.blue_moon_city.sentences.reading import builds, discards, offers, same
from tests.games.readings import Readings
from tests.games.sentences import title

TITLES: Readings = {
    "actions.move_figure.begun": (
        "mover la figura a <tile:to>",
        lambda t, to: to == t.action.to,
    ),
    "actions.move_dragon.begun": (
        "llevar a <dragon_short:dragon>",
        lambda t, dragon: dragon == t.action.dragon,
    ),
    "actions.place_stone.begun": (
        "construir {la sección <any:section>|una sección} de[ <tile>]",
        lambda t, section, tile: builds(t, section, tile) if section else True,
    ),
    **title(
        "move_figure",
        "mover la figura a <tile:to>[ con <bag:used>]",
        "mueve su figura a <tile:to>[ con <bag:used>]",
        lambda t, to, used: to == t.action.to and same(used, t.action.cards),
    ),
    **title(
        "move_dragon",
        "llevar a <dragon_short:dragon> {fuera de la ciudad|a <tile:to>} con <card>",
        "lleva a <dragon_short:dragon> {fuera de la ciudad|a <tile:to>} con <card>",
        lambda t, dragon, to, card: (
            (dragon, to or "out", card.replace(".", ":"))
            == (t.action.dragon, t.action.to, t.action.card)
        ),
    ),
    "actions.place_stone.attempt": (
        "construir la sección <any:section> de[ <tile>][ con <bag:bag>]",
        builds,
    ),
    "actions.place_stone.done": (
        "<seat:who> construye la sección <any:section> de <tile> con <bag:bag>",
        lambda t, who, section, tile, bag: who == t.me and builds(t, section, tile, bag, True),
    ),
    **title(
        "make_offering",
        "hacer una ofrenda[ de <bag:n>]",
        "hace una ofrenda[ de <bag:n>] a el obelisco",
        lambda t, n: offers(t, (n or Counter())["cristal"]),
    ),
    **title(
        "offer_elsewhere",
        "hacer una ofrenda en un espacio que no toca",
        "hace una ofrenda en otro espacio de el obelisco",
        lambda _t: True,
    ),
    **title(
        "finish_turn",
        "terminar el turno[ desechando <bag:bag>]",
        "termina su turno[ y desecha <bag:bag>]",
        discards,
    ),
    **title(
        "close_city",
        "empezar la ronda final",
        "anuncia la ronda final: toda la ciudad está construida",
        lambda _t: True,
    ),
    "actions.declare_stalemate.attempt": [
        (
            "acabar la partida por bloqueo y nombrar a <seats:w>",
            lambda t, w: w == t.action.winners,
        ),
        (
            "acabar la partida por bloqueo y nombrar a <any:_w>",
            lambda t, _w: max(t.action.winners) not in t.seats,
        ),
    ],
    "actions.declare_stalemate.done": (
        "La mesa acaba la partida por bloqueo y nombra a <seats:w>",
        lambda t, w: w == t.action.winners,
    ),
}
"""Readings of titles and of lines of the acta."""
