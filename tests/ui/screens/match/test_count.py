"""A match without a referee, and with one again."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from companion.bootstrap import own_hub
from companion.kernel import legality
from companion.kernel.pieces.settables import TURN
from companion.match.entries import Adjusted, Body, Closed, Left, Posted, Refereed
from companion.match.files import acta_file
from companion.match.fold import Match, fold
from companion.match.resumable import done
from companion.match.steps import adjust, impossible
from companion.match.table_count import assumed, counted, counted_round, turn_passed
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Imported, Recorded, Submission
from companion.services.privacy.visibility import hides
from companion.services.sharing.shared_tables import device_id
from companion.ui.boards.contract import game_screen
from companion.ui.screens.match import screen as table
from companion.ui.screens.result import screen as result
from companion.ui.views.entries.entry_lines import telling_of, told_effects
from tests.games.kingdom_of_solomon.test_typed_later import begun, reported
from tests.games.refereed import REFEREED
from tests.seeds import seeds
from tests.ui.drawn import Drawn, drawn, texts
from tests.ui.tables import actas, context, everywhere

Play = Callable[[Drawn, Callable[[], Match]], Awaitable[None]]


def _opened(hub: Hub, game: str, entries: int) -> str:
    """Return the id of a recorded match that stops after so many entries."""
    acta = acta_file.loads(actas(game)[0].read_bytes())[: entries + 1]
    answer = hub.files.import_acta(acta_file.dumps(acta).encode())
    assert isinstance(answer, Imported), answer
    return answer.match.started.match


def _shared(hub: Hub, game: str) -> tuple[str, Client, Client]:
    """Return a match, its host at the first seat, and a guest at the second."""
    match_id = _opened(hub, game, 12)
    host, guest = (Client(hub, device_id(name), owner=name == "host") for name in ("host", "guest"))
    host.seating.open_table(match_id, (0,))
    guest.seating.join(host.seating.table(hub.matches.open(match_id)).code)
    assert guest.seating.sit(match_id, 1)
    return match_id, host, guest


def _played(folder: Path, game: str, play: Play, entries: int = 12) -> None:
    async def session() -> None:
        with own_hub(folder) as hub:
            match_id = _opened(hub, game, entries)
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match_id, size=(412, 915))
            await play(screen, lambda: hub.matches.open(match_id))
            screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("game", REFEREED)
def test_table_counts_from_any_moment_and_goes_on_with_a_referee(tmp_path: Path, game: str) -> None:
    account, item = (part.format(seat=0) for part in game_screen(game).counted[0])

    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        before = now()
        await screen.touch("tools")
        await screen.touch("counting:on")
        assert now().counting
        assert not {"doubt", "kinds"} & set(screen.touchable())
        await screen.touch(f"more:0:{item}")
        held = before.state.ledger.balance(account, item)
        assert now().state.ledger.balance(account, item) == held + 1
        turn = now().game.awaiting(now().state)
        await screen.touch(f"counting:turn:{len(now().entries)}")
        assert now().game.awaiting(now().state) != turn
        await screen.touch("counting:off")
        assert not now().counting
        assert "doubt" in screen.touchable()
        # Each was an entry of its own, and is taken back like any other.
        assert [type(entry.body) for entry in now().entries[len(before.entries) :]] == [
            Refereed,
            Adjusted,
            Adjusted,
            Refereed,
        ]

    _played(tmp_path, game, play)


def test_undone_count_is_told_by_what_it_changed(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        for key in ("tools", "counting:on", "more:1:prestige"):
            await screen.touch(key)
        count = now().entries[-1].id
        await screen.touch("undo")
        match = now()
        telling = telling_of(match, Wording("urban_sprawl", match.options.players))
        said = telling.text(count)
        assert "Beto" in said
        assert telling.text(match.entries[-1].id) == f"Deshecho: {said.removesuffix('.')}"

    _played(tmp_path, "urban_sprawl", play)


def test_touched_number_of_something_nobody_has_is_typed_alone(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        for key in ("tools", "counting:on", "number:1:cube:stone"):
            await screen.touch(key)
        assert now().state.ledger.balance("seat:1", "cube:stone") == 0
        offered = {key for key in screen.touchable() if key.startswith("adjust:")}
        assert offered == {"adjust:close", "adjust:seat:1:cube:stone:more"}
        for key in ("adjust:seat:1:cube:stone:more", "adjust:record"):
            await screen.touch(key)
        assert now().state.ledger.balance("seat:1", "cube:stone") == 1

    _played(tmp_path, "kingdom_of_solomon", play)


def test_hidden_counts_show_while_their_owner_looks(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        for key in ("tools", "counting:on"):
            await screen.touch(key)
        assert now().counting

        def numbers() -> list[str]:
            return [t for t in texts(screen.client.page) if re.search(r"^Pesos de \w+: \d", t)]

        assert numbers() == []
        await screen.hold("hold:1")
        assert len(numbers()) == 1
        await screen.let_go("hold:1")
        assert numbers() == []

    _played(tmp_path, "santiago_de_cuba", play)


def test_phone_of_one_person_begins_with_the_counts_of_that_one(tmp_path: Path) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id, host, guest = _shared(hub, "urban_sprawl")
            done(hub.matches.submit(match_id, Submission("counting", Refereed(judged=False))))
            for seat, client in enumerate((host, guest)):
                screen = await drawn(table.Screen, context(client, client.device), match_id)
                first = next(key for key in screen.in_order() if key.startswith("more:"))
                assert first.startswith(f"more:{seat}:")
                screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("game", ["urban_sprawl", "scorekeeping"])
def test_whoever_only_looks_on_reads_the_counts_without_buttons(tmp_path: Path, game: str) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id, host, _ = _shared(hub, game)
            if game != "scorekeeping":
                done(hub.matches.submit(match_id, Submission("counting", Refereed(judged=False))))
            onlooker = Client(hub, device_id("onlooker"), owner=False)
            onlooker.seating.join(host.seating.table(hub.matches.open(match_id)).code)
            views: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
            for client in (host, onlooker):
                screen = await drawn(table.Screen, context(client, client.device), match_id)
                views.append((tuple(texts(screen.client.page)), screen.touchable()))
                screen.close()
            (_, counting), (said, reading) = views
            assert any(key.startswith("more:") for key in counting)
            changing = ("more:", "less:", "number:", "counting:turn", "counting:off")
            assert not [key for key in reading if key.startswith(changing)]
            name = hub.matches.open(match_id).options.players[1]
            assert [text for text in said if re.search(rf" de {name}: \W?\d", text)]

    asyncio.run(session())


@pytest.mark.parametrize("game", REFEREED)
def test_table_ends_its_match_and_takes_that_back(tmp_path: Path, game: str) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await screen.touch("tools")
        await screen.touch("closing:open")
        await screen.touch("closing:end")
        outcome = now().outcome
        assert outcome is not None
        assert now().finished is not None
        said = Wording(game, now().options.players).outcome(outcome)
        assert said in texts(screen.client.page)
        await screen.touch("undo")
        assert now().outcome is None
        assert now().finished is None

    _played(tmp_path, game, play)


def test_hidden_count_that_is_visible_here_does_not_fall_below_zero(tmp_path: Path) -> None:
    """The owner's device refuses it; another one cannot, lest it tells of what is hidden."""

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id, host, _ = _shared(hub, "santiago_de_cuba")
            done(hub.matches.submit(match_id, Submission("counting", Refereed(judged=False))))
            start = hub.matches.open(match_id).state.ledger
            screen = await drawn(table.Screen, context(host, host.device), match_id)
            for seat, least in ((0, 0), (1, -2)):
                for _ in range(start.balance(f"seat:{seat}", "peso") + 2):
                    await screen.touch(f"less:{seat}:peso")
                after = hub.matches.open(match_id).state.ledger
                assert after.balance(f"seat:{seat}", "peso") == least
            screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("role", ["host", "guest"])
@pytest.mark.parametrize("game", ["santiago_de_cuba", "kingdom_of_solomon"])
def test_end_is_offered_to_whoever_may_record_it(tmp_path: Path, game: str, role: str) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id, host, guest = _shared(hub, game)
            client = host if role == "host" else guest
            screen = await drawn(table.Screen, context(client, client.device), match_id)
            await screen.touch("tools")
            await screen.touch("closing:open")
            may = role == "host" or not hides(hub.matches.open(match_id))
            assert ("closing:end" in screen.touchable()) == may
            if may:
                await screen.touch("closing:end")
            assert (hub.matches.open(match_id).outcome is not None) == may
            screen.close()

    asyncio.run(session())


def test_count_is_no_moment_that_stands_before_the_others(tmp_path: Path) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        for key in ("tools", "counting:on", "more:1:tokens"):
            await screen.touch(key)
        assert now().state.ledger.balance("seat:1", "tokens") == 1
        assert not [key for key in screen.touchable() if key.startswith("moment")]
        assert "more:1:tokens" in screen.touchable()

    _played(tmp_path, "kingdom_of_solomon", play)


@pytest.mark.parametrize(
    ("counted_most", "course"), [("crystal", "Cristales"), ("dragon", "Dragones")]
)
def test_result_shows_the_course_of_what_decided(
    tmp_path: Path, counted_most: str, course: str
) -> None:
    async def session() -> None:
        with own_hub(tmp_path) as hub:
            match_id = _opened(hub, "blue_moon", 3)
            state = hub.matches.open(match_id).state
            more = 9 - state.ledger.balance("seat:0", counted_most)
            most = Posted(account="seat:0", item=counted_most, amount=more)
            for body in (Refereed(judged=False), Adjusted(postings=(most,)), Closed()):
                sent = Submission(f"sent-{len(hub.matches.open(match_id).entries)}", body)
                assert isinstance(done(hub.matches.submit(match_id, sent)), Recorded)
            ctx = context(Client(hub, "here", owner=True), "here")
            screen = await drawn(result.Screen, ctx, match_id)
            assert f"Evolución: {course}" in texts(screen.client.page)
            screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("game", REFEREED)
def test_nothing_is_counted_after_the_end(tmp_path: Path, game: str) -> None:
    async def play(screen: Drawn, now: Callable[[], Match]) -> None:
        await screen.touch("tools")
        await screen.touch("counting:on")
        assert any(key.startswith("more:") for key in screen.touchable())
        await screen.touch("counting:finish")
        await screen.type_in("closing:reason", "Tarde")
        await screen.touch("closing:end")
        assert not any(key.startswith("more:") for key in screen.touchable())
        assert "La mesa da por terminada la partida: Tarde" in " ".join(texts(screen.client.page))
        await screen.touch("undo")
        assert now().counting
        assert any(key.startswith("more:") for key in screen.touchable())

    _played(tmp_path, game, play)


def _counting(match: Match, *bodies: Body) -> Match:
    for body in (Refereed(judged=False), *bodies):
        match = _with(match, body)
    return match


@pytest.mark.parametrize("game", REFEREED)
def test_count_is_told_as_one_and_an_adjustment_of_a_judged_match_is_not(game: str) -> None:
    match = next(everywhere(game))
    account, item = (part.format(seat=0) for part in game_screen(game).counted[0])
    wording = Wording(game, match.options.players)

    def text_of(match: Match) -> str:
        return telling_of(match, wording, (0, 1)).text(match.entries[-1].id)

    name = match.options.players[0]
    more = counted(match, account, item, 1)
    said = text_of(_counting(match, more))
    assert name in said
    assert re.search(r"^[^.]+: [^.]+ \+1$", said)
    assert text_of(_with(match, more)).startswith("Ajuste. ")
    turn = turn_passed(match)
    assert turn is not None
    assert "Ajuste" not in text_of(_counting(match, turn))
    again = _counting(match, more, Refereed(judged=True), more)
    assert text_of(again).startswith("Ajuste. ")


def test_table_that_somebody_has_left_counts_like_any_other() -> None:
    """Nobody has said that it counts: what it changes are counts, in rounds, and a referee may."""
    match = _with(next(match for match in everywhere("urban_sprawl") if match.steps), Left(seat=0))
    assert counted_round(match) == 1
    account, item = (part.format(seat=1) for part in game_screen("urban_sprawl").counted[0])
    match = _with(match, counted(match, account, item, 1))
    wording = Wording("urban_sprawl", match.options.players)
    assert "Ajuste" not in telling_of(match, wording, (0, 1)).text(match.entries[-1].id)
    assert not assumed(match)
    assert match.counting


@pytest.mark.parametrize("game", REFEREED)
def test_turn_passes_from_any_table_and_comes_around_as_a_round(game: str) -> None:
    for match in (next(everywhere(game)), *islice(everywhere(game, Random(game)), 5)):
        if match.outcome:
            continue
        counting = _counting(match)
        first, wording = counted_round(counting), Wording(game, match.options.players)
        for _ in match.options.players:
            before = counting.game.awaiting(counting.state)
            body = turn_passed(counting)
            assert body is not None
            counting = _with(counting, body)
            assert counting.broken is None
            after = counting.game.awaiting(counting.state)[:1]
            assert after != before[:1]
            # With the turn a phase may be set, which is not what the table has said.
            said = telling_of(counting, wording).text(counting.entries[-1].id)
            assert said == f"Le toca a {wording.player(after[0])}"
        assert (first, counted_round(counting)) == (1, 2)
        assert counted_round(_with(counting, Refereed(judged=True))) == 0


@pytest.mark.parametrize("reason", ["", "Se cayó al suelo"])
@pytest.mark.parametrize("game", ["kingdom_of_solomon", "urban_sprawl"])
def test_acta_says_what_was_counted_and_for_which_reason(game: str, reason: str) -> None:
    match = next(everywhere(game))
    account, item = (part.format(seat=0) for part in game_screen(game).counted[0])
    body = counted(match, account, item, 1).model_copy(update={"reason": reason})
    counted_match = _with(match, body)
    wording = Wording(game, match.options.players)
    said = telling_of(counted_match, wording).text(counted_match.entries[-1].id)
    told = told_effects(counted_match, counted_match.steps[-1], (), wording)[0]
    assert said == told.rstrip(".") + (f" ({reason})" if reason else "")


def test_counter_says_what_nobody_has_read_until_somebody_counts_it(tmp_path: Path) -> None:
    sold = reported(begun(), {"kind": "sell", "seat": 1, "place": "price.timber-1"})

    async def session() -> None:
        with own_hub(tmp_path) as hub:
            answer = hub.files.import_acta(acta_file.dumps(sold.entries).encode())
            assert isinstance(answer, Imported), answer
            match_id, ctx = sold.started.match, context(Client(hub, "here", owner=True), "here")
            screen = await drawn(table.Screen, ctx, match_id)

            def numbers() -> list[str]:
                said = map(str, texts(screen.client.page))
                return sorted({t for t in said if t.startswith("Puntos de ")})

            for key in ("tools", "counting:on", "more:1:point"):
                await screen.touch(key)
            assert numbers() == ["Puntos de Ana: 10", "Puntos de Beto: 11 + ?"]
            # A number that is typed is what lies there; a touch on + or − comes on top.
            for key in ("number:1:point", "adjust:seat:1:point:more", "adjust:record"):
                await screen.touch(key)
            assert numbers() == ["Puntos de Ana: 10", "Puntos de Beto: 12"]
            screen.close()

    asyncio.run(session())


@pytest.mark.parametrize("game", REFEREED)
def test_match_is_not_closed_twice(game: str) -> None:
    match = next(everywhere(game))
    closed = _with(match, Closed())
    assert closed.outcome is not None
    assert closed.broken is None
    again = _with(closed, Closed())
    assert again.broken is not None
    assert again.broken.fault == "not_closable"


def _with(match: Match, body: Body) -> Match:
    last = match.entries[-1]
    entry = last.model_copy(
        update={"seq": len(match.entries), "id": f"more-{len(match.entries)}", "body": body}
    )
    return fold({match.game.id: match.game}, (*match.entries, entry))


@pytest.mark.parametrize("seed", seeds(2, 8))
@pytest.mark.parametrize("game", REFEREED)
def test_one_more_of_anything_counted_fits_every_table(game: str, seed: int) -> None:
    """If the supply has it, the table is as sound as before."""
    rng, wording = Random(seed), Wording(game)
    for match in islice(everywhere(game, rng), 12):
        codes = {settable.code for settable in match.game.settables_of(match.state)}
        assert TURN in codes
        for place, name in game_screen(game).counted:
            account, item = place.format(seat=1), name.format(seat=1)
            assert wording.item_label(item)
            body = counted(match, account, item, 1)
            if impossible(match.game, match.state, body):
                continue
            adjusted = adjust(match.game, match.state, body)
            assert not isinstance(adjusted, str)
            after, _ = adjusted
            had = match.state.ledger.balance(account, item)
            assert after.ledger.balance(account, item) == had + 1
            if len(body.postings) > 1:
                problems = {p.key for p in legality.problems(match.game, after)}
                assert problems <= {p.key for p in match.problems}
