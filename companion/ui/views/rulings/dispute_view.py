"""Disputes in words: their list, their file, and precedents offered beside a ruling card.

A dispute holds codes, never sentences; it is always rendered in the current words.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from companion.kernel.conditions import Checked, Verdict
from companion.kernel.refusal import (
    Failure,
    Finding,
    Judgement,
    Note,
    Refusal,
    Remark,
    Remedy,
    Unverified,
)
from companion.match.fold import Match
from companion.rulebook.loader import AppWords
from companion.rulebook.ruling_cards import RuleRef, RulingCard
from companion.rulebook.wording import Wording
from companion.services.disputes.dispute_builder import DisputeQuestion, Sought
from companion.services.disputes.model import CheckedCondition, Decision, Dispute
from companion.ui.views.entries.entry_lines import ago
from companion.ui.views.report.interaction import InteractionState, Mode
from companion.ui.views.rulings.ruling_choices import RulingView, ruling_view
from companion.ui.views.rulings.ruling_view import ShownCard

REASON = 300
"""Maximum length of the reason of a consent."""


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """Dispute in a list."""

    id: str
    question: str
    status: str
    about: str
    """Game, match and date, as far as they are known."""
    precedent: bool
    decided: bool


@dataclass(frozen=True, slots=True)
class PrecedentOffer:
    """Precedent offered beside a ruling card."""

    id: str
    decided: str
    question: str
    signed: str
    """Author and date of the decision."""
    allows: bool
    """True if the table consented to something that the rules forbid."""
    by: str
    reason: str
    """Reason for the acta, if this table consents as well."""


@dataclass(frozen=True, slots=True)
class DisputeView:
    """File of one dispute."""

    question: str
    opened: str
    status: str
    by: str
    why: str
    rules: tuple[RuleRef, ...]
    card: RulingCard | None
    """Answer given at that moment; None if there was no action, or it is not shown here."""
    against: str
    """Condition that failed, in one line, where the card is not shown."""
    ruling: RulingView | None
    """Ruling with the reading that was in force."""


def wording_of(dispute: Dispute, match: Match | None = None) -> Wording:
    """Return the wording of the table where the dispute arose, with the names of its box if known.

    Raises:
        RulebookError: there is no such game.
    """
    readings = {dispute.ruling: dispute.reading} if dispute.ruling and dispute.reading else {}
    facts = match.facts if match else {}
    return Wording(dispute.game, dispute.players, readings, facts)


def line(dispute: Dispute, words: AppWords, now: datetime) -> DisputeLine:
    """Build the list line of a dispute."""
    wording = wording_of(dispute)
    parts = (wording.data.info.name, dispute.title, ago(dispute.opened_at, now, words))
    return DisputeLine(
        id=dispute.id,
        question=dispute.question,
        status=status(dispute, wording),
        about=" · ".join(part for part in parts if part),
        precedent=dispute.precedent,
        decided=dispute.decided,
    )


def status(dispute: Dispute, wording: Wording) -> str:
    """Describe the decision in a few words."""
    reading = wording.reading(dispute.ruling or "", dispute.decision.reading)
    return wording.app(f"dispute.status_{dispute.decision.verdict}", reading=reading)


def view(
    dispute: Dispute, words: AppWords, now: datetime, match: Match | None = None
) -> DisputeView:
    """Build the file of one dispute; its match, if it is at hand, gives the names of its box."""
    wording = wording_of(dispute, match)
    decision = dispute.decision
    when = ago(decision.at, now, words) if decision.at else ""
    opened = ago(dispute.opened_at, now, words)
    asked = words("dispute.asked_by", name=dispute.by) if dispute.by else ""
    signed = words("dispute.by", name=decision.by) if decision.by else ""
    ruling = wording.data.rulings_by_id.get(dispute.ruling or "")
    in_force = {dispute.ruling or "": dispute.reading or ""}
    return DisputeView(
        question=dispute.question,
        opened=" · ".join(part for part in (asked, opened) if part),
        status=status(dispute, wording),
        by=" · ".join(part for part in (signed, when) if part),
        why=words("dispute.because", why=decision.why) if decision.why else "",
        rules=tuple(ref for ref in wording.rule_refs(dispute.rules) if ref.path),
        card=card(dispute, wording),
        against=wording.condition_name(dispute.code) if dispute.code else "",
        ruling=ruling_view(ruling, in_force, words) if ruling else None,
    )


# Answer of the app at that moment


def card(dispute: Dispute, wording: Wording) -> RulingCard | None:
    """Build the ruling card of that moment, as far as everybody may see it."""
    if not dispute.checked:
        return None
    against = dispute.against
    checked = tuple(map(_checked, dispute.checked))
    if against is None:
        notes = tuple(_note(condition) for condition in dispute.checked if _says(condition))
        answer = wording.judgement(Judgement(None, notes), dispute.kind, dispute.attempt, checked)
        return replace(answer, rules=wording.rule_refs(dispute.rules))
    ways = [Remedy(way.code, way.facts) for way in against.ways if way.certain]
    possible = [Remedy(way.code, way.facts) for way in against.ways if not way.certain]
    refusal = Refusal(
        against.code, against.kind, against.rules, against.facts, ruling=against.ruling
    )
    return wording.refusal(refusal, dispute.kind, dispute.attempt, checked, ways, possible=possible)


def _checked(condition: CheckedCondition) -> Checked:
    return Checked(condition.code, condition.rules, condition.verdict, _finding(condition))


def _finding(condition: CheckedCondition) -> Finding:
    match condition.verdict:
        case Verdict.FAILS:
            return Failure(condition.facts, ruling=condition.ruling)
        case Verdict.UNVERIFIED:
            return Unverified(condition.facts, condition.fact)
        case Verdict.REMARK:
            return Remark(condition.facts, condition.ruling)
        case _:
            return None


def _says(condition: CheckedCondition) -> bool:
    return condition.verdict in (Verdict.UNVERIFIED, Verdict.REMARK)


def _note(condition: CheckedCondition) -> Note:
    unverified = condition.verdict is Verdict.UNVERIFIED
    return Note(
        condition.code,
        condition.rules,
        condition.facts,
        unverified,
        condition.fact,
        condition.ruling,
    )


# Precedents beside a card


def sought(game: str, shown: ShownCard) -> Sought:
    """Return the criteria by which precedents of a ruling card are searched."""
    ruling_card = shown.card
    notes = (ruling_card.ruling, *(note.ruling for note in ruling_card.notes))
    refused = ruling_card.verdict == "refused"
    kind = shown.attempt.kind if shown.attempt else ""
    return Sought(
        game=game,
        code=ruling_card.code,
        rulings=frozenset(note.id for note in notes if note),
        rule=ruling_card.rules[0].id if refused and ruling_card.rules else "",
        kind="" if refused else kind,
    )


def offers(
    precedents: Iterable[Dispute], words: AppWords, now: datetime, most: int = 3
) -> tuple[PrecedentOffer, ...]:
    """Build the offers of the first precedents."""
    return tuple(_offer(dispute, words, now) for dispute in tuple(precedents)[:most])


def _offer(dispute: Dispute, words: AppWords, now: datetime) -> PrecedentOffer:
    decision = dispute.decision
    allows = decision.verdict == "allowed" and dispute.against is not None
    when = date_of(decision, now, words)
    key = "dispute.offer.reason_why" if decision.why else "dispute.offer.reason"
    parts = (decision.by, when)
    return PrecedentOffer(
        id=dispute.id,
        decided=_decided(dispute, words, allows=allows),
        question=words("dispute.offer.asked", question=dispute.question),
        signed=" · ".join(part for part in parts if part),
        allows=allows,
        by=decision.by,
        reason=words(key, when=when, why=decision.why)[:REASON],
    )


def _decided(dispute: Dispute, words: AppWords, *, allows: bool) -> str:
    verdict = dispute.decision.verdict
    if verdict == "allowed":
        return words("dispute.offer.allowed" if allows else "dispute.offer.allowed_plain")
    reading = wording_of(dispute).reading(dispute.ruling or "", dispute.decision.reading)
    return words(f"dispute.offer.{verdict}", reading=reading)


def date_of(decision: Decision, now: datetime, words: AppWords) -> str:
    """Format the day of a decision with its year, because it may be read long after."""
    if decision.at is None:
        return ""
    here = decision.at.astimezone(now.tzinfo)
    month = words(f"start.month.{here.month}")
    return words("start.date_year", day=here.day, month=month, year=str(here.year))


# Opening a dispute from a card


def asked_about(
    match: Match, interaction: InteractionState, question: str, by: str
) -> DisputeQuestion:
    """Build the question of a dispute about the card on display."""
    return DisputeQuestion(
        game=match.game.id,
        question=question,
        by=by,
        match=match.started.match,
        draft=interaction.card.attempt if interaction.card else None,
        seq=_seq(match, interaction),
    )


def _seq(match: Match, interaction: InteractionState) -> int | None:
    """Return the number of entries before the one that the card is about.

    None for a new entry.
    """
    target = interaction.card.item if interaction.card else None
    if target is None and interaction.mode is Mode.AMEND:
        target = interaction.target
    seq = next((i.entry.seq for i in match.timeline.items if i.id == target), None)
    return max(seq, 1) if seq is not None else None
