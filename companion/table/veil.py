"""A match with what a device may not see out of its reach: what every screen is given.

Whoever draws or judges has a match as anybody else: the same functions answer, on the same state.
Only what is hidden cannot be read from it. A number raises `Hidden`, and what forbids a report by a
hidden number says no more than that it does. So a screen that forgets to ask shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar

from typing_extensions import override

from companion.kernel.conditions import Condition
from companion.kernel.duties import Problem, ScoreLine
from companion.kernel.effects import Effect, Transfer
from companion.kernel.game import Game, Settable
from companion.kernel.ledger import Ledger, Visibility, family
from companion.kernel.refusal import (
    Failure,
    Finding,
    NotApplicable,
    Refusal,
    Remark,
    Unverified,
)
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat
from companion.match.fold import Broken, Match, Step
from companion.match.reconcile import Search, amount, compared
from companion.match.slips import Place
from companion.match.suspects import Difference, Suspect
from companion.table import sight
from companion.table.answers import Recorded, Refused

P = ParamSpec("P")
T = TypeVar("T")

COVERED = "covered"
"""The code of a broken invariant of which no more may be told than where."""


class Hidden(Exception):
    """Something was read that this device may not see now."""


@dataclass(frozen=True)
class Eyes:
    """Whose hidden things may be seen, of how many seats."""

    seats: frozenset[Seat]
    players: int

    def sees(self, visibility: Visibility, account: str) -> bool:
        """How much lies in an account, of something that only owners see, or everybody."""
        if visibility is Visibility.OPEN or len(self.seats) == self.players:
            return True
        seat = sight.seat_of(account)
        # What is left in common tells what all seats hold together.
        return seat is not None and seat in self.seats


class VeiledLedger(Ledger):
    """The balances, of which those that are hidden cannot be read."""

    __slots__ = ("_sees", "_whole")

    def __init__(self, whole: Ledger, sees: Callable[[str, str], bool]) -> None:
        self._whole, self._sees = whole, sees

    def _ask(self, account: str, item: str) -> None:
        if not self._sees(account, item):
            raise Hidden(account, item)

    def shows(self, account: str, item: str) -> bool:
        """Whether it may be seen how much of an item lies in an account."""
        return self._sees(account, item)

    @override
    def balance(self, account: str, item: str) -> int:
        self._ask(account, item)
        return self._whole.balance(account, item)

    @override
    def total(self, account: str, of_family: str) -> int:
        self._ask(account, of_family)
        return self._whole.total(account, of_family)

    @override
    def items(self) -> Iterator[tuple[str, str, int]]:
        return ((a, i, n) for a, i, n in self._whole.items() if self._sees(a, i))

    @override
    def kinds(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (account, item)
            for account, item in self._whole.kinds()
            if sight.seat_of(account) is None or self._sees(account, item)
        )

    @override
    def names(self) -> frozenset[str]:
        return self._whole.names()

    @override
    def held(self, account: str) -> dict[str, int]:
        found = self._whole.held(account)
        return {item: n for item, n in found.items() if self._sees(account, item)}

    @override
    def post(self, effects: Iterable[Effect]) -> Ledger:
        return VeiledLedger(self._whole.post(effects), self._sees)

    def lifted(self) -> Ledger:
        """All of it, for the rules alone."""
        return self._whole

    @override
    def __eq__(self, other: object) -> bool:
        return self is other

    @override
    def __hash__(self) -> int:
        return id(self)

    @override
    def __repr__(self) -> str:
        return "VeiledLedger()"


class Veiled:
    """A state that can be judged and drawn, and not read: what is hidden is behind its owner."""

    __slots__ = ("_eyes", "_game", "_ledger", "_state")

    def __init__(self, game: Game[Any], state: Any, eyes: Eyes) -> None:
        self._game, self._state, self._eyes = game, state, eyes
        self._ledger: VeiledLedger | None = None

    @property
    def rulings(self) -> Rulings:
        """The readings in force."""
        found: Rulings = self._state.rulings
        return found

    @property
    def facts(self) -> Any:
        """What is printed in the box, as the game's own rules have it."""
        return self._state.facts

    @property
    def ledger(self) -> VeiledLedger:
        """The balances, as far as they may be seen."""
        if self._ledger is None:
            specs = {spec.family: spec.balance for spec in self._game.items_of(self._state)}
            eyes = self._eyes

            def sees(account: str, item: str) -> bool:
                return eyes.sees(specs.get(family(item), Visibility.OPEN), account)

            self._ledger = VeiledLedger(self._state.ledger, sees)
        return self._ledger

    def lifted(self) -> Any:
        """The state itself, for the rules alone."""
        return self._state

    def __repr__(self) -> str:
        return "Veiled()"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CoveredLine(ScoreLine):
    """A line of a score that may not be read."""

    @property
    @override
    def covered(self) -> bool:
        """Whether it is out of reach."""
        return True

    @override
    def __getattribute__(self, name: str) -> Any:
        if name == "amount":
            raise Hidden
        return object.__getattribute__(self, name)


def _lifted(state: Any) -> Any:
    return state.lifted() if isinstance(state, Veiled) else state


@lru_cache(maxsize=64)
def _veiled_game(game_of: _ById, eyes: Eyes) -> Game[Any]:
    """The game as it answers whoever sees with these eyes, on veiled states."""
    game = game_of.game

    def cover(state: Any) -> Veiled:
        return Veiled(game, state, eyes)

    def on(
        function: Callable[Concatenate[Any, P], T],
    ) -> Callable[Concatenate[Any, P], T]:
        def asked(state: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return function(_lifted(state), *args, **kwargs)

        return asked

    def apply(state: Any, action: Any) -> tuple[Any, tuple[Effect, ...]]:
        after, effects = game.apply(_lifted(state), action)
        return cover(after), _told(effects, eyes, _closed(game, after))

    def score(state: Any) -> tuple[ScoreLine, ...]:
        return tuple(
            CoveredLine(n.seat, n.code, 0, n.rule, hidden=True)
            if n.hidden and n.seat not in eyes.seats
            else n
            for n in game.score(_lifted(state))
        )

    def public_view(state: Any, viewer: Seat | None) -> Any:
        return game.public_view(_lifted(state), viewer if viewer in eyes.seats else None)

    def with_ledger(state: Any, ledger: Ledger) -> Veiled:
        whole = ledger.lifted() if isinstance(ledger, VeiledLedger) else ledger
        return cover(game.with_ledger(_lifted(state), whole))

    def invariants(state: Any) -> tuple[Problem, ...]:
        ledger = cover(_lifted(state)).ledger
        return tuple(_problem(ledger, p) for p in game.invariants(_lifted(state)))

    veiled = replace(
        game,
        conditions={
            kind: tuple(_condition(one, eyes) for one in listed)
            for kind, listed in game.conditions.items()
        },
        setup=lambda *given: cover(game.setup(*given)),
        awaiting=on(game.awaiting),
        duties=on(game.duties),
        candidates=on(game.candidates),
        apply=apply,
        score=score,
        outcome=on(game.outcome),
        invariants=invariants,
        public_view=public_view,
        with_ledger=with_ledger,
        with_rulings=lambda state, rulings: cover(game.with_rulings(_lifted(state), rulings)),
        describe=on(game.describe),
        label=on(game.label),
        accounts=on(game.accounts),
        settables=tuple(_settable(one, cover) for one in game.settables),
        asks=on(game.asks),
        items_in=on(game.items_of),
    )
    # What is read from outside is read alike.
    veiled.__dict__.update(action_models=game.action_models, _adapters=game._adapters)
    return veiled


class _ById:
    """A game as a key: it is told apart by being itself."""

    __slots__ = ("game",)

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.game is self.game

    def __hash__(self) -> int:
        return id(self.game)


def _condition(one: Condition[Any], eyes: Eyes) -> Condition[Any]:
    """A condition on veiled states; of one that is private, no fact of a seat not seen."""

    def test(state: Any, action: Any) -> Finding:
        found = one.test(_lifted(state), action)
        return _bare(found) if one.private and action.seat not in eyes.seats else found

    def mended(state: Any, action: Any) -> Any:
        if one.mend is None or (one.private and action.seat not in eyes.seats):
            return ()
        return one.mend(_lifted(state), action)

    def grounds(state: Any, action: Any) -> tuple[str, ...]:
        return one.grounds_of(_lifted(state), action)

    return replace(one, test=test, mend=one.mend and mended, grounds=grounds)


def _bare(found: Finding) -> Finding:
    """What was found, without a fact of the table."""
    match found:
        case Failure(cites=cites):
            return Failure(cites=cites)
        case Unverified():
            return Unverified()
        case Remark():
            return Remark()
        case NotApplicable() | None:
            return found


def _settable(one: Settable[Any], cover: Callable[[Any], Veiled]) -> Settable[Any]:
    return replace(
        one,
        values=lambda state: one.values(_lifted(state)),
        current=lambda state: one.current(_lifted(state)),
        set=lambda state, value: cover(one.set(_lifted(state), value)),
    )


def _problem(ledger: VeiledLedger, found: Problem) -> Problem:
    """A broken invariant; where it rests on what may not be seen, no more than where."""
    if all(ledger.shows(account, item) for account, item in found.places):
        return found
    return Problem(COVERED, places=found.places, parts=found.parts, seats=found.seats)


def _closed(game: Game[Any], state: Any) -> frozenset[str]:
    """The families of items of which only who gives or gets them sees how many."""
    return frozenset(s.family for s in game.items_of(state) if s.transfer is not Visibility.OPEN)


def _told(effects: tuple[Effect, ...], eyes: Eyes, closed: Collection[str]) -> tuple[Effect, ...]:
    """The effects without the amounts that may not be seen."""
    if not closed or len(eyes.seats) == eyes.players:
        return effects
    return tuple(
        e
        for e in effects
        if not isinstance(e, Transfer)
        or family(e.item) not in closed
        or not eyes.seats.isdisjoint({sight.seat_of(e.source), sight.seat_of(e.target)} - {None})
    )


@dataclass(frozen=True)
class Seen(Match):
    """A match as one device may see it now."""

    whole: Match = field(repr=False, compare=False)
    """All of it, for the table alone: no screen reads it (`tests/ui/test_veil.py`)."""
    mine: frozenset[Seat]
    """The seats of the device."""
    looking: Seat | None = None
    """Of several, the one whose owner holds it to look."""

    @property
    @override
    def state(self) -> Veiled:
        """The table now, veiled."""
        found: Veiled = self.steps[-1].state if self.steps else self.start
        return found

    def held_by(self, seat: Seat | None) -> Seen:
        """The same while the owner of one of several seats looks; None: nobody does."""
        return self if seat == self.looking else veil(self.whole, self.mine, seat)


def veil(match: Match, mine: Collection[Seat], looking: Seat | None = None) -> Seen:
    """A match as a device with these seats may see it.

    Args:
        match: all of it.
        mine: the seats of the device.
        looking: of several, the one whose owner holds the device to look.
    """
    if isinstance(match, Seen):
        return match if match.mine == frozenset(mine) else veil(match.whole, mine, looking)
    seats = sight.seen(match, mine, looking)
    eyes = Eyes(seats, len(match.options.players))
    game, closed = match.game, _closed(match.game, match.state)
    return Seen(
        game=_veiled_game(_ById(game), eyes),
        started=match.started,
        options=match.options,
        entries=match.entries,
        timeline=match.timeline,
        facts=match.facts,
        start=Veiled(game, match.start, eyes),
        steps=tuple(_step(match, step, eyes, closed) for step in match.steps),
        broken=_broken(match, match.broken, eyes),
        finished=match.finished,
        whole=match,
        mine=frozenset(mine),
        looking=looking,
    )


def _step(match: Match, step: Step, eyes: Eyes, closed: Collection[str]) -> Step:
    judgement = step.judgement
    if judgement.notes and step.action and step.action.seat not in eyes.seats:
        judgement = replace(judgement, notes=sight.notes_told(match, step, eyes.seats))
    if judgement.refusal and step.action:
        bare = _refusal(match, step.action.kind, step.action.seat, judgement.refusal, eyes)
        judgement = replace(judgement, refusal=bare)
    return Step(
        step.item,
        step.action,
        judgement,
        _told(step.effects, eyes, closed),
        Veiled(match.game, step.state, eyes),
    )


def _broken(match: Match, broken: Broken | None, eyes: Eyes) -> Broken | None:
    if broken is None or broken.refusal is None or broken.action is None:
        return broken
    action = broken.action
    bare = _refusal(match, action.kind, action.seat, broken.refusal, eyes)
    return replace(broken, refusal=bare)


def _refusal(match: Match, kind: str, seat: Seat, refusal: Refusal, eyes: Eyes) -> Refusal:
    """A refusal without a fact that may not be told."""
    if not sight.secret(match, seat, kind, refusal.code, eyes.seats):
        return refusal
    return replace(refusal, params={})


def cut(answer: T, seen: Seen) -> T:
    """An answer of the hub with the match as it may be seen, and no fact that may not be told."""
    match answer:
        case Recorded(step=step):
            own = step and next((s for s in seen.steps if s.item.id == step.item.id), None)
            return replace(answer, match=seen, step=own)
        case Refused(judgement=judgement, action=action) if action and judgement.refusal:
            eyes = Eyes(sight.seen(seen, seen.mine), len(seen.options.players))
            bare = _refusal(seen.whole, action.kind, action.seat, judgement.refusal, eyes)
            return replace(answer, match=seen, judgement=replace(judgement, refusal=bare))
        case _ if is_dataclass(answer) and not isinstance(answer, type):
            return replace(answer, match=seen)
        case _:
            return answer


# What the table answers without laying anything open


def _whole(match: Match) -> Match:
    return match.whole if isinstance(match, Seen) else match


def table_of(match: Match) -> object:
    """What is one and the same as long as a match is set up as it was; nothing to be read."""
    return _whole(match).start


def held_by(match: Match, seat: Seat | None) -> Match:
    """The match while the owner of one of several seats looks; the same if it is not veiled."""
    return match.held_by(seat) if isinstance(match, Seen) else match


def agrees(match: Match, place: Place, counted: int | None) -> bool:
    """Whether as much lies in a place as somebody counted there."""
    return counted == amount(_whole(match).state.ledger, place)


def differing(match: Match, counted: Mapping[Place, int]) -> dict[Place, int]:
    """What was counted, against the acta, with 0 for what agrees."""
    return compared(_whole(match), counted)


def search(match: Match, mine: Collection[Seat], wanted: Difference, new_id: str) -> Search:
    """What may explain a difference, as far as a device with these seats may be told."""
    return Search(_whole(match), wanted, new_id, sight.judging(match, mine))


def suspects(match: Match, found: Iterable[Suspect]) -> tuple[Suspect, ...]:
    """What such a search found, on the steps of this match."""
    steps = {step.item.id: step for step in match.steps}
    return tuple(replace(s, step=steps.get(s.step.item.id)) if s.step else s for s in found)


def told_by(match: Match, function: Callable[..., T], *args: object) -> T:
    """What a function of the game tells of the state: it answers for hiding what is hidden."""
    return function(_lifted(match.state), *args)
