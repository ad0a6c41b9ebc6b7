"""Urban Sprawl where little is known of the box: values left out are entered later."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.games.urban_sprawl.components import CONTRACT_PLACES
from companion.games.urban_sprawl.grid import ZONES
from companion.kernel.box.facts import FactValues, TypedLine
from companion.kernel.form import Choices, Draft
from companion.match.entries import (
    Adjusted,
    Body,
    FactsEntered,
    Posted,
    Reported,
    Setting,
)
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Recorded, Submission
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.drafts.draft_cache import shelve
from companion.ui.games.urban_sprawl.chain import steps_of
from companion.ui.games.urban_sprawl.screen import SCREEN
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.screens.match import screen as table
from companion.ui.screens.score import screen as score
from companion.ui.views.own_copy import nameless
from companion.ui.views.report.interaction import Filling, InteractionState, Mode
from companion.ui.views.report.report_form import Form, has_defaults
from companion.ui.views.table.consequences import Handout, still_ticked
from companion.ui.views.table.status import status_view
from tests.e2e import sprawl
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import NOW, context

CARD, ROW = "town.t10", 2
CARD_NAME = "Carta 10 de Pueblo"
"""Contract of which nothing is written down, and the number below it; its row was never read."""


class Table:
    """Match of three, on one device."""

    def __init__(self, folder: Path) -> None:
        self.hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, new_id)
        self.visit = Client(self.hub, "host", owner=True)
        self.id = sprawl.first_turn(self.hub)

    @property
    def match(self) -> Match:
        """Return the match as it stands."""
        return self.hub.matches.open(self.id)

    def report(self, kind: str, **fields: Any) -> None:
        """Record a report without a screen."""
        seat = self.match.game.awaiting(self.match.state)[0]
        self.send(Reported(action={"kind": kind, "seat": seat, **fields}))

    def send(self, body: Body) -> None:
        """Record any entry without a screen."""
        answer = done(self.hub.matches.submit(self.id, Submission(new_id(), body)))
        assert isinstance(answer, Recorded), answer

    def type(self, facts: FactValues) -> None:
        """Enter printed values, and accept what that changes as it is shown."""
        ctx, interactions = context(self.visit, "host"), [InteractionState()]

        def controller() -> MatchController:
            match = self.match
            return MatchController(
                ctx,
                match,
                ctx.wording(match),
                interactions[-1],
                interactions.append,
                lambda: interactions[-1],
            )

        controller().type_facts(facts)
        if interactions[-1].edits:
            controller().amend(interactions[-1].edits)

    def play(self, touches: Callable[[Drawn], Awaitable[None]], screen: Any = table.Screen) -> None:
        """Touch things on the match screen, or another one."""

        async def played() -> None:
            view = await drawn(screen, context(self.visit, "host"), self.id)
            await touches(view)
            view.close()

        asyncio.run(played())


@pytest.fixture
def at_the_table(tmp_path: Path) -> Table:
    """Return a table where a card was taken away and another is to be shown in its place."""
    started = Table(tmp_path)
    started.report("take_favor", place="rail.c1")
    started.report("end_turn")
    return started


SHOWN = ("kind:show_card:0", "field:card:3", f"field:pays:{ROW}")
"""Touches that show the card, and say what it triggers."""
READ = ("kind:read_line:0", "proposal:6", "field:second:3")
"""Touches that read the two places of its line that somebody takes, after a form was left."""


def _touched(at_the_table: Table, *keys: str) -> tuple[str, tuple[str, ...]]:
    """Return the texts after these touches, and what can be touched then."""
    outcomes: list[tuple[str, tuple[str, ...]]] = []

    async def touches(view: Drawn) -> None:
        for key in keys:
            view.news()
            assert key in view.touchable(), (key, view.touchable())
            await view.touch(key)
        outcomes.append(("\n".join(map(str, texts(view.news()))), view.touchable()))

    at_the_table.play(touches)
    return outcomes[0]


def _prestige(at_the_table: Table) -> list[int]:
    seats = at_the_table.match.game.public_view(at_the_table.match.state, None).seats
    return [seat.prestige for seat in seats]


def test_unknown_payout_line_is_reported_with_one_touch_per_place(at_the_table: Table) -> None:
    said, _ = _touched(at_the_table, *SHOWN)
    assert "Fila de prestigio 2: ¿cuánto da el 1.º, que es de Ana y Beto?" in said
    said, keys = _touched(at_the_table, READ[1])
    assert "Fila de prestigio 2: ¿cuánto da el 2.º, que es de Ana y Beto?" in said
    assert "field:second:7" not in keys, "no place gets more than the one before it"
    _touched(at_the_table, READ[2])
    # Nobody takes the third place, and there is no fourth person.
    assert _prestige(at_the_table) == [4, 4, 0]
    assert f"payout.p{ROW}.line" not in at_the_table.match.facts


def test_report_that_alone_tells_a_value_is_not_said_to_leave_it_untold(
    at_the_table: Table,
) -> None:
    def doubts() -> list[str]:
        match = at_the_table.match
        wording = Wording("urban_sprawl", match.options.players, None, match.known)
        notes = status_view(match, wording, (0, 1, 2), SCREEN.nouns).notes
        return [note.text for note in notes]

    at_the_table.report("show_card", card=CARD, as_event=False, ballot=False, pays=ROW)
    assert all(text.endswith(". Solo lo muestra esta jugada.") for text in doubts()), doubts()
    at_the_table.report("read_line", first=6, second=3)
    assert doubts() == ["De la línea de la fila de prestigio 2 solo se sabe lo que se lee aquí."]


def test_who_chooses_in_the_turn_of_another_is_not_said_to_have_it(at_the_table: Table) -> None:
    def headline() -> str:
        match = at_the_table.match
        return status_view(match, Wording("urban_sprawl", match.options.players)).headline

    assert headline() == "Turno de Ana"
    at_the_table.send(FactsEntered(facts={f"{CARD}.lines": (("election", 1, "office:mayor", ""),)}))
    at_the_table.report("show_card", card=CARD, as_event=True, ballot=False, pays=0)
    # Beto was elected at the end of Ana's turn, and places the park.
    assert headline() == "Le toca a Beto"


def test_seats_are_shown_as_they_were_where_a_forgotten_act_is_put(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    table_of.report("take_card", place="rail.p1")
    table_of.report("take_favor", place="rail.c4")
    before = table_of.match.steps[-1].item.id
    forgotten = Filling(Form(Draft("take_card", 0, {}), "place"), "s")

    def seat_at(interaction: InteractionState) -> list[str]:
        shelve("host", table_of.id, interaction)
        lines: list[str] = []

        async def look(view: Drawn) -> None:
            seats = filter(None, map(str, texts(view.news())))
            lines.extend(text for text in seats if text.startswith("Ana: "))

        table_of.play(look)
        return lines

    (now,) = seat_at(InteractionState())
    (then,) = seat_at(InteractionState(mode=Mode.INSERT, entry=before, open=forgotten))
    # The act belongs before the Favor was taken.
    assert ", Favor" in now
    assert ", Favor" not in then


def test_payout_line_is_left_for_later_with_one_touch(at_the_table: Table) -> None:
    said, _ = _touched(at_the_table, *SHOWN, "form:later")
    match = at_the_table.match
    assert match.state.phase == "act"
    assert [step.action.kind for step in match.steps if step.action][-1] == "leave_line"
    # Ana and Beto share the first place, Clara takes none.
    assert "0 + ?" in said
    assert [line.unread for line in match.game.score(match.state) if line.code == "prestige"] == [
        "+",
        "+",
        "",
    ]
    at_the_table.type({f"payout.p{ROW}.line": (6, 2, 1, 0)})
    assert at_the_table.match.broken is None
    assert _prestige(at_the_table) == [4, 4, 0]
    assert not at_the_table.match.state.left


def test_card_is_marked_where_it_lies_until_its_number_is_confirmed(at_the_table: Table) -> None:
    name = "Carta 10 de Pueblo (prestigio 2)"
    place = f"cima de Pueblo, 6 PA, {name}, sin anotar, icono de 2\xa0de prestigio"
    said, _ = _touched(at_the_table, *SHOWN, "form:later")
    assert f"{place}. por confirmar" in said
    learned = {fact: at_the_table.match.known[fact] for fact in at_the_table.match.learned}
    at_the_table.type({fact: value for fact, value in learned.items() if fact.startswith(CARD)})
    seen: list[str] = []

    async def look(view: Drawn) -> None:
        seen.extend(map(str, texts(view.news())))

    at_the_table.play(look)
    assert place in seen


def test_score_asks_for_what_was_left(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN, "form:later")
    asked, seen = {"0 + ?", "Falta por leer", "missing:which:0"}, set[str]()

    async def look(view: Drawn) -> None:
        seen.update(map(str, texts(view.news())), view.touchable())

    at_the_table.play(look, score.Screen)
    assert asked <= seen
    at_the_table.type({f"payout.p{ROW}.line": (6, 2, 1, 0)})
    seen.clear()
    at_the_table.play(look, score.Screen)
    assert not asked & seen


def test_places_read_once_are_not_asked_again_in_a_match(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN, *READ[1:])
    at_the_table.report("take_favor", place="rail.c1")
    at_the_table.report("end_turn")
    at_the_table.report("show_card", card="town.t11", pays=ROW)
    assert at_the_table.match.state.phase == "act"
    assert _prestige(at_the_table) == [8, 8, 0]


def test_payout_line_typed_after_it_was_reported_changes_nothing(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN, *READ[1:])
    reports = [step.item.id for step in at_the_table.match.steps]
    at_the_table.type({f"payout.p{ROW}.line": (6, 3, 1, 0)})
    match = at_the_table.match
    assert match.broken is None
    assert match.facts[f"payout.p{ROW}.line"] == (6, 3, 1, 0)
    assert _prestige(at_the_table) == [4, 4, 0]
    assert [step.item.id for step in match.steps][: len(reports)] == reports


def test_turning_up_a_card_is_asked_right_after_the_turn_ends(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    table_of.report("take_favor", place="rail.c1")
    _, keys = _touched(table_of, "kind:end_turn:0")
    assert "field:card:3" in keys
    # After the form is closed, it is offered below the board.
    _, keys = _touched(table_of, "form:close")
    assert "kind:show_card:0" in keys


def test_payment_of_a_card_is_shown_before_the_next_card_is_asked(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    table_of.report("take_card", place="rail.p1")
    table_of.report("take_favor", place="rail.c1")
    table_of.report("end_turn")
    _, keys = _touched(table_of, "kind:show_card:0", f"field:card:{_nth(table_of, 'permit.p12')}")
    assert "kind:show_card:0" in keys
    assert "form:close" not in keys


def test_building_to_be_demolished_is_named_before_recording(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    large = {"zone": "civic", "size": 4, "restriction": "none", "vocations": (), "lines": ()}
    known = {f"town.t4.{field}": value for field, value in large.items()}
    table_of.send(FactsEntered(facts={**known, "town.t4.name": "Casino"}))
    given = (("seat:0", "renewal", 1), ("discard", "renewal", -1), ("seat:0", "wealth", 20))
    postings = tuple(Posted(account=a, item=i, amount=n) for a, i, n in given)
    table_of.send(Adjusted(postings=postings))
    _, keys = _touched(table_of, "rail.c2")
    first = next(key for key in keys if key.startswith("start"))
    said, _ = _touched(table_of, first, "block.4.3")
    assert "Derriba: comercial de Clara" in said
    assert table_of.match.state.city.buildings["lot.7.6"].owner == 2
    # On an empty block the only place is taken without asking.
    said, _ = _touched(table_of, "form:back", "block.4.5")
    assert "Derriba" not in said
    assert "¿Con qué licencias?" in said


def test_ticks_follow_handouts_with_the_same_text_and_count() -> None:
    four, six = Handout("a:4", "Ana: 4", 0), Handout("a:6", "Ana: 6", 0)
    assert still_ticked({"a:4"}, [four], [six]) == {"a:4"}
    twice = Handout("b:4", "Ana: 4", 0)
    assert still_ticked({"a:4"}, [four], [four, twice]) == {"a:4"}
    assert still_ticked({"a:4"}, [four], [twice]) == {"a:4", "b:4"}


def test_building_against_the_zones_is_told_before_it_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sprawl, "INVENTED", {})
    table_of = Table(tmp_path)
    table_of.report("take_card", place="rail.p1")
    _, keys = _touched(table_of, "rail.c2")
    civic = next(key for key in keys if key.startswith("start:"))
    before = table_of.match.entries
    # Beside a home, and no civic building is near: only an unread text could allow it.
    _, keys = _touched(table_of, "rail.c2", civic, "block.6.1")
    site = next(key for key in keys if key.startswith("site:"))
    said, keys = _touched(table_of, site, "proposal:permit.p7", "fact:skip")
    assert "nadie ha anotado si las zonas cuentan para la Carta" in said
    assert table_of.match.entries == before


def test_building_asks_what_its_report_does_not_say(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN, *READ[1:])
    state, game = at_the_table.match.state, at_the_table.match.game
    place = next(p for p, card in state_cards(state) if card == CARD)
    seat = game.awaiting(state)[0]
    assert [*game.asks(state, Draft("build", seat, {"place": place}))] == []
    permit = next(p for p in state.permits(seat) if f"{p}.size" not in at_the_table.match.facts)
    paid = Draft("build", seat, {"place": place, "pay": (permit,)})
    assert [a.fact for a in game.asks(state, paid)] == [f"{permit}.zones", f"{permit}.size"]


def test_unread_contract_is_built_with_one_of_two_unread_permits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sprawl, "INVENTED", {})
    table_of = Table(tmp_path)
    table_of.report("take_card", place="rail.p1")
    said, keys = _touched(table_of, "rail.c2")
    # What both meanings are about is said once; building asks for the zone with the same touch.
    assert said.count("Carta 4 de Pueblo") == 1
    zones = [key for key in keys if key.startswith("start:")]
    assert len(zones) == len(ZONES) + 1
    touches = (
        *("rail.c2", zones[0], "block.3.1", "site:lot.5.1", "proposal:permit.p7", "fact:skip"),
        *("kind:no_vocation:0", "fact:skip"),
    )
    assert len(touches) <= 8
    _touched(table_of, *touches)
    state = table_of.match.state
    assert (state.phase, state.permits(0)) == ("act", ("permit.p1",))
    assert state.city.buildings["lot.5.1"].colour == "civic"


def test_what_an_unread_effect_moved_is_counted_by_touch(at_the_table: Table) -> None:
    at_the_table.report("show_card", card=CARD, as_event=True, ballot=False, pays=0)
    at_the_table.report("carry_out")
    said, _ = _touched(at_the_table, "by_hand:open")
    assert "Nadie ha anotado lo que hace" in said
    _, keys = _touched(at_the_table, "more:2:prestige", "more:2:prestige", "by_hand:done")
    assert _prestige(at_the_table) == [0, 0, 2]
    reasons = {e.body.reason for e in at_the_table.match.entries if isinstance(e.body, Adjusted)}
    assert [CARD_NAME in reason for reason in reasons] == [True]
    # It may be opened again until the next report.
    assert "by_hand:open" in keys
    # Typed later, the card does not count twice.
    at_the_table.type({f"{CARD}.lines": (TypedLine("own_prestige", 2, "filter:once"),)})
    assert at_the_table.match.broken is None
    assert _prestige(at_the_table) == [0, 0, 2]
    at_the_table.report("show_card", card="town.t11", pays=0)
    _, keys = _touched(at_the_table)
    assert "by_hand:open" not in keys


def test_zones_that_are_forbidden_alike_are_offered_as_one(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    table_of.send(Adjusted(settings=(Setting(code="points", value="1"),)))
    said, keys = _touched(table_of, "rail.c2")
    assert [key for key in keys if key.startswith("start:")] == ["start:0", "start:1"]
    assert "cívico" not in said.split("¿Qué se ha hecho?")[1]


def test_contract_of_a_known_zone_has_one_way_to_be_built(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    table_of.type({"town.t4.zone": "industrial"})
    said, keys = _touched(table_of, "rail.c2")
    assert len([key for key in keys if key.startswith("start:")]) == 2
    assert "industrial" not in said.split("Construir un contrato")[1].splitlines()[0]


def test_manual_adjustment_is_not_counted_twice_once_entered(at_the_table: Table) -> None:
    at_the_table.report("show_card", card=CARD, as_event=True, ballot=False, pays=0)
    given = Posted(account="seat:0", item="prestige", amount=3)
    at_the_table.send(Adjusted(postings=(given,)))
    at_the_table.report("carry_out")
    assert _prestige(at_the_table) == [3, 0, 0]
    # The table later types the effect of the card. The adjustment made by hand now comes from the
    # card.
    at_the_table.type({f"{CARD}.lines": (TypedLine("gain_prestige", 3, "filter:once"),)})
    assert at_the_table.match.facts[f"{CARD}.lines"]
    assert at_the_table.match.broken is None
    assert _prestige(at_the_table) == [3, 0, 0]


def test_adjustment_made_before_a_line_was_read_is_kept(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN, "form:close")
    given = Posted(account="seat:0", item="prestige", amount=1)
    at_the_table.send(Adjusted(postings=(given,)))
    _touched(at_the_table, *READ)
    assert _prestige(at_the_table) == [5, 4, 0]
    at_the_table.type({f"payout.p{ROW}.line": (6, 3, 1, 0)})
    assert at_the_table.match.broken is None
    assert _prestige(at_the_table) == [5, 4, 0]


def test_every_open_card_without_a_name_can_be_named_later(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN)
    match = at_the_table.match
    wording = context(at_the_table.visit, "host").wording(match)
    asked = nameless(match, wording, SCREEN.named(match))
    held = [permit for seat in range(3) for permit in match.state.permits(seat)]
    assert held
    assert {CARD, "permit.p11", *held} <= {*asked}
    assert "town.t2" not in asked, "it has a name already"
    _, keys = _touched(at_the_table, "form:close", "tools", "names:open")
    assert "names:close" in keys


def test_entered_payout_line_pays_without_a_further_report(at_the_table: Table) -> None:
    _touched(at_the_table, *SHOWN)
    at_the_table.type({f"payout.p{ROW}.line": (6, 3, 1, 0)})
    _, keys = _touched(at_the_table, "form:close")
    assert "kind:end_turn:1" in keys
    assert _prestige(at_the_table) == [4, 4, 0]


def test_entered_card_effect_leaves_nothing_to_report(at_the_table: Table) -> None:
    at_the_table.report("show_card", card=CARD, as_event=True, ballot=False, pays=0)
    nothing = f"{CARD}.lines:nothing:0"
    # Nothing needs to be added: one touch enters and records it.
    _, keys = _touched(at_the_table, "kind:carry_out:0", nothing)
    assert "kind:show_card:0" in keys
    assert "card:close" not in keys
    assert at_the_table.match.facts[f"{CARD}.lines"] == ()


def test_card_effect_is_composed_step_by_step(at_the_table: Table) -> None:
    at_the_table.report("show_card", card=CARD, as_event=True, ballot=False, pays=0)
    civic = (f"{CARD}.lines:what:group:1", f"{CARD}.lines:what:2")
    begun = ("kind:carry_out:0", f"{CARD}.lines:verb:1", *civic)
    _, keys = _touched(at_the_table, *begun)
    assert f"{CARD}.lines:chosen:0" in keys
    assert "fact:record" in keys
    # Choosing another verb starts over, and the answers for the earlier one are dropped.
    again = (f"{CARD}.lines:chosen:0", f"{CARD}.lines:verb:0", f"{CARD}.lines:what:0")
    _touched(at_the_table, *begun[1:], *again, "fact:record")
    assert at_the_table.match.facts[f"{CARD}.lines"] == (("gain_wealth", 1, "filter:once", ""),)


def test_name_is_not_recorded_without_the_effect_begun_beside_it(at_the_table: Table) -> None:
    lines, shown = f"{CARD}.lines", ("kind:show_card:0", "field:card:3", "switch:0")

    async def touches(view: Drawn) -> None:
        for key in shown:
            await view.touch(key)
        await view.type_in(f"value:{CARD}.name", "Feria")
        assert "fact:record" in view.touchable()
        await view.touch(f"{lines}:verb:37")
        assert "fact:record" not in view.touchable(), "the effect would be lost"
        await view.touch(f"{lines}:chosen:0")
        # That it is gained once goes without saying.
        await view.touch(f"{lines}:verb:0")
        await view.touch("fact:record")

    at_the_table.play(touches)
    facts = at_the_table.match.facts
    assert facts[f"{CARD}.name"] == "Feria"
    assert facts[lines] == (("gain_wealth", 1, "filter:once", ""),)


def test_effect_verbs_are_grouped_with_the_likely_ones_in_view(
    at_the_table: Table,
) -> None:
    at_the_table.report("show_card", card=CARD, as_event=True, ballot=False, pays=0)
    lines, begun = f"{CARD}.lines", ("kind:carry_out:0",)
    _, keys = _touched(at_the_table, *begun)
    verbs = [key for key in keys if key.startswith(f"{lines}:verb:")]
    assert {f"{lines}:verb:{n}" for n in (0, 1, 4, 5, "group:0")} <= {*verbs}
    assert len(verbs) <= 12
    # An open group is shown alone. Touching it again brings the others back.
    _, keys = _touched(at_the_table, f"{lines}:verb:group:0")
    inside = [key for key in keys if key.startswith(f"{lines}:verb:")]
    assert f"{lines}:verb:2" in inside
    assert f"{lines}:verb:0" not in inside
    _, keys = _touched(at_the_table, *[f"{lines}:verb:group:0"] * 2)
    assert [key for key in keys if key.startswith(f"{lines}:verb:")] == verbs
    counted = ("verb:0", "each:group:0", "each:13", "what:group:2", "what:17")
    _touched(at_the_table, *(f"{lines}:{key}" for key in counted), "fact:record")
    said = ("gain_wealth", 14, "filter:commercial3", "")
    assert at_the_table.match.facts[lines] == (said,)


def test_known_card_is_not_asked_for_its_name_alone(at_the_table: Table) -> None:
    known = {f"{CARD}.kind": "contract", f"{CARD}.payout": 0}
    at_the_table.send(FactsEntered(facts=known))
    state, game = at_the_table.match.state, at_the_table.match.game
    draft = Draft("show_card", game.awaiting(state)[0], {"card": CARD})
    assert [*game.asks(state, draft)] == []


def test_zones_of_a_permit_are_entered_when_it_is_taken(tmp_path: Path) -> None:
    table_of, permit = Table(tmp_path), "permit.p8"
    table_of.send(FactsEntered(facts={f"{permit}.payout": 0, f"{permit}.ballot": "no"}))
    read = (f"value:{permit}.zones:3", f"value:{permit}.zones:0", f"value:{permit}.size:1")
    said, keys = _touched(table_of, "rail.p2", *read, "fact:record")
    assert table_of.match.facts[f"{permit}.zones"] == "civic-residential"
    # From then on the card is named by its content.
    assert "la Licencia 8 (CIV/RES ×2" in said
    assert "fact:record" not in keys


def test_nothing_of_the_box_is_offered_while_nothing_is_to_be_recorded(
    at_the_table: Table,
) -> None:
    _, keys = _touched(at_the_table, *SHOWN, *READ[1:])
    assert {"copy", "names:give"} & {*keys}
    _, keys = _touched(at_the_table, "doubt")
    assert not {"learn", "copy", "names:give"} & {*keys}
    _, keys = _touched(at_the_table, "doubt", "tools", "what_if:start")
    assert not {"learn", "copy", "names:give"} & {*keys}
    _, keys = _touched(at_the_table, "what_if:throw")
    assert {"copy", "names:give"} & {*keys}


def test_values_of_a_card_are_part_of_the_form_that_takes_it(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    permit, before = "permit.p8", tuple(table_of.hub.store.rows(table_of.id))
    read = tuple(f"value:{permit}.{value}" for value in ("zones:3", "zones:0", "size:1"))
    _touched(table_of, "kinds", "kind:take_card", "rail.p2", *read, "fact:record")
    _touched(table_of, "form:close")
    assert tuple(table_of.hub.store.rows(table_of.id)) == before
    # Without the form of every field, the values complete the report.
    _touched(table_of, "rail.p2", *read, "fact:record")
    typed, taken = table_of.match.timeline.items[-2:]
    assert table_of.match.facts[f"{permit}.zones"] == "civic-residential"
    assert (typed.body.type, taken.body.type) == ("facts_entered", "reported")
    _touched(table_of, "undo")
    assert f"{permit}.zones" not in table_of.match.facts


def _nth(at_the_table: Table, card: str) -> int:
    """Return the position of a card among those offered to be turned up."""
    state, game = at_the_table.match.state, at_the_table.match.game
    field = game.candidates(state, Draft("show_card", game.awaiting(state)[0], {}), "card")
    assert isinstance(field, Choices)
    return field.values.index(card)


VALUES = {"zone": "civic", "size": 1, "restriction": "none", "vocations": (), "lines": ()}


def state_cards(state: Any) -> list[tuple[str, str | None]]:
    """Return the card that lies at each place of a contract."""
    return [(place, state.card_at(place, 0)) for place in CONTRACT_PLACES]


def test_questions_about_a_card_name_it_once(tmp_path: Path) -> None:
    said, _ = _touched(Table(tmp_path), "rail.p2")
    assert "Licencia 8 (riqueza 0): ¿qué pone?" in said
    assert said.count("Licencia 8") == 1
    assert {"Zonas"} <= {*said.splitlines()}


def _last(table_of: Table) -> Any:
    """Return the last report."""
    return table_of.match.steps[-1].action


def test_card_turned_up_takes_one_line(at_the_table: Table) -> None:
    said, keys = _touched(at_the_table, "kind:show_card:0", "field:card:3")
    lines = said.splitlines()
    assert lines.index("es un evento") < lines.index("sin nada") < lines.index("6")
    assert "switch:0" in keys
    # Nothing else is asked of an event but what it does.
    _, keys = _touched(at_the_table, "switch:0")
    assert {"fact:skip", f"{CARD}.lines:verb:0"} <= {*keys}
    _touched(at_the_table, "fact:skip")
    assert _last(at_the_table).as_event


def test_ballot_is_switched_beside_the_number(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    table_of.report("take_card", place="rail.p1")
    table_of.report("end_turn")
    shown = ("kind:show_card:0", f"field:card:{_nth(table_of, 'permit.p13')}")
    said, _ = _touched(table_of, *shown)
    assert {"con urna", "sin nada"} <= {*said.splitlines()}
    said, _ = _touched(table_of, "switch:0")
    assert "sin número" in said.splitlines()
    _touched(table_of, "field:pays:6")
    assert (_last(table_of).ballot, _last(table_of).pays) == (True, 6)


def _shown(folder: Path, facts: dict[str, str] | None = None) -> Table:
    """Return a table after a permit was taken, the turn ended, and a card with a ballot shown."""
    table_of = Table(folder)
    if facts:
        table_of.send(FactsEntered(facts=facts))
    table_of.report("take_card", place="rail.p1")
    table_of.report("end_turn")
    event = {"card": "permit.p12", "as_event": False, "ballot": True, "pays": 6}
    table_of.report("show_card", **event)
    return table_of


def test_handout_chip_has_a_text_beside_the_offer_chip(tmp_path: Path) -> None:
    table_of = _shown(tmp_path, {"permit.p12.name": "Puente"})
    said, keys = _touched(table_of)
    assert "chip:all" in keys
    assert {"copy", "names:give"} & {*keys}
    assert "3 por repartir" in said.splitlines()


def test_moving_a_building_asks_step_by_step_and_names_its_place(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    known = {"zone": "civic", "size": 2, "vocations": (), "restriction": "none"}
    facts = {f"town.t4.{field}": value for field, value in known.items()}
    lines = (TypedLine("move", 1, "filter:any"),)
    permit = {"permit.p8.zones": "civic", "permit.p8.size": 2}
    table_of.send(FactsEntered(facts={**facts, "town.t4.lines": lines, **permit}))
    table_of.report("take_card", place="rail.p2")
    built = {"block": "block.3.1", "lots": "lot.5.1+lot.5.2", "pay": ("permit.p8",)}
    table_of.report("build", place="rail.c2", zone="civic", **built)
    said, keys = _touched(table_of, "kind:choose:0")
    assert "¿Qué edificio? El que se traslada" in said
    assert "block.3.1" in keys
    # The form asks for the building, the block, and the lots.
    said, _ = _touched(table_of, "block.3.1")
    assert "¿A qué bloque va?" in said
    said, _ = _touched(table_of, "block.6.2")
    assert "¿A qué solares va?" in said
    table_of.report("choose", answer="lot.11.3+lot.11.4")
    said, _ = _touched(table_of)
    assert "Ana traslada un edificio: la mitad de arriba del bloque B6" in said


def test_permits_that_do_not_suffice_can_still_be_chosen(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    known = {"zone": "civic", "size": 1, "vocations": (), "restriction": "none", "lines": ()}
    facts = {f"town.t4.{field}": value for field, value in known.items()}
    table_of.send(FactsEntered(facts={**facts, "town.t4.size": 4, "town.t4.name": "Palacio"}))
    table_of.report("take_card", place="rail.p1")
    _, keys = _touched(table_of, "rail.c2")
    first = next(key for key in keys if key.startswith("start"))
    # Ana has permits for three lots, which are not enough. The form still lets her lay them down.
    _, keys = _touched(table_of, first, "block.3.1")
    each = [key for key in keys if key.startswith("bag:pay")]
    assert len(each) == 2
    said, _ = _touched(table_of, each[0], each[1])
    assert (
        "Hacen falta licencias para 4\u00a0solares, y las que se dan llegan para 3\u00a0solares."
        in said
    )


def test_last_action_is_fully_readable_beside_the_chips(tmp_path: Path) -> None:
    table_of = _shown(tmp_path)
    table_of.send(Adjusted(settings=(Setting(code="points", value="3"),)))

    async def touches(view: Drawn) -> None:
        view.news()
        lines = [c for c in view.controls() if isinstance(c, ft.Text)]
        (line,) = [c for c in lines if str(c.value).startswith("Ajuste. ")]
        # Next to two chips, ninety logical pixels are left.
        assert line.size == 13
        assert line.max_lines == 3

    table_of.play(touches)


def test_steps_caused_by_a_card_name_the_card(tmp_path: Path) -> None:
    table_of = Table(tmp_path)
    lines = (TypedLine("lose_or_pay_wealth", 2, "filter:commercial"), TypedLine("park", 1))
    facts = {"town.t10.name": "Feria", "town.t10.kind": "event", "town.t10.lines": lines}
    table_of.send(FactsEntered(facts=facts))
    table_of.report("take_favor", place="rail.c1")
    table_of.report("end_turn")
    table_of.report("show_card", card="town.t10", as_event=True, ballot=False, pays=0)
    match = table_of.match
    words = Wording(match.game.id, match.options.players, match.rulings, match.facts)
    sentences = [step.text.replace("\u00a0", " ") for step in steps_of(match, words)]
    assert sentences[1:3] == ["Da 2 de riqueza o un edificio: Feria", "Lo demás que hace Feria"]


def test_button_of_all_first_cards_has_no_detail() -> None:
    assert not has_defaults(GAMES["urban_sprawl"], "show_all")
