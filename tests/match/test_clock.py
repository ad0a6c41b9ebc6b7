"""Turn clock: time of each seat, computed from the times of the entries."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.match import acta_file, packing
from companion.match.clock import LONG, ZERO, Clock, clock, standing
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Clocked,
    Consent,
    ConsentTo,
    Entry,
    FactsEntered,
    Noted,
    Posted,
    Remove,
    RulingChanged,
    Undone,
)
from companion.match.fold import Match, append, beginning, fold
from companion.match.reading import folded
from tests.match.building import BEGINNING, header, taken
from tests.match.building import GAMES as TOYS
from tests.match.toy_game import GAME

ON, OFF = Clocked(running=True), Clocked(running=False)
SECOND = timedelta(seconds=1)
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"

Timed = tuple[float, Body]


def timed(*bodies: Timed, players: int = 2) -> Match:
    """Return the match of these bodies, each so many seconds after the one before."""
    entries, at = [header(players=players)], BEGINNING
    for n, (seconds, body) in enumerate(bodies, 1):
        at += seconds * SECOND
        entries.append(Entry(seq=n, id=f"entry-{n}", at=at, body=body))
    return fold(TOYS, entries)


def clocked(*bodies: Timed, players: int = 2) -> Clock:
    """Return the turn clock of a match of these bodies."""
    found = clock(timed(*bodies, players=players))
    assert found
    return found


def totals(found: Clock) -> list[float]:
    """Return the seconds that each seat took."""
    return [one.total / SECOND for one in found.seats]


def test_a_match_without_a_clock_has_none() -> None:
    match = timed((10, taken(0, 1)), (10, Noted(text="hola")))
    assert clock(match) is None
    assert standing(match) is None


def test_each_stretch_belongs_to_whoever_had_to_act() -> None:
    found = clocked((5, ON), (20, taken(0, 1)), (30, taken(1, 1)), (7, taken(0, 1)))
    assert totals(found) == [27, 30]
    assert found.acting == (1,)
    assert found.seats[0].turns == 2
    assert found.seats[0].longest == 20 * SECOND
    assert found.seats[0].mean == 13.5 * SECOND
    assert found.seats[0].turn is None
    assert found.seats[1].turn == ZERO


def test_nothing_counts_before_it_starts_nor_while_it_stands_still() -> None:
    found = clocked((100, taken(0, 1)), (5, ON), (10, OFF), (500, ON), (3, taken(1, 1)))
    assert totals(found) == [0, 13]
    assert found.seats[1].turns == 1
    assert found.seats[1].longest == 13 * SECOND


def test_a_clock_set_beside_the_table_stands_still_until_it_is_started() -> None:
    match = timed((5, OFF), (100, taken(0, 1)))
    found = clock(match)
    assert found
    assert not found.running
    assert standing(match) is False
    assert totals(found) == [0, 0]


def test_time_never_runs_backwards() -> None:
    found = clocked((5, ON), (-60, taken(0, 1)), (10, taken(1, 1)))
    assert totals(found) == [0, 10]
    assert found.at(BEGINNING - timedelta(days=1)) == found


def test_an_undo_gives_the_time_to_whoever_acts_again() -> None:
    found = clocked((0, ON), (10, taken(0, 1)), (4, Undone(to="entry-2")), (6, taken(0, 2)))
    assert totals(found) == [16, 4]
    assert found.acting == (1,)


def test_what_counts_is_who_had_to_act_then_and_not_what_was_mended_later() -> None:
    mended = Amended(edits=(Remove(target="entry-2"),))
    found = clocked((0, ON), (10, taken(0, 1)), (5, taken(1, 1)), (9, mended))
    assert totals(found) == [19, 5]


def test_several_seats_share_a_stretch_and_nobody_gets_none() -> None:
    last = taken(0, 3), taken(1, 3), taken(0, 3), taken(1, 3)
    found = clocked((0, ON), *((10, body) for body in last), (300, Noted(text="¡Buena!")))
    assert totals(found) == [20, 20]
    assert found.acting == ()
    assert found.unclaimed == ZERO, "the end of the match is nobody's time"


def test_while_an_entry_has_to_be_settled_the_time_is_nobodys() -> None:
    broken = Amended(edits=(Remove(target="entry-2"),))
    match = timed((0, ON), (10, taken(0, 1)), (5, taken(1, 1)), (9, broken), (60, OFF))
    assert match.broken
    found = clock(match)
    assert found
    assert found.unclaimed == 60 * SECOND


def test_running_on_since_the_last_entry() -> None:
    found = clocked((0, ON), (10, taken(0, 1)))
    later = found.at(found.since + 25 * SECOND)
    assert totals(later) == [10, 25]
    assert later.seats[1].turn == 25 * SECOND
    assert found.idle(found.since + 25 * SECOND) == 25 * SECOND
    still = clocked((0, ON), (10, taken(0, 1)), (0, OFF))
    assert still.at(still.since + LONG) == still
    assert still.idle(still.since + LONG) == ZERO


def test_a_very_long_stretch_is_said_and_counted_all_the_same() -> None:
    found = clocked((0, ON), (LONG / SECOND + 1, taken(0, 1)), (5, taken(1, 1)))
    assert totals(found) == [LONG / SECOND + 1, 5]
    (gap,) = found.gaps
    assert (gap.seats, gap.entry, gap.length) == ((0,), "entry-2", LONG + SECOND)


def test_the_table_takes_off_what_should_not_have_run() -> None:
    last = BEGINNING + 10 * SECOND
    forgot = Clocked(running=False, since=last + 5 * SECOND)
    found = clocked((0, ON), (10, taken(0, 1)), (3600, forgot))
    assert totals(found) == [10, 5]
    assert found.taken_off == 3595 * SECOND
    assert not found.gaps
    # Not more than since the last entry, and not less than nothing.
    early = Clocked(running=False, since=BEGINNING - LONG)
    assert totals(clocked((0, ON), (10, taken(0, 1)), (60, early))) == [10, 0]
    late = Clocked(running=False, since=last + timedelta(days=2))
    assert totals(clocked((0, ON), (10, taken(0, 1)), (60, late))) == [10, 60]


def test_it_comes_along_in_a_file_and_packed() -> None:
    match = timed((0, ON), (10, taken(0, 1)), (60, Clocked(running=False, since=BEGINNING)))
    for data in (
        acta_file.dumps(match.entries).encode(),
        packing.unpack(packing.pack(match.entries)),
    ):
        assert clock(fold(TOYS, acta_file.loads(data))) == clock(match)


def test_it_leaves_state_undo_and_the_end_alone() -> None:
    plain = timed((1, taken(0, 1)), (1, Undone(to="entry-1")))
    match = timed((1, taken(0, 1)), (1, Undone(to="entry-1")), (1, ON), (1, OFF))
    assert (match.state, match.timeline, match.steps) == (
        plain.state,
        plain.timeline,
        plain.steps,
    )


HISTORIES: dict[str, tuple[Body, ...]] = {
    "plain": (taken(0, 1), taken(1, 2), taken(0, 3)),
    "undone": (taken(0, 1), taken(1, 1), Undone(to="entry-1"), taken(0, 2)),
    "mended": (taken(0, 1), taken(1, 1), Amended(edits=(Remove(target="entry-1"),))),
    "consented": (
        taken(0, 1),
        taken(0, 1),
        Amended(edits=(ConsentTo(target="entry-2", consent=Consent(by="Ana")),)),
    ),
    "fact": (taken(0, 3), FactsEntered(facts={"lid.value": 4}), taken(1, 1)),
    "ruling": (taken(0, 1), RulingChanged(ruling="last", reading="twice"), taken(1, 1)),
    "adjusted": (
        taken(0, 1),
        Adjusted(postings=(Posted(account="supply", item="pebble", amount=-1),)),
    ),
    "broken": (taken(0, 1), taken(0, 1), ON),
}


@pytest.mark.parametrize("bodies", HISTORIES.values(), ids=HISTORIES)
def test_the_history_of_a_match_is_what_folding_each_prefix_makes(bodies: tuple[Body, ...]) -> None:
    match = timed(*((1.0, body) for body in bodies))
    moment = beginning(match)
    for count, entry in enumerate(match.entries[1:], 1):
        assert moment == fold(TOYS, match.entries[:count])
        moment = append(moment, entry, match)
    assert moment == match


def test_reading_on_is_reading_from_the_start() -> None:
    bodies: list[Timed] = [
        (0.0, ON),
        *((10.0, taken(n % 2, 1)) for n in range(6)),
        (5.0, Undone(to="entry-4")),
    ]
    match = timed(*bodies)
    grown = [clock(fold(TOYS, match.entries[:count])) for count in range(2, len(match.entries) + 1)]
    longer = timed(*bodies[:2])
    for entry in match.entries[3:]:
        longer = append(longer, entry)
        assert clock(longer) == grown[len(longer.entries) - 2]
    other = timed((0.0, ON), (99.0, taken(0, 1)))
    assert clock(other) != grown[1], "another match of the same name is read anew"


def test_seats_that_act_at_once_share_their_time() -> None:
    both = replace(GAME, awaiting=lambda _state: (0, 2))
    entries = timed((0, ON), (10, taken(0, 1)), players=3).entries
    found = clock(fold({GAME.id: both}, entries))
    assert found
    assert totals(found) == [10, 0, 10]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_recorded_matches_have_no_time_left_over(game: str) -> None:
    """Recorded matches of every game get a clock from the start."""
    path = sorted((PLAYTHROUGHS / game).glob("*.acta"))[0]
    head, *rest = acta_file.loads(path.read_bytes())
    moved = [e.model_copy(update={"seq": e.seq + 1}) for e in rest]
    start = Entry(seq=1, id="the-clock", at=head.at, body=ON)
    found = clock(folded(GAMES, catalog, (head, start, *moved)))
    assert found
    assert found.unclaimed == ZERO
    assert all(one.turns for one in found.seats)
    assert all(one.mean <= one.longest <= one.total for one in found.seats)
