"""Redacted states and games, judged and drawn as any other without revealing hidden values.

Reading a hidden number raises `Hidden`; a refusal that depends on one says nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar

from typing_extensions import override

from companion.kernel.box.printed_values import HasPrintedValues
from companion.kernel.conditions import Condition
from companion.kernel.duties import Problem, ScoreLine
from companion.kernel.game import Game
from companion.kernel.memo import ById, memoised
from companion.kernel.pieces.ledger import Effect, Ledger, Transfer, Visibility, family
from companion.kernel.pieces.settables import Settable
from companion.kernel.pieces.standings import Unposted, of_state, settle
from companion.kernel.refusal import (
    Failure,
    Finding,
    NotApplicable,
    Remark,
    Unverified,
)
from companion.kernel.rulings import Rulings
from companion.kernel.values import Seat
from companion.services.privacy import visibility as visibility_module

P = ParamSpec("P")
T = TypeVar("T")

COVERED = "covered"
"""Code of a broken invariant of which only the place may be shown."""


class Hidden(Exception):
    """Error: a value was read that this device may not see now."""


@dataclass(frozen=True)
class Viewer:
    """Viewer: the seats whose hidden holdings are visible, and the number of seats."""

    seats: frozenset[Seat]
    players: int

    def sees(self, visibility: Visibility, account: str) -> bool:
        """Return whether the balance of an account with that visibility is visible."""
        if visibility is Visibility.OPEN or len(self.seats) == self.players:
            return True
        seat = visibility_module.seat_of(account)
        # Hide shared accounts too: what is left in them reveals what all seats hold together.
        return seat is not None and seat in self.seats


class RedactedLedger(Ledger):
    """Ledger whose hidden balances cannot be read."""

    __slots__ = ("_sees", "_whole")

    def __init__(self, whole: Ledger, sees: Callable[[str, str], bool]) -> None:
        self._whole, self._sees = whole, sees

    def _ask(self, account: str, item: str) -> None:
        if not self._sees(account, item):
            raise Hidden(account, item)

    def shows(self, account: str, item: str) -> bool:
        """Return whether the balance of an item in an account is visible."""
        return self._sees(account, item)

    @override
    def balance(self, account: str, item: str) -> int:
        self._ask(account, item)
        return self._whole.balance(account, item)

    @override
    def balances(self, account: str, items: Iterable[str]) -> list[int]:
        return [self.balance(account, item) for item in items]

    @override
    def across(self, accounts: Iterable[str], item: str) -> list[int]:
        return [self.balance(account, item) for account in accounts]

    @override
    def total(self, account: str, *families: str) -> int:
        for of_family in families:
            self._ask(account, of_family)
        return self._whole.total(account, *families)

    @override
    def items(self) -> Iterator[tuple[str, str, int]]:
        return ((a, i, n) for a, i, n in self._whole.items() if self._sees(a, i))

    @override
    def kinds(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (account, item)
            for account, item in self._whole.kinds()
            if visibility_module.seat_of(account) is None or self._sees(account, item)
        )

    @override
    def names(self) -> frozenset[str]:
        return self._whole.names()

    @override
    def held(self, account: str) -> dict[str, int]:
        amounts = self._whole.held(account)
        return {item: n for item, n in amounts.items() if self._sees(account, item)}

    @override
    def number(self, account: str) -> int:
        return sum(self.held(account).values())

    @override
    def lying(self, account: str) -> list[str]:
        return list(self.held(account))

    @override
    def post(self, effects: Iterable[Effect]) -> Ledger:
        return RedactedLedger(self._whole.post(effects), self._sees)

    def lifted(self) -> Ledger:
        """Return the unredacted ledger, for the rules only."""
        return self._whole

    @override
    def __eq__(self, other: object) -> bool:
        return self is other

    @override
    def __hash__(self) -> int:
        return id(self)

    @override
    def __repr__(self) -> str:
        return "RedactedLedger()"


class RedactedState:
    """Redacted state: it can be judged and drawn, but hidden values cannot be read."""

    __slots__ = ("_eyes", "_game", "_ledger", "_state")

    def __init__(self, game: Game[Any], state: Any, viewer: Viewer) -> None:
        self._game, self._state, self._eyes = game, state, viewer
        self._ledger: RedactedLedger | None = None

    @property
    def rulings(self) -> Rulings:
        """Return the readings in force."""
        rulings: Rulings = self._state.rulings
        return rulings

    @property
    def facts(self) -> Any:
        """Return the printed values of the box, as the game's rules hold them."""
        return self._state.facts

    @property
    def ledger(self) -> RedactedLedger:
        """Return the redacted ledger."""
        if self._ledger is None:
            specs = {spec.family: spec.balance for spec in self._game.items_of(self._state)}
            viewer = self._eyes

            def sees(account: str, item: str) -> bool:
                return viewer.sees(specs.get(family(item), Visibility.OPEN), account)

            self._ledger = RedactedLedger(self._state.ledger, sees)
        return self._ledger

    @property
    def unposted(self) -> tuple[Unposted, ...]:
        """Return what the ledger lacks, as far as it is visible."""
        sees = self.ledger.shows
        return tuple(one for one in of_state(self._state) if sees(one.account, one.item))

    def settled(self, account: str, item: str) -> RedactedState:
        """Return the state whose ledger lacks nothing of an item in an account."""
        return RedactedState(self._game, settle(self._state, account, item), self._eyes)

    def lifted(self) -> Any:
        """Return the unredacted state, for the rules only."""
        return self._state

    def __repr__(self) -> str:
        return "RedactedState()"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CoveredLine(ScoreLine):
    """Score line that may not be read."""

    @property
    @override
    def covered(self) -> bool:
        """Return True: the amount is hidden."""
        return True

    @override
    def __getattribute__(self, name: str) -> Any:
        if name == "amount":
            raise Hidden
        return object.__getattribute__(self, name)


def unredacted(state: Any) -> Any:
    """Return the unredacted state, whether it is redacted or not."""
    return state.lifted() if isinstance(state, RedactedState) else state


@lru_cache(maxsize=64)
def redacted_game(game_of: ById[Game[Any]], seen_by: Viewer) -> Game[Any]:
    """Return the game for this viewer, which works on redacted states."""
    game = game_of.thing

    def cover(state: Any) -> RedactedState:
        return RedactedState(game, state, seen_by)

    def on(
        function: Callable[Concatenate[Any, P], T],
    ) -> Callable[Concatenate[Any, P], T]:
        def asked(state: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return function(unredacted(state), *args, **kwargs)

        return asked

    def known(function: Callable[[Any], T]) -> Callable[[Any], T]:
        """Wrap a function that is alike for all viewers; its result is memoised for all of them."""
        return lambda state: memoised(unredacted(state), function)

    def apply(state: Any, action: Any) -> tuple[Any, tuple[Effect, ...]]:
        after, effects = game.apply(unredacted(state), action)
        return cover(after), redacted_effects(effects, seen_by, covered_families(game, after))

    def follow(before: Any, after: Any) -> tuple[Any, tuple[Effect, ...]]:
        assert game.follow is not None
        then, effects = game.follow(unredacted(before), unredacted(after))
        return cover(then), redacted_effects(effects, seen_by, covered_families(game, then))

    def score(state: Any) -> tuple[ScoreLine, ...]:
        return tuple(
            CoveredLine(n.seat, n.code, 0, n.rule, hidden=True)
            if n.hidden and n.seat not in seen_by.seats
            else n
            for n in game.score(unredacted(state))
        )

    def public_view(state: Any, viewer: Seat | None) -> Any:
        seat = viewer if viewer in seen_by.seats else None
        return memoised(unredacted(state), game.public_view, seat)

    def with_ledger(state: Any, ledger: Ledger) -> RedactedState:
        whole = ledger.lifted() if isinstance(ledger, RedactedLedger) else ledger
        return cover(game.with_ledger(unredacted(state), whole))

    def invariants(state: Any) -> tuple[Problem, ...]:
        ledger = cover(unredacted(state)).ledger
        return tuple(_problem(ledger, p) for p in memoised(unredacted(state), game.invariants))

    def closed(state: Any) -> Any:
        assert game.close is not None
        return cover(game.close(unredacted(state)))

    redacted = replace(
        game,
        box=None if game.box is None else _box(game.box, cover),
        conditions={
            kind: tuple(_condition(one, seen_by) for one in listed)
            for kind, listed in game.conditions.items()
        },
        setup=lambda *given: cover(game.setup(*given)),
        awaiting=known(game.awaiting),
        duties=known(game.duties),
        candidates=on(game.candidates),
        apply=apply,
        follow=game.follow and follow,
        score=score,
        outcome=known(game.outcome),
        close=game.close and closed,
        invariants=invariants,
        public_view=public_view,
        with_ledger=with_ledger,
        with_rulings=lambda state, rulings: cover(game.with_rulings(unredacted(state), rulings)),
        describe=on(game.describe),
        describe_begun=on(game.describe_begun),
        describe_known=on(game.describe_known),
        parts=on(game.parts),
        label=on(game.label),
        accounts=on(game.accounts),
        settables=(),
        settables_in=lambda state: tuple(
            _settable(one, cover) for one in game.settables_of(unredacted(state))
        ),
        asks=on(game.asks),
        required={kind: on(facts) for kind, facts in game.required.items()},
        kinds=known(game.kinds),
        items_in=known(game.items_of),
    )
    # Share the attributes that read external data: they do not depend on the viewer.
    redacted.__dict__.update(action_models=game.action_models, _readers=game._readers)
    return redacted


@dataclass(frozen=True)
class _RedactedBox(HasPrintedValues[Any]):
    whole: HasPrintedValues[Any] = field(kw_only=True)

    @override
    def alike(self, one: Any, other: Any) -> bool:
        return self.whole.alike(unredacted(one), unredacted(other))


def _box(
    box: HasPrintedValues[Any], cover: Callable[[Any], RedactedState]
) -> HasPrintedValues[Any]:
    return _RedactedBox(
        of=lambda state: box.of(unredacted(state)),
        rest=lambda state: box.rest(unredacted(state)),
        put=lambda state, other: cover(box.put(unredacted(state), unredacted(other))),
        typed=lambda state, values: cover(box.typed(unredacted(state), values)),
        whole=box,
        fits=box.fits,
    )


def _condition(one: Condition[Any], viewer: Viewer) -> Condition[Any]:
    """Wrap a condition for redacted states, hiding private facts of other seats."""

    def test(state: Any, action: Any) -> Finding:
        finding = one.test(unredacted(state), action)
        return bare(finding) if one.private and action.seat not in viewer.seats else finding

    def mended(state: Any, action: Any) -> Any:
        if one.suggest is None or (one.private and action.seat not in viewer.seats):
            return ()
        return one.suggest(unredacted(state), action)

    def legal_basis(state: Any, action: Any) -> tuple[str, ...]:
        return one.legal_basis_of(unredacted(state), action)

    def sections(state: Any, action: Any) -> tuple[str, ...]:
        if one.private and action.seat not in viewer.seats:
            return one.rules
        return one.rules_of(unredacted(state), action)

    return replace(
        one,
        test=test,
        suggest=one.suggest and mended,
        legal_basis=legal_basis,
        sections=one.sections and sections,
    )


def bare(finding: Finding) -> Finding:
    """Return a finding without its facts."""
    match finding:
        case Failure(cites=cites):
            return Failure(cites=cites)
        case Unverified():
            return Unverified()
        case Remark():
            return Remark()
        case NotApplicable() | None:
            return finding


def _settable(one: Settable[Any], cover: Callable[[Any], RedactedState]) -> Settable[Any]:
    return replace(
        one,
        values=lambda state: one.values(unredacted(state)),
        current=lambda state: one.current(unredacted(state)),
        set=lambda state, value: cover(one.set(unredacted(state), value)),
    )


def _problem(ledger: RedactedLedger, problem: Problem) -> Problem:
    """Return a broken invariant; only its place if it depends on hidden balances."""
    if all(ledger.shows(account, item) for account, item in problem.places):
        return problem
    return Problem(COVERED, places=problem.places, parts=problem.parts, seats=problem.seats)


def covered_families(game: Game[Any], state: Any) -> frozenset[str]:
    """Return the families of items whose transferred amounts only giver and receiver see."""
    return frozenset(s.family for s in game.items_of(state) if s.transfer is not Visibility.OPEN)


def redacted_effects(
    effects: tuple[Effect, ...], viewer: Viewer, covered: Collection[str]
) -> tuple[Effect, ...]:
    """Return the effects without transfers whose amounts are hidden from this viewer."""
    if not covered or len(viewer.seats) == viewer.players:
        return effects
    return tuple(
        e
        for e in effects
        if not isinstance(e, Transfer)
        or family(e.item) not in covered
        or not viewer.seats.isdisjoint(
            {visibility_module.seat_of(e.source), visibility_module.seat_of(e.target)} - {None}
        )
    )
