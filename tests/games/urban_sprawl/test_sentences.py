"""Titles and sentences of reports say no more than what was reported, and what moves.

Held against the words of the report itself and the balances before and after, not against the
rules: names of people and permits, amounts, lots, and the seat and section of what is due.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.urban_sprawl import GAME
from companion.kernel import game as kernel
from companion.kernel.box.facts import FactValue
from companion.kernel.forms.form import Draft
from companion.kernel.models import Action
from companion.kernel.pieces.effects import Transfer
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from companion.ui.views.rulings import ruling_view
from tests.games.random_play import any_action, play, slip
from tests.games.urban_sprawl.sample import DATA, lay
from tests.seeds import seeds

_AMOUNT = re.compile(r"(\d+) de (riqueza|prestigio)")
_ITEM = {"riqueza": "wealth", "prestigio": "prestige"}
_PAID = ("invest", "cash_vocations", "pay_rival")
"""Acts whose sentences name what their seat gains or loses."""


def _words(state: Any) -> Wording:
    return Wording(GAME.id, state.options.players, state.rulings)


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def check_sound(text: str) -> None:
    """Check what no sentence may have: gaps, negative amounts, doubled words, two spaces."""
    assert MISSING not in text, text
    assert not re.search(r"[\u2212-]\d", text), text
    assert "  " not in text, text
    assert not re.search(r"\b(de|el|la|por|a) \1\b", text), text
    assert "por una sola vez" not in text, text


def check_amounts(text: str, action: Action, effects: Any) -> int:
    """Check that a sentence names exactly what its seat gains and pays; return how many amounts."""
    if action.kind not in _PAID:
        return 0
    moved: Counter[str] = Counter()
    for effect in effects:
        if isinstance(effect, Transfer) and effect.item in _ITEM.values():
            own = f"seat:{action.seat}"
            if own in (effect.source, effect.target) and _about(action.kind, effect):
                moved[effect.item] += effect.amount
    said = Counter({_ITEM[what]: int(n) for n, what in _AMOUNT.findall(text)})
    assert +said == +moved, (text, effects)
    return len(said) or 1


def _about(kind: str, effect: Transfer) -> bool:
    """Return whether a transfer is what the report itself pays, not what follows it."""
    if kind == "pay_rival":
        return effect.source.startswith("seat") and effect.target.startswith("seat")
    return effect.rule in ("turn.investments", "vocation.score")


def check_people(text: str, state: Any, action: Action) -> None:
    """Check that a title names nobody but the seats of the report, and whoever is paid."""
    names = state.options.players
    answers = (value for value in vars(action).values() if isinstance(value, str))
    meant = {action.seat, *(int(a[-1]) for a in answers if re.fullmatch(r"seat\.\d", a))}
    task = state.agenda[-1]
    if action.kind == "pay_rival" and task.code == "tribute":
        meant.add(dict(task.about)["to"])
    strange = {name for seat, name in enumerate(names) if seat not in meant and name in text}
    assert not strange, (text, action)


_ELECTIONS = {"office.chief": "elections.police"}
_SECTIONS = {
    "claim": "setup.buildings", "act": "turn", "line": "payout.table",
    "vocation": "vocation.take", "cash": "vocation.score", "tribute": "payments.mandatory",
    "media": "setup.media", "may_pay": "payments.optional", "by_hand": "table.by_hand",
}  # fmt: skip


def _section(state: Any) -> str:
    """Return the section that leaves what is due to whoever has to do it."""
    task = state.agenda[-1]
    about = dict(task.about)
    match str(task.code):
        case "show" if state.turns:
            return "upkeep"
        case "show":
            return "setup.deal" if about["deck"] == "planning" else "setup.row"
        case "elect" | "contractor":
            prize = about["prize"]
            return _ELECTIONS.get(prize, f"elections.{prize.partition('.')[2]}")
        case "which_building" if about["then"] != "move":
            return "table.active_decides"
        case code:
            return str(_SECTIONS.get(code) or about["rule"])


def check_answer(state: Any, action: Action) -> tuple[str, str]:
    """Check the card of a report: whom it waits for, by which section; return title and code."""
    words, judgement = _words(state), kernel.judge(GAME, state, action)
    card = words.judgement(judgement, action.kind, GAME.describe(state, action), ())
    refusal = judgement.refusal
    if refusal is None:
        return card.title, "legal"
    if refusal.code in ("not_your_turn", "other_step"):
        assert (action.seat in state.awaited) == (refusal.code == "other_step")
        for seat in state.awaited if refusal.code == "not_your_turn" else ():
            assert state.options.players[seat] in card.facts, card.facts
        assert _section(state) in refusal.rules, refusal
    elif refusal.code.startswith("nothing_") or refusal.code == "no_line_to_read":
        # What is not due is due from nobody: it is not refused because of who reports it.
        others = (action.model_copy(update={"seat": seat}) for seat in range(state.players))
        for other in others:
            again = kernel.check(GAME, state, other)
            assert again is not None
            assert again.code == refusal.code
    return card.title, refusal.code


def check(seed: int, limit: int) -> Counter[str]:
    """Check the sentences of one random match and of wrong reports along it."""
    rng, seen = Random(seed), Counter[str]()
    for step in play(GAME, rng, limit):
        words, act = _words(step.before), step.action
        done = _plain(words.action_sentence(act.kind, GAME.describe(step.before, act)))
        check_people(done, step.before, act)
        seen["amounts"] += check_amounts(done, act, step.effects)
        for text in (done, *map(_plain, words.effects(step.effects))):
            check_sound(text)
            seen["sentences"] += 1
        for wrong in _wrong(step.after, rng):
            title, code = check_answer(step.after, wrong)
            check_sound(_plain(title))
            check_people(title, step.after, wrong)
            seen["sentences"] += 1
            seen[code] += 1
    return seen


def _wrong(state: Any, rng: Random) -> Iterator[Action]:
    for make in (slip, any_action):
        action = make(GAME, state, rng)
        if action.seat < state.players:
            yield action


@pytest.mark.parametrize("seed", seeds(4))
def test_sentences_say_what_was_reported_and_what_moves(seed: int) -> None:
    assert check(seed, 120)["sentences"]


@pytest.mark.campaign
@pytest.mark.timeout(0)
def test_sentences_say_what_was_reported_and_what_moves_long_run() -> None:
    seen = sum((check(seed, 900) for seed in range(120)), Counter[str]())
    print(dict(seen))
    assert seen["not_your_turn"] > 1000


def test_permits_that_differ_only_in_one_value_are_told_apart() -> None:
    values: dict[str, FactValue] = {"zones": "civic", "size": 1, "payout": 4, "ballot": "no"}
    others: dict[str, FactValue] = {
        "zones": "civic-commercial",
        "size": 2,
        "payout": 5,
        "ballot": "yes",
    }
    for field, other in others.items():
        one = {f"permit.p1.{name}": value for name, value in values.items()}
        two = {f"permit.p2.{name}": value for name, value in (values | {field: other}).items()}
        words = Wording(GAME.id, ("Ana", "Beto"), DATA.default_rulings(), {**one, **two})
        names = [words.term(f"permit.p{n}").replace(str(n), "", 1) for n in (1, 2)]
        assert names[0] != names[1], names


def test_choice_not_made_yet_is_told_by_what_is_to_be_chosen() -> None:
    tie = {"prize": "office.mayor", "by": "vocation.media", "among": [1, 2]}
    state = lay({"airport": True, "tasks": [{"code": "elect", "seats": [3], "about": tie}]})
    draft = Draft("choose", 0, {})
    refusal = kernel.check_draft(GAME, state, draft)
    assert refusal is not None
    shown = ruling_view.card_of(GAME, state, _words(state), refusal, draft, seen=(0,))
    assert shown.card.title == "No se puede: desempatar unas elecciones"
