"""Forgotten act of this turn: it is put where it happened, with a preview."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.models import Action
from companion.match.entries import Amended, Insert
from companion.match.fold import Match
from companion.services.hub import Hub
from companion.services.privacy.visibility import hides
from companion.ui.panels.control.edit_entry import put_in_place
from tests.ui.panels.test_apply_remedy import Device, _at
from tests.ui.tables import actas, read

TOLD = 3
"""Number of forgotten acts tried for each game."""


def _forgotten(hub: Hub, game: str) -> Iterator[tuple[Match, Action]]:
    """Yield matches in which an act of this turn was left out, and is refused now."""
    for path in actas(game):
        match = read(path)
        for n in range(1, len(match.steps) - 1):
            yield from _left_out(hub, path, match, n)


def _left_out(hub: Hub, path: Path, match: Match, n: int) -> Iterator[tuple[Match, Action]]:
    one, after = match.steps[n].action, match.steps[n + 1].action
    if one is None or after is None or one.seat != after.seat:
        return
    state = match.state_before(match.steps[n].item.id)
    if legality.check(match.game, state, after) is not None:
        return
    without, _ = match.game.apply(state, after)
    if match.game.outcome(without) or legality.check(match.game, without, one) is None:
        return
    if one.seat not in match.game.awaiting(state) or after.seat not in match.game.awaiting(state):
        return
    copy = _at(hub, path, n)
    device = Device(hub, copy, after.seat)
    device.controller._settle(after)
    yield device.match, one
    hub.matches.delete(copy.started.match)


@pytest.mark.parametrize("seats", ["one", "all", "none"])
@pytest.mark.parametrize("game", [game for game in sorted(GAMES) if GAMES[game].judged])
def test_forgotten_act_of_this_turn_is_put_in_its_place(
    game: str, seats: str, tmp_path: Path
) -> None:
    with own_hub(tmp_path) as hub:
        tried = 0
        for match, action in islice(_forgotten(hub, game), TOLD):
            everyone = range(len(match.options.players))
            mine = {"one": (action.seat,), "all": everyone, "none": ()}[seats]
            device = Device(hub, match, action.seat, mine)
            refusal = legality.check(match.game, match.state, action)
            assert refusal is not None
            device.controller.refused(refusal, draft_of(action), action)
            shown = device.interaction.card
            assert shown is not None
            tried += 1
            if seats == "none":
                # Who holds no seat reports nothing.
                assert shown.earlier is None
                continue
            last = match.steps[-1].action
            private = {act.kind for act in (action, last) if act}
            if (
                seats == "all"
                and hides(match)
                and any(legality.depends_on_hidden(match.game, kind) for kind in private)
            ):
                # Where it belongs would tell what a seat hides, to all who share the device.
                assert shown.earlier is None
                continue
            assert shown.earlier == match.steps[-1].item.id
            put_in_place(device.controller, shown.earlier, shown)
            assert device.interaction.preview is not None
            (edit,) = device.interaction.edits
            assert isinstance(edit, Insert)
            device.controller.amend(device.interaction.edits)
            after = device.match
            assert isinstance(after.entries[-1].body, Amended)
            assert after.broken is None
            assert [step.action for step in after.steps][-2] == action
        assert tried
