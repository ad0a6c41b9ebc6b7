"""Proposals pending at a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.matches.results import AlreadyRecorded, Answer, Recorded
from companion.services.sharing.permissions import ProposalChoice
from companion.services.sharing.proposals import PendingProposal, Proposed
from companion.services.storage.store import StoreError
from companion.ui.context import AppContext
from companion.ui.scheduler import carry_out
from companion.ui.views.report.rejection_text import unrecorded
from companion.ui.widgets import Tone, message, primary, text_button


def proposal_lines(
    ctx: AppContext,
    match: Match,
    wording: Wording,
    ruling: str = "",
    done: Callable[[], None] = lambda: None,
) -> list[ft.Control]:
    """Build each pending proposal, with the possible answers of this device.

    Args:
        ctx: context of the screen.
        match: match of the table.
        wording: its words.
        ruling: only proposals about this ruling; empty: all.
        done: called after each touch.
    """
    match_id = match.started.match
    return [
        _line(ctx, match, wording, waiting, done)
        for waiting in ctx.client.proposals.waiting(match_id)
        if ruling in ("", waiting.proposal.ruling)
    ]


def _line(
    ctx: AppContext,
    match: Match,
    wording: Wording,
    waiting: PendingProposal,
    done: Callable[[], None],
) -> ft.Control:
    words, proposal = ctx.words, waiting.proposal
    ruling = wording.data.rulings_by_id.get(proposal.ruling)
    said = {
        "reading": wording.reading(proposal.ruling, proposal.reading),
        "ruling": ruling.title if ruling else proposal.ruling,
    }
    lines = [
        words("proposal.said", who=proposal.name, **said)
        if proposal.name
        else words("proposal.said_alone", **said)
    ]
    if waiting.way is ProposalChoice.EVERYONE:
        names = ", ".join(map(wording.player, waiting.missing))
        lines += [words("proposal.everyone"), words("proposal.missing", names=names)]
    else:
        lines.append(words("proposal.host"))
    actions: list[ft.Control] = []
    if waiting.may_agree:
        names = ", ".join(map(wording.player, waiting.mine))
        label = words("proposal.agree_for", names=names) if names else words("proposal.agree")
        actions.append(
            primary(
                label,
                partial(_agree, ctx, match, waiting, done),
                icon=ft.Icons.CHECK,
                key=f"agree:{proposal.id}",
            )
        )
    if waiting.may_drop:
        actions.append(
            text_button(
                words("proposal.drop"),
                partial(_drop, ctx, match, waiting, done),
                icon=ft.Icons.CLOSE,
                key=f"drop:{proposal.id}",
            )
        )
    return message("\n".join(lines), Tone.CARE, actions=tuple(actions), key=f"ask:{proposal.id}")


def _agree(
    ctx: AppContext,
    match: Match,
    waiting: PendingProposal,
    done: Callable[[], None],
    _event: object,
) -> None:
    def on_answer(answer: Answer | Proposed) -> None:
        ctx.notify(said_of(ctx, ctx.wording(match), answer, waiting.way))
        done()

    carry_out(ctx.client.proposals.agree(match.started.match, waiting.proposal.id), on_answer)


def _drop(
    ctx: AppContext,
    match: Match,
    waiting: PendingProposal,
    done: Callable[[], None],
    _event: object,
) -> None:
    try:
        ctx.client.proposals.drop(match.started.match, waiting.proposal.id)
    except StoreError as error:
        gone = error.code == "not_found"
        ctx.notify(ctx.words("proposal.gone" if gone else f"store.{error.code}"))
    done()


def said_of(
    ctx: AppContext, wording: Wording, answer: Answer | Proposed, way: ProposalChoice | None
) -> str:
    """Describe the result of a proposal in one sentence."""
    if isinstance(answer, Recorded | AlreadyRecorded):
        return ctx.words("dispute.taken")
    if isinstance(answer, Proposed):
        key = "proposal.sent_everyone" if way is ProposalChoice.EVERYONE else "proposal.sent_host"
        return ctx.words(key)
    return unrecorded(wording, answer)
