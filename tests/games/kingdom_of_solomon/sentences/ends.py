"""Duties, ends, moments and remedies of Kingdom of Solomon."""

from tests.games.kingdom_of_solomon.sentences.reading import THING, T, due, ends, held, same
from tests.games.kingdom_of_solomon.test_truth import BONUS, PHASES
from tests.games.readings import Readings

_ROUND = ("turn_up", "place", "resolution", "market", "build", "trim")


def _over_for_now(t: T) -> bool:
    """Return whether what is reported can only be again when pawns are placed again."""
    of_it = _ROUND.index(PHASES.get(t.action.kind, "resolution"))
    if t.table.phase() in _ROUND[of_it + 1 :]:
        return True
    if of_it == 3:
        return t.action.seat not in t.state.due.seats
    if t.action.kind == "build_card":
        return t.action.seat in t.state.built
    where = getattr(t.action, "space", getattr(t.action, "bonus", None))
    taken = where is not None and t.table.who(where, "pawn") is not None
    claimed = any(t.table.at(bonus, f"pawn:{t.action.seat}") for bonus in BONUS)
    none_left = t.table.at(t.table.me, f"pawn:{t.action.seat}") == 0
    return of_it == 1 and (taken or claimed or none_left or t.state.priest_used)


ENDS: Readings = {
    # Duties and the end
    **{
        f"duties.{phase}_due": (
            f"<seat:who> {said}",
            lambda t, who, phase=phase: due(t, phase, who),
        )
        for phase, said in {
            "turn_up": "descubre una carta de construcción",
            "place": "coloca un peón",
            "resolution": "resuelve sus peones",
            "market": "vende, compra o pasa",
            "build": "construye",
        }.items()
    },
    "duties.trim_due": (
        "<seats:who> {descarta|descartan} cartas de Fortuna",
        lambda t, who: due(t, "trim", who) and all(held(t, s, "fortune") > 3 for s in who),
    ),
    "duties.reveal_due": (
        "<seats:who> {juega|juegan} sus cartas de Fortuna con puntos",
        lambda t, who: due(t, "reveal", who) and all(held(t, s, "fortune") for s in who),
    ),
    "duties.by_hand_due": (
        f"<seat:who> hace a mano lo que dice <{THING}:thing>: <any:text>",
        lambda t, who, thing, text: (
            due(t, "by_hand", who)
            and any(x.text == text for x in t.table.printed(f"{thing}.lines"))
        ),
    ),
    "outcomes.most_points": (
        "{Gana|Ganan} <seats:w> con <bag:points>.",
        lambda t, w, points: ends(t, w, points, tied=False),
    ),
    "outcomes.tie_shared": (
        "Empate a <bag:points>: {gana|ganan} <seats:w>.",
        lambda t, w, points: ends(t, w, points, tied=True) and t.state.rulings["tie"] == "shared",
    ),
    "outcomes.tie_of_table": (
        "Empate a <bag:points> entre <seats:w>: decide la mesa.",
        lambda t, w, points: ends(t, w, points, tied=True) and t.state.rulings["tie"] != "shared",
    ),
    # Remedies
    "remedies.steal": (
        "quitas <bag:n> a <seat:victim>",
        lambda t, n, victim: (
            t.differs["victim"] == victim != t.me and len(t.differs["stolen"]) == n["cubo"]
        ),
    ),
    "remedies.receive": (
        "recibes <bag:n>",
        lambda t, n: list(t.differs) == ["take"] and same(n, t.differs["take"]),
    ),
    "until.next_round": (
        "En esta ronda ya no puede ser: como pronto, en la próxima.",
        _over_for_now,
    ),
    "remedies.receive_nothing": ("no recibes nada", lambda t: t.differs == {"take": ()}),
}
"""Readings of duties, ends, moments and remedies."""


UNREAD = {
    **dict.fromkeys(
        (
            "conditions.wrong_number_of_players.refusal",
            "conditions.name_repeated.refusal",
            "conditions.order_wrong.refusal",
            "conditions.printed_number_missing.refusal",
        ),
        "judged before the match: the tests of the set-up",
    ),
    **dict.fromkeys(
        (
            "conditions.yield_unknown.refusal",
            "conditions.gain_lost.refusal",
            "conditions.needless_card.refusal",
            "conditions.paid_for_less.refusal",
            "conditions.price_unknown.refusal",
            "conditions.card_points_unknown.refusal",
            "conditions.site_points_unknown.refusal",
            "conditions.block_points_unknown.refusal",
        ),
        "the condition never refuses: it asks for a value, or remarks",
    ),
    "transfers.building": "cards of the deck move only by an adjustment",
}
"""Templates that random play does not tell of a table, with the reason."""
