"""Santiago de Cuba (Michael Rieneck, 2011), by the Spanish rulebook of Ludonova.

Scope: the whole game for two to four, which changes nothing for fewer players.

Glossary (code: rulebook): stop: parada o estrella; port: puerto; citizen: ciudadano; drive:
conducir el coche; flag: bandera del contador de valor; aside: dado sobrante; loading: ronda de
carga; marker: ficha de propiedad; point: punto de victoria; tribute: lo que se da a El Zorro.
"""

from companion.games.santiago_de_cuba.acts import ACTS
from companion.games.santiago_de_cuba.acts.common import VERSION
from companion.games.santiago_de_cuba.acts.setup import SETUP
from companion.games.santiago_de_cuba.acts.visit import tells
from companion.games.santiago_de_cuba.components import PLAYERS, REQUIRED_FACTS, SantiagoOptions
from companion.games.santiago_de_cuba.scoring import outcome, score
from companion.games.santiago_de_cuba.state import BOX, State, setup
from companion.games.santiago_de_cuba.table import (
    ITEMS,
    accounts,
    duties,
    invariants,
    items_in,
    settables_in,
)
from companion.games.santiago_de_cuba.verbs import LINES, VERBS
from companion.games.santiago_de_cuba.view import public_view
from companion.kernel.game import Game, stopped
from companion.kernel.models import of_edition

GAME: Game[State] = Game(
    id="santiago_de_cuba",
    version=VERSION,
    players=PLAYERS,
    options=SantiagoOptions,
    acts=ACTS,
    setup_conditions=SETUP,
    setup=setup,
    duties=duties,
    score=score,
    outcome=outcome,
    close=stopped,
    invariants=invariants,
    public_view=public_view,
    box=BOX,
    items=ITEMS,
    accounts=accounts,
    settables_in=settables_in,
    items_in=items_in,
    lines=LINES,
    verbs=VERBS,
    required_facts=REQUIRED_FACTS,
    upcasts={1: of_edition(1)},
    tells=tells,
)
