"""Where one came from, screen by screen, however one got there."""

MOST = 50
"""Routes that are remembered."""


class Trail:
    """The routes one came through.

    The app leads to most screens, but the arrows of the browser, an address that was typed and a
    link do, too. So what counts is the route that the page says it has come to.
    """

    def __init__(self, here: str) -> None:
        self.here = here
        self._behind: list[str] = []
        self._bound = ""

    def go(self, route: str) -> None:
        """The app leads to a route."""
        self._step()
        self._bound = route

    def replace(self, route: str) -> None:
        """The app leads to a route in the place of the one that is open."""
        self._bound = route

    def back(self, otherwise: str) -> str:
        """The route to go back to, or what is given if there is none."""
        while self._behind:
            route = self._behind.pop()
            if route != self.here:
                self._bound = route
                return route
        self._bound = otherwise
        return otherwise

    def came(self, route: str) -> None:
        """The page has come to a route."""
        if route != self._bound:
            self._astray(route)
        self.here, self._bound = route, ""

    def _astray(self, route: str) -> None:
        """Where the app did not lead: back through what one came through, or on to elsewhere."""
        if route in self._behind:
            last = len(self._behind) - 1 - self._behind[::-1].index(route)
            del self._behind[last:]
        elif route != self.here:
            self._step()

    def _step(self) -> None:
        self._behind = [*self._behind, self.here][-MOST:]
