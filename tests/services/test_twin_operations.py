"""Operations of a device get one answer beside twins that differ only in what others hide."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.bootstrap import own_hub
from companion.kernel.legality import legal_actions
from companion.match.entries import (
    Adjusted,
    Amended,
    Body,
    Consent,
    ConsentTo,
    Insert,
    Move,
    Posted,
    Redone,
    Refereed,
    Remove,
    Replace,
    Reported,
    RulingChanged,
    Undone,
)
from companion.match.fold import Match
from companion.match.resumable import done
from companion.match.timeline import amended_items
from companion.rulebook.wording import Wording
from companion.services.client import Client
from companion.services.hub import Hub
from companion.services.matches.results import Answer, NotAllowed, Recorded, Submission
from companion.services.privacy.visibility import hides
from companion.services.sharing.shared_tables import device_id
from tests.ui.tables import actas, changed, changes, hiding, read, until
from tests.wire.twins import KEYS, ONE, OTHER, SEAT, begin

POSITIONS, OPERATIONS = 3, 24


def _reports(match: Match, rng: Random) -> Iterator[Reported]:
    """Yield reports that are legal now, and some that were made."""
    actions = [*legal_actions(match.game, match.state)]
    for action in rng.sample(actions, min(6, len(actions))):
        yield Reported(action=action.model_dump(mode="json"))
    made = [item.body for item in match.timeline.items if isinstance(item.body, Reported)]
    yield from rng.sample(made, min(6, len(made)))


def _adjustments(match: Match, rng: Random) -> Iterator[Adjusted]:
    made = [item.body for item in match.timeline.items if isinstance(item.body, Adjusted)]
    yield from made
    held = list(match.state.ledger.items())
    for account, item, amount in rng.sample(held, min(4, len(held))):
        yield Adjusted(postings=(Posted(account=account, item=item, amount=-amount - 1),))


def _amendments(match: Match, rng: Random) -> Iterator[Amended]:
    items = [item for item in match.timeline.items if isinstance(item.body, Reported)]
    said = [*_reports(match, rng), *_adjustments(match, rng)]
    for number, item in enumerate(rng.sample(items, min(8, len(items)))):
        body, other = rng.choice(said), rng.choice(items)
        edits: list[Any] = [
            Replace(target=item.id, body=body),
            Insert(id=f"put-{number}", before=item.id, body=body),
            Remove(target=item.id),
            Move(target=item.id, before=None if other is item else other.id),
            ConsentTo(target=item.id, consent=Consent(by="la mesa")),
        ]
        for edit in edits:
            if amended_items(match.timeline, (edit,)) != match.timeline.items:
                yield Amended(edits=(edit,))


def _operations(match: Match, rng: Random) -> list[Body]:
    past = [step.entry.id for step in match.timeline.past]
    bodies: list[Body] = [*_amendments(match, rng), *_reports(match, rng)]
    bodies += [*_adjustments(match, rng), Refereed(judged=False), Refereed(judged=True)]
    rulings = rng.sample([*Wording(match.game.id).readings.items()], 2)
    bodies += [RulingChanged(ruling=name, reading=rng.choice(all_)) for name, all_ in rulings]
    if past:
        bodies += [Undone(to=rng.choice(past)), Undone(to=past[-1]), Redone(to=past[-1])]
    return rng.sample(bodies, min(OPERATIONS, len(bodies)))


def _told(answer: Answer) -> tuple[object, ...]:
    """Return what an answer tells a device."""
    if isinstance(answer, Recorded):
        broken = answer.match.broken
        return (Recorded, broken and (broken.item.id, broken.fault, str(broken.refusal)))
    rest = {name: getattr(answer, name, None) for name in ("code", "errors", "judgement")}
    return (type(answer), str(rest))


def _answers(hub: Hub, body: Body, number: int, who: str) -> list[tuple[object, ...]]:
    return [
        _told(
            done(
                Client(hub, device_id(KEYS[who]), owner=False).matches.submit(
                    match, Submission(f"sent-{number}", body)
                )
            )
        )
        for match in (ONE, OTHER)
    ]


@pytest.mark.parametrize("game", hiding())
@pytest.mark.parametrize("who", ["seat", "onlooker"])
def test_operations_get_one_answer_beside_every_twin(
    who: str, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, kinds = Random(7), set[type]()
    long = [match for match in map(read, actas(game)) if len(match.steps) > 20]
    matches = [match for match in long if hides(until(match, 20))]
    for position in range(POSITIONS):
        whole = rng.choice(matches)
        match = until(whole, rng.randrange(12, min(60, len(whole.steps))))
        with own_hub(tmp_path / f"{position}") as hub:
            # Nothing is kept, so that each operation meets the same position.
            monkeypatch.setattr(hub.matches, "_recorded", lambda _before, answer: answer)
            one, other = begin(hub, match, ONE), begin(hub, match, OTHER)
            others = tuple(n for n in range(len(match.options.players)) if n != SEAT)
            for change in changes(match, others):
                hub.matches.cache.put(one)
                hub.matches.cache.put(changed(other, change))
                for number, body in enumerate(_operations(match, rng)):
                    answers = _answers(hub, body, number, who)
                    assert answers[0] == answers[1], (body, answers)
                    kinds.add(answers[0][0])  # type: ignore[arg-type]
    # One who only looks on is allowed nothing, so is told nothing about hidden things either.
    assert kinds == {NotAllowed} if who == "onlooker" else {Recorded, NotAllowed} <= kinds


def test_only_a_host_changes_what_hidden_holdings_are_judged_by(tmp_path: Path) -> None:
    early = (until(match, 20) for match in map(read, actas("santiago_de_cuba")))
    hiding_one = next(match for match in early if hides(match))
    with own_hub(tmp_path) as hub:
        match = begin(hub, hiding_one, ONE)
        drives = (
            item.id
            for item in match.timeline.items
            if isinstance(item.body, Reported) and item.body.action["kind"] == "drive"
        )
        asked = {"early": next(drives), "last": match.timeline.items[-1].id}
        guest = Client(hub, device_id(KEYS["seat"]), owner=False)
        host = Client(hub, device_id("host"), owner=True)

        def objection(client: Client, which: str) -> str | None:
            return client.permissions.objection(
                match, Amended(edits=(Remove(target=asked[which]),))
            )

        assert objection(guest, "early") == "host_sees"
        assert objection(host, "early") is None
        assert objection(guest, "last") in (None, "author_mends")
