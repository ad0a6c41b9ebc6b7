"""A card that is turned up, in one short form: which one it is, its ballot, the number it pays."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import flet as ft

from companion.kernel.form import Choices, Draft
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import EditorInput
from companion.ui.games.urban_sprawl.labels import card_label
from companion.ui.widgets import Option, choices, heading

KIND: Final = "show_card"
_FIELDS: Final = ("card", "as_event", "ballot", "pays")


def editor(given: EditorInput) -> ft.Control:
    """Everything that is asked of the card, one below the other."""
    values = filled(given, given.draft.values)
    parts: list[ft.Control] = []
    for name in _FIELDS:
        found = possible(given, values, name)
        if name == "card" or ("card" in values and len(found) > 1):
            parts += _asked(given, name, found, values)
    return ft.Column(
        parts,
        spacing=8,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key="reveal",
    )


def possible(given: EditorInput, values: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    """What a field can be, with what is filled in before it."""
    before = {n: values[n] for n in _FIELDS[: _FIELDS.index(name)] if n in values}
    draft = Draft(given.draft.kind, given.draft.seat, before)
    found = given.match.game.candidates(given.match.state, draft, name)
    return tuple(found.values) if isinstance(found, Choices) else ()


def filled(given: EditorInput, values: Mapping[str, Any]) -> dict[str, Any]:
    """What is filled in, with what follows from it and the first of what else can be."""
    if "card" not in values:
        return {}
    found: dict[str, Any] = {"card": values["card"]}
    for name in _FIELDS[1:]:
        can = possible(given, found, name)
        said = values.get(name)
        if can:
            found[name] = said if said in can else can[0]
    return found


def _asked(
    given: EditorInput, name: str, found: Sequence[Any], values: Mapping[str, Any]
) -> list[ft.Control]:
    own = given.wording.own
    shown = found if name != "card" else unwritten_first(given, found)
    options = [
        Option(index, _label(given, name, value), selected=values.get(name) == value)
        for index, value in enumerate(shown)
    ]

    def take(index: int) -> None:
        given.put(filled(given, {**values, name: shown[index]}))

    return [
        heading(own(f"reveal.{name}"), 16, level=4),
        choices(options, take, key=f"reveal:{name}"),
    ]


def unwritten_first(given: EditorInput, cards: Sequence[str]) -> list[str]:
    """The cards of which nothing is written down, which are always there, before the others."""

    def written(card: str) -> bool:
        return bool(card_label(given.wording, given.match.facts, card))

    return sorted(cards, key=written)


def _label(given: EditorInput, name: str, value: Any) -> str:
    wording, own = given.wording, given.wording.own
    if name == "card":
        return named(wording, given.match.facts, value)
    if name == "pays":
        return str(value) if value else own("reveal.none")
    return own(f"reveal.{name}_{'yes' if value else 'no'}")


def named(wording: Wording, facts: Mapping[str, Any], card: str) -> str:
    """A card that somebody wrote down, by its name or what it shows; any other is unwritten."""
    found = card_label(wording, facts, card)
    if found:
        return found
    family = card.partition(".")[0]
    return wording.own(f"reveal.new.{family}") if "." in card else wording.term(card)
