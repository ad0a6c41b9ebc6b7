"""Words of a sentence, compared with the words of an act or of a value."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from companion.kernel.models import folded
from companion.rulebook.loader import app_words
from companion.rulebook.stems import all_stems, listed, own_stems

_QUOTED: Final = re.compile(r"\{[^{}]*\}")
_LONGEST: Final = 40
"""Greatest number of words of a sentence that are read."""

Label = tuple[tuple[frozenset[str], int | None, bool], ...]
"""Words of a label: stems, number, and whether it can be left out."""


@dataclass(frozen=True)
class Token:
    """Word of the sentence."""

    text: str
    stems: frozenset[str]
    number: int | None
    one: bool
    """True if it is an article as much as a number."""
    ordinal: int | None = None
    """Its place in a row, if it says one: "la segunda"."""
    denied: bool = False
    """True if the sentence says that it is not so: "no lo uso", "sin usarlo"."""
    pause: bool = False
    """True if a comma, or another mark, stands before it."""


SILENCE: Final = Token("", frozenset(), None, one=False)
"""Word in place of one that is explained already."""


def has_infinitive(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence names what is to be done: "tengo que pagar"."""
    return any(_TO_DO.search(token.text) for token in tokens)


@lru_cache(maxsize=2000)
def tokens_of(sentence: str) -> tuple[Token, ...]:
    """Return the words of a sentence."""
    ones = listed("questions.one")
    text = _with_figures(_DOTTED.sub(r"\1\2", sentence.casefold()))
    written = islice(re.finditer(r"([^\w\s]*)[\s_]*([^\W_]+)", text), _LONGEST)
    marked = [word.groups() for word in written]
    words = [word for _, word in marked]
    denied = _denied(words)
    return tuple(
        Token(
            word,
            _done(word) if n and words[n - 1] in listed("questions.have") else all_stems(word),
            _number(word),
            folded(word) in ones,
            _ordinal(word),
            n in denied,
            pause=n > 0 and bool(_PAUSE.search(marked[n][0])),
        )
        for n, word in enumerate(words)
    )


_PAUSE: Final = re.compile(r"[,.;:?¿!¡]")
"""Mark between two clauses, or two things."""


_PARTICIPLE: Final = re.compile(r"([ai])d[oa]s?$")


def _done(word: str) -> frozenset[str]:
    """Return the stems of a verb behind "he": "he dado", "he ido" name no thing."""
    ends = _PARTICIPLE.search(word)
    if not ends:
        return all_stems(word)
    verb = word[: ends.start()]
    verbs = (f"{verb}ar",) if ends.group(1) == "a" else (f"{verb}er", f"{verb}ir")
    return frozenset[str]().union(*map(all_stems, verbs))


_TO_DO: Final = re.compile(r"[aei]r(?:l[aeo]s?|me|se|nos)?$")
"""Ending of a verb that may stand behind "sin"; before a thing it denies no act."""


def goes_somewhere(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a verb leads to a place, "voy al centro", and not to another verb."""
    behind = [token.text for token in tokens[place + 1 : place + 3]]
    to = len(behind) > 1 and behind[0] in listed("questions.towards")
    return to and not _TO_DO.search(behind[1])


def leads_to_verb(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a verb only says that another is to come: "voy a vender"."""
    behind = [token.text for token in tokens[place + 1 : place + 3]]
    return behind[:1] == ["a"] and len(behind) > 1 and bool(_TO_DO.search(behind[1]))


_VERB: Final = re.compile(r"(?:[oaeéáó]|[aei]mos|[ae]n|[aei]r(?:l[aeo]s?|me|se|nos)?)$")
"""Ending of a verb as it is said: "cruzo", "cruza", "cruzamos", "cruzaré", "cruzar"."""


def is_verb(word: str) -> bool:
    """Return whether a word may be a verb by its ending."""
    return bool(_VERB.search(word))


def is_noun(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word is no verb: behind an article, or in what names a thing.

    Behind an article only an infinitive may be one: "de vuelo", "lo que da".
    """
    word, before = tokens[place].text, tokens[place - 1].text if place else ""
    if _is_related(tokens, place):
        return True
    told = before in listed("questions.object") and _TOLD.search(word)
    return before in listed("questions.articles") and not (told or _TO_DO.search(word))


def _is_related(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a word tells which thing is meant: "lo que da", "la flor que vende Ana"."""
    for n in range(place - 1, 0, -1):
        if tokens[n + 1].pause or tokens[n].text == "y":
            return False
        if tokens[n].text == "que":
            named = tokens[n - 1].text in listed("questions.object")
            return (named and n + 1 == place) or is_noun(tokens, n - 1)
    return False


def is_without(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a thing is told to be missing: "sin flor", "no lleva flor", "ni flor"."""
    at = place - 1
    while at > 0 and not tokens[at + 1].pause and tokens[at].text in listed("questions.articles"):
        at -= 1
    missing = at >= 0 and not tokens[at + 1].pause
    return missing and (tokens[at].denied or tokens[at].text in ("sin", "ni"))


_TOLD: Final = re.compile(r"(?:[oé]|[aei]mos)$")
"""Ending of a verb behind a pronoun that looks like an article: "la dejo", "las cogemos"."""


_LEAVING: Final = re.compile(
    r"(?:p\w+ de \w+[aei]r(?:l[aeo]s?|me|se|nos)?\b|r\w+ a (?:(?:el|la|los|las|lo|que) )*\w+)"
)
"""A verb that leaves something undone, and the words behind it: "paso de ir", "renuncio a ir"."""


def _denied(words: Sequence[str]) -> frozenset[int]:
    """Return the places of the words that a "no" stands before, but for pronouns."""
    denied = set[int]()
    for n, word in enumerate(words):
        at = n + 1
        while at < len(words) and words[at] in listed("questions.between"):
            if (
                at > n + 1
                and words[at] in listed("questions.object")
                and words[at + 1 :][:1] == ["que"]
            ):
                # "No quiero lo que da" denies that it is wanted.
                at -= 1
                break
            at += 1
        without = word == "sin" and at < len(words) and _TO_DO.search(words[at])
        if word in listed("questions.denying") or without:
            # "No lo quiero" denies its own verb.
            denied |= {min(at, len(words) - 1)} - {n}
        elif word in listed("questions.leaving"):
            left = _LEAVING.match(" ".join(words[n:]))
            denied |= {n + len(left.group().split()) - 1} if left else set()
    return frozenset(denied)


def amounts_of(tokens: Sequence[Token]) -> tuple[tuple[int, int, frozenset[str]], ...]:
    """Return the numbers of a sentence with their place and the word behind them."""
    things = ((n, token.number, counted(tokens, n)) for n, token in enumerate(tokens))
    return tuple(
        (n, number, tokens[thing].stems)
        for n, number, thing in things
        if number is not None
        and thing < len(tokens)
        and not tokens[n + 1].pause
        and tokens[thing].text not in listed("questions.links")
    )


@lru_cache(maxsize=200)
def names_of_things(things: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[Label, ...]]:
    """Return how each thing is called: its label, its id, and an end or a word only it has."""
    labels = dict(things)
    names: dict[str, tuple[Label, ...]] = {}
    endings = _own_endings(labels)
    for (item, text), own in zip(labels.items(), own_words(tuple(labels.values())), strict=True):
        label = label_words(text)
        number = label_words(item.replace("_", " ")) if _NUMBERED.fullmatch(item) else label
        names[item] = (label, number, *endings[item], *((word,) for word in own))
    return names


def _own_endings(labels: Mapping[str, str]) -> dict[str, tuple[Label, ...]]:
    """Return the last two words of each name of three that no other ends with: "Yo Cha"."""
    ends = {item: tuple(re.findall(r"[^\W_]+", text.casefold())) for item, text in labels.items()}
    among = Counter(end[-2:] for end in ends.values())
    whole = re.compile(rf"\d+|{'|'.join(listed('questions.links'))}")
    return {
        item: (label_words(" ".join(end[-2:])),)
        if len(end) == _FULL and among[end[-2:]] == 1 and not any(map(whole.fullmatch, end))
        else ()
        for item, end in ends.items()
    }


_FULL: Final = 3
"""Number of words of a name of which the first may be left out."""


@lru_cache(maxsize=200)
def own_words(labels: tuple[str, ...]) -> tuple[Label, ...]:
    """Return of each label the words that no other has; of one alone or with a number, none."""
    written = [label_words(text) for text in labels]
    links = {stem for link in listed("questions.links") for stem in all_stems(link)}
    among = Counter(
        stem for label in written for stem in {s for stems, _, _ in label for s in stems}
    )
    return tuple(
        tuple(
            word
            for word in label
            if word[1] is None and not word[0] & links and all(among[stem] == 1 for stem in word[0])
        )
        if len(labels) > 1 and all(number is None or left_out for _, number, left_out in label)
        else ()
        for label in written
    )


def counted(tokens: Sequence[Token], place: int) -> int:
    """Return the place of the word that a number counts: "dos cajas", "dos de cajas"."""
    return place + 1 + (place + 1 < len(tokens) and tokens[place + 1].text == "de")


_SHORT: Final = 2
"""Greatest length of a word that tells nothing, unless it is a number."""


def is_short(token: Token) -> bool:
    """Return whether a word is no number, and too short to tell anything: "da"."""
    return token.number is None and len(token.text) <= _SHORT


def written_out(sentence: str) -> str:
    """Return a sentence with the words that are typed in a hurry as they are written: "q", "xq"."""
    said = (pair.partition(" ") for pair in app_words()("questions.short").split(";"))
    short = {word: whole for word, _, whole in said}
    return _WORD.sub(lambda word: short.get(word.group(), word.group()), sentence)


_WORD: Final = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")


def with_nouns(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence with the noun of several numbers before each: "las flores 2, 3 y 4"."""
    said: list[Token] = []
    noun: Token | None = None
    counted_noun: Token | None = None
    for n, token in enumerate(tokens):
        before = tokens[n - 1] if n else SILENCE
        number = token.number is not None and not token.one
        if number and _NOUNS.search(before.text) and not is_small(before):
            noun = before
        elif number and noun is not None and (before.text == "y" or token.pause):
            counts = n + 1 < len(tokens) and not (tokens[n + 1].pause or is_small(tokens[n + 1]))
            said += () if counts else (replace(noun, pause=token.pause),)
        elif token.text == "de" and before.text in listed("questions.others") and counted_noun:
            said.append(counted_noun)
        elif token.text != "y":
            noun = None
        if n and tokens[n - 1].number is not None and token.number is None and not is_small(token):
            counted_noun = token
        said.append(token)
    return tuple(said)


_NOUNS: Final = re.compile(r"(?<!mo)s$")
"""Ending of what there are several of, but of no verb: "tiramos"."""


def names_what_is_there(tokens: Sequence[Token]) -> bool:
    """Return whether a sentence names a thing as the one that is there: "la que hay"."""
    return any(
        one.text == "que" and other.text in listed("questions.holding")
        for one, other in pairwise(tokens)
    )


def is_small(token: Token) -> bool:
    """Return whether a word is so common that it names nothing by itself."""
    return token.text in listed("questions.fillers", "questions.links", "questions.denying")


_NUMBERED: Final = re.compile(r"[a-z]+_\d+")
"""Id of a thing by its number in a set, as it is printed."""


_DOTTED: Final = re.compile(r"(\d)[.]?(º|ª|°|(?<=[.])(?:er|[oa])\b)")
"""Figure of a place in a row, with its dot: "3.er", "2.ª"."""
_PLACED: Final = re.compile(r"(\d+)(?:º|ª|er|ero|era|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na|o|a)")


def with_zeros(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence with none of something as its amount, beside others: "nada de flores"."""
    counts = any(token.number is not None and not token.one for token in tokens)
    said = [*tokens, SILENCE]
    return tuple(
        replace(one, number=0) if _is_zero(one, then, counts=counts) else one
        for one, then in pairwise(said)
    )


def _is_zero(token: Token, behind: Token, *, counts: bool) -> bool:
    """Return whether a word is an amount of none, where others are counted or it has its thing."""
    zero = token.text in listed("questions.zero")
    return (zero and counts) or (
        behind.text == "de" and (zero or (counts and token.text == "nada"))
    )


def counted_apart(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a sentence with each of several that are told apart: "dos, una del 2 y otra…"."""
    for n, (many, noun) in enumerate(pairwise(tokens)):
        if many.number is None or many.one or noun.number is not None or is_small(noun):
            continue
        places = [
            m
            for m in range(n + 2, len(tokens) - 1)
            if tokens[m + 1].text in listed("questions.measures")
            and (tokens[m].number is not None or tokens[m].text in listed("questions.others"))
            and tokens[m - 1].text not in listed("questions.measures")
        ]
        if len(places) > 1 and sum(tokens[m].number or 1 for m in places) == many.number:
            return tuple(_each_apart(tokens, n, places))
    return tokens


def _each_apart(tokens: Sequence[Token], head: int, places: Sequence[int]) -> Iterator[Token]:
    """Yield the words of a sentence without a number that its parts say again."""
    noun = tokens[head + 1]
    numbered = all(any(one.number for one in tokens[m + 2 : m + 4]) for m in places)
    for n, token in enumerate(tokens):
        if n in places:
            yield replace(token, number=token.number or 1, one=token.number in (None, 1))
            yield from (noun,) if numbered else ()
        elif n != head and not (numbered and n == head + 1):
            yield token


def _ordinal(word: str) -> int | None:
    """Return the place in a row that a word says: "segunda", "2ª", "3er"."""
    placed = _PLACED.fullmatch(word)
    return int(placed[1]) if placed else _numbers("questions.ordinals").get(folded(word))


@lru_cache(maxsize=4)
def _numbers(key: str) -> dict[str, int]:
    """Return the numbers that are said as words."""
    said = app_words()(key).split(";")
    return {word: n for n, words in enumerate(said, 1) for word in words.split()}


def _number(word: str) -> int | None:
    if word.isdecimal() and len(word) < 4:
        return int(word)
    said = folded(word)
    decade = _numbers("questions.decades").get(said)
    return _numbers("questions.numbers").get(said) if decade is None else 10 * decade


def _with_figures(sentence: str) -> str:
    """Return a sentence with figures for "treinta y dos", and for "un par de"."""
    decades, ones = _numbers("questions.decades"), _numbers("questions.numbers")
    dozens = _numbers("questions.dozens")

    def figures(said: re.Match[str]) -> str:
        ten, one = decades.get(said[1]), ones.get(said[2], 0)
        return said[0] if ten is None or not 0 < one < 10 else str(10 * ten + one)

    def counted_out(said: re.Match[str]) -> str:
        many = dozens.get(folded(said[2]))
        return said[0] if many is None else str(many // 2 if said[1] else many)

    only = "|".join(listed("questions.only"))
    sentence = re.sub(rf"\b(?:una? (?:{only})|(?:{only}) una?)(?= \w)", "1", sentence)
    bare = re.sub(r"\b(?:una? )?(media )?([^\W\d_]+) de\b", counted_out, sentence)
    return re.sub(r"\b(\w+a) y (\w+)", figures, bare)


def label_stems(label: Label) -> frozenset[str]:
    """Return the stems of all words of a label."""
    return frozenset[str]().union(*(stems for stems, _, _ in label))


@lru_cache(maxsize=4000)
def label_words(text: str) -> tuple[tuple[frozenset[str], int | None, bool], ...]:
    """Return the words of a label: stems, number, and whether it can be left out."""
    bare = re.sub(r"\([^)]*\)", lambda part: part.group().replace(" ", "\x00"), text.casefold())
    words = []
    for part in re.findall(r"\S+", bare):
        optional = part.startswith("(")
        for word in re.findall(r"[^\W_]+", part.replace("\x00", " ")):
            words.append(
                (_name_stems(word), _number(word), optional or word in listed("questions.links"))
            )
    return tuple(words)


def _name_stems(word: str) -> frozenset[str]:
    """Return the stems of a word of a name, but for what a small word may have as well."""
    stems = own_stems(word)
    return frozenset(stem for stem in stems if len(stem) > 2 or len(word) < 4) or stems


@lru_cache(maxsize=500)
def bare_text(template: str) -> str:
    """Return a template without its parameters, but with the words that depend on them."""
    inner = re.findall(r":\?([^{}|]*)", template)
    while _QUOTED.search(template):
        template = _QUOTED.sub(" ", template)
    return f"{template} {' '.join(inner)}"


@lru_cache(maxsize=500)
def words_of(text: str) -> tuple[frozenset[str], ...]:
    """Return the stems of each telling word of a text."""
    return tuple(
        all_stems(word)
        for word in re.findall(r"[^\W_]+", text.casefold())
        if word not in listed("questions.links") and (len(word) > 2 or word in ("ir", "0"))
    )
