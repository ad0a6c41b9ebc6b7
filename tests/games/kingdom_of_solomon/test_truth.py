"""Doubt list: what it says of each condition is true by the words of its name.

Each code has a predicate written from those words, on the bare state; it shares no code with the
rules. A line marked as met must be true, and one marked as failed false, in random positions under
random readings, of reports legal and illegal. A code without a predicate fails.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from companion.games.kingdom_of_solomon import GAME
from tests.games import truth
from tests.seeds import seeds

GOODS = ("gold", "copper", "stone", "timber", "food")


@dataclass(frozen=True)
class Told:
    """Report and the state it is made in."""

    state: Any
    action: Any

    def at(self, account: str, item: str) -> int:
        """Return the amount of an item in an account."""
        amount: int = self.state.ledger.balance(account.replace(".", ":"), item)
        return amount

    @property
    def me(self) -> str:
        return f"seat:{self.action.seat}"

    @property
    def seats(self) -> range:
        return range(len(self.state.options.players))

    def printed(self, fact: str) -> Any:
        """Return a typed value of the box; None where it is unknown."""
        value = self.state.printed[fact]
        return None if type(value).__name__ == "Unknown" else value

    def who(self, place: str, item: str) -> int | None:
        """Return the seat whose pawn or building is in a place."""
        return next((s for s in self.seats if self.at(place, f"{item}:{s}") > 0), None)

    def held(self, account: str) -> Counter[str]:
        """Return the cubes in an account."""
        return Counter({g: self.at(account, f"cube:{g}") for g in GOODS})

    def cards(self, card: str) -> int | None:
        """Return the seat that has a building card."""
        item = card.replace(".", ":")
        return next((s for s in self.seats if self.at(f"seat:{s}", item)), None)

    def on_offer(self, card: str) -> bool:
        return self.at("offer", card.replace(".", ":")) > 0

    # Map

    def border(self, one: str, other: str) -> str:
        first, second = sorted(int(t.removeprefix("territory.t")) for t in (one, other))
        return f"frontier.{first}x{second}"

    def roads(self) -> list[tuple[str, str]]:
        joined = []
        for account, item, n in self.state.ledger.items():
            if item == "road" and n > 0 and account.startswith("frontier:"):
                ends = account.partition(":")[2].split("x")
                joined.append((f"territory.t{ends[0]}", f"territory.t{ends[1]}"))
        return joined

    def region(self, territory: str, seat: int) -> set[str]:
        """Return every territory joined by roads of the seat that owns this one."""
        owner = self.who(territory, "palace")
        owner = seat if owner is None else owner

        def mine(one: str, other: str) -> bool:
            ends = {self.who(one, "palace"), self.who(other, "palace")}
            return owner in ends and ends <= {owner, None}

        reached, grown = {territory}, True
        while grown:
            more = {
                end
                for pair in self.roads()
                if mine(*pair) and reached & set(pair)
                for end in pair
                if end not in reached
            }
            grown, reached = bool(more), reached | more
        return reached

    def collected(self, territory: str) -> set[str]:
        territories = self.region(territory, self.action.seat)
        if self.state.rulings["rival_on_my_region"] == "not":
            others = {t for t in territories if self.who(t, "pawn") not in (None, self.action.seat)}
            territories -= others - {territory}
        return territories

    def yields(self, territories: set[str]) -> Counter[str] | None:
        total: Counter[str] = Counter()
        for territory in territories:
            printed_yields = self.printed(f"{territory}.yields")
            if printed_yields is None:
                return None
            total.update(printed_yields)
        return total

    def available(self, wanted: Counter[str]) -> Counter[str]:
        return wanted & self.held("supply")

    # Printed on a space or a card

    @property
    def thing(self) -> str:
        name: str = getattr(self.action, "space", None) or self.action.card
        return name

    def lines(self, verb: str, what: str | None = None) -> int:
        typed_lines = self.printed(f"{self.thing}.lines") or ()
        return sum(x.each for x in typed_lines if x.do == verb and what in (None, x.what))

    def cubes(self, verb: str) -> Counter[str]:
        """Return the goods that lines name."""
        return Counter({g: n for g in GOODS if (n := self.lines(verb, f"cube:{g}"))})

    def pays(self) -> bool:
        """Return whether the cubes laid are what the cards leave of the price, by trying."""
        worth = Counter[str]()
        for card in getattr(self.action, "cards", ()):
            worth += self.worth(card) or Counter()
        used = [Counter(some) for some in set(_some(tuple(worth.elements())))]
        paying = [some for some in used if self._is_price(Counter(self.action.give) + some)]
        most = max((u.total() for u in used if self._may_be_part(u)), default=0)
        return any(some.total() == most for some in paying)

    def _is_price(self, laid: Counter[str]) -> bool:
        fixed = self.cubes("pay")
        if fixed - laid:
            return False
        rest = laid - fixed
        plain, free = self.lines("pay", "cube:plain"), self.lines("pay", "cube:any")
        not_gold = sum(rest.values()) - rest["gold"]
        return sum(rest.values()) == plain + free and not_gold >= plain

    def _may_be_part(self, some: Counter[str]) -> bool:
        """Return whether some cubes are part of what the lines require."""
        rest, free = some - self.cubes("pay"), self.lines("pay", "cube:any")
        return rest.total() <= self.lines("pay", "cube:plain") + free and rest["gold"] <= free

    def gains(self) -> bool:
        again = self.printed(f"{self.action.at}.yields") if self.action.at else {}
        fixed = self.available(self.cubes("gain") + Counter(again))
        laid = Counter(self.action.take)
        if fixed - laid:
            return False
        left, rest = self.held("supply") - fixed, laid - fixed
        golds = left["gold"]
        plain = min(self.lines("gain", "cube:plain"), left.total() - golds)
        number = plain + min(self.lines("gain", "cube:any"), left.total() - plain)
        return rest.total() == number and rest.total() - rest["gold"] >= plain

    def stolen(self) -> bool:
        number, victim = self.lines("steal"), self.action.victim
        if victim is None or not number:
            return victim is None and not self.action.stolen and not number
        return len(self.action.stolen) == min(number, sum(self.held(f"seat:{victim}").values()))

    # Payments

    def worth(self, card: str) -> Counter[str] | None:
        lines = self.printed(f"{card}.lines")
        if lines is None or any(
            x.do != "gain" or x.what in ("cube:any", "cube:plain") for x in lines
        ):
            return None
        return Counter({g: sum(x.each for x in lines if x.what == f"cube:{g}") for g in GOODS})

    def cost(self) -> Counter[str]:
        kind = self.action.kind
        if kind == "build_road":
            return Counter(timber=2, food=1)
        name = self.action.card if kind == "build_card" else self.action.part
        return Counter(self.printed(f"{name}.cost"))

    def paid(self) -> bool:
        """Return whether cards cover what they can, and cubes exactly the rest."""
        left = self.cost()
        for card in self.action.cards:
            left -= self.worth(card) or Counter()
        return +left == Counter(self.action.pay)

    def block_alone(self) -> bool:
        """Return whether a block of the Temple costs and scores as it alone says."""
        part = getattr(self.action, "part", None)
        return part is not None and self.printed(f"{part}.uniform") == "no"

    def built(self, part: str) -> int:
        return self.at(part, "temple_block")

    def complete(self, part: str, laid: int) -> bool:
        """Return whether a part has all its blocks, as printed or as somebody has seen."""
        number: int | None = self.printed(f"{part}.in_all")
        if number is None:
            when, done = self.state.seen
            return bool(done and when == laid)
        return laid >= number

    def extras(self) -> Counter[str]:
        """Return what the lines of the thing give besides cubes."""
        place = self.state.order.index(self.action.seat) + 1
        first = {"extra.first": 1} if self.lines("first") else {}
        points = self.lines("points") + place * self.lines("place_points")
        some = Counter({"extra.point": points, "extra.fortune": self.lines("draw")})
        return +(some + Counter(first))

    def stood(self) -> set[str]:
        """Return the territories where the reporting seat's pawns count although resolved."""
        resolving = [task.seats[0] for task in self.state.agenda if task.code == "resolution"]
        counts = self.state.rulings["artisan_space"] == "stood"
        if not counts or resolving != [self.action.seat]:
            return set()
        return {territory for territory, seat in self.state.stood if seat == self.action.seat}

    def phase(self) -> str:
        phase: str = self.state.agenda[-1].code
        return phase

    def may_place(self) -> bool:
        """Return whether some space is open to the reporting seat."""
        seat = self.action.seat
        spaces = [f"territory.t{n}" for n in range(1, 17)]
        helped = self.state.priest == seat and not self.state.priest_used
        for space in spaces:
            owner = self.who(space, "palace")
            if self.who(space, "pawn") is None and (owner in (None, seat) or helped):
                return True
        names = ("fortune", "wisdom", "thief", "trader", "artisan")
        own = [f"building.c{n}" for n in range(1, 21) if self.cards(f"building.c{n}") == seat]
        bonuses = ["bonus.altar", "bonus.ark", "bonus.tribute"][: len(self.seats) - 1]
        free = [*(f"action.{name}" for name in names), *own, *bonuses]
        return any(self.who(space, "pawn") is None for space in free)


def _some(cubes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every part of some cubes, sorted."""
    for number in range(len(cubes) + 1):
        yield from (tuple(sorted(part)) for part in combinations(cubes, number))


PHASES = {
    "turn_up": "turn_up",
    "place_pawn": "place",
    "claim_bonus": "place",
    "keep_pawns": "place",
    "sell": "market",
    "buy": "market",
    "pass_market": "market",
    "build_card": "build",
    "build_road": "build",
    "build_temple": "build",
    "end_building": "build",
    "discard_fortune": "trim",
    "end_fortunes": "reveal",
}
"""Phase of each kind of report; the others belong to the resolution."""
_ACTIONS = tuple(f"action.{n}" for n in ("fortune", "wisdom", "thief", "trader", "artisan"))
BONUS = ("bonus.altar", "bonus.ark", "bonus.tribute")


def _whole(reading: Told, field: str, account: str) -> bool:
    return not Counter(getattr(reading.action, field)) - reading.held(account)


def _short_field(reading: Told) -> str:
    return "give" if hasattr(reading.action, "give") else "pay"


def _where(reading: Told) -> str:
    a = reading.action
    name: str = getattr(a, "territory", None) or getattr(a, "space", None) or a.bonus
    return name


def _good(reading: Told) -> str:
    good: str = reading.action.place.split(".")[1].split("-")[0]
    return good


def _ends(reading: Told) -> tuple[str, str]:
    return reading.action.one, reading.action.other


TRUE_OF: dict[str, Callable[[Told], bool]] = {
    "no_such_seat": lambda t: t.action.seat in t.seats,
    "match_over": lambda t: not t.state.over,
    "not_your_turn": lambda t: (
        t.action.seat in t.state.agenda[-1].seats
        if t.phase() in ("trim", "reveal")
        else t.action.seat == t.state.agenda[-1].seats[0]
    ),
    "other_step": lambda t: t.phase() == PHASES.get(t.action.kind, "resolution"),
    "fortune_not_sold": lambda t: t.state.rulings["sell_fortune_good"] == "yes",
    "other_goods": lambda t: bool((t.worth(t.action.card) or Counter())[_good(t)]),
    "no_cube_to_lay": lambda t: t.held("supply")[_good(t)] > 0,
    "other_reward": lambda t: t.printed(f"{t.action.part}.reward") == t.action.reward,
    "site_points_unknown": lambda t: t.printed(f"{t.action.site}.points") is not None,
    "deck_empty": lambda t: t.at("deck", "building") > 0,
    "card_seen": lambda t: t.cards(t.action.card) is None and not t.on_offer(t.action.card),
    "already_passed": lambda t: t.action.seat in t.state.due.seats,
    "already_claimed": lambda t: not any(t.at(b, f"pawn:{t.action.seat}") for b in BONUS),
    "no_pawns_left": lambda t: t.at(t.me, f"pawn:{t.action.seat}") > 0,
    "card_in_deck": lambda t: t.on_offer(t.thing) or t.cards(t.thing) is not None,
    "offered_card": lambda t: t.cards(t.thing) is not None,
    "card_of_another": lambda t: t.cards(t.thing) == t.action.seat,
    "space_has_pawn": lambda t: t.who(t.action.space, "pawn") is None,
    "rival_building": lambda t: t.who(t.action.space, "palace") in (None, t.action.seat),
    "priest_used": lambda t: not t.state.priest_used,
    "bonus_not_in_play": lambda t: t.action.bonus in BONUS[: len(t.seats) - 1],
    "bonus_taken": lambda t: t.who(t.action.bonus, "pawn") is None,
    "somewhere_to_go": lambda t: not (t.at(t.me, f"pawn:{t.action.seat}") and t.may_place()),
    "nothing_plain": lambda t: (
        any(t.at(b, f"pawn:{t.action.seat}") for b in BONUS[1:])
        or any(
            t.yields(t.collected(f"territory.t{n}")) is not None
            for n in range(1, 17)
            if t.at(f"territory.t{n}", f"pawn:{t.action.seat}")
        )
        or not any(
            item == f"pawn:{t.action.seat}" and amount and account != t.me and account != "priest"
            for account, item, amount in t.state.ledger.items()
        )
    ),
    "not_all_there": lambda t: all(t.at(s, f"pawn:{t.action.seat}") for s in t.action.spaces),
    "yield_unknown": lambda t: all(
        s in BONUS or t.yields(t.collected(s)) is not None for s in t.action.spaces
    ),
    "pawn_elsewhere": lambda t: t.at(_where(t), f"pawn:{t.action.seat}") > 0,
    "supply_short": lambda t: _whole(t, "take", "supply"),
    "wrong_harvest": lambda t: (
        (yields := t.yields(t.collected(t.action.territory))) is not None
        and t.available(yields) == Counter(t.action.take)
    ),
    "territory_is_harvested": lambda t: not t.action.space.startswith("territory"),
    "wrong_payment": lambda t: t.pays(),
    "nothing_to_repeat": lambda t: (
        t.printed(f"{t.thing}.lines") is None or (t.lines("again") > 0) == (t.action.at is not None)
    ),
    "no_pawn_to_repeat": lambda t: (
        t.at(t.action.at, f"pawn:{t.action.seat}") > 0 or t.action.at in t.stood()
    ),
    "no_other_pawn": lambda t: bool(
        t.stood() or any(t.at(f"territory.t{n}", f"pawn:{t.action.seat}") for n in range(1, 17))
    ),
    "gain_lost": lambda t: bool(t.cubes("gain")),
    "paid_for_less": lambda t: t.gains() and bool(t.action.give or t.action.cards),
    "wrong_gain": lambda t: t.gains(),
    "victim_absent": lambda t: t.action.victim in t.seats and t.action.victim != t.action.seat,
    "wrong_theft": lambda t: t.stolen(),
    "wrong_extras": lambda t: t.extras() == Counter(t.action.extras),
    "victim_has_none": lambda t: _whole(t, "stolen", f"seat:{t.action.victim}"),
    "goods_short": lambda t: _whole(t, _short_field(t), t.me),
    "nothing_to_skip": lambda t: any(
        t.at(account, f"pawn:{t.action.seat}")
        for account in (*_ACTIONS, *(f"building.c{n}" for n in range(1, 21)))
    ),
    "territory_gives": lambda t: not t.action.space.startswith("territory"),
    "no_fortune": lambda t: t.at(t.me, "fortune") > 0,
    "place_taken": lambda t: not any(t.held(t.action.place).values()),
    "none_to_sell": lambda t: t.held(t.me)[_good(t)] > 0,
    "price_unknown": lambda t: t.printed(f"{t.action.place}.points") is not None,
    "place_empty": lambda t: any(t.held(t.action.place).values()),
    "points_short": lambda t: t.at(t.me, "point") >= t.printed(f"{t.action.place}.points"),
    "second_card": lambda t: t.action.seat not in t.state.built,
    "not_on_offer": lambda t: t.on_offer(t.action.card),
    "site_taken": lambda t: t.who(t.action.site, "palace") is None,
    "no_site_there": lambda t: t.printed(f"{t.action.site}.plot") == "yes",
    "site_needed": lambda t: t.printed(f"{t.action.card}.palace") == "no",
    "no_building_card": lambda t: t.printed(f"{t.action.card}.palace") == "yes",
    "no_pieces": lambda t: (
        t.at(t.me, f"palace:{t.action.seat}") + t.at("priest", f"palace:{t.action.seat}") > 0
    ),
    "fortunes_short": lambda t: t.at(t.me, "fortune") >= len(t.action.cards),
    "card_without_goods": lambda t: all(t.worth(card) is not None for card in t.action.cards),
    "cost_unmet": lambda t: t.block_alone() or t.paid(),
    "needless_card": lambda t: (
        bool(t.action.cards) and (t.pays() if hasattr(t.action, "give") else t.paid())
    ),
    "card_points_unknown": lambda t: t.printed(f"{t.action.card}.points") is not None,
    "roads_gone": lambda t: t.at("supply", "road") > 0,
    "same_territory": lambda t: t.action.one != t.action.other,
    "road_exists": lambda t: not {_ends(t), _ends(t)[::-1]} & set(t.roads()),
    "not_adjacent": lambda t: t.printed(f"{t.border(*_ends(t))}.joined") == "yes",
    "no_own_end": lambda t: t.action.seat in {t.who(end, "palace") for end in _ends(t)},
    "rival_end": lambda t: {t.who(e, "palace") for e in _ends(t)} <= {None, t.action.seat},
    "empty_site_end": lambda t: all(
        t.who(e, "palace") is not None or t.printed(f"{e}.plot") == "no" for e in _ends(t)
    ),
    "part_before_open": lambda t: (
        t.action.part == "temple.foundation"
        or t.built(before := _before(t.action.part)) == t.printed(f"{before}.in_all")
    ),
    "part_complete": lambda t: not t.complete(t.action.part, t.built(t.action.part)),
    "wrong_completes": lambda t: (
        t.complete(t.action.part, t.built(t.action.part) + 1) == (t.action.completes == "yes")
    ),
    "tokens_gone": lambda t: t.at("supply", "tokens") > 0,
    "block_points_unknown": lambda t: (
        t.action.worth is not None or t.printed(f"{t.action.part}.points") is not None
    ),
    "fewer_held": lambda t: t.at(t.me, "fortune") >= t.action.amount,
    "keeps_too_many": lambda t: t.at(t.me, "fortune") - t.action.amount <= 3,
    "nothing_by_hand": lambda t: t.phase() == "by_hand",
}
"""Predicate by code: whether the name of the condition in `words.toml` is true."""


def _before(part: str) -> str:
    return {"temple.structure": "temple.foundation"}.get(part, "temple.structure")


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


def check(seed: int, limit: int) -> truth.Seen:
    """Check the doubt list of reports of one random match, line by line."""
    return truth.check(GAME, Told, TRUE_OF, seed, limit, remarks=True)


@pytest.mark.parametrize("seed", seeds(12))
def test_met_conditions_are_true_and_failed_ones_false(seed: int) -> None:
    assert check(seed, 120)


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_met_conditions_are_true_and_failed_ones_false_long_run() -> None:
    seen = sum((check(seed, 600) for seed in range(150)), truth.Seen())
    print(sum(seen.values()), dict(sorted(seen.items())))
    assert {code for code, _ in seen} == set(TRUE_OF)
