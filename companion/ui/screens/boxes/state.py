"""State and actions of the box screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kernel.box.facts import FactValue, TypedLine
from companion.kernel.models import revised
from companion.rulebook.loader import GameData
from companion.rulebook.wording import Wording
from companion.services.boxes.box_repository import Compared, merged
from companion.services.boxes.profiles import BoxError, BoxProfile
from companion.services.storage.store import StoreError
from companion.ui import routes
from companion.ui.context import AppContext
from companion.ui.files import BOX_ENDING, Files, file_name
from companion.ui.screens.boxes import presenter
from companion.ui.screens.boxes.presenter import GroupView


@dataclass(frozen=True)
class BoxScreenState:
    """Transient state of the box screen."""

    group: str = ""
    """Unfolded group."""
    fact: str = ""
    """Value being edited."""
    typed: tuple[int, ...] = ()
    """Numbers of a row touched so far."""
    text: str = ""
    """Number or text being typed."""
    composed: FactValue | None = None
    """Lines or links edited so far; None: the saved ones."""
    making: TypedLine | None = None
    """Line being composed. It counts without being added explicitly."""
    problem: str = ""
    everything: bool = False
    """True if complete groups are listed too."""
    renaming: str | None = None
    deleting: bool = False
    merging: str | None = None
    """Box to merge with this one; empty: it is still to be chosen; None: no merge is open."""
    chosen: Mapping[str, FactValue] = field(default_factory=dict)
    """Values chosen where the two boxes contradict each other."""
    saved: int = 0
    """Number of saves. It forces a render when nothing else has changed."""

    def with_top_closed(self) -> "BoxScreenState | None":
        """Return the state with the topmost form closed, or None if no form is open."""
        if self.deleting:
            return replace(self, deleting=False)
        if self.merging is not None:
            return replace(self, merging=None, chosen={})
        if self.renaming is not None:
            return replace(self, renaming=None)
        if self.fact:
            return replace(self, fact="", typed=(), text="", composed=None, making=None, problem="")
        return None


class BoxEditor:
    """Actions on a box."""

    def __init__(
        self,
        ctx: AppContext,
        data: GameData,
        box: BoxProfile,
        files: Files,
        now: BoxScreenState,
        set_now: Callable[[Any], None],
    ) -> None:
        self.ctx = ctx
        self.data = data
        self.box = box
        self.files = files
        self.now = now
        # Facts that hold for every copy are worded with the values of this box too.
        self.wording = Wording(data.id, facts={**data.default_facts(), **box.facts})
        self._set = set_now

    def show(self, **changes: Any) -> None:
        """Change the transient state and render again."""
        self._set(lambda now: replace(now, **changes))

    def edit(self, fact_id: str, text: str = "") -> None:
        """Open a value for editing, with `text` as its current text."""
        self.show(fact=fact_id, typed=(), text=text, composed=None, making=None, problem="")

    def compose(self, fact_id: str, **said: Any) -> None:
        """Continue composing a value, and discard what was composed for another one."""

        def composing(now: BoxScreenState) -> BoxScreenState:
            here = now if now.fact == fact_id else replace(now, composed=None, making=None)
            return replace(here, fact=fact_id, problem="", **said)

        self._set(composing)

    def enter(self, fact_id: str, value: FactValue) -> None:
        """Save a value, or show why it cannot be printed there."""
        wrong = presenter.problem(self.data, self.wording, fact_id, value, self.box.facts)
        if wrong:
            self.show(fact=fact_id, problem=wrong, typed=())
        elif self.keep(presenter.with_value(self.box.facts, fact_id, value)):
            self.show(fact="", typed=(), text="", composed=None, making=None, problem="")

    def add(self, fact_id: str, number: int, count: int) -> None:
        """Add a number to a row, and save the row when it is complete."""
        before = self.now.typed if self.now.fact == fact_id else ()
        typed = (*before, number)
        if len(typed) == count:
            self.enter(fact_id, typed)
        else:
            self.show(fact=fact_id, typed=typed, problem="")

    def reset(self, fact_id: str) -> None:
        """Restore the default of a value."""
        self.keep(presenter.without_value(self.box.facts, fact_id))
        self.show(fact="", typed=(), problem="")

    def confirm(self, group: GroupView) -> None:
        """Save the values of a group as checked on the piece."""
        self.keep(presenter.confirmed(self.box.facts, group))
        self.show(fact="")

    def keep(self, facts: dict[str, FactValue]) -> bool:
        """Save the box with these values."""
        return self._saved(revised(self.box, facts=facts))

    def choose(self, fact_id: str, value: FactValue) -> None:
        """Choose one of two contradictory values."""
        self.show(chosen={**self.now.chosen, fact_id: value})

    def merge(self, other: BoxProfile, comparison: Compared) -> None:
        """Merge the values of another box, as chosen."""
        if self._saved(merged(self.box, comparison, self.now.chosen)):
            self.show(merging=None, chosen={})
            self.ctx.notify(self.ctx.words("boxes.merge.done", name=other.name))

    def rename(self) -> None:
        """Save the typed name of the box."""
        name = " ".join((self.now.renaming or "").split())[:80]
        if name:
            self._saved(revised(self.box, name=name))
        self.show(renaming=None)

    def export(self) -> None:
        """Export the box as a file."""
        data = self.ctx.client.boxes.export(self.box.id)
        self.files.save(file_name(self.box.name, BOX_ENDING), data)

    def delete(self) -> None:
        """Delete the box."""
        try:
            self.ctx.client.boxes.drop(self.box.id)
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return
        self.ctx.back(routes.BOXES)

    def _saved(self, box: BoxProfile) -> bool:
        try:
            self.ctx.client.boxes.save(box)
        except BoxError as error:
            self.ctx.notify(self.ctx.words(f"box.{error.code}", **error.params))
            return False
        except StoreError as error:
            self.ctx.notify(self.ctx.words(f"store.{error.code}"))
            return False
        self._set(lambda now: replace(now, saved=now.saved + 1))
        return True
