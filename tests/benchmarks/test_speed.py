"""Speed of the core of the app. Figures, never assertions: `README.md` describes how to run it."""

from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.bootstrap import catalog, new_id, now
from companion.games import GAMES
from companion.games.blue_moon import GAME as MOON
from companion.games.blue_moon.catalogue import (
    BOOSTER,
    CARDS,
    CHARACTER,
    DECKS,
    ELEMENTS,
    PREPARED,
    SUPPORT,
)
from companion.games.blue_moon.state import AID, COMBAT
from companion.kernel import legality
from companion.kernel.advice.remedies import draft_of
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.match.entries import Entry, Noted, Reported
from companion.match.files import acta_file
from companion.match.files.acta_reader import read_file
from companion.match.fold import append, fold
from companion.match.resumable import done
from companion.rulebook import loader
from companion.rulebook.search import search
from companion.rulebook.wording import Wording
from companion.services.hub import Hub
from companion.services.matches.results import Submission
from companion.services.storage.sqlite_store import SqliteStore
from companion.ui.views.rulings import ruling_view
from tests.games.blue_moon.sample import lay
from tests.games.random_play import Played, legal_action, play, slip
from tests.match.builders import BEGINNING, random_header

pytestmark = pytest.mark.benchmark

PLAYED = 500
PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Return each game in turn."""
    registered: Game[Any] = GAMES[request.param]
    return registered


def _actions(game: Game[Any]) -> list[Played]:
    """Return the actions of several random matches, each with the state it was played on."""
    matches = (play(game, Random(seed)) for seed in range(100))
    return list(islice((played for match in matches for played in match), PLAYED))


def _acta(game: Game[Any]) -> list[Entry]:
    """Return the acta of a random match of 500 actions, or the longest there is."""
    longest: list[Entry] = []
    for seed in range(60):
        entries = _random_acta(game, Random(seed))
        longest = max(longest, entries, key=len)
        if len(longest) > PLAYED:
            break
    return longest


def _random_acta(game: Game[Any], rng: Random) -> list[Entry]:
    entries = [random_header(game, rng)]
    state = fold(GAMES, entries).state
    while len(entries) <= PLAYED:
        action = legal_action(game, state, rng)
        if action is None:
            break
        report = Reported(action=action.model_dump(mode="json"), rules_version=game.version)
        n = len(entries)
        entries.append(Entry(seq=n, id=f"entry-{n}", at=BEGINNING, body=report))
        state, _ = game.apply(state, action)
    return entries


def test_ruling_card_of_a_wrong_report(benchmark: BenchmarkFixture, game: Game[Any]) -> None:
    """Remedies are proved and ruling dependencies searched."""
    rng, refused_reports = Random(11), []
    for played in _actions(game):
        action = slip(game, played.after, rng)
        refusal = legality.check(game, played.after, action)
        if refusal and action.seat < len(played.after.options.players):
            refused_reports.append((played.after, action, refusal))
    cards = cycle(refused_reports)
    wording = Wording(game.id)

    def card() -> None:
        state, action, refusal = next(cards)
        seen = range(len(state.options.players))
        ruling_view.card_of(game, state, wording, refusal, draft_of(action), action, seen=seen)

    benchmark(card)


def test_check_and_apply_one_action(benchmark: BenchmarkFixture, game: Game[Any]) -> None:
    """Judge and applies actions of random legal play."""
    each = cycle(_actions(game))

    def one() -> None:
        played = next(each)
        legality.check(game, played.before, played.action)
        game.apply(played.before, played.action)

    benchmark(one)


def _five_against_five() -> list[tuple[Any, Action]]:
    """Return reports of Blue Moon where five cards lie active on either side."""
    rng, reports = Random(5), list[tuple[Any, Action]]()
    while len(reports) < PLAYED:
        decks = (rng.choice(DECKS), rng.choice(DECKS))
        active = {str(seat): _active(deck, rng) for seat, deck in enumerate(decks)}
        laid = {
            place: {
                seat: [name for name in names if (CARDS[name].type == SUPPORT) == (place == AID)]
                for seat, names in active.items()
            }
            for place in (COMBAT, AID)
        }
        state = lay({"decks": decks, "element": rng.choice(ELEMENTS), **laid})
        reports += ((state, act) for act in islice(legality.legal_actions(MOON, state), 10))
    return reports


def _active(deck: str, rng: Random) -> list[str]:
    fitting = [c for c in PREPARED[deck] if CARDS[c].type in (CHARACTER, BOOSTER, SUPPORT)]
    return rng.sample(fitting, 5)


def test_check_and_apply_with_five_active_cards_a_side(benchmark: BenchmarkFixture) -> None:
    """Judge and applies one action of Blue Moon."""
    each = cycle(_five_against_five())

    def one() -> None:
        state, action = next(each)
        legality.check(MOON, state, action)
        MOON.apply(state, action)

    benchmark(one)


def test_fold_the_longest_recorded_match(benchmark: BenchmarkFixture, game: Game[Any]) -> None:
    """Folds the entries of a recorded match to its state."""
    files = (PLAYTHROUGHS / game.id).glob("*.acta")
    entries = max((read_file(GAMES, catalog, f.read_bytes()).entries for f in files), key=len)
    benchmark.extra_info["entries"] = len(entries)
    assert benchmark(fold, GAMES, entries).broken is None


def test_fold_a_long_random_match(benchmark: BenchmarkFixture, game: Game[Any]) -> None:
    """Folds its entries to its state."""
    entries = _acta(game)
    benchmark.extra_info["entries"] = len(entries)
    assert benchmark(fold, GAMES, entries).broken is None


def test_read_the_file_of_a_long_match(benchmark: BenchmarkFixture, game: Game[Any]) -> None:
    """Parses, validates, checks against the box and folds it."""
    data = acta_file.dumps(_acta(game)).encode()
    benchmark.extra_info["bytes"] = len(data)
    benchmark(read_file, GAMES, catalog, data)


def test_append_one_entry_to_a_long_match(benchmark: BenchmarkFixture, game: Game[Any]) -> None:
    match = fold(GAMES, _acta(game)[:-1])
    last = _acta(game)[-1]
    benchmark(append, match, last)


def test_submit_a_note_to_a_long_match(
    benchmark: BenchmarkFixture, game: Game[Any], tmp_path: Path
) -> None:
    """Measure all the way to the disk (`synchronous = FULL`)."""
    entries = _acta(game)
    hub = Hub(SqliteStore(tmp_path), GAMES, catalog, now, new_id)
    hub.files.import_acta(acta_file.dumps(entries).encode())
    body = Noted(text="Pausa para cenar")
    benchmark(lambda: done(hub.matches.submit("match-1", Submission(new_id(), body))))


@pytest.mark.parametrize("query", ["loseta", "pagar de mas", "empate final", "xyzzy"])
def test_search_the_rules(benchmark: BenchmarkFixture, query: str) -> None:
    """Search once the index is there."""
    rulebook = loader.load("blue_moon_city").rulebook
    benchmark(search, rulebook, query)
