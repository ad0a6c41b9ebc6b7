"""Setting up a match."""

import asyncio
import errno
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bootstrap import catalog, new_id, own_hub
from companion.games import GAMES
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.match.fold import Match
from companion.rulebook import loader
from companion.rulebook.loader import load
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from companion.table.answers import NewMatch, Unplayable
from companion.table.hub import Hub
from companion.table.journal_store import JournalStore
from companion.table.visit import Visit
from companion.ui.screens.new_match import presenter as new_match
from companion.ui.screens.new_match import screen
from companion.ui.screens.new_match.presenter import Plan
from companion.ui.views.names import known_names, remember
from companion.ui.views.problems import unplayable
from tests.table.tapes import Reel
from tests.ui.drawn import drawn, texts
from tests.ui.tables import NOW, context

GAME = GAMES["blue_moon_city"]
DATA = loader.load("blue_moon_city")
WORDS = loader.app_words()


def _trouble(plan: Plan) -> new_match.Trouble | None:
    rulings = {**DATA.default_rulings(), **plan.rulings}
    return new_match.trouble(plan, GAME, DATA.default_facts(), rulings, WORDS)


def test_a_plan_with_names_can_begin() -> None:
    assert _trouble(Plan(("Ana", "Beto"))) is None


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("Ana",), "al menos"),
        (("Ana", " "), "2"),
        (("Ana", "ana "), "Ana"),
        (("A", "B", "C", "D", "E"), "como mucho"),
    ],
)
def test_what_is_wrong_with_the_players_is_said(players: tuple[str, ...], said: str) -> None:
    found = _trouble(Plan(players))
    assert found is not None
    assert said in found.text


def test_a_city_that_cannot_be_is_refused_by_the_game() -> None:
    layout = GAME.options.model_fields["layout"].default
    swapped = (layout[10], *layout[1:10], layout[0], *layout[11:])
    found = _trouble(new_match.with_options(Plan(("Ana", "Beto")), layout=swapped))
    assert found is not None
    assert found.refusal is not None
    assert found.refusal.code == "market_off_centre"


def test_an_unfinished_city_is_no_plan() -> None:
    found = _trouble(new_match.with_options(Plan(("Ana", "Beto")), layout=None))
    assert found is not None
    assert found.text == WORDS("new.unfinished")


def test_who_starts_stays_who_starts() -> None:
    plan = Plan(("Ana", "Beto", "Carla"), first=1)
    assert new_match.moved(plan, 1, -1).first == 0
    assert new_match.moved(plan, 2, -1).first == 2
    assert new_match.removed(plan, 0).first == 0
    assert new_match.removed(plan, 1).first == 0
    assert new_match.removed(plan, 2).first == 1
    assert new_match.moved(plan, 0, -1) == plan


def test_a_known_name_takes_the_first_empty_seat() -> None:
    plan = Plan(("Ana", "", ""))
    assert new_match.known_name(plan, "Beto", 4).players == ("Ana", "Beto", "")
    assert new_match.known_name(plan, "Ana", 4) == plan
    full = Plan(("Ana", "Beto"))
    assert new_match.known_name(full, "Carla", 4).players == ("Ana", "Beto", "Carla")
    assert new_match.known_name(full, "Carla", 2) == full


def test_a_default_reading_needs_no_mention() -> None:
    ruling = DATA.rulings_by_id["crystals_secret"]
    changed = new_match.read_as(Plan(("Ana", "Beto")), ruling, "open")
    assert changed.rulings == {"crystals_secret": "open"}
    assert new_match.read_as(changed, ruling, "hidden").rulings == {}


def test_rulings_that_every_table_decides_come_first() -> None:
    top, others = new_match.ruling_views(DATA, Plan(()), WORDS, ("crystals_secret",))
    assert [view.id for view in top] == ["crystals_secret"]
    assert len(others) == len(DATA.rulings) - 1
    assert all(view.in_force and not view.changed for view in (*top, *others))


def test_a_plan_survives_being_kept() -> None:
    plan = Plan(("Ana", ""), 1, "Viernes", "caja", {"crystals_secret": "open"}, {"layout": ("a",)})
    assert new_match.load_plan(new_match.dump_plan(plan)) == plan


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"players": 3}', "no"])
def test_a_plan_that_cannot_be_read_is_none(text: str | None) -> None:
    assert new_match.load_plan(text) is None


def test_names_are_remembered_the_last_ones_first() -> None:
    text = remember(("Ana", "Beto"), None)
    assert known_names(remember(("Carla", "Ana"), text)) == (
        "Carla",
        "Ana",
        "Beto",
    )
    assert known_names("{") == ()


def test_the_match_gets_what_was_agreed() -> None:
    plan = Plan((" Ana ", "Beto"), 1, " Viernes ", rulings={"crystals_secret": "open"})
    new = new_match.new_match(plan, GAME, {"hand.start": 8}, "Mi caja", "tel")
    assert new.options["players"] == ("Ana", "Beto")
    assert new.options["first_seat"] == 1
    assert (new.title, new.box, new.device) == ("Viernes", "Mi caja", "tel")


@pytest.mark.parametrize(("martinez", "said"), [("red", 0), ("blue", 1)])
def test_an_unusual_box_is_remarked_on_and_may_stand(martinez: str, said: int) -> None:
    game, data = GAMES["santiago_de_cuba"], loader.load("santiago_de_cuba")
    typed = {"maria": "red", "martinez": martinez, "conchita": "blue", "pablo": "yellow"}
    flowers = {f"flower.{name}": colour for name, colour in typed.items()}
    facts = {**data.default_facts(), **flowers}
    plan = Plan(("Ana", "Beto"))
    notes = new_match.remarks(plan, game, facts, data.default_rulings())
    assert [note.code for note in notes] == ["unusual_flowers"] * said


@pytest.mark.parametrize(
    ("code", "key"),
    [(errno.ENOSPC, "disk_full"), (errno.EBUSY, "elsewhere"), (errno.EROFS, "read_only")],
)
def test_beginning_never_does_nothing(code: int, key: str) -> None:
    """What cannot be kept is said where one touched; with room again the match begins."""

    async def run() -> None:
        reel = Refusing()
        visit = Visit(
            Hub(JournalStore(reel), GAMES, catalog, lambda: NOW, new_id), "here", owner=True
        )
        opened: list[str] = []
        ctx = replace(context(visit, "here"), replace=opened.append)
        plan = new_match.with_options(Plan(("Ana", "Beto")), layout=EXAMPLE_CITY)
        visit.set_setting("borrador:here:blue_moon_city", new_match.dump_plan(plan))
        view = await drawn(screen.Screen, ctx, "blue_moon_city")
        reel.refuses = code
        view.news()
        await view.touch("begin")
        assert WORDS(f"store.{key}") in " ".join(texts(view.news()))
        reel.refuses = 0
        await view.touch("begin")
        assert [route.split("/")[1] for route in opened] == ["partida"]

    asyncio.run(run())


class Refusing(Reel):
    """A tape that takes nothing while it is told so."""

    refuses = 0

    def append(self, data: bytes) -> None:
        """Adds to its end, or does not."""
        if self.refuses:
            raise OSError(self.refuses, "no")
        super().append(data)


def test_numbers_that_do_not_go_together_are_refused_in_words(tmp_path: Path) -> None:
    """Each of them can be printed; what everybody starts with is more than there is."""
    facts = {**load("santiago_de_cuba").default_facts(), "cubes.sugar": 1, "start.sugar": 8}
    names = {"players": ("Ana", "Beto", "Ciro")}
    with own_hub(tmp_path) as hub:
        visit = Visit(hub, "own", owner=True)
        for own, played in ((facts, False), ({**facts, "cubes.sugar": 24}, True)):
            made = visit.create(NewMatch("santiago_de_cuba", names, facts=own))
            assert isinstance(made, Match) is played
            assert len(hub.matches()) == played
            if isinstance(made, Unplayable):
                said = unplayable(made.match, Wording("santiago_de_cuba", names["players"], {}))
                assert said.startswith("Con esos números de la caja no se puede")
                assert "azúcar" in said
                assert "-23" in said.replace("−", "-")
                assert MISSING not in said
