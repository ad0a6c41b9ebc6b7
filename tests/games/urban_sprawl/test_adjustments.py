"""Adjustments: elections, payouts and choices that are due follow what is set by hand.

`tests/contract/test_adjustments.py` tries every settable.
"""

from typing import Any

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.cards.triggers import pay_left
from companion.games.urban_sprawl.play import Play
from companion.match.entries import Adjusted, Posted, Setting
from companion.match.reconcile import amount, posted
from companion.match.steps import adjust, impossible
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


# Whom a task waits for, where buildings, markers or offices are set while it is due

HOUSES = {
    "city": "empty",
    "buildings": [["residential", "lot.1.3", 1], ["residential", "lot.1.5", 2]],
}
MARINA = HOUSES | {
    "facts": {"town.t9.lines": [["rivals_pay", 2, "filter:residential"]]},
    "cards": {"0": ["permit.p2"]},
    "rails": {"rail.c1": "town.t9"},
    "played": [{
        "kind": "build", "seat": 0, "place": "rail.c1", "zone": "civic", "block": "block.3.1",
        "lots": "lot.5.1+lot.6.1", "pay": ["permit.p2"],
    }],
}  # fmt: skip
"""Ana builds; the others owe her for their residential buildings."""


def test_disaster_waits_for_those_who_control_such_a_building_now() -> None:
    about = {"then": "spare", "what": "wealth", "amount": 3, "filter": "filter:residential"}
    task = {"code": "lose_or_pay", "seats": [1, 2], "about": about | {"rule": "events"}}
    state = lay(HOUSES | {"tasks": [task]})
    assert adjusted(state, "stands.lot.1.3", "empty").awaited == (2,)
    assert set(adjusted(state, "owner.lot.1.3", 3).awaited) == {2, 3}
    assert set(adjusted(state, "owner.lot.1.3", 2).awaited) == {2}
    assert adjusted(state, "spent", "yes").due == state.due


def test_tribute_follows_the_buildings_of_those_who_have_not_paid() -> None:
    state = lay(MARINA)
    after = adjusted(state, "owner.lot.1.3", 3)
    assert (after.due.of("owed"), after.awaited) == ((0, 0, 1, 1), (2, 3))
    paid, _ = GAME.apply(state, GAME.read_action({"kind": "pay_rival", "seat": 1, "prestige": 0}))
    # Beto has paid once, so he is not asked again for a further building.
    assert adjusted(paid, "owner.lot.1.5", 1).due.code == "act"
    assert adjusted(paid, "owner.lot.1.3", 3).awaited == (2, 3)


def test_cashing_waits_for_whoever_turns_out_to_have_a_marker() -> None:
    about = {"vocation": "vocation.factory", "number": 4}
    task = {"code": "cash", "seats": [1], "about": about}
    state = lay({"vocations": {"1": {"factory": 1}}, "tasks": [task]})
    item = "vocation:factory"
    moved = (
        Posted(account="supply", item=item, amount=-1),
        Posted(account="seat:2", item=item, amount=1),
    )
    done = adjust(GAME, state, Adjusted(postings=moved))
    assert not isinstance(done, str)
    assert set(done[0].awaited) == {1, 2}


def test_park_and_lost_cube_are_for_whoever_holds_the_office_now() -> None:
    park = {"code": "park", "seats": [2], "about": {"rule": "politicians.mayor"}}
    state = lay({"offices": {"mayor": 2}, "tasks": [park]})
    assert adjusted(state, "holder.office.mayor", 3).awaited == (3,)
    # A park of a card is for whoever has built it.
    card = {"code": "park", "seats": [2], "about": {"rule": "effects"}}
    state = lay({"offices": {"mayor": 2}, "tasks": [card]})
    assert adjusted(state, "holder.office.mayor", 3).awaited == (2,)
    about = {"colour": "commercial", "office": "office.treasurer", "rule": "events"}
    drop = {"code": "drop_control", "seats": [2], "about": about}
    shops = [["commercial", "lot.1.3", 1], ["commercial", "lot.1.5", 1]]
    state = lay({"offices": {"treasurer": 2}, "buildings": shops, "tasks": [drop]})
    assert adjusted(state, "holder.office.treasurer", 3).awaited == (3,)
    assert adjusted(state, "holder.office.treasurer", "nobody").due.code == "act"


def test_turn_not_yet_begun_has_the_points_of_the_boss() -> None:
    state = lay({"offices": {"boss": 2}})
    assert adjusted(state, "holder.office.boss", 0).turn.points == 8
    begun = lay({"offices": {"boss": 2}, "points": 5, "spent": True})
    assert adjusted(begun, "holder.office.boss", 0).turn.points == 5
    assert adjusted(state, "holder.office.boss", 1).turn.points == 6


def test_end_taken_back_leaves_no_final_payout_for_later() -> None:
    final, plain = ({"row": "payout.p1", **more} for more in ({"final": True}, {}))
    tasks = [{"code": "line", "about": about} for about in (final, plain)]
    given = {"unknown": ["payout.p1.line"], "owners": {"lot.2.2": 1}}
    state = lay({**given, "tasks": [*tasks, {"code": "finish", "seats": []}]})
    leaving = GAME.read_action({"kind": "leave_line", "seat": 0, "row": "payout.p1"})
    for _ in tasks:
        state = GAME.apply(state, leaving)[0]
    assert state.over
    assert [one.final for one in state.left] == [True, False]
    assert [one.final for one in adjusted(state, "phase", "act").left] == [False]


def _counted(state: Any, seat: int, kind: str, number: int) -> Any:
    """Return the state after somebody counted what a seat has of a kind."""
    place = (f"seat:{seat}", kind)
    body = Adjusted(postings=(posted(state, place, number - amount(state.ledger, place)),))
    done = adjust(GAME, state, body)
    assert not isinstance(done, str)
    return done[0]


_ROW = {
    "unknown": ["payout.p1.line"],
    "rulings": {"no_building_in_row": "next_place"},
    "city": "empty",
    "tasks": [{"code": "line", "about": {"row": "payout.p1"}}],
}
"""Row that pays everybody alike, and whose line is asked."""
_LEAVING = GAME.read_action({"kind": "leave_line", "seat": 0, "row": "payout.p1"})


def test_amount_that_was_counted_lacks_no_payout_left_for_later() -> None:
    state = GAME.apply(lay(_ROW), _LEAVING)[0]
    assert [state.lacks(seat, "prestige") for seat in range(4)] == [("payout.p1.line",)] * 4
    # Wealth is another kind.
    assert _counted(state, 1, "wealth", 30).left == state.left
    after = _counted(state, 1, "prestige", 7)
    assert (after.prestige(1), after.between(1, "prestige").certain) == (7, True)
    assert [bool(after.lacks(seat, "prestige")) for seat in range(4)] == [True, False, True, True]
    # Reading the line pays the others.
    reading = _paid(after, "payout.p1", (8, 4, 2, 1))
    assert [reading.prestige(seat) for seat in range(4)] == [3, 7, 3, 3]
    for seat in (0, 2, 3):
        after = _counted(after, seat, "prestige", 5)
    assert after.left == ()


def test_whoever_was_left_a_payout_may_lose_more_of_that_kind_than_was_posted() -> None:
    before = lay({**_ROW, "prestige": {"1": 3}, "wealth": {"1": 3}})
    state = GAME.apply(before, _LEAVING)[0]

    def may_lose(state: Any, kind: str) -> bool:
        lost = Posted(account="seat:1", item=kind, amount=-5)
        return impossible(GAME, state, Adjusted(postings=(lost,))) is None

    assert [may_lose(state, kind) for kind in ("prestige", "wealth")] == [True, False]
    assert not may_lose(before, "prestige")


def _paid(state: Any, row: str, line: tuple[int, ...]) -> Any:
    """Return the state after a line left for later was read."""
    play = Play(state)
    pay_left(play, row, line)
    return play.state
