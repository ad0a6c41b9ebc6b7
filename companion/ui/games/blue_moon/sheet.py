"""Printed cards for the sheet of the rules, by people and number."""

from companion.games.blue_moon.catalogue import DECKS, Card
from companion.rulebook.templates import capitalised
from companion.rulebook.wording import Wording
from companion.ui.games.blue_moon import decks
from companion.ui.views.card_list import ListedCard


def card_list(wording: Wording) -> tuple[ListedCard, ...]:
    """Return the cards of every people, including peoples without a deck so far."""
    return tuple(
        _listed_card(card, wording)
        for people in decks.peoples(DECKS[0])
        for card in decks.cards_of(people)
    )


def _listed_card(card: Card, wording: Wording) -> ListedCard:
    own = wording.own
    facts = [wording.term(f"type.{card.type}")]
    if card.power:
        facts.append(own("board.values", fire=card.power[0], earth=card.power[1]))
    facts += [own("board.shield_in", element=wording.term(f"element.{e}")) for e in card.shield]
    facts += [own(f"board.icon.{icon}") for icon in card.icons]
    facts.append(own("decks.moons", n=card.moons))
    lines = [capitalised(", ".join(facts)) + "."]
    if card.capacity:
        lines.append(own("told.capacity", n=card.capacity))
    if card.has_text:
        lines.append(wording.data.rulebook[card.section].text)
    return ListedCard(
        card.id,
        capitalised(wording.term(f"people.{card.people}")),
        f"{card.number} · {wording.term(f'card.{card.id}')}",
        tuple(lines),
        card.section if card.has_text else "",
    )
