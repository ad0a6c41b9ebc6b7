"""Result of a match as a text, to paste into a message."""

from collections.abc import Iterator, Sequence

from companion.match.fold import Match
from companion.rulebook.wording import Wording
from companion.services.matches.summary import playing_time
from companion.ui.screens.result.presenter import PodiumStep
from companion.ui.views.entries.entry_lines import closed_text
from companion.ui.views.table.clock import roughly


def result_text(
    match: Match, wording: Wording, heading: Sequence[str], label: str, steps: Sequence[PodiumStep]
) -> str:
    """Return the result in lines: title, day and reason, points by person, and time played.

    Args:
        match: a finished match.
        wording: its words.
        heading: its title, the day, and who won and why.
        label: name of what the points count.
        steps: everybody with their points, winners first.
    """
    return "\n".join(_lines(match, wording, heading, label, steps)).replace("\u00a0", " ")


def _lines(
    match: Match, wording: Wording, heading: Sequence[str], label: str, steps: Sequence[PodiumStep]
) -> Iterator[str]:
    app, title = wording.app, heading[0]
    game = match.game.played_name(match.options) or wording.data.info.name
    yield title if title == game else f"{title} · {game}"
    yield from heading[1:]
    if not match.retold or match.retold.points:
        yield ""
        yield f"{label}:"
        for step in steps:
            yield app("final.text_points", name=step.name, amount=step.shown + step.also)
    yield ""
    if playing_time(match) or not match.retold:
        yield app("final.text_time", time=roughly(playing_time(match), app))
    if match.retold:
        yield app("final.retold_hint")
    if match.closed:
        yield closed_text(match.closed, wording)
