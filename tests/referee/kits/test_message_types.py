"""The types in the kits are those of the referee's messages and of the games' views."""

import subprocess
import sys
import typing
from typing import Any

import msgspec
import pytest

from engine.rulesets import RULESETS, VARIANTS, ruleset
from referee.kits import example
from referee.kits.message_types import MESSAGES, python_types, typescript_types
from referee.kits.view_notes import NOTES
from referee.play import protocol
from referee.play.message_schema import Event
from tests.referee.kits.chosen import ALL
from tests.referee.kits.written import write_kit

GAMES = [*RULESETS, *VARIANTS]


@pytest.mark.parametrize("game", GAMES)
def test_all_events_of_a_game_are_known_to_the_kit(game):
    rules = ruleset(game)
    lines = example.messages(rules, example.record(rules)).splitlines()
    events = [event for line in lines for event in msgspec.json.decode(line).get("events", [])]
    assert events
    for event in events:
        assert event.keys() <= Event.__annotations__.keys()
        msgspec.convert(event, Event, strict=True)


def test_every_note_is_about_a_key_that_there_is():
    typed = "".join(map(typescript_types, RULESETS))
    for key, note in NOTES.items():
        assert f"/** {note} */\n  {key}" in typed


def test_no_message_of_the_referee_is_left_out():
    assert set(MESSAGES) == set(protocol.Message.__subclasses__())


@pytest.mark.parametrize("game", GAMES)
def test_the_python_types_accept_what_the_referee_writes(game):
    """Decoded with the generated types themselves, each message by its `type`."""
    rules = ruleset(game)
    namespace: dict[str, Any] = {"__name__": "protocol"}
    exec(python_types(rules.name), namespace)
    kinds = {message.__struct_config__.tag: message.__name__ for message in MESSAGES}
    # msgspec resolves the names of annotations in the module that a class is from.
    sys.modules["protocol"] = module = type(sys)("protocol")
    vars(module).update(namespace)
    try:
        for line in example.messages(rules, example.record(rules)).splitlines():
            message = msgspec.json.decode(line)
            kind = namespace[kinds[message["type"]]]
            assert message.keys() == set(typing.get_type_hints(kind))
            msgspec.convert(message, kind, strict=True)
    finally:
        del sys.modules["protocol"]


@pytest.mark.parametrize("game", RULESETS)
def test_the_typescript_types_have_the_same_fields(game):
    python = [line.split(":")[0].strip() for line in python_types(game).splitlines()]
    typescript = [line.split(":")[0].strip(" ?") for line in typescript_types(game).splitlines()]
    wanted = [word for word in python if word.isidentifier()]
    assert wanted == [word for word in typescript if word.isidentifier()]
    assert "undefined" not in typescript_types(game)


def test_a_game_without_a_type_has_a_view_of_any_keys():
    assert "\nView = dict[str, Any]\n" in python_types("high-card")
    assert "type View = Record<string, any>;" in typescript_types("high-card")


def test_the_python_kits_pass_mypy_as_strict_as_it_gets_and_ruff(tmp_path):
    (tmp_path / "ruff.toml").write_text("line-length = 100\n")
    ruff = [sys.executable, "-m", "ruff"]
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "."]
    for game in RULESETS if ALL else ["kozel"]:
        folder = write_kit("python", game, tmp_path / game)
        for tool in (mypy, [*ruff, "check", "."], [*ruff, "format", "--check", "."]):
            checked = subprocess.run(tool, cwd=folder, capture_output=True, text=True)
            assert checked.returncode == 0, checked.stdout
