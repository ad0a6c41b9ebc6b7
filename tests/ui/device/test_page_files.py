"""Photos in pieces: put together as they were asked for, and dropped as soon as one is wrong."""

import json
from base64 import b64encode
from collections.abc import Callable, Sequence

import pytest

from companion.server.limits import LIMITS
from companion.services.matches.keepsakes import MAX_PHOTO
from companion.ui.device.page_files import FILES, GUEST_FILES, PHOTOS, PageFiles, Pieces

PHOTO = b"\xff\xd8\xff" + bytes(range(256)) * 500


class _Page:
    """Page that was asked for a photo."""

    def __init__(self, limits: Pieces = PHOTOS) -> None:
        self.asked: list[dict[str, object]] = []
        self.came: list[bytes] = []
        self.too_large = 0
        self.photos = PageFiles(lambda request: self.asked.append(json.loads(request)), limits)

    def choose(self) -> None:
        """Ask for a photo."""
        self.photos.choose(self.came.append, self._told)

    def _told(self) -> None:
        self.too_large += 1

    def pieces(self, photo: bytes) -> list[str]:
        """Return a photo as the page's script hands it over."""
        asked, text = self.asked[-1], b64encode(photo).decode()
        size = asked["piece"]
        assert isinstance(size, int)
        parts = [text[n : n + size] for n in range(0, len(text), size)]
        return [f"{asked['id']}:{n}:{len(parts)}:{part}" for n, part in enumerate(parts)]

    def send(self, pieces: list[str]) -> None:
        """Hand over pieces."""
        for piece in pieces:
            self.photos.came(piece)


@pytest.fixture
def page() -> _Page:
    """Return a page that was asked once."""
    asked = _Page()
    asked.choose()
    return asked


def test_photo_in_pieces_comes_once_and_whole(page: _Page) -> None:
    pieces = page.pieces(PHOTO)
    assert len(pieces) > 3
    assert max(map(len, pieces)) < 60_000
    page.send(pieces[:-1])
    assert page.came == []
    page.send(pieces[-1:])
    page.send(pieces)
    assert page.came == [PHOTO]


def test_largest_photo_fits(page: _Page) -> None:
    page.send(page.pieces(PHOTO[:1] * MAX_PHOTO))
    assert [len(photo) for photo in page.came] == [MAX_PHOTO]


def test_unreadable_file_comes_as_nothing(page: _Page) -> None:
    page.send([f"{page.asked[0]['id']}:0:0:"])
    assert page.came == [b""]


def test_next_request_takes_the_place_of_the_first(page: _Page) -> None:
    first = page.pieces(PHOTO)
    page.send(first[:2])
    page.choose()
    page.send(first[2:])
    assert page.came == []
    page.send(page.pieces(PHOTO))
    assert page.came == [PHOTO]


WRONG: dict[str, Callable[[list[str], str], Sequence[object]]] = {
    "nobody asked": lambda p, i: [one.replace(i, "other-id", 1) for one in p],
    "out of order": lambda p, _i: [*reversed(p)],
    "a piece left out": lambda p, _i: p[:1] + p[2:],
    "a piece twice": lambda p, _i: [p[0], *p],
    "too many pieces": lambda _p, i: [f"{i}:0:40:x"],
    "endless pieces": lambda _p, i: [f"{i}:0:{'9' * 5000}:x"],
    "no number of pieces": lambda _p, i: [f"{i}:0:x:y"],
    "too long a piece": lambda _p, i: [f"{i}:0:1:{'A' * 45_004}"],
    "no text": lambda _p, _i: [None, 3, b"x", ["x"], {}],
    "too few parts": lambda _p, i: [i, f"{i}:0"],
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_wrong_pieces_make_no_photo(
    wrong: Callable[[list[str], str], Sequence[object]], page: _Page
) -> None:
    for piece in wrong(page.pieces(PHOTO), str(page.asked[0]["id"])):
        page.photos.came(piece)
    assert page.came == []


def test_text_that_is_no_photo_comes_as_nothing(page: _Page) -> None:
    page.send([f"{page.asked[0]['id']}:0:1:¡no!"])
    assert page.came == [b""]


def test_file_of_the_host_comes_in_larger_pieces() -> None:
    host = _Page(FILES)
    host.choose()
    whole = PHOTO * 20
    pieces = host.pieces(whole)
    assert 1 < len(pieces) < len(whole) // 33_750
    host.send(pieces)
    assert host.came == [whole]


def test_most_that_the_host_may_bring_needs_few_enough_pieces() -> None:
    for limits in (FILES, GUEST_FILES):
        asked = _Page(limits)
        asked.choose()
        most = str(-(-limits.most // (limits.piece // 4 * 3)))
        asked.send([f"{asked.asked[-1]['id']}:0:{most}:AAAA"])
        asked.send([f"{asked.asked[-1]['id']}:1:{most}:AAAA"])
        assert asked.photos.waits
    # A guest's pieces are sent at once, so all of them fit in what a socket may send at once.
    assert GUEST_FILES.count < LIMITS.guest.burst


def test_too_large_a_file_is_told_apart_from_an_unreadable_one(page: _Page) -> None:
    page.send([f"{page.asked[0]['id']}:0:0:large"])
    assert (page.came, page.too_large) == ([], 1)
    page.choose()
    page.send([f"{page.asked[1]['id']}:0:0:"])
    assert (page.came, page.too_large) == ([b""], 1)
