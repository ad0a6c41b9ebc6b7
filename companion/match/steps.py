"""Steps: effective entries played on a state, why one does not hold, and ends that were told."""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.kernel import legality
from companion.kernel.box.facts import FactValues, Unknown
from companion.kernel.box.inference import Shown, learned, shown_values
from companion.kernel.box.printed_values import NOTHING, tracking_reads
from companion.kernel.duties import GAVE_UP, RETOLD, Outcome, ScoreLine
from companion.kernel.game import Game, stopped
from companion.kernel.models import Action
from companion.kernel.pieces.ledger import (
    ADJUSTMENTS,
    SET,
    Effect,
    Happening,
    Transfer,
    Visibility,
    below_zero,
    family,
    made,
    misplaced,
)
from companion.kernel.pieces.settables import Settable
from companion.kernel.pieces.standings import settle
from companion.kernel.refusal import LEGAL, Judgement, Refusal
from companion.kernel.values import Params, Seat, seat_refs
from companion.match.entries import Adjusted, Closed, Left, Reported, Retold, RulingChanged, Started
from companion.match.timeline import Item, ToldLater

log = logging.getLogger(__name__)

ADJUSTMENT_RULE = "table.adjustment"

AdjustmentFault: TypeAlias = Literal["unknown_account", "unknown_setting"]
"""Missing target of an adjustment: a code with words under `hub.<code>`."""


class Step(NamedTuple):
    """Effective entry played: its judgement, its effects, and the state after it."""

    item: Item
    action: Action | None
    judgement: Judgement
    effects: tuple[Effect, ...]
    state: Any
    read: frozenset[str] = NOTHING
    """Values it read that a table may type (`Game.box`)."""
    shows: tuple[Shown, ...] = ()
    """Values that nobody had read and that it shows; empty in matches that do not learn."""

    @property
    def consented(self) -> bool:
        """Return whether an illegal action stands by consent of the table."""
        return self.judgement.refusal is not None


@dataclass(frozen=True, slots=True)
class Broken:
    """First effective entry that no longer holds. The entries after it are not judged."""

    item: Item
    action: Action | None
    refusal: Refusal | None
    """Refusal; None: the entry is malformed, or cannot be applied at all."""
    fault: str | None = None
    """Reason code if no rule refuses it: `unreadable`, `fact_needed`, `unknown_ruling`, etc."""
    fact: str | None = None
    """Unknown printed value it cannot be applied without (`fact_needed`)."""


def play(
    game: Game[Any],
    started: Started,
    state: Any,
    item: Item,
    told: Collection[str] = (),
    known: Callable[[], FactValues] = dict,
) -> Step | Broken:
    """Play one effective entry: return a step, or the reason why it does not hold.

    Args:
        game: its game.
        started: the header of the acta.
        state: the state before.
        item: the entry.
        told: printed values that were typed only after reports had answered them. The entry is
            judged by them, and carried out as when nobody had read them.
        known: getter of all printed values known before, for what cannot be beside them.
    """
    # Nearly all entries are reports. Compare by `type()`: `isinstance` is slow on pydantic models.
    played = _play_report if type(item.body) is Reported else _play_other
    if game.box is None:
        done, read = played(game, started, state, item), NOTHING
    else:
        done, read = tracking_reads(played, _unread(game, told), started, state, item)
    if isinstance(done, Broken):
        return done
    step: Step = made(Step, (item, *done, read, ()))
    return _learning(game, state, step, told, known) if started.learns else step


def known_values(facts: FactValues, steps: Iterable[Step]) -> FactValues:
    """Return the typed values of a box, and those that reports have shown beside them."""
    shown = {one.fact: one.value for step in steps if step.shows for one in step.shows}
    return {**shown, **facts}


def known_then(
    started: Started, facts: FactValues, steps: Iterable[Step], before: FactValues
) -> FactValues:
    """Return the printed values in force, as the same object as before if they are the same."""
    if not started.learns:
        return facts
    known = known_values(facts, steps)
    return next((same for same in (before, facts) if same == known), known)


def unread_at(
    started: Started, item: Item, told: ToldLater, before: Iterable[Step]
) -> tuple[str, ...]:
    """Return the values that nobody had read when an entry was recorded, and that reports told.

    What a report had shown by then was in force without being read.
    """
    names = tuple(name for name, seq in told if seq > item.entry.seq)
    if not names or not started.learns:
        return names
    shown = {one.name for step in before if step.shows for one in step.shows}
    return tuple(name for name in names if name not in shown)


def unmoved(game: Game[Any], starts: tuple[Any, Any], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps before the first that read one of the changed values.

    None are kept if more than these values differs before the first act.

    Args:
        game: its game.
        starts: states before the first act, with the earlier values and with those of now.
        steps: steps played with the earlier values.
    """
    box, (before, now) = game.box, starts
    if box is None or not box.alike(before, now):
        return ()
    changed = box.of(before).other_than(box.of(now))
    number = next((n for n, step in enumerate(steps) if step.read & changed), len(steps))
    moved = list[Step]()
    for step in steps[:number]:
        if step.shows:
            now = learned(game, now, step.shows)
        moved.append(step._replace(state=box.put(step.state, now)))
    return tuple(moved)


def _learning(
    game: Game[Any],
    state: Any,
    step: Step,
    told: Collection[str],
    known: Callable[[], FactValues],
) -> Step:
    """Return the step with what it shows of the box, in force from then on."""
    shows = shown_by(game, state, step, told, known)
    if not shows:
        return step
    new = tuple(one for one in shows if one.name not in told)
    read = step.read.union(one.name for one in shows)
    return step._replace(state=learned(game, step.state, new), read=read, shows=shows)


def shown_by(
    game: Game[Any],
    state: Any,
    step: Step,
    told: Collection[str],
    known: Callable[[], FactValues],
) -> tuple[Shown, ...]:
    """Return what a step shows of the box.

    What the table consented to shows nothing. What cannot be printed there shows that some report
    was wrong, and nothing is learned.

    Args:
        game: its game.
        state: the state before.
        step: the step.
        told: printed values that nobody had read when it was recorded, and that reports told.
        known: getter of all printed values known before.
    """
    action, box, body = step.action, game.box, step.item.body
    if action is None or box is None or step.consented or getattr(body, "consent", None):
        return ()
    before = _without(game, state, told)
    values = box.of(before)
    if not any(isinstance(values.get(name), Unknown) for name in step.read):
        return ()
    judged = None if told else (step.judgement, step.read)
    return _printable(game, shown_values(game, before, action, judged), known)


def _printable(
    game: Game[Any], shown: tuple[Shown, ...], known: Callable[[], FactValues]
) -> tuple[Shown, ...]:
    """Return the values that can be printed there, and beside the others of the box."""
    if not shown or game.box is None:
        return ()
    values, fitting = {**known()}, list[Shown]()
    for one in shown:
        beside = {**values, one.fact: one.value}
        if game.box.fits(beside, one.fact):
            fitting.append(one)
            values = beside
    return tuple(fitting)


def _without(game: Game[Any], state: Any, names: Collection[str]) -> Any:
    """Return a state in which nobody has read some values."""
    return state if game.box is None or not names else game.box.typed(state, dict.fromkeys(names))


def _unread(game: Game[Any], told: Collection[str]) -> Game[Any]:
    """Return the game as it goes on when nobody has read some values."""
    box, follow = game.box, game.follow
    if not told or box is None:
        return game

    def unread(state: Any) -> Any:
        return _without(game, state, told)

    def apply(state: Any, action: Any) -> tuple[Any, tuple[Effect, ...]]:
        after, effects = game.apply(unread(state), action)
        return box.put(after, state), effects

    def followed(before: Any, after: Any) -> tuple[Any, tuple[Effect, ...]]:
        then, effects = follow(unread(before), unread(after)) if follow else (after, ())
        return box.put(then, after), effects

    return replace(game, apply=apply, follow=follow and followed)


_Done: TypeAlias = tuple[Action | None, Judgement, tuple[Effect, ...], Any]
"""Parts of a step between the entry and what it read."""


def _all_here(started: Started, seats: Iterable[Seat]) -> bool:
    return all(seat < len(started.options["players"]) for seat in seats)


def _play_other(game: Game[Any], started: Started, state: Any, item: Item) -> _Done | Broken:
    match item.body:
        case Adjusted() as body:
            return _play_adjustment(game, state, item, body)
        case RulingChanged(ruling=ruling, reading=reading):
            if ruling not in state.rulings:
                return Broken(item, None, None, "unknown_ruling")
            rulings = {**state.rulings, ruling: reading}
            return None, LEGAL, (), game.with_rulings(state, rulings)
        case Closed(gave_up=gave_up, winners=winners):
            if game.close is None or game.outcome(state) is not None:
                return Broken(item, None, None, "not_closable")
            if not _all_here(started, (*gave_up, *winners)):
                return Broken(item, None, None, "no_such_seat")
            return None, LEGAL, (), game.close(state)
        case Retold(points=points, winners=winners):
            if game.outcome(state) is not None:
                return Broken(item, None, None, "not_closable")
            if not _all_here(started, (*winners, len(points) - 1)):
                return Broken(item, None, None, "no_such_seat")
            return None, LEGAL, (), (game.close or stopped)(state)
        case Left(seat=seat) if not _all_here(started, (seat,)):
            return Broken(item, None, None, "no_such_seat")
        case _:
            # Printed values apply from the start of the match; who counts is no part of the state.
            return None, LEGAL, (), state


def _play_report(game: Game[Any], started: Started, state: Any, item: Item) -> _Done | Broken:
    body: Any = item.body
    written = body.rules_version or started.rules_version
    try:
        recorded = body.action
        if written != game.version:
            recorded = _lifted(game, recorded, written)
        action = game.read_action(recorded)
    except (ValueError, KeyError, TypeError, AttributeError):
        return Broken(item, None, None, "unreadable")
    try:
        return _judged(game, state, item, action, consented=body.consent is not None)
    except Exception:
        # Only a defect of the game gets here, on a state that corrections can make arbitrarily odd.
        # The match has to open all the same.
        log.exception("%s: %s could not be judged or applied", game.id, action.kind)
        return Broken(item, action, None, "not_applicable")


def _judged(
    game: Game[Any], state: Any, item: Item, action: Action, *, consented: bool
) -> _Done | Broken:
    judgement = legality.judge(game, state, action)
    refusal = judgement.refusal
    if refusal and consented:
        refusal = legality.beyond_consent(game, state, action)
    if refusal:
        return Broken(item, action, refusal)
    needed = legality.fact_needed(game, state, action)
    if needed:
        return Broken(item, action, None, "fact_needed", needed)
    try:
        after, effects = game.apply(state, action)
    except Exception:
        if judgement.refusal is None:
            raise
        # The table may have consented to something that the rules cannot carry out.
        return Broken(item, action, judgement.refusal, "not_applicable")
    return action, judgement, effects, after


def _lifted(game: Game[Any], recorded: dict[str, Any], written: int) -> dict[str, Any]:
    """Upcast a report of an earlier version of the rules."""
    for version in range(written, game.version):
        if version in game.upcasts:
            recorded = game.upcasts[version](recorded)
    return recorded


def _play_adjustment(game: Game[Any], state: Any, item: Item, body: Adjusted) -> _Done | Broken:
    done = adjust(game, state, body)
    if isinstance(done, str):
        return Broken(item, None, None, done)
    after, effects = done
    return None, LEGAL, effects, after


def adjust(
    game: Game[Any], state: Any, body: Adjusted
) -> tuple[Any, tuple[Effect, ...]] | AdjustmentFault:
    """Return the state after an adjustment and its effects, or the missing target.

    A recorded adjustment is carried out even if it is impossible: the match opens and shows the
    problem (`impossible` rejects new ones).
    """
    accounts, families = set(game.accounts(state)), {spec.family for spec in game.items}
    effects, settled = list[Effect](), state
    for posting in body.postings:
        account, item, change = posting.account, posting.item, posting.amount
        if account not in accounts or family(item) not in families:
            return "unknown_account"
        if posting.lies is not None:
            change = posting.lies - state.ledger.balance(account, item)
            settled = settle(settled, account, item)
        effects.append(Transfer(item, change, ADJUSTMENTS, account, ADJUSTMENT_RULE))
    after = game.with_ledger(settled, state.ledger.post(effects))
    settables: dict[str, Settable[Any]] = {s.code: s for s in game.settables_of(after)}
    for setting in body.settings:
        settable = settables.get(setting.code)
        if settable is None or setting.value not in settable.values(after):
            return "unknown_setting"
        after = settable.set(after, setting.value)
        effects.append(_set(settable, setting.value))
    after, more = _followed(game, state, after)
    return after, (*effects, *more)


def _followed(game: Game[Any], before: Any, after: Any) -> tuple[Any, tuple[Effect, ...]]:
    """Let the agenda follow an adjustment, as far as the game can reckon it."""
    if game.follow is None:
        return after, ()
    try:
        return game.follow(before, after)
    except Exception:
        # An adjustment can leave a table that no rule foresees. The match has to open all the same.
        log.exception("%s: the agenda could not follow an adjustment", game.id)
        return after, ()


@dataclass(frozen=True, slots=True)
class Impossible:
    """Reason why no table can match an adjustment: the place, and a code with words under `hub`."""

    code: Literal["unknown_item", "out_of_place", "below_zero"]
    account: str
    item: str
    amount: int
    """Amount that would lie there."""


def impossible(
    game: Game[Any], state: Any, body: Adjusted, *, of_hidden: bool = False
) -> Impossible | None:
    """Return why no table can match an adjustment; None if one can, or a target is missing.

    A negative balance of hidden items is not reported, because it would reveal the balance. Such an
    adjustment stands, and those who may see the balance are told.

    Args:
        game: its game.
        state: the state before.
        body: the adjustment.
        of_hidden: True if whoever asks may see what it is about.
    """
    done = adjust(game, state, body)
    if isinstance(done, str):
        return None
    after, _ = done
    specs, before = game.items_of(after), state.ledger
    hidden = {spec.family for spec in specs if spec.balance is not Visibility.OPEN}
    for account, item, amount in after.ledger.items():
        was = before.balance(account, item)
        wrong = misplaced(specs, account, item)
        if wrong is not None and abs(amount) > abs(was):
            return Impossible(wrong, account, item, amount)
        if amount < was and (of_hidden or family(item) not in hidden):
            short = below_zero(after.ledger, specs, account, item)
            if short:
                return Impossible("below_zero", account, item, short)
    return None


def _set(settable: Settable[Any], value: str) -> Happening:
    params: Params = {"part": settable.code, "value": settable.label(value)}
    return Happening(SET, params, ADJUSTMENT_RULE)


Ending: TypeAlias = Closed | Retold


def told_ending(steps: Sequence[Step]) -> Ending | None:
    """Return what the table told of the end, or None."""
    bodies = (step.item.body for step in reversed(steps))
    return next((body for body in bodies if type(body) is Closed or type(body) is Retold), None)


def decided(outcome: Outcome, ending: Ending | None) -> Outcome:
    """Return the outcome of a match, as the table decided it where no rule does."""
    if ending is None:
        return outcome
    if isinstance(ending, Retold):
        lines = tuple(
            ScoreLine(seat, ending.code, amount, outcome.rule)
            for seat, amount in enumerate(ending.points)
        )
        return Outcome(ending.winners, RETOLD, outcome.rule, compared=lines)
    if not ending.gave_up:
        return outcome
    who: Params = {"who": seat_refs(ending.gave_up)}
    return Outcome(ending.winners, GAVE_UP, outcome.rule, who, compared=outcome.compared)
