"""Refusals of Kingdom of Solomon: what is bought, built or offered."""

from collections import Counter
from typing import Any

from tests.games.kingdom_of_solomon.sentences.reading import (
    Bag,
    T,
    has,
    held,
    item,
    same,
    unread_lines,
)
from tests.games.kingdom_of_solomon.test_truth import Told
from tests.games.readings import Readings


def good_of(place: str) -> str:
    """Return the good of a place of the market."""
    return place.split(".")[1].split("-")[0]


def needless(t: T, card: str) -> bool:
    """Return whether what is laid pays without a card that is laid, by paying without it."""
    cards = list(t.action.cards)
    cards.remove(card)
    less = Told(t.state, t.action.model_copy(update={"cards": tuple(cards)}))
    return less.pays() if t.action.kind == "use_space" else less.paid()


def cost(t: T, price: Bag | None, short: Bag | None, over: Bag | None) -> bool:
    """Return whether something costs this, and what was laid is short of it or beyond it."""
    asked, worth = t.table.cost(), Counter[str]()
    for card in t.action.cards:
        worth += t.table.worth(card) or Counter()
    paid = Counter(t.action.pay)
    return (
        same(price, asked)
        and same(short, asked - (paid + worth))
        and same(over, paid - (asked - worth))
        and bool(short or over)
    )


def before(part: str) -> str:
    return {"temple.structure": "temple.foundation"}.get(part, "temple.structure")


def incomplete(t: T, part: str) -> bool:
    whole, there = t.table.printed(f"{part}.in_all"), t.table.built(part)
    return not there if whole is None else there < whole


def _unread(t: T, who: int) -> list[Any]:
    """Return the points of somebody that nobody has read."""
    return [one for one in t.state.unposted if one.account == f"seat:{who}"]


COSTS: Readings = {
    # Market
    "conditions.place_taken.refusal": (
        "En <price:place> ya hay un cubo.",
        lambda t, place: place == t.action.place and t.table.held(place).total() == 1,
    ),
    "conditions.none_to_sell.refusal": (
        "<seat:who> no tiene <cube:good>.",
        lambda t, who, good: (
            who == t.me and good == f"cube.{good_of(t.action.place)}" and not held(t, who, good)
        ),
    ),
    "conditions.fortune_not_sold.refusal": (
        "Por decisión de la mesa no se vende lo que vale <fortune:card>.",
        lambda t, card: card == t.action.card and t.state.rulings["sell_fortune_good"] == "no",
    ),
    "conditions.fortune_not_sold.unverified": (
        "Lo decide la mesa: el reglamento no dice si se vende lo que vale <fortune:card>.",
        lambda t, card: card == t.action.card and t.state.rulings["sell_fortune_good"] == "ask",
    ),
    "conditions.other_goods.refusal": (
        "<fortune:card> no vale <cube:good>.",
        lambda t, card, good: (
            card == t.action.card
            and not unread_lines(t, card)
            and good == f"cube.{good_of(t.action.place)}"
            and not (t.table.worth(card) or Counter())[good_of(t.action.place)]
        ),
    ),
    "conditions.other_goods.unverified": (
        "Nadie ha anotado si <fortune:card> vale <cube:_good>.",
        lambda t, card, _good: card == t.action.card and unread_lines(t, card),
    ),
    "conditions.no_cube_to_lay.refusal": (
        "En la reserva no queda <cube:good> que poner en el mercado.",
        lambda t, good: (
            good == f"cube.{good_of(t.action.place)}" and not t.table.at("supply", item(good))
        ),
    ),
    "conditions.price_unknown.unverified": (
        "Nadie ha anotado el precio de <price:place>.",
        lambda t, place: t.table.printed(f"{place}.points") is None,
    ),
    "conditions.place_empty.refusal": (
        "<price:place> está vacío.",
        lambda t, place: place == t.action.place and not t.table.held(place).total(),
    ),
    "conditions.points_short.refusal": [
        (
            "Cuesta <bag:price>, y <seat:who> tiene <bag:mine>.",
            lambda t, price, who, mine: (
                who == t.me
                and price["point"] == t.table.printed(f"{t.action.place}.points")
                and has(t, who, mine, "point")
                and mine["point"] < price["point"]
                and not _unread(t, who)
            ),
        ),
        (
            "Cuesta <bag:price>, y <seat:who> tiene como mucho <bag:mine>.",
            lambda t, price, who, mine: (
                who == t.me
                and price["point"] == t.table.printed(f"{t.action.place}.points")
                and mine["point"] < price["point"]
                and bool(_unread(t, who))
            ),
        ),
    ],
    # Building
    "conditions.second_card.refusal": (
        "<seat:who> ya ha construido una carta en esta ronda.",
        lambda t, who: who == t.me and who in t.state.built,
    ),
    "conditions.not_on_offer.refusal": (
        "<building:card> no está entre las cartas de el tablero.",
        lambda t, card: card == t.action.card and not t.table.on_offer(card),
    ),
    "conditions.site_taken.refusal": (
        "En <territory> ya hay un edificio de <seat:who>.",
        lambda t, territory, who: (
            territory == t.action.site and t.table.who(territory, "palace") == who
        ),
    ),
    "conditions.no_site_there.refusal": (
        "<territory> no tiene solar.",
        lambda t, territory: t.table.printed(f"{territory}.plot") == "no",
    ),
    "conditions.no_site_there.unverified": (
        "Nadie ha anotado si <territory> tiene solar.",
        lambda t, territory: t.table.printed(f"{territory}.plot") is None,
    ),
    "conditions.site_needed.refusal": (
        "<building:card> pone un edificio en el mapa, y quedan solares.",
        lambda t, card: (
            t.table.printed(f"{card}.palace") == "yes"
            and sum(t.table.who(f"territory.t{n}", "palace") is not None for n in range(1, 17))
            < t.state.facts["plots"]
        ),
    ),
    **{
        f"conditions.{code}.unverified": (
            "Nadie ha anotado si <building:card> pone un edificio en el mapa.",
            lambda t, card: t.table.printed(f"{card}.palace") is None,
        )
        for code in ("site_needed", "no_building_card")
    },
    "conditions.no_building_card.refusal": (
        "<building:card> lleva el símbolo de «No edificio».",
        lambda t, card: t.table.printed(f"{card}.palace") == "no",
    ),
    "conditions.no_pieces.refusal": (
        "A <seat:who> no le quedan edificios que poner.",
        lambda t, who: not t.table.at(t.table.me, f"palace:{who}"),
    ),
    "conditions.fortunes_short.refusal": (
        "<seat:who> {tiene <bag:mine>, y son menos que las que se juegan|"
        "no tiene cartas de Fortuna}.",
        lambda t, who, mine: (
            has(t, who, mine, "fortune") and held(t, who, "fortune") < len(t.action.cards)
        ),
    ),
    "conditions.card_without_goods.refusal": (
        "<fortune:card> no vale cubos.",
        lambda t, card: (
            card in t.action.cards and not unread_lines(t, card) and t.table.worth(card) is None
        ),
    ),
    "conditions.card_without_goods.unverified": (
        "Nadie ha anotado qué vale <fortune:card>.",
        lambda t, card: card in t.action.cards and unread_lines(t, card),
    ),
    "conditions.needless_card.remark": (
        "No hace falta <fortune:card>: lo que vale se pierde.",
        needless,
    ),
    "conditions.cost_unmet.refusal": (
        "{Cuesta <bag:price>|No cuesta nada}[, y faltan cubos (<bag:short>)]"
        "[, y sobran cubos (<bag:over>)].",
        cost,
    ),
    "conditions.cost_unmet.unverified": [
        (
            "No se sabe si basta: nadie ha anotado qué vale <fortune:card>.",
            lambda t, card: card in t.action.cards and unread_lines(t, card),
        ),
        (
            "Nadie ha anotado «<any:_fact>».",
            lambda t, _fact: (
                t.table.printed(f"{getattr(t.action, 'part', None) or t.action.card}.cost") is None
            ),
        ),
    ],
    "conditions.card_points_unknown.unverified": (
        "Nadie ha anotado los puntos que da <building:card>.",
        lambda t, card: t.table.printed(f"{card}.points") is None,
    ),
    "conditions.site_points_unknown.unverified": (
        "Nadie ha anotado los puntos de el solar de <territory>.",
        lambda t, territory: t.table.printed(f"{territory}.points") is None,
    ),
    # Roads and the Temple
    "conditions.roads_gone.refusal": (
        "No quedan caminos.",
        lambda t: not t.table.at("supply", "road"),
    ),
    "conditions.same_territory.refusal": (
        "Un camino une dos territorios distintos, y las dos puntas están en <territory>.",
        lambda t, territory: territory == t.action.one == t.action.other,
    ),
    "conditions.road_exists.refusal": (
        "Entre <territory:one> y <territory:other> ya hay un camino.",
        lambda t, one, other: (
            {(one, other), (other, one)} & set(t.table.roads())
            and (one, other) == (t.action.one, t.action.other)
        ),
    ),
    "conditions.not_adjacent.refusal": (
        "<territory:one> y <territory:other> no se tocan.",
        lambda t, one, other: touching(t, one, other) == "no",
    ),
    "conditions.not_adjacent.unverified": (
        "Nadie ha anotado si <territory:one> y <territory:other> se tocan.",
        lambda t, one, other: touching(t, one, other) is None,
    ),
    "conditions.no_own_end.refusal": (
        "Ni en <territory:one> ni en <territory:other> hay un edificio de <seat:who>.",
        lambda t, one, other, who: (
            (one, other) == (t.action.one, t.action.other)
            and who == t.me not in (t.table.who(one, "palace"), t.table.who(other, "palace"))
        ),
    ),
    "conditions.rival_end.refusal": (
        "En <territory> hay un edificio de <seat:who>.",
        lambda t, territory, who: (
            territory in (t.action.one, t.action.other)
            and t.table.who(territory, "palace") == who != t.me
        ),
    ),
    "conditions.empty_site_end.refusal": (
        "<territory> tiene un solar sin edificio.",
        lambda t, territory: (
            t.table.printed(f"{territory}.plot") == "yes"
            and t.table.who(territory, "palace") is None
        ),
    ),
    "conditions.empty_site_end.unverified": (
        "Nadie ha anotado si <territory> tiene solar.",
        lambda t, territory: t.table.printed(f"{territory}.plot") is None,
    ),
    "conditions.part_before_open.refusal": (
        "Antes hay que completar <temple:part>.",
        lambda t, part: part == before(t.action.part) and incomplete(t, part),
    ),
    "conditions.part_complete.refusal": (
        "<temple:part> ya {está completa|están completas}.",
        lambda t, part: t.table.complete(part, t.table.built(part)),
    ),
    **{
        f"conditions.{code}.unverified": (
            "Nadie ha anotado cuántas piezas {tiene|tienen} <temple:part>.",
            lambda t, part: t.table.printed(f"{part}.in_all") is None,
        )
        for code in ("part_before_open", "part_complete")
    },
    "conditions.wrong_completes.unverified": (
        "Si con esta pieza se {completa|completan} <temple:part>, lo dice quien lo ve.",
        lambda t, part: part == t.action.part and t.table.printed(f"{part}.in_all") is None,
    ),
    "conditions.points_short.unverified": (
        "Cuesta <bag:price>, y <seat:who> tiene <bag:mine> sin contar lo que falta por leer.",
        lambda t, price, who, mine: (
            price["point"] == t.table.printed(f"{t.action.place}.points")
            and has(t, who, mine, "point")
            and who == t.me
            and bool(_unread(t, who))
        ),
    ),
    "conditions.wrong_completes.refusal": (
        "<temple:part> {tiene|tienen} <bag:n>.",
        lambda t, part, n: (
            part == t.action.part
            and n["temple_block"] == t.table.printed(f"{part}.in_all")
            and (t.table.built(part) + 1 >= n["temple_block"]) != (t.action.completes == "yes")
        ),
    ),
    "conditions.tokens_gone.refusal": (
        "No quedan fichas de Templo: la pieza da puntos.",
        lambda t: not t.table.at("supply", "tokens"),
    ),
    "conditions.other_reward.refusal": (
        "Una pieza de <temple:part> da otra cosa: <reward>.",
        lambda t, part, reward: (
            part == t.action.part and reward == t.table.printed(f"{part}.reward") != t.action.reward
        ),
    ),
    "conditions.other_reward.unverified": (
        "Nadie ha anotado qué da una pieza de <temple:part>.",
        lambda t, part: t.table.printed(f"{part}.reward") is None,
    ),
    "conditions.block_points_unknown.unverified": (
        "Nadie ha anotado los puntos que da una pieza de <temple:part>.",
        lambda t, part: t.table.printed(f"{part}.points") is None,
    ),
    # End of the round
    "conditions.fewer_held.refusal": (
        "<seat:who> {solo tiene <bag:mine>|no tiene cartas de Fortuna}.",
        lambda t, who, mine: (
            has(t, who, mine, "fortune") and held(t, who, "fortune") < t.action.amount
        ),
    ),
    "conditions.keeps_too_many.refusal": (
        "Así <seat:who> se quedaría con <bag:kept>, y al final de la ronda el máximo es <n:most>.",
        lambda t, who, kept, most: (
            kept["fortune"] == held(t, who, "fortune") - t.action.amount > most == 3
        ),
    ),
    "conditions.nothing_by_hand.refusal": (
        "Ahora no hay nada que la mesa tenga que hacer a mano.",
        lambda t: t.state.agenda[-1].code != "by_hand",
    ),
}
"""Readings of refusals of what is bought, built or offered."""


def touching(t: T, one: str, other: str) -> str | None:
    """Return whether two territories touch by the box: yes, no, or unread."""
    border = t.table.border(one, other)
    if f"{border}.joined" not in t.state.printed:
        return "no"
    said: str | None = t.table.printed(f"{border}.joined")
    return said
