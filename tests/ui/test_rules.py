"""Looking a rule up."""

from companion.rulebook import loader
from companion.rulebook.search import search
from companion.ui.screens.rules import presenter as rules

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
