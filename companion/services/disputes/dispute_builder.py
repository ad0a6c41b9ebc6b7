"""Builder of disputes: the moment, the answer of the rules, and the precedents that fit."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeGuard

from pydantic import ValidationError
from pydantic_core import to_jsonable_python

from companion.kernel import legality
from companion.kernel.advice import remedies, ruling_dependencies
from companion.kernel.advice.remedies import draft_of
from companion.kernel.advice.ruling_dependencies import RulingDependency
from companion.kernel.conditions import Checked, Verdict
from companion.kernel.form import BadDraft, Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import Failure, Finding, NotApplicable, Refusal, Remark, Unverified
from companion.kernel.values import Counted, Params, SeatRef, Term
from companion.match.files.value_catalog import Catalog
from companion.match.fold import Match, folding
from companion.match.resumable import Resumable
from companion.services.disputes.model import (
    MAX_QUESTION,
    Against,
    CheckedCondition,
    Dispute,
    DisputeError,
    DisputeRemedy,
)

_SECTIONS = 8


@dataclass(frozen=True, slots=True)
class DisputeQuestion:
    """Question that a screen raises as a dispute."""

    game: str
    question: str
    by: str = ""
    match: str | None = None
    draft: Draft | None = None
    """Action in doubt, as far as it is filled in."""
    section: str = ""
    """Rule section in doubt, where it was chosen by hand."""
    seq: int | None = None
    """Number of entries that counted at that moment; None: all of them."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Search criteria for precedents."""

    game: str
    code: str = ""
    """Code of the refusal; empty where the rules have no objection."""
    rulings: frozenset[str] = field(default_factory=frozenset)
    rule: str = ""
    """First section of the refusal."""
    kind: str = ""
    """Kind of the action."""


_RECALLED = 4


class Recalled:
    """Small cache of matches as they stood when a dispute was opened."""

    def __init__(self) -> None:
        self._kept: deque[Match] = deque(maxlen=_RECALLED)

    def known(self, match: Match, seq: int) -> Match | None:
        """Return the match at the time its acta had `seq` entries, if it is cached."""
        if seq >= len(match.entries):
            return match
        then = match.entries[: max(seq, 1)]
        return next((kept for kept in self._kept if kept.entries == then), None)

    def recalling(self, match: Match, seq: int) -> Resumable[Match]:
        """Rebuild the match at the time its acta had `seq` entries, as resumable work.

        Raises:
            ActaError: those entries make no match.
        """
        recalled = self.known(match, seq)
        if recalled is None:
            then = match.entries[: max(seq, 1)]
            recalled = yield from folding({match.game.id: match.game}, then)
            self._kept.append(recalled)
        return recalled


def build_dispute(
    asked: DisputeQuestion,
    game: Game[Any],
    catalog: Catalog,
    now: Match | None,
    new_id: str,
    at: datetime,
) -> Dispute:
    """Build a dispute, with the public answer of the rules.

    Args:
        asked: the question.
        game: of it.
        catalog: of that game.
        now: the match at that moment; None: it is about no match.
        new_id: of the dispute.
        at: when it is opened.

    Raises:
        DisputeError: `no_question`, or `too_large` where it exceeds the limits.
    """
    question = " ".join(asked.question.split())[:MAX_QUESTION]
    if not question:
        raise DisputeError("no_question")
    all_readings = {ruling.id: ruling.readings for ruling in catalog.rulings}
    said = _judge_draft(game, now, asked.draft, all_readings) if now and asked.draft else _Said()
    rules = _sections(asked.section, said)
    ruling = _ruling(said, catalog, rules)
    in_force = now.state.rulings if now else catalog.default_rulings
    reading = in_force.get(ruling) if ruling else None
    try:
        return Dispute(
            id=new_id,
            game=game.id,
            rules_version=game.version,
            opened_at=at,
            by=asked.by[:80],
            question=question,
            match=now.started.match if now else None,
            title=now.started.title if now else "",
            players=now.options.players if now else (),
            seq=len(now.entries) if now else None,
            action=said.action,
            attempt=said.attempt,
            rules=rules,
            against=_against(said),
            checked=tuple(
                _checked_condition(c) for c in said.checked if c.verdict is not Verdict.UNTOLD
            ),
            ruling=ruling if reading else None,
            reading=reading,
        )
    except ValidationError as error:
        raise DisputeError("too_large") from error


@dataclass(frozen=True, slots=True)
class _Said:
    """Answer of the rules to a draft, for a viewer without access to what its seat hides."""

    action: dict[str, Any] | None = None
    attempt: dict[str, Any] | None = None
    refusal: Refusal | None = None
    checked: tuple[Checked, ...] = ()
    ways: tuple[remedies.ProvenRemedy, ...] = ()
    dependencies: tuple[RulingDependency, ...] = ()


def _judge_draft(
    game: Game[Any], now: Match, draft: Draft, all_readings: Mapping[str, tuple[str, ...]]
) -> _Said:
    try:
        draft = legality.read_draft(game, draft)
    except BadDraft:
        return _Said()
    action = _complete(game, draft)
    if action is None:
        refusal = legality.check_draft(game, now.state, draft, private=False)
        checked = legality.explain_draft(game, now.state, draft, private=False)
    else:
        refusal = legality.judge(game, now.state, action, private=False).refusal
        checked = legality.explain(game, now.state, action, private=False)
    plain = {"kind": draft.kind, "seat": draft.seat, **_listed(draft.values)}
    attempt = _facts(game.describe(now.state, action)) if action else None
    tried = draft if action is None else draft_of(action)
    proven = (
        remedies.find_remedies(game, now.state, tried, refusal, seen=()).remedies if refusal else ()
    )
    rests = ruling_dependencies.ruling_dependencies(
        game, now.state, tried, all_readings, private=False
    )
    return _Said(plain, attempt, refusal, checked, proven, rests)


def _complete(game: Game[Any], draft: Draft) -> Action | None:
    try:
        return legality.complete(game, draft)
    except ValidationError:
        return None


def _listed(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values as they are after serializing and parsing."""
    return {k: to_jsonable_python(v, fallback=str) for k, v in values.items()}


def _facts(params: Params) -> dict[str, Any]:
    return {name: _plain(value) for name, value in params.items()}


def _plain(value: object) -> object:
    match value:
        case bool():
            return str(value)
        case int() | Term() | SeatRef() | Counted():
            return value
        case tuple():
            inner = (_plain(part) for part in value)
            return tuple(str(part) if isinstance(part, tuple) else part for part in inner)
        case _:
            return str(value)[:200]


def _tells(finding: Finding) -> TypeGuard[Failure | Unverified | Remark]:
    """Return whether a finding carries information."""
    return not isinstance(finding, NotApplicable | None)


def _checked_condition(check: Checked) -> CheckedCondition:
    finding = check.finding
    return CheckedCondition(
        code=check.code,
        rules=check.rules,
        verdict=check.verdict,
        facts=_facts(finding.params) if _tells(finding) else {},
        fact=finding.fact if isinstance(finding, Unverified) else None,
        ruling=_ruling_of(check),
    )


def _ruling_of(check: Checked) -> str | None:
    return check.finding.ruling if isinstance(check.finding, Failure | Remark) else None


def _against(said: _Said) -> Against | None:
    refusal = said.refusal
    if refusal is None:
        return None
    ways = tuple(
        DisputeRemedy(code=w.remedy.code, facts=_facts(w.remedy.params), certain=w.certain)
        for w in said.ways
    )
    return Against(
        code=refusal.code,
        kind=refusal.kind,
        rules=tuple(dict.fromkeys(refusal.rules)),
        facts=_facts(refusal.params),
        ways=ways,
        ruling=refusal.ruling,
    )


def _sections(section: str, said: _Said) -> tuple[str, ...]:
    """Return the sections that apply: the one in doubt, those that forbid it, remarks, the rest."""
    telling = [c for c in said.checked if _tells(c.finding)]
    others = [c for c in said.checked if c.verdict is Verdict.HOLDS]
    sections = [section] if section else []
    sections += said.refusal.rules if said.refusal else ()
    sections += [rule for check in telling for rule in check.rules]
    sections += [rule for check in others for rule in check.legal_basis]
    return tuple(dict.fromkeys(sections))[:_SECTIONS]


def _ruling(said: _Said, catalog: Catalog, rules: tuple[str, ...]) -> str | None:
    """Return the table ruling that it depends on; else one about the closest section."""
    if said.refusal and said.refusal.ruling:
        return said.refusal.ruling
    if said.dependencies:
        return said.dependencies[0].ruling
    noted = next(filter(None, map(_ruling_of, said.checked)), None)
    if noted or not rules or (said.checked and not said.refusal):
        return noted
    return next((r.id for r in catalog.rulings if rules[0] in r.rules), None)


# Precedents


def matching_precedents(disputes: Iterable[Dispute], sought: Sought) -> tuple[Dispute, ...]:
    """Return the precedents that fit, closest first; equally close ones, last decided first."""
    near = [(closeness(d, sought), d) for d in disputes if d.precedent and d.game == sought.game]
    ranked = [(how, d) for how, d in near if how]
    ranked.sort(key=lambda pair: (pair[0], pair[1].decision.at or pair[1].opened_at), reverse=True)
    return tuple(d for _, d in ranked)


def closeness(dispute: Dispute, sought: Sought) -> int:
    """Rank a precedent: same refusal 4, ruling 3, section 2 or kind of action 1; 0: unrelated."""
    if sought.code and dispute.code == sought.code:
        return 4
    if dispute.ruling and dispute.ruling in sought.rulings:
        return 3
    if sought.rule and dispute.rules[:1] == (sought.rule,):
        return 2
    if not sought.code and not dispute.code and sought.kind and dispute.kind == sought.kind:
        return 1
    return 0


def precedents_by_ruling(disputes: Iterable[Dispute], game: str) -> dict[str, Dispute]:
    """Return, by table ruling, the last precedent of a game that settled its reading."""
    precedents: dict[str, Dispute] = {}
    chosen = (d for d in disputes if d.precedent and d.game == game and d.decision.reading)
    for dispute in sorted(chosen, key=lambda d: d.decision.at or d.opened_at):
        precedents[dispute.ruling or ""] = dispute
    return precedents
