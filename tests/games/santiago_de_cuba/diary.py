"""Diary of the last two turns, written from reports and effects alone.

It shares nothing with the memory of the rules, so that the two can be compared.
"""

from dataclasses import dataclass, field
from typing import Any

from companion.kernel.pieces.ledger import Happening
from companion.kernel.values import Term
from tests.games.random_play import Played

GIVEN_AT_ONCE = {"bank", "church"}
PRODUCTS = ("sugar", "citrus", "tobacco", "rum", "cigars")


@dataclass
class Page:
    """Turn in which the car was driven."""

    driver: int
    stop: str
    crossed: bool
    """True if the port lay on the way."""
    inactive: bool = False
    idle_citizen: bool = False
    """True if the citizen had nothing to give, in the state of that time."""
    declined: bool = False
    taken: bool = False
    """True if a choice of the citizen was used."""
    stayed: bool = False
    visited: str | None = None
    used: set[str] = field(default_factory=set)
    idle: set[str] = field(default_factory=set)
    unused: str | None = None
    into: str | None = None
    gave: set[int] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)
    loaded: int | None = None
    """Seat that loaded last."""
    round_over: bool = False


@dataclass
class Diary:
    """Current turn, once the car was driven, and the one before."""

    current: Page | None = None
    before: Page | None = None

    @property
    def last(self) -> Page | None:
        """Return the last turn in which the car was driven."""
        return self.current or self.before

    def of(self, state: Any, seat: int) -> Page | None:
        """Return the turn of a seat: the current one, or the one before."""
        if state.turn.seat == seat:
            return self.current
        return self.before if self.before and self.before.driver == seat else None

    def note(self, step: Played) -> None:
        """Record a step."""
        before, action, after = step.before, step.action, step.after
        if action.kind == "drive":
            self.current = _driven(before, action)
        if self.current:
            _note(self.current, step)
        if after.turn.number != before.turn.number:
            self.before, self.current = self.current, None


def _driven(state: Any, action: Any) -> Page:
    street = ["port", *state.options.street]
    at = street.index(state.car)
    way: list[str] = []
    while not way or way[-1] != action.to or way.count(action.to) < _arrivals(state, action):
        at = (at + 1) % len(street)
        way.append(street[at])
    return Page(action.seat, action.to, "port" in way[:-1], idle_citizen=_idle(state, action))


def _arrivals(state: Any, action: Any) -> int:
    """Return how often the car reaches its stop, until it stops there."""
    return int(action.laps + (action.to != state.car))


def _idle(state: Any, action: Any) -> bool:
    balance = state.ledger.balance
    if action.to == "pablo":
        return not any(balance("supply", f"good:{good}") for good in PRODUCTS)
    if action.to != "alonso":
        return False
    owned = [b for b in state.options.buildings if balance(f"building:{b}", _mark(action.seat))]
    free = [b for b in state.options.buildings if not _owned(state, b)]
    return not owned and not (free and balance(f"seat:{action.seat}", _mark(action.seat)))


def _mark(seat: int) -> str:
    return f"marker:{seat}"


def _owned(state: Any, building: str) -> bool:
    seats = range(len(state.options.players))
    return any(state.ledger.balance(f"building:{building}", _mark(seat)) for seat in seats)


def _note(page: Page, step: Played) -> None:
    action: Any = step.action
    happened = {e.code: e.params for e in step.effects if isinstance(e, Happening)}
    page.inactive |= "citizen_was_inactive" in happened
    page.declined |= "citizen_not_used" in happened
    page.stayed |= bool({"pawn_stays", "pawn_still_away"} & set(happened))
    if "building_of_no_use" in happened:
        page.idle.add(_name(happened["building_of_no_use"]["building"]))
    match action.kind:
        case "choose_good" | "claim_building" | "use_own_building":
            page.taken = True
        case "give_to_zorro":
            page.gave.add(action.seat)
        case "pass_loading":
            page.passed.add(action.seat)
        case "load_goods" | "load_wood":
            page.loaded = action.seat
            page.round_over |= "ship_left" in happened
    if page.passed == set(range(len(step.before.options.players))):
        page.round_over = True
    _note_building(page, action, happened)


def _note_building(page: Page, action: Any, happened: dict[str, Any]) -> None:
    if "pawn_moved" in happened and action.kind == "visit_building":
        page.visited = action.building
        if action.decline:
            page.unused = action.building
    if "building_not_used" in happened:
        page.unused = _name(happened["building_not_used"]["building"])
    named = getattr(action, "building", None)
    claimed_or_declined = action.kind == "claim_building" or getattr(action, "decline", False)
    if named in GIVEN_AT_ONCE and not claimed_or_declined:
        page.used.add(named)
    if action.kind.startswith("use_") and action.kind != "use_own_building":
        page.used.add(action.kind.removeprefix("use_"))
    if action.kind == "use_casino":
        page.into = action.into


def _name(value: Any) -> str:
    assert isinstance(value, Term)
    return value.key.removeprefix("building.")
