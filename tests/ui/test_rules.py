"""Rules screen: sections, pieces, cards and search."""

from dataclasses import replace
from itertools import groupby

import pytest

from companion.games import GAMES
from companion.games.blue_moon.catalogue import CARDS
from companion.kernel.facts import FactValue, TypedLine
from companion.rulebook import loader
from companion.rulebook.search import search
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import game_screen
from companion.ui.screens.rules import presenter as rules
from tests import cards

DATA = loader.load("blue_moon_city")
WORDS = loader.app_words()


def test_the_tree_has_every_section_once_in_order() -> None:
    shown = [
        section_id
        for chapter in rules.tree(DATA)
        for section_id in (chapter.id, *(link.id for _, link in chapter.sections))
    ]
    assert sorted(shown) == sorted(section.id for section in DATA.rulebook)


def test_a_chapter_reads_on_through_its_parts() -> None:
    chapter = rules.section(DATA, "offering", WORDS)
    assert chapter is not None
    assert [part.id for part in chapter.parts] == [
        section.id for section in DATA.rulebook.children("offering")
    ]
    assert chapter.mark == ""
    assert all(part.path[-1].id == "offering" for part in chapter.parts)


def test_a_section_says_what_the_app_does_and_what_lies_beside_it() -> None:
    here = rules.section(DATA, "offering.one", WORDS)
    assert here is not None
    assert here.mark
    assert here.before is not None
    assert here.after is not None
    assert rules.section(DATA, "offering.where", WORDS).before is None  # type: ignore[union-attr]


def test_a_doubt_shows_the_reading_of_the_table() -> None:
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
    found = rules.pieces(GAMES[game], Wording(game, facts=known), known)
    return {piece.id: replace(piece, lines=tuple(map(_plain, piece.lines))) for piece in found}


def _plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_what_a_building_does_is_told_with_the_numbers_of_the_box() -> None:
    bank = _pieces("santiago_de_cuba", bank__pesos=5)["building.bank"]
    assert (bank.name, bank.lines) == ("Banco", ("Recibe 5 pesos.",))
    assert bank.rule is not None
    assert bank.rule.id == "building.bank"


def test_a_symbol_that_gives_nothing_is_not_told_and_an_unread_one_once() -> None:
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


def test_cards_that_the_table_read_are_told_with_their_name(
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
def test_every_piece_of_a_game_is_told(game: str) -> None:
    found = _pieces(game)
    # What is shipped of a box besides is told with it.
    assert set(found) >= set(GAMES[game].lines)
    assert all(piece in loader.load(game).words.terms for piece in found)
    assert all(piece.name and piece.lines for piece in found.values())


def test_an_unknown_section_is_none() -> None:
    assert rules.section(DATA, "nada", WORDS) is None


def test_what_was_searched_is_marked_without_minding_accents() -> None:
    text = "Las escamas del Dragón; otra escama."
    marked = [text[a:b] for a, b in rules.spans(text, "DRAGON escamas")]
    assert marked == ["escamas", "Dragón", "escama"]
    assert rules.spans(text, "") == ()


def test_an_empty_search_finds_nothing() -> None:
    assert search(DATA.rulebook, "  ") == ()
    assert search(DATA.rulebook, "escamas")


def _cards_told() -> tuple[rules.PieceView, ...]:
    wording = Wording("blue_moon")
    listed = game_screen("blue_moon").card_list
    assert listed is not None
    return rules.card_views(listed(wording), wording)


def test_every_printed_card_is_on_the_sheet_and_found_by_whatever_it_says() -> None:
    found = _cards_told()
    assert {piece.id for piece in found} == set(CARDS)
    assert {piece.id for piece in found if piece.rule} == {
        name for name, card in CARDS.items() if card.has_text
    }
    for query, name in (
        ("flamebreath", "vulca_01"),
        ("hoax 10", "hoax_10"),
        ("VULCA REFUERZO duplica", "vulca_21"),
        ("escudo en fuego hoax", "hoax_18"),
    ):
        assert name in {piece.id for piece in rules.matching(found, query)}, query
    assert rules.matching(found, "flamebreath hoax") == ()
    groups = [piece.group for piece in found]
    assert [group for group, _ in groupby(groups)] == list(dict.fromkeys(groups))
