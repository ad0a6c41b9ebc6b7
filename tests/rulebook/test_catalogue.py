"""Completeness check of game data: it reports the gaps it is made for."""

from dataclasses import replace

from companion.games import GAMES
from companion.kernel.effects import Happening, Transfer
from companion.kernel.values import NO_PARAMS, Counted, Term, Value
from companion.rulebook import catalogue, loader
from companion.rulebook.catalogue import WordingGap
from companion.rulebook.loader import ChecklistStep, GameData
from companion.rulebook.sections import Rulebook
from companion.rulebook.words import ConditionWords, Words

GAME = GAMES["blue_moon_city"]
DATA = loader.load("blue_moon_city")


def with_words(**changes: object) -> GameData:
    words = Words.model_validate({**DATA.words.model_dump(), **changes})
    return replace(DATA, words=words)


def what(gaps: tuple[WordingGap, ...]) -> set[str]:
    return {gap.what for gap in gaps}


def test_a_section_that_is_not_there() -> None:
    cut = Rulebook(section for section in DATA.rulebook if section.id != "place_stone.payment")
    assert "place_stone.payment" in what(catalogue.data_gaps(replace(DATA, rulebook=cut)))


def test_a_reading_without_words() -> None:
    ruling = DATA.rulings[0].model_copy(update={"words": {"yes": "Sí"}})
    assert what(catalogue.data_gaps(replace(DATA, rulings=(ruling,)))) == {"no"}


def test_a_term_that_is_not_there() -> None:
    terms = {key: text for key, text in DATA.words.terms.items() if key != "fact.values"}
    assert "fact.values" in what(catalogue.data_gaps(with_words(terms=terms)))


def test_a_value_that_cannot_be_printed() -> None:
    spec = DATA.facts_by_id["tile.university.values"].model_copy(update={"value": (2, 5)})
    assert what(catalogue.data_gaps(replace(DATA, facts=(spec,)))) >= {"(2, 5)"}


def test_a_template_with_a_form_that_does_not_exist() -> None:
    bad = {"x": ConditionWords(name="X", refusal="{n:gema}").model_dump()}
    assert what(catalogue.template_gaps(with_words(conditions=bad))) == {"{n:gema}"}


def test_a_step_without_its_fact() -> None:
    step = ChecklistStep(id="s", text="{a} {b}", facts={"a": "no.{players}"}, rules=("no.rule",))
    found = what(catalogue.data_gaps(replace(DATA, steps=(step,))))
    assert found == {"{b}", "no.rule", "no.2", "no.3", "no.4"}


def test_effects_without_words() -> None:
    effects = (
        Happening("no_such", NO_PARAMS, "end.offerings"),
        Happening("turn_passed", NO_PARAMS, "no.rule"),
        Transfer("gem", 1, "supply", "seat:0", "end.offerings"),
    )
    found = what(catalogue.effect_gaps(GAME.id, effects))
    assert found == {"no_such", "no.rule", "{seat}", "gem@end.offerings"}


def test_values_without_words() -> None:
    params: dict[str, Value] = {
        "a": (Term("no.term"), Counted(1, "no_noun")),
        "b": Term("tile.mill"),
        "c": 3,
    }
    assert what(catalogue.value_gaps(DATA, "here", params)) == {"no.term", "no_noun"}


def test_enforced_sections_are_cited() -> None:
    """Listed exceptions are cited by a failure or by a shared condition."""
    uncited = set(catalogue.uncited_sections(GAME))
    powers = {f"powers.{of}" for of in ("green", "white_one", "white_two")}
    others = {"additions.out_of_stones", "end.offerings", "setup.obelisk.two_players"}
    assert uncited <= {*powers, *others, "place_stone.several"}
