"""Conditions on the options of a match, so that bad options are refused too."""

from companion.games.kingdom_of_solomon.components import PLAYERS, REQUIRED_FACTS, SolomonOptions
from companion.kernel import table
from companion.kernel.acts import rule
from companion.kernel.conditions import Condition
from companion.kernel.game import SetupDraft
from companion.kernel.refusal import ConditionKind, Failure, Finding


@rule("setup.order", code="order_wrong", fields=("order", "players"), kind=ConditionKind.EXISTENCE)
def order_wrong(_draft: SetupDraft, options: SolomonOptions) -> Finding:
    """Everybody has one place in the turn order."""
    seats = list(range(len(options.players)))
    return Failure() if options.order and sorted(options.order) != seats else None


SETUP: tuple[Condition[SetupDraft], ...] = (
    table.wrong_number_of_players(PLAYERS, "setup.players"),
    table.name_repeated("table.seats"),
    order_wrong,
    table.printed_number_missing(REQUIRED_FACTS, "components"),
)
