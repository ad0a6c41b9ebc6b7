"""Positions of things in an account, in a row or on spaces; the ledger holds only amounts.

A state keeps them in its part `piles`, by account; a move updates both.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from companion.kernel.pieces.effects import Transfer
from companion.kernel.pieces.ledger import Ledger
from companion.kernel.play import Play, frozen

Pile: TypeAlias = tuple[str | None, ...]
"""Items of an account in order; None: an empty space."""
Piles: TypeAlias = Mapping[str, Pile]
"""Piles by account. An absent account is only counted."""


def with_item(pile: Pile, item: str | None, space: int | None = None) -> Pile:
    """Return the pile with one more item, at the end or in place of what lay on a space."""
    return (*pile, item) if space is None else (*pile[:space], item, *pile[space + 1 :])


def without_item(pile: Pile, item: str, *, gap: bool = False) -> Pile:
    """Return the pile without the last such item; with `gap` its space stays, empty."""
    at = len(pile) - 1 - pile[::-1].index(item)
    return with_item(pile, None, at) if gap else (*pile[:at], *pile[at + 1 :])


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
    """Move one item between accounts, in the ledger and in the piles.

    Args:
        play: the action being played out.
        item: the item.
        source: account it leaves.
        target: account it enters.
        rule: section that orders it.
        space: space of the target; None: its end.
        gap: True if the space it leaves stays there.
        automatic: True if the app worked it out.
    """
    piles: dict[str, Pile] = dict(play.state.piles)
    if source in piles and item in piles[source]:
        piles[source] = without_item(piles[source], item, gap=gap)
    if target in piles:
        piles[target] = with_item(piles[target], item, space)
    play.move(item, 1, source, target, rule, automatic)
    play.change(piles=frozen(piles))


def clear_account(play: Play[Any], account: str, home: Callable[[str], str], rule: str) -> None:
    """Move everything in an account to its home; the spaces stay, empty."""
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
    """Return the items whose number in a pile differs from their balance in its account."""
    return tuple(item for item in items if pile.count(item) != ledger.balance(account, item))


def in_step(
    ledger: Ledger, account: str, pile: Pile, homes: Mapping[str, str], rule: str
) -> list[Transfer]:
    """Return the transfers that make the balances of an account match its pile.

    Args:
        ledger: the balances.
        account: account of the pile.
        pile: the pile.
        homes: by item, the account it comes from and goes back to.
        rule: section that orders it.
    """
    moved = []
    for item in out_of_step(ledger, account, pile, homes):
        more = pile.count(item) - ledger.balance(account, item)
        source, target = (homes[item], account) if more > 0 else (account, homes[item])
        moved.append(Transfer(item, abs(more), source, target, rule))
    return moved
