"""Asks the person at the terminal, on standard error, so that results can go elsewhere."""

import sys
from collections.abc import Sequence

from referee.cli.console import err


def can_ask() -> bool:
    """Whether a person reads the questions and can answer them."""
    return sys.stdin.isatty() and err.is_terminal


def choose(question: str, choices: Sequence[str]) -> str | None:
    """One of the choices: its number, its name, or how only it begins. None at the input's end."""
    for number, choice in enumerate(choices, 1):
        print(f"{number:>3}  {choice}", file=sys.stderr)
    while (answer := ask(question)) is not None:
        answer = answer.lower()
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:4]) <= len(choices):
            return choices[int(answer[:4]) - 1]
        matching = [choice for choice in choices if answer and choice.startswith(answer)]
        if answer in choices or len(matching) == 1:
            return answer if answer in choices else matching[0]
        print(f"Write a number from 1 to {len(choices)}, or a name.", file=sys.stderr)
    return None


def ask(question: str) -> str | None:
    """What the person answers, without spaces around it. None at the end of the input."""
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    return line.strip() if line else None
