"""Blue Moon City (Reiner Knizia, 2006), by the Spanish text of the German rulebook.

Scope: the basic game for two to four and its variant set-up, with the publisher's additions of 2007
as a ruling. Not covered: the tiles of the mini-expansion.

Glossary (code: rulebook): tile: baldosa; section: sección o campo; stone: piedra de edificio;
courtyard: Mercado; market_hall: Markethall; hospice: Posada; master builder: Maestro de obras;
scale: escama de dragón; offering: ofrenda u ofrecimiento; aside: cartas colocadas aparte; dragon
vulca, terrah, aqua: dragón negro, rojo, azul (the colours of their cards; the figures are red,
green and blue).
"""

from companion.games.blue_moon_city.acts import ACTS
from companion.games.blue_moon_city.acts.common import VERSION
from companion.games.blue_moon_city.acts.setup import SETUP
from companion.games.blue_moon_city.components import PLAYERS, REQUIRED_FACTS, CityOptions
from companion.games.blue_moon_city.rewards import LINES, VERBS
from companion.games.blue_moon_city.scoring import close, outcome, score
from companion.games.blue_moon_city.state import (
    BOX,
    State,
    setup,
    with_rulings,
)
from companion.games.blue_moon_city.table import (
    ITEMS,
    accounts,
    awaiting,
    duties,
    invariants,
    items_in,
    settables_in,
)
from companion.games.blue_moon_city.view import public_view
from companion.kernel.game import Game
from companion.kernel.models import of_edition

GAME: Game[State] = Game(
    id="blue_moon_city",
    version=VERSION,
    players=PLAYERS,
    options=CityOptions,
    acts=ACTS,
    setup_conditions=SETUP,
    setup=setup,
    awaiting=awaiting,
    duties=duties,
    score=score,
    outcome=outcome,
    close=close,
    invariants=invariants,
    public_view=public_view,
    with_rulings=with_rulings,
    box=BOX,
    items=ITEMS,
    accounts=accounts,
    settables_in=settables_in,
    items_in=items_in,
    lines=LINES,
    verbs=VERBS,
    required_facts=REQUIRED_FACTS,
    upcasts={1: of_edition(1), 2: of_edition(2)},
)
