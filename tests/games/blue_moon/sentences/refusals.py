"""Refusals of Blue Moon: cards out of a hand, their number and kind, ships and bluffs."""

from collections import Counter
from collections.abc import Collection

from tests.games.blue_moon import naive
from tests.games.blue_moon.asked import by_text, hidden_as, to_show
from tests.games.blue_moon.diary import (
    active,
    at_sea,
    counting,
    fits,
    fog,
    holds,
    kind_of,
    laid,
    lying,
    named,
    room,
)
from tests.games.blue_moon.limits import own_characters, too_many
from tests.games.blue_moon.sentences.reading import (
    Cards,
    T,
    against,
    awaited,
    due,
    in_hand,
    place,
    plain_names,
    same,
    silences,
    some_of,
    step_now,
    texts_of,
    total,
    types,
)
from tests.games.readings import Readings

GRANTS = frozenset(("hoax_14", "buka_25", "pillar_11", "flit_31", "hoax_29", "buka_20"))
"""Cards that allow boosters or supports beyond the limit."""
NO_ICONS = frozenset(("terrah_26", "hoax_16"))
"""Cards that have icons ignored."""
FORBIDS = frozenset(
    f"{people}_{n}"
    for people, numbers in {
        "terrah": (12, 16, 25),
        "hoax": (13,),
        "vulca": (16, 24, 25),
        "khind": (26,),
        "mimix": (28,),
    }.items()
    for n in numbers
)
"""Cards that keep others from being played."""

FOR_LEADERS = ("leadership", "influence")


def grants(t: T, cards: Cards | None) -> bool:
    """Return whether these are all the cards there that allow more."""
    there = GRANTS & set(texts_of(t))
    others = set(t.action.cards) if len(getattr(t.action, "cards", ())) > 1 else set()
    whole = bool(cards) or not there & set(lying(t.state, t.me))
    return whole and set(cards or ()) <= there | (GRANTS & others)


def ignores_icons(t: T, by: str | None) -> bool:
    return by is None or (fog(t.table) and by in NO_ICONS and by in against(t))


def is_silent(t: T, by: str | None, card: str | None, among: Collection[str] = ()) -> bool:
    """Return whether a card, active or laid, has no effect because of one of the rival's."""
    if by is None or card is None:
        return by is card
    known = not among or card in among
    mine = (*lying(t.state, t.me), *getattr(t.action, "cards", ()))
    return known and card in mine and by in lying(t.state, t.rival)


def before_these(t: T, before: Cards | None) -> bool:
    # A loaded card counts in its own name: it lies on its ship.
    ships = [card for ship in holds(t.state, t.me).values() for card in ship]
    known = {*ships, *plain_names(t.diary.played), "bluff_1", "loaded_1"}
    return before is None or set(plain_names(before)) <= known


def also_laid(t: T, cards: Cards) -> bool:
    """Return whether these are among the cards laid, one face down or loaded told by its place."""
    told = [c for c in plain_names(cards) if not c.startswith(("bluff_", "loaded", "face_down"))]
    return set(told) <= set(laid(t.table))


def counted(t: T, n: int, most: int) -> bool:
    """Return whether so many cards of the turn are counted, and that is too many."""
    there = len(t.diary.played) + t.diary.loaded + len(laid(t.table))
    return too_many(t.table) and there >= n > most == 1


def mutant(
    t: T,
    card: str,
    power: int | None = None,
    element: str | None = None,
    rival: int | None = None,
) -> bool:
    """Return whether a card laid asks for something, and the rival has so much power."""
    if card not in t.action.cards:
        return False
    if rival is None:
        return True
    fight = t.state.fight.element
    return rival == t.rival and element == fight and power == total(t, rival, fight)


def there_not(t: T, who: int, cards: Cards) -> bool:
    active_now = lying(t.state, who)
    return all(Counter(t.action.cards)[c] > Counter(active_now)[c] for c in cards)


def icon_of(t: T, card: str, by: str | None) -> bool:
    if by is None:
        return card in t.action.cards and card not in naive.RETRIEVE
    return card in naive.RETRIEVE and silences(t, by)


_LIMIT = (
    "Solo se juega un refuerzo o un apoyo por turno{, además de lo que {permite|permiten} "
    "<card*:more>|, y ninguna carta permite más|}: "
)
_SILENT = " <card:silencer> hace que se ignore el texto de <card:silent>, que permitiría más."
_BY = " <card:by> hace que se ignoren los iconos, también PAREJA y GRATIS."

REFUSALS: Readings = {
    "conditions.no_such_seat.refusal": (
        "En esta partida solo hay <bag:n>.",
        lambda t, n: n["jugador"] == 2 <= t.me,
    ),
    "conditions.match_over.refusal": ("La partida ya ha terminado.", lambda t: t.state.over),
    "conditions.not_your_turn.refusal": (
        "Se espera a <seats:waited>, que tiene[!many:n] que <due:step>.",
        lambda t, waited, many, step: (
            set(waited) == awaited(t)
            and t.me not in waited
            and many == (len(waited) > 1)
            and due(t, step)
        ),
    ),
    "conditions.other_step.refusal": (
        "Ahora toca otra cosa: <due:step>[ (<card>)].",
        lambda t, step, card: due(t, step) and card in (None, by_text(t.table)[0]),
    ),
    "conditions.nothing_laid.refusal": (
        "<seat:who> no ha nombrado ninguna carta.",
        lambda t, who: who == t.me and not t.action.cards,
    ),
    "conditions.card_not_in_deck.refusal": (
        "En el mazo de <seat:who> no {está|están} <card*:cards>.",
        lambda t, who, cards: (
            who == t.me
            and (
                cards == ("unknown",) or set(cards) == set(named(t.table)) - set(t.state.decks[who])
            )
        ),
    ),
    "conditions.card_laid_twice.refusal": (
        "En cada mazo hay una sola copia de cada carta: <card*:cards> no {puede|pueden} estar dos "
        "veces.",
        lambda t, cards: all(named(t.table).count(card) > 1 for card in cards),
    ),
    "conditions.card_elsewhere.refusal": (
        "<card> no puede estar en la mano: está <place|aboard:where>.",
        lambda t, card, where: card in named(t.table) and where in place(t, t.me, card),
    ),
    "conditions.not_in_hand.refusal": (
        "<seat:who> tiene en la mano <bag:n>, y <card*:cards> no {cabe|caben} entre las que nadie "
        "ha visto.",
        lambda t, who, n, cards: (
            who == t.me
            and n["carta"] == in_hand(t, who)
            and some_of(cards, named(t.table))
            and not fits(t.state, who, cards)
        ),
    ),
    "conditions.stopped.refusal": (
        "<card> tiene DETENER: tras jugarla ya no se juegan más cartas en este turno.",
        lambda t, card: card in naive.STOP and card in t.diary.played,
    ),
    "conditions.mixed_types.refusal": (
        "Se han puesto a la vez cartas de tipos distintos: <type*:kinds>. Cada fase va por "
        "separado.",
        lambda t, kinds: set(kinds) == types(t.action.cards) and len(kinds) > 1,
    ),
    "conditions.phase_passed.refusal": (
        "Es tarde para <type:kind>: el turno ya va por <step>.",
        lambda t, kind, step: kind in types(laid(t.table)) and step_now(t, step),
    ),
    "conditions.second_leadership.refusal": (
        "{<seat:who> ya ha jugado <card*:before>, y solo|Solo} se juega una carta de liderazgo"
        "[!ship: o un barco] por turno[: <card*:cards>].",
        lambda t, who, before, ship, cards: (
            some_of(cards or before, t.action.cards if cards else t.diary.of(*FOR_LEADERS))
            and who in (None, t.me)
            and ship == ("influence" in map(kind_of, (*(before or ()), *t.action.cards)))
        ),
    ),
    "conditions.no_character_yet.refusal": (
        "Antes que <card*:cards> hay que jugar un personaje.",
        lambda t, cards: also_laid(t, cards) and not (t.table.own and t.diary.of("character")),
    ),
    "conditions.opening_turn.refusal": (
        "<seat:who> abre la pelea: en este turno no se {puede|pueden} jugar <card*:cards>{ además "
        "de lo que {permite|permiten} <card*:more>|, salvo que una carta permita más}."
        f"[{_SILENT}][{_BY}]",
        lambda t, who, cards, more, silencer, silent, by: (
            who == t.me
            and is_silent(t, silencer, silent, GRANTS)
            and t.diary.opening
            and also_laid(t, cards)
            and grants(t, more)
            and ignores_icons(t, by)
        ),
    ),
    "conditions.no_pair.refusal": [
        (
            "<card:by> hace que se ignoren los iconos: así no hay parejas, pandillas ni cartas "
            "gratis, y no se juegan a la vez: <card*:cards>.",
            lambda t, by, cards: ignores_icons(t, by) and some_of(cards, t.action.cards),
        ),
        (
            "Esas cartas no forman pareja ni pandilla, así que no se juegan a la vez: "
            "<card*:cards>.[ <card:silencer> hace que se ignore el texto de <card:silent>.]",
            lambda t, cards, silencer, silent: (
                some_of(cards, t.action.cards)
                and len(counting(t.table, cards)) > 1
                and is_silent(t, silencer, silent)
            ),
        ),
    ],
    "conditions.second_character.refusal": (
        "<seat:who> ya ha jugado <card*:cards>, y solo se juega un personaje por turno, una pareja "
        "o una pandilla.[ <card:by> hace que se ignoren los iconos: así no hay parejas, pandillas "
        "ni cartas gratis.][ <card:silencer> hace que se ignore el texto de <card:silent>.]",
        lambda t, who, cards, by, silencer, silent: (
            who == t.me
            and is_silent(t, silencer, silent)
            and set(cards) <= set(t.diary.of("character"))
            and len(own_characters(t.table)) > 1
            and ignores_icons(t, by)
        ),
    ),
    "conditions.gang_begun_late.refusal": (
        "Una pandilla de varias cartas se juega al comienzo de la fase, y antes se {ha|han} jugado "
        "<card*:free>: <card*:cards>.",
        lambda t, free, cards: (
            set(free) <= set(t.diary.free) and some_of(cards, own_characters(t.table))
        ),
    ),
    "conditions.limit_reached.refusal": [
        (
            _LIMIT + "ya {cuenta|cuentan} <card*:before>, y después no {cabe|caben} "
            "<card*:cards>.[" + _SILENT + "][" + _BY + "]",
            lambda t, more, before, cards, silencer, silent, by: (
                grants(t, more)
                and is_silent(t, silencer, silent, GRANTS)
                and before_these(t, before)
                and also_laid(t, cards)
                and ignores_icons(t, by)
            ),
        ),
        (
            _LIMIT + "no {cabe|caben} <card*:cards>.[" + _SILENT + "][" + _BY + "]",
            lambda t, more, cards, silencer, silent, by: (
                grants(t, more)
                and also_laid(t, cards)
                and is_silent(t, silencer, silent, GRANTS)
                and ignores_icons(t, by)
            ),
        ),
    ],
    "conditions.forbidden_by_card.refusal": (
        "<card> no deja que se jueguen <forbidden*:what>[ con un valor mayor que <n:over>], así "
        "que <card:played> no se puede jugar.",
        lambda t, card, what, over, played: (
            card in FORBIDS
            and card in against(t)
            and what
            and also_laid(t, (played,))
            and (over is None or over == 4 < max(naive.VALUES[played]))
        ),
    ),
    "conditions.capped_by_card.refusal": (
        "<card> deja jugar <bag:most> por turno[!area: en su área de combate], y con esto "
        "{sería|serían} <bag:n>.",
        lambda t, card, most, area, n: (
            card in ("flit_10", "hoax_26")
            and card in against(t)
            and area == (card == "flit_10")
            and counted(t, n["carta"], most["carta"])
        ),
    ),
    "conditions.cannot_be_played.refusal": [
        (
            "<card> pide que no haya <any:_what>, y hay <n:there>.",
            lambda t, card, _what, there: there > 0 and mutant(t, card),
        ),
        (
            "<card> pide <n:asked> <any:_what> como {mínimo|[!most:máximo]}, y {hay <n:there>|no "
            "hay}.",
            lambda t, card, asked, _what, most, there: (
                mutant(t, card) and ((there or 0) > asked if most else (there or 0) < asked)
            ),
        ),
        (
            "<card> pide <any:_what> <n:asked>: la pelea {es de <element> y el poder de "
            "<seat:rival> es <n:power>|aún no tiene elemento}.",
            lambda t, card, _what, asked, **there: (
                mutant(t, card, **there) and ((there["power"] or 0) < asked or "pelea" in _what)
            ),
        ),
    ],
    "conditions.target_not_active.refusal": (
        "<card:target> no es un personaje propio que esté activo.",
        lambda t, target: (
            target in (t.action.target, "unknown")
            and target not in active(t.table, t.me, "character")
        ),
    ),
    "conditions.from_ship_only.refusal": (
        "<seat:who> ha desembarcado <card*:ships>: en este turno lo que se juega sale de el barco, "
        "y no de la mano[ (<card*:cards>)].",
        lambda t, who, ships, cards: (
            who == t.me and same(ships, t.diary.landed) and (cards is None or also_laid(t, cards))
        ),
    ),
    "conditions.too_many_characters.refusal": (
        "<card> no deja que <seat:who> acabe su fase de personaje con más de <bag:most> en activo.",
        lambda t, card, who, most: (
            card == "buka_18"
            and card in against(t)
            and who == t.me
            and len(active(t.table, who, "character")) > most["personaje"] == 1
        ),
    ),
    # Ships and bluffs
    "conditions.landing_late.refusal": (
        "Se desembarca a el empezar el turno, y el turno ya va por <step>.",
        step_now,
    ),
    **{
        f"conditions.{code}.refusal": (
            "<card:ship> no es un barco que <seat:who> tenga sin desembarcar.",
            lambda t, ship, who: (
                who in (t.me, by_text(t.table)[1]) and ship not in at_sea(t.table, who)
            ),
        )
        for code in ("not_at_sea", "no_such_ship")
    },
    "conditions.no_cargo.refusal": (
        "<card> es una carta de <type:kind>, y solo se cargan personajes, refuerzos y apoyos.",
        lambda t, card, kind: (
            card == t.action.card and kind == kind_of(card) and kind in FOR_LEADERS
        ),
    ),
    "conditions.loading_forbidden.refusal": (
        "<card> no deja que <seat:who> juegue apoyos, y cargar ocupa el lugar de uno.",
        lambda t, card, who: who == t.me and card in ("hoax_13", "khind_26") and card in against(t),
    ),
    "conditions.ship_full.refusal": (
        "En <card:ship> {cabe|caben} <bag:most> como mucho.",
        lambda t, ship, most: (
            most["carta"] == naive.SHIPS[ship]
            and len(holds(t.state, by_text(t.table)[1] if due(t, "text") else t.me)[ship])
            >= most["carta"]
        ),
    ),
    "conditions.ship_unclear.refusal": (
        "Hay que decir en qué barco con sitio va: <card*:ships>.",
        lambda t, ships: set(ships) == room(t.table, by_text(t.table)[1]),
    ),
    "conditions.not_one_type.refusal": (
        "<card> descarta todos los refuerzos activos de el rival o todos sus apoyos, y nada más.",
        lambda t, card: card == by_text(t.table)[0],
    ),
    "conditions.no_bluff_left.refusal": (
        "Entre las cartas que <seat:who> puede jugar no queda ninguna con icono de farol.",
        lambda t, who: who == t.me,
    ),
    "conditions.bluff_icon.refusal": (
        "La carta no tiene icono de farol.",
        lambda t: t.action.card not in naive.BLUFFS,
    ),
    "conditions.bluff_icon.unverified": (
        "Que la carta de <seat:who> tenga icono de farol se verá cuando se descubra.",
        lambda t, who: who == t.me and t.action.card == "unseen",
    ),
    "conditions.bluff_off_ship.refusal": (
        "<card> sale de un barco, y en esta mesa eso no se juega boca abajo.",
        lambda t, card: card == t.action.card,
    ),
    "conditions.bluff_ignored.refusal": (
        "<card> haría que se ignorara la carta boca abajo, y así no se juega.",
        lambda t, card: (
            card in lying(t.state, t.rival)
            and hidden_as(t.table)
            in naive.gone(
                [*lying(t.state, t.me), hidden_as(t.table)], lying(t.state, t.rival), (False, False)
            )
        ),
    ),
    "conditions.bluff_elsewhere.refusal": (
        "<card> no puede ser: está <place|aboard:where>.",
        lambda t, card, where: card in t.action.cards and where in place(t, t.me, card),
    ),
    "conditions.no_bluff_icon.refusal": (
        "Solo se juegan boca abajo cartas con icono de farol, y <card*:cards> no lo "
        "{tiene|tienen}. Hay que corregirlo en la mesa.",
        lambda t, cards: set(cards) == set(t.action.cards) - set(naive.BLUFFS),
    ),
    "conditions.no_bluff_there.refusal": (
        "<seat:rival> no tiene cartas boca abajo que descubrir.",
        lambda t, rival: rival == t.rival and not any(map(naive.face_down, lying(t.state, rival))),
    ),
    "conditions.call_forbidden.refusal": (
        "<card> {hace que no cuenten las cartas boca abajo de <seat:one>, y así no se descubren|no "
        "deja descubrir los faroles de <seat:other>}. Ahora se espera a <seats:waited>, que "
        "{tiene|tienen} que <due:step>.",
        lambda t, card, one, other, waited, step: (
            (one if other is None else other) == t.rival
            and (other is None or card == "buka_24")
            and set(waited) == awaited(t)
            and due(t, step)
        ),
    ),
    "conditions.nothing_to_show.refusal": (
        "Ahora no están boca abajo las cartas que <seat:who> tendría que enseñar.",
        lambda t, who: who == t.me,
    ),
    "conditions.wrong_number_shown.refusal": (
        "{Estaba|Estaban} boca abajo <bag:n>, y {se {ha|han} enseñado <bag:shown>|no se ha "
        "enseñado ninguna}.",
        lambda t, n, shown: (
            n["carta"] == to_show(t.table) != Counter(shown).total() == len(t.action.cards)
        ),
    ),
}
"""Readings of refusals of cards that are laid."""
