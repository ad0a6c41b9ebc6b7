"""Sentences of random reports, held against an independent reading of their words."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.blue_moon import GAME
from companion.kernel import game as kernel
from companion.kernel.effects import Happening, Transfer
from companion.kernel.values import Params, Term
from companion.rulebook.wording import Wording
from tests.games.blue_moon import naive
from tests.games.blue_moon.diary import Diary, Told, power, speaking
from tests.games.random_play import any_action, play, slip
from tests.seeds import seeds

ELEMENT = {"fire": "fuego", "earth": "tierra"}
GRANTS = frozenset(("hoax_14", "buka_25", "pillar_11", "flit_31", "hoax_29", "buka_20"))
"""Cards that allow boosters or supports beyond the limit."""
KEEPS_OUT = frozenset(("vulca_26", "khind_25", "pillar_15", "terrah_27"))
"""Cards that keep cards from the hand."""


def ids(value: Any) -> list[str]:
    """Return the cards that a parameter names."""
    values = value if isinstance(value, tuple) else (value,)
    return [str(term.key).removeprefix("card.") for term in values if isinstance(term, Term)]


def first_number(text: str) -> int:
    """Return the number that a sum begins with."""
    return int(re.split(r"\D", text, maxsplit=1)[0])


def _check_happening(t: Told, said: Happening, counts: Counter[str]) -> None:
    params: Params = said.params
    match said.code:
        case "announced":
            element = str(params["element"].key).removeprefix("element.")  # type: ignore[union-attr]
            if t.state.rulings["boost_target"] == "best":
                assert params["power"] == power(t, t.action.seat, element)[0]
            assert first_number(str(params["power_sum"])) == params["power"]
        case "played_pair":
            names = ids(params["cards"])
            assert len(names) == 2
            assert len({naive.FIRST_WORDS[name] for name in names}) == 1
            assert set(names) <= naive.PAIR
        case "played_gang":
            assert len({naive.GANGS[name] for name in ids(params["cards"])}) == 1
        case "text_barred":
            assert set(ids(params["by"])) <= KEEPS_OUT
        case "text_spared":
            assert set(ids(params["cards"])) <= naive.PROTECTED
        case "text_ignored":
            assert set(ids(params["card"])) <= naive.TEXTS
            assert ids(params["by"])
        case "laid_in_order":
            assert sorted(ids(params["cards"])) == sorted(t.action.cards)
        case _:
            return
    counts[said.code] += 1


def _check_dragons(step: Any, counts: Counter[str]) -> None:
    """Compare the dragons told of with those that move, where the game goes on."""
    won = [e for e in step.effects if isinstance(e, Happening) and e.code == "fight_won"]
    if len(won) != 1 or len(step.after.ends) > len(step.before.ends):
        return
    at = step.effects.index(won[0])
    rest = step.effects[at:]
    moved = sum(isinstance(e, Transfer) and e.item == "dragon" for e in rest)
    missed = sum(isinstance(e, Happening) and e.code == "no_dragon_left" for e in rest)
    assert won[0].params["dragons"].amount == moved + missed  # type: ignore[union-attr]
    counts["fight_won"] += 1


def _check_report(t: Told, wording: Wording, counts: Counter[str]) -> None:
    """Hold the title and the refusal of a report against the report and the table."""
    state, action = t.state, t.action
    if action.seat >= state.players:
        return
    title = wording.action_attempt(action.kind, GAME.describe(state, action))
    assert "otra caja" not in title or action.kind in ("meet_demand", "use_text", "land_ship")
    if action.kind == "announce" and action.element != "same":
        assert f"en {ELEMENT[action.element]}" in title
        counts["title"] += 1
    refusal = kernel.check(GAME, state, action)
    if refusal is None:
        return
    params = refusal.params
    match refusal.code:
        case "below_power":
            assert first_number(str(params["own_sum"])) == params["own"]
            assert first_number(str(params["other_sum"])) == params["other"]
            other, own, short = (int(str(params[name])) for name in ("other", "own", "short"))
            assert other - own == short
        case "limit_reached" | "opening_turn":
            there = {*speaking(t, action.seat), *t.diary.of("leadership")}
            assert set(ids(params["grants"])) <= there & GRANTS
            if not ids(params["grants"]):
                assert not GRANTS & set(speaking(t, action.seat))
        case "pays_too_little":
            for name, element in (("fire", 0), ("earth", 1)):
                worth = sum(naive.VALUES.get(card, (0, 0))[element] for card in action.cards)
                assert params[name] == worth
        case "no_pair" | "second_character" if not ids(params["by"]):
            assert refusal.ruling is None
        case _:
            return
    counts[refusal.code] += 1


def check(seed: int, limit: int) -> Counter[str]:
    """Check the sentences of one random match and of arbitrary reports in it; count them."""
    rng, counts, diary = Random(seed), Counter[str](), Diary()
    wording = Wording(GAME.id, ("Ana", "Beto"))
    for step in play(GAME, rng, limit):
        if diary.turn == (-1, -1):
            diary.turn = (step.before.turn.number, step.before.turn.seat)
        told = Told(step.before, step.action, diary)
        for effect in step.effects:
            if isinstance(effect, Happening):
                _check_happening(told, effect, counts)
        _check_dragons(step, counts)
        _check_report(told, wording, counts)
        diary.note(step)
        for make in (slip, slip, any_action, any_action):
            report = make(GAME, step.after, rng)
            _check_report(Told(step.after, report, diary), wording, counts)
    return counts


@pytest.mark.parametrize("seed", seeds(12))
def test_sentences_say_what_was_reported_and_judged(seed: int) -> None:
    assert check(seed, 150)


@pytest.mark.campaign
@pytest.mark.timeout(3600)
def test_sentences_say_what_was_reported_and_judged_long_run() -> None:
    counts = sum((check(seed, 1000) for seed in range(400)), Counter[str]())
    print(sum(counts.values()), dict(sorted(counts.items())))
    assert sum(counts.values()) > 100_000
