"""Box with an open catalogue of cards, all unknown until the table reads them."""

from dataclasses import replace

import pytest

from companion.kernel.box.slots import SlotSpec, specs
from companion.rulebook import loader
from companion.rulebook.loader import GameData
from companion.rulebook.words import with_entries

GAME = "blue_moon_city"
CARDS = SlotSpec.model_validate(
    {
        "id": "favour",
        "count": 12,
        "open": True,
        "name": "name",
        "fields": [
            {"id": "name", "kind": "text", "longest": 20, "label": "fact.name"},
            {
                "id": "zone",
                "kind": "choice",
                "options": ["favour.north", "favour.south"],
                "label": "fact.zone",
            },
            {"id": "cost", "kind": "int", "minimum": 0, "maximum": 40, "label": "fact.cost"},
            {
                "id": "lines",
                "kind": "lines",
                "label": "fact.lines",
                "most": 3,
                "verbs": {
                    "gain": {"minimum": 1, "maximum": 9, "things": ["crystal", "card"]},
                    "again": {},
                    "manual": {"longest": 60},
                },
            },
            {"id": "beside", "kind": "links", "to": "favour", "label": "fact.beside"},
        ],
    }
)
TERMS = {
    "favour.*": "Favor {n}",
    "favour.north": "Norte",
    "favour.south": "Sur",
    "fact.name": "Nombre",
    "fact.zone": "Zona",
    "fact.cost": "Precio",
    "fact.lines": "Qué hace",
    "fact.beside": "Junto a",
}
LINES = {
    "gain": "Da {what}.",
    "again": "Se puede volver a usar.",
    "manual": "La mesa lo hace a mano: {text}.",
}
NOUNS = {"crystal": ("cristal", "cristales"), "card": ("carta", "cartas")}
VERBS = {"gain": "Ganar", "again": "Repetir", "manual": "A mano"}


def with_cards(monkeypatch: pytest.MonkeyPatch) -> GameData:
    """Add these cards to the data of a game, wherever it is loaded, and return the data."""
    data = loader.load(GAME)
    words = data.words.model_copy(
        update={
            "terms": {**data.words.terms, **TERMS},
            "lines": {**data.words.lines, **LINES},
            "verbs": VERBS,
            "nouns": {**data.words.nouns, **NOUNS},
        }
    )
    more = replace(
        data,
        words=with_entries(words, (CARDS,)),
        slots=(*data.slots, CARDS),
        facts=(*data.facts, *specs((CARDS,))),
    )
    read = loader.load
    monkeypatch.setattr(loader, "load", lambda game: more if game == GAME else read(game))
    return more
