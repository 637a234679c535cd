"""How scores are written: one by one, in a crosstable, and round by round."""

from collections.abc import Callable, Mapping, Sequence

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arena.matches.models import Match
from arena.tournaments.labels import TieBreakColumn
from arena.tournaments.results import Cell, TableRow
from referee.tournaments.crosstable import Line

register = template.Library()


@register.filter
def halves(score: float) -> str:
    """6.5 → ``6½``, 0.5 → ``½``, 6.0 → ``6``."""
    whole = int(score)
    if score == whole:
        return str(whole)
    return f"{whole or ''}½"


@register.filter
def value_of(column: TieBreakColumn, line: Line) -> str:
    """The value of the column for an entry."""
    return column.value(line)


@register.filter
def letter(index: int) -> str:
    """The name of the group with this index: A, B, …, Z, A2, …"""
    return chr(ord("A") + index % 26) + (str(index // 26 + 1) if index >= 26 else "")


def _signs() -> dict[str, tuple[str, str]]:
    """The sign for a pairing without a score, and its text for screen readers."""
    return {
        Match.State.QUEUED: ("·", str(Match.State.QUEUED.label)),
        Match.State.RUNNING: ("…", str(Match.State.RUNNING.label)),
        Match.State.VOID: ("½", gettext("could not be played")),
        Match.State.CANCELLED: ("–", str(Match.State.CANCELLED.label)),
        "forfeit_win": ("+", gettext("won by forfeit")),
        "forfeit_loss": ("−", gettext("lost by forfeit")),
        "bye": ("+", gettext("bye")),
    }


def _writer() -> Callable[[Cell], str]:
    """Writes a cell as a link to its match, if it has one."""
    signs = {
        name: f'{sign}<span class="visually-hidden">{escape(words)}</span>'
        for name, (sign, words) in _signs().items()
    }
    before, after = reverse("matches:match", args=[0]).split("0")

    def write(cell: Cell) -> str:
        text = signs.get(cell.outcome, "") if cell.scored is None else halves(cell.scored)
        if cell.match is None:
            return f'<span class="{cell.outcome}">{text}</span>'
        return f'<a class="{cell.outcome}" href="{before}{cell.match}{after}">{text}</a>'

    return write


@register.simple_tag
def crosstable_cells(rows: Sequence[TableRow]) -> list[tuple[TableRow, SafeString]]:
    """Each row with its cells as HTML; every score is a link to its match.

    Not a template: a hundred entries have ten thousand cells, which would take too long.
    """
    write = _writer()

    def column(cells: Sequence[Cell] | None) -> str:
        if cells is None:
            return '<td class="self"></td>'
        return f"<td>{' '.join(map(write, cells))}</td>"

    # Safe: only numbers, fixed words and escaped labels, no text from users.
    return [(row, mark_safe("".join(map(column, row.cells)))) for row in rows]


@register.simple_tag
def course_cells(row: TableRow, places: Mapping[int, int], names: Mapping[int, str]) -> SafeString:
    """The rounds of an entry as cells: the score, and the current place of the opponent."""
    write = _writer()

    def round_(cells: Sequence[Cell]) -> str:
        texts = []
        for cell in cells:
            text = write(cell)
            if cell.opponent is not None:
                name = conditional_escape(names[cell.opponent])
                text += f'<abbr title="{name}">{places[cell.opponent]}</abbr>'
            texts.append(text)
        return f'<td class="round">{" ".join(texts)}</td>'

    return mark_safe("".join(map(round_, row.course)))


@register.simple_tag
def names_of(rows: Sequence[TableRow]) -> dict[int, str]:
    """The names of the entries by their numbers."""
    return {row.entry.number: row.entry.name for row in rows}
