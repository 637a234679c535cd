"""One match: mirrored pairs between two bots, refereed move by move (protocol.md).

A plain loop over pipes with deadlines. A fault costs the bot that commits it and nobody else; what
fails outside the bots voids the match, and nobody loses.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import engine
from engine.faults import MAX_FAULTS, Reason
from engine.randomness import SEED_BYTES, commitment, pair_seed
from engine.record import FORMAT
from engine.ruleset import Ruleset
from referee.errors import RefereeError
from referee.play.clock import NS, Clock, HostStarved
from referee.play.cpu_slots import CpuSlot
from referee.play.game import FaultReport, GameResult, lost_by, play_game, report
from referee.play.protocol import VERSION, BotFault, Hello, line
from referee.play.team import Team, TurnTimes, dismiss
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program
from referee.sandbox import Sandbox


@dataclass(frozen=True)
class Entrant:
    """A bot as it plays one match: its name, the version that plays, and that version's program."""

    name: str
    version: int
    program: Program


@dataclass(frozen=True)
class MatchSettings:
    """What is to be played. `seed`: the secret 32 bytes; a pair is two games."""

    ruleset: Ruleset
    entrants: tuple[Entrant, Entrant]
    pairs: int
    seed: bytes
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise ValueError(f"a match has at least 1 pair of games, not {self.pairs}")
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a match seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    def kinds(self) -> set[str]:
        """Of programs that play, as in the table of languages. Raises BadProgram."""
        return {entrant.program.language.name for entrant in self.entrants}

    @property
    def partners(self) -> bool:
        """Whether a side has several seats, each with a process of its own: they must not talk."""
        return self.ruleset.seats > 2


@dataclass(frozen=True)
class MatchResult:
    """A match that was played: its record (protocol.md, section 5), and for the owners of the two
    bots, by entrant, standard error and the times of each game's turns; every fault with the
    message that led to it."""

    record: dict[str, Any]
    stderr: tuple[str, str]
    times: tuple[list[TurnTimes], list[TurnTimes]]
    faults: tuple[FaultReport, ...] = ()


class MatchVoid(RefereeError):
    """The machine or the referee failed: nobody loses, and the match is to be played again."""


def play(
    match: MatchSettings,
    sandbox: Sandbox,
    *,
    slot: CpuSlot,
    tick: Callable[[], None] | None = None,
    on_game: Callable[[dict[str, Any]], None] | None = None,
    on_begin: Callable[[GameResult], None] | None = None,
) -> MatchResult:
    """Plays the match in this thread, which holds the slot.

    `tick` is called at least once a second, also while a bot thinks; `on_begin` gets each game
    that is played before its first move, to be looked at by `tick` as it grows; `on_game` gets
    each game's part of the record. What they raise ends the match and passes through. However this
    ends, no process of a bot is left. Raises MatchVoid.
    """
    outside = _Outside(tick, on_game, on_begin)
    scheduler = TurnScheduler(sandbox, slot, outside.tick if tick else None)
    chairs = match.ruleset.seats // 2
    teams = [
        Team(scheduler, index, entrant.program, chairs)
        for index, entrant in enumerate(match.entrants)
    ]
    games: list[dict[str, Any]] = []
    faults: list[FaultReport] = []
    try:
        with ExitStack() as cleared:
            cleared.callback(scheduler.close)
            for team in teams:
                cleared.callback(team.kill)
            for index in range(2 * match.pairs):
                sides = (0, 1) if index % 2 == 0 else (1, 0)
                game = _game(match, index, (teams[sides[0]], teams[sides[1]]), outside)
                faults += game.faults
                games.append(_game_record(index // 2, sides, game))
                outside.on_game(games[-1])
            dismiss(teams)
    except HostStarved as error:
        raise MatchVoid(str(error)) from error
    except Exception as error:
        if error is outside.raised:
            raise
        raise MatchVoid(f"the referee failed: {type(error).__name__}: {error}") from error
    return MatchResult(
        _record(match, games),
        (teams[0].stderr(), teams[1].stderr()),
        (teams[0].times, teams[1].times),
        tuple(faults),
    )


def _game(
    match: MatchSettings, index: int, sides: tuple[Team, Team], outside: "_Outside"
) -> GameResult:
    """Plays game `index`, unless a side has forfeited it or cannot start."""
    for team in sides:
        team.times.append([])
    out = {side for side, team in enumerate(sides) if team.has_forfeited}
    if out:
        return GameResult(lost_by(out), Reason.FORFEIT)
    failures = _start(match, index, sides)
    if failures:
        failed = {fault.seat % 2 for fault in failures}
        game = GameResult(lost_by(failed), Reason.START, faults=failures)
    else:
        seed = pair_seed(match.seed, index // 2)
        game = play_game(match.ruleset, seed, index, sides, match.clock, outside.on_begin)
    for fault in game.faults:
        sides[fault.seat % 2].faults += 1
    return game


def _start(match: MatchSettings, index: int, sides: tuple[Team, Team]) -> list[FaultReport]:
    """Starts what is not running; what went wrong, at most one fault a side."""
    failures: list[FaultReport] = []
    for side, team in enumerate(sides):
        hello = Hello(
            VERSION,
            match.ruleset.name,
            match.ruleset.options,
            side,
            match.ruleset.seats,
            2 * match.pairs,
            match.clock.as_dict(),
        )
        try:
            team.start(line(hello), match.clock.start_ms * NS, index + 1)
        except BotFault as fault:
            seat = side + 2 * (len(team.bots) - 1)
            failures.append(report(fault, index, team, seat, 0))
            team.kill()
    return failures


def _record(match: MatchSettings, games: list[dict[str, Any]]) -> dict[str, Any]:
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
        "bots": [
            {"name": entrant.name, "version": entrant.version, "sha256": entrant.program.sha256}
            for entrant in match.entrants
        ],
        "clock": match.clock.as_dict(),
        "games": games,
        "scores": scores,
    }


def _game_record(pair: int, sides: tuple[int, int], game: GameResult) -> dict[str, Any]:
    return {
        "pair": pair,
        "sides": list(sides),
        "moves": game.moves,
        "ms": game.ms,
        "notes": game.notes,
        "scores": list(game.scores),
        "reason": game.reason,
        "fault": _fault_record(game),
    }


def _fault_record(game: GameResult) -> dict[str, Any] | None:
    """The fault that ended the game; of no side in particular when it is on both."""
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


class _Outside:
    """What the caller gave to be called, and what it raised: that is no failure of the match."""

    def __init__(
        self,
        tick: Callable[[], None] | None,
        on_game: Callable[[dict[str, Any]], None] | None,
        on_begin: Callable[[GameResult], None] | None,
    ) -> None:
        self.raised: Exception | None = None
        self._tick = tick
        self._on_game = on_game
        self._on_begin = on_begin

    def tick(self) -> None:
        if self._tick is not None:
            self._call(self._tick)

    def on_game(self, game: dict[str, Any]) -> None:
        if self._on_game is not None:
            self._call(self._on_game, game)

    def on_begin(self, game: GameResult) -> None:
        if self._on_begin is not None:
            self._call(self._on_begin, game)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        try:
            function(*arguments)
        except Exception as error:
            self.raised = error
            raise
