"""Holdings of a seat of Urban Sprawl, all open: points, permits, vocations, favors."""

from collections.abc import Collection, Mapping

import flet as ft

from companion.games.urban_sprawl.components import PRESTIGE, RENEWAL, WEALTH
from companion.games.urban_sprawl.state import FAVOR_OF, ITEM, SEATS
from companion.games.urban_sprawl.view import SprawlSeat, SprawlTable
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.ui.boards.contract import SeatHolding
from companion.ui.boards.tile import UNSURE
from companion.ui.games.urban_sprawl.look import COIN, MASK, SCROLL
from companion.ui.games.urban_sprawl.views import zones_of
from companion.ui.views.table.scores import shown


def holdings(
    match: Match, wording: Wording, seat: Seat, _seen: Collection[Seat]
) -> tuple[SeatHolding, ...]:
    """Return the holdings of a seat, all open."""
    view: SprawlTable = match.game.public_view(match.state, None)
    side = view.seats[seat]
    account, prestige, wealth = SEATS[seat], side.prestige, side.wealth
    return (
        SeatHolding(
            ft.Icons.STAR,
            shown(prestige, side.unread[PRESTIGE]),
            wording.lacking(wording.noun(prestige, "prestige"), side.unread[PRESTIGE]),
            source=(account, (PRESTIGE,)),
            race=True,
        ),
        SeatHolding(
            COIN,
            shown(wealth, side.unread[WEALTH]),
            wording.lacking(wording.noun(wealth, "wealth"), side.unread[WEALTH]),
            source=(account, (WEALTH,)),
        ),
        *_permits(match, wording, seat, side.permits),
        *_others(wording, seat, side),
    )


def _permits(
    match: Match, wording: Wording, seat: Seat, permits: tuple[str, ...]
) -> tuple[SeatHolding, ...]:
    if not permits:
        return ()
    number, own = len(permits), wording.own
    each = ", ".join(_permit(match, wording, permit) for permit in permits)
    label = own("board.holding", what=wording.noun(number, "permit"), each=each)
    items = tuple(ITEM[permit] for permit in permits)
    return (SeatHolding(SCROLL, str(number), label, source=(SEATS[seat], items)),)


def _permit(match: Match, wording: Wording, permit: str) -> str:
    zones, size = zones_of(match.known, permit), match.known.get(f"{permit}.size")
    if not zones or not isinstance(size, int):
        return wording.term(permit)
    number, own = match.known.get(f"{permit}.payout"), wording.own
    shown = ["/".join(map(wording.term, zones))]
    if isinstance(number, int) and number:
        shown.append(own("board.spoken.pays", what=wording.noun(number, WEALTH)))
    # Permits that differ only in their ballot box would be told alike without it.
    shown += [own("board.spoken.ballot")] if match.known.get(f"{permit}.ballot") == "yes" else []
    learned = any(fact.startswith(f"{permit}.") for fact in match.learned)
    shown += [wording.app(UNSURE)] if learned else []
    return own("board.spoken.permit", n=size, zones=", ".join(shown))


def _others(wording: Wording, seat: Seat, side: SprawlSeat) -> tuple[SeatHolding, ...]:
    """Return vocation markers, Urban Renewal and favors."""
    account, held = SEATS[seat], side.vocations
    number, renewals = sum(held.values()), side.renewals
    each = ", ".join(f"{wording.term(name)} {n}" for name, n in held.items())
    label = wording.own("board.holding", what=wording.noun(number, "vocation"), each=each)
    items = tuple(ITEM[name] for name in held)
    vocations = SeatHolding(MASK, str(number), label, source=(account, items))
    renewal = SeatHolding(
        ft.Icons.RECYCLING,
        str(renewals),
        wording.noun(renewals, "renewal"),
        source=(account, (ITEM[RENEWAL],)),
    )
    return (
        *([vocations] if number else []),
        *([renewal] if renewals else []),
        *_favors(wording, seat, side.favors),
    )


def _favors(
    wording: Wording, seat: Seat, favors: Mapping[str, str | None]
) -> tuple[SeatHolding, ...]:
    """Return the contracts that only this seat can build."""
    cards = {place: card for place, card in favors.items() if card}
    return tuple(
        SeatHolding(
            ft.Icons.BOOKMARK,
            "1",
            wording.own("board.holding", what=wording.term(place), each=wording.term(card)),
            source=(FAVOR_OF[place][seat], (ITEM[card],)),
        )
        for place, card in cards.items()
    )
