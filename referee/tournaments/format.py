"""The systems in which a tournament can be played, with their settings."""

from dataclasses import dataclass
from enum import StrEnum

from referee.errors import RefereeError
from referee.tournaments import bracket
from referee.tournaments.bracket import Node
from referee.tournaments.event import Event
from referee.tournaments.standings import POINTS, RULES
from referee.tournaments.systems import groups, round_robin, swiss

MAX_CYCLES = 4
MAX_FURTHER = 20
MAX_GROUPS = 64
MAX_QUALIFIERS = 16


class System(StrEnum):
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    SINGLE = "single-elimination"
    DOUBLE = "double-elimination"
    GROUPS = "groups"


# Which tie-breaks a tournament has whose organiser names none. Those of a bracket have no use.
TIE_BREAKS = tuple(name for name in RULES if name != POINTS)
LEAGUE_TIE_BREAKS = ("game_points", "direct_encounter", "sonneborn_berger", "wins")
SWISS_TIE_BREAKS = (
    "buchholz_cut_1",
    "buchholz",
    "sonneborn_berger",
    "direct_encounter",
    "game_points",
    "wins",
)


class BadFormat(RefereeError, ValueError):
    """A format that cannot be played, or not by so many; the message says why."""


@dataclass(frozen=True)
class Format:
    """A system with its settings; those of other systems mean nothing to it.

    `rounds`: of a Swiss tournament, None for as many as find one undefeated winner. `further`: how
    many further pairs two play whose match in a bracket is drawn, before the better seed advances.
    """

    system: System = System.ROUND_ROBIN
    cycles: int = 1
    rounds: int | None = None
    groups: int = 2
    qualifiers: int = 2
    third_place: bool = False
    reset: bool = True
    further: int = 5
    tie_breaks: tuple[str, ...] = ()

    @property
    def chain(self) -> tuple[str, ...]:
        """The rules of the standings, the points first."""
        usual = SWISS_TIE_BREAKS if self.system == System.SWISS else LEAGUE_TIE_BREAKS
        return (POINTS, *(self.tie_breaks or usual))

    def check(self, n: int) -> None:
        """Raises BadFormat unless `n` entries can play it."""
        for name, value, most in (
            ("cycles", self.cycles, MAX_CYCLES),
            ("rounds", self.rounds or 1, swiss.MAX_ROUNDS),
            ("qualifiers", self.qualifiers, MAX_QUALIFIERS),
        ):
            if not 1 <= value <= most:
                raise BadFormat(f"{name} is a number from 1 to {most}, not {value}")
        if not 0 <= self.further <= MAX_FURTHER:
            raise BadFormat(f"further pairs are 0 to {MAX_FURTHER}, not {self.further}")
        unknown = [name for name in self.tie_breaks if name not in TIE_BREAKS]
        if unknown or len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise BadFormat(f"tie-breaks are some of {', '.join(TIE_BREAKS)}, each once")
        if n < 2:
            raise BadFormat(f"a tournament needs at least 2 entries, not {n}")
        if n > self.most_entries:
            raise BadFormat(f"a {self.system} takes at most {self.most_entries} entries, not {n}")
        if self.system == System.GROUPS:
            self._check_groups(n)

    def _check_groups(self, n: int) -> None:
        if not groups.MIN_GROUPS <= self.groups <= MAX_GROUPS:
            raise BadFormat(
                f"there are {groups.MIN_GROUPS} to {MAX_GROUPS} groups, not {self.groups}"
            )
        smallest = n // self.groups
        least = max(groups.MIN_SIZE, self.qualifiers)
        if smallest < least:
            raise BadFormat(
                f"{self.groups} groups of which {self.qualifiers} each go on need at least"
                f" {self.groups * least} entries, not {n}"
            )

    @property
    def most_entries(self) -> int:
        if self.system in (System.SINGLE, System.DOUBLE):
            return bracket.MAX_ENTRIES
        return swiss.MAX_ENTRIES if self.system == System.SWISS else round_robin.MAX_ENTRIES

    @property
    def has_bracket(self) -> bool:
        return self.system in (System.SINGLE, System.DOUBLE, System.GROUPS)

    def swiss_rounds(self, event: Event) -> int:
        """How many rounds a Swiss event has; those who come late do not add any."""
        early = sum(entrant.joined == 1 for entrant in event.entrants)
        return self.rounds or swiss.usual_rounds(early)

    def group_rounds(self, n: int) -> int:
        """How many rounds are played before the bracket."""
        if self.system != System.GROUPS:
            return 0
        return groups.rounds(n, self.groups, self.cycles)

    def nodes(self, n: int) -> tuple[Node, ...]:
        """The bracket of `n` seeds."""
        return bracket.bracket(
            n,
            double=self.system == System.DOUBLE,
            third_place=self.third_place and self.system != System.DOUBLE,
            reset=self.reset,
        )
