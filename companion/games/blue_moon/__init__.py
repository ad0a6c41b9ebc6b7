"""Blue Moon (Reiner Knizia, 2004), by its Spanish rulebook.

Scope: the prepared decks of the peoples that `catalogue.DECKS` lists, or decks built of their
cards, a game or a series to five crystals.

Glossary (code: rulebook): starter: jugador inicial; element: elemento, fuego o tierra; combat,
support (`AID`): áreas de combate y apoyo; booster: refuerzo; leadership: liderazgo; decline:
negarse a empezar una pelea; covered: debajo de un personaje nuevo; icons: RETRIEVE, recuperar;
STOP, detener; PAIR, pareja; FREE, gratis; GANG, pandilla; PROTECTED, protegido; shield: escudo;
rival: el otro jugador; unit: lo que se juega en lugar de un personaje, una pareja o una pandilla.
"""

from companion.games.blue_moon.acts import ACTS
from companion.games.blue_moon.acts.common import OF_EDITIONS, VERSION
from companion.games.blue_moon.acts.setup import SETUP
from companion.games.blue_moon.adjustments import follow
from companion.games.blue_moon.catalogue import PLAYERS, REQUIRED_FACTS, BlueMoonOptions
from companion.games.blue_moon.fights import close, outcome, score
from companion.games.blue_moon.state import State, setup
from companion.games.blue_moon.table import (
    ITEMS,
    SETTABLES,
    accounts,
    duties,
    invariants,
    items_in,
    settables_in,
)
from companion.games.blue_moon.view import public_view
from companion.kernel.game import Game
from companion.kernel.models import of_edition

GAME: Game[State] = Game(
    id="blue_moon",
    version=VERSION,
    players=PLAYERS,
    options=BlueMoonOptions,
    acts=ACTS,
    setup_conditions=SETUP,
    setup=setup,
    duties=duties,
    score=score,
    outcome=outcome,
    close=close,
    invariants=invariants,
    public_view=public_view,
    items=ITEMS,
    accounts=accounts,
    settables=SETTABLES,
    settables_in=settables_in,
    follow=follow,
    items_in=items_in,
    required_facts=REQUIRED_FACTS,
    upcasts={1: of_edition(1, OF_EDITIONS)},
)
