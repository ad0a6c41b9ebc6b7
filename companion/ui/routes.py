"""Routes of the app, and the history of those a device has been to."""

HOME = "/"
BOXES = "/cajas"
SETTINGS = "/ajustes"
ABOUT = "/acerca"
STATISTICS = "/estadisticas"
RETELLING = "/ya-jugada"
JOIN = "/unirse"
RECEIVE = "/recibir"
DISPUTES = "/disputas"
BOARD = "mesa"
"""Name of the match screen within the routes of a match."""
NEW_BOX = "nueva"
"""Value in place of a box's id: a box not stored yet."""


def person(identifier: str) -> str:
    """Return the route of the page of one person of the statistics."""
    return f"{STATISTICS}/{identifier}"


def new_match(game_id: str, like: str = "") -> str:
    """Return the route that sets up a match of a game, with the table of another if given."""
    return f"/nueva/{game_id}/{like}" if like else f"/nueva/{game_id}"


def join(problem: str = "") -> str:
    """Return the route that joins by code, with the problem of the last one."""
    return f"{JOIN}/{problem}" if problem else JOIN


def match(match_id: str, screen: str = BOARD) -> str:
    """Return the route of one screen of a match.

    `preparacion`, `sitio`, `mesa`, `marcador`, `acta`, `cuadre`, `reglas`, `disputa`, `final`,
    `repaso`, `compartir` or `llevar`.
    """
    return f"/partida/{match_id}/{screen}"


def is_board(route: str) -> bool:
    """Return whether a route shows the match screen."""
    return route.startswith("/partida/") and open_screen(route) == BOARD


def open_screen(route: str) -> str:
    """Return the screen of `/partida/<id>/<screen>`, whatever follows it."""
    return next(iter(route.strip("/").split("/")[2:]), BOARD)


def entry(match_id: str, entry_id: str) -> str:
    """Return the route of one entry in the acta of a match."""
    return f"{match(match_id, 'acta')}/{entry_id}"


def keepsake(match_id: str, keepsake_id: str) -> str:
    """Return the route of a note or a photo of a match."""
    return f"{match(match_id, 'recuerdo')}/{keepsake_id}"


def match_rules(match_id: str, section_id: str = "") -> str:
    """Return the route of the rules within a match, or of one section."""
    route = match(match_id, "reglas")
    return f"{route}/{section_id}" if section_id else route


def rules(game_id: str, section_id: str = "") -> str:
    """Return the route of the rules of a game, or of one section."""
    return f"/reglas/{game_id}/{section_id}" if section_id else f"/reglas/{game_id}"


def section(rulebook: str, section_id: str) -> str:
    """Return the route of one section of the rules of a game, or of a match."""
    return f"{rulebook}/{section_id}"


def box(game_id: str, box_id: str = NEW_BOX) -> str:
    """Return the route of a box profile, or of a new one."""
    return f"/caja/{game_id}/{box_id}"


def merge_box(game_id: str, box_id: str, other: str) -> str:
    """Return the route that merges another box into one."""
    return f"{box(game_id, box_id)}/unir/{other}"


def carry_box(game_id: str, box_id: str) -> str:
    """Return the route that transfers a box profile to another device."""
    return f"/caja/{game_id}/{box_id}/llevar"


def disputes(game_id: str) -> str:
    """Return the route of the disputes about one game."""
    return f"{DISPUTES}/{game_id}"


def new_dispute(game_id: str, section_id: str = "") -> str:
    """Return the route that opens a dispute about the rules of a game, outside a match."""
    route = f"{disputes(game_id)}/nueva"
    return f"{route}/{section_id}" if section_id else route


def open_dispute(match_id: str, about: str = "") -> str:
    """Return the route that opens a dispute in a match.

    `about` is the card on display, a rule section, or empty.
    """
    route = match(match_id, "disputa")
    return f"{route}/{about}" if about else route


def dispute(dispute_id: str) -> str:
    """Return the route of the file of one dispute."""
    return f"/disputa/{dispute_id}"


def moment(dispute_id: str) -> str:
    """Return the route of the match as it was when a dispute was opened."""
    return f"/disputa/{dispute_id}/momento"


def carry_dispute(dispute_id: str) -> str:
    """Return the route that transfers a dispute to another device."""
    return f"/disputa/{dispute_id}/llevar"


def carry_disputes(game_id: str) -> str:
    """Return the route that transfers all disputes about a game to another device."""
    return f"{disputes(game_id)}/llevar"


MOST = 50
"""Maximum number of remembered routes."""


class NavigationHistory:
    """Navigation history.

    The app leads to most screens, but so do the browser's arrows, a typed address and a link. So
    only the route that the page reports counts.
    """

    def __init__(self, here: str) -> None:
        self.here = here
        self._behind: list[str] = []
        self._bound = ""

    @property
    def behind(self) -> str:
        """Return the route to which going back leads; empty without a history."""
        # The page reports a route only after it is drawn.
        here = self._bound or self.here
        return next((route for route in reversed(self._behind) if route != here), "")

    def go(self, route: str) -> None:
        """Note that the app opens a route."""
        self._step()
        self._bound = route

    def replace(self, route: str) -> None:
        """Note that the app opens a route in place of the current one."""
        self._bound = route

    def back(self, otherwise: str) -> str:
        """Return the route to go back to, or the given one without a history."""
        while self._behind:
            route = self._behind.pop()
            if route != self.here:
                self._bound = route
                return route
        self._bound = otherwise
        return otherwise

    def came(self, route: str) -> None:
        """Note that the page has reached a route, also if it is reported twice."""
        if route == self.here:
            self._bound = ""
            return
        if route != self._bound:
            self._astray(route)
        self.here, self._bound = route, ""

    def _astray(self, route: str) -> None:
        """Handle a route that the app did not open: back in the history, or on to a new one."""
        if route in self._behind:
            last = len(self._behind) - 1 - self._behind[::-1].index(route)
            del self._behind[last:]
        elif route != self.here:
            self._step()

    def _step(self) -> None:
        self._behind = [*self._behind, self.here][-MOST:]
