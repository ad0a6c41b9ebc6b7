"""Data of every game: valid, complete, with references that resolve."""

import os
import re
import subprocess
import sys
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.games import GAMES
from companion.kernel.box.facts import LinesSpec, default_values
from companion.kernel.rulings import Ruling
from companion.rulebook import completeness, loader, templates
from companion.rulebook.loader import BrokenData, UnknownGame
from companion.rulebook.sections import Enforcement, Rulebook, Section
from tests.rulebook import spanish

ALL = loader.games()


@pytest.mark.parametrize("game_id", ALL)
def test_every_reference_in_the_data_resolves(game_id: str) -> None:
    assert completeness.data_gaps(loader.load(game_id)) == ()


@pytest.mark.parametrize("game_id", [name for name in ALL if name in GAMES])
def test_game_has_words_for_all_its_codes(game_id: str) -> None:
    assert completeness.missing_words(GAMES[game_id]) == ()
    assert completeness.unused_conditions(GAMES[game_id]) == ()


@pytest.mark.parametrize("game_id", ALL)
def test_most_rules_are_enforced_or_tracked(game_id: str) -> None:
    coverage = loader.load(game_id).rulebook.coverage()
    print(f"\n{game_id}: {coverage}")
    assert coverage.share >= 0.9


BARE_CODE = re.compile(r"\((?:19|20)\d\d\)|\b[PRT](?:\d|\{)")
"""Year alone in brackets, or a letter with a number, as only a document counts its parts."""


@pytest.mark.parametrize("game_id", ALL)
def test_acts_rulings_and_things_are_called_by_no_bare_code(game_id: str) -> None:
    data = loader.load(game_id)
    words = data.words
    said = [name for act in words.actions.values() for name in (act.name, act.attempt, act.done)]
    said += [text for each in words.conditions.values() for text in (each.name, each.refusal)]
    said += [text for ruling in data.rulings for text in (ruling.title, *ruling.words.values())]
    said += [*words.terms.values(), *words.shown.values()]
    said += [section.title for section in data.rulebook]
    assert [text for text in said if BARE_CODE.search(text)] == []


@pytest.mark.parametrize("game_id", ALL)
def test_sections_have_tidy_titles_and_paragraphs(game_id: str) -> None:
    for section in loader.load(game_id).rulebook:
        assert section.title == section.title.strip()
        assert not section.title.endswith(".")
        assert section.paragraphs, section.id
        assert all(part.endswith((".", "»")) for part in section.paragraphs), section.id
        assert sum(map(len, section.paragraphs)) <= 700, section.id
        assert section.source


@pytest.mark.parametrize("game_id", ALL)
def test_sections_are_made_of_sentences(game_id: str) -> None:
    fragments = {
        section.id: broken
        for section in loader.load(game_id).rulebook
        for paragraph in section.paragraphs
        if (broken := spanish.fragments(paragraph))
    }
    assert fragments == {}


def test_sentence_without_a_verb_is_a_fragment() -> None:
    assert spanish.fragments("3 pesos. Martínez da 3 pesos.") == ("3 pesos.",)


@pytest.mark.parametrize("game_id", ALL)
def test_sections_mark_what_the_rulebook_leaves_open(game_id: str) -> None:
    """Readings that we inferred cite a section that says so."""
    data = loader.load(game_id)
    mark = re.compile(r"Deducción|mesa|reglamento no|una sola fuente")
    for ruling in data.rulings:
        texts = [paragraph for rule in ruling.rules for paragraph in data.rulebook[rule].paragraphs]
        if ruling.basis in ("inference", "one_source"):
            assert any(map(mark.search, texts)), ruling.id


@pytest.mark.parametrize("game_id", ALL)
def test_section_titles_are_unique(game_id: str) -> None:
    titles = [section.title for section in loader.load(game_id).rulebook]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("game_id", ALL)
def test_default_values_are_those_of_known_confidence(game_id: str) -> None:
    data = loader.load(game_id)
    defaults = data.default_facts()
    assert defaults == default_values(data.facts)
    for spec in data.facts:
        known = spec.confidence in ("high", "medium")
        assert (spec.value is not None) == known, spec.id
        assert (spec.id in defaults) == known, spec.id
        assert spec.source
    assert len(data.facts_by_id) == len(data.facts)


@pytest.mark.parametrize("game_id", ALL)
def test_rulings_have_rules_and_a_question(game_id: str) -> None:
    data = loader.load(game_id)
    assert len(data.rulings_by_id) == len(data.rulings)
    for ruling in data.rulings:
        assert isinstance(ruling, Ruling)
        assert type(ruling.ruling) is Ruling
        assert ruling.rules, ruling.id
        assert "¿" in ruling.question
        assert ruling.question.endswith("?")
    assert data.default_rulings().keys() == data.rulings_by_id.keys()


def test_blue_moon_city_has_the_rulings_of_its_dossier() -> None:
    assert set(loader.load("blue_moon_city").rulings_by_id) >= {
        "dragon_leaves_city",
        "grey_one_to_market",
        "brown_pair_on_brown_section",
        "overpay_when_exact_possible",
        "scale_scoring_moment",
        "reshuffle_moment",
        "finale_offerings",
        "stalemate_additions_2007",
        "deck_split_4_4_2",
    }


def test_dragon_is_moved_with_a_personal_a() -> None:
    """«mueve al dragón» is written alike everywhere."""
    folder = Path(__file__).parents[2] / "rules_data" / "blue_moon_city"
    thing = re.compile(r"\b(?:mov|muev|llev|sac|tra)\w+ (?:(?:el|un) dragón|\{dragon:el\})")
    for name in ("words.toml", "rulebook.toml", "rulings.toml"):
        assert thing.findall((folder / name).read_text(encoding="utf-8")) == []


def test_blue_moon_city_guesses_no_printed_value() -> None:
    data = loader.load("blue_moon_city")
    unknown = {spec.id for spec in data.facts if spec.value is None}
    tiles = {
        "library", "hospice", "citadel", "aqueduct", "mill", "great_hall", "watchtower",
        "flight_tower", "monastery_tower", "market_hall", "caravanserai", "trading_house",
    }  # fmt: skip
    assert {fact.split(".")[1] for fact in unknown if fact.endswith(".values")} == tiles
    rewards = {fact for fact in unknown if not fact.endswith(".values")}
    assert rewards == {
        f"tile.{tile}.each.crystals"
        for tile in ("city_residence", "mill", "great_hall", "flight_tower", "market_hall")
    }


def test_blue_moon_city_deck_and_obelisk_add_up() -> None:
    facts = loader.load("blue_moon_city").default_facts()
    deck = {fact: n for fact, n in facts.items() if fact.startswith("deck.") and type(n) is int}
    assert sum(deck.values()) == 80
    prices = [facts[f"obelisk.{price}"] for price in range(7, 13)]
    assert prices == [4, 2, 2, 2, 2, 1]


def test_breadcrumbs_lead_from_the_root_to_a_section() -> None:
    rulebook = loader.load("blue_moon_city").rulebook
    trail = [section.id for section in rulebook.breadcrumbs("scoring.master_builder.tie")]
    assert trail == ["scoring", "scoring.master_builder", "scoring.master_builder.tie"]
    assert rulebook.breadcrumbs("nowhere") == ()
    assert rulebook.title("nowhere") == "nowhere"
    assert rulebook.children("scoring.master_builder")[0].id == "scoring.master_builder.tie"
    assert all(section.parent is None for section in rulebook.roots())


def test_breadcrumbs_end_even_if_parents_go_in_circles() -> None:
    one = Section(
        id="a", title="A", text="A.", source="x", enforcement=Enforcement.TABLE, parent="b"
    )
    two = one.model_copy(update={"id": "b", "parent": "a"})
    assert len(Rulebook((one, two)).breadcrumbs("a")) == 2


def test_coverage_counts_only_sections_that_state_a_rule() -> None:
    base = Section(id="a", title="A", text="A.", source="x", enforcement=Enforcement.ENFORCED)
    table = base.model_copy(update={"id": "b", "enforcement": Enforcement.TABLE})
    lore = table.model_copy(update={"id": "c", "states_rule": False})
    coverage = Rulebook((base, table, lore)).coverage()
    assert (coverage.covered, coverage.total, coverage.share) == (1, 2, 0.5)
    assert str(coverage).startswith("1/2 = 50%")


@pytest.mark.parametrize("name", ["", "..", "../x", "no_such_game", "app.toml", "__pycache__"])
def test_unknown_game_cannot_be_loaded(name: str) -> None:
    with pytest.raises(UnknownGame):
        loader.load(name)


@pytest.mark.parametrize("game", loader.games())
def test_game_info_is_read_without_the_rest_of_the_data(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first screen names five games and opens none of them."""
    read: list[str] = []
    toml = loader._toml

    def noted(folder: Traversable, name: str) -> dict[str, Any]:
        read.append(name)
        return toml(folder, name)

    monkeypatch.setattr(loader, "_toml", noted)
    loader.info.cache_clear()
    game_info = loader.info(game)
    assert read == ["game.toml"]
    assert game_info == loader.load(game).info
    assert (game_info.name, game_info.players) != ("", ())


def test_unknown_game_has_no_info() -> None:
    for name in ("no_such_game", "../blue_moon"):
        with pytest.raises(UnknownGame):
            loader.info(name)


def test_broken_data_names_its_file() -> None:
    error = BrokenData("game/box.toml", "bad")
    assert str(error) == "game/box.toml: bad"


def test_shared_parts_of_slots_are_expanded() -> None:
    """Shared parts: a value, a part of a list, and parts that are parts of a list themselves."""
    data = loader.load("urban_sprawl")
    fields = {slot.id: [field.id for field in slot.fields] for slot in data.slots}
    assert fields["town"] == fields["city"] == fields["metropolis"]
    assert fields["event"] == ["name", "lines"]
    lines = data.facts_by_id["town.t9.lines"]
    assert isinstance(lines, LinesSpec)
    assert lines.verbs["holder_wealth"].things[:6:5] == ("office:mayor", "vocation:finance")
    assert data.words.terms["town.t9"] == "Carta 9 de Pueblo"


def test_unknown_shared_name_is_broken_data(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('fact = ["@nothing"]', encoding="utf-8")
    with pytest.raises(BrokenData, match="nothing is shared as @nothing"):
        loader._read(tmp_path, "box.toml", loader._BoxFile)


def test_game_data_is_loaded_once() -> None:
    assert loader.load("blue_moon_city") is loader.load("blue_moon_city")


@pytest.mark.parametrize("game_id", ["", *loader.games()])
def test_interface_words_are_valid_templates(game_id: str) -> None:
    words = loader.load(game_id).interface if game_id else loader.app_words()
    wrong = {
        key: p
        for key, text in words.texts.items()
        if (p := templates.problems(text, words.lexicon))
    }
    assert not wrong


def test_interface_words_are_found_by_their_key() -> None:
    words = loader.app_words()
    assert words("home.title") == "Inicio"
    assert words("no.such.key") == "no.such.key"
    assert words("home.bin_delete_confirm", n=1).startswith("Se borrarán del todo 1\u00a0partida")
    assert "home.title" in words
    assert not any("(s)" in text for text in words.texts.values())


def test_data_is_read_from_a_zip(tmp_path: Path) -> None:
    archive = tmp_path / "app.zip"
    root = Path(__file__).parents[2]
    with ZipFile(archive, "w") as packed:
        for name in ("companion", "rules_data"):
            for file in (root / name).rglob("*"):
                if file.suffix in (".py", ".toml"):
                    packed.write(file, file.relative_to(root))
    code = (
        "import companion, companion.rulebook.search as s;"
        "from companion.games import GAMES;"
        "assert '.zip' in companion.__file__;"
        "print(s.search(GAMES['blue_moon_city'], 'loseta')[0].section.id)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(archive)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.strip() == "components.tiles", run.stderr
