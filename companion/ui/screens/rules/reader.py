"""Context of reading the rules of a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import flet as ft

from companion.kernel.box.facts import FactValues
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording
from companion.ui.context import AppContext


def _nothing(_section_id: str) -> list[ft.Control]:
    return []


@dataclass(frozen=True)
class Reader:
    """Context of reading the rules: game data, query and navigation."""

    ctx: AppContext
    data: GameData
    rulings: Mapping[str, str]
    facts: FactValues
    """Printed values of the match's box, or the defaults without a match."""
    query: str
    open_section: Callable[[str], None]
    index: str
    """Route of the index."""
    doubt: Callable[[str], None]
    """Callback that opens a dispute about a section, or about none."""

    at_table: Callable[[str], list[ft.Control]] = _nothing
    """Builds what a match has to say of a section; nothing outside a match."""

    hear: Callable[[str], list[ft.Control]] = _nothing
    """Builds what a typed sentence may mean at the table of a match."""

    @property
    def wording(self) -> Wording:
        """Return the words of the game, with the names its box uses."""
        return Wording(self.data.id, (), self.rulings, self.facts)

    @property
    def outside(self) -> bool:
        """Return whether the rules are read outside a match."""
        return self.hear is _nothing

    def open(self, section_id: str, _event: object = None) -> None:
        """Open a section."""
        self.open_section(section_id)
