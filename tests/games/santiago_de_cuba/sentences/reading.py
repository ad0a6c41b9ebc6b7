"""Reports of Santiago de Cuba, and what a bare table says of them."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tests.games.readings import Changes
from tests.games.santiago_de_cuba.diary import PRODUCTS, Diary, Page
from tests.games.santiago_de_cuba.test_truth import (
    building_of,
    colours,
    demanded,
    dice,
    free_under,
    held,
    left,
    owner,
    paid,
    receiver,
    street,
    waited_for,
    walk,
)
from tests.games.sentences import ReadReport

GOODS = (*PRODUCTS, "wood")


@dataclass
class SantiagoReport(ReadReport):
    """Report with the diary before it."""

    diary: Diary = None  # type: ignore[assignment]
    idle: dict[str, Any] = None  # type: ignore[assignment]
    """State in which a building was last of no use, by building."""
    loaded: tuple[int, str] | None = None
    """Who loaded last, and what."""

    def page(self, who: int) -> Page | None:
        """Return the turn of a seat: this one or the one before."""
        return self.diary.of(self.state, who)

    def pages(self) -> list[Page]:
        """Return the last two turns in which the car was driven."""
        return [page for page in (self.diary.current, self.diary.before) if page]


T = SantiagoReport


Bag = Counter[str]


def item(noun: str) -> str:
    """Return the ledger item of a noun."""
    return noun.replace("good.", "good:")


def has(t: T, who: int, bag: Bag | None) -> bool:
    """Return whether a seat has exactly this of each thing named; without a bag, none."""
    return bag is None or all(
        t.state.ledger.balance(f"seat:{who}", item(noun)) == n for noun, n in bag.items()
    )


def thing(name: str) -> str:
    """Return the noun of a thing."""
    return f"good.{name}" if name in GOODS else name


def one(name: str, number: int = 1) -> Bag:
    """Return an amount of one thing."""
    return Counter({thing(name): number})


def number(t: T, fact: str) -> int:
    """Return a number of the rulebook."""
    return int(t.state.facts.numbers[fact])


def drove(t: T, who: int, stop: str) -> bool:
    """Return whether a seat drove to a stop, in this turn or the one before."""
    return any(page.driver == who and page.stop == stop for page in t.pages())


def fare(t: T, steps: int) -> int:
    """Return the cost of so many steps."""
    return max(0, steps - number(t, "street.free_steps")) * number(t, "street.step_cost")


def dear(t: T, stop: str, steps: Bag, cost: Bag, who: int, held: Bag | None) -> bool:
    way = steps["paso"]
    laps = t.action.laps * len(street(t.state))
    reported = stop == t.action.to and way in (walk(t.state, t.action), way_only(t))
    assert way == way_only(t) + laps or way == way_only(t)
    return (
        reported
        and who == t.me
        and cost == Counter(peso=fare(t, way))
        and has(t, who, held or Counter(peso=0))
        and (held or Counter(peso=0))["peso"] < cost["peso"]
    )


def way_only(t: T) -> int:
    """Return the steps to a stop without whole rounds."""
    stops = street(t.state)
    return int((stops.index(t.action.to) - stops.index(t.state.car)) % len(stops))


def exchange(t: T, given: Bag, gained: Bag, times: int | None = None) -> bool:
    """Return whether a report changes this for that; in the Casino, so many points."""
    a = t.action
    if a.kind == "use_casino":
        times = a.times if times is None else times
        money = Counter(peso=times * number(t, "casino.pesos"))
        bought = Counter(point=times)
        return (given, gained) == ((money, bought) if a.into == "points" else (bought, money))
    if a.kind == "use_black_market":
        return (given, gained) == (one(a.give), one(a.take))
    what = {"use_distillery": ("sugar", "rum"), "use_cigar_factory": ("tobacco", "cigars")}
    return (given, gained) == tuple(one(name, a.amount) for name in what[a.kind])


def casino_price(t: T, times: int) -> Bag:
    if t.action.into == "points":
        return Counter(peso=times * number(t, "casino.pesos"))
    return Counter(point=times)


def short_exchange(t: T, price: Bag, who: int, held: Bag | None, times: int) -> bool:
    price_is = price == casino_price(t, times)
    noun = next(iter(price))
    return price_is and who == t.me and has(t, who, held or Counter({noun: 0}))


def needs(t: T, needed: Bag, who: int, held: Bag | None) -> bool:
    """Return whether a report hands over so much, and its seat holds so much of it."""
    noun = next(iter(needed))
    amount = {"cigars": "cigars", "rum": "rum"}
    name = noun.removeprefix("good.")
    field = amount[name] if t.action.kind == "use_cafe" else "amount"
    good = name if t.action.kind == "use_cafe" else paid(t.action)
    asked = one(good, getattr(t.action, field))
    return needed == asked and who == t.me and has(t, who, held or Counter({noun: 0}))


def asks(t: T, step: str) -> bool:
    return bool(step == t.state.phase)


def known(t: T, citizen: str) -> bool:
    return isinstance(t.state.facts.flowers[citizen], str)


def reach(t: T) -> set[str]:
    """Return the free buildings under every possible colour of the citizen at the car."""
    return {b for c in colours(t.state, t.state.car) for b in free_under(t.state, c)}


def unknown_flower(t: T, citizen: str) -> bool:
    return bool(citizen == t.state.car and not known(t, citizen))


def some_all_taken(t: T) -> bool:
    return any(not free_under(t.state, c) for c in colours(t.state, t.state.car))


def rolled(t: T, demand: Bag) -> bool:
    said = {noun.removeprefix("die."): n for noun, n in demand.items()}
    # A die that nobody read is not told.
    return said == {good: shown for good, shown in dice(t.action).items() if shown is not None}


def why_not_asked(t: T, good: str, why: str) -> bool:
    demand = t.state.ship.demand
    now = "not_rolled" if demand is None else "covered" if good in demand else "aside"
    return good == t.action.good and why == now and not demanded(t.state, good)


def was_idle(t: T, building: str, why: str) -> bool:
    then = t.idle.get(building)
    if building != building_of(t.action) or then is None:
        return False
    demand = then.ship.demand
    gives = {"distillery": ["rum"], "cigar_factory": ["cigars"], "black_market": PRODUCTS}
    reasons = {
        "not_rolled": demand is None,
        "covered": demand is not None and not any(demand.values()),
        "supply": not any(left(then, good) for good in gives.get(building, GOODS)),
    }
    return bool(reasons[why])


def given_up(t: T, citizen: str | None, building: str | None) -> bool:
    due = t.state.agenda[-1]
    offers = t.state.car if due.code in ("good", "lawyer") else None
    return (citizen, building) == (offers, due.of("building"))


def flag(t: T, value: int) -> bool:
    """Return whether the marker goes to a neighbouring flag with this value, and remember it."""
    now, flags = t.running["flag"], t.state.facts.flags
    there = [f for f in (now - 1, now, now + 1) if 0 <= f < len(flags) and flags[f] == value]
    t.running["flag"] = there[0] if there else None
    return bool(there)


def die_shows(t: T, good: str, shows: int) -> bool:
    now, a = t.running["dice"][good], t.action
    lowered = {"use_customs": now, "use_office": 1}.get(a.kind, getattr(a, "amount", 0))
    t.running["dice"][good] = shows
    return bool(shows == max(0, now - lowered) and a.good == good)


def ship_leaves(t: T, n: int) -> bool:
    return bool(n == t.running["ship"])


def ship_comes(t: T, n: int, value: int) -> bool:
    t.running |= {"ship": t.running["ship"] + 1, "flag": 0, "dice": None}
    return bool(n == t.running["ship"] and value == t.state.facts.flags[0])


def dice_laid(t: T, demand: Bag | None) -> bool:
    t.running["dice"] = {good: n or 0 for good, n in dice(t.action).items()}
    said = demand or Counter()
    return said == Counter({thing(g): n for g, n in t.running["dice"].items() if n})


def converted(t: T, who: int, goods: Bag | None, points: Bag | None, rest: int | None) -> bool:
    n, each = stock(t.after, who), number(t, "end.goods_per_point")
    if goods is None or points is None:
        return n == 0
    return (goods["mercancia"], points["point"], rest or 0) == (n, n // each, n % each)


def stock(state: Any, who: int) -> int:
    return sum(held(state, who, good) for good in GOODS)


def short_of(t: T, who: int, short: Bag) -> bool:
    """Return whether the supply lacked so much of what a citizen or a building gives."""
    noun = next(iter(short))
    good = noun.removeprefix("good.")
    there = t.state.ledger.balance("supply", item(noun))
    giver = t.action.to if t.action.kind == "drive" else "pablo"
    return (
        who == t.me
        and short[noun] == number(t, f"citizen.{giver}") - there > 0
        and left(t.after, good) == 0
    )


def moved(sign: int, who: int, bag: Bag) -> Changes:
    return {(f"seat:{who}", item(noun)): sign * n for noun, n in bag.items()}


def gains(t: T, who: int, n: Bag, cause: str | None) -> Changes | bool:
    return caused(t, cause) and moved(1, who, n)


def pays(t: T, who: int, n: Bag, cause: str | None) -> Changes | bool:
    return caused(t, cause) and moved(-1, who, n)


def caused(t: T, cause: str | None) -> bool:
    """Return whether a citizen or a building is what the report uses."""
    a, pawn = t.action, t.after.pawns[t.action.seat]
    uses = {f"building.{building_of(a)}", f"stop.{t.after.car}"}
    uses |= {f"building.{getattr(a, 'building', pawn)}"}
    return cause is None or cause in uses


def gives(t: T, who: int, n: Bag, to: int) -> Changes | bool:
    if n != one(t.action.what, number(t, "zorro.tribute")) or to != receiver(t.state, t.diary):
        return False
    return {**moved(-1, who, n), **moved(1, to, n)}


def owner_paid(t: T, who: int, n: Bag, building: str | None) -> Changes | bool:
    there = t.after.pawns[t.state.turn.seat]
    paid_to = owner(t.after, there) == who != t.state.turn.seat and building in (None, there)
    return paid_to and n == Counter(point=number(t, "owner.points")) and moved(1, who, n)


def score(t: T, who: int) -> tuple[int, int, int]:
    goods = stock(t.state, who)
    worth, rest = divmod(goods, number(t, "end.goods_per_point"))
    left_over = goods if t.state.rulings["tie_goods"] == "before_conversion" else rest
    return held(t.state, who, "point") + worth, left_over, held(t.state, who, "peso")


def wins(t: T, w: tuple[int, ...], *shown: int) -> bool:
    """Return whether these seats are the best, and the first numbers of theirs are these."""
    best = max(score(t, who) for who in t.seats)
    return set(w) == {s for s in t.seats if score(t, s) == best} and best[: len(shown)] == shown


def drives_free(t: T, stop: str, cost: str) -> bool:
    steps = walk(t.state, t.action)
    told = {"gratis": 0}.get(cost, 0) if cost in ("gratis", "sin moverlo") else int(cost.split()[0])
    free = cost == ("gratis" if steps else "sin moverlo") if not fare(t, steps) else True
    return stop == t.action.to and told == fare(t, steps) and free


def nothing_to_do(t: T, building: str) -> bool:
    """Return whether a building serves nobody, on the table after the report."""
    demand = t.after.ship.demand
    gives = {"distillery": ["rum"], "cigar_factory": ["cigars"], "black_market": PRODUCTS}
    if building in ("office", "customs"):
        return demand is None or not any(demand.values())
    return building in gives and not any(left(t.after, good) for good in gives[building])


def due(t: T, phase: str, who: int) -> bool:
    """Return whether the table waits for that seat, and for that."""
    return asks(t, phase) and waited_for(t.state, t.diary) == {who}


def along(t: T) -> list[tuple[str, str]]:
    """Return every stop with the one after it."""
    stops = street(t.state)
    return [*pairwise(stops), (stops[-1], stops[0])]


def farthest(t: T, stop: str) -> bool:
    """Return whether no stop beyond this one can be paid for."""
    steps = (street(t.state).index(stop) - street(t.state).index(t.state.car)) % len(along(t))
    money = held(t.state, t.me, "peso")
    return fare(t, steps) <= money and (fare(t, steps + 1) > money or steps == len(along(t)) - 1)


def drives_first(t: T, stop: str, no: str | None) -> bool:
    """Return whether the act before is a drive to a stop, where something is declined or not."""
    first = t.first
    plain = not first.laps and first.decline == bool(no)
    return bool((first.kind, first.seat, first.to) == ("drive", t.me, stop) and plain)


def not_paid(t: T, who: int, building: str) -> bool:
    """Return whether the pawn of the turn is in a building of somebody else."""
    driver = t.state.turn.seat
    return bool(building == t.after.pawns[driver] and owner(t.after, building) == who != driver)


def stayed(t: T, building: str) -> bool:
    """Return whether the pawn of the turn was there before the turn, and has not left."""
    driver = t.state.turn.seat
    page = t.page(driver)
    moved = page is not None and page.driver == driver and page.visited is not None
    return t.state.pawns[driver] == building and not moved


def only_so_many(t: T, **named: Bag) -> bool:
    """Return whether the one field that changes has the amount that is named."""
    (bag,) = named.values()
    (noun, n), (value,) = next(iter(bag.items())), t.differs.values()
    name = next(iter(t.differs))
    return bool(value == n and (name == "amount" or f"good.{name}" == noun))


def ties(t: T, numbers: int) -> int:
    """Return how many are level with the best in the first numbers that count."""
    best = max(score(t, who) for who in t.seats)
    return sum(score(t, who)[:numbers] == best[:numbers] for who in t.seats)
