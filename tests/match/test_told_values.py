"""Values that become known after reports had answered them: what was told stays."""

from typing import Any

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.match.entries import Amended, Body, Entry, FactsEntered, Insert, Reported, Started
from companion.match.fold import Match, fold
from companion.match.resumable import done
from companion.match.review import amending
from companion.services.matches.results import Recorded, Submission
from companion.services.matches.submission import judging
from tests.games.kingdom_of_solomon.sample import DATA, NAMES
from tests.playthroughs.actas import FIRST

GAME = GAMES["kingdom_of_solomon"]
DRAWS = {"action.fortune.lines": (("draw", 1, ""),)}


def recorded(match: Match, body: Body) -> Match:
    """Return the match with one more entry, which has to stand."""
    submission = Submission(f"entry-{len(match.entries)}", body)
    answer = done(judging(match, submission, catalog(GAME.id), FIRST))
    assert isinstance(answer, Recorded), answer
    assert answer.match.broken is None
    return answer.match


def match_with_a_told_value() -> Match:
    """Return a match in which an unread space gave two cards, as somebody said."""
    started = Started(
        match="match-1",
        game=GAME.id,
        rules_version=GAME.version,
        options={"players": NAMES[:2]},
        facts=DATA.default_facts(),
        rulings=DATA.default_rulings(),
    )
    match = fold(GAMES, (Entry(seq=0, id="start", at=FIRST, body=started),))
    reports: list[dict[str, Any]] = [
        {"kind": "turn_up", "seat": 0, "card": f"building.c{n}"} for n in range(1, 5)
    ]
    spaces = ("action.fortune", "territory.t5", "territory.t6", "territory.t7", "territory.t8")
    for number in range(6):
        free = [*spaces, "territory.t9"], [f"territory.t{n}" for n in range(10, 16)]
        reports += [
            {"kind": "place_pawn", "seat": seat, "space": free[seat][number]} for seat in (0, 1)
        ]
    reports.append(
        {"kind": "use_space", "seat": 0, "space": "action.fortune", "extras": ["extra.fortune"]}
    )
    for report in reports:
        match = recorded(match, Reported(action=report))
    assert match.state.fortunes(0) == 1
    return match


@pytest.mark.parametrize("inserted", [False, True])
def test_value_typed_after_it_was_told_changes_nothing_that_was_told(inserted: bool) -> None:
    match, typed = match_with_a_told_value(), FactsEntered(facts=DRAWS)
    insert = Insert(id="values-1", before=match.entries[1].id, body=typed)
    body: Body = Amended(edits=(insert,)) if inserted else typed
    after = recorded(match, body)
    assert after.state.fortunes(0) == 1
    assert [step.effects for step in after.steps if step.action] == [
        step.effects for step in match.steps if step.action
    ]
    assert fold(GAMES, after.entries).state == after.state


def test_preview_of_a_value_that_was_told_is_what_is_recorded() -> None:
    match = match_with_a_told_value()
    insert = Insert(id="values-1", before=None, body=FactsEntered(facts=DRAWS))
    seen = done(amending(match, (insert,), "preview-1", FIRST))
    assert seen.state == recorded(match, Amended(edits=(insert,))).state


def test_value_that_contradicts_what_was_told_breaks_the_report() -> None:
    match = match_with_a_told_value()
    insert = Insert(
        id="values-1",
        before=None,
        body=FactsEntered(facts={"action.fortune.lines": (("draw", 2, ""),)}),
    )
    broken = done(amending(match, (insert,), "preview-1", FIRST)).broken
    assert broken is not None
    assert broken.refusal is not None
    assert broken.refusal.code == "wrong_extras"
