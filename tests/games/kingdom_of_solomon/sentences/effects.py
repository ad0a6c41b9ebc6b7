"""Lines of effects of Kingdom of Solomon, held against the ledger."""

from tests.games.kingdom_of_solomon.sentences.reading import (
    OF,
    SPACE,
    THING,
    controls_priest,
    gains,
    is_last,
    moved,
    new_order,
    of_rivals,
    palace_put,
    pawn_for_priest,
    pawn_put,
    pays,
    points_unread,
    scored,
    shuffled,
    supply_lacks,
    unread_lines,
)
from tests.games.readings import Readings

EFFECTS: Readings = {
    "effects.supply_short": (
        "La reserva no alcanza: <seat:who> deja de recibir <bag:short>.",
        supply_lacks,
    ),
    "effects.fortunes_short": (
        "No hay más cartas de Fortuna: <seat:who> deja de recibir <bag:short>.",
        lambda t, who, short: (
            who == t.me
            and short["fortune"] > 0
            and not t.then.at("fortunes", "fortune") + t.then.at("discard", "fortune")
        ),
    ),
    "effects.fortunes_shuffled": (
        "Se baraja el descarte y hay un mazo nuevo de <bag:cards>.",
        shuffled,
    ),
    "effects.order_changed": [
        (
            "El orden de turno pasa a ser: <seats:order>.",
            lambda t, order: new_order(t, order, later=False),
        ),
        (
            "El orden de turno será desde la ronda siguiente: <seats:order>.",
            lambda t, order: new_order(t, order, later=True),
        ),
    ],
    "effects.priest_taken": ("<seat:who> controla a el Sumo Sacerdote.", controls_priest),
    "effects.effect_unknown": (
        f"Nadie ha anotado lo que hace <{THING}:thing>: solo se mueve lo que se ha apuntado.",
        lambda t, thing: thing == t.table.thing and unread_lines(t, thing),
    ),
    "effects.amount_unread": [
        (
            f"Falta por leer cuántos puntos {said} <seat:who>[ por <{THING}:thing>].",
            lambda t, who, thing, paid=paid: who == t.me and points_unread(t, thing, paid=paid),
        )
        for said, paid in (("recibe", False), ("paga", True))
    ],
    "effects.pawns_kept": (
        "<seat:who> no tiene dónde colocar más peones.",
        lambda t, who: who == t.me and not t.table.may_place(),
    ),
    "effects.space_not_used": (
        f"<seat:who> no usa <{SPACE}:space>.",
        lambda t, who, space: who == t.me and space == t.action.space,
    ),
    "effects.passed_market": ("<seat:who> pasa en el mercado.", lambda t, who: who == t.me),
    "effects.building_ended": ("<seat:who> termina de construir.", lambda t, who: who == t.me),
    "effects.fortunes_ended": (
        "<seat:who> no juega más cartas de Fortuna.",
        lambda t, who: who == t.me,
    ),
    "effects.last_round": ("Esta ronda es la última.", is_last),
    "effects.last_round_over": ("La última ronda ha terminado.", is_last),
    "effects.by_hand": (
        f"<seat:who> ha hecho a mano lo que dice <{THING}:thing>: <any:text>.",
        lambda t, who, thing, text: (
            who == t.me
            and t.state.agenda[-1].code == "by_hand"
            and any(x.text == text for x in t.table.printed(f"{thing}.lines"))
        ),
    ),
    "effects.reveal:building": (
        "Carta descubierta: <building:card>.",
        lambda t, card: card == t.action.card and t.then.on_offer(card),
    ),
    "effects.card_without_points": (
        "<building:card> no da puntos: por decisión de la mesa, en la última ronda solo puntúa con "
        "edificio.",
        lambda t, card: (
            card == t.action.card
            and not t.action.site.startswith("territory")
            and scored(t, t.me) == 0
        ),
    ),
    "effects.points_on_no_site": (
        "<building:card> no da puntos: por decisión de la mesa están en el solar, y no ocupa "
        "ninguno.",
        lambda t, card: (
            card == t.action.card
            and not t.action.site.startswith("territory")
            and t.state.rulings["building_points"] == "site"
            and scored(t, t.me) == 0
        ),
    ),
    "effects.place_without_points": (
        "<building|territory:place> no da puntos.",
        lambda t, place: (
            place in (t.action.card, t.action.site) and t.table.printed(f"{place}.points") == 0
        ),
    ),
    "effects.region_with_rivals": (
        "La región da también lo que {da|dan} <territory*:theirs>, aunque allí haya un peón ajeno.",
        lambda t, theirs: of_rivals(t, theirs) and t.state.rulings["rival_on_my_region"] != "not",
    ),
    "effects.region_without_rivals": (
        "La región no da lo que {da|dan} <territory*:theirs>: por decisión de la mesa, con un peón "
        "ajeno solo da a quien lo tiene.",
        lambda t, theirs: of_rivals(t, theirs) and t.state.rulings["rival_on_my_region"] == "not",
    ),
    # Transfers
    "transfers.cube:*>seat": (
        f"<seat:who> recibe <bag:n>[ de <seat:giver>]{OF}.",
        gains,
    ),
    "transfers.cube:*>supply": (f"<seat:who> paga <bag:n>{OF}.", pays),
    "transfers.cube:*@market.sell": [
        ("<seat:who> vende <bag:n>.", lambda t, who, n: who == t.me and moved(-1, who, n)),
        (
            "En el mercado se pone <bag:n> de la reserva.",
            lambda t, n: {} if n.total() == 1 and t.action.card else False,
        ),
    ],
    "transfers.cube:*@market.buy": (
        "<seat:who> compra <bag:n>.",
        lambda t, who, n: who == t.me and moved(1, who, n),
    ),
    "transfers.cube:*@actions>seat": [
        (
            f"<seat:who> recibe <bag:n> de la reserva{OF}.",
            gains,
        ),
        (f"<seat:who> recibe <bag:n> de <seat:giver>{OF}.", gains),
    ],
    "transfers.point>seat": (f"<seat:who> gana <bag:n>{OF}.", gains),
    "transfers.point>supply": (f"<seat:who> paga <bag:n>{OF}.", pays),
    "transfers.pawn:*>seat": (
        "<seat:who> recupera <bag:n>.",
        lambda _t, who, n: {(f"seat:{who}", f"pawn:{who}"): n["pawn"]},
    ),
    "transfers.pawn:*": [
        (f"<seat:who> pone <bag:n> en <{SPACE}:to>.", pawn_put),
        ("<seat:who> pone <bag:n> en el espacio de el Sumo Sacerdote.", pawn_for_priest),
    ],
    "transfers.palace:*>seat": (
        "<seat:who> recupera <bag:n>.",
        lambda _t, who, n: {(f"seat:{who}", f"palace:{who}"): n["palace"]},
    ),
    "transfers.palace:*": [
        ("Se pone <bag:n> en <territory:to>.", palace_put),
        ("<seat:who> pone <bag:n> en <territory:to>.", palace_put),
        (
            "<seat:who> pone <bag:n> en el espacio de el Sumo Sacerdote.",
            lambda _t, who, n: {(f"seat:{who}", f"palace:{who}"): -n["palace"]},
        ),
    ],
    "transfers.road": (
        "Se pone un camino: <territory:one> – <territory:other>.",
        lambda t, one, other: {} if {one, other} == {t.action.one, t.action.other} else False,
    ),
    "transfers.tokens": (
        "<seat:who> recibe <bag:n>.",
        lambda t, who, n: who == t.me and {(f"seat:{who}", "tokens"): n["tokens"]},
    ),
    "transfers.temple_block": (
        "Se pone una pieza en <temple:part>.",
        lambda t, part: {} if part == t.action.part else False,
    ),
    "transfers.building:*>seat": (
        "Carta construida por <seat:who>: <building:card>.",
        lambda t, who, card: card == t.action.card and {(f"seat:{who}", card.replace(".", ":")): 1},
    ),
    "transfers.building:*": (
        "Carta en el tablero: <building:card>.",
        lambda t, card: {} if card == t.action.card else False,
    ),
    **{
        f"transfers.{kind}>seat": (f"<seat:who> roba <bag:n>{OF}.", gains)
        for kind in ("fortune", "fortune@fortune")
    },
    "transfers.fortune@fortune": (f"<seat:who> juega <bag:n>{OF}.", pays),
    "transfers.fortune@fortune.goods": (f"<seat:who> paga con <bag:n>{OF}.", pays),
    "transfers.fortune@market.sell": (f"<seat:who> vende lo que vale <bag:n>{OF}.", pays),
    "transfers.fortune@fortune.limit": (
        "<seat:who> descarta <bag:n>.",
        lambda t, who, n: n["fortune"] == t.action.amount and moved(-1, who, n),
    ),
    "transfers.fortune": (
        "A el mazo de Fortuna van <bag:n>.",
        lambda _t, n: {} if n["fortune"] > 0 else False,
    ),
}
"""Readings of effects and transfers."""
