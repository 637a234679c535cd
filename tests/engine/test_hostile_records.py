"""Whatever is wrong with a record is a BadRecord, and nothing else is raised."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.record import game_seed, replay, ruleset_of
from engine.verify import verify
from tests.engine.records import ECARTE, KOZEL, TABLE, Record

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=4,
)


huge = st.sampled_from([10**5000, -(10**400), 2**64, float("inf"), "9" * 10_000, "\ud800", "ⅷ"])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a record, but of lists only the first two and the last."""
    found = [path]
    if isinstance(value, dict):
        for key in value:
            found += places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            found += places(value[index], (*path, index))
    return found


@settings(max_examples=400)
@given(data=st.data(), original=st.sampled_from([ECARTE, KOZEL, TABLE]))
def test_whatever_is_wrong_with_a_record_is_a_bad_record(
    data: st.DataObject, original: Record
) -> None:
    record: Any = copy.deepcopy(original)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(record)))
        value = data.draw(anything | huge)
        if not path:
            record = value
            break
        where = record
        for part in path[:-1]:
            where = where[part]
        if data.draw(st.booleans()):
            where[path[-1]] = value
        else:
            del where[path[-1]]
    try:
        verify(record)
    except BadRecord as error:
        assert 0 < len(str(error)) < 600


@settings(max_examples=200)
@given(record=anything)
def test_any_other_value_is_a_bad_record(record: Any) -> None:
    for read in (verify, ruleset_of, lambda r: game_seed(r, 0), lambda r: list(replay(r, 0))):
        with pytest.raises(BadRecord):
            read(record)
