"""Merge of two boxes: new values are taken over, contradictions are decided one by one."""

from functools import partial

import flet as ft

from companion.kernel.box.facts import FactValue
from companion.services.boxes.box_repository import Compared, Contrary, compared
from companion.services.boxes.profiles import BoxProfile
from companion.ui import widgets
from companion.ui.screens.boxes.state import BoxEditor
from companion.ui.widgets import Option, Tone


def others(interaction: BoxEditor) -> tuple[BoxProfile, ...]:
    """Return the other boxes of the game."""
    return tuple(
        box
        for box in interaction.ctx.client.boxes.all(interaction.data.id)
        if box.id != interaction.box.id
    )


def button(interaction: BoxEditor) -> list[ft.Control]:
    """Build the button that starts a merge, if there is another box."""
    if not others(interaction):
        return []
    return [
        widgets.secondary(
            interaction.ctx.words("boxes.merge.open"),
            lambda _e: interaction.show(merging=""),
            icon=ft.Icons.MERGE,
            key="box-merge",
        )
    ]


def panel(interaction: BoxEditor) -> list[ft.Control]:
    """Build the choice of the other box, then the values it adds or contradicts."""
    other = next((box for box in others(interaction) if box.id == interaction.now.merging), None)
    if other is None:
        return [_which(interaction), widgets.in_own_row(_cancel(interaction))]
    known = {**interaction.data.default_facts(), **interaction.box.facts}
    comparison = compared(known, other.facts)
    words = interaction.ctx.words
    if not comparison.added and not comparison.contrary:
        nothing = words("boxes.merge.nothing", name=other.name)
        return [
            widgets.message(nothing, key="merge-nothing"),
            widgets.in_own_row(_cancel(interaction)),
        ]
    parts: list[ft.Control] = [ft.Text(words("boxes.merge.hint", name=other.name), size=17)]
    if comparison.added:
        added = words("boxes.merge.added", n=len(comparison.added))
        parts.append(widgets.message(added, Tone.GOOD, key="merge-added"))
    parts += [_choice(interaction, one) for one in comparison.contrary]
    return [*parts, _end(interaction, other, comparison)]


def _which(interaction: BoxEditor) -> ft.Control:
    rows: list[ft.Control] = [
        widgets.secondary(
            box.name,
            partial(_open, interaction, box.id),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            key=f"merge:{box.id}",
        )
        for box in others(interaction)
    ]
    body: list[ft.Control] = [ft.Row(rows, wrap=True, spacing=8, run_spacing=8)]
    return widgets.section(interaction.ctx.words("boxes.merge.which"), body, key="merge-which")


def _open(interaction: BoxEditor, box_id: str, _event: object) -> None:
    interaction.show(merging=box_id)


def _choice(interaction: BoxEditor, conflict: Contrary) -> ft.Control:
    """Build the choice between two contradictory values."""
    words, chosen = interaction.ctx.words, interaction.now.chosen.get(conflict.fact)

    def option(key: str, value: FactValue) -> Option:
        shown = interaction.wording.fact_shown(conflict.fact, value)
        return Option(value, words(f"boxes.merge.{key}", value=shown), selected=chosen == value)

    options = [option("here", conflict.kept), option("there", conflict.typed)]
    picks = widgets.choices(
        options, partial(interaction.choose, conflict.fact), key=f"merge:{conflict.fact}"
    )
    return widgets.section(
        interaction.wording.fact_label(conflict.fact), [picks], key=conflict.fact
    )


def _end(interaction: BoxEditor, other: BoxProfile, comparison: Compared) -> ft.Control:
    left = sum(one.fact not in interaction.now.chosen for one in comparison.contrary)
    words = interaction.ctx.words
    word = words("boxes.merge.left", n=left) if left else words("boxes.merge.do")
    do = widgets.primary(
        word,
        lambda _e: interaction.merge(other, comparison),
        icon=ft.Icons.MERGE,
        key="merge-do",
        disabled=bool(left),
    )
    return ft.Row([do, _cancel(interaction)], wrap=True, spacing=8, run_spacing=8)


def _cancel(interaction: BoxEditor) -> ft.Control:
    return widgets.text_button(
        interaction.ctx.words("button.cancel"),
        lambda _e: interaction.show(merging=None, chosen={}),
        key="merge-cancel",
    )
