"""Navigation history: back leads to the previous place, whether app, browser or link led away."""

from random import Random

from companion.ui.trail import NavigationHistory

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


def test_back_leads_through_all_that_one_came_through() -> None:
    trail = _through(HOME, TABLE, RULES, TABLE, ABOUT)
    assert [_back(trail) for _ in range(4)] == [TABLE, RULES, TABLE, HOME]


def test_an_address_that_was_typed_is_left_for_where_one_was() -> None:
    trail = _through(TABLE)
    trail.came(ABOUT)
    assert _back(trail) == TABLE


def test_what_the_browser_went_back_through_is_not_gone_back_to_again() -> None:
    trail = _through(HOME, TABLE, ACTA, RULES)
    trail.came(ACTA)
    assert _back(trail) == TABLE
    trail = _through(HOME, TABLE, ACTA, RULES)
    # Two steps at once, as its list of pages offers them.
    trail.came(TABLE)
    assert _back(trail) == HOME


def test_the_browser_can_go_on_again() -> None:
    trail = _through(HOME, TABLE, ACTA)
    trail.came(TABLE)
    trail.came(ACTA)
    assert [_back(trail), _back(trail)] == [TABLE, HOME]


def test_what_took_the_place_of_a_screen_leads_back_to_before_it() -> None:
    trail = _through(HOME, RULES)
    trail.replace(TABLE)
    trail.came(TABLE)
    assert _back(trail) == HOME


def test_with_nothing_behind_one_is_led_where_it_is_said() -> None:
    trail = _through(ABOUT)
    trail.came(ABOUT)
    assert trail.back(TABLE) == TABLE


def test_a_walk_in_any_order_is_gone_back_as_it_was_come() -> None:
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
