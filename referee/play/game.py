"""One game of a match: the engine asked for the state, the bots for the moves."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from engine.errors import MoveError
from engine.faults import Reason
from engine.ruleset import Ruleset, State
from referee.play.bot import Bot
from referee.play.clock import NS, Clock
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import BotFault, GameOver, GameStart, line, read_answer
from referee.play.team import Team


@dataclass(frozen=True)
class FaultReport:
    """A fault as its bot's author needs it: `request` is the last message that the bot had to
    answer. `game` is the index among the record's games, `entrant` 0 or 1, `move` how many moves
    had been made."""

    game: int
    entrant: int
    seat: int
    move: int
    reason: str
    detail: str
    request: str


@dataclass
class GameResult:
    """What came of one game; `scores` by side. `faults`: none, one, or two when both sides failed
    to start."""

    scores: tuple[float, float] = (0.0, 0.0)
    reason: str = Reason.NORMAL
    moves: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    faults: list[FaultReport] = field(default_factory=list)


@dataclass
class _Player:
    """A seat in one game, and its clock: the bank in nanoseconds, the last charge in ms."""

    seat: int
    bot: Bot
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
    on_begin: Callable[[GameResult], None],
) -> GameResult:
    """Plays the match's game number `index` (from 0) to its end, or to the first fault.

    `sides`: the teams by side, all their bots ready. The bots that are still sound are told the
    result. `on_begin` gets the game before its first move: what it has got grows as it is played.
    Raises HostStarved, and whatever the engine, the machine or `on_begin` raises.
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
    played = GameResult()
    on_begin(played)
    try:
        while state.seat is not None:
            player = players[state.seat]
            play_and_observe(watching, state, _ask(state, player, clock.move_ms * NS, played))
        played.scores = state.scores()
    except BotFault as fault:
        played.reason = fault.reason
        played.scores = lost_by({player.seat % 2})
        played.faults.append(report(fault, index, player.team, player.seat, len(played.moves)))
        player.team.kill()
    over = line(GameOver(number, played.scores, played.reason))
    for player in players:
        if player.team.bots:
            player.bot.send(over)
    return played


def report(fault: BotFault, game: int, team: Team, seat: int, move: int) -> FaultReport:
    """The fault of the bot in `seat`, which is still there to tell what it was last asked."""
    request = team.bots[seat // 2].last_request.decode().rstrip()
    return FaultReport(game, team.index, seat, move, fault.reason, fault.detail, request)


def lost_by(sides: Collection[int]) -> tuple[float, float]:
    """The scores by side of a game that these sides lost by faults: it may be both."""
    return float(0 not in sides), float(1 not in sides)


def _ask(state: State[Any], player: _Player, free: int, played: GameResult) -> Any:
    """The move that the player chose, with its clock charged and its turn noted down.

    `free`: nanoseconds of a turn that the bank does not pay for. Raises BotFault.
    """
    player.bot.turn = (player.observations.game, len(played.moves) + 1)
    moves = state.legal()
    legal = state.texts(moves)
    request = player.observations.request(state, legal, player.bank // NS, player.last_ms)
    answer_line, spent = player.bot.ask(request, free + player.bank)
    answer = read_answer(answer_line)
    try:
        move = moves[legal.index(answer.move)]
        text = answer.move
    except ValueError:
        move = _parse(state, answer.move)
        text = state.text(move)

    index = len(played.moves)
    charge = spent.charge
    player.last_ms = round(charge / NS, 1)
    if charge > free:
        player.bank -= charge - free
    played.moves.append(text)
    played.ms.append(player.last_ms)
    if answer.note is not None:
        played.notes[str(index)] = answer.note
    # Milliseconds to three places; round() takes five times as long.
    player.team.times[-1].append([index, *[ns // 1000 / 1000 for ns in spent]])
    return move


def _parse(state: State[Any], text: str) -> Any:
    try:
        return state.parse(text)
    except MoveError as error:
        raise BotFault(Reason.ILLEGAL, str(error)) from None
