"""Match of Urban Sprawl at its first turn, with an invented box of which little is known.

Ana can build a known contract, and the cards revealed at the end of her turn ask everybody for
something: a permit with a ballot box and a number, an event, and a contract with a number.
"""

from typing import Any, Final

from companion.bootstrap import new_id
from companion.match.entries import Reported
from companion.match.fold import Match
from companion.match.resumable import done
from companion.rulebook.loader import load
from companion.services.hub import Hub
from companion.services.matches.results import NewMatch, Recorded, Submission

GAME: Final = "urban_sprawl"
NAMES: Final = ("Ana", "Beto", "Clara")

_BOUGHT = {
    0: ("lot.9.9", "lot.7.7", "lot.9.4", "lot.4.9"),
    1: ("lot.11.2", "lot.11.11", "lot.2.2", "lot.2.11"),
    2: ("lot.4.4", "lot.6.6", "lot.6.7", "lot.7.6"),
}
"""Lots by seat: Beto keeps most of his wealth, so he has Media; Clara has 1 left, Ana 3."""

INVENTED: Final[dict[str, Any]] = {
    "permit.p1.zones": "civic",
    "permit.p1.size": 1,
    "permit.p1.payout": 3,
    "permit.p1.ballot": "no",
    "permit.p7.zones": "civic-residential",
    "permit.p7.size": 2,
    "permit.p7.payout": 4,
    "permit.p7.ballot": "no",
    "permit.p12.zones": "industrial",
    "permit.p12.size": 3,
    "permit.p12.payout": 6,
    "permit.p12.ballot": "yes",
    "town.t2.restriction": "none",
    "town.t2.lines": (),
    "town.t9.name": "Fiestas",
    "town.t9.kind": "event",
    "town.t9.lines": (
        ("lose_or_pay_wealth", 1, "filter:commercial"),
        ("election", 1, "office:mayor"),
    ),
}
"""Values that this table has typed of its box: they are printed nowhere."""


def _shown(card: str, pays: int = 0) -> dict[str, Any]:
    return {"kind": "show_card", "card": card, "as_event": False, "ballot": False, "pays": pays}


def _reports() -> list[dict[str, Any]]:
    """Return all reports up to the first turn."""
    claims = [
        {"kind": "claim_start", "building": _BOUGHT[seat][nth]}
        for nth in range(4)
        for seat in _BOUGHT
    ]
    contracts = [_shown("town.t2", 1), *(_shown(f"town.t{n}") for n in range(4, 9))]
    payouts = {1: 3, 7: 4}
    permits = [_shown(f"permit.p{n}", payouts.get(n, 0)) for n in range(1, 12)]
    return [*claims, *contracts, *permits]


def first_turn(hub: Hub) -> str:
    """Return the id of a match in which Ana begins her turn."""
    facts = {**load(GAME).default_facts(), **INVENTED}
    match = hub.matches.create(NewMatch(GAME, {"players": list(NAMES)}, facts=facts))
    assert isinstance(match, Match), match
    match_id = match.started.match
    for report in _reports():
        seat = match.game.awaiting(match.state)[0]
        sent = Submission(new_id(), Reported(action={"seat": seat, **report}))
        answer = done(hub.matches.submit(match_id, sent))
        assert isinstance(answer, Recorded), (report, answer)
        match = answer.match
    return match_id
