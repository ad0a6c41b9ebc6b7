"""What players report, one frozen model per act; those of `acts` stand with their acts."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field

from companion.games.blue_moon_city.components import MOST_SECTIONS, CardKind, Dragon
from companion.kernel import models

VERSION: Final = 2
"""Goes up when an old acta could be judged or carried out differently."""

TileId: TypeAlias = Annotated[str, Field(max_length=30)]


def _sorted_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(cards))


Cards: TypeAlias = Annotated[
    tuple[CardKind, ...], AfterValidator(_sorted_cards), Field(max_length=80)
]
"""Cards laid down, face up."""

AnyCards: TypeAlias = Annotated[
    tuple[CardKind | Literal["card"], ...], AfterValidator(_sorted_cards), Field(max_length=80)
]
"""Cards laid down, some of them perhaps face down."""


def _sorted_seats(seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(seats)))


class Deed(models.Deed):
    """An act of this game."""

    edition: Annotated[int, Field(ge=1, le=VERSION, exclude=True)] = VERSION


class MoveFigure(Deed):
    """The figure walks, or flies with a grey 1."""

    kind: Literal["move_figure"] = "move_figure"
    to: TileId
    cards: Cards = ()
    """The grey cards played for it."""


class MoveDragon(Deed):
    """A card moves its dragon."""

    kind: Literal["move_dragon"] = "move_dragon"
    dragon: Dragon
    card: CardKind
    to: TileId
    """A tile, or `out`."""


class PlaceStone(Deed):
    """A section of the building where the figure stands is paid and built."""

    kind: Literal["place_stone"] = "place_stone"
    section: Annotated[int, Field(ge=0, lt=MOST_SECTIONS)]
    """From left to right, 0 first."""
    cards: Cards
    """Every card laid down for it; what each was is worked out."""


class FinishTurn(Deed):
    """Discards, draws, and the next player's turn."""

    kind: Literal["finish_turn"] = "finish_turn"
    discards: AnyCards = ()


class CloseCity(Deed):
    """Everything is built and nobody can win any more: the last offerings begin (2007)."""

    kind: Literal["close_city"] = "close_city"


class DeclareStalemate(Deed):
    """Nobody builds or offers any more: the table ends the match (2007)."""

    kind: Literal["declare_stalemate"] = "declare_stalemate"
    winners: Annotated[
        tuple[Annotated[int, Field(ge=0, le=9)], ...],
        AfterValidator(_sorted_seats),
        Field(min_length=1, max_length=4),
    ]
    """Whoever the table names."""
