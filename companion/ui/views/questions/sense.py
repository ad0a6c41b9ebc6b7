"""Sentence at a table: its words, who acts, and what its acts may be."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.kernel.values import Seat
from companion.match.fold import Match
from companion.rulebook.stems import listed
from companion.rulebook.wording import Wording
from companion.ui.views.questions.act_words import ActWords, words_of_acts
from companion.ui.views.questions.asked_things import left_open
from companion.ui.views.questions.clauses import (
    addressed,
    decided,
    forgotten,
    put_right,
    reporting,
    speaker,
    what_is_done,
    wished,
    with_people,
)
from companion.ui.views.questions.contradictions import NamedThing, named_things
from companion.ui.views.questions.named_acts import PartialReading, begun_act, scored
from companion.ui.views.questions.named_answers import filled
from companion.ui.views.questions.sentence_words import (
    Token,
    counted_apart,
    is_small,
    tokens_of,
    with_nouns,
    with_zeros,
    written_out,
)


@dataclass(frozen=True)
class Sense:
    """Sentence at a table."""

    match: Match
    wording: Wording
    kinds: tuple[str, ...]
    """Acts that it may report."""
    of_acts: ActWords
    tokens: tuple[Token, ...]
    said: tuple[Token, ...]
    """All that was said, of which this may be a part."""
    seat: Seat
    asked: bool
    """True if it is a question, or supposes something."""
    undecided: bool
    """True if something is said to be left open."""

    @cached_property
    def begun(self) -> tuple[PartialReading, ...]:
        """Return each act with what its own words say of it."""
        things = frozenset(n for thing in self.things for n in thing.places)
        return tuple(
            begun_act(self.wording, kind, self.tokens, self.of_acts, self.seat, things)
            for kind in self.kinds
        )

    @cached_property
    def things(self) -> tuple[NamedThing, ...]:
        """Return the things that are named in full."""
        return named_things(self.wording, self.tokens)

    @cached_property
    def wholes(self) -> tuple[frozenset[int], ...]:
        """Return the places of the telling words of each thing named in full with its number."""
        return tuple(
            frozenset(n for n in thing.places if not is_small(self.tokens[n]))
            for thing in self.things
            if any(self.tokens[n].number is not None for n in thing.places)
        )

    @cached_property
    def strange(self) -> frozenset[int]:
        """Return the place of a verb that no act has."""
        return self.of_acts.strange_verb(self.tokens)

    @cached_property
    def _known(self) -> dict[tuple[str, frozenset[int]], tuple[PartialReading, ...]]:
        """Acts that were filled in already, by what they are and the words that name them."""
        return {}

    def widened(self) -> "Sense | None":
        """Return the sentence as one of an act that the table lacks, if it has a word of one."""
        every = tuple(self.match.game.action_models)
        kinds = tuple(kind for kind in every if kind not in self.kinds)
        of_acts = words_of_acts(self.wording, every) if kinds else self.of_acts
        wide = replace(self, kinds=kinds, of_acts=of_acts)
        return wide if any(start.score > 0 for start in wide.begun) else None

    def filled(self, starts: Iterable[PartialReading]) -> list[PartialReading]:
        """Return acts with their answers, the likeliest first."""
        game, state = self.match.game, self.match.state
        whole: list[PartialReading] = []
        for start in starts:
            key = (start.draft.kind, start.used)
            if key not in self._known:
                answered = filled(game, state, self.wording, start, self.tokens, self.wholes)
                self._known[key] = tuple(
                    left_open(game, one) if self.undecided else one for one in answered
                )
            whole += self._known[key]
        named = frozenset[int]().union(*(each.named for each in whole))
        return sorted(
            (scored(each, self.tokens, named) for each in whole), key=lambda one: -one.score
        )


def sense_of(match: Match, wording: Wording, sentence: str, seat: Seat) -> Sense | None:
    """Return what a sentence says, or nothing if it reports nothing."""
    kinds = match.game.kinds(match.state)
    of_acts = words_of_acts(wording, kinds)
    names = match.options.players
    said = counted_apart(with_zeros(tokens_of(written_out(sentence))))
    said = forgotten(names, said) or said
    said = with_nouns(said)
    verbs = frozenset[str]().union(*of_acts.verbs.values())
    said = put_right(said, verbs)
    known = decided(said)
    some = any(token.text in listed("questions.indefinite") for token in known)
    undecided = some or len(known) < len(said)
    tokens = reporting(wished(names, what_is_done(known), of_acts.is_wish))
    if not tokens:
        return None
    told = addressed(names, tokens)
    tokens = told if any(token.stems & verbs for token in told) else tokens
    seat, tokens = speaker(names, tokens, seat, verbs)
    tokens = with_people(names, tokens, seat)
    asked = "?" in sentence or any(token.text in listed("questions.may") for token in tokens)
    if undecided:
        tokens = tuple(replace(one, number=None) if one.one else one for one in tokens)
    return Sense(match, wording, kinds, of_acts, tokens, tokens, seat, asked, undecided)
