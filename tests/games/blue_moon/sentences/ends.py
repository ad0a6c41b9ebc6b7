"""Duties, ends, moments and remedies of Blue Moon."""

from typing import Any

from tests.games.blue_moon.asked import OF_RIVAL, by_text, still_owed
from tests.games.blue_moon.diary import Told
from tests.games.blue_moon.sentences.reading import T, due, same, some_of
from tests.games.readings import Readings


def waits(t: T, who: int, code: str = "turn") -> bool:
    return due(t, code) and t.state.agenda[-1].seats[:1] == (who,)


def opening(t: T) -> bool:
    return bool(t.diary.opening)


def owes(t: T, who: int, card: str) -> bool:
    """Return whether the card demands something of that seat in this turn."""

    class Acting:
        """Report of nothing by the seat that is awaited."""

        seat, kind, cards = who, "", ()

    return waits(t, who) and card in still_owed(Told(t.state, Acting(), t.diary))


def decided(t: T, card: str) -> bool:
    return due(t, "text") and by_text(Told(t.state, None, t.diary))[0] == card


def end(t: T, w: Any, reason: str, **shown: Any) -> bool:
    """Return whether the last game ended so."""
    last = t.state.ends[-1]
    dragons = shown.get("dragons")
    crystals = shown.get("crystals")
    return bool(
        w == (last.winner,)
        and last.reason == reason
        and (dragons is None or dragons["dragon"] == last.dragons)
        and (crystals is None or crystals["crystal"] == last.crystals)
    )


def face_down(t: T, who: int) -> int:
    return int(t.state.ledger.held(f"support:{who}").get("card", 0))


ENDS: Readings = {
    "duties.start_due": (
        "<seat:who> empieza la pelea con un personaje, o se niega",
        lambda t, who: waits(t, who) and opening(t),
    ),
    "duties.fight_due": (
        "<seat:who> juega un personaje, o se retira",
        lambda t, who: waits(t, who) and not opening(t),
    ),
    "duties.element_due": (
        "<seat:who> anuncia su poder y en qué elemento se pelea",
        lambda t, who: waits(t, who) and t.state.fight.element is None,
    ),
    "duties.announce_due": (
        "<seat:who> anuncia su poder",
        lambda t, who: waits(t, who) and t.state.fight.element is not None,
    ),
    "duties.demand_due": (
        "<seat:who> hace lo que exige <card>, o se retira",
        owes,
    ),
    "duties.text_due": (
        "<seat:who> decide qué hace <card>",
        lambda t, who, card: waits(t, who, "text") and decided(t, card),
    ),
    "duties.rival_must_due": (
        "<seat:who> elige qué descarta por <card>",
        lambda t, who, card: waits(t, who, "text") and decided(t, card) and card in OF_RIVAL,
    ),
    "duties.rival_due": (
        "<seat:owner> decide si usa <card>, y <seat:rival> elige las cartas",
        lambda t, owner, card, rival: (
            decided(t, card) and by_text(Told(t.state, None, t.diary))[1] == owner == 1 - rival
        ),
    ),
    "duties.call_due": (
        "<seat:who> dice si descubre el farol de <seat:rival> (<bag:n>)",
        lambda t, who, rival, n: (
            waits(t, who, "bluff_faced") and rival == 1 - who and n["carta"] == face_down(t, rival)
        ),
    ),
    "duties.show_due": (
        "<seat:who> enseña <bag:n> que {estaba|estaban} boca abajo",
        lambda t, who, n: (
            waits(t, who, "bluffs_to_show") and n["carta"] == t.state.agenda[-1].of("number")
        ),
    ),
    "duties.next_game_due": (
        "La mesa empieza otra partida",
        lambda t: due(t, "next_game") and bool(t.state.ends),
    ),
    "outcomes.instant_win": (
        "<seats:w> gana a el instante, con <bag:crystals>.",
        lambda t, w, crystals: end(t, w, "instant_win", crystals=crystals),
    ),
    "outcomes.dragons": (
        "<seats:w> gana con <bag:dragons> y <bag:crystals>.",
        lambda t, w, **shown: end(t, w, "dragons", **shown),
    ),
    "outcomes.neutral": (
        "<seats:w> gana con los dragones en el centro, y recibe <bag:crystals>.",
        lambda t, w, crystals: end(t, w, "neutral", crystals=crystals),
    ),
    "outcomes.stopped": (
        "{Gana|Ganan} <seats:w>, con <bag:held> y <bag:fought> al dejarlo.",
        lambda t, w, held, fought: all(
            held["cristal"] == t.state.crystals(seat) and fought["dragón"] == t.state.dragons(seat)
            for seat in w
        ),
    ),
    "outcomes.series": (
        "<seats:w> gana la serie con <bag:crystals>.",
        lambda t, w, crystals: (
            crystals["crystal"] == t.state.ledger.balance(f"seat:{w[0]}", "crystal")
            and crystals["crystal"] > t.state.ledger.balance(f"seat:{1 - w[0]}", "crystal")
        ),
    ),
    "until.next_turn": (
        "En este turno ya no puede ser: como pronto, en el próximo turno de <seat:who>.",
        lambda t, who: who == t.me,
    ),
    "remedies.play_first": (
        "antes <seat:who> juega <card>",
        lambda t, who, card: (t.first.seat, t.first.cards) == (who, (card,)),
    ),
    "remedies.discard_fewer": (
        "descartas solo <bag:most>",
        lambda t, most: len(t.differs["cards"]) == most["carta"] < len(t.action.cards),
    ),
    "remedies.pay_without": (
        "pagas sin <card>",
        lambda t, card: same((*t.differs["cards"], card), t.action.cards),
    ),
    **{
        f"remedies.{code}": (
            f"{verb} solo <card*:cards>",
            lambda t, cards: (
                list(t.differs) == ["cards"]
                and same(cards, t.differs["cards"])
                and 0 < len(cards) < len(t.action.cards)
                and some_of(cards, t.action.cards)
            ),
        )
        for code, verb in {
            "play_only": "juegas",
            "retrieve_only": "recuperas",
            "choose_only": "eliges",
        }.items()
    },
    "remedies.take_as_many": (
        "{coges|devuelves al mazo} <bag:n>",
        lambda t, n: t.differs == {"number": n["carta"]},
    ),
}
"""Readings of duties, ends, moments and remedies."""

UNREAD = {
    **dict.fromkeys(
        (
            "conditions.wrong_number_of_players.refusal",
            "conditions.name_repeated.refusal",
            "conditions.first_player_absent.refusal",
            "conditions.printed_number_missing.refusal",
            "conditions.deck_missing.refusal",
            "conditions.no_such_card.refusal",
            "conditions.deck_too_large.refusal",
            "conditions.deck_too_small.refusal",
            "conditions.card_in_deck_twice.refusal",
            "conditions.too_many_moons.refusal",
            "conditions.many_mutants.refusal",
            "conditions.many_mutants.remark",
        ),
        "judged before the match: the tests of the set-up",
    ),
    **dict.fromkeys(
        (
            "conditions.no_shield.refusal",
            "conditions.dragon_owed.refusal",
        ),
        "the condition never refuses: it remarks",
    ),
}
"""Templates that random play does not tell of a table, with the reason."""
