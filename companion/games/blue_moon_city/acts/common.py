"""What the acts of this game are made with: their base, and what their fields can be."""

from typing import TypeVar

from companion.games.blue_moon_city.play import Play
from companion.games.blue_moon_city.state import State
from companion.kernel import acts
from companion.kernel.models import Action

A = TypeVar("A", bound=Action)


class Act(acts.Act[State, Play, A]):
    """An act of this game."""

    def playing(self, state: State) -> Play:
        """The state, so that it can be played on."""
        return Play(state)
