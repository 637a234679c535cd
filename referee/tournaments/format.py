"""A tournament system, and a format: a system with its settings.

Each module of referee.tournaments.systems makes one System. Everything that differs between systems
is a field of it, so that the referee, the command line and the site need to know no system by name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.errors import RefereeError
from referee.tournaments.decisions import TITLES
from referee.tournaments.event import Event, NextStep
from referee.tournaments.progress import title
from referee.tournaments.ranking import REASONS, Ranking
from referee.tournaments.standings import LEAGUE_CHAIN
from referee.tournaments.tiebreaks import POINTS, RULES, TIE_BREAKS

# What each number of a format can be.
LIMITS: Mapping[str, range] = {
    "cycles": range(1, 5),
    "rounds": range(1, 31),
    "groups": range(2, 65),
    "qualifiers": range(1, 17),
    "tiebreak_pairs": range(21),
}
MIN_ENTRIES = 2


class BadFormat(RefereeError, ValueError):
    """A format that cannot be played, or not with this number of entries. The message says why."""


@dataclass(frozen=True)
class Phrase:
    """A text with named values: translated first, then filled in."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text % self.values


@dataclass(frozen=True)
class Forecast:
    """What a field of `entries` plays if none leaves. `rounds`: how many matches each round has;
    `byes`: in all rounds. `at_most`: the matches if every one in a bracket is drawn to the end and
    a second grand final is played."""

    entries: int
    rounds: tuple[int, ...]
    byes: int
    games_a_match: int
    at_most: int

    @property
    def matches(self) -> int:
        return sum(self.rounds)

    @property
    def games(self) -> int:
        return self.matches * self.games_a_match


def _any_field(format: "Format", n: int) -> None:
    """Accepts every number of entries."""


@dataclass(frozen=True, eq=False, kw_only=True)
class System:
    """A way to pair and rank entries: what it is called, and what it does.

    `name`: how files, the database and the API name it, never to be changed. `label`, `meaning`: a
    name and a sentence for people. `settings`: which fields of Format it uses; systems that rank by
    tie-breaks list "tie_breaks", and `chain` is what they use if the organiser names none.
    `reasons`: names for the reasons, beside tie-breaks, that its ranking gives.

    The functions take the format as their first argument:
    `next_step(format, event)`: what follows from the results so far. It is a pure function, so that
    a caller that stores the pairings can stop at any point and ask again. A finished event makes no
    more pairings.
    `rank(format, event)`: the ranking, also while the event is played.
    `forecast(format, n, games)`: what `n` entries play; simulation.simulated_forecast, for systems
    without a formula.
    `check(format, n)`: raises BadFormat unless `n` entries can play it; limits of single settings
    and of the number of entries are checked before.
    `describe(format)`: phrases that name it with its settings.
    `bracket_after(format, n)`: how many rounds precede its bracket; None for systems without one.
    `late_rounds(format, n)`: how many rounds it has for a field that had `n` entries at the start,
    for systems that bots can join until the last round starts.

    `fixed_schedule`: the pairings of every round are known in advance: they depend on no result.
    `crosstable`: all entries meet, so that a crosstable shows all results.
    """

    name: str
    label: str
    meaning: str
    next_step: Callable[["Format", Event], NextStep]
    rank: Callable[["Format", Event], Ranking]
    forecast: Callable[["Format", int, int], Forecast]
    max_entries: int
    settings: tuple[str, ...] = ()
    chain: tuple[str, ...] = LEAGUE_CHAIN
    reasons: Mapping[str, str] = field(default_factory=dict)
    check: Callable[["Format", int], None] = _any_field
    describe: Callable[["Format"], Sequence[Phrase]] = lambda format: [Phrase(format.system.label)]
    bracket_after: Callable[["Format", int], int] | None = None
    late_rounds: Callable[["Format", int], int] | None = None
    fixed_schedule: bool = False
    crosstable: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def has_bracket(self) -> bool:
        return self.bracket_after is not None

    @property
    def uses_tie_breaks(self) -> bool:
        return "tie_breaks" in self.settings


@dataclass(frozen=True, kw_only=True)
class Format:
    """A system with its settings; settings that the system does not use have no effect.

    `cycles`: how often each two meet. `rounds`: None for the system's usual number. `qualifiers`:
    how many of each group advance. `third_place`: whether a match for it is played. `reset`:
    whether a second grand final is played if the undefeated entry loses the first.
    `tiebreak_pairs`: how many tiebreak pairs can follow a drawn match of a bracket before
    the better seed advances.
    """

    system: System
    cycles: int = 1
    rounds: int | None = None
    groups: int = 2
    qualifiers: int = 2
    third_place: bool = False
    reset: bool = True
    tiebreak_pairs: int = 5
    tie_breaks: tuple[str, ...] = ()

    @property
    def chain(self) -> tuple[str, ...]:
        """The rules of the standings, the points first."""
        return (POINTS, *self.tie_breaks) if self.tie_breaks else self.system.chain

    def check(self, n: int) -> None:
        """Raises BadFormat unless `n` entries can play it."""
        for name, allowed in LIMITS.items():
            value = getattr(self, name)
            if value is not None and value not in allowed:
                raise BadFormat(
                    f"{name.replace('_', ' ')} must be between {allowed[0]} and {allowed[-1]},"
                    f" not {value}"
                )
        if set(self.tie_breaks) - set(TIE_BREAKS):
            raise BadFormat(f"tie-breaks must be among {', '.join(TIE_BREAKS)}")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise BadFormat("each tie-break can be named once")
        if n < MIN_ENTRIES:
            raise BadFormat(f"a tournament needs at least {MIN_ENTRIES} entries, not {n}")
        if n > self.system.max_entries:
            raise BadFormat(
                f"{self.system.label} takes at most {self.system.max_entries} entries, not {n}"
            )
        self.system.check(self, n)

    def next_step(self, event: Event) -> NextStep:
        return self.system.next_step(self, event)

    def rank(self, event: Event) -> Ranking:
        return self.system.rank(self, event)

    def forecast(self, n: int, games: int) -> Forecast:
        """What `n` entries play with `games` games a match. Raises BadFormat."""
        self.check(n)
        return self.system.forecast(self, n, games)

    def rounds_before_bracket(self, n: int) -> int:
        """How many rounds `n` entries play before the bracket; 0 without one."""
        return self.system.bracket_after(self, n) if self.system.bracket_after else 0

    def describe(self) -> Sequence[Phrase]:
        """Phrases that name the system with its settings."""
        return self.system.describe(self)

    def reason(self, rule: str) -> str:
        """What the rule of a ranked line is called."""
        return RULES[rule].label if rule in RULES else {**REASONS, **self.system.reasons}[rule]

    def decided_by(self, ranking: Ranking) -> str:
        """By which rule the first place of a finished event is the first; empty if it is alone."""
        first, *others = ranking.rows
        decision = title(ranking.nodes)
        won = (
            None if decision is None or decision.winner is None else ranking.seeded[decision.winner]
        )
        if decision is not None and won == first.line.entry:  # it may have been disqualified since
            return TITLES[decision.why]
        rule = others[0].rule if others else None
        return self.reason(rule) if rule else ""

    def as_dict(self) -> dict[str, Any]:
        """The format as JSON values, under the names that tournament files have."""
        values = {**vars(self), "system": self.system.name, "tie_breaks": list(self.tie_breaks)}
        values["further"] = values.pop("tiebreak_pairs")
        return values
