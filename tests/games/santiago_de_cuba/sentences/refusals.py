"""Refusals of Santiago de Cuba."""

from collections import Counter

from tests.games.readings import Readings
from tests.games.santiago_de_cuba.diary import PRODUCTS
from tests.games.santiago_de_cuba.sentences.reading import (
    asks,
    dear,
    drove,
    has,
    item,
    needs,
    number,
    one,
    reach,
    short_exchange,
    some_all_taken,
    unknown_flower,
    was_idle,
    why_not_asked,
)
from tests.games.santiago_de_cuba.test_truth import (
    PHASES,
    above,
    awake_on_arrival,
    building_of,
    citizen_of,
    colours,
    demanded,
    dice,
    faces,
    gained,
    held,
    left,
    may_act,
    owner,
    paid,
    receiver,
    street,
    waited_for,
)

REFUSALS: Readings = {
    # Turn and step
    "conditions.no_such_seat.refusal": (
        "En esta partida solo hay <bag:n>.",
        lambda t, n: n == Counter(jugador=len(t.seats)) and t.me not in t.seats,
    ),
    "conditions.match_over.refusal": (
        "La partida terminó al zarpar el barco <n>.",
        lambda t, n: t.state.over and n == t.state.ship.number,
    ),
    "conditions.not_your_turn.refusal": [
        (
            "Es el turno de <seat:driver>: a <seats:asked> solo le toca <phase:step>.",
            lambda t, driver, asked, step: (
                driver == t.state.turn.seat != t.me
                and asked == (t.me,)
                and {t.me} <= waited_for(t.state, t.diary)
                and asks(t, step)
            ),
        ),
        (
            "Se espera a <seats:waited>, que tiene[!many:n] que <phase:step>.",
            lambda t, waited, many, step: (
                set(waited) == waited_for(t.state, t.diary)
                and t.me not in may_act(t.state, t.action, t.diary)
                and t.me not in waited
                and many == (len(waited) > 1)
                and asks(t, step)
            ),
        ),
    ],
    "conditions.other_step.refusal": (
        "Ahora toca otra cosa: <phase:step>.",
        lambda t, step: asks(t, step) and step not in PHASES.get(t.action.kind, {"building"}),
    ),
    # Earlier events
    "conditions.driven_already.refusal": (
        "<seat:who> ya ha llevado el coche hasta <stop> en este turno, y solo se conduce una vez.",
        lambda t, who, stop: (
            who == t.me == t.state.turn.seat and drove(t, who, stop) and stop == t.state.car
        ),
    ),
    "conditions.ended_at_port.refusal": (
        "<seat:who> ha parado el coche en el puerto: en ese turno su peón no se mueve y no usa "
        "ningún edificio.",
        lambda t, who: who == t.me and drove(t, who, "port"),
    ),
    "conditions.ended_at_inactive.refusal": (
        "<stop> estaba boca abajo cuando <seat:who> paró allí: en ese turno no da nada y no se usa "
        "ningún edificio.",
        lambda t, stop, who: any(
            page.inactive and (page.driver, page.stop) == (who, stop) for page in t.pages()
        ),
    ),
    "conditions.zorro_keeps_pawn.refusal": (
        "Con El Zorro el peón no se mueve: el de <seat:who> sigue donde estaba.",
        lambda t, who: who == t.me and drove(t, who, "zorro") and not t.page(who).visited,
    ),
    "conditions.nowhere_to_go.refusal": (
        "Ningún edificio de la flor de <stop> admitía el peón de <seat:who>, que se queda donde "
        "está.",
        lambda t, stop, who: who == t.me and t.page(who).stayed and t.page(who).stop == stop,
    ),
    "conditions.visited_already.refusal": (
        "<seat:who> ya ha llevado su peón a <building> en su turno, y solo va a un edificio.",
        lambda t, who, building: who == t.me and t.page(who).visited == building,
    ),
    "conditions.another_citizen.refusal": (
        "<seat:who> ha llevado el coche hasta <stop>: no se aprovecha a <stop:citizen>, porque el "
        "coche no ha parado allí.",
        lambda t, who, stop, citizen: (
            drove(t, who, stop) and citizen == citizen_of(t.action) != stop
        ),
    ),
    "conditions.citizen_declined.refusal": (
        "<seat:who> ha renunciado a lo que da <stop>.",
        lambda t, who, stop: any(
            page.declined and (page.driver, page.stop) == (who, stop) for page in t.pages()
        ),
    ),
    "conditions.citizen_used.refusal": (
        "<seat:who> ya ha aprovechado a <stop> en ese turno, y se hace una sola vez.",
        lambda t, who, stop: who == t.me and t.page(who).taken and t.page(who).stop == stop,
    ),
    "conditions.citizen_idle.refusal": (
        "Cuando <seat:who> paró allí, <stop> no podía darle nada.",
        lambda t, who, stop: who == t.me and t.page(who).idle_citizen and t.page(who).stop == stop,
    ),
    "conditions.driver_receives.refusal": (
        "Con El Zorro dan las demás personas, y aquí daría y recibiría <seat:who>.",
        lambda t, who: who == t.me == receiver(t.state, t.diary),
    ),
    "conditions.gave_already.refusal": (
        "<seat:who> ya ha respondido a El Zorro, y se le da una sola cosa.",
        lambda t, who: who == t.me and any(who in page.gave for page in t.pages()),
    ),
    "conditions.pawn_away.refusal": (
        "El peón de <seat:who> aún está fuera de el tablero: no hay ningún edificio que usar.",
        lambda t, who: who == t.me and t.state.pawns[who] is None,
    ),
    "conditions.building_idle.refusal": (
        "<building> no sirvió en ese turno: <of_no_use:why>.",
        was_idle,
    ),
    "conditions.building_used.refusal": (
        "<seat:who> ya ha usado <building> en su turno, y se usa una sola vez.",
        lambda t, who, building: (
            who == t.me and building == building_of(t.action) and building in t.page(who).used
        ),
    ),
    "conditions.building_declined.refusal": (
        "<seat:who> ha renunciado a usar <building>.",
        lambda t, who, building: (
            who == t.me and building == building_of(t.action) == t.page(who).unused
        ),
    ),
    "conditions.building_elsewhere.refusal": (
        "El peón de <seat:who> está en <building>, y en su turno solo se usa el edificio en que "
        "acaba el peón.",
        lambda t, who, building: (
            who == t.me and building == t.state.pawns[who] != building_of(t.action)
        ),
    ),
    "conditions.casino_one_way.refusal": (
        "<seat:who> ya ha cambiado <into> en el Casino, que se usa en un solo sentido.",
        lambda t, who, into: who == t.me and into == t.page(who).into != t.action.into,
    ),
    "conditions.passed_port.refusal": (
        "<seat:who> ha pasado de largo por el puerto para ir hasta <stop>: al pasar no se carga, "
        "solo avanza el contador.",
        lambda t, who, stop: t.diary.last.crossed and drove(t, who, stop),
    ),
    "conditions.round_over.refusal": (
        "La ronda de carga ya ha terminado: <round:how>.",
        lambda t, how: (
            t.diary.last.round_over
            and (how == "all_passed") == (t.diary.last.passed == set(t.seats))
        ),
    ),
    "conditions.no_loading_round.refusal": (
        "Solo se carga cuando el coche para en el puerto.",
        lambda t: t.state.phase != "loading",
    ),
    "conditions.passed_already.refusal": (
        "<seat:who> ya ha pasado en esta ronda de carga, y quien pasa no vuelve a cargar en ella.",
        lambda t, who: who == t.me and who in t.diary.current.passed,
    ),
    "conditions.loaded_already.refusal": (
        "<seat:who> ya ha cargado <good> esta vez[!mixed:, y cada vez se carga una sola clase]: "
        "ahora va <seat:next>.",
        lambda t, who, good, mixed, next: (
            (who, good) == t.loaded
            and who == t.me
            and mixed == (good != ("wood" if t.action.kind == "load_wood" else t.action.good))
            and next == t.state.awaited[0] != who
        ),
    ),
    "conditions.not_the_roller.refusal": (
        "Los dados de este barco los lanza <seat:who>.",
        lambda t, who: who == t.state.turn.seat != t.me and asks(t, "roll"),
    ),
    "conditions.roll_at_end.refusal": (
        "Los dados de el nuevo barco los lanza <seat:who> al final de su turno.",
        lambda t, who: who == t.state.turn.seat and t.state.ship.demand is None,
    ),
    "conditions.ship_has_dice.refusal": (
        "El barco <n> ya tiene sus dados, y los conserva hasta que zarpa.",
        lambda t, n: n == t.state.ship.number and t.state.ship.demand is not None,
    ),
    "conditions.no_empty_ship.refusal": (
        "No hay ningún barco sin dados sobre el que decidir.",
        lambda t: t.state.phase != "empty_ship",
    ),
    # Car and citizens
    **{
        f"conditions.{code}.refusal": (
            "Hasta <stop> hay <bag:steps>, que {cuesta|cuestan} <bag:cost>, y <seat:who> "
            "{tiene <bag:held>|no tiene ninguno}.",
            dear,
        )
        for code in ("drive_too_dear", "laps_too_dear")
    },
    "conditions.car_must_move.refusal": (
        "Quedarse en <stop> no es mover el coche: va al menos a la parada siguiente. Volver allí "
        "es dar una vuelta entera, de <bag:steps>.",
        lambda t, stop, steps: (
            stop == t.state.car == t.action.to and steps["paso"] == len(street(t.state))
        ),
    ),
    "conditions.nothing_to_decline.refusal": (
        "<stop> no ofrece nada a lo que renunciar ahora.",
        lambda t, stop: (
            stop == t.action.to and (stop == "port" or not awake_on_arrival(t.state, t.action))
        ),
    ),
    "conditions.wood_excluded.refusal": (
        "La madera no vale aquí. Solo {vale|valen} <bag:goods>.",
        lambda t, goods: (
            {item(g) for g in goods}
            == {
                *(f"good:{good}" for good in PRODUCTS),
                *(("peso", "point") if t.action.kind == "give_to_zorro" else ()),
            }
        ),
    ),
    "conditions.supply_empty.refusal": (
        "En la reserva no hay <good>.",
        lambda t, good: good == gained(t.action) and not left(t.state, good),
    ),
    "conditions.no_markers_left.refusal": (
        "A <seat:who> no le quedan fichas de propiedad: ya ha puesto <bag:n>.",
        lambda t, who, n: (
            who == t.me
            and not t.state.ledger.balance(f"seat:{who}", f"marker:{who}")
            and n["marker"] == sum(owner(t.state, b) == who for b in t.state.options.buildings)
        ),
    ),
    "conditions.building_owned.refusal": (
        "<building> ya es de <seat:who>.",
        lambda t, building, who: building == t.action.building and owner(t.state, building) == who,
    ),
    "conditions.not_your_building.refusal": (
        "<building> no lleva ninguna ficha de propiedad de <seat:who>.",
        lambda t, building, who: (
            building == t.action.building and who == t.me and owner(t.state, building) != who
        ),
    ),
    "conditions.gift_not_held.refusal": (
        "<seat:who> no tiene <bag:gift>.",
        lambda t, who, gift: (
            who == t.me and gift == one(t.action.what) and has(t, who, one(t.action.what, 0))
        ),
    ),
    "conditions.something_to_give.refusal": (
        "<seat:who> tiene algo que dar, así que no puede quedarse sin dar nada.",
        lambda t, who: (
            who == t.me and any(held(t.state, who, w) for w in ("peso", "point", *PRODUCTS))
        ),
    ),
    # Pawn
    "conditions.wrong_flower.refusal": (
        "<building> está bajo una flor <flower:above_it> y la flor de <stop> es <flower*:colour>.",
        lambda t, building, above_it, stop, colour: (
            building == t.action.building
            and above(t.state, building) == above_it not in colour
            and stop == t.state.car
            and set(colour) == (colours(t.state, stop) or {"transparent"})
        ),
    ),
    "conditions.wrong_flower.unverified": (
        "Depende de el color de la flor de <stop>, que nadie ha anotado (<any:_fact>).",
        lambda t, stop, _fact: (
            unknown_flower(t, stop) and above(t.state, t.action.building) in colours(t.state, stop)
        ),
    ),
    "conditions.pawn_of_another.refusal": (
        "En <building> está el peón de <seat:who>.",
        lambda t, building, who: (
            building == t.action.building == t.state.pawns[who] and who != t.me
        ),
    ),
    "conditions.pawn_already_there.refusal": (
        "El peón de <seat:who> ya está en <building> y tiene que ir a otro.",
        lambda t, who, building: (
            who == t.me and building == t.action.building == t.state.pawns[who]
        ),
    ),
    "conditions.pawn_already_there.unverified": (
        "El peón de <seat:who> solo se queda en <building> si todos los edificios de la flor de "
        "<stop> están ocupados, y nadie ha anotado su color (<any:_fact>).",
        lambda t, who, building, stop, _fact: (
            building == t.state.pawns[who] and unknown_flower(t, stop) and some_all_taken(t)
        ),
    ),
    "conditions.visit_owed.refusal": (
        "Tras parar ante <stop>, <seat:who> tiene que llevar su peón a un edificio: a lo que se "
        "renuncia es a usarlo.",
        lambda t, stop, who: stop == t.state.car and who == t.me and reach(t),
    ),
    "conditions.visit_owed.unverified": (
        "El peón de <seat:_who> solo se queda donde está si todos los edificios de la flor de "
        "<stop> están ocupados, y nadie ha anotado su color (<any:_fact>).",
        lambda t, _who, stop, _fact: unknown_flower(t, stop) and some_all_taken(t),
    ),
    # Buildings
    "conditions.another_building.refusal": (
        "Ahora no se puede usar <building>, sino <building:pending>.",
        lambda t, building, pending: (
            building == building_of(t.action) and pending == t.state.agenda[-1].of("building")
        ),
    ),
    "conditions.no_exchange_possible.refusal": (
        "Cada cambio pide <bag:price>, y <seat:who> {tiene <bag:held>|no tiene ninguno}.",
        lambda t, price, who, held: short_exchange(t, price, who, held, 1),
    ),
    "conditions.exchange_too_large.refusal": (
        "El cambio pide <bag:price>, y <seat:who> {tiene <bag:held>|no tiene ninguno}.",
        lambda t, price, who, held: short_exchange(t, price, who, held, t.action.times),
    ),
    "conditions.first_flag.refusal": (
        "El contador está en la primera bandera, la de el <n:value>: solo puede ir a la derecha.",
        lambda t, value: t.state.ship.flag == 0 and value == t.state.facts.flags[0],
    ),
    "conditions.none_held.refusal": (
        "<seat:who> no tiene <good>.",
        lambda t, who, good: (
            who == t.me and good == paid(t.action) and not held(t.state, who, good)
        ),
    ),
    **{
        f"conditions.{code}.refusal": (
            "{Hace|Hacen} falta <bag:needed>, y <seat:who> "
            "{tiene <bag:held>|no tiene|no tiene ninguno}.",
            needs,
        )
        for code in ("goods_short", "cigars_short", "rum_short")
    },
    "conditions.supply_short.refusal": (
        "En la reserva {queda|quedan} <bag:there> y {haría|harían} falta <bag:needed>.",
        lambda t, there, needed: (
            there == one(gained(t.action), left(t.state, gained(t.action)))
            and needed == one(gained(t.action), t.action.amount)
        ),
    ),
    "conditions.wood_not_for_sale.refusal": (
        "En el Mercado negro no se recibe madera. Se {puede|pueden} recibir <bag:goods>.",
        lambda _t, goods: {item(g) for g in goods} == {f"good:{good}" for good in PRODUCTS},
    ),
    "conditions.same_good.refusal": (
        "Se {da|dan} <good:given> y se {recibe|reciben} <good:taken>: ha de ser otra clase.",
        lambda t, given, taken: given == taken == t.action.give == t.action.take,
    ),
    "conditions.not_demanded.refusal": ("El barco no pide <good>: <no_demand:why>.", why_not_asked),
    "conditions.port_is_no_citizen.refusal": (
        "El puerto no es un ciudadano y no se puede poner boca abajo.",
        lambda t: t.action.citizen == "port",
    ),
    "conditions.already_inactive.refusal": (
        "<stop> ya está boca abajo.",
        lambda t, stop: stop == t.action.citizen and stop in t.state.inactive,
    ),
    **{
        f"conditions.too_many_{good}.refusal": (
            "Se quieren vender <bag:sold> y el Café admite <bag:most> como mucho.",
            lambda t, sold, most: all(
                n == getattr(t.action, noun.removeprefix("good.")) > number(t, "cafe.each")
                and most[noun] == number(t, "cafe.each")
                for noun, n in sold.items()
            ),
        )
        for good in ("cigars", "rum")
    },
    "conditions.nothing_sold.refusal": (
        "No se ha vendido nada en el Café.",
        lambda t: t.action.cigars == t.action.rum == 0,
    ),
    # Port and ship
    "conditions.more_than_demanded.refusal": (
        "De <good> el barco pide <n:asked>, y se {quiere|quieren} cargar <n:loaded>.",
        lambda t, good, asked, loaded: (
            (good, loaded) == (t.action.good, t.action.amount)
            and asked == demanded(t.state, good) < loaded
        ),
    ),
    "conditions.none_set_aside.refusal": (
        "En el barco {cabe|caben} <bag:kept>: uno de los cinco se aparta.",
        lambda t, kept: kept == Counter(dado=4) and t.action.aside == "none",
    ),
    "conditions.no_such_face.refusal": (
        "El dado de <good> ha de mostrar <any:shown>.",
        lambda t, good, shown: (
            {int(n) for n in shown if n.isdigit()} == faces(good)
            and dice(t.action)[good] not in faces(good)
        ),
    ),
    "conditions.nothing_demanded.refusal": (
        "Los cuatro dados de el barco muestran 0, y en esta mesa un barco no llega sin pedir nada: "
        "se vuelven a lanzar.",
        lambda t: (
            not any(dice(t.action).values())
            and t.state.rulings["all_zero_ship"] != "leaves_and_counts"
        ),
    ),
}
"""Readings of refusals, of what is unknown, and of remarks, by place."""
