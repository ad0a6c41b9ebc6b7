"""Rule cases in TOML: a sentence, a table, a report and the referee's answer.

A case may have a twin: a near copy, changed as `twin` says, that is not refused for the same
reason. Each game has the function that lays out a table from `given`.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.advice.remedies import ProvenRemedy, draft_of
from companion.kernel.game import Game, TableState
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import Happening
from companion.kernel.refusal import Judgement
from companion.rulebook.templates import MISSING
from companion.rulebook.wording import Wording

S = TypeVar("S", bound=TableState)

Layer = Callable[[Mapping[str, Any]], Any]
"""Function that lays out the table that `given` describes."""


@dataclass(frozen=True)
class Case:
    """State, report and verdict of one case."""

    title: str
    given: Mapping[str, Any]
    report: Mapping[str, Any]
    verdict: str
    code: str | None = None
    """Code of the refusal; of a twin, the code that it must not have."""
    twin: bool = False
    expected: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.title


def played(game: Game[S], state: S, reports: Iterable[Mapping[str, Any]]) -> S:
    """Return the state after these reports, all of them legal."""
    for report in reports:
        action = game.read_action(report)
        refusal = legality.check(game, state, action)
        assert refusal is None, (report, refusal)
        state, _ = game.apply(state, action)
    return state


def load(folder: Path) -> list[Case]:
    """Return every case and twin of a folder, in order."""
    return [
        case
        for path in sorted(folder.glob("*.toml"))
        for raw in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
        for case in _cases(raw)
    ]


def _cases(raw: dict[str, Any]) -> Iterator[Case]:
    twin = raw.pop("twin", None)
    title, given, report = raw.pop("title"), raw.pop("given", {}), raw.pop("report")
    code = raw.pop("code", None)
    verdict = raw.pop("verdict", "refused" if code else "legal")
    yield Case(title, given, report, verdict, code, expected=raw)
    if twin is not None:
        yield Case(
            f"{title} (gemelo: {twin.pop('title')})",
            _merged(given, twin.pop("given", {})),
            {**report, **twin.pop("report", {})},
            twin.pop("verdict", "legal"),
            code,
            twin=True,
            expected=twin,
        )


def _merged(given: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**given}
    for key, value in changed.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = {**merged[key], **value} if both else value
    return merged


def run(game: Game[Any], lay: Layer, case: Case) -> None:
    """Judge and apply the report of a case, and compare with what it expects."""
    state = lay(case.given)
    action = game.read_action(case.report)
    judgement = legality.judge(game, state, action)
    wording = Wording(game.id, state.options.players, state.rulings)
    params = game.describe(state, action)
    offered = _offered(game, state, action, judgement)
    answer = wording.judgement(
        judgement,
        action.kind,
        params,
        legality.explain(game, state, action),
        ways=[way.remedy for way in offered if way.certain],
        possible=[way.remedy for way in offered if not way.certain],
    )
    card = wording.card_text(answer)
    assert judgement.verdict == case.verdict, card
    _check_code(case, judgement, card)
    _check_words(judgement, card)
    _check_judgement(case, judgement, offered, card)
    if judgement.refusal is None:
        cited = {rule.id for rule in answer.rules}
        assert set(case.expected.get("rests", cited)) == cited, cited
        _check_consequences(game, wording, state, action, case)


def _offered(
    game: Game[Any], state: Any, action: Action, judgement: Judgement
) -> tuple[ProvenRemedy, ...]:
    """Return the proven remedies of a refusal."""
    refusal = judgement.refusal
    if refusal is None:
        return ()
    return remedies.find_remedies(game, state, draft_of(action), refusal).remedies


def _check_code(case: Case, judgement: Judgement, card: str) -> None:
    refused = judgement.refusal.code if judgement.refusal else None
    if case.twin:
        assert refused != case.code, card
    else:
        assert refused == case.code, card


def _check_words(judgement: Judgement, card: str) -> None:
    code = judgement.refusal.code if judgement.refusal else MISSING
    assert MISSING not in card, card
    assert "{" not in card, card
    assert code not in card.split(), card


def _check_judgement(
    case: Case, judgement: Judgement, offered: tuple[ProvenRemedy, ...], card: str
) -> None:
    expected, refusal = case.expected, judgement.refusal
    for text in expected.get("silent", ()):
        assert text.replace(" ", "") not in card.replace("\u00a0", "").replace(" ", ""), card
    for text in expected.get("says", ()):
        assert text.replace(" ", "") in card.replace("\u00a0", "").replace(" ", ""), card
    assert set(expected.get("notes", ())) <= {note.code for note in judgement.notes}
    if refusal:
        assert set(expected.get("rules", ())) <= set(refusal.rules)
        assert set(expected.get("cites", refusal.rules)) == set(refusal.rules), refusal.rules
        assert expected.get("until", refusal.until) == refusal.until
        assert set(expected.get("remedies", ())) <= {way.remedy.code for way in offered}, card
        assert expected.get("ruling") == refusal.ruling, refusal


def _check_consequences(
    game: Game[Any], wording: Wording, state: Any, action: Any, case: Case
) -> None:
    after, effects = game.apply(state, action)
    assert game.invariants(after) == ()
    for effect in effects:
        text = wording.effect(effect)
        assert MISSING not in text, effect
        assert not re.search(r"[a-z]\.[a-z]", text), text
    happened = [effect.code for effect in effects if isinstance(effect, Happening)]
    missing = set(case.expected.get("effects", ())) - set(happened)
    assert not missing, happened
    absent = set(case.expected.get("no_effects", ()))
    assert absent.isdisjoint(happened), happened
    for key, amount in case.expected.get("balances", {}).items():
        account, item = key.split()
        assert after.ledger.balance(account, item) == amount, (key, wording.effects(effects))
    if "winners" in case.expected:
        outcome = game.outcome(after)
        assert outcome is not None
        assert list(outcome.winners) == case.expected["winners"]
        assert MISSING not in wording.outcome(outcome)
