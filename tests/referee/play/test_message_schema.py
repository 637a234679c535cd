"""The JSON Schema of the protocol is true of real messages, and the docs describe its fields."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset
from referee.cli.main import main
from referee.play import message_schema as message_schema_module
from referee.play.message_schema import ANSWERS, MESSAGES, message_schema
from referee.programs.program import read_program
from tests.engine.games import every_ruleset, start
from tests.engine.games import played as played_out
from tests.referee.play.conversations import written_down
from tests.referee.play.small_bots import match, played

DOCS = Path(__file__).parents[3] / "docs"
BOTS = DOCS.parent / "bots"
PROTOCOL = (DOCS / "3-protocol.md").read_text()
SANDBOXES = ["auto"]


def strict(schema: Any) -> Any:
    """The schema without room for keys that it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(part) for key, part in schema.items()}
    if "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed


STRICT = strict(copy.deepcopy(message_schema()))


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": STRICT["$defs"]})


VALIDATORS = {name: validator(name) for name in STRICT["$defs"]}


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(message_schema("https://example.org/schema.json"))
    assert {*MESSAGES, *ANSWERS, "event"} < set(message_schema()["$defs"])


def test_the_games_of_the_arena_declare_their_views() -> None:
    assert {"view-kozel", "view-svoi-kozyri", "view-ecarte"} <= set(VALIDATORS)


def test_a_game_that_declares_no_view_may_send_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_schema_module, "view_type", lambda name: None)
    view = message_schema()["$defs"]["move"]["properties"]["view"]
    assert view["type"] == "object"
    assert "anyOf" not in view


def test_every_reference_leads_somewhere() -> None:
    schema = message_schema()
    used = set(re.findall(r'"#/\$defs/([\w-]+)"', json.dumps(schema)))
    assert used <= set(schema["$defs"])
    assert set(schema["$defs"]) - used == set()


@pytest.mark.parametrize("name", RULESETS)
def test_real_messages_of_a_real_match_fit_the_schema(name: str, sandbox: Any) -> None:
    bot = read_program((BOTS / f"{name.replace('-', '_')}.py").read_bytes())
    options = {"limit": 4} if name == "kozel" else {}  # a short game
    with written_down() as heard:
        result = played(match(bot, bot, ruleset=ruleset(name, options)), sandbox)
    assert [game["reason"] for game in result.record["games"]] == ["normal", "normal"]
    kinds = set()
    for arrow, line in heard.lines():
        message = json.loads(line)
        if arrow == "→":
            kind = message["type"]
        else:
            kind = "ready" if "type" in message else "answer"
        kinds.add(kind)
        VALIDATORS[kind].validate(message)
        if kind == "move" and f"view-{name}" in VALIDATORS:
            VALIDATORS[f"view-{name}"].validate(message["view"])
    assert kinds == {*MESSAGES, *ANSWERS}


@every_ruleset
def test_every_view_and_event_of_random_games_fits_the_schema(rules: Ruleset) -> None:
    for number in (0, 1):
        for turn, (state, move) in enumerate(played_out(start(rules, number), number)):
            if turn % 5 and turn > 5:
                continue
            assert state.seat is not None
            if (view := VALIDATORS.get(f"view-{rules.name}")) is not None:
                view.validate(state.view(state.seat))
            for seat in range(rules.seats):
                if (event := state.event(move, seat)) is not None:
                    VALIDATORS["event"].validate(event)


def test_a_message_with_another_key_or_type_does_not_fit() -> None:
    good = {"type": "game", "game": 1, "seat": 0, "side": 0}
    VALIDATORS["game"].validate(good)
    for bad in ({**good, "x": 1}, {**good, "seat": "0"}, {**good, "side": 2}, {"type": "game"}):
        with pytest.raises(jsonschema.ValidationError):
            VALIDATORS["game"].validate(bad)


def test_readers_are_told_to_expect_more_keys() -> None:
    later = {"type": "bye", "reason": "tired"}
    open_schema = message_schema()
    jsonschema.Draft202012Validator(open_schema).validate(later)


def test_goat_prints_the_schema(capsys: Any) -> None:
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(message_schema()))


# The docs.

WORDS = {"text": "string", "card": "string", "suit": "string", "number": "integer"} | {
    "seat": "integer",
    "0 or 1": "integer",
    "object": "object",
    "number, not whole": "number",
    "two numbers": "array<number>",
}


def in_words(words: str) -> str:
    """The JSON type that a table of the docs names: ``array<string>`` for ``list of cards``."""
    words = words.removesuffix(", optional")
    if words in WORDS:
        return WORDS[words]
    if words.startswith("list of "):
        inner = words.removeprefix("list of ")
        if inner.endswith(" or nulls"):
            return f"array<{in_words(_one(inner.removesuffix(' or nulls')))}?>".replace(">?", "?>")
        return f"array<{in_words(_one(inner))}>"
    if words.startswith("object of "):
        return f"object<{in_words(_one(words.removeprefix('object of ')))}>"
    if words.endswith(" or null"):
        return f"{in_words(words.removesuffix(' or null'))}?"
    raise AssertionError(f"the docs name a type that no test knows: {words}")


def _one(words: str) -> str:
    """The singular: ``list of cards`` for ``lists of cards``."""
    if words.startswith("lists of "):
        return "list" + words.removeprefix("lists")
    return words.removesuffix("s")


def in_schema(part: Any) -> str:
    """The same of a part of the schema."""
    if "$ref" in part:
        return in_schema(STRICT["$defs"][part["$ref"].rpartition("/")[2]])
    if "anyOf" in part:
        kinds = {in_schema(one) for one in part["anyOf"]}
        (kind,) = kinds - {"null"} or {"null"}
        return kind + ("?" if "null" in kinds else "")
    if "enum" in part:
        null = "?" if None in part["enum"] else ""
        return {str: "string", int: "integer"}[type(part["enum"][0] or "")] + null
    if part["type"] == "array":
        items = part.get("items") or part["prefixItems"][0]
        return f"array<{in_schema(items)}>"
    if part["type"] == "object" and isinstance(part.get("additionalProperties"), dict):
        value = part["additionalProperties"]
        return f"object<{in_schema(value)}>" if "type" in value else "object"
    return str(part["type"])


def table(text: str) -> dict[str, str]:
    """The first table of a text: its keys, and their types in words."""
    rows = re.search(r"^\| key[^\n]*\n\| --- [^\n]*\n((?:\|[^\n]*\n)+)", text, re.MULTILINE)
    assert rows
    return dict(re.findall(r"^\| `([\w.]+)` \| ([^|]+) \|", rows[1], re.MULTILINE))


def fields(name: str) -> dict[str, str]:
    """The fields of a definition, with those of `clock` below it."""
    found = {}
    for key, part in STRICT["$defs"][name]["properties"].items():
        found[key] = in_schema(part)
        if key == "clock":
            inner = STRICT["$defs"][part["$ref"].rpartition("/")[2]]["properties"]
            found |= {f"clock.{one}": in_schema(value) for one, value in inner.items()}
    return found


def section(text: str, heading: str) -> str:
    _, _, rest = text.partition(f"\n{heading}\n")
    assert rest, heading
    return rest.partition("\n#")[0]


@pytest.mark.parametrize("name", [*MESSAGES, *ANSWERS])
def test_the_docs_name_exactly_the_fields_of_a_message(name: str) -> None:
    described = table(section(PROTOCOL, f"### {name}"))
    assert {key: in_words(words) for key, words in described.items()} == {
        **fields(name),
        **({"view": "object"} if name == "move" else {}),
        **({"options": "object"} if name == "hello" else {}),
    }
    required = STRICT["$defs"][name]["required"]
    optional = {key for key, words in described.items() if words.endswith("optional")}
    assert set(STRICT["$defs"][name]["properties"]) - set(required) == optional


@pytest.mark.parametrize("name", [*MESSAGES, *ANSWERS])
def test_the_example_of_a_message_fits_the_schema(name: str) -> None:
    (example,) = re.findall(r"```json\n(.*)\n```", section(PROTOCOL, f"### {name}"))
    VALIDATORS[name].validate(json.loads(example))


def test_the_docs_name_exactly_the_keys_of_an_event() -> None:
    text = section(PROTOCOL, "### move")
    described = table(text[text.index("| key of an event") :].replace("key of an event", "key"))
    assert {key: in_words(words) for key, words in described.items()} == fields("event")


@pytest.mark.parametrize("name", [name for name in RULESETS if f"view-{name}" in VALIDATORS])
def test_the_docs_name_exactly_the_keys_of_a_view(name: str) -> None:
    title = {"kozel": "Kozel", "svoi-kozyri": "Svoi Kozyri", "ecarte": "Écarté"}[name]
    rules = (DOCS / "2-rules.md").read_text()
    text = rules[rules.index(f"\n## {title}\n") :]
    described = table(section(text, "### View"))
    assert {key: in_words(words) for key, words in described.items()} == fields(f"view-{name}")
