"""Titles and lines of the acta of Blue Moon."""

from typing import Any

from tests.games.blue_moon.asked import by_text
from tests.games.blue_moon.diary import lying
from tests.games.blue_moon.sentences.reading import (
    Cards,
    T,
    by_best,
    element_of_report,
    same,
    sum_of,
    text,
    total,
)
from tests.games.readings import Readings
from tests.games.sentences import title


def announces(t: T, power: str, element: str, **more: Any) -> bool:
    """Return whether a title tells the power of both, in the element that is reported."""
    if t.me > 1:
        return True
    meant = element_of_report(t)
    if meant is None:
        return element == "same"
    right = element == meant and (not by_best(t) or sum_of(power) == total(t, t.me, meant))
    floor, cards = more.get("floor"), more.get("cards")
    low = floor is None or (floor in lying(t.state, t.me) and sum_of(cards or "0") < sum_of(power))
    against = more.get("against")
    theirs = against is None or (
        t.state.fight.element is not None
        and more["rival"] == t.rival
        and (not by_best(t) or against == total(t, t.rival, meant))
    )
    return right and low and theirs


def picks(t: T, who: int, cards: Cards, card: str | None, ship: str | None, shows: bool) -> bool:
    """Return whether cards are chosen, or shown by the rival, for the text that waits."""
    _, owner = by_text(t.table)
    chooser = not shows or who == 1 - owner
    aboard = getattr(t.action, "ship", "none")
    return (
        same(cards, t.action.cards) and card == text(t) and (ship or "none") == aboard and chooser
    )


_SHIP = "[ para <card>][, a bordo de <card:ship>]"
FLOOR = "[ (mínimo de <card:floor>, porque las cartas suman <any:cards>)]"

TITLES: Readings = {
    "actions.play_cards.attempt": (
        "{jugar <card*:cards>|no jugar ninguna carta}[ para <card|target:target>]",
        lambda t, cards, target: (
            same(cards, t.action.cards)
            and (target is None or target.partition(".")[2] == t.action.target)
        ),
    ),
    "actions.play_cards.done": (
        "<seat:who> {juega <card*:cards>|no juega ninguna carta}[ para <card|target:target>]",
        lambda t, who, cards, target: (
            who == t.me
            and same(cards, t.action.cards)
            and (target is None or target.partition(".")[2] == t.action.target)
        ),
    ),
    "actions.announce.attempt": [
        (
            f"anunciar un poder de <any:power> en <element>{FLOOR}[, contra <n:against> de "
            "<seat:rival>]",
            announces,
        ),
        ("anunciar el poder", lambda t: t.me > 1 or element_of_report(t) is None),
    ],
    "actions.announce.done": (
        "<seat:who> anuncia un poder de <n:power> en <element>",
        lambda t, who, power, element: who == t.me and announces(t, str(power), element),
    ),
    **title(
        "retrieve_cards",
        "{recuperar <card*:cards>|no recuperar ninguna carta}",
        "{recupera <card*:cards>|no recupera ninguna carta}",
        lambda t, cards: same(cards, t.action.cards),
    ),
    **title(
        "meet_demand",
        "{descartar <card*:cards>|no descartar ninguna carta} por <card>",
        "{descarta <card*:cards>|no descarta ninguna carta} por <card>",
        lambda t, cards, card: same(cards, t.action.cards) and card in (t.action.card, "unknown"),
    ),
    **title("retreat", "retirarse de la pelea", "se retira de la pelea", lambda _t: True),
    **title(
        "decline",
        "negarse a empezar la pelea[ descartando <card*:cards>]",
        "se niega a empezar la pelea[ y descarta <card*:cards>]",
        lambda t, cards: same(cards, t.action.cards),
    ),
    "actions.move_cards.begun": [
        ("elegir cartas para un texto", lambda t: text(t) is None),
        ("elegir cartas para el texto de <card>", lambda t, card: card == text(t)),
    ],
    "actions.move_cards.attempt": [
        (
            f"apuntar que <seat:who> enseña <card*:cards>{_SHIP}",
            lambda t, who, **named: picks(t, who, **named, shows=True),
        ),
        (
            f"{{elegir <card*:cards>|no elegir ninguna carta}}{_SHIP}",
            lambda t, **named: picks(t, t.me, **named, shows=False),
        ),
    ],
    "actions.move_cards.done": [
        (
            f"<seat:who> enseña <card*:cards>{_SHIP}",
            lambda t, who, **named: picks(t, who, **named, shows=True),
        ),
        (
            f"<seat:who> {{elige <card*:cards>|no elige ninguna carta}}{_SHIP}",
            lambda t, who, **named: who == t.me and picks(t, who, **named, shows=False),
        ),
    ],
    **title(
        "move_unseen",
        "{devolver a el mazo|coger} <bag:n>[ con <card>]",
        "{devuelve a el mazo|coge} <bag:n>[ con <card>]",
        lambda t, n, card: n["carta"] == t.action.number and card == text(t),
    ),
    **title(
        "skip",
        "no usar {el texto de <card>|un texto}",
        "deja sin usar {el texto de <card>|un texto}",
        lambda t, card: card == text(t),
    ),
    **title(
        "use_text",
        "usar el texto de <card>",
        "usa el texto de <card>",
        lambda t, card: card in (t.action.card, "unknown"),
    ),
    "actions.next_game.attempt": (
        "empezar otra partida con <any:first> y <any:second>",
        lambda t, first, second: bool(first and second) and t.action.kind == "next_game",
    ),
    "actions.next_game.done": (
        "<seat:who> da paso a la partida <n> con <any:first> y <any:second>",
        lambda t, who, n, first, second: (
            who == t.me and n == len(t.state.ends) + 1 and bool(first and second)
        ),
    ),
    **title(
        "land_ship",
        "desembarcar <card:ship>",
        "desembarca <card:ship>",
        lambda t, ship: ship in (t.action.ship, "unknown"),
    ),
    **title(
        "load_card",
        "cargar <card> en <card:ship>",
        "carga <card> en <card:ship>",
        lambda t, card, ship: (card, ship) == (t.action.card, t.action.ship),
    ),
    **title(
        "play_bluff",
        "jugar boca abajo {<card>|una carta de la mano}",
        "juega boca abajo {<card>|una carta de la mano}",
        lambda t, card: (card or "unseen") == t.action.card,
    ),
    **title(
        "call_bluff",
        "descubrir el farol de <seat:rival>",
        "descubre el farol de <seat:rival>",
        lambda t, rival: t.me > 1 or rival == t.rival,
    ),
    **title("trust_bluff", "dejar el farol como está", "deja el farol como está", lambda _t: True),
    **title(
        "show_bluffs",
        "{enseñar <card*:cards>|no enseñar ninguna carta}",
        "{enseña <card*:cards>|no enseña ninguna carta}",
        lambda t, cards: same(cards, t.action.cards),
    ),
}
"""Readings of titles and of lines of the acta."""
