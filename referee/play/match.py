"""Plays one match: mirrored pairs between two bots, refereed move by move (docs/3-protocol.md).

A plain loop over pipes with deadlines. A fault costs only the bot that commits it. A failure of the
machine or the referee voids the match, and nobody loses.

A match has two legs: first games, then mirrored ones. New processes play the second leg, and they
start when those of the first have ended. So no process knows a deal from the other side.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import engine
from engine.faults import Reason
from engine.randomness import SEED_BYTES, commitment, pair_seed
from engine.record import FORMAT, LEGS, deal_number, leg_and_pair, sides_in
from engine.ruleset import Ruleset
from referee.errors import RefereeError
from referee.play.clock import NS, Clock, HostStarved
from referee.play.cpu_slots import CpuSlot
from referee.play.fault_report import FaultReport
from referee.play.game import GameResult, lost_by, play_game, report
from referee.play.game_record import game_record
from referee.play.protocol import VERSION, BotFault, Hello, line
from referee.play.remote import RemoteProgram
from referee.play.team import Team, TurnTimes, end_processes
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program
from referee.sandbox import Sandbox


@dataclass(frozen=True)
class Entrant:
    """A bot in a match: its name, its version's number, and that version's program."""

    name: str
    version: int
    program: Program | RemoteProgram

    @property
    def sha256(self) -> str | None:
        """Of its program; None for a remote bot, whose program never comes here."""
        return None if isinstance(self.program, RemoteProgram) else self.program.sha256


@dataclass(frozen=True)
class MatchSettings:
    """What to play. `pairs`: of games. `seed`: 32 bytes, secret until the match has ended.

    `first_deal`: with fresh deals, the first of the seed's deals that nobody has seen.
    """

    ruleset: Ruleset
    entrants: tuple[Entrant, Entrant]
    pairs: int
    seed: bytes
    clock: Clock = field(default_factory=Clock)
    first_deal: int = 0

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise ValueError(f"a match has at least 1 pair of games, not {self.pairs}")
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a match seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    def kinds(self) -> set[str]:
        """The languages of the programs that run here. Raises BadProgram."""
        programs = [entrant.program for entrant in self.entrants]
        return {one.language.name for one in programs if not isinstance(one, RemoteProgram)}

    @property
    def fresh_deals(self) -> bool:
        """Whether each game has a deal of its own: the machine of a remote bot plays both legs, and
        could remember the deals of the first."""
        return any(entrant.sha256 is None for entrant in self.entrants)

    @property
    def games(self) -> int:
        return LEGS * self.pairs

    @property
    def partners(self) -> bool:
        """Whether a side has several processes, one per seat, which must not communicate."""
        return self.ruleset.seats > 2


@dataclass(frozen=True)
class MatchResult:
    """A match that was played.

    `record`: docs/3-protocol.md, "The record". By entrant, for their authors: `stderr`, and the
    `times` of every turn by game. `faults`: each with the request that led to it.
    """

    record: dict[str, Any]
    stderr: tuple[str, str]
    times: tuple[list[TurnTimes], list[TurnTimes]]
    faults: tuple[FaultReport, ...] = ()


class MatchVoid(RefereeError):
    """The machine or the referee failed. Nobody loses; the match should be played again."""


def play(
    match: MatchSettings,
    sandbox: Sandbox,
    *,
    slot: CpuSlot,
    tick: Callable[[], None] | None = None,
    on_game_start: Callable[[GameResult], None] | None = None,
    on_game_end: Callable[[dict[str, Any]], None] | None = None,
) -> MatchResult:
    """Plays the match in this thread, which holds the slot. Raises MatchVoid.

    `tick` is called at least once a second, also while a bot thinks. `on_game_start` gets the
    result of each game before its first move, and `tick` may watch it grow. `on_game_end` gets each
    game of the record. An exception in one of them ends the match and passes through. No process of
    a bot is left, however the match ends.
    """
    callbacks = _Callbacks(tick, on_game_start, on_game_end)
    scheduler = TurnScheduler(sandbox, slot, callbacks.tick if tick else None)
    seats = match.ruleset.seats // 2
    teams = [
        Team(scheduler, index, entrant.program, seats)
        for index, entrant in enumerate(match.entrants)
    ]
    games: list[dict[str, Any]] = []
    faults: list[FaultReport] = []
    try:
        with ExitStack() as cleanup:
            cleanup.callback(scheduler.close)
            for team in teams:
                cleanup.callback(team.kill)
            for index in range(match.games):
                leg, pair = leg_and_pair(index, match.pairs)
                side0, side1 = sides_in(leg)
                game = _play_game(match, index, (teams[side0], teams[side1]), callbacks)
                faults += game.faults
                games.append(game_record(leg, pair, game))
                callbacks.on_game_end(games[-1])
                if pair == match.pairs - 1:
                    end_processes(teams)
    except HostStarved as error:
        raise MatchVoid(str(error)) from error
    except Exception as error:
        if error is callbacks.raised:
            raise
        raise MatchVoid(f"the referee failed: {type(error).__name__}: {error}") from error
    return MatchResult(
        _match_record(match, games),
        (teams[0].stderr(), teams[1].stderr()),
        (teams[0].times, teams[1].times),
        tuple(faults),
    )


def _play_game(
    match: MatchSettings, index: int, sides: tuple[Team, Team], callbacks: "_Callbacks"
) -> GameResult:
    """Plays game `index`, unless a side has forfeited it or cannot start."""
    for team in sides:
        team.times.append([])
    forfeited = {side for side, team in enumerate(sides) if team.has_forfeited}
    if forfeited:
        return GameResult(lost_by(forfeited), Reason.FORFEIT)
    failures = _start(match, index, sides)
    if failures:
        failed = {fault.seat % 2 for fault in failures}
        game = GameResult(lost_by(failed), Reason.START, faults=failures)
    else:
        leg, pair = leg_and_pair(index, match.pairs)
        number = deal_number(leg, pair, match.pairs, match.fresh_deals, match.first_deal)
        seed = pair_seed(match.seed, number)
        game = play_game(match.ruleset, seed, index, sides, match.clock, callbacks.on_game_start)
    for fault in game.faults:
        sides[fault.seat % 2].faults += 1
    return game


def _start(match: MatchSettings, index: int, sides: tuple[Team, Team]) -> list[FaultReport]:
    """Starts the processes that are not running. Returns at most one fault per side."""
    failures: list[FaultReport] = []
    leg, _ = leg_and_pair(index, match.pairs)
    for side, team in enumerate(sides):
        hello = Hello(
            VERSION,
            match.ruleset.name,
            match.ruleset.options,
            side,
            match.ruleset.seats,
            match.games,
            match.clock.as_dict(),
        )
        try:
            team.start(line(hello), match.clock.start_ms * NS, index + 1, leg)
        except BotFault as fault:
            seat = side + 2 * (len(team.bots) - 1)
            failures.append(report(fault, index, team, seat, 0))
            team.kill()
    return failures


def _match_record(match: MatchSettings, games: list[dict[str, Any]]) -> dict[str, Any]:
    scores = [0.0, 0.0]
    for game in games:
        for bot, score in zip(game["sides"], game["scores"], strict=True):
            scores[bot] += score
    return {
        "format": FORMAT,
        "engine": engine.VERSION,
        "ruleset": match.ruleset.name,
        "options": dict(match.ruleset.options),
        "match_seed": match.seed.hex(),
        "commitment": commitment(match.seed),
        "bots": [_bot_record(entrant) for entrant in match.entrants],
        "clock": match.clock.as_dict(),
        "pairs": match.pairs,
        **({"fresh_deals": True, "first_deal": match.first_deal} if match.fresh_deals else {}),
        "games": games,
        "scores": scores,
    }


def _bot_record(entrant: Entrant) -> dict[str, Any]:
    """The bot, and what it ran with: the packages by name, if its language has any."""
    record: dict[str, Any] = {"name": entrant.name, "version": entrant.version}
    if isinstance(entrant.program, RemoteProgram):
        return record | {"remote": True}
    language = entrant.program.language
    record |= {"sha256": entrant.program.sha256, "language": language.name}
    return record | ({"packages": language.packages.versions} if language.packages else {})


class _Callbacks:
    """The caller's functions. `raised`: the exception in one of them, which voids no match."""

    def __init__(
        self,
        tick: Callable[[], None] | None,
        on_game_start: Callable[[GameResult], None] | None,
        on_game_end: Callable[[dict[str, Any]], None] | None,
    ) -> None:
        self.raised: Exception | None = None
        self._tick = tick
        self._on_game_start = on_game_start
        self._on_game_end = on_game_end

    def tick(self) -> None:
        if self._tick is not None:
            self._call(self._tick)

    def on_game_start(self, game: GameResult) -> None:
        if self._on_game_start is not None:
            self._call(self._on_game_start, game)

    def on_game_end(self, game: dict[str, Any]) -> None:
        if self._on_game_end is not None:
            self._call(self._on_game_end, game)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        try:
            function(*arguments)
        except Exception as error:
            self.raised = error
            raise
