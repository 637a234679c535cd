"""Who won a game at a table and why, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from arena.games.labels import GAMES
from arena.tables.game import ending
from arena.tables.game.game_state import GameState
from arena.tables.models import Table
from engine.faults import Reason


def result_text(table: Table, names: Sequence[str], game: GameState | None) -> str:
    """For a table that has ended. `names` by seat."""
    if table.state == Table.State.CLOSED:
        return str(ending.CLOSED_TEXTS.get(table.reason, ending.CLOSED_TEXTS[ending.CALLED_OFF]))
    assert table.score0 is not None and table.score1 is not None
    winner = None if table.score0 == table.score1 else int(table.score1 > table.score0)
    if winner is not None:
        result = _("%(winners)s won.") % {"winners": side_name(names, winner)}
    elif table.score0:
        result = _("The game is a draw.")
    else:
        result = _("Both sides lost.")
    parts = (_cause(table, names), result, _score(table, winner, game))
    return " ".join(part for part in parts if part)


def side_name(names: Sequence[str], side: int) -> str:
    """The names of a side's seats."""
    return _(" and ").join(names[side::2])


def _cause(table: Table, names: Sequence[str]) -> str:
    """Who ended the game before its end, and how."""
    fault = table.fault
    if table.reason == Reason.NORMAL or not fault:
        return ""
    seat = fault.get("seat")
    who = names[seat] if seat is not None else side_name(names, fault.get("side") or 0)
    if table.reason in ending.TEXTS:
        what = str(ending.TEXTS[table.reason])
    elif table.reason in set(Reason):
        what = _(Reason(table.reason).text)
    else:
        what = _("ended the game")
    return _("%(who)s %(what)s.") % {"who": who, "what": what}


def _score(table: Table, winner: int | None, game: GameState | None) -> str:
    if table.reason != Reason.NORMAL or game is None:
        return ""
    rules = game.ruleset
    return GAMES[rules.name].outcome(rules, game.state.view(None), winner)
