"""Spanish text from templates: numbers, plurals, articles, lists. All of that grammar is here.

A template is a text with `{parameter}` or `{parameter:form}`. The forms:

- none: the value as text: 2458 or 28 450, a term, a name, "a, b y c" for several;
- a noun, `{n:llave}`: the amount with its noun, "3 llaves";
- `{n:Falta|Faltan}`: one of two words, by the number, by the length of a list, or by the article
  of a term ("las Minas");
- `el`, `del`, `al`, `en`, `El`, `Del`, `Al`, `En`: a term with its article, "de la Torre";
- `un`, `Un`: a term as one of its kind, an amount in words: "una roja 1", "dos rojas 1";
- `o`, `ni`: a list with that conjunction, "a, b o c"; after an article, `{tiles:el o}`;
- `+`: a number with its sign, also before a noun: `{n:+cristal}`;
- `Cap`: with a capital;
- `{x:?part}` and `{x:?part|otherwise}`: a part of the template, with its own parameters, that is
  used only if `x` is not 0, an empty list or an empty text.

The words before a value adapt to it here, not in the data: "y" becomes "e" before Inés, "de" and
"el" become "del". An empty list uses the lexicon's text for its parameter. Equal terms of a list
with articles are counted together if there is a noun of their key: "las dos rojas 1".

Nothing here raises on bad input: a missing value shows as "…" or as its code, so that an error in
the data never stops a game. `problems` finds such errors in tests.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
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
"""Article of a term that is an adverb, "fuera de juego". It takes neither «el», «a» nor «en»."""

ANY: Final = "*"
"""Key of the text for empty lists of all other parameters."""

ARTICLES: Final = frozenset({"el", "la", "los", "las", ADVERB})
ONE: Final = "un"
_PREPOSITIONS: Final = {"el": "", "del": "de", "al": "a", "en": "en", ONE: ""}
ARTICLE_FORMS: Final = frozenset({*_PREPOSITIONS, *map(str.capitalize, _PREPOSITIONS)})
_NUMERALS: Final = ("", "", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
CONJUNCTIONS: Final = frozenset({"y", "o", "ni"})

_Piece: TypeAlias = tuple[str, str | None, str]


@dataclass(frozen=True)
class Lexicon:
    """Words that templates use: nouns, terms, articles and names."""

    nouns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    articles: Mapping[str, str] = field(default_factory=dict)
    """Articles by term, or by family: `card.*`."""
    players: tuple[str, ...] = ()
    empty: Mapping[str, str] = field(default_factory=dict)
    """Texts for empty lists, by parameter: "nadie"."""

    def article(self, key: str) -> str:
        """Return the article of a term, or an empty text for a name."""
        family = f"{key.partition('.')[0]}.*"
        return self.articles.get(key, self.articles.get(family, ""))

    def is_thing(self, key: str) -> bool:
        """Return whether a term or its family takes an article."""
        family = f"{key.partition('.')[0]}.*"
        return not {self.articles.get(key, ""), self.articles.get(family, "")} <= {"", ADVERB}

    def nothing(self, name: str) -> str:
        """Return the text for an empty list of a parameter."""
        return self.empty.get(name, self.empty.get(ANY, ""))


def number(amount: int) -> str:
    """Format a number, grouped with thin no-break spaces from 10 000 up."""
    digits = f"{abs(amount):,}".replace(",", THIN) if abs(amount) >= 10_000 else str(abs(amount))
    return MINUS + digits if amount < 0 else digits


def to_one_decimal(amount: float) -> str:
    """Format a number with one decimal, if it has any: "1,5"."""
    digits = f"{abs(amount):.1f}".removesuffix(".0").replace(".", ",")
    return MINUS + digits if amount < 0 and digits != "0" else digits


def signed(amount: int) -> str:
    """Format a number with its sign. Zero has none."""
    return "+" + number(amount) if amount > 0 else number(amount)


def plural(amount: int, singular: str, plural_form: str) -> str:
    """Return the singular or plural form for an amount."""
    return singular if abs(amount) == 1 else plural_form


def counted(amount: int, noun: str, lexicon: Lexicon, sign: bool = False) -> str:
    """Format an amount with its noun, joined by a no-break space."""
    forms = lexicon.nouns.get(noun, (noun, noun))
    shown = signed(amount) if sign else number(amount)
    return f"{shown}{NBSP}{plural(amount, *forms)}"


def listed(parts: Collection[str], conjunction: str = "y") -> str:
    """Join a list: "a, b y c", with the form of the conjunction that the last sound requires."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {_before(conjunction, items[-1])} {items[-1]}"


def lists_in_a_row(lists: Sequence[str], conjunction: str) -> str:
    """Join texts that may be lists themselves: "a y b; c; o d"."""
    *others, last = lists
    if not others:
        return last
    return f"{'; '.join(others)}; {_before(conjunction, last)} {last}"


def _before(conjunction: str, word: str) -> str:
    start = word.lstrip("«“\"'(¿¡+").casefold()
    if conjunction == "y" and _sounds_like_i(start):
        return "e"
    if conjunction == "o" and _sounds_like_o(start):
        return "u"
    return conjunction


# "leña y hierro", "agua y hiato": the diphthong does not sound like i, so "y" stays. "Ana e Yvonne"
# does.
_SOUNDS_LIKE_I = re.compile(r"h?[ií](?!(?<=hi)[aeo])|y[^aeiouáéíóú\s]")
# 8, 80, 11 and 11 000 are read "ocho", "ochenta", "once" and "once mil"; 110 does not begin with
# "once".
_SOUNDS_LIKE_O = re.compile(r"h?[oó]|8|11(?!\d)")


def _sounds_like_i(word: str) -> bool:
    return _SOUNDS_LIKE_I.match(word) is not None


def _sounds_like_o(word: str) -> bool:
    return _SOUNDS_LIKE_O.match(word) is not None


_LAST_WORD = re.compile(r"(?:^|(?<=[\s(«]))(y|o|de|a)(\s)$", re.IGNORECASE)
_EL = re.compile(r"el\s")


def _joined(before: str, shown: str) -> str:
    """Append a value, adapting the word before it: "e Inés", "del montón"."""
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
    """Return the text with a capital first letter. The rest is unchanged."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Return the text with a small first letter, also after "¿" or "¡". The rest is unchanged."""
    first = 1 if text[:1] in ("¿", "¡") else 0
    return text[:first] + text[first : first + 1].lower() + text[first + 1 :]


def player_name(seat: int, lexicon: Lexicon) -> str:
    """Return the name of the player at a seat."""
    return lexicon.players[seat] if 0 <= seat < len(lexicon.players) else f"#{seat + 1}"


def show(value: Value, lexicon: Lexicon, conjunction: str = "y") -> str:
    """Return a value as text."""
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
    """Return a term with its article, contracted: "del Faro", "a la Torre"."""
    parts: Mapping[Value, int] = Counter(value) if isinstance(value, tuple) else {value: 1}
    shown = [text for part, n in parts.items() for text in _several(part, n, form.lower(), lexicon)]
    text = listed(shown, conjunction)
    return capitalised(text) if form[:1].isupper() else text


def _several(value: Value, times: int, form: str, lexicon: Lexicon) -> Iterator[str]:
    """Yield an item of a list once with its count, or repeated if it has no noun."""
    if times > 1 and isinstance(value, Term) and value.key in lexicon.nouns:
        yield _named(Counted(times, value.key), form, lexicon)
    else:
        yield from times * (_named(value, form, lexicon),)


def _named(value: Value, form: str, lexicon: Lexicon) -> str:
    """Return a term or an amount with its article and preposition."""
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
    """Return a value without its article. Small amounts are in words."""
    if not isinstance(value, Counted):
        return show(value, lexicon)
    forms = lexicon.nouns.get(value.noun, (value.noun, value.noun))
    if value.amount == 1 and lexicon.article(value.noun):
        return forms[0]
    if 1 < value.amount < len(_NUMERALS):
        return f"{_NUMERALS[value.amount]} {forms[1]}"
    return show(value, lexicon)


def render(template: str, params: Params, lexicon: Lexicon) -> str:
    """Return the template with its parameters in place."""
    text = ""
    for literal, name, form in _parsed(template):
        text += literal
        if name is not None:
            text = _joined(text, _filled(name, form, params, lexicon))
    return text


def article_of(template: str, parameter: str) -> str:
    """Return the form of the article that a parameter has in a template, without a preposition."""
    for _, name, form in _parsed(template):
        if name == parameter and form in ARTICLE_FORMS:
            return ONE if form == ONE else "el"
        inner = (article_of(part, parameter) for part in _parts(form))
        if article := next(filter(None, inner), ""):
            return article
    return ""


def parameters(template: str) -> frozenset[str]:
    """Return the names of the parameters that a template needs."""
    return frozenset(_parameters(template))


def _parameters(template: str) -> Iterator[str]:
    for _, name, form in _parsed(template):
        if name is not None:
            yield name
            for part in _parts(form):
                yield from _parameters(part)


def left_unsaid(template: str) -> Params:
    """Return, as empty, the parameters that a template mentions only if there is something."""
    pieces = [piece for piece in Formatter().parse(template) if piece[1]]
    optional = {name for _, name, form, _ in pieces if form and form[:1] == "?" and "|" not in form}
    bare = {
        inner
        for _, name, form, _ in pieces
        for inner in ({name} if name not in optional else set())
        | {each for part in _parts(form or "") for each in parameters(part)}
    }
    return {name: () for name in optional - bare if name}


def is_complete(template: str, params: Params) -> bool:
    """Return whether every parameter of the template is given."""
    return parameters(template) <= params.keys()


def problems(template: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the errors of a template: bad syntax or unknown forms."""
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
    """Split "el", "o" or "el o" into its parts. Both are empty for any other form."""
    first, _, second = form.partition(" ")
    if first in ARTICLE_FORMS and (not second or second in CONJUNCTIONS):
        return first, second or "y"
    return ("", form) if form in CONJUNCTIONS else ("", "")


@lru_cache(maxsize=1024)
def _parts(form: str) -> tuple[str, ...]:
    """Return the two alternatives of a conditional form, or nothing for other forms."""
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
    """Return whether a value is not 0, an empty list or an empty text."""
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
    """Return the amount that a verb agrees with. An empty list counts as one."""
    match value:
        case int():
            return int(value)
        case Counted(amount=amount):
            return amount
        case Mean():
            # A mean that is shown as 1 takes the singular, even if it is slightly more or less.
            return 1 if show(value, lexicon) in ("1", f"{MINUS}1") else 2
        case Term(key=key):
            return 2 if lexicon.article(key) in ("los", "las") else 1
        case (one,):
            return _amount(one, lexicon)
        case tuple():
            return len(value) or 1
        case _:
            return 1
