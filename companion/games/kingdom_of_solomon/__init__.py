"""Kingdom of Solomon (Philip duBarry, 2012), by its English and Spanish rulebook.

Scope: the whole game for two to four. The printed values of board and cards are mostly unknown, and
the table types them during play.

Glossary (code: rulebook): territory: espacio de recursos; site: espacio de construcción; way:
frontera por la que puede ir un camino; region: región de recursos; piece: edificio de madera;
building: carta de construcción; fortune: carta de Fortuna; token: ficha de Templo; priest: Sumo
Sacerdote; order: orden de turno; yields: lo que da un territorio; price: espacio del mercado.
"""

from companion.games.kingdom_of_solomon.acts import ACTS
from companion.games.kingdom_of_solomon.acts.common import CHANGED_AFTER, VERSION
from companion.games.kingdom_of_solomon.acts.end_of_round import SETUP
from companion.games.kingdom_of_solomon.acts.resolve import tells
from companion.games.kingdom_of_solomon.adjustments import follow, settables_in
from companion.games.kingdom_of_solomon.components import PLAYERS, REQUIRED_FACTS, SolomonOptions
from companion.games.kingdom_of_solomon.effects import BONUSES_DO, VERBS
from companion.games.kingdom_of_solomon.scoring import outcome, score
from companion.games.kingdom_of_solomon.state import State
from companion.games.kingdom_of_solomon.table import (
    BOX,
    ITEMS,
    accounts,
    duties,
    invariants,
    items_in,
    setup,
    with_rulings,
)
from companion.games.kingdom_of_solomon.view import public_view
from companion.kernel.game import Game, stopped
from companion.kernel.models import of_edition

GAME: Game[State] = Game(
    id="kingdom_of_solomon",
    version=VERSION,
    players=PLAYERS,
    options=SolomonOptions,
    acts=ACTS,
    setup_conditions=SETUP,
    setup=setup,
    with_rulings=with_rulings,
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
    tells=tells,
    follow=follow,
    items_in=items_in,
    lines=BONUSES_DO,
    verbs=VERBS,
    required_facts=REQUIRED_FACTS,
    upcasts={after: of_edition(after, kinds) for after, kinds in CHANGED_AFTER.items()},
)
