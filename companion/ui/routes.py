"""How the route of each place of the app is written."""

HOME = "/"
BOXES = "/cajas"
SETTINGS = "/ajustes"
ABOUT = "/acerca"
STATISTICS = "/estadisticas"
JOIN = "/unirse"
RECEIVE = "/recibir"
DISPUTES = "/disputas"
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

    `preparacion`, `sitio`, `mesa`, `marcador`, `acta`, `cuadre`, `reglas`, `disputa`, `final`,
    `repaso`, `compartir` or `llevar`.
    """
    return f"/partida/{match_id}/{screen}"


def entry(match_id: str, entry_id: str) -> str:
    """One entry in the acta of a match."""
    return f"{match(match_id, 'acta')}/{entry_id}"


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


def merge_box(game_id: str, box_id: str, other: str) -> str:
    """Merging another box into one."""
    return f"{box(game_id, box_id)}/unir/{other}"


def carry_box(game_id: str, box_id: str) -> str:
    """Taking a box profile to another device."""
    return f"/caja/{game_id}/{box_id}/llevar"


def disputes(game_id: str) -> str:
    """The disputes about one game."""
    return f"{DISPUTES}/{game_id}"


def new_dispute(game_id: str, section_id: str = "") -> str:
    """Opening a dispute about the rules of a game, whoever plays it."""
    found = f"{disputes(game_id)}/nueva"
    return f"{found}/{section_id}" if section_id else found


def open_dispute(match_id: str, about: str = "") -> str:
    """Opening a dispute within a match: about the card on the desk, a rule section, or anything."""
    found = match(match_id, "disputa")
    return f"{found}/{about}" if about else found


def dispute(dispute_id: str) -> str:
    """The file of one dispute."""
    return f"/disputa/{dispute_id}"


def moment(dispute_id: str) -> str:
    """The table as it was when a dispute was opened."""
    return f"/disputa/{dispute_id}/momento"


def carry_dispute(dispute_id: str) -> str:
    """Taking a dispute to another device."""
    return f"/disputa/{dispute_id}/llevar"


def carry_disputes(game_id: str) -> str:
    """Taking all disputes about a game to another device."""
    return f"{disputes(game_id)}/llevar"
