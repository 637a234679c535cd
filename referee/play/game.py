"""Plays one game of a match: asks the bots for moves and the engine for the state."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from engine.faults import Reason
from engine.ruleset import Ruleset, State
from referee.play.chosen_move import read_move
from referee.play.clock import NS, Clock
from referee.play.fault_report import FaultReport, report_of
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import BotFault, GameOver, GameStart, line
from referee.play.remote import PlayingBot
from referee.play.team import Team


@dataclass
class GameResult:
    """The result of one game, which grows while the game is played.

    `scores` by side. `ms`: the charge for each move. `notes` by move index. `faults`: none, one, or
    two if both sides failed to start.
    """

    scores: tuple[float, float] = (0.0, 0.0)
    reason: str = Reason.NORMAL
    moves: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    faults: list[FaultReport] = field(default_factory=list)


@dataclass
class _Player:
    """A seat in one game. `bank`: what is left of it (ns). `last_ms`: the last charge."""

    seat: int
    bot: PlayingBot
    team: Team
    observations: Observations
    bank: int
    last_ms: float = 0.0


def play_game(
    ruleset: Ruleset,
    seed: bytes,
    index: int,
    sides: tuple[Team, Team],
    clock: Clock,
    on_game_start: Callable[[GameResult], None],
) -> GameResult:
    """Plays game `index` of the match (from 0) to its end, or to the first fault.

    `sides`: the teams by side, with all bots ready. Afterwards, the bots that still run are told
    the result. `on_game_start` gets the result before the first move.
    Raises HostStarved, and what the engine, the machine or `on_game_start` raises.
    """
    number = index + 1
    state = ruleset.start(seed)
    players = []
    for seat in range(ruleset.seats):
        team = sides[seat % 2]
        bot = team.bots[seat // 2]
        bot.send(line(GameStart(number, seat, seat % 2)))
        players.append(_Player(seat, bot, team, Observations(seat, number), clock.bank_ms * NS))
    watching = [player.observations for player in players]
    result = GameResult()
    on_game_start(result)
    try:
        while state.seat is not None:
            player = players[state.seat]
            play_and_observe(watching, state, _ask(state, player, clock.move_ms * NS, result))
        result.scores = state.scores()
    except BotFault as fault:
        result.reason = fault.reason
        result.scores = lost_by({player.seat % 2})
        result.faults.append(report(fault, index, player.team, player.seat, len(result.moves)))
        player.team.kill()
    over = line(GameOver(number, result.scores, result.reason))
    for player in players:
        if player.team.bots:
            player.bot.send(over)
    return result


def report(fault: BotFault, game: int, team: Team, seat: int, move: int) -> FaultReport:
    """The report of a fault by the bot in `seat`. Its team must not have been killed yet."""
    bot = team.bots[seat // 2]
    return report_of(fault, bot, team.program, game=game, entrant=team.index, seat=seat, move=move)


def lost_by(sides: Collection[int]) -> tuple[float, float]:
    """The scores by side of a game that these sides, one or both, lost by faults."""
    return float(0 not in sides), float(1 not in sides)


def _ask(state: State[Any], player: _Player, free: int, result: GameResult) -> Any:
    """Asks the player for its move, charges its clock, and adds the move to the result.

    `free`: nanoseconds of a turn before the bank pays. Raises BotFault.
    """
    player.bot.stderr.turn = (player.observations.game, len(result.moves) + 1)
    moves = state.legal()
    legal = state.texts(moves)
    request = player.observations.request(state, legal, player.bank // NS, player.last_ms)
    answer_line, spent = player.bot.ask(request, free + player.bank)
    move, text, note = read_move(answer_line, state, moves, legal)

    index = len(result.moves)
    charge = spent.charge
    player.last_ms = round(charge / NS, 1)
    if charge > free:
        player.bank -= charge - free
    result.moves.append(text)
    result.ms.append(player.last_ms)
    if note is not None:
        result.notes[str(index)] = note
    # Milliseconds with three decimals. round() would take five times as long.
    wall, processor, wait, referee, network = spent
    times: list[float] = [
        index,
        wall // 1000 / 1000,
        processor // 1000 / 1000,
        wait // 1000 / 1000,
        referee // 1000 / 1000,
    ]
    if network:
        times.append(network // 1000 / 1000)
    player.team.times[-1].append(times)
    return move
