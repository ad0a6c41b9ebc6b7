"""Building a deck of Blue Moon: cards that fit, refusals by the rules, and stored decks."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon import GAME
from companion.games.blue_moon.catalogue import CARDS, DECKS, PREPARED, BlueMoonOptions
from companion.kernel import legality
from companion.rulebook import loader
from companion.services.client import Client
from companion.ui.context import AppContext
from companion.ui.games.blue_moon import decks
from companion.ui.games.blue_moon.decks import Deck
from companion.ui.games.blue_moon.setup import SETUP, Panel
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import context

DATA = loader.load("blue_moon")
FACTS, RULINGS = DATA.default_facts(), DATA.default_rulings()


def why_not(deck: Deck, name: str) -> str | None:
    """Return the code of the obstacle to adding a card."""
    refusal = decks.why_not(deck, name, FACTS, RULINGS)
    return refusal.code if refusal else None


@pytest.mark.parametrize("people", DECKS)
def test_every_prepared_deck_is_legal(people: str) -> None:
    assert decks.refusal_of(decks.prepared(people), FACTS, RULINGS) is None


def test_full_deck_refuses_a_card_and_one_with_room_accepts_it() -> None:
    whole = decks.prepared("vulca")
    assert why_not(whole, "hoax_04") == "deck_too_large"
    room = decks.toggle_card(whole, "vulca_13", FACTS, RULINGS)
    assert why_not(room, "hoax_04") is None
    assert decks.refusal_of(room, FACTS, RULINGS).code == "deck_too_small"  # type: ignore[union-attr]


def test_moons_count_only_for_cards_of_other_peoples() -> None:
    deck = Deck("vulca", ("vulca_01", "vulca_29"))
    assert deck.moons == 0
    assert Deck("hoax", deck.cards).moons == 7
    # Four and four make eight. Four more would be twelve, but two make ten.
    deck = Deck("vulca", ("hoax_25", "hoax_26"))
    assert why_not(deck, "hoax_27") == "too_many_moons"
    assert why_not(deck, "hoax_24") is None
    full = decks.toggle_card(deck, "hoax_24", FACTS, RULINGS)
    assert why_not(full, "hoax_29") == "too_many_moons"
    assert why_not(full, "hoax_04") is None


def test_card_cannot_be_in_a_deck_twice() -> None:
    assert why_not(Deck("vulca", ("vulca_01",)), "vulca_01") == "card_in_deck_twice"


def test_deck_cards_are_listed_in_the_order_of_the_box() -> None:
    cards = decks.in_order("hoax", ("mutant_105", "vulca_10", "hoax_20", "hoax_03", "vulca_01"))
    assert cards == ("hoax_03", "hoax_20", "vulca_01", "vulca_10", "mutant_105")
    assert decks.listed(cards) == (("hoax", (3, 20)), ("vulca", (1, 10)), ("mutant", (105,)))


def test_peoples_of_the_deck_builder_cover_every_card() -> None:
    for people in DECKS:
        cards = [card.id for each in decks.peoples(people) for card in decks.cards_of(each)]
        assert sorted(cards) == sorted(CARDS)
        assert decks.peoples(people)[0] == people


@pytest.mark.parametrize(
    "text", [None, "", "{", "{}", "[1]", '[{"people": "vulca"}]', "[" * 5000, '[{"people": "x"}]']
)
def test_unreadable_stored_decks_load_as_none(text: str | None) -> None:
    assert decks.kept_decks(text) == ()


def test_decks_are_stored_by_name_without_unknown_cards() -> None:
    one, other = Deck("vulca", ("vulca_01",), "Fuego"), Deck("hoax", ("hoax_01",), "Fuego")
    text = decks.with_deck(None, one)
    assert decks.kept_decks(text) == (one,)
    assert decks.kept_decks(decks.with_deck(text, other)) == (other,)
    assert decks.kept_decks(decks.without_deck(text, "Fuego")) == ()
    lost = json.dumps([{"people": "vulca", "cards": ["vulca_01", "vulca_99"], "name": "Viejo"}])
    assert decks.kept_decks(lost) == (Deck("vulca", ("vulca_01",), "Viejo"),)


# The panel, rendered and touched


@ft.component
def _Setup(ctx: AppContext, plans: list[dict[str, Any]]) -> ft.Control:
    """Render the panel within the options of a plan, and keep each state of them."""
    options, set_options = ft.use_state(dict(SETUP.options))
    plans.append(options)

    def change(new: Any) -> None:
        set_options(lambda old: {**old, **new})

    named = {**options, "players": ("Ana", "Beto")}
    return ft.Column([Panel(ctx, named, RULINGS, change)])


Session = Callable[[Drawn, list[dict[str, Any]]], Awaitable[None]]


def _panel(folder: Path, session: Session) -> None:
    async def opened() -> None:
        plans: list[dict[str, Any]] = []
        with own_hub(folder) as hub:
            ctx = context(Client(hub, "device", owner=True), "device")
            screen = await drawn(_Setup, ctx, plans, size=(412, 915))
            await session(screen, plans)
            screen.close()

    asyncio.run(opened())


def _shown(screen: Drawn) -> set[str]:
    return {text.replace("\u00a0", " ") for text in texts(screen.client.page["views"])}


def _way(screen: Drawn, seat: int) -> str:
    """Return the key of the target that builds a deck: the last of its row."""
    return [key for key in screen.touchable() if key.startswith(f"way:{seat}:")][-1]


def test_built_deck_is_saved_and_offered_next_time(tmp_path: Path) -> None:
    async def first(screen: Drawn, plans: list[dict[str, Any]]) -> None:
        await screen.touch(_way(screen, 0))
        assert {"30 / 30", "5 / 10"} <= _shown(screen)
        # The deck is full: the card is refused with a message and not added.
        await screen.touch("deck-people:1")
        await screen.touch("deck-card:hoax_04")
        assert any("El mazo de los Vulca tendría 31 cartas" in text for text in _shown(screen))
        await screen.touch("deck-people:0")
        await screen.touch("deck-card:vulca_13")
        assert "deck-keep" not in screen.touchable()
        await screen.touch("deck-people:1")
        await screen.touch("deck-card:hoax_04")
        assert {"30 / 30", "5 / 10"} <= _shown(screen)
        await screen.type_in("deck-name", "  Lava   fría ")
        await screen.touch("deck-keep")
        await screen.touch("deck-done")
        assert "30 cartas, 5 lunas de otros pueblos" in _shown(screen)
        built = plans[-1]["built"]
        assert set(built[0]) == {*PREPARED["vulca"], "hoax_04"} - {"vulca_13"}
        assert built[1] == ()
        options = BlueMoonOptions.model_validate({"players": ("Ana", "Beto"), **plans[-1]})
        assert legality.check_setup(GAME, options, FACTS, RULINGS) is None

    async def again(screen: Drawn, plans: list[dict[str, Any]]) -> None:
        assert "Lava fría" in _shown(screen)
        assert plans[-1]["built"] == ()
        await screen.touch("way:0:1")
        assert "hoax_04" in plans[-1]["built"][0]
        # Choosing another people drops that deck.
        await screen.touch("deck:0:0")
        assert plans[-1]["built"] == ()
        assert plans[-1]["decks"] == (DECKS[0], "vulca")

    _panel(tmp_path, first)
    _panel(tmp_path, again)


def test_deck_touches_before_a_render_all_count(tmp_path: Path) -> None:
    async def session(screen: Drawn, plans: list[dict[str, Any]]) -> None:
        await screen.touch(_way(screen, 0))
        cards = ("vulca_01", "vulca_03", "vulca_04")
        await screen.touch_at_once([f"deck-card:{name}" for name in cards])
        assert not set(cards) & set(plans[-1]["built"][0])
        assert "27 / 30" in _shown(screen)

    _panel(tmp_path, session)


def test_card_in_both_decks_warns_that_two_boxes_are_needed(tmp_path: Path) -> None:
    async def session(screen: Drawn, _plans: list[dict[str, Any]]) -> None:
        await screen.touch(_way(screen, 0))
        await screen.touch("deck-card:vulca_13")
        assert not any("dos cajas" in text for text in _shown(screen))
        await screen.touch("deck-people:1")
        await screen.touch("deck-card:hoax_04")
        assert any("Zedemikras the Brain): hacen falta dos cajas" in t for t in _shown(screen))

    _panel(tmp_path, session)


def test_forgetting_a_saved_deck_keeps_it_in_the_plan(tmp_path: Path) -> None:
    async def session(screen: Drawn, plans: list[dict[str, Any]]) -> None:
        await screen.touch(_way(screen, 1))
        await screen.touch("deck-keep")
        assert _way(screen, 1) == "way:1:2"
        built = plans[-1]["built"]
        await screen.touch("deck-forget")
        assert _way(screen, 1) == "way:1:1"
        assert plans[-1]["built"] == built

    _panel(tmp_path, session)


def test_built_deck_of_a_match_is_listed_by_card_numbers(tmp_path: Path) -> None:
    deck = replace(decks.prepared("vulca"), cards=(*PREPARED["vulca"][:-1], "hoax_04"))
    options = BlueMoonOptions.model_validate(
        {"players": ("Ana", "Beto"), "built": (decks.in_order("vulca", deck.cards), ())}
    )

    class _Match:
        pass

    match = _Match()
    match.options = options  # type: ignore[attr-defined]

    @ft.component
    def shown(ctx: AppContext) -> ft.Control:
        assert SETUP.picture is not None
        return ft.Column([SETUP.picture(ctx, match)])  # type: ignore[arg-type]

    async def opened() -> set[str]:
        with own_hub(tmp_path) as hub:
            ctx = context(Client(hub, "device", owner=True), "device")
            screen = await drawn(shown, ctx)
            screen_texts = _shown(screen)
            screen.close()
            return screen_texts

    said = asyncio.run(opened())
    assert "Hoax: 4" in said
    assert "Mazo preparado" in said
    assert any(text.startswith("Vulca: 1, 3, 4, 5") for text in said)
