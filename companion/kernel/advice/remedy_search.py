"""Search for what makes one refused report legal: proposals, other values, acts before it."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError

from companion.kernel import legality
from companion.kernel.advice import remedy_advice as advice
from companion.kernel.advice.acts_alike import MOST_ACTS_ALIKE, TriedActs, labels_of
from companion.kernel.advice.proven_remedies import (
    ACT_FIRST,
    ACTS_FIRST,
    CHANGE_FIELD,
    EVERY,
    OTHER_SEAT,
    SOME,
    ProvenRemedy,
    draft_of,
)
from companion.kernel.advice.remedy_candidates import (
    OtherValues,
    other_values,
    terms_of,
    things_in,
    without_options,
)
from companion.kernel.advice.remedy_trials import Trials
from companion.kernel.conditions import Condition
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.refusal import ConditionKind, Judgement, Refusal, Remedy
from companion.kernel.values import Counted, Params, Seat, SeatRef

_MOST_FOUND: Final = 4
"""Number of remedies after which no acts before the report are searched."""
_MOST_KINDS: Final = 2
"""Maximum of kinds of acts before the report that are advised."""
_ENOUGH_ALIKE: Final = MOST_ACTS_ALIKE + 1
"""Number of acts of one kind after which its others are alike."""
_TRIES_FOR_ALIKE: Final = 100
"""Maximum of reports judged to find acts like one that helps."""
_TRIES_FOR_CERTAIN: Final = 40
"""Maximum of reports judged to find a completion that rests on nothing unknown or hidden."""
_TRIES_FOR_MORE: Final = 80
"""Maximum of reports judged beside those proposed, if one of them is legal."""
_TRIES_OF_AN_ACT: Final = 2
"""Number of tries that an act counts for when it is carried out before the report."""
_NO_MORE: Final = object()


def _result(way: ProvenRemedy) -> tuple[object, ...]:
    values = sorted(way.draft.values.items(), key=lambda pair: pair[0])
    return way.first, way.draft.seat, tuple(values)


def _two_of(acts: Iterator[Action | None]) -> tuple[Action | None, ...]:
    """Return the first act, or None, and the second one if there is one."""
    return tuple(islice((act for act in acts if act is not None), 2)) or (None,)


def run_in_turn(searches: Iterable[Iterator[None]]) -> None:
    """Take one step of each search in turn, until all are done.

    Args:
        searches: the searches.
    """
    waiting = deque(searches)
    while waiting:
        search = waiting.popleft()
        for _ in search:
            waiting.append(search)
            break


class RemedySearch:
    """Search for the remedies of one refused report."""

    def __init__(
        self, game: Game[Any], state: Any, draft: Draft, seen: Collection[Seat] | None, tries: int
    ) -> None:
        self.game, self.state, self.draft = game, state, draft
        self.trials = Trials(game, seen, tries)
        self.proven: dict[tuple[object, ...], ProvenRemedy] = {}
        """Proven remedies, by what they lead to."""
        self.complete: set[str] = set()
        """Fields of which every other value was tried."""
        self.tried = TriedActs()
        self._things = things_in(tuple(self.draft.values.values()))

    def besides(self, change: Mapping[str, Any]) -> "RemedySearch":
        """Return a search for what the report lacks once some fields have other values.

        It uses up the same tries.
        """
        other = RemedySearch(self.game, self.state, self.changed(change), self.trials.seen, 0)
        other.trials = self.trials
        return other

    def run(self, refusal: Refusal) -> None:
        """Find remedies: those proposed first, then one try of every kind in turn."""
        failed = self.failed_condition(refusal)
        for proposal in (*self.proposals(failed), *self._by_others(failed)):
            self.keep(self.carried_out(proposal))
        if self.useful():
            self.trials.limit(_TRIES_FOR_MORE)
        changes = self.single_changes(failed)
        if not refusal.acts_first or len(self.useful()) >= _MOST_FOUND:
            run_in_turn([changes])
            return
        run_in_turn([changes, self._acts_before()])
        # Two acts that end the turn would only say what the moment says: it is for another turn.
        if not self.proven and refusal.until is None:
            self._try_two_acts()

    def failed_condition(self, refusal: Refusal) -> Condition[Any]:
        """Return the condition that a refusal comes from."""
        listed = self.game.conditions_of(self.draft.kind)
        return next(c for c in listed if c.code == refusal.code)

    def useful(self) -> tuple[ProvenRemedy, ...]:
        """Return the remedies that lose nothing for nothing."""
        return tuple(way for way in self.proven.values() if not way.wasteful)

    def keep(self, way: ProvenRemedy | None) -> None:
        """Keep a remedy, unless another one leads to the same."""
        if way is not None:
            self.proven.setdefault(_result(way), way)

    # Proposals

    def proposals(self, failed: Condition[Any]) -> Iterator[Remedy]:
        """Yield the proposals of the failed condition."""
        if failed.suggest:
            yield from failed.suggest(self.state, legality.constructed(self.game, self.draft))

    def _by_others(self, failed: Condition[Any]) -> Iterator[Remedy]:
        """Yield the same report by each seat whose turn it is."""
        if failed.kind is ConditionKind.TURN:
            for seat in self.game.awaiting(self.state):
                yield Remedy(OTHER_SEAT, {"seat": SeatRef(seat)}, {"seat": seat})

    # Other values of a field

    def single_changes(self, failed: Condition[Any], kept: Collection[str] = ()) -> Iterator[None]:
        """Try other values of each field that the failed condition reads, the last field first.

        What was named first is what the report is about, so it is kept as long as possible. Fields
        that nobody chooses are skipped, and so are those for which the game proposed bags, or a few
        values.

        Args:
            failed: the condition.
            kept: other fields that keep their values.
        """
        proposed = [name for way in self.useful() for name in way.remedy.change or ()]
        values = self.draft.values
        named = {
            name
            for name in proposed
            if isinstance(values.get(name), tuple) or proposed.count(name) <= advice.MOST_ALIKE
        }
        for name in self.changeable(failed, named.union(kept)):
            yield from self.other_values(name)

    def changeable(self, failed: Condition[Any], kept: Collection[str]) -> Iterator[str]:
        """Yield the fields that a failed condition reads and that somebody chooses, last first."""
        model = self.game.action_models[self.draft.kind]
        chosen = set(failed.fields) - model.results - set(kept)
        # The candidates of a field are only known once the earlier fields are filled in.
        names = model.form_fields()
        filled = next((n for n, f in enumerate(names) if f not in self.draft.values), len(names))
        return (name for name in reversed(names[:filled]) if name in chosen)

    def draft_before(self, name: str) -> Draft:
        """Return the draft in which a field is asked."""
        names = self.game.action_models[self.draft.kind].form_fields()
        values = {one: self.draft.values[one] for one in names[: names.index(name)]}
        return Draft(self.draft.kind, self.draft.seat, values)

    def other_values(self, name: str) -> Iterator[None]:
        """Try the other values of one field, tier by tier."""
        before, lossy = self.draft_before(name), False
        others = self.others(before, name)
        for tier in others.tiers:
            legal, known = 0, self._changing(name)
            for value in tier:
                legal += self._try_value(before, name, value)
                yield
                if legal and others.first_only:
                    break
            if legal and not others.first_only:
                break
            new = self._changing(name) - known
            if lossy and not legal:
                # What loses something is no better for being farther from the report.
                self.proven = {key: way for key, way in self.proven.items() if key not in new}
            lossy = lossy or bool(new)
        if others.whole is not None:
            self.complete.add(name)

    def _changing(self, name: str) -> set[tuple[object, ...]]:
        """Return the keys of the remedies that change one field and nothing else."""
        return {
            key
            for key, way in self.proven.items()
            if way.tried and not way.acts and set(way.remedy.change or ()) == {name}
        }

    def _try_value(self, before: Draft, name: str, value: object) -> bool:
        """Return whether the report is legal with another value, and nothing lost for nothing.

        A legal one is kept as a remedy.
        """
        way = self.carried_out(Remedy(CHANGE_FIELD, change={name: value}))
        if way is None:
            return False
        remedy = self.change_of(before, name, value, way.report)
        self.keep(replace(way, remedy=remedy, tried=True))
        return not way.wasteful

    def change_of(self, before: Draft, name: str, value: object, legal: Action | None) -> Remedy:
        """Return the remedy that changes one field, told as in the legal report."""
        label = self.game.label(self.state, before, name, value)
        if isinstance(value, tuple) and legal:
            # The sentence counts the things of a bag, the form lists them.
            described = self.game.describe(self.state, legal).get(name)
            label = described if isinstance(described, tuple) else label
        params: Params = {"kind": self.draft.kind, "field": name, "value": label}
        return Remedy(CHANGE_FIELD, params, {name: value})

    def others(self, before: Draft, name: str) -> OtherValues:
        """Return the other values of a field, by the draft in which it is asked."""
        value = self.draft.values[name]
        label = self.game.label(self.state, before, name, value)
        candidates = self.game.candidates(self.state, before, name)
        paid = name in self.game.action_models[self.draft.kind].payments
        amount = isinstance(label, int | Counted)
        return other_values(candidates, value, amount=amount, paid=paid)

    # Acts before the report

    def _acts_before(self) -> Iterator[None]:
        """Try the acts that may be reported now, one of each kind in turn, duties first.

        Once some kinds help, the others are left.
        """
        waiting = deque(self.trials.acts_now(self.state, self.draft.seat))
        helping = 0
        while waiting and helping < _MOST_KINDS:
            source, acts = waiting.popleft()
            step = next(acts, _NO_MORE)
            if isinstance(step, Action) and self._helps(step):
                helping += 1
                self._try_alike(acts, step)
            elif step is not _NO_MORE:
                waiting.append((source, acts))
            yield

    def _try_alike(self, acts: Iterator[Action | None], helpful: Action) -> None:
        """Try others of a kind that helps: whether they are many, and whether all of it helps."""
        known = {without_options(helpful)}
        with self.trials.apart(_TRIES_FOR_ALIKE):
            for act in acts:
                if act is None or without_options(act) in known:
                    continue
                if self._helps(act):
                    known.add(without_options(act))
                if len(known) >= _ENOUGH_ALIKE and self.tried.like(act):
                    return
            self.tried.whole.add((helpful.kind, helpful.seat))

    def _helps(self, act: Action) -> bool:
        """Return whether the report is legal after an act; keep the remedy, or that it is none."""
        way = self.carried_out(Remedy(ACT_FIRST, first=act), tried=True)
        if way is None:
            if self._things.isdisjoint(things_in(tuple(draft_of(act).values.values()))):
                self.tried.idle.append(act)
            return False
        remedy = Remedy(ACT_FIRST, self._told(self.state, act), first=act)
        self.keep(replace(way, remedy=remedy, tried=True))
        return True

    def _told(self, state: Any, act: Action) -> Params:
        """Return what is told of an act to report before."""
        return {"seat": SeatRef(act.seat), **self.game.describe(state, act), "kind": act.kind}

    def _try_two_acts(self) -> None:
        """Try two acts that are due one after the other, if one act alone does not help."""
        for _, acts in self.trials.acts_now(self.state, self.draft.seat, due=True):
            first, *like_first = _two_of(acts)
            if first is None:
                continue
            after, _ = self.game.apply(self.state, first)
            for _, further in self.trials.acts_now(after, self.draft.seat, due=True):
                then, *like_then = _two_of(further)
                if then is None:
                    continue
                said = self._told(after, then)
                next_params = {f"next_{name}": value for name, value in said.items()}
                extent = SOME if like_first or like_then else EVERY
                params = {**self._told(self.state, first), **next_params, "extent": extent}
                remedy = Remedy(ACTS_FIRST, params, first=first, then=then)
                way = self.carried_out(remedy, tried=True)
                self.keep(way and replace(way, tried=True))

    # Proofs

    def carried_out(self, remedy: Remedy, *, tried: bool = False) -> ProvenRemedy | None:
        """Return the remedy with the report that is legal after it, or None.

        With `tried`, the acts before the report are known to be legal.
        """
        state, first, then = self.state, remedy.first, remedy.then
        if remedy.change is None and first is None and remedy.instead is None:
            return None
        for act in (first, then):
            if act is not None:
                if not tried and not self.trials.is_legal(state, act):
                    return None
                self.trials.spend(_TRIES_OF_AN_ACT)
                state, _ = self.game.apply(state, act)
        changed = draft_of(remedy.instead) if remedy.instead else self.changed(remedy.change)
        legal = self._legal(state, changed)
        if legal is None:
            return None
        report, judgement = legal
        if not self._is_about_the_same(state, report, remedy):
            return None
        certain = judgement.verdict == "legal" and self.trials.tells(state, report)
        if certain and first is not None:
            certain = self._follow_plainly(first, then)
        wasteful = any(note.wasteful for note in judgement.notes)
        return ProvenRemedy(remedy, changed, first, certain, wasteful, then, report)

    def _follow_plainly(self, first: Action, then: Action | None) -> bool:
        """Return whether the acts before the report are certainly legal, one after the other."""
        if not self.trials.is_certain(self.state, first):
            return False
        return then is None or self.trials.is_certain(self.game.apply(self.state, first)[0], then)

    def _is_about_the_same(self, state: Any, legal: Action, remedy: Remedy) -> bool:
        """Return whether the legal report names the same things as the refused one.

        A field can name a thing by where somebody stands («section 2 of my tile»). Another seat, or
        an act before, would then lead to a report of something else in the same words.
        """
        if remedy.first is None and "seat" not in (remedy.change or {}):
            return True
        reported = legal.model_copy(update={"seat": self.draft.seat})
        before = terms_of(self._named(self.state, reported))
        after = terms_of(self._named(state, legal))
        # What the refused report leaves open can still be anything.
        return all(after.get(name) == named for name, named in before.items() if named)

    def _named(self, state: Any, action: Action) -> Params:
        """Return what is told of a report: its sentence, or the fields filled in so far."""
        if legality.next_field(self.game, self.draft) is None:
            return self.game.describe(state, action)
        names = tuple(self.draft.values)
        return dict(zip(names, labels_of(self.game, state, action, names), strict=True))

    def changed(self, change: Mapping[str, Any] | None) -> Draft:
        """Return the report with other values of some fields, or by another seat."""
        values = {**self.draft.values, **(change or {})}
        seat = values.pop("seat", self.draft.seat)
        return Draft(self.draft.kind, seat, values)

    def _legal(self, state: Any, draft: Draft) -> tuple[Action, Judgement] | None:
        """Return a report, or a completion of it, with its answer if it is legal; else None."""
        if legality.next_field(self.game, draft) is not None:
            action = self._completion(state, draft)
            return None if action is None else (action, self.trials.judgement(state, action))
        try:
            action = legality.complete(self.game, draft)
        except ValidationError:
            return None
        self.trials.spend()
        judgement = self.trials.judgement(state, action)
        refused = judgement.refusal or self.trials.lacks(state, action)
        return None if refused else (action, judgement)

    def _completion(self, state: Any, draft: Draft) -> Action | None:
        """Return a legal completion of a draft, rather one that is certainly legal, or None."""
        legal = self.trials.completions(state, draft)
        first = next(legal, None)
        if first is None or self.trials.is_certain(state, first):
            return first
        with self.trials.apart(_TRIES_FOR_CERTAIN):
            return next((act for act in legal if self.trials.is_certain(state, act)), first)
        return first
