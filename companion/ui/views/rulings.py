"""A table ruling in words, with the reading that is chosen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rulebook.loader import AppWords, RulingText


@dataclass(frozen=True)
class ReadingView:
    """One reading of a ruling."""

    id: str
    text: str
    default: bool
    chosen: bool


@dataclass(frozen=True)
class RulingView:
    """A point on which the rulebook leaves a doubt, with its readings in their order."""

    id: str
    title: str
    question: str
    why: str
    basis: str
    readings: tuple[ReadingView, ...]
    changed: bool
    """Whether the table chose another reading than the default."""

    @property
    def in_force(self) -> str:
        """The words of the reading chosen."""
        return next((reading.text for reading in self.readings if reading.chosen), "")


def ruling_view(ruling: RulingText, chosen: Mapping[str, str], words: AppWords) -> RulingView:
    """A ruling in words, with the reading chosen."""
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
    """What a table agreed on: what every table decides, and how the rules are read.

    Args:
        rulings: of the game.
        chosen: the reading of each ruling that was decided.
        words: of the interface.
        first: the rulings that every table decides.
    """
    by_id = {ruling.id: ruling for ruling in rulings}
    said = (by_id[name].short.get(chosen.get(name, by_id[name].default)) for name in first)
    changed = sum(
        ruling_view(ruling, chosen, words).changed
        for ruling in by_id.values()
        if ruling.id not in first
    )
    read = words("new.rulings_changed", n=changed) if changed else words("new.as_advised")
    return (*filter(None, said), read)
