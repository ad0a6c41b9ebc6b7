"""Names, places and first player corrected after the start, and people who leave or give up."""

import pytest
from pydantic import ValidationError

from companion.games import GAMES
from companion.match.entries import (
    Amended,
    Body,
    Closed,
    Insert,
    Left,
    Refereed,
    Reseated,
    Undone,
)
from companion.match.files import acta_file
from companion.match.fold import Match, beginning, fold
from companion.services.matches.summary import digest, summary
from companion.services.storage.store import Head
from tests.match.builders import BEGINNING, added, match_of, taken
from tests.ui import city_match as city

THREE = ("Ana", "Beto", "Carla")


def corrected(match: Match, **said: object) -> Match:
    """Return a match after one amendment that says who sits where."""
    body = Reseated.model_validate({"players": match.options.players, **said})
    edit = Insert(id=f"seat-{len(match.entries)}", before=None, body=body)
    return city.then(match, Amended(edits=(edit,)))


def walked(match: Match, seat: int) -> Match:
    """Return a match after somebody walked and ended the turn."""
    move = city.report("move_figure", seat, to="fire_temple")
    return city.then(match, move, city.report("finish_turn", seat, discards=[]))


def test_a_corrected_name_is_that_of_the_seat_from_the_start() -> None:
    before = walked(city.opened(*THREE), 0)
    after = corrected(before, players=("Ana", "Berta", "Carla"))
    assert after.options.players == ("Ana", "Berta", "Carla")
    assert not after.broken
    assert len(after.steps) == len(before.steps) + 1
    assert after.state.ledger == before.state.ledger


def test_undo_gives_the_former_name_back() -> None:
    before = city.opened(*THREE)
    after = corrected(before, players=("Ana", "Berta", "Carla"))
    undone = city.then(after, Undone(to=after.entries[-1].id))
    assert undone.options.players == before.options.players
    assert beginning(after).options.players == before.options.players


def test_whoever_began_is_judged_again() -> None:
    """Turns reported by somebody who did not begin no longer hold; without any, the other acts."""
    fresh = corrected(city.opened(*THREE), options={"first_seat": 1})
    assert fresh.game.awaiting(fresh.state) == (1,)
    played = corrected(walked(city.opened(*THREE), 0), options={"first_seat": 1})
    assert played.broken is not None
    assert played.broken.refusal is not None
    assert not corrected(walked(city.opened(*THREE), 0), options={"first_seat": 0}).broken


@pytest.mark.parametrize(
    "said",
    [
        {"players": ("Ana", "Beto")},
        {"options": {"first_seat": 7}},
        {"options": {"no_such_option": 1}},
    ],
)
def test_what_no_table_can_have_agreed_is_broken(said: dict[str, object]) -> None:
    after = corrected(city.opened(*THREE), **said)
    assert after.broken is not None
    assert after.options.players == THREE


def test_colours_go_with_the_people() -> None:
    before = city.opened(*THREE)
    after = corrected(before, players=("Beto", "Ana", "Carla"), colours=(1, 0, 2))
    assert (before.colours, after.colours) == ((0, 1, 2), (1, 0, 2))
    head = Head(after.entries[0], len(after.entries), after.entries[-1].at, digest(after))
    line = summary(head, after.game.version)
    assert line is not None
    assert (line.players, line.colours) == (("Beto", "Ana", "Carla"), (1, 0, 2))


def test_the_acta_keeps_what_was_corrected() -> None:
    after = corrected(walked(city.opened(*THREE), 0), players=("Ana", "Berta", "Carla"))
    after = city.then(after, Left(seat=1, reason="Se ha hecho tarde"))
    after = city.then(after, Closed(gave_up=(1,), winners=(0, 2)))
    again = fold(GAMES, acta_file.loads(acta_file.dumps(after.entries).encode()))
    assert (again.options, again.left, again.closed) == (after.options, (1,), after.closed)
    assert again.outcome == after.outcome


def test_the_table_counts_once_somebody_has_left() -> None:
    match = city.then(walked(city.opened(*THREE), 0), Left(seat=1))
    assert match.counting
    assert match.left == (1,)
    assert not city.then(match, Refereed(judged=True)).counting


def test_nobody_leaves_a_seat_that_is_not_there() -> None:
    match = city.then(city.opened(*THREE), Left(seat=3))
    assert match.broken is not None
    assert match.broken.fault == "no_such_seat"


def test_who_gives_up_does_not_win() -> None:
    """Without anybody who gives up, what is counted decides; else the table has said who wins."""
    agreed = city.then(city.opened(*THREE), Closed())
    assert agreed.outcome is not None
    assert agreed.outcome.reason != "gave_up"
    given = city.then(city.opened(*THREE), Closed(gave_up=(0,), winners=(1,)))
    assert given.outcome is not None
    assert (given.outcome.winners, given.outcome.reason) == ((1,), "gave_up")


@pytest.mark.parametrize(
    "said", [{"gave_up": (0,)}, {"winners": (0,)}, {"gave_up": (0,), "winners": (0, 1)}]
)
def test_whoever_gives_up_leaves_a_winner(said: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(ValidationError):
        Closed.model_validate(said)


@pytest.mark.parametrize("body", [Left(seat=1), Reseated(players=("Ana", "Luisa"))])
def test_games_without_such_options_have_people_too(body: Body) -> None:
    match = added(match_of(taken(0, 1)), body)
    assert not match.broken
    assert match.entries[0].at == BEGINNING
