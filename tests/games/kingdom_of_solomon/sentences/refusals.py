"""Refusals of Kingdom of Solomon."""

from collections import Counter

from tests.games.kingdom_of_solomon.sentences.reading import (
    SPACE,
    THING,
    Bag,
    T,
    besides,
    cubes,
    due,
    held,
    same,
    unread_lines,
)
from tests.games.kingdom_of_solomon.test_truth import BONUS, PHASES
from tests.games.readings import Readings


def asks(t: T, step: str) -> bool:
    """Return whether this is what the table waits for."""
    return bool(step == f"phase.{t.state.agenda[-1].code}")


def awaited(t: T, waited: tuple[int, ...]) -> bool:
    return due(t, t.state.agenda[-1].code, waited)


def lacks(t: T, field: str, account: str, short: Bag) -> bool:
    """Return whether so much of what a field names is not there."""
    wanted = Counter(getattr(t.action, field))
    return bool(short) and short == cubes(wanted - t.table.held(account))


def laid(t: T) -> str:
    """Return the field in which a report lays cubes."""
    return "give" if hasattr(t.action, "give") else "pay"


def wants(t: T, verb: str) -> Bag:
    """Return the cubes that the lines of a thing name, chosen ones by their nouns."""
    fixed = cubes(t.table.cubes(verb))
    chosen = {noun: t.table.lines(verb, noun.replace(".", ":")) for noun in _CHOSEN}
    return fixed + Counter(chosen)


_CHOSEN = ("cube.any", "cube.plain")


def gives(t: T, thing: str, cubes_: Bag | None, short: Bag | None, at: str | None) -> bool:
    """Return whether a thing gives this, and the supply lacks that of it."""
    if thing != t.table.thing or at != t.action.at or unread_lines(t, thing):
        return False
    again = t.table.printed(f"{at}.yields") if at else {}
    fixed = Counter(t.table.cubes("gain")) + Counter(again)
    chosen = Counter({noun: t.table.lines("gain", noun.replace(".", ":")) for noun in _CHOSEN})
    missing = cubes(fixed - t.table.available(fixed))
    told = Counter({n: k for n, k in (short or Counter()).items() if n not in _CHOSEN})
    left = (t.table.held("supply") - fixed).total()
    of_chosen = sum((short or Counter())[noun] for noun in _CHOSEN)
    enough = of_chosen == max(0, chosen.total() - left) or "cube.plain" in (short or ())
    return (cubes_ or Counter()) == +(cubes(fixed) + chosen) and told == missing and enough


def harvest(
    t: T,
    territory: str,
    bag: Bag | None,
    unread: tuple[str, ...] | None,
    short: Bag | None,
    least: bool,
) -> bool:
    everywhere = t.table.collected(territory)
    lacking = {x for x in everywhere if t.table.printed(f"{x}.yields") is None}
    known = t.table.yields(everywhere - lacking) or Counter()
    return (
        territory == t.action.territory
        and same(bag, t.table.available(known))
        and set(unread or ()) == lacking
        and least == bool(lacking)
        and same(short, known - t.table.available(known))
        and not (bag is None and lacking)
    )


def card_where(t: T, card: str, who: int | None) -> bool:
    return (
        card == t.action.card
        and t.table.cards(card) == who
        and (who is not None or t.table.on_offer(card))
    )


def open_to(t: T, space: str) -> bool:
    """Return whether a seat can put a pawn there."""
    table, me = t.table, t.me
    if table.who(space, "pawn") is not None:
        return False
    if space.startswith("building"):
        return table.cards(space) == me
    if space in BONUS:
        return space in BONUS[: len(t.seats) - 1]
    rival = space.startswith("territory") and table.who(space, "palace") not in (None, me)
    return not rival or (t.state.priest == me and not t.state.priest_used)


def pawns_there(t: T, who: int, spaces: tuple[str, ...]) -> bool:
    return not any(t.table.at(space, f"pawn:{who}") for space in spaces)


def stands(t: T, at: str) -> bool:
    return t.table.at(at, f"pawn:{t.me}") > 0


def stood(t: T, at: str | None = None) -> bool:
    """Return whether a seat that resolves had a pawn there, or anywhere, when it began."""
    resolving = [task.seats[0] for task in t.state.agenda if task.code == "resolution"]
    there = {territory for territory, seat in t.state.stood if seat == t.me}
    return resolving == [t.me] and (at in there if at else bool(there))


REFUSALS: Readings = {
    "conditions.no_such_seat.refusal": (
        "En esta partida solo hay <bag:n>.",
        lambda t, n: n == Counter(jugador=len(t.seats)) and t.me not in t.seats,
    ),
    "conditions.match_over.refusal": ("La partida ha terminado.", lambda t: t.state.over),
    "conditions.not_your_turn.refusal": (
        "Se espera a <seats:waited>, que tiene[!many:n] que <phase:step>.",
        lambda t, waited, many, step: (
            awaited(t, waited)
            and t.me not in waited
            and asks(t, step)
            and many == (len(waited) > 1)
        ),
    ),
    "conditions.other_step.refusal": (
        "Ahora toca otra cosa: <phase:step>.",
        lambda t, step: (
            asks(t, step) and step != f"phase.{PHASES.get(t.action.kind, 'resolution')}"
        ),
    ),
    "conditions.deck_empty.refusal": (
        "El mazo de construcción se ha acabado: el hueco queda vacío.",
        lambda t: not t.table.at("deck", "building"),
    ),
    "conditions.card_seen.refusal": (
        "<building:card> ya {la tiene <seat:who>|está en el tablero}, y de cada una hay una sola.",
        card_where,
    ),
    "conditions.already_passed.refusal": (
        "<seat:who> ya ha pasado en el mercado de esta ronda.",
        lambda t, who: who == t.me and t.action.seat not in t.state.due.seats,
    ),
    "conditions.already_claimed.refusal": (
        "<seat:who> ya ha reclamado un espacio de bonus y no coloca más peones en esta ronda.",
        lambda t, who: who == t.me and any(t.table.at(b, f"pawn:{who}") for b in BONUS),
    ),
    "conditions.no_pawns_left.refusal": (
        "A <seat:who> no le quedan peones que colocar.",
        lambda t, who: who == t.me and not t.table.at(t.table.me, f"pawn:{who}"),
    ),
    "conditions.card_in_deck.refusal": (
        "<building:card> sigue en el mazo.",
        lambda t, card: (
            card == t.action.space and not t.table.on_offer(card) and t.table.cards(card) is None
        ),
    ),
    "conditions.offered_card.refusal": (
        "<building:card> está en el tablero sin construir, y ahí no se ponen peones.",
        lambda t, card: card == t.action.space and t.table.on_offer(card),
    ),
    "conditions.card_of_another.refusal": (
        "<building:card> es de <seat:who>: solo <seat:only> puede poner peones en ella.",
        lambda t, card, who, only: (
            card == t.action.space and t.table.cards(card) == who == only != t.me
        ),
    ),
    "conditions.space_has_pawn.refusal": (
        f"En <{SPACE}:space> ya hay un peón de <seat:who>.",
        lambda t, space, who: space == t.action.space and t.table.who(space, "pawn") == who,
    ),
    "conditions.rival_building.refusal": (
        "En <territory> hay un edificio de <seat:who>.",
        lambda t, territory, who: (
            territory == t.action.space and t.table.who(territory, "palace") == who != t.me
        ),
    ),
    "conditions.priest_used.refusal": (
        "El Sumo Sacerdote ya ha ayudado en esta ronda, y <territory> tiene un edificio ajeno.",
        lambda t, territory: (
            t.state.priest_used and t.table.who(territory, "palace") not in (None, t.me)
        ),
    ),
    "conditions.bonus_not_in_play.refusal": (
        "Con <bag:n> no se usa <bonus>.",
        lambda t, n, bonus: (
            n == Counter(jugador=len(t.seats))
            and bonus == t.action.bonus not in BONUS[: len(t.seats) - 1]
        ),
    ),
    "conditions.bonus_taken.refusal": (
        "<bonus> ya es de <seat:who> en esta ronda.",
        lambda t, bonus, who: bonus == t.action.bonus and t.table.who(bonus, "pawn") == who,
    ),
    "conditions.somewhere_to_go.refusal": (
        f"Todavía se puede poner un peón en <{SPACE}:space>.",
        lambda t, space: open_to(t, space) and t.table.at(t.table.me, f"pawn:{t.me}") > 0,
    ),
    # Resolution
    "conditions.nothing_plain.refusal": (
        "De los peones de <seat:who>, ninguno se puede recoger sin elegir o anotar algo.",
        lambda t, who: (
            who == t.me
            and pawns_there(t, who, BONUS[1:])
            and not any(
                t.table.yields(t.table.collected(f"territory.t{n}")) is not None
                for n in range(1, 17)
                if t.table.at(f"territory.t{n}", f"pawn:{who}")
            )
        ),
    ),
    "conditions.not_all_there.refusal": (
        f"<seat:who> no tiene ningún peón en <{SPACE}*:spaces>.",
        lambda t, who, spaces: (
            who == t.me and set(spaces) <= set(t.action.spaces) and pawns_there(t, who, spaces)
        ),
    ),
    "conditions.yield_unknown.unverified": (
        "Nadie ha anotado qué da <territory>.",
        lambda t, territory: t.table.printed(f"{territory}.yields") is None,
    ),
    "conditions.pawn_elsewhere.refusal": (
        f"<seat:who> no tiene ningún peón en <{SPACE}:space>.",
        lambda t, who, space: who == t.me and pawns_there(t, who, (space,)),
    ),
    "conditions.supply_short.refusal": (
        "En la reserva faltan cubos: <bag:short>.",
        lambda t, short: lacks(t, "take", "supply", short),
    ),
    "conditions.wrong_harvest.refusal": (
        "Con un peón en <territory> {se recibe [!least:a el menos ]esto: <bag:bag>|no se recibe "
        "nada}[; nadie ha anotado qué {da|dan} <territory*:unread>]"
        "[. En la reserva faltan cubos: <bag:short>].",
        harvest,
    ),
    "conditions.wrong_harvest.unverified": (
        "Nadie ha anotado qué da <territory>.",
        lambda t, territory: t.table.printed(f"{territory}.yields") is None,
    ),
    "conditions.territory_is_harvested.refusal": (
        "<territory> es un territorio: lo que da se recoge.",
        lambda t, territory: territory == t.action.space,
    ),
    "conditions.no_other_pawn.refusal": [
        (
            f"<{SPACE}:space> solo sirve con otro peón en un territorio, y <seat:who> no tiene "
            "ninguno.",
            lambda t, space, who: (
                who == t.me
                and space == t.action.space
                and pawns_there(t, who, tuple(f"territory.t{n}" for n in range(1, 17)))
            ),
        ),
    ],
    "conditions.gain_lost.remark": (
        "En la reserva faltan cubos (<bag:short>): jugada así, se pierden."
        "[!pays: Para pagar, la carta vale aunque la reserva esté vacía.]",
        lambda t, short, pays: (
            same(short, t.table.cubes("gain") - t.table.held("supply"))
            and pays == (t.table.worth(t.action.card) is not None)
        ),
    ),
    "conditions.paid_for_less.remark": (
        f"<{SPACE}:space> da <bag:full>, y {{de la reserva solo se puede recibir <bag:got>|en la "
        "reserva no queda nada de eso}. Lo que se paga se {entrega igual|pierde}.",
        lambda t, space, full, got: (
            space == t.action.space
            and full == +wants(t, "gain")
            and same(got, Counter(t.action.take))
            and len(t.action.take) < full.total()
            and t.table.gains()
        ),
    ),
    "conditions.wrong_payment.refusal": (
        f"<{THING}:thing> {{pide <bag:cost>|no pide nada}}.",
        lambda t, thing, cost: (
            thing == t.table.thing
            and not unread_lines(t, thing)
            and (cost or Counter()) == +wants(t, "pay")
        ),
    ),
    "conditions.wrong_payment.unverified": (
        f"Nadie ha anotado qué hace <{THING}:thing>.",
        lambda t, thing: unread_lines(t, thing),
    ),
    "conditions.nothing_to_repeat.refusal": [
        (
            f"<{THING}:thing> no repite ningún territorio.",
            lambda t, thing: (
                thing == t.table.thing
                and not unread_lines(t, thing)
                and not t.table.lines("again")
                and t.action.at
            ),
        ),
        (
            f"<{THING}:_thing> repite un territorio, y falta decir cuál.",
            lambda t, _thing: t.table.lines("again") and t.action.at is None,
        ),
    ],
    "conditions.no_pawn_to_repeat.refusal": [
        (
            "Para repetir lo que da <territory> hace falta otro peón allí en esta ronda.",
            lambda t, territory: (
                territory == t.action.at and not stands(t, territory) and not stood(t, territory)
            ),
        ),
        (
            "Para repetir lo que da <territory> tiene que seguir allí el otro peón.",
            lambda t, territory: (
                territory == t.action.at
                and not stands(t, territory)
                and stood(t, territory)
                and t.state.rulings["artisan_space"] != "stood"
            ),
        ),
    ],
    "conditions.wrong_gain.refusal": [
        (
            f"<{THING}:thing> repite lo que da <territory:at>, sin su región: en "
            "total, {<bag:cubes_>|nada}[. En la reserva faltan cubos: <bag:short>].",
            gives,
        ),
        (
            f"<{THING}:thing> {{da <bag:cubes_>|no da cubos de la reserva}}"
            "[. En la reserva faltan cubos: <bag:short>].",
            lambda t, thing, cubes_, short: gives(t, thing, cubes_, short, None),
        ),
    ],
    "conditions.wrong_gain.unverified": (
        f"Nadie ha anotado qué da <{THING}:thing>.",
        lambda t, thing: (
            t.table.printed(f"{thing}.{'yields' if 'territory' in thing else 'lines'}") is None
        ),
    ),
    "conditions.victim_absent.refusal": (
        "Los cubos se quitan a otra persona de la partida.",
        lambda t: t.action.victim == t.me or t.action.victim not in t.seats,
    ),
    "conditions.wrong_theft.refusal": [
        (
            f"Con <{THING}:thing> {{se quita|se quitan}} <bag:n> a otra persona, o los que tenga.",
            lambda t, thing, n: thing == t.table.thing and 0 < n["cubo"] == t.table.lines("steal"),
        ),
        (
            f"Con <{THING}:thing> no se quita nada a nadie.",
            lambda t, thing: not unread_lines(t, thing) and not t.table.lines("steal"),
        ),
        (
            "Falta decir a quién se quitan los cubos.",
            lambda t: t.action.stolen and t.action.victim is None,
        ),
    ],
    "conditions.wrong_extras.refusal": [
        (
            f"Además de cubos, <{THING}:thing> {{da|dan}} [<bag:counted>][ y ][<extra:first>].",
            lambda t, thing, counted, first: (
                thing == t.table.thing and besides(counted, first) == t.table.extras()
            ),
        ),
        (
            f"<{THING}:thing> no {{da|dan}} nada más que cubos.",
            lambda t, thing: thing == t.table.thing and not t.table.extras(),
        ),
    ],
    "conditions.wrong_extras.unverified": (
        f"Nadie ha anotado lo que {{hace|hacen}} <{THING}:thing>.",
        lambda t, thing: thing == t.table.thing and unread_lines(t, thing),
    ),
    "conditions.victim_has_none.refusal": (
        "A <seat:victim> le faltan cubos para eso: <bag:short>.",
        lambda t, victim, short: (
            victim == t.action.victim and lacks(t, "stolen", f"seat:{victim}", short)
        ),
    ),
    "conditions.goods_short.refusal": (
        "A <seat:who> le faltan cubos para eso: <bag:short>.",
        lambda t, who, short: who == t.me and lacks(t, laid(t), f"seat:{who}", short),
    ),
    "conditions.nothing_to_skip.refusal": (
        "<seat:who> no tiene ningún peón en un espacio de acción ni en una carta propia.",
        lambda t, who: (
            not any(
                account.startswith(("action:", "building:")) and kind == f"pawn:{who}" and n > 0
                for account, kind, n in t.state.ledger.items()
            )
        ),
    ),
    "conditions.territory_gives.refusal": (
        "Lo que da <territory> se recoge siempre.",
        lambda t, territory: territory == t.action.space,
    ),
    "conditions.no_fortune.refusal": (
        "<seat:who> no tiene cartas de Fortuna.",
        lambda t, who: who == t.me and not held(t, who, "fortune"),
    ),
}
"""Readings of refusals, of what is unknown, and of remarks, by place."""
