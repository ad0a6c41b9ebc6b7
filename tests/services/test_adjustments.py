"""Impossible adjustments: none is recorded, but a match that has one still opens."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.match.entries import (
    Adjusted,
    Amended,
    Entry,
    Insert,
    Posted,
    Remove,
    Replace,
    Reported,
    Setting,
)
from companion.match.files import acta_file
from companion.match.fold import Match, append, fold
from companion.match.resumable import done
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from companion.services.hub import Hub
from companion.services.matches.results import (
    Imported,
    NewMatch,
    Recorded,
    Submission,
    UnreadableInput,
)
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.views.report.rejection_text import unrecorded
from tests.games.random_play import sample_of
from tests.services.conftest import Clock

CITY, STREET = "blue_moon_city", "santiago_de_cuba"


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    """Return a hub on an empty folder."""
    return Hub(SqliteStore(tmp_path), GAMES, catalog, Clock(), new_id)


def _begun(hub: Hub, game: str) -> Match:
    options, facts, _ = sample_of(GAMES[game]).table(Random(1))
    rulings = catalog(game).default_rulings
    made = hub.matches.create(NewMatch(game, options.model_dump(), rulings, dict(facts)))
    assert isinstance(made, Match)
    return made


def _counts(*postings: tuple[str, str, int]) -> Adjusted:
    return Adjusted(postings=tuple(Posted(account=a, item=i, amount=n) for a, i, n in postings))


def _sets(**settings: str) -> Adjusted:
    return Adjusted(
        settings=tuple(Setting(code=c.replace("__", "."), value=v) for c, v in settings.items())
    )


IMPOSSIBLE = [
    (CITY, _counts(("deck", "card:pink:9", 1)), "unknown_item"),
    (CITY, _counts(("seat:0", "stone:7", 1)), "unknown_item"),
    (CITY, _counts(("deck", "pebble", 1)), "unknown_account"),
    (CITY, _counts(("attic", "card", 1)), "unknown_account"),
    (CITY, _counts(("deck", "scale", 1)), "out_of_place"),
    (CITY, _counts(("deck", "scale", -1)), "out_of_place"),
    (CITY, _counts(("seat:1", "stone:0", 1)), "out_of_place"),
    (CITY, _counts(("obelisk", "stone:0", -50)), "below_zero"),
    (CITY, _counts(("deck", "card", -500)), "below_zero"),
    (CITY, _counts(("discard", "card:black:1", -1)), "below_zero"),
    (CITY, _counts(("seat:0", "stone:0", -999)), "below_zero"),
    (CITY, _sets(section__mill__9="0"), "unknown_setting"),
    (CITY, _sets(section__mill__0="9"), "unknown_setting"),
    (CITY, _sets(figure__0="harbour"), "unknown_setting"),
    (STREET, _counts(("supply", "good:gold", 1)), "unknown_item"),
    (STREET, _counts(("supply", "marker:0", 1)), "out_of_place"),
    (STREET, _counts(("seat:1", "marker:0", 1)), "out_of_place"),
    (STREET, _counts(("seat:0", "marker:0", -9)), "below_zero"),
    (STREET, _sets(car="beach"), "unknown_setting"),
    (STREET, _sets(**dict.fromkeys(("owner__bank", "owner__cafe", "owner__church"), "0"),
                   owner__casino="0"), "below_zero"),
]  # fmt: skip
POSSIBLE = [
    (CITY, _counts(("deck", "card", -1), ("seat:0", "card", 1))),
    (CITY, _counts(("supply", "crystal", -50), ("seat:0", "crystal", 50))),
    (CITY, _sets(section__mill__0="0", figure__1="mill")),
    (STREET, _counts(("supply", "peso", -500))),
    (STREET, _counts(("seat:0", "good:rum", 1))),
    (STREET, _sets(car="pablo", flag="1")),
]


@pytest.mark.parametrize(("game", "body", "code"), IMPOSSIBLE)
def test_impossible_adjustment_is_refused_with_a_sentence(
    hub: Hub, game: str, body: Adjusted, code: str
) -> None:
    match = _begun(hub, game)
    match_id = match.started.match
    words = Wording(game, match.options.players)
    for sent in (body, Amended(edits=(Insert(id=new_id(), before=None, body=body),))):
        answer = done(hub.matches.submit(match_id, Submission(new_id(), sent)))
        assert isinstance(answer, UnreadableInput), answer
        assert [error.code for error in answer.errors] == [code]
        said = unrecorded(words, answer)
        assert said.endswith(".")
        assert MISSING not in said
        assert said != words.app("hub.unreadable")
    assert hub.matches.open(match_id).entries == match.entries


@pytest.mark.parametrize(("game", "body"), POSSIBLE)
def test_possible_adjustment_is_recorded(hub: Hub, game: str, body: Adjusted) -> None:
    match = _begun(hub, game)
    answer = done(hub.matches.submit(match.started.match, Submission(new_id(), body)))
    assert isinstance(answer, Recorded), answer


def test_impossible_balance_may_be_corrected_step_by_step(hub: Hub) -> None:
    match = _as_once_recorded(_begun(hub, CITY), _counts(("obelisk", "stone:0", -50)))
    stored = hub.files.import_acta(_file(match), as_copy=True)
    assert isinstance(stored, Imported)
    for amount, fits in ((20, True), (-1, False), (30, True)):
        body = _counts(("obelisk", "stone:0", amount))
        answer = done(hub.matches.submit(stored.match.started.match, Submission(new_id(), body)))
        assert isinstance(answer, Recorded) is fits


def test_correction_to_an_impossible_adjustment_is_refused(hub: Hub) -> None:
    match = _begun(hub, CITY)
    match_id = match.started.match
    first = _counts(("deck", "card", -1), ("seat:0", "card", 1))
    answer = done(hub.matches.submit(match_id, Submission("adjust-1", first)))
    assert isinstance(answer, Recorded)
    worse = _counts(("deck", "card", -500))
    edits = (Replace(target="adjust-1", body=worse),)
    answer = done(hub.matches.submit(match_id, Submission(new_id(), Amended(edits=edits))))
    assert isinstance(answer, UnreadableInput)
    assert [error.code for error in answer.errors] == ["below_zero"]
    better = (Replace(target="adjust-1", body=_counts(("deck", "card", -2))),)
    answer = done(hub.matches.submit(match_id, Submission(new_id(), Amended(edits=better))))
    assert isinstance(answer, Recorded)


def test_adjustment_of_a_hidden_balance_is_never_refused(hub: Hub) -> None:
    """Refusals would disclose how many pesos a seat has."""
    match = _begun(hub, STREET)
    for amount in (-3, -4, -50):
        body = _counts(("seat:0", "peso", amount))
        assert isinstance(
            done(hub.matches.submit(match.started.match, Submission(new_id(), body))), Recorded
        )


def _as_once_recorded(match: Match, body: Adjusted) -> Match:
    entry = Entry(seq=len(match.entries), id=new_id(), at=match.entries[-1].at, body=body)
    return append(match, entry)


def _file(match: Match) -> bytes:
    return acta_file.dumps(match.entries).encode()


@pytest.mark.parametrize(("game", "body", "code"), IMPOSSIBLE)
def test_match_with_an_impossible_adjustment_opens_and_reports_it(
    hub: Hub, game: str, body: Adjusted, code: str
) -> None:
    match = _as_once_recorded(_begun(hub, game), body)
    answer: Any = hub.files.import_acta(_file(match), as_copy=True)
    assert isinstance(answer, Imported)
    opened = hub.matches.open(answer.match.started.match)
    assert opened.steps or opened.broken
    if code in ("unknown_account", "unknown_setting"):
        assert opened.broken is not None
        assert opened.broken.fault == code
    else:
        assert code in {problem.code for problem in opened.problems}
    assert fold(GAMES, opened.entries).state == opened.state


def test_adjustment_behind_a_wrong_report_is_judged_when_that_is_settled(hub: Hub) -> None:
    """Until then nobody could say whether it is possible."""
    match_id = _begun(hub, CITY).started.match
    wrong = Reported(action={"kind": "finish_turn", "seat": 3})
    edits = (
        Insert(id="wrong-report", before=None, body=wrong),
        Insert(id="odd-adjustment", before=None, body=_counts(("deck", "scale", 1))),
    )
    recorded = done(hub.matches.submit(match_id, Submission("both-at-once", Amended(edits=edits))))
    assert isinstance(recorded, Recorded)
    assert recorded.match.broken is not None
    settled = Amended(edits=(Remove(target="wrong-report"),))
    answer = done(hub.matches.submit(match_id, Submission("settled", settled)))
    assert isinstance(answer, UnreadableInput)
    assert [error.code for error in answer.errors] == ["out_of_place"]
    both = Amended(edits=(*settled.edits, Remove(target="odd-adjustment")))
    answer = done(hub.matches.submit(match_id, Submission("settled-both", both)))
    assert isinstance(answer, Recorded)
    assert answer.match.broken is None
