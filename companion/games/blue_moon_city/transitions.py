"""What each action does. Assumes that it was judged, or that its refusal was overruled."""

from typing import Any

from companion.games.blue_moon_city import payment, terms
from companion.games.blue_moon_city.actions import (
    CloseCity,
    DeclareStalemate,
    FinishTurn,
    MoveDragon,
    MoveFigure,
    PlaceStone,
)
from companion.games.blue_moon_city.components import COURTYARD, Reward
from companion.games.blue_moon_city.legality.movement import (
    GREY_ONE,
    GREY_TWO,
    steps_walked,
)
from companion.games.blue_moon_city.payment import SECTION_OF, Way
from companion.games.blue_moon_city.play import (
    Play,
    after_moving,
    discard,
    draw,
    give_crystals,
    give_reward_cards,
    give_scales,
    in_turn,
    say_if_over,
    score_scales_if_due,
    take_cards_from_aside,
)
from companion.games.blue_moon_city.rewards import contributors, master_builder, neighbour_tiles
from companion.games.blue_moon_city.scoring import finale_outcome
from companion.games.blue_moon_city.state import (
    HOMES,
    ON,
    Phase,
    Sections,
    State,
    Turn,
    hand,
    stone,
)
from companion.kernel.duties import Outcome
from companion.kernel.effects import Effect
from companion.kernel.facts import Known, Unknown
from companion.kernel.piles import cleared, put
from companion.kernel.play import frozen
from companion.kernel.values import Counted, Seat, SeatRef


def apply(state: State, action: Any) -> tuple[State, tuple[Effect, ...]]:
    """The state after an action, and its effects in order."""
    play = Play(state)
    match action:
        case MoveFigure():
            _move_figure(play, action)
        case MoveDragon():
            _move_dragon(play, action)
        case PlaceStone():
            _place_stone(play, action)
        case FinishTurn():
            _finish_turn(play, action)
        case CloseCity():
            _close_city(play, action)
        case DeclareStalemate():
            _declare_stalemate(play, action)
        case _:
            raise TypeError(action)
    return play.state, tuple(play.effects)


def _move_figure(play: Play, action: MoveFigure) -> None:
    state, seat = play.state, action.seat
    discard(
        play,
        seat,
        action.cards,
        "powers.grey_one" if GREY_ONE in action.cards else "powers.grey_two",
    )
    walked = steps_walked(state, action)
    figures = (*state.figures[:seat], action.to, *state.figures[seat + 1 :])
    play.change(figures=figures)
    turn, flights = state.turn, action.cards.count(GREY_ONE)
    extra = turn.extra + action.cards.count(GREY_TWO) * state.facts.grey_two_steps
    steps = turn.steps + walked
    if action.edition > 1:
        # A move that the table let pass, however long, takes no steps from later ones.
        steps = min(steps, state.facts.steps + extra)
    in_turn(play, seat, steps=steps, extra=extra, flights=turn.flights + flights)
    places = {"source": terms.place(state.standing(seat)), "tile": terms.place(action.to)}
    if flights:
        play.say("figure_flew", "powers.grey_one", seat, **places)
    else:
        play.say("figure_moved", "move.steps", seat, steps=Counted(walked, "paso"), **places)


def _move_dragon(play: Play, action: MoveDragon) -> None:
    state = play.state
    rule = "powers.dragon_one" if action.card.endswith("1") else "powers.dragon_two"
    discard(play, action.seat, (action.card,), rule)
    play.change(dragons=frozen({**state.dragons, action.dragon: action.to}))
    source = terms.place(state.dragons[action.dragon])
    play.say(
        "dragon_moved",
        rule,
        action.seat,
        dragon=terms.dragon(action.dragon),
        source=source,
        tile=terms.place(action.to),
    )


def _place_stone(play: Play, action: PlaceStone) -> None:
    seat, tile = action.seat, play.state.standing(action.seat)
    _pay_section(play, action, tile)
    rule = "place_stone.own_stone"
    put(play, stone(seat), hand(seat), ON[tile], rule, space=action.section)
    filled = play.state.sections(tile)
    play.change(quiet_turns=0)
    # In version 1 what the table let be built during the last offerings ended them.
    phase = Phase.BUILD if action.edition == 1 else after_moving(play.turn)
    in_turn(play, seat, phase=phase, stones=play.turn.stones + 1)
    _dragon_scales(play, seat, tile)
    if None not in filled:
        _finish_building(play, seat, tile, filled)


def _pay_section(play: Play, action: PlaceStone, tile: str) -> None:
    """The cards go to the discard; the effect says what each was taken for."""
    state, rule = play.state, "place_stone.payment"
    discard(play, action.seat, action.cards, rule)
    if not action.cards:
        play.say("unpaid", rule, action.seat)
        return
    unknown = isinstance(state.need(tile, action.section), Unknown)
    found = payment.best(action.cards, state.dearest_terms(tile, action.section))
    if unknown and (not found.enough or action.edition == 1):
        play.say("paid_unverified", rule, action.seat, cards=terms.cards(action.cards))
        return
    code = "paid_whatever_is_asked" if unknown else "paid"
    colour = terms.colour(found.colour)
    play.say(code, rule, action.seat, value=found.value, need=found.need, colour=colour)
    if not found.plain:
        _say_how(play, action.seat, found)


_SAID = {
    Way.RECOLOURED_BY_ONE: "paid_as_recoloured",
    Way.RECOLOURED_BY_TWO: "paid_as_recoloured",
}
"""What is said of cards used in one way, where it is not called like the way."""


def _say_how(play: Play, seat: Seat, found: payment.Payment) -> None:
    colour = terms.colour(found.colour)
    for use in found.uses:
        said = {"cards": terms.cards(use.cards), "colour": colour}
        play.say(_SAID.get(use.way, f"paid_as_{use.way}"), SECTION_OF[use.way], seat, **said)
    if found.unused:
        cards = terms.cards(found.unused)
        play.say("paid_as_extra", "place_stone.overpay", seat, cards=cards)


def _dragon_scales(play: Play, seat: Seat, tile: str) -> None:
    """One scale for each dragon on the tile, once a turn however many stones are placed."""
    turn, dragons = play.turn, play.state.dragons_on(tile)
    own = turn.seat == seat
    if not dragons or (own and tile in turn.scaled):
        return
    in_turn(play, seat, scaled=turn.scaled | {tile})
    give_scales(play, seat, dragons, "dragons.scales")
    score_scales_if_due(play)


def _finish_building(play: Play, seat: Seat, tile: str, filled: Sections) -> None:
    """Star, then everyone, then the finished neighbours; stones go back and the tile turns."""
    state = play.state
    play.say("building_finished", "scoring.trigger", seat, tile=terms.place(tile))
    first = state.turn.seat if state.turn.seat == seat else seat
    everyone = contributors(filled, first, state.players)
    master = master_builder(filled)
    play.say("master_builder", "scoring.master_builder", master, tile=terms.place(tile))
    _give(play, master, state.facts.tiles[tile].star, "scoring.master_builder")
    for builder in everyone:
        _give(play, builder, state.facts.tiles[tile].each, "scoring.contributors")
    for beside in neighbour_tiles(state, tile):
        for builder in everyone:
            _give(play, builder, state.facts.tiles[beside].neighbour, "scoring.neighbours")
    score_scales_if_due(play)
    # The stones go back and the tile is turned.
    cleared(play, ON[tile], HOMES.__getitem__, "scoring.stones_back")
    play.change(finished=state.finished | {tile})


def _give(play: Play, seat: Seat, reward: Reward, rule: str) -> None:
    give_crystals(play, seat, _amount(reward.crystals), rule)
    give_reward_cards(play, seat, _amount(reward.cards), rule)
    give_scales(play, seat, _amount(reward.scales), rule)


def _amount(printed: Known[int]) -> int:
    """The amount; an unknown one was refused before, so it never gets here."""
    return 0 if isinstance(printed, Unknown) else printed


def _finish_turn(play: Play, action: FinishTurn) -> None:
    if play.turn.phase is Phase.FINALE:
        _pass_in_finale(play, action.seat)
        return
    state, turn = play.state, play.turn
    discard(play, action.seat, action.discards, "draw.discard")
    # Two cards, and one for each discarded; drawn also when no card was played.
    number = state.facts.draw + len(action.discards)
    draw(play, number, hand(action.seat), "draw.two", owner=action.seat)
    take_cards_from_aside(play)
    quiet = 0 if turn.stones or turn.offerings or turn.yellow else state.quiet_turns + 1
    play.change(quiet_turns=quiet)
    _next_turn(play, state.next_seat(action.seat), Phase.MOVE)


def _next_turn(play: Play, following: Seat, phase: Phase) -> None:
    play.turn = Turn(following, play.turn.number + 1, phase)
    play.say("turn_passed", "turn.direction", following)


def _pass_in_finale(play: Play, seat: Seat) -> None:
    state = play.state
    offered = state.turn.offerings or state.turn.yellow
    passes = 0 if offered else state.finale_passes + 1
    play.change(finale_passes=passes, finale_turns=state.finale_turns + 1)
    if _finale_over(play.state):
        play.change(result=finale_outcome(play.state))
        say_if_over(play)
    else:
        _next_turn(play, state.next_seat(seat), Phase.FINALE)


def _finale_over(state: State) -> bool:
    """One go each, or rounds until nobody offers any more, by ruling."""
    if state.next_price is None:
        return True
    if state.rulings["finale_offerings"] == "any_number":
        return state.finale_turns >= state.players
    return state.finale_passes >= state.players


def _close_city(play: Play, action: CloseCity) -> None:
    take_cards_from_aside(play)
    rule = "additions.all_built"
    play.change(
        figures=(COURTYARD,) * play.state.players,
        quiet_turns=0,
        finale_passes=0,
        finale_turns=0,
    )
    play.say("finale_began", rule, action.seat)
    _next_turn(play, play.state.next_seat(action.seat), Phase.FINALE)


def _declare_stalemate(play: Play, action: DeclareStalemate) -> None:
    play.change(result=Outcome(action.winners, "stalemate", "additions.stalemate"))
    play.say(
        "stalemate_declared",
        "additions.stalemate",
        action.seat,
        winners=tuple(SeatRef(seat) for seat in action.winners),
    )
