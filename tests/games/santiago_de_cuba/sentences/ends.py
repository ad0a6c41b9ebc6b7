"""Duties, ends, moments and remedies of Santiago de Cuba."""

from tests.games.readings import Readings
from tests.games.santiago_de_cuba.sentences.reading import (
    Bag,
    T,
    along,
    asks,
    drives_first,
    due,
    exchange,
    fare,
    farthest,
    one,
    only_so_many,
    reach,
    some_all_taken,
    ties,
    unknown_flower,
    wins,
)
from tests.games.santiago_de_cuba.test_truth import building_of, street, waited_for


def _sells_less(t: T, most: Bag) -> bool:
    """Return whether no good is sold more than reported, and what is left is named."""
    reported = {good: getattr(t.action, good) for good in ("cigars", "rum")}
    left = {**reported, **t.differs}
    less = all(left[good] <= n for good, n in reported.items())
    return less and most == {f"good.{good}": n for good, n in left.items() if n}


ENDS: Readings = {
    # Duties
    "duties.drive_due": ("<seat:who> conduce el coche", lambda t, who: due(t, "drive", who)),
    "duties.good_due": (
        "<seat:who> elige la mercancía de Pablo, o renuncia",
        lambda t, who: due(t, "good", who) and t.state.car == "pablo",
    ),
    "duties.lawyer_due": (
        "<seat:who> se queda con un edificio o usa uno propio, o renuncia",
        lambda t, who: due(t, "lawyer", who) and t.state.car == "alonso",
    ),
    "duties.tribute_due": (
        "<seats:who> da[!many:n] algo a El Zorro",
        lambda t, who, many: (
            set(who) == waited_for(t.state, t.diary)
            and asks(t, "tribute")
            and many == (len(who) > 1)
        ),
    ),
    "duties.visit_due": (
        "<seat:who> lleva su peón a un edificio[: <building*:open>]",
        lambda t, who, open: due(t, "visit", who) and set(open or ()) == reach(t),
    ),
    "duties.visit_unsure_due": (
        "<seat:who> lleva su peón a un edificio de la flor de <stop>, cuyo color nadie ha anotado",
        lambda t, who, stop: (
            due(t, "visit", who) and unknown_flower(t, stop) and not some_all_taken(t)
        ),
    ),
    "duties.visit_or_stay_due": (
        "<seat:who> lleva su peón a un edificio de la flor de <stop>, cuyo color nadie ha anotado; "
        "si todos están ocupados, se queda donde está",
        lambda t, who, stop: due(t, "visit", who) and unknown_flower(t, stop) and some_all_taken(t),
    ),
    "duties.building_due": (
        "<seat:who> usa <building>, o renuncia",
        lambda t, who, building: (
            due(t, "building", who) and building == t.state.agenda[-1].of("building")
        ),
    ),
    "duties.loading_due": ("<seat:who> carga o pasa", lambda t, who: due(t, "loading", who)),
    "duties.roll_due": (
        "<seat:who> lanza los dados de el barco",
        lambda t, who: due(t, "roll", who),
    ),
    "duties.empty_ship_due": (
        "La mesa decide si el barco sin dados zarpa",
        lambda t: asks(t, "empty_ship") and t.state.ship.demand is None,
    ),
    "duties.dice_later": (
        "Al final de su turno <seat:who> lanzará los dados de el nuevo barco",
        lambda t, who: who == t.state.turn.seat and t.state.ship.demand is None,
    ),
    # The end
    "outcomes.most_points": (
        "{Gana|Ganan} <seats:w> con <bag:p>.",
        lambda t, w, p: len(w) == 1 and wins(t, w, p["point"]) and ties(t, 1) == 1,
    ),
    "outcomes.tie_by_goods": (
        "Empate a <bag:p>: {gana|ganan} <seats:w> con <bag:g>[!rest: de sobra].",
        lambda t, w, p, g, rest: (
            wins(t, w, p["point"], g["mercancia"])
            and ties(t, 1) > ties(t, 2) == 1
            and rest == (t.state.rulings["tie_goods"] != "before_conversion")
        ),
    ),
    "outcomes.tie_by_money": (
        "Empate a <bag:p> y <bag:g>[!rest: de sobra]: {gana|ganan} <seats:w> con <bag:m>.",
        lambda t, w, p, g, m, rest: (
            wins(t, w, p["point"], g["mercancia"], m["peso"])
            and ties(t, 2) > ties(t, 3) == 1
            and rest == (t.state.rulings["tie_goods"] != "before_conversion")
        ),
    ),
    "outcomes.all_level": (
        "Empate en todo, con <bag:p>: {gana|ganan} <seats:w>.",
        lambda t, w, p: wins(t, w, p["point"]) and len(w) == ties(t, 3) > 1,
    ),
    # Moments and remedies
    "until.next_turn": (
        "En este turno ya no puede ser: como pronto, en el próximo turno de <seat:who>.",
        lambda t, who: who == t.me,
    ),
    "until.next_round": (
        "Ahora no puede ser: como pronto, en la próxima ronda de carga.",
        lambda _t: True,
    ),
    "until.own_go": (
        "Ahora no puede ser: como pronto, cuando le vuelva a tocar a <seat:who> en la ronda.",
        lambda t, who: who == t.me and t.state.phase == "loading",
    ),
    "until.next_ship": (
        "Ahora no puede ser: como pronto, cuando zarpe este barco.",
        lambda t: t.state.ship.demand is not None,
    ),
    "remedies.drive_up_to": (
        "llevas el coche solo hasta <stop>",
        lambda t, stop: t.differs.get("to", t.action.to) == stop and farthest(t, stop),
    ),
    "remedies.drive_on": (
        "llevas el coche hasta <stop> (la parada siguiente)",
        lambda t, stop: t.differs == {"to": stop} and (t.state.car, stop) in along(t),
    ),
    "remedies.whole_round": (
        "das una vuelta entera (<bag:cost>)",
        lambda t, cost: t.differs == {"laps": 1} and cost["peso"] == fare(t, len(street(t.state))),
    ),
    "remedies.fewer_laps": (
        "das solo <bag:laps> de más",
        lambda t, laps: t.differs == {"laps": laps["vuelta"]},
    ),
    "remedies.no_lap": (
        "no das ninguna vuelta entera[!plainly: ni renuncias a nada]",
        lambda t, plainly: t.differs == {"laps": 0, **({"decline": False} if plainly else {})},
    ),
    "remedies.drive_plainly": (
        "conduces sin renunciar a nada",
        lambda t: t.differs == {"decline": False},
    ),
    "remedies.go_there": (
        "dices que vas a <building>: se usa al llegar",
        lambda t, building: (
            t.changed.kind == "visit_building" and t.changed.values["building"] == building
        ),
    ),
    "remedies.drive_and_go": (
        "antes llevas el coche hasta <stop>[!no: y renuncias a lo que da], y después dices que "
        "vas a <building>: se usa al llegar",
        lambda t, stop, no, building: (
            drives_first(t, stop, no)
            and t.changed.kind == "visit_building"
            and t.changed.values["building"] == building == building_of(t.action)
        ),
    ),
    "remedies.drive_and_visit": (
        "antes llevas el coche hasta <stop>[!no:, renuncias a lo que da] y vas a <building>",
        lambda t, stop, no, building: (
            drives_first(t, stop, no)
            and not t.differs
            and (t.second.kind, t.second.seat) == ("visit_building", t.me)
            and t.second.building == building == building_of(t.action)
        ),
    ),
    "remedies.use_own": (
        "dices que lo usas con Alonso",
        lambda t: t.changed.values == {"building": building_of(t.action)},
    ),
    "remedies.give": (
        "das <bag:gift>",
        lambda t, gift: list(t.differs) == ["what"] and gift == one(t.differs["what"]),
    ),
    "remedies.give_nothing": ("no das nada", lambda t: t.differs == {"what": "nothing"}),
    "remedies.give_at_most": ("lo haces solo con <bag:most>", only_so_many),
    "remedies.give_none": ("no das <good>", lambda t, good: t.differs == {good: 0}),
    "remedies.exchange_at_most": (
        "cambias solo <bag:given> por <bag:gained>",
        lambda t, given, gained: (
            list(t.differs) == ["times"] and exchange(t, given, gained, t.differs["times"])
        ),
    ),
    "remedies.exchange_the_other_way": (
        "cambias en el otro sentido: <into>",
        lambda t, into: t.differs.get("into") == into and set(t.differs) <= {"into", "times"},
    ),
    "remedies.go_right": ("vas a la derecha", lambda t: t.differs == {"direction": "right"}),
    "remedies.exchange_only": ("cambias solo <bag:most>", only_so_many),
    "remedies.choose_nobody": (
        "no pones a nadie boca abajo",
        lambda t: t.differs == {"citizen": "none"},
    ),
    "remedies.sell_at_most": ("vendes solo <bag:most>", _sells_less),
    "remedies.sell": ("vendes <bag:goods>", only_so_many),
    "remedies.load_at_most": ("cargas solo <bag:most>", only_so_many),
}
"""Readings of duties, ends, moments and remedies."""


UNREAD = {
    **dict.fromkeys(
        (
            "conditions.wrong_number_of_players.refusal",
            "conditions.name_repeated.refusal",
            "conditions.first_player_absent.refusal",
            "conditions.printed_number_missing.refusal",
            "conditions.street_wrong.refusal",
            "conditions.buildings_wrong.refusal",
            "conditions.flower_on_no_citizen.refusal",
            "conditions.unusual_flowers.refusal",
            "conditions.unusual_flowers.remark",
        ),
        "judged before the match: the tests of the set-up",
    ),
    "transfers.marker": "only where the table lets an owned building change hands",
}
"""Templates that random play does not tell of a table, with the reason."""
