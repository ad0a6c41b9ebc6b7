"""Form with printed values of its own, while others play on and where others hide something."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bootstrap import own_hub
from companion.match.entries import Body, FactsEntered, Insert, Noted, Reported
from companion.match.fold import Match
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Recorded, Submission
from companion.services.sharing.shared_tables import device_id
from companion.ui.drafts.draft_cache import shelve
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.screens.acta import screen as acta
from companion.ui.screens.match import screen as table
from companion.ui.views.report import report_form as forms
from companion.ui.views.report.interaction import Filling, InteractionState, Mode, Start
from companion.ui.views.report.interaction_events import Press
from tests.games.kingdom_of_solomon.test_typed_later import SOLD, begun
from tests.ui.drawn import drawn, texts
from tests.ui.tables import context

PRICE, OTHER = "price.timber-1.points", "price.stone-1.points"
ANA, BETO = 0, 1


class Phone:
    """Device with one seat of a match in the market, beside the host's own."""

    def __init__(self, hub: Hub, match: Match, seat: int = BETO) -> None:
        hub.matches.begin(match)
        self.hub, self.id = hub, match.started.match
        self.host = Client(hub, device_id("host"), owner=True)
        self.host.seating.open_table(self.id, (1 - seat,))
        self.client = Client(hub, device_id("guest"), owner=False, address="guest")
        self.client.seating.join(self.host.seating.table(match).code)
        assert self.client.seating.sit(self.id, seat)
        self.interaction = InteractionState()

    @property
    def match(self) -> Match:
        """Return the match as recorded."""
        return self.hub.matches.open(self.id)

    @property
    def controller(self) -> MatchController:
        """Return the controller of the guest's device at this moment."""
        ctx, match = context(self.client, self.client.device), self.client.matches.open(self.id)
        controller = MatchController(
            ctx, match, ctx.wording(match), self.interaction, self._put, lambda: self.interaction
        )
        return controller.worded()

    def _put(self, interaction: InteractionState) -> None:
        self.interaction = interaction

    def sell(self, mode: Mode = Mode.REPORT) -> None:
        """Fill in a sale, and type the price."""
        self.interaction = InteractionState(mode=mode)
        self.controller.open(Start("sell", {"place": "price.timber-1"}), thorough=True)
        assert self._asked() == (PRICE,)
        self.controller.type_facts({PRICE: 6})
        assert self._asked() == ()

    def _asked(self) -> tuple[str, ...]:
        view = self.controller.view()
        assert view is not None
        return tuple(ask.fact for ask in view.facts)

    def accept(self) -> None:
        """Touch the button that ends the form."""
        view = self.controller.view()
        assert view is not None
        self.controller.finish(view)

    def elsewhere(self, body: Body) -> None:
        """Record something on the other device."""
        number = len(self.match.entries)
        answer = done(self.hub.matches.submit(self.id, Submission(f"else-{number}", body)))
        assert isinstance(answer, Recorded), answer


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """Yield a match in which the prices are unknown."""
    with own_hub(tmp_path) as hub:
        yield Phone(hub, begun())


def test_values_are_still_part_of_the_form_after_others_recorded(phone: Phone) -> None:
    phone.sell()
    phone.elsewhere(Noted(text="Pausa"))
    phone.elsewhere(FactsEntered(facts={OTHER: 4}))
    assert PRICE not in phone.match.facts
    assert phone.controller.there.facts[PRICE] == 6
    phone.accept()
    assert phone.match.facts[PRICE] == 6
    assert phone.match.state.points(BETO) == 16
    assert phone.interaction == InteractionState()


def test_board_shows_the_values_of_the_form(phone: Phone) -> None:
    """Its twin: without them, or once the form is left, it shows what is recorded."""

    async def unread() -> int:
        ctx = context(phone.client, phone.client.device)
        shelve(ctx.device, phone.id, phone.interaction)
        screen = await drawn(table.Screen, ctx, phone.id, size=(412, 915))
        board = [text for text in texts(screen.client.page) if text.startswith("Mercado de madera")]
        screen.close()
        return sum(text.count("sin anotar") for text in board)

    before = asyncio.run(unread())
    phone.sell()
    assert asyncio.run(unread()) == before - 1
    phone.interaction = InteractionState()
    assert asyncio.run(unread()) == before


def test_value_that_another_phone_typed_too_is_recorded_once(phone: Phone) -> None:
    phone.sell()
    phone.elsewhere(FactsEntered(facts={PRICE: 6}))
    phone.accept()
    typed = [e for e in phone.match.entries if isinstance(e.body, FactsEntered)]
    assert len(typed) == 1
    assert phone.match.state.points(BETO) == 16


def test_value_that_changes_what_was_played_meanwhile_is_previewed_first(tmp_path: Path) -> None:
    """Ana's form is open while Beto sells where it says the price."""
    values = FactsEntered(facts={PRICE: 6, OTHER: 4})
    typed = (Insert(id="typed-1", before=None, body=values),)
    with own_hub(tmp_path) as hub:
        phone = Phone(hub, begun(), ANA)
        form = forms.start(phone.match.game, ANA, "sell", {"place": "price.stone-1"})
        phone.interaction = InteractionState(open=Filling(form, "tap-1", True, typed=typed))
        phone.elsewhere(Reported(action=SOLD))
        before, kept = phone.match, phone.interaction
        phone.accept()
        assert phone.match.entries == before.entries
        assert phone.interaction.edits == typed
        phone.controller.send(Press.THROW_AWAY)
        assert (phone.match.entries, phone.interaction) == (before.entries, InteractionState())
        phone.interaction = kept
        phone.accept()
        # Once the price of Beto's sale is agreed on, Ana's report goes on and is recorded.
        phone.controller.amend(phone.interaction.edits)
        assert phone.match.state.points(BETO) == 16
        assert isinstance(phone.match.entries[-1].body, Reported)
        assert phone.match.state.points(ANA) == before.state.points(ANA) + 4


def test_second_value_joins_the_first(phone: Phone) -> None:
    phone.sell()
    phone.controller.type_facts({OTHER: 4})
    (edit,) = phone.interaction.typed
    assert edit.body == FactsEntered(facts={PRICE: 6, OTHER: 4})
    phone.controller.type_facts({PRICE: 7})
    assert phone.interaction.values == FactsEntered(facts={PRICE: 7, OTHER: 4})
    phone.accept()
    assert (phone.match.facts[PRICE], phone.match.facts[OTHER]) == (7, 4)


def test_doubt_becomes_a_report_with_its_value(phone: Phone) -> None:
    phone.sell(Mode.DOUBT)
    before = phone.match.entries
    phone.accept()
    assert phone.interaction.card is not None
    assert phone.match.entries == before
    phone.controller.send(Press.LEAVE_CARD)
    phone.controller.send(Press.SWITCH_DOUBT)
    phone.accept()
    assert phone.match.facts[PRICE] == 6
    assert phone.match.state.points(BETO) == 16


def test_name_typed_for_a_form_is_used_in_it_only(phone: Phone) -> None:
    phone.sell()
    plain = phone.controller.wording.term("territory.t5")
    phone.controller.type_facts({"territory.t5.name": "Hebrón"})
    assert "Hebrón" in phone.controller.wording.term("territory.t5")
    phone.controller.close()
    assert phone.controller.wording.term("territory.t5") == plain


def test_value_typed_by_mistake_is_corrected_where_it_stands(phone: Phone) -> None:
    phone.elsewhere(FactsEntered(facts={PRICE: 5, OTHER: 4}))
    typed = phone.match.timeline.items[-1].id

    async def session() -> None:
        ctx = context(phone.host, phone.host.device)
        screen = await drawn(acta.Screen, ctx, phone.id, typed, size=(412, 915))
        for touch in (f"amend:{typed}", f"value:{PRICE}:6", "fact:record", "amend:accept"):
            assert touch in screen.touchable(), (touch, screen.touchable())
            await screen.touch(touch)
        screen.close()

    asyncio.run(session())
    assert (phone.match.facts[PRICE], phone.match.facts[OTHER]) == (6, 4)
    assert phone.match.timeline.items[-1].id == typed


def test_correction_of_a_single_value_takes_one_touch(phone: Phone) -> None:
    phone.elsewhere(FactsEntered(facts={PRICE: 5}))
    typed = phone.match.timeline.items[-1].id

    async def session() -> None:
        ctx = context(phone.host, phone.host.device)
        screen = await drawn(acta.Screen, ctx, phone.id, typed, size=(412, 915))
        for touch in (f"amend:{typed}", f"value:{PRICE}:6", "amend:accept"):
            assert touch in screen.touchable(), (touch, screen.touchable())
            await screen.touch(touch)
        screen.close()

    asyncio.run(session())
    assert phone.match.facts[PRICE] == 6
