"""Reports of Blue Moon City, and what a bare table says of them."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.games.blue_moon_city.components import COLOUR_AND_SECTIONS
from tests.games.blue_moon_city.test_payment import worth
from tests.games.blue_moon_city.test_truth import (
    asked,
    held,
    here,
    laid,
    needs,
    on_obelisk,
    players,
    price,
    required,
    walk,
)
from tests.games.readings import Changes
from tests.games.sentences import ReadReport

Bag = Counter[str]


WHERE = "tile|place"


@dataclass
class CityReport(ReadReport):
    """Report at a city; `running` has what seats have gained so far, as told."""

    def held_so_far(self, who: int, item: str) -> int:
        """Return how many of an item a seat has, as far as the lines of effects were read."""
        return held(self.state, who, item) + int(self.running["changes"][f"seat:{who}", item])


T = CityReport


def kind(noun: str) -> str:
    """Return the card of a noun: "card.red.2" is "red:2"."""
    return "card" if noun == "carta" else noun.removeprefix("card.").replace(".", ":")


def cards(bag: Bag | None) -> Bag:
    """Return the named cards by kind."""
    return Counter({kind(noun): n for noun, n in (bag or Counter()).items()})


def same(bag: Bag | None, meant: Any) -> bool:
    """Return whether these are the cards that are named."""
    return cards(bag) == Counter(meant)


def gets(who: int, item: str, n: int) -> Changes:
    return {(f"seat:{who}", item): n}


def builds(t: T, section: str, tile: str | None, bag: Bag | None = None, paid: bool = False) -> Any:
    there = t.me in t.seats
    if not there:
        return tile is None
    right = tile == here(t.state, t.action) and is_section(t, section)
    right = right and same(bag, t.action.cards)
    return right and (not paid or gets(t.me, "card", -(bag or Counter()).total()))


def values(t: T, tile: str) -> Any:
    printed = t.state.facts.tiles[tile].values
    return None if type(printed).__name__ == "Unknown" else printed


def is_section(t: T, text: str, index: int | None = None) -> bool:
    """Return whether a section named by value or by place is that one, and no other fits."""
    index = t.action.section if index is None else index
    tile = here(t.state, t.action)
    printed = values(t, tile) if tile in COLOUR_AND_SECTIONS else None
    if text.isdigit():
        fitting = [n for n, value in enumerate(printed or ()) if value == int(text)]
        return fitting == [index]
    value, _, nth = text.partition(" (")
    place = nth if value.isdigit() else value
    if int(place[0]) != index + 1:
        return False
    return not value.isdigit() or (printed or ())[index] == int(value)


def reached(t: T, **rules: bool) -> int:
    """Return what the cards are worth for the least that the section may ask for."""
    return worth(
        tuple(t.action.cards), asked(t.state, t.action, min(needs(t.state, t.action)), **rules)
    )


def cost(t: T) -> int:
    """Return the price of an offering, with the surcharge of a yellow card."""
    return (price(t.state) or 0) + {"none": 0, "yellow:1": 1, "yellow:2": 2}[t.action.card]


def offers(t: T, n: int | None) -> bool:
    return (n or 0) == cost(t)


def discards(t: T, bag: Bag | None) -> bool:
    return (bag or Counter())["carta"] == len(t.action.discards)


def paid(t: T, n: int | None, colour: str | None, need: int) -> bool:
    """Return whether the cards are worth so much, of that colour, for what is printed."""
    printed = values(t, here(t.state, t.action))
    t.running["colour"] = colour
    own = COLOUR_AND_SECTIONS[here(t.state, t.action)][0]
    right = own in ("any", colour) if colour else n is None
    return printed[t.action.section] == need and right and (n or 0) >= min(need, n or 0)


def paid_whatever(t: T, n: int, colour: str, need: int) -> bool:
    t.running["colour"] = colour
    return values(t, here(t.state, t.action)) is None and n >= need == 5


def uses(t: T, bag: Bag, fits: Any) -> bool:
    """Note that cards are used in some way; return whether all of them fit it."""
    named = cards(bag)
    t.running["uses"] = t.running.get("uses", Counter()) + named
    return all(fits(card) for card in named)


def of_colour(t: T, colour: str, bag: Bag, fits: Any) -> bool:
    return colour == t.running["colour"] and uses(t, bag, fits)


def master(t: T) -> int:
    """Return the seat with most stones on the building, the one furthest left if level."""
    stones = filled(t)
    most = max(stones.count(seat) for seat in stones)
    return next(seat for seat in stones if stones.count(seat) == most)


def filled(t: T) -> list[int]:
    stones = list(t.state.sections(here(t.state, t.action)))
    stones[t.action.section] = t.me
    return stones


def rewarded(t: T, n: Bag, who: int, of: str, tile: str | None = None) -> Any:
    """Return what a reward gives, if it is what is printed, for whoever it is for."""
    (noun, amount), what = next(iter(n.items())), {"cristal": "crystals", "escama": "scales"}
    item = {"cristal": "crystal", "escama": "scale"}.get(noun, "card")
    own = here(t.state, t.action)
    if of == "neighbour":
        tiles = [x for x in t.state.finished if walk(t.state, x, own) == 1]
        tiles = [tile] if tile in tiles else [] if tile else tiles
    else:
        tiles = [own]
    printed = {t.state.facts.printed[f"tile.{one}.{of}.{what.get(noun, 'cards')}"] for one in tiles}
    # Scales and cards may be handed out in two parts.
    right = amount in printed if item == "crystal" else amount <= max(printed, default=0)
    entitled = who == master(t) if of == "star" else who in filled(t)
    return right and entitled and gets(who, item, amount)


def aside(t: T, n: Bag, who: int, of: str, tile: str | None = None) -> Any:
    return {} if rewarded(t, n, who, of, tile) is not False else False


def aside_grows(t: T, who: int) -> int:
    """Return how many more cards of a seat wait aside after the report."""
    states = (t.after, t.state)
    now, before = (state.ledger.balance(f"aside:{who}", "card") for state in states)
    return int(now - before)


def scales(t: T, who: int) -> int:
    return t.held_so_far(who, "scale") + t.held_so_far(who, "scale_owed")


def scales_paid(t: T, who: int, mine: Bag, crystals: Bag) -> bool:
    counts = [scales(t, seat) for seat in t.seats]
    top = counts[who] == max(counts)
    due = 3 if not top or counts.count(max(counts)) > 1 else 6
    return mine["escama"] == counts[who] >= 3 and crystals["cristal"] == due


def scales_unpaid(t: T, who: int, mine: Bag | None) -> bool:
    return scales(t, who) == (mine or Counter())["escama"] < 3


def offered(t: T, who: int, paid: Bag, n: int, number: Bag) -> Any:
    has_stone = held(t.state, who, f"stone:{who}") > 0
    right = (
        who == t.me
        and paid["cristal"] == cost(t)
        and n == price(t.state)
        and number["ofrenda"] == on_obelisk(t.after, who)
    )
    stone = gets(who, f"stone:{who}", -1) if has_stone else {}
    return right and {**gets(who, "crystal", -paid["cristal"]), **stone}


def plays(t: T, who: int, bag: Bag) -> Any:
    return who == t.me and same(bag, laid(t.action)) and gets(who, "card", -bag.total())


def thrown(t: T, who: int, bag: Bag) -> Any:
    t.running["thrown"] = t.running.get("thrown", 0) + bag.total()
    return (
        who == t.me
        and t.running["thrown"] <= len(t.action.discards)
        and gets(who, "card", -bag.total())
    )


def shuffled(t: T, n: int) -> bool:
    there = sum(k for account, _, k in t.state.ledger.items() if account == "discard")
    return bool(there <= n <= there + len(laid(t.action)))


def winners(state: Any) -> set[int]:
    if state.result is not None:
        return set(state.result.winners)
    return {seat for seat in range(players(state)) if on_obelisk(state, seat) >= required(state)}


def best(t: T, w: tuple[int, ...], numbers: int, *shown: int) -> bool:
    held_ = {s: (on_obelisk(t.state, s), held(t.state, s, "crystal")) for s in t.seats}
    most = max(held_.values())
    level = [s for s in t.seats if held_[s][:numbers] == most[:numbers]]
    return sorted(w) == level and most[: len(shown)] == shown


def may_build(t: T, who: int, tile: str) -> bool:
    """Return whether a seat can build where its figure stands, if it has the cards."""
    return bool(
        t.state.figures[who] == tile
        and tile not in t.state.finished
        and t.state.turn.phase != "finale"
        and held(t.state, who, f"stone:{who}") > 0
    )


def may_offer(t: T, who: int, cost: Bag, yellow: bool) -> bool:
    """Return whether a seat can make an offering for so much, with a yellow card or without."""
    turn, read = t.state.turn, t.state.rulings
    any_number = turn.phase == "finale" and read["finale_offerings"] == "any_number"
    without = read["stalemate_additions_2007"] == "on" and read["offering_without_stones"] == "yes"
    return bool(
        t.state.figures[who] == "courtyard"
        and cost["cristal"] == price(t.state)
        and (held(t.state, who, f"stone:{who}") > 0 or without)
        and yellow == (turn.offerings > 0 and not any_number)
    )


def turn_of(t: T, who: int) -> bool:
    return bool(who == t.state.turn.seat)


def going(bag: Bag | None, first: Any) -> bool:
    """Return whether this is a move to the market with these cards."""
    return bool(first.kind == "move_figure" and first.to == "courtyard" and same(bag, first.cards))


def steps_of(t: T) -> int:
    turn = t.state.turn
    return int(max(0, 2 + turn.extra - turn.steps))


def changed(t: T, name: str) -> Any:
    """Return the new value of the one field that a remedy changes."""
    return t.differs[name] if list(t.differs) == [name] else None


def laid_of(t: T) -> str:
    """Return the field with the cards of a report."""
    return "discards" if t.action.kind == "finish_turn" else "cards"
