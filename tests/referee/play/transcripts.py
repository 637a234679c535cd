"""Writes docs/3a-transcripts.md: a game of each ruleset, message by message, with explanations.

    python -m tests.referee.play.transcripts > docs/3a-transcripts.md

The messages come from the referee's own code; test_transcripts.py plays the games with real bots.
"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.randomness import pair_seed, parse_seed
from engine.rulesets import ruleset
from referee.play.clock import Clock
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import VERSION, Bye, GameOver, GameStart, Hello, line

DATA = Path(__file__).parents[2] / "data" / "transcripts.toml"
CHARGE = 0.2  # what the transcripts show as the charge of every move, in milliseconds
INTRODUCTION = """\
# 3a. Transcripts: whole games, message by message

What a bot reads and writes in a game of each ruleset. `→` marks what the referee sends and `←` what
the bot answers; the arrows are not part of the lines. The [protocol](3-protocol.md) explains the
messages, the [rules](2-rules.md) the keys of the views. Every message is as the referee sends it.
Only the times are made up: each move shows a charge of 0.2 ms.

[Kozel](#kozel) · [Svoi Kozyri](#svoi-kozyri) · [Écarté](#écarté)
"""


@dataclass(frozen=True)
class Transcript:
    """A match of one pair. `seats`: of the bot whose messages are shown, in each game shown.

    `moves`: of a game, all seats together. `said`: by game and turn, what is explained before the
    request, and after the end (turn 0). `notes`: of the bot, by turn.
    """

    title: str
    ruleset: str
    options: dict[str, Any]
    match_seed: str
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    introduction: str
    said: dict[tuple[int, int], str]
    notes: dict[int, str]


def answer_line(move: str, note: str | None = None) -> str:
    answer = {"move": move} | ({"note": note} if note else {})
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def conversation(shown: Transcript, game: int) -> Iterator[tuple[int, str, str]]:
    """The lines of a game, from 1, with the number of their turn: 0 before the first and after the
    last one."""
    rules = ruleset(shown.ruleset, shown.options)
    clock = Clock()
    seat = shown.seats[game - 1]
    hello = Hello(VERSION, rules.name, rules.options, seat % 2, rules.seats, 2, clock.as_dict())
    state = rules.start(pair_seed(parse_seed(shown.match_seed), 0))
    watching = [Observations(other, game) for other in range(rules.seats)]
    yield 0, "→", line(hello).decode()
    yield 0, "←", '{"type":"ready"}'
    yield 0, "→", line(GameStart(game, seat, seat % 2)).decode()
    turn = 0
    for text in shown.moves:
        if state.seat == seat:
            turn += 1
            legal = state.texts(state.legal())
            assert text in legal
            last = CHARGE if turn > 1 else 0.0
            request = watching[seat].request(state, legal, clock.bank_ms, last)
            yield turn, "→", request.decode()
            yield turn, "←", answer_line(text, shown.notes.get(turn))
        play_and_observe(watching, state, state.parse(text))
    assert state.seat is None
    yield 0, "→", line(GameOver(game, state.scores(), "normal")).decode()
    yield 0, "→", line(Bye()).decode()


def document(transcripts: tuple[Transcript, ...]) -> str:
    return INTRODUCTION + "".join(map(_section, transcripts))


def _section(shown: Transcript) -> str:
    parts = [f"\n## {shown.title}\n\n{shown.introduction.strip()}\n"]
    for game in range(1, len(shown.seats) + 1):
        if len(shown.seats) > 1:
            parts.append(f"\n### {shown.title}, game {game}\n")
        block: list[str] = []
        before = 0
        ended = False
        for turn, arrow, text in conversation(shown, game):
            if turn != before:
                parts.append(_block(block))
                block = []
                if turn:
                    parts.append(f"\n**Turn {turn}.** {shown.said[game, turn]}\n")
                elif not ended:
                    ended = True
                    parts.append(f"\n**The end.** {shown.said[game, 0]}\n")
                before = turn
            block.append(f"{arrow} {text.rstrip()}")
        parts.append(_block(block))
    moves = ", ".join(shown.moves)
    parts.append(
        f"\nThe match seed is `{shown.match_seed}`. All moves, also those of the other seats:"
        f" {moves}.\n"
    )
    return "".join(parts)


def _block(lines: list[str]) -> str:
    return "\n```text\n" + "\n".join(lines) + "\n```\n"


def read() -> tuple[Transcript, ...]:
    """The games of tests/data/transcripts.toml."""
    return tuple(map(_read, tomllib.loads(DATA.read_text())["transcript"]))


def _read(row: dict[str, Any]) -> Transcript:
    said = row.pop("said")
    return Transcript(
        seats=tuple(row.pop("seats")),
        moves=tuple(" ".join(move.split()) for move in row.pop("moves").split(",")),
        said={
            (int(game), int(turn)): " ".join(text.split())
            for game, turns in said.items()
            for turn, text in turns.items()
        },
        notes={int(turn): note for turn, note in row.pop("notes", {}).items()},
        **row,
    )


TRANSCRIPTS = read()

if __name__ == "__main__":
    print(document(TRANSCRIPTS), end="")
