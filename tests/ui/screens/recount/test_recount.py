"""Recount (cuadre): what a table may count, its results, and what a device may learn by asking."""

import asyncio
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.kernel.pieces.ledger import SUPPLY, Transfer, misplaced
from companion.match.entries import Adjusted, Amended, Insert, Noted, Posted
from companion.match.files.error_models import Cause, Place
from companion.match.fold import Match
from companion.match.hypotheses import Difference
from companion.match.reconcile import Search, amount, find_hypotheses
from companion.rulebook.wording import Wording
from companion.services.privacy import visibility
from companion.services.privacy.visibility import hides
from companion.ui import scheduler
from companion.ui.layout import Layout
from companion.ui.screens.recount import causes
from companion.ui.screens.recount import presenter as recount
from companion.ui.screens.recount import screen as cuadre_screen
from companion.ui.screens.recount.causes import CauseSearch, look_into
from companion.ui.screens.recount.presenter import Counts, CountStatus, Tally
from tests.seeds import how_much
from tests.ui.city_match import built, opened, report, then, wording
from tests.ui.drawn import drawn, settled, texts
from tests.ui.tables import (
    OneMatch,
    actas,
    changed,
    changes,
    context,
    new_hub,
    read,
    situations,
    unchanged,
)

NOW = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
BOTH = (0, 1)
CARDS, STONES = ("seat:0", "card"), ("seat:0", "stone:0")
GAMES_THAT_HIDE = ("blue_moon_city", "santiago_de_cuba")


def _lines(
    match: Match, counts: Counts | None = None, mine: tuple[int, ...] = BOTH
) -> dict[Place, recount.RecountLine]:
    groups = recount.groups(match, _wording(match), counts or {}, mine)
    return {line.place: line for group in groups for line in group.lines}


def _wording(match: Match) -> Wording:
    return Wording(match.game.id, match.options.players, match.rulings, match.facts)


def test_counted_places_are_labelled_by_owner_and_content() -> None:
    groups = recount.groups(built(), wording(built()), {}, BOTH)
    assert [group.title for group in groups] == ["Ana", "Beto", "En común"]
    labels = [line.label for group in groups for line in group.lines]
    assert len(set(labels)) == len(labels)
    assert {"Cartas de Ana", "Piedras de Beto", "Cartas en el montón de descarte"} <= set(labels)
    names = [line.name for group in groups for line in group.lines]
    said = [*labels, *names]
    assert not any(":" in each or "." in each or "stone" in each.lower() for each in said)


@pytest.mark.deep
@pytest.mark.parametrize("game", list(GAMES))
def test_counted_items_of_a_seat_have_distinct_names_and_belong_there(game: str) -> None:
    for match in situations(game):
        specs = match.game.items_of(match.state)
        for group in recount.groups(match, _wording(match), {}, BOTH):
            names = [line.name for line in group.lines]
            assert len(set(names)) == len(names), (group.title, names)
            assert not any(group.title in name for name in names)
            for line in group.lines:
                assert misplaced(specs, *line.place) != "out_of_place"


def test_hand_and_deck_are_named_under_their_seat() -> None:
    names = {place: line.name for place, line in _lines(situations("blue_moon")[0]).items()}
    assert names["hand:0", "card"] == "Cartas en la mano"
    assert names["deck:1", "card"] == "Cartas en el mazo"
    assert names["seat:0", "dragon"] == "Dragones"
    assert ("seat:0", "card") not in names


def test_endless_and_owed_items_are_not_counted() -> None:
    lines = _lines(built())
    assert (SUPPLY, "crystal") not in lines
    assert (SUPPLY, "scale") in lines
    assert not any(item == "scale_owed" for _, item in lines)


def test_points_of_which_some_are_unread_are_counted_like_others() -> None:
    (path,) = (one for one in actas("kingdom_of_solomon") if one.stem == "undecided_3")
    match = read(path)
    assert any(line.lacks for line in match.game.score(match.state))
    counted = {account for account, item in recount.places(match) if item == "point"}
    assert counted == {"seat:0", "seat:1", "seat:2"}


def test_stones_are_counted_only_before_their_own_seat() -> None:
    lines = _lines(built())
    assert ("seat:1", "stone:1") in lines
    assert ("seat:1", "stone:0") not in lines


def test_kinds_always_known_are_counted_separately() -> None:
    match = situations("santiago_de_cuba")[0]
    items = {item for account, item in recount.places(match, (0,)) if account == "seat:0"}
    assert {"peso", "point", "good:rum", "good:wood"} <= items
    assert "good" not in items


def test_count_line_shows_how_far_it_differs_from_the_acta() -> None:
    match = built()
    there = amount(match.state.ledger, CARDS)
    for counted, standing, expected in (
        (there, CountStatus.AGREES, "Coincide"),
        (there + 2, CountStatus.DIFFERS, "2 más que en el acta"),
        (there - 1, CountStatus.DIFFERS, "1 menos que en el acta"),
        (None, CountStatus.UNREADABLE, "Escribe cuánto hay"),
        (-3, CountStatus.UNREADABLE, "de 0 a 999"),
        (1000, CountStatus.UNREADABLE, "de 0 a 999"),
    ):
        line = _lines(match, {CARDS: counted})[CARDS]
        assert (line.standing, line.shown) == (standing, counted)
        assert expected in line.status_text
    assert _lines(match)[CARDS].standing is CountStatus.UNCOUNTED


def test_only_valid_counts_are_compared_with_the_acta() -> None:
    match = built()
    there = amount(match.state.ledger, CARDS)
    agrees = recount.agreed(match, {}, STONES)
    counts: Counts = {**agrees, CARDS: there - 1, ("seat:1", "card"): None, (SUPPLY, "scale"): -1}
    difference = recount.wanted(match, counts, BOTH)
    assert difference == {STONES: 0, CARDS: -1}
    assert (
        recount.verdict(wording(match), difference, difference)
        == "1\u00a0diferencia entre la mesa y el acta"
    )
    assert (
        recount.verdict(wording(match), {STONES: 0}, {STONES: 0})
        == "Todo coincide: 1\u00a0recuento"
    )
    assert recount.verdict(wording(match), {}, {}) == ""
    assert recount.agreed(match, counts, CARDS).keys() == counts.keys() - {CARDS}


def test_recount_is_overtaken_by_later_reports_only() -> None:
    """Later entries are no difference; correcting what was counted begins no new moment."""
    match = built()
    tally = Tally().counted({CARDS: 1}, len(match.entries)).counted({CARDS: 2}, 99)
    assert tally.since == len(match.entries)
    noted = then(match, Noted(text="a"), Adjusted(postings=(), reason="b"))
    assert not recount.overtaken(noted, tally.since)
    assert recount.overtaken(then(match, report("finish_turn", 1, discards=[])), tally.since)


def test_cause_shows_its_moment_and_what_still_holds() -> None:
    """Here a card went from Ana to the discard pile, and no stone was built with it."""
    match, wanted = built(), {CARDS: -1, ("discard", "card"): 1, STONES: 0}
    hypotheses = find_hypotheses(match, wanted, "new-1")
    first, *others = recount.causes(match, wording(match), hypotheses, NOW)
    assert first.text.startswith("Falta anotar: Ana mueve su figura")
    assert first.when.startswith("Antes de: Ana ")
    assert "Turno de Ana, " in first.when
    assert (first.after, first.holds, first.at_table) == ("Todo lo demás se sostiene.", True, False)
    assert len({(line.text, line.when) for line in (first, *others)}) == len(others) + 1
    since = recount.since(match, wording(match), wanted, NOW)
    assert since.startswith("Pudo ser desde aquí: Ana")
    assert recount.since(match, wording(match), {("obelisk", "stone:0"): 1}, NOW) == ""


@pytest.mark.deep
def test_every_cause_of_a_difference_has_a_text() -> None:
    """Texts of each sort of cause are complete."""
    seen: set[Cause] = set()
    for game in GAMES_THAT_HIDE:
        for match in situations(game):
            everyone = tuple(range(len(match.options.players)))
            for place in recount.places(match, everyone)[:4]:
                for more in (-1, 1):
                    hypotheses = find_hypotheses(match, {place: more}, "new-1")
                    seen |= {hypothesis.cause for hypothesis in hypotheses}
                    for line in recount.causes(match, _wording(match), hypotheses, NOW):
                        assert "…" not in line.text, line.text
                        assert "cuadre." not in line.text + line.when + line.after
            if len(seen) > 6:
                break
    assert seen >= {Cause.FORGOTTEN, Cause.TWICE, Cause.OTHERWISE, Cause.NOT_MOVED}


def test_adjustment_for_a_cause_records_its_text_as_the_reason() -> None:
    match = built()
    (drew,) = [e for e in match.steps[-1].effects if isinstance(e, Transfer) and e.automatic]
    drawn_cards = {CARDS: -drew.amount, ("deck", "card"): drew.amount}
    hypotheses = [
        s for s in find_hypotheses(match, drawn_cards, "new-1") if s.cause is Cause.NOT_MOVED
    ]
    assert hypotheses
    (line,) = recount.causes(match, wording(match), hypotheses[:1], NOW)
    assert line.at_table
    (edit,) = line.edits
    assert isinstance(edit, Insert)
    assert isinstance(edit.body, Adjusted)
    assert edit.body.reason == line.text
    after = then(match, Amended(edits=line.edits))
    for place, more in drawn_cards.items():
        assert amount(after.state.ledger, place) == amount(match.state.ledger, place) + more


def test_unexplained_difference_becomes_an_adjustment_with_a_reason() -> None:
    match = opened()
    wanted = {CARDS: 40, STONES: 0}
    assert find_hypotheses(match, wanted, "new-1") == ()
    body = recount.adjusted(match, wanted, "  de otra caja ")
    assert body.postings == (Posted(account="seat:0", item="card", amount=40),)
    assert body.reason == "de otra caja"


# Visible accounts -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_THAT_HIDE)
def test_device_counts_only_what_it_may_see(game: str) -> None:
    match = next(filter(hides, situations(game)))
    everyone = range(len(match.options.players))
    hidden = next(s.family for s in match.game.items_of(match.state) if s.balance == "owner")
    handed_round = recount.places(match, everyone)
    own = recount.places(match, (0,))
    assert ("seat:1", hidden) not in handed_round
    assert ("seat:1", hidden) in recount.hidden_places(match, 1)
    assert ("seat:1", hidden) not in own
    assert ("seat:0", hidden) in own
    typed = {("seat:1", hidden): 300}
    assert recount.wanted(match, typed, (0,)) == {}
    assert recount.wanted(match, typed, everyone).keys() == typed.keys()


@pytest.mark.deep
@how_much("every", everyday=24, before_release=4)
@pytest.mark.parametrize("game", GAMES_THAT_HIDE)
def test_causes_do_not_depend_on_what_others_hide(game: str, every: int) -> None:
    """Causes of any difference are the same beside every twin."""
    for number, match in enumerate(islice(filter(hides, situations(game)), 4)):
        seats = range(len(match.options.players))
        mine = (number % len(seats),)
        others = [seat for seat in seats if seat not in mine]
        words = _wording(match)
        for change in changes(match, others):
            twin = changed(match, change)
            assert recount.groups(match, words, {}, mine) == recount.groups(twin, words, {}, mine)
        for place in recount.places(match, mine)[number::every]:
            wanted = {place: 1 - 2 * (number % 2)}
            results = [_shown_causes(m, wanted, mine) for m in (match, twin)]
            assert results[0] == results[1], place


def _shown_causes(match: Match, wanted: Difference, mine: tuple[int, ...]) -> object:
    hypotheses = find_hypotheses(match, wanted, "new-1", visibility.judging(match, mine))
    assert all(hypothesis.whole is None for hypothesis in hypotheses)
    judged = visibility.judging(match, mine)
    assert judged
    assert all(judged(s.action.seat, s.action.kind) for s in hypotheses if s.action)
    words = _wording(match)
    since = recount.since(match, words, wanted, NOW)
    return since, recount.causes(match, words, hypotheses, NOW)


def test_viewer_of_all_seats_may_judge_everything() -> None:
    match = next(filter(hides, situations("blue_moon_city")))
    seats = tuple(range(len(match.options.players)))
    assert visibility.judging(match, seats) is None
    may = visibility.judging(match, (0,))
    assert may is not None
    assert may(0, "make_offering")
    assert not may(1, "make_offering")
    assert may(1, "finish_turn")


# Screen ---------------------------------------------------------------------------------------


@pytest.mark.deep
def test_cause_search_yields_to_others_and_stops_when_unwanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others are served while it goes on; a count that changes ends it."""
    # Make the search pause and report at every step, however fast this machine is.
    monkeypatch.setattr(scheduler, "SLICE", -1)
    monkeypatch.setattr(causes, "_TOLD", -1)
    match = next(m for m in situations("santiago_de_cuba") if len(m.steps) > 40)
    wanted = {("seat:0", "peso"): 1}
    served: list[int] = []

    async def others() -> None:
        while True:
            served.append(1)
            await asyncio.sleep(0)

    async def look(goes_on: bool) -> list[CauseSearch]:
        reports: list[CauseSearch] = []
        task = asyncio.create_task(others())
        search = Search(match, wanted, "new-1")
        await look_into(
            search, CauseSearch(wanted, 1), reports.append, lambda: goes_on or not reports
        )
        task.cancel()
        return reports

    whole = asyncio.run(look(True))
    assert len(served) > 100
    assert whole[-1].causes == find_hypotheses(match, wanted, "new-1")
    assert not whole[-1].busy
    assert all(0 <= step.done <= 1 for step in whole)
    assert all(looking.causes is None for looking in asyncio.run(look(False)))


def test_failed_cause_search_reports_the_failure() -> None:
    reports: list[CauseSearch] = []

    class Failing(Search):
        def run(self):  # type: ignore[no-untyped-def]
            raise ZeroDivisionError

    search = Failing(opened(), {}, "new-1")
    asyncio.run(look_into(search, CauseSearch({}, 1), reports.append, lambda: True))
    assert reports[-1].failed
    assert not reports[-1].busy


def test_counted_difference_leads_to_a_cause_and_its_correction(tmp_path: Path) -> None:
    match = built()
    client = OneMatch(new_hub(tmp_path), match, unchanged, BOTH)

    async def use() -> list[set[str]]:
        ctx = context(client, "counter")
        view = await drawn(cuadre_screen.Screen, ctx, match.started.match)
        seen = [set(texts(view.news()))]
        for key in (
            "cuadre:alone:0",
            "tick:seat:0/crystal",
            "cuadre:cover",
            "place:seat:0/card",
            "less:seat:0/card",
            "place:discard/card",
            "more:discard/card",
        ):
            assert sum(key.startswith("more:") for key in view.touchable()) <= 1, "one at a time"
            await view.touch(key)
        seen.append(set(texts(view.news())))
        await view.touch("cuadre:search")
        for _ in range(400):
            await settled()
            if "cause:0" in view.touchable():
                break
        seen.append(set(texts(view.news())))
        await view.touch("cause:0")
        seen.append(set(texts(view.news())))
        view.close()
        return seen

    first, counted, listed, preview = asyncio.run(use())
    assert "¿Qué no cuadra?" in first
    assert "Lo más probable" in listed
    assert any("diferencias entre la mesa" in text for text in counted)
    assert any(text.startswith("Falta anotar: ") for text in listed)
    assert "Anotar el ajuste" in listed
    assert "Aceptar la corrección" in preview
    kept = cuadre_screen.TALLIES.of("counter", match.started.match)
    assert kept.counts["seat:0", "card"] == amount(match.state.ledger, CARDS) - 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_positions_are_one_touch_away_from_the_recount(game: str, tmp_path: Path) -> None:
    """Place of things are asked there, not how many there are."""
    match = read(actas(game)[0])
    view = OneMatch(new_hub(tmp_path), match, unchanged, (0,))

    async def opened() -> tuple[str, ...]:
        ctx = context(view, "here")
        screen = await drawn(cuadre_screen.Screen, ctx, match.started.match, size=(412, 915))
        await screen.touch("cuadre:elsewhere")
        keys = tuple(str(control.key) for control in screen.controls() if control.key)
        screen.close()
        return keys

    assert match.game.settables_of(match.state)
    assert "positions" in asyncio.run(opened())


@pytest.mark.parametrize("layout", Layout)
def test_notes_stand_above_the_counts_only_in_a_single_column(
    tmp_path: Path, layout: Layout
) -> None:
    async def keys() -> tuple[str, ...]:
        match = built()
        client = OneMatch(new_hub(tmp_path), match, unchanged, BOTH)
        ctx = context(client, "here", layout)
        screen = await drawn(cuadre_screen.Screen, ctx, match.started.match)
        shown = screen.in_order()
        screen.close()
        return shown

    order = asyncio.run(keys())
    first = next(n for n, key in enumerate(order) if key.startswith(("line:", "place:", "count:")))
    assert (order.index("cuadre:elsewhere") < first) is (layout is Layout.PHONE)
