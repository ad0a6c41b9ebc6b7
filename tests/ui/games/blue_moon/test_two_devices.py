"""Blue Moon on two devices: the turned side stays turned, and a noted hand stays on its device."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.games.blue_moon import GAME
from companion.games.blue_moon.acts.announce import Announce, can_announce
from companion.games.blue_moon.acts.play_cards import PlayCards
from companion.games.blue_moon.catalogue import CARDS
from companion.games.blue_moon.state import Step as Phase
from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.models import Action
from companion.match.files import acta_file
from companion.rulebook.loader import load
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.ui.boards.tile import Chip, Name, Number, Symbol
from companion.ui.drafts.draft_cache import hand_of, keep_hand
from companion.ui.games.blue_moon import look
from companion.ui.games.blue_moon.board_view import place_of, ship_place
from companion.ui.games.blue_moon.board_view import table as table_view
from companion.ui.games.blue_moon.card_details import ready
from companion.ui.screens.match import screen as table
from tests.games.blue_moon.sample import lay
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import OneMatch, actas, context, new_hub, read, unchanged, until

UNTURN = "Enderezar la mitad de arriba"


def _turned(screen: Drawn) -> bool:
    return UNTURN in set(texts(screen.client.page["views"]))


def test_turned_far_side_stays_turned_on_its_device(tmp_path: Path) -> None:
    with own_hub(tmp_path) as hub:
        answer = hub.files.import_acta(actas("blue_moon")[0].read_bytes())
        match_id = answer.match.started.match  # type: ignore[union-attr]

        async def opened(device: str) -> Drawn:
            plain = context(Client(hub, device, owner=True), device)
            ctx = replace(plain, subscribe=hub.matches.subscribe)
            return await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)

        async def session() -> list[bool]:
            first, seen = await opened("here"), list[bool]()
            seen.append(_turned(first))
            await first.touch("turn")
            seen.append(_turned(first))
            first.close()
            for device in ("here", "there"):
                again = await opened(device)
                seen.append(_turned(again))
                again.close()
            return seen

        assert asyncio.run(session()) == [False, True, True, False]


def test_noted_hand_is_kept_by_device_and_match() -> None:
    keep_hand("here", "match:0", frozenset({"vulca_1"}))
    assert hand_of("here", "match:0") == {"vulca_1"}
    assert hand_of("there", "match:0") == frozenset()
    assert hand_of("here", "match:1") == frozenset()


def _ready(**given: object) -> frozenset[str]:
    return ready(
        lay({"decks": ["khind", "hoax"], "combat": {0: ["khind_07", "khind_15"]}, **given})
    )


def test_card_with_a_text_once_a_turn_is_ready_until_used() -> None:
    support = {1: ["hoax_20", "hoax_21"]}
    assert _ready(support=support) == {place_of(0, "khind_07")}
    use = {"kind": "use_text", "seat": 0, "card": "khind_07"}
    # While the text is pending, its possible targets are highlighted; afterwards nothing is.
    assert _ready(support=support, played=[use]) == {
        place_of(1, "hoax_20"),
        place_of(1, "hoax_21"),
    }
    move = {"kind": "move_cards", "seat": 0, "cards": ["hoax_20"]}
    assert _ready(support=support, played=[use, move]) == frozenset()
    assert _ready(support=support, turn=1) == frozenset()


def test_card_demanding_a_discard_is_ready_until_it_is_met() -> None:
    table_ = {"decks": ["vulca", "pillar"], "combat": {1: ["pillar_08", "pillar_16"]}}
    assert _ready(**table_) == {place_of(1, "pillar_16")}
    met = {"kind": "meet_demand", "seat": 0, "card": "pillar_16", "cards": ["vulca_05"]}
    assert _ready(**table_, played=[met]) == frozenset()
    assert _ready(**table_, turn=1) == frozenset()


Session = Callable[[Drawn], Awaitable[None]]
SERIES = next(path for path in actas("blue_moon") if path.stem == "series_2")


BUKA = next(path for path in actas("blue_moon") if "buka" in path.stem)


def _at_the_table(folder: Path, entries: int, session: Session, path: Path = SERIES) -> None:
    """Run `session` on a device with both seats, in a recorded match after so many entries."""
    with own_hub(folder) as hub:
        kept = acta_file.loads(path.read_bytes())[:entries]
        answer = hub.files.import_acta(acta_file.dumps(kept).encode())
        match_id = answer.match.started.match  # type: ignore[union-attr]

        async def opened() -> None:
            # Drafts are stored per device.
            device = folder.name
            plain = context(Client(hub, device, owner=True), device)
            ctx = replace(plain, subscribe=hub.matches.subscribe)
            screen = await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)
            await session(screen)
            screen.close()

        asyncio.run(opened())


def _picks(screen: Drawn) -> set[str]:
    return {key for key in screen.touchable() if key.startswith("pick:")}


def test_card_grid_shows_only_the_noted_hand(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("kind:play_cards:0")
        assert len(_picks(screen)) == 30
        await screen.touch("grid:mark")
        for name in ("vulca_05", "vulca_08"):
            await screen.touch(f"pick:{name}")
        await screen.touch("grid:mark")
        assert _picks(screen) == {"pick:vulca_05", "pick:vulca_08"}
        await screen.touch("grid:mine")
        assert len(_picks(screen)) == 30

    _at_the_table(tmp_path, 1, session)


def _before(kind: str) -> int:
    """Return how many entries come before the first report of a kind."""
    lines = BUKA.read_text().splitlines()
    return next(n for n, line in enumerate(lines) if f'"kind":"{kind}"' in line)


def test_ship_is_loaded_from_the_grid_and_from_the_noted_hand(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch(ship_place(0, "buka_29"))
        await screen.touch("do:load_card")
        assert len(_picks(screen)) == 30
        await screen.touch("grid:mark")
        # Cards that lie elsewhere are in no hand: they are neither noted nor counted.
        for name in ("buka_12", "buka_14", "buka_20"):
            await screen.touch(f"pick:{name}")
        assert any("Llevas 2 de" in text for text in _said(screen))
        await screen.touch("grid:mark")
        assert _picks(screen) == {"pick:buka_12", "pick:buka_14"}
        await screen.touch("pick:buka_12")
        assert any("Ana carga Cannoneer Alo Cha" in text for text in _said(screen))

    _at_the_table(tmp_path, _before("load_card"), session, BUKA)


def test_acts_with_a_ship_are_offered_to_its_owner_only(tmp_path: Path) -> None:
    match = until(read(BUKA), _before("load_card") - 2)

    async def offered(mine: tuple[int, ...]) -> bool:
        client = OneMatch(new_hub(tmp_path), match, unchanged, mine)
        screen = await drawn(table.Screen, context(client, f"seat {mine}"), "", size=(412, 915))
        await screen.touch(ship_place(0, "buka_29"))
        is_offered = "do:load_card" in screen.touchable()
        screen.close()
        return is_offered

    assert asyncio.run(offered((0,)))
    assert not asyncio.run(offered((1,)))


def test_single_face_down_card_is_revealed_by_one_touch(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("kind:show_bluffs:0")
        await screen.touch("pick:buka_11")
        assert any("Ana enseña Cannoneer Riba Ko" in text for text in _said(screen))

    _at_the_table(tmp_path, _before("show_bluffs"), session, BUKA)


def test_card_can_be_read_without_playing_it(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("kind:play_cards:0")
        await screen.touch("grid:read")
        await screen.touch("pick:vulca_14")
        assert any("descartar un refuerzo o un apoyo" in t for t in _said(screen))
        assert "Turno de Ana" in _said(screen)
        assert not any("Ana juega Cinder" in text for text in _said(screen))
        await screen.touch("grid:read")
        await screen.touch("pick:vulca_14")
        assert any("Ana juega Cinder" in text for text in _said(screen))

    _at_the_table(tmp_path, 1, session)


def test_card_search_matches_name_number_people_and_effect(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("kind:play_cards:0")
        await screen.touch("grid:search")
        for text, names in (
            ("glim", {"vulca_13"}),
            ("khind 26", {"khind_26"}),
            ("duplica fuego", {"vulca_21"}),
        ):
            await screen.type_in("grid:query", text)
            assert _picks(screen) == {f"pick:{name}" for name in names}

    _at_the_table(tmp_path, 1, session)


def test_doubt_about_a_card_goes_on_with_another_card(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("doubt")
        await screen.touch("kind:play_cards:0")
        await screen.touch("pick:vulca_18")
        assert "No se puede: jugar Fireblast" in _said(screen)
        await screen.touch("card:go_on")
        assert len(_picks(screen)) == 30

    _at_the_table(tmp_path, 1, session)


def test_doubt_about_a_card_shows_the_resulting_power(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("doubt")
        await screen.touch("kind:play_cards:0")
        await screen.touch("pick:vulca_05")
        assert "Con eso, el poder de Ana sería de 5 en fuego, 1 en tierra." in _said(screen)

    _at_the_table(tmp_path, 1, session)


def test_refusal_of_a_report_without_fields_offers_no_editing(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        # It is one of the first announcements, so it depends on nothing but the cards on the table.
        assert "kind:announce:1:same" in screen.touchable()
        await screen.touch("kind:announce:1:same")
        assert any(text.startswith("No se puede: anunciar") for text in _said(screen))
        assert "card:go_on" not in screen.touchable()
        await screen.touch("card:close")
        assert "kind:announce:1:same" in screen.touchable()
        assert "form:close" not in screen.touchable()

    _at_the_table(tmp_path, _short(), session)


def _short() -> int:
    """Return how many entries come before Beto has to retreat although he played a character."""
    for number, step in enumerate(read(SERIES).steps):
        state, element = step.state, step.state.fight.element
        played = state.turn.seat == 1 and state.turn.step is Phase.CHARACTER
        if element and played and not can_announce(state, 1):
            return len(until(read(SERIES), number).entries)
    raise AssertionError("nobody ever was short")


def test_refusal_names_the_card_that_cannot_be_played(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        await screen.touch("kind:play_cards:0")
        await screen.touch("pick:vulca_18")
        assert "No se puede: jugar Fireblast" in _said(screen)

    _at_the_table(tmp_path, 1, session)


def test_board_hint_is_absent_when_only_an_announcement_is_left(tmp_path: Path) -> None:
    async def session(screen: Drawn) -> None:
        # Var-dis-Nar stops the turn.
        assert {"kind:announce:1:same"} <= set(screen.touchable())
        assert "kind:play_cards:1" not in screen.touchable()
        assert "Toca en el tablero" not in _said(screen)

    _at_the_table(tmp_path, 14, session)


def _barred(path: Path) -> list[int]:
    """Return after how many steps a card may be played but none can be."""
    numbers = []
    for number, step in enumerate(read(path).steps):
        (seat, *others), state = GAME.awaiting(step.state) or (0, 0), step.state
        kinds = dict(legality.legal_kinds(GAME, state, seat))
        if not others and "play_cards" in kinds and kinds["play_cards"] is None:
            plays = legality.legal_of_kind(GAME, state, seat, "play_cards")
            numbers += [number] if next(plays, None) is None else []
    return numbers


def test_playing_cards_is_not_offered_when_every_card_is_barred(tmp_path: Path) -> None:
    number = _barred(SERIES)[0]
    entries = len(until(read(SERIES), number).entries)
    (seat,) = GAME.awaiting(read(SERIES).steps[number].state)

    async def session(screen: Drawn) -> None:
        assert f"kind:play_cards:{seat}" not in screen.touchable()
        # The reason is given in the list of all acts.
        await screen.touch("kinds")
        assert "Jugar cartas" in str(_said(screen))

    _at_the_table(tmp_path, entries, session)


@pytest.mark.parametrize("path", [SERIES, BUKA], ids=lambda path: str(path.stem))
def test_no_two_cards_are_playable_where_no_single_one_is(path: Path) -> None:
    steps, barred = read(path).steps, _barred(path)
    assert barred
    for number in barred[:3]:
        state = steps[number].state
        (seat,) = GAME.awaiting(state)
        cards = [*state.playable(seat), *state.aboard(seat)]
        for two in combinations(cards, 2):
            draft = Draft("play_cards", seat, {"cards": tuple(sorted(two))})
            assert legality.check_draft(GAME, state, draft) is not None, two


def _advised(action: Action, **given: object) -> list[str]:
    """Return the remedies that a ruling card names."""
    state = lay(given)
    refusal = legality.check(GAME, state, action)
    assert refusal is not None
    wording = Wording("blue_moon", state.options.players, state.rulings)
    proven = remedies.find_remedies(GAME, state, draft_of(action), refusal).remedies
    return [wording.remedy(way.remedy) for way in proven]


def test_remedies_name_cards_that_reach_the_power_known_hand_first() -> None:
    played = [{"kind": "play_cards", "seat": 1, "cards": ["hoax_09"]}]
    given: dict[str, object] = {"turn": 1, "combat": {0: ["vulca_08"]}, "played": played}
    announced = Announce(seat=1)
    assert _advised(announced, **given)[:3] == [
        "antes Beto juega Inscrutable Armor",
        "antes Beto juega Tome of Wisdom",
        "antes Beto juega Potion of Prodigious Passion",
    ]
    known = _advised(announced, **given, known={1: ["hoax_20"]})
    assert known[0] == "antes Beto juega Tome of Wisdom"


def test_retreating_is_not_advised_to_make_a_card_playable() -> None:
    given = {"turn": 1, "combat": {0: ["vulca_08"]}, "support": {0: ["vulca_24"]}}
    advice = _advised(PlayCards(seat=1, cards=("hoax_27",)), **given)
    assert not any("retira" in text for text in advice)


def test_acts_for_cards_in_no_deck_are_not_offered() -> None:
    base = GAME.kinds(lay({}))
    assert {"use_text", "meet_demand", "next_game"}.isdisjoint(base)
    assert "use_text" in GAME.kinds(lay({"decks": ["khind", "hoax"]}))
    assert "meet_demand" in GAME.kinds(lay({"decks": ["vulca", "pillar"]}))
    assert "next_game" in GAME.kinds(lay({"series": True}))


def _said(screen: Drawn) -> set[str]:
    return {text.replace("\u00a0", " ") for text in texts(screen.client.page["views"])}


def test_every_printed_symbol_has_a_picture_and_a_text() -> None:
    """Added cards are drawn, read out and described by what they print."""
    words = load("blue_moon").interface
    for card in CARDS.values():
        assert card.people in look.PEOPLES
        assert card.type in look.TYPES
        assert {line.do for line in card.lines} <= set(look.VERBS), card.id
        for icon in card.icons:
            assert icon in look.ICONS
            assert words(f"board.icon.{icon}") in words(f"told.{icon}")


def test_noted_hand_is_not_sent_elsewhere_or_recorded(tmp_path: Path) -> None:
    """Other phones at the table are sent not a single byte, and no entry is recorded."""
    with own_hub(tmp_path) as hub:
        kept = acta_file.loads(SERIES.read_bytes())[:1]
        answer = hub.files.import_acta(acta_file.dumps(kept).encode())
        match_id = answer.match.started.match  # type: ignore[union-attr]

        async def opened(device: str) -> Drawn:
            plain = context(Client(hub, device, owner=True), device)
            ctx = replace(plain, subscribe=hub.matches.subscribe)
            screen = await drawn(table.Screen, ctx, match_id, size=(412, 915), watched=True)
            await screen.touch("kind:play_cards:0")
            return screen

        async def session() -> None:
            mine, other = await opened("mine"), await opened("other")
            await mine.touch("grid:mark")
            other.news()
            for name in ("vulca_05", "vulca_08"):
                await mine.touch(f"pick:{name}")
            await mine.touch("grid:mark")
            assert other.news() == []
            assert len(_picks(mine)) == 2
            assert len(_picks(other)) == 30
            # Control case: a report does reach the other device.
            await mine.touch("pick:vulca_05")
            assert other.news() != []
            mine.close()
            other.close()

        asyncio.run(session())
        assert len(hub.matches.open(match_id).entries) == len(kept) + 1


def test_ship_at_sea_is_ready_at_turn_start_and_lists_its_cargo() -> None:
    given = {"decks": ["buka", "hoax"], "influence": {0: ["buka_28", "buka_04"], 1: []}}
    state = lay(given)
    assert ready(state) == {ship_place(0, "buka_28")}
    landed = lay({**given, "played": [{"kind": "land_ship", "seat": 0, "ship": "buka_28"}]})
    assert ready(landed) == frozenset()
    played = [{"kind": "play_cards", "seat": 0, "cards": ["buka_01"]}]
    assert ready(lay({**given, "played": played})) == frozenset()
    wording = Wording("blue_moon", ("Ana", "Beto"))
    shown = table_view(GAME.public_view(state, None), 6, ready(state), wording)
    (ship,) = shown.sides[0].ships
    hull, cargo = ship.lines[0].parts
    assert isinstance(hull, Chip)
    assert isinstance(cargo, Chip)
    assert [one.parts[0] for one in hull.lines] == [Symbol("SAILING", 16), Number("1/2", 14)]
    ((carried,),) = (one.parts for one in cargo.lines)
    assert isinstance(carried, Chip)
    assert [part.name for part in carried.lines[0].parts if isinstance(part, Symbol)] == ["buka"]
    assert ship.spoken == "Sea Falcon, barco, 1\u00a0carta a bordo de 2: Captain Su Cha"


def test_face_down_cards_count_for_the_second_dragon_by_ruling() -> None:
    cards = {"combat": {0: ["buka_01"]}, "covered": {0: ["buka_02", "buka_03"]}}
    given = {"decks": ["buka", "hoax"], **cards, "face_down": {0: 3}}
    wording = Wording("blue_moon", ("Ana", "Beto"))
    for reading, many in (("no", False), ("yes", True)):
        state = lay({**given, "rulings": {"bluff_counts_for_six": reading}})
        side = table_view(GAME.public_view(state, None), 6, frozenset(), wording).sides[0]
        assert side.pile is not None
        assert Number("6", 18) in side.pile.lines[0].parts
        assert (len(side.pile.lines) > 1) == many
        names = [card.lines[0].parts[0] for card in side.support]
        assert [isinstance(n, Name) and n.texts[0] for n in names] == [
            "Farol 1",
            "Farol 2",
            "Farol 3",
        ]
