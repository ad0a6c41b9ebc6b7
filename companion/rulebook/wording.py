"""From codes and parameters to Spanish, for one table: its game, its players, its rulings.

Every method is total: a word that the data lacks shows as its code. `catalogue` finds such gaps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.kernel import remedies
from companion.kernel.conditions import Checked
from companion.kernel.duties import Duty, Outcome, Problem, ScoreLine
from companion.kernel.effects import SET, Conceal, Effect, Happening, Reveal, Transfer
from companion.kernel.facts import FactProblem, FactValue
from companion.kernel.ledger import ADJUSTMENTS, LEDGER_PROBLEMS, family
from companion.kernel.readings import Hinge
from companion.kernel.refusal import (
    Failure,
    Finding,
    Judgement,
    NotApplicable,
    Note,
    Refusal,
    Remark,
    Remedy,
    Unverified,
)
from companion.kernel.rulings import Rulings
from companion.kernel.soundness import NOBODY_CAN_ACT
from companion.kernel.values import NO_PARAMS, Counted, Params, Seat, SeatRef, Term, Value
from companion.rulebook import loader, templates
from companion.rulebook.cards import (
    CardVerdict,
    CheckedLine,
    NoteLine,
    RuleRef,
    RulingCard,
    RulingNote,
)


class Wording:
    """The words of one table."""

    def __init__(
        self, game_id: str, players: Sequence[str] = (), rulings: Rulings | None = None
    ) -> None:
        self.data = loader.load(game_id)
        self.app = loader.app_words()
        self.players = tuple(players)
        self.rulings: Rulings = {**self.data.default_rulings(), **(rulings or {})}
        words = self.data.words
        self._words = words
        self.lexicon = words.lexicon(self.players)

    @property
    def readings(self) -> dict[str, tuple[str, ...]]:
        """By table ruling, all of its readings."""
        return {ruling.id: ruling.readings for ruling in self.data.rulings}

    def with_rulings(self, rulings: Rulings) -> "Wording":
        """The same words under other rulings."""
        return Wording(self.data.id, self.players, rulings)

    def text(self, template: str, params: Params = NO_PARAMS) -> str:
        """A template with its parameters in place."""
        return templates.render(template, params, self.lexicon)

    # Terms and values ------------------------------------------------------------------------

    def term(self, key: str) -> str:
        """A word of the game, or the key when there is none."""
        return self._words.terms.get(key, key)

    def noun(self, amount: int, noun: str) -> str:
        """ "3 cristales"."""
        return templates.counted(amount, noun, self.lexicon)

    def player(self, seat: Seat) -> str:
        """The name of who sits there."""
        return templates.player_name(seat, self.lexicon)

    def value_label(self, value: Value, kind: str = "", field: str = "") -> str:
        """A value as it reads; plain ids of a field may have words of their own."""
        action = self._words.actions.get(kind)
        if action and isinstance(value, str | bool):
            key = str(value).lower() if isinstance(value, bool) else value
            found = action.values.get(field, {}).get(key)
            if found is not None:
                return found
        return templates.show(value, self.lexicon) or self.lexicon.nothing(field)

    def item_label(self, item: str) -> str:
        """The words for a ledger item: `card:black:1` is the term `card.black.1`."""
        terms = self._words.terms
        key = item.replace(":", ".")
        return terms.get(f"item.{key}") or terms.get(key) or key

    def account_label(self, account: str) -> str:
        """The words for a ledger account: a name, "la reserva", "lo apartado de Ana"."""
        place, _, of = account.partition(":")
        seat = _seat_of(account)
        params: Params = {} if seat is None else {"seat": SeatRef(seat)}
        if of and seat is None:
            params = {"of": Term(f"{place}.{of}")}
        template = self._words.accounts.get(account) or self._words.accounts.get(place)
        if template:
            return self.text(template, params)
        if seat is not None:
            return self.player(seat)
        app_key = f"account.{place}"
        return self.app(app_key) if app_key in self.app else account

    # Actions ---------------------------------------------------------------------------------

    def action_label(self, kind: str) -> str:
        """What the button of an action kind says."""
        action = self._words.actions.get(kind)
        return action.name if action else kind

    def action_attempt(self, kind: str, params: Params | None = None) -> str:
        """The action as an infinitive; by its bare name while parameters are missing."""
        action = self._words.actions.get(kind)
        if action is None:
            return kind
        if params is None or not templates.is_complete(action.attempt, params):
            return templates.lowered(action.name)
        return self.text(action.attempt, params)

    def action_sentence(self, kind: str, params: Params, seat: Seat | None = None) -> str:
        """The action as the acta tells it. `seat` fills in {seat} when `params` does not."""
        action = self._words.actions.get(kind)
        return self.text(action.done, _with_seat(params, seat)) if action else kind

    def field_label(self, kind: str, field: str) -> str:
        """The question that a field of the form answers."""
        action = self._words.actions.get(kind)
        return action.fields.get(field, field) if action else field

    def condition_name(self, code: str) -> str:
        """What a condition asks for, as a line of the list of what was checked."""
        condition = self._words.conditions.get(code)
        return condition.name if condition else code

    # Verdicts --------------------------------------------------------------------------------

    def refusal(
        self,
        refusal: Refusal,
        kind: str | None = None,
        params: Params | None = None,
        checked: Iterable[Checked] = (),
        ways: Iterable[Remedy] = (),
        hinges: Sequence[Hinge] = (),
    ) -> RulingCard:
        """The ruling card of a refusal.

        Args:
            refusal: why the rules do not allow it.
            kind: the kind of the action; None for a set-up.
            params: what the game's `describe` says of the action; None for a draft.
            checked: every condition with its verdict, if the card is to list them.
            ways: what makes it legal, each proved.
            hinges: the table rulings that it rests on.
        """
        told = tuple(filter(None, map(self.remedy, ways)))
        return RulingCard(
            verdict="refused",
            title=self._title("refused", kind, params),
            facts=self._finding_text(refusal.code, "refusal", refusal.params),
            remedies=told,
            until="" if told else self._until(refusal),
            rules=self.rule_refs(refusal.rules),
            rulings=self._rulings(refusal.ruling, hinges),
            overrulable=refusal.overrulable,
            checked=self.checked(checked),
            code=refusal.code,
        )

    def judgement(
        self,
        judgement: Judgement,
        kind: str | None = None,
        params: Params | None = None,
        checked: Iterable[Checked] = (),
        hidden: Seat | None = None,
        ways: Iterable[Remedy] = (),
        hinges: Sequence[Hinge] = (),
    ) -> RulingCard:
        """The ruling card of any answer, as doubt mode shows it.

        Args:
            judgement: the answer.
            kind: as for `refusal`.
            params: as for `refusal`.
            checked: as for `refusal`.
            hidden: the seat on whose hidden things it depends besides; None: on nobody's.
            ways: as for `refusal`.
            hinges: as for `refusal`.
        """
        checked = tuple(checked)
        if judgement.refusal:
            return self.refusal(judgement.refusal, kind, params, checked, ways, hinges)
        notes = tuple(self.note(note) for note in judgement.notes)
        if hidden is not None:
            notes = (*notes, self.hidden_note(hidden))
        unverifiable = any(note.unverified for note in notes)
        verdict: CardVerdict = "unverifiable" if unverifiable else "legal"
        noted = {note.ruling.id for note in notes if note.ruling}
        return RulingCard(
            verdict=verdict,
            title=self._title(verdict, kind, params),
            rules=self.rule_refs(_decisive(checked)),
            notes=notes,
            rulings=self._rulings(None, [h for h in hinges if h.ruling not in noted]),
            checked=self.checked(checked),
        )

    def covered(
        self,
        kind: str,
        seat: Seat,
        params: Params | None = None,
        checked: Iterable[Checked] = (),
        refusal: Refusal | None = None,
    ) -> RulingCard:
        """The ruling card of a refusal that rests on what a seat hides, for everybody else.

        Args:
            kind: of the action.
            seat: that hides it.
            params: as for `refusal`.
            checked: as for `refusal`.
            refusal: where the seat reports it here, so that its rule may be named.
        """
        return RulingCard(
            verdict="refused",
            title=self._title("refused", kind, params),
            facts=self.app("ruling.covered", name=self.player(seat)),
            rules=self.rule_refs(refusal.rules) if refusal else (),
            overrulable=refusal is not None and refusal.overrulable,
            checked=self.checked(checked),
        )

    def hidden_note(self, seat: Seat) -> NoteLine:
        """That an answer depends besides on what a seat hides."""
        text = self.app("ruling.hidden", name=self.player(seat))
        return NoteLine(code="", text=text, rules=(), unverified=True)

    def _title(self, verdict: str, kind: str | None, params: Params | None) -> str:
        if kind is None:
            return self.app(f"ruling.{verdict}.setup")
        return self.app(f"ruling.{verdict}.title", attempt=self.action_attempt(kind, params))

    def remedy(self, remedy: Remedy) -> str:
        """One thing that makes it legal; empty where these words are not known any more."""
        match remedy.code:
            case remedies.CHANGE_FIELD:
                return self._changed_field(remedy.params)
            case remedies.OTHER_SEAT:
                return self.app("ruling.other_seat", name=self._shown(remedy.params["seat"]))
            case remedies.ACT_FIRST:
                kind = str(remedy.params["kind"])
                return self.app("ruling.act_first", act=self.action_sentence(kind, remedy.params))
        template = self._words.remedies.get(remedy.code)
        return self.text(template, remedy.params) if template else ""

    def _shown(self, value: Value) -> str:
        return templates.show(value, self.lexicon)

    def _changed_field(self, params: Params) -> str:
        kind, field = str(params["kind"]), str(params["field"])
        value = self.value_label(params["value"], kind, field)
        return self.app("ruling.change_field", field=self.field_label(kind, field), value=value)

    def _until(self, refusal: Refusal) -> str:
        template = self._words.until.get(refusal.until or "")
        return self.text(template, refusal.params) if template else ""

    def note(self, note: Note) -> NoteLine:
        """Something said beside an accepted action."""
        form = "unverified" if note.unverified else "remark"
        params = note.params
        if note.fact and "fact" not in params:
            params = {**params, "fact": self.fact_label(note.fact)}
        return NoteLine(
            code=note.code,
            text=self._finding_text(note.code, form, params),
            rules=self.rule_refs(note.rules),
            unverified=note.unverified,
            fact=note.fact,
            ruling=self.ruling_note(note.ruling),
        )

    def checked(self, checks: Iterable[Checked]) -> tuple[CheckedLine, ...]:
        """Every condition with its verdict, in words."""
        return tuple(
            CheckedLine(
                code=check.code,
                name=self.condition_name(check.code),
                verdict=str(check.verdict),
                mark=self.app(f"verdict.{check.verdict}"),
                text=self._checked_text(check.code, check.finding),
                rules=self.rule_refs(check.rules),
            )
            for check in checks
        )

    def _checked_text(self, code: str, finding: Finding) -> str:
        match finding:
            case None | NotApplicable():
                return ""
            case Failure(params=params):
                return self._finding_text(code, "refusal", params)
            case Unverified(params=params, fact=fact):
                label = {"fact": self.fact_label(fact)} if fact else {}
                return self._finding_text(code, "unverified", {**label, **params})
            case Remark(params=params):
                return self._finding_text(code, "remark", params)

    def _finding_text(self, code: str, form: str, params: Params) -> str:
        condition = self._words.conditions.get(code)
        template = getattr(condition, form, None) if condition else None
        return self.text(template, self._named_fact(params)) if template else code

    def _named_fact(self, params: Params) -> Params:
        """Parameters in which a printed value is called by its name."""
        fact = params.get("fact")
        return {**params, "fact": self.fact_label(fact)} if isinstance(fact, str) else params

    def rule_refs(self, ids: Iterable[str]) -> tuple[RuleRef, ...]:
        """The rule sections of these ids, without repeats; an unknown one keeps its id."""
        return tuple(self.rule_ref(section_id) for section_id in dict.fromkeys(ids))

    def rule_ref(self, section_id: str) -> RuleRef:
        """A rule section to open."""
        rulebook = self.data.rulebook
        path = tuple(section.title for section in rulebook.breadcrumbs(section_id))
        return RuleRef(section_id, rulebook.title(section_id), path)

    def ruling_note(self, ruling_id: str | None) -> RulingNote | None:
        """The ruling that something rests on, with the reading in force."""
        if ruling_id is None:
            return None
        ruling = self.data.rulings_by_id.get(ruling_id)
        in_force = self.rulings.get(ruling_id, "")
        if ruling is None:
            return RulingNote(ruling_id, ruling_id, ruling_id, in_force, "", False)
        reading = ruling.words.get(in_force, in_force)
        chosen = in_force != ruling.default
        key = f"ruling.note.{ruling.basis}.{'chosen' if chosen else 'default'}"
        text = self.app(key, title=ruling.title, reading=reading)
        return RulingNote(ruling_id, text, ruling.title, reading, ruling.why, chosen)

    def _rulings(self, named: str | None, hinges: Sequence[Hinge]) -> tuple[RulingNote, ...]:
        """The rulings that an answer rests on, each with what another reading would say."""
        found = self.rests_on(hinges)
        note = None if found else self.ruling_note(named)
        return (note,) if note else found

    def rests_on(self, hinges: Iterable[Hinge]) -> tuple[RulingNote, ...]:
        """Table rulings without which an answer would be another one, each once."""
        found = {hinge.ruling: self._hinge(hinge) for hinge in hinges}
        return tuple(note for note in found.values() if note)

    def _hinge(self, hinge: Hinge) -> RulingNote | None:
        note = self.ruling_note(hinge.ruling)
        if note is None:
            return None
        reading = self.reading(hinge.ruling, hinge.other)
        if hinge.refused is None:
            other = self.app("ruling.note.other_legal", reading=reading)
        else:
            against = self.condition_name(hinge.refused)
            other = self.app("ruling.note.other_refused", reading=reading, against=against)
        return replace(note, other=other)

    def card_text(self, card: RulingCard) -> str:
        """A ruling card as plain text, for a terminal or a message."""
        lines = [card.title, card.facts, *(note.text for note in card.notes)]
        if card.remedies:
            options = templates.listed(card.remedies, "o")
            lines.append(self.app("ruling.remedies.text", remedies=options))
        lines.append(card.until)
        if card.rules:
            rules = tuple(self.app("ruling.rule.quoted", title=rule.title) for rule in card.rules)
            lines.append(self.app("ruling.rules.text", rules=rules))
        lines += [note.said for note in card.rulings]
        return "\n".join(line for line in lines if line)

    # Consequences ----------------------------------------------------------------------------

    def effect(self, effect: Effect) -> str:
        """One consequence; empty when there is nothing to say of it."""
        match effect:
            case Transfer():
                return self._transfer(effect)
            case Happening(code=code, params=params) if code == SET:
                part = self.settable_label(str(params["part"]))
                value = templates.show(params["value"], self.lexicon)
                return self.app("effect.set", part=part, value=value)
            case Happening(code=code, params=params, seat=seat):
                template = self._words.effects.get(code, code)
                return self.text(template, _with_seat(params, seat))
            case Reveal(hidden=hidden, shown=shown, amount=amount, account=account):
                item: Params = {"item": self.item_label(shown), "amount": amount}
                return self._silent_effect("reveal", hidden, {**item, **self._owner(account)})
            case Conceal(hidden=hidden, account=account):
                return self._silent_effect("conceal", hidden, self._owner(account))

    def effects(self, effects: Iterable[Effect]) -> tuple[str, ...]:
        """The consequences that have something to say, in order."""
        return tuple(text for text in map(self.effect, effects) if text)

    def _owner(self, account: str) -> Params:
        return {"account": self.account_label(account)}

    def _silent_effect(self, prefix: str, item: str, params: Params) -> str:
        template = self._words.effects.get(f"{prefix}:{family(item)}")
        return self.text(template, params) if template else ""

    def _transfer(self, transfer: Transfer) -> str:
        if ADJUSTMENTS in (transfer.source, transfer.target):
            return self._adjusted(transfer)
        params: dict[str, Value] = {
            "amount": transfer.amount,
            "item": self.item_label(transfer.item),
            "what": self.amount_of(transfer.item, transfer.amount),
            "source": self.account_label(transfer.source),
            "target": self.account_label(transfer.target),
        }
        template = self.transfer_template(transfer)
        if template is None:
            return self.app("effect.transfer", **params)
        whose = {"giver": transfer.source, "receiver": transfer.target}
        seats = {name: SeatRef(s) for name, a in whose.items() if (s := _seat_of(a)) is not None}
        return self.text(template, {**params, **seats})

    def _adjusted(self, transfer: Transfer) -> str:
        more = transfer.source == ADJUSTMENTS
        return self.app(
            "effect.adjusted",
            place=self.account_label(transfer.target if more else transfer.source),
            item=self.item_label(transfer.item),
            amount=transfer.amount if more else -transfer.amount,
        )

    def amount_of(self, item: str, amount: int) -> Value:
        """So many of an item, counted by the noun of its term: "2 rones"; else its label."""
        key = item.replace(":", ".")
        if key in self._words.nouns:
            return Counted(amount, key)
        return self.item_label(item)

    def transfer_template(self, transfer: Transfer) -> str | None:
        """The words for a transfer, the most particular first; None when there are none."""
        place = transfer.target.partition(":")[0]
        name = family(transfer.item)
        # What is known of its kind may be said otherwise than what is not: `card:*` and `card`.
        names = (name,) if name == transfer.item else (transfer.item, f"{name}:*", name)
        keys = [f"{name}@{transfer.rule}>{place}" for name in names]
        keys += [f"{name}@{transfer.rule}" for name in names]
        keys += [f"{name}>{place}" for name in names]
        found = (self._words.transfers.get(key) for key in (*keys, *names))
        return next((template for template in found if template is not None), None)

    def duty(self, duty: Duty) -> str:
        """Something pending, and who owes it."""
        seats = tuple(SeatRef(seat) for seat in duty.seats)
        given: dict[str, Value] = {"seats": seats, "seat": seats[0] if len(seats) == 1 else seats}
        template = self._words.duties.get(duty.code, duty.code)
        return self.text(template, {**given, **duty.params})

    def outcome(self, outcome: Outcome) -> str:
        """How a match ended."""
        winners = tuple(SeatRef(seat) for seat in outcome.winners)
        template = self._words.outcomes.get(outcome.reason, outcome.reason)
        return self.text(template, {"winners": winners, **outcome.params})

    def score_label(self, code: str) -> str:
        """The name of a score line."""
        return self._words.scores.get(code, code)

    def score_line(self, line: ScoreLine) -> str:
        """ "Ofrendas: 3", for a reader who hears the scores."""
        label = self.score_label(line.code)
        return self.app("score.line", label=label, amount=line.amount)

    def problem(self, problem: Problem) -> str:
        """A broken invariant, with its facts."""
        code = problem.code
        if code in LEDGER_PROBLEMS:
            return self._ledger_problem(problem)
        if code == NOBODY_CAN_ACT:
            seats = tuple(self.player(seat) for seat in problem.seats)
            return self.app(f"sound.{code}" if seats else "sound.nobody_is_due", seats=seats)
        return self.text(self._words.problems.get(code, code), problem.params)

    def _ledger_problem(self, problem: Problem) -> str:
        account, item = problem.places[0]
        return self.app(
            f"ledger.{problem.code}",
            what=self.holding_label(account, item),
            account=self.account_label(account),
            item=self.item_label(item),
            **problem.params,
        )

    def holding_label(self, account: str, item: str) -> str:
        """What lies in a place: "Cristales de Ana", "Piedras de Ana en el obelisco"."""
        of, owner = self.account_label(account), _seat_of(item)
        name = self.item_label(item if owner is None else family(item))
        before = _seat_of(account)
        if before is not None and of == self.player(before):
            return self.app("holding.of", item=name, place=of)
        if owner is not None and before is None:
            return self.app("holding.of_in", item=name, owner=self.player(owner), place=of)
        return self.app("marcador.supply", item=name, place=of)

    def settable_label(self, code: str) -> str:
        """The name of a part of the state that an adjustment may set."""
        seat = _seat_of(code.replace(".", ":"))
        return self.text(self._words.settables.get(code, code), _with_seat({}, seat))

    # Printed facts and rulings ---------------------------------------------------------------

    def fact_label(self, fact_id: str) -> str:
        """What a printed value is and on what: "Biblioteca: valores de las secciones"."""
        spec = self.data.facts_by_id.get(fact_id)
        if spec is None:
            return fact_id
        label = templates.lowered(self.term(spec.label))
        return self.app("fact.label", group=self.term(spec.group), label=label)

    def fact_value(self, value: FactValue | None) -> str:
        """A printed value as it reads: "5", "5 · 4 · 3"."""
        if value is None:
            return self.app("fact.unknown")
        if isinstance(value, tuple | list):
            return " · ".join(templates.number(part) for part in value)
        return templates.number(value) if isinstance(value, int) else self.term(value)

    def fact_problem(self, problem: FactProblem) -> str:
        """Why a typed value cannot be what is printed."""
        return self.app(f"fact.problem.{problem.code}", **problem.params)

    def reading(self, ruling_id: str, reading: str) -> str:
        """The words of one reading of a ruling."""
        ruling = self.data.rulings_by_id.get(ruling_id)
        return ruling.words.get(reading, reading) if ruling else reading


def _seat_of(name: str) -> Seat | None:
    """The seat that an account or an item belongs to."""
    _, _, of = name.partition(":")
    return int(of) if of.isdecimal() else None


def _with_seat(params: Params, seat: Seat | None) -> Mapping[str, Value]:
    return params if seat is None or "seat" in params else {"seat": SeatRef(seat), **params}


def _decisive(checked: Iterable[Checked]) -> tuple[str, ...]:
    """The sections that decide a legal answer, each once."""
    return tuple(dict.fromkeys(rule for check in checked for rule in check.grounds))
