"""Translated words for systems, tie-breaks and brackets. The English texts stand in the referee."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext

from referee.tournaments.bracket import Part
from referee.tournaments.crosstable import Line
from referee.tournaments.decisions import EXPLANATIONS, Why
from referee.tournaments.format import Format
from referee.tournaments.ranking import Ranking
from referee.tournaments.standings import ENTRY
from referee.tournaments.tiebreaks import RULES, TIE_BREAKS, TieBreak

# What the last resort of every chain means.
BETTER_SEED = "the lower number in the draw, so that the order is always complete"


@dataclass(frozen=True)
class TieBreakColumn:
    """A column of the standings."""

    rule: TieBreak

    @property
    def short(self) -> str:
        return gettext(self.rule.short)

    @property
    def full(self) -> str:
        return gettext(self.rule.label)

    def value(self, line: Line) -> str:
        """The value of an entry, always with the same number of decimals so that they line up."""
        return number_format(getattr(line, self.rule.name), decimal_pos=self.rule.decimals)


def tie_break_choices() -> list[tuple[str, str]]:
    return [(name, gettext(RULES[name].label)) for name in TIE_BREAKS]


def reason(format: Format, rule: str | None) -> str:
    """What separates a place from the one above, in words; empty for the first place."""
    return gettext(format.reason(rule)) if rule else ""


def decided_by(format: Format, ranking: Ranking) -> str:
    """By which rule the champion of a finished event is the champion, in words."""
    rule = format.decided_by(ranking) if ranking.rows else ""
    return gettext(rule) if rule else ""


def system(format: Format) -> str:
    """The system with its settings, as in “Swiss, 5 rounds”."""
    return ", ".join(gettext(phrase.text) % phrase.values for phrase in format.describe())


def rules(format: Format) -> list[tuple[str, str]]:
    """The chain of rules with their meanings; empty for a system that uses none."""
    if not format.system.uses_tie_breaks:
        return []
    return [
        *((gettext(RULES[name].label), gettext(RULES[name].meaning)) for name in format.chain),
        (gettext(format.reason(ENTRY)), gettext(BETTER_SEED)),
    ]


def columns(format: Format) -> list[TieBreakColumn]:
    """The columns of the format's tie-breaks."""
    if not format.system.uses_tie_breaks:
        return []
    return [TieBreakColumn(RULES[name]) for name in format.chain if RULES[name].short]


def explanation(why: Why) -> str:
    """How a match of a bracket was decided; empty for a plain result."""
    return gettext(EXPLANATIONS[why]) if EXPLANATIONS[why] else ""


def level(part: Part, level: int, left: int) -> str:
    """The name of a level of a bracket; `left`: how many levels of the part follow."""
    if part == Part.THIRD:
        return gettext("Third place")
    if part == Part.FINAL:
        return gettext("Grand final")
    if part == Part.RESET:
        return gettext("Second grand final")
    if part == Part.LOSERS:
        return gettext("Losers’ round %d") % level
    if left == 0:
        return gettext("Final")
    if left == 1:
        return gettext("Semi-finals")
    if left == 2:
        return gettext("Quarter-finals")
    return str(gettext("Round of %d") % 2 ** (left + 1))


def branch(parts: Iterable[Part], double: bool) -> str:
    """The name of a branch of a bracket that has these parts."""
    if Part.WINNERS in parts:
        return gettext("Winners’ bracket") if double else gettext("Bracket")
    if Part.LOSERS in parts:
        return gettext("Losers’ bracket")
    if Part.FINAL in parts:
        return gettext("Grand final")
    return gettext("Third place")
