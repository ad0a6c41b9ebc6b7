"""Double-entry ledger of all countable things of a table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.kernel.duties import Fix, Problem
from companion.kernel.values import Params, Seat, Value


class Transfer(NamedTuple):
    """Move of `amount` of `item` from one account to another by a rule section."""

    item: str
    amount: int
    source: str
    target: str
    rule: str
    automatic: bool = False
    """True if the app worked it out; it is then shown on the strip of things to hand out."""
    cause: "Value | None" = None
    """Card or space behind it, if any."""


class Reveal(NamedTuple):
    """`amount` of an anonymous item in `account` that turn out to be `shown` (a card is played)."""

    hidden: str
    shown: str
    amount: int
    account: str
    rule: str


class Conceal(NamedTuple):
    """Return of all known items of the family of `hidden` in `account` to anonymous (a shuffle)."""

    hidden: str
    account: str
    rule: str


class Happening(NamedTuple):
    """Named effect that moves nothing in the ledger: `completed`, `moved`, `scored`."""

    code: str
    params: Params
    rule: str
    seat: Seat | None = None


made: Final = tuple.__new__
"""Fast constructor of a named tuple from all its parts, in order.

It is four times as fast as the class, for objects that are made by the thousand.
"""

SET = "set"
"""Code of the effect of an adjustment outside the ledger: parameters `part` and `value`."""

Effect: TypeAlias = Transfer | Reveal | Conceal | Happening


SUPPLY = "supply"
ADJUSTMENTS = "adjustments"
"""Counter-account of corrections; it may hold any amount, also below zero."""


@cache
def seat_account(seat: Seat, place: str = "seat") -> str:
    """Return the account of a seat: `seat:0`, or another place of its own such as `aside:0`."""
    return f"{place}:{seat}"


@lru_cache(maxsize=4096)
def family(item: str) -> str:
    """Return the item without its kind: `card` of `card:black:1`."""
    return item.partition(":")[0]


class Visibility(StrEnum):
    """Visibility of an amount."""

    OPEN = "open"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class ItemSpec:
    """Ledger properties of one family of items."""

    family: str
    unbounded: frozenset[str] = frozenset()
    """Accounts that may go below zero, because the box's supply is replenished at need."""
    owed: frozenset[str] = frozenset()
    """Accounts that may hold less than nothing, and are counted all the same."""
    balance: Visibility = Visibility.OPEN
    """Visibility of the amount that a seat holds."""
    transfer: Visibility = Visibility.OPEN
    """Visibility of the amounts that a seat gained or paid."""
    copies: Mapping[str, int] | None = None
    """Number of each kind, if an anonymous item can turn into a known one."""
    kinds: frozenset[str] = frozenset()
    """All items of the family; empty: there is only one, named like the family."""
    track: bool = False
    """True if a place on a track shows the amount, and nothing changes hands."""
    places: frozenset[str] = frozenset()
    """Places where it can lie, by the sort of account: `seat`, `deck`; empty: anywhere."""


Misplaced: TypeAlias = Literal["unknown_item", "out_of_place"]

LEDGER_PROBLEMS = ("unknown_item", "out_of_place", "below_zero", "not_conserved", "too_many_copies")
"""Codes of broken laws of the ledger. Their words are the same for every game."""


_Accounts: TypeAlias = dict[str, dict[str, int]]

_EMPTY: Final[dict[str, int]] = {}
"""Contents of an account without postings; never changed."""


class Ledger:
    """Immutable balances by account and item. `post` gives a new ledger.

    Unchanged accounts are shared: an account is copied the first time it changes. An `opened`
    ledger takes postings until it is closed.
    """

    __slots__ = ("_accounts", "_own")

    def __init__(self, balances: Mapping[tuple[str, str], int] | None = None) -> None:
        accounts: _Accounts = {}
        for (account, item), amount in (balances or {}).items():
            accounts.setdefault(account, {})[item] = amount
        self._accounts = accounts
        self._own: _Accounts | None = None

    def balance(self, account: str, item: str) -> int:
        """Return the amount of exactly that item in the account."""
        return self._accounts.get(account, _EMPTY).get(item, 0)

    def balances(self, account: str, items: Iterable[str]) -> list[int]:
        """Return the amount of each of these items in the account, in order."""
        held = self._accounts.get(account, _EMPTY)
        return [held.get(item, 0) for item in items]

    def across(self, accounts: Iterable[str], item: str) -> list[int]:
        """Return the amount of an item in each of these accounts, in order."""
        there = self._accounts
        return [there.get(account, _EMPTY).get(item, 0) for account in accounts]

    def total(self, account: str, *families: str) -> int:
        """Return the amount of some families in the account, known and anonymous together."""
        total = 0
        for item, amount in self._accounts.get(account, _EMPTY).items():
            if amount and family(item) in families:
                total += amount
        return total

    def items(self) -> Iterator[tuple[str, str, int]]:
        """Yield every account, item and amount that is not zero."""
        for account, held in self._accounts.items():
            for item, amount in held.items():
                if amount:
                    yield account, item, amount

    def kinds(self) -> frozenset[tuple[str, str]]:
        """Return the pairs of account and item, whatever the amount."""
        return frozenset((account, item) for account, item, _ in self.items())

    def names(self) -> frozenset[str]:
        """Return every item of the ledger, wherever it lies."""
        return frozenset(item for _, item, _ in self.items())

    def held(self, account: str) -> dict[str, int]:
        """Return the amounts in one account, by item."""
        return {item: n for item, n in self._accounts.get(account, _EMPTY).items() if n}

    def number(self, account: str) -> int:
        """Return the total amount in an account, of all items."""
        return sum(self._accounts.get(account, _EMPTY).values())

    def most(self, account: str) -> int:
        """Return the largest amount of a single item in an account."""
        return max(self._accounts.get(account, _EMPTY).values(), default=0)

    def lying(self, account: str) -> list[str]:
        """Return every item in an account with an amount other than zero."""
        return [item for item, amount in self._accounts.get(account, _EMPTY).items() if amount]

    def post(self, effects: Iterable[Effect]) -> "Ledger":
        """Return the ledger after these effects, in order; happenings move nothing."""
        posted = self.opened()
        posted.take(effects)
        posted.close()
        return posted

    def opened(self) -> "Ledger":
        """Return a copy that takes postings, for a single owner."""
        copy = _new(Ledger)
        copy._accounts = self._accounts.copy()
        copy._own = {}
        return copy

    def close(self) -> None:
        """Reject postings from now on."""
        self._own = None

    def take(self, effects: Iterable[Effect]) -> None:
        """Carry out these effects, in order.

        Raises:
            TypeError: the ledger is not open.
        """
        for effect in effects:
            if isinstance(effect, Transfer):
                self.move(effect.item, effect.amount, effect.source, effect.target)
            elif isinstance(effect, Reveal):
                self.uncover(effect.hidden, effect.shown, effect.amount, effect.account)
            elif isinstance(effect, Conceal):
                _conceal(self._to_change(effect.account), effect.hidden)

    def move(self, item: str, amount: int, source: str, target: str) -> None:
        """Carry out a transfer.

        Raises:
            TypeError: the ledger is not open.
        """
        held = self._to_change(source)
        held[item] = held.get(item, 0) - amount
        held = self._to_change(target)
        held[item] = held.get(item, 0) + amount

    def uncover(self, hidden: str, shown: str, amount: int, account: str) -> None:
        """Carry out a reveal.

        Raises:
            TypeError: the ledger is not open.
        """
        held = self._to_change(account)
        held[hidden] = held.get(hidden, 0) - amount
        held[shown] = held.get(shown, 0) + amount

    def _to_change(self, account: str) -> dict[str, int]:
        """Return the contents of an account as a copy that no other ledger shares."""
        own = self._own
        if own is None:
            raise TypeError("a ledger that is not open takes nothing")
        held = own.get(account)
        if held is None:
            accounts = self._accounts
            held = own[account] = accounts[account] = accounts.get(account, _EMPTY).copy()
        return held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and set(self.items()) == set(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"Ledger({ ({(a, i): n for a, i, n in sorted(self.items())}) })"


_new: Final = object.__new__


def _conceal(held: dict[str, int], hidden: str) -> None:
    """Make all known items of the family anonymous again."""
    of_family = family(hidden)
    known = [item for item in held if item != hidden and family(item) == of_family]
    if known:
        held[hidden] = held.get(hidden, 0) + sum(held.pop(item) for item in known)


def misplaced(specs: Iterable[ItemSpec], account: str, item: str) -> Misplaced | None:
    """Return why an item can never lie in an account; None if it can.

    The reasons are `unknown_item` and `out_of_place`. An item of one seat cannot lie in the account
    of another.
    """
    spec = next((spec for spec in specs if spec.family == family(item)), None)
    return "unknown_item" if spec is None else _misplaced(spec, account, item)


def _misplaced(spec: ItemSpec, account: str, item: str) -> Misplaced | None:
    if account == ADJUSTMENTS:
        return None
    if item not in spec.kinds and (spec.kinds or item != spec.family):
        return "unknown_item"
    place, _, of = account.partition(":")
    owner = item.partition(":")[2]
    foreign = of.isdecimal() and owner.isdecimal() and of != owner
    strange = bool(spec.places) and place not in spec.places
    return "out_of_place" if foreign or strange else None


def below_zero(ledger: Ledger, specs: Iterable[ItemSpec], account: str, item: str) -> int:
    """Return how far an account is below zero of an item if that is forbidden; otherwise 0."""
    spec = next((spec for spec in specs if spec.family == family(item)), None)
    return 0 if spec is None else _below_zero(ledger, spec, account, item)


def _below_zero(ledger: Ledger, spec: ItemSpec, account: str, item: str) -> int:
    if account == ADJUSTMENTS or account in spec.unbounded or account in spec.owed:
        return 0
    amount = ledger.balance(account, item)
    if amount < 0 and item == spec.family and item in spec.kinds:
        # A negative balance of the unknown kind means that some of the known ones are not there.
        # Count all kinds together.
        amount = ledger.total(account, item)
    return min(0, amount)


def ledger_problems(
    ledger: Ledger, specs: Iterable[ItemSpec], totals: Mapping[str, int]
) -> list[Problem]:
    """Return every broken law: misplaced items, negative amounts, wrong totals, excess copies.

    Args:
        ledger: balances to check.
        specs: items of the game.
        totals: by family, the amount in the whole box; omitted families are not bounded.
    """
    by_family = {spec.family: spec for spec in specs}
    problems = []
    sums: dict[str, int] = {}
    for account, item, amount in ledger.items():
        spec = by_family.get(family(item))
        wrong: str | None = "unknown_item"
        if spec is not None:
            sums[spec.family] = sums.get(spec.family, 0) + amount
            wrong = _misplaced(spec, account, item)
            short = 0 if wrong else _below_zero(ledger, spec, account, item)
            if short:
                wrong, amount = "below_zero", short
        if wrong is not None:
            problems.append(_of_account(wrong, account, item, amount))
    problems += [
        Problem("not_conserved", {"amount": sums.get(name, 0), "total": total}, ((SUPPLY, name),))
        for name, total in totals.items()
        if sums.get(name, 0) != total
    ]
    for spec in by_family.values():
        problems += _too_many_copies(ledger, spec) if spec.copies else ()
    return problems


def _of_account(code: str, account: str, item: str, amount: int) -> Problem:
    gone = Fix(moves=((account, item, -amount),))
    return Problem(code, {"amount": amount}, ((account, item),), fixes=(gone,))


def _too_many_copies(ledger: Ledger, spec: ItemSpec) -> list[Problem]:
    shown: dict[str, dict[str, int]] = {}
    for account, item, amount in ledger.items():
        if item in (spec.copies or {}) and account != ADJUSTMENTS:
            shown.setdefault(item, {})[account] = amount
    return [
        _too_many(spec, item, where)
        for item, where in shown.items()
        if sum(where.values()) > (spec.copies or {})[item]
    ]


def _too_many(spec: ItemSpec, item: str, where: Mapping[str, int]) -> Problem:
    amount, copies = sum(where.values()), (spec.copies or {})[item]
    more = amount - copies
    holders = tuple(account for account, n in where.items() if n >= more)
    fixes = [Fix(moves=((account, item, -more),)) for account in holders]
    if spec.family in spec.kinds:
        # The face of one was probably misread: turn it back into an unknown one, so that the pile
        # keeps its size.
        fixes = [
            Fix(moves=((account, item, -more), (account, spec.family, more))) for account in holders
        ] + fixes
    places = tuple((account, item) for account in where)
    params = {"amount": amount, "copies": copies}
    return Problem("too_many_copies", params, places, fixes=tuple(fixes))
