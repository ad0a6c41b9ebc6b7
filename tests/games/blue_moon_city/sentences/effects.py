"""Lines of effects of Blue Moon City, held against the ledger."""

from collections import Counter

from tests.games.blue_moon_city.sentences.reading import (
    aside,
    aside_grows,
    cards,
    filled,
    gets,
    master,
    of_colour,
    offered,
    paid,
    paid_whatever,
    rewarded,
    same,
    scales_paid,
    scales_unpaid,
    shuffled,
    thrown,
    uses,
    winners,
)
from tests.games.blue_moon_city.test_truth import held, here, laid, less, pays, walk
from tests.games.readings import Readings

_REWARDS = {
    "master_builder": ("star", " como Maestro de obras"),
    "contributors": ("each", " por haber construido"),
    "neighbours": ("neighbour", " por un edificio vecino[ (<tile>)]"),
}


EFFECTS: Readings = {
    "effects.figure_moved": (
        "La figura de <seat:who> va de <tile:source> a <tile:to> (<bag:steps>).",
        lambda t, who, source, to, steps: (
            who == t.me
            and source == here(t.state, t.action)
            and to == t.action.to == here(t.after, t.action)
            and steps["paso"] == walk(t.state, source, to)
        ),
    ),
    "effects.figure_flew": (
        "La figura de <seat:who> vuela de <tile:source> a <tile:to>.",
        lambda t, who, source, to: (
            who == t.me
            and source == here(t.state, t.action)
            and to == t.action.to
            and "grey:1" in t.action.cards
        ),
    ),
    "effects.dragon_moved": (
        "<dragon_short:dragon> está ahora {fuera de la ciudad|en <tile:now>}; antes estaba "
        "{fuera de la ciudad|en <tile:then>}.",
        lambda t, dragon, now, then: (
            (now or "out") == t.after.dragons[dragon] == t.action.to
            and (then or "out") == t.state.dragons[dragon]
        ),
    ),
    "effects.paid": (
        "{Se {paga|pagan} <n> de valor <colour>|No se paga nada} por una sección de <n:need>.",
        paid,
    ),
    "effects.paid_unverified": (
        "Se paga, sin comprobar, con <bag:bag>.",
        lambda t, bag: same(bag, t.action.cards),
    ),
    "effects.paid_whatever_is_asked": (
        "Se {paga|pagan} <n> de valor <colour>; basta, porque ninguna sección pide más de "
        "<n:need>.",
        paid_whatever,
    ),
    "effects.unpaid": ("No se paga nada.", lambda t: not t.action.cards),
    "effects.paid_as_value": (
        "Por su valor {cuenta|cuentan} <bag:bag>.",
        lambda t, bag: uses(t, bag, lambda card: card.startswith(t.running["colour"])),
    ),
    "effects.paid_as_wild": (
        "Como comodín <colour> {cuenta|cuentan} <bag:bag>.",
        lambda t, colour, bag: of_colour(t, colour, bag, lambda card: card == "green:1"),
    ),
    "effects.paid_as_pair": (
        "Como pareja marrón, un 3 de color <colour>, {cuenta|cuentan} <bag:bag>.",
        lambda t, colour, bag: (
            bag.total() == 2 and of_colour(t, colour, bag, lambda c: c in ("brown:1", "brown:2"))
        ),
    ),
    "effects.paid_as_recoloured": (
        "{Cuenta|Cuentan} como <colour> <bag:bag>.",
        lambda t, colour, bag: of_colour(t, colour, bag, lambda c: not c.startswith(colour)),
    ),
    **{
        f"effects.paid_as_power_{name}": (
            "Por su función se {usa|usan} <bag:bag>.",
            lambda t, bag, card=card: uses(t, bag, lambda used: used == card),
        )
        for name, card in (("one", "white:1"), ("two", "white:2"))
    },
    "effects.paid_as_extra": (
        "De más se {entrega|entregan} <bag:bag>.",
        lambda t, bag: (
            uses(t, bag, bool) and pays(t.state, t.action, less(t.action.cards, (*cards(bag),)))
        ),
    ),
    "effects.building_finished": (
        "<seat:who> termina <tile>.",
        lambda t, who, tile: who == t.me and tile in t.after.finished - t.state.finished,
    ),
    "effects.master_builder": (
        "<seat:who> es Maestro de obras de <tile>.",
        lambda t, who, tile: tile == here(t.state, t.action) and who == master(t),
    ),
    "effects.scales_scored": (
        "Se ha tomado la última escama: se puntúan las escamas.",
        lambda t: (
            t.state.ledger.balance("supply", "scale")
            == sum(t.running["changes"][f"seat:{seat}", "scale"] for seat in t.seats)
            or t.running.get("again", False)
            or t.running.update(again=True) is None
        ),
    ),
    "effects.scales_paid": (
        "<seat:who> cuenta <bag:mine> y recibe <bag:crystals>.",
        scales_paid,
    ),
    "effects.scales_unpaid": (
        "<seat:who> {cuenta <bag:mine>: no recibe cristales y conserva {la suya|las suyas}"
        "|no tiene escamas y no recibe cristales}.",
        scales_unpaid,
    ),
    "effects.offered_without_stone": (
        "A <seat:who> no le quedan piedras: el espacio se marca con otra cosa, y la primera piedra "
        "que vuelva va ahí.",
        lambda t, who: who == t.me and not held(t.state, who, f"stone:{who}"),
    ),
    "effects.offered": (
        "<seat:who> paga <bag:paid> por un espacio de <n>: ya lleva <bag:number>.",
        offered,
    ),
    "effects.match_won": (
        "Fin de la partida: {gana|ganan} <seats:w>.",
        lambda t, w: set(w) == winners(t.after),
    ),
    "effects.reshuffled": (
        "Se baraja el descarte: {pasa|pasan} <bag:n> a el montón de robar.",
        lambda t, n: shuffled(t, n["carta"]),
    ),
    "effects.cards_lost": (
        "No quedan cartas: <seat:_who> deja de robar <bag:n>.",
        lambda t, _who, n: n["carta"] > 0 and t.state.rulings["deck_and_discard_empty"] != "owed",
    ),
    "effects.cards_owed": (
        "No quedan cartas: a <seat:who> se le {debe|deben} <bag:n>.",
        lambda t, who, n: 0 < n["carta"] <= t.after.owed_cards[who],
    ),
    "effects.turn_passed": (
        "Turno de <seat:who>.",
        lambda t, who: who == t.after.turn.seat != t.state.turn.seat,
    ),
    "effects.finale_began": (
        "Ronda final: todas las figuras van a el Mercado.",
        lambda t: set(t.after.figures) == {"courtyard"},
    ),
    "effects.stalemate_declared": (
        "La mesa da la partida por bloqueada: {gana|ganan} <seats:w>.",
        lambda t, w: w == t.action.winners,
    ),
    "effects.deck_emptied": (
        "El montón de robar se ha agotado: el descarte se baraja cuando haga falta otra carta.",
        lambda t: (
            t.state.rulings["reshuffle_moment"] != "when_emptied"
            and t.state.ledger.balance("deck", "card") > 0
        ),
    ),
    "effects.reward_cards_at_once": (
        "<seat:who> las añade a su mano enseguida, aunque no sea su turno.",
        lambda t, who: who != t.state.turn.seat and aside_grows(t, who) == 0,
    ),
    "effects.reward_cards_wait": (
        "Esas cartas de <seat:who> esperan aparte hasta el final de el turno.",
        lambda t, who: who != t.state.turn.seat and aside_grows(t, who) > 0,
    ),
    # Transfers
    **{
        f"transfers.{item}": (
            "<bag:n> para <seat:who>.",
            lambda _t, n, who, item=item: gets(who, item, n.total()),
        )
        for item in ("card", "crystal", "scale")
    },
    **{
        f"transfers.{item}@scoring.{rule}": (
            f"<bag:n> para <seat:who>{said}.",
            lambda t, n, who, tile=None, of=of: rewarded(t, n, who, of, tile),
        )
        for item in ("crystal", "card", "scale")
        for rule, (of, said) in _REWARDS.items()
    },
    **{
        f"transfers.card@scoring.{rule}>aside": (
            f"<seat:who> aparta <bag:n> sin mirar,{said}.",
            lambda t, n, who, tile=None, of=of: aside(t, n, who, of, tile),
        )
        for rule, (of, said) in _REWARDS.items()
    },
    "transfers.scale@dragons.scales": (
        "<bag:n> para <seat:who> por los dragones.",
        lambda t, n, who: (
            n["escama"] <= sum(d == here(t.state, t.action) for d in t.state.dragons.values())
            and who == t.me
            and gets(who, "scale", n["escama"])
        ),
    ),
    "transfers.scale_owed@scales.owed": (
        "La reserva no alcanza: se {apunta|apuntan} <bag:n> para <seat:who>.",
        lambda _t, n, who: gets(who, "scale_owed", n["escama"]),
    ),
    "transfers.scale_owed@scales.kept": (
        "<seat:who> deja de tener <bag:n> {pendiente|pendientes}.",
        lambda t, n, who: (
            n["escama"] <= t.held_so_far(who, "scale_owed")
            and gets(who, "scale_owed", -n["escama"])
        ),
    ),
    "transfers.scale@scales.kept": (
        "<seat:who> toma <bag:n> que tenía {pendiente|pendientes}.",
        lambda _t, n, who: gets(who, "scale", n["escama"]),
    ),
    "transfers.scale@scales.return": (
        "<seat:who> devuelve <bag:n>.",
        lambda t, n, who: (
            n["escama"] == t.held_so_far(who, "scale") and gets(who, "scale", -n["escama"])
        ),
    ),
    **{
        f"transfers.crystal@scales.{rule}": (
            f"<bag:n> para <seat:who> por {why}.",
            lambda _t, n, who: gets(who, "crystal", n["cristal"]),
        )
        for rule, why in {
            "most": "tener más escamas",
            "tie": "empatar a más escamas",
            "others": "sus escamas",
        }.items()
    },
    "transfers.stone@additions.out_of_stones": (
        "<seat:who> pone en el obelisco <bag:n> que {faltaba|faltaban}.",
        lambda t, who, n: (
            n["piedra"] <= -t.state.ledger.balance("supply", f"stone:{who}")
            and gets(who, f"stone:{who}", -n["piedra"])
        ),
    ),
    "transfers.stone@place_stone.own_stone": (
        "<seat:who> coloca una piedra en <tile>.",
        lambda t, who, tile: (
            who == t.me and tile == here(t.state, t.action) and gets(who, f"stone:{who}", -1)
        ),
    ),
    "transfers.stone@scoring.stones_back": (
        "<seat:who> recupera <bag:n>.",
        lambda t, who, n: (
            n["piedra"] == filled(t).count(who) and gets(who, f"stone:{who}", n["piedra"])
        ),
    ),
    **{
        f"transfers.card@powers.{power}": ("<seat:who> juega <bag:bag>.", plays_some)
        for power in ("grey_one", "grey_two", "dragon_one", "dragon_two", "yellow")
        for plays_some in (
            lambda t, who, bag: (
                who == t.me
                and not cards(bag) - Counter(laid(t.action))
                and gets(who, "card", -bag.total())
            ),
        )
    },
    **{
        f"transfers.{item}@draw.discard": ("<seat:who> desecha <bag:bag>.", thrown)
        for item in ("card", "card:*")
    },
    "transfers.card@draw.two": (
        "<seat:who> roba <bag:n>.",
        lambda t, who, n: (
            who == t.me
            and n["carta"] <= 2 + len(t.action.discards)
            and gets(who, "card", n["carta"])
        ),
    ),
    "transfers.card@draw.reward_cards": (
        "<seat:who> añade a su mano <bag:n> de recompensa.",
        lambda t, who, n: (
            n["carta"] == t.state.ledger.balance(f"aside:{who}", "card")
            and gets(who, "card", n["carta"])
        ),
    ),
    "transfers.card@draw.no_cards_left": (
        "<seat:who> roba <bag:n> que se le {debía|debían}.",
        lambda t, who, n: n["carta"] <= t.state.owed_cards[who] and gets(who, "card", n["carta"]),
    ),
}
"""Readings of effects and transfers."""
