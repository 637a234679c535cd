"""Runs the scenarios and prints a table: ``python -m bench.outages``, or with their names."""

import argparse
import signal
import sys

from rich.console import Console
from rich.table import Table

from bench.outages import authors, away, embedded, flood, playing, readers, starting, tables

# By name: what yields a scenario's rows, one after the other.
SCENARIOS = {
    "readers": readers.rows,
    "authors": authors.rows,
    "away": away.rows,
    "starting": starting.rows,
    "playing": playing.rows,
    "flood": flood.rows,
    "tables": tables.rows,
    "embedded": embedded.rows,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.outages", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *SCENARIOS], metavar="SCENARIO")
    names = parser.parse_args().names or list(SCENARIOS)
    # Its programs end with it, however it is told to end.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    table = Table("what", "", "unit", "goal", "", "how", title="Outages and overload")
    table.columns[1].justify = table.columns[3].justify = "right"
    console = Console() if Console().is_terminal else Console(width=160)
    missed = 0
    try:
        with console.status("starting …") as status:
            for name in names:
                for row in SCENARIOS[name]():
                    mark = {None: "", True: "✓", False: "✗"}[row.met]
                    table.add_row(row.name, f"{row.value:g}", row.unit, row.goal, mark, row.note)
                    status.update(f"{name}: {row.name}")
                    missed += row.met is False
                table.add_section()
    finally:
        console.print(table)  # what was measured before a scenario failed
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
