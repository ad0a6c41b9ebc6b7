"""Screen of one box, with its printed values grouped by piece."""

from functools import partial

import flet as ft

from companion.kernel.models import revised
from companion.rulebook.loader import GameData
from companion.services.storage.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.files import use_files
from companion.ui.panels.shared_table import carry_button
from companion.ui.screens.boxes import merge, presenter
from companion.ui.screens.boxes.presenter import BoxView
from companion.ui.screens.boxes.sheet import group_card
from companion.ui.screens.boxes.state import BoxEditor, BoxScreenState
from companion.ui.shell import dead_end, page, screen
from companion.ui.widgets import Option, Tone


@screen
def Screen(ctx: AppContext, game_id: str, box_id: str, merging: str | None = None) -> ft.Control:
    """Render a box, the merge of another one into it, or the form for a new one."""
    if game_id not in ctx.client.games:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))
    if box_id == routes.NEW_BOX:
        return NewBox(ctx, ctx.rulebook(game_id))
    return OneBox(ctx, ctx.rulebook(game_id), box_id, merging)


@screen
def NewBox(ctx: AppContext, data: GameData) -> ft.Control:
    """Render the form that names a new box."""
    words = ctx.words
    first = words("boxes.default_name", game=data.info.name)
    name, set_name = ft.use_state(first)
    # The form makes one box, however often it is asked for.
    new = ft.use_memo(lambda: ctx.client.boxes.new(data.id, first, {}), [])

    def begin() -> None:
        box = revised(new, name=" ".join(name.split())[:80] or first)
        try:
            ctx.client.boxes.save(box)
        except StoreError as error:
            ctx.notify(words(f"store.{error.code}"))
            return
        ctx.replace(routes.box(data.id, box.id))

    view = presenter.box(data, ctx.game_wording(data.id), {})
    body = [
        ft.Text(words("boxes.hint"), size=17),
        ft.Text(words(_hint_key(view), n=view.missing, total=view.total), size=17),
        widgets.text_field(
            words("boxes.name"),
            name,
            set_name,
            key="box-name",
            on_submit=lambda _t: begin(),
            multiline=ctx.settings.large_text,
        ),
    ]
    foot = widgets.primary(
        words("boxes.begin"), lambda _e: begin(), icon=ft.Icons.ARROW_FORWARD, key="begin-box"
    )
    return page(ctx, words("boxes.new"), body, back=routes.BOXES, foot=[foot])


def _hint_key(view: presenter.BoxView) -> str:
    return "boxes.new_hint" if view.missing else "boxes.new_full"


@screen
def OneBox(ctx: AppContext, data: GameData, box_id: str, other: str | None = None) -> ft.Control:
    """Render the printed values of a box."""
    now, set_now = ft.use_state(BoxScreenState(merging=other))
    out = now.with_top_closed()
    use_closing(ctx.gestures, None if out is None else lambda: set_now(out))
    files = use_files()
    box = next(
        (candidate for candidate in ctx.client.boxes.all(data.id) if candidate.id == box_id), None
    )
    if box is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("store.not_found"))
    interaction = BoxEditor(ctx, data, box, files, now, set_now)
    if now.merging is not None:
        return page(ctx, box.name, merge.panel(interaction), back=routes.BOXES)
    view = presenter.box(data, interaction.wording, box.facts)
    groups = view.groups if now.everything else view.unfinished()
    body = [
        *_head(interaction, view),
        _filter(interaction),
        ft.Column(
            [*(group_card(interaction, group) for group in groups), *_more(interaction, view)],
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        *_end(interaction),
    ]
    return page(ctx, box.name, body, back=routes.BOXES)


def _head(interaction: BoxEditor, view: BoxView) -> list[ft.Control]:
    """Build the summary of how many values are missing."""
    words = interaction.ctx.words
    key = "boxes.left" if view.missing else "boxes.all_known"
    text = words(key, n=view.missing, total=view.total)
    lines: list[ft.Control] = [
        ft.Text(text, size=22, weight=ft.FontWeight.BOLD),
        ft.ProgressBar(
            value=1 - view.missing / view.total if view.total else 1,
            bar_height=10,
            border_radius=5,
            semantics_label=text,
        ),
    ]
    if view.to_check:
        lines.append(ft.Text(words("boxes.to_check", n=view.to_check), size=15))
    lines.append(ft.Text(words("boxes.how"), size=15))
    return [
        ft.Column(lines, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
    ]


def _more(interaction: BoxEditor, view: BoxView) -> list[ft.Control]:
    """Build the groups just begun, and the buttons that begin an entry of an open catalogue."""
    begun = [group for group in view.free if group.id == interaction.now.group]
    buttons = [
        widgets.secondary(
            interaction.ctx.words("boxes.add", title=group.title),
            partial(_begin, interaction, group.id),
            icon=ft.Icons.ADD,
            key=f"add:{group.id}",
        )
        for group in view.free
        if group not in begun
    ]
    row = [ft.Row(buttons, wrap=True, spacing=8, run_spacing=8)] if buttons else []
    return [*(group_card(interaction, group) for group in begun), *row]


def _begin(interaction: BoxEditor, group: str, _event: object) -> None:
    interaction.show(group=group, fact="", problem="")


def _filter(interaction: BoxEditor) -> ft.Control:
    words, everything = interaction.ctx.words, interaction.now.everything
    picks = [
        Option(False, words("boxes.only_open"), selected=not everything),
        Option(True, words("boxes.everything"), selected=everything),
    ]
    return widgets.choices(
        picks, lambda value: interaction.show(everything=value), key="box-filter"
    )


def _end(interaction: BoxEditor) -> list[ft.Control]:
    """Build the actions on the whole box: rename, export, merge, transfer, delete."""
    words, now = interaction.ctx.words, interaction.now
    if now.renaming is not None:
        field = widgets.text_field(
            words("boxes.name"),
            now.renaming,
            lambda text: interaction.show(renaming=text),
            key="box-rename",
            autofocus=True,
            on_submit=lambda _text: interaction.rename(),
            multiline=interaction.ctx.settings.large_text,
        )
        save = widgets.primary(
            words("button.save"), lambda _e: interaction.rename(), key="box-save"
        )
        return [field, widgets.in_own_row(save)]
    if now.deleting:
        actions = (
            widgets.secondary(
                words("boxes.delete_yes"), lambda _e: interaction.delete(), key="box-yes"
            ),
            widgets.text_button(
                words("button.cancel"), lambda _e: interaction.show(deleting=False), key="box-no"
            ),
        )
        return [widgets.message(words("boxes.delete_confirm"), Tone.BAD, actions=actions)]
    buttons = [
        widgets.secondary(
            words("button.rename"),
            lambda _e: interaction.show(renaming=interaction.box.name),
            icon=ft.Icons.EDIT_OUTLINED,
            key="box-rename",
        ),
        widgets.secondary(
            words("boxes.export"),
            lambda _e: interaction.export(),
            icon=ft.Icons.FILE_DOWNLOAD_OUTLINED,
            key="box-export",
        ),
        *merge.button(interaction),
        carry_button(interaction.ctx, routes.carry_box(interaction.box.game, interaction.box.id)),
        widgets.text_button(
            words("boxes.delete"),
            lambda _e: interaction.show(deleting=True),
            icon=ft.Icons.DELETE_OUTLINE,
            key="box-delete",
        ),
    ]
    return [ft.Row(buttons, wrap=True, spacing=8, run_spacing=8)]
