"""Remedies of a refused report: a touch carries one out, on the form or before it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from typing_extensions import override

from companion.bootstrap import own_hub
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.advice.remedies import ProvenRemedy, draft_of
from companion.kernel.values import Seat
from companion.match.files import acta_file
from companion.match.fold import Match
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported
from companion.ui.panels.control.match_controller import MatchController
from companion.ui.views.report.interaction import InteractionState
from companion.ui.views.rulings.ruling_view import ShownCard
from tests.games.elsewhere import is_small
from tests.games.random_play import any_action, slip
from tests.seeds import how_much
from tests.ui.tables import actas, context, read


class SomeSeats(Client):
    """Client of a device that holds some seats."""

    def __init__(self, hub: Hub, seats: Iterable[Seat]) -> None:
        super().__init__(hub, "here", owner=True)
        self._mine = frozenset(seats)

    @override
    def seats(self, match: Match) -> frozenset[Seat]:
        """Return these seats."""
        return self._mine


class Device:
    """Device of one seat, or else of the seat to act, at a match in which it can record."""

    def __init__(
        self,
        hub: Hub,
        match: Match,
        seat: Seat | None = None,
        mine: Iterable[Seat] | None = None,
    ) -> None:
        seat = match.game.awaiting(match.state)[0] if seat is None else seat
        self._ctx = context(SomeSeats(hub, (seat,) if mine is None else mine), "here")
        self._hub, self._id = hub, match.started.match
        self.interaction = InteractionState(seat=seat)

    def _put(self, interaction: InteractionState) -> None:
        self.interaction = interaction

    @property
    def controller(self) -> MatchController:
        """Return the current match controller."""
        match = self._ctx.client.matches.open(self._id)
        wording = self._ctx.wording(match)
        return MatchController(
            self._ctx, match, wording, self.interaction, self._put, lambda: self.interaction
        )

    @property
    def match(self) -> Match:
        """Return the current match."""
        return self._hub.matches.open(self._id)

    @property
    def steps(self) -> int:
        """Return the number of steps that count."""
        return len(self.match.timeline.past)

    def finish(self) -> None:
        """Touch «Anotar»."""
        view = self.controller.view()
        assert view is not None
        assert view.judgement is not None
        assert view.judgement.refusal is None
        self.controller.finish(view)


def _at(hub: Hub, path: Path, steps: int) -> Match:
    """Import a recorded match as it was before so many steps had been played."""
    seq = read(path).steps[steps].item.entry.seq
    kept = acta_file.loads(path.read_bytes())[:seq]
    answer = hub.files.import_acta(acta_file.dumps(kept).encode())
    assert isinstance(answer, Imported), answer
    return answer.match


def _refused(device: Device, rng: Random) -> ShownCard | None:
    """Return the ruling card of a random report of the seat to act; None if it is legal."""
    match = device.match
    action = rng.choice((slip, any_action))(match.game, match.state, rng)
    refusal = legality.check(match.game, match.state, action)
    if refusal is None or action.seat != device.interaction.seat:
        return None
    device.controller.refused(refusal, draft_of(action), action)
    return device.interaction.card


def _carried_out(device: Device, shown: ShownCard, way: ProvenRemedy) -> str:
    """Touch one remedy and record what it leads to, or see what it asks; return its sort."""
    before, left = device.steps, device.interaction
    device.controller.apply(shown, way)
    if way.field:
        # Many answers do, so the form asks which.
        form = device.interaction.form
        assert form is not None
        assert form.asking == way.field
        assert way.field not in form.draft.values
        device.interaction = left
        return "asked"
    if way.first is not None:
        device.finish()
        assert device.steps > before
    form = device.interaction.form
    assert form is not None
    awaited = draft_of(way.then) if way.then else way.draft
    assert form.draft.values.items() >= awaited.values.items()
    assert form.draft.seat == awaited.seat
    if legality.next_field(device.match.game, form.draft) is None:
        device.finish()
        assert device.steps > before + (way.first is not None)
    while device.steps > before:
        device.controller.undo()
    device.interaction = left
    return "first" if way.first is not None else "field"


_SELDOM_FIRST = {"urban_sprawl"}
"""Games in which what is due first is mostly a card that nobody chooses, so nothing is advised."""


@pytest.mark.deep
@how_much("reports", everyday=40, before_release=100)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_touching_a_remedy_carries_it_out(game: str, reports: int, tmp_path: Path) -> None:
    rng, done = Random(game), Counter[str]()
    sorts = ("field",) if game in _SELDOM_FIRST else ("first", "field")
    path = actas(game)[0]
    count = len(read(path).steps)
    first = (steps for steps in (3, 8, 20, 60) if steps < count)
    for number, steps in enumerate((*first, *range(5, count, 5))):
        if number > 3 and min(done[sort] for sort in sorts) > 0:
            break
        with own_hub(tmp_path / str(number)) as hub:
            device = Device(hub, _at(hub, path, steps))
            cards = (_refused(device, rng) for _ in range(reports))
            for shown in filter(None, cards):
                # Skip remedies that depend on hidden holdings: that advice may not come true.
                sure = [way for way in shown.ways.remedies if way.certain]
                one_of_each = {(way.first is None, way.field == ""): way for way in sure}
                for way in one_of_each.values():
                    if device.controller.may_apply(shown, way):
                        done[_carried_out(device, shown, way)] += 1
    assert min(done[sort] for sort in sorts) > 0 or is_small(GAMES[game]), done
