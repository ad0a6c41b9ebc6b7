"""Duties that may have been skipped before the turn passes, and reports that must come first."""

from pathlib import Path

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.match.entries import id_before
from companion.match.files import acta_file
from companion.match.files.acta_reader import folded
from companion.match.fold import Match, fold
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import game_screen
from companion.ui.views.table.consequences import handouts
from companion.ui.views.table.skipped_duties import SkippedDuties, of_turn, owed, skipped_duties
from tests.ui.tables import actas, read, until

ACTA = Path(__file__).parents[2] / "playthroughs/blue_moon_city/city_finished_3.acta"
BUILT = 74
"""Number of entries after which Beto has just finished the Great Hall, and got what it gives."""


def _match(entries: int = BUILT) -> Match:
    return folded(GAMES, catalog, acta_file.loads(ACTA.read_bytes())[:entries])


def _words(match: Match) -> Wording:
    return Wording(match.game.id, match.options.players, match.rulings, match.facts)


def _missed(match: Match, kind: str, ticked: set[str], **fields: object) -> SkippedDuties | None:
    action = match.game.read_action({"kind": kind, "seat": 1, **fields})
    nouns = game_screen(match.game.id).nouns
    return skipped_duties(match, _words(match), action, ticked, frozenset({0, 1, 2}), nouns)


def _keys(match: Match) -> set[str]:
    nouns = game_screen(match.game.id).nouns
    steps = match.steps[-6:]
    return {
        handout.key
        for step in steps
        for handout in handouts(match, step, _words(match), frozenset({0, 1, 2}), nouns)
    }


def test_handouts_not_ticked_off_are_reminded_when_the_turn_passes() -> None:
    skipped = _missed(_match(), "finish_turn", {"elsewhere"})
    assert skipped is not None
    assert skipped.duties == ()
    texts = [handout.text for handout in skipped.handouts]
    assert any(text.startswith("Beto: ") and "cristales" in text for text in texts)


def test_handouts_ticked_off_are_not_reminded() -> None:
    match = _match()
    assert _missed(match, "finish_turn", _keys(match)) is None


def test_table_that_ticks_nothing_off_gets_no_reminder() -> None:
    assert _missed(_match(), "finish_turn", set()) is None


PAWNS = Path(__file__).parents[2] / "playthroughs/kingdom_of_solomon/most_points_2.acta"


def test_duty_done_another_way_counts_as_done() -> None:
    """Bonus spaces take the pawns that would be placed one by one."""
    lines = acta_file.loads(PAWNS.read_bytes())
    placing = (folded(GAMES, catalog, lines[:n]) for n in range(2, len(lines)))
    match = next(candidate for candidate in placing if candidate.state.phase == "place")
    seat = match.state.awaited[0]
    seats = frozenset({0, 1})
    for kind, fields in (
        ("claim_bonus", {"bonus": "bonus.altar"}),
        ("place_pawn", {"space": "territory.t1"}),
    ):
        action = match.game.read_action({"kind": kind, "seat": seat, **fields})
        assert skipped_duties(match, _words(match), action, (), seats, {}) is None


CARDS = Path(__file__).parents[2] / "playthroughs/kingdom_of_solomon/most_points_3.acta"


def test_playing_the_last_card_due_skips_no_duty() -> None:
    match = until(read(CARDS), 128)
    seat = match.state.awaited[0]
    assert match.state.phase == "reveal"
    assert match.state.fortunes(seat) == 1
    action = match.game.read_action({"kind": "play_fortune", "seat": seat, "card": "fortune.22"})
    assert skipped_duties(match, _words(match), action, (), frozenset({0, 1, 2}), {}) is None


def test_no_reminder_during_a_turn_or_for_a_refused_report() -> None:
    match = _match(72)
    body = acta_file.loads(ACTA.read_bytes())[72].body
    stone = getattr(body, "action", {})
    assert stone["kind"] == "place_stone"
    fields = {name: value for name, value in stone.items() if name not in ("kind", "seat")}
    assert _missed(match, "place_stone", {"elsewhere"}, **fields) is None
    other = match.game.read_action({"kind": "finish_turn", "seat": 2})
    everyone = frozenset({0, 1, 2})
    assert skipped_duties(match, _words(match), other, {"elsewhere"}, everyone, {}) is None


def test_report_that_must_come_first_is_named_to_other_seats_only() -> None:
    match = _match()
    reports = owed(match, _words(match), 2, (0, 1, 2))
    assert [(one.draft.kind, one.draft.seat) for one in reports] == [("finish_turn", 1)]
    assert "Beto" in reports[0].text
    assert owed(match, _words(match), 1, (0, 1, 2)) == ()


def test_report_that_must_come_first_is_offered_to_its_seats_device() -> None:
    match = _match()
    assert len(owed(match, _words(match), 2, (1, 2))) == 1
    assert owed(match, _words(match), 2, (0, 2)) == ()


def test_device_is_not_reminded_of_handouts_it_may_not_see() -> None:
    match = _match()
    action = match.game.read_action({"kind": "finish_turn", "seat": 1})
    nouns = game_screen(match.game.id).nouns
    seen = skipped_duties(match, _words(match), action, {"elsewhere"}, frozenset({1}), nouns)
    assert seen is not None
    assert (
        skipped_duties(match, _words(match), action, {"elsewhere"}, frozenset({0, 2}), nouns)
        is None
    )


@pytest.mark.deep
def test_leaving_a_fight_in_blue_moon_skips_no_duty() -> None:
    """Retreating or declining a fight does what is due, just as playing a character does."""
    left = [
        (until(match, n - 1), step.action)
        for match in map(read, actas("blue_moon"))
        for n, step in enumerate(match.steps)
        if step.action and step.action.kind in ("retreat", "decline")
    ]
    assert {action.kind for _, action in left} == {"retreat", "decline"}
    for match, action in left:
        assert skipped_duties(match, _words(match), action, (), frozenset({0, 1}), {}) is None


@pytest.mark.parametrize("game", sorted(GAMES))
def test_legal_recorded_matches_cause_no_reminder(game: str) -> None:
    """Acts in between make no difference, such as a card that makes others answer first."""
    match = max(map(read, actas(game)), key=lambda one: len(one.steps))
    wording = _words(match)
    for step in match.steps:
        if step.action is None or step.consented:
            continue
        before = match.before_step(match.steps.index(step))
        skipped = skipped_duties(before, wording, step.action, (), {step.action.seat}, {})
        assert skipped is None, (step.action, skipped)


@pytest.mark.parametrize("together", [False, True])
def test_turn_includes_all_that_one_touch_recorded_and_passed_it_with(together: bool) -> None:
    """Otherwise what it gave would not be handed out."""
    (path,) = (each for each in actas("kingdom_of_solomon") if each.stem == "most_points_3")
    *earlier, gathered, harvested = until(read(path), 53).entries
    if together:
        gathered = gathered.model_copy(update={"id": id_before(harvested.id)})
    match = fold(GAMES, [*earlier, gathered, harvested])
    kinds = [step.action.kind for step in of_turn(match) if step.action]
    assert kinds == ["collect_all", "harvest"][not together :]
