"""Duties, ends, moments and remedies of Urban Sprawl."""

from typing import Any

from tests.games.readings import Readings
from tests.games.urban_sprawl.sentences.reading import (
    CARD,
    CAUSE,
    PLACE,
    ZONE,
    Bag,
    T,
    due,
    final,
    same,
    shape,
)


def _is_plan(t: T, pay: Any, **told: Any) -> bool:
    """Return whether a remedy changes the zone, the place and the payment that are told."""
    lots = told["there"] or told["one"] or told["lots"]
    block = told["block"] or told["own"]
    said = {"zone": told["zone"], "block": block, "lots": lots, "pay": pay and Bag(pay)}
    changed = {**t.differs}
    if "lots" in changed:
        changed["lots"] = shape(changed["lots"])
    if "pay" in changed:
        changed["pay"] = Bag(changed["pay"])
    return changed == {name: value for name, value in said.items() if value}


_DUTIES = {
    "claim": "compra un edificio inicial",
    "act": "juega su turno",
    "vocation": "coge un marcador de vocación",
    "contractor": "decide quién recibe a el Contratista",
    "media": "decide quién recibe Medios",
    "park": "coloca un parque",
    "drop_control": "quita el cubo de un edificio",
    "remove": "quita un edificio",
    "which_marker": "elige un marcador que mover",
    "which_office": "elige de qué cargo gana las elecciones",
    "which_row": "elige una de las filas de su edificio",
}
_MADE = "{queda el edificio de <lot:building>|pone un edificio nuevo}"


def asks(t: T, phase: str, who: Any, **about: Any) -> bool:
    """Return whether the table waits for that, with these details."""
    return due(t, phase, who) and all(t.table.about(name) == said for name, said in about.items())


def so_much(t: T, amount: Bag) -> bool:
    return amount == Bag({t.table.about("what"): t.table.about("amount")})


def wins(t: T, w: tuple[int, ...], *numbers: Bag, tied: bool) -> bool:
    """Return whether these seats are the best, and are told with what they have."""
    each = final(t.state, t.seats)
    best = max(each)
    shown = [next(iter(bag.values())) for bag in numbers]
    level = sum(one[0] == best[0] for one in each) > 1
    return (
        set(w) == {who for who in t.seats if each[who] == best}
        and shown == list(best[: len(shown)])
        and tied == level
    )


def lays(t: T, pay: Any) -> bool:
    return list(t.differs) == ["pay"] and same(t.differs["pay"], pay)


def takes_first(t: T, place: str, card: str | None = None) -> bool:
    first = t.first
    lying = t.table.lying(t.table.account(place))
    right = (first.kind, first.seat, first.place) == ("take_card", t.me, place)
    return right and (card is None or card == lying) and bool(lying)


ENDS: Readings = {
    **{
        f"duties.{phase}_due": (
            f"<seat:who> {said}",
            lambda t, who, phase=phase: due(t, phase, who),
        )
        for phase, said in _DUTIES.items()
    },
    "duties.show_due": (
        f"<seat:who> descubre una carta de <deck>{{ para <{PLACE}:place>|, que se queda}}",
        lambda t, who, deck, place: (
            due(t, "show", who) and deck == f"deck.{t.table.about('deck')}" and place != ""
        ),
    ),
    "duties.line_due": (
        "<seat:who> lee en la tabla de pagos la línea de <payout:row>",
        lambda t, who, row: asks(t, "line", who, row=row),
    ),
    "duties.cash_due": (
        "<seats:who> {cobra|cobran} <vocation>, con el número <n>",
        lambda t, who, vocation, n: asks(t, "cash", who, vocation=vocation, number=n),
    ),
    "duties.tribute_due": (
        "<seats:who> {paga|pagan} a <seat:to>",
        lambda t, who, to: asks(t, "tribute", who, to=to),
    ),
    "duties.effect_due": (
        f"<seat:who> hace lo que dice <{CARD}:card>",
        lambda t, who, card: asks(t, "effect", who, card=card),
    ),
    "duties.elect_due": (
        "<seat:who> decide quién sale <office>",
        lambda t, who, office: asks(t, "elect", who, prize=office),
    ),
    "duties.place_marker_due": (
        "<seat:who> pone <marker>",
        lambda t, who, marker: asks(t, "place_marker", who, marker=marker),
    ),
    "duties.move_marker_due": (
        "<seat:who> mueve <marker>",
        lambda t, who, marker: asks(t, "move_marker", who, marker=marker),
    ),
    "duties.may_pay_due": (
        "<seat:who> elige si paga <bag:amount>",
        lambda t, who, amount: due(t, "may_pay", who) and so_much(t, amount),
    ),
    "duties.which_building_due": (
        "<seat:who> elige un edificio: <then_move|then_gain|then_lose|then_lose_or_pay:then>[ "
        "<bag:amount>]",
        lambda t, who, then, amount: (
            due(t, "which_building", who)
            and then == f"then_{t.table.about('then')}"
            and (amount is None or so_much(t, amount))
        ),
    ),
    "duties.lose_or_pay_due": (
        "<seats:who> {paga|pagan} <bag:amount> o {pierde|pierden} un edificio",
        lambda t, who, amount: due(t, "lose_or_pay", who) and so_much(t, amount),
    ),
    "duties.which_block_due": (
        f"<seat:who> elige en qué bloque {_MADE}",
        lambda t, who, building: (
            due(t, "which_block", who) and building == (t.table.about("building") or None)
        ),
    ),
    "duties.which_lots_due": (
        f"<seat:who> elige en qué solares {_MADE}",
        lambda t, who, building: (
            due(t, "which_lots", who) and building == (t.table.about("building") or None)
        ),
    ),
    "duties.by_hand_due": (
        f"<seat:who> hace a mano lo que dice <{CAUSE}:cause>: <any:text>",
        lambda t, who, cause, text: (
            due(t, "by_hand", who)
            and any(line.text == text for line in t.table.printed(f"{cause}.lines"))
        ),
    ),
    "outcomes.most_prestige": (
        "{Gana|Ganan} <seats:w> con <bag:points>.",
        lambda t, w, points: wins(t, w, points, tied=False),
    ),
    "outcomes.most_wealth": (
        "Empate a <bag:points>: {gana|ganan} <seats:w> por su riqueza, <bag:wealth>.",
        lambda t, points, w, wealth: len(w) == 1 and wins(t, w, points, wealth, tied=True),
    ),
    "outcomes.tie_shared": (
        "Empate a <bag:points> y <bag:wealth>: {gana|ganan} <seats:w>.",
        lambda t, points, wealth, w: len(w) > 1 and wins(t, w, points, wealth, tied=True),
    ),
    "until.never": (
        "En esta partida ya no puede ser.",
        lambda t: (
            # The first buildings are bought before anything else, and their cards turned up at once
            # before the first turn.
            (t.action.kind == "claim_start" and t.table.phase != "claim")
            or (t.action.kind == "show_all" and t.state.turns > 0)
        ),
    ),
    "until.next_turn": (
        "En este turno ya no puede ser: como pronto, en el próximo turno de <seat:who>.",
        lambda t, who: who == t.me,
    ),
    "remedies.add_permits": (
        "añades <permit|renewal*:added>",
        lambda t, added: lays(t, (*t.action.pay, *added)),
    ),
    "remedies.swap_permits": (
        "cambias <permit|renewal*:taken> por <permit|renewal*:added>",
        lambda t, taken, added: lays(t, (*(Bag(t.action.pay) - Bag(taken)).elements(), *added)),
    ),
    "remedies.pay_without": (
        "pagas sin <permit|renewal*:taken>",
        lambda t, taken: lays(t, (Bag(t.action.pay) - Bag(taken)).elements()),
    ),
    "remedies.elsewhere": (
        f"[el edificio es <{ZONE}:zone>[{{, | y }}]]"
        "[{construyes en {otro bloque (por ejemplo, en <block:block>, <shape:there>)|<block:own>}|"
        "ocupas {otro lugar del bloque (por ejemplo, <shape:one>)|<shape:lots>}}]"
        "[ y pagas con <permit|renewal*:pay>]",
        _is_plan,
    ),
    "remedies.take_permit_first": (
        f"coges antes <{CARD}:card> de <{PLACE}:place> y pagas con ella[ y "
        "<permit|renewal*:others>]",
        lambda t, card, place, others: (
            takes_first(t, place, card) and lays(t, (card, *(others or ())))
        ),
    ),
    "remedies.take_renewal_first": (
        f"coges antes una Renovación Urbana de <{PLACE}:place>",
        lambda t, place: takes_first(t, place, "renewal") and not t.differs,
    ),
    "remedies.pay_nothing": ("eliges no pagar", lambda t: t.differs == {"answer": "no"}),
    "remedies.lose_building": (
        "pierdes el edificio de <lot>",
        lambda t, lot: t.differs == {"answer": lot},
    ),
    "remedies.invest_first": (
        f"inviertes antes <{CARD}:permit> por <bag:value>",
        lambda t, permit, value: (
            (t.first.kind, t.first.seat, t.first.permit) == ("invest", t.me, permit)
            and value["wealth"] == t.first.value
        ),
    ),
}
"""Readings of duties, ends, moments and remedies."""

UNREAD = {
    **dict.fromkeys(
        (
            "conditions.wrong_number_of_players.refusal",
            "conditions.name_repeated.refusal",
            "conditions.first_player_absent.refusal",
            "conditions.printed_number_missing.refusal",
        ),
        "judged before the match: the tests of the set-up",
    ),
    **dict.fromkeys(
        (
            "transfers.vocation",
            "transfers.office",
            "transfers.town",
            "transfers.city",
            "transfers.metropolis",
        ),
        "only by an adjustment",
    ),
}
"""Templates that nothing is read of, each with the reason."""
