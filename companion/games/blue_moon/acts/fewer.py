"""Remedies that leave out some of the cards that a report names."""

from collections.abc import Callable, Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

from companion.games.blue_moon import terms
from companion.games.blue_moon.acts.common import Act
from companion.games.blue_moon.state import State
from companion.kernel.refusal import Failure, Remedy

_Proposals: TypeAlias = Callable[[State, Any], Iterator[Remedy]]

_MOST_NAMED: Final = 7
"""Number of named cards up to which some are left out."""
_MOST_ALIKE: Final = 3
"""Number of alternatives that are worth naming; of more, none is better than another."""


def without_some(code: str, reported: Act[Any], failed: str) -> _Proposals:
    """Return the proposals to name fewer cards, as many as a condition allows.

    Args:
        code: code of the remedy.
        reported: act that names cards.
        failed: code of its condition, which holds for what is left.
    """

    def proposals(state: State, act: Any) -> Iterator[Remedy]:
        test = next(one.test for one in reported.conditions if one.code == failed)
        cards: tuple[str, ...] = getattr(act, "cards", ())
        named = cards if len(cards) <= _MOST_NAMED else ()
        for number in range(len(named) - 1, 0, -1):
            kept = [
                some
                for some in dict.fromkeys(combinations(named, number))
                if not isinstance(test(state, _with_cards(act, some)), Failure)
            ]
            if kept:
                for some in kept if len(kept) <= _MOST_ALIKE else ():
                    yield Remedy(code, {"cards": terms.cards(some)}, {"cards": some})
                return

    return proposals


def _with_cards(act: Any, cards: tuple[str, ...]) -> Any:
    return SimpleNamespace(**{**vars(act), "cards": cards})
