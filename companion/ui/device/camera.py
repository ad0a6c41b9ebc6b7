"""Request to the page to read codes with the camera."""

import json

from companion.rulebook.loader import AppWords
from companion.services.transfer.incoming_data import IncomingData

SAID = (
    *("title", "aim", "counter", "came", "again", "foreign", "denied", "no_camera"),
    *("picture", "no_code", "no_picture", "close"),
)


def reader_request(arrivals: IncomingData, words: AppWords) -> str:
    """Serialize the texts of the reader and the codes already read, as JSON."""
    said = {key: words(f"reader.{key}", n="{n}", total="{total}") for key in SAID}
    return json.dumps({"words": said, "read": arrivals.parts}, ensure_ascii=False)
