"""Unverifiable reports: every place that shows a verdict says that they can be recorded unchecked.

Every printed number here is invented.
"""

import asyncio
from pathlib import Path
from typing import Any

from companion.bootstrap import own_hub
from companion.kernel.form import Draft
from companion.match.entries import Amended, Entry, FactsEntered, Remove
from companion.match.fold import Match, append
from companion.match.review import left_unsure
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import shelve
from companion.ui.screens.match import screen as table_screen
from companion.ui.views.report.interaction import Filling, InteractionState
from companion.ui.views.report.report_form import Form
from tests.games.kingdom_of_solomon.test_typed_later import SOLD, begun, reported, typed
from tests.playthroughs.actas import FIRST
from tests.ui.drawn import drawn, texts
from tests.ui.tables import OneMatch, context, unchanged

PRICE = "price.timber-1.points"
UNSURE = "Se puede anotar, pero queda algo por comprobar."


def _said(folder: Path, match: Match, values: dict[str, Any]) -> set[str]:
    """Return the texts of a screen with the form of a sale filled in and its price not entered."""
    form = Form(Draft("sell", 1, values), None, skipped=frozenset({PRICE}))
    shelve(
        "verdicts", match.started.match, InteractionState(open=Filling(form, "s", thorough=True))
    )

    async def session(ctx: AppContext) -> set[str]:
        view = await drawn(table_screen.Screen, ctx, match.started.match)
        said = set(texts(view.news()))
        view.close()
        return said

    with own_hub(folder) as hub:
        return asyncio.run(session(context(OneMatch(hub, match, unchanged, (0, 1)), "verdicts")))


def test_form_distinguishes_verified_from_unverifiable_reports(tmp_path: Path) -> None:
    match, sold = begun(), {"place": "price.timber-1"}
    unsure = _said(tmp_path / "unsure", match, sold)
    assert UNSURE in unsure
    assert "Se puede anotar." not in unsure
    known = _said(tmp_path / "known", begun({PRICE: 6}), sold)
    assert "Se puede anotar." in known
    assert UNSURE not in known
    refused = _said(tmp_path / "refused", match, {"place": "price.gold-1"})
    assert not {UNSURE, "Se puede anotar."} & {*refused}


def _taken_back(match: Match, item: str) -> Match:
    """Return the match without one of its entries."""
    body = Amended(edits=(Remove(target=item),))
    seq = len(match.entries)
    return append(match, Entry(seq=seq, id=f"entry-{seq}", at=FIRST, body=body))


def test_correction_counts_entries_that_become_unverifiable() -> None:
    priced = typed(begun(), PRICE, 6)
    known = next(i.id for i in priced.timeline.items if isinstance(i.body, FactsEntered))
    sold = reported(priced, SOLD)
    without = _taken_back(sold, known)
    assert without.broken is None
    assert left_unsure(sold, without) == 1
    # It does not count reports that could not be checked before either.
    assert left_unsure(without, without) == 0
    assert left_unsure(without, sold) == 0
