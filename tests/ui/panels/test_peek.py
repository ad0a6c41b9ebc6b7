"""Device shared by several seats: it shows what a seat hides only while its owner holds it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.refusal import Refusal
from companion.match.entries import Adjusted, Posted
from companion.match.fold import Match
from companion.services.privacy import visibility
from companion.ui.drafts.draft_cache import shelve, stored_state
from companion.ui.panels.control import peek
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table_screen
from companion.ui.screens.recount import screen as recount
from companion.ui.screens.score import screen as score
from companion.ui.views.report.interaction import InteractionState, Mode
from tests.ui.city_match import opened, report, then
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.seated import Sitting
from tests.ui.tables import OneMatch, context, new_hub, situations, unchanged
from tests.ui.test_visibility import broken_drive

BOTH = (0, 1)
GAINED = tuple(
    Adjusted(postings=(Posted(account="seat:0", item="crystal", amount=amount),), reason="Bote")
    for amount in (40, 7)
)
"""What is gained is open, what is held is not."""


class Table(OneMatch):
    """Client of a device whose match can go on."""

    def on(self, match: Match) -> None:
        """Continue with another match."""
        self.matches.go_on(match)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Return two seats on one device, the first of which hides 47 crystals."""
    return Table(new_hub(tmp_path), then(opened(), *GAINED), unchanged, BOTH)


def _shown(view: Drawn) -> set[str]:
    return set(texts(view.news()))


def _tells(said: set[str]) -> bool:
    return any("47" in text for text in said)


def _see(table: OneMatch, screen: object, use: Callable[[Drawn], Awaitable[None]]) -> None:
    async def session() -> None:
        ctx = context(table, f"peek-{use.__qualname__}")
        view = await drawn(screen, ctx, table.matches.open("").started.match)  # type: ignore[arg-type]
        await use(view)
        view.close()

    asyncio.run(session())


def test_hidden_amounts_show_while_held_with_the_name_of_their_owner(table: Table) -> None:
    async def use(view: Drawn) -> None:
        first = _shown(view)
        await view.touch("seat:0")
        opened_ = _shown(view)
        assert not _tells(first | opened_)
        assert "Mantén pulsado para ver lo de Ana" in opened_
        await view.hold("hold:0")
        held = _shown(view)
        assert _tells(held)
        assert "A la vista: lo de Ana" in held
        await view.let_go("hold:0")
        assert not any(key.startswith("number:0:3") for key in view.touchable())
        _shown(view)
        await view.touch("seat:1")
        await view.touch("seat:0")
        assert not _tells(_shown(view))

    _see(table, table_screen.Screen, use)


def test_next_turn_covers_hidden_amounts_again(table: Table) -> None:
    async def use(view: Drawn) -> None:
        await view.touch("seat:0")
        await view.hold("hold:0")
        assert _tells(_shown(view))
        before = table.matches.open("")
        passed = then(before, report("finish_turn", discards=[]))
        assert passed.game.awaiting(passed.state) == (1,)
        table.on(passed)
        await view.touch("seat:1")
        await view.touch("seat:0")
        after = _shown(view)
        assert "Mantén pulsado para ver lo de Ana" in after
        assert not _tells(after)

    _see(table, table_screen.Screen, use)


def test_brief_look_shows_hidden_amounts_for_some_seconds(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peek, "BRIEFLY", 0.05)

    async def use(view: Drawn) -> None:
        await view.touch("seat:0")
        await view.touch("briefly:0")
        assert _tells(_shown(view))
        await asyncio.sleep(0.1)
        await settled()
        assert "Mantén pulsado para ver lo de Ana" in _shown(view)

    _see(table, table_screen.Screen, use)


def test_hidden_amounts_are_covered_if_the_release_is_lost(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peek, "LONGEST", 0.05)

    async def use(view: Drawn) -> None:
        await view.touch("seat:0")
        await view.hold("hold:0")
        _shown(view)
        await asyncio.sleep(0.1)
        await settled()
        assert "Mantén pulsado para ver lo de Ana" in _shown(view)

    _see(table, table_screen.Screen, use)


def test_hidden_score_and_its_changes_show_while_held(table: Table) -> None:
    async def use(view: Drawn) -> None:
        assert not _tells(_shown(view))
        await view.touch("score:crystals:0")
        covered = _shown(view)
        assert not _tells(covered)
        assert "Bote" not in " ".join(covered)
        await view.hold("hold:0")
        held = _shown(view)
        assert _tells(held)
        assert "Motivo: Bote" in held
        await view.let_go("hold:0")
        assert not _tells(_shown(view))
        assert not _tells(set(view.touchable()))

    _see(table, score.Screen, use)


def test_seat_recounts_its_hidden_items_alone_then_they_are_covered(table: Table) -> None:
    async def use(view: Drawn) -> None:
        first = _shown(view)
        assert not _tells(first)
        assert "Ana cuenta lo suyo" in first
        await view.touch("cuadre:alone:0")
        alone = _shown(view)
        assert _tells(alone)
        assert "Que solo mire Ana. Lo que cuente se tapa al terminar." in alone
        assert "count:seat:1/crystal" not in str(alone)
        await view.touch("less:seat:0/crystal")
        _shown(view)
        await view.touch("cuadre:cover")
        after = _shown(view)
        assert not _tells(after)
        assert "46" not in " ".join(after)
        assert "1\u00a0diferencia entre la mesa y el acta" in after
        assert any(text.startswith("No coincide 1\u00a0cosa") for text in after)

    _see(table, recount.Screen, use)


def _handed_round(folder: Path, game: str) -> list[tuple[Match, OneMatch]]:
    devices = []
    for number, match in enumerate(filter(visibility.hides, situations(game))):
        everyone = range(len(match.options.players))
        devices.append((match, OneMatch(new_hub(folder / str(number)), match, unchanged, everyone)))
    return devices


def test_refusal_shows_its_hidden_number_while_the_owner_holds(tmp_path: Path) -> None:
    for match, client in _handed_round(tmp_path, "santiago_de_cuba"):
        view = match.game.public_view(match.state, None)
        if view.turn.phase != "drive":
            continue
        seat = match.game.awaiting(match.state)[0]
        sitting = Sitting(client, Mode.REPORT, seat)
        far = {"to": match.state.car, "decline": False, "laps": 20}
        sitting.controller.refused(
            _refusal(match, Draft("drive", seat, far)), Draft("drive", seat, far)
        )
        assert sitting.interaction.card
        _card_is_held(client, match, sitting.interaction, seat)
        return
    raise AssertionError("nobody drives")


def test_broken_entry_shows_its_hidden_reason_while_the_owner_holds(tmp_path: Path) -> None:
    match = broken_drive()
    assert match.broken is not None
    assert match.broken.action is not None
    seat, everyone = match.broken.action.seat, range(len(match.options.players))
    name = match.options.players[seat]

    async def use(view: Drawn) -> None:
        _shown(view)
        await view.touch("broken:card")
        covered = _shown(view)
        assert f"Lo impide algo que {name} guarda en secreto." in covered
        await view.hold(f"hold:{seat}")
        assert any("no tiene ninguno" in text for text in _shown(view))
        await view.let_go(f"hold:{seat}")
        assert not any("no tiene ninguno" in text for text in _shown(view))

    _see(OneMatch(new_hub(tmp_path), match, unchanged, everyone), acta.Screen, use)


def _refusal(match: Match, draft: Draft) -> Refusal:
    refusal = legality.check_draft(match.game, match.state, draft)
    assert refusal is not None
    assert not legality.tells_all(match.game, draft.kind, refusal.code)
    return refusal


def _card_is_held(client: OneMatch, match: Match, interaction: InteractionState, seat: int) -> None:
    async def session() -> None:
        ctx = context(client, "peek-card")
        shelve("peek-card", match.started.match, interaction)
        view = await drawn(table_screen.Screen, ctx, match.started.match)
        covered = _shown(view)
        name = match.options.players[seat]
        assert f"Lo impide algo que {name} guarda en secreto." in covered
        assert not any("pesos" in text for text in covered if text.startswith(name))
        await view.hold(f"hold:{seat}")
        assert interaction.card is not None
        assert interaction.card.whole is not None
        whole = interaction.card.whole(match.game, match.state)
        assert whole is not None
        assert whole.card.facts in _shown(view)
        await view.let_go(f"hold:{seat}")
        assert f"Lo impide algo que {name} guarda en secreto." in _shown(view)
        assert stored_state("peek-card", match.started.match).card == interaction.card
        view.close()

    asyncio.run(session())
