"""Doubt that is answered with a yes: the same touch that asks can do it."""

from itertools import islice
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel.advice.remedies import draft_of
from companion.match.entries import fresh_id
from companion.ui.panels.rulings.ruling_card import _may_do
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode
from tests.ui.panels.test_apply_remedy import Device, _at
from tests.ui.tables import actas, read

ASKED = 6
"""Number of acts asked about in each game."""


@pytest.mark.parametrize("seats", ["none", "one", "all"])
@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].judged])
def test_yes_offers_to_do_it(game: str, seats: str, tmp_path: Path) -> None:
    path, done = actas(game)[0], 0
    with own_hub(tmp_path) as hub:
        for n, step in islice(enumerate(read(path).steps), 4, 4 + ASKED):
            action = step.action
            assert action is not None
            match = _at(hub, path, n)
            everyone = range(len(match.options.players))
            mine = {"none": (), "one": (action.seat,), "all": everyone}[seats]
            device = Device(hub, match, action.seat, mine)
            form = forms.form_of_draft(match.game, draft_of(action))
            filling = Filling(form, fresh_id())
            device.interaction = InteractionState(Mode.DOUBT, seat=action.seat, open=filling)
            view = device.controller.view()
            assert view is not None
            device.controller.finish(view)
            shown = device.interaction.card
            assert shown is not None
            assert _may_do(device.controller, shown) == (seats != "none")
            if seats != "none":
                device.controller.carry_out_asked()
                recorded = [one.action for one in device.match.steps[n:]]
                # What loses something, or skips a duty, is said before it is recorded.
                assert recorded == [action] or device.interaction.mode is Mode.REPORT
                done += recorded == [action]
            hub.matches.delete(match.started.match)
    assert (done > 0) == (seats != "none")
