"""Recorded matches as one device sees them, and their twins: alike but for what others hide."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import starmap
from pathlib import Path
from random import Random
from typing import Any

from typing_extensions import override

from companion import bootstrap
from companion.games import GAMES
from companion.kernel.pieces.ledger import (
    SUPPLY,
    ItemSpec,
    Ledger,
    Transfer,
    Visibility,
    family,
    seat_account,
)
from companion.kernel.values import Seat
from companion.match.counterfactual import Counterfactual, counterfactuals
from companion.match.entries import Edit
from companion.match.files.acta_reader import read_file
from companion.match.files.value_catalog import Catalog
from companion.match.fold import Match, fold
from companion.match.resumable import Resumable, done
from companion.match.review import amending
from companion.rulebook.loader import app_words
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Answer, NotSaved, Submission
from companion.services.privacy.redaction import RedactedMatch
from companion.services.privacy.visibility import hides
from companion.services.sharing.scoped_matches import ScopedMatches
from companion.services.sharing.shared_tables import Role
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.context import AppContext, Installation, Settings
from companion.ui.device.gestures import Gestures
from companion.ui.layout import Layout

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
NOW = datetime(2026, 11, 14, 20, 0, tzinfo=UTC)

Change = Callable[[Ledger], Ledger]


def actas(game: str) -> tuple[Path, ...]:
    """Return the paths of the recorded matches of a game."""
    return tuple(sorted((PLAYTHROUGHS / game).glob("*.acta")))


@lru_cache
def read(path: Path) -> Match:
    """Read a recorded match, once for all callers."""
    return read_file(GAMES, bootstrap.catalog, path.read_bytes())


@lru_cache
def begun(path: Path) -> Match:
    """Read only the header of a recorded match: nothing has been played yet."""
    return read_file(GAMES, bootstrap.catalog, path.read_bytes().partition(b"\n")[0] + b"\n")


@lru_cache
def hiding() -> tuple[str, ...]:
    """Return the games in which seats hide something, which is settled when a match begins."""
    hide = (game for game in GAMES if any(hides(begun(path)) for path in actas(game)))
    return tuple(sorted(hide))


def until(match: Match, step: int) -> Match:
    """Return the match as it was when that step had just been played."""
    last = match.steps[step].item.entry.seq
    return fold(GAMES, match.entries[: last + 1])


def everywhere(game: str, rng: Random | None = None) -> Iterator[Match]:
    """Yield every position of the recorded matches, at random if a generator is given.

    Each is folded when it is asked for: all of them take half a minute.
    """
    positions = [(match, n) for match in map(read, actas(game)) for n in range(len(match.steps))]
    if rng is not None:
        rng.shuffle(positions)
    return starmap(until, positions)


@lru_cache
def situations(game: str) -> tuple[Match, ...]:
    """Return a position of every kind in the recorded matches, from those with most players."""
    return tuple(_situations(game))


def _situations(game: str) -> Iterator[Match]:
    kinds: set[object] = set()
    matches = sorted(map(read, actas(game)), key=lambda match: -len(match.options.players))
    for match in matches:
        for index, step in enumerate(match.steps):
            kind = _situation(match, step.state)
            if kind is not None and kind not in kinds:
                kinds.add(kind)
                yield until(match, index)


def _situation(match: Match, state: Any) -> object:
    """Return what tells positions apart: what is due, and where the acting figure stands."""
    if match.game.outcome(state) is not None:
        return None
    turn, due = getattr(state, "turn", None), getattr(state, "due", None)
    figures = getattr(match.game.public_view(state, None), "figures", ())
    told = (
        getattr(of, name, "")
        for of, names in ((state, ("phase", "using")), (turn, ("phase", "step")), (due, ("code",)))
        for name in names
    )
    return *map(str, told), bool(figures) and figures[state.turn.seat] == "courtyard"


def unchanged(ledger: Ledger) -> Ledger:
    """Return the ledger as it is: the change that makes a match its own twin."""
    return ledger


def changes(match: Match, seats: Collection[Seat]) -> Iterator[Change]:
    """Yield changes that make twins of a match, which differ only in what these seats hide.

    The acta is the same, so what is public of the past is as well.
    """
    others = tuple(seats)
    specs = [s for s in match.game.items_of(match.state) if s.balance is Visibility.OWNER]
    yield lambda ledger: _holding(ledger, specs, others, 0)
    yield lambda ledger: _holding(ledger, specs, others, 37)
    if len(others) > 1:
        yield lambda ledger: _swapped(ledger, specs, others)


def pairs(match: Match) -> Iterator[tuple[Change, Change]]:
    """Yield pairs of twins that differ in what every seat hides.

    They are all poor, all rich, and one having it all. Of the first and the last, some reports are
    forbidden in one and not in the other.
    """
    specs = [s for s in match.game.items_of(match.state) if s.balance is Visibility.OWNER]
    seats = tuple(range(len(match.options.players)))
    yield (
        lambda ledger: _holding(ledger, specs, seats, 0),
        lambda ledger: _holding(ledger, specs, seats, 1),
    )
    yield (
        lambda ledger: _holding(ledger, specs, seats, 67),
        lambda ledger: _holding(ledger, specs, seats, 68),
    )
    yield unchanged, lambda ledger: _swapped(ledger, specs, seats)


def _holding(ledger: Ledger, specs: list[ItemSpec], others: tuple[Seat, ...], n: int) -> Ledger:
    """Set everything that others hide and that comes from an endless supply to `n`."""
    return ledger.post(
        Transfer(s.family, n - ledger.balance(account, s.family), SUPPLY, account, "")
        for s in specs
        if SUPPLY in s.unbounded
        for account in map(seat_account, others)
    )


def _swapped(ledger: Ledger, specs: list[ItemSpec], others: tuple[Seat, ...]) -> Ledger:
    """Move what all of them hide to the last one; the common supply is in sight of everybody."""
    last, families = seat_account(others[-1]), {s.family for s in specs}
    return ledger.post(
        Transfer(item, n, account, last, "")
        for account in map(seat_account, others[:-1])
        for item, n in ledger.held(account).items()
        if family(item) in families
    )


def changed(match: Match, change: Change) -> Match:
    """Return a twin of a match."""

    def of(state: Any) -> Any:
        return match.game.with_ledger(state, change(state.ledger))

    steps = tuple(step._replace(state=of(step.state)) for step in match.steps)
    twin = replace(match, start=of(match.start), steps=steps)
    vars(twin)["_otherwise"] = _Otherwise(match, of)
    return twin


class _Otherwise(dict[int, tuple[Counterfactual, ...]]):
    """Counterfactuals of a twin, by number of steps: played as recorded, with what it hides."""

    def __init__(self, match: Match, of: Callable[[Any], Any]) -> None:
        super().__init__()
        self._match, self._of = match, of

    @override
    def get(self, steps: int, _default: object = None) -> tuple[Counterfactual, ...]:
        if steps not in self:
            match = self._match.before_step(steps)
            readings = Wording(match.game.id).readings
            others = done(counterfactuals(match, readings))
            self[steps] = tuple(
                replace(one, state=None if one.state is None else self._of(one.state))
                for one in others
            )
        return self[steps]


def new_hub(folder: Path) -> Hub:
    """Build a hub without matches; the one looked at stands beside it."""
    return Hub(SqliteStore(folder), GAMES, _no_catalog, lambda: NOW, lambda: "id")


def _no_catalog(game: str) -> Catalog:
    raise KeyError(game)


class Twin(ScopedMatches):
    """The only match of a device, as it would be with other hidden holdings."""

    def __init__(self, client: Client, hub: Hub, match: Match, change: Change) -> None:
        super().__init__(client, hub.matches, hub.tables, client.permissions)
        self._match, self._change = match, change
        self._twin = changed(match, change)

    def go_on(self, match: Match) -> None:
        """Continue with another match, in which others hide what they hide."""
        self._match, self._twin = match, changed(match, self._change)

    @override
    def open(self, match_id: str) -> RedactedMatch:
        """Return the redacted twin."""
        return self.redacted(self._twin)

    @override
    def preview(self, match_id: str, edits: tuple[Edit, ...]) -> Resumable[RedactedMatch]:
        """Return the redacted twin, amended."""
        after = yield from amending(self._match, edits, "preview", NOW)
        return self.redacted(changed(after, self._change))

    @override
    def submit(self, match_id: str, submission: Submission) -> Resumable[Answer]:
        """Refuse to record anything."""
        yield from ()
        return NotSaved("read_only")


class OneMatch(Client):
    """Client of a device with these seats: one match, in which nothing can be recorded."""

    def __init__(self, hub: Hub, match: Match, change: Change, mine: Collection[Seat]) -> None:
        super().__init__(hub, "here", owner=True)
        self._mine = frozenset(mine)
        self.matches: Twin = Twin(self, hub, match, change)

    @override
    def role(self, match_id: str) -> Role | None:
        """Return the host, or a spectator where no seat is given."""
        return Role.HOST if self._mine else Role.SPECTATOR

    @override
    def seats(self, match: Match) -> frozenset[Seat]:
        """Return the seats given."""
        return self._mine


def context(client: Client, device: str, layout: Layout = Layout.PHONE) -> AppContext:
    """Build the context of the screens of a match on a device; nothing leads elsewhere."""
    given: dict[str, Any] = {
        "client": client,
        "words": app_words(),
        "layout": layout,
        "settings": Settings(),
        "device": device,
        "place": Installation(),
        "connection": 0,
        "gestures": Gestures(_nothing),
        "calm": False,
        "stumbled": "",
        "subscribe": lambda _match_id, _callback: _nothing,
    }
    return AppContext(**{f.name: given.get(f.name, _nothing) for f in fields(AppContext)})


def _nothing(*_args: object, **_fields: object) -> None:
    """Do nothing, where a screen would lead elsewhere or show a notice."""
