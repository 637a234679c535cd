"""Why a seat may not play a move now: the engine's reason, and where the rule can be read.

The answer follows from what the seat knows. Whether others are asked in secret changes nothing.
"""

from typing import Any

from django.utils.translation import gettext as _

from arena.games import rule_links
from arena.tables.game.game_state import GameState
from engine.errors import BadMove, IllegalMove
from engine.ruleset import State

Json = dict[str, Any]


def why(game: GameState, seat: int, text: str) -> Json:
    """``text``, a sentence; ``rule``, its label or null; ``url``, the place of the rule or null.

    ``legal`` is whether nothing forbids the move. `text` is what somebody sent.
    """
    state = _as_seen_by(game, seat)
    if state.seat is None:
        return no_move(_("The game is over."))
    if state.seat != seat:
        return no_move(_("It is not your turn."))
    try:
        state.parse(text)
    except IllegalMove as error:
        url = rule_links.url_for(game.ruleset.name, error.rule) if error.rule else None
        return no_move(error.reason, error.rule, url)
    except BadMove as error:
        return no_move(str(error))
    return no_move(_("Nothing forbids this move."), legal=True)


def no_move(
    text: str, rule: str | None = None, url: str | None = None, *, legal: bool = False
) -> Json:
    """An answer in the shape of `why`."""
    return {"text": text, "rule": rule, "url": url, "legal": legal}


def _as_seen_by(game: GameState, seat: int) -> State[Any]:
    """The state in which every other seat that is asked in secret has passed."""
    state = game.state.copy()
    while state.seat not in (None, seat) and game.asks_in_secret_at(state):
        state.play(state.parse(game.decline))
    return state
