"""Navigation history: back leads to the previous place, whether app, browser or link led away."""

from random import Random

from companion.ui.routes import NavigationHistory

HOME, TABLE, ABOUT, RULES, ACTA = "/", "/mesa", "/acerca", "/reglas", "/acta"


def _through(*routes: str) -> NavigationHistory:
    """Return a history that the app led through those routes."""
    trail = NavigationHistory(routes[0])
    for route in routes[1:]:
        trail.go(route)
        trail.came(route)
    return trail


def _back(trail: NavigationHistory) -> str:
    route = trail.back(HOME)
    trail.came(route)
    return route


def test_back_retraces_every_visited_route() -> None:
    trail = _through(HOME, TABLE, RULES, TABLE, ABOUT)
    assert [_back(trail) for _ in range(4)] == [TABLE, RULES, TABLE, HOME]


def test_back_from_a_typed_address_returns_to_the_previous_route() -> None:
    trail = _through(TABLE)
    trail.came(ABOUT)
    assert _back(trail) == TABLE


def test_routes_left_by_browser_back_are_not_visited_again() -> None:
    trail = _through(HOME, TABLE, ACTA, RULES)
    trail.came(ACTA)
    assert _back(trail) == TABLE
    trail = _through(HOME, TABLE, ACTA, RULES)
    # Go two steps back at once, as the browser's list of pages allows.
    trail.came(TABLE)
    assert _back(trail) == HOME


def test_browser_forward_restores_the_history() -> None:
    trail = _through(HOME, TABLE, ACTA)
    trail.came(TABLE)
    trail.came(ACTA)
    assert [_back(trail), _back(trail)] == [TABLE, HOME]


def test_back_from_a_replacing_route_skips_the_replaced_one() -> None:
    trail = _through(HOME, RULES)
    trail.replace(TABLE)
    trail.came(TABLE)
    assert _back(trail) == HOME


def test_back_without_history_goes_to_the_given_route() -> None:
    trail = _through(ABOUT)
    trail.came(ABOUT)
    assert trail.back(TABLE) == TABLE


def test_random_walk_is_retraced_in_reverse_order() -> None:
    """Forward goes the app or an address, back the arrow of the screen or of the browser."""
    for seed in range(300):
        rng = Random(seed)
        trail, walked = NavigationHistory(HOME), [HOME]
        for n in range(rng.randint(1, 25)):
            if len(walked) > 1 and rng.random() < 0.4:
                walked.pop()
                if rng.random() < 0.5:
                    trail.came(walked[-1])
                else:
                    assert _back(trail) == walked[-1], seed
            else:
                walked.append(f"/{n}")
                if rng.random() < 0.5:
                    trail.go(walked[-1])
                trail.came(walked[-1])
        while len(walked) > 1:
            walked.pop()
            assert _back(trail) == walked[-1], seed
