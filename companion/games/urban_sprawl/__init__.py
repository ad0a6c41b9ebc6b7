"""Urban Sprawl (Chad Jensen, GMT 2011), by its Spanish rulebook, with its slips corrected.

Scope: the whole game for two to four, also longer or shorter. Most cards and payout lines are
unknown, and the table types them as they turn up.

Glossary (code: rulebook): lot: solar; block: bloque; row: fila; permit: licencia; contract:
contrato; favor: favor; points: puntos de acción; renewal: Renovación Urbana; office: político;
contractor: Contratista; colour: zona o parque; rail: casilla de carta; line: línea de pagos.
"""

from companion.games.urban_sprawl.acts import ACTS
from companion.games.urban_sprawl.acts.cards import tells
from companion.games.urban_sprawl.acts.common import VERSION, first_edition
from companion.games.urban_sprawl.acts.setup import SETUP
from companion.games.urban_sprawl.adjustments import settables_in
from companion.games.urban_sprawl.cards.effects import VERBS
from companion.games.urban_sprawl.components import PLAYERS, REQUIRED_FACTS, SprawlOptions
from companion.games.urban_sprawl.state import BOX, State, setup
from companion.games.urban_sprawl.table import (
    ITEMS,
    accounts,
    duties,
    follow,
    invariants,
    items_in,
    outcome,
    score,
)
from companion.games.urban_sprawl.view import public_view
from companion.kernel.game import Game, stopped

GAME: Game[State] = Game(
    id="urban_sprawl",
    version=VERSION,
    players=PLAYERS,
    options=SprawlOptions,
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
    follow=follow,
    items_in=items_in,
    verbs=VERBS,
    required_facts=REQUIRED_FACTS,
    upcasts={1: first_edition},
    tells=tells,
)
