"""Runs the benchmarks and prints one table: ``make bench``, or ``make bench ARGS=--quick``."""

import argparse

from rich.console import Console
from rich.table import Table

from bench import bots, engine, queue, referee


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, rough figures")
    quick = parser.parse_args().quick
    table = Table("what", "", "unit", "how", title="Goat Arena, measured on this machine")
    table.columns[1].justify = "right"
    console = Console()
    with console.status("measuring …") as status:
        for rows in (
            engine.rows(seconds=0.5 if quick else 5),
            referee.rows(pairs=2 if quick else 20),
            queue.rows(count=10 if quick else 100),
            bots.rows(pairs=20 if quick else 200),
        ):
            for row in rows:
                table.add_row(row.name, f"{row.value:,.1f}", row.unit, row.note)
                status.update(f"measured: {row.name}")
    console.print(table)


if __name__ == "__main__":
    main()
