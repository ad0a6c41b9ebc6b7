"""Rulebook sections in the project's own words: lookup, breadcrumbs, coverage."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property

from pydantic import BaseModel, ConfigDict


class Enforcement(StrEnum):
    """Level at which the app enforces a section."""

    ENFORCED = "enforced"
    """A condition refuses what violates it."""
    TRACKED = "tracked"
    """Its consequence is applied, counted or reminded."""
    EXPLAINED = "explained"
    """The app only explains it."""
    TABLE = "table"
    """The players apply it themselves."""


class Section(BaseModel):
    """Section of the rulebook, with one idea."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: str
    text: str
    source: str
    """Heading in the printed rulebook."""
    parent: str | None = None
    enforcement: Enforcement
    states_rule: bool = True
    """True if it states a rule; False for lore, components and the like."""
    synonyms: tuple[str, ...] = ()
    """Players' words and original terms, used only by the search."""
    see: tuple[str, ...] = ()
    diagram: str = ""
    """Name of its diagram on the screens of the game; empty: none."""

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Return the paragraphs of the text, each on one line."""
        return tuple(" ".join(part.split()) for part in self.text.strip().split("\n\n"))


class Rulebook:
    """Sections of one game, in reading order."""

    def __init__(
        self, sections: Iterable[Section], synonyms: Iterable[tuple[str, ...]] = ()
    ) -> None:
        self.sections = tuple(sections)
        self.synonyms = tuple(synonyms)
        """Groups of synonyms for the search."""
        self._by_id = {section.id: section for section in self.sections}

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections)

    def __len__(self) -> int:
        return len(self.sections)

    def __contains__(self, section_id: object) -> bool:
        return section_id in self._by_id

    def __getitem__(self, section_id: str) -> Section:
        return self._by_id[section_id]

    def find(self, section_id: str) -> Section | None:
        """Return the section of that id, or None."""
        return self._by_id.get(section_id)

    def title(self, section_id: str) -> str:
        """Return the title of a section, or the id itself if there is none."""
        section = self._by_id.get(section_id)
        return section.title if section else section_id

    def breadcrumbs(self, section_id: str) -> tuple[Section, ...]:
        """Return the section with its ancestors, outermost first, or nothing if there is none."""
        path: list[Section] = []
        section = self._by_id.get(section_id)
        while section and section not in path:
            path.insert(0, section)
            section = self._by_id.get(section.parent) if section.parent else None
        return tuple(path)

    def roots(self) -> tuple[Section, ...]:
        """Return the chapters: sections without a parent."""
        return tuple(section for section in self.sections if section.parent is None)

    def children(self, section_id: str) -> tuple[Section, ...]:
        """Return the direct subsections, in order."""
        return self._children.get(section_id, ())

    @cached_property
    def _children(self) -> dict[str, tuple[Section, ...]]:
        by_parent: dict[str, tuple[Section, ...]] = {}
        for section in self.sections:
            if section.parent:
                by_parent[section.parent] = (*by_parent.get(section.parent, ()), section)
        return by_parent

    def coverage(self) -> "Coverage":
        """Return how many of the sections with rules the app enforces or tracks."""
        return Coverage(
            {
                kind: tuple(s.id for s in self.sections if s.states_rule and s.enforcement == kind)
                for kind in Enforcement
            }
        )


class Coverage:
    """Sections that state a rule, by their enforcement."""

    def __init__(self, by_kind: dict[Enforcement, tuple[str, ...]]) -> None:
        self.by_kind = by_kind

    @property
    def total(self) -> int:
        """Return the number of sections that state a rule."""
        return sum(len(ids) for ids in self.by_kind.values())

    @property
    def covered(self) -> int:
        """Return the number of those that the app enforces or tracks."""
        return len(self.by_kind[Enforcement.ENFORCED]) + len(self.by_kind[Enforcement.TRACKED])

    @property
    def share(self) -> float:
        """Return `covered` of `total`, from 0 to 1."""
        return self.covered / self.total if self.total else 1.0

    def __str__(self) -> str:
        counts = ", ".join(f"{kind} {len(ids)}" for kind, ids in self.by_kind.items())
        return f"{self.covered}/{self.total} = {self.share:.0%} ({counts})"
