"""Effects of an action. Log, provenance and highlights are all made from them."""

from typing import Final, NamedTuple, TypeAlias

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
