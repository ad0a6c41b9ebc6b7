"""Effect lines of cards and buildings: each can be carried out, and is described in Spanish."""

import re
from dataclasses import replace
from typing import Any

from companion.kernel.box.facts import LinesSpec
from companion.kernel.box.lines import (
    EffectLine,
    ReportField,
    form,
    invalid_lines,
    unsupported_verbs,
)
from companion.kernel.form import Choices
from companion.kernel.game import Game
from companion.rulebook.completeness import data_gaps
from companion.rulebook.loader import load
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from companion.rulebook.words import GroupWords
from companion.ui.panels.report.two_step_choice import MANY


def _lines(game: Game[Any]) -> list[EffectLine]:
    return [line for lines in game.lines.values() for line in lines]


def test_every_line_fits_its_verb(game: Game[Any]) -> None:
    for lines in game.lines.values():
        assert invalid_lines(lines, game.verbs) == ()
    if game.verbs:
        verb = next(iter(game.verbs))
        assert invalid_lines((EffectLine("fly"),), game.verbs) == (EffectLine("fly"),)
        odd = EffectLine(verb, "nothing:that:is")
        assert invalid_lines((odd,), game.verbs) == (odd,)


def test_fixed_thing_of_a_line_is_one_of_the_choices(game: Game[Any]) -> None:
    for line in _lines(game):
        what = form(game.verbs[line.do]).get("what")
        if isinstance(what, Choices) and not isinstance(line.what, ReportField):
            assert line.what in what.values


def test_verbs_and_their_words_match(game: Game[Any]) -> None:
    data = load(game.id)
    assert {key.partition("@")[0] for key in data.words.lines} == set(game.verbs)
    assert set(game.verbs) <= set(data.words.lines)
    typed = {do for spec in data.facts if isinstance(spec, LinesSpec) for do in spec.verbs}
    assert {line.do for line in _lines(game)} | typed == set(game.verbs)


def test_typed_lines_fit_the_verbs_of_the_game(game: Game[Any]) -> None:
    for spec in load(game.id).facts:
        if isinstance(spec, LinesSpec):
            assert unsupported_verbs(spec, game.verbs) == (), spec.id


def test_every_line_is_described_in_spanish(game: Game[Any]) -> None:
    data, wording = load(game.id), Wording(game.id)
    for key, lines in game.lines.items():
        assert wording.lexicon.terms[key]
        for line in lines:
            text = wording.line(line, data.default_facts())
            assert MISSING not in text, text
            assert text[0].isupper(), text
            assert text.endswith("."), text
            assert not re.search(r"[a-z]_[a-z]|[a-z]\.[a-z]|  ", text), text


def test_description_of_a_line_uses_the_numbers_of_the_box(game: Game[Any]) -> None:
    for line in _lines(game):
        fact = getattr(line.each, "fact", "")
        if fact and not isinstance(line.what, ReportField):
            wording = Wording(game.id)
            texts = {wording.line(line, {fact: number}) for number in (1, 5, 7)}
            assert len(texts) == 3


def test_choice_lists_have_a_dozen_entries_at_most(game: Game[Any]) -> None:
    """Counted are the entries offered at once, and those of each group."""
    wording = Wording(game.id)
    specs = [spec for spec in load(game.id).facts if isinstance(spec, LinesSpec)]
    lists = {tuple(spec.verbs) for spec in specs}
    lists |= {form.things for spec in specs for form in spec.verbs.values()}
    for values in lists:
        groups = wording.groups(values) if len(values) > MANY else ()
        alone = {*values}.difference(*(inside for _, inside in groups))
        assert len(alone) + len(groups) <= 12, (values, groups)
        assert all(len(inside) <= 12 for _, inside in groups), groups


def test_group_that_holds_nothing_is_a_gap(game: Game[Any]) -> None:
    data = load(game.id)
    empty = GroupWords(name="Nada", holds=("nothing:*",))
    words = data.words.model_copy(update={"groups": (*data.words.groups, empty)})
    gaps = [gap.what for gap in data_gaps(replace(data, words=words)) if "Nada" in gap.where]
    assert gaps == ["nothing:*"]
