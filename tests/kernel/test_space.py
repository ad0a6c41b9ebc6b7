"""Cells, links and regions of small maps that can be drawn by hand."""

from random import Random

from companion.kernel.pieces.space import linked, region, steps_from, touching

GRID = {(r, c): letter for r, row in enumerate(("abc", "d f", "ghi")) for c, letter in
        enumerate(row) if letter != " "}  # fmt: skip
"""Nine cells without the middle one."""


def test_cell_touches_its_four_neighbours_clockwise_from_above() -> None:
    beside = touching(GRID)
    assert beside["a"] == ("b", "d")
    assert beside["b"] == ("c", "a")
    assert beside["f"] == ("c", "i")


def test_cell_has_up_to_eight_neighbours_with_diagonals() -> None:
    whole = {(r, c): 3 * r + c for r in range(3) for c in range(3)}
    assert set(touching(whole, diagonal=True)[4]) == set(range(9)) - {4}
    assert set(touching(GRID, diagonal=True)["b"]) == {"a", "c", "d", "f"}


def test_steps_are_counted_around_a_hole_in_the_grid() -> None:
    assert dict(steps_from("a", touching(GRID))) == {
        "a": 0, "b": 1, "d": 1, "c": 2, "g": 2, "f": 3, "h": 3, "i": 4,
    }  # fmt: skip


def test_region_holds_every_linked_place_within_its_bounds() -> None:
    roads = linked([("tyre", "sidon"), ("sidon", "byblos"), ("gaza", "jaffa")])
    assert roads["sidon"] == ("tyre", "byblos")
    assert region("tyre", roads) == {"tyre", "sidon", "byblos"}
    assert region("gaza", roads) == {"gaza", "jaffa"}
    assert region("petra", roads) == {"petra"}
    assert region("tyre", roads, within=("byblos", "gaza")) == {"tyre"}
    assert region("tyre", roads, within=("sidon",)) == {"tyre", "sidon"}


def _reachable(start: int, pairs: list[tuple[int, int]], steps: int) -> set[int]:
    """Return every place within a number of links, searched link by link."""
    reached = {start}
    for _ in range(steps):
        reached |= {b for a, b in pairs if a in reached} | {a for a, b in pairs if b in reached}
    return reached


def test_steps_and_regions_agree_with_a_link_by_link_search() -> None:
    rng = Random(3)
    for _ in range(300):
        pairs = [(rng.randrange(8), rng.randrange(8)) for _ in range(rng.randrange(9))]
        links, start = linked(pairs), rng.randrange(8)
        apart = steps_from(start, links)
        for steps in range(9):
            within = {place for place, there in apart.items() if there <= steps}
            assert within == _reachable(start, pairs, steps)
        assert region(start, links) == set(apart)
