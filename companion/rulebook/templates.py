"""Spanish from templates: numbers, plurals, articles, lists. The one home of that grammar.

A template is a text with `{parameter}` or `{parameter:form}`. The forms:

- none: the value as it reads: 2458 or 28 450, a term, a name, "a, b y c" for several;
- a noun, `{n:cristal}`: the amount with its noun, "3 cristales";
- `{n:Falta|Faltan}`: one of two words, by the number (or by how many are listed);
- `el`, `del`, `al`, `El`, `Del`, `Al`: a term with its article, "de la Universidad";
- `o`, `ni`: a list with that conjunction, "a, b o c";
- `+`: a number with its sign, also before a noun: `{n:+cristal}`;
- `Cap`: with a capital.

Nothing here raises on bad input: what is missing shows as "…" or as its own code, so that a
slip in the data never stops a game. `problems` finds those slips in tests.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

from companion.kernel.values import Counted, Params, SeatRef, Term, Value

NBSP = "\u00a0"
THIN = "\u202f"
MINUS = "\u2212"
MISSING = "…"

ARTICLE_FORMS = frozenset({"el", "del", "al", "El", "Del", "Al"})
CONJUNCTIONS = frozenset({"y", "o", "ni"})
_CONTRACTIONS = {"de el": "del", "a el": "al"}

_Piece: TypeAlias = tuple[str, str | None, str]


@dataclass(frozen=True)
class Lexicon:
    """The words that templates may fall back on."""

    nouns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()


def number(amount: int) -> str:
    """Digits, grouped with thin no-break spaces from 10 000 up."""
    digits = f"{abs(amount):,}".replace(",", THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return MINUS + digits if amount < 0 else digits


def signed(amount: int) -> str:
    """A number with its sign; zero has none."""
    return "+" + number(amount) if amount > 0 else number(amount)


def plural(amount: int, singular: str, plural_form: str) -> str:
    """The form of a word that goes with an amount."""
    return singular if abs(amount) == 1 else plural_form


def counted(amount: int, noun: str, lexicon: Lexicon, sign: bool = False) -> str:
    """An amount with its noun, held together by a no-break space."""
    forms = lexicon.nouns.get(noun, (noun, noun))
    shown = signed(amount) if sign else number(amount)
    return f"{shown}{NBSP}{plural(amount, *forms)}"


def listed(parts: Collection[str], conjunction: str = "y") -> str:
    """ "a, b y c", with the conjunction that the last sound asks for."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {_before(conjunction, items[-1])} {items[-1]}"


def _before(conjunction: str, word: str) -> str:
    start = word.lstrip("«“\"'(¿¡").casefold()
    if conjunction == "y" and _sounds_like_i(start):
        return "e"
    if conjunction == "o" and _sounds_like_o(start):
        return "u"
    return conjunction


def _sounds_like_i(word: str) -> bool:
    # "madera y hierro": a diphthong does not sound like i.
    return word.startswith(("i", "í", "hi", "hí")) and not word.startswith(("hia", "hie", "hio"))


def _sounds_like_o(word: str) -> bool:
    # 8, 80, 11 are read "ocho", "ochenta", "once".
    return word.startswith(("o", "ó", "ho", "hó", "8")) or word.split(" ")[0] == "11"


def capitalised(text: str) -> str:
    """The text with a capital first letter; the rest stays."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """The text with a small first letter; the rest stays."""
    return text[:1].lower() + text[1:]


def player_name(seat: int, lexicon: Lexicon) -> str:
    """The name of who sits there."""
    return lexicon.players[seat] if 0 <= seat < len(lexicon.players) else f"#{seat + 1}"


def show(value: Value, lexicon: Lexicon, conjunction: str = "y") -> str:
    """A value as it reads."""
    match value:
        case bool():
            return lexicon.terms.get("yes" if value else "no", str(value))
        case int():
            return number(value)
        case Term(key=key):
            return lexicon.terms.get(key, key)
        case SeatRef(seat=seat):
            return player_name(seat, lexicon)
        case Counted(amount=amount, noun=noun):
            return counted(amount, noun, lexicon)
        case tuple():
            return listed([show(part, lexicon) for part in value], conjunction)
        case _:
            return str(value)


def with_article(value: Value, form: str, lexicon: Lexicon) -> str:
    """A term with its article, contracted: "del Molino", "a la Universidad"."""
    if isinstance(value, tuple):
        shown = [with_article(part, form.lower(), lexicon) for part in value]
        text = listed(shown)
    else:
        text = _one_with_article(value, form.lower(), lexicon)
    return capitalised(text) if form[:1].isupper() else text


def _one_with_article(value: Value, form: str, lexicon: Lexicon) -> str:
    key = value.key if isinstance(value, Term) else ""
    article = lexicon.articles.get(key, "")
    preposition = {"del": "de", "al": "a"}.get(form, "")
    before = " ".join(word for word in (preposition, article) if word)
    before = _CONTRACTIONS.get(before, before)
    return f"{before} {show(value, lexicon)}".strip()


def render(template: str, params: Params, lexicon: Lexicon) -> str:
    """The template with its parameters in place."""
    return "".join(
        literal + ("" if name is None else _filled(name, form, params, lexicon))
        for literal, name, form in _parsed(template)
    )


def parameters(template: str) -> frozenset[str]:
    """The names of the parameters that a template needs."""
    return frozenset(name for _, name, _ in _parsed(template) if name is not None)


def is_complete(template: str, params: Params) -> bool:
    """Whether every parameter of the template is there."""
    return parameters(template) <= params.keys()


def problems(template: str, lexicon: Lexicon) -> tuple[str, ...]:
    """What is wrong with a template: it does not parse, or has a form that does not exist."""
    try:
        pieces = tuple(Formatter().parse(template))
    except ValueError as error:
        return (str(error),)
    return tuple(
        f"{{{name}:{form}}}"
        for _, name, form, conversion in pieces
        if name is not None and (conversion or not name.isidentifier() or not _known(form, lexicon))
    )


def _known(form: str | None, lexicon: Lexicon) -> bool:
    if not form or form in ARTICLE_FORMS or form in CONJUNCTIONS or form in ("Cap", "+"):
        return True
    return form.count("|") == 1 or form.removeprefix("+") in lexicon.nouns


@lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[_Piece, ...]:
    try:
        return tuple(
            (text, name, form or "") for text, name, form, _ in Formatter().parse(template)
        )
    except ValueError:
        return ((template, None, ""),)


def _filled(name: str, form: str, params: Params, lexicon: Lexicon) -> str:
    if name not in params:
        return MISSING
    value = params[name]
    if not form:
        return show(value, lexicon)
    if form in ARTICLE_FORMS:
        return with_article(value, form, lexicon)
    if form in CONJUNCTIONS:
        return show(value, lexicon, form)
    if form == "Cap":
        return capitalised(show(value, lexicon))
    if "|" in form:
        singular, _, several = form.partition("|")
        return plural(_amount(value), singular, several)
    return _counted_form(value, form, lexicon)


def _counted_form(value: Value, form: str, lexicon: Lexicon) -> str:
    sign = form.startswith("+")
    noun = form.removeprefix("+")
    if not isinstance(value, int | Counted):
        return show(value, lexicon)
    amount = _amount(value)
    if noun:
        return counted(amount, noun, lexicon, sign)
    return signed(amount)


def _amount(value: Value) -> int:
    match value:
        case int():
            return int(value)
        case Counted(amount=amount):
            return amount
        case tuple():
            return len(value)
        case _:
            return 1
