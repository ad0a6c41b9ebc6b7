"""Lines of effects of Urban Sprawl, held against the ledger and the city."""

from typing import Any

from tests.games.readings import Changes, Readings
from tests.games.urban_sprawl.sentences.reading import (
    CARD,
    CAUSE,
    NUMBERED,
    PLACE,
    ZONE,
    Bag,
    T,
    gets,
    house,
    item,
    moved,
    no_more,
    note,
    shape,
    stands,
    worth,
)

_CAUSE = f"[ (<{CAUSE}:_cause>)]"
_RULED = "En esta mesa <as_ruled:read>: con la otra lectura "


def in_force(t: T, read: str) -> bool:
    """Return whether a reading is the one of this table."""
    return any(read == f"as_ruled.{name}_{value}" for name, value in t.state.rulings.items())


def gains(t: T, who: int, n: Bag, _cause: Any) -> Changes:
    note(t, "gained", n)
    t.running["gain"] = (who, _cause)
    return moved(1, who, n)


def pays(t: T, who: int, n: Bag, _cause: Any) -> Any:
    if who == t.me:
        note(t, "paid", n)
    return no_more(t, who, n) and moved(-1, who, n)


def pays_rival(t: T, giver: int, who: int, n: Bag, _cause: Any) -> Any:
    if giver == t.me:
        note(t, "paid", n)
    return giver != who and no_more(t, giver, n) and {**moved(-1, giver, n), **moved(1, who, n)}


def lost_by(t: T, who: int) -> Bag:
    """Return what a seat has less of after the report."""
    now, then = (Bag({w: one.at(f"seat:{who}", w) for w in NUMBERED}) for one in (t.table, t.then))
    return now - then


def holder(t: T, what: str) -> int | None:
    """Return the seat that has a thing, as far as the lines of effects were read."""
    told = t.running["changes"]
    has = (t.table.at(f"seat:{s}", item(what)) + told[f"seat:{s}", item(what)] for s in t.seats)
    return next((who for who, n in zip(t.seats, has, strict=True) if n > 0), None)


def passes(t: T, who: int | None, what: str) -> Any:
    """Return what changes when a thing goes to a seat, or away from all."""
    had = holder(t, what)
    if had == who:
        return {} if who is None else False
    lost = {} if had is None else gets(had, what, -1)
    return {**lost, **({} if who is None else gets(who, what, 1))}


def takes(_t: T, who: int, giver: int | None, vocation: str) -> Any:
    lost = {} if giver is None else gets(giver, vocation, -1)
    return giver != who and {**gets(who, vocation, 1), **lost}


def is_elected(t: T, who: int, office: str) -> bool:
    """Return whether a seat has an office after it, unless it goes on to others."""
    return t.then.who(item(office)) == who or t.running.update(again=office) is None


def share(t: T, row: str, who: int, buildings: Bag | None, amount: int | None, kind: str) -> bool:
    """Return whether the final payout of a row gives a seat with so many buildings as much."""
    pays_it = t.after.final[row][who] == (amount or 0)
    return has_in_row(t, row, who, buildings) and pays_it and kind in (None, "prestige")


def moves(t: T, lot: str, block: str, within: str) -> bool:
    """Return whether a building goes where it was chosen, or the next where there is no choice."""
    old, first = house(t.state, lot), not t.running.get("moved")
    t.running["moved"] = True
    chosen = t.action.answer == block or within == shape(t.action.answer)
    return old is not None and stands(t.after, block, within, old.colour) and (chosen or not first)


def paid_share(t: T, row: str, who: int, buildings: Bag | None, none: bool) -> bool:
    """Return whether a seat has so many buildings in a row, and has just gained by it or nothing.

    Whoever gains nothing now can have gained by the same row just before, if it was left for later.
    """
    gained = t.running.get("gain") == (who, row)
    return has_in_row(t, row, who, buildings) and (none or gained)


def has_in_row(t: T, row: str, who: int, buildings: Bag | None) -> bool:
    """Return whether a seat has so many buildings in a row, now or before the report."""
    n = (buildings or Bag())["building"]
    return n in {worth(t, who, row, state) for state in (t.after, t.state) if row_there(row, state)}


def row_there(row: str, state: Any) -> bool:
    markers = {marker.partition(".")[2] for marker in state.city.markers.values()}
    number = row.partition(".")[2]
    printed = (number[0] == "w" and int(number[1:]) <= 6) or number in ("p1", "p2", "p3")
    return printed or number in markers


def shuffles(t: T, n: Bag, kind: str) -> Any:
    """Note how many cards of a kind go back to the deck."""
    note(t, "shuffled", n)
    return {} if set(n) == {kind} else False


def rows_by_ruling(t: T, read: str, n: Bag | None, other: str, count: Bag | None) -> bool:
    return in_force(t, read) and other != read and (n or Bag()) != (count or Bag())


_IN_THE_ROW = "<payout:row>: <seat:who> {tiene <bag:buildings>|no tiene edificios}"


EFFECTS: Readings = {
    "effects.claimed": (
        "<seat:who> controla el edificio de <lot>.",
        lambda t, who, lot: (
            (who, lot) == (t.me, t.action.building) and house(t.after, lot).owner == who
        ),
    ),
    "effects.event": (
        f"Evento: <{CARD}:card>.",
        lambda t, card: card == t.action.card,
    ),
    "effects.impossible": ("No hay nada que elegir: esa parte no se hace.", lambda _t: True),
    "effects.planning_shuffled": (
        "Se barajan los descartes: hay un mazo de Planificación nuevo de <bag:cards>.",
        lambda t, cards: cards["card"] == t.running["shuffled"].total(),
    ),
    "effects.built": (
        f"En <block> (<shape:within>) hay un edificio nuevo: <{ZONE}:colour>.",
        lambda t, block, within, colour: stands(t.after, block, within, colour),
    ),
    "effects.demolished": (
        f"En <block> (<shape:within>) ya no hay edificio: era <{ZONE}:colour>.",
        lambda t, block, within, colour: stands(t.state, block, within, colour),
    ),
    "effects.moved": (
        "El edificio de <lot> se traslada a <block> (<shape:within>).",
        moves,
    ),
    "effects.control_dropped": (
        "El edificio de <lot> ya no es de nadie.",
        lambda t, lot: (
            house(t.state, lot).owner is not None
            and (house(t.after, lot) is None or house(t.after, lot).owner is None)
        ),
    ),
    "effects.marker_laid": (
        "En <top|right:circle> queda <marker>.",
        lambda t, circle, marker: t.after.city.markers[circle] == marker,
    ),
    "effects.effect_by_hand": (
        f"Nadie ha anotado lo que hace <{CARD}:card>: la mesa apunta lo que se ha movido.",
        lambda t, card: t.table.printed(f"{card}.lines") is None,
    ),
    "effects.by_hand": (
        f"<seat:who> ha hecho a mano lo que dice <{CAUSE}:cause>: <any:text>.",
        lambda t, who, cause, text: (
            who == t.me
            and t.table.phase == "by_hand"
            and any(line.text == text for line in t.table.printed(f"{cause}.lines"))
        ),
    ),
    "effects.payout_by_ruling": (
        f"{_RULED}<seat:who> {{ganaría <bag:amount>|no ganaría nada}}.",
        lambda t, read, who, amount: in_force(t, read) and who in t.seats and amount != Bag(),
    ),
    "effects.rows_by_ruling": (
        "En esta mesa «estas filas» son <as_ruled:read>, y {hay <bag:n>|no hay edificios}: si "
        "fueran <as_ruled:other>, {habría <bag:count>|no habría ninguno}.",
        rows_by_ruling,
    ),
    "effects.tribute_by_ruling": (
        f"{_RULED}<seat:who> {{pagaría <bag:amount>|no pagaría nada}}.",
        lambda t, read, who, amount: (
            in_force(t, read) and who in t.seats and (amount or Bag()) != lost_by(t, who)
        ),
    ),
    "effects.loss_by_ruling": (
        f"{_RULED}<seat:who> {{perdería <bag:amount>|no perdería nada}}.",
        lambda t, read, who, amount: (
            in_force(t, read)
            and who in t.seats
            and (amount is None or set(+amount) == {"prestige"})
        ),
    ),
    "effects.right_gained": (
        f"[Con <{CAUSE}:card>, ]<seat:who> tiene un derecho en las elecciones: <any:text>.",
        lambda t, card, who, text: (
            who in t.seats
            and (
                card is None or any(line.text == text for line in t.table.printed(f"{card}.lines"))
            )
        ),
    ),
    "effects.right_recalled": (
        f"En las elecciones vale lo que dice <{CARD}:card>, de <seat:who>: <any:text>.",
        lambda t, card, who, text: (
            who in t.seats and any(line.text == text for line in t.table.printed(f"{card}.lines"))
        ),
    ),
    "effects.deck_opened": (
        "Se activa <deck>.",
        lambda _t, deck: deck.partition(".")[2] in ("city", "metropolis"),
    ),
    "effects.turn_ended": ("<seat:who> acaba su turno.", lambda t, who: who == t.me),
    "effects.match_stopped": (
        "Salen los Juegos Olímpicos: el juego se para.",
        lambda t: t.action.card == "metropolis.m1",
    ),
    "effects.pawn_moved": (
        "El peón naranja avanza a la casilla de <office>.",
        lambda t, office: office == t.after.track,
    ),
    "effects.blank_space": (
        "<office> todavía no está en juego: no se elige a nadie.",
        lambda t, office: t.then.who(item(office)) is None,
    ),
    "effects.nobody_elected": (
        "No hay a quién elegir como <office>.",
        lambda _t, office: office.startswith("office."),
    ),
    "effects.elected": (
        "<seat:who> sale <office>, <decided:_how>[ de <office|active|vocation|permit:_by>].",
        lambda t, who, office, _how, _by: is_elected(t, who, office),
    ),
    "effects.no_vocation_taken": (
        "<seat:who> no coge {más marcadores|de otra persona un marcador de <vocation>}[ por "
        f"<{CARD}:_card>].",
        lambda t, who, vocation, _card: who in t.seats and (vocation is None or bool(vocation)),
    ),
    "effects.vocation_scored": (
        "Se puntúa <vocation>, con el número <n>.",
        lambda _t, vocation, n: bool(vocation) and n > 0,
    ),
    "effects.row_absent": (
        "<payout:row> no está en el tablero: no hay pago.",
        lambda t, row: not row_there(row, t.after),
    ),
    "effects.row_empty": (
        "<payout:row> no paga a nadie: nadie controla edificios en ella.",
        lambda t, row: not any(worth(t, who, row) for who in t.seats),
    ),
    "effects.payout_left": (
        "Falta por leer cuánto {gana|ganan} <seats:paid> con <payout:row>.",
        lambda t, paid, row: row == t.table.about("row") and bool(paid),
    ),
    "effects.row_share": (f"{_IN_THE_ROW}[!none: y no gana nada].", paid_share),
    "effects.final_share": (
        f"Al final, {_IN_THE_ROW} y {{gana <n:amount> de <wealth|prestige:kind>|no gana nada}}.",
        share,
    ),
    # Transfers
    **{
        f"transfers.{what}>seat": [
            (f"<seat:giver> {verb} <bag:n>{_CAUSE}.", pays_rival)
            for verb in ("paga a <seat:who>",)
            if what == "wealth"
        ]
        + [
            (f"<seat:giver> pierde <bag:n> y lo gana <seat:who>{_CAUSE}.", pays_rival),
            (f"<seat:who> gana <bag:n>{_CAUSE}.", gains),
        ]
        for what in NUMBERED
    },
    "transfers.wealth": (f"<seat:who> paga <bag:n>{_CAUSE}.", pays),
    "transfers.prestige": (f"<seat:who> pierde <bag:n>{_CAUSE}.", pays),
    "transfers.vocation:*>seat": (
        "<seat:who> coge[ de <seat:giver>] un marcador de <vocation>.",
        takes,
    ),
    "transfers.office:*>seat": (
        "<seat:who> recibe la loseta de <office>.",
        lambda t, who, office: passes(t, who, office),
    ),
    "transfers.office:*": [
        (
            "<seat:who> deja la loseta de <office>.",
            lambda t, who, office: holder(t, office) == who and gets(who, office, -1),
        ),
        (
            "Entra en juego la loseta de <office>.",
            lambda t, office: {} if holder(t, office) is None else False,
        ),
    ],
    "transfers.extra_favor": (
        f"<seat:who> recibe el Favor Extra{_CAUSE}.",
        lambda t, who, _cause: passes(t, who, "extra_favor"),
    ),
    "transfers.permit:*>seat": (
        "<seat:who> recibe <permit>.",
        lambda t, who, permit: passes(t, who, permit),
    ),
    "transfers.permit:*>rail": (
        f"<permit> queda en <{PLACE}:_place>.",
        lambda t, permit, _place: passes(t, None, permit),
    ),
    "transfers.permit:*>discard": (
        "<permit> va a los descartes.",
        lambda t, permit: passes(t, None, permit),
    ),
    "transfers.event:*>discard": (
        f"<{CARD}:card> va a los descartes.",
        lambda t, card: {} if t.then.at("discard", item(card)) or card else False,
    ),
    **{
        f"transfers.{kind}": (
            "A el mazo de Planificación {vuelve|vuelven} <bag:n>.",
            lambda t, n, kind=kind: shuffles(t, n, kind),
        )
        for kind in ("permit", "event", "renewal")
    },
    "transfers.renewal>seat": (
        "<seat:who> recibe <bag:n>.",
        lambda _t, who, n: gets(who, "renewal", n["renewal"]),
    ),
    "transfers.renewal>rail": (
        f"Una Renovación Urbana queda en <{PLACE}:_place>.",
        lambda _t, _place: {} if _place else False,
    ),
    "transfers.renewal>discard": [
        (
            "<seat:who> descarta <bag:n>.",
            lambda _t, who, n: gets(who, "renewal", -n["renewal"]),
        ),
        ("Va a los descartes <bag:n>.", lambda _t, n: {} if n["renewal"] > 0 else False),
    ],
    **{
        f"transfers.{deck}:*>box": (
            f"<{deck}:card> vuelve a la caja.",
            lambda t, card: {} if t.then.at("box", item(card)) else False,
        )
        for deck in ("town", "city", "metropolis")
    },
    **{
        f"transfers.{deck}:*": (
            f"<{deck}:card> pasa a {{<{PLACE}:_place>[ de <seat:_who>]|los descartes de "
            "Planificación}.",
            lambda t, card, **_where: {} if t.then.seen(card) else False,
        )
        for deck in ("town", "city", "metropolis")
    },
}
"""Readings of effects and transfers."""


def all_told(t: T) -> bool:
    """Return whether what a title says that its seat gains or pays is what moved."""
    said = t.running.get("said")
    if said is None:
        return True
    moved_so = t.running.get("paid" if t.action.kind == "pay_rival" else "gained", Bag())
    return not +said - moved_so
