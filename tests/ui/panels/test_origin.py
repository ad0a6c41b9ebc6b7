"""Origin of a number: consent, adjustments, hidden items, and the touches that lead there."""

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.kernel.pieces.ledger import family
from companion.kernel.values import Seat
from companion.match.entries import Adjusted, Amended, Insert, Posted
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.ui.boards.contract import game_screen
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.screens.result import screen as ending
from companion.ui.screens.score import screen as scores
from companion.ui.views.rulings.origin import Source, origins
from companion.ui.views.table import scores as score_views
from tests.games.elsewhere import is_small
from tests.ui.city_match import built, opened, report, then, wording
from tests.ui.drawn import drawn, texts
from tests.ui.tables import OneMatch, actas, context, new_hub, read, situations, unchanged
from tests.ui.views.test_match_views import SHORT

CARDS = "seat:0", ("card",)
CRYSTALS = "seat:1", ("crystal",)
BOTH = (0, 1)


def test_change_by_a_consented_entry_names_its_author_and_reason() -> None:
    match = then(opened(), report("move_figure", to="fire_temple"), SHORT)
    line = origins(match, wording(match), CARDS, BOTH)[0]
    assert line.mark == "Consentida"
    assert line.why == "Lo consiente Beto: Nos dimos cuenta tarde"
    assert line.entry == "e-0002"
    assert line.rule.id


def test_change_by_an_adjustment_shows_its_reason() -> None:
    gained = (Posted(account="seat:1", item="crystal", amount=4),)
    for reason, expected in (("Faltaban", "Faltaban"), ("", "sin motivo anotado")):
        match = then(opened(), Adjusted(postings=gained, reason=reason))
        (line,) = origins(match, wording(match), CRYSTALS, BOTH)
        assert (line.change, line.balance, line.why) == (4, 4, f"Motivo: {expected}")
        assert line.mark == ""


def test_change_by_an_inserted_entry_leads_to_its_correction() -> None:
    gained = Adjusted(postings=(Posted(account="seat:1", item="crystal", amount=4),))
    match = then(built(), Amended(edits=(Insert(id="new-1", before="e-0002", body=gained),)))
    (line,) = origins(match, wording(match), CRYSTALS, BOTH)
    assert line.entry == "e-0004"


def test_changes_of_a_hidden_number_are_shown_to_its_seat_only() -> None:
    gained = Adjusted(postings=(Posted(account="seat:1", item="crystal", amount=4),))
    match = then(opened(), gained)
    assert origins(match, wording(match), CRYSTALS, (0,)) == ()
    assert origins(match, wording(match), CRYSTALS, ()) == ()
    assert len(origins(match, wording(match), CRYSTALS, (1,))) == 1


def wording_of(match: Match) -> Wording:
    """Build the wording of a match of any game."""
    return Wording(match.game.id, match.options.players, match.rulings, match.facts)


def sources(match: Match, seats: Collection[Seat]) -> list[Source]:
    """Return the sources of all numbers that these seats see: strip, score and supplies."""
    screen, words = game_screen(match.game.id), wording_of(match)
    holdings = (
        holding.source
        for seat in range(len(match.options.players))
        for holding in screen.holdings(match, words, seat, seats)
    )
    scores = (screen.source_of(line) for line in match.game.score(match.state))
    supplies = (line.source for line in score_views.supplies(match, words))
    return [source for source in (*holdings, *scores, *supplies) if source]


@pytest.mark.parametrize("game", GAMES)
def test_every_visible_number_equals_the_sum_of_its_changes(game: str) -> None:
    """Recorded matches are checked at their end and on the way."""
    for match in (*map(read, actas(game)[:2]), *list(situations(game))[:6]):
        everyone = tuple(range(len(match.options.players)))
        places = sources(match, everyone)
        assert len(places) > 8 or is_small(match.game)
        for account, items in places:
            lines = origins(match, wording_of(match), (account, items), everyone)
            held = match.state.ledger.held(account)
            amount = sum(n for item, n in held.items() if {item, family(item)} & {*items})
            assert sum(line.change or 0 for line in lines) == amount
            assert not lines or lines[0].balance == amount


@pytest.mark.parametrize("game", ["blue_moon_city", "santiago_de_cuba"])
def test_spectator_sees_no_changes_of_hidden_numbers(game: str) -> None:
    hidden = 0
    for match in situations(game):
        for account, items in sources(match, tuple(range(len(match.options.players)))):
            if not all(visibility.counted(match, account, item, ()) for item in items):
                assert origins(match, wording_of(match), (account, items), ()) == ()
                hidden += 1
    assert hidden


BEHIND = {
    "santiago_de_cuba": ("point", {"Iglesia", "Café", "Casino", "María"}),
    "blue_moon_city": ("crystal", {"Acueducto", "Biblioteca", "Casa de comercio"}),
    "blue_moon": ("dragon", {"Charm Holy Dragon", "Fearsome Spirits"}),
}
"""Item counted in each game, and some of the buildings and citizens that gave it."""


@pytest.mark.parametrize("game", sorted(BEHIND))
def test_change_names_the_building_or_citizen_that_caused_it(game: str) -> None:
    item, behind = BEHIND[game]
    causes = set()
    for match in map(read, actas(game)):
        words = wording_of(match)
        for seat in range(len(match.options.players)):
            source = (f"seat:{seat}", (item,))
            lines = origins(match, words, source, range(len(match.options.players)))
            causes |= {line.cause for line in lines}
            assert {line.cause for line in lines if not line.entry} <= {""}
    assert {"", *behind} <= causes, causes


def client(match: Match, folder: Path, mine: Collection[Seat]) -> OneMatch:
    """Return the client of a device at one match."""
    return OneMatch(new_hub(folder), match, unchanged, mine)


def shown(
    screen: object, match: Match, folder: Path, *keys: str, mine: Collection[Seat]
) -> list[str]:
    """Return the texts that the last of these touches shows on a screen of this device."""

    async def session() -> list[str]:
        ctx = context(client(match, folder, mine), "here")
        drawing = await drawn(screen, ctx, match.started.match)  # type: ignore[arg-type]
        for key in keys:
            drawing.news()
            await drawing.touch(key)
        said = list(texts(drawing.news()))
        drawing.close()
        return said

    return asyncio.run(session())


def test_own_hidden_number_leads_to_its_changes(
    tmp_path: Path,
) -> None:
    gained = Adjusted(postings=(Posted(account="seat:0", item="crystal", amount=4),), reason="Bote")
    match = then(opened(), gained)
    peeked = shown(table.Screen, match, tmp_path / "a", "seat:0", mine=(0,))
    assert any("cristales 4. Ver de dónde sale" in text for text in peeked)
    assert "Motivo: Bote" not in peeked
    screen_texts = shown(table.Screen, match, tmp_path / "b", "seat:0", "number:0:2", mine=(0,))
    assert "Motivo: Bote" in screen_texts
    assert "Cristales 4 · Ana" in screen_texts


def test_closing_the_origin_panel_keeps_the_seat_open(tmp_path: Path) -> None:
    async def session() -> tuple[str, ...]:
        ctx = context(client(built(), tmp_path, BOTH), "here")
        drawing = await drawn(table.Screen, ctx, "m-0001", size=(1280, 800))
        await drawing.touch("seat:0")
        await drawing.touch("number:0:0")
        before = drawing.touchable()
        assert "origin:close" in before
        await drawing.touch("origin:close")
        after = drawing.touchable()
        drawing.close()
        return after

    after = asyncio.run(session())
    assert "origin:close" not in after
    assert "number:0:0" in after


def test_seat_of_another_device_shows_no_hidden_number(tmp_path: Path) -> None:
    gained = Adjusted(postings=(Posted(account="seat:1", item="crystal", amount=4),))
    match = then(opened(), gained)
    said = shown(table.Screen, match, tmp_path, "seat:1", mine=(0,))
    assert any("ofrendas" in text and "Ver de dónde sale" in text for text in said)
    assert not any("cristales" in text for text in said)


def test_supplies_and_final_scores_lead_to_their_changes(tmp_path: Path) -> None:
    match = built()
    key = next(
        line.account
        for line in score_views.supplies(match, wording(match))
        if "card" in line.account
    )
    screen_texts = shown(scores.Screen, match, tmp_path / "a", f"supply:{key}", mine=BOTH)
    assert "De dónde sale" in screen_texts
    end = next(read(path) for path in actas("blue_moon_city") if path.stem.startswith("offerings"))
    screen_texts = shown(ending.Screen, end, tmp_path / "b", "final:offerings:0", mine=BOTH)
    assert "De dónde sale" in screen_texts
    assert "+1" in screen_texts


def test_linked_entry_is_shown_open_with_its_turn_only(tmp_path: Path) -> None:
    match = built()

    async def session() -> tuple[tuple[str, ...], tuple[str, ...]]:
        ctx = context(client(match, tmp_path, BOTH), "here")
        drawing = await drawn(acta.Screen, ctx, "m-0001", "e-0002")
        asked = drawing.touchable()
        await drawing.touch("acta:whole")
        whole = drawing.touchable()
        drawing.close()
        return asked, whole

    asked, whole = asyncio.run(session())
    assert "entry:e-0002" in asked
    assert "amend:e-0002" in asked, "it is open"
    assert "entry:e-0000" not in asked
    assert "entry:e-0000" in whole


def test_kind_that_has_run_out_is_told_among_the_supplies() -> None:
    match = read(actas("kingdom_of_solomon")[0])
    left = match.state.ledger.balance("supply", "cube:copper")
    assert left > 0
    gone = Posted(account="supply", item="cube:copper", amount=-left)
    emptied = then(match, Adjusted(postings=(gone,)))
    before, after = (
        {line.account: line.amount for line in score_views.supplies(one, wording_of(one))}
        for one in (match, emptied)
    )
    assert after == {**before, "supply/cube:copper": 0}
