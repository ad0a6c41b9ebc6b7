"""Text from outside: no control characters, direction marks or terminal codes."""

import json
from random import Random

import pytest

from companion.bootstrap import catalog, open_acta
from companion.games import GAMES
from companion.kernel.models import lines, one_line
from companion.match.entries import Adjusted, Consent, Noted, Posted, Setting
from companion.match.files import acta_codec, acta_file
from companion.match.files.acta_reader import opened
from companion.services.boxes.profiles import BoxProfile
from companion.services.disputes.model import Decision, Dispute
from companion.services.sharing.shared_tables import Member
from tests.match.harmless import harmless
from tests.playthroughs.test_releases import KEPT

BAD = "\x1b[31mrojo\x9b2J\u202eatsil\u2066\x00\x07\u200f\u061c\x7f"
SAID = "[31mrojo2Jatsil"


def test_control_characters_are_removed_from_a_text() -> None:
    assert one_line(BAD) == lines(BAD) == SAID
    assert one_line("uno\r\ndos\u2028tres\tcuatro") == "uno dos tres cuatro"
    assert lines("uno\r\ndos\rtres\u2028\ncuatro") == "uno\ndos\ntres \ncuatro"
    assert one_line("\u202e\x00") == "?"
    assert one_line("") == ""
    for kept in ("Ñandú «sí» — ¡olé!", "👩\u200d👧 🏴", "עברית", "a\u00a0b", "2\u202f000"):
        assert one_line(kept) == lines(kept) == kept
        assert harmless(kept)


def test_cleaned_text_is_harmless_and_stays_the_same() -> None:
    rng = Random(3)
    for _ in range(3000):
        size = rng.randrange(12)
        text = "".join(
            chr(rng.choice((rng.randrange(300), rng.randrange(0xD7FF)))) for _ in range(size)
        )
        for gate in (one_line, lines):
            assert harmless(gate(text))
            assert gate(gate(text)) == gate(text)
        assert "\n" not in one_line(text)


def test_every_model_with_text_from_outside_cleans_it() -> None:
    assert Noted(text=BAD).text == SAID
    assert Consent(by=BAD, reason=BAD) == Consent(by=SAID, reason=SAID)
    posted = Posted(account=BAD, item="x", amount=1)
    adjusted = Adjusted(postings=(posted,), settings=(Setting(code="x", value=BAD),), reason=BAD)
    assert harmless(adjusted.model_dump_json())
    assert BoxProfile(id="box-1", game="pebbles", name=BAD, facts={}).name == SAID
    assert Member(id="x", name=BAD[:40]).name == one_line(BAD[:40])
    at = "2026-01-01T00:00:00Z"
    dispute = Dispute(
        id="disp-1", game="pebbles", rules_version=1, opened_at=at, by=BAD, question=BAD,
        title=BAD, players=(BAD,), decision=Decision(why=BAD, by=BAD),
    )  # fmt: skip
    assert (dispute.question, dispute.players, dispute.decision.why) == (SAID, (SAID,), SAID)


@pytest.mark.parametrize("packed", [False, True])
def test_texts_of_an_imported_acta_are_cleaned(packed: bool) -> None:
    raw = [json.loads(line) for line in KEPT[0].read_bytes().splitlines()]
    raw[0]["body"]["title"] = BAD
    raw[0]["body"]["options"]["players"][0] = BAD
    for entry in raw:
        entry["author"] = BAD
    data = "\n".join(json.dumps(entry) for entry in raw).encode()
    if packed:
        data = acta_codec.unpack(acta_codec.pack(acta_file.loads(data)))
    result = open_acta(data)
    assert result.faults == ()
    match = result.read
    assert match.started.title == SAID
    assert match.options.players[0] == SAID
    assert {entry.author for entry in match.entries} == {SAID}
    again = opened(GAMES, catalog, acta_file.dumps(match.entries).encode())
    assert again.read.entries == match.entries
