"""Merge of two boxes: new values are taken over, contradictions are decided one by one."""

from functools import partial

import flet as ft

from companion.kernel.facts import FactValue
from companion.services.box_merge import Compared, Contrary, compared
from companion.services.box_profiles import BoxProfile
from companion.ui import widgets
from companion.ui.screens.boxes.state import BoxEditor
from companion.ui.widgets import Option, Tone


def others(desk: BoxEditor) -> tuple[BoxProfile, ...]:
    """Return the other boxes of the game."""
    return tuple(box for box in desk.ctx.hub.boxes(desk.data.id) if box.id != desk.box.id)


def button(desk: BoxEditor) -> list[ft.Control]:
    """Build the button that starts a merge, if there is another box."""
    if not others(desk):
        return []
    return [
        widgets.secondary(
            desk.ctx.words("boxes.merge.open"),
            lambda _e: desk.show(merging=""),
            icon=ft.Icons.MERGE,
            key="box-merge",
        )
    ]


def panel(desk: BoxEditor) -> list[ft.Control]:
    """Build the choice of the other box, then the values it adds or contradicts."""
    other = next((box for box in others(desk) if box.id == desk.now.merging), None)
    if other is None:
        return [_which(desk), widgets.in_own_row(_cancel(desk))]
    known = {**desk.data.default_facts(), **desk.box.facts}
    comparison = compared(known, other.facts)
    words = desk.ctx.words
    if not comparison.added and not comparison.contrary:
        nothing = words("boxes.merge.nothing", name=other.name)
        return [widgets.message(nothing, key="merge-nothing"), widgets.in_own_row(_cancel(desk))]
    parts: list[ft.Control] = [ft.Text(words("boxes.merge.hint", name=other.name), size=17)]
    if comparison.added:
        added = words("boxes.merge.added", n=len(comparison.added))
        parts.append(widgets.message(added, Tone.GOOD, key="merge-added"))
    parts += [_choice(desk, one) for one in comparison.contrary]
    return [*parts, _end(desk, other, comparison)]


def _which(desk: BoxEditor) -> ft.Control:
    rows: list[ft.Control] = [
        widgets.secondary(
            box.name,
            partial(_open, desk, box.id),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            key=f"merge:{box.id}",
        )
        for box in others(desk)
    ]
    body: list[ft.Control] = [ft.Row(rows, wrap=True, spacing=8, run_spacing=8)]
    return widgets.section(desk.ctx.words("boxes.merge.which"), body, key="merge-which")


def _open(desk: BoxEditor, box_id: str, _event: object) -> None:
    desk.show(merging=box_id)


def _choice(desk: BoxEditor, conflict: Contrary) -> ft.Control:
    """Build the choice between two contradictory values."""
    words, chosen = desk.ctx.words, desk.now.chosen.get(conflict.fact)

    def option(key: str, value: FactValue) -> Option:
        shown = desk.wording.fact_shown(conflict.fact, value)
        return Option(value, words(f"boxes.merge.{key}", value=shown), selected=chosen == value)

    options = [option("here", conflict.kept), option("there", conflict.typed)]
    picks = widgets.choices(
        options, partial(desk.choose, conflict.fact), key=f"merge:{conflict.fact}"
    )
    return widgets.section(desk.wording.fact_label(conflict.fact), [picks], key=conflict.fact)


def _end(desk: BoxEditor, other: BoxProfile, comparison: Compared) -> ft.Control:
    left = sum(one.fact not in desk.now.chosen for one in comparison.contrary)
    words = desk.ctx.words
    word = words("boxes.merge.left", n=left) if left else words("boxes.merge.do")
    do = widgets.primary(
        word,
        lambda _e: desk.merge(other, comparison),
        icon=ft.Icons.MERGE,
        key="merge-do",
        disabled=bool(left),
    )
    return ft.Row([do, _cancel(desk)], wrap=True, spacing=8, run_spacing=8)


def _cancel(desk: BoxEditor) -> ft.Control:
    return widgets.text_button(
        desk.ctx.words("button.cancel"),
        lambda _e: desk.show(merging=None, chosen={}),
        key="merge-cancel",
    )
