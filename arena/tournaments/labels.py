"""What systems, rules and outcomes are called, and what each rule does."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.tournaments.models import SYSTEMS
from referee.tournaments import ranking
from referee.tournaments.bracket import Part, Why
from referee.tournaments.format import Format, System
from referee.tournaments.standings import ENTRY, RULES, Line

Text = str | Promise

RULE_NAMES: dict[str, Text] = {
    "points": _("match points"),
    "game_points": _("game points"),
    "direct_encounter": _("direct encounter"),
    "buchholz_cut_1": _("Buchholz, cut 1"),
    "buchholz": _("Buchholz"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "koya": _("Koya"),
    "wins": _("matches won"),
    ranking.KNOCKOUT: _("further in the bracket"),
    ranking.GROUP_PLACE: _("place in the group"),
    ranking.POINTS_A_MATCH: _("match points a match"),
    ranking.GAMES_A_MATCH: _("game points a match"),
    ranking.DISQUALIFIED: _("disqualified"),
    ENTRY: _("better seed"),
}
assert RULE_NAMES.keys() == {*RULES, *ranking.OTHER_RULES}

RULE_MEANINGS: dict[str, Text] = {
    "points": _("1 for a match won, ½ for one drawn."),
    "game_points": _("The sum of the scores of all games."),
    "direct_encounter": _(
        "Match points from the matches of the tied among themselves, if all of them have met, and "
        "equally often; again for those whom it leaves tied."
    ),
    "buchholz_cut_1": _("The points of all opponents but the one with the fewest."),
    "buchholz": _("The points of all opponents."),
    "sonneborn_berger": _("The points of those beaten, and half of those of the drawn with."),
    "koya": _("The points taken from those who have at least half of the possible points."),
    "wins": _("How many matches were won at the board."),
    ENTRY: _("The lower number in the draw: so the order is always complete."),
}

WHY: dict[str, Text] = {
    Why.SCORE: "",
    Why.FURTHER: _("decided by further pairs"),
    Why.SEED: _("drawn to the end: the better seed advances"),
    Why.VOID: _("could not be played: the better seed advances"),
    Why.FORFEIT: _("by forfeit"),
    Why.BYE: _("bye"),
    Why.BOTH_LOST: _("both lost: nobody advances"),
    Why.EMPTY: _("nobody came"),
    Why.NOT_NEEDED: _("not needed"),
}


@dataclass(frozen=True)
class Column:
    """A column of the standings: what it is called, in short and in full, and its value."""

    short: Text
    full: Text
    value: Callable[[Line], str]


def rule(name: str) -> str:
    return str(RULE_NAMES[name])


def system(format: Format) -> str:
    """The system in a sentence's worth of words."""
    name = str(dict(SYSTEMS)[format.system])
    if format.system == System.ROUND_ROBIN and format.cycles > 1:
        name += gettext(", each two meet %d times") % format.cycles
    if format.system == System.SWISS and format.rounds:
        name += gettext(", %d rounds") % format.rounds
    if format.system == System.GROUPS:
        name = gettext("%(groups)d groups, the best %(best)d of each to a single elimination") % {
            "groups": format.groups,
            "best": format.qualifiers,
        }
    if format.system in (System.SINGLE, System.GROUPS) and format.third_place:
        name += gettext(", with a match for the third place")
    if format.system == System.DOUBLE and format.reset:
        name += gettext(", with a second grand final if needed")
    return name


def _hundredths(value: float) -> str:
    """With two decimals always, so that a column lines up."""
    return number_format(value, decimal_pos=2)


COLUMNS: dict[str, Column] = {
    "buchholz_cut_1": Column(
        _("BH-1"),
        RULE_NAMES["buchholz_cut_1"],
        lambda line: number_format(line.buchholz_cut_1, decimal_pos=1),
    ),
    "buchholz": Column(
        _("BH"), RULE_NAMES["buchholz"], lambda line: number_format(line.buchholz, decimal_pos=1)
    ),
    "sonneborn_berger": Column(
        _("S-B"),
        RULE_NAMES["sonneborn_berger"],
        lambda line: _hundredths(line.sonneborn_berger),
    ),
    "koya": Column(
        _("Koya"), RULE_NAMES["koya"], lambda line: number_format(line.koya, decimal_pos=1)
    ),
}


def columns(format: Format) -> list[Column]:
    """The tie-breaks of the format that have a column of their own."""
    if format.system in (System.SINGLE, System.DOUBLE):
        return []
    return [COLUMNS[name] for name in format.chain if name in COLUMNS]


def part(part: Part, level: int, left: int) -> str:
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
