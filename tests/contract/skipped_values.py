"""One random match with a box that is known as a whole, and with values of it skipped."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

from companion.bootstrap import catalog
from companion.games import GAMES
from companion.kernel import legality
from companion.kernel.box import by_hand
from companion.kernel.form import Draft
from companion.kernel.game import Game
from companion.kernel.models import Action
from companion.kernel.pieces.standings import of_state
from companion.match.entries import (
    Adjusted,
    Body,
    Entry,
    FactsEntered,
    Redone,
    Reported,
    Setting,
    Started,
    Undone,
)
from companion.match.files import acta_file, acta_reader
from companion.match.fold import Match, fold
from companion.match.reconcile import amount, posted
from companion.match.resumable import done
from companion.match.steps import adjust, impossible
from companion.services.matches.results import Recorded, Submission
from companion.services.matches.submission import judging
from tests.games.random_play import legal_action, sample_of, slip, weights_of
from tests.playthroughs.actas import FIRST

Watch: TypeAlias = Callable[[Match, Mapping[str, Any]], None]


def _ignore(_match: Match, _full: Mapping[str, Any]) -> None:
    """Do nothing."""


def _told(game: Game[Any], state: Any, action: Action, known: Any, after: Any) -> Action | None:
    """Return the report of a table that has not read what it needs; None if it makes none.

    `as_reported` of a game's sample fills in what is asked only there, as the table shows it.
    """
    told = getattr(sample_of(game), "as_reported", None)
    return action if told is None else told(state, action, known, after)


def _answer(game: Game[Any], unknown: Any, known: Any) -> Action | None:
    """Return the next report that is due only where nobody has read the box; None without one."""
    answer = getattr(sample_of(game), "answer", None)
    return None if answer is None else answer(unknown, known)


def _apart(game: Game[Any]) -> frozenset[str]:
    """Return the kinds of reports that rest on what is read by their meaning."""
    kinds: frozenset[str] = getattr(sample_of(game), "OF_WHAT_IS_READ", frozenset())
    return kinds


def _by_hand(state: Any) -> bool:
    """Return whether the table has something to do by hand first."""
    return hasattr(state, "agenda") and by_hand.due(state) is not None


def _weights(game: Game[Any], state: Any) -> dict[str, float]:
    return {**weights_of(game, state), **dict.fromkeys(_apart(game), 0.0)}


def _boxes(
    game: Game[Any], rng: Random, share: float | None
) -> tuple[Any, dict[str, Any], dict[str, Any], Any] | None:
    """Return options, a known box, the same with values skipped, and rulings; None without any."""
    options, _, rulings = sample_of(game).table(rng)
    full_facts = getattr(sample_of(game), "full_facts", None)
    if full_facts is None:
        return None
    full = full_facts(rng)
    share = rng.choice((0.1, 0.3, 0.6, 1)) if share is None else share
    never = getattr(sample_of(game), "NEVER_SKIPPED", ())
    kept = {f for f in full if f in game.required_facts or f.endswith(never)}
    skipped = {f: v for f, v in full.items() if f in kept or rng.random() >= share}
    return options, full, skipped, {**rulings, **getattr(sample_of(game), "READ_RULINGS", {})}


def _judged_alike(game: Game[Any], known: Any, unknown: Any, report: Action) -> None:
    """Check the verdict of a report, which may be mistaken."""
    if report.kind in _apart(game):
        return
    then = game.apply(known, report)[0] if legality.check(game, known, report) is None else None
    told = _told(game, unknown, report, known, then)
    verdict = "unverifiable" if told is None else legality.judge(game, unknown, told).verdict
    if told is None or _needed(game, unknown, told):
        return
    if verdict != "unverifiable":
        right = legality.judge(game, known, report)
        assert verdict == right.verdict, (report, told, right)


def _needed(game: Game[Any], state: Any, action: Action) -> tuple[str, ...]:
    """Return the unread values without which a report cannot be made."""
    needs = game.required.get(action.kind)
    values = {name: getattr(action, name) for name in action.form_fields()}
    return () if needs is None else needs(state, Draft(action.kind, action.seat, values))


def _ends_alike(game: Game[Any], known: Any, unknown: Any) -> None:
    """Check scores, whose turn it is and the end."""
    assert game.awaiting(unknown) == game.awaiting(known)
    sure = {(x.seat, x.code): x.amount for x in game.score(unknown) if not x.lacks}
    right = {(x.seat, x.code): x.amount for x in game.score(known)}
    assert sure.items() <= right.items()
    least = {(x.seat, x.code): x.amount for x in game.score(unknown) if x.unread == "+"}
    assert all(amount <= right[which] for which, amount in least.items())
    ended, as_known = game.outcome(unknown), game.outcome(known)
    assert (ended is None) == (as_known is None)
    if ended is not None and as_known is not None:
        if ended.contenders:
            assert {*as_known.winners} <= {*ended.contenders}
            assert ended.lacks
            assert not ended.winners
        else:
            assert ended.winners == as_known.winners
        totals = {line.seat: line for line in ended.compared[: unknown.players]}
        reached = {line.seat: line.amount for line in as_known.compared[: unknown.players]}
        assert totals.keys() == reached.keys()
        assert all(line.lacks or line.amount == reached[seat] for seat, line in totals.items())


class SkippedTable:
    """Acta of a match in which values are skipped; what reports show is in force, or is not."""

    def __init__(
        self, game: Game[Any], options: Any, facts: Any, rulings: Any, *, learns: bool
    ) -> None:
        started = Started(
            match="match-1",
            game=game.id,
            rules_version=game.version,
            options=options.model_dump(mode="json"),
            facts=facts,
            rulings=rulings,
            learns=learns,
        )
        self.game, self.catalog = game, catalog(game.id)
        self.match: Match = fold(GAMES, (Entry(seq=0, id="start", at=FIRST, body=started),))

    def record(self, body: Body) -> None:
        """Record an entry, which has to stand, with all before it."""
        submission = Submission(id=f"entry-{len(self.match.entries)}", body=body)
        answer = done(judging(self.match, submission, self.catalog, FIRST))
        assert isinstance(answer, Recorded), (body, answer)
        broken = answer.match.broken
        assert broken is None, (body, broken)
        self.match = answer.match

    def report(self, action: Action) -> None:
        """Record a report."""
        self.record(Reported(action=action.model_dump(mode="json")))


def _answered(game: Game[Any], known: Any, table: SkippedTable) -> None:
    """Report what is due only where nobody has read the box."""
    while (answer := _answer(game, table.match.state, known)) is not None:
        table.report(answer)


def _there_and_back(table: SkippedTable, rng: Random) -> None:
    """Undo some entries and do them again; write the match into a file and read it."""
    state, ids = table.match.state, [step.item.id for step in table.match.steps]
    if len(ids) > 1:
        table.record(Undone(to=rng.choice(ids[-5:-1])))
        table.record(Redone(to=ids[-1]))
    text = acta_file.dumps(table.match.entries)
    read = acta_reader.read_file(GAMES, catalog, text.encode())
    assert read.state == table.match.state == state


def _adjusted(game: Game[Any], known: Any, table: SkippedTable, rng: Random) -> Any:
    """Set the same by hand with both boxes, where they allow it; return the first table then."""
    unknown = table.match.state
    open_now = sorted({(one.account, one.item) for one in of_state(unknown)})
    if open_now and rng.random() < 0.5:
        place, counted = rng.choice(open_now), rng.randrange(40)
        of_known, of_unknown = (
            Adjusted(postings=(posted(state, place, counted - amount(state.ledger, place)),))
            for state in (known, unknown)
        )
        return _set(game, known, table, rng, of_known, of_unknown)
    first = {one.code: one.values(known) for one in game.settables_of(known)}
    second = {one.code: one.values(unknown) for one in game.settables_of(unknown)}
    code = rng.choice(sorted(first.keys() & second.keys()))
    values = sorted({*first[code]} & {*second[code]})
    if not values:
        return known
    body = Adjusted(settings=(Setting(code=code, value=rng.choice(values)),))
    return _set(game, known, table, rng, body, body)


def _set(
    game: Game[Any],
    known: Any,
    table: SkippedTable,
    rng: Random,
    of_known: Adjusted,
    of_unknown: Adjusted,
) -> Any:
    """Record an adjustment, as it is on either table; return the first table then."""
    if impossible(game, known, of_known) or impossible(game, table.match.state, of_unknown):
        return known
    done = adjust(game, known, of_known)
    assert not isinstance(done, str)
    then, _ = done
    # From a table that does not hold, or on which nobody can go on, there is nothing to compare.
    if game.invariants(then) or legal_action(game, then, rng, _weights(game, then)) is None:
        return known
    table.record(of_unknown)
    _ends_alike(game, then, table.match.state)
    return then


def check(
    game: Game[Any],
    seed: int,
    limit: int,
    *,
    learns: bool,
    share: float | None = None,
    watch: Watch = _ignore,
) -> int:
    """Play one match with both boxes; return the number of reports.

    Args:
        game: its game.
        seed: of the match.
        limit: most reports.
        learns: whether what reports show is in force in the match with skipped values.
        share: of the values that is skipped; None: a random one.
        watch: called after each report with that match and the known box.
    """
    rng = Random(seed)
    drawn = _boxes(game, rng, share)
    if drawn is None:
        return 0
    options, full, skipped, rulings = drawn
    known = game.setup(options, full, rulings)
    table = SkippedTable(game, options, skipped, rulings, learns=learns)
    later = [(f, v) for f, v in full.items() if f not in skipped]
    rng.shuffle(later)
    for _ in range(limit):
        if game.outcome(known) is not None:
            break
        apart = _by_hand(known) and not _by_hand(table.match.state)
        if not apart:
            if rng.random() < 0.03:
                known = _adjusted(game, known, table, rng)
                _answered(game, known, table)
            _judged_alike(game, known, table.match.state, slip(game, known, rng))
        if rng.random() < 0.03:
            _there_and_back(table, rng)
        action = legal_action(game, known, rng, _weights(game, known))
        if action is None or action.kind in _apart(game):
            break
        then = game.apply(known, action)[0]
        told = _told(game, table.match.state, action, known, then)
        if told is not None and (not apart or action.kind != by_hand.KIND):
            # Where nobody has read the text, what it leaves to the table is part of the report.
            needed = _needed(game, table.match.state, told)
            if needed:
                table.record(FactsEntered(facts={fact: full[fact] for fact in needed}))
                later = [(fact, value) for fact, value in later if fact not in needed]
            table.report(told)
            watch(table.match, full)
        known = then
        _answered(game, known, table)
        if _by_hand(known) == _by_hand(table.match.state):
            _ends_alike(game, known, table.match.state)
        if later and rng.random() < 0.05:
            table.record(FactsEntered(facts=dict([later.pop()])))
    _type_the_rest(table, later)
    _ends_alike(game, known, table.match.state)
    assert game.score(table.match.state) == game.score(known)
    assert game.outcome(table.match.state) == game.outcome(known)
    assert fold(GAMES, table.match.entries).state == table.match.state
    return len(table.match.steps)


def _type_the_rest(table: SkippedTable, later: list[tuple[str, Any]]) -> None:
    for part in _parts(later):
        table.record(FactsEntered(facts=dict(part)))


def _parts(later: list[tuple[str, Any]]) -> Iterator[list[tuple[str, Any]]]:
    """Yield some values at a time, as many as one entry can have."""
    step = max(1, min(200, -(-len(later) // 3)))
    for start in range(0, len(later), step):
        yield later[start : start + step]
