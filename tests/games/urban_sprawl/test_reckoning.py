"""Elections, payouts and the final score of random tables against `naive.py`."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.cards import elections
from companion.games.urban_sprawl.grid import BLOCKS, CIRCLES, COLOURS, FOOTPRINTS, SIZES, cell
from companion.games.urban_sprawl.state import State
from companion.kernel.box.facts import Unknown
from tests.games.urban_sprawl import naive
from tests.games.urban_sprawl.sample import DATA, lay

ROWS = (*(f"w{n}" for n in range(1, 13)), *(f"p{n}" for n in range(1, 7)))
MARKERS = (*(f"w{n}" for n in range(7, 13)), "p4", "p5", "p6")
VOCATIONS = {"finance": 2, "transport": 2, "education": 3, "tourism": 4, "media": 1}
ZONES = {"civic": "civ", "commercial": "com", "industrial": "ind", "residential": "res"}
OFFICES = dict(zip(naive.ORDER, ("mayor", "attorney", "treasurer", "chief", "boss"), strict=True))
"""Name of each office in the game, by its name in the second computation."""
CIRCLE = dict(zip(CIRCLES, naive.CIRCLES, strict=True))


def _table(rng: Random) -> dict[str, Any]:
    """Return a random table as cases describe it."""
    players = rng.choice((2, 3, 4))
    laid, markers = rng.randrange(10), [f"marker.{marker}" for marker in MARKERS]
    held = {name: rng.randrange(players) for name in OFFICES.values() if rng.random() < 0.8}
    return {
        "players": players,
        "seat": rng.randrange(players),
        "rulings": {ruling.id: rng.choice(ruling.readings) for ruling in DATA.rulings},
        "facts": {f"payout.{row}.line": _line(rng) for row in ROWS if row != "w6"},
        "city": "empty",
        "buildings": list(_buildings(rng, players)),
        "markers": dict(zip(rng.sample(CIRCLES, laid), rng.sample(markers, laid), strict=True)),
        "wealth": {str(seat): rng.randrange(45) for seat in range(players)},
        "prestige": {str(seat): rng.choice((3, 7, 7, 8, 30)) for seat in range(players)},
        "vocations": _vocations(rng, players),
        "offices": held,
        "airport": True,
        "sports": True,
    }


def _line(rng: Random) -> list[int]:
    return sorted((rng.randint(0, 25) for _ in range(4)), reverse=True)


def _buildings(rng: Random, players: int) -> Any:
    for block in rng.sample(BLOCKS, rng.choice((3, 12, 30))):
        taken: set[str] = set()
        for _ in range(rng.randint(1, 3)):
            lots = rng.choice(FOOTPRINTS[block][rng.choice(SIZES)])
            if taken.isdisjoint(lots):
                taken |= lots
                owner = rng.choice((*range(players), None))
                colour = rng.choice(COLOURS)
                lots = lots if colour != "park" else frozenset({min(lots)})
                yield [colour, "+".join(lots), *(() if owner is None else (owner,))]


def _vocations(rng: Random, players: int) -> dict[str, dict[str, int]]:
    held: dict[str, Counter[str]] = {str(seat): Counter() for seat in range(players)}
    for name, number in VOCATIONS.items():
        for _ in range(number):
            if name == "media" or rng.random() < 0.6:
                held[str(rng.randrange(players))][name] += 1
    return {seat: dict(by_name) for seat, by_name in held.items()}


def _city(given: Mapping[str, Any]) -> naive.City:
    houses = []
    for colour, site, *owner in given["buildings"]:
        lots = frozenset(cell(lot) for lot in site.split("+"))
        houses.append(naive.House(ZONES.get(colour, colour), lots, owner[0] if owner else None))
    markers = {CIRCLE[c]: m.partition(".")[2] for c, m in given["markers"].items()}
    return naive.City(tuple(houses), markers)


def _seats(given: Mapping[str, Any], what: str) -> list[int]:
    return [given[what][str(seat)] for seat in range(given["players"])]


def _lines(given: Mapping[str, Any]) -> dict[str, Any]:
    lines = {row: given["facts"].get(f"payout.{row}.line") for row in ROWS}
    return {**lines, "w6": [6, 3, 1, 0]}


def _payouts_agree(given: Mapping[str, Any], state: State, seen: Counter[str]) -> None:
    city, with_none = _city(given), given["rulings"]["no_building_in_row"] == "next_place"
    for row, line in _lines(given).items():
        row_payout = elections.payout(state, f"payout.{row}")
        assert not isinstance(row_payout.line, Unknown)
        paid = [share.amount for share in row_payout.shares] or [0] * given["players"]
        assert paid == naive.payout(city, row, line, given["players"], with_none), row
        seen["payouts"] += bool(any(paid))


def _elections_agree(given: Mapping[str, Any], state: State, seen: Counter[str]) -> None:
    city, rulings = _city(given), given["rulings"]
    media = {"media"} if rulings["media_counts_for_mayor"] == "no" else set()
    vocations = [
        sum(n for name, n in given["vocations"][str(seat)].items() if name not in media)
        for seat in range(given["players"])
    ]
    for name, office in OFFICES.items():
        tied, by = naive.elected(city, name, given["players"], vocations)
        if name == "mayor" and not any(vocations):
            tied = ()
        race = elections.race(state, f"office.{office}")
        assert_same_race(given, race, tied, by)
        seen["tie" if len(tied) > 1 else "won" if tied else "nobody"] += 1
    least = naive.contractor(_seats(given, "prestige"))
    assert_same_race(given, elections.race(state, "office.contractor"), least, "boss")


def assert_same_race(
    given: Mapping[str, Any], race: elections.Race, tied: tuple[int, ...], by: str
) -> None:
    """Check that the game has the same candidates, and the same seat to choose among them."""
    if len(tied) <= 1:
        assert race.tied == tied
        return
    chooser = _chooser(given, by)
    if given["rulings"]["tied_chooser"] == "another":
        tied = tuple(seat for seat in tied if seat != chooser)
    assert (race.tied, race.chooser) == (tied, chooser)


def _chooser(given: Mapping[str, Any], by: str) -> int:
    chain = (
        [by, *reversed(naive.ORDER[: naive.ORDER.index(by)]), "media"] if by != "media" else [by]
    )
    if given["rulings"]["tie_chooser_absent"] == "active_player":
        chain = chain[:1]
    for name in chain:
        holder = _holder(given, name)
        if holder is not None:
            return holder
    seat: int = given["seat"]
    return seat


def _holder(given: Mapping[str, Any], name: str) -> int | None:
    if name == "media":
        media_holders = [s for s, held in given["vocations"].items() if held.get("media")]
        return int(media_holders[0]) if media_holders else None
    office: int | None = given["offices"].get(OFFICES[name])
    return office


SHOWN: Mapping[str, Any] = {
    "kind": "show_card",
    "card": "metropolis.m1",
    "as_event": True,
    "ballot": False,
    "pays": 0,
}
OLYMPIC = {"code": "show", "about": {"deck": "metropolis", "place": "rail.metropolis"}}


def _ends_agree(given: Mapping[str, Any], seen: Counter[str]) -> None:
    """Check the end of the match after the Olympic Games come up."""
    given = {**given, "tasks": [OLYMPIC], "left": {"metropolis": 20}}
    state = lay({**given, "played": [{**SHOWN, "seat": given["seat"]}]})
    rulings, back = given["rulings"], {mine: name for name, mine in OFFICES.items()}
    expected = naive.final(
        naive.Table(
            city=_city(given),
            wealth=_seats(given, "wealth"),
            prestige=_seats(given, "prestige"),
            offices={back[office]: seat for office, seat in given["offices"].items()},
            lines=_lines(given),
            with_none=rulings["no_building_in_row"] == "next_place",
            uncontrolled=rulings["uncontrolled_for_bonus"] == "count",
        )
    )
    totals = Counter(dict.fromkeys(range(given["players"]), 0))
    for line in GAME.score(state):
        totals[line.seat] += line.amount
    assert [totals[seat] for seat in sorted(totals)] == [total for total, _ in expected]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == naive.winners(expected)
    seen[outcome.reason] += 1


def _compare(seeds: range) -> Counter[str]:
    seen = Counter[str]()
    for seed in seeds:
        given = _table(Random(seed))
        state = lay(given)
        _payouts_agree(given, state, seen)
        _elections_agree(given, state, seen)
        _ends_agree(given, seen)
    return seen


@pytest.mark.deep
def test_random_tables_agree_with_a_second_computation() -> None:
    seen = _compare(range(250))
    assert min(seen[what] for what in ("payouts", "tie", "won", "nobody")) > 20, seen


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_many_random_tables_agree_with_a_second_computation() -> None:
    print(dict(_compare(range(1000, 21_000))))
