"""How scores are written, one by one and in a crosstable."""

from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from arena.matches.models import Match
from arena.tournaments.results import Cell, Row

# What stands for a match without a score.
SIGNS: dict[str, str] = {
    Match.State.QUEUED: "·",
    Match.State.RUNNING: "…",
    Match.State.VOID: "–",
    Match.State.CANCELLED: "–",
}

register = template.Library()


@register.filter
def halves(score: float) -> str:
    """6.5 → ``6½``, 0.5 → ``½``, 6.0 → ``6``."""
    whole = int(score)
    if score == whole:
        return str(whole)
    return f"{whole or ''}½"


@register.filter
def quarters(score: float) -> str:
    """12.25 → ``12.25``, with two decimals always, so that a column lines up."""
    return number_format(score, decimal_pos=2)


@register.simple_tag
def crosstable_cells(rows: Sequence[Row]) -> list[tuple[Row, SafeString]]:
    """Each row with its cells as HTML, every score a link to its match.

    Made by hand: a hundred entries have ten thousand cells, too many for template tags.
    """
    signs = {
        state.value: f'{sign}<span class="visually-hidden">{escape(state.label)}</span>'
        for state, sign in ((Match.State(name), sign) for name, sign in SIGNS.items())
    }
    before, after = reverse("matches:match", args=[0]).split("0")

    def link(cell: Cell) -> str:
        text = signs[cell.outcome] if cell.scored is None else halves(cell.scored)
        return f'<a class="{cell.outcome}" href="{before}{cell.match}{after}">{text}</a>'

    def column(cells: Sequence[Cell] | None) -> str:
        if cells is None:
            return '<td class="self"></td>'
        return f"<td>{' '.join(map(link, cells))}</td>"

    # Numbers, fixed words and escaped labels: nothing here comes from people.
    return [(row, mark_safe("".join(map(column, row.cells)))) for row in rows]
