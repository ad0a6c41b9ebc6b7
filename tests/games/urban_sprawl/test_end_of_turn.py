"""End of a turn as a chain: cards shown, their triggers, and the order of what follows."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.cards.effects import VERBS, taken_by
from companion.games.urban_sprawl.components import (
    CONTRACT_ROW,
    OFFICES,
    PLANNING_ROW,
    START_LOTS,
    SprawlOptions,
)
from companion.games.urban_sprawl.state import DECK, DISCARD, State
from companion.kernel import legality
from companion.kernel.box.facts import FactValue
from companion.kernel.box.lines import EffectLine
from companion.kernel.pieces.ledger import Effect, Happening, Transfer
from tests.games.urban_sprawl.sample import DATA, NAMES, lay

_FULL = {f"rail.p{n}": f"permit.p{n + 10}" for n in range(1, 5)}
_PLANNING = {**_FULL, "rail.planning": "permit.p20"}
URN = {"ballot": True}
_TOWN = {f"rail.c{n}": f"town.t{n + 10}" for n in range(1, 6)} | {"rail.town": "town.t20"}


def _report(state: State, kind: str, seat: int = 0, **fields: Any) -> tuple[State, list[Effect]]:
    action = GAME.read_action({"kind": kind, "seat": seat, **fields})
    refusal = legality.check(GAME, state, action)
    assert refusal is None, refusal
    after, effects = GAME.apply(state, action)
    return after, list(effects)


def _show(state: State, card: str, **said: Any) -> tuple[State, list[Effect]]:
    seat = state.awaited[0]
    values = {"as_event": False, "ballot": False, "pays": 0, **said}
    return _report(state, "show_card", seat, card=card, **values)


def _codes(effects: list[Effect]) -> list[str]:
    return [one.code for one in effects if isinstance(one, Happening)]


def _gap(state: State) -> tuple[str, str, str]:
    return state.phase, state.due.of("deck"), state.due.of("place")


def _ended(**given: Any) -> State:
    return _report(lay(given), "end_turn")[0]


def _begun(typed: Mapping[str, FactValue]) -> State:
    """Return the table before the first cards are turned up, with values typed of its box."""
    facts = {**DATA.default_facts(), **typed}
    state = GAME.setup(SprawlOptions(players=NAMES[:3]), facts, DATA.default_rulings())
    for lot in START_LOTS:
        state, _ = _report(state, "claim_start", state.due.seats[0], building=lot)
    return state


def _row(state: State) -> list[str | None]:
    return [state.card_at(place) for place in (*CONTRACT_ROW, *PLANNING_ROW)]


def test_first_cards_stay_where_they_lie_when_they_are_read_later() -> None:
    unread = _begun({})
    (shown,) = legality.legal_of_kind(GAME, unread, unread.due.seats[0], "show_all")
    lying = _row(GAME.apply(unread, shown)[0])
    assert None not in lying
    read = _begun({f"{card}.size": 2 for card in lying})
    assert legality.check(GAME, read, shown) is None
    assert _row(GAME.apply(read, shown)[0]) == lying


def test_turn_without_a_card_taken_passes_at_once() -> None:
    state = _ended(rails={**_PLANNING, **_TOWN})
    assert (state.phase, state.turn.seat, state.turn.points) == ("act", 1, 6)


def test_cards_move_up_and_gaps_are_filled_from_the_cheapest() -> None:
    rails = {
        place: card for place, card in _PLANNING.items() if place not in ("rail.p1", "rail.p3")
    }
    state = _ended(rails={**rails, **_TOWN})
    lying = [state.card_at(f"rail.{name}") for name in ("p1", "p2", "p3", "p4", "planning")]
    # The open top card has moved up too: it is not turned up again.
    assert lying == ["permit.p12", "permit.p14", "permit.p20", None, None]
    assert _gap(state) == ("show", "planning", "rail.p4")
    state, _ = _show(state, "permit.p1")
    assert _gap(state) == ("show", "planning", "rail.planning")
    state, effects = _show(state, "permit.p2")
    assert (state.phase, state.turn.seat) == ("act", 1)
    assert not any(isinstance(one, Transfer) and one.item == "wealth" for one in effects)


def test_election_of_a_card_comes_before_its_payout() -> None:
    rails = {place: card for place, card in _PLANNING.items() if place != "rail.planning"}
    given = {
        "rails": {**rails, **_TOWN},
        "track": "office.boss",
        "vocations": {"2": {"energy": 1}},
        "owners": {"lot.6.7": 1},
        "facts": {"permit.p8.payout": 6, "permit.p8.ballot": "yes"},
    }
    state, effects = _show(_ended(**given), "permit.p8", ballot=True, pays=6)
    # The mayor places a park in row 6, so it counts for the payout of that card.
    assert _codes(effects) == ["pawn_moved", "elected"]
    assert (state.phase, state.awaited) == ("park", (2,))
    state, effects = _report(state, "choose", 2, answer="lot.7.8")
    shares = [one for one in effects if isinstance(one, Happening) and one.code == "row_share"]
    # The two seats with one building each share 6 and 3.
    assert [one.params["amount"] for one in shares] == [0, 4, 4, 0]
    assert state.phase == "act"


@pytest.mark.parametrize(("ballots", "office"), [(4, None), (5, 1)])
def test_only_the_fifth_ballot_elects_before_the_airport(ballots: int, office: int | None) -> None:
    state = lay({"vocations": {"1": {"energy": 1}}, "left": {"permit": 30}})
    for n in range(ballots):
        place = "rail.planning" if n == 4 else f"rail.p{n + 1}"
        task = {"code": "show", "about": {"deck": "planning", "place": place}}
        given = {
            "vocations": {"1": {"energy": 1}},
            "track": state.track,
            "tasks": [task],
            "facts": {"permit.p1.ballot": "yes"},
        }
        state, _ = _show(lay(given), "permit.p1", ballot=True)
    assert state.holder("office.mayor") == office
    assert all(state.holder(other) is None for other in OFFICES[1:])


def test_five_ballots_after_the_airport_elect_around_the_track() -> None:
    owners = {"lot.7.7": 0, "lot.4.9": 1, "lot.2.2": 2, "lot.4.4": 3}
    given: dict[str, Any] = {"airport": True, "vocations": {"1": {"energy": 1}}, "owners": owners}
    track, elected = "office.mayor", []
    for _ in range(5):
        task = {"code": "show", "about": {"deck": "planning", "place": "rail.p1"}}
        state, effects = _show(lay({**given, "track": track, "tasks": [task]}), "permit.p7", **URN)
        track = state.track
        (won,) = (one for one in effects if isinstance(one, Happening) and one.code == "elected")
        elected.append((track, won.seat))
    assert elected == [
        ("office.attorney", 0),
        ("office.treasurer", 1),
        ("office.chief", 2),
        ("office.boss", 3),
        ("office.mayor", 1),
    ]


def test_event_is_carried_out_and_its_place_filled_by_the_next_card() -> None:
    rails = {place: card for place, card in _PLANNING.items() if place != "rail.planning"}
    given = {
        "rails": {**rails, **_TOWN},
        "left": {"permit": 10},
        "facts": {"event.e3.lines": [["each_wealth", 2, "filter:once"]]},
    }
    state = _ended(**given)
    before = state.wealth(3)
    state, _ = _show(state, "event.e3", as_event=True)
    assert state.wealth(3) == before + 2
    assert state.ledger.balance(DISCARD, "event:e3") == 1
    assert _gap(state) == ("show", "planning", "rail.planning")
    assert _show(state, "permit.p1")[0].phase == "act"


def test_same_event_may_come_again_after_a_shuffle() -> None:
    given = {
        "rails": {
            **{place: card for place, card in _PLANNING.items() if place[-1] in "123"},
            **_TOWN,
        },
        "left": {"permit": 0, "event": 1},
        "facts": {"event.e3.lines": []},
    }
    state = _ended(**given)
    assert state.shuffles == 0
    state, effects = _show(state, "event.e3", as_event=True)
    # The deck is empty: discarded cards, including that event and the renewals, go face down into
    # it again.
    assert "planning_shuffled" in _codes(effects)
    assert state.shuffles == 1
    assert state.ledger.balance(DECK["planning"], "renewal") == 4
    state, _ = _show(state, "event.e3", as_event=True)
    state, _ = _show(state, "renewal")
    assert state.card_at("rail.p4") == "renewal"


def test_no_card_is_revealed_where_only_events_are_left() -> None:
    rails = {place: card for place, card in _PLANNING.items() if place == "rail.p1"}
    state = lay({"rails": {**rails, **_TOWN}, "left": {"permit": 0, "event": 0}})
    held = state.ledger.held(DISCARD)
    gone = [
        Transfer(item, n, DISCARD, "seat:0", "x") for item, n in held.items() if item != "event"
    ]
    state = GAME.with_ledger(state, state.ledger.post(gone))
    state, _ = _report(state, "end_turn")
    assert state.phase == "act"
    assert state.shuffles == 0


@pytest.mark.parametrize(("ruling", "deck"), [("new_deck", "city"), ("old_deck", "town")])
def test_airport_opens_the_city_while_places_are_being_filled(ruling: str, deck: str) -> None:
    given = {
        "rails": {**_PLANNING, "rail.c1": "town.t11", "rail.c2": "town.t12", "rail.c3": "town.t13"},
        "left": {"town": 22},
        "rulings": {"mid_refill_activation": ruling},
        "facts": {"town.t1.lines": []},
    }
    state = _ended(**given)
    assert _gap(state) == ("show", "town", "rail.c4")
    assert not state.in_play("office.boss")
    state, effects = _show(state, "town.t1", as_event=True)
    assert "deck_opened" in _codes(effects)
    assert state.active == ("town", "city")
    assert state.in_play("office.boss")
    assert not state.in_play("office.contractor")
    assert _gap(state) == ("show", deck, "rail.c4")
    state, _ = _show(state, "city.c9" if deck == "city" else "town.t9")
    # Place 5 always belongs to the town. Then the top cards are turned up, including that of the
    # new deck.
    assert _gap(state) == ("show", "town", "rail.c5")
    state, _ = _show(state, "town.t8")
    assert _gap(state) == ("show", "town", "rail.town")
    state, _ = _show(state, "town.t7")
    assert _gap(state) == ("show", "city", "rail.city")
    state, _ = _show(state, "city.c8")
    assert state.phase == "act"


def test_place_5_stays_empty_with_an_empty_town_deck() -> None:
    rails = {f"rail.c{n}": f"city.c{n + 10}" for n in range(1, 5)} | {"rail.city": "city.c20"}
    state = _ended(rails={**_PLANNING, **rails}, active=["town", "city"], left={"town": 0})
    assert state.phase == "act"
    assert state.card_at("rail.c5") is None


def test_place_4_is_filled_by_the_town_with_an_empty_city_deck() -> None:
    rails = {f"rail.c{n}": f"metropolis.m{n + 10}" for n in range(1, 4)}
    rails |= {"rail.metropolis": "metropolis.m20", "rail.c5": "town.t11", "rail.town": "town.t12"}
    given = {"active": ["town", "city", "metropolis"], "left": {"city": 0, "town": 5}}
    state = _ended(rails={**_PLANNING, **rails}, **given)
    assert [state.card_at(f"rail.c{n}") for n in (4, 5)] == ["town.t11", "town.t12"]
    assert _gap(state) == ("show", "town", "rail.town")


def test_olympic_games_stop_all_pending_tasks() -> None:
    given = {
        "active": ["town", "city", "metropolis"],
        "left": {"metropolis": 19},
        "owners": {"lot.2.2": 0, "lot.4.4": 0, "lot.6.6": 1},
        "wealth": {"0": 25, "1": 9, "2": 40, "3": 0},
        "facts": {"payout.p3.line": [8, 4, 2, 1]},
        "unknown": ["payout.p1.line"],
        "tasks": [
            {"code": "show", "about": {"deck": "metropolis", "place": "rail.c1"}},
            {"code": "drop_control", "about": {"colour": "any"}},
        ],
    }
    state, effects = _show(lay(given), "metropolis.m1", as_event=True)
    assert "match_stopped" in _codes(effects)
    # An unknown line still has to be read off; then the match is over.
    assert state.phase == "line"
    assert GAME.outcome(state) is None
    line = {"first": 6, "second": 3, "third": 2, "fourth": 0}
    state, _ = _report(state, "read_line", **line)
    assert state.over
    assert dict(state.final) == {"payout.p1": (0, 6, 0, 0), "payout.p3": (8, 0, 0, 0)}
    lines = {(one.seat, one.code): one.amount for one in GAME.score(state)}
    assert lines[0, "payout.p3"] == 8
    assert [lines[seat, "tens"] for seat in range(4)] == [2, 0, 4, 0]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "most_prestige")


_LEFT: dict[str, Any] = {
    "unknown": ["payout.p1.line", "payout.w1.line"],
    "rulings": {"no_building_in_row": "next_place"},
    "city": "empty",
}


def _left(row: str, **given: Any) -> State:
    """Return a table where the line of a row, by which everybody is paid alike, was left."""
    task = {"code": "line", "about": {"row": row}}
    state = lay({**_LEFT, **given, "tasks": [task, *given.get("tasks", ())]})
    return _report(state, "leave_line", row=row)[0]


def _asked(state: State) -> str:
    """Return the row whose line is due, as something rests on it; empty without one."""
    return state.due.of("row") if state.phase == "line" and state.due.of("owed") else ""


_CONTRACTOR: dict[str, Any] = {
    "offices": {"contractor": 0},
    "tasks": [{"code": "contractor_given", "seats": []}],
}


def test_line_left_for_later_is_read_once_a_contractor_rests_on_it() -> None:
    state = _left("payout.p1", **_CONTRACTOR)
    assert _asked(state) == "payout.p1"
    refusal = legality.check(
        GAME, state, GAME.read_action({"kind": "leave_line", "seat": 0, "row": "payout.p1"})
    )
    assert refusal is not None
    assert refusal.code == "line_needed"
    state, effects = _report(state, "read_line", first=8, second=4, third=2, fourth=1)
    gained = [(one.target, one.amount) for one in effects if isinstance(one, Transfer)]
    assert gained == [(f"seat:{seat}", 3) for seat in range(4)]
    assert "row_share" not in _codes(effects)
    assert (state.phase, state.left) == ("contractor", ())


def test_line_that_was_read_is_left_no_more() -> None:
    task = {"code": "line", "about": {"row": "payout.p1"}}
    state = lay({**_LEFT, "tasks": [task, task]})
    read = {"first": 8, "second": 4, "third": 2, "fourth": 1}
    state, _ = _report(state, "read_line", **read)
    leaving = GAME.read_action({"kind": "leave_line", "seat": 0, "row": "payout.p1"})
    refusal = legality.check(GAME, state, leaving)
    assert refusal is not None
    assert refusal.code == "line_needed"
    assert legality.check(GAME, _report(state, "read_line", **read)[0], leaving) is not None


def test_contractor_does_not_rest_on_wealth() -> None:
    assert _left("payout.w1", **_CONTRACTOR).phase == "contractor"


@pytest.mark.parametrize(("held", "asked"), [(1, "payout.w1"), (2, "")])
def test_tax_rests_on_a_line_only_where_somebody_may_lack_it(held: int, asked: str) -> None:
    given = {"offices": {"treasurer": 0}, "facts": {"treasurer.tax": 2}, "wealth": {"1": held}}
    assert _asked(_left("payout.w1", **given, tasks=[{"code": "begin", "seats": []}])) == asked


@pytest.mark.parametrize(
    ("row", "verb", "floor", "asked"),
    [
        ("payout.w1", "lose_wealth", "zero", True),
        ("payout.w1", "rivals_pay", "zero", True),
        ("payout.w1", "gain_wealth", "zero", False),
        ("payout.w1", "lose_prestige", "zero", False),
        ("payout.p1", "lose_prestige", "zero", True),
        ("payout.p1", "lose_prestige", "below", False),
        ("payout.p1", "may_pay_prestige", "below", True),
        ("payout.p1", "rivals_pay_prestige", "zero", True),
        ("payout.w1", "rivals_pay_prestige", "zero", False),
    ],
)
def test_card_that_takes_something_rests_on_what_was_left(
    row: str, verb: str, floor: str, *, asked: bool
) -> None:
    effect = [[verb, 1, "filter:once"]]
    card = {"card": "event.e1", "seat": 0, "rule": "events"}
    given = {"facts": {"event.e1.lines": effect}, "rulings": {"prestige_floor": floor}}
    given["rulings"] |= _LEFT["rulings"]
    tasks = [{"code": "effects", "seats": [], "about": card}]
    assert _asked(_left(row, **given, tasks=tasks)) == (row if asked else "")


def test_every_verb_that_takes_something_rests_on_what_was_left() -> None:
    # Their codes say that somebody loses or pays; a payout pays everybody.
    takes = {verb for verb in VERBS if {"lose", "loses", "pay"} & {*verb.split("_")}}
    state = lay({"rulings": {"prestige_floor": "zero"}})
    assert takes == {verb for verb in VERBS if taken_by(state, (EffectLine(verb),))}


def test_end_says_who_may_have_won_where_a_line_was_left() -> None:
    state = lay(
        {
            "left": {"metropolis": 19},
            "active": ["town", "city", "metropolis"],
            "owners": {"lot.2.2": 0, "lot.6.6": 1},
            "wealth": {"0": 25, "1": 9, "2": 40, "3": 0},
            "unknown": ["payout.p1.line"],
            "tasks": [{"code": "show", "about": {"deck": "metropolis", "place": "rail.c1"}}],
        }
    )
    state, _ = _show(state, "metropolis.m1", as_event=True)
    state, _ = _report(state, "leave_line", row="payout.p1")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.lacks) == ((), ("payout.p1.line",))
    # Seat 0 is paid by a row that is read, and seat 1 alone has a building in the other.
    assert outcome.contenders == (0, 1)
    sums = {line.seat: 0 for line in outcome.compared}
    for line in GAME.score(state):
        sums[line.seat] += line.amount
    told = {line.seat: (line.code, line.amount, line.unread) for line in outcome.compared}
    signs = ("", "+", "", "")
    assert told == {seat: ("prestige_total", sums[seat], signs[seat]) for seat in range(4)}


def test_final_score_is_computed_line_by_line() -> None:
    """FS-2: prestige of rows, also of a marker's, then wealth, then offices, which are no rows."""
    given = {
        "city": "empty",
        "buildings": [
            ["civic", "lot.1.1+lot.1.2", 0],
            ["park", "lot.1.3", 2],
            ["civic", "lot.2.4", 0],
            ["residential", "lot.12.12", 1],
            ["park", "lot.12.11", 1],
            ["industrial", "lot.6.7"],
            ["commercial", "lot.6.6", 3],
        ],
        "markers": {"top.1": "marker.p5", "right.6": "marker.w9"},
        "active": ["town", "city", "metropolis"],
        "left": {"metropolis": 19},
        "offices": {"mayor": 0, "attorney": 0, "boss": 2, "contractor": 3},
        "prestige": {"0": 7, "1": 9},
        "wealth": {"0": 9, "1": 30, "2": 19, "3": 10},
        "facts": {f"payout.p{n}.line": [n + 4, 4, 2, 1] for n in (1, 2, 3, 5)},
        "tasks": [{"code": "show", "about": {"deck": "metropolis", "place": "rail.c1"}}],
    }
    state, _ = _show(lay(given), "metropolis.m1", as_event=True)
    lines = [(one.seat, one.code, one.amount) for one in GAME.score(state) if one.amount]
    assert lines == [
        (0, "prestige", 7),
        (0, "payout.p3", 7),
        (0, "payout.p5", 9),
        # Two of the seat's own buildings touch a park. The park itself does not count.
        (0, "office.mayor", 2),
        (0, "office.attorney", 2),
        (1, "prestige", 9),
        (1, "payout.p2", 6),
        (1, "tens", 3),
        (2, "payout.p3", 4),
        (2, "payout.p5", 4),
        (2, "tens", 1),
        (2, "office.boss", 1),
        (3, "payout.p1", 5),
        (3, "tens", 1),
    ]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_factory_built_three_times_cashes_all_its_markers() -> None:
    """VO-1: all markers of that name are cashed each time, whoever built."""
    brought, held = [], {"0": {"factory": 1}}
    for builder, number in ((1, 1), (0, 4)):
        contract = {"town.t9.vocations": [["vocation", number, "vocation:factory"]]}
        given = {
            "seat": builder,
            "vocations": held,
            "rails": {"rail.c1": "town.t9"},
            "cards": {str(builder): ["permit.p2"]},
            "facts": contract,
        }
        site = {"zone": "civic", "block": "block.3.1", "lots": "lot.5.1+lot.6.1"}
        state = lay(given)
        state, _ = _report(state, "build", builder, place="rail.c1", pay=["permit.p2"], **site)
        while state.phase == "cash":
            seat = state.awaited[0]
            before = state.prestige(seat)
            markers = state.has(seat, "vocation.factory")
            state, _ = _report(state, "cash_vocations", seat, prestige=markers)
            brought.append((builder, seat, state.prestige(seat) - before))
        held = {str(s): {"factory": state.has(s, "vocation.factory")} for s in (0, 1)}
    assert brought == [(1, 1, 1), (1, 0, 1), (0, 0, 8), (0, 1, 4)]
    assert held == {"0": {"factory": 2}, "1": {"factory": 1}}
    assert state.ledger.balance("supply", "vocation:factory") == 1


def test_treasurer_collects_what_the_others_have() -> None:
    given = {
        "rails": {**_PLANNING, **_TOWN},
        "offices": {"treasurer": 1},
        "wealth": {"0": 20, "1": 5, "2": 1, "3": 0},
    }
    state = _ended(**given)
    assert [state.wealth(seat) for seat in range(4)] == [18, 8, 0, 0]


def test_union_boss_has_eight_action_points() -> None:
    state = _ended(rails={**_PLANNING, **_TOWN}, offices={"boss": 1})
    assert state.turn.points == 8
