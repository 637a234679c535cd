"""Odd lines that the protocol allows: no kit stumbles over them, and all answer alike."""

import functools
import json
import random
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.kits.positions import POSITIONS
from tests.referee.kits.chosen import ALL, chosen
from tests.referee.kits.written import built_kit, command, write_kit

BYE = {"type": "bye"}
ODD_TEXT = 'ключ "quoted" \\ / \b\f\n\r\t \u2028 \U0001f410 ]}[{,: é'


def example(folder: Path, name: str = "example.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def answers(language: str, game: str, lines: bytes) -> list[Any]:
    """What the bot answers to these lines. It must end by itself, with status 0, in silence."""
    folder = built_kit(language, game)
    done = subprocess.run(
        command(language, folder), cwd=folder, input=lines, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


@functools.cache
def expected(game: str) -> list[Any]:
    """What the Python kit answers to the example: all others play as it does."""
    folder = built_kit("python", game)
    lines = (folder / "example.jsonl").read_bytes()
    done = subprocess.check_output([sys.executable, folder / "main.py"], input=lines)
    return [json.loads(line) for line in done.splitlines()]


def plain(messages: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(message) + "\n" for message in messages).encode()


@pytest.mark.parametrize("game", POSITIONS if ALL else ["kozel", "ecarte"])
@pytest.mark.parametrize("language", chosen())
def test_all_kits_choose_the_same_moves_and_find_that_of_the_position(language, game):
    folder = built_kit(language, game)
    assert answers(language, game, (folder / "example.jsonl").read_bytes()) == expected(game)
    position = (folder / "position.jsonl").read_bytes()
    assert answers(language, game, position)[1] == {"move": POSITIONS[game].move}


@pytest.mark.parametrize("language", chosen())
def test_lines_may_be_spaced_escaped_shuffled_and_have_unknown_keys(language):
    messages = example(built_kit(language, "kozel"))
    expect = expected("kozel")
    for seed in range(3):
        odd = random.Random(seed)
        lines = b"".join(odd_line(odd, message) for message in messages)
        assert answers(language, "kozel", lines) == expect


def odd_line(odd: random.Random, message: dict[str, Any]) -> bytes:
    """The same message in other words: spaces, escapes, order, unknown keys, unknown messages."""
    extra = {"type": "weather", "view": {"type": "bye"}, "legal": [ODD_TEXT, 1.5e-7, None, {}]}
    before = b"" if odd.random() < 0.7 else b" " + json.dumps(extra).encode() + b"\r\n"
    line = odd_value(odd, message, depth=0)
    return (
        before
        + odd.choice(["", " ", "\t "]).encode()
        + line.encode()
        + odd.choice([b"\n", b"\r\n", b" \n"])
    )


def odd_value(odd: random.Random, value: Any, depth: int) -> str:
    space = odd.choice(["", "", " ", "\t", "  "])
    if isinstance(value, dict):
        items = list(value.items())
        unknown = [
            (f"x{odd.random()}", deep(odd)),
            (ODD_TEXT, ODD_TEXT),
            ("", "type"),
            ("legals", 1),
        ]
        items += odd.sample(unknown, odd.randrange(3))
        odd.shuffle(items)
        inner = [
            f"{odd_text(odd, key)}{space}:{space}{odd_value(odd, each, depth + 1)}"
            for key, each in items
        ]
        return "{" + space + f"{space},{space}".join(inner) + space + "}"
    if isinstance(value, list):
        inner = [odd_value(odd, each, depth + 1) for each in value]
        return "[" + space + f"{space},{space}".join(inner) + space + "]"
    return odd_text(odd, value) if isinstance(value, str) else json.dumps(value)


def odd_text(odd: random.Random, text: str) -> str:
    """A text with some of its characters escaped. The moves stay, for an answer repeats them."""
    if " " in text or odd.random() < 0.6:
        return json.dumps(text, ensure_ascii=odd.random() < 0.5)
    return (
        '"'
        + "".join(
            f"\\u{ord(c):04x}" if c in string.ascii_letters else json.dumps(c)[1:-1] for c in text
        )
        + '"'
    )


def deep(odd: random.Random) -> Any:
    return odd.choice([[[[[]], {"a": ["]", "}"]}]], {"b": {}}, [], -0.0, 1e300, True, "\\", '"'])


@pytest.mark.parametrize("language", chosen())
def test_a_line_of_a_megabyte_and_one_nested_deeply_are_read(language):
    hello, start, *rest = example(built_kit(language, "kozel"), "position.jsonl")
    request = rest[0] | {"events": [{"seat": 1, "move": "lead 6S", "x": "é" * 20}] * 25_000}
    nested = {"type": "later", "x": json.loads("[" * 500 + "]" * 500)}
    found = answers(language, "kozel", plain([hello, start, nested, request, BYE]))
    assert found == [{"type": "ready"}, {"move": POSITIONS["kozel"].move}]


@pytest.mark.parametrize("language", chosen())
def test_the_end_of_the_input_ends_the_bot_with_or_without_bye_or_newline(language):
    hello, start, request, _ = example(built_kit(language, "ecarte"), "position.jsonl")
    found = [{"type": "ready"}, {"move": POSITIONS["ecarte"].move}]
    assert answers(language, "ecarte", plain([hello, start, request])) == found
    assert answers(language, "ecarte", plain([hello, start, request])[:-1]) == found
    assert answers(language, "ecarte", plain([hello, BYE, request, hello])) == found[:1]
    assert answers(language, "ecarte", b"") == []


@pytest.mark.parametrize("language", chosen())
def test_options_and_the_second_leg_change_nothing(language):
    hello, start, request, _ = example(built_kit(language, "ecarte"), "position.jsonl")
    hello = hello | {"options": {"target": 2, "must_trump": True, "vulnerability": "none"}}
    leg = plain([hello, start | {"game": 7, "side": 1}, request, request])
    move = {"move": POSITIONS["ecarte"].move}
    assert answers(language, "ecarte", leg) == [{"type": "ready"}, move, move]


@pytest.mark.parametrize("language", chosen())
def test_a_bot_whose_reader_is_gone_ends(language):
    folder = built_kit(language, "kozel")
    lines = (folder / "example.jsonl").read_bytes() * 50
    with subprocess.Popen(
        command(language, folder),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as bot:
        assert bot.stdin is not None and bot.stdout is not None
        bot.stdout.close()
        try:
            bot.stdin.write(lines.replace(b'{"type":"bye"}\n', b""))
            bot.stdin.close()
        except BrokenPipeError:
            pass
        bot.wait(60)


def test_a_kit_for_windows_has_the_same_bytes(tmp_path):
    """Files are written as bytes, so that no system changes their line ends."""
    folder = write_kit("python", "kozel", tmp_path / "kit")
    assert all(b"\r" not in path.read_bytes() for path in folder.iterdir())
