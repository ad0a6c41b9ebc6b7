"""One box: what is printed in it, thing by thing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.kernel.facts import FactValue
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording
from companion.table.boxes import Box, BoxError
from companion.table.store import StoreError
from companion.ui import routes, widgets
from companion.ui.context import AppContext
from companion.ui.device.gestures import use_closing
from companion.ui.files import BOX_ENDING, Files, file_name, use_files
from companion.ui.panels.carry_buttons import carry_button
from companion.ui.screens.boxes import presenter
from companion.ui.screens.boxes.presenter import BoxView, GroupView
from companion.ui.screens.boxes.sheet import group_card
from companion.ui.shell import dead_end, page, screen
from companion.ui.widgets import Option, Tone


@dataclass(frozen=True)
class Passing:
    """What is open on the screen at this moment."""

    group: str = ""
    """The thing that is unfolded."""
    fact: str = ""
    """The value being changed."""
    typed: tuple[int, ...] = ()
    """The numbers touched so far of a row of them."""
    text: str = ""
    """The number being typed."""
    problem: str = ""
    everything: bool = False
    """Whether what is complete is listed too."""
    renaming: str | None = None
    deleting: bool = False
    saved: int = 0
    """How often the box was kept: it has changed although nothing else here has."""

    def stepped_out(self) -> "Passing | None":
        """Without the form that lies on top; None where there is none."""
        if self.deleting:
            return replace(self, deleting=False)
        if self.renaming is not None:
            return replace(self, renaming=None)
        if self.fact:
            return replace(self, fact="", typed=(), text="", problem="")
        return None


class Desk:
    """What can be done with a box."""

    def __init__(
        self,
        ctx: AppContext,
        data: GameData,
        box: Box,
        files: Files,
        now: Passing,
        set_now: Callable[[Any], None],
    ) -> None:
        self.ctx = ctx
        self.data = data
        self.box = box
        self.files = files
        self.now = now
        self.wording: Wording = ctx.game_wording(data.id)
        self._set = set_now

    def show(self, **changes: Any) -> None:
        """Renders again with something else open."""
        self._set(lambda now: replace(now, **changes))

    def edit(self, fact_id: str) -> None:
        """Opens a value to change it."""
        self.show(fact=fact_id, typed=(), text="", problem="")

    def enter(self, fact_id: str, value: FactValue) -> None:
        """Keeps a value, or says why it cannot be printed there."""
        wrong = presenter.problem(self.data, self.wording, fact_id, value)
        if wrong:
            self.show(fact=fact_id, problem=wrong, typed=())
        elif self.keep(presenter.with_value(self.box.facts, fact_id, value)):
            self.show(fact="", typed=(), problem="")

    def add(self, fact_id: str, number: int, count: int) -> None:
        """Touches one more number of a row; the last one completes it."""
        before = self.now.typed if self.now.fact == fact_id else ()
        typed = (*before, number)
        if len(typed) == count:
            self.enter(fact_id, typed)
        else:
            self.show(fact=fact_id, typed=typed, problem="")

    def reset(self, fact_id: str) -> None:
        """Goes back to what the app starts from."""
        self.keep(presenter.without_value(self.box.facts, fact_id))
        self.show(fact="", typed=(), problem="")

    def confirm(self, group: GroupView) -> None:
        """Somebody has looked at the piece, and it agrees."""
        self.keep(presenter.confirmed(self.box.facts, group))
        self.show(fact="")

    def keep(self, facts: dict[str, FactValue]) -> bool:
        """Keeps the box with these values."""
        return self._saved(self.box.model_copy(update={"facts": facts}))

    def rename(self) -> None:
        """Gives the box the name that was typed."""
        name = " ".join((self.now.renaming or "").split())[:80]
        if name:
            self._saved(self.box.model_copy(update={"name": name}))
        self.show(renaming=None)

    def export(self) -> None:
        """Hands the box over as a file."""
        data = self.ctx.hub.export_box(self.box.id)
        self.files.save(file_name(self.box.name, BOX_ENDING), data)

    def delete(self) -> None:
        """Forgets the box."""
        try:
            self.ctx.hub.delete_box(self.box.id)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return
        self.ctx.back(routes.BOXES)

    def _saved(self, box: Box) -> bool:
        try:
            self.ctx.hub.save_box(box)
        except BoxError as error:
            self.ctx.notify(self.ctx.words(f"box.{error.code}", **error.params))
            return False
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return False
        self._set(lambda now: replace(now, saved=now.saved + 1))
        return True


@screen
def Screen(ctx: AppContext, game_id: str, box_id: str) -> ft.Control:
    """A box to look through, or the name of a new one."""
    if game_id not in ctx.hub.games:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("error.no_game"))
    if box_id == routes.NEW_BOX:
        return NewBox(ctx, ctx.rulebook(game_id))
    return OneBox(ctx, ctx.rulebook(game_id), box_id)


@screen
def NewBox(ctx: AppContext, data: GameData) -> ft.Control:
    """A box begins with a name."""
    words = ctx.words
    first = words("boxes.default_name", game=data.info.name)
    name, set_name = ft.use_state(first)

    def begin() -> None:
        box = ctx.hub.new_box(data.id, " ".join(name.split())[:80] or first, {})
        try:
            ctx.hub.save_box(box)
        except StoreError as error:
            ctx.notify(words(f"store.{error.code}"))
            return
        ctx.replace(routes.box(data.id, box.id))

    view = presenter.box(data, ctx.game_wording(data.id), {})
    body = [
        ft.Text(words("boxes.hint"), size=17),
        ft.Text(words("boxes.new_hint", n=view.missing, total=view.total), size=17),
        widgets.text_field(
            words("boxes.name"), name, set_name, key="box-name", on_submit=lambda _t: begin()
        ),
    ]
    foot = widgets.primary(
        words("boxes.begin"), lambda _e: begin(), icon=ft.Icons.ARROW_FORWARD, key="begin-box"
    )
    return page(ctx, words("boxes.new"), body, back=routes.BOXES, foot=[foot])


@screen
def OneBox(ctx: AppContext, data: GameData, box_id: str) -> ft.Control:
    """What is printed in a box."""
    now, set_now = ft.use_state(Passing())
    out = now.stepped_out()
    use_closing(ctx.gestures, None if out is None else lambda: set_now(out))
    files = use_files()
    box = next((found for found in ctx.hub.boxes(data.id) if found.id == box_id), None)
    if box is None:
        return dead_end(ctx, ctx.words("error.title"), ctx.words("store.not_found"))
    desk = Desk(ctx, data, box, files, now, set_now)
    view = presenter.box(data, desk.wording, box.facts)
    groups = view.groups if now.everything else view.unfinished()
    body = [
        *_head(desk, view),
        _filter(desk),
        ft.Column(
            [group_card(desk, group) for group in groups],
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        *_end(desk),
    ]
    return page(ctx, box.name, body, back=routes.BOXES)


def _head(desk: Desk, view: BoxView) -> list[ft.Control]:
    """How much is left, large."""
    words = desk.ctx.words
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


def _filter(desk: Desk) -> ft.Control:
    words, everything = desk.ctx.words, desk.now.everything
    picks = [
        Option(False, words("boxes.only_open"), selected=not everything),
        Option(True, words("boxes.everything"), selected=everything),
    ]
    return widgets.choices(picks, lambda value: desk.show(everything=value), key="box-filter")


def _end(desk: Desk) -> list[ft.Control]:
    """Name, file, and parting with it."""
    words, now = desk.ctx.words, desk.now
    if now.renaming is not None:
        field = widgets.text_field(
            words("boxes.name"),
            now.renaming,
            lambda text: desk.show(renaming=text),
            key="box-rename",
            autofocus=True,
            on_submit=lambda _text: desk.rename(),
        )
        save = widgets.primary(words("button.save"), lambda _e: desk.rename(), key="box-save")
        return [field, ft.Row([save])]
    if now.deleting:
        actions = (
            widgets.secondary(words("boxes.delete_yes"), lambda _e: desk.delete(), key="box-yes"),
            widgets.text_button(
                words("button.cancel"), lambda _e: desk.show(deleting=False), key="box-no"
            ),
        )
        return [widgets.message(words("boxes.delete_confirm"), Tone.BAD, actions=actions)]
    buttons = [
        widgets.secondary(
            words("button.rename"),
            lambda _e: desk.show(renaming=desk.box.name),
            icon=ft.Icons.EDIT_OUTLINED,
            key="box-rename",
        ),
        widgets.secondary(
            words("boxes.export"),
            lambda _e: desk.export(),
            icon=ft.Icons.FILE_DOWNLOAD_OUTLINED,
            key="box-export",
        ),
        carry_button(desk.ctx, routes.carry_box(desk.box.game, desk.box.id)),
        widgets.text_button(
            words("boxes.delete"),
            lambda _e: desk.show(deleting=True),
            icon=ft.Icons.DELETE_OUTLINE,
            key="box-delete",
        ),
    ]
    return [ft.Row(buttons, wrap=True, spacing=8, run_spacing=8)]
