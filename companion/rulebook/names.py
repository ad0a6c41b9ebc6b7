"""Names of things, and labels of acts, values and rulings, for one table."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.kernel.box.facts import FactProblem, FactValue, FactValues, TextSpec
from companion.kernel.rulings import Rulings
from companion.kernel.values import NO_PARAMS, Params, Seat, SeatRef, Term, Value
from companion.rulebook import loader, templates

NOTHING_GIVEN: Final[Mapping[str, str]] = MappingProxyType({})
"""Names of a table that gave none."""


class Names:
    """Names at one table, for its game, players and rulings.

    Args:
        game_id: id of the game.
        players: names of the players, by seat.
        rulings: readings chosen; the others have their default.
        facts: known printed values of its box, which may include names given by the table.
        colours: app colour of each seat; empty: in seat order.
        given: names that the table gave in its options, by term key.
    """

    def __init__(
        self,
        game_id: str,
        players: Sequence[str] = (),
        rulings: Rulings | None = None,
        facts: FactValues | None = None,
        colours: Sequence[int] = (),
        given: Mapping[str, str] = NOTHING_GIVEN,
    ) -> None:
        self.data = loader.load(game_id)
        self.app = loader.app_words()
        self.own = self.data.interface
        self.players = tuple(players)
        self.colours = tuple(colours)
        self.rulings: Rulings = {**self.data.default_rulings(), **(rulings or {})}
        words = self.data.words
        self._words = words
        self.facts: FactValues = facts or {}
        self.given = given
        named = {**self.data.names(self.facts), **given}
        self.lexicon = words.lexicon(self.players, named, self.data.shown(self.facts))

    @property
    def readings(self) -> dict[str, tuple[str, ...]]:
        """Return all readings of each table ruling."""
        return {ruling.id: ruling.readings for ruling in self.data.rulings}

    def text(self, template: str, params: Params = NO_PARAMS) -> str:
        """Return a template with its parameters in place."""
        return templates.render(template, params, self.lexicon)

    def of_table(self, key: str, params: Params = NO_PARAMS) -> str:
        """Return a text of the game's own screens, with parameters in the words of this table."""
        return self.text(self.own.texts.get(key, key), params)

    # Terms and values ------------------------------------------------------------------------

    def term(self, key: str) -> str:
        """Return a word of the game, or the key if there is none."""
        return self.lexicon.terms.get(key, key)

    def noun(self, amount: int, noun: str) -> str:
        """Return an amount with its noun: "3 llaves"."""
        return templates.counted(amount, noun, self.lexicon)

    def player(self, seat: Seat) -> str:
        """Return the name of the player at a seat."""
        return templates.player_name(seat, self.lexicon)

    def colour(self, seat: Seat) -> int:
        """Return the app colour of a seat."""
        return self.colours[seat] if seat < len(self.colours) else seat

    def value_label(self, value: Value, kind: str = "", field: str = "") -> str:
        """Return a value in words. Plain ids of a field may have their own."""
        action = self._words.actions.get(kind)
        if action and isinstance(value, str | bool):
            key = str(value).lower() if isinstance(value, bool) else value
            own_words = action.values.get(field, {}).get(key)
            if own_words is not None:
                return own_words
        return templates.show(value, self.lexicon) or self.lexicon.nothing(field)

    def item_label(self, item: str) -> str:
        """Return the words for a ledger item: `card:black:1` is the term `card.black.1`.

        What belongs to a seat is told with its owner.
        """
        seat, name = seat_of(item), item.partition(":")[0]
        # The number of a thing of a slot is no seat.
        if seat is not None and all(slot.id != name for slot in self.data.slots):
            return self.app("holding.item_of", item=self.item_label(name), owner=self.player(seat))
        terms = self.lexicon.terms
        key = item.replace(":", ".")
        return terms.get(f"item.{key}") or terms.get(key) or key

    def account_label(self, account: str, *, owner: bool = True) -> str:
        """Return the words for a ledger account: a name, "la reserva", "lo apartado de Ana".

        Without `owner`, return "lo apartado", for where the owner is clear.
        """
        place, _, of = account.partition(":")
        seat = seat_of(account)
        params: Params = {"seat": SeatRef(seat)} if owner and seat is not None else {}
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
        """Return the button text of an action kind."""
        action = self._words.actions.get(kind)
        return action.name if action else kind

    def action_attempt(self, kind: str, params: Params | None = None) -> str:
        """Return the action as an infinitive, or its bare name while parameters are missing."""
        action = self._words.actions.get(kind)
        if action is None:
            return kind
        known = params or {}
        if templates.is_complete(action.attempt, known):
            return self.text(action.attempt, known)
        for begun in (action.begun, action.attempt):
            # What is not known yet is left unsaid, where the sentence goes on without it.
            said = {**templates.left_unsaid(begun or ""), **known}
            if begun and templates.is_complete(begun, said):
                return self.text(begun, said)
        return templates.lowered(action.name)

    def action_sentence(self, kind: str, params: Params, seat: Seat | None = None) -> str:
        """Return the action as a sentence of the acta. `seat` is the default for {seat}."""
        action = self._words.actions.get(kind)
        return self.text(action.done, with_seat(params, seat)) if action else kind

    def field_label(self, kind: str, field: str) -> str:
        """Return the question that a form field answers."""
        action = self._words.actions.get(kind)
        return action.fields.get(field, field) if action else field

    def condition_name(self, code: str) -> str:
        """Return the requirement of a condition, for the list of those checked."""
        condition = self._words.conditions.get(code)
        return condition.name if condition else code

    # Printed facts and rulings ---------------------------------------------------------------

    def fact_label(self, fact_id: str) -> str:
        """Return the name of a printed value: "Mina: valores de los pozos"."""
        spec = self.data.facts_by_id.get(fact_id)
        if spec is None:
            return fact_id
        label = templates.lowered(self.term(spec.label))
        # A name that the table gave is told of the thing as the game calls it.
        terms = self._words.terms if isinstance(spec, TextSpec) else self.lexicon.terms
        group = templates.capitalised(terms.get(spec.group, spec.group))
        return self.app("fact.label", group=group, label=label)

    def option(self, fact_id: str, option: str) -> str:
        """Return the words for a possible value. A field may have its own, `field.option`."""
        terms = self.lexicon.terms
        return terms.get(f"{fact_id.rpartition('.')[2]}.{option}") or self.term(option)

    def fact_value(self, value: FactValue | None) -> str:
        """Return a printed value in words: "5", "5 · 4 · 3"."""
        if value is None:
            return self.app("fact.unknown")
        if isinstance(value, tuple | list):
            return " · ".join(self._part(part) for part in value)
        return templates.number(value) if isinstance(value, int) else self.term(value)

    def _part(self, part: object) -> str:
        return templates.number(part) if isinstance(part, int) else self.term(str(part))

    def fact_problem(self, problem: FactProblem) -> str:
        """Return why a typed value is invalid."""
        return self.app(f"fact.problem.{problem.code}", **problem.params)

    def reading(self, ruling_id: str, reading: str) -> str:
        """Return the words of one reading of a ruling."""
        ruling = self.data.rulings_by_id.get(ruling_id)
        return ruling.words.get(reading, reading) if ruling else reading


def seat_of(name: str) -> Seat | None:
    """Return the seat that an account or an item belongs to."""
    _, _, of = name.partition(":")
    return int(of) if of.isdecimal() else None


def with_seat(params: Params, seat: Seat | None) -> Mapping[str, Value]:
    """Return the parameters with the acting seat as default."""
    return params if seat is None or "seat" in params else {"seat": SeatRef(seat), **params}
