"""Completeness check of game data: it reports the gaps it is made for."""

from dataclasses import replace

from companion.games import GAMES
from companion.kernel.pieces.ledger import Happening, Transfer
from companion.kernel.values import NO_PARAMS, Counted, Term, Value
from companion.rulebook import completeness, loader
from companion.rulebook.completeness import WordingGap
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


def test_missing_section_is_a_gap() -> None:
    cut = Rulebook(section for section in DATA.rulebook if section.id != "place_stone.payment")
    assert "place_stone.payment" in what(completeness.data_gaps(replace(DATA, rulebook=cut)))


def test_reading_without_words_is_a_gap() -> None:
    ruling = DATA.rulings[0].model_copy(update={"words": {"yes": "Sí"}})
    assert what(completeness.data_gaps(replace(DATA, rulings=(ruling,)))) == {"no"}


def test_missing_term_is_a_gap() -> None:
    terms = {key: text for key, text in DATA.words.terms.items() if key != "fact.values"}
    assert "fact.values" in what(completeness.data_gaps(with_words(terms=terms)))


def test_impossible_printed_value_is_a_gap() -> None:
    spec = DATA.facts_by_id["tile.university.values"].model_copy(update={"value": (2, 5)})
    assert what(completeness.data_gaps(replace(DATA, facts=(spec,)))) >= {"(2, 5)"}


def test_template_with_an_unknown_form_is_a_gap() -> None:
    bad = {"x": ConditionWords(name="X", refusal="{n:gema}").model_dump()}
    assert what(completeness.template_gaps(with_words(conditions=bad))) == {"{n:gema}"}


def test_step_without_its_fact_is_a_gap() -> None:
    step = ChecklistStep(id="s", text="{a} {b}", facts={"a": "no.{players}"}, rules=("no.rule",))
    gaps = what(completeness.data_gaps(replace(DATA, steps=(step,))))
    assert gaps == {"{b}", "no.rule", "no.2", "no.3", "no.4"}


def test_effects_without_words_are_gaps() -> None:
    effects = (
        Happening("no_such", NO_PARAMS, "end.offerings"),
        Happening("turn_passed", NO_PARAMS, "no.rule"),
        Transfer("gem", 1, "supply", "seat:0", "end.offerings"),
    )
    gaps = what(completeness.effect_gaps(GAME.id, effects))
    assert gaps == {"no_such", "no.rule", "{seat}", "gem@end.offerings"}


def test_values_without_words_are_gaps() -> None:
    params: dict[str, Value] = {
        "a": (Term("no.term"), Counted(1, "no_noun")),
        "b": Term("tile.mill"),
        "c": 3,
    }
    assert what(completeness.value_gaps(DATA, "here", params)) == {"no.term", "no_noun"}


def test_every_enforced_section_is_cited_by_a_condition() -> None:
    """Listed exceptions are cited by a failure or by a shared condition."""
    uncited = set(completeness.uncited_sections(GAME))
    powers = {f"powers.{of}" for of in ("green", "white_one", "white_two")}
    others = {"additions.out_of_stones", "end.offerings", "setup.obelisk.two_players"}
    assert uncited <= {*powers, *others, "place_stone.several"}
