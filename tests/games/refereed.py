"""Games whose rules are judged: they have printed values, rulings, refusals and an example."""

from typing import Final

from companion.games import GAMES

REFEREED: Final = tuple(sorted(name for name, game in GAMES.items() if game.judged))
"""Their ids. A count of what the table reports has none of these."""
