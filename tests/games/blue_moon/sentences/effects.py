"""Lines of effects of Blue Moon, held against the ledger."""

from collections import Counter
from typing import Any

from tests.games.blue_moon import naive
from tests.games.blue_moon.diary import holds, lying
from tests.games.blue_moon.sentences.reading import (
    Bag,
    Cards,
    T,
    by_best,
    gets,
    of_deck,
    plain_names,
    same,
    silences,
    some_of,
    text,
    total,
)
from tests.games.blue_moon.sentences.titles import FLOOR, announces
from tests.games.readings import Readings


def wins(t: T, who: int, dragons: Bag | None, because: Any) -> bool:
    """Note how many dragons a fight brings."""
    n = (dragons or Counter())["dragon"]
    t.running["dragons"] = (who, n)
    return bool(n >= 0 and (because is None or all(because)))


def announced(t: T, who: int, power: str, element: str, **more: Any) -> bool:
    shield = more.pop("shield")
    shielded = shield is None or shield in naive.SHIELDS or shield in naive.TEXTS
    return who == t.me and shielded and announces(t, power, element, **more)


def other_crystals(t: T, read: str, n: Bag | None) -> bool:
    """Return whether so many crystals are won under the other reading of the tally."""
    last, goal = t.after.ends[-1], t.state.facts.numbers["series.goal"]
    won = t.state.facts.numbers["crystals.win"]
    won += last.dragons * t.state.facts.numbers["crystals.dragon"]
    won = t.state.facts.numbers["crystals.neutral"] if last.reason == "neutral" else won
    room = max(0, goal - t.state.ledger.balance(f"seat:{last.winner}", "crystal"))
    tally = t.state.rulings["tally"]
    other = min(won, room) if tally == "free" else won
    return won > room and read == f"tally_{tally}" and (n or Counter())["crystal"] == other


def attracts(t: T, who: int, n: Bag) -> Any:
    t.running["attracted"] = t.running.get("attracted", 0) + n["dragon"]
    return gets(who, "dragon", n["dragon"])


def put(t: T, who: int, cards: Cards) -> Any:
    return {} if of_deck(t, who, cards) else False


def ends_with(t: T, who: int, dragons: Bag | None, reason: str) -> bool:
    end = t.after.ends[-1]
    return bool(
        (end.winner, end.reason) == (who, reason)
        and (dragons is None or dragons["dragon"] == end.dragons)
    )


def units(t: T, cards: Cards, together: Any) -> bool:
    """Return whether cards of this turn belong together."""
    played = (*t.diary.played, *t.action.cards)
    return some_of(cards, played) and len({together.get(card) for card in cards}) == 1


EFFECTS: Readings = {
    "effects.landed": (
        "<card:ship> desembarca[ con <card*:cargo>].",
        lambda t, ship, cargo: (
            ship == t.action.ship and same(cargo, holds(t.state, t.me).get(ship, ()))
        ),
    ),
    "effects.loaded": (
        "<card> va a bordo de <card:ship>.",
        lambda t, card, ship: of_deck(t, t.me, (ship,)) and ship in naive.SHIPS and card,
    ),
    "effects.taken_back": (
        "Todo vuelve a como estaba antes de que <seat:who> jugara {<card*:cards>|un personaje}.",
        lambda t, who, cards: who == t.me and set(plain_names(cards)) <= set(t.diary.played),
    ),
    "effects.bluff_called": (
        "<seat:who> dice «farol», y <seat:rival> enseña lo que tiene boca abajo.",
        lambda t, who, rival: (who, rival) == (t.me, t.rival),
    ),
    "effects.bluff_good": (
        "Todo era farol de <element>: <seat:who> atrae un dragón.",
        lambda t, element, who: (
            element == t.state.fight.element
            and all(naive.BLUFFS.get(card) == element for card in t.action.cards)
            and who in (0, 1)
        ),
    ),
    "effects.bluff_bad": (
        "No todo era farol de el elemento de la pelea: <seat:rival> atrae un dragón y <seat:who> "
        "se retira.",
        lambda t, rival, who: (
            who == 1 - rival
            and any(naive.BLUFFS.get(c) != t.state.fight.element for c in t.action.cards)
        ),
    ),
    "effects.played_pair": (
        "<card*:cards> forman pareja y cuentan como una carta.",
        lambda t, cards: len(cards) == 2 and units(t, cards, naive.FIRST_WORDS),
    ),
    "effects.played_gang": (
        "<card*:cards> son de una pandilla y cuentan como un personaje.",
        lambda t, cards: len(cards) > 1 and units(t, cards, naive.GANGS),
    ),
    "effects.gang_not_joined": (
        "<card> hace que se ignoren los iconos: <card*:cards> {tapa|tapan} la pandilla que estaba "
        "activa.",
        lambda t, card, cards: silences(t, card) and some_of(cards, t.action.cards),
    ),
    "effects.laid_in_order": (
        "Se juegan por este orden: <card*:cards>.",
        lambda t, cards: same(cards, t.action.cards),
    ),
    "effects.no_dragon_left": (
        "Los dragones ya están todos de el lado de <seat:who>: en esta mesa el que falta no gana "
        "la partida.",
        lambda t, who: (
            t.running.update(missed=t.running.get("missed", 0) + 1) is None and who in (0, 1)
        ),
    ),
    "effects.gang_joined": (
        "<card*:cards> se {suma|suman} a su pandilla, que sigue activa.",
        lambda t, cards: (
            some_of(cards, t.action.cards)
            and any(
                naive.GANGS.get(other) == naive.GANGS[cards[0]] for other in lying(t.state, t.me)
            )
        ),
    ),
    "effects.played_free": (
        "<card*:cards> {es|son} gratis y no {cuenta|cuentan} para el límite.",
        lambda t, cards: some_of(cards, getattr(t.action, "cards", None) or ["bluff_1"]) or cards,
    ),
    "effects.played_extra": (
        "<card*:grants> {permite|permiten} jugarlo por encima de el límite.",
        lambda t, grants: (
            set(grants) <= {*lying(t.state, t.me), *lying(t.after, t.me), *t.diary.of("leadership")}
        ),
    ),
    "effects.text_ignored": [
        (
            "<card:by> hace que se ignore el texto de <card>.",
            lambda t, by, card: by != card and card in naive.TEXTS and t,
        ),
        ("El texto de <card> se ignora.", lambda t, card: card in naive.TEXTS and t),
    ],
    "effects.text_barred": (
        "<card:by> no deja que <seat:who> coja cartas: el texto de <card> no hace nada.",
        lambda t, by, who, card: (
            by in {"vulca_26", "khind_25", "pillar_15", "terrah_27"}
            and of_deck(t, 1 - who, (by,))
            and of_deck(t, who, (card,))
        ),
    ),
    "effects.text_spared": (
        "<card*:cards> {tiene|tienen} PROTEGIDO, y el texto de <card> no alcanza a ninguna otra "
        "carta.",
        lambda t, cards, card: set(cards) <= naive.PROTECTED and t and card,
    ),
    "effects.text_idle": (
        "El texto de <card> no encuentra nada a lo que aplicarse.",
        lambda t, card: card in naive.TEXTS and t,
    ),
    "effects.hand_not_noted": (
        "Con <card> se enseña la mano en la mesa, y no se apunta.",
        lambda t, card: card == text(t),
    ),
    "effects.text_left": (
        "<seat:who> no usa el texto de <card>.",
        lambda t, who, card: who == t.me and card == text(t),
    ),
    "effects.element_changed": (
        "<card> cambia el elemento: la pelea es ahora de <element>.",
        lambda t, card, element: (
            card in t.action.cards and t.state.fight.element != element == t.after.fight.element
        ),
    ),
    "effects.power_by_ruling": (
        "En esta mesa <as_ruled:_read>: con la otra lectura el poder sería de <n>.",
        lambda t, _read, n: not by_best(t) or n != total(t, t.me),
    ),
    "effects.dragons_by_ruling": (
        "En esta mesa <as_ruled:_read>: con la otra lectura {{sería|serían} <bag:dragons>|no sería "
        "ninguno}.",
        lambda t, _read, dragons: (dragons or Counter())["dragon"] != t.running["dragons"][1],
    ),
    "effects.announced": (
        f"Poder de <seat:who>: <any:power> en <element>{FLOOR}[, con el escudo de <card:shield>].",
        announced,
    ),
    "effects.draw_stopped": (
        "<card> limita lo que <seat:who> puede robar.",
        lambda t, card, who: card in naive.TEXTS and of_deck(t, 1 - who, (card,)),
    ),
    "effects.ran_out": (
        "<seat:who> se queda sin cartas en el mazo y en la mano.",
        lambda t, who: who in t.after.ran_out or len(t.after.ends) > len(t.state.ends),
    ),
    "effects.fight_won": (
        "<seat:who> gana la pelea y {atrae <bag:dragons>|no atrae ningún dragón}"
        "[ (<card*:because>)].",
        wins,
    ),
    "effects.forced_retreat": (
        "<card> y otra como ella obligan a <seat:who> a retirarse.",
        lambda t, card, who: card in naive.TEXTS and of_deck(t, 1 - who, (card,)),
    ),
    "effects.fight_declined": (
        "<seat:who> se niega a empezar la pelea, y la empieza <seat:rival>.",
        lambda t, who, rival: (who, rival) == (t.me, t.rival),
    ),
    "effects.fourth_dragon": (
        "<seat:who> tiene todos los dragones y atrae otro.",
        lambda t, who: (
            t.running.update(missed=t.running.get("missed", 0) + 1) is None and who in (0, 1)
        ),
    ),
    "effects.no_new_fight": (
        "<seat:who> no tiene cartas: ya no se empiezan más peleas.",
        lambda t, who: len(t.after.ends) > len(t.state.ends) and who in (0, 1),
    ),
    **{
        f"effects.game_won_{reason}": (
            said,
            lambda t, who, dragons=None, reason=reason: ends_with(t, who, dragons, reason),
        )
        for reason, said in {
            "instant_win": "<seat:who> gana la partida a el instante, con <bag:dragons>.",
            "dragons": "<seat:who> gana la partida con <bag:dragons>.",
            "neutral": "<seat:who> gana la partida con los dragones en el centro.",
        }.items()
    },
    "effects.crystals_by_ruling": (
        "En esta mesa <as_ruled:read>: con la otra lectura {{sería|serían} <bag:n>|no sería "
        "ninguno}.",
        other_crystals,
    ),
    "effects.game_begins": (
        "Empieza la partida <n>, con <seat:who> en la primera pelea.",
        lambda t, n, who: n == len(t.after.ends) + 1 and who == t.after.turn.seat,
    ),
    # Transfers
    "transfers.card:*>influence": (
        "<card> va a el área de influencia de <seat:who>[ (<card:_cause>)].",
        lambda t, card, who, _cause: put(t, who, (card,)),
    ),
    "transfers.card>support": (
        "<seat:who> pone <bag:n> boca abajo en su área de apoyo.",
        lambda t, who, n: {} if who == t.me and n["carta"] == 1 else False,
    ),
    "transfers.card>discard": (
        "<bag:n> boca abajo de <seat:who> {va|van} a el descarte[ (<card:_cause>)].",
        lambda t, n, who, _cause: {} if n["carta"] > 0 and who in t.seats else False,
    ),
    **{
        f"transfers.card:*>{where}": (
            f"<card> va {to} de <seat:who>[ (<card:_cause>)].",
            lambda t, card, who, _cause: put(t, who, (card,)),
        )
        for where, to in {
            "combat": "a el área de combate",
            "support": "a el área de apoyo",
            "leader": "sobre el líder",
            "discard": "a el descarte",
            "hand": "a la mano",
        }.items()
    },
    "transfers.card>hand": (
        "<seat:who> roba <bag:n>[ (<card:_cause>)].",
        lambda t, who, n, _cause: {} if n["carta"] > 0 and who in t.seats else False,
    ),
    "transfers.card>deck": (
        "<bag:n> {vuelve|vuelven} a el mazo de <seat:who>[ (<card:_cause>)].",
        lambda t, n, who, _cause: {} if n["carta"] > 0 and who in t.seats else False,
    ),
    **{
        f"transfers.card@phase.retreat>{where}": (
            f"<bag:n> {how} {{vuelve|vuelven}} {to} de <seat:who>.",
            lambda t, n, who: {} if n["carta"] > 0 and who in t.seats else False,
        )
        for where, how, to in (
            ("hand", "sin ver", "a la mano"),
            ("deck", "sin ver", "a el mazo"),
            ("support", "boca abajo", "a el área de apoyo"),
            ("discard", "sin ver", "a el descarte"),
        )
    },
    "transfers.dragon@phase.retreat>seat": (
        "<bag:n> {vuelve|vuelven} a <seat:who>.",
        lambda t, n, who: gets(who, "dragon", n["dragon"]) if t.action.kind == "retreat" else False,
    ),
    "transfers.dragon>seat": (
        "<seat:who> atrae <bag:n>[ (<card:_cause>)].",
        lambda t, who, n, _cause: attracts(t, who, n),
    ),
    "transfers.dragon>board": (
        "<bag:n> de <seat:who> {vuelve|vuelven} a el centro[ (<card:_cause>)].",
        lambda t, n, who, _cause: (
            t.running.update(attracted=t.running.get("attracted", 0) + n["dragon"])
            or gets(who, "dragon", -n["dragon"])
        ),
    ),
    "transfers.crystal>seat": (
        "<seat:who> recibe <bag:n>.",
        lambda t, who, n: t and gets(who, "crystal", n["crystal"]),
    ),
}
"""Readings of effects and transfers."""
