"""Ledger compared with a plain table of numbers under random postings."""

from random import Random

import pytest

from companion.kernel.pieces.ledger import (
    Conceal,
    Effect,
    Happening,
    Ledger,
    Reveal,
    Transfer,
    family,
)
from companion.kernel.values import NO_PARAMS

ACCOUNTS = ("deck", "discard", "seat:0", "seat:1")
ITEMS = ("card", "card:red", "card:blue", "coin")


def _drawn(rng: Random) -> Effect:
    account, amount = rng.choice(ACCOUNTS), rng.randint(0, 3)
    match rng.randrange(4):
        case 0:
            return Reveal("card", rng.choice(ITEMS[1:3]), amount, account, "rule")
        case 1:
            return Conceal("card", account, "rule")
        case 2:
            return Happening("said", NO_PARAMS, "rule")
        case _:
            return Transfer(rng.choice(ITEMS), amount, account, rng.choice(ACCOUNTS), "rule")


def _posted(plain: dict[tuple[str, str], int], effect: Effect) -> dict[tuple[str, str], int]:
    """Return a table of numbers after an effect, changed one number at a time."""
    after = dict(plain)

    def add(account: str, item: str, amount: int) -> None:
        after[account, item] = after.get((account, item), 0) + amount

    match effect:
        case Transfer(item=item, amount=amount, source=source, target=target):
            add(source, item, -amount)
            add(target, item, amount)
        case Reveal(hidden=hidden, shown=shown, amount=amount, account=account):
            add(account, hidden, -amount)
            add(account, shown, amount)
        case Conceal(hidden=hidden, account=account):
            for (where, item), amount in plain.items():
                if where == account and family(item) == family(hidden):
                    add(account, item, -amount)
                    add(account, hidden, amount)
        case Happening():
            pass
    return after


@pytest.mark.parametrize("seed", range(30))
def test_ledger_counts_like_a_plain_table_of_numbers(seed: int) -> None:
    rng = Random(seed)
    plain = {("deck", "card"): 20, ("seat:0", "coin"): 5}
    ledger = Ledger(plain)
    earlier: list[tuple[Ledger, dict[tuple[str, str], int]]] = []
    for _ in range(40):
        earlier.append((ledger, plain))
        effects = [_drawn(rng) for _ in range(rng.randint(1, 3))]
        ledger = ledger.post(effects)
        for effect in effects:
            plain = _posted(plain, effect)
    for posted, expected in (*earlier, (ledger, plain)):
        there = {key: amount for key, amount in expected.items() if amount}
        assert {(a, i): n for a, i, n in posted.items()} == there
        assert posted == Ledger(expected)
        assert hash(posted) == hash(Ledger(there))
        for account in ACCOUNTS:
            assert posted.held(account) == {i: n for (a, i), n in there.items() if a == account}
            for item in ITEMS:
                assert posted.balance(account, item) == expected.get((account, item), 0)
            cards = sum(n for (a, i), n in there.items() if a == account and family(i) == "card")
            assert posted.total(account, "card") == cards
