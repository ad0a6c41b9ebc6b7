"""What reading the rules of a game works with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.kernel.facts import FactValues
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording
from companion.ui.context import AppContext


@dataclass(frozen=True)
class Reader:
    """How one reads: what is searched for, and how to get about."""

    ctx: AppContext
    data: GameData
    rulings: Mapping[str, str]
    facts: FactValues
    """What is printed in the box of the match; without one, what most boxes have."""
    query: str
    open_section: Callable[[str], None]
    index: str
    """The route of the whole."""
    doubt: Callable[[str], None]
    """Opens a dispute: about a section, or about none."""

    @property
    def wording(self) -> Wording:
        """The words of the game, with what its box calls things."""
        return Wording(self.data.id, (), self.rulings, self.facts)

    def open(self, section_id: str, _event: object = None) -> None:
        """Opens a section."""
        self.open_section(section_id)
