"""Search for a payment, compared with a brute force that shares no code with it."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

from companion.games import GAMES
from companion.games.blue_moon_city import payment, payment_options
from companion.games.blue_moon_city.components import CARD_KINDS, COLOURS
from companion.games.blue_moon_city.payment import Terms
from companion.games.blue_moon_city.view import buildable, payments
from companion.kernel import legality
from companion.kernel.form import Draft, OpenBag
from companion.kernel.pieces.ledger import Happening
from tests.games.blue_moon_city.sample import GAME_ID, lay

Cards = tuple[str, ...]


def terms(colour: str, need: int, **rules: bool) -> Terms:
    """Return the terms of a section, under the default readings and the rulebook's numbers."""
    readings = {
        "brown_on_brown": False,
        "several_pairs": True,
        "combined": True,
        "palace_wilds": True,
        **rules,
    }
    return Terms(colour, need, 1, 3, 4, 1, **readings)


def worth(cards: Cards, asked: Terms) -> int:
    """Return the most that the cards are worth, by trying every use of every card."""
    if asked.colour != "any":
        return _worth_in(cards, asked.colour, asked)
    return max((_worth_in(cards, colour, asked) for colour in COLOURS), default=0)


def _worth_in(cards: Cards, colour: str, asked: Terms) -> int:
    plain_palace = asked.colour == "any" and not asked.palace_wilds
    if plain_palace:
        if colour in ("white", "brown", "green"):
            return 0
        return sum(int(c[-1]) for c in cards if c.startswith(colour))

    @cache
    def reach(left: Cards, whites: int, pairs: int) -> int:
        values = []
        for wild in (True, False):
            greens = left.count("green:1") if wild and colour != "green" else 0
            if not asked.combined and bool(greens) + bool(whites) + bool(pairs) > 1:
                continue
            values.append(greens + sum(int(c[-1]) for c in left if c.startswith(colour)))
        if not asked.combined and (whites > 1 or (whites and pairs)):
            return -1
        for gain, rest, white, pair in _powers(left, colour, asked):
            if pairs + pair <= (99 if asked.several_pairs else 1):
                then = reach(rest, whites + white, pairs + pair)
                values += [gain + then] if then >= 0 else []
        return max(values, default=-1)

    return max(0, reach(tuple(sorted(cards)), 0, 0))


def _powers(left: Cards, colour: str, asked: Terms) -> Iterator[tuple[int, Cards, int, int]]:
    """Yield each power usable now: its gain, the cards after it, whites and pairs used."""
    small = [card for card in left if card in ("brown:1", "brown:2")]
    if colour != "brown" or asked.brown_on_brown:
        for duo in set(combinations(small, 2)):
            yield 3, _less(left, duo), 0, 1
    for power, most in (("white:1", 4), ("white:2", 1)):
        if power not in left:
            continue
        others = _less(left, (power,))
        for size in range(1, most + 1):
            for chosen in set(combinations(others, size)):
                of_one_colour = len({card.split(":")[0] for card in chosen}) == 1
                if of_one_colour and not chosen[0].startswith(colour):
                    gain = sum(int(card[-1]) for card in chosen)
                    yield gain, _less(others, chosen), 1, 0


def _less(cards: Cards, taken: Cards) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


RULES: tuple[dict[str, bool], ...] = (
    {},
    {"brown_on_brown": True},
    {"several_pairs": False},
    {"combined": False},
    {"palace_wilds": False},
)


@pytest.mark.deep
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_payment_of_every_small_bag_agrees_with_brute_force(rules: dict[str, bool]) -> None:
    kinds = ("black:2", "red:1", "red:3", "brown:1", "brown:2", "white:1", "white:2", "green:1")
    for colour in ("red", "brown", "white", "any"):
        for size in range(1, 5):
            for cards in combinations_with_replacement(kinds, size):
                asked = terms(colour, 4, **rules)
                most = worth(cards, asked)
                best = payment.best(cards, asked)
                assert best.enough == (most >= 4), (cards, asked, most, best)
                if not best.enough:
                    assert best.value == most


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(4))
def test_payment_of_random_bags_agrees_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    for _ in range(150):
        cards = tuple(sorted(rng.choices(CARD_KINDS, k=rng.randint(1, 7))))
        rules = rng.choice(RULES)
        asked = terms(rng.choice((*COLOURS[:-1], "any")), rng.randint(2, 5), **rules)
        best = payment.best(cards, asked)
        assert best.enough == (worth(cards, asked) >= asked.need), (cards, asked)
        _check_uses(cards, asked, best)
        assert payment.pays(cards, asked) == best.enough
        paid = payment.minimal_payment(cards, asked)
        assert bool(paid) == best.enough
        assert not paid or (
            worth(paid, asked) >= asked.need and not payment.superfluous(paid, asked)
        )
        spare = payment.superfluous(cards, asked)
        for card in set(cards):
            rest = payment.without(cards, card)
            goes = best.enough and worth(rest, asked) >= asked.need
            assert (card in spare) == goes, (cards, asked, card)


def _check_uses(cards: Cards, asked: Terms, best: payment.Payment) -> None:
    """Check that each card is used once, in the way that the payment says."""
    used = [card for use in best.uses for card in use.cards]
    assert sorted([*used, *best.unused]) == sorted(cards)
    assert asked.colour in ("any", best.colour)
    assert (payment.obstacle(cards, asked) is None) == best.enough


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(3))
def test_payments_of_a_hand_are_minimal_and_complete(seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        hand = tuple(sorted(rng.choices(CARD_KINDS, k=6)))
        asked = terms(rng.choice((*COLOURS[:-1], "any")), rng.randint(2, 5))
        subsets = {c for size in range(1, 7) for c in combinations(hand, size)}
        minimal = {
            cards
            for cards in subsets
            if worth(cards, asked) >= asked.need
            and all(worth(payment.without(cards, c), asked) < asked.need for c in cards)
        }
        assert set(payment_options.payments(hand, asked, 1000)) == minimal


def test_proposed_payments_pay_without_a_superfluous_card() -> None:
    for colour in (*COLOURS[:-1], "any"):
        for need in (2, 3, 4, 5):
            for wilds in (True, False):
                asked = terms(colour, need, palace_wilds=wilds)
                proposed = payment_options.proposals(asked)
                assert proposed
                for cards in proposed:
                    assert payment.best(cards, asked).enough
                    assert payment.superfluous(cards, asked) == ()


ALL_READINGS = tuple(
    dict(zip(("brown_on_brown", "several_pairs", "combined", "palace_wilds"), reading, strict=True))
    for reading in product((True, False), repeat=4)
)


@pytest.mark.parametrize("rules", ALL_READINGS, ids=str)
def test_no_payment_is_proposed_twice(rules: dict[str, bool]) -> None:
    # Two controls with the same key would stop the page, so check every section under every
    # reading.
    for colour in (*COLOURS, "any"):
        for need in range(1, 6):
            proposed = payment_options.proposals(terms(colour, need, **rules))
            assert len(set(proposed)) == len(proposed), (colour, need)


def test_payments_of_the_fourth_palace_section_are_proposed_once() -> None:
    state = lay({"figures": {"0": "royal_palace"}})
    candidates = GAMES[GAME_ID].candidates(state, Draft("place_stone", 0, {"section": 3}), "cards")
    assert isinstance(candidates, OpenBag)
    assert len(set(candidates.proposals)) == len(candidates.proposals)


def test_buildable_sections_of_a_hand_come_with_their_payment() -> None:
    state = lay({"stones": {"university": [-1, 1]}, "finished": ["fire_temple"]})
    payments_by_section = {
        (b.tile, b.section): b.cards for b in buildable(state, ("white:3", "white:2", "grey:1"))
    }
    assert payments_by_section["university", 0] == ("white:2", "white:3")
    assert ("university", 1) not in payments_by_section
    assert ("fire_temple", 0) not in payments_by_section
    assert payments_by_section["royal_palace", 3] == ("white:3",)
    assert payments(state, "university", 0, ("white:3",)) == ()


def test_unknown_values_are_never_guessed() -> None:
    state = lay({"unknown": ["tile.mill.values"]})
    for hand in (("red:2",) * 2, ("blue:3",) * 2):
        assert all(b.tile != "mill" for b in buildable(state, hand))
        assert payments(state, "mill", 0, hand) == ()
    # A payment that is enough for a 5 is enough whatever the section asks for.
    hand = ("red:2", "red:3")
    assert {b.cards for b in buildable(state, hand) if b.tile == "mill"} == {hand}
    assert payments(state, "mill", 0, hand) == (hand,)


@pytest.mark.parametrize(("white", "rule"), [("1", "powers.white_one"), ("2", "powers.white_two")])
def test_recoloured_payment_cites_the_rule_of_its_white_card(white: str, rule: str) -> None:
    state = lay({"figures": {"0": "earth_temple"}})
    fields = {"section": 2, "cards": [f"white:{white}", "grey:3"]}
    action = GAMES[GAME_ID].read_action({"kind": "place_stone", "seat": 0, **fields})
    _, effects = GAMES[GAME_ID].apply(state, action)
    said = {e.code: e.rule for e in effects if isinstance(e, Happening)}
    assert said["paid_as_recoloured"] == rule


@pytest.mark.deep
@pytest.mark.parametrize("superfluous", ["noted", "refused"])
@pytest.mark.parametrize("tile", ["mill", "great_hall", "caravanserai"])
def test_unknown_value_is_judged_as_every_value_it_can_have(tile: str, superfluous: str) -> None:
    game, rng, seen = GAMES[GAME_ID], Random(5), Counter[str]()
    given = {"figures": {"0": tile}, "rulings": {"superfluous_card_in_payment": superfluous}}
    unknown = lay({**given, "unknown": [f"tile.{tile}.values"]})
    count = len(unknown.sections(tile))
    facts = [{f"tile.{tile}.values": [value] * count} for value in (2, 3, 4, 5)]
    boxes = [lay({**given, "facts": printed}) for printed in facts]
    colour = unknown.facts.tiles[tile].colour
    kinds = [k for k in CARD_KINDS if k.startswith((colour, "green", "white", "brown", "blue"))]
    for _ in range(250):
        cards = [rng.choice(kinds) for _ in range(rng.randrange(1, 5))]
        fields = {"section": rng.randrange(count), "cards": cards}
        action = game.read_action({"kind": "place_stone", "seat": 0, **fields})
        verdicts = {legality.judge(game, box, action).verdict for box in boxes}
        certain = next(iter(verdicts)) if len(verdicts) == 1 else "unverifiable"
        assert legality.judge(game, unknown, action).verdict == certain, action
        seen[certain] += 1
    # If overpaying is forbidden, a payment for a 5 is too much for a 2: no payment is certain.
    legal = {"legal"} if superfluous == "noted" else set()
    assert set(seen) == {"refused", "unverifiable"} | legal
