"""Forms of Kingdom of Solomon: fields that are not asked, and answers that are only legal together.

Every printed number here is invented.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.games.kingdom_of_solomon import GAME
from companion.games.kingdom_of_solomon.components import ACTIONS, GOODS, TERRITORIES
from companion.games.kingdom_of_solomon.state import State
from companion.kernel import legality
from companion.kernel.box.facts import FactValue, TypedLine
from companion.kernel.form import Choices, Draft, OpenBag
from companion.kernel.values import Term
from companion.match.entries import (
    Adjusted,
    Body,
    Entry,
    Posted,
    Reported,
    Setting,
    Started,
    Undone,
    id_before,
)
from companion.match.fold import Match, fold
from companion.match.timeline import redo_target
from companion.rulebook.loader import load
from companion.rulebook.wording import Wording
from companion.ui.boards.tile import GAP
from companion.ui.context import AppContext
from companion.ui.drafts.draft_cache import shelve
from companion.ui.games.kingdom_of_solomon.geometry import MAP, Room
from companion.ui.games.kingdom_of_solomon.screen import SCREEN
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.screens.match import screen as table_screen
from companion.ui.theme import TOUCH
from companion.ui.views.entries.entry_lines import with_others
from companion.ui.views.own_copy import unnamed_does
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.form_completions import (
    answering,
    differing,
    ways_on,
    with_nothing_more,
)
from companion.ui.views.report.interaction import Filling, InteractionState
from companion.ui.views.table.status import status_view
from tests.games.kingdom_of_solomon.sample import lay
from tests.playthroughs.actas import FIRST
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.drawn_board import drawn_board
from tests.ui.tables import OneMatch, actas, context, read, unchanged, until

ON_TRADER: dict[str, Any] = {"phase": "resolution", "pawns": {0: ["action.trader"]}}
TRADER = Draft("use_space", 0, {"space": "action.trader"})


def _settled(given: dict[str, Any], kind: str, **values: Any) -> forms.Form:
    state = lay(given)
    return forms.with_forced_answers(GAME, state, forms.start(GAME, 0, kind, values))


def test_space_with_free_exchange_is_legal_given_two_answers() -> None:
    assert forms.has_legal_completion(GAME, lay({**ON_TRADER, "has": {0: {"food": 1}}}), TRADER)
    assert not forms.has_legal_completion(GAME, lay(ON_TRADER), TRADER)


def _ways(given: dict[str, Any], space: str) -> tuple[Draft, ...]:
    state = lay({"phase": "resolution", "pawns": {0: [space]}, **given})
    form = forms.with_forced_answers(
        GAME, state, forms.start(GAME, 0, "use_space", {"space": space})
    )
    drafts = ways_on(GAME, state, form, (*TERRITORIES, *ACTIONS), private=True)
    assert all(forms.legal(GAME, state, draft) for draft in drafts)
    return drafts


EXCHANGE = {"action.trader.lines": [["pay", 1, "cube:any"], ["gain", 1, "cube:any"]]}


def test_every_exchange_of_one_cube_is_offered_as_one_touch() -> None:
    drafts = _ways({"has": {0: {"food": 2, "stone": 1}}, "facts": EXCHANGE}, "action.trader")
    assert {(d.values["give"], d.values["take"]) for d in drafts} == {
        ((paid,), (taken,)) for paid in ("food", "stone") for taken in GOODS if paid != taken
    }
    assert differing(drafts) == ("give", "take")


def test_every_theft_is_offered_as_one_touch() -> None:
    held = {1: {"food": 1, "gold": 2}, 2: {"stone": 1}}
    drafts = _ways({"players": 3, "has": held}, "action.thief")
    assert {(d.values["victim"], d.values["stolen"]) for d in drafts} == {
        (1, ("food",)),
        (1, ("gold",)),
        (2, ("stone",)),
    }


def test_form_with_one_open_field_offers_no_completions() -> None:
    alone = {"players": 2, "has": {1: {"food": 1, "gold": 2}}}
    assert _ways(alone, "action.thief") == ()
    assert _ways({"has": {0: {"stone": 1}}, "facts": EXCHANGE}, "action.trader") == ()


@pytest.mark.parametrize("has", [{1: {"food": 1}}, {}])
def test_unread_space_is_asked_field_by_field(has: dict[int, dict[str, int]]) -> None:
    # It may take from another seat and give a card besides, or nothing at all.
    unread = {"unknown": ["action.wisdom.lines"], "has": has}
    answered = Draft("use_space", 0, {"space": "action.wisdom", "give": (), "take": ()})
    state = lay({"phase": "resolution", "pawns": {0: ["action.wisdom"]}, **unread})
    form = forms.start(GAME, 0, "use_space", dict(answered.values))
    form = forms.with_forced_answers(GAME, state, form)
    assert form.asking == "victim"
    assert ways_on(GAME, state, form, (*TERRITORIES, *ACTIONS), private=True) == ()


UNTOLD: dict[str, Any] = {**ON_TRADER, "unknown": ["action.trader.lines"]}


@pytest.mark.parametrize("paid", [(), ("food",)])
def test_rest_of_an_unread_space_is_nothing_by_one_touch(paid: tuple[str, ...]) -> None:
    state = lay({**UNTOLD, "players": 3, "has": {0: {"food": 1}, 1: {"gold": 1}}})
    form = forms.form_of_draft(GAME, TRADER.with_value("cards", ()).with_value("give", paid))
    draft = with_nothing_more(GAME, state, form, private=True)
    assert draft is not None
    moved = ("take", "victim", "stolen", "extras")
    assert (draft.values["give"], *map(draft.values.get, moved)) == (paid, (), None, (), ())


def test_read_space_and_last_question_offer_no_empty_rest() -> None:
    state = lay({**ON_TRADER, "has": {0: {"food": 1, "gold": 1}}, "facts": EXCHANGE})
    form = forms.with_forced_answers(GAME, state, forms.form_of_draft(GAME, TRADER))
    assert with_nothing_more(GAME, state, form, private=True) is None
    nothing = {"give": (), "cards": (), "at": None, "take": (), "victim": None, "stolen": ()}
    last = forms.form_of_draft(GAME, Draft("use_space", 0, {**TRADER.values, **nothing}))
    assert last.asking == "extras"
    assert with_nothing_more(GAME, lay(UNTOLD), last, private=True) is None


def test_completion_says_nothing_of_what_is_not_given() -> None:
    draft = Draft(
        "use_space", 0, {"give": ("food",), "cards": (), "victim": None, "take": ("oil",)}
    )
    assert answering(draft, ("give", "cards", "victim", "take")) == ("give", "take")


def test_too_many_completions_are_asked_field_by_field() -> None:
    two_for_two = [["pay", 2, "cube:any"], ["gain", 2, "cube:any"]]
    has = {0: dict.fromkeys(GOODS, 2)}
    given = {"has": has, "facts": {"action.trader.lines": two_for_two}}
    assert _ways(given, "action.trader") == ()


def test_field_answered_on_the_board_offers_no_completions() -> None:
    does = [["pay", 1, "cube:any"], ["again"]]
    given = {"has": {0: {"food": 1, "gold": 1}}, "facts": {"action.artisan.lines": does}}
    pawns = {0: ["action.artisan", "territory.t3", "territory.t4"]}
    assert _ways({**given, "pawns": pawns}, "action.artisan") == ()


def test_yield_of_a_known_territory_is_not_asked() -> None:
    given = {"phase": "resolution", "pawns": {0: ["territory.t1"]}}
    form = _settled(given, "harvest", territory="territory.t1")
    assert form.asking is None
    assert form.draft.values["take"] == ("stone",)
    unknown = {**given, "unknown": ["territory.t1.yields"]}
    assert _settled(unknown, "harvest", territory="territory.t1").asking == "take"


@pytest.mark.parametrize(("stones", "refused"), [(2, False), (1, True)])
def test_card_that_cannot_be_paid_is_refused_before_its_site_is_asked(
    stones: int, refused: bool
) -> None:
    state = lay({"phase": "build", "has": {0: {"stone": stones}}})
    refusal = forms.dead_end(GAME, state, Draft("build_card", 0, {"card": "building.c1"}))
    assert (refusal is not None and refusal.code == "goods_short") is refused
    # With Fortune cards it might be paid, so there is something left to ask.
    holding = lay({"phase": "build", "has": {0: {"stone": stones, "fortune": 1}}})
    assert forms.dead_end(GAME, holding, Draft("build_card", 0, {"card": "building.c1"})) is None


def test_payment_is_asked_only_if_fortune_cards_could_pay_too() -> None:
    given = {"phase": "build", "has": {0: {"stone": 2}}}
    built = {"card": "building.c1", "site": "territory.t3"}
    form = _settled(given, "build_card", **built)
    assert form.draft.values["pay"] == ("stone", "stone")
    holding = {"phase": "build", "has": {0: {"stone": 2, "fortune": 1}}}
    assert _settled(holding, "build_card", **built).asking == "pay"


def test_cubes_that_a_seat_lacks_are_not_offered_where_cards_may_pay_them() -> None:
    given = {"phase": "build", "has": {0: {"stone": 1, "fortune": 1}}}
    draft = Draft("build_card", 0, {"card": "building.c1", "site": "territory.t3"})
    field = GAME.candidates(lay(given), draft, "pay")
    assert isinstance(field, OpenBag)
    assert field.proposals == (("stone",),)


def test_seat_without_fortune_cards_is_not_asked_which_ones_pay() -> None:
    """Unknown values elsewhere, which require naming what was laid down, make no difference."""
    given = {"phase": "build", "has": {0: {"stone": 2}}, "unknown": ["territory.t3.plot"]}
    form = _settled(given, "build_card", card="building.c1", site="territory.t3")
    assert form.asking is None
    holding = {**given, "has": {0: {"stone": 2, "fortune": 1}}}
    answered = {"card": "building.c1", "site": "territory.t3", "pay": ()}
    assert _settled(holding, "build_card", **answered).asking == "cards"


def test_no_card_is_asked_for_when_cubes_pay_the_printed_cost() -> None:
    """Unknown values elsewhere, which require naming what was laid down, make no difference."""
    unknown = ["territory.t3.plot"]
    given = {"phase": "build", "has": {0: {"stone": 2, "fortune": 1}}, "unknown": unknown}
    answered = {"card": "building.c1", "site": "territory.t3", "pay": ("stone", "stone")}
    assert _settled(given, "build_card", **answered).asking is None
    less = _settled(given, "build_card", **{**answered, "pay": ("stone",)})
    assert less.asking == "cards"
    unread = {**given, "unknown": [*unknown, "building.c1.cost"]}
    assert _settled(unread, "build_card", **answered).asking == "cards"


def test_unknown_territory_proposes_any_one_or_two_cubes() -> None:
    given = {"phase": "resolution", "pawns": {0: ["territory.t3"]}}
    state = lay({**given, "unknown": ["territory.t3.yields"]})
    field = GAME.candidates(state, Draft("harvest", 0, {"territory": "territory.t3"}), "take")
    assert isinstance(field, OpenBag)
    both = [combinations_with_replacement(sorted(GOODS), n) for n in (1, 2)]
    assert sorted(field.proposals) == sorted(bag for bags in both for bag in bags)


def test_touching_a_card_on_the_board_places_a_pawn_or_builds_it() -> None:
    """Placing a pawn there is refused, because the card is no space in that phase."""
    placing = _match(phase="place")
    (start,) = SCREEN.starts(placing, 0, "building.c1")
    draft = Draft(start.kind, 0, start.values)
    refusal = legality.check_draft(GAME, placing.state, draft, private=False)
    assert refusal is not None
    assert refusal.code == "offered_card"
    (start,) = SCREEN.starts(_match(phase="build"), 0, "building.c1")
    assert start.kind == "build_card"


ROOMS = {
    "360x740": (344, 396),
    "412x915": (396, 533),
    "915x412": (399, 396),
    "820x1180": (804, 770),
    "1440x900": (770, 884),
}
"""Room for a board on each size of screen, where a line of the box takes none of it."""


@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize("owned", range(21))
def test_whole_board_fits_its_room_with_targets_of_finger_size(size: str, owned: int) -> None:
    room = Room(*ROOMS[size], 1, owned)
    assert room.high <= room.height
    assert min(room.row, room.space, room.territory, room.part) >= TOUCH
    assert MAP * room.territory + 2 * room.space + 5 * GAP == pytest.approx(room.width)
    small = not room.whole and owned * (TOUCH + GAP) - GAP > room.rest
    assert room.small is small


@pytest.mark.parametrize("height", [560, 735])
def test_board_in_large_text_fits_the_scrolled_height(height: float) -> None:
    assert Room(344, height, 2, 20).high <= height


@pytest.mark.parametrize("part", ["market", "owned"])
def test_small_part_opens_over_the_map_until_the_phase_ends(part: str) -> None:
    match = _owning(12)
    phase = match.game.public_view(match.state, None).phase
    opens: list[str] = []
    shown = {name: _board_keys(match, name, opens) for name in ("", f"{part}:{phase}", f"{part}:x")}
    inside = "price:gold-1" if part == "market" else "building:c5"
    assert shown[""] == shown[f"{part}:x"]
    assert "territory:t1" in shown[""]
    assert inside not in shown[""]
    assert f"{part}:{phase}" in opens
    assert inside in shown[f"{part}:{phase}"]
    assert "territory:t1" not in shown[f"{part}:{phase}"]
    assert "opens:back" in shown[f"{part}:{phase}"]


def _owning(cards: int) -> Match:
    """Return a match in which Ana has so many building cards, none of them on the board."""
    laid = tuple(
        Posted(account=account, item=item, amount=amount)
        for n in range(5, 5 + cards)
        for account, item, amount in (("deck", "building", -1), ("seat:0", f"building:c{n}", 1))
    )
    return _match(phase="market", postings=laid)


def _board_keys(match: Match, opened: str, opens: list[str]) -> frozenset[str]:
    """Return what can be touched on the board of a small phone; what it opens is noted."""

    async def seen() -> frozenset[str]:
        view = await drawn_board(match, lambda _place: None, opens.append, opened, 396)
        keys = view.touchable()
        for key in keys:
            if key.startswith("opens:"):
                await view.touch(key)
        view.close()
        return frozenset(keys)

    return asyncio.run(seen())


def test_card_to_turn_up_is_not_asked_when_all_are_unknown() -> None:
    facts = ("name", "cost", "points", "palace", "lines")
    unknown = [f"building.c{n}.{fact}" for n in range(1, 21) for fact in facts]
    given = {"phase": "turn_up", "offer": ["building.c1"], "waiting": [0]}
    form = _settled({**given, "unknown": unknown}, "turn_up")
    assert form.asking is None
    assert form.draft.values["card"] == "building.c2"
    assert _settled(given, "turn_up").asking == "card"


UNREAD = [f"fortune.{n}.lines" for n in range(1, 33)]
HOLDS: dict[str, Any] = {"has": {0: {"fortune": 3}}}


def _cards(state: State) -> list[Any]:
    """Return the fortune cards to choose from, as the form calls them."""
    draft = Draft("play_fortune", 0, {})
    field = GAME.candidates(state, draft, "card")
    assert isinstance(field, Choices)
    return [(card, GAME.label(state, draft, "card", card)) for card in field.values]


def test_unknown_fortune_cards_are_offered_as_one() -> None:
    state = lay({**HOLDS, "unknown": UNREAD})
    assert _cards(state) == [("fortune.1", Term("card.without_name"))]
    # So the form does not ask which one it is, and goes on with the effect.
    assert (
        _settled({**HOLDS, "unknown": UNREAD}, "play_fortune").draft.values["card"] == "fortune.1"
    )


def test_unnamed_fortune_card_played_before_is_offered_again() -> None:
    before = lay({**HOLDS, "unknown": UNREAD})
    report = {"kind": "play_fortune", "seat": 0, "card": "fortune.1"}
    after, _effects = GAME.apply(before, GAME.read_action(report))
    assert _cards(after) == [
        ("fortune.1", Term("fortune.1")),
        ("fortune.2", Term("card.without_name")),
    ]


def test_named_fortune_cards_come_first_in_alphabetical_order() -> None:
    names = {"fortune.1.name": "Vasija", "fortune.4.name": "Ánfora", "fortune.9.name": "Bueyes"}
    unread = [fact for fact in UNREAD if fact != "fortune.2.lines"]
    state = lay({**HOLDS, "unknown": unread, "facts": names})
    shown = ["fortune.4", "fortune.9", "fortune.1", "fortune.2", "fortune.3"]
    assert [card for card, _ in _cards(state)] == shown
    assert _cards(state)[-1] == ("fortune.3", Term("card.without_name"))


def test_fortune_card_of_any_number_is_still_judged() -> None:
    """Match recorded before may name any of the thirty-two cards."""
    report = {"kind": "play_fortune", "seat": 0, "card": "fortune.17"}
    state = lay({**HOLDS, "unknown": UNREAD})
    assert legality.judge(GAME, state, GAME.read_action(report)).verdict == "unverifiable"


def test_cards_for_payment_are_offered_like_cards_to_play() -> None:
    given = {**HOLDS, "phase": "build", "unknown": UNREAD, "facts": {"fortune.7.name": "Bueyes"}}
    draft = Draft("build_card", 0, {"card": "building.c1", "site": "territory.t3", "pay": ()})
    state = lay(given)
    field = GAME.candidates(state, draft, "cards")
    assert isinstance(field, OpenBag)
    assert [card for card, _ in field.items] == ["fortune.7", "fortune.1"]
    assert GAME.label(state, draft, "cards", ("fortune.1",)) == (Term("card.without_name"),)


def test_card_without_a_name_is_described_by_its_effects() -> None:
    lines = (TypedLine("gain", 2, "cube:timber"),)
    known: dict[str, FactValue] = {
        "fortune.1.lines": lines,
        "fortune.2.lines": lines,
        "fortune.2.name": "Leña",
    }
    wording = Wording(GAME.id, facts=known)
    said = [unnamed_does(wording, thing) for thing in ("fortune.1", "fortune.2", "fortune.3", None)]
    assert said == [wording.fact_shown("fortune.1.lines", lines), "", "", ""]
    assert said[0].startswith("Gana 2")


def test_cost_of_a_card_without_a_name_is_not_told_as_an_effect() -> None:
    cost = (TypedLine("pay", 2, "cube:gold"), TypedLine("pay", 1, "cube:stone"))
    gains = (TypedLine("gain", 1, "cube:food"),)
    known: dict[str, FactValue] = {"building.c4.cost": cost, "building.c4.lines": gains}
    said = unnamed_does(Wording(GAME.id, facts=known), "building.c4").replace("\u00a0", " ")
    assert said == "La Carta 4 cuesta 2 de oro y 1 de piedra · Gana 1 de comida."


# The rendered form, with a pawn on a space that is not yet read off


def _match(
    *reports: dict[str, Any],
    facts: dict[str, FactValue] | None = None,
    phase: str = "resolution",
    postings: tuple[Posted, ...] = (),
) -> Match:
    """Return a match of three where Ana has a pawn on a space and goes first, without cubes."""
    started = Started(
        match="match-1",
        game=GAME.id,
        rules_version=GAME.version,
        options={"players": ["Ana", "Beto", "Carla"]},
        facts=load(GAME.id).default_facts() | (facts or {}),
        rulings=load(GAME.id).default_rulings(),
    )
    shown = [{"kind": "turn_up", "seat": 0, "card": f"building.c{n}"} for n in range(1, 5)]
    bodies: list[Body] = [Reported(action=report) for report in (*shown, *reports)]
    settings = (Setting(code="phase", value=phase),)
    bodies.append(Adjusted(postings=postings, settings=settings))
    entries = enumerate((started, *bodies))
    return fold(GAMES, (Entry(seq=n, id=f"entry-{n}", at=FIRST, body=body) for n, body in entries))


def _drawn(
    folder: Path,
    match: Match,
    form: forms.Form,
    see: Callable[[Drawn], Awaitable[None]],
    mine: tuple[int, ...] = (0, 1, 2),
) -> None:
    """Render the screen with a form open, and look at it with `see`."""
    assert match.broken is None
    shelve("form", match.started.match, InteractionState(open=Filling(form, "s")))

    async def session(ctx: AppContext) -> None:
        view = await drawn(table_screen.Screen, ctx, match.started.match)
        await see(view)
        view.close()

    with own_hub(folder) as hub:
        asyncio.run(session(context(OneMatch(hub, match, unchanged, mine), "form")))


def test_touch_of_a_card_that_cannot_be_paid_says_so_at_once(tmp_path: Path) -> None:
    cost: dict[str, FactValue] = {"building.c1.cost": (TypedLine("pay", 2, "cube:gold"),)}
    match = _match(phase="build", facts=cost)

    async def session(ctx: AppContext) -> None:
        view = await drawn(table_screen.Screen, ctx, match.started.match)
        await view.touch("building:c1")
        assert [text for text in texts(view.news()) if text.startswith("A Ana le faltan cubos")]
        view.close()

    with own_hub(tmp_path) as hub:
        asyncio.run(session(context(OneMatch(hub, match, unchanged, (0, 1, 2)), "touch")))


def _placed(space: str) -> dict[str, Any]:
    return {"kind": "place_pawn", "seat": 0, "space": space}


ON_THIEF: dict[str, Any] = {"space": "action.thief", "give": (), "at": None, "take": ()}
ROBS: dict[str, FactValue] = {"action.thief.lines": (TypedLine("steal", 1),)}


def test_theft_without_a_victim_asks_for_one_and_is_not_refused(tmp_path: Path) -> None:
    """Fields with a single possible value are not listed as answers either."""

    async def see(view: Drawn) -> None:
        said, keys = {*texts(view.news())}, view.in_order()
        assert {"¿A quién se le quita?", "Beto", "Carla"} <= said
        assert not [text for text in said if text.startswith("Con el Ladrón")]
        assert "record" not in keys
        assert [key for key in keys if key.startswith("so_far:")] == ["so_far:space"]

    match = _match(_placed("action.thief"), facts=ROBS)
    _drawn(tmp_path, match, forms.Form(Draft("use_space", 0, ON_THIEF), "victim"), see)


def test_record_button_of_printed_lines_does_not_scroll_away(tmp_path: Path) -> None:
    async def see(view: Drawn) -> None:
        assert "¿Qué pone en tu pieza?" in {*texts(view.news())}
        draws = "action.wisdom.lines:verb:3"
        assert view.scrolls(draws)
        await view.touch(draws)
        # The lines entered so far are shown above it.
        assert "Roba 1\u00a0carta de Fortuna." in {*texts(view.news())}
        assert not view.scrolls("fact:record")

    match = _match(_placed("action.wisdom"))
    _drawn(tmp_path, match, forms.start(GAME, 0, "use_space", {"space": "action.wisdom"}), see)


@pytest.mark.parametrize(("mine", "offered"), [((0, 1, 2), 2), ((2,), 0), ((0, 1), 0)])
def test_form_offers_the_awaited_seats_held_by_the_device(
    tmp_path: Path, mine: tuple[int, ...], offered: int
) -> None:
    """Fortune cards may still be shown by two people: a device that holds both asks which one."""
    (path,) = (each for each in actas(GAME.id) if each.stem == "most_points_3")
    match = until(read(path), 128)
    assert match.state.awaited == (0, 2)

    async def see(view: Drawn) -> None:
        assert "¿Qué carta?" in {*texts(view.news())}
        assert len([key for key in view.in_order() if key.startswith("whose:")]) == offered

    doer = next(seat for seat in mine if seat in match.state.awaited)
    _drawn(tmp_path, match, forms.start(GAME, doer, "play_fortune"), see, mine)


def test_territory_whose_yield_is_known_needs_nothing_more_to_be_chosen(tmp_path: Path) -> None:
    """What a touch fills in by itself is not called something more to say."""

    async def see(view: Drawn) -> None:
        said = [text for text in texts(view.news()) if text.startswith("Bashan, ")]
        assert said
        assert all(text.endswith(". se puede elegir") for text in said), said

    lines: dict[str, FactValue] = {"action.artisan.lines": (TypedLine("again", 1),)}
    spaces = ("action.artisan", *(f"territory.t{n}" for n in (2, 3, 1, 7, 8, 13)))
    placed = [{**_placed(space), "seat": n % 3} for n, space in enumerate(spaces)]
    match = _match(*placed, facts=lines)
    form = forms.start(GAME, 0, "use_space", {"space": "action.artisan"})
    _drawn(tmp_path, match, forms.with_forced_answers(GAME, match.state, form), see)


GIVES: dict[str, FactValue] = {"fortune.1.lines": (TypedLine("gain", 2, "cube:timber"),)}


def _postings(item: str, amount: int, source: str, target: str) -> tuple[Posted, ...]:
    less = Posted(account=source, item=item, amount=-amount)
    return (less, Posted(account=target, item=item, amount=amount))


@pytest.mark.parametrize("empty", [True, False])
def test_what_would_be_lost_is_told_before_it_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty: bool
) -> None:
    """A card of goods, played for cubes that the supply does not have."""
    sent = list[str]()
    monkeypatch.setattr(MatchController, "_settle", lambda _self, act: sent.append(act.kind))
    stock = _match().state.ledger.balance("supply", "cube:timber")
    taken = _postings("cube:timber", stock, "supply", "seat:1") if empty else ()
    held = _postings("fortune", 1, "fortunes", "seat:0")
    match = _match(facts=GIVES, postings=(*held, *taken))

    async def see(view: Drawn) -> None:
        await view.touch("field:card:0")
        lost = [text for text in texts(view.news()) if "jugada así, se pierden" in text]
        assert (sent, bool(lost)) == ([] if empty else ["play_fortune"], empty)
        if empty:
            await view.touch("record")
            assert sent == ["play_fortune"]

    _drawn(tmp_path, match, forms.start(GAME, 0, "play_fortune"), see)


def test_cards_turned_up_with_one_touch_are_counted_where_the_last_is_told() -> None:
    """So are those that one undo takes back, and one redo brings; a single one tells itself."""
    ids = ["tap"]
    while len(ids) < 4:
        ids.insert(0, id_before(ids[0]))
    whole = _match()
    reports = [entry for entry in whole.entries if isinstance(entry.body, Reported)]
    shown = [entry.model_copy(update={"id": one}) for entry, one in zip(reports, ids, strict=True)]

    def last_line(entries: list[Entry]) -> str:
        match = fold(GAMES, (whole.entries[0], *entries))
        return status_view(match, Wording(GAME.id, match.options.players, match.rulings)).last

    first = last_line(shown[:1])
    assert first.startswith("Ana descubre")
    assert "más" not in first
    assert last_line(shown).endswith(" (y 3 más, a la vez)")
    assert "más" not in last_line(reports)
    undo = shown[-1].model_copy(update={"id": "back", "body": Undone(to=ids[0])})
    undone = fold(GAMES, (whole.entries[0], *shown, undo))
    to, wording = redo_target(undone.timeline), Wording(GAME.id, undone.options.players)
    assert with_others(undone, to, "Ana descubre", wording) == "Ana descubre (y 3 más, a la vez)"
