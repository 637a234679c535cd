"""Tests of the bot, on a recorded game. Run them with: python3 -m unittest"""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from pathlib import Path
from typing import TYPE_CHECKING

import main

if TYPE_CHECKING:
    from protocol import MoveRequest

HERE = Path(__file__).parent


def requests(name: str) -> list[MoveRequest]:
    """The requests for a move in a file of messages."""
    with (HERE / name).open(encoding="utf-8") as file:
        messages = [json.loads(line) for line in file]
    return [message for message in messages if message["type"] == "move"]


class TestMain(unittest.TestCase):
    def test_every_choice_in_the_example_game_is_legal(self) -> None:
        for request in requests("example.jsonl"):
            self.assertIn(main.choose(request), request["legal"])

    # @POSITION@

    def test_the_program_answers_hello_and_every_request(self) -> None:
        with (HERE / "example.jsonl").open("rb") as example:
            answers = subprocess.check_output([sys.executable, HERE / "main.py"], stdin=example)
        self.assertEqual(len(answers.splitlines()), 1 + len(requests("example.jsonl")))


if __name__ == "__main__":
    unittest.main()
