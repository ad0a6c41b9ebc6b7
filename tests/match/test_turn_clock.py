"""Turn clock: time of each seat, computed from the times of the entries."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
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
from companion.match.files import acta_codec, acta_file
from companion.match.files.acta_reader import folded
from companion.match.fold import Match, append, beginning, fold
from companion.match.turn_clock import (
    LONG,
    ZERO,
    Clock,
    clock,
    standing,
)
from tests.games.pebbles.game import GAME
from tests.match.builders import BEGINNING, header, taken
from tests.match.builders import GAMES as TOYS

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
    turn_clock = clock(timed(*bodies, players=players))
    assert turn_clock
    return turn_clock


def totals(turn_clock: Clock) -> list[float]:
    """Return the seconds that each seat took."""
    return [one.total / SECOND for one in turn_clock.seats]


def test_match_without_a_clock_has_none() -> None:
    match = timed((10, taken(0, 1)), (10, Noted(text="hola")))
    assert clock(match) is None
    assert standing(match) is None


def test_each_stretch_belongs_to_the_seat_that_had_to_act() -> None:
    turn_clock = clocked((5, ON), (20, taken(0, 1)), (30, taken(1, 1)), (7, taken(0, 1)))
    assert totals(turn_clock) == [27, 30]
    assert turn_clock.acting == (1,)
    assert turn_clock.seats[0].turns == 2
    assert turn_clock.seats[0].longest == 20 * SECOND
    assert turn_clock.seats[0].mean == 13.5 * SECOND
    assert turn_clock.seats[0].turn is None
    assert turn_clock.seats[1].turn == ZERO


def test_time_before_the_start_and_during_a_pause_does_not_count() -> None:
    turn_clock = clocked((100, taken(0, 1)), (5, ON), (10, OFF), (500, ON), (3, taken(1, 1)))
    assert totals(turn_clock) == [0, 13]
    assert turn_clock.seats[1].turns == 1
    assert turn_clock.seats[1].longest == 13 * SECOND


def test_clock_set_stopped_stands_still_until_it_is_started() -> None:
    match = timed((5, OFF), (100, taken(0, 1)))
    turn_clock = clock(match)
    assert turn_clock
    assert not turn_clock.running
    assert standing(match) is False
    assert totals(turn_clock) == [0, 0]


def test_time_never_runs_backwards() -> None:
    turn_clock = clocked((5, ON), (-60, taken(0, 1)), (10, taken(1, 1)))
    assert totals(turn_clock) == [0, 10]
    assert turn_clock.at(BEGINNING - timedelta(days=1)) == turn_clock


def test_undo_gives_the_time_to_the_seat_that_acts_again() -> None:
    turn_clock = clocked((0, ON), (10, taken(0, 1)), (4, Undone(to="entry-2")), (6, taken(0, 2)))
    assert totals(turn_clock) == [16, 4]
    assert turn_clock.acting == (1,)


def test_later_correction_does_not_change_whose_time_it_was() -> None:
    mended = Amended(edits=(Remove(target="entry-2"),))
    turn_clock = clocked((0, ON), (10, taken(0, 1)), (5, taken(1, 1)), (9, mended))
    assert totals(turn_clock) == [19, 5]


def test_time_after_the_end_belongs_to_nobody() -> None:
    last = taken(0, 3), taken(1, 3), taken(0, 3), taken(1, 3)
    turn_clock = clocked((0, ON), *((10, body) for body in last), (300, Noted(text="¡Buena!")))
    assert totals(turn_clock) == [20, 20]
    assert turn_clock.acting == ()
    assert turn_clock.unclaimed == ZERO, "the end of the match is nobody's time"


def test_time_while_the_match_is_broken_belongs_to_nobody() -> None:
    broken = Amended(edits=(Remove(target="entry-2"),))
    match = timed((0, ON), (10, taken(0, 1)), (5, taken(1, 1)), (9, broken), (60, OFF))
    assert match.broken
    turn_clock = clock(match)
    assert turn_clock
    assert turn_clock.unclaimed == 60 * SECOND


def test_running_clock_counts_on_since_the_last_entry() -> None:
    turn_clock = clocked((0, ON), (10, taken(0, 1)))
    later = turn_clock.at(turn_clock.since + 25 * SECOND)
    assert totals(later) == [10, 25]
    assert later.seats[1].turn == 25 * SECOND
    assert turn_clock.idle(turn_clock.since + 25 * SECOND) == 25 * SECOND
    still = clocked((0, ON), (10, taken(0, 1)), (0, OFF))
    assert still.at(still.since + LONG) == still
    assert still.idle(still.since + LONG) == ZERO


def test_very_long_stretch_is_reported_and_still_counts() -> None:
    turn_clock = clocked((0, ON), (LONG / SECOND + 1, taken(0, 1)), (5, taken(1, 1)))
    assert totals(turn_clock) == [LONG / SECOND + 1, 5]
    (gap,) = turn_clock.gaps
    assert (gap.seats, gap.entry, gap.length) == ((0,), "entry-2", LONG + SECOND)


def test_time_taken_off_at_a_stop_does_not_count() -> None:
    last = BEGINNING + 10 * SECOND
    forgot = Clocked(running=False, since=last + 5 * SECOND)
    turn_clock = clocked((0, ON), (10, taken(0, 1)), (3600, forgot))
    assert totals(turn_clock) == [10, 5]
    assert turn_clock.taken_off == 3595 * SECOND
    assert not turn_clock.gaps
    # The pause is limited: not longer than the time since the last entry, and not negative.
    early = Clocked(running=False, since=BEGINNING - LONG)
    assert totals(clocked((0, ON), (10, taken(0, 1)), (60, early))) == [10, 0]
    late = Clocked(running=False, since=last + timedelta(days=2))
    assert totals(clocked((0, ON), (10, taken(0, 1)), (60, late))) == [10, 60]


def test_clock_survives_the_file_form_and_packing() -> None:
    match = timed((0, ON), (10, taken(0, 1)), (60, Clocked(running=False, since=BEGINNING)))
    for data in (
        acta_file.dumps(match.entries).encode(),
        acta_codec.unpack(acta_codec.pack(match.entries)),
    ):
        assert clock(fold(TOYS, acta_file.loads(data))) == clock(match)


def test_clock_entries_change_neither_state_nor_undo() -> None:
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
def test_growing_by_entries_equals_folding_each_prefix(bodies: tuple[Body, ...]) -> None:
    match = timed(*((1.0, body) for body in bodies))
    moment = beginning(match)
    for count, entry in enumerate(match.entries[1:], 1):
        assert moment == fold(TOYS, match.entries[:count])
        moment = append(moment, entry, match)
    assert moment == match


def test_clock_of_a_growing_match_equals_one_read_from_the_start() -> None:
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
    turn_clock = clock(fold({GAME.id: both}, entries))
    assert turn_clock
    assert totals(turn_clock) == [10, 0, 10]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_recorded_matches_have_no_unclaimed_time(game: str) -> None:
    """Recorded matches of every game get a clock from the start."""
    path = sorted((PLAYTHROUGHS / game).glob("*.acta"))[0]
    head, *rest = acta_file.loads(path.read_bytes())
    moved = [e.model_copy(update={"seq": e.seq + 1}) for e in rest]
    start = Entry(seq=1, id="the-clock", at=head.at, body=ON)
    turn_clock = clock(folded(GAMES, catalog, (head, start, *moved)))
    assert turn_clock
    assert turn_clock.unclaimed == ZERO
    assert all(one.turns for one in turn_clock.seats)
    assert all(one.mean <= one.longest <= one.total for one in turn_clock.seats)
