"""Runs the benchmarks and prints a table: ``make bench``, or ``make bench ARGS=--quick``."""

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    asked,
    bots,
    chess,
    compiled,
    engine,
    knowledge,
    pairings,
    queue,
    referee,
    startup,
    training,
)
from bench.measure import Row

RESULTS = Path("build/bench.json")


def sections(quick: bool) -> dict[str, Iterator[Row]]:
    """The rows of each part. They are measured while they are iterated over."""
    return {
        "engine": engine.rows(seconds=0.1 if quick else 0.5, rounds=3 if quick else 15),
        "asked": asked.rows(rounds=5 if quick else 40),
        "knowledge": knowledge.rows(games=2 if quick else 10, rounds=3 if quick else 9),
        "compiled": compiled.rows(
            seconds=0.1 if quick else 0.5,
            rounds=3 if quick else 15,
            games=300 if quick else 10_000,
        ),
        "training": training.rows(seconds=0.2 if quick else 1.0, rounds=3 if quick else 9),
        "referee": referee.rows(pairs=2 if quick else 5, rounds=3 if quick else 15),
        "chess": chess.rows(games=20 if quick else 60, rounds=3 if quick else 9),
        "startup": startup.rows(rounds=5 if quick else 30, matches=3 if quick else 10),
        "queue": queue.rows(count=10 if quick else 100),
        "pairings": pairings.rows(),
        "bots": bots.rows(most=4 if quick else 40),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="rough figures in a tenth of the time")
    parser.add_argument("--only", nargs="+", metavar="PART", help="only these: engine, referee, …")
    parser.add_argument("--json", type=Path, default=RESULTS, help=f"output (default: {RESULTS})")
    arguments = parser.parse_args()
    parts = sections(arguments.quick)
    if unknown := set(arguments.only or ()) - set(parts):
        parser.error(f"unknown part: {', '.join(unknown)}. Choose from {', '.join(parts)}")

    table = Table("what", "", "unit", "goal", "", "how", title="Goat Arena benchmarks")
    table.columns[1].justify = table.columns[3].justify = "right"
    results = []
    # Outside a terminal the width would be 80, too narrow for the table.
    console = Console() if Console().is_terminal else Console(width=160)
    with console.status("measuring …") as status:
        for part, rows in parts.items():
            if arguments.only and part not in arguments.only:
                continue
            for row in rows:
                mark = {None: "", True: "✓", False: "✗"}[row.met]
                table.add_row(row.name, _number(row.value), row.unit, row.goal, mark, row.note)
                results.append({"part": part, **dataclasses.asdict(row), "met": row.met})
                status.update(f"measured: {row.name}")
            table.add_section()
    console.print(table)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    console.print(f"Results as JSON: {arguments.json}")


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.2f}"


if __name__ == "__main__":
    main()
