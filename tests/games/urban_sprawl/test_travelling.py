"""Transfer of a match with a fully known box: by link, and in a row of codes."""

from random import Random

from companion.games.urban_sprawl import GAME
from companion.games.urban_sprawl.components import SprawlOptions
from companion.match.files import acta_codec, acta_file, qr_frames
from tests.games.urban_sprawl.sample import DATA, NAMES, full_facts
from tests.playthroughs import actas, transcript

CODES = 12
"""Number of codes that are shown to a camera one after the other."""


def test_match_with_a_fully_known_box_fits_a_row_of_codes() -> None:
    begun = (SprawlOptions(players=NAMES), full_facts(Random(3)), DATA.default_rulings())
    written = actas.written(transcript.recording(GAME, begun, []), "entera")
    entries = acta_file.loads(written.encode())
    packed = acta_codec.pack(entries)
    row = tuple(qr_frames.frames(packed, "A"))
    assert 1 < len(row) <= CODES
    gathered = qr_frames.QrFrameSet()
    for text in row[::-1]:
        frame = qr_frames.read_frame(text)
        assert frame
        gathered = gathered.with_frame(frame)
    for arrived in (gathered.data(), qr_frames.read_link_text(qr_frames.link_text(packed))):
        assert acta_file.loads(acta_codec.unpack(arrived)) == entries
