"""What filling in a box works with, and what is open on its screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kernel.facts import FactValue, TypedLine
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording
from companion.table.boxes import Box, BoxError
from companion.table.merging import Compared, merged
from companion.table.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.files import BOX_ENDING, Files, file_name
from companion.ui.screens.boxes import presenter
from companion.ui.screens.boxes.presenter import GroupView


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
    """The number or the text being typed."""
    composed: FactValue | None = None
    """The lines or links so far; None: those that are kept."""
    making: TypedLine | None = None
    """The line that is being made, as far as it is said: it counts without being added."""
    problem: str = ""
    everything: bool = False
    """Whether what is complete is listed too."""
    renaming: str | None = None
    deleting: bool = False
    merging: str | None = None
    """The box that this one is to be merged with; empty: it is asked which."""
    chosen: Mapping[str, FactValue] = field(default_factory=dict)
    """Of what the two contradict each other in, what is printed indeed."""
    saved: int = 0
    """How often the box was kept: it has changed although nothing else here has."""

    def stepped_out(self) -> "Passing | None":
        """Without the form that lies on top; None where there is none."""
        if self.deleting:
            return replace(self, deleting=False)
        if self.merging is not None:
            return replace(self, merging=None, chosen={})
        if self.renaming is not None:
            return replace(self, renaming=None)
        if self.fact:
            return replace(self, fact="", typed=(), text="", composed=None, making=None, problem="")
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
        # What is known of every copy is called as it is there, too.
        self.wording = Wording(data.id, facts={**data.default_facts(), **box.facts})
        self._set = set_now

    def show(self, **changes: Any) -> None:
        """Renders again with something else open."""
        self._set(lambda now: replace(now, **changes))

    def edit(self, fact_id: str, text: str = "") -> None:
        """Opens a value to change it, a text as it is so far."""
        self.show(fact=fact_id, typed=(), text=text, composed=None, making=None, problem="")

    def compose(self, fact_id: str, **said: Any) -> None:
        """Goes on composing a value; what was composed of another one is left."""

        def composing(now: Passing) -> Passing:
            here = now if now.fact == fact_id else replace(now, composed=None, making=None)
            return replace(here, fact=fact_id, problem="", **said)

        self._set(composing)

    def enter(self, fact_id: str, value: FactValue) -> None:
        """Keeps a value, or says why it cannot be printed there."""
        wrong = presenter.problem(self.data, self.wording, fact_id, value)
        if wrong:
            self.show(fact=fact_id, problem=wrong, typed=())
        elif self.keep(presenter.with_value(self.box.facts, fact_id, value)):
            self.show(fact="", typed=(), text="", composed=None, making=None, problem="")

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

    def choose(self, fact_id: str, value: FactValue) -> None:
        """Says which of two values is printed indeed."""
        self.show(chosen={**self.now.chosen, fact_id: value})

    def merge(self, other: Box, found: Compared) -> None:
        """Takes over what another box says, as it was chosen."""
        if self._saved(merged(self.box, found, self.now.chosen)):
            self.show(merging=None, chosen={})
            self.ctx.notify(self.ctx.words("boxes.merge.done", name=other.name))

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
