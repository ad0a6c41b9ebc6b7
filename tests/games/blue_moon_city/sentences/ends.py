"""Duties, ends, moments and remedies of Blue Moon City."""

from collections import Counter

from tests.games.blue_moon_city.sentences.reading import (
    best,
    cards,
    changed,
    going,
    is_section,
    laid_of,
    may_build,
    may_offer,
    same,
    steps_of,
    turn_of,
)
from tests.games.blue_moon_city.test_truth import here, on_obelisk, players, required, walk
from tests.games.readings import Readings

ENDS: Readings = {
    # Duties and the end
    "duties.may_move": [
        (
            "<seat:who> puede mover su figura: {queda|quedan} <bag:steps>",
            lambda t, who, steps: turn_of(t, who) and steps["paso"] == steps_of(t) > 0,
        ),
        (
            "<seat:who> puede mover su figura si juega una gris",
            lambda t, who: turn_of(t, who) and steps_of(t) == 0,
        ),
    ],
    "duties.may_move_dragon": (
        "<seat:who> puede mover dragones si juega sus cartas",
        lambda t, who: turn_of(t, who) and t.state.turn.phase == "move",
    ),
    "duties.may_offer": (
        "<seat:who> puede hacer {una|otra} ofrenda si paga <bag:cost>[!yellow: y el recargo de una "
        "amarilla]",
        may_offer,
    ),
    "duties.may_build": (
        "<seat:who> puede construir en <tile> si lo paga con cartas",
        may_build,
    ),
    "duties.must_draw": (
        "Para terminar el turno, <seat:who> desecha si quiere, y roba <bag:n> y otra por cada "
        "desechada",
        lambda t, who, n: turn_of(t, who) and n["carta"] == 2,
    ),
    "duties.must_pass": (
        "<seat:who> termina su paso por el Mercado",
        lambda t, who: turn_of(t, who) and t.state.turn.phase == "finale",
    ),
    "duties.may_close_city": (
        "La ciudad está terminada: si nadie puede ganar, empieza la ronda final",
        lambda t: len(t.state.finished) == 20 and t.state.turn.phase != "finale",
    ),
    "duties.may_declare_stalemate": (
        "{Va|Van} <bag:n> sin construir ni ofrecer: la mesa puede acabar la partida",
        lambda t, n: n["ronda"] == t.state.quiet_turns // players(t.state) >= 3,
    ),
    "outcomes.offerings_made": (
        "{Gana|Ganan} <seats:w> con <bag:n>.",
        lambda t, w, n: (
            len(w) == 1 and n["ofrenda"] == on_obelisk(t.state, w[0]) == required(t.state)
        ),
    ),
    "outcomes.city_finished": (
        "{Gana|Ganan} <seats:w>: con la ciudad terminada, {tiene|tienen} más ofrendas que nadie "
        "(<n>).",
        lambda t, w, n: len(w) == 1 and best(t, w, 1, n),
    ),
    "outcomes.city_finished_by_crystals": (
        "{Gana|Ganan} <seats:w>: con la ciudad terminada hay empate a <bag:n>, y {tiene|tienen} "
        "más cristales.",
        lambda t, w, n: len(w) == 1 and best(t, w, 2, n["ofrenda"]),
    ),
    "outcomes.city_finished_shared": (
        "{Gana|Ganan} <seats:w>: con la ciudad terminada hay empate a ofrendas y a cristales.",
        lambda t, w: len(w) > 1 and best(t, w, 2),
    ),
    "outcomes.stopped": (
        "{Gana|Ganan} <seats:w>, con <bag:n> al dejarlo.",
        lambda t, w, n: best(t, w, 2 if "cristal" in n else 1, *n.values()),
    ),
    "outcomes.stalemate": (
        "Partida bloqueada: la mesa nombra a <seats:w>.",
        lambda t, w: w == t.state.result.winners,
    ),
    # Moments
    "until.own_turn": (
        "Hasta que le llegue el turno no puede ser.",
        lambda t: t.me != t.state.turn.seat,
    ),
    "until.next_turn": (
        "En este turno ya no puede ser: como pronto, en el próximo.",
        lambda t: t.me == t.state.turn.seat,
    ),
}
"""Readings of duties, ends, moments and remedies."""


REMEDIES: Readings = {
    "remedies.finish_turn_first": (
        "antes <seat:who> termina su turno",
        lambda t, who: (t.first.kind, t.first.seat) == ("finish_turn", who),
    ),
    **{
        f"remedies.{code}": (
            f"{said} <bag:bag>",
            lambda t, bag: same(bag, changed(t, laid_of(t)) or ()),
        )
        for code, said in {
            "play_only": "juegas solo",
            "discard_only": "desechas solo",
            "pay_with": "pagas con",
        }.items()
    },
    "remedies.play_none": (
        "no juegas ninguna carta",
        lambda t: t.differs in ({"cards": ()}, {"card": "none"}),
    ),
    "remedies.discard_none": (
        "no desechas ninguna carta",
        lambda t: t.differs == {"discards": ()},
    ),
    "remedies.walk_without_cards": (
        "vas andando, sin cartas",
        lambda t: t.differs == {"cards": ()},
    ),
    "remedies.only_fly": ("usas solo la gris 1", lambda t: t.differs == {"cards": ("grey:1",)}),
    "remedies.fly_again": ("usas otra gris 1", lambda t: t.differs == {"cards": ("grey:1",)}),
    "remedies.walk_to": (
        "vas andando a <tile>",
        lambda t, tile: t.differs == {"cards": ()} and tile == t.action.to,
    ),
    "remedies.walk_to_with": (
        "vas andando a <tile> con <bag:bag>",
        lambda t, tile, bag: tile == t.action.to and same(bag, changed(t, "cards")),
    ),
    **{
        f"remedies.{code}": (f"{said} en <tile>", lambda t, tile: t.differs == {"to": tile})
        for code, said in {
            "stop_nearer": "te detienes",
            "dragon_stops_nearer": "el dragón se detiene",
        }.items()
    },
    **dict.fromkeys(
        ("remedies.swap_cards", "remedies.swap_some"),
        (
            "cambias <bag:back> por <bag:bag>",
            lambda t, back, bag: (
                Counter(changed(t, "cards")) == Counter(t.action.cards) - cards(back) + cards(bag)
            ),
        ),
    ),
    "remedies.add_cards": (
        "añades <bag:bag>",
        lambda t, bag: Counter(changed(t, "cards")) == Counter(t.action.cards) + cards(bag),
    ),
    "remedies.use_card": (
        "juegas <card>",
        lambda t, card: changed(t, "card") == card.replace(".", ":"),
    ),
    "remedies.move_first": (
        "mueves antes la figura a <tile>",
        lambda t, tile: (t.first.kind, t.first.to, t.first.seat) == ("move_figure", tile, t.me),
    ),
    "remedies.other_section": (
        "construyes la sección <any:section>",
        lambda t, section: is_section(t, section, changed(t, "section")),
    ),
    "remedies.other_section_with": (
        "construyes la sección <any:section> y pagas con <bag:bag>",
        lambda t, section, bag: (
            is_section(t, section, t.differs["section"]) and same(bag, t.differs["cards"])
        ),
    ),
    "remedies.take_back": (
        "recoges <bag:bag>",
        lambda t, bag: Counter(changed(t, "cards")) == Counter(t.action.cards) - cards(bag),
    ),
    "remedies.go_to_market": (
        "vas antes a el Mercado, que está a <bag:steps>",
        lambda t, steps: (
            going(None, t.first)
            and steps["paso"] == walk(t.state, here(t.state, t.action), "courtyard")
        ),
    ),
    "remedies.go_to_market_with": (
        "vas antes a el Mercado con <bag:bag>",
        lambda t, bag: going(bag, t.first),
    ),
    "remedies.offer_without_card": (
        "ofreces sin carta amarilla",
        lambda t: t.differs == {"card": "none"},
    ),
    "remedies.offer_normally": (
        "haces antes la ofrenda normal",
        lambda t: (t.first.kind, t.first.card) == ("make_offering", "none"),
    ),
    "remedies.offer_in_next_space": (
        "haces la ofrenda en el espacio que toca",
        lambda t: t.differs == {"kind": "make_offering"} and t.changed.values == {"card": "none"},
    ),
}
"""Readings of remedies."""


UNREAD = {
    **dict.fromkeys(
        (
            "conditions.wrong_number_of_players.refusal",
            "conditions.name_repeated.refusal",
            "conditions.first_player_absent.refusal",
            "conditions.printed_number_missing.refusal",
            "conditions.city_not_cross_shaped.refusal",
            "conditions.unknown_tile.refusal",
            "conditions.tile_repeated.refusal",
            "conditions.market_off_centre.refusal",
            "conditions.centre_not_around_market.refusal",
            "conditions.temple_on_other_side.refusal",
        ),
        "judged before the match: the tests of the set-up",
    ),
    "conditions.needless_grey.refusal": "the condition never refuses: it remarks",
    "conditions.overpaid.refusal": "the condition never refuses: it remarks",
    "transfers.stone": "stones move by their own rules, or by an adjustment",
}
"""Templates that random play does not tell of a table, with the reason."""
