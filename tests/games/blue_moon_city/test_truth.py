"""Doubt list: what it says of each condition is true by the words of its name.

Each code has a predicate written from those words, on the bare state; it shares no code with the
rules. A line marked as met must be true, and one marked as failed false, in random positions under
random readings, of reports legal and illegal. A code without a predicate fails.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.blue_moon_city.components import CARD_KINDS, CELLS, COLOUR_AND_SECTIONS
from companion.games.blue_moon_city.payment import Terms
from companion.kernel import legality
from companion.kernel.box.facts import Unknown
from companion.kernel.conditions import Checked, Verdict
from companion.kernel.models import Action
from companion.kernel.refusal import Failure
from companion.kernel.values import Term
from tests.games.blue_moon_city.sample import GAME_ID
from tests.games.blue_moon_city.test_payment import terms, worth
from tests.games.random_play import any_action, play, slip
from tests.seeds import seeds

GAME = GAMES[GAME_ID]
Cards = tuple[str, ...]
Predicate = Callable[[Any, Any], bool]
"""Predicate: whether the name of a condition is true of `(state, action)`."""


# Reading the table without the rules


def at(state: Any, tile: str) -> tuple[int, int]:
    return CELLS[state.options.layout.index(tile)]


def walk(state: Any, start: str, end: str) -> int:
    (r, c), (s, d) = at(state, start), at(state, end)
    return abs(r - s) + abs(c - d)


def here(state: Any, action: Any) -> str:
    tile: str = state.figures[action.seat]
    return tile


def done(state: Any, action: Any, part: str) -> int:
    """Return what the seat did in its own turn so far; 0 out of turn."""
    amount: int = getattr(state.turn, part) if state.turn.seat == action.seat else 0
    return amount


def laid(action: Any) -> Cards:
    """Return the cards of any report."""
    if action.kind in ("move_figure", "place_stone"):
        return tuple(action.cards)
    if action.kind == "finish_turn":
        return tuple(action.discards)
    card = getattr(action, "card", "none")
    return () if card == "none" else (card,)


def held(state: Any, seat: int, item: str) -> int:
    amount: int = state.ledger.balance(f"seat:{seat}", item)
    return amount


def on_obelisk(state: Any, seat: int) -> int:
    amount: int = state.ledger.balance("obelisk", f"stone:{seat}")
    return amount


def players(state: Any) -> int:
    return len(state.options.players)


def required(state: Any) -> int:
    return {2: 6, 3: 5, 4: 4}[players(state)]


def price(state: Any) -> int | None:
    spaces = [7] * 4 + [8] * 2 + [9] * 2 + [10] * 2 + [11] * 2 + [12]
    if players(state) == 2:
        spaces = spaces[2:]
    filled = sum(on_obelisk(state, seat) for seat in range(players(state)))
    return spaces[filled] if filled < len(spaces) else None


def can_finish(state: Any, seat: int) -> bool:
    """Return whether a seat can still pay all the offerings that it lacks."""
    spaces = [7] * 4 + [8] * 2 + [9] * 2 + [10] * 2 + [11] * 2 + [12]
    free = spaces[2 if players(state) == 2 else 0 :]
    filled = sum(on_obelisk(state, other) for other in range(players(state)))
    lacking = required(state) - on_obelisk(state, seat)
    wanted = free[filled : filled + lacking]
    return len(wanted) == lacking and sum(wanted) <= held(state, seat, "crystal")


def left_to_walk(state: Any, action: Any) -> int:
    more: int = 2 * action.cards.count("grey:2")
    return max(0, 2 + done(state, action, "extra") + more - done(state, action, "steps"))


def walked(state: Any, action: Any) -> int:
    """Return the steps of a move; of a flight that may not end on the market, the one beside it."""
    if "grey:1" in action.cards:
        return 1 if action.to == "courtyard" else 0
    return walk(state, here(state, action), action.to)


def no_more_than(state: Any, action: Any, most: Callable[[str], int], group: str) -> bool:
    shown = [card for card in laid(action) if card != "card"]
    for card in shown:
        of = card if group == "kind" else card.split(":")[0]
        kinds = [k for k in CARD_KINDS if k.startswith(of)]
        seen = sum(state.ledger.balance("discard", f"card:{kind}") for kind in kinds)
        if seen + sum(c.startswith(of) for c in shown) > sum(most(kind) for kind in kinds):
            return False
    return bool(shown)


# Payments by brute force


def needs(state: Any, action: Any) -> tuple[int, ...]:
    """Return the values that the section may ask for."""
    printed = state.facts.tiles[here(state, action)].values
    return (2, 3, 4, 5) if isinstance(printed, Unknown) else (printed[action.section],)


def asked(state: Any, action: Any, need: int, **rules: bool) -> Terms:
    read = state.rulings
    readings = {
        "brown_on_brown": read["brown_pair_on_brown_section"] == "yes",
        "several_pairs": read["several_brown_pairs_in_one_section"] == "yes",
        "combined": read["substitutions_combined"] == "yes",
        "palace_wilds": read["palace_takes_wilds_and_white_brown_green"] == "yes",
    }
    colour = COLOUR_AND_SECTIONS[here(state, action)][0]
    return terms(colour, need, **{**readings, **rules})


_worth = cache(worth)


def pays(state: Any, action: Any, cards: Cards | None = None, **rules: bool) -> bool:
    """Return whether the cards pay, whatever the section may ask for."""
    paid = tuple(action.cards) if cards is None else cards
    asks = (asked(state, action, need, **rules) for need in needs(state, action))
    return all(_worth(paid, one) >= one.need for one in asks)


def never_pays(state: Any, action: Any, cards: Cards) -> bool:
    asks = (asked(state, action, need) for need in needs(state, action))
    return all(_worth(cards, one) < one.need for one in asks)


@cache
def all_count(cards: Cards, one: Terms) -> bool:
    """Return whether all cards can count at once."""
    return any(gained[1] for gained in amounts(cards, one))


@cache
def amounts(cards: Cards, one: Terms) -> frozenset[tuple[int, bool]]:
    """Return every amount the cards can be counted as, each with whether all of them count."""
    colours = {c.split(":")[0] for c in CARD_KINDS} if one.colour == "any" else {one.colour}
    if one.colour == "any" and not one.palace_wilds:
        counted = set()
        for colour in colours - {"white", "brown", "green"}:
            own = [c for c in cards if c.startswith(colour)]
            counted.add((sum(int(c[-1]) for c in own), len(own) == len(cards)))
        return frozenset(counted)
    return frozenset(a for colour in colours for a in _amounts(cards, colour, one, frozenset()))


def _amounts(
    left: Cards, colour: str, one: Terms, ways: frozenset[str]
) -> Iterator[tuple[int, bool]]:
    if not one.combined and len(ways) > 1:
        return
    if not left:
        yield 0, True
        return
    for amount, _ in _amounts(left[1:], colour, one, ways):
        yield amount, False
    for gain, rest, way in _one_way(left, colour, one, ways):
        for amount, every in _amounts(rest, colour, one, ways | way):
            yield gain + amount, every


def _one_way(
    left: Cards, colour: str, one: Terms, ways: frozenset[str]
) -> Iterator[tuple[int, Cards, frozenset[str]]]:
    """Yield what the first card gains, alone or with others, the rest, and the function used."""
    first = left[0]
    if first.startswith(colour):
        yield int(first[-1]), left[1:], frozenset()
    if first == "green:1" and colour != "green":
        yield 1, left[1:], frozenset({"green"})
    for other in set(left[1:]):
        pair = {first, other} <= {"brown:1", "brown:2"}
        again = "pair" in ways and not one.several_pairs
        if pair and not again and (colour != "brown" or one.brown_on_brown):
            yield 3, less(left, (first, other)), frozenset({"pair"})
    for white, most in (("white:1", 4), ("white:2", 1)):
        if white not in left:
            continue
        others = less(left, (white,))
        for size in range(1, most + 1):
            for chosen in set(combinations(others, size)):
                alike = len({c.split(":")[0] for c in chosen}) == 1
                if alike and first in (white, *chosen) and not chosen[0].startswith(colour):
                    gain = sum(int(c[-1]) for c in chosen)
                    yield gain, less(others, chosen), frozenset({f"white {len(left)}"})


def less(cards: Cards, taken: Cards) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


def small_browns(action: Any) -> int:
    return sum(card in ("brown:1", "brown:2") for card in action.cards)


def rewards_known(state: Any, action: Any) -> bool:
    tile = here(state, action)
    beside = [t for t in state.finished if walk(state, t, tile) == 1]
    printed = state.facts.printed
    asked = [f"tile.{tile}.star", f"tile.{tile}.each", *(f"tile.{t}.neighbour" for t in beside)]
    things = ("crystals", "cards", "scales")
    return all(isinstance(printed[f"{one}.{what}"], int) for one in asked for what in things)


def in_city(state: Any, where: str) -> bool:
    return where in state.options.layout


DRAGON_CARDS = {"vulca": "black", "terrah": "red", "aqua": "blue"}
PALACE = "royal_palace"
TRUE_OF: dict[str, Predicate] = {
    "no_such_seat": lambda s, a: a.seat < players(s),
    "match_over": lambda s, _a: (
        s.result is None and all(on_obelisk(s, seat) < required(s) for seat in range(players(s)))
    ),
    "not_your_turn": lambda s, a: s.turn.seat == a.seat,
    "finale_only_offerings": lambda s, _a: s.turn.phase != "finale",
    "movement_over": lambda s, _a: s.turn.phase == "move",
    "no_such_tile": lambda s, a: in_city(s, a.to),
    "hand_too_small": lambda s, a: len(laid(a)) <= held(s, a.seat, "card"),
    "more_copies_than_exist": lambda s, a: no_more_than(
        s, a, lambda kind: 10 if kind == "green:1" else 2 if kind.endswith("3") else 4, "kind"
    ),
    "more_of_people_than_exist": lambda s, a: no_more_than(
        s, a, lambda kind: s.facts.copies[kind], "people"
    ),
    "card_not_grey": lambda _s, a: all(c.startswith("grey") for c in a.cards),
    "threes_without_function": lambda _s, a: bool(laid(a)) and not any("3" in c for c in laid(a)),
    "figure_already_there": lambda s, a: here(s, a) != a.to,
    "flight_to_market": lambda s, a: (
        "grey:1" in a.cards
        and (
            a.to != "courtyard"
            or s.rulings["grey_one_to_market"] == "yes"
            or (s.rulings["grey_one_with_steps"] == "yes" and left_to_walk(s, a) > 0)
        )
    ),
    "flight_with_steps": lambda s, a: (
        not (
            ("grey:1" in a.cards or done(s, a, "flights"))
            and (done(s, a, "steps") or "grey:1" not in a.cards or "grey:2" in a.cards)
        )
    ),
    "steps_used_up": lambda s, a: left_to_walk(s, a) > 0,
    "diagonal_step": lambda s, a: walked(s, a) <= left_to_walk(s, a),
    "too_far": lambda s, a: walked(s, a) <= left_to_walk(s, a),
    "needless_grey": lambda s, a: len(a.cards) > 0 and walked(s, a) <= left_to_walk(s, a),
    "wrong_card_for_dragon": lambda _s, a: a.card.startswith(DRAGON_CARDS[a.dragon]),
    "dragon_outside": lambda s, a: in_city(s, s.dragons[a.dragon]),
    "dragon_already_there": lambda s, a: s.dragons[a.dragon] != a.to,
    "two_takes_no_dragon_out": lambda _s, a: a.card.endswith("1"),
    "dragon_stays_in_city": lambda s, _a: s.rulings["dragon_leaves_city"] == "yes",
    "dragon_diagonal": lambda s, a: walk(s, s.dragons[a.dragon], a.to) <= 3,
    "dragon_too_far": lambda s, a: walk(s, s.dragons[a.dragon], a.to) <= 3,
    "nothing_built_on_market": lambda s, a: here(s, a) != "courtyard",
    "tile_finished": lambda s, a: (
        here(s, a) in COLOUR_AND_SECTIONS and here(s, a) not in s.finished
    ),
    "no_such_section": lambda s, a: a.section < COLOUR_AND_SECTIONS[here(s, a)][1],
    "section_taken": lambda s, a: (
        s.sections(here(s, a))[a.section] is None and here(s, a) not in s.finished
    ),
    "no_stones_left": lambda s, a: held(s, a.seat, f"stone:{a.seat}") > 0,
    "reward_unknown": rewards_known,
    "no_cards_played": lambda _s, a: len(a.cards) > 0,
    "brown_three_in_pair": lambda s, a: pays(s, a) and small_browns(a) > 1,
    "brown_pair_on_brown": lambda s, a: (
        COLOUR_AND_SECTIONS[here(s, a)][0] != "brown" and pays(s, a)
    ),
    "second_brown_pair": lambda s, a: small_browns(a) > 1 and pays(s, a, several_pairs=False),
    "substitutions_combined": lambda s, a: pays(s, a, combined=False),
    "palace_without_wilds": lambda s, a: (
        here(s, a) == PALACE and not any(c.startswith(("white", "brown", "green")) for c in a.cards)
    ),
    "white_one_over_limit": lambda s, a: "white:1" in a.cards and pays(s, a),
    "white_used_twice": lambda s, a: bool({"white:1", "white:2"} & set(a.cards)) and pays(s, a),
    "palace_two_colours": lambda s, a: here(s, a) == PALACE and pays(s, a),
    "cards_of_other_colours": lambda s, a: all_count(a.cards, asked(s, a, needs(s, a)[0])),
    "payment_short": pays,
    "superfluous_card": lambda s, a: (
        s.rulings["superfluous_card_in_payment"] == "noted"
        or all(never_pays(s, a, less(a.cards, (card,))) for card in a.cards)
    ),
    "overpaid": lambda s, a: (
        s.rulings["overpay_when_exact_possible"] == "no"
        or needs(s, a)[0] in {amount for amount, _ in amounts(a.cards, asked(s, a, needs(s, a)[0]))}
    ),
    "away_from_market": lambda s, a: here(s, a) == "courtyard",
    "obelisk_full": lambda s, _a: price(s) is not None,
    # Only the next space is ever filled, and a report of another one chooses.
    "space_chosen": lambda _s, a: a.kind != "offer_elsewhere",
    "second_normal_offering": lambda s, a: a.card == "none" and not done(s, a, "offerings"),
    "yellow_before_normal": lambda s, a: done(s, a, "offerings") > 0,
    "winning_with_yellow": lambda s, a: (
        a.card == "none" and on_obelisk(s, a.seat) + 1 >= required(s)
    ),
    "crystals_short": lambda s, a: (
        held(s, a.seat, "crystal")
        >= (price(s) or 0) + {"none": 0, "yellow:1": 1, "yellow:2": 2}[a.card]
    ),
    "too_many_discards": lambda _s, a: len(a.discards) <= 2,
    "no_discards_in_finale": lambda s, a: s.turn.phase == "finale" and not a.discards,
    "additions_not_in_force": lambda s, _a: s.rulings["stalemate_additions_2007"] == "on",
    "finale_already": lambda s, _a: s.turn.phase != "finale",
    "city_unfinished": lambda s, _a: len(s.finished) == 20,
    "own_finish_left": lambda s, a: not can_finish(s, a.seat),
    "finish_left": lambda s, a: (
        not any(can_finish(s, seat) for seat in range(players(s)) if seat != a.seat)
    ),
    "no_such_winner": lambda s, a: all(seat < players(s) for seat in a.winners),
    "rounds_not_quiet": lambda s, _a: s.quiet_turns >= 3 * players(s),
}


def said_no(state: Any, action: Any, line: Checked) -> bool:
    """Return whether the name of the condition is false."""
    return not TRUE_OF[line.code](state, action)


def counts_for_nothing(state: Any, action: Any, line: Checked) -> bool:
    """Return whether the unused cards add nothing, such as a white 1 on a green."""
    assert isinstance(line.finding, Failure)
    unused = line.finding.params["unused"]
    assert isinstance(unused, tuple)
    idle = [str(t.key).removeprefix("card.").replace(".", ":") for t in unused if type(t) is Term]
    one = asked(state, action, needs(state, action)[0])
    kept = less(action.cards, tuple(idle))
    return bool(idle) and _worth(kept, one) == _worth(action.cards, one)


FAILS_AS: dict[str, Callable[[Any, Any, Checked], bool]] = {
    "cards_of_other_colours": counts_for_nothing
}
"""Predicates of failed conditions, where they are not the negation of their name."""


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


def payment(state: Any, rng: Random) -> Action:
    """Return a random payment of a random section, similar to a player's."""
    seat = rng.choice((state.turn.seat, rng.randrange(players(state))))
    colour, sections = COLOUR_AND_SECTIONS.get(state.figures[seat], ("red", 1))
    fitting = [k for k in CARD_KINDS if k.startswith((colour, "brown", "white", "green"))]
    kinds = fitting if rng.random() < 0.8 else list(CARD_KINDS)
    cards = [rng.choice(kinds) for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 5)))]
    fields = {"section": rng.randrange(sections), "cards": cards}
    return GAME.read_action({"kind": "place_stone", "seat": seat, **fields})


def check(seed: int, limit: int) -> Counter[tuple[str, str]]:
    """Check the doubt list of reports of one random match; count lines by code and verdict."""
    rng, seen = Random(seed), Counter[tuple[str, str]]()
    for step in play(GAME, rng, limit):
        state = step.after
        for make in (slip, any_action):
            seen += check_lines(state, make(GAME, state, rng))
        seen += check_lines(state, payment(state, rng))
        seen += check_lines(step.before, step.action)
    return seen


def check_lines(state: Any, action: Action) -> Counter[tuple[str, str]]:
    seen = Counter[tuple[str, str]]()
    for line in legality.explain(GAME, state, action):
        if line.verdict in (Verdict.HOLDS, Verdict.REMARK):
            assert TRUE_OF[line.code](state, action), (line, action, state)
        if line.verdict is Verdict.FAILS:
            fails = FAILS_AS.get(line.code, said_no)
            assert fails(state, action, line), (line, action, state)
        seen[line.code, str(line.verdict)] += 1
    return seen


@pytest.mark.parametrize("seed", seeds(10))
def test_met_and_noted_conditions_are_true_and_failed_ones_false(seed: int) -> None:
    assert check(seed, 60)


@pytest.mark.campaign
def test_met_and_noted_conditions_are_true_and_failed_ones_false_long_run() -> None:
    seen = sum((check(seed, 500) for seed in range(150)), Counter[tuple[str, str]]())
    print(sum(seen.values()), dict(sorted(seen.items())))
    met = {code for code, verdict in seen if verdict == "holds"}
    assert met == set(TRUE_OF)
