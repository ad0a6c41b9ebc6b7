"""Rewards of the symbols on buildings, as data, and how they are paid."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.blue_moon_city import terms
from companion.games.blue_moon_city.components import (
    BUILDINGS,
    REWARDED,
    SYMBOLS,
    reward_fact,
)
from companion.games.blue_moon_city.play import Play, give_crystals, give_reward_cards, give_scales
from companion.games.blue_moon_city.state import CARD, CRYSTAL, SCALE, State
from companion.kernel.box.facts import Unknown
from companion.kernel.box.lines import (
    EffectLine,
    LineContext,
    Lines,
    PrintedNumber,
    Verb,
    perform,
)
from companion.kernel.values import Seat

_ITEM: Final = dict(zip(REWARDED, (CRYSTAL, CARD, SCALE), strict=True))


GIVES: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        tile: tuple(
            EffectLine(
                "gain", _ITEM[what], PrintedNumber(reward_fact(tile, of, what)), when=("reward", of)
            )
            for of in SYMBOLS
            for what in REWARDED
        )
        for tile in BUILDINGS
    }
)
"""Effect lines of each building's symbols."""


_BY_SYMBOL: Final[Mapping[tuple[str, str], Lines]] = MappingProxyType(
    {
        (tile, symbol): tuple(line for line in lines if line.when == ("reward", symbol))
        for tile, lines in GIVES.items()
        for symbol in SYMBOLS
    }
)


LINES: Final[Mapping[str, Lines]] = MappingProxyType(
    {f"tile.{tile}": lines for tile, lines in GIVES.items()}
)
"""Same lines, by the key of the term that names the building."""


class _Share(NamedTuple):
    """Symbol by which a seat is rewarded."""

    reward: str


_SHARES: Final = {symbol: _Share(symbol) for symbol in SYMBOLS}


_HANDED_OUT: Final = {CRYSTAL: give_crystals, CARD: give_reward_cards, SCALE: give_scales}


def _gain(play: Play, doing: LineContext, line: EffectLine) -> None:
    number = doing.amount(line, play.state.facts.printed)
    # Unknown values are refused earlier. If the table allowed the report anyway, they give nothing.
    if isinstance(number, int) and number:
        _HANDED_OUT[doing.what(line)](play, doing.seat, number, doing.rule, doing.cause)


VERBS: Final[Mapping[str, Verb[Play]]] = MappingProxyType(
    {"gain": Verb(_gain, tuple(_HANDED_OUT), counts=True)}
)
"""Verbs of the effect lines."""


def give(play: Play, seat: Seat, tile: str, symbol: str, rule: str) -> None:
    """Give a seat the reward of a symbol of a building."""
    doing = LineContext(seat, rule, terms.place(tile), _SHARES[symbol])
    perform(play, doing, _BY_SYMBOL[tile, symbol], VERBS)


def unknown(state: State, tile: str, symbol: str) -> Iterator[str]:
    """Yield the fact ids of a symbol's unknown amounts."""
    for what in REWARDED:
        if isinstance(state.facts.printed[fact := reward_fact(tile, symbol, what)], Unknown):
            yield fact
