"""The OpenAPI schema describes Updates as they are, every key of them."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from arena.tables import log
from arena.tables.game import ending
from arena.tables.models import Entry
from arena.tables.watching.updates import update_for
from arena.web.schema import schema
from tests.arena.tables.making import answer_first, make_table
from tests.arena.tables.test_updates import player_of

pytestmark = pytest.mark.django_db


def strict(schema: Any) -> Any:
    """The schema as JSON Schema, in which objects have no other keys than those that it lists."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items() if key != "nullable"}
    if "properties" in made:
        made["additionalProperties"] = False
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made


def test_every_update_is_as_the_schema_says() -> None:
    components = strict(schema()["components"])
    validator = Draft202012Validator(
        {"$ref": "#/components/schemas/Update", "components": components}
    )
    table = make_table("kozel", [None] * 4, clock={"move_s": 30, "bank_s": 60})
    with log.locked(table.code) as row:
        log.append(row, Entry.Kind.SAID, 0, phrase="hello")
        log.append(row, Entry.Kind.SEAT, 1, what="wait", name="Guest", by=2)
        log.append(row, Entry.Kind.HINT, 2, move="lead 6S", by="house/best", n=0)
    duel = make_table("ecarte", [None, None])
    answer_first(duel)
    for end in (False, True):
        for each, seats in ((table, 4), (duel, 2)):
            if end:
                with log.locked(each.code) as row:
                    ending.lose(row, 1, ending.RESIGN)
            for player in (None, *(player_of(each, seat) for seat in range(seats))):
                update = update_for(each.code, player)
                errors = [
                    f"{'.'.join(map(str, error.path))}: {error.message}"
                    for error in validator.iter_errors(update)
                ]
                assert not errors, errors[:5]
