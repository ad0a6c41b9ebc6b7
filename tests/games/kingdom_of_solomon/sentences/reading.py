"""Reports of Kingdom of Solomon, and what a bare table says of them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.games.kingdom_of_solomon.test_truth import BONUS, GOODS, Told
from tests.games.readings import Changes
from tests.games.sentences import ReadReport

THING = "territory|action|building|bonus|temple|fortune|price"


SPACE = "territory|action|building|bonus"


OF = f"[ (<{THING}:cause>)]"


@dataclass
class SolomonReport(ReadReport):
    """Report, and the table that it is made at."""

    @property
    def table(self) -> Told:
        """Return the bare table with the report."""
        return Told(self.state, self.action)

    @property
    def then(self) -> Told:
        """Return the bare table after the report."""
        return Told(self.after, self.action)


T = SolomonReport


Bag = Counter[str]


def item(noun: str) -> str:
    """Return the ledger item of a noun."""
    return noun.replace("cube.", "cube:")


def cubes(goods: Any) -> Bag:
    """Return some cubes by noun."""
    return Counter({f"cube.{good}": n for good, n in Counter(goods).items() if n})


def same(bag: Bag | None, goods: Any) -> bool:
    """Return whether these are the cubes that are named; nothing is named of none."""
    return (bag or Counter()) == cubes(goods)


def held(t: T, who: int, noun: str) -> int:
    """Return how many of a thing a seat has."""
    return t.table.at(f"seat:{who}", item(noun))


def has(t: T, who: int, bag: Bag | None, noun: str) -> bool:
    """Return whether a seat has exactly this of one thing; none, where nothing is named."""
    return held(t, who, noun) == (bag or Counter())[noun]


def listed(named: tuple[str, ...] | None, meant: Any) -> bool:
    """Return whether exactly these things are named."""
    return sorted(named or ()) == sorted(meant)


def moved(sign: int, who: int, bag: Bag, *others: tuple[int, int]) -> Changes:
    return {
        (f"seat:{seat}", item(noun)): factor * n
        for noun, n in bag.items()
        for seat, factor in ((who, sign), *others)
    }


def named_by(t: T) -> set[str]:
    """Return the things that a report is about."""
    values = list(vars(t.action).values())
    many = [one for value in values if isinstance(value, tuple) for one in value]
    return {value for value in (*values, *many) if isinstance(value, str)}


def caused(t: T, cause: str | None) -> bool:
    """Return whether a cause is what the report is about, or what was left to the table."""
    left_to_the_table = t.state.agenda[-1].of("cause") if t.action.kind == "done_by_hand" else None
    return cause is None or cause in {*named_by(t), getattr(left_to_the_table, "key", None)}


def gains(t: T, who: int, n: Bag, cause: str | None = None, giver: int | None = None) -> Any:
    others = () if giver is None else ((giver, -1),)
    return caused(t, cause) and giver != who and moved(1, who, n, *others)


def pays(t: T, who: int, n: Bag, cause: str | None = None) -> Any:
    return caused(t, cause) and moved(-1, who, n)


_FIRST = "extra.first"


def effects_of(
    t: T,
    at: Any,
    give: Bag | None,
    take: Bag | None,
    victim: int | None,
    stolen: Bag | None,
    counted: Bag | None,
    first: str | None,
) -> bool:
    a = t.action
    return (
        # Whoever takes the first place twice has taken it.
        besides(counted, first) == Counter(a.extras) & Counter({**Counter(a.extras), _FIRST: 1})
        and listed(at, () if a.at is None else (a.at,))
        and same(give, a.give)
        and same(take, a.take)
        and victim == a.victim
        and (victim is None or same(stolen, a.stolen))
    )


def besides(counted: Bag | None, first: str | None) -> Bag:
    """Return what is named besides cubes."""
    some = counted or Counter()
    named = {"extra.point": some["point"], "extra.fortune": some["fortune"]}
    return +Counter({**named, "extra.first": int(first is not None)})


def points_unread(t: T, thing: str | None, *, paid: bool) -> bool:
    """Return whether the points of what is reported are unread, and are paid or received."""
    unread = t.table.printed(f"{thing}.points") is None
    built = t.action.card if t.action.kind == "build_card" else None
    unread = unread or (thing == built and t.table.printed(f"{thing}.palace") is None)
    return thing in named_by(t) and unread and paid == (t.action.kind == "buy")


def uses_space(t: T, space: str, cards: Any, **effects: Any) -> bool:
    return space == t.action.space and listed(cards, t.action.cards) and effects_of(t, **effects)


def builds(t: T, pay: Bag | None, cards: Any) -> bool:
    return same(pay, t.action.pay) and listed(cards, t.action.cards)


def pawns_of(t: T) -> Bag:
    """Return the pawns that a claim puts on a bonus space."""
    left = t.table.at(t.table.me, f"pawn:{t.me}")
    return Counter(pawn=left if t.state.rulings["bonus_needs"] == "all" else 1)


def supply_lacks(t: T, who: int, short: Bag) -> bool:
    t.running["short"] = t.running.get("short", Counter()) + short
    return who == t.me and all(
        n > 0 and not t.then.at("supply", item(noun)) for noun, n in short.items()
    )


def shuffled(t: T, cards: Bag) -> bool:
    laid = len(getattr(t.action, "cards", ())) + (t.action.kind == "play_fortune")
    return bool(cards["fortune"] == t.table.at("discard", "fortune") + laid)


def new_order(t: T, order: tuple[int, ...], later: bool) -> bool:
    now = t.state.rulings["order_change"] == "immediate"
    told = t.after.order if now and not later else t.after.next_order
    return bool(order == told != t.state.next_order and later != now)


def controls_priest(t: T, who: int) -> bool:
    pieces = (f"palace:{who}", f"pawn:{who}")
    tokens = [t.then.at(f"seat:{seat}", "tokens") for seat in t.seats]
    most = tokens[who] == max(tokens) and tokens.count(max(tokens)) == 1
    return most and any(t.then.at("priest", piece) for piece in pieces)


def built_on_map(table: Told, who: int) -> int:
    return sum(table.at(f"territory.t{n}", f"palace:{who}") for n in range(1, 17))


def is_last(t: T) -> bool:
    """Return whether one of the three ends of the rulebook has come."""
    after, rulings = t.then, t.state.rulings
    own = [built_on_map(after, who) for who in t.seats]
    pillars = after.at("temple.pillars", "temple_block")
    if rulings["fifth_building"] == "cards":
        bought = [f"building:c{n}" for n in range(1, 21)]
        put = [sum(after.at(f"seat:{who}", c) for c in bought) for who in t.seats]
    else:
        counts = rulings["priest_piece"] != "not_counted"
        put = [n + counts * after.at("priest", f"palace:{who}") for who, n in enumerate(own)]
    return (
        sum(own) >= t.state.facts["plots"]
        or max(put) >= 5
        or after.complete("temple.pillars", pillars)
    )


def pawn_put(t: T, who: int, n: Bag, to: str) -> Any:
    placed = to in (getattr(t.action, "space", None), getattr(t.action, "bonus", None))
    return placed and who == t.me and {(f"seat:{who}", f"pawn:{who}"): -n["pawn"]}


def pawn_for_priest(t: T, who: int, n: Bag) -> Any:
    there = t.then.at("priest", f"pawn:{who}") == n["pawn"]
    return there and {(f"seat:{who}", f"pawn:{who}"): -n["pawn"]}


def palace_put(t: T, n: Bag, to: str, who: int | None = None) -> Any:
    if to != t.action.site or n["palace"] != 1:
        return False
    return {} if who is None else {(f"seat:{who}", f"palace:{who}"): -1}


def due(t: T, phase: str, who: Any) -> bool:
    """Return whether the table waits for that, and for whom it says."""
    task = t.state.agenda[-1]
    one = (who,) if isinstance(who, int) else who
    awaited = task.seats if phase in ("trim", "reveal") else task.seats[:1]
    return bool(task.code == phase and set(awaited) == set(one))


def total(t: T, who: int) -> int:
    priest = any(t.table.at("priest", f"{piece}:{who}") for piece in ("palace", "pawn"))
    return int(held(t, who, "point") + t.state.facts["priest.points"] * priest)


def ends(t: T, w: tuple[int, ...], points: Bag, tied: bool) -> bool:
    totals = [total(t, who) for who in t.seats]
    best = {who for who in t.seats if totals[who] == max(totals)}
    return set(w) == best and points["point"] == max(totals) and (len(best) > 1) == tied


def unread_lines(t: T, thing: str) -> bool:
    return t.table.printed(f"{thing}.lines") is None


def collected(t: T) -> Bag | None:
    """Return what a report that collects everything ought to give; None of what is unread."""
    expected = Counter[str]()
    for space in t.action.spaces:
        if space in BONUS:
            expected += Counter(GOODS) if space == "bonus.tribute" else Counter()
            continue
        goods = t.table.yields(t.table.collected(space))
        if goods is None:
            return None
        expected += goods
    return cubes(expected)


def scored(t: T, who: int) -> int:
    """Return the points that a seat gains by the report."""
    return int(t.then.at(f"seat:{who}", "point") - t.table.at(f"seat:{who}", "point"))


def of_rivals(t: T, theirs: tuple[str, ...]) -> bool:
    """Return whether these are the territories of a region collected where others have pawns."""
    named = getattr(t.action, "spaces", None) or (t.action.territory,)
    spaces = [space for space in named if space.startswith("territory")]
    regions = [t.table.region(space, t.me) - {space} for space in spaces]
    held = [{x for x in region if t.table.who(x, "pawn") not in (None, t.me)} for region in regions]
    return bool(theirs) and set(theirs) in held
