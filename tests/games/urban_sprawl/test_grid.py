"""City by coordinates alone: footprints, adjacency, values, and zoning computed twice."""

from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest

from companion.games.urban_sprawl.grid import (
    BESIDE,
    BLOCKS,
    BOTTOM,
    CIRCLES,
    COLOURS,
    FOOTPRINTS,
    LEFT,
    LOTS,
    PARK,
    PLACES,
    PRINTED,
    RIGHT,
    START,
    TOP,
    ZONES,
    around,
    block_of,
    blocks_in,
    edges_of,
    fits,
    lots_in,
    lots_of,
    rows_of,
    value,
)

ALL = [(r, c) for r in range(1, 13) for c in range(1, 13)]
TABLE = (
    (4, 7, 8, 9, 6, 5),
    (4, 7, 8, 9, 6, 5),
    (2, 5, 6, 7, 4, 3),
    (2, 5, 6, 7, 4, 3),
    (3, 6, 7, 8, 5, 4),
    (3, 6, 7, 8, 5, 4),
)
"""Value of each block before any marker."""


def _at(r: int, c: int) -> str:
    return f"lot.{r}.{c}"


def _in_block(r: int, c: int, quarters: str) -> frozenset[str]:
    """Return lots of a block by the points of the compass."""
    off = {"NW": (-1, -1), "NE": (-1, 0), "SW": (0, -1), "SE": (0, 0)}
    return frozenset(_at(2 * r + off[q][0], 2 * c + off[q][1]) for q in quarters.split())


def _coordinates(place: str) -> tuple[int, int]:
    return int(place.split(".")[1]), int(place.split(".")[2])


def _near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def test_city_has_36_blocks_of_four_lots_each() -> None:
    assert [_coordinates(one) for one in LOTS] == ALL
    assert len(BLOCKS) == 36
    for place in BLOCKS:
        r, c = _coordinates(place)
        assert list(map(_coordinates, lots_of(place))) == [
            (2 * r - 1, 2 * c - 1), (2 * r - 1, 2 * c), (2 * r, 2 * c - 1), (2 * r, 2 * c),
        ]  # fmt: skip
        assert {block_of(one) for one in lots_of(place)} == {place}


def test_lots_touch_across_streets_and_at_corners() -> None:
    for one in ALL:
        expected = {_at(*other) for other in ALL if _near(one, other)}
        assert set(BESIDE[_at(*one)]) == expected
        assert len(BESIDE[_at(*one)]) == len(expected)
    assert sorted({len(BESIDE[one]) for one in LOTS}) == [3, 5, 8]


def _shape_of(cells: frozenset[tuple[int, int]]) -> bool:
    """Return whether cells are connected by their sides, which diagonal ones are not."""
    connected, left = set(), [min(cells)]
    while left:
        r, c = left.pop()
        connected.add((r, c))
        left += [
            n for n in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
            if n in cells and n not in connected
        ]  # fmt: skip
    return connected == cells


def test_footprints_are_the_468_connected_shapes() -> None:
    total = 0
    for place in BLOCKS:
        r, c = _coordinates(place)
        four = [(2 * r - i, 2 * c - j) for i in (0, 1) for j in (0, 1)]
        for size in (1, 2, 3, 4):
            groups = (frozenset(cells) for cells in combinations(four, size))
            expected = {frozenset(_at(*x) for x in cells) for cells in groups if _shape_of(cells)}
            assert set(FOOTPRINTS[place][size]) == expected
            assert len(FOOTPRINTS[place][size]) == len(expected) == {1: 4, 2: 4, 3: 4, 4: 1}[size]
            total += len(expected)
    assert total == 468


def test_lots_around_a_building_exclude_its_own() -> None:
    corner = around(frozenset({_at(1, 1)}))
    assert corner == {_at(1, 2), _at(2, 1), _at(2, 2)}
    whole = around(frozenset(lots_of("block.3.3")))
    assert len(whole) == 12
    assert {_at(4, 4), _at(4, 7), _at(7, 4), _at(7, 7)} < whole
    assert not whole & set(lots_of("block.3.3"))


def test_edge_lots_lie_against_water_or_wilderness() -> None:
    for r, c in ALL:
        wet, wild = r == 1 or c == 12, r == 12 or c == 1
        assert ("water" in edges_of(_at(r, c))) is wet
        assert ("wilderness" in edges_of(_at(r, c))) is wild
    assert edges_of(_at(1, 1)) == edges_of(_at(12, 12)) == {"water", "wilderness"}
    assert edges_of(_at(1, 12)) == {"water"}
    assert edges_of(_at(12, 1)) == {"wilderness"}
    assert edges_of(_at(6, 6)) == frozenset()


def test_block_lies_in_four_rows_of_twelve_or_six_blocks() -> None:
    assert len(PLACES) == 18
    assert len(CIRCLES) == 9
    for place in (*LEFT, *TOP):
        assert len(blocks_in(place)) == 12
        assert len(lots_in(place)) == 48
    for place in (*BOTTOM, *RIGHT):
        assert len(blocks_in(place)) == 6
        assert len(lots_in(place)) == 24
    for r in range(1, 7):
        for c in range(1, 7):
            row = rows_of(f"block.{r}.{c}")
            assert row[0] == f"left.{1 + (r > 2) + (r > 4)}"
            assert row[1:] == (f"bottom.{c}", f"top.{1 + (c > 2) + (c > 4)}", f"right.{r}")
    for place in BLOCKS:
        assert [row for row in PLACES if place in blocks_in(row)] == [
            row for row in PLACES if row in rows_of(place)
        ]


def test_values_of_blocks_without_markers_and_of_start_buildings() -> None:
    """BV-1, SU-1."""
    values = tuple(
        tuple(value(f"block.{r}.{c}", PRINTED) for c in range(1, 7)) for r in range(1, 7)
    )
    assert values == TABLE
    worth = sorted((value(block_of(one), PRINTED) for one in START), reverse=True)
    assert sum(worth) == 66
    assert [sum(worth[:n]) for n in (3, 4, 6)] == [21, 27, 39]


def test_start_buildings_of_each_zone_match_the_rulebook() -> None:
    by_zone = {zone: {one for one in START if START[one] == zone} for zone in ZONES}
    assert by_zone == {
        "residential": _in_block(1, 1, "SE") | _in_block(1, 6, "SW")
        | _in_block(6, 1, "NE") | _in_block(6, 6, "NW"),
        "commercial": _in_block(2, 5, "SW") | _in_block(3, 4, "SW")
        | _in_block(4, 3, "NE") | _in_block(5, 2, "NE"),
        "industrial": _in_block(2, 2, "SE") | _in_block(3, 3, "SE"),
        "civic": _in_block(4, 4, "NW") | _in_block(5, 5, "NW"),
    }  # fmt: skip


def test_marker_at_the_top_counts_for_two_columns() -> None:
    numbers = {**PRINTED, "top.2": 12}
    raised = [b for b in BLOCKS if value(b, numbers) != value(b, PRINTED)]
    assert len(raised) == 12
    assert value("block.3.4", numbers) == 19
    assert value("block.3.3", numbers) == 18
    assert value("block.3.5", numbers) == 4


def test_marker_at_the_right_counts_for_one_row() -> None:
    numbers = {**PRINTED, "right.5": 6}
    raised = [b for b in BLOCKS if value(b, numbers) != value(b, PRINTED)]
    assert raised == [f"block.5.{c}" for c in range(1, 7)]
    assert value("block.5.4", numbers) == 14


@pytest.mark.parametrize("seed", range(20))
def test_random_markers_add_to_the_values_of_their_rows(seed: int) -> None:
    rng = Random(seed)
    numbers = dict(PRINTED)
    tops, rights = [0] * 3, [0] * 6
    for place, number in zip(rng.sample(CIRCLES, 5), (4, 6, 7, 9, 12), strict=True):
        numbers[place] = number
        (tops if place.startswith("top") else rights)[int(place[-1]) - 1] = number
    for r in range(6):
        for c in range(6):
            expected = TABLE[r][c] + tops[c // 2] + rights[r]
            assert value(f"block.{r + 1}.{c + 1}", numbers) == expected


CASES = [
    ("civic", (3, 4, "NE SE"), {}, True),  # ZN-1: a corner of the civic building, beside commerce
    ("civic", (3, 1, "NW SW"), {}, True),  # ZN-3: beside nothing
    ("civic", (4, 1, "NW NE"), {}, True),  # ZN-4: beside nothing
    ("civic", (1, 1, "NW NE"), {}, False),  # beside dwellings only
    ("residential", (1, 1, "NW"), {}, True),  # ZN-6
    ("civic", (3, 1, "NW"), {_at(5, 2): PARK}, True),  # ZN-7: a park has no zone
    ("civic", (3, 1, "NW"), {_at(5, 2): "commercial"}, False),
    ("civic", (3, 1, "NW"), {_at(4, 1): "commercial", _at(4, 2): "civic"}, True),
    ("industrial", (4, 4, "NE"), {}, False),  # beside the civic one, industry is two lots away
]


@pytest.mark.parametrize(("zone", "where", "more", "legal"), CASES)
def test_zoning_of_the_rulebook_examples(
    zone: str, where: tuple[int, int, str], more: Mapping[str, str], legal: bool
) -> None:
    assert fits(zone, _in_block(*where), {**START, **more}) is legal


def _zoning(zone: str, cells: set[tuple[int, int]], stands: Mapping[tuple[int, int], str]) -> bool:
    """Return whether zoning allows the cells, by arithmetic on the rule's first sentence."""
    other, same = False, False
    for (r, c), what in stands.items():
        if any(_near((r, c), own) for own in cells) and (r, c) not in cells and what in ZONES:
            same, other = same or what == zone, other or what != zone
    return same or not other


@pytest.mark.parametrize("seed", range(6))
def test_zoning_of_random_cities_agrees_with_a_second_computation(seed: int) -> None:
    rng = Random(seed)
    stands = {one: rng.choice(COLOURS) for one in rng.sample(ALL, rng.randint(4, 60))}
    zone_of = {_at(*one): what for one, what in stands.items()}
    seen = set()
    for place in BLOCKS:
        for footprint in (f for size in (1, 2, 3, 4) for f in FOOTPRINTS[place][size]):
            free = {one: what for one, what in zone_of.items() if one not in footprint}
            cells = set(map(_coordinates, footprint))
            for zone in ZONES:
                legal = fits(zone, footprint, free)
                assert legal is _zoning(zone, cells, stands)
                seen.add(legal)
    assert seen == {True, False}
