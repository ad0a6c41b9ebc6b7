"""Descriptions of effects, facts, duties, outcomes and problems of one table."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby

from companion.kernel.box import lines
from companion.kernel.box.facts import (
    ChoiceSpec,
    FactSpec,
    FactValue,
    FactValues,
    LinesSpec,
    LinksSpec,
    TextSpec,
    TypedLine,
)
from companion.kernel.box.lines import EffectLine, Lines, PrintedNumber, ReportField
from companion.kernel.duties import GAVE_UP, RETOLD, Duty, Outcome, Problem, ScoreLine
from companion.kernel.legality import NOBODY_CAN_ACT
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    LEDGER_PROBLEMS,
    SET,
    Conceal,
    Effect,
    Happening,
    Reveal,
    Transfer,
    family,
)
from companion.kernel.pieces.settables import TURN
from companion.kernel.values import Counted, Params, SeatRef, Term, Value, seat_refs
from companion.rulebook import templates
from companion.rulebook.names import Names, seat_of, with_seat


def sentence_key(spec: FactSpec) -> str:
    """Return the sentence key of a printed value in a slot: its slot and its field."""
    return f"{spec.group.partition('.')[0]}.{spec.id.rpartition('.')[2]}"


def sentence_keys(spec: FactSpec) -> tuple[str, ...]:
    """Return every sentence key that can describe a printed value."""
    key = sentence_key(spec)
    return tuple(f"{key}.{o}" for o in spec.options) if isinstance(spec, ChoiceSpec) else (key,)


class Narrator(Names):
    """Narrator of the effects and the state of one table."""

    def effect(self, effect: Effect) -> str:
        """Describe an effect, or return an empty text if there is nothing to say."""
        match effect:
            case Transfer():
                return self._adjusted(effect) or self._transfer(effect)
            case Happening(code=code) if code == SET:
                return self._adjusted(effect)
            case Happening(code=code, params=params, seat=seat):
                template = self._words.effects.get(code, code)
                return self.text(template, with_seat(params, seat))
            case Reveal(hidden=hidden, shown=shown, amount=amount, account=account):
                item: Params = {"item": self.item_label(shown), "amount": amount}
                return self._silent_effect("reveal", hidden, {**item, **self._owner(account)})
            case Conceal(hidden=hidden, account=account):
                return self._silent_effect("conceal", hidden, self._owner(account))

    def tasks(self, effects: Iterable[Effect]) -> tuple[str, ...]:
        """Describe what hands have to move after effects: each thing once, as it ends up."""
        by_thing: dict[str, str] = {}
        for effect in effects:
            template = self._words.tasks.get(effect.code) if isinstance(effect, Happening) else None
            if template and isinstance(effect, Happening):
                said = self.text(template, with_seat(effect.params, effect.seat))
                by_thing |= {task.partition(":")[0]: task for task in said.split(" · ")}
        return tuple(by_thing.values())

    def effects(self, effects: Iterable[Effect]) -> tuple[str, ...]:
        """Describe the effects that have something to say, in order."""
        return tuple(text for text in map(self.effect, effects) if text)

    def counts(self, effects: Iterable[Effect]) -> tuple[str, ...]:
        """Describe what a table counted by itself: its adjustments are no corrections."""
        listed = tuple(effects)
        turn = (e for e in listed if isinstance(e, Happening) and e.params.get("part") == TURN)
        if passed := next(turn, None):
            # With the turn, the phase may have been set: whose turn it is says it all.
            value = templates.show(passed.params["value"], self.lexicon)
            return (self.app("effect.counted_turn", value=value),)
        told = (self._adjusted(effect, "counted") or self.effect(effect) for effect in listed)
        return tuple(text for text in told if text)

    def _owner(self, account: str) -> Params:
        return {"account": self.account_label(account)}

    def _silent_effect(self, prefix: str, item: str, params: Params) -> str:
        template = self._words.effects.get(f"{prefix}:{family(item)}")
        return self.text(template, params) if template else ""

    def _item(self, item: str) -> Value:
        """Return the term of a ledger item, which may take an article; else its words."""
        key, terms = item.replace(":", "."), self.lexicon.terms
        return Term(key) if key in terms and f"item.{key}" not in terms else self.item_label(item)

    def _transfer(self, transfer: Transfer) -> str:
        params: dict[str, Value] = {
            "amount": transfer.amount,
            "item": self._item(transfer.item),
            "what": self.amount_of(transfer.item, transfer.amount),
            "source": self.account_label(transfer.source),
            "target": self.account_label(transfer.target),
            "cause": transfer.cause or "",
        }
        template = self.transfer_template(transfer)
        if template is None:
            return self.app("effect.transfer", **params)
        whose = {"giver": transfer.source, "receiver": transfer.target}
        seats = {name: SeatRef(s) for name, a in whose.items() if (s := seat_of(a)) is not None}
        return self.text(template, {**params, **seats})

    def describe_fact(self, fact_id: str, value: FactValue | None) -> str:
        """Describe a printed value with its name: "Mina: valores de los pozos, 5 · 4 · 3"."""
        said = self._fact_said(fact_id, value)
        if said:
            return said
        shown = self.fact_shown(fact_id, value)
        return self.app("fact.told", fact=self.fact_label(fact_id), value=shown)

    def describe_facts(self, values: Mapping[str, FactValue | None]) -> tuple[str, ...]:
        """Describe printed values as phrases for a longer sentence."""
        return tuple(self.describe_fact(fact, value).rstrip(".") for fact, value in values.items())

    def _fact_said(self, fact_id: str, value: FactValue | None) -> str:
        """Describe a printed value by the game's own sentence, or return an empty text."""
        spec = self.data.facts_by_id.get(fact_id)
        if spec is None or value is None:
            return ""
        key = sentence_key(spec)
        key_of_value = f"{key}.{value}" if isinstance(spec, ChoiceSpec) else key
        template = self._words.facts.get(key_of_value)
        if template is None:
            return ""
        return self.text(template, {"of": Term(spec.group), "value": self._amounts(spec, value)})

    def _amounts(self, spec: FactSpec, value: FactValue) -> Value:
        """Return a number, or the amount of each thing in lines with a single verb."""
        if isinstance(value, int):
            return value
        if isinstance(spec, LinesSpec) and isinstance(value, tuple | list) and len(spec.verbs) == 1:
            typed = [TypedLine(*line) for line in value]  # type: ignore[misc]
            return tuple(self.amount_of(line.what, line.each) for line in typed)
        return templates.lowered(self.fact_shown(spec.id, value)).removesuffix(".")

    def fact_shown(self, fact_id: str, value: FactValue | None) -> str:
        """Return a printed value as it reads on the piece: text, places, lines or plain value."""
        match self.data.facts_by_id.get(fact_id):
            case TextSpec() if isinstance(value, str):
                return value
            case ChoiceSpec() if isinstance(value, str):
                return self.option(fact_id, value)
            case LinksSpec(to=to) if isinstance(value, tuple | list):
                places = [self.term(f"{to}.{place}") for place in value]
                return templates.listed(places) or self.app("fact.no_places")
            case LinesSpec() if isinstance(value, tuple | list):
                sentences = [self.typed_line(TypedLine(*line)) for line in value]  # type: ignore[misc]
                return " ".join(sentences) or self.app("fact.no_lines")
            case _:
                return self.fact_value(value)

    def typed_line(self, line: TypedLine) -> str:
        """Describe a line that the table has copied from its box."""
        return self.line(lines.typed((line,))[0], {})

    def unnamed_thing(self, verb: str, things: Iterable[str]) -> str:
        """Return the thing that the sentence of a verb leaves out, such as once; else empty."""
        return next((thing for thing in things if f"{verb}@{thing}" in self._words.lines), "")

    def verb_label(self, verb: str) -> str:
        """Return the name of a verb, for composing a line."""
        return self._words.verbs.get(verb, verb)

    def groups(self, values: Collection[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Group the values by their named groups, without groups of one."""
        grouped = [
            (group.name, tuple(value for value in values if group.has(value)))
            for group in self._words.groups
        ]
        return tuple((name, inside) for name, inside in grouped if len(inside) > 1)

    def line(self, line: EffectLine, printed: FactValues, *alike: EffectLine) -> str:
        """Describe one line of a card or a place. Fields of a report appear by their names.

        Args:
            line: the line.
            printed: printed numbers of the box.
            alike: lines that differ only in the thing they affect, described together with it.
        """
        number = _number(line, printed)
        params: dict[str, Value] = {"amount": number, "more": "", "text": line.text}
        if isinstance(line.what, ReportField):
            params["what"] = Term(f"said.{line.what.field}")
            params["more"] = number if number > 1 else ""
        elif line.what:
            each = [(str(one.what), _number(one, printed)) for one in (line, *alike)]
            params["what"] = tuple(self.amount_of(*one) for one in each)
        params["per"] = tuple(Term(f"said.{field}") for field in line.per)
        params["when"] = Term(".".join(line.when)) if line.when else ""
        return self.text(self._line_template(line, alone=not alike), params)

    def _line_template(self, line: EffectLine, *, alone: bool) -> str:
        """Return the words of a verb: of its thing or the thing's family, `gain@filter:once`."""
        thing = line.what if alone and isinstance(line.what, str) else ""
        keys = (f"{line.do}@{thing}", f"{line.do}@{thing.partition(':')[0]}", line.do)
        return next((self._words.lines[key] for key in keys if key in self._words.lines), line.do)

    def lines(self, lines: Lines, printed: FactValues) -> tuple[str, ...]:
        """Describe several lines. Neighbours that differ only in their thing are merged."""
        groups = groupby(lines, key=lambda line: _alike(line) or line)
        merged = (tuple(group) for _, group in groups)
        return tuple(self.line(first, printed, *rest) for first, *rest in merged)

    def cause(self, cause: "Value | None") -> str:
        """Return the card or place behind a transfer, or an empty text."""
        return "" if cause is None else self.text("{cause:Cap}", {"cause": cause})

    def _adjusted(self, effect: Effect, form: str = "adjusted") -> str:
        """Describe what an adjustment moved or set; any other effect in no words."""
        match effect:
            case Transfer(source=source, target=target, item=item, amount=amount) if (
                ADJUSTMENTS in (source, target)
            ):
                more = source == ADJUSTMENTS
                return self.app(
                    f"effect.{form}",
                    place=self.account_label(target if more else source),
                    item=self.item_label(item),
                    amount=amount if more else -amount,
                )
            case Happening(code=code, params=params) if code == SET:
                part = self.settable_label(str(params["part"]))
                value = templates.show(params["value"], self.lexicon)
                return self.app(f"effect.{form}_set", part=part, value=value)
            case _:
                return ""

    def amount_of(self, item: str, amount: int) -> Value:
        """Return an amount of an item with the noun of its term, "2 rones", or else its label."""
        key = item.replace(":", ".")
        if key in self._words.nouns:
            return Counted(amount, key)
        return self.item_label(item)

    def transfer_template(self, transfer: Transfer) -> str | None:
        """Return the most specific words for a transfer, or None."""
        place = transfer.target.partition(":")[0]
        name = family(transfer.item)
        # Items of a known kind may have wording of their own: `card:*` comes before `card`.
        names = (name,) if name == transfer.item else (transfer.item, f"{name}:*", name)
        keys = [f"{name}@{transfer.rule}>{place}" for name in names]
        keys += [f"{name}@{transfer.rule}" for name in names]
        keys += [f"{name}>{place}" for name in names]
        templates_by_key = (self._words.transfers.get(key) for key in (*keys, *names))
        return next((template for template in templates_by_key if template is not None), None)

    def duty(self, duty: Duty) -> str:
        """Describe a pending duty and who owes it."""
        return self.text(self._words.duties.get(duty.code, duty.code), _params_of(duty))

    def duty_in_short(self, duty: Duty) -> str:
        """Describe a duty in the game's short words if it has any, for beside the names."""
        key = f"now.{duty.code}"
        return self.of_table(key, _params_of(duty)) if key in self.own else self.duty(duty)

    def outcome(self, outcome: Outcome) -> str:
        """Describe how a match ended."""
        winners = seat_refs(outcome.winners)
        if outcome.contenders:
            return self.app("final.undecided", seats=tuple(map(self.player, outcome.contenders)))
        if outcome.lacks:
            return self.app("final.certain", seats=tuple(map(self.player, outcome.winners)))
        if outcome.reason in (GAVE_UP, RETOLD):
            template = self.app.texts[f"final.{outcome.reason}"]
            return self.text(template, {"winners": winners, **outcome.params})
        template = self._words.outcomes.get(outcome.reason, outcome.reason)
        return self.text(template, {"winners": winners, **outcome.params})

    def lacking(self, said: str, unread: str) -> str:
        """Return a spoken amount, with what it lacks because nobody has read it.

        Args:
            said: the amount.
            unread: the sign of what it lacks; empty if it is certain.
        """
        codes = {"+": "more", "−": "less", "±": "either"}
        return self.app(f"score.lacking.{codes[unread]}", said=said) if unread else said

    def score_label(self, code: str) -> str:
        """Return the name of a score line."""
        return self._words.scores.get(code) or self.term(code)

    def score_line(self, line: ScoreLine) -> str:
        """Return a score line for screen readers: "Ofrendas: 3"."""
        label = self.score_label(line.code)
        return self.app("score.line", label=label, amount=line.amount)

    def problem(self, problem: Problem) -> str:
        """Describe a broken invariant, with its facts."""
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

    def holding_label(self, account: str, item: str, *, owner: bool = True) -> str:
        """Return the words for the content of a place: "Llaves de Ana", "Fichas de Ana en la mina".

        Without `owner`, return it as used below the name of its seat: "Llaves".
        """
        belongs, before = seat_of(item), seat_of(account)
        name = self.item_label(item if belongs is None else family(item))
        of = self.account_label(account, owner=owner)
        if before is not None and self.account_label(account) == self.player(before):
            return self.app("holding.of" if owner else "holding.own", item=name, place=of)
        if belongs is not None and before is None:
            return self.app("holding.of_in", item=name, owner=self.player(belongs), place=of)
        return self.app("marcador.supply", item=name, place=of)

    def settable_label(self, code: str) -> str:
        """Return the name of a part of the state that an adjustment may set."""
        text, parts = self._words.settable(code) or (code, {})
        params = {
            name: SeatRef(int(part)) if name == "seat" else Term(f"{name}.{part}")
            for name, part in parts.items()
        }
        return self.text(text, with_seat(params, seat_of(code.replace(".", ":"))))


def _number(line: EffectLine, printed: FactValues) -> int:
    """Return the amount of a line, or 1 if it is unknown."""
    each = printed.get(line.each.fact) if isinstance(line.each, PrintedNumber) else line.each
    return each if isinstance(each, int) else 1


def _alike(line: EffectLine) -> tuple[object, ...]:
    """Return the key of lines that are described together; empty: it stands alone."""
    plain = isinstance(line.what, str) and line.what
    return (line.do, line.per, line.when) if plain else ()


def _params_of(duty: Duty) -> dict[str, Value]:
    """Return the template parameters of a duty."""
    seats = tuple(SeatRef(seat) for seat in duty.seats)
    given: dict[str, Value] = {"seats": seats, "seat": seats[0] if len(seats) == 1 else seats}
    return {**given, **duty.params}
