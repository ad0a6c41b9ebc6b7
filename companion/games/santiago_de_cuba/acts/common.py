"""What the acts of this game are made with: their base, and what their fields can be."""

from typing import Final, TypeVar

from companion.games.santiago_de_cuba import terms
from companion.games.santiago_de_cuba.components import DEMANDED
from companion.games.santiago_de_cuba.flow import Play
from companion.games.santiago_de_cuba.state import PESO, POINT, State
from companion.kernel import acts
from companion.kernel.ledger import SUPPLY
from companion.kernel.models import Action
from companion.kernel.picks import Pick, choice
from companion.kernel.values import Counted

A = TypeVar("A", bound=Action)


class Act(acts.Act[State, Play, A]):
    """An act of this game."""

    def playing(self, state: State) -> Play:
        """The state, so that it can be played on."""
        return Play(state)

    def after(self, play: Play, before: State) -> None:
        """The supply is taken as endless, and the table keeps note of what it lacks."""
        for item in (PESO, POINT):
            short = -play.balance(SUPPLY, item)
            if short > 0 and before.ledger.balance(SUPPLY, item) >= 0:
                play.say("supply_ran_out", "components.supply_endless", short=Counted(short, item))


DEMANDED_GOOD: Final[Pick[State]] = choice(DEMANDED, terms.good)
"""A good that a ship may ask for."""
