"""Spanish texts from codes and parameters, for one table: its game, players and rulings.

Every method is total: a word missing in the data shows as its code. `completeness` finds such gaps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.kernel.advice import remedies
from companion.kernel.advice.ruling_dependencies import RulingDependency
from companion.kernel.box.inference import Shown
from companion.kernel.conditions import Checked
from companion.kernel.refusal import (
    AnswerVerdict,
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
from companion.kernel.values import Params, Seat, SeatRef, Term, Value
from companion.rulebook import templates
from companion.rulebook.narration import Narrator
from companion.rulebook.ruling_cards import (
    CheckedLine,
    NoteLine,
    RuleRef,
    RulingCard,
    RulingNote,
)


class Wording(Narrator):
    """Words of one table."""

    def with_rulings(self, rulings: Rulings) -> "Wording":
        """Return the same words under other rulings."""
        names = (self.players, rulings, self.facts, self.colours, self.given)
        return Wording(self.data.id, *names)

    def refusal(
        self,
        refusal: Refusal,
        kind: str | None = None,
        params: Params | None = None,
        checked: Iterable[Checked] = (),
        ways: Iterable[Remedy] = (),
        dependencies: Sequence[RulingDependency] = (),
        possible: Iterable[Remedy] = (),
    ) -> RulingCard:
        """Build the ruling card of a refusal.

        Args:
            refusal: why the rules do not allow it.
            kind: kind of the action; None for a set-up.
            params: parameters from the game's `describe`; None for a draft.
            checked: every condition with its verdict, if the card is to list them.
            ways: proven remedies.
            dependencies: table rulings that it depends on.
            possible: remedies that rest on what is unknown or hidden.
        """
        remedy_texts = tuple(filter(None, map(self.remedy, ways)))
        possible_texts = tuple(filter(None, map(self.remedy, possible)))
        return RulingCard(
            verdict="refused",
            title=self._title("refused", kind, params),
            facts=self._finding_text(refusal.code, "refusal", refusal.params),
            remedies=remedy_texts,
            possible=possible_texts,
            until="" if remedy_texts or possible_texts else self._until(refusal),
            rules=self.rule_refs(refusal.rules),
            rulings=self._rulings(refusal.ruling, dependencies),
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
        dependencies: Sequence[RulingDependency] = (),
        possible: Iterable[Remedy] = (),
    ) -> RulingCard:
        """Build the ruling card of any answer, as doubt mode shows it.

        Args:
            judgement: the answer.
            kind: as for `refusal`.
            params: as for `refusal`.
            checked: as for `refusal`.
            hidden: seat whose hidden items it also depends on; None: no seat's.
            ways: as for `refusal`.
            dependencies: as for `refusal`.
            possible: as for `refusal`.
        """
        checked = tuple(checked)
        if judgement.refusal:
            return self.refusal(
                judgement.refusal, kind, params, checked, ways, dependencies, possible
            )
        notes = tuple(self.note(note) for note in judgement.notes)
        if hidden is not None:
            notes = (*notes, self.hidden_note(hidden))
        unverifiable = any(note.unverified for note in notes)
        verdict: AnswerVerdict = "unverifiable" if unverifiable else "legal"
        noted = {note.ruling.id for note in notes if note.ruling}
        return RulingCard(
            verdict=verdict,
            title=self._title(verdict, kind, params),
            rules=self.rule_refs(_decisive(checked)),
            notes=notes,
            rulings=self._rulings(None, [h for h in dependencies if h.ruling not in noted]),
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
        """Build the ruling card, for all other seats, of a refusal due to what a seat hides.

        Args:
            kind: kind of the action.
            seat: the seat that hides it.
            params: as for `refusal`.
            checked: as for `refusal`.
            refusal: given if the seat reports it here, so that its rule may be named.
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
        """Build the note that an answer also depends on what a seat hides."""
        text = self.app("ruling.hidden", name=self.player(seat))
        return NoteLine(code="", text=text, rules=(), unverified=True)

    def _title(self, verdict: str, kind: str | None, params: Params | None) -> str:
        if kind is None:
            return self.app(f"ruling.{verdict}.setup")
        return self.app(f"ruling.{verdict}.title", attempt=self.action_attempt(kind, params))

    def remedy(self, remedy: Remedy) -> str:
        """Describe a remedy, or return an empty text if its words no longer exist."""
        params = remedy.params
        match remedy.code:
            case remedies.CHANGE_FIELD | remedies.ANY_VALUE | remedies.FEWER:
                return self._changed_field(remedy.code, params)
            case remedies.CHANGE_BOTH:
                one = self._changed_field(remedies.CHANGE_FIELD, params)
                second = _following(params)
                other = self.remedy(Remedy(str(second["code"]), second))
                many = params.get("extent") == remedies.SOME
                key = "ruling.some_change_both" if many else "ruling.change_both"
                return self.app(key, one=one, other=other)
            case remedies.OTHER_SEAT:
                return self.app("ruling.other_seat", name=self._render(params["seat"]))
            case remedies.ACT_FIRST | remedies.ANY_ACT_FIRST | remedies.ACTS_FIRST:
                kind = str(params["kind"])
                act = self.action_sentence(kind, params)
                name, label = self._render(params["seat"]), self._kind_of_act(kind, params)
                key = f"ruling.{remedy.code}"
                if params.get("extent") == remedies.SOME:
                    many = remedy.code == remedies.ACTS_FIRST
                    key = "ruling.some_acts_first" if many else "ruling.some_act_first"
                return self.app(key, act=act, name=name, action=label, then=self._next(params))
        template = self._words.remedies.get(remedy.code)
        return self.text(template, params) if template else ""

    def _kind_of_act(self, kind: str, params: Params) -> str:
        """Return the name of a kind of act, and what its act is about if that matters."""
        named, either = params.get("named"), params.get("either")
        if either:
            shown = templates.with_article(either, "el", self.lexicon, "o")
            return self.app("ruling.any_act_of", action=self.action_label(kind), named=shown)
        if not isinstance(named, tuple) or not named:
            return self.app("ruling.any_act", action=self.action_label(kind))
        each = tuple(
            templates.with_article(one, "el", self.lexicon) if isinstance(one, Term) else one
            for one in named
        )
        return self.app("ruling.any_act_of", action=self.action_label(kind), named=each)

    def _next(self, params: Params) -> str:
        """Describe the second of two acts."""
        said = _following(params)
        return self.action_sentence(str(said.get("kind", "")), said)

    def _render(self, value: Value) -> str:
        return templates.show(value, self.lexicon)

    def _changed_field(self, code: str, params: Params) -> str:
        """Describe another value of a field, or that many others do."""
        kind, field = str(params["kind"]), str(params["field"])
        action = self._words.actions.get(kind)
        changes = action.changes if action else {}
        if code == remedies.FEWER:
            value: Value = self.app("ruling.fewer", number=params["number"])
        elif code == remedies.ANY_VALUE:
            value = self._any_value(kind, field, params)
        else:
            value = params["value"]
        plain = value.key if isinstance(value, Term) else ""
        plain = str(value).lower() if isinstance(value, str | bool) else plain
        plain = "seat" if isinstance(value, SeatRef) else plain
        template = changes.get(f"{field}.{plain}") or changes.get(field)
        if template:
            return self.text(template, {"chosen": value})
        if isinstance(value, Term) and self.lexicon.is_thing(value.key):
            value = templates.with_article(value, "el", self.lexicon)
            return self.app("ruling.choose", value=value)
        shown = self.value_label(value, kind, field)
        return self.app("ruling.change_field", field=self.field_label(kind, field), value=shown)

    def _any_value(self, kind: str, field: str, params: Params) -> str:
        """Return the words for any of many values: "otro edificio (valen 3: …)"."""
        action = self._words.actions.get(kind)
        other = (action.others if action else {}).get(field) or self.app("ruling.another")
        labels = params["values"]
        listed = labels if isinstance(labels, tuple) else (labels,)
        each = tuple(self._one_of_many(label, kind, field) for label in listed)
        number, extent = params["number"], str(params["extent"])
        named = extent == remedies.THESE and number == len(each)
        values: Value = each
        if any(isinstance(label, tuple) and len(label) > 1 for label in listed):
            values = templates.lists_in_a_row(each, "y" if named else "o")
        key = f"ruling.any.{'listed' if named else extent}"
        first, _, thing = other.partition(" ")
        if params.get("unnamed") and f"ruling.unnamed.{first}" in self.app:
            # Whoever named nothing has nothing that another one could take the place of.
            some = self.app(f"ruling.unnamed.{first}", thing=thing)
            other = thing if extent == remedies.EVERY else some
        return self.app(key, other=other, number=number, values=values)

    def _one_of_many(self, label: Value, kind: str, field: str) -> str:
        """Return the words for one of several values, with the article that it has alone."""
        action = self._words.actions.get(kind)
        template = (action.changes if action else {}).get(field, "")
        form = templates.article_of(template, "chosen")
        if form and isinstance(label, Term | tuple):
            return templates.with_article(label, form, self.lexicon)
        return self.value_label(label, kind, field)

    def _until(self, refusal: Refusal) -> str:
        template = self._words.until.get(refusal.until or "")
        return self.text(template, refusal.params) if template else ""

    def note(self, note: Note, shows: Iterable[Shown] = ()) -> NoteLine:
        """Build the line of a remark on an accepted action.

        Args:
            note: the remark.
            shows: what the recorded action shows of the box, which nobody had noted before.
        """
        form = "unverified" if note.unverified else "remark"
        params = note.params
        if note.fact and "fact" not in params:
            params = {**params, "fact": self.fact_label(note.fact)}
        return NoteLine(
            code=note.code,
            text=self._shown_now(note, shows) or self._finding_text(note.code, form, params),
            rules=self.rule_refs(note.rules),
            unverified=note.unverified,
            fact=note.fact,
            ruling=self.ruling_note(note.ruling),
        )

    def _shown_now(self, note: Note, shows: Iterable[Shown]) -> str:
        """Return that only the action tells a value, where nobody else has noted it."""
        told = next((one for one in shows if one.fact == note.fact), None)
        if told is None or not note.unverified or note.exceptional:
            return ""
        (what,) = self.describe_facts({told.fact: told.value})
        return self.app("ruling.only_here", what=what)

    def checked(self, checks: Iterable[Checked]) -> tuple[CheckedLine, ...]:
        """Describe every condition with its verdict."""
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
        """Return the parameters with the printed value replaced by its name."""
        fact = params.get("fact")
        return {**params, "fact": self.fact_label(fact)} if isinstance(fact, str) else params

    def rule_refs(self, ids: Iterable[str]) -> tuple[RuleRef, ...]:
        """Return references to these sections, without repeats. An unknown one keeps its id."""
        return tuple(self.rule_ref(section_id) for section_id in dict.fromkeys(ids))

    def rule_ref(self, section_id: str) -> RuleRef:
        """Return the reference to a rule section."""
        rulebook = self.data.rulebook
        path = tuple(section.title for section in rulebook.breadcrumbs(section_id))
        return RuleRef(section_id, rulebook.title(section_id), path)

    def ruling_note(self, ruling_id: str | None) -> RulingNote | None:
        """Build the note on a ruling, with the reading in force."""
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

    def _rulings(
        self, named: str | None, dependencies: Sequence[RulingDependency]
    ) -> tuple[RulingNote, ...]:
        """Return the rulings that an answer depends on, with the answers under other readings."""
        notes = self.rests_on(dependencies)
        note = None if notes else self.ruling_note(named)
        return (note,) if note else notes

    def rests_on(self, dependencies: Iterable[RulingDependency]) -> tuple[RulingNote, ...]:
        """Return the table rulings that an answer depends on, each once.

        Its note gives the answer under each of its other readings.
        """
        notes: dict[str, RulingNote] = {}
        for dependency in dependencies:
            note = notes.get(dependency.ruling) or self.ruling_note(dependency.ruling)
            if note:
                other = f"{note.other} {self._led_to(dependency)}".strip()
                notes[dependency.ruling] = replace(note, other=other)
        return tuple(notes.values())

    def _led_to(self, dependency: RulingDependency) -> str:
        """Describe the answer under the other reading, in one sentence."""
        reading = self.reading(dependency.ruling, dependency.other)
        against = self.condition_name(dependency.refused) if dependency.refused else ""
        return self.app(f"ruling.note.other_{dependency.verdict}", reading=reading, against=against)

    def card_text(self, card: RulingCard) -> str:
        """Return a ruling card as plain text, for a terminal or a message."""
        lines = [card.title, card.facts, *(note.text for note in card.notes)]
        if card.remedies:
            options = templates.listed(card.remedies, "o")
            lines.append(self.app("ruling.remedies.text", remedies=options))
        if card.possible:
            options = templates.listed(card.possible, "o")
            lines.append(self.app("ruling.remedies.possible", remedies=options))
        lines.append(card.until)
        if card.rules:
            rules = tuple(self.app("ruling.rule.quoted", title=rule.title) for rule in card.rules)
            lines.append(self.app("ruling.rules.text", rules=rules))
        lines += [note.said for note in card.rulings]
        return "\n".join(line for line in lines if line)


def _decisive(checked: Iterable[Checked]) -> tuple[str, ...]:
    """Return the sections that decide a legal answer, each once."""
    return tuple(dict.fromkeys(rule for check in checked for rule in check.legal_basis))


def _following(params: Params) -> Params:
    """Return what is told of the second of two things."""
    return {n.removeprefix("next_"): v for n, v in params.items() if n.startswith("next_")}
