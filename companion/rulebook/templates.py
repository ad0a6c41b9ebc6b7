"""Spanish from templates: numbers, plurals, articles, lists. The one home of that grammar.

A template is a text with `{parameter}` or `{parameter:form}`. The forms:

- none: the value as it reads: 2458 or 28 450, a term, a name, "a, b y c" for several;
- a noun, `{n:llave}`: the amount with its noun, "3 llaves";
- `{n:Falta|Faltan}`: one of two words, by the number, by how many are listed, or by the article
  of a term ("las Minas");
- `el`, `del`, `al`, `en`, `El`, `Del`, `Al`, `En`: a term with its article, "de la Torre";
- `un`, `Un`: a term as one of its kind, an amount in words: "una roja 1", "dos rojas 1";
- `o`, `ni`: a list with that conjunction, "a, b o c"; after an article, `{tiles:el o}`;
- `+`: a number with its sign, also before a noun: `{n:+cristal}`;
- `Cap`: with a capital;
- `{x:?part}` and `{x:?part|otherwise}`: a part of the template, with parameters of its own, that
  stands only if there is something in `x`: not 0, not an empty list, not an empty text.

What a value asks of the words before it is seen to here, not in the data: "y" becomes "e" before
Inés, "de" and "el" become "del". An empty list reads as what the lexicon has for its parameter.
Equal terms of a list with articles are counted together, where a noun of their key has a plural:
"las dos rojas 1".

Nothing here raises on bad input: what is missing shows as "…" or as its own code, so that a
slip in the data never stops a game. `problems` finds those slips in tests.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Final, TypeAlias

from companion.kernel.values import Counted, Mean, Params, SeatRef, Term, Value

NBSP = "\u00a0"
THIN = "\u202f"
MINUS = "\u2212"
MISSING = "…"

ADVERB: Final = "-"
"""The article of a term that is an adverb, "fuera de juego": neither «el» nor «a» nor «en»."""

ANY: Final = "*"
"""In what is said of empty lists: that of every parameter not named."""

ARTICLES: Final = frozenset({"el", "la", "los", "las", ADVERB})
ONE: Final = "un"
_PREPOSITIONS: Final = {"el": "", "del": "de", "al": "a", "en": "en", ONE: ""}
ARTICLE_FORMS: Final = frozenset({*_PREPOSITIONS, *map(str.capitalize, _PREPOSITIONS)})
_NUMERALS: Final = ("", "", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
CONJUNCTIONS: Final = frozenset({"y", "o", "ni"})

_Piece: TypeAlias = tuple[str, str | None, str]


@dataclass(frozen=True)
class Lexicon:
    """The words that templates may fall back on."""

    nouns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)
    """By term, or for all of a family: `card.*`."""
    players: tuple[str, ...] = ()
    empty: Mapping[str, str] = field(default_factory=dict)
    """By parameter, what is said of an empty list: "nadie"."""

    def article(self, key: str) -> str:
        """The article of a term; empty for names, which have none."""
        family = f"{key.partition('.')[0]}.*"
        return self.articles.get(key, self.articles.get(family, ""))

    def is_thing(self, key: str) -> bool:
        """Whether a term is called with an article, or is one of a kind whose others are."""
        family = f"{key.partition('.')[0]}.*"
        return not {self.articles.get(key, ""), self.articles.get(family, "")} <= {"", ADVERB}

    def nothing(self, name: str) -> str:
        """What is said of a parameter that is an empty list."""
        return self.empty.get(name, self.empty.get(ANY, ""))


def number(amount: int) -> str:
    """Digits, grouped with thin no-break spaces from 10 000 up."""
    digits = f"{abs(amount):,}".replace(",", THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return MINUS + digits if amount < 0 else digits


def to_one_decimal(amount: float) -> str:
    """A number to one decimal, where it has one: "1,5"."""
    digits = f"{abs(amount):.1f}".removesuffix(".0").replace(".", ",")
    return MINUS + digits if amount < 0 and digits != "0" else digits


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
    start = word.lstrip("«“\"'(¿¡+").casefold()
    if conjunction == "y" and _sounds_like_i(start):
        return "e"
    if conjunction == "o" and _sounds_like_o(start):
        return "u"
    return conjunction


# "leña y hierro", "agua y hiato": a diphthong does not sound like i; "Ana e Yvonne" does.
_SOUNDS_LIKE_I = re.compile(r"h?[ií](?!(?<=hi)[aeo])|y[^aeiouáéíóú\s]")
# 8, 80, 11 and 11 000 are read "ocho", "ochenta", "once" and "once mil"; 110 is not.
_SOUNDS_LIKE_O = re.compile(r"h?[oó]|8|11(?!\d)")


def _sounds_like_i(word: str) -> bool:
    return _SOUNDS_LIKE_I.match(word) is not None


def _sounds_like_o(word: str) -> bool:
    return _SOUNDS_LIKE_O.match(word) is not None


_LAST_WORD = re.compile(r"(?:^|(?<=[\s(«]))(y|o|de|a)(\s)$", re.IGNORECASE)
_EL = re.compile(r"el\s")


def _joined(before: str, shown: str) -> str:
    """What stands before a value, as the value asks: "e Inés", "del montón"."""
    last = _LAST_WORD.search(before)
    if last is None or not shown:
        return before + shown
    word, space = last.groups()
    kept = before[: last.start()]
    if word.lower() in CONJUNCTIONS:
        asked = _before(word.lower(), shown)
        return f"{kept}{capitalised(asked) if word.isupper() else asked}{space}{shown}"
    if _EL.match(shown):
        return f"{kept}{word}{shown[1:]}"
    return before + shown


def capitalised(text: str) -> str:
    """The text with a capital first letter; the rest stays."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """The text with a small first letter, also where it asks; the rest stays."""
    first = 1 if text[:1] in ("¿", "¡") else 0
    return text[:first] + text[first : first + 1].lower() + text[first + 1 :]


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
        case Mean(amount=mean):
            return to_one_decimal(mean)
        case tuple():
            return listed([show(part, lexicon) for part in value], conjunction)
        case _:
            return str(value)


def with_article(value: Value, form: str, lexicon: Lexicon, conjunction: str = "y") -> str:
    """A term with its article, contracted: "del Faro", "a la Torre"."""
    parts: Mapping[Value, int] = Counter(value) if isinstance(value, tuple) else {value: 1}
    shown = [text for part, n in parts.items() for text in _several(part, n, form.lower(), lexicon)]
    text = listed(shown, conjunction)
    return capitalised(text) if form[:1].isupper() else text


def _several(value: Value, times: int, form: str, lexicon: Lexicon) -> Iterator[str]:
    """A part of a list that is in it so many times."""
    if times > 1 and isinstance(value, Term) and value.key in lexicon.nouns:
        yield _named(Counted(times, value.key), form, lexicon)
    else:
        yield from times * (_named(value, form, lexicon),)


def _named(value: Value, form: str, lexicon: Lexicon) -> str:
    """One term, or so many of a kind, with its article and the preposition of a form."""
    match value:
        case Term(key=key) if lexicon.article(key) == ADVERB:
            # "de fuera de juego", but "va fuera", "está fuera".
            shown = show(value, lexicon)
            return f"de {shown}" if form == "del" else shown
        case Term(key=key):
            article, amount = lexicon.article(key), 1
        case Counted(amount=amount, noun=key):
            forms = _SINGULARS if amount == 1 else _PLURALS
            article = forms.get(lexicon.article(key), "")
        case _:
            article, amount = "", 1
    words = [_article(article, form, amount), _amount_of(value, lexicon)]
    preposition, named = _PREPOSITIONS[form], " ".join(filter(None, words))
    return _joined(f"{preposition} ", named) if preposition else named


_SINGULARS: Final = {"el": "el", "la": "la", "los": "el", "las": "la"}
_PLURALS: Final = {"el": "los", "la": "las", "los": "los", "las": "las"}
_INDEFINITE: Final = {"el": "un", "la": "una"}


def _article(article: str, form: str, amount: int) -> str:
    if form != ONE:
        return article
    return _INDEFINITE.get(article, "") if amount == 1 else ""


def _amount_of(value: Value, lexicon: Lexicon) -> str:
    """A value without its article; an amount in words where the language has short ones."""
    if not isinstance(value, Counted):
        return show(value, lexicon)
    forms = lexicon.nouns.get(value.noun, (value.noun, value.noun))
    if value.amount == 1 and lexicon.article(value.noun):
        return forms[0]
    if 1 < value.amount < len(_NUMERALS):
        return f"{_NUMERALS[value.amount]} {forms[1]}"
    return show(value, lexicon)


def render(template: str, params: Params, lexicon: Lexicon) -> str:
    """The template with its parameters in place."""
    text = ""
    for literal, name, form in _parsed(template):
        text += literal
        if name is not None:
            text = _joined(text, _filled(name, form, params, lexicon))
    return text


def parameters(template: str) -> frozenset[str]:
    """The names of the parameters that a template needs."""
    return frozenset(_parameters(template))


def _parameters(template: str) -> Iterator[str]:
    for _, name, form in _parsed(template):
        if name is not None:
            yield name
            for part in _parts(form):
                yield from _parameters(part)


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
        problem
        for _, name, form, conversion in pieces
        if name is not None
        for problem in _problems(name, form or "", conversion, lexicon)
    )


def _problems(name: str, form: str, conversion: str | None, lexicon: Lexicon) -> tuple[str, ...]:
    parts = _parts(form)
    if conversion or not name.isidentifier() or not (parts or _known(form, lexicon)):
        return (f"{{{name}:{form}}}",)
    return tuple(problem for part in parts for problem in problems(part, lexicon))


def _known(form: str, lexicon: Lexicon) -> bool:
    if form in ("", "Cap", "+"):
        return True
    if "|" in form:
        return form.count("|") == 1
    if form.removeprefix("+") in lexicon.nouns:
        return True
    article, conjunction = _article_and_conjunction(form)
    return bool(article or conjunction)


def _article_and_conjunction(form: str) -> tuple[str, str]:
    """ "el", "o" or "el o" apart; two empty texts if the form is neither."""
    first, _, second = form.partition(" ")
    if first in ARTICLE_FORMS and (not second or second in CONJUNCTIONS):
        return first, second or "y"
    return ("", form) if form in CONJUNCTIONS else ("", "")


@lru_cache(maxsize=1024)
def _parts(form: str) -> tuple[str, ...]:
    """What stands if there is something, and what if there is not; nothing for other forms."""
    if not form.startswith("?"):
        return ()
    depth = 0
    for place, character in enumerate(form):
        depth += (character == "{") - (character == "}")
        if character == "|" and not depth:
            return form[1:place], form[place + 1 :]
    return form[1:], ""


@lru_cache(maxsize=4096)
def _parsed(template: str) -> tuple[_Piece, ...]:
    try:
        return tuple(
            (text, name, form or "") for text, name, form, _ in Formatter().parse(template)
        )
    except ValueError:
        return ((template, None, ""),)


def _filled(name: str, form: str, params: Params, lexicon: Lexicon) -> str:
    if form.startswith("?"):
        something, nothing = _parts(form)
        return render(something if _there(params.get(name)) else nothing, params, lexicon)
    if name not in params:
        return MISSING
    value = params[name]
    if "|" in form:
        singular, _, several = form.partition("|")
        return plural(_amount(value, lexicon), singular, several)
    if value == ():
        nothing = lexicon.nothing(name)
        return capitalised(nothing) if form[:1].isupper() else nothing
    return _formed(value, form, lexicon)


def _there(value: "Value | None") -> bool:
    """Whether there is something: not 0 of it, nor an empty list, nor an empty text."""
    return value.amount != 0 if isinstance(value, Counted) else bool(value)


def _formed(value: Value, form: str, lexicon: Lexicon) -> str:
    if not form:
        return show(value, lexicon)
    article, conjunction = _article_and_conjunction(form)
    if article:
        return with_article(value, article, lexicon, conjunction)
    if conjunction:
        return show(value, lexicon, conjunction)
    if form == "Cap":
        return capitalised(show(value, lexicon))
    return _counted_form(value, form, lexicon)


def _counted_form(value: Value, form: str, lexicon: Lexicon) -> str:
    sign = form.startswith("+")
    noun = form.removeprefix("+")
    if isinstance(value, Mean) and noun:
        forms = lexicon.nouns.get(noun, (noun, noun))
        return f"{show(value, lexicon)}{NBSP}{plural(_amount(value, lexicon), *forms)}"
    if not isinstance(value, int | Counted):
        return show(value, lexicon)
    amount = _amount(value, lexicon)
    if noun:
        return counted(amount, noun, lexicon, sign)
    return signed(amount)


def _amount(value: Value, lexicon: Lexicon) -> int:
    """How many a verb agrees with. Of an empty list there is nobody, or nothing: one."""
    match value:
        case int():
            return int(value)
        case Counted(amount=amount):
            return amount
        case Mean():
            # What is shown as 1 is one, though it may be a little more or less.
            return 1 if show(value, lexicon) in ("1", f"{MINUS}1") else 2
        case Term(key=key):
            return 2 if lexicon.article(key) in ("los", "las") else 1
        case (one,):
            return _amount(one, lexicon)
        case tuple():
            return len(value) or 1
        case _:
            return 1
