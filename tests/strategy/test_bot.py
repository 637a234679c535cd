"""A player of `strategy` as a bot: what it answers to the lines of the protocol."""

import io
import json
import sys

from engine.ruleset import Ruleset
from strategy import bot
from strategy.evaluator import Choice

HELLO = {
    "type": "hello",
    "ruleset": "ecarte",
    "options": {"target": 2},
    "clock": {"move_ms": 250, "bank_ms": 1000},
}
MOVE = {
    "type": "move",
    "events": [{"deal": 0}],
    "view": {"phase": "propose"},
    "legal": ["stand"],
    "clock": {"bank_ms": 900},
}


class FirstMove:
    asked: list[object] = []

    def __init__(self, rules: Ruleset, seat: int) -> None:
        self.who = (rules.name, dict(rules.options), seat)

    def choose(self, events, view, legal, clock):
        self.asked.append((self.who, events, view, clock))
        return Choice(legal[0], "the only one")


def test_a_player_answers_hello_and_each_move_and_ends_at_bye(monkeypatch, capsys):
    game = {"type": "game", "seat": 1}
    lines = [HELLO, game, MOVE, {"type": "over"}, {"type": "new"}, {"type": "bye"}, MOVE]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(x) + "\n" for x in lines)))
    bot.run(FirstMove)
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"type": "ready"},
        {"move": "stand", "note": "the only one"},
    ]
    assert FirstMove.asked == [
        (("ecarte", {"target": 2}, 1), [{"deal": 0}], {"phase": "propose"}, (250, 900))
    ]
