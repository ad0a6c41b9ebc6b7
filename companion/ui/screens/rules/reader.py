"""What reading the rules of a game works with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.rulebook.loader import GameData
from companion.ui.context import AppContext


@dataclass(frozen=True)
class Reader:
    """How one reads: what is searched for, and how to get about."""

    ctx: AppContext
    data: GameData
    rulings: Mapping[str, str]
    query: str
    open_section: Callable[[str], None]
    index: str
    """The route of the whole."""
    doubt: Callable[[str], None]
    """Opens a dispute: about a section, or about none."""

    def open(self, section_id: str, _event: object = None) -> None:
        """Opens a section."""
        self.open_section(section_id)
