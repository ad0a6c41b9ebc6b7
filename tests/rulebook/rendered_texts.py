"""Rendered texts: every text about random positions and random reports of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.kernel import legality
from companion.kernel.advice import remedies, ruling_dependencies
from companion.kernel.advice.remedies import NO_WAYS
from companion.kernel.form import Choices, Draft, OpenBag, OpenNumber
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import ADJUSTMENTS, SET, Effect, Happening, Transfer
from companion.kernel.values import Value
from companion.rulebook.completeness import checklist
from companion.rulebook.ruling_cards import RulingCard
from companion.rulebook.wording import Wording
from tests.games.random_play import legal_action, sample_of
from tests.rulebook.spanish import Shape

NAMES = ("Ana", "Inés", "Óscar", "Hilario")
"""Names before which «y» and «o» change, and one before which they do not."""


@dataclass(frozen=True)
class Said:
    """One rendered text and the place it stands in."""

    where: str
    text: str
    shape: Shape


def positions(
    game: Game[Any], seed: int, limit: int = 400, words: type[Wording] = Wording
) -> Iterator[tuple[Any, Wording]]:
    """Yield the states of a random match whose players have difficult names."""
    rng = Random(seed)
    options, facts, rulings = sample_of(game).table(rng)
    options = options.model_copy(update={"players": NAMES[: len(options.players)]})
    state = game.setup(options, facts, rulings)
    wording = words(game.id, options.players, rulings)
    for _ in range(limit):
        yield state, wording
        action = legal_action(game, state, rng)
        if action is None:
            return
        state, _effects = game.apply(state, action)


def report(game: Game[Any], state: Any, rng: Random, kind: str, seat: int) -> Action | None:
    """Return a well-formed report, its open fields filled in at random."""
    draft = Draft(kind, seat, {})
    while (name := legality.next_field(game, draft)) is not None:
        values = _values(game.candidates(state, draft, name), rng)
        if not values:
            return None
        draft = draft.with_value(name, rng.choice(values))
    return legality.complete(game, draft)


def _values(candidates: Any, rng: Random) -> tuple[Any, ...]:
    match candidates:
        case Choices(values=values):
            return values
        case OpenBag(items=items, proposals=proposals) if items:
            names = [name for name, _ in items]
            drawn = tuple(tuple(rng.choices(names, k=n)) for n in (0, 1, 2, 4))
            return (*proposals[:4], *drawn)
        case OpenNumber(minimum=low, maximum=high):
            return tuple(range(low, min(high, low + 12) + 1))
        case _:
            return legality.values_to_try(candidates)


def of_match(
    game: Game[Any],
    seed: int,
    limit: int = 400,
    reports: int = 6,
    share: float = 0.1,
    words: type[Wording] = Wording,
) -> Iterator[Said]:
    """Yield every text rendered in one random match.

    Args:
        game: the game.
        seed: number of the match.
        limit: number of its positions that are read.
        reports: number of kinds reported in each position, besides the legal ones.
        share: share of the reports for which remedies are searched.
        words: class of its words.
    """
    rng = Random(f"{game.id}{seed}")
    for state, wording in positions(game, seed, limit, words):
        yield from of_position(game, state, wording)
        kinds = tuple(game.action_models)
        seats = (*game.awaiting(state), *range(len(state.options.players)))
        for kind in (*rng.sample(kinds, min(len(kinds), reports)), *_legal(game, state)):
            action = report(game, state, rng, kind, rng.choice(seats))
            if action is not None:
                yield from of_report(game, state, wording, action, rng.random() < share)
    yield from _of_end(game, state, wording)


def _legal(game: Game[Any], state: Any) -> tuple[str, ...]:
    return tuple(
        kind
        for seat in game.awaiting(state)
        for kind, refusal in legality.legal_kinds(game, state, seat)
        if refusal is None
    )


def _of_end(game: Game[Any], state: Any, wording: Wording) -> Iterator[Said]:
    outcome = game.outcome(state)
    if outcome is not None:
        yield Said(f"outcome {outcome.reason}", wording.outcome(outcome), Shape.SENTENCE)
        yield from of_position(game, state, wording)


def of_position(game: Game[Any], state: Any, wording: Wording) -> Iterator[Said]:
    """Yield the texts of a position without any report."""
    for duty in game.duties(state):
        yield Said(f"duty {duty.code}", wording.duty(duty), Shape.LINE)
    for line in game.score(state):
        yield Said(f"score {line.code}", wording.score_line(line), Shape.LINE)
    for account in game.accounts(state):
        yield Said(f"account {account}", wording.account_label(account), Shape.ANY)


def of_report(
    game: Game[Any], state: Any, wording: Wording, action: Action, whole: bool = True
) -> Iterator[Said]:
    """Yield the texts of one report: line of the acta, ruling card and effects.

    The effects are those of the report if the table lets it stand.

    Args:
        game: the game.
        state: the state.
        wording: its words.
        action: the report.
        whole: True to search remedies and ruling dependencies as well.
    """
    params = game.describe(state, action)
    done = wording.action_sentence(action.kind, params, action.seat)
    yield Said(f"done {action.kind}", done, Shape.LINE)
    judgement = legality.judge(game, state, action)
    checked = legality.explain(game, state, action)
    values = {name: getattr(action, name) for name in action.form_fields()}
    draft = Draft(action.kind, action.seat, values)
    refusal = judgement.refusal if whole else None
    remedies_proven = remedies.find_remedies(game, state, draft, refusal) if refusal else NO_WAYS
    card = wording.judgement(
        judgement,
        action.kind,
        params,
        checked,
        ways=[way.remedy for way in remedies_proven.remedies if way.certain],
        possible=[way.remedy for way in remedies_proven.remedies if not way.certain],
        dependencies=ruling_dependencies.ruling_dependencies(game, state, draft, wording.readings)
        if whole
        else (),
    )
    yield from of_card(action.kind, card, wording)
    if legality.beyond_consent(game, state, action) is None:
        after, effects = game.apply(state, action)
        for effect in effects:
            yield from of_effect(effect, wording)
        for problem in game.invariants(after):
            yield Said(f"problem {problem.code}", wording.problem(problem), Shape.SENTENCE)


def of_card(kind: str, card: RulingCard, wording: Wording) -> Iterator[Said]:
    """Yield the parts of a ruling card, and the card as one text."""
    where = f"{card.code or card.verdict} of {kind}"
    yield Said(f"title {where}", card.title, Shape.LINE)
    if card.facts:
        yield Said(f"facts {where}", card.facts, Shape.SENTENCE)
    for remedy in (*card.remedies, *card.possible):
        yield Said(f"remedy {where}", remedy, Shape.PHRASE)
    for note in card.notes:
        yield Said(f"note {note.code} of {kind}", note.text, Shape.SENTENCE)
    if card.until:
        yield Said(f"until {where}", card.until, Shape.SENTENCE)
    for ruling in (*card.rulings, *(note.ruling for note in card.notes)):
        if ruling is not None:
            yield Said(
                f"ruling {ruling.id}", f"{ruling.text} {ruling.other}".strip(), Shape.SENTENCE
            )
    for line in card.checked:
        yield Said(f"condition {line.code}", line.name, Shape.LINE)
        if line.text:
            yield Said(f"checked {line.code} of {kind}", line.text, Shape.SENTENCE)
    for line_of_text in wording.card_text(card).splitlines():
        yield Said(f"text {where}", line_of_text, Shape.ANY)


def of_effect(effect: Effect, wording: Wording) -> Iterator[Said]:
    """Yield the text of an effect, if it has one."""
    text = wording.effect(effect)
    if text:
        code = effect.code if isinstance(effect, Happening) else f"{effect.rule}"
        yield Said(f"effect {code}", text, Shape.SENTENCE)


def of_labels(game: Game[Any], state: Any, wording: Wording) -> Iterator[Said]:
    """Yield the words of every choice of every form that can be reached one by one."""
    for kind in game.action_models:
        for seat in game.awaiting(state)[:1]:
            yield from _of_drafts(game, state, wording, Draft(kind, seat, {}))


def _of_drafts(game: Game[Any], state: Any, wording: Wording, draft: Draft) -> Iterator[Said]:
    name = legality.next_field(game, draft)
    if name is None:
        return
    question = wording.field_label(draft.kind, name)
    yield Said(f"question {draft.kind}.{name}", question, Shape.LINE)
    values = legality.values_to_try(game.candidates(state, draft, name))
    for value in values:
        label = game.label(state, draft, name, value)
        text = wording.value_label(label, draft.kind, name)
        yield Said(f"label {draft.kind}.{name}", text, Shape.ANY)
    for value in values[:2]:
        yield from _of_drafts(game, state, wording, draft.with_value(name, value))


def of_adjustments(game: Game[Any], state: Any, wording: Wording) -> Iterator[Said]:
    """Yield the texts of adjustments, and the problems of a table that was set wrong."""
    for settable in game.settables_of(state):
        values = settable.values(state)
        yield Said(f"settable {settable.code}", wording.settable_label(settable.code), Shape.LINE)
        for value in values:
            shown: Value = settable.label(value)
            effect = Happening(SET, {"part": settable.code, "value": shown}, "table.adjustment")
            yield from of_effect(effect, wording)
            after = settable.set(state, value)
            for problem in game.invariants(after):
                yield Said(f"problem {problem.code}", wording.problem(problem), Shape.SENTENCE)
    items = {item for _, item, _ in state.ledger.items()}
    for account in game.accounts(state):
        for item in sorted(items):
            for amount in (1, -1, 3, -30):
                change = Transfer(item, amount, ADJUSTMENTS, account, "table.adjustment")
                yield from of_effect(change, wording)
            after = game.with_ledger(state, state.ledger.post([change]))
            for problem in game.invariants(after):
                yield Said(f"problem {problem.code}", wording.problem(problem), Shape.SENTENCE)


def of_setup(game: Game[Any], seed: int, words: type[Wording] = Wording) -> Iterator[Said]:
    """Yield the set-up checklist and the refusals of impossible options."""
    rng = Random(seed)
    options, facts, rulings = sample_of(game).table(rng)
    options = options.model_copy(update={"players": NAMES[: len(options.players)]})
    wording = words(game.id, options.players, rulings)
    for step in checklist(wording, options, facts):
        yield Said(f"step {step.id}", step.text, Shape.SENTENCE)
    for wrong_options, wrong_facts in _wrong(options, facts, rng):
        judgement = legality.judge_setup(game, wrong_options, wrong_facts, rulings)
        yield from of_card("setup", wording.judgement(judgement), wording)


def _wrong(
    options: Any, facts: dict[str, Any], rng: Random
) -> Iterator[tuple[Any, dict[str, Any]]]:
    for players in ((), NAMES[:1], (*NAMES, "Eva"), ("Inés", "Inés")):
        yield options.model_copy(update={"players": players}), facts
    yield options.model_copy(update={"first_seat": 9}), facts
    for fact in rng.sample(sorted(facts), min(12, len(facts))):
        yield options, {name: value for name, value in facts.items() if name != fact}
    for name, value in options.model_dump().items():
        if not isinstance(value, tuple) or name == "players":
            continue
        mixed = tuple(rng.sample(value, len(value)))
        for wrong in (value[:-1], (*value[:1], *value[:-1]), (*value[:-1], *value[:1]), mixed, ()):
            yield options.model_copy(update={name: wrong}), facts
