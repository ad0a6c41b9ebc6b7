"""Card of one thing in a box, such as a tile, with its printed values."""

from collections.abc import Sequence
from functools import partial

import flet as ft

from companion.kernel.box.facts import FactValue, LinesSpec, LinksSpec, TypedLine
from companion.ui import widgets
from companion.ui.panels.report.value_input import preview, started, tidy, value_input
from companion.ui.screens.boxes.presenter import Certainty, FactView, GroupView, ValueButton
from companion.ui.screens.boxes.state import BoxEditor
from companion.ui.widgets import Option, Tone

_MARKS = {
    Certainty.OWN: (ft.Icons.EDIT_NOTE, "boxes.changed"),
    Certainty.SURE: (ft.Icons.CHECK_CIRCLE_OUTLINE, "confidence.high"),
    Certainty.CHECK: (ft.Icons.VISIBILITY_OUTLINED, "boxes.check_mine"),
    Certainty.MISSING: (ft.Icons.HELP_OUTLINE, "fact.unknown"),
}


def group_card(interaction: BoxEditor, group: GroupView) -> ft.Control:
    """Build the card of a group, folded until it is touched."""
    opened = interaction.now.group == group.id
    # Missing values come first, because a group is usually opened to fill them in.
    facts = sorted(group.facts, key=lambda fact: fact.standing is not Certainty.MISSING)
    rows = [_fact(interaction, fact) for fact in facts] if opened else []
    if opened and group.to_check:
        rows.append(_agrees(interaction, group))
    inside = ft.Container(
        ft.Column(rows, spacing=18, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.only(left=16, right=8, top=12, bottom=16),
    )
    return widgets.expander(
        group.title,
        [inside],
        is_open=opened,
        on_toggle=lambda open_: interaction.show(
            group=group.id if open_ else "", fact="", problem=""
        ),
        detail=_status(interaction, group),
        icon=_SIGNS[bool(group.missing), bool(group.to_check)],
        key=f"group:{group.id}",
    )


_SIGNS = {
    (True, True): ft.Icons.HELP_OUTLINE,
    (True, False): ft.Icons.HELP_OUTLINE,
    (False, True): ft.Icons.VISIBILITY_OUTLINED,
    (False, False): ft.Icons.CHECK,
}
"""Icon of a group, by whether values are missing and whether some need checking."""


def _status(interaction: BoxEditor, group: GroupView) -> str:
    words = interaction.ctx.words
    parts = []
    if group.missing:
        parts.append(words("boxes.group_missing", n=group.missing))
    if group.to_check:
        parts.append(words("boxes.group_check", n=group.to_check))
    return " · ".join(parts) or words("boxes.all_known")


def _agrees(interaction: BoxEditor, group: GroupView) -> ft.Control:
    button = widgets.primary(
        interaction.ctx.words("boxes.agrees"),
        lambda _e: interaction.confirm(group),
        icon=ft.Icons.DONE_ALL,
        key=f"agrees:{group.id}",
    )
    return widgets.in_own_row(button)


def _fact(interaction: BoxEditor, fact: FactView) -> ft.Control:
    """Build the row of a value: its name, certainty and editor."""
    editing = fact.standing is Certainty.MISSING or interaction.now.fact == fact.id
    lines: list[ft.Control] = [_line(interaction, fact)]
    if editing:
        lines += _editor(interaction, fact)
    if interaction.now.fact == fact.id and interaction.now.problem:
        lines.append(widgets.message(interaction.now.problem, Tone.BAD, key=f"problem:{fact.id}"))
    return ft.Column(
        lines,
        spacing=8,
        key=f"fact:{fact.id}",
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _line(interaction: BoxEditor, fact: FactView) -> ft.Control:
    icon, word = _MARKS[fact.standing]
    mark = interaction.ctx.words(word)
    texts = ft.Column(
        [
            ft.Text(fact.label, size=17, weight=ft.FontWeight.W_600),
            ft.Row(
                [
                    ft.Icon(icon, size=18, color=ft.Colors.ON_SURFACE_VARIANT),
                    ft.Text(mark, size=14, color=ft.Colors.ON_SURFACE_VARIANT, expand=True),
                ],
                spacing=6,
            ),
        ],
        spacing=2,
        expand=True,
    )
    long = fact.composed is not None or fact.longest > 0
    value = ft.Text(fact.text, size=19 if long else 26, weight=ft.FontWeight.BOLD)
    line = ft.Row(
        [texts, *([] if long else [value]), *_edit_button(interaction, fact)],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    # A value that reads as a sentence has a line of its own.
    return ft.Column([line, value], spacing=2) if long and fact.text else line


def _edit_button(interaction: BoxEditor, fact: FactView) -> list[ft.Control]:
    """Build the button that edits a known value."""
    if fact.standing is Certainty.MISSING:
        return []
    label = interaction.ctx.words("boxes.different_of", label=fact.label)
    text = fact.text if fact.longest else ""
    return [
        widgets.icon_button(
            ft.Icons.EDIT_OUTLINED,
            label,
            lambda _e: interaction.edit(fact.id, text),
            key=f"edit:{fact.id}",
        )
    ]


def _editor(interaction: BoxEditor, fact: FactView) -> list[ft.Control]:
    """Build the editor of a value: the probable values first, then all others."""
    words = interaction.ctx.words
    shown: list[ft.Control] = []
    if fact.likely:
        lines = isinstance(fact.composed, LinesSpec)
        shown.append(ft.Text(words("lines.likely" if lines else "boxes.candidates"), size=14))
        shown.append(_chips(fact.likely, partial(interaction.enter, fact.id), f"likely:{fact.id}"))
        shown.append(ft.Text(words("lines.other" if lines else "boxes.other"), size=14))
    if fact.composed:
        shown += _composed(interaction, fact, fact.composed)
    elif fact.count:
        shown += _row_of_numbers(interaction, fact)
    elif fact.picks:
        shown.append(_chips(fact.picks, partial(interaction.enter, fact.id), f"pick:{fact.id}"))
    else:
        shown.append(_typed(interaction, fact))
    if fact.standing is not Certainty.MISSING:
        shown.append(_cancel_buttons(interaction, fact))
    if fact.source:
        source = words("boxes.source", source=fact.source)
        shown.append(ft.Text(source, size=14, color=ft.Colors.ON_SURFACE_VARIANT))
    return shown


def _cancel_buttons(interaction: BoxEditor, fact: FactView) -> ft.Control:
    """Build the buttons that cancel or reset an edited value."""
    words = interaction.ctx.words
    buttons = [
        widgets.text_button(
            words("button.cancel"), lambda _e: interaction.edit(""), key=f"keep:{fact.id}"
        )
    ]
    if fact.standing is Certainty.OWN:
        buttons.append(
            widgets.text_button(
                words("boxes.reset"),
                lambda _e: interaction.reset(fact.id),
                icon=ft.Icons.RESTART_ALT,
                key=f"reset:{fact.id}",
            )
        )
    return ft.Row(buttons, wrap=True, spacing=0, run_spacing=0)


def _chips(picks: Sequence[ValueButton], choose: partial[None], key: str) -> ft.Control:
    options = [Option(pick.value, pick.text, selected=pick.chosen) for pick in picks]
    return widgets.choices(options, choose, key=key)


def _row_of_numbers(interaction: BoxEditor, fact: FactView) -> list[ft.Control]:
    """Build the editor of a row of numbers, from left to right. The last number saves it."""
    words = interaction.ctx.words
    typed = interaction.now.typed if interaction.now.fact == fact.id else ()
    so_far = " · ".join([*map(str, typed), *("–" for _ in range(fact.count - len(typed)))])
    options = [Option(pick.value, pick.text) for pick in fact.picks]

    def touch(number: int) -> None:
        interaction.add(fact.id, number, fact.count)

    lines: list[ft.Control] = [
        ft.Text(words("boxes.left_to_right", shown=so_far), size=15),
        widgets.choices(options, touch, key=f"number:{fact.id}"),
    ]
    if typed:
        undo = widgets.text_button(
            words("button.undo"),
            lambda _e: interaction.show(typed=typed[:-1]),
            icon=ft.Icons.UNDO,
            key=f"undo:{fact.id}",
        )
        lines.append(widgets.in_own_row(undo))
    return lines


def _composed(
    interaction: BoxEditor, fact: FactView, spec: LinesSpec | LinksSpec
) -> list[ft.Control]:
    """Build the editor of lines or links, which are saved explicitly."""
    now = interaction.now
    open_ = now.composed if now.fact == fact.id else None
    kept = fact.value if fact.value is not None else started(spec)
    shown = kept if open_ is None else open_

    def put(value: FactValue) -> None:
        interaction.compose(fact.id, composed=value)

    def compose(line: TypedLine | None) -> None:
        interaction.compose(fact.id, making=line)

    making = now.making if now.fact == fact.id else None

    def save(_event: object) -> None:
        if making is not None:
            lines = shown if isinstance(shown, tuple) else ()
            interaction.enter(fact.id, (*lines, making))
        elif shown is not None:
            interaction.enter(fact.id, shown)

    button = widgets.secondary(interaction.ctx.words("button.save"), save, key=f"save:{fact.id}")
    parts = value_input(interaction.ctx, interaction.wording, spec, shown, put, composed=compose)
    if making and isinstance(spec, LinesSpec) and spec.line_problem(making) is None:
        parts.append(preview(interaction.wording, making))
    return [*parts, widgets.in_own_row(button)]


def _typed(interaction: BoxEditor, fact: FactView) -> ft.Control:
    """Build the field for a text, or for a number with too many possible values."""

    def save(text: str) -> None:
        kept = tidy(text)
        number = not fact.longest and kept.isdecimal()
        interaction.enter(fact.id, int(kept) if number else kept)

    field = widgets.text_field(
        fact.label,
        interaction.now.text if interaction.now.fact == fact.id else "",
        lambda text: interaction.show(fact=fact.id, text=text),
        key=f"type:{fact.id}",
        maximum=fact.longest or 6,
        on_submit=save,
    )
    keep = widgets.secondary(
        interaction.ctx.words("button.save"),
        lambda _e: save(interaction.now.text),
        key=f"save:{fact.id}",
    )
    return ft.Row(
        [ft.Container(field, width=300 if fact.longest else 200), keep], wrap=True, spacing=8
    )
