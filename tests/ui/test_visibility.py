"""Visibility: what a device may show of hidden items, and what its choices may reveal of them."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap
from companion.games.santiago_de_cuba.buildings import WITH_FLOWER
from companion.kernel.values import Seat
from companion.match.entries import (
    Adjusted,
    Edit,
    Entry,
    FactsEntered,
    Insert,
    Posted,
    Remove,
    Reported,
)
from companion.match.files.acta_file import dumps
from companion.match.fold import Match, append
from companion.match.resumable import done
from companion.match.review import amending
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.matches.results import Imported
from companion.services.privacy import visibility
from companion.services.privacy.visibility import hides
from companion.services.sharing.scoped_matches import Unforeseen
from companion.ui.views.report.interaction import Mode, Start
from companion.ui.views.rulings.ruling_view import broken_card
from companion.ui.views.table import adjustment
from companion.ui.views.table.adjustment import Adjustment
from companion.ui.views.table.scores import rows
from tests.ui.seated import Sitting
from tests.ui.tables import (
    NOW,
    Change,
    OneMatch,
    actas,
    changed,
    changes,
    new_hub,
    read,
    situations,
    unchanged,
    until,
)

CITY, STREET = "blue_moon_city", "santiago_de_cuba"


def _when(game: str, **turn: object) -> Match:
    """Return a position of a game that hides something, in which that is due."""
    return next(m for m in situations(game) if hides(m) and _fits(m, turn))


def _fits(match: Match, turn: dict[str, object]) -> bool:
    view = match.game.public_view(match.state, None)
    now = asdict(view.turn)
    if match.game.id == CITY:
        now["at"] = view.figures[view.turn.seat]
    return all(now[key] == value for key, value in turn.items())


def _acting(match: Match) -> Seat:
    return match.game.awaiting(match.state)[0]


def _everyone(match: Match) -> tuple[Seat, ...]:
    return tuple(range(len(match.options.players)))


def _sitting(
    folder: Path, match: Match, mine: tuple[Seat, ...], start: Start, change: Change = unchanged
) -> Sitting:
    """Return a device with these seats that has just touched something; the seat to act reports."""
    sitting = Sitting(OneMatch(new_hub(folder), match, change, mine), Mode.REPORT, _acting(match))
    sitting.controller.open(start)
    return sitting


def _greyed(sitting: Sitting) -> set[Any]:
    return {choice.value for choice in sitting.view.choices if choice.refusal}


CASES = [
    pytest.param(CITY, {"at": "courtyard"}, Start("make_offering"), "none", id="city"),
    pytest.param(STREET, {"phase": "tribute"}, Start("give_to_zorro"), "peso", id="tribute"),
]


@pytest.mark.parametrize(("game", "turn", "start", "value"), CASES)
def test_device_with_one_seat_greys_choices_by_its_hidden_items(
    game: str, turn: dict[str, object], start: Start, value: object, tmp_path: Path
) -> None:
    match = _when(game, **turn)
    seat = _acting(match)
    nothing, plenty, *_ = changes(match, (seat,))
    assert value in _greyed(_sitting(tmp_path, match, (seat,), start, nothing))
    assert value not in _greyed(_sitting(tmp_path, match, (seat,), start, plenty))


@pytest.mark.parametrize(("game", "turn", "start", "value"), CASES)
def test_shared_device_greys_nothing_by_hidden_items_but_refuses(
    game: str, turn: dict[str, object], start: Start, value: object, tmp_path: Path
) -> None:
    match = _when(game, **turn)
    nothing, plenty, *_ = changes(match, (_acting(match),))
    poor = _sitting(tmp_path / "1", match, _everyone(match), start, nothing)
    rich = _sitting(tmp_path / "2", match, _everyone(match), start, plenty)
    assert poor.view.choices == rich.view.choices
    assert value not in _greyed(poor)
    before = poor.interaction.form
    poor.controller.answer(value)
    assert poor.interaction.card is not None
    assert poor.interaction.card.card.verdict == "refused"
    assert poor.interaction.form == before
    rich.controller.answer(value)
    assert rich.interaction.card is None


def test_shared_device_does_not_grey_driving_by_hidden_money(
    tmp_path: Path,
) -> None:
    match = _when(STREET, phase="drive")
    seat = _acting(match)
    nothing, *_ = changes(match, (seat,))
    alone = _sitting(tmp_path / "1", match, (seat,), Start("drive"), nothing)
    handed = _sitting(tmp_path / "2", match, _everyone(match), Start("drive"), nothing)
    dear = _greyed(alone)
    assert len(dear) > 5
    assert _greyed(handed) == set()
    handed.controller.place(sorted(dear)[0])
    shown = handed.interaction.card
    assert shown is not None
    assert shown.whole is not None
    assert "tiene" not in shown.card.facts
    assert match.options.players[seat] in shown.card.facts
    assert shown.behind == seat
    poor = match.game, match.game.with_ledger(match.state, nothing(match.state.ledger))
    whole = shown.whole(*poor)
    assert whole is not None
    assert "no tiene ninguno" in whole.card.facts


def test_shared_device_refuses_an_act_by_hidden_items_only_on_touch(tmp_path: Path) -> None:
    match = _when(STREET, phase="loading")
    seat = _acting(match)
    *_, away = changes(match, (seat, (seat + 1) % len(_everyone(match))))
    handed = _sitting(tmp_path, match, _everyone(match), Start("load_wood"), away)
    assert handed.interaction.form is None
    assert handed.interaction.card is not None
    assert handed.interaction.card.card.verdict == "refused"
    assert handed.interaction.card.card.code == ""
    assert handed.interaction.card.whole is not None
    whole = handed.interaction.card.whole(
        match.game, match.game.with_ledger(match.state, away(match.state.ledger))
    )
    assert whole is not None
    assert whole.card.code == "none_held"


def test_spectator_is_told_that_the_answer_depends_on_hidden_items(tmp_path: Path) -> None:
    match = _when(CITY, at="courtyard")
    seat = _acting(match)
    client = OneMatch(new_hub(tmp_path), match, unchanged, ())
    asking = Sitting(client, Mode.DOUBT, seat)
    asking.controller.open(Start("make_offering", {"card": "none"}))
    asking.controller.finish(asking.view)
    assert asking.view.covered
    assert asking.interaction.card is not None
    card = asking.interaction.card.card
    name = match.options.players[seat]
    assert card.verdict in ("unverifiable", "refused")
    assert card.verdict == "refused" or any(name in note.text for note in card.notes)


def _broken(match: Match) -> Match:
    """Let the seat to drive, without a peso, drive as far as can be."""
    seat = _acting(match)
    held = match.state.pesos(seat)
    spent = Adjusted(postings=(Posted(account=f"seat:{seat}", item="peso", amount=-held),))
    far = {"kind": "drive", "seat": seat, "to": match.state.car, "laps": 1, "decline": False}
    for body in (spent, Reported(action=far)):
        seq = len(match.entries)
        match = append(match, Entry(seq=seq, id=f"more-{seq}", at=NOW, body=body))
    return match


def broken_drive() -> Match:
    """Return a match whose last entry no longer holds, for want of money that its seat hides."""
    return _broken(_when(STREET, phase="drive"))


def test_broken_entry_of_another_seat_hides_its_reason() -> None:
    match = _broken(_when(STREET, phase="drive"))
    broken = match.broken
    assert broken is not None
    assert broken.refusal is not None
    assert broken.action is not None
    given = match.game, match.state, _wording(match), broken.refusal, broken.action, "broken"
    own = broken_card(*given, seen=(0, 1, 2, 3)).card
    others = broken_card(*given, seen=()).card
    assert "no tiene ninguno" in own.facts
    assert own.code == broken.refusal.code
    assert "tiene" not in others.facts
    assert match.options.players[broken.action.seat] in others.facts
    assert (others.remedies, others.rules, others.code) == ((), (), "")


def test_preview_of_another_seats_payment_is_not_given() -> None:
    match = _when(STREET, phase="visit")
    step = next(s for s in match.steps if s.action and s.action.kind == "drive")
    assert step.action is not None
    body = Reported(action=step.action.model_dump(mode="json"))
    at_the_end = _amended(match, Insert(id="new-1", before=None, body=body))
    seat = step.action.seat
    assert not visibility.foreseen(match, at_the_end, ())
    assert visibility.foreseen(match, at_the_end, (seat,))


def test_preview_does_not_reveal_whether_later_entries_hold() -> None:
    match = next(m for m in situations(STREET) if hides(m) and len(_drivers(m)) > 1)
    gone = _amended(match, Remove(target=match.steps[0].item.id))
    assert not visibility.foreseen(match, gone, (_acting(match),))
    assert visibility.foreseen(match, gone, _everyone(match))


@pytest.mark.parametrize("game", [CITY, STREET])
def test_preview_that_would_end_the_match_is_not_given(game: str, tmp_path: Path) -> None:
    """Devices with every seat are no exception: they show hidden items only while held."""
    whole, match = next(
        (m, before)
        for m in map(read, actas(game))
        if m.outcome and hides(before := until(m, len(m.steps) - 2))
    )
    action = whole.steps[-1].action
    assert action
    assert match.outcome is None
    edit = Insert(id="new-1", before=None, body=Reported(action=action.model_dump(mode="json")))
    ended = _amended(match, edit)
    assert ended.outcome
    assert not any(visibility.foreseen(match, ended, mine) for mine in ((), (0,), _everyone(match)))
    with bootstrap.own_hub(tmp_path) as hub:
        answer = hub.files.import_acta(dumps(match.entries).encode())
        assert isinstance(answer, Imported), answer
        client = Client(hub, "here", owner=True)
        with pytest.raises(Unforeseen):
            done(client.matches.preview(match.started.match, (edit,)))
    # After the end everything is public, so a correction that removes the end may be previewed.
    assert visibility.foreseen(whole, _amended(whole, Remove(target=whole.steps[-1].item.id)), ())


def _drivers(match: Match) -> set[Seat]:
    return {s.action.seat for s in match.steps[1:] if s.action and s.action.kind == "drive"}


def _amended(match: Match, edit: Edit) -> Match:
    return done(amending(match, (edit,), "aside-1", NOW))


def test_hidden_account_is_adjusted_by_differences() -> None:
    match = _when(STREET, phase="drive")
    words = _wording(match)
    lines = {n.item: n for n in adjustment.counts(match, words, "seat:1", Adjustment(), (0,))}
    assert lines["peso"].covered
    assert (lines["peso"].amount, lines["good:wood"].amount) == (0, 0)
    own = {n.item: n for n in adjustment.counts(match, words, "seat:0", Adjustment(), (0,))}
    assert (own["peso"].amount, own["peso"].covered) == (match.state.pesos(0), False)
    more = adjustment.moved(
        adjustment.moved(Adjustment(), "seat:1", "peso", 3), "seat:1", "peso", 2
    )
    assert adjustment.body(match, more).postings == (
        Posted(account="seat:1", item="peso", amount=2),
    )
    assert adjustment.moved(more, "seat:1", "peso", 0).empty


def test_supply_of_hidden_items_shows_no_total() -> None:
    match = _when(CITY, at="courtyard")
    words = _wording(match)
    for mine in ((0,), _everyone(match)):
        lines = {n.item: n for n in adjustment.counts(match, words, "supply", Adjustment(), mine)}
        assert lines["crystal"].covered
        assert not lines["scale"].covered


@pytest.mark.parametrize("game", [CITY, STREET])
def test_everything_is_visible_after_the_end(game: str) -> None:
    for match in map(read, actas(game)):
        if match.outcome:
            assert visibility.visible_seats(match, ()) == set(_everyone(match))
            cells = [c for r in rows(match, _wording(match), ()) for c in r.cells]
            assert all(c.amount is not None and not c.hidden for c in cells)


@pytest.mark.parametrize("game", [CITY, STREET])
def test_twin_differs_only_in_hidden_items(game: str) -> None:
    match = next(filter(hides, situations(game)))
    for change in changes(match, (1,)):
        twin = changed(match, change)
        view = match.game.public_view
        assert view(twin.state, None) == view(match.state, None)
        assert view(twin.state, 0) == view(match.state, 0)
    _, plenty, *_ = changes(match, (1,))
    assert view(changed(match, plenty).state, 1) != view(match.state, 1)


def _wording(match: Match) -> Wording:
    return Wording(match.game.id, match.options.players, match.rulings, match.facts)


def test_preview_of_a_value_does_not_reveal_whether_reports_that_read_it_hold() -> None:
    """Whoever tries one value after the other could learn what a seat had to pay with."""
    match, read, unread = next(_flowers())
    acting = _acting(match)
    for citizen, seen in ((read, False), (unread, True)):
        fact = f"flower.{citizen}"
        other = "blue" if match.facts.get(fact) != "blue" else "red"
        body = FactsEntered(facts={fact: other})
        after = _amended(match, Insert(id="new-1", before=None, body=body))
        assert visibility.foreseen(match, after, (acting,)) is seen, citizen
        assert visibility.foreseen(match, after, _everyone(match))


def _flowers() -> Iterator[tuple[Match, str, str]]:
    """Yield a match with the flower read first in it, and one that nobody has read."""
    for match in situations(STREET):
        read = [citizen for step in match.steps for citizen in sorted(step.read)]
        unread = [citizen for citizen in WITH_FLOWER if citizen not in read]
        if hides(match) and len(_drivers(match)) > 1 and read and unread:
            yield match, read[0], unread[0]


def test_form_goes_on_without_a_value_whose_effects_may_not_be_seen(tmp_path: Path) -> None:
    match, read, _ = next(_flowers())
    acting, fact = _acting(match), f"flower.{read}"
    known = match.facts[fact]
    typed = "blue" if known != "blue" else "red"
    for seats, judged, skipped in (((acting,), known, {fact}), (_everyone(match), typed, set())):
        client = OneMatch(new_hub(tmp_path / str(len(seats))), match, unchanged, seats)
        sitting = Sitting(client, Mode.DOUBT, acting)
        sitting.controller.open(Start("decline"), thorough=True)
        sitting.controller.type_facts({fact: typed})
        assert sitting.controller.there.facts[fact] == judged
        assert sitting.interaction.form is not None
        assert sitting.interaction.form.skipped == skipped
        # It is recorded with the form all the same, and judged then by the hub.
        assert sitting.interaction.values == FactsEntered(facts={fact: typed})
