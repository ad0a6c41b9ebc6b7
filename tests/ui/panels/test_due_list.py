"""DueList of Kingdom of Solomon: a person's spaces resolved on one panel, as one act.

Every printed value here is invented.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel.box.facts import FactValue, TypedLine
from companion.kernel.values import Seat
from companion.match.entries import Adjusted, Body, Entry, Reported, Setting, Started
from companion.match.fold import Match, append, fold
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Recorded, Submission
from companion.ui.drafts.draft_cache import forget, stored_state
from companion.ui.games.kingdom_of_solomon.screen import SCREEN, due_list
from companion.ui.screens.match import screen as table
from companion.ui.views.report.due_list import DueRow, due_rows
from companion.ui.views.report.interaction import DueList
from tests.games.kingdom_of_solomon.sample import DATA, GAME_ID, NAMES
from tests.playthroughs.actas import FIRST
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context

ANA, BETO = 0, 1
GOLD = "territory.t3.yields"
TRADES: FactValue = (TypedLine("pay", 1, "cube:any"), TypedLine("gain", 1, "cube:any"))
DRAWS: FactValue = (TypedLine("draw", 1),)


def _with(match: Match, body: Body) -> Match:
    seq = len(match.entries)
    after = append(match, Entry(seq=seq, id=f"entry-{seq}", at=FIRST, body=body))
    assert after.broken is None, body
    return after


def _reported(match: Match, kind: str, seat: Seat, **values: Any) -> Match:
    return _with(match, Reported(action={"kind": kind, "seat": seat, **values}))


def resolving(
    *spaces: str, beto: str = "territory.t2", facts: Mapping[str, FactValue] | None = None
) -> Match:
    """Return a match of two whose resolution begins: Ana with pawns on some spaces, Beto on one."""
    started = Started(
        match="match-1",
        game=GAME_ID,
        rules_version=GAMES[GAME_ID].version,
        options={"players": NAMES[:2]},
        facts=DATA.default_facts() | dict(facts or {}),
        rulings=DATA.default_rulings(),
    )
    match = fold(GAMES, (Entry(seq=0, id="start", at=FIRST, body=started),))
    return _standing(match, *spaces, beto=beto)


def _standing(match: Match, *spaces: str, beto: str = "territory.t2") -> Match:
    pawns = tuple(
        Setting(code=f"pawn.{space}", value=str(seat))
        for space, seat in (*((s, ANA) for s in spaces), (beto, BETO))
    )
    return _with(match, Adjusted(settings=(Setting(code="phase", value="resolution"), *pawns)))


def _rows(match: Match, given: DueList | None = None) -> Mapping[str, DueRow]:
    dues = due_list(match, ANA)
    rows = due_rows(match, ANA, dues, given or DueList("s"), private=True)
    return {row.key: row for row in rows}


def test_spaces_that_leave_nothing_to_say_are_collected_by_the_usual_button() -> None:
    assert due_list(resolving("territory.t1"), ANA) == ()
    assert due_list(resolving("territory.t1", "territory.t3"), ANA)
    # Nothing is due of somebody else, or in another phase.
    assert due_list(resolving("territory.t1", "territory.t3"), BETO) == ()
    match = resolving("territory.t1", "territory.t3")
    placing = _with(match, Adjusted(settings=(Setting(code="phase", value="place"),)))
    assert due_list(placing, ANA) == ()


def test_unread_value_is_asked_in_its_row_and_then_answers_it() -> None:
    match = resolving("territory.t1", "territory.t3")
    collected, land = _rows(match).values()
    assert collected.chosen
    assert (land.asks, land.chosen) == ((GOLD,), None)
    read = resolving("territory.t3", facts={GOLD: (TypedLine("gain", 1, "cube:gold"),)})
    assert due_list(read, ANA) == ()


def test_space_that_repeats_a_territory_comes_before_the_pawn_leaves_it() -> None:
    read = {"action.artisan.lines": (TypedLine("again"),)}
    rows = _rows(resolving("territory.t1", "action.artisan", facts=read))
    assert list(rows) == ["use_space:action.artisan", "collect_all:territory.t1"]
    chosen = rows["use_space:action.artisan"].chosen
    assert chosen
    assert chosen.values["at"] == "territory.t1"
    # Without another pawn it is refused, which its row says; it may still be left unused.
    alone = _rows(resolving("action.artisan", facts=read))["use_space:action.artisan"]
    assert alone.refusal
    assert alone.refusal.code == "no_other_pawn"
    assert [way.kind for way in alone.ways] == ["skip_space"]
    assert alone.chosen is None


def test_row_is_judged_on_what_the_rows_before_it_leave() -> None:
    """Ana has only the stone that she collects: it is all that she can pay with."""
    read = {"action.trader.lines": TRADES}
    match = resolving("territory.t1", "action.trader", facts=read)
    key = "collect_all:territory.t1"
    trader = _rows(match)["use_space:action.trader"]
    paid = {way.values["give"] for way in trader.ways if way.kind == "use_space"}
    assert paid == {("stone",)}
    left = _rows(match, DueList("s", {key: None}))["use_space:action.trader"]
    assert [way.kind for way in left.ways] == ["skip_space"]


def test_last_answer_of_the_same_seat_is_chosen_while_it_is_possible() -> None:
    read = {"action.trader.lines": TRADES}
    match = resolving("territory.t1", "action.trader", facts=read)
    assert _rows(match)["use_space:action.trader"].chosen is None
    match = _reported(match, "collect_all", ANA, spaces=["territory.t1"])
    traded = {"space": "action.trader", "give": ["stone"], "take": ["food"]}
    match = _reported(match, "use_space", ANA, **traded)
    again = _standing(match, "territory.t1", "action.trader")
    chosen = _rows(again)["use_space:action.trader"].chosen
    assert chosen
    assert (chosen.values["give"], chosen.values["take"]) == (("stone",), ("food",))
    # Without the stone it is not possible, so nothing is chosen.
    poor = _rows(again, DueList("s", {"collect_all:territory.t1": None}))
    assert poor["use_space:action.trader"].chosen is None
    # Beto has not used the space yet.
    beto = _standing(match, "territory.t1", beto="action.trader")
    rows = due_rows(beto, BETO, due_list(beto, BETO), DueList("s"), private=True)
    assert [row.chosen for row in rows if row.key == "use_space:action.trader"] in ([], [None])


# By touch


class Sitting:
    """Match on one device, touched by keys."""

    def __init__(self, hub: Hub, match: Match) -> None:
        hub.matches.begin(match)
        self.hub, self.id = hub, match.started.match
        self.told: list[str] = []

    @property
    def match(self) -> Match:
        """Return the match as recorded."""
        return self.hub.matches.open(self.id)

    @property
    def stored(self) -> tuple[object, ...]:
        """Return everything that is stored of the match."""
        return tuple(self.hub.store.rows(self.id))

    async def touch(self, *keys: str) -> list[str]:
        """Touch these one after the other; return what is said since the last one."""
        client = Client(self.hub, "here", owner=True)
        view = await drawn(
            table.Screen, replace(context(client, "here"), notify=self.told.append), self.id
        )
        for key in keys:
            view.news()
            assert key in view.touchable(), (key, view.touchable())
            await view.touch(key)
        said = [str(text) for text in texts(view.news())]
        view.close()
        return said


SPACES = ("territory.t1", "territory.t3", "action.fortune", "action.trader")
TYPED = ("value:territory.t3.yields:cube:gold", "value:action.fortune.lines:0")
TRADED = ("value:action.trader.lines:0", "use_space:action.trader:0")


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with own_hub(tmp_path) as hub:
        yield Sitting(hub, resolving(*SPACES))
    forget("here", "match-1")


def test_everything_is_recorded_as_the_same_entries_in_one_act(sitting: Sitting) -> None:
    before, stored = sitting.match, sitting.stored
    asyncio.run(sitting.touch("due_list:0", *TYPED, *TRADED))
    assert sitting.stored == stored, "nothing is accepted yet"
    asyncio.run(sitting.touch("due_list:done"))
    after = sitting.match
    bodies = [entry.body for entry in after.entries[len(before.entries) :]]
    kinds = [body.action["kind"] for body in bodies if isinstance(body, Reported)]
    assert [body.type for body in bodies] == ["facts_entered", *["reported"] * 4]
    assert kinds == ["collect_all", "harvest", "use_space", "use_space"]
    assert after.facts["territory.t3.yields"] == (TypedLine("gain", 1, "cube:gold"),)
    assert after.state.awaited == (BETO,)
    # One undo takes all of it back, and one redo brings it back.
    asyncio.run(sitting.touch("undo"))
    assert (sitting.match.facts, sitting.match.state) == (before.facts, before.state)
    asyncio.run(sitting.touch("redo"))
    assert sitting.match.state == after.state


def test_list_of_steps_shows_what_was_recorded_together_as_one(sitting: Sitting) -> None:
    asyncio.run(sitting.touch("due_list:0", *TYPED, *TRADED, "due_list:done"))
    said = asyncio.run(sitting.touch("tools", "undo:list"))
    steps = [text for text in said if " hasta aquí: " in text]
    assert len(steps) == 2
    assert "recoge lo que da Bashan" in steps[0]
    assert "usa el Comerciante" in steps[0]


def test_closing_leaves_the_stored_acta_as_it_was(sitting: Sitting) -> None:
    stored = sitting.stored
    asyncio.run(sitting.touch("due_list:0", *TYPED, *TRADED, "due_list:close"))
    assert sitting.stored == stored
    assert stored_state("here", sitting.id).assumed == ()


def test_row_without_an_answer_is_left_for_later(sitting: Sitting) -> None:
    asyncio.run(sitting.touch("due_list:0", TYPED[0], "due_list:done"))
    match = sitting.match
    assert match.state.awaited == (ANA,)
    assert {row.due[0].values["space"] for row in _rows(match).values()} == {*SPACES[2:]}


def test_second_touch_takes_a_value_or_an_answer_back(sitting: Sitting) -> None:
    counted = TYPED[0]
    asyncio.run(sitting.touch("due_list:0", *[counted] * 3, *[TYPED[1]] * 2))
    assert stored_state("here", sitting.id).assumed == ()
    asyncio.run(sitting.touch("collect_all:territory.t1:0", counted, counted, "due_list:done"))
    match = sitting.match
    assert match.facts["territory.t3.yields"] == (TypedLine("gain", 2, "cube:gold"),)
    assert match.state.pawn_on("territory.t1") == ANA


def test_touch_on_the_board_loses_nothing_of_it(sitting: Sitting) -> None:
    asyncio.run(sitting.touch("due_list:0", *TYPED, "territory:t3", "territory:t5"))
    kept = stored_state("here", sitting.id)
    assert kept.due_list
    assert kept.values
    assert set(kept.values.facts) == {"territory.t3.yields", "action.fortune.lines"}


def test_rows_follow_a_table_that_has_moved_on_and_keep_their_answers(sitting: Sitting) -> None:
    asyncio.run(sitting.touch("due_list:0", *TYPED, *TRADED))
    moved = Reported(action={"kind": "collect_all", "seat": ANA, "spaces": ["territory.t1"]})
    answer = done(
        sitting.hub.matches.submit(sitting.id, Submission("other-tap", moved, device="other"))
    )
    assert isinstance(answer, Recorded)
    before = len(sitting.match.entries)
    asyncio.run(sitting.touch("due_list:done"))
    bodies = [entry.body for entry in sitting.match.entries[before:]]
    kinds = [body.action["kind"] for body in bodies if isinstance(body, Reported)]
    assert kinds == ["harvest", "use_space", "use_space"]
    assert sitting.match.state.awaited == (BETO,)


def test_unread_text_is_composed_in_its_row(sitting: Sitting) -> None:
    composed = ("other:action.fortune.lines", "action.fortune.lines:verb:3", "compose:record")
    asyncio.run(sitting.touch("due_list:0", *composed, "due_list:done"))
    assert sitting.match.facts["action.fortune.lines"] == DRAWS


def test_branch_takes_all_of_it_as_its_own(sitting: Sitting) -> None:
    stored = sitting.stored
    touches = ("tools", "what_if:start", "due_list:0", *TYPED, *TRADED, "due_list:done")
    asyncio.run(sitting.touch(*touches))
    assert sitting.stored == stored
    asyncio.run(sitting.touch("what_if:see", "what_if:apply"))
    assert sitting.match.state.awaited == (BETO,)


def test_doubt_asks_about_one_thing_at_a_time(sitting: Sitting) -> None:
    with pytest.raises(AssertionError):
        asyncio.run(sitting.touch("doubt", "due_list:0"))


def test_space_left_unused_is_no_main_button() -> None:
    assert not any("skip_space" in kinds for kinds in SCREEN.likely)
