"""Walk over random positions, where every sentence of reports, legal or not, is read.

A game gives a `Walk`: what its readings know of a report, and which wrong reports to try besides.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.kernel import legality
from companion.kernel.advice import remedies
from companion.kernel.advice.acts_alike import MOST_ACTS_ALIKE
from companion.kernel.advice.remedies import ProvenRemedy
from companion.kernel.conditions import Verdict
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import (
    SET,
    Conceal,
    Effect,
    Happening,
    Reveal,
    Transfer,
    family,
)
from companion.kernel.refusal import Remedy
from companion.kernel.values import Params
from companion.rulebook import templates
from companion.rulebook.wording import Wording
from tests.games.random_play import Played, any_action, play, slip
from tests.games.readings import Predicate, Reader

_FORMS = {
    Verdict.FAILS: "refusal",
    Verdict.UNVERIFIED: "unverified",
    Verdict.REMARK: "remark",
}
_TITLES = {
    "refused": "No se puede: ",
    "legal": "Se puede: ",
    "unverifiable": "Por comprobar si se puede: ",
}


@dataclass
class ReadReport:
    """Report that sentences are about, and what is known of it."""

    state: Any
    action: Any
    after: Any = None
    """State after it, while its effects are read."""
    first: Any = None
    """Report that a remedy makes before."""
    changed: Any = None
    """Draft of the report that a remedy makes of it."""
    second: Any = None
    """Report that a remedy makes after the first one."""
    differs: dict[str, Any] = field(default_factory=dict)
    """Fields that the remedy changes, with their values."""
    way: Any = None
    """Remedy, of which only the values are known that it stands for."""
    game: Any = None
    grammar: Any = None
    running: dict[str, Any] = field(default_factory=dict)
    """What the lines of effects have told so far, by a name of the game."""

    @property
    def me(self) -> int:
        """Return the seat of the report."""
        seat: int = self.action.seat
        return seat

    @property
    def seats(self) -> range:
        """Return the seats of the table."""
        return range(len(self.state.options.players))


def title(kind: str, attempt: str, done: str, true: Predicate) -> dict[str, tuple[str, Predicate]]:
    """Return the readings of a title, and of a line of the acta with the seat of the report."""

    def by(told: Any, who: int, **values: Any) -> object:
        return who == told.me and true(told, **values)

    return {
        f"actions.{kind}.attempt": (attempt, true),
        f"actions.{kind}.done": (f"<seat:who> {done}", by),
    }


def timely(game: Game[Any], state: Any, rng: Random) -> Action:
    """Return a report of a kind that can be made now, with any values."""
    seats = game.awaiting(state)
    kinds = [
        (seat, kind)
        for seat in seats
        for kind, refusal in legality.legal_kinds(game, state, seat)
        if refusal is None
    ]
    if not kinds:
        return any_action(game, state, rng)
    seat, kind = rng.choice(kinds)
    draft = Draft(kind, seat, {})
    while (name := legality.next_field(game, draft)) is not None:
        values = legality.values_to_try(game.candidates(state, draft, name))
        if not values:
            return any_action(game, state, rng)
        draft = draft.with_value(name, rng.choice(values))
    return legality.complete(game, draft)


@dataclass
class Walk:
    """One random match, with the sentences of its reports and of wrong ones along it."""

    game: Game[Any]
    reader: Reader
    remedies_of: int = 12
    """Number of refusals of which one is asked for remedies: they are slow to find."""

    untold: tuple[str, ...] = ()
    """Items of which seats are not told everything that they gain and lose."""

    def report_of(self, state: Any, action: Any) -> Any:
        """Return what the readings know of a report."""
        raise NotImplementedError  # Each game has its own kind of report.

    def note(self, step: Played) -> None:
        """Remember a step that was played."""

    def end_step(self, told: Any) -> None:
        """Compare what the lines of effects told together with the state after them."""

    def wrong(self, state: Any, rng: Random) -> Iterator[Action]:
        """Yield reports that may be wrong."""
        for make in (slip, slip, any_action, timely, timely):
            yield make(self.game, state, rng)

    def unit(self, item: str) -> str:
        """Return the item that sentences count, for an item of the ledger."""
        return item

    def run(self, seed: int, limit: int) -> Counter[str]:
        """Read every sentence of one random match and of wrong reports along it; count them."""
        rng, refused = Random(seed), 0
        self.reader.seen.clear()
        for step in play(self.game, rng, limit):
            self.read_step(step)
            self.note(step)
            self._read_table(step.after)
            for action in self.wrong(step.after, rng):
                refusal = legality.check(self.game, step.after, action)
                if refusal is None:
                    self._read_branch(step.after, action)
                    continue
                self.read_report(step.after, action)
                self._read_other_answer(step.after, action, rng)
                refused += 1
                if refused % self.remedies_of == 0:
                    self._read_remedies(step.after, action, refusal)
        return self.reader.seen.copy()

    def _read_branch(self, state: Any, action: Action) -> None:
        """Read what a report would do that is legal, but is not played."""
        if legality.fact_needed(self.game, state, action) is None:
            after, effects = self.game.apply(state, action)
            self.read_step(Played(state, action, effects, after))

    def words(self, state: Any) -> Wording:
        """Return the words of a table."""
        return Wording(self.game.id, state.options.players, state.rulings)

    # Reports

    def read_report(self, state: Any, action: Action) -> None:
        """Read the ruling card of a report: title, facts, notes and every condition."""
        told, words = self.report_of(state, action), self.words(state)
        self._read_begun(state, action, told)
        judgement = legality.judge(self.game, state, action)
        checked = legality.explain(self.game, state, action)
        params = self.game.describe(state, action)
        card = words.judgement(judgement, action.kind, params, checked)
        opening = _TITLES[judgement.verdict]
        assert card.title.startswith(opening), card.title
        self.reader.check(f"actions.{action.kind}.attempt", card.title.removeprefix(opening), told)
        for line, shown in zip(checked, card.checked, strict=True):
            form = _FORMS.get(line.verdict)
            if form:
                self.reader.check(f"conditions.{line.code}.{form}", shown.text, told)
        if judgement.refusal:
            texts = {shown.code: shown.text for shown in card.checked}
            assert texts[judgement.refusal.code] == card.facts, card.facts
            if card.until:
                self.reader.check(f"until.{judgement.refusal.until}", card.until, told)

    def _read_begun(self, state: Any, action: Action, told: Any) -> None:
        """Read the title of a report with only its first answers, if it has words for that."""
        asked, words = self.reader.grammar.words.actions[action.kind], self.words(state)
        answers, draft = remedies.draft_of(action).values, Draft(action.kind, action.seat, {})
        if asked.begun is None:
            return
        while True:
            params = self.game.describe_known(state, draft)
            if templates.is_complete(asked.attempt, params):
                return
            if templates.is_complete(asked.begun, {**templates.left_unsaid(asked.begun), **params}):
                begun = words.action_attempt(action.kind, params)
                self.reader.check(f"actions.{action.kind}.begun", begun, told)
                return
            name = legality.next_field(self.game, draft)
            if name is None:
                return
            draft = draft.with_value(name, answers[name])

    def _read_remedies(self, state: Any, action: Action, refusal: Any) -> None:
        draft = remedies.draft_of(action)
        proven = remedies.find_remedies(self.game, state, draft, refusal, tries=60)
        for way in proven.remedies:
            told = self.report_of(state, action)
            told.changed, told.first, told.second = way.draft, way.first, way.then
            told.way, told.game, told.grammar = way, self.game, self.reader.grammar
            self._read_remedy(state, told, way)

    def _read_remedy(self, state: Any, told: Any, way: ProvenRemedy) -> None:
        remedy, words = way.remedy, self.words(state)
        text = words.remedy(remedy)
        reported = remedies.draft_of(told.action)
        differs = {
            name: value
            for name, value in {**way.draft.values, "seat": way.draft.seat}.items()
            if value != ({**reported.values, "seat": reported.seat}).get(name)
        }
        if way.draft.kind != told.action.kind:
            differs = {"kind": way.draft.kind}
        match remedy.code:
            case remedies.OTHER_SEAT:
                assert text == f"lo hace {state.options.players[way.draft.seat]}", text
                assert set(differs) == {"seat"}, (text, differs)
            case remedies.ACT_FIRST:
                assert way.first is not None
                assert not differs, (text, differs)
                done = text.removeprefix("antes ")
                first = self.report_of(state, way.first)
                self.reader.check(f"actions.{way.first.kind}.done", done, first)
            case remedies.ANY_ACT_FIRST:
                self._read_any_act(state, text, told, way)
            case remedies.ACTS_FIRST:
                self._read_two_acts(state, text, way)
            case remedies.CHANGE_FIELD | remedies.ANY_VALUE | remedies.FEWER:
                told.differs = differs
                self.reader.check(self._place_of_change(text, told), text, told)
            case remedies.CHANGE_BOTH:
                self._read_two_changes(state, text, told, way)
            case code:
                told.differs = differs
                self.reader.check(f"remedies.{code}", text, told)
        self.reader.seen["remedies"] += 1

    def _read_two_changes(self, state: Any, text: str, told: Any, way: ProvenRemedy) -> None:
        """Read two other answers, the second of which is a remedy once the first one is given."""
        params, change = way.remedy.params, dict(way.remedy.change or {})
        name = str(params["field"])
        second = {n.removeprefix("next_"): v for n, v in params.items() if n.startswith("next_")}
        one = self.words(state).remedy(Remedy(remedies.CHANGE_FIELD, params))
        assert text.startswith(f"{one} y "), text
        told.differs = {name: change.pop(name)}
        self.reader.check(self._place_of_change(one, told), one, told)
        half = {**remedies.draft_of(told.action).values, **told.differs}
        between = legality.complete(self.game, Draft(told.action.kind, told.me, half))
        rest = replace(way, remedy=Remedy(str(second["code"]), second, change))
        then = self.report_of(state, between)
        then.changed, then.way, then.game = way.draft, rest, self.game
        then.grammar = self.reader.grammar
        assert text == f"{one} y {self.words(state).remedy(rest.remedy)}", text
        self._read_remedy(state, then, rest)

    def _read_other_answer(self, state: Any, action: Action, rng: Random) -> None:
        """Read how another answer to one question would be told, legal or not."""
        chance = type(action).results
        names = [name for name in action.form_fields() if name not in chance]
        if not names or action.seat >= len(state.options.players):
            return
        name, draft = rng.choice(names), remedies.draft_of(action)
        earlier = {n: draft.values[n] for n in action.form_fields()}
        for later in action.form_fields()[action.form_fields().index(name) :]:
            del earlier[later]
        before = Draft(action.kind, action.seat, earlier)
        values = legality.values_to_try(self.game.candidates(state, before, name))
        others = [v for v in values if v != draft.values[name] and not isinstance(v, tuple)]
        if not others:
            return
        told, value = self.report_of(state, action), rng.choice(others)
        told.differs, told.game, told.grammar = {name: value}, self.game, self.reader.grammar
        label = self.game.label(state, before, name, value)
        params: Params = {"kind": action.kind, "field": name, "value": label}
        text = self.words(state).remedy(Remedy(remedies.CHANGE_FIELD, params))
        self.reader.check(self._place_of_change(text, told), text, told)

    def _place_of_change(self, text: str, told: Any) -> str:
        """Return the place of the words of another answer, which are the only ones of it."""
        assert len(told.differs) == 1, (text, told.differs)
        place = f"actions.{told.action.kind}.changes.{next(iter(told.differs))}"
        known = (one for one in self.reader.readings if one.startswith(f"{place}."))
        return place if place in self.reader.readings else next(known, place)

    def _read_act(self, state: Any, text: str, act: Any) -> None:
        self.reader.check(f"actions.{act.kind}.done", text, self.report_of(state, act))

    def _read_any_act(self, state: Any, text: str, told: Any, way: ProvenRemedy) -> None:
        """Read that any of many acts of a kind helps, with one of them."""
        assert way.first is not None
        name = self.reader.grammar.words.actions[way.first.kind].name
        who = state.options.players[way.first.seat]
        acts = {str(each.first): each.first for each in way.alike}
        said = re.fullmatch(r"antes (.+) hace «(.+?)»(: .+?)? \(por ejemplo: (.+)\)", text)
        some = re.fullmatch(r"antes, por ejemplo, (.+)", text)
        assert said or some, text
        if said:
            assert (said[1], said[2]) == (who, name), (text, way.first)
            for each in acts.values():
                assert not said[3] or self._is_about(state, each, said[3]), (text, each)
        assert not told.differs, (text, told.differs)
        assert len(acts) > MOST_ACTS_ALIKE, (text, acts)
        for act in acts.values():
            assert act is not None
            assert (act.kind, act.seat) == (way.first.kind, way.first.seat), (text, act)
            after, _ = self.game.apply(state, act)
            assert legality.check(self.game, after, told.action) is None, (text, act)
        example = said[4] if said else some and some[1]
        self._read_act(state, str(example), way.first)

    def _is_about(self, state: Any, act: Any, named: str) -> bool:
        """Return whether an act names, as its first answer, what is told of it."""
        field, words = act.form_fields()[0], self.words(state)
        draft = Draft(act.kind, act.seat, {})
        label = self.game.label(state, draft, field, getattr(act, field))
        return words.value_label(label).casefold() in named.casefold()

    def _read_two_acts(self, state: Any, text: str, way: ProvenRemedy) -> None:
        """Read two acts, the second of which is made on the table after the first."""
        assert way.first is not None
        assert way.then is not None
        text = text.removeprefix("antes ").removeprefix("antes, por ejemplo, ")
        one, _, other = text.partition(", y después ")
        self._read_act(state, one, way.first)
        after, _ = self.game.apply(state, way.first)
        self._read_act(after, other, way.then)

    # Steps

    def read_step(self, step: Played) -> None:
        """Read the line of the acta, and every line of effects, against the ledger."""
        told, words = self.report_of(step.before, step.action), self.words(step.before)
        told.after = step.after
        params = self.game.describe(step.before, step.action)
        done = words.action_sentence(step.action.kind, params)
        changes: Counter[tuple[str, str]] = Counter()
        told.running["changes"] = changes
        self._add(changes, self.reader.check(f"actions.{step.action.kind}.done", done, told))
        self.read_report(step.before, step.action)
        for effect in step.effects:
            text = words.effect(effect)
            if not text:
                continue
            place = self.place_of(words, effect)
            said = self.reader.check(place, text, told)
            assert isinstance(said, dict) or not isinstance(effect, Transfer), (place, text)
            self._add(changes, said)
        self._check_ledger(step, changes)
        self.end_step(told)

    def _add(self, changes: Counter[tuple[str, str]], said: Any) -> None:
        """Add what a sentence tells of accounts, if it tells anything."""
        for (account, item), amount in said.items() if isinstance(said, dict) else ():
            changes[account, self.unit(item)] += amount

    def _check_ledger(self, step: Played, told: Counter[tuple[str, str]]) -> None:
        """Compare what was told with what each seat had before and has after."""
        moved: Counter[tuple[str, str]] = Counter()
        for state, sign in ((step.after, 1), (step.before, -1)):
            for account, item, amount in state.ledger.items():
                if account.startswith("seat:"):
                    moved[account, self.unit(item)] += sign * amount
        for untold in self.untold:
            moved = Counter({key: n for key, n in moved.items() if key[1] != untold})
            told = Counter({key: n for key, n in told.items() if key[1] != untold})
        different = {key: n for key, n in moved.items() if n != told[key]}
        different |= {key: moved[key] for key, n in told.items() if n != moved[key]}
        assert not different, (different, told, step.action, step.effects)

    @staticmethod
    def place_of(words: Wording, effect: Effect) -> str:
        """Return the place of the template of an effect."""
        match effect:
            case Happening(code=code):
                assert code != SET
                return f"effects.{code}"
            case Reveal(hidden=hidden):
                return f"effects.reveal:{family(hidden)}"
            case Conceal(hidden=hidden):
                return f"effects.conceal:{family(hidden)}"
            case Transfer():
                there, name = words.data.words.transfers, family(effect.item)
                names = dict.fromkeys((effect.item, f"{name}:*", name))
                to = f">{effect.target.partition(':')[0]}"
                ends = (f"@{effect.rule}{to}", f"@{effect.rule}", to, "")
                keys = (f"{one}{end}" for end in ends for one in names)
                return f"transfers.{next(key for key in keys if key in there)}"

    def _read_table(self, state: Any) -> None:
        """Read what is due, and how the match ended."""
        told, words = self.report_of(state, None), self.words(state)
        for duty in self.game.duties(state):
            self.reader.check(f"duties.{duty.code}", words.duty(duty), told)
        outcome = self.game.outcome(state)
        # With values lacking, shared words tell the end: `tests/contract/test_skipped.py`.
        if outcome is not None and not outcome.lacks:
            self.reader.check(f"outcomes.{outcome.reason}", words.outcome(outcome), told)


def long_run(
    check: Callable[[int, int], Counter[str]], reader: Reader, *, matches: int, limit: int
) -> None:
    """Read the sentences of many long matches; print how often each is told, and which never is."""
    seen = sum((check(seed, limit) for seed in range(matches)), Counter[str]())
    print(sum(seen.values()), dict(sorted(seen.items())))
    print("never told:", sorted({*reader.readings} - {*seen}))
    assert sum(seen.values()) > 200_000
