"""Hub on every registered game: random tables, with everything a table can do to an acta."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel.game import Game
from companion.kernel.pieces.ledger import family
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Consent,
    Edit,
    FactsEntered,
    Insert,
    Move,
    Posted,
    Redone,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Setting,
    Undone,
)
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.review import review
from companion.services.hub import Hub
from companion.services.matches.results import (
    AlreadyHere,
    Blocked,
    NewMatch,
    Recorded,
    Refused,
    Submission,
    UnreadableInput,
)
from companion.services.storage.sqlite_store import SqliteStore
from tests.games.random_play import any_action, legal_action, sample_of
from tests.seeds import seeds
from tests.services.conftest import Clock, Ids


class Player:
    """Player of anything that screens let a table do, at random."""

    def __init__(self, game: Game[Any], folder: Path, seed: int) -> None:
        self.rng, self.ids, self.folder = Random(seed), Ids(), folder
        self.hub = self._hub()
        options, facts, rulings = sample_of(game).table(self.rng)
        new = NewMatch(game.id, options.model_dump(), dict(rulings), dict(facts))
        made = self.hub.matches.create(new)
        assert isinstance(made, Match), made
        self.match = made

    def _hub(self) -> Hub:
        return Hub(SqliteStore(self.folder), GAMES, catalog, Clock(), self.ids)

    def step(self) -> None:
        """Submit one more random entry."""
        body = self._body()
        if body is None:
            return
        answer = done(
            self.hub.matches.submit(self.match.started.match, Submission(self.ids(), body))
        )
        assert isinstance(answer, Recorded | Refused | UnreadableInput | Blocked), answer
        if isinstance(answer, UnreadableInput):
            assert "not_applicable" not in {error.code for error in answer.errors}, (body, answer)
        assert answer.match is not None
        self.match = answer.match

    def _body(self) -> Body | None:
        what = self.rng.random()
        if self.match.broken and what < 0.7:
            return Undone(to=self.match.timeline.past[-1].entry.id)
        if what < 0.72:
            return self._legal()
        others = (self._anything, self._adjusted, self._fact, self._ruling, self._undone)
        return self.rng.choice((*others, self._redone, self._amended))()

    def _legal(self) -> Body | None:
        action = legal_action(self.match.game, self.match.state, self.rng)
        return Reported(action=action.model_dump(mode="json")) if action else None

    def _anything(self) -> Reported:
        action = any_action(self.match.game, self.match.state, self.rng)
        consent = self.rng.choice((None, Consent(by="Ana")))
        return Reported(action=action.model_dump(mode="json"), consent=consent)

    def _adjusted(self) -> Adjusted | None:
        game, state = self.match.game, self.match.state
        items = sorted({item for _, item, _ in state.ledger.items()})
        items = [i for i in items if family(i) in {spec.family for spec in game.items}]
        if not items:
            return None
        account, item = self.rng.choice(game.accounts(state)), self.rng.choice(items)
        posted = Posted(account=account, item=item, amount=self.rng.randint(-2, 3))
        if not game.settables_of(state) or self.rng.random() < 0.5:
            return Adjusted(postings=(posted,))
        settable = self.rng.choice(game.settables_of(state))
        values = settable.values(state)
        settings = (Setting(code=settable.code, value=self.rng.choice(values)),) if values else ()
        return Adjusted(settings=settings)

    def _fact(self) -> FactsEntered | None:
        listed = catalog(self.match.game.id).fact_specs
        if not listed:
            return None
        specs = self.rng.choices(listed, k=self.rng.choice((1, 1, 3)))
        known = {spec.id: [spec.value, *spec.candidates] for spec in specs}
        typed = {fact: self.rng.choice(values) for fact, values in known.items()}
        return FactsEntered(facts=typed)

    def _ruling(self) -> RulingChanged | None:
        listed = catalog(self.match.game.id).rulings
        if not listed:
            return None
        ruling = self.rng.choice(listed)
        return RulingChanged(ruling=ruling.id, reading=self.rng.choice(ruling.readings))

    def _undone(self) -> Undone | None:
        past = self.match.timeline.past[-6:]
        return Undone(to=self.rng.choice(past).entry.id) if past else None

    def _redone(self) -> Redone | None:
        future = self.match.timeline.future
        return Redone(to=self.rng.choice(future).entry.id) if future else None

    def _amended(self) -> Amended | None:
        items = self.match.timeline.items[-12:]
        if not items:
            return None
        one, two = self.rng.choice(items), self.rng.choice(items)
        edits: tuple[Edit, ...] = (
            Remove(target=one.id),
            Replace(target=one.id, body=self._anything()),
            Insert(id=self.ids(), before=one.id, body=self._anything()),
            Move(target=one.id, before=None if one is two else two.id),
        )
        return Amended(edits=(self.rng.choice(edits),))

    def look(self) -> None:
        """Check what must hold at any time, whatever was done."""
        match, game = self.match, self.match.game
        again = self._hub()
        reopened = again.matches.open(match.started.match)
        assert reopened.entries == match.entries
        assert reopened.state == match.state
        assert [s.verdict for s in review(reopened)] == [s.verdict for s in review(match)]
        assert again.matches.list.all() == self.hub.matches.list.all()
        assert isinstance(
            again.files.import_acta(self.hub.files.export(match.started.match)), AlreadyHere
        )
        game.score(match.state), game.duties(match.state), game.invariants(match.state)
        for seat in (None, 0):
            game.public_view(match.state, seat)


def _play(game: Game[Any], folder: Path, seed: int, steps: int) -> None:
    player = Player(game, folder, seed)
    for n in range(steps):
        player.step()
        if n % 40 == 0:
            player.look()
    player.look()


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("seed", seeds(4))
def test_random_table_of_every_game_reopens_the_same(name: str, seed: int, tmp_path: Path) -> None:
    _play(GAMES[name], tmp_path, seed, 160)


@pytest.mark.campaign
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", list(GAMES))
def test_random_table_of_every_game_reopens_the_same_long_run(name: str, tmp_path: Path) -> None:
    for seed in range(1000, 2000):
        _play(GAMES[name], tmp_path / str(seed), seed, 250)
