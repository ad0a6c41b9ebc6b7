"""Refusals, what is unknown, and remarks of Urban Sprawl."""

from itertools import pairwise
from typing import Any

from tests.games.readings import Readings
from tests.games.urban_sprawl.sentences.reading import (
    BOARD,
    CARD,
    PLACE,
    T,
    built_card,
    holds,
    house,
    known,
    unread,
    waited,
)
from tests.games.urban_sprawl.test_truth import (
    CONTRACT_DECKS,
    KEYS,
    MIDDLE,
    PRICES,
    paid_without,
    places_read,
    reads_all_places,
)

_WAITED = "se espera a <seats:who>, que {tiene|tienen} que <phase:due>."


def not_due(text: str) -> tuple[str, Any]:
    """Return the reading of something that nobody is asked for now."""
    return f"{text}: {_WAITED}", waited


def cost(t: T, price: Any) -> bool:
    return bool(price["action_point"] == PRICES[t.action.place])


def left(t: T) -> int:
    turn = t.state.turn
    return int(turn.points if t.me == turn.seat else 0)


def is_event(t: T, card: str) -> bool:
    """Return whether a card is an event, by its kind or by what is printed."""
    certain = card.startswith("event.") or card in KEYS.values()
    return certain or known(t, card, "kind") == "event"


def _deck(t: T) -> str:
    return str(t.action.card.partition(".")[0])


REFUSALS: Readings = {
    "conditions.no_such_seat.refusal": (
        "En esta partida solo hay <bag:n>.",
        lambda t, n: n["jugador"] == len(t.seats) <= t.me,
    ),
    "conditions.match_over.refusal": ("La partida ha terminado.", lambda t: t.state.over),
    "conditions.not_your_turn.refusal": (
        f"S{_WAITED[1:]}",
        lambda t, who, due: waited(t, who, due) and t.me not in who,
    ),
    "conditions.other_step.refusal": (
        "Ahora toca otra cosa: <phase:due>.",
        lambda t, due: due == f"phase.{t.table.phase}",
    ),
    "conditions.place_empty.refusal": (
        f"<{PLACE}:place>[ de <seat:owner>] no tiene ninguna carta.",
        lambda t, place, owner: (
            place == t.action.place
            and t.table.card == ""
            and owner == (t.me if place.startswith("favor") else None)
        ),
    ),
    "conditions.points_short.refusal": (
        "Cuesta <bag:price>, y {{queda|quedan} <bag:n>|no queda ninguno}.",
        lambda t, price, n: (
            cost(t, price)
            and (n or {"action_point": 0})["action_point"] == left(t) < PRICES[t.action.place]
        ),
    ),
    "conditions.wealth_short.refusal": (
        "Cuesta <bag:price>, y <seat:who> {tiene <bag:n>|no tiene nada}.",
        lambda t, price, who, n: (
            who == t.me
            and holds(t, who, n, "wealth")
            and price["wealth"] == t.table.price() > t.table.at(t.table.me, "wealth")
        ),
    ),
    "conditions.wealth_short.unverified": (
        "Cuesta <bag:price>, y <seat:who> tiene <bag:n> menos, sin contar lo que falta por leer.",
        lambda t, price, who, n: (
            who == t.me
            and price["wealth"] == t.table.price()
            and n["wealth"] == t.table.price() - t.table.at(t.table.me, "wealth") > 0
            and any(one.kind == "wealth" for one in t.state.left)
        ),
    ),
    "conditions.setup_over.refusal": (
        "Los edificios iniciales se compran antes del primer turno, y esas compras ya han acabado.",
        lambda t: all(task.code != "claim" for task in t.state.agenda),
    ),
    "conditions.start_taken.refusal": [
        (
            "El edificio de <lot> ya es de <seat:owner>.",
            lambda t, lot, owner: (
                lot == t.action.building and house(t.state, lot).owner == owner is not None
            ),
        ),
        (
            "En <lot> ya no empieza ningún edificio.",
            lambda t, lot: lot == t.action.building and house(t.state, lot) is None,
        ),
    ],
    "conditions.nothing_to_show.refusal": not_due("Ahora no se descubre ninguna carta"),
    "conditions.wrong_deck.refusal": (
        f"Se descubre una carta de <deck>, y <{CARD}:card> es de otro.",
        lambda t, deck, card: (
            card == t.action.card
            and deck == f"deck.{t.table.about('deck')}"
            and t.table.family(card)[0] != f"deck:{t.table.about('deck')}"
        ),
    ),
    "conditions.one_by_one.refusal": (
        "La partida ya ha empezado: cada carta puede hacer algo al descubrirse, y se anotan de una "
        "en una.".replace("al ", "a el "),
        lambda t: t.state.turns > 0,
    ),
    "conditions.first_cards_pay.refusal": (
        "La mesa ha decidido que también las cartas de la preparación hacen sus pagos y "
        "elecciones: se anotan de una en una.",
        lambda t: t.table.ruling("setup_cards") == "pay",
    ),
    "conditions.all_read.refusal": (
        "Todas las cartas que pueden salir de el <deck> están anotadas: hay que decir cuál es cada "
        "una.",
        lambda t, deck: deck == f"deck.{t.table.about('deck')}",
    ),
    "conditions.card_seen.refusal": (
        f"<{CARD}:card> ya ha salido, y de cada una hay una sola.",
        lambda t, card: card == t.action.card and t.table.seen(card),
    ),
    "conditions.not_in_deck.refusal": (
        f"En el mazo no queda ninguna carta como <{CARD}:card>.",
        lambda t, card: card == t.action.card and t.table.at(*t.table.family(card)) == 0,
    ),
    "conditions.event_too_early.refusal": (
        f"<{CARD}:card> no puede estar tan arriba: todavía {{queda|quedan}} <bag:n> por encima de "
        "los eventos.",
        lambda t, card, n: (
            card == t.action.card
            and n["permit"]
            == sum(t.table.at("deck:planning", kind) for kind in ("permit", "event", "renewal"))
            - 28
        ),
    ),
    "conditions.key_card_out_of_place.refusal": (
        f"<{CARD}:card> está entre las cartas <n:first> y <n:last> de su mazo, y esta es la número "
        "<n:nth>.",
        lambda t, card, first, last, nth: (
            card == t.action.card == KEYS[_deck(t)]
            and (first, last) == MIDDLE[t.state.options.length]
            and nth == t.table.nth(_deck(t))
            and not first <= nth <= last
        ),
    ),
    "conditions.key_card_overdue.refusal": (
        f"<{CARD}:card> tiene que salir como muy tarde en la carta <n:last> de su mazo, y no ha "
        "salido.",
        lambda t, card, last: (
            card == KEYS[_deck(t)] != t.action.card
            and last == MIDDLE[t.state.options.length][1]
            and not t.table.seen(card)
        ),
    ),
    "conditions.other_kind_of_card.refusal": (
        f"<{CARD}:card> {{es|[!none:no es]}} un evento[, según lo anotado].",
        lambda t, card, none: (
            card == t.action.card and none == t.action.as_event and is_event(t, card) != none
        ),
    ),
    "conditions.other_kind_of_card.unverified": (
        f"Nadie ha anotado si <{CARD}:card> es un contrato o un evento.",
        lambda t, card: card == t.action.card and unread(t, card, "kind"),
    ),
    "conditions.other_ballot.refusal": (
        f"<{CARD}:card> {{tiene|[!none:no tiene]}} urna[, según lo anotado].",
        lambda t, card, none: (
            card == t.action.card
            and none == t.action.ballot
            and (known(t, card, "ballot") == "yes") != none
        ),
    ),
    "conditions.other_ballot.unverified": (
        f"Nadie ha anotado si <{CARD}:card> tiene urna.",
        lambda t, card: card == t.action.card and unread(t, card, "ballot"),
    ),
    "conditions.other_payout.refusal": [
        (
            "Un evento no tiene ningún número abajo.",
            lambda t: t.action.pays and (t.action.as_event or t.action.card.startswith("event")),
        ),
        (
            "Un contrato da prestigio, y su número no pasa de 6.",
            lambda t: t.action.pays > 6 and t.action.card.split(".")[0] in CONTRACT_DECKS,
        ),
        (
            f"<{CARD}:card> no tiene el número <n:number>.",
            lambda t, card, number: (
                card == t.action.card
                and number == t.action.pays != known(t, card, "payout")
                and not t.action.as_event
            ),
        ),
        (
            f"<{CARD}:card> tiene un número abajo.",
            lambda t, card: (
                card == t.action.card and t.action.pays == 0 and known(t, card, "payout") != 0
            ),
        ),
    ],
    "conditions.other_payout.unverified": (
        f"Nadie ha anotado el número de <{CARD}:card>.",
        lambda t, card: card == t.action.card and unread(t, card, "payout"),
    ),
    "conditions.no_line_to_read.refusal": not_due("Ahora no se lee ninguna línea"),
    "conditions.place_left_out.refusal": (
        "Falta lo que da el puesto <n:nth>, que es de <seats:takers>.",
        lambda t, nth, takers: (
            not reads_all_places(t.table) and nth == len(places_read(t.table)) + 1 and takers
        ),
    ),
    "conditions.paid_without_it.refusal": (
        "Con esa línea, <seat:who> habría pagado <bag:short> que no tenía.",
        lambda t, who, short: any(
            short == {what: n} for (seat, what), n in paid_without(t.table).items() if seat == who
        ),
    ),
    "conditions.not_descending.refusal": (
        "En la tabla de pagos, ningún lugar gana más que el anterior.",
        lambda t: any(a < b for a, b in pairwise(places_read(t.table))),
    ),
    "conditions.other_line.refusal": (
        "La línea de <payout:row> dice <any:line>.",
        lambda t, row, line: (
            row == t.table.about("row")
            and [int(n) for n in line.replace(" y ", ", ").split(", ")]
            == list(t.table.printed(f"{row}.line"))[: 2 if len(t.seats) == 2 else 4]
        ),
    ),
    "conditions.other_line.unverified": (
        "De la línea de <payout:row> solo se sabe lo que se lee aquí.",
        lambda t, row: row == t.table.about("row") and unread(t, row, "line"),
    ),
    "conditions.no_line_to_leave.refusal": (
        "Ahora no se espera la línea de <payout:row>.",
        lambda t, row: (
            row == t.action.row and unread(t, row, "line") and row != t.table.about("row")
        ),
    ),
    "conditions.line_needed.refusal": (
        "La línea de <payout:row> se lee ahora: lo que sigue depende de ella.",
        lambda t, row: row == t.action.row == t.table.about("row"),
    ),
    "conditions.already_spent.refusal": (
        "Se invierte al empezar el turno, antes de coger o construir nada, y ese momento ya ha "
        "pasado.".replace("al ", "a el "),
        lambda t: t.state.turn.spent,
    ),
    "conditions.not_your_permit.refusal": (
        f"<seat:who> no tiene <{CARD}:permit>.",
        lambda t, who, permit: (
            (who, permit) == (t.me, t.action.permit)
            and not t.table.at(t.table.me, permit.replace(".", ":"))
        ),
    ),
    "conditions.not_a_permit.refusal": (
        f"Solo se invierten licencias, y <{CARD}:permit> no lo es.",
        lambda t, permit: permit == t.action.permit and not permit.startswith("permit."),
    ),
    "conditions.favor_kept.refusal": (
        f"Un Favor no se descarta, solo se construye: <{CARD}:card> se queda.",
        lambda t, card: built_card(t, card) and t.action.kind == "discard_favor",
    ),
    "conditions.other_value.refusal": (
        f"<{CARD}:permit> {{da <bag:value>|no da nada}}.",
        lambda t, permit, value: (
            permit == t.action.permit
            and (value or {"wealth": 0})["wealth"]
            == t.table.printed(f"{permit}.payout")
            != t.action.value
        ),
    ),
    "conditions.other_value.unverified": (
        f"Nadie ha anotado el número de <{CARD}:permit>.",
        lambda t, permit: permit == t.action.permit and unread(t, permit, "payout"),
    ),
    "conditions.favor_full.refusal": (
        "<seat:who> ya tiene todos los Favores que puede tener.",
        lambda t, who: who == t.me and bool(t.table.lying(f"favor:{who}")),
    ),
    "conditions.favor_just_taken.refusal": (
        f"<seat:who> ha cogido <{CARD}:card> en este turno, y un Favor se construye en un turno "
        "posterior.",
        lambda t, who, card: who == t.me and built_card(t, card) and card in t.state.turn.favors,
    ),
    "conditions.no_points_for_favor.refusal": (
        "<seat:who> ha gastado todos sus puntos de acción, y la mesa ha decidido que con eso acaba "
        "el turno.",
        lambda t, who: who == t.me and left(t) == 0,
    ),
    "conditions.nothing_to_take.refusal": not_due("Ahora no se coge ninguna vocación"),
    "conditions.not_on_card.refusal": (
        "El contrato tiene <vocation>, con el número <n>.",
        lambda t, vocation, n: (
            (vocation, n)
            == (t.table.about("vocation"), t.table.about("number"))
            != (t.action.vocation, t.action.number)
        ),
    ),
    "conditions.none_in_supply.refusal": (
        "En la reserva no queda ningún marcador de <vocation>.",
        lambda t, vocation: (
            vocation == t.action.vocation and t.table.at("supply", vocation.replace(".", ":")) <= 0
        ),
    ),
    "conditions.none_held.refusal": (
        "<seat:rival> no tiene ningún marcador de <vocation> que se le pueda coger.",
        lambda t, rival, vocation: (
            f"seat.{rival}" == t.action.source
            and vocation == t.action.vocation
            and (rival == t.me or not t.table.at(f"seat:{rival}", vocation.replace(".", ":")))
        ),
    ),
    "conditions.supply_left.refusal": (
        "De otra persona se coge un marcador de <vocation> solo si en la reserva {no queda "
        "ninguno, y {queda|quedan} <n:left>|queda alguno, y no queda ninguno}.",
        lambda t, vocation, left: (
            vocation == t.action.vocation
            and t.table.at("supply", vocation.replace(".", ":")) == (left or 0)
            and bool(left) != (t.table.ruling("vocation_from_rival") == "if_some_left")
        ),
    ),
    "conditions.nothing_to_leave.refusal": not_due("Ahora no se coge ni se deja ninguna vocación"),
    "conditions.must_take.refusal": (
        "La mesa ha decidido que hay que coger el marcador de <vocation>.",
        lambda t, vocation: vocation == t.table.about("vocation"),
    ),
    "conditions.nothing_to_cash.refusal": not_due("Ahora no se cobra ninguna vocación"),
    "conditions.more_than_held.refusal": (
        "Son más marcadores de los que cobra: {<n:held>|ninguno}.",
        lambda t, held: (
            (held or 0)
            == (
                max(0, t.table.at(t.table.me, t.table.about("vocation").replace(".", ":")))
                if t.table.phase == "cash"
                else 0
            )
            < t.action.prestige
        ),
    ),
    "conditions.nothing_to_pay.refusal": not_due("Ahora no se paga nada a nadie"),
    "conditions.more_than_owed.refusal": (
        "Son más edificios de los que se pagan: {<n:owed>|ninguno}.",
        lambda t, owed: (
            (owed or 0)
            == (t.table.about("owed")[t.me] if t.table.due("tribute") else 0)
            < t.action.prestige
        ),
    ),
    "conditions.nothing_to_choose.refusal": not_due("Ahora no hay nada que elegir"),
    "conditions.not_offered.refusal": [
        (
            "<seat:answer> no está entre lo que se puede elegir.",
            lambda t, answer: (
                f"seat.{answer}" == t.action.answer and t.action.answer not in t.table.offered()
            ),
        ),
        (
            f"<{BOARD}:_answer> no está entre lo que se puede elegir.",
            lambda t, _answer: t.action.answer not in t.table.offered(),
        ),
    ],
    "conditions.cannot_pay_in_full.refusal": (
        "Se paga entero o nada: {cuesta <bag:amount>|no cuesta nada}, y <seat:who> {tiene "
        "<bag:n>|no tiene nada}.",
        lambda t, amount, who, n: (
            who == t.table.payer
            and (amount or {}) == {t.table.about("what"): t.table.about("amount")}
            and max(0, t.table.at(f"seat:{who}", t.table.about("what")))
            == (n or {t.table.about("what"): 0})[t.table.about("what")]
        ),
    ),
    "conditions.cannot_pay_in_full.unverified": (
        "Se paga entero o nada: cuesta <bag:amount>, y <seat:who> tiene <bag:n> menos, "
        "sin contar lo que falta por leer.",
        lambda t, amount, who, n: (
            who == t.table.payer
            and amount == {(what := t.table.about("what")): t.table.about("amount")}
            and n[what] == amount[what] - t.table.at(f"seat:{who}", what) > 0
            and any(one.kind == what for one in t.state.left)
        ),
    ),
    "conditions.nothing_to_carry_out.refusal": not_due("Ahora no hay ninguna carta que hacer"),
    "conditions.nothing_by_hand.refusal": (
        "Ahora no hay nada que la mesa tenga que hacer a mano.",
        lambda t: t.table.phase != "by_hand",
    ),
}
"""Readings of refusals, of what is unknown, and of remarks."""
