"""Refusals of buildings of Urban Sprawl: their site, what is demolished, and the permits."""

from typing import Any

from tests.games.readings import Readings
from tests.games.urban_sprawl.sentences.reading import (
    CARD,
    ZONE,
    T,
    blocks_of,
    built_card,
    is_gone,
    is_restricted,
    sizes,
    unread,
    zones_of,
)


def touches(t: T, zone: str) -> bool:
    """Return whether the site touches buildings, none of that zone."""
    zones = {one.zone for one in t.table.beside()} - {"park"}
    return bool(zones) and zone == t.action.zone and zone not in zones


def _building(said: str, **about: str) -> tuple[str, Any]:
    return (
        f"El edificio (<{ZONE}:colour>) que empieza en <lot:building> {said}",
        lambda t, building, colour, **told: is_gone(t, building, colour, **(about | told)),
    )


def without(t: T, permits: tuple[str, ...]) -> bool:
    """Return whether the permits laid suffice without each of these."""
    worth = dict(zip(t.action.pay, sizes(t), strict=True))
    total = sum(one or 0 for one in worth.values())
    return all(total - (worth[one] or 0) >= len(t.table.lots) for one in permits)


SITES: Readings = {
    "conditions.other_zone.refusal": (
        f"<{CARD}:card> es de un edificio <{ZONE}:zone>.",
        lambda t, card, zone: (
            built_card(t, card) and zone == t.table.printed(f"{card}.zone") != t.action.zone
        ),
    ),
    "conditions.other_zone.unverified": (
        f"Nadie ha anotado la zona de <{CARD}:card>.",
        lambda t, card: built_card(t, card) and unread(t, card, "zone"),
    ),
    "conditions.crosses_street.refusal": (
        "Un edificio no sale de su bloque: en <block> o a el otro lado de la calle, pero no en los "
        "dos.",
        lambda t, block: block == t.action.block and t.action.lots == "both_sides",
    ),
    "conditions.other_block.refusal": (
        "Un edificio no sale de su bloque, y esos solares no están en <block>, sino en "
        "<block:other>.",
        lambda t, block, other: block == t.action.block and blocks_of(t) == {other} != {block},
    ),
    "conditions.wrong_size.refusal": (
        f"<{CARD}:card> ocupa <bag:size>.",
        lambda t, card, size: (
            built_card(t, card)
            and size["lot"] == t.table.printed(f"{card}.size") != len(t.table.lots)
        ),
    ),
    "conditions.wrong_size.unverified": (
        f"Nadie ha anotado cuántos solares ocupa <{CARD}:card>.",
        lambda t, card: built_card(t, card) and unread(t, card, "size"),
    ),
    "conditions.no_renewal.refusal": (
        f"En <lot:building> hay un edificio (<{ZONE}:colour>), y <seat:who> no tiene a el "
        "Contratista ni una Renovación Urbana.",
        lambda t, building, colour, who: (
            who == t.me
            and is_gone(t, building, colour)
            and not t.table.at(t.table.me, "renewal")
            and t.table.who("office:contractor") != who
        ),
    ),
    "conditions.larger_than_new.refusal": _building(
        "es más grande que el nuevo, que ocupa <bag:size>."
    ),
    "conditions.lot_left_over.refusal": _building(
        "tiene algún solar que el nuevo no ocupa.", left=""
    ),
    "conditions.contractor_safe.refusal": _building(
        "es de <seat:owner>, que tiene a el Contratista."
    ),
    "conditions.own_or_park.refusal": [
        _building("es de <seat:own>, y en esta mesa eso no se demuele."),
        (
            "Lo que hay en <lot:building> es un parque, y en esta mesa eso no se demuele.",
            lambda t, building: is_gone(t, building, "park"),
        ),
    ],
    "conditions.zoning.refusal": (
        f"Ese sitio de <block> toca algún edificio de otra zona y ninguno <{ZONE}:zone>.",
        lambda t, block, zone: block == t.action.block and touches(t, zone),
    ),
    "conditions.zoning.unverified": (
        "Toca algún edificio de otra zona y ninguno de la suya, y nadie ha anotado si las zonas "
        f"cuentan para <{CARD}:card>.",
        lambda t, card: built_card(t, card) and touches(t, t.action.zone),
    ),
    "conditions.restriction.refusal": (
        f"<{CARD}:card> se construye <restriction>.",
        lambda t, card, restriction: built_card(t, card) and is_restricted(t, restriction),
    ),
    "conditions.restriction.unverified": [
        (
            f"Nadie ha anotado el texto en cursiva de <{CARD}:card>.",
            lambda t, card: built_card(t, card) and unread(t, card, "restriction"),
        ),
        (
            f"La mesa comprueba el texto en cursiva de <{CARD}:card>.",
            lambda t, card: (
                built_card(t, card) and t.table.printed(f"{card}.restriction") == "other"
            ),
        ),
    ],
    "conditions.not_your_permits.refusal": (
        "<seat:who> no tiene <permit|renewal*:permits>.",
        lambda t, who, permits: (
            who == t.me
            and set(permits) <= set(t.action.pay)
            and not any(t.table.at(t.table.me, one.replace(".", ":")) for one in permits)
        ),
    ),
    "conditions.wrong_zone.refusal": (
        f"<permit|renewal:permit> no sirve para un edificio <{ZONE}:zone>.",
        lambda t, permit, zone: (
            permit in t.action.pay and zone == t.action.zone and zone not in zones_of(t, permit)
        ),
    ),
    "conditions.wrong_zone.unverified": (
        "Nadie ha anotado las zonas de <permit|renewal*:permits>.",
        lambda t, permits: (
            set(permits) <= set(t.action.pay) and all(unread(t, one, "zones") for one in permits)
        ),
    ),
    "conditions.permits_short.refusal": (
        "Hacen falta licencias para <bag:size>, y {las que se dan llegan para <bag:total>|no se da "
        "ninguna}.",
        lambda t, size, total: (
            size["lot"] == len(t.table.lots)
            and (total is not None or not t.action.pay)
            and (total or {"lot": 0})["lot"] == sum(one or 0 for one in sizes(t)) < size["lot"]
        ),
    ),
    "conditions.permits_short.unverified": (
        "Hacen falta licencias para <bag:size>, y nadie ha anotado cuánto valen (<any:_fact>).",
        lambda t, size, _fact: size["lot"] == len(t.table.lots) and None in sizes(t),
    ),
    "conditions.superfluous.refusal": (
        "<permit|renewal*:permits> no {hace|hacen} falta.",
        lambda t, permits: set(permits) <= set(t.action.pay),
    ),
    "conditions.superfluous.remark": (
        "<permit|renewal*:permits> no {hace|hacen} falta: no se da cambio.",
        lambda t, permits: set(permits) <= set(t.action.pay) and without(t, permits),
    ),
}
"""Readings of refusals of buildings."""
