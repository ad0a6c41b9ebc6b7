"""Doubt list: what it says of each condition is true by the words of its name.

Each code has a predicate written from those words, on the bare state; it shares no code with the
rules. A line marked as met must be true, and one marked as failed false, in random positions under
random readings, of reports legal and illegal. A code without a predicate fails.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.kernel import legality
from companion.kernel.conditions import Verdict
from companion.rulebook.loader import load
from tests.games import random_play, truth
from tests.games.urban_sprawl import naive
from tests.seeds import seeds

PRICES = {
    **{f"rail.p{n}": n for n in range(1, 5)},
    **{f"rail.c{n}": n for n in range(1, 6)},
    "rail.planning": 5,
    "rail.town": 6,
    "rail.city": 5,
    "rail.metropolis": 4,
    "favor.one": 0,
    "favor.two": 0,
}
MIDDLE = {"normal": (16, 22), "long": (19, 28), "short": (10, 19)}
KEYS = {"town": "town.t1", "city": "city.c1", "metropolis": "metropolis.m1"}
CIRCLES = (*(f"top.{n}" for n in (1, 2, 3)), *(f"right.{n}" for n in range(1, 7)))
CIRCLE = dict(zip(CIRCLES, naive.CIRCLES, strict=True))
CHOICES = (
    "elect", "contractor", "media", "park", "drop_control", "remove", "place_marker",
    "which_marker", "move_marker", "may_pay", "which_building", "lose_or_pay", "which_block",
    "which_lots", "which_office", "which_row",
)  # fmt: skip
OFFICES = {f"office:{name}" for name in ("mayor", "attorney", "treasurer", "chief", "boss")}
CONTRACT_DECKS = ("town", "city", "metropolis")
GAME_FACTS = tuple(load("urban_sprawl").facts_by_id)


def lots_of(site: str) -> frozenset[naive.Lot]:
    """Return the lots of a place in the terms of the second computation."""
    return frozenset((int(row), int(column)) for _, row, column in _parts(site))


def _parts(site: str) -> Iterator[list[str]]:
    return (lot.split(".") for lot in site.split("+"))


def _block(lots: frozenset[naive.Lot]) -> str:
    row, column = min(lots)
    return f"block.{(row + 1) // 2}.{(column + 1) // 2}"


def _site(lots: frozenset[naive.Lot]) -> str:
    return "+".join(map(_name, sorted(lots)))


def _name(lot: naive.Lot) -> str:
    return f"lot.{lot[0]}.{lot[1]}"


@dataclass(frozen=True)
class Told:
    """Report and the state it is made in."""

    state: Any
    action: Any

    # Table

    def at(self, account: str, item: str) -> int:
        """Return the amount of an item in an account."""
        amount: int = self.state.ledger.balance(account, item)
        return amount

    @property
    def me(self) -> str:
        return f"seat:{self.action.seat}"

    @property
    def seats(self) -> range:
        return range(len(self.state.options.players))

    @property
    def phase(self) -> str:
        return str(self.state.agenda[-1].code)

    def about(self, name: str) -> Any:
        """Return a detail of the task that the table waits for."""
        return dict(self.state.agenda[-1].about).get(name)

    @property
    def awaited(self) -> tuple[int, ...]:
        task = self.state.agenda[-1]
        return tuple(task.seats[:1] if self.phase == "claim" else task.seats)

    @property
    def payer(self) -> int:
        """Return the seat that pays: the only awaited one, whoever says so."""
        return self.awaited[0] if len(self.awaited) == 1 else self.action.seat

    def due(self, *phases: str) -> bool:
        return self.phase in phases and self.action.seat in self.awaited

    def printed(self, fact: str) -> Any:
        """Return a typed value of the box; None where it is unknown."""
        value = self.state.printed[fact]
        return None if type(value).__name__ == "Unknown" else value

    def ruling(self, name: str) -> str:
        reading: str = self.state.rulings[name]
        return reading

    def who(self, item: str) -> int | None:
        """Return the seat that has an item."""
        return next((seat for seat in self.seats if self.at(f"seat:{seat}", item) > 0), None)

    # Cards

    def account(self, place: str) -> str:
        mine = {"favor.one": f"favor:{self.action.seat}", "favor.two": f"extra:{self.action.seat}"}
        return mine.get(place, place.replace(".", ":"))

    def lying(self, account: str) -> str:
        """Return the id of the card in an account; empty if there is none."""
        kinds = ("permit", "town", "city", "metropolis", "renewal")
        cards = (
            item.replace(":", ".")
            for where, item, n in self.state.ledger.items()
            if where == account and n > 0 and item.partition(":")[0] in kinds
        )
        return next(cards, "")

    @property
    def card(self) -> str:
        """Return the contract that is built."""
        return self.lying(self.account(self.action.place))

    def seen(self, card: str) -> bool:
        item = card.replace(".", ":")
        return any(held_item == item and n > 0 for _, held_item, n in self.state.ledger.items())

    def family(self, card: str) -> tuple[str, str]:
        """Return the deck of a card, and the item it counts as there."""
        kind = card.partition(".")[0]
        return ("deck:" + kind, kind) if kind in CONTRACT_DECKS else ("deck:planning", kind)

    def nth(self, deck: str) -> int:
        """Return the position in its deck of the next card."""
        return 37 - self.at(f"deck:{deck}", deck) + 1

    # City

    @property
    def city(self) -> naive.City:
        houses = tuple(
            naive.House(one.colour, lots_of("+".join(one.lots)), one.owner)
            for one in self.state.city.buildings.values()
        )
        markers = {CIRCLE[c]: m.partition(".")[2] for c, m in self.state.city.markers.items()}
        return naive.City(houses, markers)

    @property
    def lots(self) -> frozenset[naive.Lot]:
        return lots_of(self.action.lots)

    def gone(self) -> list[naive.House]:
        """Return the buildings on the site."""
        return [house for house in self.city.houses if house.lots & self.lots]

    def beside(self) -> list[naive.House]:
        """Return the buildings that touch the new one once those are gone."""
        new = naive.House("", self.lots, None)
        return [h for h in self.city.houses if not h.lots & self.lots and naive.touch(new, h)]

    def price(self) -> int:
        if self.action.kind == "claim_start":
            (lot,) = lots_of(self.action.building)
        else:
            _, row, column = self.action.block.split(".")
            lot = (2 * int(row), 2 * int(column))
        return self.city.value(lot)

    def kept(self, restriction: str) -> bool:
        water = any(row == 1 or column == 12 for row, column in self.lots)
        wilderness = any(row == 12 or column == 1 for row, column in self.lots)
        park = any(house.zone == "park" for house in self.beside())
        met = {"water": water, "wilderness": wilderness, "edge": water or wilderness}
        return {**met, "park": park}[restriction]

    # Choices

    def offered(self) -> set[str]:
        answers = self._offered()
        return answers or {"no"}

    def _offered(self) -> set[str]:
        buildings, markers = self.state.city.buildings, self.state.city.markers
        circles = set(CIRCLES) - set(markers)
        match self.phase:
            case "elect" | "contractor" | "media":
                return {f"seat.{seat}" for seat in self.about("among")}
            case "park":
                taken = {lot for house in self.city.houses for lot in house.lots}
                lots = {(row, column) for row in range(1, 13) for column in range(1, 13)}
                return {_name(lot) for lot in lots - taken}
            case "drop_control" | "remove":
                meant = self._meant(f"filter:{self.about('colour')}")
                return {
                    n for n in meant if self.phase == "remove" or buildings[n].owner is not None
                }
            case "place_marker":
                return set() if self.about("marker") in markers.values() else circles
            case "which_marker":
                kind = {"any": "wp", "wealth": "w", "prestige": "p"}[self.about("kind")]
                there = {m for m in markers.values() if m.partition(".")[2][0] in kind}
                return there if circles else set()
            case "move_marker":
                return circles
            case "which_building":
                buildings_meant = self._meant(self.about("filter"))
                moved = self.about("then") == "move"
                return {
                    n for n in buildings_meant if not moved or self._free(len(buildings[n].lots), n)
                }
            case "lose_or_pay" if self.action.seat not in self.state.agenda[-1].seats:
                return set()
            case "lose_or_pay":
                only = self.about("building")
                meant = self._meant(self.about("filter")) if only is None else {only}
                own = {
                    n for n in meant if n in buildings and buildings[n].owner == self.action.seat
                }
                return own | {"ransom"} if own else set()
            case "which_block":
                return {_block(lots) for lots in self._free(*self._laid())}
            case "which_lots":
                block = self.about("block")
                return {_site(lots) for lots in self._free(*self._laid()) if _block(lots) == block}
            case "which_row":
                return {"gridline.crosswise", "gridline.lengthwise"}
            case "which_office":
                return {o.replace(":", ".") for o in OFFICES if self.at("pending", o) == 0}
        return {"yes", "no"}

    def _laid(self) -> tuple[int, str]:
        return self.about("size"), self.about("building") or ""

    def _meant(self, what: str) -> set[str]:
        """Return the buildings of a filter: zone, size, edge, or those worth most or least."""
        words = what.partition(":")[2].split("_")
        size = int(words[-1][-1]) if words[-1][-1].isdigit() else None
        named = words[-1].rstrip("1234")
        city, worth_by_name = self.city, {}
        for name, one in self.state.city.buildings.items():
            house = naive.House(one.colour, lots_of("+".join(one.lots)), one.owner)
            water = any(row == 1 or column == 12 for row, column in house.lots)
            wild = any(row == 12 or column == 1 for row, column in house.lots)
            if named in naive.ZONES and house.zone != named:
                continue
            if size is not None and len(house.lots) != size:
                continue
            if (words[0] == "water" and not water) or (words[0] == "wilderness" and not wild):
                continue
            worth_by_name[name] = city.worth(house)
        if words[0] == "dearest":
            return {
                name
                for name, worth in worth_by_name.items()
                if worth == max(worth_by_name.values())
            }
        if words[0] == "poorest":
            return {
                name
                for name, worth in worth_by_name.items()
                if worth == min(worth_by_name.values())
            }
        return set(worth_by_name)

    def _free(self, size: int, moved: str = "") -> list[frozenset[naive.Lot]]:
        """Return the free footprints of so many lots, except where the building stands."""
        houses = self.state.city.buildings
        own = lots_of("+".join(houses[moved].lots)) if moved else frozenset()
        taken = {lot for house in self.city.houses for lot in house.lots} - own
        footprints = []
        for row, column in product(range(1, 13, 2), range(1, 13, 2)):
            four = [(row + down, column + right) for down in (0, 1) for right in (0, 1)]
            for lots in map(frozenset, combinations(four, size)):
                ((a, b), *_), (c, d) = sorted(lots), sorted(lots)[-1]
                straight = size != 2 or a == c or b == d
                if straight and lots != own and not lots & taken:
                    footprints.append(lots)
        return footprints


TURN_ACTS = ("invest", "take_card", "take_favor", "discard_favor", "build", "end_turn")


def _favors(reading: Told) -> bool:
    places = ["favor", "extra"] if reading.at(reading.me, "extra_favor") > 0 else ["favor"]
    return any(not reading.lying(f"{place}:{reading.action.seat}") for place in places)


def _known_size(reading: Told, permits: tuple[str, ...]) -> int:
    return sum(reading.printed(f"{permit}.size") or 0 for permit in permits)


def _all_needed(reading: Told) -> bool:
    laid, size = reading.action.pay, len(reading.lots)
    known = all(reading.printed(f"{permit}.size") is not None for permit in laid)
    return known and all(
        _known_size(reading, tuple(other for other in laid if other != one)) < size for one in laid
    )


def _of_kind(reading: Told) -> bool:
    kind, deck = reading.action.card.partition(".")[0], reading.action.card.partition(".")[0]
    if deck in CONTRACT_DECKS:
        said = "event" if reading.action.as_event else "contract"
        return bool(reading.printed(f"{reading.action.card}.kind") == said)
    return bool(reading.action.as_event == (kind == "event"))


def _ballot(reading: Told) -> bool:
    if not reading.action.card.startswith("permit"):
        return not reading.action.ballot
    return bool(
        reading.printed(f"{reading.action.card}.ballot")
        == ("yes" if reading.action.ballot else "no")
    )


def _payout(reading: Told) -> bool:
    if reading.action.as_event or reading.action.card.startswith("event"):
        return bool(reading.action.pays == 0)
    return bool(reading.printed(f"{reading.action.card}.payout") == reading.action.pays)


def _places(reading: Told) -> tuple[Any, ...]:
    """Return the places read of a line: between two players the last two are never paid."""
    a = reading.action
    four = (a.first, a.second, a.third, a.fourth)
    return four[:2] if len(reading.seats) == 2 else four


def places_read(reading: Told) -> tuple[int, ...]:
    """Return the places up to the first that was left out."""
    read = _places(reading)
    return read[: read.index(None)] if None in read else read


def paid_without(reading: Told) -> dict[tuple[int, str], int]:
    """Return what seats and kinds lack for what was paid, once a row left for later is read."""
    row, line = reading.about("row"), [*places_read(reading), 0, 0, 0, 0]
    of_row = [one for one in reading.state.left if one.row == row]
    other = {
        (seat, one.kind)
        for one in reading.state.left
        if one.row != row and not one.final
        for seat, *_ in one.claims
    }
    held = {
        (seat, one.kind): reading.at(f"seat:{seat}", one.kind)
        for one in of_row
        for seat, *_ in one.claims
    }
    for one in of_row:
        for seat, at, many in one.claims:
            held[seat, one.kind] += sum(line[at : at + many]) // many
    floor = reading.ruling("prestige_floor") != "below"
    return {
        who: -amount
        for who, amount in held.items()
        if amount < 0 and who not in other and (floor or who[1] == "wealth")
    }


def reads_all_places(reading: Told) -> bool:
    """Return whether there is a number for each seat that has a place in the row."""
    ruled = reading.ruling("no_building_in_row") == "next_place"
    ones = naive.payout(
        reading.city, reading.about("row").partition(".")[2], [12] * 4, len(reading.seats), ruled
    )
    now = 0 if reading.about("owed") else sum(map(bool, ones))
    row = reading.about("row")
    left = (at + many for one in reading.state.left if one.row == row for _, at, many in one.claims)
    needed: int = max((now, *left))
    return len(places_read(reading)) >= needed


def _waits_for_line(reading: Told) -> bool:
    """Return whether the line of the report is the one that is due."""
    return bool(reading.phase == "line" and reading.about("row") == reading.action.row)


def _some_unread(reading: Told) -> bool:
    """Return whether nothing is printed, as far as is known, on some unseen card of the deck."""
    deck = str(reading.about("deck"))
    kind = "permit" if deck == "planning" else deck
    cards = {fact.rpartition(".")[0] for fact in GAME_FACTS if fact.startswith(f"{kind}.")}
    return any(
        not reading.seen(card)
        and all(
            reading.printed(fact) is None
            for fact in GAME_FACTS
            if fact.startswith(f"{card}.") and (kind != "permit" or not fact.endswith(".name"))
        )
        for card in cards
    )


def _line(reading: Told) -> bool:
    read = places_read(reading)
    printed = reading.printed(f"{reading.about('row')}.line")
    return bool(printed is not None and tuple(printed)[: len(read)] == read)


def _holds_rival(reading: Told) -> bool:
    if reading.action.source == "supply":
        return False
    seat = int(reading.action.source.partition(".")[2])
    held = reading.at(f"seat:{seat}", reading.action.vocation.replace(".", ":"))
    return seat in reading.seats and seat != reading.action.seat and held > 0


def _in_supply(reading: Told) -> int:
    return reading.at("supply", reading.action.vocation.replace(".", ":"))


def _cashed(reading: Told) -> int:
    if reading.phase != "cash":
        return 0
    return max(0, reading.at(reading.me, reading.about("vocation").replace(".", ":")))


def _owed(reading: Told) -> int:
    owed: int = reading.about("owed")[reading.action.seat] if reading.due("tribute") else 0
    return owed


TRUE_OF: dict[str, Callable[[Told], bool]] = {
    "no_such_seat": lambda t: t.action.seat in t.seats,
    "match_over": lambda t: not t.state.over,
    "not_your_turn": lambda t: t.action.seat in t.awaited,
    "other_step": lambda t: t.phase == ("act" if t.action.kind in TURN_ACTS else "claim"),
    "place_empty": lambda t: t.card != "",
    "points_short": lambda t: (
        (t.state.turn.points if t.action.seat == t.state.turn.seat else 0) >= PRICES[t.action.place]
    ),
    "wealth_short": lambda t: t.at(t.me, "wealth") >= t.price(),
    "setup_over": lambda t: any(task.code == "claim" for task in t.state.agenda),
    "start_taken": lambda t: (
        (one := t.state.city.buildings.get(t.action.building)) is not None and one.owner is None
    ),
    "nothing_to_show": lambda t: t.phase == "show",
    "wrong_deck": lambda t: t.family(t.action.card)[0] == f"deck:{t.about('deck')}",
    "card_seen": lambda t: not t.seen(t.action.card),
    "not_in_deck": lambda t: t.at(*t.family(t.action.card)) > 0,
    "event_too_early": lambda t: (
        sum(t.at("deck:planning", kind) for kind in ("permit", "event", "renewal")) <= 28
    ),
    "key_card_out_of_place": lambda t: (
        (middle := MIDDLE[t.state.options.length])[0]
        <= t.nth(t.action.card.partition(".")[0])
        <= middle[1]
    ),
    "key_card_overdue": lambda t: (
        t.nth(deck := t.action.card.partition(".")[0]) < MIDDLE[t.state.options.length][1]
        or t.seen(KEYS[deck])
    ),
    "other_kind_of_card": _of_kind,
    "other_ballot": _ballot,
    "other_payout": _payout,
    "no_line_to_read": lambda t: t.phase == "line",
    "one_by_one": lambda t: t.state.turns == 0,
    "first_cards_pay": lambda t: t.ruling("setup_cards") == "silent",
    "all_read": _some_unread,
    "place_left_out": reads_all_places,
    "paid_without_it": lambda t: not paid_without(t),
    "not_descending": lambda t: places_read(t) == tuple(sorted(places_read(t), reverse=True)),
    "other_line": _line,
    "no_line_to_leave": lambda t: (
        _waits_for_line(t) or t.printed(f"{t.action.row}.line") is not None
    ),
    "line_needed": lambda t: (
        not (_waits_for_line(t) and (t.about("owed") or t.action.row in t.state.told))
    ),
    "already_spent": lambda t: not t.state.turn.spent,
    "not_your_permit": lambda t: t.at(t.me, t.action.permit.replace(".", ":")) > 0,
    "other_value": lambda t: t.printed(f"{t.action.permit}.payout") == t.action.value,
    "favor_full": _favors,
    "favor_kept": lambda _t: False,
    "not_a_permit": lambda t: t.action.permit != "renewal",
    "favor_just_taken": lambda t: t.card not in t.state.turn.favors,
    "no_points_for_favor": lambda t: t.state.turn.points > 0,
    "other_zone": lambda t: t.printed(f"{t.card}.zone") == t.action.zone,
    "crosses_street": lambda t: t.action.lots != "both_sides",
    "other_block": lambda t: all(
        f"block.{(row + 1) // 2}.{(column + 1) // 2}" == t.action.block for row, column in t.lots
    ),
    "wrong_size": lambda t: t.printed(f"{t.card}.size") == len(t.lots),
    "no_renewal": lambda t: (
        t.who("office:contractor") == t.action.seat or t.at(t.me, "renewal") > 0
    ),
    "larger_than_new": lambda t: all(len(house.lots) <= len(t.lots) for house in t.gone()),
    "lot_left_over": lambda t: all(house.lots <= t.lots for house in t.gone()),
    "contractor_safe": lambda t: all(
        house.owner is None or house.owner != t.who("office:contractor") for house in t.gone()
    ),
    "own_or_park": lambda t: (
        not any(house.owner == t.action.seat or house.zone == "park" for house in t.gone())
    ),
    "zoning": lambda t: (
        not (zones := {house.zone for house in t.beside()} - {"park"}) or t.action.zone in zones
    ),
    "restriction": lambda t: t.kept(t.printed(f"{t.card}.restriction")),
    "not_your_permits": lambda t: all(
        t.at(t.me, permit.replace(".", ":")) > 0 for permit in t.action.pay
    ),
    "wrong_zone": lambda t: all(
        t.action.zone in (t.printed(f"{permit}.zones") or "").split("-") for permit in t.action.pay
    ),
    "permits_short": lambda t: _known_size(t, t.action.pay) >= len(t.lots),
    "superfluous": lambda _t: True,
    "nothing_to_take": lambda t: t.phase == "vocation",
    "not_on_card": lambda t: (
        (t.about("vocation"), t.about("number")) == (t.action.vocation, t.action.number)
    ),
    "none_in_supply": lambda t: _in_supply(t) > 0,
    "none_held": _holds_rival,
    "supply_left": lambda t: (
        (_in_supply(t) > 0) == (t.ruling("vocation_from_rival") == "if_some_left")
    ),
    "nothing_to_leave": lambda t: t.phase == "vocation",
    "must_take": lambda t: t.ruling("vocation_from_rival_must") == "may",
    "nothing_to_cash": lambda t: t.phase == "cash",
    "more_than_held": lambda t: t.action.prestige <= _cashed(t),
    "nothing_to_pay": lambda t: t.phase == "tribute",
    "more_than_owed": lambda t: t.action.prestige <= _owed(t),
    "nothing_to_choose": lambda t: t.phase in CHOICES,
    "not_offered": lambda t: t.action.answer in t.offered(),
    "cannot_pay_in_full": lambda t: t.at(f"seat:{t.payer}", t.about("what")) >= t.about("amount"),
    "nothing_to_carry_out": lambda t: t.phase == "effect",
    "nothing_by_hand": lambda t: t.phase == "by_hand",
}
"""Predicate by code: whether the name of the condition in `words.toml` is true."""


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


REMARKED: dict[str, Callable[[Told], bool]] = {"superfluous": lambda t: not _all_needed(t)}
"""Predicate by code: whether the remark beside the name is true, and untrue without it."""


def check_remarks(seed: int, limit: int) -> Counter[str]:
    """Check the remarks of the doubt list of builds in one random match, told or not."""
    seen: Counter[str] = Counter()
    for step in random_play.play(GAME, Random(seed), limit):
        for action in _with_more(step.before, step.action):
            for line in legality.explain(GAME, step.before, action):
                remarked = line.verdict is Verdict.REMARK
                if remarked or (line.code in REMARKED and line.verdict is Verdict.HOLDS):
                    told = Told(step.before, action)
                    assert TRUE_OF[line.code](told)
                    assert REMARKED[line.code](told) == remarked, (line, action)
                    seen[str(line.verdict)] += 1
    return seen


def _with_more(state: Any, action: Any) -> Iterator[Any]:
    """Yield a report, and a building also with each other permit in hand."""
    yield action
    for permit in state.permits(action.seat) if action.kind == "build" else ():
        yield action.model_copy(update={"pay": tuple({*action.pay, permit})})


@pytest.mark.parametrize("seed", seeds(2))
def test_remarks_are_true_beside_a_true_name(seed: int) -> None:
    check_remarks(seed, 150)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_remarks_are_true_beside_a_true_name_long_run() -> None:
    seen = sum((check_remarks(seed, 700) for seed in range(100)), Counter[str]())
    print(dict(seen))
    assert set(seen) == {"holds", "remark"}


def check(seed: int, limit: int) -> truth.Seen:
    """Check the doubt list of reports of one random match, line by line."""
    return truth.check(GAME, Told, TRUE_OF, seed, limit)


@pytest.mark.parametrize("seed", seeds(8))
def test_met_conditions_are_true_and_failed_ones_false(seed: int) -> None:
    assert check(seed, 110)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_met_conditions_are_true_and_failed_ones_false_long_run() -> None:
    seen = sum((check(seed, 700) for seed in range(150)), truth.Seen())
    print(sum(seen.values()), dict(sorted(seen.items())))
    assert {code for code, _ in seen} == set(TRUE_OF)
