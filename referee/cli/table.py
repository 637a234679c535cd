"""Prints rows as a table with as many columns as fit: nothing is cut on a narrow terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

GAP = 2


def print_table(
    console: Console, head: Sequence[str], rows: Sequence[Sequence[str]], right: str = ""
) -> None:
    """Prints a table. `right`: for each column "r" if it is aligned to the right.

    A row that is wider than the terminal is printed as a block, a line for each cell.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[index]) for row in [list(head), *cells]) for index in range(len(head))]
    if console.is_terminal and sum(widths) + GAP * (len(widths) - 1) > console.width:
        for row in cells:
            console.print(Text(row[0], "bold"))
            for name, cell in zip(head[1:], row[1:], strict=True):
                if cell:
                    console.print(Text(f"  {name}: {cell}"))
        return
    console.print(_line(head, widths, right, "dim"))
    for row in cells:
        console.print(_line(row, widths, right))


def _line(row: Sequence[str], widths: Sequence[int], right: str, style: str = "") -> Text:
    parts = [
        cell.rjust(width) if right[index : index + 1] == "r" else cell.ljust(width)
        for index, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return Text((" " * GAP).join(parts).rstrip(), style)
