"""Cards in a few letters: their name, or zones, size and number where they have none."""

from collections.abc import Mapping
from typing import Any

from companion.games.urban_sprawl.grid import ZONES
from companion.rulebook.wording import Wording


def zones_of(facts: Mapping[str, Any], card: str) -> tuple[str, ...]:
    """The zones of a permit or of a contract; none while nobody knows."""
    found = facts.get(f"{card}.zones") or facts.get(f"{card}.zone")
    named = found.split("-") if isinstance(found, str) else ()
    return tuple(zone for zone in ZONES if zone in named)


def card_label(wording: Wording, facts: Mapping[str, Any], card: str) -> str:
    """A card by its name or by what it shows; empty while nobody wrote anything of it down."""
    name = facts.get(f"{card}.name")
    if isinstance(name, str) and name:
        return name
    own, zones, size = wording.own, zones_of(facts, card), facts.get(f"{card}.size")
    parts = ["/".join(own(f"board.code.{zone}") for zone in zones)] if zones else []
    if isinstance(size, int):
        parts.append(own("board.permits" if card.startswith("permit") else "board.lots", n=size))
    number = facts.get(f"{card}.payout")
    if isinstance(number, int) and number:
        kind = "wealth" if card.startswith("permit") else "prestige"
        parts.append(own(f"board.code.{kind}", n=number))
    if facts.get(f"{card}.ballot") == "yes":
        parts.append(own("board.card.ballot"))
    return " ".join(parts)


def short(code: str) -> str:
    """The first two letters of a zone, where there is no room for all."""
    return code[:1] + code[1:2].lower()
