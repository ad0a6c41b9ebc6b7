"""«Una vez apuntado…»: a value typed at a table is asked once, saved to a box with one touch.

The promise is tested as the journeys that it promises, on the screens that make it.
"""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import flet as ft
import pytest

from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.kernel.box.facts import FactValue
from companion.match.entries import Adjusted, FactsEntered, Reported, Setting, Undone
from companion.match.fold import Match, fold
from companion.match.resumable import done
from companion.rulebook.loader import app_words
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import shelve
from companion.ui.panels import keep_in_box
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.screens.match import screen as table
from companion.ui.screens.new_match import screen as new_match
from companion.ui.screens.new_match.presenter import MatchPlan, dump_plan, load_plan
from companion.ui.screens.new_match.setup_service import LAST_KEY, Setup
from companion.ui.screens.result import screen as ending
from companion.ui.views.keep_in_box import inferred_facts
from companion.ui.views.report.interaction import InteractionState, Start
from companion.ui.views.report.transitions import with_all_closed
from tests.games.random_play import legal_action
from tests.games.santiago_de_cuba import sample as street
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import NOW, context

CITY = "blue_moon_city"
FACT, VALUES = "tile.market_hall.values", (4, 3, 2)
OTHER, REWARD = "tile.market_hall.each.crystals", 2
WORDS = app_words()


class House:
    """Host with a hub of its own, and the guests of its tables."""

    def __init__(self, folder: Path) -> None:
        self.hub = Hub(SqliteStore(folder), GAMES, catalog, lambda: NOW, new_id)
        self.host = Client(self.hub, "host", owner=True)
        self.opened: list[str] = []
        """Routes that were opened."""

    def context(self, client: Client) -> AppContext:
        """Build the context of a client's screens."""
        given = context(client, client.device)
        return replace(given, go=self.opened.append, replace=self.opened.append)

    def setup(self, plan: MatchPlan | None = None) -> Setup:
        """Return «Nueva partida» as it opens."""
        ctx, game = self.context(self.host), GAMES[CITY]
        self.plan = plan or new_match._first_plan(ctx, game, None)
        return Setup(ctx, game, self.plan, self._planned)

    def _planned(self, step: Callable[[MatchPlan], MatchPlan]) -> None:
        self.plan = step(self.plan)

    def begin(self, **changes: Any) -> Match:
        """Begin a match of Ana and Beto on the screen for it; Ana stands where a value is asked."""
        first = self.setup().plan
        setup = self.setup(replace(first, players=("Ana", "Beto"), **changes))
        setup.options({"layout": EXAMPLE_CITY})
        assert self.setup(self.plan).begin() is None
        match_id = self.opened[-1].split("/")[2]
        there = Adjusted(settings=(Setting(code="figure.0", value="market_hall"),))
        self.send(self.host, match_id, there)
        return self.match(match_id)

    def send(self, client: Client, match_id: str, body: Any) -> None:
        """Record a body."""
        answer = done(client.matches.submit(match_id, Submission(new_id(), body)))
        assert isinstance(answer, Recorded), answer

    def match(self, match_id: str) -> Match:
        """Return a match as it stands."""
        return self.hub.matches.open(match_id)

    def guest(self, match_id: str, seat: int) -> Client:
        """Return a client at the LAN listener, with a seat."""
        self.host.seating.open_table(match_id)
        client = Client(self.hub, device_id("key"), owner=False, address="10.0.0.2")
        code = self.host.seating.table(self.match(match_id)).code
        assert client.seating.join(code) == match_id
        assert client.seating.sit(match_id, seat)
        return client

    def controller(self, client: Client, match_id: str) -> MatchController:
        """Return the match controller of somebody about to place a stone."""
        ctx = self.context(client)
        interaction = [InteractionState()]

        def put(new: InteractionState) -> None:
            interaction[0] = new

        def controller() -> MatchController:
            match = self.match(match_id)
            return MatchController(
                ctx, match, ctx.wording(match), interaction[0], put, lambda: interaction[0]
            )

        controller().open(Start("place_stone"))
        return controller()


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a host without boxes."""
    return House(tmp_path)


def _asked(house: House, client: Client, match: Match) -> str:
    """Return the printed value asked for before a stone is placed; empty if none is."""
    view = house.controller(client, match.started.match).view()
    assert view is not None
    return view.facts[0].fact if view.facts else ""


def _type(house: House, client: Client, match: Match, value: FactValue = VALUES) -> Match:
    house.send(client, match.started.match, FactsEntered(facts={FACT: value}))
    return house.match(match.started.match)


async def _open(
    house: House, client: Client, match: Match, screen: Callable[..., ft.Control]
) -> Any:
    return await drawn(screen, house.context(client), match.started.match)


def _see(
    house: House,
    client: Client,
    match: Match,
    touches: Collection[str] = (),
    screen: Callable[..., ft.Control] = table.Screen,
) -> tuple[str, tuple[str, ...]]:
    """Return the texts of a screen after these touches, and what can be touched on it then.

    The line that offers saving values is opened first, where there is one.
    """

    async def look() -> tuple[str, tuple[str, ...]]:
        view: Drawn = await _open(house, client, match, screen)
        if "copy" in view.touchable():
            await view.touch("copy")
        for key in touches:
            view.news()
            assert key in view.touchable(), view.touchable()
            await view.touch(key)
        outcome = "\n".join(texts(view.news())), view.touchable()
        view.close()
        return outcome

    return asyncio.run(look())


def _keeps(keys: Collection[str]) -> set[str]:
    return {key for key in keys if key.startswith(("keep:", "settle:"))}


def test_value_saved_to_a_box_is_not_asked_in_the_next_match(house: House) -> None:
    first = house.begin()
    assert _asked(house, house.host, first) == FACT
    first = _type(house, house.host, first)
    assert _asked(house, house.host, first) == "", "asked twice within a match"
    said, keys = _see(house, house.host, first)
    assert WORDS("boxes.offer.new", n=1) in said
    assert _keeps(keys) == {"keep:new", "keep:no"}
    assert _keeps(_see(house, house.host, first, ["keep:new"])[1]) == set()
    [box] = house.host.boxes.all(CITY)
    assert (box.name, box.facts) == ("Caja de Blue Moon City", {FACT: VALUES})
    assert house.setup().box() == box
    second = house.begin()
    assert second.started.box == box.name
    assert _asked(house, house.host, second) == ""
    assert house.host.box_offers.offer(second) is None


def test_typed_value_is_not_saved_to_a_box_without_consent(house: House) -> None:
    first = _type(house, house.host, house.begin())
    assert _keeps(_see(house, house.host, first)[1]) == {"keep:new", "keep:no"}
    assert house.host.boxes.all() == ()
    assert _asked(house, house.host, house.begin()) == FACT


def test_value_typed_by_a_guest_is_saved_by_the_host(house: House) -> None:
    first = house.begin()
    guest = house.guest(first.started.match, 0)
    assert _asked(house, guest, first) == FACT
    first = _type(house, guest, first)
    assert _keeps(_see(house, guest, first)[1]) == set()
    assert _keeps(_see(house, house.host, first, ["keep:new"])[1]) == set()
    second = house.begin()
    assert _asked(house, house.guest(second.started.match, 0), second) == ""


def test_value_typed_in_a_match_is_added_to_its_box(house: House) -> None:
    box = house.hub.boxes.new(CITY, "La de casa", {OTHER: REWARD})
    house.host.boxes.save(box)
    match = house.begin()
    assert match.started.facts[OTHER] == REWARD
    match = _type(house, house.host, match)
    said, keys = _see(house, house.host, match)
    assert WORDS("boxes.offer.add", n=1, name="La de casa") in said
    assert _keeps(keys) == {f"keep:{box.id}", "keep:no"}
    _see(house, house.host, match, [f"keep:{box.id}"])
    assert house.host.boxes.all(CITY)[0].facts == {OTHER: REWARD, FACT: VALUES}
    assert house.host.box_offers.offer(match) is None


@pytest.mark.parametrize(("touch", "printed"), [(0, VALUES), (1, (5, 3, 2))])
def test_conflict_with_the_box_is_asked_with_both_values(
    house: House, touch: int, printed: tuple[int, ...]
) -> None:
    house.host.boxes.save(house.hub.boxes.new(CITY, "La de casa", {}))
    match = _type(house, house.host, house.begin())
    # Meanwhile somebody noted another value in the box.
    box = house.host.boxes.all(CITY)[0].model_copy(update={"facts": {FACT: (5, 3, 2)}})
    house.host.boxes.save(box)
    said, keys = _see(house, house.host, match)
    assert _keeps(keys) == {f"settle:{FACT}:0", f"settle:{FACT}:1"}
    assert "la caja «La de casa» dice 5 · 3 · 2, y en esta partida se ha apuntado 4 · 3 · 2" in said
    _, keys = _see(house, house.host, match, [f"settle:{FACT}:{touch}"])
    assert _keeps(keys) == set()
    assert house.host.boxes.all(CITY)[0].facts[FACT] == printed
    assert house.match(match.started.match).facts[FACT] == printed


def test_saving_typed_values_is_offered_on_the_result_screen(house: House) -> None:
    match = _type(house, house.host, house.begin())
    match_id = match.started.match
    ended = _ended(house, match)
    assert ended.outcome is not None
    _, keys = _see(house, house.host, ended, screen=ending.Screen)
    assert _keeps(keys) == {"keep:new", "keep:no"}
    _, keys = _see(house, house.host, ended, ["keep:new"], screen=ending.Screen)
    assert _keeps(keys) == set()
    assert house.match(match_id).outcome is not None


def _ended(house: House, match: Match) -> Match:
    """End the match: all of Ana's offerings are on the obelisk, so she has won."""
    need = match.state.required_offerings
    postings = [
        {"account": "obelisk", "item": "stone:0", "amount": need},
        {"account": "seat:0", "item": "stone:0", "amount": -need},
    ]
    body = Adjusted.model_validate({"postings": postings})
    house.send(house.host, match.started.match, body)
    return house.match(match.started.match)


def test_declined_offer_returns_only_for_values_typed_later(house: House) -> None:
    match = _type(house, house.host, house.begin())
    assert _keeps(_see(house, house.host, match, ["keep:no"])[1]) == set()
    assert _keeps(_see(house, house.host, match)[1]) == set()
    house.send(house.host, match.started.match, FactsEntered(facts={OTHER: REWARD}))
    match = house.match(match.started.match)
    offer = house.host.box_offers.offer(match)
    assert offer is not None
    assert _keeps(_see(house, house.host, match)[1]) == {"keep:new", "keep:no"}


def test_undone_value_is_not_offered_for_a_box(house: House) -> None:
    match = _type(house, house.host, house.begin())
    house.send(house.host, match.started.match, Undone(to=match.entries[-1].id))
    assert house.host.box_offers.offer(house.match(match.started.match)) is None


def test_typed_value_can_go_into_a_box_not_chosen_for_the_match(house: House) -> None:
    for name in ("La de casa", "La del bar"):
        house.host.boxes.save(house.hub.boxes.new(CITY, name, {OTHER: REWARD}))
    box = house.host.boxes.all(CITY)[0]
    match = _type(house, house.host, house.begin(box=""))
    _, keys = _see(house, house.host, match)
    others = {f"keep:{other.id}" for other in house.host.boxes.all(CITY)}
    assert _keeps(keys) == {"keep:new", "keep:no", *others}
    _see(house, house.host, match, [f"keep:{box.id}"])
    kept = house.host.box_offers.box_of(match)
    assert kept is not None
    assert (kept.id, kept.facts) == (box.id, {OTHER: REWARD, FACT: VALUES})
    assert house.setup().box() == kept


def test_new_box_gets_a_name_not_yet_used(house: House) -> None:
    for _ in range(2):
        match = _type(house, house.host, house.begin(box=""))
        _see(house, house.host, match, ["keep:new"])
    assert [box.name for box in house.host.boxes.all(CITY)] == [
        "Caja de Blue Moon City",
        "Caja de Blue Moon City 2",
    ]


def test_next_match_starts_with_the_box_last_used(house: House) -> None:
    for name in ("Una", "Otra", "Tercera"):
        house.host.boxes.save(house.hub.boxes.new(CITY, name, {}))
    one, other = (next(b for b in house.host.boxes.all() if b.name == n) for n in ("Una", "Otra"))
    assert house.setup().box() is None, "which of them nobody has said"
    house.begin(box=other.id)
    assert house.setup().box() == other
    house.begin(box="")
    assert house.setup().box() == other, "a match without a box uses none"
    house.begin(box=one.id)
    assert house.setup().box() == one
    setup = house.setup()
    setup.change(lambda plan: replace(plan, box=""))
    assert house.setup(house.plan).box() is None
    assert house.setup().box() is None, "what was chosen half-way is still chosen"


def test_unfinished_plan_takes_the_box_last_used(house: House) -> None:
    house.setup().change(lambda plan: replace(plan, title="Viernes"))
    match = _type(house, house.host, _begun_elsewhere(house))
    box = house.host.box_offers.keep(match, None, "Nueva")
    setup = house.setup()
    assert (setup.plan.title, setup.box()) == ("Viernes", box)


def _begun_elsewhere(house: House) -> Match:
    options = {"players": ("Ana", "Beto"), "layout": EXAMPLE_CITY}
    made = house.host.matches.create(NewMatch(CITY, options, facts=house.setup().facts()))
    assert isinstance(made, Match)
    there = Adjusted(settings=(Setting(code="figure.0", value="market_hall"),))
    house.send(house.host, made.started.match, there)
    return house.match(made.started.match)


def test_plan_stored_by_an_older_version_keeps_its_box(house: House) -> None:
    for name in ("Una", "Otra"):
        house.host.boxes.save(house.hub.boxes.new(CITY, name, {}))
    box = house.host.boxes.all()[0]
    house.hub.store.set_setting(LAST_KEY, dump_plan(MatchPlan(("Ana", "Beto"), box=box.id)))
    assert house.setup().box() == box
    assert load_plan(dump_plan(MatchPlan(("Ana",)))) == MatchPlan(("Ana",))


def test_match_without_a_box_id_finds_its_box_by_name(house: House) -> None:
    box = house.hub.boxes.new(CITY, "La de casa", {})
    house.host.boxes.save(box)
    match = _type(house, house.host, house.begin())
    house.hub.store.set_setting(f"caja:{match.started.match}", "")
    assert house.host.box_offers.box_of(match) == box
    house.hub.store.set_setting(f"caja:{match.started.match}", "?")
    assert house.host.box_offers.box_of(match) == box
    house.host.boxes.drop(box.id)
    offer = house.host.box_offers.offer(match)
    assert offer is not None
    assert offer.box is None
    made = house.host.box_offers.keep(match, None, match.started.box)
    assert made is not None
    assert (made.name, made.facts) == ("La de casa", {FACT: VALUES})


def test_hint_beside_a_printed_value_says_where_it_is_stored(house: House) -> None:
    match = house.begin()
    controller = house.controller(house.host, match.started.match)
    shelve("host", match.started.match, controller.interaction)
    assert WORDS("form.ask_fact_hint.no_box") in _see(house, house.host, match)[0]
    house.host.boxes.save(house.hub.boxes.new(CITY, "La de casa", {}))
    match = house.begin()
    shelve("host", match.started.match, controller.interaction)
    said = WORDS("form.ask_fact_hint.box", name="La de casa")
    assert said in _see(house, house.host, match)[0]
    guest = house.guest(match.started.match, 0)
    shelve(guest.device, match.started.match, controller.interaction)
    assert WORDS("form.ask_fact_hint.elsewhere") in _see(house, guest, match)[0]


def test_typing_a_value_continues_the_form_without_a_box_offer(house: House) -> None:
    """Saving to a box is offered beside the board, not in the middle of a report."""
    match = house.begin()
    controller = house.controller(house.host, match.started.match)
    controller.type_facts({FACT: VALUES})
    shelve("host", match.started.match, controller.now())
    _, keys = _see(house, house.host, match)
    assert "form:close" in keys
    assert _keeps(keys) == set()
    shelve("host", match.started.match, with_all_closed(controller.now()))
    assert _keeps(_see(house, house.host, match)[1]) == set(), "it went with the report"
    match = _type(house, house.host, match)
    assert _keeps(_see(house, house.host, match)[1]) == {"keep:new", "keep:no"}


def test_values_typed_in_an_example_are_not_offered_for_a_box(house: House) -> None:
    options = {"players": ("Ana", "Beto"), "layout": EXAMPLE_CITY}
    made = house.host.matches.create(
        NewMatch(CITY, options, facts=house.setup().facts(), example=True)
    )
    assert isinstance(made, Match)
    house.send(house.host, made.started.match, FactsEntered(facts={FACT: VALUES}))
    assert house.host.box_offers.offer(house.match(made.started.match)) is None


# Facts inferred from play

STREET = "santiago_de_cuba"


def _played_until_learned(house: House, *, learns: bool) -> tuple[Match, str, FactValue]:
    """Play until a visit has just shown a flower that nobody had noted.

    Args:
        house: the host.
        learns: False in a match of an earlier version, in which it counts only once it is typed.
    """
    game = GAMES[STREET]
    for seed in range(20):
        rng = Random(seed)
        options, _, rulings = street.table(rng)
        facts = street.full_facts(rng)
        known = {fact: value for fact, value in facts.items() if not fact.startswith("flower.")}
        new = NewMatch(game.id, options.model_dump(), dict(rulings), known)
        made = house.hub.matches.create(new)
        assert isinstance(made, Match)
        started = made.started.model_copy(update={"match": new_id(), "learns": learns})
        header = made.entries[0].model_copy(update={"body": started})
        match = fold(house.hub.games, (header,))
        house.hub.matches.begin(match)
        for _ in range(20):
            action = legal_action(game, house.match(match.started.match).state, rng)
            if action is None:
                break
            body = Reported(action=action.model_dump(mode="json"))
            house.send(house.host, match.started.match, body)
            inferred = inferred_facts(house.match(match.started.match))
            if inferred:
                fact, value = next(iter(inferred.items()))
                assert facts[fact] == value
                return house.match(match.started.match), fact, value
    raise AssertionError("nothing was learned")


def _description(match: Match, fact: str, value: FactValue) -> str:
    return Wording(match.game.id, match.options.players).describe_fact(fact, value).rstrip(".")


def _learned_in_words(match: Match, fact: str, value: FactValue) -> str:
    """Return the text of the chip: the value itself, not only that there is one."""
    return WORDS("boxes.offer.line.learn", n=1, what=_description(match, fact, value))


def test_learned_value_is_in_force_and_kept_in_a_box_when_the_table_says_so(
    house: House,
) -> None:
    match, fact, value = _played_until_learned(house, learns=True)
    assert fact not in match.facts
    assert match.known[fact] == value
    said, keys = _see(house, house.host, match)
    assert WORDS("boxes.offer.unsure_all", n=1) in said
    assert _description(match, fact, value) in said
    assert f"by:{match.learned[fact].item.id}" in keys
    assert {"learn", "keep:new"} <= {*keys}
    _see(house, house.host, match, ["keep:new"])
    [box] = house.host.boxes.all(STREET)
    assert box.facts[fact] == value
    report = match.learned[fact].item.id
    house.send(house.host, match.started.match, Undone(to=report))
    assert fact not in house.match(match.started.match).known


def test_learned_value_is_confirmed_with_one_touch(house: House) -> None:
    match, fact, value = _played_until_learned(house, learns=True)
    _see(house, house.host, match, ["learn"])
    after = house.match(match.started.match)
    assert (after.facts[fact], dict(after.learned)) == (value, {})


def test_value_of_a_report_taken_back_is_not_offered_for_a_box(house: House) -> None:
    match, fact, _ = _played_until_learned(house, learns=True)
    offer = house.host.box_offers.offer(match)
    assert offer is not None
    assert fact in offer.added
    house.send(house.host, match.started.match, Undone(to=match.learned[fact].item.id))
    assert house.host.box_offers.offer(house.match(match.started.match)) is None


def test_inferred_value_is_entered_with_one_touch(house: House) -> None:
    match, fact, value = _played_until_learned(house, learns=False)
    assert fact not in match.known
    said, keys = _see(house, house.host, match)
    assert _learned_in_words(match, fact, value) in said
    assert "learn" in keys
    said, keys = _see(house, house.host, match, ["learn"])
    assert house.match(match.started.match).facts[fact] == value
    assert "learn" not in keys
    _, keys = _see(house, house.host, match)
    assert "keep:new" in keys, "and kept in a box like any other"


def test_offers_about_the_box_are_chips_that_leave_the_board_in_view(house: House) -> None:
    """Phones have no room for a card: a chip enters the value, or opens the offer."""

    async def look(match: Match, touches: Collection[str]) -> tuple[str, tuple[str, ...]]:
        view: Drawn = await _open(house, house.host, match, table.Screen)
        for key in touches:
            view.news()
            await view.touch(key)
        outcome = "\n".join(texts(view.news())), view.touchable()
        view.close()
        return outcome

    match, fact, value = _played_until_learned(house, learns=False)
    said, keys = asyncio.run(look(match, ()))
    assert _learned_in_words(match, fact, value) in said
    assert "copy" not in keys
    said, keys = asyncio.run(look(match, ["learn"]))
    match = house.match(match.started.match)
    assert match.facts[fact] == value
    assert WORDS("mesa.typed", what=_description(match, fact, value)) in said
    assert WORDS("boxes.offer.line.keep", n=1) in said
    assert "copy" in keys
    assert _keeps(keys) == set()
    _, keys = asyncio.run(look(match, ["copy"]))
    assert _keeps(keys) == {"keep:new", "keep:no"}
    asyncio.run(look(match, ["copy:close"]))
    _, keys = asyncio.run(look(match, ["copy", "keep:no"]))
    assert not {"copy", "copy:close"} & set(keys)


def test_several_inferred_values_are_one_line_and_one_entry(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, fact, value = _played_until_learned(house, learns=False)
    other = next(f for f in ("flower.maria", "flower.martinez", "flower.pablo") if f != fact)
    both: dict[str, FactValue] = {fact: value, other: "red"}
    monkeypatch.setattr(
        keep_in_box,
        "inferred_facts",
        lambda at: {f: v for f, v in both.items() if f not in at.facts},
    )
    before = len(match.entries)
    said, _ = _see(house, house.host, match)
    assert WORDS("boxes.offer.line.type_all", n=2) in said
    said, keys = _see(house, house.host, match, ["learn"])
    after = house.match(match.started.match)
    assert {fact: value, other: "red"}.items() <= after.facts.items()
    assert len(after.entries) == before + 1
    assert "learn" not in keys


def test_spectator_is_not_offered_inferred_values(house: House) -> None:
    match, _, _ = _played_until_learned(house, learns=False)
    house.host.seating.open_table(match.started.match)
    client = Client(house.hub, device_id("looks on"), owner=False, address="10.0.0.3")
    assert client.seating.join(house.host.seating.table(match).code) == match.started.match
    assert "learn" not in _see(house, client, match)[1]
