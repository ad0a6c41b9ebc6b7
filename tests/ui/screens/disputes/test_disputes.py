"""Disputes on screen: their page, the precedents offered, and what stays hidden."""

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion import bootstrap
from companion.games import GAMES
from companion.games.blue_moon_city.components import EXAMPLE_CITY
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.legality import values_to_try
from companion.kernel.values import Params
from companion.match.entries import Noted, Reported, RulingChanged
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.rulebook.loader import app_words
from companion.rulebook.search import search
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.disputes.dispute_builder import DisputeQuestion, Sought, build_dispute
from companion.services.disputes.dispute_repository import Taken
from companion.services.disputes.model import Decision, Dispute
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, NotImported, Recorded, Submission
from companion.services.transfer.incoming_data import IncomingItem
from companion.ui import router
from companion.ui.drafts.draft_cache import shelve, stored_state
from companion.ui.panels.rulings.precedents import ABOUT_CARD
from companion.ui.screens.disputes import dispute_file, dispute_moment, open_form
from companion.ui.screens.disputes import screen as disputes
from companion.ui.screens.match import screen as table
from companion.ui.screens.new_match import screen as new_match
from companion.ui.screens.transfer import presenter as receiving
from companion.ui.views.report.interaction import Filling, InteractionState, Mode, ShownRuling
from companion.ui.views.report.report_form import Form
from companion.ui.views.rulings import dispute_view as presenter
from companion.ui.views.rulings import ruling_view
from companion.ui.views.rulings.ruling_view import ShownCard
from tests.games.elsewhere import is_small
from tests.seeds import how_much
from tests.ui.drawn import Drawn, drawn, settled, texts
from tests.ui.tables import changed, changes, context, situations

WORDS = app_words()
NOW = datetime(2026, 5, 4, 20, 0, tzinfo=UTC)
CITY = "blue_moon_city"
SHORT = {
    "kind": "place_stone",
    "seat": 0,
    "section": 0,
    "cards": ["black:2"],
}
"""Report that pays two for a section that asks for five."""
ALLOWED = Decision(verdict="allowed", by="Beto", why="Se paga luego")
_DEVICES = iter(range(10_000))


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """Yield a hub on an empty folder."""
    with bootstrap.own_hub(tmp_path) as own:
        yield own


@pytest.fixture
def host(hub: Hub) -> Client:
    """Return the client of the host."""
    return Client(hub, "host", owner=True)


def _match(hub: Hub) -> Match:
    """Begin a match in which Ana stands on the Fire Temple."""
    options = {"players": ["Ana", "Beto"], "layout": list(EXAMPLE_CITY)}
    made = hub.matches.create(NewMatch(CITY, options, facts=loader.load(CITY).default_facts()))
    assert isinstance(made, Match)
    move = Reported(action={"kind": "move_figure", "seat": 0, "to": "fire_temple"})
    return _record(hub, made.started.match, move)


def _record(hub: Hub, match_id: str, body: Any) -> Match:
    answer = done(hub.matches.submit(match_id, Submission(bootstrap.new_id(), body)))
    assert isinstance(answer, Recorded), answer
    return answer.match


def _asked(match: Match) -> DisputeQuestion:
    action = match.game.read_action(SHORT)
    return DisputeQuestion(
        CITY, "¿Vale deber el resto?", "Ana", match.started.match, draft_of(action)
    )


def _precedent(host: Client, match: Match) -> Dispute:
    opened = host.disputes.open(_asked(match))
    return host.disputes.decide(opened.id, ALLOWED, precedent=True)


def _card(match: Match, *, doubt: bool = False) -> ShownCard:
    """Return the ruling card of the short payment."""
    action = match.game.read_action(SHORT)
    wording = Wording(CITY, match.options.players, match.rulings)
    if doubt:
        return ruling_view.doubt_card(match.game, match.state, wording, action, seen=())
    refusal = legality.check(match.game, match.state, action)
    assert refusal
    return ruling_view.card_of(
        match.game, match.state, wording, refusal, draft_of(action), action, seen=()
    )


# Wording


def test_dispute_page_shows_the_ruling_card_in_current_words(hub: Hub, host: Client) -> None:
    match = _match(hub)
    card = _card(match).card
    opened = host.disputes.open(_asked(match))
    view = presenter.view(opened, WORDS, NOW)
    assert view.card
    assert (view.card.title, view.card.facts) == (card.title, card.facts)
    assert view.card.remedies == card.remedies
    assert view.card.overrulable
    assert [(c.name, c.verdict, c.text) for c in view.card.checked] == [
        (c.name, c.verdict, c.text) for c in card.checked
    ]
    assert view.status == "Por decidir"
    assert view.rules[0].id == card.rules[0].id
    assert view.opened.startswith("La abre: Ana")


def test_dispute_about_a_legal_report_shows_a_legal_verdict(hub: Hub, host: Client) -> None:
    match = _match(hub)
    end = Draft("finish_turn", 0, {"discards": ()})
    opened = host.disputes.open(replace(_asked(match), draft=end))
    view = presenter.view(opened, WORDS, NOW)
    assert view.card
    assert view.card.verdict in ("legal", "unverifiable")
    assert view.against == ""


def test_precedent_offer_shows_the_decision_and_fills_in_consent(hub: Hub, host: Client) -> None:
    match = _match(hub)
    kept = _precedent(host, match)
    sought = presenter.sought(CITY, _card(match))
    (offer,) = presenter.offers(host.disputes.precedents(sought), WORDS, NOW)
    assert offer.allows
    assert offer.by == "Beto"
    assert offer.decided == "Se permite, aunque el reglamento diga otra cosa."
    assert "¿Vale deber el resto?" in offer.question
    assert offer.reason == (
        f"Precedente de la casa ({presenter.date_of(kept.decision, NOW, WORDS)}): Se paga luego"
    )
    assert " de 20" in offer.signed


def test_doubt_gets_the_same_precedents_as_a_report(hub: Hub, host: Client) -> None:
    match = _match(hub)
    kept = _precedent(host, match)
    shown = _card(match, doubt=True)
    assert shown.card.verdict == "refused"
    assert host.disputes.precedents(presenter.sought(CITY, shown)) == (kept,)


def test_legal_doubt_gets_the_precedents_of_its_kind_of_act(hub: Hub, host: Client) -> None:
    match = _match(hub)
    end = match.game.read_action({"kind": "finish_turn", "seat": 0, "discards": ()})
    opened = host.disputes.open(replace(_asked(match), draft=draft_of(end)))
    assert opened.against is None
    kept = host.disputes.decide(opened.id, replace_verdict(ALLOWED, "not_allowed"), precedent=True)
    wording = Wording(CITY, match.options.players, match.rulings)
    shown = ruling_view.doubt_card(match.game, match.state, wording, end, seen=())
    assert host.disputes.precedents(presenter.sought(CITY, shown)) == (kept,)
    (offer,) = presenter.offers((kept,), WORDS, NOW)
    assert (offer.decided, offer.allows) == ("No se permite.", False)


def replace_verdict(decision: Decision, verdict: str) -> Decision:
    """Return a decision with another verdict."""
    return Decision.model_validate({**decision.model_dump(), "verdict": verdict})


def test_dispute_about_a_correction_refers_to_the_moment_before_it(hub: Hub) -> None:
    match = _match(hub)
    move = match.timeline.items[-1].id
    interaction = InteractionState(mode=Mode.AMEND, entry=move, ruling=ShownRuling(_card(match)))
    assert presenter.asked_about(match, interaction, "¿?", "Ana").seq == 1
    assert (
        presenter.asked_about(match, replace(interaction, mode=Mode.REPORT), "¿?", "Ana").seq
        is None
    )


@pytest.mark.parametrize(
    ("taken", "text"),
    [
        (lambda d: Taken(new=(d,)), "Ha llegado 1 disputa."),
        (lambda d: Taken(new=(d, d), already=(d,)), "Han llegado 2 disputas. 1 disputa ya estaba"),
        (lambda d: Taken(beside=(d,)), "1 disputa dice otra cosa que aquí: queda aparte."),
    ],
)
def test_imported_disputes_are_counted_in_words(
    hub: Hub, host: Client, taken: Callable[[Dispute], Taken], text: str
) -> None:
    opened = host.disputes.open(_asked(_match(hub)))
    view = receiving.arrival(IncomingItem(taken(opened)), WORDS)
    assert view.text.replace("\u00a0", " ").startswith(text)
    assert view.disputes[0] == opened.id
    assert not view.bad


@pytest.mark.parametrize(
    "code",
    [
        "not_disputes",
        "damaged",
        "too_large",
        "newer_format",
        "unknown_game",
        "unknown_ruling",
        "no_question",
        "undecided",
        "not_allowed",
        "full",
        "full_match",
    ],
)
def test_every_refusal_of_a_dispute_file_has_a_text(code: str) -> None:
    params: Params = {"limit": 3, "game": "x", "ruling": "x"}
    view = receiving.arrival(IncomingItem(NotImported(f"dispute.{code}", params)), WORDS)
    assert view.bad
    assert "dispute." not in view.text
    assert "…" not in view.text


# Hidden data


@pytest.mark.deep
@how_much("every", everyday=40, before_release=1)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_stored_dispute_does_not_depend_on_what_seats_hide(game: str, every: int) -> None:
    """Disputes are read by everybody, so what the acting seat hides counts too."""
    rng = random.Random(7)
    catalog, compared = bootstrap.catalog(game), 0
    for match in islice(situations(game), 0, None, every):
        everyone = range(len(match.options.players))
        drafts = [
            draft
            for kind in match.game.action_models
            for seat in everyone
            for draft in (Draft(kind, seat, {}), _filled(match.game, match, kind, seat, rng))
        ]
        twins = [changed(match, change) for change in changes(match, everyone)]
        for draft in drafts:
            asked = DisputeQuestion(game, "¿?", match=match.started.match, draft=draft)
            one = build_dispute(asked, match.game, catalog, match, "d-0001", NOW)
            for twin in twins:
                other = build_dispute(asked, match.game, catalog, twin, "d-0001", NOW)
                assert one == other, draft
                compared += 1
    assert compared > 100 or is_small(GAMES[game])


def _filled(game: Game[Any], match: Match, kind: str, seat: int, rng: random.Random) -> Draft:
    draft = Draft(kind, seat, {})
    while (name := legality.next_field(game, draft)) is not None:
        values = values_to_try(game.candidates(match.state, draft, name))
        if not values:
            break
        draft = draft.with_value(name, rng.choice(values))
    return draft


# On the screen


async def _screen(
    client: Client,
    component: Callable[..., ft.Control],
    *args: str,
    interaction: InteractionState | None = None,
) -> Drawn:
    device = f"device-{next(_DEVICES)}"
    if interaction:
        shelve(device, args[0], interaction)
    return await drawn(component, context(client, device), *args)


def _said(screen: Drawn) -> str:
    return "\n".join(texts(screen.news()))


def test_dispute_screens_use_the_theme_of_their_game(hub: Hub, host: Client) -> None:
    opened = host.disputes.open(_asked(_match(hub)))
    assert router.game_shown(context(host, "host"), {"dispute_id": opened.id}) == CITY
    assert router.game_shown(context(host, "host"), {"dispute_id": "no-such"}) == ""


def test_dispute_is_decided_kept_as_precedent_and_changed_by_touch(hub: Hub, host: Client) -> None:
    opened = host.disputes.open(_asked(_match(hub)))

    async def session() -> None:
        screen = await _screen(host, dispute_file.Screen, opened.id)
        assert "¿Vale deber el resto?" in _said(screen)
        await screen.touch("dispute:always")
        assert "Falta elegir qué se decide." in _said(screen)
        await screen.touch("verdict:0")
        await screen.touch("decider:2")
        await screen.touch("dispute:always")
        assert "Precedente de la casa" in _said(screen)
        await screen.touch("dispute:unkeep")
        await screen.touch("dispute:change")
        await screen.touch("verdict:1")
        await screen.touch("dispute:once")
        screen.close()

    asyncio.run(session())
    (kept,) = host.disputes.all()
    assert (kept.decision.verdict, kept.decision.by, kept.precedent) == (
        "not_allowed",
        "Beto",
        False,
    )


def test_dispute_is_deleted_only_after_confirmation(hub: Hub, host: Client) -> None:
    opened = host.disputes.open(_asked(_match(hub)))

    async def session() -> None:
        screen = await _screen(host, dispute_file.Screen, opened.id)
        await screen.touch("dispute:delete")
        assert host.disputes.all()
        await screen.touch("dispute:delete-yes")
        screen.close()

    asyncio.run(session())
    assert host.disputes.all() == ()


def test_reading_chosen_in_a_dispute_applies_to_a_running_match(hub: Hub, host: Client) -> None:
    match = _match(hub)
    ruling = next(r for r in bootstrap.catalog(CITY).rulings if r.rules)
    other = next(reading for reading in ruling.readings if reading != ruling.default)
    asked = DisputeQuestion(
        CITY, "¿Cómo se lee?", match=match.started.match, section=ruling.rules[0]
    )
    opened = host.disputes.open(asked)
    assert opened.ruling

    async def session() -> None:
        screen = await _screen(host, dispute_file.Screen, opened.id)
        assert f"take:{ruling.default}" not in screen.touchable()
        await screen.touch(f"take:{other}")
        assert f"take:{other}" not in screen.touchable()
        screen.close()

    asyncio.run(session())
    last = hub.matches.open(match.started.match).entries[-1].body
    assert last == RulingChanged(ruling=ruling.id, reading=other)


def test_ruling_on_hidden_items_becomes_a_proposal_to_every_seat(hub: Hub, host: Client) -> None:
    match_id = _match(hub).started.match
    host.seating.open_table(match_id)
    guest = Client(hub, "guest", owner=False, address="g")
    guest.seating.join(host.seating.table(hub.matches.open(match_id)).code)
    assert guest.seating.sit(match_id, 1)
    secret = next(r for r in bootstrap.catalog(CITY).rulings if r.id == "crystals_secret")
    asked = DisputeQuestion(CITY, "¿A la vista?", match=match_id, section=secret.rules[0])
    opened = guest.disputes.open(asked)

    async def session() -> None:
        screen = await _screen(guest, dispute_file.Screen, opened.id)
        await screen.touch("take:open")
        assert hub.matches.open(match_id).state.rulings[secret.id] == "hidden"
        asked_for = hub.tables.of(match_id).proposals[0].id
        assert f"agree:{asked_for}" not in screen.touchable()
        there = await _screen(host, table.Screen, match_id)
        assert f"drop:{asked_for}" in there.touchable()
        await there.touch(f"agree:{asked_for}")
        there.close()
        screen.close()

    asyncio.run(session())
    last = hub.matches.open(match_id).entries[-1]
    assert last.body == RulingChanged(ruling=secret.id, reading="open")
    assert last.device == guest.device


def test_consent_by_precedent_records_its_author_and_reason(hub: Hub, host: Client) -> None:
    kept = _precedent(host, _match(hub))
    match = _match(hub)
    interaction = InteractionState(ruling=ShownRuling(_card(match)))

    async def session() -> None:
        screen = await _screen(host, table.Screen, match.started.match, interaction=interaction)
        assert "En esta casa ya se decidió" in _said(screen)
        await screen.touch(f"precedent:consent:{kept.id}")
        await screen.touch("consent:record")
        screen.close()

    asyncio.run(session())
    last = hub.matches.open(match.started.match).entries[-1].body
    assert isinstance(last, Reported)
    assert last.consent
    assert last.consent.by == "Beto"
    assert last.consent.reason.endswith("Se paga luego")


def test_consent_is_asked_again_when_the_refusal_has_changed(hub: Hub, host: Client) -> None:
    match = _match(hub)
    match_id = match.started.match
    interaction = InteractionState(ruling=ShownRuling(_card(match), consenting=True))

    async def session() -> None:
        screen = await _screen(host, table.Screen, match_id, interaction=interaction)
        _record(hub, match_id, Reported(action={"kind": "finish_turn", "seat": 0, "discards": []}))
        await settled()
        there = len(hub.matches.open(match_id).entries)
        screen.news()
        await screen.touch("consent:record")
        assert len(hub.matches.open(match_id).entries) == there
        assert "Es el turno de Beto" in _said(screen)
        # The new refusal has been read, so consent is possible now.
        await screen.touch("consent:open")
        await screen.touch("consent:record")
        screen.close()

    asyncio.run(session())
    last = hub.matches.open(match_id).entries[-1].body
    assert isinstance(last, Reported)
    assert last.consent


def test_forbidding_precedent_offers_no_consent(hub: Hub, host: Client) -> None:
    kept = _precedent(host, _match(hub))
    host.disputes.decide(kept.id, replace_verdict(ALLOWED, "not_allowed"), precedent=True)
    match = _match(hub)

    async def session() -> None:
        interaction = InteractionState(ruling=ShownRuling(_card(match)))
        screen = await _screen(host, table.Screen, match.started.match, interaction=interaction)
        assert f"precedent:see:{kept.id}" in screen.touchable()
        await screen.touch("consent:open")
        assert "Precedente de la casa" not in _said(screen)
        screen.close()

    asyncio.run(session())


def test_dispute_cannot_be_opened_from_a_what_if_branch(hub: Hub, host: Client) -> None:
    match = _match(hub)

    async def session() -> None:
        for mode, may in ((Mode.REPORT, True), (Mode.WHAT_IF, False)):
            interaction = InteractionState(mode=mode, ruling=ShownRuling(_card(match)))
            screen = await _screen(host, table.Screen, match.started.match, interaction=interaction)
            assert ("card:dispute" in screen.touchable()) is may
            assert "card:close" in screen.touchable()
            screen.close()

    asyncio.run(session())


def test_card_of_a_doubt_offers_no_consent_by_precedent(hub: Hub, host: Client) -> None:
    kept = _precedent(host, _match(hub))
    match = _match(hub)
    doubt = InteractionState(mode=Mode.DOUBT, ruling=ShownRuling(_card(match, doubt=True)))

    async def session() -> None:
        screen = await _screen(host, table.Screen, match.started.match, interaction=doubt)
        assert f"precedent:see:{kept.id}" in screen.touchable()
        assert f"precedent:consent:{kept.id}" not in screen.touchable()
        screen.close()

    asyncio.run(session())


def test_new_match_offers_the_reading_of_a_precedent_unapplied(host: Client) -> None:
    ruling = next(r for r in bootstrap.catalog(CITY).rulings if r.rules)
    other = next(reading for reading in ruling.readings if reading != ruling.default)
    opened = host.disputes.open(DisputeQuestion(CITY, "¿Cómo se lee?", section=ruling.rules[0]))
    reading = Decision(verdict="reading", reading=other, by="Beto")
    host.disputes.decide(opened.id, reading, precedent=True)

    async def session() -> None:
        screen = await _screen(host, new_match.Screen, CITY)
        await screen.touch("step:start")
        assert "1\u00a0precedente de la casa sobre estos puntos" in _said(screen)
        key = f"settled:take:{ruling.id}"
        await screen.touch(key)
        assert key not in screen.touchable()
        screen.close()

    asyncio.run(session())
    drafts = [host.settings.get(f"new_match:device-{n}:{CITY}") for n in range(next(_DEVICES))]
    assert any(other in (draft or "") for draft in drafts)


def test_spectator_sees_a_dispute_and_only_a_player_decides_it(hub: Hub, host: Client) -> None:
    match = _match(hub)
    match_id = match.started.match
    opened = host.disputes.open(_asked(match))
    host.seating.open_table(match_id)
    guest = Client(hub, "guest", owner=False)
    guest.seating.join(host.seating.table(match).code)

    async def session() -> None:
        looking = await _screen(guest, dispute_file.Screen, opened.id)
        assert "verdict:0" not in looking.touchable()
        assert "La decide quien juega en esa mesa." in _said(looking)
        looking.close()
        denied = await _screen(guest, open_form.Screen, match_id, "")
        assert "dispute:open" not in denied.touchable()
        denied.close()
        guest.seating.sit(match_id, 1)
        asking = await _screen(guest, open_form.Screen, match_id, "")
        assert "dispute:open" in asking.touchable()
        # The player's own name is shown below the button, so there is nothing to choose.
        assert not [key for key in asking.touchable() if key.startswith("dispute:by")]
        asked = await _screen(host, open_form.Screen, match_id, "")
        assert [key for key in asked.touchable() if key.startswith("dispute:by")]
        deciding = await _screen(guest, dispute_file.Screen, opened.id)
        assert "dispute:always" not in deciding.touchable()
        await deciding.touch("verdict:0")
        await deciding.touch("dispute:once")
        assert "dispute:keep" not in deciding.touchable()
        assert "dispute:delete" not in deciding.touchable()
        deciding.close()

    asyncio.run(session())
    (decided,) = host.disputes.all()
    assert (decided.decision.verdict, decided.precedent) == ("allowed", False)


def test_guest_sees_a_precedent_without_its_match(hub: Hub, host: Client) -> None:
    kept = _precedent(host, _match(hub))
    match = _match(hub)
    host.seating.open_table(match.started.match)
    guest = Client(hub, "guest", owner=False)
    guest.seating.join(host.seating.table(match).code)

    async def session() -> None:
        for component, args in ((dispute_file.Screen, (kept.id,)), (disputes.Screen, ())):
            screen = await _screen(guest, component, *args)
            said = _said(screen)
            assert "Se permite" in said
            assert "se llega a 2" not in said
            assert "to-moment" not in screen.touchable()
            screen.close()

    asyncio.run(session())


def test_disputed_moment_is_drawn_and_read_only(hub: Hub, host: Client) -> None:
    match = _match(hub)
    opened = host.disputes.open(_asked(match))
    end = Reported(action={"kind": "finish_turn", "seat": 0, "discards": []})
    _record(hub, match.started.match, end)

    async def session() -> None:
        screen = await _screen(host, dispute_moment.Screen, opened.id)
        assert "Turno de Ana" in _said(screen)
        for key in screen.touchable():
            if key.startswith("tile"):
                await screen.touch(key)
        assert len(hub.matches.open(match.started.match).entries) == 3
        screen.close()
        host.matches.delete(match.started.match)
        gone = await _screen(host, dispute_moment.Screen, opened.id)
        assert "La partida no está en este dispositivo" in _said(gone)
        gone.close()

    asyncio.run(session())


def test_new_dispute_about_a_card_shows_it_and_needs_a_question(hub: Hub, host: Client) -> None:
    match = _match(hub)
    interaction = InteractionState(ruling=ShownRuling(_card(match)))

    async def session() -> None:
        args = (match.started.match, ABOUT_CARD)
        screen = await _screen(host, open_form.Screen, *args, interaction=interaction)
        assert interaction.card
        assert interaction.card.card.title in _said(screen)
        await screen.touch("dispute:open")
        assert "Falta escribir qué se discute." in _said(screen)
        screen.close()

    asyncio.run(session())
    assert host.disputes.all() == ()
    assert host.disputes.precedents(Sought(CITY)) == ()


@pytest.mark.parametrize("here", [True, False])
def test_rules_of_a_dispute_are_those_of_its_match_while_that_is_here(
    hub: Hub, host: Client, here: bool
) -> None:
    """With the readings and the box of its table; without the match, those of the game."""
    match = _match(hub)
    match_id, opened = match.started.match, host.disputes.open(_asked(match))
    if not here:
        host.matches.delete(match_id)
    gone = list[str]()

    async def session() -> None:
        ctx = replace(context(host, "links"), go=gone.append)
        screen = await drawn(dispute_file.Screen, ctx, opened.id)
        for key in [one for one in screen.touchable() if one.startswith("rule:")]:
            await screen.touch(key)
        screen.close()

    asyncio.run(session())
    rules = f"/partida/{match_id}/reglas/" if here else f"/reglas/{CITY}/"
    assert gone
    assert all(route.startswith(rules) for route in gone), gone


def test_next_time_is_promised_only_where_a_card_can_offer_it(hub: Hub, host: Client) -> None:
    """A dispute about no rule and no act is near no card, whatever is looked for."""
    about_an_act = host.disputes.open(_asked(_match(hub)))
    about_nothing = host.disputes.open(DisputeQuestion(CITY, "¿Quién recoge?"))

    async def session() -> None:
        for opened, promised in ((about_an_act, True), (about_nothing, False)):
            screen = await _screen(host, dispute_file.Screen, opened.id)
            said = _said(screen)
            assert (WORDS("dispute.keep_hint") in said) is promised
            assert (WORDS("dispute.keep_alone") in said) is not promised
            screen.close()

    asyncio.run(session())
    kept = host.disputes.decide(about_nothing.id, ALLOWED, precedent=True)
    rules = loader.load(CITY).rulebook
    looked_for = [Sought(CITY, rule=section.id) for section in rules] + [Sought(CITY, kind="drive")]
    assert kept.precedent
    assert all(kept not in host.disputes.precedents(one) for one in looked_for)


def test_dispute_in_words_finds_its_rules_by_itself(hub: Hub, host: Client) -> None:
    about_an_act = host.disputes.open(_asked(_match(hub)))
    in_words = host.disputes.open(DisputeQuestion(CITY, "¿Cuántas cartas se roban al final?"))
    rule = search(host.games[CITY], in_words.question)[0].section

    async def session() -> None:
        for opened, promised in ((in_words, True), (about_an_act, False)):
            screen = await _screen(host, dispute_file.Screen, opened.id)
            said = _said(screen)
            assert (WORDS("dispute.found") in said) is promised
            assert (rule.text.split("\n")[0] in said) is promised
            assert (f"found:{rule.id}" in screen.touchable()) is promised
            screen.close()

    asyncio.run(session())


def test_dispute_calls_a_place_as_its_match_does_while_that_is_here(hub: Hub, host: Client) -> None:
    game = "kingdom_of_solomon"
    facts = loader.load(game).default_facts()
    match = hub.matches.create(NewMatch(game, {"players": ["Ana", "Beto"]}, facts=facts))
    assert isinstance(match, Match), match
    draft = Draft("place_pawn", 0, {"space": "territory.t1"})
    asked = DisputeQuestion(game, "¿Se puede?", "Ana", match.started.match, draft)
    dispute = host.disputes.open(asked)
    named, unnamed = (presenter.view(dispute, WORDS, NOW, one).card for one in (match, None))
    assert named
    assert unnamed
    assert "Bashan" in named.title
    assert "Bashan" not in unnamed.title


def test_dispute_is_told_on_the_boards_of_others_until_they_look_at_it(
    hub: Hub, host: Client
) -> None:
    match = _match(hub)
    match_id = match.started.match
    guest = Client(hub, "guest", owner=False)
    host.seating.open_table(match_id)
    guest.seating.join(host.seating.table(match).code)
    opened = host.disputes.open(_asked(match))
    key = f"dispute:open:{opened.id}"

    async def session() -> None:
        before = await _screen(guest, table.Screen, match_id)
        assert f"Disputa por decidir: «{opened.question}». La abre Ana." in _said(before)
        await before.touch(f"dispute:close:{opened.id}")
        assert key not in before.touchable()
        before.close()
        host.disputes.decide(opened.id, ALLOWED)
        looking = await _screen(guest, table.Screen, match_id)
        assert f"Disputa decidida: «{opened.question}». Se permite." in _said(looking)
        await looking.touch(f"dispute:close:{opened.id}")
        assert key not in looking.touchable()
        looking.close()
        device = context(guest, "reader")
        (await drawn(dispute_file.Screen, device, opened.id)).close()
        board = await drawn(table.Screen, device, match_id)
        assert key not in board.touchable()
        board.close()
        # What was decided before the last entry is no news any more.
        _record(hub, match_id, Noted(text="Pausa"))
        after = await _screen(guest, table.Screen, match_id)
        assert key not in after.touchable()
        after.close()

    asyncio.run(session())


@pytest.mark.parametrize(("verdict", "stays"), [("allowed", True), ("not_allowed", False)])
def test_answer_that_was_disputed_closes_once_it_is_forbidden(
    hub: Hub, host: Client, verdict: str, stays: bool
) -> None:
    match = _match(hub)
    match_id = match.started.match
    form = Filling(Form(draft_of(match.game.read_action(SHORT)), None))
    interaction = InteractionState(open=form, ruling=ShownRuling(_card(match)))
    device = context(host, f"device-{next(_DEVICES)}")
    shelve(device.device, match_id, interaction)

    async def session() -> None:
        asking = await drawn(open_form.Screen, device, match_id, ABOUT_CARD)
        await asking.type_in("question", "¿Vale deber el resto?")
        await asking.touch("dispute:open")
        asking.close()
        (opened,) = host.disputes.all()
        host.disputes.decide(opened.id, replace_verdict(ALLOWED, verdict))
        (await drawn(table.Screen, device, match_id)).close()

    asyncio.run(session())
    after = stored_state(device.device, match_id)
    assert (bool(after.card), bool(after.open)) == (stays, stays)
