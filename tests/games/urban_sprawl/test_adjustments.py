"""Adjustments: elections, payouts and choices that are due follow what is set by hand.

`tests/contract/test_adjustments.py` tries every settable.
"""

from typing import Any

from companion.games.urban_sprawl import GAME
from companion.match.entries import Adjusted, Setting
from companion.match.steps import adjust
from tests.games.urban_sprawl.sample import lay

SHOWN = {
    "kind": "show_card", "seat": 0, "card": "permit.p7", "ballot": True, "as_event": False,
    "pays": 0,
}  # fmt: skip
TIED = {
    "offices": {"mayor": 3},
    "airport": True,
    "owners": {"lot.7.7": 1},
    "buildings": [["civic", "lot.7.8", 2]],
    "tasks": [{"code": "show", "about": {"deck": "planning", "place": "rail.p1"}}],
    "played": [SHOWN],
}
"""Beto and Clara tie for the attorney; Dani decides as the mayor."""


def adjusted(state: Any, code: str, value: object) -> Any:
    """Return the state after an adjustment as a table records it."""
    done = adjust(GAME, state, Adjusted(settings=(Setting(code=code, value=str(value)),)))
    assert not isinstance(done, str)
    return done[0]


def test_tie_waits_for_the_new_holder_of_the_office_that_decides() -> None:
    state = lay(TIED)
    assert (state.due.code, state.awaited) == ("elect", (3,))
    after = adjusted(state, "holder.office.mayor", 0)
    assert (after.due.code, after.awaited) == ("elect", (0,))
    assert len(after.agenda) == len(state.agenda)


def test_election_is_decided_when_the_tie_is_none_any_more() -> None:
    after = adjusted(lay(TIED), "owner.lot.7.8", 1)
    assert after.due.code != "elect"
    assert after.holder("office.attorney") == 1
    still = adjusted(lay(TIED), "spent", "yes")
    assert (still.due, still.holder("office.attorney")) == (lay(TIED).due, None)


def test_card_effect_of_the_turn_goes_with_the_turn() -> None:
    about = {"vocation": "vocation.media", "number": 3, "seat": 0, "card": "town.t34"}
    task = {"code": "vocation", "about": about}
    given = {"vocations": {"1": {"media": 1}}, "tasks": [task]}
    state = adjusted(lay(given), "turn", 2)
    assert (state.due.seats, state.due.of("seat")) == ((2,), 2)


def test_marker_nobody_else_has_any_more_is_not_asked_for() -> None:
    about = {"vocation": "vocation.media", "number": 3, "seat": 0, "card": "town.t34"}
    task = {"code": "vocation", "about": about}
    given = {"vocations": {"1": {"media": 1}}, "tasks": [task]}
    # Set to the only one who has it, the turn leaves nobody to take the marker from.
    assert adjusted(lay(given), "turn", 1).due.code != "vocation"
