"""View model of the rules: the tree, one section with its context, and search matches."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.kernel.box.facts import FactValues, LinesSpec
from companion.kernel.box.lines import Lines, PrintedNumber
from companion.kernel.game import Game
from companion.kernel.models import folded
from companion.rulebook.loader import AppWords, GameData
from companion.rulebook.sections import Enforcement, Section
from companion.rulebook.wording import Wording
from companion.ui.views.own_copy import ListedCard

PIECES = "piezas"
"""Pseudo section id of the sheet of cards and places."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Link:
    """Link to a section."""

    id: str
    title: str
    enforcement: Enforcement | None = None
    """Enforcement of its rule; None if it states no rule."""


@dataclass(frozen=True)
class Chapter:
    """Chapter of the tree with all its sections in order, indented by depth."""

    id: str
    title: str
    sections: tuple[tuple[int, Link], ...]
    """Sections with their depth below the chapter, from 0."""


@dataclass(frozen=True)
class Doubt:
    """Point that the rulebook leaves open, with the reading in force."""

    id: str
    title: str
    reading: str
    why: str


@dataclass(frozen=True)
class Passage:
    """Text with its search matches marked."""

    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class RuleSectionView:
    """View model of one section."""

    id: str
    title: str
    passages: tuple[Passage, ...]
    source: str
    mark: str
    """Text on what the app does about it; empty if it states no rule."""
    enforcement: Enforcement | None
    path: tuple[Link, ...]
    """Ancestors of the section, outermost first."""
    parts: tuple["RuleSectionView", ...]
    """Sections directly under it."""
    see: tuple[Link, ...]
    doubts: tuple[Doubt, ...]
    before: Link | None
    after: Link | None
    """Neighbours in reading order."""
    diagram: str = ""
    """Name of its diagram; empty: none."""


@dataclass(frozen=True)
class PieceView:
    """Card or place, with its effects in this box."""

    id: str
    name: str
    lines: tuple[str, ...]
    rule: Link | None
    """Section of its own that explains it; None: there is none."""
    group: str = ""
    """Name of the group in which it is listed."""


def pieces(
    game: Game[Any], wording: Wording, facts: FactValues, unsure: Collection[str] = ()
) -> tuple[PieceView, ...]:
    """Return every card and place with effects, with its printed numbers.

    Args:
        game: game they belong to.
        wording: its words.
        facts: printed values.
        unsure: those that reports have shown and nobody has confirmed.
    """
    own = [(key, _effect_lines(lines, wording, facts)) for key, lines in game.lines.items()]
    typed = [
        (spec.group, (_shown(wording, spec.id, facts, unsure),))
        for spec in wording.data.facts
        if isinstance(spec, LinesSpec) and facts.get(spec.id)
    ]
    explained = {section.title: link(section) for section in wording.data.rulebook}
    named = [(key, wording.term(key), lines) for key, lines in (*own, *typed)]
    return tuple(PieceView(*one, explained.get(one[1])) for one in named)


def _shown(wording: Wording, fact: str, facts: FactValues, unsure: Collection[str]) -> str:
    said = wording.fact_shown(fact, facts[fact])
    return f"{said} ({wording.app('board.unsure')})" if fact in unsure else said


def card_views(cards: Iterable[ListedCard], wording: Wording) -> tuple[PieceView, ...]:
    """Return the printed cards of a game, as its screen lists them."""
    rulebook = wording.data.rulebook
    return tuple(
        PieceView(
            card.id,
            card.name,
            card.lines,
            link(rulebook[card.section]) if card.section else None,
            card.group,
        )
        for card in cards
    )


def matching(listed: Iterable[PieceView], query: str) -> tuple[PieceView, ...]:
    """Return the pieces that contain every word of a query, in any order."""
    words = folded(query).split()
    return tuple(
        piece
        for piece in listed
        for text in (folded(" ".join((piece.group, piece.name, *piece.lines))),)
        if all(word in text for word in words)
    )


def _effect_lines(lines: Lines, wording: Wording, facts: FactValues) -> tuple[str, ...]:
    """Describe the effects, without those of printed value 0. Unread values are named once each."""
    facts_of = [line.each.fact if isinstance(line.each, PrintedNumber) else "" for line in lines]
    known = [
        line for line, fact in zip(lines, facts_of, strict=True) if not fact or facts.get(fact)
    ]
    unread = [
        wording.app(
            "rules.piece_unread",
            what=wording.term(".".join(line.when)) if line.when else wording.fact_label(fact),
        )
        for line, fact in zip(lines, facts_of, strict=True)
        if fact and facts.get(fact) is None
    ]
    descriptions = (*wording.lines(tuple(known), facts), *dict.fromkeys(unread))
    return descriptions or (wording.app("rules.piece_nothing"),)


def tree(data: GameData) -> tuple[Chapter, ...]:
    """Return the chapters in the order of the rulebook."""
    return tuple(
        Chapter(root.id, root.title, _below(data, root.id, 0)) for root in data.rulebook.roots()
    )


def _below(data: GameData, section_id: str, depth: int) -> tuple[tuple[int, Link], ...]:
    entries: list[tuple[int, Link]] = []
    for child in data.rulebook.children(section_id):
        entries += [(depth, link(child)), *_below(data, child.id, depth + 1)]
    return tuple(entries)


def link(section: Section) -> Link:
    """Return the link to a section."""
    return Link(section.id, section.title, section.enforcement if section.states_rule else None)


def section(
    data: GameData,
    section_id: str,
    words: AppWords,
    rulings: Mapping[str, str] | None = None,
    query: str = "",
) -> RuleSectionView | None:
    """Build the view of a section, or return None if there is none of that id.

    Args:
        data: data of the game.
        section_id: id of the section.
        words: words of the interface.
        rulings: the readings in force at a table; None: the defaults.
        query: the search query, whose matches are marked.
    """
    here = data.rulebook.find(section_id)
    return _view(data, here, words, rulings or {}, query, parts=True) if here else None


def _view(
    data: GameData,
    here: Section,
    words: AppWords,
    rulings: Mapping[str, str],
    query: str,
    *,
    parts: bool,
) -> RuleSectionView:
    book = data.rulebook
    children = book.children(here.id) if parts else ()
    before, after = _neighbours(data, here)
    rule = here.enforcement if here.states_rule else None
    return RuleSectionView(
        id=here.id,
        title=here.title,
        passages=tuple(Passage(text, spans(text, query)) for text in here.paragraphs),
        source=words("rules.source", heading=here.source) if here.source else "",
        mark=words(f"rules.enforcement.{rule}") if rule else "",
        enforcement=rule,
        path=tuple(link(above) for above in book.breadcrumbs(here.id)[:-1]),
        parts=tuple(_view(data, c, words, rulings, query, parts=True) for c in children),
        see=tuple(link(book[o]) for o in here.see if o in book and book[o].parent != here.id),
        doubts=_doubts(data, here.id, rulings),
        before=before,
        after=after,
        diagram=here.diagram,
    )


def _doubts(data: GameData, section_id: str, rulings: Mapping[str, str]) -> tuple[Doubt, ...]:
    return tuple(
        Doubt(
            ruling.id,
            ruling.title,
            ruling.words.get(reading := rulings.get(ruling.id, ruling.default), reading),
            ruling.why,
        )
        for ruling in data.rulings
        if section_id in ruling.rules
    )


def _neighbours(data: GameData, here: Section) -> tuple[Link | None, Link | None]:
    """Return the sections before and after on the same level."""
    level = data.rulebook.children(here.parent) if here.parent else data.rulebook.roots()
    at = next((n for n, other in enumerate(level) if other.id == here.id), 0)
    before = link(level[at - 1]) if at > 0 else None
    after = link(level[at + 1]) if at + 1 < len(level) else None
    return before, after


def spans(text: str, query: str) -> tuple[Span, ...]:
    """Return where query words begin words of the text, ignoring accents and case."""
    wanted = [_stem(word) for word in re.findall(r"[^\W_]+", folded(query)) if len(word) > 2]
    if not wanted:
        return ()
    return tuple(
        match.span()
        for match in re.finditer(r"[^\W_]+", text)
        if any(folded(match.group()).startswith(stem) for stem in wanted)
    )


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
