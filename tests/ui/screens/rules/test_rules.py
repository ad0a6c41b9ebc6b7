"""Rules screen: sections, pieces, cards and search."""

from dataclasses import replace
from itertools import groupby

import pytest

from companion.games import GAMES
from companion.games.blue_moon.catalogue import CARDS
from companion.kernel.box.facts import FactValue, TypedLine
from companion.rulebook import loader
from companion.rulebook.search import search
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import game_screen
from companion.ui.screens.rules import presenter as rules
from tests import cards

DATA = loader.load("blue_moon_city")
WORDS = loader.app_words()


def test_rules_tree_lists_every_section_once() -> None:
    shown = [
        section_id
        for chapter in rules.tree(DATA)
        for section_id in (chapter.id, *(link.id for _, link in chapter.sections))
    ]
    assert sorted(shown) == sorted(section.id for section in DATA.rulebook)


def test_chapter_contains_its_sections_in_order() -> None:
    chapter = rules.section(DATA, "offering", WORDS)
    assert chapter is not None
    assert [part.id for part in chapter.parts] == [
        section.id for section in DATA.rulebook.children("offering")
    ]
    assert chapter.mark == ""
    assert all(part.path[-1].id == "offering" for part in chapter.parts)


def test_section_shows_its_mark_and_its_neighbours() -> None:
    here = rules.section(DATA, "offering.one", WORDS)
    assert here is not None
    assert here.mark
    assert here.before is not None
    assert here.after is not None
    assert rules.section(DATA, "offering.where", WORDS).before is None  # type: ignore[union-attr]


def test_section_shows_the_reading_that_the_table_uses() -> None:
    ruling = DATA.rulings_by_id["grey_one_to_market"]
    plain = rules.section(DATA, "powers.grey_one", WORDS)
    other = rules.section(DATA, "powers.grey_one", WORDS, {ruling.id: "no"})
    assert plain is not None
    assert other is not None
    assert ruling.words["yes"] in [doubt.reading for doubt in plain.doubts]
    assert ruling.words["no"] in [doubt.reading for doubt in other.doubts]


def _pieces(game: str, **facts: FactValue | None) -> dict[str, rules.PieceView]:
    typed = {name.replace("__", "."): value for name, value in facts.items()}
    printed = {**loader.load(game).default_facts(), **typed}
    known = {name: value for name, value in printed.items() if value is not None}
    pieces = rules.pieces(GAMES[game], Wording(game, facts=known), known)
    return {piece.id: replace(piece, lines=tuple(map(_plain, piece.lines))) for piece in pieces}


def _plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_building_is_described_with_the_numbers_of_the_box() -> None:
    bank = _pieces("santiago_de_cuba", bank__pesos=5)["building.bank"]
    assert (bank.name, bank.lines) == ("Banco", ("Recibe 5 pesos.",))
    assert bank.rule is not None
    assert bank.rule.id == "building.bank"


def test_value_that_nobody_has_confirmed_is_marked_among_the_pieces() -> None:
    lines = (TypedLine("draw", 1),)
    facts: dict[str, FactValue] = {"action.fortune.lines": lines, "action.wisdom.lines": lines}
    wording, game = Wording("kingdom_of_solomon", facts=facts), GAMES["kingdom_of_solomon"]
    lines_of = {p.id: p.lines for p in rules.pieces(game, wording, facts, {"action.wisdom.lines"})}
    (plain,) = lines_of["action.fortune"]
    assert lines_of["action.wisdom"] == (f"{plain} (por confirmar)",)


def test_piece_text_omits_zeros_and_groups_unknown_values() -> None:
    mill = _pieces("blue_moon_city")["tile.mill"].lines
    assert [line for line in mill if "sin anotar" in line] == [
        "Para cada constructor: sin anotar todavía."
    ]
    typed = _pieces("blue_moon_city", tile__mill__each__crystals=3)["tile.mill"].lines
    assert "Para cada constructor: 3 cristales." in typed
    assert not any("sin anotar" in line or " 0 " in line for line in typed)
    nothing = {f"tile__mill__{of}": 0 for of in ("each__crystals", "star__cards")}
    nothing |= {"tile__mill__neighbour__crystals": 0}
    assert _pieces("blue_moon_city", **nothing)["tile.mill"].lines == ("No da nada.",)


def test_entered_card_is_described_with_its_name_and_effects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards.with_cards(monkeypatch)
    typed: dict[str, FactValue] = {
        "favour__1__name": "Feria",
        "favour__1__lines": (TypedLine("gain", 2, "crystal"), TypedLine("again")),
    }
    fair = _pieces("blue_moon_city", **typed)["favour.1"]
    assert (fair.name, fair.rule) == ("Feria", None)
    assert fair.lines == ("Da 2 cristales. Se puede volver a usar.",)
    assert "favour.2" not in _pieces("blue_moon_city", **typed)


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_a_game_has_a_name_and_a_description(game: str) -> None:
    pieces = _pieces(game)
    # There may be more pieces than lines: those with other shipped values are described too.
    assert set(pieces) >= set(GAMES[game].lines)
    assert all(piece in loader.load(game).words.terms for piece in pieces)
    assert all(piece.name and piece.lines for piece in pieces.values())


def test_unknown_section_is_none() -> None:
    assert rules.section(DATA, "nada", WORDS) is None


def test_search_words_are_marked_regardless_of_accents_and_case() -> None:
    text = "Las escamas del Dragón; otra escama."
    marked = [text[a:b] for a, b in rules.spans(text, "DRAGON escamas")]
    assert marked == ["escamas", "Dragón", "escama"]
    assert rules.spans(text, "") == ()


def test_empty_rules_search_has_no_results() -> None:
    assert search(GAMES[DATA.id], "  ") == ()
    assert search(GAMES[DATA.id], "escamas")


def _cards_told() -> tuple[rules.PieceView, ...]:
    wording = Wording("blue_moon")
    listed = game_screen("blue_moon").card_list
    assert listed is not None
    return rules.card_views(listed(wording), wording)


def test_every_printed_card_is_listed_and_found_by_its_text() -> None:
    pieces = _cards_told()
    assert {piece.id for piece in pieces} == set(CARDS)
    assert {piece.id for piece in pieces if piece.rule} == {
        name for name, card in CARDS.items() if card.has_text
    }
    for query, name in (
        ("flamebreath", "vulca_01"),
        ("hoax 10", "hoax_10"),
        ("VULCA REFUERZO duplica", "vulca_21"),
        ("escudo en fuego hoax", "hoax_18"),
    ):
        assert name in {piece.id for piece in rules.matching(pieces, query)}, query
    assert rules.matching(pieces, "flamebreath hoax") == ()
    groups = [piece.group for piece in pieces]
    assert [group for group, _ in groupby(groups)] == list(dict.fromkeys(groups))
