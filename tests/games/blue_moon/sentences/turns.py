"""Refusals of Blue Moon: the course of a turn, power, and the texts of cards."""

from collections import Counter
from typing import Any

from tests.games.blue_moon import naive
from tests.games.blue_moon.asked import (
    OF_RIVAL,
    ORDERS,
    PAID,
    UNSEEN,
    by_text,
    doubled,
    follows,
    from_where,
    pays,
    reached,
    still_owed,
    summed,
    takes_too_many,
    usable,
    wanted,
)
from tests.games.blue_moon.diary import (
    active,
    fits,
    kind_of,
    lying,
    number_in,
    opens,
    power,
    protected,
)
from tests.games.blue_moon.sentences.reading import (
    Bag,
    Cards,
    T,
    against,
    by_best,
    due,
    element_of_report,
    in_hand,
    plain_names,
    silences,
    some_of,
    step_now,
    sum_of,
    text,
    total,
)
from tests.games.readings import Readings

KEEPS_OUT = frozenset(("vulca_26", "khind_25", "pillar_15", "terrah_27"))
"""Cards that keep cards from the hand."""


def below(
    t: T, element: str, rival: int, other: str, who: int, own: str, short: int, **more: Any
) -> bool:
    """Return whether both powers are what they are, and so much is missing."""
    meant = element_of_report(t)
    mine, theirs = sum_of(own), sum_of(other)
    right = element == meant and (rival, who) == (t.rival, t.me) and theirs - mine == short > 0
    if by_best(t):
        right = right and (mine, theirs) == (total(t, who, meant), total(t, rival, meant))
    floors = (("own_floor", "own_cards", who, mine), ("other_floor", "other_cards", rival, theirs))
    for floor, cards, seat, value in floors:
        card = more.get(floor)
        right = right and (
            card is None or (card in lying(t.state, seat) and sum_of(more[cards]) < value)
        )
    shield = more.get("shield")
    return bool(right and (shield is None or (shield in naive.SHIELDS and silences(t, more["by"]))))


def demands(
    t: T, who: int, price: int | None, cost: str | None, play: str | None, card: str
) -> bool:
    if who != t.me or card not in still_owed(t.table):
        return False
    if play is not None:
        return {"terrah_13": "support", "terrah_14": "booster"}[card] == play
    least = PAID[card][1] * (2 if card == doubled(t.table) else 1)
    return price == least and cost is not None


def asked_for(t: T) -> tuple[str, int]:
    """Return the card that is paid for, and how much it asks for."""
    card = t.action.card if t.action.kind == "meet_demand" else by_text(t.table)[0]
    twice = t.action.kind == "meet_demand" and card == doubled(t.table)
    return card, PAID[card][1] * (2 if twice else 1)


def too_little(t: T, card: str, **said: Any) -> bool:
    """Return whether the cards are worth what is said, and that is not enough."""
    asked, least = asked_for(t)
    cards = t.action.cards
    if card != asked or pays(t.table, cards):
        return False
    if "characters" in said:
        there = sum(kind_of(one) == "character" for one in cards)
        return bool(said["characters"]["personaje"] == least and (said["there"] or 0) == there)
    if said["price"] != least:
        return False
    if said.get("plain") is not None:
        element = {"fuego": 0, "tierra": 1}[said["of"]]
        return bool(
            said["plain"] == summed(cards, element) and PAID[asked][0] == ("fire", "earth")[element]
        )
    return bool((said["fire"], said["earth"]) == (summed(cards, 0), summed(cards, 1)))


def spare(t: T, card: str, asks: str, price: str) -> bool:
    asked, least = asked_for(t)
    rest = list(t.action.cards)
    rest.remove(card)
    return asks == asked and pays(t.table, rest) and str(least) in price


def took(t: T) -> int:
    return len(t.action.cards)


def took_back(t: T, who: int, held: Bag | None, allowed: Bag | None, card: str) -> bool:
    return (
        takes_too_many(t.table)
        and who == t.me
        and card in KEEPS_OUT
        and card in against(t)
        and (held or Counter())["carta"] == in_hand(t, who)
        and (allowed or Counter())["carta"] < took(t)
    )


def goes_away(t: T) -> bool:
    """Return whether the text that is due puts cards into the deck: Mimix 19 draws before."""
    later = t.state.agenda[-1].of("line") > 0
    return text(t) in ("aqua_14", "aqua_31") or (text(t) == "mimix_19" and later)


def miscounts(t: T, card: str, n: Bag, noted: Bag) -> bool:
    """Return whether that text moves so many cards, and another number was noted."""
    right = n["carta"] == wanted(t.table) != noted["carta"] == t.action.number
    return card == text(t) and right


def not_held(t: T, who: int, where: str, n: Bag, cards: Cards) -> bool:
    owner, from_ = from_where(t.table)
    return (
        who == owner
        and where == from_
        and n["carta"] == number_in(t.table, owner, from_)
        and some_of(cards, t.action.cards)
        and not fits(t.state, owner, t.action.cards, from_)
    )


TURNS: Readings = {
    "conditions.start_passed.refusal": (
        "Se recupera a el inicio de el turno, y el turno ya va por <step>.",
        step_now,
    ),
    "conditions.not_active.refusal": (
        "Entre las cartas activas de <seat:who> no {está|están} <card*:cards>.",
        lambda t, who, cards: (
            who == t.me and all(card not in lying(t.state, who) for card in cards)
        ),
    ),
    "conditions.no_retrieve_icon.refusal": [
        (
            "<card> no puede recuperarse: <card:by> hace que se ignoren sus iconos.",
            lambda t, card, by: card in naive.RETRIEVE and silences(t, by),
        ),
        (
            "<card> no tiene el icono RECUPERAR.",
            lambda t, card: card in t.action.cards and card not in naive.RETRIEVE,
        ),
    ],
    "conditions.hand_capped.refusal": (
        "<card> no deja que <seat:who>, con <bag:held> en la mano, coja {más de "
        "<bag:allowed>|ninguna más}.",
        took_back,
    ),
    "conditions.rival_retrieves.refusal": (
        "<seat:rival> tiene activo a <card>, que muestra RECUPERAR: mientras tanto no se recuperan "
        "personajes.",
        lambda t, rival, card: (
            rival == t.rival
            and card in naive.RETRIEVE & naive.CHARACTERS
            and card in lying(t.state, rival)
        ),
    ),
    "conditions.starter_cannot_retreat.refusal": (
        "<seat:who> empieza la pelea y no puede retirarse en este turno: puede negarse a "
        "empezarla.",
        lambda t, who: who == t.me and opens(t.table),
    ),
    "conditions.after_character.refusal": (
        "<seat:who> ya ha jugado {<card*:cards>|un personaje} y puede anunciar su poder: la "
        "retirada va antes de el personaje.",
        lambda t, who, cards: who == t.me and set(plain_names(cards)) <= set(t.diary.played),
    ),
    "conditions.after_character.remark": (
        "<seat:who> ya ha jugado {<card*:cards>|un personaje} y no puede anunciar su poder. Tenía "
        "que retirarse antes de el personaje: todo vuelve a como estaba entonces, y desde ahí se "
        "retira.",
        lambda t, who, cards: who == t.me and set(plain_names(cards)) <= set(t.diary.played),
    ),
    "conditions.not_starter.refusal": (
        "<seat:who> no está empezando una pelea, y solo se rechaza la que aún no ha empezado.",
        lambda t, who: who == t.me and not opens(t.table),
    ),
    "conditions.fight_begun.refusal": (
        "La pelea ya ha empezado con <card*:cards>.",
        lambda t, cards: some_of(cards, t.diary.of("character")),
    ),
    "conditions.declined_in_turn.refusal": (
        "Cada cual se ha negado ya una vez.",
        lambda t: t.diary.declined >= 2,
    ),
    "conditions.declined_in_turn.unverified": (
        "Cada cual se ha negado ya una vez: <seat:who> solo puede negarse si no tiene ningún "
        "personaje.",
        lambda t, who: who == t.me and t.diary.declined >= 2,
    ),
    "conditions.wrong_number_declined.refusal": (
        "Para negarse se descarta a el menos una carta y como mucho <n:most>, y {se "
        "{quiere|quieren} descartar <bag:n>|no se descarta ninguna}.",
        lambda t, most, n: (
            most == 3 and (n or Counter())["carta"] == len(t.action.cards) not in (1, 2, 3)
        ),
    ),
    "conditions.nothing_demanded.refusal": (
        "Ninguna carta rival exige ahora un descarte a <seat:who>.",
        lambda t, who: who == t.me and not still_owed(t.table) & set(PAID),
    ),
    "conditions.no_such_demand.refusal": (
        "<card> no exige ahora ningún descarte a <seat:who>.",
        lambda t, card, who: who == t.me and card not in still_owed(t.table) & set(PAID),
    ),
    "conditions.demand_unmet.refusal": (
        "<card> exige que <seat:who> {descarte cartas que sumen <n:price> o más de "
        "<paid_in:cost>|juegue un <type:play>}, o que se retire.",
        demands,
    ),
    "conditions.dragon_owed.remark": (
        "Sin descartar lo que pide <card>, <seat:rival> atrae un dragón.",
        lambda t, card, rival: card == "aqua_28" and rival == t.rival,
    ),
    "conditions.no_character_played.refusal": (
        "<seat:who> aún no ha jugado ningún personaje en este turno.",
        lambda t, who: who == t.me and not (t.table.own and t.diary.of("character")),
    ),
    "conditions.element_missing.refusal": (
        "Quien abre la pelea dice en qué elemento se pelea.",
        lambda t: t.state.fight.element is None and t.action.element == "same",
    ),
    "conditions.element_fixed.refusal": (
        "La pelea es de <element>, y solo un mutante cambia el elemento.",
        lambda t, element: element == t.state.fight.element != t.action.element,
    ),
    "conditions.below_power.refusal": (
        "En <element>, el poder de <seat:rival> es <any:other>[ (mínimo de <card:other_floor>, "
        "porque las cartas suman <any:other_cards>)] y el de <seat:who>, <any:own>[ (mínimo de "
        "<card:own_floor>, porque las cartas suman <any:own_cards>)]: {falta|faltan} <n:short>, o "
        "<seat:_again> se retira.[ <card:by> hace que se ignore el escudo de <card:shield>.]",
        below,
    ),
    "conditions.no_shield.remark": (
        "<card> tiene un escudo en <element>: no hace falta igualar el poder de el rival.",
        lambda t, card, element: (
            element == element_of_report(t)
            and card in lying(t.state, t.me)
            and power(t.table, t.me, element)[1]
        ),
    ),
    # Texts
    "conditions.no_text_pending.refusal": (
        "Ninguna carta espera una decisión: se espera a <seats:who>, que {tiene|tienen} que "
        "<due:step>.",
        lambda t, who, step: due(t, step) and who == t.state.awaited and text(t) is None,
    ),
    "conditions.cards_unseen.refusal": (
        "Con <card> se roba de el mazo sin mirar: nadie elige qué cartas son.",
        lambda t, card: card == text(t) and card in UNSEEN,
    ),
    "conditions.cards_seen.refusal": (
        "Con <card> no se roba a ciegas: se elige qué cartas son.",
        lambda t, card: card == text(t) and card not in UNSEEN,
    ),
    "conditions.not_there.refusal": (
        "El texto de <card> no alcanza a <card*:cards>.",
        lambda t, card, cards: card == text(t) and all(c not in reached(t.table) for c in cards),
    ),
    "conditions.card_protected.refusal": (
        "<card*:cards> {tiene|tienen} PROTEGIDO: <card> no puede {descartarla mientras esté activa|"
        "descartarlas mientras estén activas}.",
        lambda t, cards, card: (
            card == text(t)
            and set(cards) == protected(t.table, 1 - by_text(t.table)[1]) & set(t.action.cards)
        ),
    ),
    "conditions.more_than_held.refusal": (
        "<seat:who> tiene <place:where> <bag:n>, y <card*:cards> no {cabe|caben} entre las que "
        "nadie ha visto.",
        not_held,
    ),
    "conditions.last_character.refusal": (
        "<card> deja a <seat:rival> un personaje activo.",
        lambda t, card, rival: (
            card == text(t)
            and rival == 1 - by_text(t.table)[1]
            and not active(t.table, rival, "character") - set(t.action.cards)
        ),
    ),
    "conditions.not_chooser.refusal": (
        "Con <card> elige <seat:who>.",
        lambda t, card, who: (
            card == text(t) and who != t.me and (who != by_text(t.table)[1]) == (card in OF_RIVAL)
        ),
    ),
    "conditions.wrong_number.refusal": (
        "Con <card> {va|van} <any:n>, y se {ha|han} elegido <bag:chosen>.",
        lambda t, card, n, chosen: (
            card == text(t)
            and chosen["carta"] == len(t.action.cards) != wanted(t.table)
            and str(wanted(t.table)) in n
        ),
    ),
    "conditions.wrong_draw.refusal": [
        (
            "Con <card> se {puede|pueden} coger <bag:n>, y se {ha|han} apuntado <bag:noted>.",
            lambda t, card, n, noted: not goes_away(t) and miscounts(t, card, n, noted),
        ),
        (
            "Con <card> {vuelve|vuelven} al mazo <bag:n>, y se {ha|han} apuntado <bag:noted>.",
            lambda t, card, n, noted: goes_away(t) and miscounts(t, card, n, noted),
        ),
    ],
    "conditions.pays_too_little.refusal": [
        (
            "<card> pide descartar <bag:characters>, y {entre estas cartas hay <n:there>|ninguna "
            "de estas cartas lo es}.",
            too_little,
        ),
        (
            "<card> pide cartas que sumen <n:price> o más de {fuego|tierra}, y estas suman "
            "<n:plain> de <any:of>.",
            too_little,
        ),
        (
            "<card> pide cartas que sumen <n:price> o más de <any:_what>, y estas suman <n:fire> "
            "de fuego y <n:earth> de tierra[ (cada carta cuenta para uno solo)].",
            too_little,
        ),
    ],
    **{
        f"conditions.superfluous.{form}": (
            f"Sin <card> ya se llega a lo que pide <card:asks> (<any:price>){rest}",
            spare,
        )
        for form, rest in {
            "refusal": ", y en esta mesa no puede sobrar ninguna.",
            "remark": ": esa carta sobra.",
        }.items()
    },
    "conditions.compulsory.refusal": (
        "El texto de <card> no se puede dejar sin hacer.",
        lambda t, card: card == text(t) and (card in ORDERS or follows(t.table)),
    ),
    "conditions.text_not_there.refusal": (
        "<seat:who> no tiene activa <card> con un texto que se use una vez por turno.",
        lambda t, who, card: who == t.me and card not in usable(t.table),
    ),
    "conditions.text_used.refusal": (
        "El texto de <card> ya se ha usado en este turno.",
        lambda t, card: card == t.action.card and card in t.diary.used,
    ),
    "conditions.text_silent.refusal": (
        "<card:by> hace que se ignore el texto de <card>.",
        lambda t, by, card: card == t.action.card and by != card and (silences(t, by) or by),
    ),
    "conditions.nothing_to_hit.refusal": [
        (
            "<card*:cards> {tiene|tienen} PROTEGIDO, y el texto de <card> no alcanza ahora a "
            "ninguna otra carta.",
            lambda t, cards, card: (
                card == t.action.card and set(cards) <= protected(t.table, t.rival)
            ),
        ),
        (
            "El texto de <card> no alcanza ahora a ninguna carta.",
            lambda t, card: (
                card == t.action.card
                and not protected(t.table, t.rival)
                & {*active(t.table, t.rival, "booster", "support")}
            ),
        ),
    ],
    "conditions.no_such_deck.refusal": (
        "No hay ningún mazo que se llame <any:deck>.",
        lambda t, deck: deck in (t.action.first, t.action.second),
    ),
}
"""Readings of refusals of what a turn and the texts of cards ask for."""
