"""Printed values and rulings of the pebbles, with a repeated component besides."""

from companion.kernel.box.slots import SlotSpec, specs
from companion.match.files.value_catalog import Catalog
from tests.games.pebbles.sample import DATA

LID, HANDFUL = DATA.facts
LAST = DATA.rulings[0].ruling
STALLS = SlotSpec.model_validate(
    {
        "id": "stall",
        "count": 3,
        "open": True,
        "name": "name",
        "fields": [
            {"id": "name", "kind": "text", "longest": 30, "label": "name"},
            {"id": "beside", "kind": "links", "to": "stall", "label": "beside"},
            {
                "id": "does",
                "kind": "lines",
                "label": "does",
                "verbs": {
                    "gain": {"maximum": 3, "things": ["pebble", "point"]},
                    "manual": {"longest": 60},
                },
            },
        ],
    }
)
"""Stalls around the pile, as the table describes them: no rule depends on them."""
CATALOG = Catalog((LID, HANDFUL, *specs((STALLS,))), (LAST,))
