"""Opponents for learning programs: a Python function, or a bot as an arena runs it.

A bot runs in a process of its own for each seat, in the sandbox, and plays one game after another.
It gets the messages of a match (docs/3-protocol.md).
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

from engine.ruleset import Ruleset, State, View
from referee.cli.arguments import entrants
from referee.play.chosen_move import read_move
from referee.play.clock import NS, Clock
from referee.play.cpu_slots import CpuSlot
from referee.play.match import Entrant
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import VERSION, BotFault, GameStart, Hello, line
from referee.play.team import Team, end_processes
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program
from referee.programs.reference_bots import HOUSE, reference_bots
from referee.sandbox import choose, require
from referee.sandbox.slot_users import claimed_slot

# A view, and the texts of the legal moves: one of these texts.
Function = Callable[[View, list[str]], str]

# Nobody measures strength here: a slow machine shall not end an episode.
CLOCK = Clock(start_ms=60_000, move_ms=10_000, bank_ms=60_000)


class OpponentFailed(RuntimeError):
    """The opponent committed a fault, or is none that could play. The message says which."""


class Opponent(Protocol):
    """What plays the other side's seats. Close it."""

    def begin(self, seats: Sequence[int]) -> None:
        """A new game begins, in which it has these seats."""

    def choose(self, state: State[Any]) -> Any:
        """A legal move of the seat to act, which is one of its own. Raises OpponentFailed."""

    def watch(self, state: State[Any], move: Any) -> None:
        """Plays this move of any seat, and lets its seats see what they may."""

    def close(self) -> None: ...


def opponent_of(rules: Ruleset, given: str | Path | Function) -> Opponent:
    """The opponent that is given as the name of a reference bot (``house/greedy-ecarte``), as the
    path of a bot's file, folder or zip, or as a function.

    Raises OpponentFailed, BadArgument or BadProgram for what is none of them, and NoSandbox where
    bots cannot be confined.
    """
    if callable(given):
        return FunctionOpponent(given)
    word = str(given)
    if word.startswith(f"{HOUSE}/") and not Path(word).exists():
        names = [str(bot) for bot in reference_bots() if bot.ruleset == rules.name]
        if word not in names:
            raise OpponentFailed(
                f"there is no reference bot {word[:80]!r} for {rules.name}: there are "
                f"{', '.join(names)}"
            )
    [entrant] = entrants([word])
    return BotOpponent(rules, entrant)


class FunctionOpponent:
    """A function that gets the view of the seat to act and the texts of its legal moves."""

    def __init__(self, function: Function) -> None:
        self._function = function

    def begin(self, seats: Sequence[int]) -> None:
        """A function knows nothing of games."""

    def choose(self, state: State[Any]) -> Any:
        moves = state.legal()
        legal = state.texts(moves)
        text = self._function(state.view(state.seat), legal)
        if text not in legal:
            raise OpponentFailed(
                f"the opponent answered {str(text)[:80]!r}, which is none of its legal moves: "
                f"{', '.join(legal)[:200]}"
            )
        return moves[legal.index(text)]

    def watch(self, state: State[Any], move: Any) -> None:
        state.play(move)

    def close(self) -> None:
        """There is nothing to release."""


class BotOpponent:
    """A bot's program. Use it in the thread that created it."""

    def __init__(self, rules: Ruleset, entrant: Entrant) -> None:
        self._rules = rules
        self._name = entrant.name
        self._games = 0
        self._watching: dict[int, Observations] = {}
        self._held = ExitStack()
        sandbox = choose("auto")
        program = entrant.program
        assert isinstance(program, Program), "remote bots play in arenas only"
        require(sandbox, {program.language.name}, partners=rules.seats > 2)
        slot = CpuSlot(self._held.enter_context(claimed_slot()), None)
        self._scheduler = TurnScheduler(sandbox, slot)
        self._held.callback(self._scheduler.close)
        self._team = Team(self._scheduler, 0, program, rules.seats // 2)
        self._held.callback(end_processes, [self._team])

    def begin(self, seats: Sequence[int]) -> None:
        self._games += 1
        if not self._team.bots:
            hello = Hello(
                VERSION,
                self._rules.name,
                self._rules.options,
                seats[0] % 2,
                self._rules.seats,
                1,
                CLOCK.as_dict(),
            )
            self._checked(lambda: self._team.start(line(hello), CLOCK.start_ms * NS, 1, 0))
        self._watching = {seat: Observations(seat, self._games) for seat in seats}
        for seat in seats:
            self._bot(seat).send(line(GameStart(self._games, seat, seat % 2)))

    def choose(self, state: State[Any]) -> Any:
        seat = state.seat
        assert seat is not None, "the game is over"
        moves = state.legal()
        legal = state.texts(moves)
        request = self._watching[seat].request(state, legal, CLOCK.bank_ms, 0.0)
        allowed = (CLOCK.move_ms + CLOCK.bank_ms) * NS

        def ask() -> Any:
            answer, _ = self._bot(seat).ask(request, allowed)
            return read_move(answer, state, moves, legal)[0]

        return self._checked(ask)

    def watch(self, state: State[Any], move: Any) -> None:
        play_and_observe(list(self._watching.values()), state, move)

    def close(self) -> None:
        self._held.close()

    def _bot(self, seat: int) -> Any:
        return self._team.bots[seat // 2]

    def _checked(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except BotFault as fault:
            log = self._team.stderr().strip()
            self._team.kill()
            told = f"\nIt wrote to standard error:\n{log[-2000:]}" if log else ""
            raise OpponentFailed(
                f"{self._name} {fault.reason.text}: {fault.detail}{told}"
            ) from None
