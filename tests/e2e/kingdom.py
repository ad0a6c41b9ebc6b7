"""Matches of Kingdom of Solomon for browser tests: laid by entries, with values typed on them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from companion.bootstrap import new_id, own_hub, reading_hub
from companion.match.entries import Body, FactsEntered
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook import loader
from companion.services.matches.results import NewMatch, Recorded, Submission
from companion.ui import routes
from tests.e2e.browser import Screen, Server, screen

GAME = "kingdom_of_solomon"


def table(folder: Path, *bodies: Body) -> str:
    """Return a match of Ana and Beto with some entries."""
    with own_hub(folder) as hub:
        facts = loader.load(GAME).default_facts()
        match = hub.matches.create(NewMatch(GAME, {"players": ["Ana", "Beto"]}, facts=facts))
        assert isinstance(match, Match), match
        for body in bodies:
            answer = done(hub.matches.submit(match.started.match, Submission(new_id(), body)))
            assert isinstance(answer, Recorded), answer
    return match.started.match


@contextmanager
def opened(browser: Browser, server: Server, match_id: str, says: str) -> Iterator[Screen]:
    """Yield a phone at the match, once its server is started."""
    server.start()
    with screen(browser, server.url) as phone:
        phone.go(routes.match(match_id)).sees(says)
        yield phone


def typed(folder: Path, match_id: str = "") -> dict[str, object]:
    """Return all values of the box typed in a match, or in the only one."""
    with reading_hub(folder) as hub:
        if not match_id:
            (listed,) = hub.matches.list.all()
            match_id = listed.id
        match = hub.matches.open(match_id)
    said = (i.body.facts for i in match.timeline.items if isinstance(i.body, FactsEntered))
    return {fact: value for facts in said for fact, value in facts.items()}


def touch(phone: Screen, *names: str) -> int:
    """Touch the controls whose names begin so, and return the number of touches."""
    before = phone.touches
    for name in names:
        phone.tap(re.compile(f"^{name}"))
    return phone.touches - before
