"""Answer that lies open on one device while the table plays on at another."""

from pathlib import Path

import pytest

from companion.bootstrap import new_id, own_hub
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.models import Action
from companion.match.fold import Match
from companion.match.resumable import done
from companion.services.hub import Hub
from companion.services.matches.results import Recorded, Submission
from companion.ui.panels.control.match_context import report
from companion.ui.panels.rulings.aged_answer import aged, judge_again
from companion.ui.views.report.interaction import InteractionState, Mode
from tests.ui.panels.test_apply_remedy import Device, _at
from tests.ui.tables import actas, read

JUDGED = [game for game in sorted(GAMES) if GAMES[game].judged]
LOOKED_AT = 40
"""Number of steps of a match among which a seat waits for another one."""


def _waiting(hub: Hub, game: str) -> tuple[Match, Action, Action]:
    """Return a match, what is done next in it, and what another seat may do only after that."""
    path = actas(game)[0]
    whole = read(path)
    for n in range(4, LOOKED_AT):
        now, later = (step.action for step in whole.steps[n : n + 2])
        if now is None or later is None or now.seat == later.seat:
            continue
        match = _at(hub, path, n)
        if legality.judge(match.game, match.state, later).refusal:
            return match, now, later
        hub.matches.delete(match.started.match)
    raise AssertionError("nobody waits for anybody")


def _record(hub: Hub, match: Match, action: Action) -> None:
    answer = done(hub.matches.submit(match.started.match, Submission(new_id(), report(action))))
    assert isinstance(answer, Recorded), answer


def _answered(device: Device, action: Action) -> None:
    """Report what is refused now, so that its answer lies open."""
    refusal = legality.judge(device.match.game, device.match.state, action).refusal
    assert refusal
    device.controller.refused(refusal, draft_of(action), action)


@pytest.mark.parametrize("game", JUDGED)
def test_answer_says_that_the_table_played_on_and_is_judged_again(
    game: str, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        match, now, later = _waiting(hub, game)
        device = Device(hub, match, later.seat)
        _answered(device, later)
        shown = device.interaction.card
        assert shown
        assert not aged(device.controller, shown)
        _record(hub, match, now)
        assert aged(device.controller, shown)
        judge_again(device.controller)
        assert device.interaction.card is None


@pytest.mark.parametrize("game", JUDGED)
def test_answer_that_still_holds_is_that_of_this_moment(game: str, tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match, _, later = _waiting(hub, game)
        device = Device(hub, match, later.seat)
        _answered(device, later)
        judge_again(device.controller)
        assert device.interaction.card
        assert not aged(device.controller, device.interaction.card)


@pytest.mark.parametrize("game", JUDGED)
def test_doubt_is_answered_again(game: str, tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        match, now, later = _waiting(hub, game)
        device = Device(hub, match, later.seat)
        device.interaction = InteractionState(Mode.DOUBT, seat=later.seat)
        _answered(device, later)
        _record(hub, match, now)
        judge_again(device.controller)
        shown = device.interaction.card
        assert shown
        assert shown.card.verdict != "refused"
        assert not aged(device.controller, shown)
