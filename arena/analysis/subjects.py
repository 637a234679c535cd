"""What can be analysed: a game of a finished match, or the game of a finished table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django.urls import reverse
from django.utils.translation import gettext as _

from arena.analysis.errors import AnalysisError
from arena.analysis.models import Analysis, AnalysisQuerySet
from arena.matches import records
from arena.matches.models import Match
from arena.tables.game.record import table_record
from arena.tables.models import Table
from engine.errors import BadOption
from engine.record_seats import side_names
from engine.rulesets import ruleset
from strategy.evaluators import NoAnalysis, analyst_of

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Subject:
    """A game, from 1. Exactly one of `match` and `table` is set; the reader may see it."""

    game: int
    match: Match | None = None
    table: Table | None = None

    @classmethod
    def of(cls, analysis: Analysis) -> Self:
        return cls(analysis.game, analysis.match, analysis.table)

    @property
    def ended(self) -> bool:
        """Whether there is a record."""
        if self.match is not None:
            return self.match.state == Match.State.FINISHED
        return self.table is not None and self.table.state == Table.State.OVER

    @property
    def games(self) -> int:
        return self.match.games if self.match is not None else 1

    @property
    def ruleset(self) -> str:
        """The name of the game or variant."""
        one = self.match or self.table
        return one.ruleset if one is not None else ""

    def record(self) -> Record:
        """Its record; only if it has `ended`."""
        if self.match is not None:
            return records.load(self.match)
        assert self.table is not None, "a match or a table"
        return table_record(self.table)

    def version(self) -> str:
        """The present version of who analyses it. Raises AnalysisError if nobody does."""
        one = self.match or self.table
        assert one is not None, "a match or a table"
        try:
            return analyst_of(ruleset(one.ruleset, one.options)).version
        except (NoAnalysis, BadOption):
            raise AnalysisError(
                "no_analysis", _("Games of this ruleset are not analysed.")
            ) from None

    def check(self) -> str:
        """The version that would analyse it. Raises AnalysisError for what cannot be analysed."""
        if not 1 <= self.game <= self.games:
            raise AnalysisError(
                "not_found",
                _("There is no game %(game)d: the match has %(games)d.")
                % {"game": self.game, "games": self.games},
                404,
            )
        if not self.ended:
            raise AnalysisError(
                "not_finished", _("Only finished games are analysed. Ask again after the end.")
            )
        return self.version()

    def analyses(self) -> AnalysisQuerySet:
        """All analyses of the game."""
        return Analysis.objects.filter(match=self.match, table=self.table, game=self.game)

    def side_names(self) -> list[str]:
        """Who played side A and side B. The match has come with the names of its bots."""
        if self.match is not None:
            leg = int(self.game > self.match.pairs)
            bots = [str(self.match.version0.bot), str(self.match.version1.bot)]
            return bots[::-1] if leg else bots
        return side_names(self.record())

    def page(self) -> str:
        """The address of the analysis as a page."""
        if self.match is not None:
            return reverse("analysis:match", args=[self.match.pk, self.game])
        assert self.table is not None, "a match or a table"
        return reverse("analysis:table", args=[self.table.code])

    def replay(self) -> str:
        """The address of the replay, to which ``m7`` adds the seventh move."""
        if self.match is not None:
            return f"{self.match.get_absolute_url()}#g{self.game}"
        assert self.table is not None, "a match or a table"
        return f"{reverse('tables:replay', args=[self.table.code])}#g1"
