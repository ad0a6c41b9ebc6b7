"""Every line of the doubt list is true by the words of its name, read independently of the rules.

The predicates read the acta as a table remembers it (who did what in this turn) and the cards as
`naive` says them again; they share no code with the conditions.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.kernel import game as kernel
from companion.kernel.conditions import Verdict
from companion.kernel.models import Action
from tests.games.blue_moon import naive
from tests.games.random_play import Played, any_action, play, slip

SILENT = frozenset(naive.VALUES) - {
    "hoax_10", "hoax_11", "hoax_12", "hoax_13", "hoax_14", "hoax_17", "flit_12", "mutant_105",
    "vulca_14", "vulca_15", "vulca_16", "vulca_24", "mutant_106",
    "terrah_12", "terrah_13", "terrah_14", "terrah_16", "terrah_21", "terrah_22", "terrah_23",
    "flit_13", "mutant_107",
}  # fmt: skip
"""The cards with values that have no text."""


def kind_of(card: str) -> str:
    """The type of a card."""
    if card in naive.CHARACTERS:
        return "character"
    if card in naive.BOOSTERS:
        return "booster"
    return "support" if card in naive.SUPPORTS else "leadership"


@dataclass
class Diary:
    """What a table remembers of the turn that is on, and of the fight."""

    turn: tuple[int, int] = (-1, -1)
    played: list[str] = field(default_factory=list)
    announced: bool = False
    opening: bool = True
    declined: int = 0
    met: list[str] = field(default_factory=list)

    def note(self, step: Played) -> None:
        """What was done, and whose turn it is now."""
        before, after = step.before, step.after
        action: Any = step.action
        if self.turn == (-1, -1):
            self.turn = (before.turn.number, before.turn.seat)
        if action.kind == "play_cards":
            self.played += action.cards
        if action.kind == "meet_demand":
            self.met.append(action.card)
        if action.kind == "announce":
            self.announced = True
        if after.turn.number != self.turn[0]:
            new = after.fight.number != before.fight.number
            self.declined = self.declined + 1 if action.kind == "decline" and not new else 0
            self.opening = new or action.kind in ("decline", "next_game")
            self.turn = (after.turn.number, after.turn.seat)
            self.played, self.announced, self.met = [], False, []

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.turn[1]

    def of(self, *kinds: str) -> list[str]:
        """The cards of these types played in the turn."""
        return [card for card in self.played if kind_of(card) in kinds]


@dataclass(frozen=True)
class Told:
    """One table, one report, and what is remembered."""

    state: Any
    action: Any
    diary: Diary

    @property
    def own(self) -> bool:
        """Whether it is the turn of whoever reports."""
        return bool(self.diary.seat == self.action.seat)

    @property
    def step(self) -> int:
        """How far the turn has got."""
        if self.diary.announced:
            return 4
        if self.diary.of("booster", "support"):
            return 3
        if self.diary.of("character"):
            return 2
        return 1 if self.diary.of("leadership") else 0


Predicate = Callable[[Told], bool]


def lying(state: Any, seat: int) -> list[str]:
    """The active cards of a seat in combat and support."""
    combat = state.piles[f"combat:{seat}"][state.covered[seat] :]
    return [*combat, *state.piles[f"support:{seat}"]]


def enthralled(t: Told, seat: int) -> bool:
    """Whether the texts of a seat are ignored in this turn."""
    return t.diary.seat == 1 - seat and "hoax_28" in t.diary.played


def speaking(t: Told, seat: int) -> list[str]:
    """The active cards of a seat whose text does something."""
    if enthralled(t, seat):
        return []
    mine, rival = lying(t.state, seat), lying(t.state, 1 - seat)
    nothing = naive.gone(mine, rival, (False, enthralled(t, 1 - seat)))
    return [card for card in mine if card not in nothing]


def power(t: Told, seat: int, element: str) -> tuple[int, bool]:
    """The total of a seat, and whether a shield covers it."""
    rulings = t.state.rulings
    return naive.power(
        lying(t.state, seat),
        lying(t.state, 1 - seat),
        ("fire", "earth").index(element),
        (enthralled(t, seat), enthralled(t, 1 - seat)),
        raise_first=rulings["power_order"] == "raise_first",
        multiply=rulings["doublings"] == "multiply",
    )


def seen(state: Any, seat: int) -> set[str]:
    """The cards of a seat that lie open outside its hand."""
    places = ("combat", "support", "leader", "discard")
    items = {item for place in places for item in state.ledger.held(f"{place}:{seat}")}
    return {item.partition(":")[2] for item in items}


def shown_in_hand(state: Any, seat: int) -> set[str]:
    """The cards of a seat that are known to be in its hand."""
    items = set(state.ledger.held(f"hand:{seat}")) - {"card"}
    return {item.partition(":")[2] for item in items}


def hidden(state: Any, seat: int, cards: Any) -> int:
    """How many of some cards nobody has seen."""
    known = seen(state, seat) | shown_in_hand(state, seat)
    return sum(card not in known for card in cards)


def fits(state: Any, seat: int, cards: Any) -> bool:
    """Whether the unseen ones of these cards can be in the hand."""
    free: int = state.ledger.held(f"hand:{seat}").get("card", 0)
    return hidden(state, seat, cards) <= free


def opens(t: Told) -> bool:
    """Whether whoever reports is in the turn that opens the fight."""
    return t.diary.opening and t.own


def over_limit(t: Told) -> bool:
    """Whether what is reported goes beyond the boosters and supports of the turn."""
    cards = [*(t.diary.played if t.own else ()), *t.action.cards]
    boosters = sum(kind_of(card) == "booster" for card in cards)
    supports = sum(kind_of(card) == "support" for card in cards)
    if t.own and "hoax_29" in t.diary.played:
        supports = 0
    elif "hoax_14" in speaking(t, t.action.seat):
        supports = max(0, supports - 1)
    return boosters + supports > (0 if opens(t) else 1)


def forbids(t: Told, card: str) -> bool:
    """Whether an active card of the opponent forbids to play this one."""
    against, kind = speaking(t, 1 - t.action.seat), kind_of(card)
    return (
        ("terrah_12" in against and card not in SILENT)
        or ("terrah_16" in against and card in SILENT)
        or ("terrah_25" in against and kind == "character" and max(naive.VALUES[card]) > 4)
        or ("hoax_13" in against and kind != "character")
        or ("vulca_16" in against and kind == "character" and card in SILENT)
        or ("vulca_24" in against and kind == "leadership")
        or ("khind_26" in against and kind == "support")
    )


def too_many_for_brain_drain(t: Told) -> bool:
    cards = [*(t.diary.played if t.own else ()), *t.action.cards]
    if t.state.rulings["brain_drain_counts_leadership"] == "no":
        cards = [card for card in cards if kind_of(card) != "leadership"]
    return len(cards) > 1


def mutant_may(t: Told) -> bool:
    """Whether the first mutant laid finds what it wants."""
    card = next(card for card in t.action.cards if card in naive.STOP)
    element = t.state.fight.element
    rival = power(t, 1 - t.action.seat, element)[0] if element else 0
    if card == "mutant_105":
        return rival >= 7
    return rival >= 5 and element == {"mutant_106": "earth", "mutant_107": "fire"}[card]


def element_of(t: Told) -> str | None:
    if t.state.fight.element:
        return str(t.state.fight.element)
    return None if t.action.element == "same" else str(t.action.element)


def enough(t: Told) -> bool:
    """Whether what lies before a seat reaches what lies before the other one."""
    element = element_of(t) if t.action.kind == "announce" else t.state.fight.element
    if element is None:
        return True
    mine, shield = power(t, t.action.seat, element)
    return shield or mine >= power(t, 1 - t.action.seat, element)[0]


def by_text(t: Told) -> tuple[str, int]:
    """The card whose text waits for a decision, and whose it is; nothing where none does."""
    task = t.state.agenda[-1]
    return (task.of("card"), task.of("owner")) if task.code == "text" else ("", 0)


def reached(t: Told) -> set[str]:
    """The cards that the text can be for."""
    card, owner = by_text(t)
    rival = 1 - owner
    if card == "terrah_29":
        safe = naive.PROTECTED & set(lying(t.state, rival))
        return {c for c in t.state.piles[f"combat:{rival}"] if c not in safe}
    if card in ("vulca_14", "vulca_30", "terrah_19"):
        kinds = ("support",) if card == "vulca_30" else ("booster", "support")
        return {c for c in lying(t.state, rival) if kind_of(c) in kinds}
    if card == "vulca_28":
        return set(lying(t.state, owner))
    seat = owner if card in PAID else rival
    known = shown_in_hand(t.state, seat)
    if not t.state.ledger.held(f"hand:{seat}").get("card", 0):
        return known
    return set(t.state.decks[seat]) - seen(t.state, seat)


def wanted(t: Told) -> int:
    """How many cards a text takes."""
    card, owner = by_text(t)
    hand = sum(t.state.ledger.held(f"hand:{1 - owner}").values())
    deck = sum(t.state.ledger.held(f"deck:{owner}").values())
    number: int = {
        "vulca_14": 1,
        "terrah_19": 1,
        "terrah_29": len(reached(t)),
        "vulca_28": 1,
        "vulca_30": len(reached(t)),
        "hoax_17": min(2, hand),
        "hoax_27": min(5, deck),
        "vulca_15": min(2, deck),
    }[card]
    return number


PAID = {"vulca_29": ("fire", 8), "terrah_30": ("earth", 8), "pillar_17": ("earth", 3)}
"""By card, of what it asks for how much."""


def summed(cards: Any, element: int) -> int:
    return sum(naive.VALUES.get(card, (0, 0))[element] for card in cards)


def pays(t: Told, cards: Any) -> bool:
    """Whether these cards pay what is asked for."""
    card = t.action.card if t.action.kind == "meet_demand" else by_text(t)[0]
    what, least = PAID[card]
    return summed(cards, ("fire", "earth").index(what)) >= least


def no_card_too_many(t: Told) -> bool:
    cards = t.action.cards
    return not any(pays(t, [c for c in cards if c != card]) for card in cards)


def still_owed(t: Told) -> set[str]:
    """The active cards of the opponent that demand something that was not done yet."""
    found = {c for c in speaking(t, 1 - t.action.seat) if c in DEMANDING}
    if t.own:
        found -= set(t.diary.met)
        found -= {"terrah_13"} if t.diary.of("support") else set()
        found -= {"terrah_14"} if t.diary.of("booster") else set()
    return found


DEMANDING = frozenset(("terrah_13", "terrah_14", "pillar_17"))


def takes_too_many(t: Told) -> bool:
    """Whether so many cards do not come into the hand because the opponent's cards forbid it."""
    held = sum(t.state.ledger.held(f"hand:{t.action.seat}").values())
    against = speaking(t, 1 - t.action.seat)
    return "terrah_27" in against and held + len(t.action.cards) > max(4, held)


def icon_works(t: Told, card: str) -> bool:
    mine, rival = lying(t.state, t.action.seat), lying(t.state, 1 - t.action.seat)
    against = (enthralled(t, t.action.seat), enthralled(t, 1 - t.action.seat))
    return card not in naive.iconless(mine, rival, against)


def rival_shows_retrieve(t: Told) -> bool:
    rival, mine = lying(t.state, 1 - t.action.seat), lying(t.state, t.action.seat)
    shown = naive.RETRIEVE & naive.CHARACTERS & set(rival)
    if t.state.rulings["ignored_icons_block_retrieve"] == "working":
        against = (enthralled(t, 1 - t.action.seat), enthralled(t, t.action.seat))
        shown -= naive.iconless(rival, mine, against)
    return bool(shown)


STEP_OF = {"leadership": 1, "character": 2, "booster": 3, "support": 3}
DUE = {"move_cards": "text", "move_unseen": "text", "skip": "text", "next_game": "next_game"}

TRUE_OF: dict[str, Predicate] = {
    "no_such_seat": lambda t: t.action.seat < 2,
    "match_over": lambda t: not t.state.over,
    "not_your_turn": lambda t: t.action.seat in t.state.agenda[-1].seats,
    "other_step": lambda t: t.state.agenda[-1].code == DUE.get(t.action.kind, "turn"),
    # Cards out of a hand
    "nothing_laid": lambda t: len(t.action.cards) > 0,
    "card_not_in_deck": lambda t: set(t.action.cards) <= set(t.state.decks[t.action.seat]),
    "card_laid_twice": lambda t: len(set(t.action.cards)) == len(t.action.cards),
    "card_elsewhere": lambda t: seen(t.state, t.action.seat).isdisjoint(t.action.cards),
    "not_in_hand": lambda t: fits(t.state, t.action.seat, t.action.cards),
    # Playing
    "stopped": lambda t: naive.STOP.isdisjoint(t.diary.played),
    "mixed_types": lambda t: len({kind_of(card) for card in t.action.cards}) == 1,
    "phase_passed": lambda t: t.step <= STEP_OF[kind_of(t.action.cards[0])],
    "second_leadership": lambda t: len(t.action.cards) == 1 and not t.diary.of("leadership"),
    "no_character_yet": lambda t: t.own and t.step >= 2,
    "opening_turn": lambda t: not over_limit(t),
    "no_pair": lambda t: len(t.action.cards) == 1,
    "second_character": lambda t: not (t.own and t.diary.of("character")),
    "limit_reached": lambda t: not over_limit(t),
    "forbidden_by_card": lambda t: not any(forbids(t, card) for card in t.action.cards),
    "capped_by_card": lambda t: not too_many_for_brain_drain(t),
    "cannot_be_played": mutant_may,
    "target_not_active": lambda t: (
        t.action.target in naive.CHARACTERS and t.action.target in lying(t.state, t.action.seat)
    ),
    # The turn
    "start_passed": lambda t: t.step == 0,
    "not_active": lambda t: (
        set(t.action.cards) <= set(lying(t.state, t.action.seat))
        and len(set(t.action.cards)) == len(t.action.cards)
    ),
    "no_retrieve_icon": lambda t: all(
        card in naive.RETRIEVE and icon_works(t, card) for card in t.action.cards
    ),
    "rival_retrieves": lambda t: not rival_shows_retrieve(t),
    "hand_capped": lambda t: not takes_too_many(t),
    "starter_cannot_retreat": lambda t: not opens(t),
    "after_character": lambda t: not (t.own and t.step >= 2 and enough(t) and not still_owed(t)),
    "nothing_demanded": lambda t: bool(still_owed(t) & set(PAID)),
    "no_such_demand": lambda t: t.action.card in still_owed(t) & set(PAID),
    "demand_unmet": lambda t: not still_owed(t),
    "not_starter": opens,
    "fight_begun": lambda t: t.step < 2,
    "declined_in_turn": lambda t: t.diary.declined < 2,
    "wrong_number_declined": lambda t: (
        min(1, sum(t.state.ledger.held(f"hand:{t.action.seat}").values()))
        <= len(t.action.cards)
        <= 3
    ),
    "no_character_played": lambda t: t.own and t.step >= 2,
    "element_missing": lambda t: element_of(t) is not None,
    "element_fixed": lambda t: t.action.element in ("same", element_of(t)),
    "below_power": enough,
    "no_shield": lambda t: not power(t, t.action.seat, str(element_of(t)))[1],
    # Texts
    "no_text_pending": lambda t: t.state.agenda[-1].code == "text",
    "cards_unseen": lambda t: by_text(t)[0] not in ("hoax_27", "vulca_15"),
    "cards_seen": lambda t: by_text(t)[0] in ("hoax_27", "vulca_15"),
    "not_there": lambda t: (
        set(t.action.cards) <= reached(t) and len(set(t.action.cards)) == len(t.action.cards)
    ),
    "card_protected": lambda t: naive.PROTECTED.isdisjoint(t.action.cards),
    "more_than_held": lambda t: fits(
        t.state,
        by_text(t)[1] if by_text(t)[0] in PAID else 1 - by_text(t)[1],
        t.action.cards,
    ),
    "wrong_number": lambda t: len(t.action.cards) == wanted(t),
    "pays_too_little": lambda t: pays(t, t.action.cards),
    "superfluous": no_card_too_many,
    "wrong_draw": lambda t: t.action.number == wanted(t),
    "compulsory": lambda t: by_text(t)[0] != "",
    # The series
    "no_such_deck": lambda t: (
        {t.action.first, t.action.second} <= {"vulca", "hoax", "terrah", "built_0", "built_1"}
    ),
}
"""By code, whether the name of the condition in `words.toml` is true."""


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


def reports(state: Any, rng: Random) -> Iterator[Action]:
    """Reports as people get them wrong, and any at all."""
    for make in (slip, slip, any_action, any_action):
        yield make(GAME, state, rng)


def check(seed: int, limit: int) -> Counter[tuple[str, str]]:
    """Reports of one random match, each looked at line by line: lines by code and verdict."""
    rng, seen_lines, diary = Random(seed), Counter[tuple[str, str]](), Diary()
    for step in play(GAME, rng, limit):
        if diary.turn == (-1, -1):
            diary.turn = (step.before.turn.number, step.before.turn.seat)
        seen_lines += check_lines(step.before, step.action, diary)
        diary.note(step)
        for report in reports(step.after, rng):
            seen_lines += check_lines(step.after, report, diary)
    return seen_lines


def check_lines(state: Any, action: Action, diary: Diary) -> Counter[tuple[str, str]]:
    seen_lines = Counter[tuple[str, str]]()
    for line in kernel.explain(GAME, state, action):
        if line.verdict in (Verdict.HOLDS, Verdict.FAILS):
            met = line.verdict is Verdict.HOLDS
            assert TRUE_OF[line.code](Told(state, action, diary)) == met, (line, action)
        seen_lines[line.code, str(line.verdict)] += 1
    return seen_lines


@pytest.mark.parametrize("seed", range(12))
def test_what_is_marked_as_met_is_true_and_what_failed_is_not(seed: int) -> None:
    assert check(seed, 120)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_what_is_marked_is_true_in_the_long_run() -> None:
    found = sum((check(seed, 600) for seed in range(150)), Counter[tuple[str, str]]())
    print(sum(found.values()), dict(sorted(found.items())))
