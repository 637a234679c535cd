"""The transcript in docs/3-protocol.md is what the referee really sends."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.randomness import pair_seed, parse_seed
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import Bye, GameOver, GameStart, Hello, line

TEXT = (Path(__file__).parents[3] / "docs" / "3-protocol.md").read_text()
LINES = re.findall("^([→←]) (.*)$", TEXT, re.MULTILINE)
SEED = parse_seed(re.search("match seed `([0-9a-f]{64})`", TEXT)[1])
MOVES = re.search(r"in the record are\n\n((?:    .*\n)+)", TEXT)[1].split(",")


@pytest.fixture
def conversation():
    """Both games of the pair as the bot on side 0 of the first game sees them, with clocks at 0."""
    rules = Ecarte(target=2)
    clock = {"start_ms": 10_000, "move_ms": 500, "bank_ms": 10_000}
    spoken = []
    for game in (1, 2):
        seat = game - 1
        spoken.append(("→", line(Hello(1, "ecarte", rules.options, seat, 2, 2, clock))))
        spoken.append(("←", b'{"type":"ready"}'))
        spoken.append(("→", line(GameStart(game, seat, seat))))
        state = rules.start(pair_seed(SEED, 0))
        seats = [Observations(other, game) for other in (0, 1)]
        for text in (" ".join(move.split()) for move in MOVES):
            move = state.parse(text)
            if state.seat == seat:
                legal = [state.text(other) for other in state.legal()]
                spoken.append(("→", seats[seat].request(state, legal, 0, 0.0)))
                spoken.append(("←", json.dumps({"move": text}, separators=(",", ":")).encode()))
            play_and_observe(seats, state, move)
        spoken.append(("→", line(GameOver(game, state.scores(), "normal"))))
        spoken.append(("→", line(Bye())))
    return spoken


def without_clock(text):
    return re.sub(r'"clock":\{"bank_ms".*?\}', '"clock":{}', text)


def test_the_transcript_is_what_the_referee_says(conversation):
    told = [(arrow, without_clock(text)) for arrow, text in LINES]
    assert told == [(arrow, without_clock(text.decode().strip())) for arrow, text in conversation]


def test_every_answer_in_the_transcript_is_legal():
    requests = [json.loads(text) for _, text in LINES]
    for asked, answer in pairwise(requests):
        if asked.get("type") == "move":
            assert answer["move"] in asked["legal"]
