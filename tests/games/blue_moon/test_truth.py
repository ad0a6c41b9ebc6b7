"""Doubt list: every line is true by the words of its name, checked independently of the rules.

The predicates read the acta as a table remembers it (who did what in this turn) and the cards as
`naive` describes them; they share no code with the conditions.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.kernel import legality
from companion.kernel.conditions import Verdict
from companion.kernel.models import Action
from tests.games.blue_moon import naive
from tests.games.blue_moon.asked import (
    CARGO,
    OF_RIVAL,
    ORDERS,
    PAID,
    UNSEEN,
    by_text,
    crowd,
    follows,
    from_where,
    hidden_as,
    hits,
    icon_works,
    no_card_too_many,
    pays,
    reached,
    rival_shows_retrieve,
    shown_face_down,
    still_owed,
    takes_too_many,
    to_show,
    usable,
    wanted,
)
from tests.games.blue_moon.diary import (
    Diary,
    Told,
    aboard,
    active,
    at_sea,
    counting,
    enthralled,
    falcon,
    fits,
    fog,
    kind_of,
    laid,
    lying,
    may_be_in,
    named,
    opens,
    power,
    protected,
    room,
    seen,
    shown_in_hand,
    speaking,
)
from tests.games.blue_moon.limits import (
    element_of,
    enough,
    forbids,
    late_gang,
    mutant_may,
    over_limit,
    together,
    too_many,
)
from tests.games.blue_moon.orders import in_some_order, second_character
from tests.games.random_play import any_action, play, slip
from tests.seeds import seeds

Predicate = Callable[[Told], bool]


STEP_OF = {"leadership": 1, "influence": 1, "character": 2, "booster": 3, "support": 3}


def voided(t: Told) -> Collection[str]:
    """Return the opponent's cards that do not count at all."""
    seat, rival = t.action.seat, 1 - t.action.seat
    against = (enthralled(t, rival), enthralled(t, seat))
    return naive.gone(lying(t.state, rival), lying(t.state, seat), against)


def owed_early(t: Told) -> set[str]:
    """Return what is owed where the act starts from: a late retreat goes back."""
    early = t.diary.lay_early
    if t.action.kind != "retreat" or not t.own or early is None:
        return still_owed(t)
    diary = Diary(turn=t.diary.turn, met=t.diary.met_early or [])
    diary.played = [c for c in t.diary.played if kind_of(c) in ("leadership", "influence")]
    return still_owed(Told(early, t.action, diary))


CALLS = {"call_bluff": "bluff_faced", "trust_bluff": "bluff_faced"}


DUE = CALLS | {
    "move_cards": "text",
    "move_unseen": "text",
    "skip": "text",
    "next_game": "next_game",
}


DECKS = frozenset(("vulca", "hoax", "terrah", "mimix", "flit", "khind", "pillar", "aqua", "buka"))


TRUE_OF: dict[str, Predicate] = {
    "no_such_seat": lambda t: t.action.seat < 2,
    "match_over": lambda t: not t.state.over,
    "not_your_turn": lambda t: t.action.seat in t.state.agenda[-1].seats,
    "other_step": lambda t: t.state.agenda[-1].code == DUE.get(t.action.kind, "turn"),
    # Cards out of a hand
    "nothing_laid": lambda t: len(t.action.cards) > 0,
    "card_not_in_deck": lambda t: set(named(t)) <= set(t.state.decks[t.action.seat]),
    "card_laid_twice": lambda t: len(set(named(t))) == len(named(t)),
    "card_elsewhere": lambda t: (
        seen(t.state, t.action.seat)
        - (aboard(t, t.action.seat) if t.action.kind == "play_cards" else set())
    ).isdisjoint(named(t)),
    "not_in_hand": lambda t: fits(t.state, t.action.seat, named(t)),
    # Playing
    "stopped": lambda t: naive.STOP.isdisjoint(t.diary.played),
    "mixed_types": lambda t: len({kind_of(card) for card in t.action.cards}) == 1,
    "phase_passed": lambda t: t.step <= STEP_OF[kind_of(laid(t)[0])],
    "second_leadership": lambda t: (
        len(t.action.cards) == 1 and not t.diary.of("leadership", "influence")
    ),
    "no_character_yet": lambda t: t.own and t.step >= 2,
    "opening_turn": in_some_order(lambda t: not over_limit(t)),
    "no_pair": in_some_order(lambda t: together(counting(t, t.action.cards), icons=not fog(t))),
    "second_character": in_some_order(second_character),
    "gang_begun_late": in_some_order(lambda t: not late_gang(t)),
    "limit_reached": in_some_order(lambda t: not over_limit(t)),
    "forbidden_by_card": in_some_order(lambda t: not any(forbids(t, card) for card in laid(t))),
    "capped_by_card": in_some_order(lambda t: not too_many(t)),
    "cannot_be_played": in_some_order(mutant_may),
    "target_not_active": lambda t: (
        t.action.target in naive.CHARACTERS and t.action.target in lying(t.state, t.action.seat)
    ),
    "too_many_characters": lambda t: not crowd(t),
    # Ships and bluffs
    "from_ship_only": lambda t: (
        falcon(t)
        or (
            named(t) != []
            and all(c in aboard(t, t.action.seat) or kind_of(c) not in CARGO for c in named(t))
        )
    ),
    "landing_late": lambda t: t.step <= (0 if t.state.rulings["landing_moment"] == "start" else 1),
    "not_at_sea": lambda t: t.action.ship in at_sea(t, t.action.seat),
    "no_such_ship": lambda t: t.action.ship in at_sea(t, t.action.seat),
    "no_cargo": lambda t: kind_of(t.action.card) in CARGO,
    "loading_forbidden": lambda t: {"hoax_13", "khind_26"}.isdisjoint(
        speaking(t, 1 - t.action.seat)
    ),
    "ship_full": lambda t: t.action.ship in room(t, t.action.seat),
    "ship_unclear": lambda t: (
        t.action.ship in room(t, by_text(t)[1])
        or (t.action.ship == "none" and len(room(t, by_text(t)[1])) == 1)
    ),
    "no_bluff_left": lambda t: (
        bool(may_be_in(t.state, t.action.seat, "hand") & set(naive.BLUFFS))
        if t.action.card == "unseen"
        else t.action.card in aboard(t, t.action.seat) & set(naive.BLUFFS)
    ),
    "bluff_icon": lambda t: t.action.card in naive.BLUFFS,
    "bluff_off_ship": lambda t: t.action.card == "unseen",
    "bluff_ignored": lambda t: (
        hidden_as(t)
        not in naive.gone(
            [*lying(t.state, t.action.seat), hidden_as(t)],
            lying(t.state, 1 - t.action.seat),
            (enthralled(t, t.action.seat), enthralled(t, 1 - t.action.seat)),
        )
    ),
    "no_bluff_there": lambda t: any(map(naive.face_down, lying(t.state, 1 - t.action.seat))),
    "call_forbidden": lambda t: (
        "buka_24" not in speaking(t, 1 - t.action.seat)
        and any(
            naive.face_down(card) and card not in voided(t)
            for card in lying(t.state, 1 - t.action.seat)
        )
    ),
    "nothing_to_show": lambda t: 0 < to_show(t) <= shown_face_down(t),
    "wrong_number_shown": lambda t: len(t.action.cards) == to_show(t),
    "bluff_elsewhere": lambda t: (
        seen(t.state, t.action.seat) | shown_in_hand(t.state, t.action.seat)
    ).isdisjoint(t.action.cards),
    "no_bluff_icon": lambda t: set(t.action.cards) <= set(naive.BLUFFS),
    "not_one_type": lambda t: any(
        set(t.action.cards) == {c for c in reached(t) if kind_of(c) == kind}
        for kind in ("booster", "support")
    ),
    # The turn
    "start_passed": lambda t: t.step == 0,
    "not_active": lambda t: set(t.action.cards) <= set(lying(t.state, t.action.seat)),
    "no_retrieve_icon": lambda t: all(
        card in naive.RETRIEVE and icon_works(t, card) for card in t.action.cards
    ),
    "rival_retrieves": lambda t: not rival_shows_retrieve(t),
    "hand_capped": lambda t: not takes_too_many(t),
    "starter_cannot_retreat": lambda t: not opens(t),
    "after_character": lambda t: (
        not (t.own and t.step >= 2 and enough(t) and still_owed(t) <= {"aqua_28"} and not crowd(t))
    ),
    "nothing_demanded": lambda t: bool(still_owed(t) & set(PAID)),
    "no_such_demand": lambda t: t.action.card in still_owed(t) & set(PAID),
    "demand_unmet": lambda t: still_owed(t) <= {"aqua_28"},
    "dragon_owed": lambda t: "aqua_28" in owed_early(t),
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
    "no_shield": lambda t: power(t, t.action.seat, str(element_of(t)))[1],
    # Texts
    "no_text_pending": lambda t: t.state.agenda[-1].code == "text",
    "cards_unseen": lambda t: by_text(t)[0] not in UNSEEN,
    "cards_seen": lambda t: by_text(t)[0] in UNSEEN,
    "not_there": lambda t: set(t.action.cards) <= reached(t),
    "card_protected": lambda t: protected(t, 1 - by_text(t)[1]).isdisjoint(t.action.cards),
    "more_than_held": lambda t: fits(t.state, from_where(t)[0], t.action.cards, from_where(t)[1]),
    "wrong_number": lambda t: (
        1 <= len(t.action.cards) <= wanted(t)
        if by_text(t)[0] in ("aqua_11", "buka_29")
        else len(t.action.cards) == wanted(t)
    ),
    "pays_too_little": lambda t: pays(t, t.action.cards),
    "superfluous": lambda t: (
        not no_card_too_many(t) and t.state.rulings["superfluous_payment"] == "remark"
    ),
    "wrong_draw": lambda t: (
        1 <= t.action.number <= wanted(t)
        if by_text(t)[0] in ("mimix_19", "aqua_14")
        else t.action.number == wanted(t)
    ),
    "compulsory": lambda t: by_text(t)[0] not in ORDERS and not follows(t),
    "not_chooser": lambda t: (
        t.action.seat == (1 - by_text(t)[1] if by_text(t)[0] in OF_RIVAL else by_text(t)[1])
    ),
    "last_character": lambda t: (
        active(t, 1 - by_text(t)[1], "character") == set()
        or bool(active(t, 1 - by_text(t)[1], "character") - set(t.action.cards))
    ),
    "text_not_there": lambda t: t.action.card in usable(t),
    "text_used": lambda t: t.action.card not in t.diary.used,
    "text_silent": lambda t: t.action.card in speaking(t, t.action.seat),
    "nothing_to_hit": hits,
    # The series
    "no_such_deck": lambda t: {t.action.first, t.action.second} <= {*DECKS, "built_0", "built_1"},
}
"""Predicate by code: whether the name of the condition in `words.toml` is true."""


def test_every_condition_has_a_predicate() -> None:
    codes = {condition.code for listed in GAME.conditions.values() for condition in listed}
    assert codes == set(TRUE_OF)


def reports(state: Any, rng: Random) -> Iterator[Action]:
    """Yield reports as people get them wrong, and arbitrary ones."""
    for make in (slip, slip, any_action, any_action):
        yield make(GAME, state, rng)


def check(seed: int, limit: int) -> Counter[tuple[str, str]]:
    """Check the doubt list of reports of one random match; count lines by code and verdict."""
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
    for line in legality.explain(GAME, state, action):
        if line.verdict in (Verdict.HOLDS, Verdict.REMARK, Verdict.FAILS):
            met = line.verdict is not Verdict.FAILS
            assert TRUE_OF[line.code](Told(state, action, diary)) == met, (line, action)
        seen_lines[line.code, str(line.verdict)] += 1
    return seen_lines


@pytest.mark.parametrize("seed", seeds(12))
def test_met_and_noted_conditions_are_true_and_failed_ones_false(seed: int) -> None:
    assert check(seed, 120)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_met_and_noted_conditions_are_true_and_failed_ones_false_long_run() -> None:
    counts = sum((check(seed, 600) for seed in range(150)), Counter[tuple[str, str]]())
    print(sum(counts.values()), dict(sorted(counts.items())))
