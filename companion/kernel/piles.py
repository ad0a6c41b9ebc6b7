"""Where in an account things lie: in a row, or on spaces. The ledger says how many, a pile where.

A state that has such things keeps them in its part `piles`, by account; what moves them moves both.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from companion.kernel.effects import Transfer
from companion.kernel.ledger import Ledger
from companion.kernel.play import Play, frozen

Pile: TypeAlias = tuple[str | None, ...]
"""The items of an account in their order; None: a space where nothing lies."""
Piles: TypeAlias = Mapping[str, Pile]
"""By account. One that is not there is only counted."""


def laid(pile: Pile, item: str | None, space: int | None = None) -> Pile:
    """The pile with one thing more, or on one of its spaces instead of what lay there."""
    return (*pile, item) if space is None else (*pile[:space], item, *pile[space + 1 :])


def lifted(pile: Pile, item: str, *, gap: bool = False) -> Pile:
    """The pile without the last of such things; `gap`: the space where it lay stays, empty."""
    at = len(pile) - 1 - pile[::-1].index(item)
    return laid(pile, None, at) if gap else (*pile[:at], *pile[at + 1 :])


def put(
    play: Play[Any],
    item: str,
    source: str,
    target: str,
    rule: str,
    *,
    space: int | None = None,
    gap: bool = False,
    automatic: bool = False,
) -> None:
    """One thing goes from one account to another, counted and in its place.

    Args:
        play: the action being played out.
        item: the thing.
        source: where it was.
        target: where it goes.
        rule: by which section.
        space: on which space of the target; None: at its end.
        gap: whether the space that it leaves stays there.
        automatic: whether the app worked it out.
    """
    piles: dict[str, Pile] = dict(play.state.piles)
    if source in piles and item in piles[source]:
        piles[source] = lifted(piles[source], item, gap=gap)
    if target in piles:
        piles[target] = laid(piles[target], item, space)
    play.move(item, 1, source, target, rule, automatic)
    play.change(piles=frozen(piles))


def cleared(play: Play[Any], account: str, home: Callable[[str], str], rule: str) -> None:
    """Everything that lies in an account goes home; its spaces stay, empty."""
    piles: Piles = play.state.piles
    there = [item for item in piles[account] if item is not None]
    play.do(
        *(
            Transfer(item, there.count(item), account, home(item), rule, automatic=True)
            for item in sorted(set(there))
        )
    )
    play.change(piles=frozen({**piles, account: (None,) * len(piles[account])}))


def out_of_step(ledger: Ledger, account: str, pile: Pile, items: Iterable[str]) -> tuple[str, ...]:
    """The items of which a pile does not show as many as are counted in its account."""
    return tuple(item for item in items if pile.count(item) != ledger.balance(account, item))


def in_step(
    ledger: Ledger, account: str, pile: Pile, homes: Mapping[str, str], rule: str
) -> list[Transfer]:
    """What makes the things counted in an account those that its pile shows.

    Args:
        ledger: the balances.
        account: where the pile lies.
        pile: what it shows.
        homes: by item, where it comes from and goes back to.
        rule: by which section.
    """
    moved = []
    for item in out_of_step(ledger, account, pile, homes):
        more = pile.count(item) - ledger.balance(account, item)
        source, target = (homes[item], account) if more > 0 else (account, homes[item])
        moved.append(Transfer(item, abs(more), source, target, rule))
    return moved
