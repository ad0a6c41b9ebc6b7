"""How the route of each place of the app is written."""

HOME = "/"
BOXES = "/cajas"
SETTINGS = "/ajustes"
ABOUT = "/acerca"
JOIN = "/unirse"
RECEIVE = "/recibir"
NEW_BOX = "nueva"
"""In the place of a box's id: one that is not kept yet."""


def new_match(game_id: str) -> str:
    """Setting up a match of a game."""
    return f"/nueva/{game_id}"


def join(problem: str = "") -> str:
    """Coming in by a code, with what was wrong with the last one."""
    return f"{JOIN}/{problem}" if problem else JOIN


def match(match_id: str, screen: str = "mesa") -> str:
    """One screen of a match.

    `preparacion`, `sitio`, `mesa`, `marcador`, `acta`, `reglas`, `final`, `compartir` or `llevar`.
    """
    return f"/partida/{match_id}/{screen}"


def match_rules(match_id: str, section_id: str = "") -> str:
    """The rules within a match, or one section of them."""
    found = match(match_id, "reglas")
    return f"{found}/{section_id}" if section_id else found


def rules(game_id: str, section_id: str = "") -> str:
    """The rules of a game, or one section of them."""
    return f"/reglas/{game_id}/{section_id}" if section_id else f"/reglas/{game_id}"


def box(game_id: str, box_id: str = NEW_BOX) -> str:
    """One box profile, or a new one."""
    return f"/caja/{game_id}/{box_id}"


def carry_box(game_id: str, box_id: str) -> str:
    """Taking a box profile to another device."""
    return f"/caja/{game_id}/{box_id}/llevar"
