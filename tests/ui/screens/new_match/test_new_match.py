"""Setting up a match: the plan, its checks, and the screen."""

import asyncio
import errno
import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bootstrap import catalog, new_id, own_hub
from companion.games import GAMES
from companion.games.blue_moon.catalogue import PREPARED
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.entries import COLOURS
from companion.match.fold import Match
from companion.rulebook import loader
from companion.rulebook.loader import load
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Unplayable
from companion.services.storage.journal_store import JournalStore
from companion.ui import routes
from companion.ui.layout import Layout
from companion.ui.screens.match import screen as table
from companion.ui.screens.new_match import presenter as new_match
from companion.ui.screens.new_match import screen
from companion.ui.screens.new_match.presenter import MatchPlan
from companion.ui.screens.new_match.setup_service import LAST_KEY, last_key
from companion.ui.screens.preparation import screen as preparation
from companion.ui.views.player_names import known_names, remember
from companion.ui.views.table.problems import unplayable
from tests.services.fake_tapes import Reel
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, context

GAME = GAMES["blue_moon_city"]
DATA = loader.load("blue_moon_city")
WORDS = loader.app_words()


def _trouble(plan: MatchPlan) -> new_match.Trouble | None:
    rulings = {**DATA.default_rulings(), **plan.rulings}
    return new_match.trouble(plan, GAME, DATA.default_facts(), rulings, WORDS)


def test_plan_with_two_names_has_no_trouble() -> None:
    assert _trouble(MatchPlan(("Ana", "Beto"))) is None


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("Ana",), "al menos"),
        (("Ana", " "), "2"),
        (("Ana", "ana "), "Ana"),
        (("A", "B", "C", "D", "E"), "como mucho"),
    ],
)
def test_invalid_player_names_are_described(players: tuple[str, ...], said: str) -> None:
    trouble = _trouble(MatchPlan(players))
    assert trouble is not None
    assert said in trouble.text


def test_plan_with_an_illegal_city_is_refused_by_the_game() -> None:
    layout = GAME.options.model_fields["layout"].default
    swapped = (layout[10], *layout[1:10], layout[0], *layout[11:])
    trouble = _trouble(new_match.with_options(MatchPlan(("Ana", "Beto")), {"layout": swapped}))
    assert trouble is not None
    assert trouble.refusal is not None
    assert trouble.refusal.code == "market_off_centre"


def test_plan_with_an_unfinished_city_is_refused() -> None:
    trouble = _trouble(new_match.with_options(MatchPlan(("Ana", "Beto")), {"layout": None}))
    assert trouble is not None
    assert trouble.text == WORDS("new.unfinished")


def test_first_player_is_kept_when_players_move_or_leave() -> None:
    plan = MatchPlan(("Ana", "Beto", "Carla"), first=1)
    assert new_match.moved(plan, 1, -1).first == 0
    assert new_match.moved(plan, 2, -1).first == 2
    assert new_match.removed(plan, 0).first == 0
    assert new_match.removed(plan, 1).first == 0
    assert new_match.removed(plan, 2).first == 1
    assert new_match.moved(plan, 0, -1) == plan


def test_known_name_fills_the_first_empty_seat() -> None:
    plan = MatchPlan(("Ana", "", ""))
    assert new_match.known_name(plan, "Beto", 4).players == ("Ana", "Beto", "")
    assert new_match.known_name(plan, "Ana", 4) == plan
    full = MatchPlan(("Ana", "Beto"))
    assert new_match.known_name(full, "Carla", 4).players == ("Ana", "Beto", "Carla")
    assert new_match.known_name(full, "Carla", 2) == full


def test_default_reading_is_not_stored_in_the_plan() -> None:
    ruling = DATA.rulings_by_id["crystals_secret"]
    changed = new_match.read_as(MatchPlan(("Ana", "Beto")), ruling, "open")
    assert changed.rulings == {"crystals_secret": "open"}
    assert new_match.read_as(changed, ruling, "hidden").rulings == {}


def test_rulings_that_every_table_decides_are_listed_first() -> None:
    top, others = new_match.ruling_views(DATA, MatchPlan(()), WORDS, ("crystals_secret",))
    assert [view.id for view in top] == ["crystals_secret"]
    assert len(others) == len(DATA.rulings) - 1
    assert all(view.in_force and not view.changed for view in (*top, *others))


def test_plan_is_stored_and_loaded_unchanged() -> None:
    plan = MatchPlan(
        ("Ana", ""), 1, "Viernes", "caja", {"crystals_secret": "open"}, {"layout": ("a",)}
    )
    assert new_match.load_plan(new_match.dump_plan(plan)) == plan


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"players": 3}', "no"])
def test_unreadable_plan_loads_as_none(text: str | None) -> None:
    assert new_match.load_plan(text) is None


def test_remembered_names_are_ordered_latest_first() -> None:
    text = remember(("Ana", "Beto"), None)
    assert known_names(remember(("Carla", "Ana"), text)) == (
        "Carla",
        "Ana",
        "Beto",
    )
    assert known_names("{") == ()


def test_new_match_takes_names_title_box_and_first_seat_of_the_plan() -> None:
    plan = MatchPlan((" Ana ", "Beto"), 1, " Viernes ", rulings={"crystals_secret": "open"})
    new = new_match.new_match(plan, GAME, {"hand.start": 8}, "Mi caja", "tel")
    assert new.options["players"] == ("Ana", "Beto")
    assert new.options["first_seat"] == 1
    assert (new.title, new.box, new.device) == ("Viernes", "Mi caja", "tel")


@pytest.mark.parametrize(("martinez", "said"), [("red", 0), ("blue", 1)])
def test_unusual_flowers_of_a_box_are_remarked(martinez: str, said: int) -> None:
    game, data = GAMES["santiago_de_cuba"], loader.load("santiago_de_cuba")
    typed = {"maria": "red", "martinez": martinez, "conchita": "blue", "pablo": "yellow"}
    flowers = {f"flower.{name}": colour for name, colour in typed.items()}
    facts = {**data.default_facts(), **flowers}
    plan = MatchPlan(("Ana", "Beto"))
    notes = new_match.remarks(plan, game, facts, data.default_rulings())
    assert [note.code for note in notes] == ["unusual_flowers"] * said


@pytest.mark.parametrize(
    ("code", "key"),
    [(errno.ENOSPC, "disk_full"), (errno.EBUSY, "elsewhere"), (errno.EROFS, "read_only")],
)
def test_match_that_cannot_be_stored_shows_why_and_can_be_retried(code: int, key: str) -> None:
    """Storage errors are shown where the user touched; with room again the match begins."""

    async def run() -> None:
        reel = Refusing()
        client = Client(
            Hub(JournalStore(reel), GAMES, catalog, lambda: NOW, new_id), "here", owner=True
        )
        opened: list[str] = []
        ctx = replace(context(client, "here"), replace=opened.append)
        plan = new_match.with_options(MatchPlan(("Ana", "Beto")), {"layout": EXAMPLE_CITY})
        client.settings.set("new_match:here:blue_moon_city", new_match.dump_plan(plan))
        view = await drawn(screen.Screen, ctx, "blue_moon_city")
        await view.touch("step:start")
        reel.refuses = code
        view.news()
        await view.touch("begin")
        assert WORDS(f"store.{key}") in " ".join(texts(view.news()))
        reel.refuses = 0
        await view.touch("begin")
        assert [route.split("/")[1] for route in opened] == ["partida"]

    asyncio.run(run())


class Refusing(Reel):
    """In-memory file that refuses to grow while told to."""

    refuses = 0

    def append(self, data: bytes) -> None:
        """Add to its end, or refuse."""
        if self.refuses:
            raise OSError(self.refuses, "no")
        super().append(data)


def test_contradictory_box_numbers_refuse_the_match_with_a_text(tmp_path: Path) -> None:
    """Possible numbers can contradict each other: here everybody starts with more than there is."""
    facts = {**load("santiago_de_cuba").default_facts(), "cubes.sugar": 1, "start.sugar": 8}
    names = {"players": ("Ana", "Beto", "Ciro")}
    with own_hub(tmp_path) as hub:
        client = Client(hub, "own", owner=True)
        for own, played in ((facts, False), ({**facts, "cubes.sugar": 24}, True)):
            made = client.matches.create(NewMatch("santiago_de_cuba", names, facts=own))
            assert isinstance(made, Match) is played
            assert len(hub.matches.list.all()) == played
            if isinstance(made, Unplayable):
                said = unplayable(made.match, Wording("santiago_de_cuba", names["players"], {}))
                assert said.startswith("Con esos números de la caja no se puede")
                assert "azúcar" in said
                assert "-23" in said.replace("−", "-")
                assert MISSING not in said


class _Phone:
    """«Nueva partida» on a phone, and the routes it went to."""

    def __init__(self, hub: Hub, game: str = "blue_moon_city", like: str = "") -> None:
        self.hub, self.game, self.like = hub, game, like
        self.gone: list[str] = []
        self.touches = 0

    async def show(self) -> "_Phone":
        client = Client(self.hub, "host", owner=True)
        ctx = replace(context(client, "host"), replace=self.gone.append)
        self.view = await drawn(screen.Screen, ctx, self.game, self.like, watched=True)
        return self

    async def touch(self, *keys: str) -> None:
        for key in keys:
            self.touches += 1
            await self.view.touch(key)

    def said(self) -> str:
        return " | ".join(texts(self.view.news()))

    def begun(self) -> Match:
        match_id = self.gone[-1].split("/")[2]
        return self.hub.matches.open(match_id)


def _played_before(hub: Hub, plan: MatchPlan, game: str) -> None:
    hub.store.set_setting(last_key(game), new_match.dump_plan(plan))


@pytest.mark.parametrize("game", ["blue_moon_city", "santiago_de_cuba"])
def test_same_table_as_last_time_begins_with_one_touch(tmp_path: Path, game: str) -> None:
    """People, readings and clock stay as they were; another board is drawn by the app."""
    plan = MatchPlan(("Zoe", "Ana", "Beto"), 1, clock=True, drawn=True)

    async def go(hub: Hub) -> None:
        _played_before(hub, plan, game)
        phone = await _Phone(hub, game).show()
        assert "Zoe, Ana, Beto · otro tablero al azar · Con reloj" in phone.said()
        await phone.touch("same-table")
        assert phone.touches == 1
        match = phone.begun()
        assert match.options.players == ("Zoe", "Ana", "Beto")
        assert phone.gone[-1].endswith("/preparacion")
        again = new_match.load_plan(hub.store.setting(last_key(game)))
        assert again is not None
        assert again.drawn
        assert again.clock
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


@pytest.mark.parametrize(
    "keys", [("same-table",), ("step:start", "count"), ("step:start", "begin")]
)
def test_second_touch_begins_no_second_match(tmp_path: Path, keys: tuple[str, ...]) -> None:
    """The page may follow late; a plan that was changed meanwhile is another match."""
    plan = MatchPlan(("Zoe", "Ana"), clock=True, drawn=True, options={"layout": EXAMPLE_CITY})

    async def go(hub: Hub) -> None:
        _played_before(hub, plan, GAME.id)
        hub.store.set_setting(f"new_match:host:{GAME.id}", new_match.dump_plan(plan))
        phone = await _Phone(hub).show()
        await phone.touch(*keys)
        entries = phone.begun().entries
        await phone.touch(keys[-1])
        assert phone.gone[0] == phone.gone[1]
        assert phone.begun().entries == entries
        assert len(hub.store.match_ids()) == 1
        if "begin" in keys:
            await phone.touch("start:1", "begin")
            assert len(hub.store.match_ids()) == 2
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_same_table_asks_again_for_a_board_laid_by_hand(tmp_path: Path) -> None:
    other = (*EXAMPLE_CITY[1:2], EXAMPLE_CITY[0], *EXAMPLE_CITY[2:])

    async def go(hub: Hub) -> None:
        _played_before(hub, MatchPlan(("Ana", "Beto"), options={"layout": other}), GAME.id)
        phone = await _Phone(hub).show()
        assert "falta: la ciudad" in phone.said()
        await phone.touch("same-table")
        assert phone.gone == []
        assert "¿Qué baldosa hay en la casilla 1?" in phone.said()
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_same_table_keeps_chosen_readings_and_drops_unknown_rulings(tmp_path: Path) -> None:
    async def go(hub: Hub) -> None:
        odd = {"temple_sides": "compass", "no_such_ruling": "yes"}
        _played_before(hub, MatchPlan(("Ana", "Beto"), rulings=odd), GAME.id)
        phone = await _Phone(hub).show()
        await phone.touch("same-table")
        rulings = phone.begun().started.rulings
        assert rulings["temple_sides"] == "compass"
        assert "no_such_ruling" not in rulings
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_setup_step_with_something_missing_cannot_be_passed(tmp_path: Path) -> None:
    async def go(hub: Hub) -> None:
        phone = await _Phone(hub, "santiago_de_cuba").show()
        await phone.touch("next")
        assert "Falta el nombre de la persona 1." in phone.said()
        phone.view.close()
        hub.store.set_setting(LAST_KEY, new_match.dump_plan(MatchPlan(("Ana", "Beto"))))
        phone = await _Phone(hub, "santiago_de_cuba").show()
        await phone.touch("next")
        assert "Siguiente: Empezar" in phone.said()
        await phone.touch("next")
        missing = "Falta por completar «La calle»: quién está en cada parada y qué edificios"
        assert missing in phone.said()
        await phone.touch("street:0")
        assert missing not in " ".join(texts(phone.view.client.page))
        await phone.touch("next")
        said = phone.said()
        assert "Quién empieza" in said
        # The options are collapsed, with their values in one line.
        assert "Opciones. Sin reloj · lo de cada cual, oculto · lecturas recomendadas" in said
        await phone.touch("begin")
        assert phone.begun().options.players == ("Ana", "Beto")
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_last_seat_in_the_order_is_filled_without_asking(tmp_path: Path) -> None:
    async def go(hub: Hub) -> None:
        hub.store.set_setting(LAST_KEY, new_match.dump_plan(MatchPlan(("Ana", "Beto", "Carla"))))
        phone = await _Phone(hub, "kingdom_of_solomon").show()
        await phone.touch("next", "order:3", "order:1")
        assert "3. Beto" in phone.said()
        # A player taken out of the order is last again.
        await phone.touch("order:3", "order:3", "next", "begin")
        assert phone.begun().started.options["order"] == [0, 1, 2]
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


async def _asked_before_judging(hub: Hub, match_id: str, laid: str) -> None:
    """Check that the referee says what the app laid out, before it judges by that."""
    ctx = context(Client(hub, "here", owner=True), "here")
    view = await drawn(table.Screen, ctx, match_id, size=(412, 915))
    await view.touch("counting:off")
    assert hub.matches.open(match_id).counting
    said = " ".join(texts(view.client.page))
    assert f"Esto lo ha supuesto la app, porque nadie lo ha dicho: {laid}." in said
    assert {"referee:see", "referee:adjust", "referee:again"} <= {*view.touchable()}
    await view.touch("referee:so")
    assert not hub.matches.open(match_id).counting
    # Once the table has said so, the way back asks nothing.
    for key in ("tools", "counting:on", "counting:off"):
        await view.touch(key)
    assert not hub.matches.open(match_id).counting
    view.close()


LAID = {"kingdom_of_solomon": "el orden de turno", "santiago_de_cuba": "la calle"}


@pytest.mark.parametrize("game", ["kingdom_of_solomon", "santiago_de_cuba"])
def test_table_that_only_counts_need_not_lay_out_the_board(tmp_path: Path, game: str) -> None:
    async def go(hub: Hub) -> None:
        phone = await _Phone(hub, game).show()
        await phone.touch("count")
        assert "Falta el nombre de la persona 1." in phone.said()
        phone.view.close()
        hub.store.set_setting(LAST_KEY, new_match.dump_plan(MatchPlan(("Ana", "Beto", "Carla"))))
        phone = await _Phone(hub, game).show()
        await phone.touch("count")
        begun = phone.begun()
        assert begun.counting
        # Without an order of the tokens, people follow as they sit.
        assert game != "kingdom_of_solomon" or begun.started.options["order"] == [0, 1, 2]
        phone.view.close()
        await _asked_before_judging(hub, begun.started.match, LAID[game])

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_first_player_is_not_asked_when_the_order_says_it(tmp_path: Path) -> None:
    """Preparation names the first seat of that order."""

    async def go(hub: Hub) -> None:
        plan = MatchPlan(("Ana", "Beto", "Carla"), options={"order": (1, 2, 0)})
        hub.store.set_setting("new_match:host:kingdom_of_solomon", new_match.dump_plan(plan))
        phone = await _Phone(hub, "kingdom_of_solomon").show()
        await phone.touch("next", "next")
        said = phone.said()
        assert "Opciones. Sin reloj · lecturas recomendadas" in said
        assert "Quién empieza" not in said
        await phone.touch("begin")
        match = phone.begun()
        assert match.started.options["order"] == [1, 2, 0]
        phone.view.close()
        ctx = context(Client(hub, "host", owner=True), "host")
        view = await drawn(preparation.Screen, ctx, match.started.match)
        assert "Empieza Beto" in {*texts(view.news())}
        view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


@given(data=st.data())
def test_players_never_share_a_colour(data: st.DataObject) -> None:
    """Players come, go, move and take colours of others; a plan survives storage."""
    plan, names = MatchPlan(("0", "1")), count(2)
    for _ in range(data.draw(st.integers(0, 12))):
        seats = st.integers(0, len(plan.players) - 1)
        match data.draw(st.sampled_from(("colour", "add", "remove", "move"))):
            case "colour":
                seat, colour = data.draw(seats), data.draw(st.integers(0, COLOURS - 1))
                before, plan = plan, plan.with_colour(seat, colour)
                assert plan.colours[seat] == colour
                # Only the seat that had this colour may change: it gets the colour that was given
                # up.
                others = [s for s, c in enumerate(before.colours) if s != seat and c == colour]
                changed = [s for s, c in enumerate(plan.colours) if c != before.colours[s]]
                assert set(changed) <= {seat, *others}
            case "add":
                plan = new_match.added(plan, 5, str(next(names)))
            case "remove" if len(plan.players) > 1:
                plan = new_match.removed(plan, data.draw(seats))
            case "move":
                seat = data.draw(seats)
                before = plan
                plan = new_match.moved(plan, seat, 1)
                if before.chosen:
                    was = dict(zip(before.players, before.colours, strict=True))
                    assert dict(zip(plan.players, plan.colours, strict=True)) == was
        assert len(set(plan.colours)) == len(plan.players) == len(plan.colours)
        kept = new_match.load_plan(new_match.dump_plan(plan))
        assert kept is not None
        assert kept.colours == plan.colours


@pytest.mark.parametrize("chosen", ["no", 3, [1, 1], [9, "x", True], [[]], None])
def test_invalid_stored_colours_are_replaced_by_distinct_ones(chosen: object) -> None:
    raw = {**json.loads(new_match.dump_plan(MatchPlan(("Ana", "Beto")))), "chosen": chosen}
    plan = new_match.load_plan(json.dumps(raw))
    assert plan is not None
    assert len(set(plan.colours)) == 2


def test_chosen_colours_are_stored_in_the_match_and_remembered(tmp_path: Path) -> None:
    async def go(hub: Hub) -> None:
        hub.store.set_setting(LAST_KEY, new_match.dump_plan(MatchPlan(("Ana", "Beto"))))
        phone = await _Phone(hub, "blue_moon").show()
        assert "colours:0:3" not in phone.view.touchable()
        await phone.touch("colour:0", "colours:0:1")
        # Beto had that colour and gets Ana's.
        assert "colours:0:3" not in phone.view.touchable()
        await phone.touch("colour:1", "colours:1:5")
        await phone.touch("next", "next", "begin")
        match = phone.begun()
        assert match.colours == match.started.colours == (1, 5)
        phone.view.close()
        # The colours are sent to the hub, stored on disk, and restored the next time.
        assert hub.matches.list.all()[0].colours == (1, 5)
        last = new_match.load_plan(hub.store.setting(LAST_KEY))
        assert last is not None
        assert last.colours == (1, 5)

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))
    with own_hub(tmp_path) as hub:
        (line,) = hub.matches.list.all()
        match = hub.matches.open(line.id)
        assert line.colours == match.colours == (1, 5)
        header = json.loads(hub.files.export(line.id).splitlines()[0])
        assert header["body"]["colours"] == [1, 5]


def test_wide_setup_shows_all_steps_on_one_screen(tmp_path: Path) -> None:
    async def go(hub: Hub) -> None:
        client = Client(hub, "host", owner=True)
        view = await drawn(
            screen.Screen, context(client, "host", Layout.WIDE), GAME.id, size=(1440, 900)
        )
        keys = view.touchable()
        assert {"begin", "add-player", "city:0", "start:0"} <= set(keys)
        assert "next" not in keys
        view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_illegal_deck_blocks_the_start_with_its_reason(tmp_path: Path) -> None:
    """Jumping over it ends with the reason why the match cannot begin."""
    cards = PREPARED["vulca"][1:]

    async def go(hub: Hub) -> None:
        plan = MatchPlan(
            ("Ana", "Beto"), options={"decks": ("vulca", "hoax"), "built": (cards, ())}
        )
        hub.store.set_setting("new_match:host:blue_moon", new_match.dump_plan(plan))
        phone = await _Phone(hub, "blue_moon").show()
        await phone.touch("next")
        await phone.touch("next")
        said = phone.said().replace("\u00a0", " ")
        assert "Todavía no se puede empezar" in said
        assert "tiene 29 cartas y hacen falta 30 cartas" in said
        assert "begin" not in phone.view.touchable()
        await phone.touch("step:start")
        phone.said()
        await phone.touch("begin")
        assert "tiene 29 cartas" in phone.said().replace("\u00a0", " ")
        assert phone.gone == []
        phone.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def _begin_with(hub: Hub, game: str, plan: MatchPlan) -> Match:
    request = new_match.new_match(plan, GAMES[game], loader.load(game).default_facts(), "", "host")
    made = hub.matches.create(request)
    assert isinstance(made, Match)
    return made


def test_another_match_like_one_has_its_people_readings_and_box_and_asks_who_starts(
    tmp_path: Path,
) -> None:
    async def go(hub: Hub) -> None:
        read = {"temple_sides": "compass"}
        older = _begin_with(
            hub, GAME.id, MatchPlan(("Zoe", "Ana", "Beto"), 2, rulings=read, chosen=(3, 1, 0))
        )
        _played_before(hub, MatchPlan(("Eva", "Leo")), GAME.id)
        phone = await _Phone(hub, like=older.started.match).show()
        assert "same-table" not in phone.view.touchable()
        await phone.touch("up:2")
        phone.view.close()
        # What was changed stays when the page is opened again.
        phone = await _Phone(hub, like=older.started.match).show()
        await phone.touch("up:1", "down:0", "down:1", "next", "next")
        assert "Quién empieza" in phone.said()
        await phone.touch("begin")
        match = phone.begun()
        assert match.started.match != older.started.match
        assert match.options == older.options
        assert match.started.rulings == older.started.rulings
        assert match.colours == older.colours == (3, 1, 0)
        phone.view.close()

        other = await _Phone(hub, like="no-such-match").show()
        assert "same-table" in other.view.touchable()
        other.view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))


def test_guests_of_an_open_table_are_shown_the_way_to_the_next_match(tmp_path: Path) -> None:
    async def go(hub: Hub) -> None:
        older = _begin_with(hub, GAME.id, MatchPlan(("Zoe", "Ana"), 0))
        match_id = older.started.match
        host, guest = Client(hub, "host", owner=True), Client(hub, "guest", owner=False)
        host.seating.open_table(match_id)
        guest.seating.join(host.seating.table(older).code)
        assert guest.seating.sit(match_id, 1)
        board = await drawn(table.Screen, context(guest, "guest"), match_id)
        assert "follow" not in board.touchable()
        board.close()

        phone = await _Phone(hub, like=match_id).show()
        await phone.touch("next", "next", "begin")
        begun = phone.begun()
        phone.view.close()

        gone: list[str] = []
        ctx = replace(context(guest, "guest"), go=gone.append)
        board = await drawn(table.Screen, ctx, match_id)
        await board.touch("follow")
        assert gone == [routes.match(begun.started.match)]
        assert guest.seats(begun) == {1}
        board.close()
        own = await drawn(table.Screen, context(host, "host"), match_id)
        assert "follow" not in own.touchable()
        own.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(go(hub))
