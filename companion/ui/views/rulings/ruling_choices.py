"""Ruling in words, with the chosen reading."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rulebook.loader import AppWords, RulingText


@dataclass(frozen=True)
class ReadingView:
    """Reading of a ruling."""

    id: str
    text: str
    default: bool
    chosen: bool


@dataclass(frozen=True)
class RulingView:
    """Point on which the rulebook is in doubt, with its readings in order."""

    id: str
    title: str
    question: str
    why: str
    basis: str
    readings: tuple[ReadingView, ...]
    changed: bool
    """True if the table chose another reading than the default."""

    @property
    def in_force(self) -> str:
        """Return the text of the chosen reading."""
        return next((reading.text for reading in self.readings if reading.chosen), "")


def ruling_view(ruling: RulingText, chosen: Mapping[str, str], words: AppWords) -> RulingView:
    """Build the view model of a ruling, with the chosen reading."""
    reading = chosen.get(ruling.id, ruling.default)
    return RulingView(
        id=ruling.id,
        title=ruling.title,
        question=ruling.question,
        why=ruling.why,
        basis=words(f"ruling.basis.{ruling.basis}"),
        readings=tuple(
            ReadingView(name, ruling.words.get(name, name), name == ruling.default, name == reading)
            for name in ruling.readings
        ),
        changed=reading != ruling.default,
    )


def agreed(
    rulings: Iterable[RulingText], chosen: Mapping[str, str], words: AppWords, first: Sequence[str]
) -> tuple[str, ...]:
    """Describe the agreements of a table: its required decisions, and how it reads the rules.

    Args:
        rulings: rulings of the game.
        chosen: reading of each ruling that was decided.
        words: words of the interface.
        first: rulings that every table decides.
    """
    by_id = {ruling.id: ruling for ruling in rulings}
    if not by_id:
        return ()
    said = (by_id[name].short.get(chosen.get(name, by_id[name].default)) for name in first)
    changed = sum(
        ruling_view(ruling, chosen, words).changed
        for ruling in by_id.values()
        if ruling.id not in first
    )
    read = words("new.rulings_changed", n=changed) if changed else words("new.as_advised")
    return (*filter(None, said), read)
