"""What nobody has read is no zero.

One random match is played twice: with a box that is known as a whole, and with random values of
it skipped, some of which are typed later. Nothing that is certain in the second is contradicted by
the first: verdicts, totals, whose turn it is, the end, the winner. The values that are left, typed
in any order, lead to the first table, and no entry breaks. Undo and redo, a file, and the same
adjustment of both lead to no other table.
"""

import pytest

from companion.games import GAMES
from tests.contract.skipped_values import check
from tests.seeds import seeds


@pytest.mark.parametrize("learns", [True, False])
@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("seed", seeds(6))
def test_what_is_certain_with_values_skipped_is_so_with_all_of_them(
    name: str, seed: int, *, learns: bool
) -> None:
    check(GAMES[name], seed, 150, learns=learns)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("learns", [True, False])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_is_certain_with_values_skipped_is_so_with_all_of_them_long_run(
    name: str, *, learns: bool
) -> None:
    reports = sum(check(GAMES[name], seed, 400, learns=learns) for seed in range(300))
    print(name, reports, "reports")
