"""Titles and lines of the acta of Kingdom of Solomon."""

from collections import Counter

from tests.games.kingdom_of_solomon.sentences.reading import (
    SPACE,
    builds,
    effects_of,
    listed,
    pawns_of,
    same,
    uses_space,
)
from tests.games.readings import Readings
from tests.games.sentences import title

_MOVES = (
    "[ para repetir <territory*:at>][, {pagando} <bag:give>]%s[, {recibiendo} <bag:take>]"
    "[, {quitando <bag:stolen>|sin quitar nada} a <seat:victim>]"
    "[, y además [<bag:counted>][ y ][<extra:first>]]"
)


_WITH_CARDS = "[, con <fortune*:cards>]"


_PAID = f"[, pagando <bag:pay>]{_WITH_CARDS}"


TITLES: Readings = {
    "actions.harvest.begun": (
        "recoger en <territory>",
        lambda t, territory: territory == t.action.territory,
    ),
    "actions.use_space.begun": (f"usar <{SPACE}:space>", lambda t, space: space == t.action.space),
    "actions.sell.begun": ("vender en <price:place>", lambda t, place: place == t.action.place),
    "actions.build_card.begun": (
        "construir <building:card>",
        lambda t, card: card == t.action.card,
    ),
    "actions.build_road.begun": (
        "construir un camino desde <territory:one>",
        lambda t, one: one == t.action.one,
    ),
    "actions.build_temple.begun": (
        "construir una pieza de <temple:part>",
        lambda t, part: part == t.action.part,
    ),
    "actions.play_fortune.begun": (
        "jugar <fortune:card>",
        lambda t, card: card == t.action.card,
    ),
    **title(
        "turn_up",
        "descubrir <building:card>",
        "descubre <building:card>",
        lambda t, card: card == t.action.card,
    ),
    **title(
        "place_pawn",
        f"colocar un peón en <{SPACE}:space>",
        f"coloca un peón en <{SPACE}:space>",
        lambda t, space: space == t.action.space,
    ),
    **title(
        "claim_bonus",
        "reclamar <bonus>[ con <bag:pawns>]",
        "reclama <bonus>[ con <bag:pawns>]",
        lambda t, bonus, pawns: bonus == t.action.bonus and pawns in (None, pawns_of(t)),
    ),
    **title(
        "keep_pawns",
        "quedarse con los peones que quedan",
        "se queda con los peones que le quedan",
        lambda _t: True,
    ),
    **title(
        "collect_all",
        f"recoger lo que {{{{da|dan}} <{SPACE}*:spaces>|dan sus peones}}",
        f"recoge lo que {{{{da|dan}} <{SPACE}*:spaces>|dan sus peones}}",
        lambda t, spaces: listed(spaces, t.action.spaces),
    ),
    **title(
        "harvest",
        "{recoger <bag:take>|no recoger nada} en <territory>",
        "{recoge <bag:take>|no recoge nada} en <territory>",
        lambda t, take, territory: same(take, t.action.take) and territory == t.action.territory,
    ),
    **title(
        "take_bonus",
        "recibir lo que da <bonus>",
        "recibe lo que da <bonus>",
        lambda t, bonus: bonus == t.action.bonus,
    ),
    **title(
        "use_space",
        f"usar <{SPACE}:space>{_MOVES % _WITH_CARDS}",
        f"usa <{SPACE}:space>{_MOVES % _WITH_CARDS}",
        uses_space,
    ),
    **title(
        "skip_space",
        f"dejar <{SPACE}:space> sin usar",
        f"deja <{SPACE}:space> sin usar",
        lambda t, space: space == t.action.space,
    ),
    **title(
        "sell",
        "vender en <price:place>[, con <fortune:card>]",
        "vende en <price:place>[, con <fortune:card>]",
        lambda t, place, card: (place, card) == (t.action.place, t.action.card),
    ),
    **title(
        "buy",
        "comprar en <price:place>",
        "compra en <price:place>",
        lambda t, place: place == t.action.place,
    ),
    **title("pass_market", "pasar", "pasa en el mercado", lambda _t: True),
    **title(
        "build_card",
        f"construir <building:card>[ en <territory:site>]{_PAID}",
        f"construye <building:card>[ en <territory:site>]{_PAID}",
        lambda t, card, site, pay, cards: (
            card == t.action.card
            and (site or "plot.none") == t.action.site
            and builds(t, pay, cards)
        ),
    ),
    **title(
        "build_road",
        f"construir un camino de <territory:one> a <territory:other>{_PAID}",
        f"construye un camino de <territory:one> a <territory:other>{_PAID}",
        lambda t, one, other, pay, cards: (
            (one, other) == (t.action.one, t.action.other) and builds(t, pay, cards)
        ),
    ),
    **title(
        "build_temple",
        f"construir una pieza de <temple:part>, por {{<reward>|<bag:worth>}}{_PAID}",
        f"construye una pieza de <temple:part>, por {{<reward>|<bag:worth>}}{_PAID}",
        lambda t, part, reward, worth, pay, cards: (
            part == t.action.part
            and (worth["point"] == t.action.worth if worth else reward == t.action.reward)
            and builds(t, pay, cards)
        ),
    ),
    **title("end_building", "terminar de construir", "termina de construir", lambda _t: True),
    **title(
        "play_fortune",
        f"jugar <fortune:card>{_MOVES % ''}",
        f"juega <fortune:card>{_MOVES % ''}",
        lambda t, card, **effects: card == t.action.card and effects_of(t, **effects),
    ),
    **title(
        "discard_fortune",
        "descartar <bag:n>",
        "descarta <bag:n>",
        lambda t, n: n == Counter(fortune=t.action.amount),
    ),
    **title(
        "end_fortunes",
        "no jugar más cartas de Fortuna",
        "no juega más cartas de Fortuna",
        lambda _t: True,
    ),
    **title(
        "done_by_hand",
        "dar por hecho lo que dice la carta",
        "ha hecho a mano lo que dice la carta",
        lambda _t: True,
    ),
}
"""Readings of titles and of lines of the acta."""
