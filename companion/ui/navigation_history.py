"""Navigation history of a screen, however each route was reached."""

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
        """Note that the page has reached a route."""
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
