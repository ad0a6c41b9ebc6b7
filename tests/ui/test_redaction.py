"""Redaction of what screens get: nothing hidden can be read, even if a screen forgets to ask."""

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.bootstrap import catalog, new_id
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.form import Draft
from companion.kernel.pieces.ledger import Transfer, Visibility, seat_account
from companion.kernel.refusal import Failure
from companion.match.entries import (
    Amended,
    Body,
    Entry,
    FactsEntered,
    Noted,
    Remove,
    Undone,
)
from companion.match.files import acta_file
from companion.match.fold import Match, append
from companion.match.resumable import done
from companion.match.review import score_changes
from companion.match.steps import Step
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Submission
from companion.services.privacy import redaction as veiling
from companion.services.privacy import visibility
from companion.services.privacy.redaction import Hidden, RedactedMatch, RedactedState, redact
from companion.services.sharing.shared_tables import device_id
from companion.services.storage.sqlite_store import SqliteStore
from tests.ui.tables import NOW, actas, changed, changes, hiding, read, situations, until

PROGRAM = Path(companion.__file__).parent
HIDING = hiding()


def _hidden(match: Match) -> str:
    return next(s.family for s in match.game.items_of(match.state) if s.balance is Visibility.OWNER)


def _everyone(match: Match) -> range:
    return range(len(match.options.players))


@pytest.mark.parametrize("game", HIDING)
def test_hidden_amount_cannot_be_read_from_a_redacted_match(game: str) -> None:
    for match in filter(visibility.hides, situations(game)):
        item = _hidden(match)
        for mine, looking, own in (
            ((), None, ()),
            ((0,), None, (0,)),
            (_everyone(match), None, ()),
            (_everyone(match), 1, (1,)),
        ):
            seen = redact(match, mine, looking)
            for seat in _everyone(match):
                account = seat_account(seat)
                if seat in own:
                    there = match.state.ledger.balance(account, item)
                    assert seen.state.ledger.balance(account, item) == there
                    continue
                for ask in (seen.state.ledger.balance, seen.state.ledger.total):
                    with pytest.raises(Hidden):
                        ask(account, item)
                held = seen.state.ledger.held(account)
                assert not any(i.partition(":")[0] == item for i in held)
                view = seen.game.public_view(seen.state, seat)
                assert view == match.game.public_view(match.state, None)


@pytest.mark.parametrize("game", HIDING)
def test_redacted_match_is_complete_after_the_end(game: str) -> None:
    for match in map(read, actas(game)):
        if match.outcome:
            seen = redact(match, ())
            assert {*seen.state.ledger.items()} == {*match.state.ledger.items()}
            assert seen.game.score(seen.state) == match.game.score(match.state)


@pytest.mark.parametrize("game", HIDING)
def test_hidden_score_cannot_be_read_from_a_redacted_match(game: str) -> None:
    for match in filter(visibility.hides, situations(game)):
        seen = redact(match, (0,))
        lines = match.game.score(match.state)
        for line, redacted_line in zip(lines, seen.game.score(seen.state), strict=True):
            if line.hidden and line.seat != 0:
                assert redacted_line.covered
                with pytest.raises(Hidden):
                    _ = redacted_line.amount
            else:
                assert redacted_line == line
        plenty = list(changes(match, (1,)))[1]
        assert score_changes(seen, redact(changed(match, plenty), (0,))) == ()


@pytest.mark.parametrize("game", HIDING)
def test_redacted_refusal_has_its_code_but_no_parameters(game: str) -> None:
    """Private conditions are tried where they fail: their code is shown, no parameter is."""
    checked = 0
    for match in filter(visibility.hides, situations(game)):
        poor = changed(match, next(iter(changes(match, _everyone(match)))))
        seen, own = redact(poor, _everyone(match)), match.game.awaiting(match.state)[0]
        alone = redact(poor, (own,))
        for kind in match.game.action_models:
            for action in _tried(poor, own, kind):
                refusal = legality.check(poor.game, poor.state, action)
                if refusal is None or legality.tells_all(poor.game, kind, refusal.code):
                    continue
                bare = legality.check(seen.game, seen.state, action)
                assert bare is not None
                assert (bare.code, bare.kind) == (refusal.code, refusal.kind)
                assert not bare.params
                assert legality.check(alone.game, alone.state, action) == refusal
                checked += 1
    assert checked


def _tried(match: Match, seat: int, kind: str) -> Iterator[Any]:
    """Yield some reports of a kind, whatever they cost."""
    rich = changed(match, list(changes(match, (seat,)))[1])
    for number, action in enumerate(legality.legal_of_kind(rich.game, rich.state, seat, kind)):
        if number == 20:
            return
        yield action


@pytest.mark.parametrize("game", HIDING)
def test_redacted_state_answers_public_queries_like_the_whole(game: str) -> None:
    for match in filter(visibility.hides, situations(game)):
        seen, seat = redact(match, _everyone(match)), match.game.awaiting(match.state)[0]
        assert isinstance(seen.state, RedactedState)
        assert seen.game.awaiting(seen.state) == match.game.awaiting(match.state)
        assert seen.game.duties(seen.state) == match.game.duties(match.state)
        for kind in match.game.action_models:
            draft = Draft(kind, seat, {})
            one = legality.check_draft(seen.game, seen.state, draft, private=False)
            assert one == legality.check_draft(match.game, match.state, draft, private=False)
        parts = seen.game.settables_of(seen.state), match.game.settables_of(match.state)
        for settable, whole in zip(*parts, strict=True):
            assert settable.values(seen.state) == whole.values(match.state)


def test_value_entered_on_a_redacted_match_replays_like_the_whole() -> None:
    match = read(actas("blue_moon_city")[0])
    box = match.game.box
    assert box is not None
    late = [step.read for step in match.steps[100:]]
    early = frozenset().union(*(step.read for step in match.steps[:100]))
    fact = next(f for reads in late for f in sorted(reads - early) if f.endswith("crystals"))
    value = 0 if match.facts[fact] else 1
    entry = Entry(
        seq=len(match.entries), id="typed-1", at=NOW, body=FactsEntered(facts={fact: value})
    )
    before, whole = redact(match, ()), append(match, entry)
    seen = append(before, entry)
    assert len(seen.steps) == len(whole.steps) > 100
    assert [step.read for step in seen.steps] == [step.read for step in whole.steps]
    assert all(isinstance(step.state, RedactedState) for step in seen.steps)
    assert seen.steps[50].action is before.steps[50].action, "played again"
    assert seen.steps[-2].action is not before.steps[-1].action, "not played again"
    assert seen.game.public_view(seen.state, None) == match.game.public_view(whole.state, None)


def test_presenter_that_forgets_visibility_raises_on_redacted_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Presenters that forget to ask who looks get no number to show."""
    from companion.rulebook.wording import Wording
    from companion.ui.screens.recount import presenter as recount

    match = next(filter(visibility.hides, situations("santiago_de_cuba")))
    words = Wording(match.game.id, match.options.players, match.rulings, match.facts)
    monkeypatch.setattr(visibility, "counted", lambda *_given: True)
    assert recount.groups(match, words, {}, (0,))
    with pytest.raises(Hidden):
        recount.groups(redact(match, (0,)), words, {}, (0,))


# Functions that hand matches to screens -----------------------------------------------------------


def test_every_match_handed_to_a_client_is_redacted(tmp_path: Path) -> None:
    hub = Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, new_id)
    data = actas("blue_moon_city")[0].read_bytes()
    client = Client(hub, device_id("here"), owner=True)
    imported = client.files.import_acta(data)
    match_id = hub.matches.list.all()[0].id
    noted = done(client.matches.submit(match_id, Submission("note-0001", Noted(text="hola"))))
    gone = Remove(target=client.matches.open(match_id).steps[-1].item.id)
    handed = (
        imported,
        client.matches.open(match_id),
        done(client.matches.preview(match_id, (gone,))),
        noted,
    )
    matches = [match for thing in handed for match in _matches(thing)]
    assert len(matches) >= len(handed)
    assert all(isinstance(match, RedactedMatch) for match in matches)


def test_steps_redacted_before_are_not_redacted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the viewer nor everybody redacts steps again, also after a correction is undone."""
    hub = Hub(SqliteStore(tmp_path), GAMES, catalog, lambda: NOW, new_id)
    entries = acta_file.loads(actas("santiago_de_cuba")[0].read_bytes())
    last = len(entries) // 2
    client = Client(hub, device_id("here"), owner=True)
    client.files.import_acta(acta_file.dumps(entries[:last]).encode())
    match_id = hub.matches.list.all()[0].id
    client.seating.open_table(match_id, (0,))
    looked: list[str] = []
    step = veiling._step

    def counted(match: Match, one: Step, *given: Any) -> Step:
        looked.append(one.item.id)
        return step(match, one, *given)

    monkeypatch.setattr(veiling, "_step", counted)

    def after(entry: str, body: Body) -> int:
        looked.clear()
        done(client.matches.submit(match_id, Submission(entry, body)))
        assert client.matches.open(match_id).by_all.steps
        return len(looked)

    gone = client.matches.open(match_id).steps[-1].item.id
    assert after("note-0001", Noted(text="hola")) == len(client.matches.open(match_id).steps)
    assert after(entries[last].id, entries[last].body) == 2
    assert after("amended-1", Amended(edits=(Remove(target=gone),))) <= 2
    assert after("undone-1", Undone(to="amended-1")) == 0


def _matches(thing: object) -> Iterator[Match]:
    if isinstance(thing, Match):
        yield thing
    elif is_dataclass(thing):
        for one in fields(thing):
            yield from _matches(getattr(thing, one.name))


DOORS = {"whole", "unredacted", "lifted", "_whole", "_state", "_hub"}
"""Attributes that lead behind the redaction."""
GIVEN = {"call_on_whole_state": {"ui/games/blue_moon_city/cards.py"}}
"""Functions that ask the game itself, with the files that may call them."""
OPEN = {
    name
    for name, game in GAMES.items()
    if not any(spec.balance is Visibility.OWNER for spec in game.items)
}
"""Games in which nobody hides anything: all that is counted is there for everybody."""


def test_no_screen_bypasses_the_redaction() -> None:
    for path in sorted((*PROGRAM.glob("ui/**/*.py"), *PROGRAM.glob("server/*.py"))):
        where = path.relative_to(PROGRAM).as_posix()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in DOORS:
                # Ruling cards, hypotheses and rooms have attributes of their own with these names.
                owner = ast.unparse(node.value).removeprefix("self.")
                allowed = ("shown", "hypothesis", "self", "whole", "room")
                assert owner in allowed, (where, owner, node.attr)
            if isinstance(node, ast.ImportFrom):
                assert node.module != "companion.services.privacy.redacted_state", where
            if isinstance(node, ast.Name) and node.id in GIVEN:
                assert where in GIVEN[node.id] or _game_of(where) in OPEN, where


def _game_of(where: str) -> str:
    """Return the game whose screens a file belongs to, or nothing."""
    parts = where.split("/")
    return parts[2] if parts[:2] == ["ui", "games"] and len(parts) > 3 else ""


def test_redacted_failure_keeps_its_cited_sections() -> None:
    from companion.services.privacy.redacted_state import bare

    assert bare(Failure({"held": 3}, cites=("a",))) == Failure(cites=("a",))


def test_hidden_transfers_are_left_out_of_redacted_steps() -> None:
    """Today's games hide no payments; a game that does is redacted alike."""
    from dataclasses import replace

    whole = next(m for m in map(read, actas("blue_moon_city")) if visibility.hides(m))
    match = until(whole, len(whole.steps) - 5)
    closed = tuple(
        replace(spec, transfer=Visibility.OWNER) if spec.family == "crystal" else spec
        for spec in match.game.items_of(match.state)
    )
    game = replace(match.game, items_in=lambda _state: closed)
    hiding = replace(match, game=game)
    paid = [e for s in hiding.steps for e in s.effects if _crystals(e)]
    assert paid
    assert not [e for s in redact(hiding, ()).steps for e in s.effects if _crystals(e)]


def _crystals(effect: object) -> bool:
    return isinstance(effect, Transfer) and effect.item == "crystal"
