"""The consequences of an action. Log, provenance and highlights are all made from them."""

from typing import Final, NamedTuple, TypeAlias

from companion.kernel.values import Params, Seat, Value


class Transfer(NamedTuple):
    """`amount` of `item` goes from one account to another by a rule section."""

    item: str
    amount: int
    source: str
    target: str
    rule: str
    automatic: bool = False
    """A consequence the app worked out: shown on the strip of things to hand out."""
    cause: "Value | None" = None
    """The card or space behind it, where there is one."""


class Reveal(NamedTuple):
    """In `account`, `amount` of an anonymous item turn out to be `shown` (a card is played)."""

    hidden: str
    shown: str
    amount: int
    account: str
    rule: str


class Conceal(NamedTuple):
    """In `account`, everything known of the family of `hidden` is anonymous again (a shuffle)."""

    hidden: str
    account: str
    rule: str


class Happening(NamedTuple):
    """A named consequence that moves nothing in the ledger: `completed`, `moved`, `scored`."""

    code: str
    params: Params
    rule: str
    seat: Seat | None = None


made: Final = tuple.__new__
"""Makes what is a named tuple of all its parts, in their order: four times as fast as its class,
for what is made by the thousand."""

SET = "set"
"""The code of what an adjustment does outside the ledger: parameters `part` and `value`."""

Posting: TypeAlias = Transfer | Reveal | Conceal
Effect: TypeAlias = Transfer | Reveal | Conceal | Happening
