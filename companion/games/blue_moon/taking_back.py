"""Return to the table before the first character of a turn, for a retreat that comes after it."""

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from companion.games.blue_moon.catalogue import CARD, CARDS, OF_ITEM
from companion.games.blue_moon.play import Play
from companion.games.blue_moon.state import (
    AT,
    COMBAT,
    DECK,
    DISCARD,
    HAND,
    LAID,
    PLACES,
    SinceCharacter,
    State,
    Step,
)
from companion.kernel.pieces.decks import Pile, Piles
from companion.kernel.pieces.ledger import Reveal, Transfer, family
from companion.kernel.play import frozen
from companion.kernel.values import Seat

_RULE: Final = "phase.retreat"


def note_character(play: Play) -> None:
    """Remember the table before the first character of the turn, and what the act moved."""
    before, turn = play.before, play.state.turn
    if turn.number != before.turn.number or turn.step < Step.CHARACTER:
        return
    since = turn.since
    if since is None:
        if before.turn.step >= Step.CHARACTER:
            return
        parts = (before.turn, before.fight, before.piles, before.covered, before.targets)
        since = SinceCharacter(*parts, before.ran_out, {})
    moved = Counter(since.moved)
    for account, item, amount in play.state.ledger.items():
        moved[account, item] += amount
    for account, item, amount in before.ledger.items():
        moved[account, item] -= amount
    left = {place: amount for place, amount in moved.items() if amount}
    play.in_turn(
        since=SinceCharacter(
            since.turn, since.fight, since.piles, since.covered, since.targets, since.ran_out,
            MappingProxyType(left), since.mixed | set(_mixing(play)), play.state.fight,
        )
    )  # fmt: skip


def _mixing(play: Play) -> Iterator[Seat]:
    """Yield the seats of which the act moved unseen cards into the hand or out of it."""
    for effect in play.effects:
        if isinstance(effect, Transfer) and effect.item == CARD:
            for seat in range(play.state.players):
                hidden = {AT[place][seat] for place in (DECK, DISCARD)}
                ends = {effect.source, effect.target}
                if AT[HAND][seat] in ends and ends & hidden:
                    yield seat


def take_back(play: Play, seat: Seat) -> None:
    """Return to the table before the first character of a seat's turn, if it has played one.

    A card that everybody has seen stays known in the hand it came from, unless that hand has also
    taken unseen cards since.
    """
    since = play.state.turn.since
    if play.state.turn.seat != seat or since is None:
        return
    owed = _balances_before(play.state, since)
    for number in range(play.state.players):
        _return_cards(play, number, owed, known=_from_hand(since, number))
    _return_others(play, owed)
    play.change(
        turn=since.turn,
        # What the table said of the fight by hand stays said.
        fight=since.fight if play.state.fight == since.fight_now else play.state.fight,
        targets=since.targets,
        ran_out=since.ran_out,
    )
    _restack(play, since)


def _from_hand(since: SinceCharacter, seat: Seat) -> bool:
    """Return whether every card of a seat seen since has certainly come from its hand."""
    others = {AT[place][seat] for place in PLACES} - {AT[HAND][seat]}
    left = any(
        amount < 0
        for (account, item), amount in since.moved.items()
        if item == CARD and account in others
    )
    return seat not in since.mixed and not left


_Balances = dict[tuple[str, str], int]


def _balances_before(state: State, since: SinceCharacter) -> _Balances:
    """Return the balances without what acts have moved; adjusted things stay where they are."""
    moved = dict(since.moved)
    for item, owner in dict.fromkeys((item, _owner(account)) for account, item in since.moved):
        if item != CARD and _adjusted(state, moved, item, owner):
            _leave(moved, item, owner)
    for (account, item), amount in list(moved.items()):
        missing = amount - state.ledger.balance(account, item)
        if item == CARD and missing > 0:
            # The table has taken cards from there by hand, back into the hand of their owner.
            moved[account, item] -= missing
            hand = AT[HAND][int(_owner(account))], CARD
            moved[hand] = moved.get(hand, 0) + missing
    balances = {(account, item): n for account, item, n in state.ledger.items()}
    for place, amount in moved.items():
        balances[place] = balances.get(place, 0) - amount
    return balances


def _owner(account: str) -> str:
    """Return the seat of an account; both seats may have the same card in their decks."""
    return account.rpartition(":")[2]


def _of_one(moved: _Balances, item: str, owner: str) -> _Balances:
    """Return the movements of an item; those of a card are those of its owner."""
    return {
        (account, other): n
        for (account, other), n in moved.items()
        if other == item and (item not in OF_ITEM or _owner(account) == owner)
    }


def _adjusted(state: State, moved: _Balances, item: str, owner: str) -> bool:
    """Return whether an item no longer lies where acts have put it."""
    own = _of_one(moved, item, owner)
    if any(state.ledger.balance(account, item) < n for (account, _), n in own.items()):
        return True
    if item not in OF_ITEM:
        return False
    there = sum(state.ledger.balance(AT[place][int(owner)], item) for place in PLACES)
    return there - sum(own.values()) > 1


def _leave(moved: _Balances, item: str, owner: str) -> None:
    """Leave an adjusted item where it is, and with it the unseen card that it was or became."""
    gone = _of_one(moved, item, owner)
    for place in gone:
        del moved[place]
    shown = sum(gone.values())
    for (account, other), n in list(moved.items()):
        if shown > 0 and other == CARD and n < 0 and _owner(account) == owner:
            taken = min(shown, -n)
            moved[account, CARD] = n + taken
            shown -= taken
    for (account, _), n in gone.items():
        if shown < 0 and n < 0:
            hidden = max(shown, n)
            moved[account, CARD] = moved.get((account, CARD), 0) + hidden
            shown -= hidden


def _return_cards(play: Play, seat: Seat, owed: _Balances, *, known: bool) -> None:
    accounts = tuple(AT[place][seat] for place in PLACES)
    hand = AT[HAND][seat]
    for account in accounts:
        for item in play.state.ledger.lying(account):
            if item == CARD or owed.get((account, item), 0) >= 1:
                continue
            target = next((a for a in accounts if owed.get((a, item), 0) > 0), None)
            missing = owed.get((hand, CARD), 0) - play.balance(hand, CARD)
            if target is None and missing > 0 and account != hand and known:
                owed[hand, CARD] -= 1
                owed[hand, item] = 1
                target = hand
            if target is None:
                play.do(Reveal(item, CARD, 1, account, _RULE))
            else:
                play.move(item, 1, account, target, _RULE)
    _level(play, accounts, CARD, owed)
    for (account, item), amount in owed.items():
        if account in accounts and item != CARD and amount > play.balance(account, item):
            play.do(Reveal(CARD, item, 1, account, _RULE))


def _level(play: Play, accounts: tuple[str, ...], item: str, owed: _Balances) -> None:
    """Move an item between accounts until each has what it is owed, known kinds included."""

    def owes(account: str) -> int:
        of_family = (n for (a, i), n in owed.items() if a == account and family(i) == family(item))
        return play.state.ledger.total(account, family(item)) - sum(of_family)

    for source in accounts:
        for target in accounts:
            amount = min(owes(source), -owes(target))
            if amount > 0:
                play.move(item, amount, source, target, _RULE)


def _return_others(play: Play, owed: _Balances) -> None:
    """Return dragons; nothing else moves within a turn."""
    items = {item for _, item in owed if family(item) != CARD}
    for item in sorted(items):
        accounts = tuple(dict.fromkeys(account for account, other in owed if other == item))
        _level(play, accounts, item, owed)


def _restack(play: Play, since: SinceCharacter) -> None:
    """Put what lies on the table back into its earlier order."""
    piles: dict[str, Pile] = dict(play.state.piles)
    covered = list(since.covered)
    for seat in range(play.state.players):
        for place in LAID:
            account = AT[place][seat]
            piles[account] = tuple(_in_order(play, account, since.piles))
            if place == COMBAT:
                below = since.piles[account][: covered[seat]]
                covered[seat] = sum(name in piles[account] for name in below)
    play.change(piles=frozen(piles), covered=tuple(covered))


def _in_order(play: Play, account: str, before: Piles) -> Iterator[str]:
    ledger = play.state.ledger
    there = {OF_ITEM[item] for item in ledger.lying(account) if item != CARD}
    unseen = ledger.balance(account, CARD)
    for name in dict.fromkeys((*before[account], *play.state.piles[account])):
        assert name is not None
        if name in there:
            yield name
        elif name not in CARDS and unseen:
            unseen -= 1
            yield name
