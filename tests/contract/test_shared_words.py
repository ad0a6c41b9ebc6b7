"""Words shared by all games: no piece, place or card of a game, in code or in texts."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import pytest

import companion
import rules_data
from companion.games import GAMES
from companion.rulebook.loader import load

PROGRAM = Path(companion.__file__).parent
OF_ONE_GAME = re.compile(r"games/|ui/games/\w+/")
ENDINGS = {".py", ".js", ".html"}

ORDINARY = """
card deck dice discard draw fact group hand item kept move neighbour owner pawn phase point points
section supply tile tokens turn value values round start steps star

black blue brown green grey red white yellow gold colour transparent

amount any aside blocked build built complete copies covered credit declare die direction done down
each end flag free gain give good into leaves left loading minimum most nobody none nothing nowhere
action announce best board by_hand cell character cost due element forbidden leader neutral same
series skip step target text
type unknown unseen wanted win
done_by_hand empty fewer full joined lines map name offer plain reveal
offered nth other outside people place port right roll
said scale side stay stays stop take tied times unused
up used visit yes no library casino first
act active block bottom box carry_out choose chosen claim contract decided edge effect event
extra factory filter kind line media once one pending permit rail remove second shape show size
top transport two water zone abc m24
"""
"""Ordinary words: the trade's, colours, and English as it comes, like the `port` of a server."""

ANYBODYS = """
no|sí|nada|nadie|ninguno|apartado|final|reserva|puerto|puntos|cartas|dados|se queda|casino|
montón de robar|montón de descarte|construir|libre|ocupado|el turno|la reserva|cualquiera|ninguna|
amarillo|azul|blanca|blanco|gris|marrón|negro|roja|rojo|verde|azul 1|roja 1|blanca 2
"""
"""Ordinary words in Spanish, and names of icons of the toolkit."""


@lru_cache
def _shared() -> dict[str, str]:
    """Return every text shared by all games, with its words apart and in small letters."""
    files = [*PROGRAM.rglob("*"), Path(rules_data.__file__).parent / "app.toml"]
    texts = {}
    for path in files:
        name = path.relative_to(PROGRAM.parent).as_posix().removeprefix("companion/")
        if path.suffix in {*ENDINGS, ".toml"} and not OF_ONE_GAME.match(name):
            texts[name] = _apart(path.read_text("utf-8"))
    return texts


def _apart(text: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower()


def _ids(game: str) -> Iterator[str]:
    """Yield the ids of a game's things: `bank`, `black_market`, and the words of its own name."""
    data = load(game)
    yield game
    yield from game.split("_")
    for key in (*data.words.terms, *data.facts_by_id, *data.words.scores, *data.words.accounts):
        yield from key.split(".")
    yield from data.words.actions


def _says(word: str, plural: str = "s?", texts: Mapping[str, str] | None = None) -> list[str]:
    """Return the shared files that say a word, or those of other texts."""
    small, texts = word.lower(), _shared() if texts is None else texts
    asked = re.compile(rf"(?<![^\W_]){re.escape(small)}{plural}(?![^\W_])")
    return [name for name, text in texts.items() if small in text and asked.search(text)]


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_no_id_of_a_game_stands_in_shared_files(game: str) -> None:
    ids = {word for word in _ids(game) if len(word) > 2 and not word.isnumeric()}
    own = {word for word in ids if not {word, word.removesuffix("s")} & {*ORDINARY.split()}}
    assert {word: files for word in sorted(own) if (files := _says(word))} == {}


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_no_name_of_a_game_stands_in_shared_files(game: str) -> None:
    """Names of pieces and places as players read them."""
    names = {name for name in load(game).words.terms.values() if not name[0].isnumeric()}
    anybodys = {name.strip() for name in ANYBODYS.split("|")}
    own = {load(game).info.name, *(name for name in names if name.lower() not in anybodys)}
    assert {name: files for name in sorted(own) if (files := _says(name, ""))} == {}


@pytest.mark.parametrize(
    "written", ["CityTile", "open_city", "city's", "a.city.b", "cities of City."]
)
def test_word_is_recognised_in_any_spelling(written: str) -> None:
    texts = {"a": _apart(written)}
    assert _says("city", texts=texts) == ["a"]
    assert _says("cit", texts=texts) == []
