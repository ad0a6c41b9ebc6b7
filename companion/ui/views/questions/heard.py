"""Sentences of players read as reports: the act, and the answers that they name.

A sentence is compared with what acts declare already: their names and sentences, and the labels of
the values of each field, legal or not. Legality never decides what was heard.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from companion.kernel import legality
from companion.kernel.form import Choices, Draft, OpenBag
from companion.kernel.values import Seat, Term
from companion.match.fold import Match
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import denying_verbs
from companion.ui.views.questions.asked_things import (
    asked_things,
    has_no_answer,
    has_numbers,
    without_assumed,
)
from companion.ui.views.questions.contradictions import (
    contradicts,
    has_other_number,
)
from companion.ui.views.questions.counted_items import counted_items, items_hinted
from companion.ui.views.questions.hints import hinted, hinted_act, shared_hints, telling
from companion.ui.views.questions.interpretations import (
    Reading,
    begun_text,
    field_so_far,
    guess_of,
    half_of,
    leaves_out,
    reading_of,
    telling_words,
)
from companion.ui.views.questions.named_acts import PartialReading
from companion.ui.views.questions.named_answers import BEAM
from companion.ui.views.questions.said_labels import names_one, stems_of
from companion.ui.views.questions.sense import Sense, sense_of
from companion.ui.views.questions.sentence_words import (
    SILENCE,
    Token,
    goes_somewhere,
    is_noun,
    is_small,
    tokens_of,
)
from companion.ui.views.questions.variations import answered, varied

MOST: Final = 3
"""Greatest number of readings."""
_LEAST: Final = 1.2
"""Least score of a reading."""
_SPLITS: Final = 3
"""Greatest number of places at which a sentence is taken for two."""
_ASKED: Final = 1.0
"""How many words a guess may leave out of a question for each that it explains."""
_OF_FIRST: Final = 2
"""Greatest number of other answers of the act that was heard."""
_MARGIN: Final = 0.8
"""Share of the best score that another reading needs to be shown as well."""


def readings(match: Match, wording: Wording, sentence: str, seat: Seat) -> tuple[Reading, ...]:
    """Return what a sentence may report, the likeliest first, or nothing.

    Args:
        match: match as the device may see it.
        wording: its wording.
        sentence: what was typed or dictated.
        seat: seat that reports, if the sentence names nobody.
    """
    sense = sense_of(match, wording, sentence, seat)
    return _of_any_act(sense).read if sense else ()


def choices(match: Match, wording: Wording, sentence: str, seat: Seat) -> tuple[Reading, ...]:
    """Return what a sentence may report and, if that is doubtful, what else may be meant.

    Args:
        match: match as the device may see it.
        wording: its wording.
        sentence: what was typed or dictated.
        seat: seat that reports, if the sentence names nobody.
    """
    sense = sense_of(match, wording, sentence, seat)
    if sense is None:
        return ()
    heard = _of_any_act(sense)
    sense = heard.said
    varying = [*_varied(sense, heard)]
    shown = {one.text: one for one in heard.read[: MOST - bool(varying)]}
    for guess in chain(varying, _meant(sense, heard)) if len(shown) < MOST else ():
        shown.setdefault(guess.text, guess)
        if len(shown) == MOST:
            break
    if not shown:
        return tuple(_half_filled(sense))
    if not heard.read and len(shown) == 1:
        # One guess alone that leaves out more than it explains is none.
        return tuple(one for one in shown.values() if len(one.unheard) <= _explained(sense, one))
    if len(shown) == 1:
        # What leaves out a word, with nothing beside it, is no more than a guess.
        return tuple(replace(one, guess=one.guess or _leaves(sense, one)) for one in shown.values())
    return tuple(shown.values())


def _varied(sense: Sense, heard: "_Understood") -> Iterator[Reading]:
    """Yield what is heard of a whole sentence with another answer, if it leaves out words."""
    first = heard.read[0] if heard.read and not heard.rest else None
    if first and not sense.undecided and leaves_out(sense.wording, first, sense.tokens):
        yield from varied(sense, first)


def _explained(sense: Sense, one: Reading) -> int:
    """Return how many telling words a reading explains."""
    return len(telling_words([sense.tokens[n] for n in one.used]))


def _half_filled(sense: Sense) -> Iterator[Reading]:
    """Yield the act whose verb is said, with the answers that are heard: its form asks the rest."""
    tokens = sense.tokens
    if sense.asked or sense.undecided or any(token.denied for token in tokens):
        return
    verbs = {
        kind: {n for n, one in enumerate(tokens) if one.stems & each and not is_noun(tokens, n)}
        for kind, each in sense.of_acts.verbs.items()
    }
    begun = [start for start in sense.begun if verbs[start.draft.kind] & start.act]
    most = max((start.score for start in begun), default=0)
    likeliest = [start for start in begun if start.score == most > 0]
    if len({start.draft.kind for start in likeliest}) == 1:
        for one in sense.filled(likeliest)[:1]:
            yield half_of(sense.match, sense.wording, one.draft, tokens, one.used)


def _leaves(sense: Sense, one: Reading) -> bool:
    """Return whether a reading leaves out a word, or a verb that goes somewhere else."""
    left = (n for n, _ in enumerate(sense.tokens) if n not in one.used)
    going = [n for n in left if goes_somewhere(sense.tokens, n)]
    verbs = sense.of_acts.verbs[one.draft.kind]
    return one.unheard != () or any(
        not sense.tokens[n].stems & verbs
        and any(sense.tokens[n].stems & each for each in sense.of_acts.verbs.values())
        for n in going
    )


@dataclass(frozen=True)
class _Understood:
    """Readings of a part of a sentence, or of all of it."""

    read: tuple[Reading, ...]
    said: Sense
    part: Sense
    rest: tuple[Token, ...] = ()
    """The other part."""


def _of_any_act(sense: Sense) -> _Understood:
    """Return what is heard: what leaves out words as an act that the table lacks, if that has all.

    What nothing is heard of may be such an act as well, if more than one word tells it.
    """
    heard = _understood(sense)
    wide = None if heard.read and not heard.read[0].unheard else sense.widened()
    other = _understood(wide) if wide else heard
    better = other.read[:1] if not (heard.read and other.read and other.read[0].unheard) else ()
    return other if any(_explained(other.said, one) > 1 for one in better) else heard


def _understood(sense: Sense) -> _Understood:
    """Return what is heard: in all, or else in one of two reports, the first first.

    The second may tell what the first was for.
    """
    apart = [parts for parts in _halves(sense) if _both_act(sense, parts)]
    whole = () if apart else _heard(sense)
    for parts in islice(chain(apart, _halves(sense)), 0 if whole else _SPLITS):
        for tokens, rest in (parts, parts[::-1]):
            part = replace(sense, tokens=tokens)
            if read := _heard(part):
                left = telling_words(rest)
                read = tuple(replace(one, unheard=(*one.unheard, *left)) for one in read)
                return _Understood(read, sense, part, rest)
    return _Understood(whole, sense, sense)


def _both_act(sense: Sense, parts: tuple[tuple[Token, ...], tuple[Token, ...]]) -> bool:
    """Return whether two parts stand at "luego", each with the verb of an act."""
    first, second = parts
    verbs = frozenset[str]().union(*sense.of_acts.verbs.values())
    at = sense.tokens[len(first) : len(sense.tokens) - len(second) + 1]
    late = any(token.text in listed("questions.later") for token in at)
    return late and all(
        any(token.stems & verbs and not is_noun(part, n) for n, token in enumerate(part))
        for part in parts
    )


def _meant(sense: Sense, heard: _Understood) -> Iterator[Reading]:
    """Yield what else a doubtful sentence may mean: what its other part reports comes first."""
    if heard.rest:
        other = replace(sense, tokens=heard.rest)
        left = telling_words(heard.part.tokens)
        for one in chain(_heard(other), _guessed(other, ())):
            yield replace(one, unheard=(*one.unheard, *left), guess=True)
    yield from _guessed(sense if not heard.rest else heard.part, heard.read)


def _halves(sense: Sense) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """Yield a sentence in two parts: at "y" or "luego", or at a mark, unless one part asks."""
    tokens = sense.tokens
    for n, token in enumerate(tokens):
        then = token.text in listed("questions.then")
        begins = then or (token.pause and not sense.asked)
        # "Y una verde" goes on with what is counted.
        if n and begins and n + then < len(tokens) and tokens[n + then].number is None:
            behind = n + then
            while behind < len(tokens) and tokens[behind].text in listed("questions.later"):
                behind += 1
            yield tokens[:n], tokens[behind:]


def _heard(sense: Sense) -> tuple[Reading, ...]:
    begun = sense.begun
    named = [start for start in begun if start.score > 0 or len(begun) < BEAM]
    likely = sorted(named, key=lambda one: -one.score)[:BEAM]
    rest = [start for start in begun if start not in likely]
    told = _told_open(sense)
    read: tuple[Reading, ...] = ()
    # Where no act is named, its answers may tell which is meant.
    for starts in () if told else (likely, rest):
        shown = (*read, *_apart(sense, _sharper(sense, sense.filled(starts))))
        # Of reports that are about as likely, one that holds all that was said comes first.
        read = tuple(sorted(shown, key=lambda one: bool(one.unheard)))[:MOST]
        if read and not _leaves_thing(sense, read[0]):
            break
    return (_with_things(sense, read[0]), *read[1:]) if read else told


def _leaves_thing(sense: Sense, one: Reading) -> bool:
    """Return whether a reading leaves out a thing that is named: another act may hold it."""
    words = (sense.tokens[n].text for thing in sense.things for n in thing.places)
    return not set(one.unheard).isdisjoint(words)


def _told_open(sense: Sense) -> tuple[Reading, ...]:
    """Return the act whose verb alone is said with what its form has no answer for."""
    game, state, tokens = sense.match.game, sense.match.state, sense.tokens
    plain = [n for n, one in enumerate(tokens) if not (one.denied or is_small(one))]
    verbs = {
        kind: [n for n in plain if tokens[n].stems & each and not is_noun(tokens, n)]
        for kind, each in sense.of_acts.verbs.items()
    }
    counts = any(one.number is not None and not one.one for one in tokens)
    starts = [one for one in sense.begun if verbs[one.draft.kind]]
    if len(starts) != 1 or counts or not has_no_answer(game, state, starts[0].draft):
        return ()
    (start,) = starts
    places = [n for thing in sense.things for n in thing.places if n not in start.used]
    used = start.used.union(places)
    read = reading_of(sense.match, sense.wording, start.draft, tokens, used)
    return (_with_words(read, places, tokens),) if read and places and not read.unheard else ()


def _with_things(sense: Sense, read: Reading) -> Reading:
    """Return a reading that leaves something open with the thing that several answers share."""
    if not read.text.endswith(" …"):
        return read
    match, tokens = sense.match, sense.tokens
    shared = shared_hints(match.game, match.state, sense.wording, read.draft, tokens, read.used)
    things = [n for n in sorted(shared) if tokens[n].number is None] or _some_items(sense, read)
    things = things or _never_offered(sense, read) or _numbered(sense, read)
    if not things:
        return read
    return _with_words(read, things, tokens)


def _some_items(sense: Sense, read: Reading) -> list[int]:
    """Return the places of what only tells some items of a bag that is asked for next."""
    game, state, words = sense.match.game, sense.match.state, sense.wording
    name = legality.next_field(game, read.draft)
    field = field_so_far(game, state, read.draft, name) if name else None
    if name is None or not isinstance(field, OpenBag):
        return []
    bag = (game, state, words, read.draft, name, field, sense.tokens)
    counted, used = counted_items(*bag)
    places = items_hinted(*bag, counted)
    return sorted((places | used if places else places) - read.used)


def _numbered(sense: Sense, read: Reading) -> list[int]:
    """Return the places of things with a number that the form has other answers for."""
    places = _asked(sense, read.draft, read.used)
    return [n for n in places if any(n in whole for whole in sense.wholes)]


def _never_offered(sense: Sense, read: Reading) -> list[int]:
    """Return the places of a thing with its number, or of that, if the form has none such."""
    game, state, tokens = sense.match.game, sense.match.state, sense.tokens
    if not has_no_answer(game, state, read.draft):
        if not has_numbers(game, state, sense.wording, read.draft):
            return []
        free = (n for n in range(1, len(tokens)) if n not in read.used and names_one(tokens, n))
        return [*islice(free, 1)]
    own = sense.of_acts.names[read.draft.kind]
    for thing in sense.things:
        named = sense.tokens[thing.places[0]].stems & own
        numbers = {n for n in thing.places if tokens[n].number is not None}
        if named and numbers and not numbers & read.used:
            return list(thing.places)
    return []


def _with_words(read: Reading, places: Sequence[int], tokens: Sequence[Token]) -> Reading:
    """Return a reading that leaves something open with words of the sentence."""
    begun = read.text.removesuffix(" …")
    words = " ".join(
        tokens[n].text + ("," if n + 1 not in places and n != places[-1] else "") for n in places
    )
    told = {tokens[n].text for n in places}
    unheard = tuple(word for word in read.unheard if word not in told)
    text = f"{begun}{',' if ': ' in begun else ':'} {words} …"
    return replace(read, text=text, unheard=unheard)


def _sharper(sense: Sense, best: list[PartialReading]) -> list[PartialReading]:
    """Return the readings, the first with the answers that only its other words hint at."""
    for first in best[:1]:
        read = _read(sense, first)
        if (read is None or read.unheard) and (told := _told_in_full(sense, best[:BEAM])):
            return [*told, *best]
        if read is None:
            break
        further = [one for one in _hinted(sense, first) if one.used > first.used]
        most = max((one.score for one in further), default=0)
        likeliest = [one for one in further if one.score == most]
        if len(likeliest) == 1:
            return [*likeliest, *best[1:]]
    return best


def _told_in_full(sense: Sense, others: Sequence[PartialReading]) -> list[PartialReading]:
    """Return the whole reports of an act whose verb is said, if they hold every word."""
    for one in others:
        verbs = sense.of_acts.verbs[one.draft.kind]
        if not any(sense.tokens[n].stems & verbs for n in one.act):
            continue
        whole = []
        for each in _hinted(sense, one):
            read = _read(sense, each)
            if read and not read.unheard and not read.text.endswith("…"):
                whole.append(each)
        if whole:
            return whole
    return []


def _hinted(sense: Sense, one: PartialReading) -> Iterator[PartialReading]:
    match = sense.match
    if not sense.undecided:
        yield from hinted(match.game, match.state, sense.wording, one, sense.tokens, sense.wholes)


def _apart(sense: Sense, best: Sequence[PartialReading]) -> Iterator[Reading]:
    """Yield the best readings that differ and come close to the first."""
    seen: list[Draft] = []
    shown = 0
    for one in best:
        if one.score < max(_LEAST, _MARGIN * best[0].score) or one.draft in seen:
            continue
        seen.append(one.draft)
        if reading := _read(sense, one):
            yield reading
            shown += 1
        if shown == MOST:
            return


def _read(sense: Sense, one: PartialReading) -> Reading | None:
    if sense.undecided and _asked(sense, one.draft, one.used) and (other := _asking(sense, one)):
        return other
    # A verb that nobody knows may be said of a thing that is named in full.
    spared = sense.strange if one.named else frozenset[int]()
    read = reading_of(sense.match, sense.wording, one.draft, sense.tokens, one.used, spared)
    none = read is not None and (_told_of_none(sense, read, one) or _named_in_part(sense, one))
    amiss = none or (read is not None and _other_amount(sense, read, one))
    if read and not (amiss or _contradicts(sense, read, one)):
        return read
    # Of a whole report that was said the screen tells which thing it leaves out.
    whole = legality.next_field(sense.match.game, one.draft) is None
    if (one.assumed or not whole) and (asking := _asking(sense, without_assumed(one))):
        return asking
    told = read if whole and read and read.unheard and not none else None
    return told if told and not has_other_number(told.text, sense.said) else None


def _asking(sense: Sense, one: PartialReading) -> Reading | None:
    """Return a reading that asks for what no word says, rather than to tell it otherwise."""
    begun = begun_text(sense.match, sense.wording, one.draft)
    taken = [n for n in _other_things(sense, begun) if n not in one.used]
    places = sorted({*_asked(sense, one.draft, one.used), *taken})
    used = one.used.union(places)
    read = reading_of(sense.match, sense.wording, one.draft, sense.tokens, used)
    if read and taken:
        # The act takes another thing for granted.
        act = sense.wording.action_label(one.draft.kind)
        read = replace(read, text=act[:1].lower() + act[1:] + read.text.removeprefix(begun))
    read = _with_words(read, places, sense.tokens) if read and places else read
    return None if read is None or _contradicts(sense, read, one) else read


def _other_things(sense: Sense, begun: str) -> Iterator[int]:
    """Yield the places of things in whose stead an act takes another one for granted."""
    for thing in sense.things:
        if contradicts(sense.wording, begun, [sense.tokens[n] for n in thing.places]):
            yield from thing.places


def _asked(sense: Sense, draft: Draft, used: frozenset[int]) -> list[int]:
    """Return the places of what a sentence names for a field that a reading leaves open."""
    game, state = sense.match.game, sense.match.state
    free = [thing for thing in sense.things if not used.intersection(thing.places)]
    places = {n for thing in asked_things(game, state, draft, free) for n in thing.places}
    return sorted(places)


def _contradicts(sense: Sense, read: Reading, one: PartialReading) -> bool:
    return contradicts(sense.wording, read.text, _things_said(sense, one))


def _other_amount(sense: Sense, read: Reading, one: PartialReading) -> bool:
    """Return whether a number is said that is not told, and another one is taken for granted."""
    fields = sense.match.game.action_models[one.draft.kind].model_fields
    return any(
        type(one.draft.values[name]) is int and fields[name].is_required() for name in one.assumed
    ) and any(
        token.number is not None and not token.one and token.text in read.unheard
        for token in sense.tokens
    )


def _told_of_none(sense: Sense, read: Reading, one: PartialReading) -> bool:
    """Return whether none is taken for granted of what is said: "pago flores"."""
    words = sense.wording
    none = [name for name in one.assumed if type(one.draft.values[name]) is int]
    about = (
        stems_of(words.field_label(one.draft.kind, name))
        for name in none
        if one.draft.values[name] == 0
    )
    asked = frozenset[str]().union(*about)
    return any(token.text in read.unheard and token.stems & asked for token in sense.tokens)


def _named_in_part(sense: Sense, one: PartialReading) -> bool:
    """Return whether of several things that one choice holds only some are said."""
    game, state, draft = sense.match.game, sense.match.state, one.draft
    named = {thing.key for thing in sense.things}
    for name, value in draft.values.items():
        if not isinstance(field_so_far(game, state, draft, name), Choices):
            continue
        several = game.label(state, draft, name, value)
        labels = several if isinstance(several, tuple) else ()
        things = [label for label in labels if isinstance(label, Term)]
        said = [label for label in things if label.key in named]
        if said and not all(_is_said(sense, label) for label in things):
            return True
    return False


def _is_said(sense: Sense, label: Term) -> bool:
    """Return whether a word or the number of a thing's name is said."""
    name = tokens_of(sense.wording.value_label(label))
    stems = frozenset[str]().union(*(word.stems for word in name))
    numbers = {word.number for word in name} - {None}
    return any(
        token.number in numbers or (token.stems & stems and not is_small(token))
        for token in sense.tokens
    )


def _things_said(sense: Sense, one: PartialReading) -> tuple[Token, ...]:
    """Return what was said, but for the words that name the act itself."""
    own = [sense.tokens[n] for n in one.act]
    return tuple(SILENCE if token in own else token for token in sense.said)


def _guessed(sense: Sense, heard: Sequence[Reading]) -> Iterator[Reading]:
    """Yield what else may be meant: other answers of the act that was heard, then other acts."""
    first = heard[0] if heard else None
    is_open = first and legality.next_field(sense.match.game, first.draft) is not None
    doubtful = not first or _is_doubtful(sense, first)
    if not doubtful and not is_open:
        return
    begun = [hinted_act(sense.wording, sense.of_acts, one, sense.tokens) for one in sense.begun]
    read = sense.filled(begun)
    of_first = [first.draft.kind] if first else []
    others = [one.draft.kind for one in read] if doubtful else []
    texts = {one.text for one in heard}
    for kind in dict.fromkeys((*of_first, *others)):
        if sense.of_acts.denies(kind, denying_verbs(sense.wording, kind), sense.tokens):
            continue
        shown = 0
        for one in _completed(sense, [one for one in read if one.draft.kind == kind]):
            share = telling(sense.wording, sense.of_acts, one, sense.tokens)
            if sense.asked and not heard:
                # A question is told more by the rules than by an act without answers.
                share = min(share, _ASKED) if one.used - one.act else 0
            if not share:
                continue
            guess = guess_of(sense.match, sense.wording, one.draft, sense.tokens, one.used, share)
            if guess is None or contradicts(sense.wording, guess.text, _things_said(sense, one)):
                continue
            if guess.text not in texts:
                texts.add(guess.text)
                yield guess
                shown += 1
            if shown == (_OF_FIRST if kind in of_first else 1):
                break
        if first and kind in of_first and is_open and doubtful and not sense.undecided:
            # One answer of several leaves room for another act.
            fitting = (each for each in answered(sense, first) if _fits(sense, each))
            yield from islice(fitting, int(not shown))


def _fits(sense: Sense, one: Reading) -> bool:
    """Return whether a reading is a whole report that tells nothing otherwise than the sentence."""
    whole = legality.next_field(sense.match.game, one.draft) is None
    return whole and not contradicts(sense.wording, one.text, sense.said)


def _is_doubtful(sense: Sense, reading: Reading) -> bool:
    """Return whether a reading leaves out a word, or something open that no verb tells."""
    verbs = sense.of_acts.verbs[reading.draft.kind]
    told = any(sense.tokens[n].stems & verbs for n in reading.used)
    is_open = legality.next_field(sense.match.game, reading.draft) is not None
    return (is_open and not told) or leaves_out(sense.wording, reading, sense.tokens)


def _completed(sense: Sense, read: Sequence[PartialReading]) -> Iterator[PartialReading]:
    """Yield readings of an act, each first with the answers that other words hint at."""
    for one in read:
        yield from sorted(_hinted(sense, one), key=lambda each: -each.score)
        yield one
