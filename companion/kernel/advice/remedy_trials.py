"""Trials of reports, of which one search has so many, as far as its viewer may know the answers."""

from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Literal, TypeAlias

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Judgement
from companion.kernel.values import Seat

ActSource: TypeAlias = tuple[Seat, str]
"""Seat and kind of acts."""

_FURTHER: Final = "further"
"""Step of a search whose draft holds so far."""
_REFUSED: Final = "refused"
"""Step of a search whose draft is refused."""
_Step: TypeAlias = Action | Literal["further", "refused"]


class TriedEnough(Exception):
    """Signal that the maximum of tries for one card is reached."""


class Trials:
    """Remaining tries of one search, and what its viewer may know."""

    def __init__(self, game: Game[Any], seen: Collection[Seat] | None, tries: int) -> None:
        self.game = game
        self.seen = seen
        self.left = tries

    def is_legal(self, state: Any, action: Action) -> bool:
        """Return whether an action is legal as far as known, and can be recorded."""
        self.spend()
        return not self.judgement(state, action).refusal and not self.lacks(state, action)

    def is_certain(self, state: Any, action: Action) -> bool:
        """Return whether a legal action is certainly legal; a remark leaves nothing to verify."""
        return self.judgement(state, action).verdict == "legal" and self.tells(state, action)

    def judgement(self, state: Any, action: Action) -> Judgement:
        """Return the answer to an action, as far as the viewer may know it."""
        return legality.judge(self.game, state, action, private=self.sees(action.seat))

    def lacks(self, state: Any, action: Action) -> bool:
        """Return whether an action lacks a printed value that it cannot be recorded without."""
        return legality.fact_needed(self.game, state, action) is not None

    def tells(self, state: Any, action: Action) -> bool:
        """Return whether the viewer may know all that an action depends on."""
        seen = self.sees(action.seat)
        return seen or not legality.rests_on_hidden(self.game, state, action)

    def completions(self, state: Any, draft: Draft) -> Iterator[Action]:
        """Return the legal actions of a draft that may be told and recorded."""
        private, spend = self.sees(draft.seat), self.spend
        actions = legality.completions(self.game, state, draft, private=private, spend=spend)
        return (action for action in actions if not self.lacks(state, action))

    def _varied(self, state: Any, draft: Draft) -> Iterator[Action | None]:
        """Yield the legal acts of one kind that may be told, one per first choice in turn.

        None stands for each draft judged on the way, so that no kind takes the tries of others.
        """
        self.spend()
        private = self.sees(draft.seat)
        if legality.check_draft(self.game, state, draft, private=private) is not None:
            return
        name = legality.next_field(self.game, draft)
        if name is None:
            yield from (act for act in self._told(state, draft) if isinstance(act, Action))
            return
        values = legality.values_to_try(self.game.candidates(state, draft, name))
        waiting = deque(self._stepwise(state, draft.with_value(name, v), name) for v in values)
        while waiting:
            search = waiting.popleft()
            for step in search:
                if step == _FURTHER:
                    yield None
                    continue
                waiting.append(search)
                yield step if isinstance(step, Action) else None
                break

    def _stepwise(self, state: Any, draft: Draft, since: str) -> Iterator[_Step]:
        """Yield the legal acts of a draft, and a step for each draft judged on the way."""
        self.spend()
        private = self.sees(draft.seat)
        if legality.check_draft(self.game, state, draft, private=private, since=since) is not None:
            yield _REFUSED
            return
        name = legality.next_field(self.game, draft)
        if name is None:
            yield from self._told(state, draft)
            return
        yield _FURTHER
        for value in legality.values_to_try(self.game.candidates(state, draft, name)):
            yield from self._stepwise(state, draft.with_value(name, value), name)

    def _told(self, state: Any, draft: Draft) -> Iterator[_Step]:
        """Yield the act of a complete draft, unless it lacks a printed value."""
        action = legality.complete(self.game, draft)
        yield _REFUSED if self.lacks(state, action) else action

    def sees(self, seat: Seat) -> bool:
        """Return whether the viewer may see the hidden things of a seat."""
        return self.seen is None or seat in self.seen

    def limit(self, tries: int) -> None:
        """Keep at most so many tries."""
        self.left = min(self.left, tries)

    @contextmanager
    def apart(self, tries: int) -> Iterator[None]:
        """Give what is tried within the block tries of its own, and end it when they are used up.

        Args:
            tries: maximum of reports judged within the block.
        """
        left, self.left = self.left, tries
        try:
            with suppress(TriedEnough):
                yield
        finally:
            self.left = left

    def spend(self, number: int = 1) -> None:
        """Use up a try, or several.

        Raises:
            TriedEnough: none is left.
        """
        if self.left <= 0:
            raise TriedEnough
        self.left -= number

    def acts_now(
        self, state: Any, also: Seat, *, due: bool = False
    ) -> Iterator[tuple[ActSource, Iterator[Action | None]]]:
        """Yield the legal acts of each seat and kind, with None for each report judged on the way.

        Args:
            state: state of the table.
            also: seat that is tried besides those awaited.
            due: True for those only that somebody owes.
        """
        owed = {(s, d.action) for d in self.game.duties(state) for s in d.seats}
        seats = dict.fromkeys((*self.game.awaiting(state), also))
        # Nobody chooses dice or the next card, and giving up is never offered as a remedy.
        named = [
            kind
            for kind, model in self.game.action_models.items()
            if not model.results and kind not in self.game.giving_up
        ]
        kinds = [(seat, kind) for seat in seats for kind in named]
        for source in sorted(kinds, key=lambda pair: pair not in owed):
            if source in owed or not due:
                yield source, self._varied(state, Draft(source[1], source[0], {}))
