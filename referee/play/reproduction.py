"""Plays a recorded match again with one of its bots, or both, and compares their moves.

The live bots get the same messages as in the match, clocks included; every other move is that of
the record. So a bot that depends on nothing else plays the same moves. Its processes live as long
as they did: through all games of a leg, unless a fault of its ended them.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import MoveError
from engine.faults import Reason
from engine.record import game_seed, ruleset_of
from engine.ruleset import Ruleset, State
from referee.play.chosen_move import read_move
from referee.play.clock import NS, Clock, HostStarved
from referee.play.cpu_slots import CpuSlot
from referee.play.match import MatchVoid
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import VERSION, BotFault, GameOver, GameStart, Hello, line
from referee.play.remote import PlayingBot
from referee.play.team import Team, end_processes
from referee.play.turn_scheduler import TurnScheduler
from referee.programs.program import Program
from referee.sandbox import Sandbox

# How much slower than in the match the bot may be: this machine is another one.
PATIENCE: Final = 4


@dataclass(frozen=True)
class Difference:
    """Where a live bot does something else than in the record.

    `move`: how many moves had been made. `recorded` and `played` are moves, or None for a fault,
    which `fault` describes: "record" or "here", and what happened. `next_move`: the record's next
    move if it is of the other side, and whether it is possible after the live move. `ends`: the
    game is over with the live move.
    """

    seat: int
    move: int
    position: str
    recorded: str | None
    played: str | None
    fault: str = ""
    next_move: str = ""
    next_is_possible: bool | None = None
    ends: bool = False


@dataclass(frozen=True)
class GameComparison:
    """`compared`: how many moves of the live bots were the same. `reason`: why the recorded game
    ended."""

    game: int
    compared: int
    reason: str
    difference: Difference | None = None


@dataclass
class _Seat:
    """A live seat in one game. `bank` and `last_ms` are those of the record."""

    seat: int
    bot: PlayingBot
    team: Team
    observations: Observations
    bank: int
    last_ms: float = 0.0


def reproduce(
    record: Mapping[str, Any],
    live: Mapping[int, Program],
    sandbox: Sandbox,
    slot: CpuSlot,
    on_game: Callable[[GameComparison], None] = lambda game: None,
) -> list[GameComparison]:
    """Plays the verified record of a match again. `live`: programs by the bot's index, 0 or 1.

    Raises MatchVoid. No process of a bot is left.
    """
    rules = ruleset_of(record)
    scheduler = TurnScheduler(sandbox, slot)
    seats = rules.seats // 2
    teams = {index: Team(scheduler, index, program, seats) for index, program in live.items()}
    found = []
    try:
        with ExitStack() as cleanup:
            cleanup.callback(scheduler.close)
            for team in teams.values():
                cleanup.callback(team.kill)
            for index, game in enumerate(record["games"]):
                found.append(_Game(record, rules, index, teams).play())
                on_game(found[-1])
                if game["pair"] == record["pairs"] - 1:
                    end_processes(list(teams.values()))
    except HostStarved as error:
        raise MatchVoid(str(error)) from error
    return found


class _Game:
    """One game of the record, played again."""

    def __init__(
        self, record: Mapping[str, Any], rules: Ruleset, index: int, teams: Mapping[int, Team]
    ) -> None:
        self._record = record
        self._rules = rules
        self._index = index
        self._game = record["games"][index]
        self._clock = Clock(**record["clock"])
        bots = enumerate(self._game["sides"])
        self._teams = {side: teams[bot] for side, bot in bots if bot in teams}
        self._seats: dict[int, _Seat] = {}
        self._compared = 0

    def play(self) -> GameComparison:
        reason = Reason(self._game["reason"])
        difference = None
        if reason is not Reason.FORFEIT:  # of which nothing was played
            difference = self._start(reason)
            if difference is None and reason is not Reason.START:
                difference = self._moves(reason)
            self._end(reason)
        return GameComparison(self._index, self._compared, reason, difference)

    def _start(self, reason: Reason) -> Difference | None:
        """Starts the processes that do not run, and compares whether they start."""
        state = self._rules.start(game_seed(self._record, self._index))
        found = None
        for side, team in self._teams.items():
            hello = Hello(
                VERSION,
                self._rules.name,
                self._rules.options,
                side,
                self._rules.seats,
                len(self._record["games"]),
                self._clock.as_dict(),
            )
            failure = ""
            try:
                start_ns = PATIENCE * self._clock.start_ms * NS
                team.start(line(hello), start_ns, self._index + 1, self._game["leg"])
            except BotFault as fault:
                failure = fault.detail
                team.kill()
            if bool(failure) != (reason is Reason.START and side in self._failed()):
                text = f"here: {failure}" if failure else f"record: {self._detail()}"
                found = Difference(side, 0, state.position(), None, None, text)
        return found

    def _failed(self) -> tuple[int, ...]:
        """The sides that the record says are at fault."""
        fault = self._game["fault"]
        if fault is None:
            return ()
        return (0, 1) if fault["side"] is None else (fault["side"],)

    def _detail(self) -> str:
        return str(self._game["fault"]["detail"])

    def _moves(self, reason: Reason) -> Difference | None:
        """Plays the moves of the record, and asks the live bots for theirs."""
        number = self._index + 1
        state = self._rules.start(game_seed(self._record, self._index))
        for seat in range(self._rules.seats):
            if (team := self._teams.get(seat % 2)) is not None:
                bot = team.bots[seat // 2]
                bot.send(line(GameStart(number, seat, seat % 2)))
                observed = Observations(seat, number)
                bank = self._clock.bank_ms * NS
                self._seats[seat] = _Seat(seat, bot, team, observed, bank)
        watching = [seat.observations for seat in self._seats.values()]
        for made, text in enumerate(self._game["moves"]):
            live = self._seats.get(state.seat if state.seat is not None else -1)
            if live is not None and (found := self._compare(state, live, made, text)):
                return found
            play_and_observe(watching, state, state.parse(text))
        if reason is Reason.NORMAL:
            return None
        return self._compare_fault(state, reason)

    def _compare(
        self, state: State[Any], live: _Seat, made: int, recorded: str
    ) -> Difference | None:
        found = Difference(live.seat, made, state.position(), recorded, None)
        free = self._clock.move_ms * NS
        try:
            played = self._ask(state, live, made, PATIENCE * (free + live.bank))
        except BotFault as fault:
            live.team.kill()
            return replace(found, fault=f"here: {_words(fault)}")
        if played != recorded:
            return replace(found, played=played, **self._what_next(state, made, played))
        self._compared += 1
        live.last_ms = self._game["ms"][made]
        live.bank -= max(0, round(live.last_ms * NS) - free)
        return None

    def _compare_fault(self, state: State[Any], reason: Reason) -> Difference | None:
        """Whether the live bot whose turn it is commits the fault that ended the recorded game."""
        fault = self._game["fault"]
        live = self._seats.get(fault["seat"])
        if live is None or live.seat != state.seat:
            return None
        made = len(self._game["moves"])
        found = Difference(live.seat, made, state.position(), None, None)
        try:
            # A fault of its clock is one only by that clock.
            played = self._ask(state, live, made, self._clock.move_ms * NS + live.bank)
        except BotFault as error:
            if error.reason == reason:
                return None
            return replace(found, fault=f"record: {self._detail()}; here: {_words(error)}")
        return replace(found, played=played, fault=f"record: {self._detail()}")

    def _ask(self, state: State[Any], live: _Seat, made: int, allowance: int) -> str:
        """The text of the live bot's move. Raises BotFault."""
        live.bot.stderr.turn = (self._index + 1, made + 1)
        moves = state.legal()
        legal = state.texts(moves)
        request = live.observations.request(state, legal, max(0, live.bank) // NS, live.last_ms)
        answer, _spent = live.bot.ask(request, allowance)
        return read_move(answer, state, moves, legal)[1]

    def _what_next(self, state: State[Any], made: int, played: str) -> dict[str, Any]:
        """What the other side's next move of the record would be after the live move."""
        recorded = state.copy()
        recorded.play(recorded.parse(self._game["moves"][made]))
        there = state.copy()
        there.play(there.parse(played))
        if there.seat is None:
            return {"ends": True}
        texts = self._game["moves"][made + 1 : made + 2]
        if not texts or recorded.seat in self._seats:
            return {}
        possible = there.seat == recorded.seat
        if possible:
            try:
                there.parse(texts[0])
            except MoveError:
                possible = False
        return {"next_move": texts[0], "next_is_possible": possible}

    def _end(self, reason: Reason) -> None:
        """Ends the processes that the match ended here, and tells the others the result."""
        for side in self._failed():
            if side in self._teams:
                self._teams[side].kill()
        if reason is Reason.START:
            return
        scores = self._game["scores"]
        over = line(GameOver(self._index + 1, (scores[0], scores[1]), reason))
        for live in self._seats.values():
            if live.team.bots:
                live.bot.send(over)


def _words(fault: BotFault) -> str:
    return f"{fault.reason.text}: {fault.detail}"
