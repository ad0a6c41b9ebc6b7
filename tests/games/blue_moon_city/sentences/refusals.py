"""Refusals of Blue Moon City."""

from collections import Counter

from companion.games.blue_moon_city.components import CARD_KINDS
from tests.games.blue_moon_city.sentences.reading import Bag, T, cards, turn_of, winners
from tests.games.blue_moon_city.test_truth import (
    done,
    held,
    here,
    laid,
    left_to_walk,
    players,
    walk,
    walked,
)
from tests.games.readings import Readings


def no_more(t: T, copies: int, seen: int | None, laid_: int, of: str) -> bool:
    """Return whether so many cards of a kind or a colour were seen and are laid, beyond all."""
    kinds = [kind for kind in CARD_KINDS if kind.startswith(of)]
    shown = sum(t.state.ledger.balance("discard", f"card:{kind}") for kind in kinds)
    now = sum(card.startswith(of) for card in laid(t.action))
    return shown == (seen or 0) and now == laid_ and shown + now > copies


def copies_of(card: str) -> int:
    return 10 if card == "green:1" else 2 if card.endswith("3") else 4


def not_walked(t: T, tile: str, steps: Bag, left: Bag | None) -> bool:
    away = (steps["paso"], (left or Counter())["paso"])
    return tile == t.action.to and away == (
        walked(t.state, t.action),
        left_to_walk(t.state, t.action),
    )


def gets_there(t: T, greys: tuple[str, ...]) -> bool:
    """Return whether the figure arrives with these cards instead, by every rule of movement."""
    less = t.action.model_copy(update={"cards": greys})
    flies, mixed = "grey:1" in greys, t.state.rulings["grey_one_with_steps"] == "yes"
    on_foot = not flies or "grey:2" in greys
    before = done(t.state, less, "flights") if on_foot else 0
    if not mixed and ((flies and (on_foot or done(t.state, less, "steps"))) or before):
        return False
    lands = not flies or less.to != "courtyard" or t.state.rulings["grey_one_to_market"] == "yes"
    steps = 0 if flies and lands else walked(t.state, less)
    return steps <= left_to_walk(t.state, less) and (lands or mixed)


def dragon_far(t: T, tile: str, steps: Bag, dragon: str, reach: Bag) -> bool:
    away = walk(t.state, t.state.dragons[dragon], tile)
    return (
        (dragon, tile) == (t.action.dragon, t.action.to)
        and steps["paso"] == away > reach["paso"] == 3
        and t.action.card.endswith("2")
    )


def ruled(t: T, ruling: str, reading: str = "no") -> bool:
    return bool(t.state.rulings[ruling] == reading)


_DRAGONS = {"vulca": "black", "terrah": "red", "aqua": "blue"}

REFUSALS: Readings = {
    "conditions.no_such_seat.refusal": (
        "En esta partida solo hay <bag:n>.",
        lambda t, n: n["jugador"] == players(t.state) <= t.me,
    ),
    "conditions.match_over.refusal": (
        "La partida ya terminó: {ganó|ganaron} <seats:w>.",
        lambda t, w: set(w) == winners(t.state),
    ),
    "conditions.not_your_turn.refusal": (
        "Es el turno de <seat:who>.",
        lambda t, who: turn_of(t, who) and who != t.me,
    ),
    "conditions.finale_only_offerings.refusal": (
        "Toda la ciudad está construida: en la ronda final solo se hacen ofrendas.",
        lambda t: t.state.turn.phase == "finale" and len(t.state.finished) == 20,
    ),
    "conditions.movement_over.refusal": (
        "<seat:who> ya ha <done:what> en este turno: la fase de movimiento ha terminado.",
        lambda t, who, what: (
            who == t.me
            and (
                t.state.turn.stones > 0
                if what == "built"
                else t.state.turn.offerings + t.state.turn.yellow > 0
            )
        ),
    ),
    "conditions.no_such_tile.refusal": (
        "En esta ciudad no está la baldosa «<any:tile>».",
        lambda t, tile: tile == t.action.to not in t.state.options.layout,
    ),
    "conditions.hand_too_small.refusal": (
        "{Es|Son} <bag:played>, y en la mano {hay <bag:mine>|no hay ninguna}.",
        lambda t, played, mine: (
            played["carta"] == len(laid(t.action))
            and (mine or Counter())["carta"] == held(t.state, t.me, "card") < played["carta"]
        ),
    ),
    "conditions.more_copies_than_exist.refusal": (
        "De <card> solo hay <bag:n>: [desde la última mezcla ya {ha|han} salido <n:seen> y ]ahora "
        "{sale|salen} <n:now>.",
        lambda t, card, n, seen, now: (
            n["copia"] == copies_of(card.replace(".", ":"))
            and no_more(t, n["copia"], seen, now, card.replace(".", ":"))
        ),
    ),
    "conditions.more_of_people_than_exist.refusal": (
        "De color <colour> solo hay <bag:n>: [desde la última mezcla ya {ha|han} salido <n:seen> y "
        "]ahora {sale|salen} <n:now>.",
        lambda t, colour, n, seen, now: n["carta"] == 10 and no_more(t, 10, seen, now, colour),
    ),
    "conditions.threes_without_function.refusal": (
        "<bag:bag> no {tiene|tienen} función especial: las cartas de valor 3 solo sirven para "
        "construir.",
        lambda t, bag: cards(bag) == Counter(card for card in laid(t.action) if card.endswith("3")),
    ),
    # Movement
    "conditions.card_not_grey.refusal": (
        "Para mover la figura solo sirven cartas grises: {sobra|sobran} <bag:bag>.",
        lambda t, bag: cards(bag) == Counter(c for c in t.action.cards if not c.startswith("grey")),
    ),
    "conditions.figure_already_there.refusal": (
        "La figura ya está en <tile>. Quedarse donde está también vale, y no se anota.",
        lambda t, tile: tile == t.action.to == here(t.state, t.action),
    ),
    "conditions.flight_to_market.refusal": (
        "En esta mesa la gris 1 no lleva la figura a el Mercado.",
        lambda t: t.action.to == "courtyard" and ruled(t, "grey_one_to_market"),
    ),
    "conditions.flight_to_market.remark": (
        "La gris 1 lleva la figura junto a el Mercado, y un paso más la deja en él.",
        lambda t: (
            t.action.to == "courtyard"
            and ruled(t, "grey_one_to_market")
            and left_to_walk(t.state, t.action) > 0
        ),
    ),
    "conditions.flight_with_steps.refusal": (
        "En esta mesa no se juntan en un turno la gris 1 y los pasos.",
        lambda t: ruled(t, "grey_one_with_steps"),
    ),
    "conditions.steps_used_up.refusal": (
        "La figura de <seat:who> ya ha gastado sus <bag:steps> de este turno.",
        lambda t, who, steps: (
            who == t.me
            and steps["paso"] == done(t.state, t.action, "steps") > 0
            and not left_to_walk(t.state, t.action)
        ),
    ),
    "conditions.diagonal_step.refusal": (
        "Hasta <tile> hay <bag:steps>, que se cuentan en horizontal y en vertical, y la figura "
        "puede dar <bag:left>.",
        not_walked,
    ),
    "conditions.too_far.refusal": (
        "Hasta <tile> hay <bag:steps> y {la figura puede dar <bag:left>|a la figura no le queda "
        "ninguno}.",
        not_walked,
    ),
    "conditions.needless_grey.remark": (
        "Para llegar a <tile> {bastaba con <bag:bag>|no hacía falta ninguna carta}.",
        lambda t, tile, bag: (
            tile == t.action.to
            and Counter(cards(bag)) < Counter(t.action.cards)
            and gets_there(t, tuple(Counter(cards(bag)).elements()))
        ),
    ),
    "conditions.wrong_card_for_dragon.refusal": (
        "<card> no mueve a <dragon_short:dragon>.",
        lambda t, card, dragon: (
            (card.replace(".", ":"), dragon) == (t.action.card, t.action.dragon)
            and not card.startswith(_DRAGONS[dragon])
        ),
    ),
    "conditions.dragon_outside.refusal": (
        "<dragon_short:dragon> está fuera de la ciudad, y una carta de valor 2 solo mueve a un "
        "dragón que esté dentro.",
        lambda t, dragon: (
            dragon == t.action.dragon
            and t.state.dragons[dragon] == "out"
            and t.action.card.endswith("2")
        ),
    ),
    "conditions.dragon_already_there.refusal": (
        "<dragon_short:dragon> ya está {fuera de la ciudad|en <tile>}.",
        lambda t, dragon, tile: (tile or "out") == t.state.dragons[dragon] == t.action.to,
    ),
    "conditions.two_takes_no_dragon_out.refusal": (
        "Una carta de valor 2 no saca a <dragon_short:dragon> de la ciudad.",
        lambda t, dragon: (
            dragon == t.action.dragon and t.action.to == "out" and t.action.card.endswith("2")
        ),
    ),
    "conditions.dragon_stays_in_city.refusal": (
        "En esta mesa los dragones no salen de la ciudad.",
        lambda t: t.action.to == "out" and ruled(t, "dragon_leaves_city"),
    ),
    "conditions.dragon_diagonal.refusal": (
        "Hasta <tile> hay <bag:steps>, que se cuentan en horizontal y en vertical, y una carta de "
        "valor 2 mueve a <dragon_short:dragon> como mucho <bag:reach>.",
        dragon_far,
    ),
    "conditions.dragon_too_far.refusal": (
        "Hasta <tile> hay <bag:steps>, y una carta de valor 2 mueve a <dragon_short:dragon> como "
        "mucho <bag:reach>.",
        dragon_far,
    ),
}
"""Readings of refusals, of what is unknown, and of remarks, by place."""
