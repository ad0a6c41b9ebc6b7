"""Titles and lines of the acta of Urban Sprawl."""

from typing import Any

from tests.games.readings import Readings
from tests.games.sentences import title
from tests.games.urban_sprawl.sentences.reading import (
    BOARD,
    CARD,
    PLACE,
    ZONE,
    Bag,
    T,
    blocks_of,
    note,
    same,
    shape,
    there,
)
from tests.games.urban_sprawl.test_truth import CONTRACT_DECKS, KEYS

_CHOSEN = {
    "may_pay": ("pays_for_it", "pays_nothing", "may_pay"),
    "which_building": ("which_building", "which_building_moves"),
    "which_block": ("which_block", "which_block_moves"),
    "which_lots": ("which_lots", "which_lots_moves"),
}


def shows(t: T, card: str, event: bool, ballot: bool, row: Bag | None) -> bool:
    """Return whether a title tells all that is reported of a card, and no more."""
    a, kind = t.action, t.action.card.partition(".")[0]
    number = row.total() if row else 0
    # A card that is an event for certain, and a permit that was read, show it in their name.
    certain = card in KEYS.values() or kind not in CONTRACT_DECKS
    named = t.table.printed(f"{card}.ballot") == "yes" if kind == "permit" else False
    of = "prestige" if kind in CONTRACT_DECKS or card == "unnoted.contract" else "wealth"
    return (
        card == a.card
        and (event == a.as_event or (certain and not event))
        and (ballot == a.ballot or (named and not ballot))
        and number == a.pays
        and set(row or (of,)) == {of}
    )


def reads(t: T, row: str | None, *line: int) -> bool:
    a = t.action
    four = (a.first, a.second, a.third, a.fourth)
    some = four[: four.index(None)] if None in four else four
    right = line == (some[:2] if len(t.seats) == 2 else some)
    return right and row == (t.table.about("row") if t.table.phase == "line" else None)


def builds(t: T, card: str | None, zone: str, block: str, lots: str, **more: Any) -> bool:
    a, place, gone = t.action, more.get("place"), more.get("gone")
    return (
        place in (None, a.place)
        and there(t, a.place, card)
        and (zone, block, lots) == (a.zone, a.block, shape(a.lots))
        and more.get("elsewhere") == next(iter(blocks_of(t) - {block}), None)
        and (a.lots == "both_sides" or (gone or {"building": 0})["building"] == len(t.table.gone()))
        and same(more.get("pay"), a.pay)
    )


def invests(t: T, permit: str, value: Bag) -> bool:
    note(t, "said", value)
    return permit == t.action.permit and value == Bag(wealth=t.action.value)


def takes(t: T, giver: int | None, vocation: str, n: int) -> bool:
    a = t.action
    source = "supply" if giver is None else f"seat.{giver}"
    return (a.source, a.vocation, a.number) == (source, vocation, n)


def leaves(t: T, vocation: str | None) -> bool:
    return vocation is None or vocation == t.table.about("vocation")


def cashes(t: T, gained: Bag | None, vocation: str | None) -> bool:
    """Return whether each marker that is cashed brings its number, in wealth or in prestige."""
    note(t, "said", gained or Bag())
    if t.table.phase != "cash":
        return not gained and vocation is None
    marker, number = str(t.table.about("vocation")), t.table.about("number")
    held, of_prestige = t.table.at(t.table.me, marker.replace(".", ":")), t.action.prestige
    brings = Bag(prestige=of_prestige * number, wealth=max(0, held - of_prestige) * number)
    return +(gained or Bag()) == +brings and vocation in (None, marker)


def pays(t: T, paid: Bag | None, rival: int | None) -> bool:
    note(t, "said", paid or Bag())
    owes = t.table.phase == "tribute"
    return rival is None or (owes and rival == t.table.about("to"))


def answered(t: T, answer: str | int, block: str | None = None, what: str | None = None) -> bool:
    """Return whether an answer is told, and what it answers."""
    a = t.action.answer
    one = f"seat.{answer}" if isinstance(answer, int) else answer
    right = one == (shape(a) if "+" in a or one.startswith("shape.") else a)
    asked = what is None or what == f"phase.{t.table.phase}"
    return right and asked and (block is None or block == t.table.about("block"))


def did(t: T, who: int, chosen: str, answer: Any, block: str | None) -> bool:
    known = _CHOSEN.get(t.table.phase, (t.table.phase,))
    return who == t.me and chosen.partition(".")[2] in known and answered(t, answer, block)


def pays_or_not(t: T, amount: Bag, declines: bool) -> bool:
    """Return whether the answer is to pay so much, or not to."""
    about = t.table.about
    asked = amount == Bag({about("what"): about("amount")})
    return asked and declines == (t.action.answer == "no")


def did_pay(t: T, who: int, amount: Bag, no: bool) -> bool:
    return who == t.me and pays_or_not(t, amount, no)


_ROW = "[{ y el|, con el} número <bag:row>]"
_SHOWN = f"<{CARD}:card>[!event:, que es un evento][!ballot:, con urna]{_ROW}"
_ONE = f"{{una carta|<{CARD}:card>}} de <{PLACE}:place>"
_SITE = (
    "<block> (<shape:lots>[ de <block:elsewhere>])[, sobre <bag:gone>]"
    "{, con <permit|renewal*:pay>|, sin licencias}"
)


def _lines(verb: str, opening: str = "") -> list[tuple[str, Any]]:
    where = "[ en la línea de <payout:row>]"
    by = bool(opening)
    return [
        (
            f"{opening}{verb} <n:a>, <n:b> y <n:c>{where}",
            lambda t, a, b, c, row, who=None: (who == t.me or not by) and reads(t, row, a, b, c),
        ),
        (
            f"{opening}{verb} <n:a>{where}",
            lambda t, a, row, who=None: (who == t.me or not by) and reads(t, row, a),
        ),
        (
            f"{opening}{verb} <n:a>, <n:b>, <n:c> y <n:d>{where}",
            lambda t, a, b, c, d, row, who=None: (
                (who == t.me or not by) and reads(t, row, a, b, c, d)
            ),
        ),
        (
            f"{opening}{verb} <n:a> y <n:b>{where}",
            lambda t, a, b, row, who=None: (who == t.me or not by) and reads(t, row, a, b),
        ),
    ]


TITLES: Readings = {
    "actions.show_card.begun": (
        f"descubrir <{CARD}:card>",
        lambda t, card: card == t.action.card,
    ),
    "actions.invest.begun": (
        f"invertir <{CARD}:permit>",
        lambda t, permit: permit == t.action.permit,
    ),
    "actions.build.begun": (
        f"construir la carta de <{PLACE}:place>",
        lambda t, place: place == t.action.place,
    ),
    "actions.take_vocation.begun": (
        "coger un marcador de <vocation>",
        lambda t, vocation: vocation == t.action.vocation,
    ),
    **title(
        "claim_start",
        "comprar el edificio de <lot>",
        "compra el edificio de <lot>",
        lambda t, lot: lot == t.action.building,
    ),
    **title("show_card", f"descubrir {_SHOWN}", f"descubre {_SHOWN}", shows),
    **title(
        "show_all",
        "descubrir de una vez las cartas de la preparación",
        "descubre de una vez las cartas de la preparación",
        lambda _t: True,
    ),
    "actions.read_line.attempt": _lines("leer"),
    "actions.read_line.done": _lines("lee", "<seat:who> "),
    **title(
        "leave_line",
        "dejar para luego la línea de <payout:row>",
        "deja para luego la línea de <payout:row>",
        lambda t, row: row == t.action.row,
    ),
    **title(
        "invest",
        f"invertir <{CARD}:permit> por <bag:value>",
        f"invierte <{CARD}:permit> por <bag:value>",
        invests,
    ),
    **title(
        "take_card",
        f"coger {_ONE}",
        f"coge {_ONE}",
        lambda t, card, place: place == t.action.place and there(t, place, card),
    ),
    **title(
        "take_favor",
        f"coger como Favor {_ONE}",
        f"coge como Favor {_ONE}",
        lambda t, card, place: place == t.action.place and there(t, place, card),
    ),
    "actions.build.attempt": (
        f"construir {_ONE} como edificio <{ZONE}:zone> en {_SITE}",
        builds,
    ),
    "actions.build.done": (
        f"<seat:who> construye {{<{CARD}:card>|una carta de <{PLACE}:place>}} (<{ZONE}:zone>) en "
        f"{_SITE}",
        lambda t, who, **told: who == t.me and builds(t, **told),
    ),
    **title(
        "take_vocation",
        "coger de {la reserva|<seat:giver>} un marcador de <vocation>, con el número <n>",
        "coge de {la reserva|<seat:giver>} un marcador de <vocation>, con el número <n>",
        takes,
    ),
    **title(
        "no_vocation",
        "no coger {más marcadores de vocación|de otra persona un marcador de <vocation>}",
        "no coge {más marcadores de vocación|de otra persona un marcador de <vocation>}",
        leaves,
    ),
    **title(
        "cash_vocations",
        "cobrar[ <bag:gained>]{ por <vocation>| una vocación}",
        "{cobra <bag:gained>|no cobra nada}[ por <vocation>]",
        cashes,
    ),
    "actions.pay_rival.attempt": [
        (
            f"{{pagar|no pagar nada}}{{ a <seat:rival>| a quien ha construido}}[ <bag:paid>]"
            f"[ (<{CARD}:_cause>)]",
            lambda t, rival, paid, _cause: pays(t, paid, rival),
        ),
        (
            f"pagar a <seat:rival> prestigio por <bag:many>[ (<{CARD}:_cause>)]",
            lambda t, rival, many, _cause: (
                t.table.about("owed")[t.action.seat] < t.action.prestige == sum(many.values())
                and rival == t.table.about("to")
            ),
        ),
    ],
    "actions.pay_rival.done": (
        f"<seat:who> {{paga|no paga nada}}[ a <seat:rival>][ <bag:paid>][ (<{CARD}:_cause>)]",
        lambda t, who, rival, paid, _cause: who == t.me and pays(t, paid, rival),
    ),
    "actions.choose.begun": [
        ("<phase:what>", lambda t, what: what == f"phase.{t.table.phase}"),
        ("elegir algo de una carta", lambda t: t.table.phase not in ("park", "elect", "remove")),
    ],
    "actions.choose.attempt": [
        ("[!declines:no ]pagar <bag:amount>", pays_or_not),
        ("{elegir algo de una carta|<phase:what>}: <seat:answer>", answered),
        (f"{{elegir algo de una carta|<phase:what>}}: <{BOARD}:answer>[ de <block>]", answered),
    ],
    "actions.choose.done": [
        ("<seat:who> elige [!no:no ]pagar <bag:amount>", did_pay),
        (
            "<seat:who> <chosen>: <seat:answer>",
            lambda t, who, chosen, answer: did(t, who, chosen, answer, None),
        ),
        (f"<seat:who> <chosen>: <{BOARD}:answer>[ de <block>]", did),
    ],
    **title(
        "carry_out",
        f"hacer lo que dice {{una carta|<{CARD}:card>}}",
        f"hace lo que dice {{una carta|<{CARD}:card>}}",
        lambda t, card: card == (t.table.about("card") if t.table.phase == "effect" else None),
    ),
    **title(
        "done_by_hand",
        "dar por hecho lo que dice la carta",
        "ha hecho a mano lo que dice la carta",
        lambda _t: True,
    ),
    **title(
        "discard_favor",
        f"descartar {{un Favor|<{CARD}:card>, que es un Favor}}",
        f"descarta {{un Favor|<{CARD}:card>, que es un Favor}}",
        lambda t, card: there(t, t.action.place, card),
    ),
    **title("end_turn", "acabar el turno", "acaba su turno", lambda _t: True),
}
"""Readings of titles and of lines of the acta."""
