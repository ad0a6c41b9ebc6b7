"""A rule read within a match: what of it can be asked here, and where it applied."""

import asyncio
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.match.files import acta_file
from companion.rulebook import search
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.services.privacy.visibility import hides
from companion.ui.drafts.draft_cache import stored_state
from companion.ui.screens.rules import in_match
from companion.ui.screens.rules import screen as rules
from companion.ui.views.questions.interpretations import Reading, verdict_on
from companion.ui.views.report.interaction import Mode
from tests.ui.drawn import drawn, texts
from tests.ui.tables import actas, begun, context, read, situations

CITY = "blue_moon_city"


@pytest.mark.parametrize(
    ("game", "section", "kinds"),
    [
        (CITY, "place_stone.overpay", ("place_stone",)),
        (CITY, "offering.one", ("make_offering",)),
        ("santiago_de_cuba", "drive.cost", ("drive",)),
        ("kingdom_of_solomon", "building.one", ("build_card",)),
    ],
)
def test_acts_are_those_that_the_section_forbids_or_allows(
    game: str, section: str, kinds: tuple[str, ...]
) -> None:
    state = begun(actas(game)[0]).state
    assert in_match.acts_under(GAMES[game], state, section) == kinds


def test_rule_about_every_act_asks_about_none() -> None:
    match = begun(actas(CITY)[0])
    assert in_match.acts_under(match.game, match.state, "turn") == ()
    about = [c.rules for c in match.game.conditions["move_figure"]]
    everywhere = {
        rule
        for rules in about
        for rule in rules
        if all(
            any(rule in c.rules for c in match.game.conditions[kind])
            for kind in match.game.kinds(match.state)
        )
    }
    assert everywhere
    assert all(in_match.acts_under(match.game, match.state, rule) == () for rule in everywhere)


def test_entries_under_a_rule_are_the_latest_that_did_something_by_it() -> None:
    match = read(actas(CITY)[0])
    steps = in_match.happened_under(match, "scoring.master_builder", frozenset())
    assert steps
    assert all(any(e.rule == "scoring.master_builder" for e in step.effects) for step in steps)
    seqs = [step.item.entry.seq for step in steps]
    assert seqs == sorted(seqs, reverse=True)
    assert in_match.happened_under(match, "overview.goal", frozenset()) == ()


def test_where_nothing_is_found_the_table_can_be_asked(tmp_path: Path) -> None:
    """Acts that may be legal now, and the chapters, unless there is an answer or no question."""

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas(CITY)[0].read_bytes())[:6]
            answer = hub.files.import_acta(acta_file.dumps(entries).encode())
            assert isinstance(answer, Imported), answer
            match = answer.match
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(in_match.Screen, ctx, match.started.match, size=(412, 915))
            assert not any(key.startswith("ask:") for key in screen.touchable())
            await screen.type_in("rules-search", "zzzz")
            asked = {key.removeprefix("ask:") for key in screen.touchable() if "ask:" in key}
            assert asked == set(in_match.possible_acts(match, frozenset((0, 1, 2))))
            assert asked < set(match.game.kinds(match.state))
            assert any(key.startswith("chapter:") for key in screen.touchable())
            await screen.type_in("rules-search", "construir")
            assert not any(key.startswith("ask:") for key in screen.touchable())
            screen.close()

    asyncio.run(session())


def test_question_opens_the_board_in_doubt_and_records_nothing(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            entries = acta_file.loads(actas(CITY)[0].read_bytes())[:6]
            answer = hub.files.import_acta(acta_file.dumps(entries).encode())
            assert isinstance(answer, Imported), answer
            match_id = answer.match.started.match
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(in_match.Screen, ctx, match_id, "offering.one", size=(412, 915))
            assert "Preguntar con esta mesa" in texts(screen.client.page)
            await screen.touch("ask:make_offering")
            asked = stored_state("here", match_id)
            assert asked.mode is Mode.DOUBT
            assert asked.form is not None
            assert asked.form.draft.kind == "make_offering"
            assert len(hub.matches.open(match_id).entries) == len(entries)
            screen.close()

    asyncio.run(session())


def test_verdict_rests_on_nothing_that_the_device_may_not_see() -> None:
    """A payment that the rules allow is only legal if the seat has it, and that is hidden."""
    match, act = next(
        (match, act)
        for match in situations("santiago_de_cuba")
        for seat in match.game.awaiting(match.state)
        for act in legality.legal_of_kind(match.game, match.state, seat, "drive")
    )
    assert hides(match)
    draft, seat = draft_of(act), act.seat
    assert verdict_on(match, Reading(draft, ""), frozenset({seat})) == "legal"
    others = frozenset(range(len(match.options.players))) - {seat}
    # Another seat, no seat, and a device that several seats look at.
    for mine in (others, frozenset[int](), others | {seat}):
        assert verdict_on(match, Reading(draft, ""), mine) == "open"
    # What says more than the report is not told to be legal.
    assert verdict_on(match, Reading(draft, "", ("mañana",)), frozenset({seat})) == "open"
    # What everybody sees is judged for everybody.
    other = Draft("drive", min(others), draft.values)
    assert verdict_on(match, Reading(other, ""), frozenset({seat})) == "refused"


def test_search_is_ready_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the rules have been open for a moment, the first question builds no index."""
    search._index.cache_clear()

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(rules.Screen, ctx, CITY, size=(412, 915))
            for _ in range(500):
                await asyncio.sleep(0.01)
                if search._index.cache_info().currsize:
                    break
            monkeypatch.setattr(search, "Index", None)
            await screen.type_in("rules-search", "empate escamas")
            assert any(key.startswith("hit:") for key in screen.touchable())
            screen.close()

    asyncio.run(session())
