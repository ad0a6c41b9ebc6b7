"""Descriptions of places, with forecasts of elections and of the payouts of rows."""

from collections.abc import Iterator
from typing import Final

from companion.games.urban_sprawl.cards import elections
from companion.games.urban_sprawl.components import CONTRACTOR, OFFICES, ROWS
from companion.games.urban_sprawl.grid import BLOCKS, block_of, blocks_in, rows_of
from companion.games.urban_sprawl.state import State
from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.templates import capitalised, listed
from companion.rulebook.wording import Wording
from companion.services.privacy.redaction import call_on_whole_state
from companion.ui.boards.contract import Detail, DetailCell, DetailRow
from companion.ui.games.urban_sprawl.board import CHAIN
from companion.ui.games.urban_sprawl.board_view import ASK
from companion.ui.games.urban_sprawl.chain import steps_of

_SECTIONS: Final = {
    "office.mayor": "politicians.mayor",
    "office.attorney": "politicians.attorney",
    "office.treasurer": "politicians.treasurer",
    "office.chief": "politicians.police",
    "office.boss": "politicians.boss",
    "office.contractor": "politicians.contractor",
}


def place_detail(match: Match, wording: Wording, place: str) -> Detail | None:
    """Return the description of a place of the board."""
    if place == CHAIN:
        return _chain(match, wording)
    return call_on_whole_state(match, _place_detail, wording, place)


def _place_detail(state: State, wording: Wording, place: str) -> Detail | None:
    if place == ASK:
        title = wording.own("ask.title")
        return Detail(title, rows=(*_elections(state, wording), *_payouts(state, wording)))
    if place in OFFICES:
        return Detail(wording.term(place), tuple(_office(state, wording, place)), _SECTIONS[place])
    if place in BLOCKS:
        return _block(state, wording, place)
    return None


def _chain(match: Match, wording: Wording) -> Detail:
    """Return the description of the steps that are due, by the section of the first of them."""
    own, due = wording.own, match.game.duties(match.state)
    lines = tuple(
        own(
            f"chain.is.{step.state}",
            text=step.text,
            names=listed([wording.player(seat) for seat in step.seats]),
        )
        for step in steps_of(match, wording)
    )
    return Detail(own("board.chain"), lines, due[0].rule if due else "")


# Elections


def _elections(state: State, wording: Wording) -> Iterator[DetailRow]:
    for office in OFFICES:
        if state.in_play(office):
            name, race = capitalised(wording.term(office)), elections.race(state, office)
            told = wording.own("ask.of", what=name, told=_race(state, wording, office))
            sure = _sure(state, office)
            cells = (
                _counts_cell(wording, first, second, chosen=sure and seat == race.winner)
                for seat, (first, second) in enumerate(map(_two, race.counts))
            )
            note = _election_note(wording, race) if sure else capitalised(wording.own("ask.lines"))
            yield DetailRow(name, tuple(cells), told, note)


def _counts_cell(wording: Wording, first: int, second: int, *, chosen: bool) -> DetailCell:
    return DetailCell(str(first), wording.own("ask.few", n=second) if second else "", chosen)


def _election_note(wording: Wording, race: elections.Race) -> str:
    """Return what the counts do not show: nobody wins, or somebody has to choose."""
    if race.decided == elections.NOBODY:
        return capitalised(wording.own("ask.nobody"))
    if race.chooser is None:
        return ""
    return wording.own("ask.chooses", name=wording.player(race.chooser))


def _office(state: State, wording: Wording, office: str) -> Iterator[str]:
    own, holder = wording.own, state.holder(office)
    if not state.in_play(office):
        yield own("ask.absent")
        return
    yield own("ask.held", name=wording.player(holder)) if holder is not None else own("ask.free")
    yield capitalised(_race(state, wording, office))


def _sure(state: State, office: str) -> bool:
    """Return whether a race rests on no line that was left for later."""
    return office != CONTRACTOR or elections.settled(state)


def _race(state: State, wording: Wording, office: str) -> str:
    """Return who would win now, by what, and who would break a tie."""
    own, race = wording.own, elections.race(state, office)
    if not _sure(state, office):
        return own("ask.lines")
    if race.decided == elections.NOBODY:
        return own("ask.nobody")
    counts = listed(
        [
            own(f"ask.{_counted(office)}", name=wording.player(seat), n=first, m=second)
            for seat, (first, second) in enumerate(map(_two, race.counts))
            if first or office == CONTRACTOR
        ]
    )
    chooser = wording.player(race.chooser) if race.chooser is not None else ""
    if race.winner is not None:
        name = wording.player(race.winner)
        return own(f"ask.wins.{race.decided}", name=name, chooser=chooser, counts=counts)
    names = listed([wording.player(seat) for seat in race.tied])
    return own("ask.tied", names=names, chooser=chooser, counts=counts)


def _counted(office: str) -> str:
    named = {"office.mayor": "vocations", "office.contractor": "prestige"}
    return named.get(office, "dearest")


def _two(counts: tuple[int, ...]) -> tuple[int, int]:
    """Return the compared count and the one that breaks a tie; prestige counts backwards."""
    first, second = (*counts, 0)[:2]
    return abs(first), second


# Payouts


def _payouts(state: State, wording: Wording) -> Iterator[DetailRow]:
    for row in ROWS:
        payout = elections.payout(state, row)
        if payout.place is not None:
            what = capitalised(wording.term(row))
            told = wording.own("ask.of", what=what, told=_paid(wording, payout))
            yield DetailRow(what, _paid_cells(wording, payout), told, _paid_note(wording, payout))


def _paid_cells(wording: Wording, payout: elections.Payout) -> tuple[DetailCell, ...]:
    amounts = {share.seat: str(share.amount) for share in payout.shares if share.amount}
    return tuple(
        DetailCell(
            amounts.get(seat, "?" if count and not payout.shares else ""),
            wording.own("ask.few", n=count) if count else "",
            chosen=seat in amounts,
        )
        for seat, count in enumerate(payout.counts)
    )


def _paid_note(wording: Wording, payout: elections.Payout) -> str:
    if not any(payout.counts):
        return capitalised(wording.own("ask.row_empty"))
    return "" if payout.shares else capitalised(wording.own("ask.row_unread"))


def _paid(wording: Wording, payout: elections.Payout) -> str:
    """Return the payout of a row by seat, with the buildings that earn it."""
    own = wording.own
    if not any(payout.counts):
        return own("ask.row_empty")
    if not payout.shares:
        counts = [
            own("ask.counts", name=wording.player(seat), n=n)
            for seat, n in enumerate(payout.counts)
            if n
        ]
        return own("ask.unread", counts=listed(counts))
    shares = [
        own(
            "ask.share",
            name=wording.player(share.seat),
            what=wording.noun(share.amount, payout.kind),
            n=wording.noun(share.buildings, "building"),
            place=share.place,
        )
        for share in payout.shares
        if share.buildings or share.amount
    ]
    return listed(shares)


# Blocks


def _block(state: State, wording: Wording, place: str) -> Detail:
    """Return the value of a block and its sum, its buildings, and the payouts of its rows."""
    own, city = wording.own, state.city
    numbers = [city.numbers[at] for at in rows_of(place) if at in city.numbers]
    title = own("board.spoken.block", place=capitalised(wording.term(place)), n=city.values[place])
    lines = [own("ask.sum", parts=" + ".join(map(str, numbers)), n=city.values[place])]
    for one in city.buildings.values():
        if block_of(min(one.lots)) == place:
            said = _building(wording, one.colour, one.size, one.owner, one.card)
            lines.append(capitalised(said))
    for payout_row in ROWS:
        payout = elections.payout(state, payout_row)
        if payout.place is not None and place in blocks_in(payout.place):
            said = _paid(wording, payout)
            lines.append(own("ask.of", what=capitalised(wording.term(payout_row)), told=said))
    return Detail(title, tuple(lines), "block.value")


def _building(wording: Wording, colour: str, size: int, owner: Seat | None, card: str) -> str:
    own = wording.own
    what = own("board.spoken.building", zone=wording.term(colour), size=wording.noun(size, "lot"))
    if card:
        what = own("ask.named", name=wording.term(card), what=what)
    if owner is None:
        return what
    return own("board.spoken.owned", what=what, name=wording.player(owner))
