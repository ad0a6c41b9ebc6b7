"""Refusals of Blue Moon City: what is bought, built or offered."""

from collections import Counter
from typing import Any

from companion.games.blue_moon_city.components import COLOUR_AND_SECTIONS
from tests.games.blue_moon_city.sentences.reading import (
    Bag,
    T,
    cards,
    cost,
    is_section,
    reached,
    values,
)
from tests.games.blue_moon_city.sentences.refusals import ruled
from tests.games.blue_moon_city.test_payment import worth
from tests.games.blue_moon_city.test_truth import (
    PALACE,
    asked,
    can_finish,
    done,
    held,
    here,
    less,
    needs,
    never_pays,
    players,
    price,
    required,
    rewards_known,
)
from tests.games.readings import Readings


def colour_of(t: T) -> str:
    return COLOUR_AND_SECTIONS[here(t.state, t.action)][0]


def falls_short(t: T, played: int, need: str, short: int | None = None) -> bool:
    """Return whether the cards reach so much of what the section asks for."""
    wanted = needs(t.state, t.action)
    least = need.removeprefix("al menos ").removeprefix("a el menos ")
    known = (len(wanted) == 1) == need.isdigit()
    return (
        known
        and int(least) == min(wanted)
        and played == reached(t) < min(wanted)
        and short in (None, min(wanted) - played)
    )


def missing(t: T, short: int, colour: str | None, played: int, need: str) -> bool:
    """Return whether the cards lack so much of that colour."""
    own = None if colour_of(t) == "any" else colour_of(t)
    return colour == own and falls_short(t, played, need, short)


def do_not_count(t: T, unused: Bag | None, why: str | None, **short: Any) -> bool:
    if not missing(t, **short):
        return False
    if unused is None:
        return True
    named = cards(unused)
    kept = less(tuple(t.action.cards), tuple(named.elements()))
    need = asked(t.state, t.action, min(needs(t.state, t.action)))
    nothing_lost = worth(kept, need) == worth(tuple(t.action.cards), need)
    colour, small = colour_of(t), {"brown:1", "brown:2"}
    special = {card for card in named if card.startswith(("white", "brown", "green"))}
    whites = {"white:1", "white:2"} & set(t.action.cards)
    admits = t.state.rulings["palace_takes_wilds_and_white_brown_green"] == "yes"
    reasons = {
        "colour": not any(card.startswith(colour) for card in named) and colour != "any",
        "palace": colour == "any" and (admits or not special),
        "palace_plain": colour == "any" and not admits and special == set(named),
        "palace_both": colour == "any" and not admits and set() < special < set(named),
        "beyond_white": bool(whites) and not any(card.startswith(colour) for card in named),
        "lone_brown": set(named) <= small and named.total() == 1,
    }
    return nothing_lost and reasons[why or ""]


def spare(t: T, bag: Bag, perhaps: bool) -> bool:
    """Return whether the payment does without each of these cards, if it is enough at all."""
    asks = [asked(t.state, t.action, need) for need in needs(t.state, t.action)]
    paid = tuple(t.action.cards)
    enough = [one for one in asks if worth(paid, one) >= one.need]
    kept = [less(paid, (card,)) for card in cards(bag)]
    spared = all(worth(cards_, one) >= one.need for cards_ in kept for one in enough)
    return spared and perhaps == (len(enough) < len(asks))


def finishes(t: T) -> bool:
    stones = t.state.sections(here(t.state, t.action))
    return all(s is not None for n, s in enumerate(stones) if n != t.action.section)


_SHORT = (
    "{Falta|Faltan} <n:short> de {un mismo color|valor <colour>}: se llega a <n:played> y la "
    "sección pide <any:need>."
)


_REACHED = "e llega a <n:played> y la sección pide <any:need>."


COSTS: Readings = {
    # Building
    "conditions.nothing_built_on_market.refusal": (
        "La figura está en el Mercado, donde no se construye.",
        lambda t: here(t.state, t.action) == "courtyard",
    ),
    "conditions.tile_finished.refusal": (
        "<tile> ya no {tiene|tienen} secciones: es un edificio terminado.",
        lambda t, tile: tile == here(t.state, t.action) and tile in t.state.finished,
    ),
    "conditions.no_such_section.refusal": (
        "En <tile> solo hay <bag:n>.",
        lambda t, tile, n: (
            tile == here(t.state, t.action)
            and n["seccion"] == COLOUR_AND_SECTIONS[tile][1] <= t.action.section
        ),
    ),
    "conditions.section_taken.refusal": (
        "La sección <any:section> de <tile> ya tiene una piedra de <seat:who>.",
        lambda t, section, tile, who: (
            tile == here(t.state, t.action)
            and is_section(t, section)
            and t.state.sections(tile)[t.action.section] == who
        ),
    ),
    "conditions.no_stones_left.refusal": (
        "A <seat:who> no le quedan piedras.",
        lambda t, who: who == t.me and not held(t.state, who, f"stone:{who}"),
    ),
    "conditions.reward_unknown.refusal": (
        "Esta piedra termina <tile> y falta anotar lo que dan la baldosa o sus vecinas.",
        lambda t, tile: (
            tile == here(t.state, t.action) and finishes(t) and not rewards_known(t.state, t.action)
        ),
    ),
    "conditions.no_cards_played.refusal": (
        "No se ha jugado ninguna carta, y cada piedra se paga con cartas.",
        lambda t: not t.action.cards,
    ),
    "conditions.brown_three_in_pair.refusal": (
        f"Una marrón 3 no forma pareja. Sin esa pareja s{_REACHED}",
        lambda t, **short: "brown:3" in t.action.cards and falls_short(t, **short),
    ),
    "conditions.brown_pair_on_brown.refusal": (
        "En esta mesa una pareja marrón no vale {para pagar en marrón[!_palace:]|en una sección "
        f"marrón}}: s{_REACHED}",
        lambda t, _palace, **short: (
            ruled(t, "brown_pair_on_brown_section") and falls_short(t, **short)
        ),
    ),
    "conditions.second_brown_pair.refusal": (
        f"En esta mesa cada sección admite una sola pareja marrón: s{_REACHED}",
        lambda t, **short: (
            ruled(t, "several_brown_pairs_in_one_section")
            and reached(t, several_pairs=True) > short["played"]
            and falls_short(t, **short)
        ),
    ),
    "conditions.substitutions_combined.refusal": (
        "En esta mesa cada pago usa un solo tipo de función (verdes, pareja marrón o una blanca): "
        f"s{_REACHED}",
        lambda t, **short: (
            ruled(t, "substitutions_combined")
            and reached(t, combined=True) > short["played"]
            and falls_short(t, **short)
        ),
    ),
    "conditions.palace_without_wilds.refusal": (
        "En esta mesa el Palacio no admite blancas, marrones ni verdes, ni sus funciones: "
        f"s{_REACHED}",
        lambda t, **short: (
            here(t.state, t.action) == PALACE
            and ruled(t, "palace_takes_wilds_and_white_brown_green")
            and reached(t, palace_wilds=True) > short["played"]
            and falls_short(t, **short)
        ),
    ),
    "conditions.white_one_over_limit.refusal": (
        f"Una blanca 1 cambia de color <bag:limit> como mucho: s{_REACHED}",
        lambda t, limit, **short: (
            limit["carta"] == 4 and "white:1" in t.action.cards and falls_short(t, **short)
        ),
    ),
    "conditions.white_used_twice.refusal": (
        f"Una blanca sirve o por su función o por su valor, no para las dos cosas: s{_REACHED}",
        lambda t, **short: {"white:1", "white:2"} & set(t.action.cards) and falls_short(t, **short),
    ),
    "conditions.palace_two_colours.refusal": (
        f"Cada sección de el Palacio se paga con un solo color, y así s{_REACHED}",
        lambda t, **short: here(t.state, t.action) == PALACE and falls_short(t, **short),
    ),
    "conditions.cards_of_other_colours.refusal": (
        f"{_SHORT}[ No {{cuenta|cuentan}} <bag:unused> (<unused:why>).]",
        do_not_count,
    ),
    "conditions.payment_short.refusal": (_SHORT, missing),
    "conditions.payment_short.unverified": (
        "El pago llega a <n:played>: basta si la sección <any:section> de <tile> pide <n:most> o "
        "menos, y nadie ha anotado qué pide (<any:_fact>).",
        lambda t, played, section, tile, most, _fact: (
            played
            == most
            == worth(tuple(t.action.cards), asked(t.state, t.action, max(needs(t.state, t.action))))
            and values(t, tile) is None
            and is_section(t, section)
        ),
    ),
    "conditions.superfluous_card.refusal": (
        "{Si el pago basta, también basta[!perhaps:]|El pago ya basta} sin <bag:bag>, y en esta "
        "mesa no se entregan cartas que sobran.",
        lambda t, bag, perhaps: (
            spare(t, bag, perhaps) and ruled(t, "superfluous_card_in_payment", "refused")
        ),
    ),
    "conditions.superfluous_card.remark": (
        "{Si el pago basta, también bastaba[!perhaps:]|El pago ya bastaba} sin <bag:bag>.",
        spare,
    ),
    "conditions.superfluous_card.unverified": (
        "Según lo que pida la sección <any:_section> de <tile> (<any:_fact>), podría sobrar alguna "
        "carta.",
        lambda t, _section, tile, _fact: (
            values(t, tile) is None
            and any(
                not never_pays(t.state, t.action, less(t.action.cards, (card,)))
                for card in t.action.cards
            )
        ),
    ),
    "conditions.overpaid.remark": (
        "Se {paga|pagan} <n:played> por una sección de <n:need>. En esta mesa solo se paga de más "
        "cuando falta el valor exacto.",
        lambda t, played, need: (
            (need,) == needs(t.state, t.action)
            and need < played <= sum(int(card[-1]) for card in t.action.cards) + 4
            and ruled(t, "overpay_when_exact_possible")
        ),
    ),
    # Obelisk
    "conditions.away_from_market.refusal": (
        "La figura de <seat:who> está en <tile>, y las ofrendas se hacen en el Mercado.",
        lambda t, who, tile: who == t.me and tile == here(t.state, t.action) != "courtyard",
    ),
    "conditions.obelisk_full.refusal": (
        "En el obelisco no quedan espacios libres.",
        lambda t: price(t.state) is None,
    ),
    "conditions.space_chosen.refusal": (
        "Los espacios se ocupan por orden: ahora toca uno de <n:n>.",
        lambda t, n: n == price(t.state),
    ),
    "conditions.second_normal_offering.refusal": (
        "<seat:who> ya ha hecho su ofrenda de este turno.",
        lambda t, who: who == t.me and done(t.state, t.action, "offerings") > 0,
    ),
    "conditions.yellow_before_normal.refusal": (
        "<card> da una ofrenda adicional, y este turno no se ha hecho la normal.",
        lambda t, card: (
            card.replace(".", ":") == t.action.card and not done(t.state, t.action, "offerings")
        ),
    ),
    "conditions.winning_with_yellow.refusal": (
        "Con esta ofrenda se {completaría|completarían} <bag:n>, y en esta mesa no se gana con una "
        "amarilla.",
        lambda t, n: (
            n["ofrenda"] == required(t.state)
            and ruled(t, "winning_with_a_yellow_offering")
            and t.action.card != "none"
        ),
    ),
    "conditions.crystals_short.refusal": (
        "La ofrenda cuesta <bag:price> y {hay <bag:mine>|no hay ninguno}: {falta|faltan} "
        "<n:short>.",
        lambda t, price, mine, short: (
            price["cristal"] == cost(t)
            and (mine or Counter())["cristal"] == held(t.state, t.me, "crystal")
            and short == cost(t) - held(t.state, t.me, "crystal") > 0
        ),
    ),
    # End of the turn and of the match
    "conditions.too_many_discards.refusal": (
        "Se {desecha|desechan} <bag:n> y como mucho se {puede|pueden} desechar <bag:most>.",
        lambda t, n, most: n["carta"] == len(t.action.discards) > most["carta"] == 2,
    ),
    "conditions.no_discards_in_finale.refusal": (
        "En la ronda final no se desecha ni se roba.",
        lambda t: t.state.turn.phase == "finale" and t.action.discards,
    ),
    "conditions.additions_not_in_force.refusal": (
        "En esta mesa no se usan las aclaraciones de la editorial.",
        lambda t: not ruled(t, "stalemate_additions_2007", "on"),
    ),
    "conditions.finale_already.refusal": (
        "La ronda final ya ha empezado.",
        lambda t: t.state.turn.phase == "finale",
    ),
    "conditions.city_unfinished.refusal": (
        "{Queda|Quedan} <bag:n> sin terminar.",
        lambda t, n: n["edificio"] == 20 - len(t.state.finished) > 0,
    ),
    **{
        f"conditions.{code}.refusal": (
            "<seat:who> tiene aún cristales para las ofrendas que le faltan, y la ronda final es "
            "para cuando nadie los tiene.",
            lambda t, who, own=own: can_finish(t.state, who) and (who == t.me) == own,
        )
        for code, own in (("own_finish_left", True), ("finish_left", False))
    },
    "conditions.finish_left.unverified": (
        "La ronda final es para cuando nadie tiene ya cristales para ganar, y los cristales están "
        "ocultos: lo dice la mesa.",
        lambda t: t.state.rulings["crystals_secret"] == "hidden",
    ),
    "conditions.no_such_winner.refusal": (
        "En esta partida solo hay <bag:n>.",
        lambda t, n: n["jugador"] == players(t.state) <= max(t.action.winners),
    ),
    "conditions.rounds_not_quiet.refusal": (
        "{Solo {ha|han} pasado <bag:quiet>|Todavía no ha pasado ninguna ronda} sin construir ni "
        "ofrecer, y {hace|hacen} falta <bag:needed>.",
        lambda t, quiet, needed: (
            (quiet or Counter())["ronda"]
            == t.state.quiet_turns // players(t.state)
            < needed["ronda"]
            == 3
        ),
    ),
}
"""Readings of refusals of what is bought, built or offered."""
