"""Repeated, late and reordered delivery of reports from several devices of one table."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.match.entries import Reported, Undone
from companion.match.fold import fold
from companion.match.resumable import done
from companion.services.client import Client
from companion.services.matches.results import (
    AlreadyRecorded,
    Answer,
    LookAlike,
    NotAllowed,
    Overtaken,
    Recorded,
    Refused,
    Submission,
)
from companion.services.sharing.shared_tables import device_id
from tests.games.pebbles.game import GAME
from tests.services.conftest import new_hub, new_match, taken

KEYS = ("host", "b", "c", "d")


@dataclass(frozen=True)
class Letter:
    """Submission on its way, with its sender."""

    sender: int
    submission: Submission


def _letters(rng: Random, amount: int) -> list[Letter]:
    """Return submissions made at different versions, some of them about the same act."""
    letters = []
    for number in range(amount):
        sender = rng.randrange(len(KEYS))
        body = taken(rng.randrange(2), rng.choice((1, 1, 2)))
        seen = rng.choice((None, 1, 2, number + 1))
        letters.append(Letter(sender, Submission(f"tap-{number:04}", body, seen=seen)))
    return letters


def _delivered(rng: Random, letters: list[Letter]) -> list[Letter]:
    """Return the submissions as a bad network delivers them: shuffled, many of them twice."""
    late = [
        (n + rng.choice((0, 0, 1, 4, 9)), rng.random(), letter) for n, letter in enumerate(letters)
    ]
    again = [
        (n + rng.randrange(12), rng.random(), letter)
        for n, letter in enumerate(letters)
        if rng.random() < 0.5
    ]
    return [letter for _, _, letter in sorted((*late, *again), key=lambda delivery: delivery[:2])]


def _is_kept(answer: Answer) -> bool:
    return isinstance(answer, Recorded | AlreadyRecorded)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), amount=st.integers(1, 40))
def test_each_delivered_submission_is_recorded_once_or_answered(seed: int, amount: int) -> None:
    """Submissions are never applied twice nor lost without an answer."""
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        hub = new_hub(Path(folder))
        match_id = new_match(hub, pile=30).started.match
        visits = [Client(hub, device_id(key), owner=key == "host", address=key) for key in KEYS]
        visits[0].seating.open_table(match_id)
        for client, seat in zip(visits[1:], (0, 1, None), strict=True):
            assert (
                client.seating.join(visits[0].seating.table(hub.matches.open(match_id)).code)
                == match_id
            )
            assert seat is None or client.seating.sit(match_id, seat)
        answers_by_tap: dict[str, list[Answer]] = {}
        for letter in _delivered(rng, _letters(rng, amount)):
            answer = done(visits[letter.sender].matches.submit(match_id, letter.submission))
            answers_by_tap.setdefault(letter.submission.id, []).append(answer)
        match = hub.matches.open(match_id)
        recorded = Counter(entry.id for entry in match.entries)
        for tap, answers in answers_by_tap.items():
            kept = [_is_kept(answer) for answer in answers]
            assert recorded[tap] == (1 if any(kept) else 0)
            assert sum(isinstance(answer, Recorded) for answer in answers) == recorded[tap]
            # Once recorded, it stays recorded, whatever follows.
            assert kept == sorted(kept)
            assert all(
                isinstance(a, Refused | LookAlike | NotAllowed) for a in answers if not _is_kept(a)
            )
        assert fold({GAME.id: GAME}, match.entries).state == match.state


def test_two_undos_of_the_same_entry_at_once_strike_it_once(tmp_path: Path) -> None:
    """Both senders meant the last entry; the second one is told that it is done."""
    hub = new_hub(tmp_path)
    match_id = new_match(hub).started.match
    host = Client(hub, device_id("host"), owner=True)
    host.seating.open_table(match_id)
    guest = Client(hub, device_id("b"), owner=False)
    guest.seating.join(host.seating.table(hub.matches.open(match_id)).code)
    guest.seating.sit(match_id, 1)
    first = done(host.matches.submit(match_id, Submission("tap-1", taken(0, 1))))
    second = done(guest.matches.submit(match_id, Submission("tap-2", taken(1, 1))))
    assert isinstance(first, Recorded)
    assert isinstance(second, Recorded)
    answers = [
        done(client.matches.submit(match_id, Submission(f"undo-{n}", Undone(to="tap-2"), seen=3)))
        for n, client in enumerate((host, guest))
    ]
    assert [type(answer) for answer in answers] == [Recorded, AlreadyRecorded]
    assert [item.id for item in hub.matches.open(match_id).timeline.items] == ["tap-1"]


def test_undo_made_before_another_report_asks_first(tmp_path: Path) -> None:
    """Striking what its sender has not seen needs a confirmation."""
    hub = new_hub(tmp_path)
    match_id = new_match(hub).started.match
    host = Client(hub, device_id("host"), owner=True)
    done(host.matches.submit(match_id, Submission("tap-1", taken(0, 1))))
    done(host.matches.submit(match_id, Submission("tap-2", taken(1, 1))))
    late = Submission("undo-1", Undone(to="tap-1"), seen=2)
    asked = done(host.matches.submit(match_id, late))
    assert isinstance(asked, Overtaken)
    assert [entry.id for entry in asked.entries] == ["tap-2"]
    assert len(hub.matches.open(match_id).timeline.items) == 2


def test_late_report_for_the_same_seat_is_a_look_alike_or_refused(tmp_path: Path) -> None:
    """Late reports are judged on the latest state."""
    hub = new_hub(tmp_path)
    match_id = new_match(hub).started.match
    host, tab = (Client(hub, device_id(key), owner=True) for key in ("host", "second tab"))
    done(host.matches.submit(match_id, Submission("tap-1", taken(0, 1), seen=1)))
    same = done(tab.matches.submit(match_id, Submission("tap-2", taken(0, 1), seen=1)))
    assert isinstance(same, LookAlike)
    other = done(tab.matches.submit(match_id, Submission("tap-3", taken(0, 2), seen=1)))
    assert isinstance(other, Refused)
    body = hub.matches.open(match_id).entries[-1].body
    assert isinstance(body, Reported)
    assert body.action["amount"] == 1
