"""Other answers in reports of Urban Sprawl, as remedies tell them."""

from typing import Any

from tests.games.readings import Predicate, Readings
from tests.games.remedy_readings import Change, told_changes
from tests.games.urban_sprawl.sentences.reading import BOARD, CARD, PLACE, ZONE, T, shape
from tests.games.urban_sprawl.test_truth import CONTRACT_DECKS


def _card(t: T, place: Any) -> Any:
    """Return the card that lies in a place."""
    return t.table.lying(t.table.account(place)) or place


def _shown(_t: T, card: Any) -> Any:
    """Return the names of a card: all that nobody has noted are told alike."""
    kind = card.partition(".")[0]
    return frozenset((card, f"unnoted.{'contract' if kind in CONTRACT_DECKS else kind}"))


def _site(_t: T, value: Any) -> Any:
    return shape(value) if "+" in value or value.startswith(("lot", "both")) else value


def _answer(_t: T, value: Any) -> Any:
    return shape(value) if "+" in value else value


_SOURCE: list[tuple[str, Predicate]] = [
    ("lo coges de la reserva", lambda t: t.differs == {"source": "supply"}),
    ("lo coges de <seat:who>", lambda t, who: t.differs == {"source": f"seat.{who}"}),
]

_MADE = told_changes(
    {
        "claim_start.building": Change(
            "compras el edificio de {}", "lot", "otro solar con edificio libre"
        ),
        "show_card.card": Change("la carta es {}", CARD, "otra carta", named=_shown),
        "show_card.pays": Change("el número de abajo es {}", "n"),
        "show_card.pays.unnumbered.plain": "no tiene número abajo",
        "read_line.first": Change("el primer puesto gana {}", "n"),
        "read_line.second": Change("el segundo puesto gana {}", "n"),
        "read_line.third": Change("el tercer puesto gana {}", "n"),
        "read_line.fourth": Change("el cuarto puesto gana {}", "n"),
        "leave_line.row": Change("la línea que se lee luego es la de {}", "payout"),
        "invest.permit": Change("inviertes {}", CARD, "otra licencia"),
        "invest.value": Change("el número de riqueza es {}", "n"),
        "take_card.place": Change("la coges de {}", PLACE, "otro sitio"),
        "take_favor.place": Change(
            "coges como Favor {}", f"{PLACE}|{CARD}", "otra carta", named=_card
        ),
        "build.place": Change("construyes {}", f"{PLACE}|{CARD}", "otro contrato", named=_card),
        "build.zone": Change("el edificio es {}", ZONE, "de otra zona"),
        "build.block": Change("construyes en {}", "block", "otro bloque"),
        "build.lots": Change("ocupas {}", "shape", "otro lugar de el bloque", named=_site),
        "build.pay": Change(
            "pagas con {}", "permit|renewal*", "otras licencias", "no pagas con ninguna licencia"
        ),
        "take_vocation.vocation": Change("coges {}", "vocation", "otra vocación"),
        "take_vocation.number": Change("el marcador es el de el número {}", "n"),
        "cash_vocations.prestige": Change("{} {da|dan} prestigio", "bag"),
        "pay_rival.prestige": Change("pagas prestigio por {}", "bag"),
        "choose.answer": Change("eliges {}", BOARD, "otra cosa", named=_answer),
        "discard_favor.place": Change("descartas {}", f"{PLACE}|{CARD}", "otro Favor", named=_card),
    }
)
CHANGES: Readings = {
    **_MADE,
    **{
        place: [
            (
                "eliges a <seat:who>",
                lambda t, who: t.differs == {"answer": f"seat.{who}"},
            ),
            *_MADE[place],
        ]
        for place in ("actions.choose.changes.answer", "actions.choose.others.answer")
    },
    "actions.choose.changes.answer.seat": (
        "eliges a <seat:who>",
        lambda t, who: t.differs == {"answer": f"seat.{who}"},
    ),
    "actions.show_card.changes.as_event": (
        "<kind:new>",
        lambda t, new: t.differs == {"as_event": new == "kind.yes"},
    ),
    "actions.show_card.changes.ballot": (
        "va <ballot:new>",
        lambda t, new: t.differs == {"ballot": new == "ballot.yes"},
    ),
    "actions.take_vocation.changes.source": _SOURCE,
    "actions.take_vocation.others.source": _SOURCE,
}
"""Readings of other answers."""
