"""Dice of a new ship: typed as rolled, or rolled by the app, and one set aside."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.games.santiago_de_cuba.components import DEMANDED
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import EditorInput
from companion.ui.games.santiago_de_cuba.look import GOOD_LOOKS, good_cube
from companion.ui.theme import RADIUS
from companion.ui.widgets import outline, tappable

Shown = Mapping[str, int]
"""Face of each die by good, including the die set aside."""

Faces = Mapping[str, tuple[int, ...]]

ALL_FIVE = "none"
"""Value of the report if no die was set aside."""

_FACE, _WIDE = 4, 7
"""Shares of a row that a face and the last button take."""


def filled_in(shown: Shown, aside: str | None) -> dict[str, Any]:
    """Return the fields of the report; the die set aside has no number.

    Which one that is answers the last question, so nothing is judged while a number is missing.
    """
    whole = all(good in shown or good == aside for good in DEMANDED)
    values: dict[str, Any] = {"aside": aside} if whole and aside is not None else {}
    for good in DEMANDED:
        if good == aside:
            values[good] = None
        elif good in shown:
            values[good] = shown[good]
    return values


def rolled(faces: Faces, choose: Callable[[tuple[int, ...]], int]) -> dict[str, int]:
    """Roll every die.

    Args:
        faces: faces of each die, repeats included.
        choose: function that picks one of them at random.
    """
    return {good: choose(faces[good]) for good in DEMANDED}


def editor(given: EditorInput) -> ft.Control:
    """Return an editor of the five dice at once, instead of a question for each."""
    made: Callable[..., ft.Control] = _Dice
    return made(given, key="dice")


@dataclass(frozen=True)
class _Hand:
    """State of the dice, and callbacks on it."""

    faces: Faces
    shown: Shown
    aside: str | None
    text_scale: int
    take: Callable[[Shown, str | None], None]

    def show(self, good: str, number: int) -> None:
        """Set the number of a die; one that was set aside comes back."""
        kept = None if good == self.aside else self.aside
        self.take({**self.shown, good: number}, kept)

    def set_aside(self, good: str) -> None:
        """Set a die aside, or take it back."""
        self.take(self.shown, None if good == self.aside else good)

    def keep_all(self) -> None:
        """Report that all five went on the ship."""
        self.take(self.shown, ALL_FIVE)

    @property
    def all_shown(self) -> bool:
        """Return whether every die has a number."""
        return all(good in self.shown for good in DEMANDED)

    def roll(self) -> None:
        """Roll all dice; the one to set aside is still to be chosen."""
        self.take(rolled(self.faces, random.choice), None)


@ft.component
def _Dice(given: EditorInput) -> ft.Control:
    values = given.draft.values
    kept, set_kept = ft.use_state(_no_dice())
    kept_aside, set_aside = ft.use_state(_no_die())
    typed = {good: values[good] for good in DEMANDED if values.get(good) is not None}
    shown = {**kept, **typed}

    def take(shown: Shown, aside: str | None) -> None:
        set_kept(dict(shown))
        set_aside(aside)
        given.put(filled_in(shown, aside))

    hand = _Hand(
        given.match.state.facts.faces,
        shown,
        values.get("aside", kept_aside),
        given.text_scale,
        take,
    )
    words = given.wording.own
    return ft.Column(
        [
            ft.Text(words(_hint(hand)), size=15, weight=ft.FontWeight.W_600),
            *(_row(given.wording, hand, good) for good in DEMANDED),
            _dice_buttons(given.wording, hand),
        ],
        spacing=4,
    )


def _dice_buttons(wording: Wording, hand: _Hand) -> ft.Control:
    """Return the buttons that set several dice, each in a fixed place.

    Keeping all five is offered only once each die has a number and none is set aside.
    """
    large = hand.text_scale > _LARGE
    share = None if large else 1
    ways = [_dice_button("roll", wording.own("dice.roll"), ft.Icons.CASINO, share, hand.roll)]
    if hand.aside is None and hand.all_shown:
        five = wording.own("dice.five")
        ways.append(_dice_button("five", five, ft.Icons.DONE_ALL, share, hand.keep_all))
    elif not large:
        ways.append(ft.Container(expand=share))
    if large:
        return ft.Column(ways, spacing=5, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row(ways, spacing=5)


_LARGE = 115
"""Text scale in percent above which a row has no room for several words."""


def _dice_button(
    key: str, said: str, icon: ft.IconData, share: int | None, do: Callable[[], None]
) -> ft.Control:
    ink = ft.Colors.PRIMARY
    text = ft.Text(said, size=14, weight=ft.FontWeight.W_600, color=ink, expand=True)
    return tappable(
        ft.Row([ft.Icon(icon, size=22, color=ink), text], spacing=8),
        said,
        lambda _e: do(),
        key=f"dice:{key}",
        expand=share,
        height=52 if share else None,
        radius=RADIUS / 2,
        padding=ft.Padding.symmetric(horizontal=10, vertical=0 if share else 8),
        border=outline(1, ft.Colors.OUTLINE),
    )


def _no_dice() -> dict[str, int]:
    return {}


def _no_die() -> str | None:
    return None


def _hint(hand: _Hand) -> str:
    """Return the key of the hint on what is missing."""
    if hand.aside is None:
        return "dice.hint_aside" if hand.all_shown else "dice.hint"
    if hand.aside == ALL_FIVE and hand.all_shown:
        return "dice.hint_five"
    left = any(good not in hand.shown for good in DEMANDED if good != hand.aside)
    return "dice.hint_faces" if left else "dice.ready"


def _row(wording: Wording, hand: _Hand, good: str) -> ft.Control:
    away = good == hand.aside
    name = wording.term(f"good.{good}")
    faces = [_face(wording, hand, good, n) for n in dict.fromkeys(hand.faces[good])]
    # Fill each row up to the die with the most different faces (five), so that every column keeps
    # its place.
    most = max(len(set(of)) for of in hand.faces.values())
    faces += [ft.Container(expand=_FACE) for _ in range(most - len(faces))]
    mark = ft.Semantics(
        label=name,
        content=ft.Semantics(
            exclude_semantics=True, content=good_cube(good, 36, opacity=0.4 if away else 1)
        ),
    )
    return ft.Row([mark, *faces, _aside(wording, hand, good)], spacing=5, key=f"die:{good}")


def _face(wording: Wording, hand: _Hand, good: str, number: int) -> ft.Control:
    away = good == hand.aside
    chosen = hand.shown.get(good) == number
    look = GOOD_LOOKS[good]
    label = wording.own("dice.face", good=wording.term(f"good.{good}"), n=number)
    ink = look.ink if chosen else ft.Colors.ON_SURFACE
    return tappable(
        ft.Text(str(number), size=22, weight=ft.FontWeight.BOLD, color=ink),
        label,
        lambda _e: hand.show(good, number),
        key=f"face:{good}:{number}",
        selected=chosen and not away,
        expand=_FACE,
        opacity=0.4 if away else 1,
        height=48 * max(1, hand.text_scale / 130),
        radius=RADIUS / 2,
        alignment=ft.Alignment.CENTER,
        bgcolor=look.back if chosen else ft.Colors.SURFACE_CONTAINER_HIGH,
        border=outline(
            3 if chosen else 1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT
        ),
    )


def _aside(wording: Wording, hand: _Hand, good: str) -> ft.Control:
    """Return the button that sets a die aside; an icon replaces the word for large text."""
    away = good == hand.aside
    key = "dice.back" if away else "dice.aside"
    ink = ft.Colors.ON_TERTIARY_CONTAINER if away else ft.Colors.ON_SURFACE
    word = wording.own("dice.away" if away else "dice.put")
    icon = ft.Icons.CHECK_BOX if away else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    return tappable(
        ft.Text(word, size=14, weight=ft.FontWeight.W_600, color=ink)
        if hand.text_scale <= _LARGE
        else ft.Icon(icon, color=ink),
        wording.own(key, good=wording.term(f"good.{good}")),
        lambda _e: hand.set_aside(good),
        key=f"aside:{good}",
        selected=away,
        expand=_WIDE,
        height=48 * max(1, hand.text_scale / 130),
        radius=RADIUS / 2,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.TERTIARY_CONTAINER if away else None,
        border=outline(2 if away else 1, ft.Colors.TERTIARY if away else ft.Colors.OUTLINE),
    )
