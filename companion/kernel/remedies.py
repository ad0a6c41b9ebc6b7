"""Remedies that make a refused report legal: proposed by rules, or found by trying.

Each is proved: it was carried out on the state and judged again.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from companion.kernel import game as kernel
from companion.kernel.conditions import Condition
from companion.kernel.form import Choices, Draft
from companion.kernel.game import Game, TableState
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Judgement, Refusal, Remedy
from companion.kernel.values import Params, Seat, SeatRef, Term, Value

S = TypeVar("S", bound=TableState)
T = TypeVar("T")

CHANGE_FIELD: Final = "change_field"
"""Code of another value of one field, found by trying: parameters `kind`, `field`, `value`."""
OTHER_SEAT: Final = "other_seat"
"""Code of the same report by another seat: parameter `seat`."""
ACT_FIRST: Final = "act_first"
"""Code of an act to report before, found by trying: `kind`, `seat`, and its description."""

MOST: Final = 6
"""Maximum of remedies shown for one refusal."""
_MOST_FOUND: Final = 4
"""Number of remedies after which the search by trying stops."""
_MOST_ACTS: Final = 2
TRIES: Final = 160
"""Maximum of reports judged for one card, so that it appears at once."""


@dataclass(frozen=True, slots=True)
class ProvenRemedy:
    """Remedy that was carried out, with the report that is legal then."""

    remedy: Remedy
    draft: Draft
    """Changed report, as far filled in as the refused one."""
    first: Action | None
    certain: bool
    """True if nothing about it depends on what is unknown or hidden from the viewer."""
    wasteful: bool = False
    """True if something that the report pays would be lost for nothing."""


@dataclass(frozen=True, slots=True)
class ProvenRemedies:
    """Proven remedies, nearest first."""

    remedies: tuple[ProvenRemedy, ...]
    exhausted: bool
    """True if every candidate was tried."""


NO_WAYS: Final = ProvenRemedies((), False)
"""Result for a report that is not refused, or was not searched."""


def find_remedies(
    game: Game[S],
    state: S,
    draft: Draft,
    refusal: Refusal,
    *,
    seen: Collection[Seat] | None = None,
    tries: int = TRIES,
) -> ProvenRemedies:
    """Return the remedies that make a refused report legal, as far as the viewer may know.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report, whole or as far as it is filled in.
        refusal: its refusal.
        seen: seats whose hidden things the viewer may see; None: all.
        tries: maximum of reports to judge.

    Raises:
        BadDraft: the draft cannot be parsed.
    """
    search = _Search(game, state, kernel.read_draft(game, draft), seen, tries)
    proven: dict[tuple[object, ...], ProvenRemedy] = {}
    try:
        for way in search.find_ways(refusal):
            proven.setdefault(_result(way), way)
            if sum(not each.wasteful for each in proven.values()) >= MOST:
                break
    except _TriedEnough:
        return ProvenRemedies(_worth_advising(proven.values()), False)
    return ProvenRemedies(_worth_advising(proven.values()), True)


def _worth_advising(ways: Collection[ProvenRemedy]) -> tuple[ProvenRemedy, ...]:
    """Return the remedies without those that waste something, if any other is left."""
    return tuple(way for way in ways if not way.wasteful) or tuple(ways)


def completions(
    game: Game[S], state: S, draft: Draft, *, private: bool, tries: int = TRIES
) -> Iterator[Action]:
    """Yield the legal reports that a draft can become, within so many tries.

    Args:
        game: game of the match.
        state: state of the table.
        draft: the report as far as it is filled in.
        private: True if the viewer may know what the acting seat holds.
        tries: maximum of reports to judge.
    """
    search = _Search(game, state, draft, None if private else (), tries)
    with suppress(_TriedEnough):
        yield from search._completions(state, draft)


def _terms_of(params: Params) -> dict[str, tuple[str, ...]]:
    """Return the things that a sentence names, by parameter; neither people nor amounts."""
    return {name: tuple(_terms_in(value)) for name, value in params.items()}


def _terms_in(value: Value) -> Iterator[str]:
    if isinstance(value, tuple):
        for each in value:
            yield from _terms_in(each)
    elif isinstance(value, Term):
        yield value.key


def _result(way: ProvenRemedy) -> tuple[object, ...]:
    values = sorted(way.draft.values.items(), key=lambda pair: pair[0])
    return way.first, way.draft.seat, tuple(values)


def draft_of(action: Action) -> Draft:
    """Return the complete draft of an action."""
    return Draft(action.kind, action.seat, {n: getattr(action, n) for n in action.form_fields()})


def _without_options(act: Action) -> tuple[object, ...]:
    """Return the required fields of an act, to drop advice that differs only in the rest."""
    named = type(act).model_fields.items()
    return act.kind, *((name, getattr(act, name)) for name, f in named if f.is_required())


def _in_turn(sources: Iterable[Iterator[T]]) -> Iterator[T]:
    """Yield one item of each source in turn, until all are exhausted."""
    waiting = deque(sources)
    while waiting:
        source = waiting.popleft()
        for item in source:
            waiting.append(source)
            yield item
            break


class _TriedEnough(Exception):
    """Signal that the maximum of tries for one card is reached."""


class _Search:
    """One search, with the viewer's visibility and the remaining tries."""

    def __init__(
        self, game: Game[Any], state: Any, draft: Draft, seen: Collection[Seat] | None, tries: int
    ) -> None:
        self.game, self.state, self.draft = game, state, draft
        self.seen = seen
        self.left = tries

    def find_ways(self, refusal: Refusal) -> Iterator[ProvenRemedy]:
        """Yield every proven remedy, nearest first."""
        shown, named = 0, set[str]()
        listed = self.game.conditions_of(self.draft.kind)
        failed = next(c for c in listed if c.code == refusal.code)
        for proposal in self._proposals(failed):
            way = self._carried_out(proposal)
            if way:
                shown, named = shown + (not way.wasteful), named | set(proposal.change or ())
                yield way
        for remedy in (*self._by_others(failed), *self._single_changes(failed, named)):
            if shown >= _MOST_FOUND:
                return
            way = self._carried_out(remedy)
            if way:
                shown += 1
                yield way
        acts = set[tuple[object, ...]]()
        for act in self._acts_before():
            if shown >= MOST or len(acts) >= _MOST_ACTS:
                return
            plain = _without_options(act)
            if plain in acts:
                continue
            way = self._carried_out(Remedy(ACT_FIRST, first=act), proved=True)
            if way:
                shown, acts = shown + 1, acts | {plain}
                yield replace(way, remedy=self._act_first(act))

    # Proposals

    def _proposals(self, failed: Condition[Any]) -> Iterator[Remedy]:
        """Yield the proposals of the failed condition."""
        if failed.suggest:
            yield from failed.suggest(self.state, kernel.constructed(self.game, self.draft))

    def _by_others(self, failed: Condition[Any]) -> Iterator[Remedy]:
        """Yield the same report by each seat whose turn it is."""
        if failed.kind is ConditionKind.TURN:
            for seat in self.game.awaiting(self.state):
                yield Remedy(OTHER_SEAT, {"seat": SeatRef(seat)}, {"seat": seat})

    def _single_changes(self, failed: Condition[Any], named: set[str]) -> Iterator[Remedy]:
        """Yield every other value of each closed field that the failed condition reads.

        Fields decided by chance are skipped, and so are `named` fields, for which the game proposed
        some.
        """
        model = self.game.action_models[self.draft.kind]
        chosen, earlier = set(failed.fields) - model.results - named, dict[str, Any]()
        for name in model.form_fields():
            if name not in self.draft.values:
                # The candidates of a field are only known once the earlier fields are filled in.
                return
            before = Draft(self.draft.kind, self.draft.seat, {**earlier})
            earlier[name] = self.draft.values[name]
            if name not in chosen:
                continue
            choices = self.game.candidates(self.state, before, name)
            if not isinstance(choices, Choices):
                continue
            for value in choices.values:
                if value != self.draft.values[name]:
                    yield self._change(before, name, value)

    def _change(self, before: Draft, name: str, value: object) -> Remedy:
        label = self.game.label(self.state, before, name, value)
        params: Params = {"kind": self.draft.kind, "field": name, "value": label}
        return Remedy(CHANGE_FIELD, params, {name: value})

    def _acts_before(self) -> Iterator[Action]:
        """Return the acts that may be reported now, one of each kind in turn, duties first."""
        seats = dict.fromkeys((*self.game.awaiting(self.state), self.draft.seat))
        owed = {(s, d.action) for d in self.game.duties(self.state) for s in d.seats}
        # Nobody can choose the result of chance, and giving up is never offered as a remedy.
        named = [
            kind
            for kind, model in self.game.action_models.items()
            if not model.results and kind not in self.game.giving_up
        ]
        kinds = [(seat, kind) for seat in seats for kind in named]
        ordered = sorted(kinds, key=lambda pair: pair not in owed)
        return _in_turn([self._varied(Draft(kind, seat, {})) for seat, kind in ordered])

    def _act_first(self, act: Action) -> Remedy:
        described = self.game.describe(self.state, act)
        params: Params = {"seat": SeatRef(act.seat), **described, "kind": act.kind}
        return Remedy(ACT_FIRST, params, first=act)

    # Proofs

    def _carried_out(self, remedy: Remedy, *, proved: bool = False) -> ProvenRemedy | None:
        """Return the remedy with the report that is legal after it, or None.

        With `proved`, the first act is known to be legal.
        """
        state, first = self.state, remedy.first
        if remedy.change is None and first is None and remedy.instead is None:
            return None
        if first is not None:
            if proved:
                self._spend()
            elif self._judged(state, first) is None:
                return None
            state, _ = self.game.apply(state, first)
        changed = draft_of(remedy.instead) if remedy.instead else self._changed(remedy.change)
        legal = self._legal(state, changed)
        if legal is None or not self._is_about_the_same(state, legal, remedy):
            return None
        judgement = self._judgement(state, legal)
        certain = judgement.verdict == "legal" and self._tells(legal)
        if first is not None and certain:
            certain = self._plainly(self.state, first)
        wasteful = any(note.wasteful for note in judgement.notes)
        return ProvenRemedy(remedy, changed, first, certain, wasteful)

    def _is_about_the_same(self, state: Any, legal: Action, remedy: Remedy) -> bool:
        """Return whether the legal report names the same things as the refused one.

        A field can name a thing by where somebody stands («section 2 of my tile»). Another seat, or
        an act before, would then lead to a report of something else in the same words.
        """
        if remedy.first is None and "seat" not in (remedy.change or {}):
            return True
        reported = legal.model_copy(update={"seat": self.draft.seat})
        before = _terms_of(self._named(self.state, reported))
        after = _terms_of(self._named(state, legal))
        # What the refused report leaves open can still be anything.
        return all(after.get(name) == named for name, named in before.items() if named)

    def _named(self, state: Any, action: Action) -> Params:
        """Return what is told of a report: its sentence, or the fields filled in so far."""
        if kernel.next_field(self.game, self.draft) is None:
            return self.game.describe(state, action)
        earlier = Draft(action.kind, action.seat, {})
        labels = dict[str, Value]()
        for name in self.draft.values:
            value = getattr(action, name)
            labels[name] = self.game.label(state, earlier, name, value)
            earlier = earlier.with_value(name, value)
        return labels

    def _changed(self, change: Mapping[str, Any] | None) -> Draft:
        values = {**self.draft.values, **(change or {})}
        seat = values.pop("seat", self.draft.seat)
        return Draft(self.draft.kind, seat, values)

    def _legal(self, state: Any, draft: Draft) -> Action | None:
        """Return a report, or a completion of it, if it is legal; else None."""
        if kernel.next_field(self.game, draft) is not None:
            return next(self._completions(state, draft), None)
        try:
            action = kernel.complete(self.game, draft)
        except ValidationError:
            return None
        return None if self._judged(state, action) is None else action

    def _judged(self, state: Any, action: Action) -> bool | None:
        """Return whether an action is certainly legal; None: refused, or lacks a printed value."""
        self._spend()
        judgement = self._judgement(state, action)
        if judgement.refusal or self._lacks(state, action):
            return None
        return judgement.verdict == "legal" and self._tells(action)

    def _plainly(self, state: Any, action: Action) -> bool:
        """Return whether a legal action is certainly legal; a remark leaves nothing to verify."""
        return self._judgement(state, action).verdict == "legal" and self._tells(action)

    def _judgement(self, state: Any, action: Action) -> Judgement:
        return kernel.judge(self.game, state, action, private=self._sees(action.seat))

    def _lacks(self, state: Any, action: Action) -> bool:
        return kernel.fact_needed(self.game, state, action) is not None

    def _tells(self, action: Action) -> bool:
        seen = self._sees(action.seat)
        return seen or not kernel.depends_on_hidden(self.game, action.kind)

    def _completions(self, state: Any, draft: Draft, since: str | None = None) -> Iterator[Action]:
        """Return the legal actions of a draft that may be told and recorded."""
        private, spend = self._sees(draft.seat), self._spend
        actions = kernel.completions(
            self.game, state, draft, private=private, since=since, spend=spend
        )
        return (action for action in actions if not self._lacks(state, action))

    def _varied(self, draft: Draft) -> Iterator[Action]:
        """Return the legal acts of one kind that may be told, one per first choice in turn."""
        self._spend()
        private = self._sees(draft.seat)
        if kernel.check_draft(self.game, self.state, draft, private=private) is not None:
            return iter(())
        name = kernel.next_field(self.game, draft)
        if name is None:
            return self._completions(self.state, draft)
        values = kernel.values_to_try(self.game.candidates(self.state, draft, name))
        each = (draft.with_value(name, value) for value in values)
        return _in_turn([self._completions(self.state, one, name) for one in each])

    def _sees(self, seat: Seat) -> bool:
        return self.seen is None or seat in self.seen

    def _spend(self) -> None:
        if self.left <= 0:
            raise _TriedEnough
        self.left -= 1
