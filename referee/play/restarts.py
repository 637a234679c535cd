"""Whether a bot plays on when its process is started anew in the middle of a game.

That happens at tables (docs/3-protocol.md, "Tables"): a bot that needs what an earlier process
remembered loses there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.randomness import pair_seed
from engine.record import replay
from referee.play.fault_report import FaultReport
from referee.play.match import MatchSettings
from referee.play.seat_bots import SeatBots, SeatFault
from referee.programs.program import Program
from referee.sandbox import Sandbox

_RESTARTS = 3


@dataclass(frozen=True)
class _Made:
    seat: int
    text: str
    ms: float


def lost_by_restarts(
    match: MatchSettings, record: Mapping[str, Any], sandbox: Sandbox
) -> list[FaultReport]:
    """Starts the first bot of a match anew at three turns of the first game that it played.

    Returns its faults. Raises SandboxFailed and HostStarved.
    """
    game = record["games"][0]
    moves: list[_Made] = []
    turns: list[tuple[int, int]] = []  # seat, and the number of moves made before
    seat: int | None = None
    for text, state in replay(record, 0):
        if text is not None and seat is not None:
            moves.append(_Made(seat, text, game["ms"][len(moves)]))
        seat = state.seat
        if seat is not None and seat % 2 == 0 and any(move.seat == seat for move in moves):
            turns.append((seat, len(moves)))
    program = match.entrants[0].program
    assert isinstance(program, Program)
    lost = []
    for seat, made in turns[:: len(turns) // _RESTARTS + 1]:
        programs = {seat: program}
        with SeatBots(
            sandbox, match.ruleset, pair_seed(match.seed, 0), match.clock, programs
        ) as bots:
            try:
                bots.ask(seat, moves[:made])
            except SeatFault as fault:
                lost.append(fault.report)
    return lost
