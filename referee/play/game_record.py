"""What the match record says about one game (docs/3-protocol.md, "The record")."""

from typing import Any

from engine.faults import MAX_FAULTS, Reason
from engine.record import sides_in
from referee.play.game import GameResult


def game_record(leg: int, pair: int, game: GameResult) -> dict[str, Any]:
    """The entry for a pair's game in this leg; both count from 0."""
    return {
        "pair": pair,
        "leg": leg,
        "sides": list(sides_in(leg)),
        "moves": game.moves,
        "ms": game.ms,
        "notes": game.notes,
        "scores": list(game.scores),
        "reason": game.reason,
        "fault": _fault_record(game),
    }


def _fault_record(game: GameResult) -> dict[str, Any] | None:
    """The fault that ended the game. Side and seat are null if both sides are at fault."""
    if game.reason == Reason.NORMAL:
        return None
    lost = [side for side in (0, 1) if not game.scores[side]]
    side = lost[0] if len(lost) == 1 else None
    seat = side
    if game.reason == Reason.FORFEIT:
        detail = f"forfeited after {MAX_FAULTS} faults in this match"
    else:
        detail = " · ".join(fault.detail for fault in game.faults)
        if side is not None:
            seat = game.faults[0].seat
    return {"side": side, "seat": seat, "move": len(game.moves), "detail": detail}
