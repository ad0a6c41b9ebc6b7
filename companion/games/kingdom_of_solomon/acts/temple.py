"""Act of building blocks of the Temple, for a token or for points."""

from typing import Any, ClassVar, Final, Literal

from pydantic import model_validator

from companion.games.kingdom_of_solomon import terms
from companion.games.kingdom_of_solomon.acts.common import Act, VersionedDeed, asked, step
from companion.games.kingdom_of_solomon.acts.payment import (
    cards_laid,
    lay_down,
    payment,
    payment_conditions,
    printed_cost,
    unread,
)
from companion.games.kingdom_of_solomon.components import (
    MOST_POINTS,
    NO,
    PARTS,
    YES,
    BlockPoints,
    Cubes,
    Fortunes,
    Heap,
    Part,
    blocks,
    cost,
    heap,
    points,
    reward,
    uniform,
)
from companion.games.kingdom_of_solomon.play import Play, give, score, score_printed, take_token
from companion.games.kingdom_of_solomon.state import BLOCK, ON, TOKEN, Phase, State
from companion.kernel.box.facts import Known, Unknown
from companion.kernel.form import Choices, Draft, Field, OpenNumber, Pick, choice
from companion.kernel.pieces.ledger import SUPPLY
from companion.kernel.refusal import NOT_APPLICABLE, ConditionKind, Failure, Finding, Unverified
from companion.kernel.values import Counted, Term, Value

TOKEN_REWARD = "reward.tokens"
POINTS_REWARD = "reward.points"
EACH_REWARD = "reward.each"
"""Reward printed block by block; the report says which one was given."""
FIXED: Final = "temple_reward"
"""Ruling on whether the builder chooses the reward of a block."""


class BuildTemple(VersionedDeed):
    """Block of the Temple built for a token or for points."""

    kind: Literal["build_temple"] = "build_temple"
    payments: ClassVar[frozenset[str]] = frozenset({"cards", "pay"})
    part: Part
    reward: Literal["reward.tokens", "reward.points"]
    pay: Cubes
    cards: Fortunes = ()
    worth: BlockPoints | None = None
    """Points of this block, told where the blocks of its part differ."""
    completes: Literal["yes", "no"] | None = None
    """Completion of the part with this block, told where nobody has read its number of blocks."""

    @model_validator(mode="before")
    @classmethod
    def _only_points_have_a_number(cls, values: Any) -> Any:
        """Drop the number of points that was given before a token was chosen instead."""
        token = isinstance(values, dict) and values.get("reward") == TOKEN_REWARD
        return {**values, "worth": None} if token else values


def _yes_or_no(value: str | None) -> Term:
    return terms.term(value or "nothing")


def _points(value: int | None) -> Value:
    return "" if value is None else terms.points(value)


def _completes(state: State, draft: Draft) -> tuple[str | None, ...]:
    """Return what can be said of the last part: everybody sees whether it is complete."""
    part = draft.values.get("part")
    known = part != PARTS[-1] or not isinstance(state.printed[blocks(part)], Unknown)
    return (None,) if known else (NO, YES)


def _differ(state: State, part: str | None) -> bool:
    """Return whether each block of a part has its own cost and points."""
    return part is not None and state.printed[uniform(part)] == NO


def _cost(state: State, draft: Draft) -> Known[Heap] | None:
    part = draft.values.get("part")
    return None if part is None or _differ(state, part) else printed_cost(state, part)


def _worth(state: State, draft: Draft) -> Field:
    """Return the question for the points of a block that is like no other."""
    scored = draft.values.get("reward") == POINTS_REWARD
    if not scored or not _differ(state, draft.values.get("part")):
        return Choices((None,))
    return OpenNumber(0, MOST_POINTS, tuple(range(MOST_POINTS // 2 + 1)))


BUILD_TEMPLE = Act(
    BuildTemple,
    *step(Phase.BUILD, any_turn=True),
    fields={
        "part": choice(PARTS, terms.term),
        "reward": choice((TOKEN_REWARD, POINTS_REWARD), terms.term),
        "pay": payment(_cost),
        "cards": cards_laid(_cost),
        "worth": Pick(_worth, lambda _state, _draft, value: _points(value), _points),
        "completes": choice(_completes, _yes_or_no, sentence=None),
    },
)


@BUILD_TEMPLE.asks_facts
def _wants_block(state: State, draft: Draft) -> tuple[str, ...]:
    part, chosen = draft.values.get("part"), draft.values.get("reward")
    if part is None:
        return ()
    fixed = (reward(part),) if state.rulings[FIXED] == "fixed" else ()
    alone = chosen != POINTS_REWARD or _differ(state, part)
    pays = () if alone else (points(part), uniform(part))
    # Only the last part asks for its number of blocks: the number of an earlier part is known once
    # the next one is begun.
    whole = (blocks(part),) if part == PARTS[-1] else ()
    return asked(state, *fixed, *pays, *whole, *unread(draft))


@BUILD_TEMPLE.rule("temple.order", code="part_before_open", fields="part")
def part_before_open(state: State, act: BuildTemple) -> Finding:
    """Foundation, structure, pillars: one after the other."""
    earlier = PARTS[: PARTS.index(act.part)]
    if not earlier:
        return None
    done = state.part_done(earlier[-1])
    if isinstance(done, Unknown):
        laid = state.laid(earlier[-1])
        if not laid:
            return Failure({"part": terms.term(earlier[-1])})
        return Unverified({"part": terms.term(earlier[-1])}, done.fact, laid)
    return None if done else Failure({"part": terms.term(earlier[-1])})


@BUILD_TEMPLE.rule("temple", code="part_complete", fields="part", kind=ConditionKind.EXISTENCE)
def part_complete(state: State, act: BuildTemple) -> Finding:
    """A part has so many blocks."""
    done = state.part_done(act.part)
    if isinstance(done, Unknown):
        return Unverified({"part": terms.term(act.part)}, done.fact)
    return Failure({"part": terms.term(act.part)}) if done else None


@BUILD_TEMPLE.rule(
    "temple.reward", code="tokens_gone", fields="reward", kind=ConditionKind.SHORTAGE
)
def tokens_gone(state: State, act: BuildTemple) -> Finding:
    """There are ten tokens."""
    if act.reward != TOKEN_REWARD:
        return NOT_APPLICABLE
    return None if state.ledger.balance(SUPPLY, TOKEN) > 0 else Failure()


@BUILD_TEMPLE.rule(
    "temple.reward", code="other_reward", fields=("part", "reward"), requires="tokens_gone"
)
def other_reward(state: State, act: BuildTemple) -> Finding:
    """By ruling a block gives what is printed there; without tokens, points."""
    if state.rulings[FIXED] == "choice" or state.ledger.balance(SUPPLY, TOKEN) <= 0:
        return NOT_APPLICABLE
    printed = state.printed[reward(act.part)]
    if isinstance(printed, Unknown):
        return Unverified({"part": terms.term(act.part)}, printed.fact)
    if printed == EACH_REWARD:
        return NOT_APPLICABLE
    if printed == act.reward:
        return None
    params = {"part": terms.term(act.part), "reward": terms.term(printed)}
    return Failure(params, ruling=FIXED)


@BUILD_TEMPLE.rule("temple", code="wrong_completes", fields=("part", "completes"))
def wrong_completes(state: State, act: BuildTemple) -> Finding:
    """A part is complete with its last block, as everybody sees."""
    if act.completes is None or act.part != PARTS[-1]:
        return NOT_APPLICABLE
    number, then = state.printed[blocks(act.part)], state.laid(act.part) + 1
    done = act.completes == YES
    if isinstance(number, Unknown):
        return Unverified({"part": terms.term(act.part)}, number.fact, then if done else None)
    if done == (then >= number):
        return None
    return Failure({"part": terms.term(act.part), "number": Counted(number, BLOCK)})


BUILD_TEMPLE.also(
    *payment_conditions(
        lambda state, act: None if _differ(state, act.part) else printed_cost(state, act.part),
        lambda _state, act: cost(act.part),
        "temple.cost",
        "part",
        shows_price=lambda state, act: state.printed[uniform(act.part)] == YES,
    )
)


@BUILD_TEMPLE.rule("temple.reward", code="block_points_unknown", fields=("part", "reward", "worth"))
def block_points_unknown(state: State, act: BuildTemple) -> Finding:
    """Every part has its points, unless its blocks differ."""
    if act.reward != POINTS_REWARD or act.worth is not None:
        return NOT_APPLICABLE
    worth = state.printed[points(act.part)]
    if isinstance(worth, Unknown):
        return Unverified({"part": terms.term(act.part)}, worth.fact)
    return None


@BUILD_TEMPLE.play
def _build_temple(play: Play, act: BuildTemple) -> None:
    seat, cause = act.seat, terms.term(act.part)
    lay_down(play, seat, act.cards, "fortune.goods")
    give(play, seat, heap(act.pay), "temple.cost", cause)
    play.move(BLOCK, 1, SUPPLY, ON[act.part], "temple", cause=cause)
    if act.completes is not None:
        play.change(seen=(play.state.laid(act.part), act.completes == YES))
    if act.reward == TOKEN_REWARD:
        take_token(play, seat, "temple.reward")
        return
    if act.worth is not None:
        score(play, seat, act.worth, "temple.reward", cause)
        return
    score_printed(play, act, points(act.part), "temple.reward", cause)
