"""Runs commands of `goat`, one after another, in one program.

Reads a JSON list of commands, and prints a list of [status, output, errors].
"""

import contextlib
import io
import json
import sys

from referee.cli import console
from referee.cli.main import main


def run(words: list[str]) -> list[object]:
    out, err = io.StringIO(), io.StringIO()
    console.out.file, console.err.file = out, err
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    return [status, out.getvalue(), err.getvalue()]


if __name__ == "__main__":
    answers = [run(words) for words in json.load(sys.stdin)]
    print(json.dumps(answers))
