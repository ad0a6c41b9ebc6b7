"""Lines of effects of Santiago de Cuba, held against the ledger."""

from collections import Counter

from tests.games.readings import Readings
from tests.games.santiago_de_cuba.sentences.reading import (
    converted,
    dice_laid,
    die_shows,
    fare,
    flag,
    gains,
    gives,
    moved,
    not_paid,
    nothing_to_do,
    owner_paid,
    pays,
    ship_comes,
    ship_leaves,
    short_of,
    stayed,
)
from tests.games.santiago_de_cuba.test_truth import awake_on_arrival, owner, walk

EFFECTS: Readings = {
    # Effects
    "effects.car_moved": (
        "El coche va hasta <stop> (<bag:steps>).",
        lambda t, stop, steps: stop == t.action.to and steps["paso"] == walk(t.state, t.action),
    ),
    "effects.car_stands_still": (
        "El coche se queda en <stop>.",
        lambda t, stop: stop == t.state.car == t.after.car,
    ),
    "effects.citizen_was_inactive": (
        "<stop> está boca abajo: no se usa nada.",
        lambda t, stop: (
            stop == t.after.car
            and stop in t.state.inactive
            and not awake_on_arrival(t.state, t.action)
        ),
    ),
    "effects.citizen_not_used": (
        "<seat:who> renuncia a lo que ofrece <stop>.",
        lambda t, who, stop: who == t.me == t.state.turn.seat and stop == t.after.car,
    ),
    "effects.supply_short": (
        "La reserva no alcanza: <seat:who> deja de recibir <bag:short>.",
        short_of,
    ),
    "effects.supply_ran_out": (
        "En la reserva ya no hay bastante: {falta|faltan} <bag:short>, que la mesa apunta.",
        lambda t, short: all(
            t.after.ledger.balance("supply", noun) == -n and n > 0 for noun, n in short.items()
        ),
    ),
    "effects.building_claimed": (
        "<building> es ahora de <seat:who>.",
        lambda t, building, who: (
            building == t.action.building and owner(t.after, building) == who == t.me
        ),
    ),
    "effects.gave_nothing": ("<seat:who> no da nada.", lambda t, who: who == t.me),
    "effects.pawn_moved": (
        "El peón de <seat:who> va a <building>.",
        lambda t, who, building: (
            who == t.me and t.state.pawns[who] != building == t.after.pawns[who]
        ),
    ),
    "effects.pawn_stays": (
        "El peón de <seat:who> se queda en <building>.",
        lambda t, who, building: t.state.pawns[who] == building == t.after.pawns[who],
    ),
    "effects.pawn_still_away": (
        "El peón de <seat:who> sigue fuera de el tablero.",
        lambda t, who: t.state.pawns[who] is t.after.pawns[who] is None,
    ),
    "effects.building_of_no_use": (
        "En <building> no hay nada que hacer ahora.",
        lambda t, building: nothing_to_do(t, building),
    ),
    "effects.building_not_used": (
        "<seat:who> no usa <building>.",
        lambda t, who, building: (
            who == t.me and building == (t.state.agenda[-1].of("building") or t.after.pawns[who])
        ),
    ),
    "effects.flag_moved": ("El contador de valor pasa a el <n:value>.", flag),
    "effects.die_set": ("El dado de <good> pasa a <n:shows>.", die_shows),
    "effects.passed": ("<seat:who> pasa.", lambda t, who: who == t.me),
    "effects.ship_left": ("Zarpa el barco <n>.", ship_leaves),
    "effects.ship_arrived": (
        "Llega el barco <n>: el contador vuelve a el <n:value>.",
        ship_comes,
    ),
    "effects.empty_ship_stays": (
        "El barco se queda, con el contador en el <n:value>.",
        lambda t, value: value == t.state.facts.flags[t.after.ship.flag],
    ),
    "effects.ship_rolled": ("El barco {pide <bag:demand>|no pide nada}.", dice_laid),
    "effects.citizen_inactive": (
        "<stop> queda boca abajo.",
        lambda t, stop: stop == t.action.citizen and stop not in t.state.inactive,
    ),
    "effects.citizen_wakes": (
        "<stop> vuelve a estar boca arriba.",
        lambda t, stop: stop in t.state.inactive and stop not in t.after.inactive,
    ),
    "effects.goods_converted": (
        "<seat:who> {cambia <bag:goods> por <bag:points>[, y le {sobra|sobran} <n:rest>]"
        "|no tiene mercancías que cambiar por puntos}.",
        converted,
    ),
    "effects.owner_not_paid_for_staying": (
        "<seat:who> no recibe el punto de <building>: el peón ajeno ya estaba allí, y por decisión "
        "de la mesa solo paga al llegar.",
        lambda t, who, building: (
            not_paid(t, who, building)
            and stayed(t, building)
            and t.state.rulings["owner_point_when_pawn_stays"] == "no"
        ),
    ),
    "effects.owner_not_paid_at_end": (
        "<seat:who> no recibe el punto de <building>: por decisión de la mesa la partida acaba sin "
        "pagarlo.",
        lambda t, who, building: (
            not_paid(t, who, building)
            and t.after.over
            and t.state.rulings["owner_point_in_last_turn"] != "yes"
        ),
    ),
    # Transfers
    "transfers.marker>building": (
        "<seat:who> pone una ficha de propiedad en <building>.",
        lambda t, who, building: (
            owner(t.after, building) == who and {(f"seat:{who}", f"marker:{who}"): -1}
        ),
    ),
    **{
        f"transfers.{what}>seat": ("<seat:who> recibe <bag:n>[ (<stop|building:cause>)].", gains)
        for what in ("peso", "point", "good:*")
    },
    **{
        f"transfers.{what}>supply": (
            "<seat:who> devuelve <bag:n>[ (<stop|building:cause>)].",
            pays,
        )
        for what in ("peso", "point", "good:*")
    },
    **{
        f"transfers.{what}@citizen.zorro": ("<seat:who> da <bag:n> a <seat:to>.", gives)
        for what in ("peso", "point", "good:*")
    },
    "transfers.good:*@port.loading": (
        "<seat:who> carga <bag:n>.",
        lambda t, who, n: who == t.me and moved(-1, who, n),
    ),
    "transfers.peso@drive.cost": (
        "<seat:who> paga <bag:n> por el coche.",
        lambda t, who, n: n == Counter(peso=fare(t, walk(t.state, t.action))) and moved(-1, who, n),
    ),
    "transfers.point@visit.owner_point": (
        "<seat:who> recibe <bag:n>: hay un peón ajeno en {<building>, que es suyo|un edificio "
        "suyo}.",
        owner_paid,
    ),
}
"""Readings of effects and transfers."""
