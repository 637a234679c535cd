"""What it is worth to know a deal from the other side: ``python -m bench.memory``.

A bot that keeps the hands that it was dealt plays the reference bot of Écarté. Without a sandbox it
keeps them in files, from the first leg to the second. In the sandbox nothing is left of them.
"""

import argparse
import os
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from engine.randomness import pair_seed
from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from referee.cli.match_report import number
from referee.play.cpu_slots import claim_cpu_slot
from referee.play.match import Entrant, MatchSettings, play
from referee.programs.packaging import pack_files
from referee.programs.program import Program, read_program
from referee.sandbox import choose

HERE = Path(__file__).parent
REFERENCE = HERE.parent.parent / "bots" / "ecarte.py"


def program(notes: str) -> Program:
    """The bot with memory. `notes`: the folder for its notes; empty: wherever it may write."""
    text = (HERE / "main.py").read_text()
    assert 'NOTES = ""' in text
    # The reference bot as a module, which does not run when it is imported.
    reference = REFERENCE.read_text().removesuffix("\nmain()\n")
    files = {"main.py": text.replace('NOTES = ""', f"NOTES = {notes!r}"), "reference.py": reference}
    return read_program(pack_files({name: text.encode() for name, text in files.items()}))


def score(rules: Ruleset, pairs: int, seed: bytes, mode: str, notes: str) -> tuple[float, float]:
    """What the bot with memory and the reference bot score, in the sandbox of this mode."""
    entrants = (
        Entrant("memory", 1, program(notes)),
        Entrant("reference", 1, read_program(REFERENCE.read_bytes())),
    )
    match = MatchSettings(rules, entrants, pairs, seed)
    sandbox = choose(mode)
    with claim_cpu_slot() as slot:
        record = play(match, sandbox, slot=slot).record
    sandbox.close()
    assert all(game["reason"] == "normal" for game in record["games"])
    first, second = record["scores"]
    return first, second


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description=__doc__)
    parser.add_argument(
        "--pairs", type=int, default=200, help="of games in each row (default: 200)"
    )
    parser.add_argument("--seed", default=os.urandom(32).hex(), metavar="HEX")
    arguments = parser.parse_args()
    seed = bytes.fromhex(arguments.seed)
    console = Console()
    table = Table("the bot with memory plays", "score", title="Écarté")
    for repeated in range(2):
        match_seed = pair_seed(seed, repeated)
        for name, mode in (
            ("with its notes, without a sandbox", "off"),
            ("in the sandbox", "auto"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                notes = folder if mode == "off" else ""
                own, other = score(ruleset("ecarte"), arguments.pairs, match_seed, mode, notes)
            table.add_row(name, f"{number(own)} – {number(other)}")
    console.print(table)
    console.print(f"seed {seed.hex()}")


if __name__ == "__main__":
    main()
