"""docs/3a-transcripts.md is what the referee really says in these games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.randomness import parse_seed
from engine.rulesets import RULESETS, ruleset
from referee.play.clock import Clock
from tests.referee.play.conversations import written_down
from tests.referee.play.small_bots import match, played, program
from tests.referee.play.transcripts import TRANSCRIPTS, Transcript, conversation, document

FILE = Path(__file__).parents[3] / "docs" / "3a-transcripts.md"
SANDBOXES = ["auto"]
NAMES = [shown.ruleset for shown in TRANSCRIPTS]


def test_the_chapter_is_what_the_generator_writes() -> None:
    assert FILE.read_text() == document(TRANSCRIPTS), (
        "run python -m tests.referee.play.transcripts > docs/3a-transcripts.md"
    )


def test_every_game_of_the_chapter_on_the_rules_has_a_transcript() -> None:
    rules = (FILE.parent / "2-rules.md").read_text()
    assert all(f"\n## {shown.title}\n" in rules for shown in TRANSCRIPTS)
    assert {"kozel", "svoi-kozyri", "ecarte"} <= set(NAMES) <= set(RULESETS)


def without_times(text: str) -> str:
    return re.sub(r'"clock":\{"bank_ms":\d+,"last_ms":[\d.]+\}', '"clock":{}', text)


@pytest.mark.parametrize("shown", TRANSCRIPTS, ids=NAMES)
def test_the_referee_says_the_same_to_bots_that_play_these_moves(
    shown: Transcript, sandbox: Any
) -> None:
    rules = ruleset(shown.ruleset, shown.options)
    # Each process plays the moves of its seat in turn, and the bot that is shown its notes.
    state = rules.start(_first_seed(shown))
    moves: dict[int, list[str]] = {seat: [] for seat in range(rules.seats)}
    for text in shown.moves:
        assert state.seat is not None
        moves[state.seat].append(text)
        state.play(state.parse(text))
    script = (
        f"moves, notes = {moves!r}, {shown.notes!r}\n"
        "turn = message['turn']\n"
        "answer = dict(move=moves[message['seat']][turn - 1])\n"
        f"if turn in notes and message['seat'] == {shown.seats[0]}: answer['note'] = notes[turn]\n"
        "say(json.dumps(answer, separators=(',', ':'), ensure_ascii=False)); continue"
    )
    bot = program(script)
    settings = match(bot, bot, ruleset=rules, seed=parse_seed(shown.match_seed), clock=Clock())
    with written_down() as heard:
        result = played(settings, sandbox)
    assert [game["moves"] for game in result.record["games"]] == [list(shown.moves)] * 2
    spoken = [
        [(arrow, without_times(line.decode())) for arrow, line in lines]
        for lines in heard.of.values()
    ]
    for game, seat in enumerate(shown.seats, 1):
        expected = [
            (arrow, without_times(text.rstrip())) for _, arrow, text in conversation(shown, game)
        ]
        expected[1] = ("←", json.dumps({"type": "ready"}))  # as this bot writes it
        assert expected in spoken, seat


def _first_seed(shown: Transcript) -> bytes:
    from engine.randomness import pair_seed

    return pair_seed(parse_seed(shown.match_seed), 0)


def test_every_turn_is_explained() -> None:
    for shown in TRANSCRIPTS:
        turns = {
            (game, turn)
            for game in range(1, len(shown.seats) + 1)
            for turn, _, _ in conversation(shown, game)
        }
        assert set(shown.said) == turns
