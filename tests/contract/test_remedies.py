"""Remedies of a ruling card are true, and good advice.

Each is carried out here, and the report is legal then. It is about the same thing as what was
reported, needs no more than another one on the card, and wastes nothing. Tested in random positions
of every game, with random readings of its rulings, after random wrong reports.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice, permutations
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.advice.acts_alike import labels_of
from companion.kernel.advice.remedies import (
    ACT_FIRST,
    ANY_ACT_FIRST,
    ANY_VALUE,
    CHANGE_BOTH,
    CHANGE_FIELD,
    EVERY,
    FEWER,
    SOME,
    THESE,
    ProvenRemedy,
    draft_of,
)
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Refusal
from companion.kernel.values import Term
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording
from tests.games.elsewhere import is_small
from tests.games.random_play import (
    any_action,
    legal_action,
    paid_at_random,
    play,
    sample_of,
    slip,
    two_slips,
)
from tests.seeds import how_much

_SLIPS = 4
_FEW_ACTS = 2
"""Number of acts of a kind that help up to which each is named."""
_OTHERS = 40
"""Number of acts of a kind with which an advised one is compared."""


def refused(game: Game[Any], rng: Random, limit: int) -> Iterator[tuple[Any, Action, Refusal]]:
    """Yield refused reports along a random match."""
    for step in play(game, rng, limit):
        for _ in range(_SLIPS):
            wrong = rng.choices((slip, any_action, paid_at_random, two_slips), (5, 2, 2, 2))[0]
            action = wrong(game, step.after, rng)
            if action.seat >= len(step.after.options.players):
                continue
            refusal = legality.check(game, step.after, action)
            if refusal:
                yield step.after, action, refusal


def _after_acts(game: Game[Any], state: Any, way: ProvenRemedy) -> Any:
    """Return the state once what comes before the report is done, as a table would do it."""
    for act in (way.first, way.then):
        if act is not None:
            act = game.read_action(act.model_dump(mode="json"))
            assert legality.check(game, state, act) is None, way
            state, _ = game.apply(state, act)
    return state


def _check_way(game: Game[Any], state: Any, way: ProvenRemedy) -> None:
    """Carry out a remedy as a table would: report it, apply it, and report again."""
    state = _after_acts(game, state, way)
    if legality.next_field(game, way.draft) is None:
        report = game.read_action(legality.complete(game, way.draft).model_dump(mode="json"))
        assert legality.check(game, state, report) is None, way
        game.apply(state, report)
    else:
        assert legality.check_draft(game, state, way.draft) is None, way


def _check_it_is_about_the_same(
    game: Game[Any], state: Any, action: Action, way: ProvenRemedy
) -> None:
    """Compare what is attempted, in words, before the remedy and after it.

    Amounts may differ, and so does what the remedy itself names.
    """
    if way.remedy.instead or legality.next_field(game, way.draft) is not None:
        return
    report = legality.complete(game, way.draft)
    after = _after_acts(game, state, way)
    wording = Wording(game.id, ("X",) * len(state.options.players), state.rulings)
    reported = game.describe(state, action)
    before = wording.action_attempt(action.kind, reported)
    then = wording.action_attempt(report.kind, game.describe(after, report))
    named = set(_named_by(game, state, action, set(way.remedy.change or {}) - {"seat"}))
    for term in _terms(tuple(reported.values())):
        name = wording.term(term.key)
        assert term in named or name not in before or name in then, (way, name, before, then)


def _named_by(
    game: Game[Any], state: Any, action: Action, names: Collection[str]
) -> Iterator[Term]:
    """Yield the things of some fields of a report, and whatever it names because of them."""
    earlier = Draft(action.kind, action.seat, {})
    kept = set[Term]()
    for name in action.form_fields():
        value = getattr(action, name)
        terms = tuple(_terms(game.label(state, earlier, name, value)))
        if name in names:
            yield from terms
        else:
            kept.update(terms)
        earlier = earlier.with_value(name, value)
    if names:
        told = _terms(tuple(game.describe(state, action).values()))
        yield from (term for term in told if term not in kept)


def _terms(value: Any) -> Iterator[Term]:
    """Yield the terms within a value of a sentence."""
    if isinstance(value, tuple):
        for each in value:
            yield from _terms(each)
    elif isinstance(value, Term):
        yield value


def _check_none_needs_more(
    game: Game[Any], state: Any, action: Action, ways: Sequence[ProvenRemedy]
) -> None:
    """Compare remedies that lead to the same report, but for payment and what others choose."""
    left = [_left(game, state, action.seat, way) for way in ways]
    for (one, of_one), (other, of_other) in permutations(zip(ways, left, strict=True), 2):
        instead = other.remedy.instead and _acts(one)
        if _aim(one) != _aim(other) and not instead and not _takes_more(other, one):
            continue
        if one.remedy.instead and other.remedy.instead:
            continue
        if all(way.first is not None and way.first.seat != action.seat for way in (one, other)):
            continue
        more = all(of_other[name] >= amount for name, amount in of_one.items())
        if more and _paid(other) <= _paid(one) and _acts(other) <= _acts(one):
            same = all(of_other[name] == of_one[name] for name in {*of_one, *of_other})
            assert same, (one, other)
            assert _acts(other) == _acts(one), (one, other)


def _check_none_is_dearer(
    game: Game[Any], state: Any, action: Action, ways: Sequence[ProvenRemedy]
) -> None:
    """Compare an own act before with others of its kind: none leaves more for the same report."""
    for way in ways:
        first, report = way.first, way.report
        if first is None or report is None or way.then or first.seat != action.seat:
            continue
        # Where a kind is told, whoever acts chooses which of it.
        if not way.certain or way.remedy.code == ANY_ACT_FIRST:
            continue
        left = _left(game, state, action.seat, way)
        for other in islice(legality.legal_of_kind(game, state, first.seat, first.kind), _OTHERS):
            after, _ = game.apply(state, other)
            verdicts = (
                legality.judge(game, at, a).verdict for at, a in ((state, other), (after, report))
            )
            if set(verdicts) != {"legal"}:
                continue
            instead = _left(game, state, action.seat, replace(way, first=other))
            more = [instead[name] - left[name] for name in {*left, *instead}]
            assert min(more, default=0) < 0 or max(more, default=0) == 0, (way, other)


def _acts(way: ProvenRemedy) -> int:
    return sum(act is not None for act in (way.first, way.then))


def _paid(way: ProvenRemedy) -> Counter[str]:
    acts = [act for act in (way.first, way.then, way.report) if act is not None]
    fields = [(act, name) for act in acts for name in type(act).payments]
    return Counter(item for act, name in fields for item in getattr(act, name))


def _aim(way: ProvenRemedy) -> object:
    paid = type(way.report).payments if way.report else frozenset()
    values = way.draft.values.items()
    return way.draft.kind, way.draft.seat, {n: v for n, v in values if n not in paid}


def _takes_more(one: ProvenRemedy, other: ProvenRemedy) -> bool:
    """Return whether a remedy without acts reports the same as one with acts, and more of it."""
    if _acts(one) or not _acts(other) or one.draft.seat != other.draft.seat:
        return False
    pairs = [(value, other.draft.values.get(name)) for name, value in one.draft.values.items()]
    bags = [(a, b) for a, b in pairs if a != b]
    return bool(bags) and all(
        isinstance(a, tuple) and isinstance(b, tuple) and Counter(a) > Counter(b) for a, b in bags
    )


def _left(game: Game[Any], state: Any, seat: int, way: ProvenRemedy) -> Counter[str]:
    """Count what a seat has of each family of things once a remedy was carried out."""
    after = _after_acts(game, state, way)
    assert way.report is not None, way
    after, _ = game.apply(after, way.report)
    counted = Counter[str]()
    for account, item, amount in after.ledger.items():
        if account.endswith(f":{seat}"):
            counted[account + item.split(":")[0]] += amount
    return counted


def _check_nothing_is_wasted(game: Game[Any], state: Any, ways: Sequence[ProvenRemedy]) -> None:
    """Waste is advised only where nothing else is."""
    wasteful = [_wastes(game, state, way) for way in ways]
    assert all(wasteful) or not any(wasteful), ways


def _wastes(game: Game[Any], state: Any, way: ProvenRemedy) -> bool:
    assert way.report is not None, way
    answer = _answer(game, _after_acts(game, state, way), way.report)
    assert answer is not None, way
    return answer[0]


def _check_nothing_is_added_beyond_need(
    game: Game[Any], state: Any, action: Action, ways: Sequence[ProvenRemedy]
) -> None:
    """Whoever pays with something else, or with more, could leave nothing of it out.

    What is only taken back keeps as much as it can of what was laid. Only where nothing else is
    does a remedy waste something, and then no part of it does without.
    """
    for way in ways:
        report, after = way.report, _after_acts(game, state, way)
        for name in way.remedy.change or ():
            if report is None or name not in report.payments:
                continue
            laid, was = getattr(report, name), getattr(action, name)
            if not isinstance(laid, tuple) or (Counter(laid) <= Counter(was) and not way.wasteful):
                continue
            mine = _answer(game, after, report)
            assert mine is not None, way
            for place in range(len(laid)):
                part = {name: laid[:place] + laid[place + 1 :]}
                with suppress(ValidationError):
                    less = game.read_action({**report.model_dump(mode="json"), **part})
                    answer = _answer(game, after, less)
                    assert answer is None or answer > mine, (way, less)


def _answer(game: Game[Any], state: Any, report: Action) -> tuple[bool, bool] | None:
    """Return whether a legal report wastes something, and rests on the unknown; or None."""
    judgement = legality.judge(game, state, report)
    if judgement.refusal or legality.fact_needed(game, state, report):
        return None
    return any(note.wasteful for note in judgement.notes), judgement.verdict != "legal"


def _check_many_alike_are_one(
    game: Game[Any], state: Any, action: Action, ways: Sequence[ProvenRemedy]
) -> None:
    """Not one of many is named, but their kind; what is said of how many is true."""
    alike = Counter(_likeness(way) for way in ways)
    assert max(alike.values(), default=0) <= 3, ways
    for way in ways:
        # Two acts are never told as one.
        assert way.then is None or way.remedy.code != ANY_ACT_FIRST, way
        if way.remedy.code == FEWER:
            field, number = str(way.remedy.params["field"]), int(str(way.remedy.params["number"]))
            parts = {tuple(sorted(part)) for part in combinations(getattr(action, field), number)}
            assert parts == {tuple(sorted(each.draft.values[field])) for each in way.alike}, way
        if way.remedy.code != ANY_VALUE:
            continue
        field, extent = str(way.remedy.params["field"]), way.remedy.params["extent"]
        values = {each.draft.values[field] for each in way.alike}
        assert way.remedy.params["number"] == len(values) > 3, way
        assert getattr(action, field) not in values, way
        if extent in (EVERY, THESE):
            wasteful = all(each.wasteful for each in way.alike)
            others = _other_legal_values(game, state, action, field, wasteful=wasteful)
            assert values == others or any(not each.certain for each in way.alike), way


def _likeness(way: ProvenRemedy) -> object:
    change = way.remedy.change or {}
    if way.remedy.code in (ANY_VALUE, ANY_ACT_FIRST, FEWER) or way.remedy.instead:
        return id(way)
    if way.first is not None:
        return (way.first.kind, way.first.seat) if way.tried else id(way)
    if way.remedy.code == CHANGE_BOTH and way.remedy.params.get("extent") != SOME:
        return frozenset(change), way.certain
    if len(change) != 1 or "seat" in change:
        return id(way)
    [(name, value)] = change.items()
    # To name nothing is not to name another thing.
    if value is None:
        return id(way)
    # The bags that a game proposes are told apart by it.
    return id(way) if isinstance(value, tuple) and not way.tried else (name, way.certain)


def _other_legal_values(
    game: Game[Any], state: Any, action: Action, field: str, *, wasteful: bool
) -> set[Any]:
    """Return the other values that make a report legal, those that lose something or the others."""
    values = draft_of(action).values
    names = action.form_fields()
    before = Draft(action.kind, action.seat, {n: values[n] for n in names[: names.index(field)]})
    candidates = game.candidates(state, before, field)
    assert isinstance(candidates, Choices)
    legal = set[Any]()
    # To name nothing is not to name another thing.
    model = game.action_models[action.kind].model_fields[field]
    nothing = {None} if model.is_required() else {None, model.default}
    for value in set(candidates.values) - nothing:
        with suppress(ValidationError):
            draft = Draft(action.kind, action.seat, {**values, field: value})
            changed = legality.complete(game, draft)
            judgement = legality.judge(game, state, changed)
            loses = any(note.wasteful for note in judgement.notes)
            if not judgement.refusal and not legality.fact_needed(game, state, changed):
                legal |= {value} if loses == wasteful else set()
    return legal


def _check_what_is_said_of_a_kind(game: Game[Any], state: Any, ways: Sequence[ProvenRemedy]) -> int:
    """Whatever act of a kind is chosen that is told to help, the report is legal then.

    An act that names one of many is told as an example. Who takes the reported thing itself takes
    it from the report: nobody would do that to make it legal.
    """
    checked = 0
    for way in ways:
        first = way.first
        if first is None or way.report is None or not way.tried or way.then:
            continue
        every = way.remedy.code == ANY_ACT_FIRST and way.remedy.params["extent"] == EVERY
        named, either = (way.remedy.params.get(n, ()) for n in ("named", "either"))
        assert isinstance(named, tuple)
        assert isinstance(either, tuple)
        helpful = 0
        for act in islice(legality.legal_of_kind(game, state, first.seat, first.kind), _OTHERS):
            about = labels_of(game, state, act, act.form_fields()[: len(named) or 1])
            if (either and about[0] not in either) or about[: len(named)] != named:
                continue
            if legality.fact_needed(game, state, act) or _has_options(act):
                continue
            after, _ = game.apply(state, act)
            helps = legality.check(game, after, way.report) is None
            assert helps or not every or _things(act) & _things(way.report), (way, act)
            both = (legality.judge(game, state, act), legality.judge(game, after, way.report))
            certain = all(one.verdict == "legal" for one in both)
            helpful += certain and not any(_adds_to(act, one.first) for one in ways)
            checked += every
        if way.remedy.code == ACT_FIRST:
            assert helpful <= _FEW_ACTS, (way, helpful)
    return checked


def _adds_to(act: Action, first: Action | None) -> bool:
    """Return whether an act does what another one does, and lays down more."""
    if first is None or first == act or (first.kind, first.seat) != (act.kind, act.seat):
        return False
    pairs = ((getattr(first, name), getattr(act, name)) for name in act.form_fields())
    return all(
        one == other or (isinstance(one, tuple) and Counter(one) < Counter(other))
        for one, other in pairs
    )


def _has_options(act: Action) -> bool:
    """Return whether an act says more than it must."""
    fields = type(act).model_fields.items()
    return any(getattr(act, n) != f.default for n, f in fields if not f.is_required())


def _things(act: Action) -> set[str]:
    answers = [getattr(act, name) for name in act.form_fields()]
    several = [each for each in answers if isinstance(each, tuple)]
    return {each for row in (answers, *several) for each in row if isinstance(each, str)}


def _check_taking_back_comes_first(action: Action, ways: Sequence[ProvenRemedy]) -> None:
    """What was laid is taken back or exchanged before anything is added to it."""
    added = False
    for way in ways:
        for name, value in (way.remedy.change or {}).items():
            was = getattr(action, name, None)
            if way.first is None and isinstance(value, tuple) and isinstance(was, tuple):
                more = Counter(value) > Counter(was)
                assert more or not added or len(way.remedy.change or {}) > 1, ways
                added = added or more


def _check_words(game: Game[Any], ways: Sequence[ProvenRemedy], texts: Sequence[str]) -> None:
    """Remedies differ in words, and speak of a field as the game does."""
    for way, text in zip(ways, texts, strict=True):
        assert text, way
        assert MISSING not in text, text
        field = str(way.remedy.params.get("field", ""))
        if way.remedy.code in (CHANGE_FIELD, ANY_VALUE, FEWER):
            action = Wording(game.id).data.words.actions[way.draft.kind]
            assert any(key.partition(".")[0] == field for key in action.changes), (way, text)
    assert len(set(texts)) == len(texts), texts


def _check_card(game: Game[Any], state: Any, action: Action, refusal: Refusal) -> int:
    draft = draft_of(action)
    proven = remedies.find_remedies(game, state, draft, refusal).remedies
    wording = Wording(game.id, state.options.players, state.rulings)
    _check_words(game, proven, [wording.remedy(way.remedy) for way in proven])
    each = [one for way in proven for one in (way, *way.alike)]
    for way in each:
        _check_way(game, state, way)
        _check_it_is_about_the_same(game, state, action, way)
        # A remedy must never advise giving up first.
        assert way.first is None or way.first.kind not in game.giving_up, way
    _check_none_needs_more(game, state, action, proven)
    _check_none_is_dearer(game, state, action, proven)
    _check_nothing_is_wasted(game, state, proven)
    _check_nothing_is_added_beyond_need(game, state, action, each)
    _check_many_alike_are_one(game, state, action, proven)
    _check_what_is_said_of_a_kind(game, state, proven)
    _check_taking_back_comes_first(action, proven)
    return len(each)


def _campaign(game: Game[Any], matches: int, limit: int, enough: int = 0) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in range(matches):
        if enough and counts["remedies"] >= enough:
            break
        for state, action, refusal in refused(game, Random(seed), limit):
            shown = _check_card(game, state, action, refusal)
            counts["cards"] += 1
            counts["remedies"] += shown
            counts["cards with a remedy"] += bool(shown)
    return counts


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=2)
def test_every_remedy_is_legal_once_carried_out(game: Game[Any], matches: int) -> None:
    counts = _campaign(game, matches, 60)
    assert counts["remedies"] > 25 * matches or is_small(game), counts


@pytest.mark.campaign
@pytest.mark.timeout(7200)
def test_fifty_thousand_remedies_are_legal_once_carried_out(game: Game[Any]) -> None:
    counts = _campaign(game, 1000, 400, enough=50_000)
    print(game.id, dict(counts))
    assert counts["remedies"] >= 50_000, counts


@pytest.mark.deep
@how_much("matches", everyday=1, before_release=3)
def test_every_remedy_of_a_draft_can_be_completed(game: Game[Any], matches: int) -> None:
    """Remedies of a greyed-out choice lead to a legal report."""
    shown = 0
    for seed in range(matches):
        rng = Random(seed)
        for state, action, _ in refused(game, rng, 60):
            names = action.form_fields()
            kept = names[: rng.randrange(len(names) + 1)]
            draft = Draft(action.kind, action.seat, {n: getattr(action, n) for n in kept})
            refusal = legality.check_draft(game, state, draft)
            if refusal is None:
                continue
            for way in remedies.find_remedies(game, state, draft, refusal).remedies:
                shown += 1
                after = _after_acts(game, state, way)
                assert next(_completions(game, after, way.draft), None) is not None, way
    assert shown > 5 or is_small(game)


def _completions(game: Game[Any], state: Any, draft: Draft) -> Iterator[Action]:
    if legality.check_draft(game, state, draft) is not None:
        return
    name = legality.next_field(game, draft)
    if name is None:
        yield legality.complete(game, draft)
        return
    for value in legality.values_to_try(game.candidates(state, draft, name)):
        yield from _completions(game, state, draft.with_value(name, value))


@pytest.mark.deep
@how_much("steps", everyday=15, before_release=90)
def test_remedy_certain_without_hidden_cards_is_legal_with_them(
    game: Game[Any], steps: int
) -> None:
    """Hidden cards make a remedy uncertain at most."""
    certain = 0
    for state, action, _ in refused(game, Random(7), steps):
        refusal = legality.judge(game, state, action, private=False).refusal
        if refusal is None:
            continue
        for way in remedies.find_remedies(game, state, draft_of(action), refusal, seen=()).remedies:
            if way.certain:
                certain += 1
                _check_way(game, state, way)
    assert certain or not game.judged


@pytest.mark.deep
@how_much("most", everyday=6, before_release=60)
def test_report_refused_until_a_moment_stays_refused_until_then(game: Game[Any], most: int) -> None:
    """Play goes on at random after a refusal with an `until`."""
    moments = sample_of(game).UNTIL
    # In some games nothing of the kind is refused before a match is well under way.
    limit = getattr(sample_of(game), "UNTIL_WITHIN", 80)
    assert set(load_until(game)) == set(moments)
    seen: Counter[str] = Counter()
    for seed in range(6):
        if all(seen[moment] >= most for moment in moments):
            break
        rng = Random(seed)
        for state, action, refusal in refused(game, rng, limit):
            if refusal.until is None or seen[refusal.until] >= most:
                continue
            seen[refusal.until] += 1
            _stays_refused(game, state, action, moments[refusal.until], rng)
    assert set(seen) == set(moments)


def load_until(game: Game[Any]) -> dict[str, str]:
    """Return the words of each moment before which something is refused."""
    return Wording(game.id).data.words.until


def _stays_refused(game: Game[Any], then: Any, action: Action, moment: Any, rng: Random) -> None:
    state = then
    for _ in range(25):
        assert legality.check(game, state, action) is not None, (action, state)
        act = legal_action(game, state, rng)
        if act is None:
            return
        state, _ = game.apply(state, act)
        if moment(then, state, action):
            return


def test_every_field_has_words_for_another_answer(game: Game[Any]) -> None:
    """Fields decided by chance are never advised."""
    actions = Wording(game.id).data.words.actions
    for kind, model in game.action_models.items():
        words, fields = actions[kind], set(model.form_fields())
        told = {key.partition(".")[0] for key in words.changes}
        assert fields - model.results <= told <= fields, kind
        assert set(words.others) <= told, kind
