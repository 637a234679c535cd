"""Typed access to the parts of a match record, which is parsed JSON from anywhere.

Every function raises BadRecord for a part that is missing or of the wrong type. `where` begins the
message: ``"game 3: "``, or ``""`` for the record itself.
"""

import re
from collections.abc import Mapping
from typing import Any

from engine.errors import BadRecord

_HEX64 = re.compile("[0-9a-f]{64}")


def get(of: object, key: str, where: str) -> Any:
    """The value of a key, of any type."""
    if not isinstance(of, Mapping):
        raise BadRecord(f"{where or 'record: '}must be an object, not {shown(of)}")
    if key not in of:
        raise BadRecord(f"{where}{key} is missing")
    return of[key]


def get_object(of: object, key: str, where: str) -> Mapping[Any, Any]:
    value = get(of, key, where)
    if not isinstance(value, Mapping):
        raise BadRecord(f"{where}{key} must be an object, not {shown(value)}")
    return value


def get_list(of: object, key: str, where: str) -> list[Any]:
    value = get(of, key, where)
    if not isinstance(value, list):
        raise BadRecord(f"{where}{key} must be a list, not {shown(value)}")
    return value


def get_text(of: object, key: str, where: str) -> str:
    """A text that is not empty."""
    value = get(of, key, where)
    if not isinstance(value, str) or not value:
        raise BadRecord(f"{where}{key} must be a text that is not empty, not {shown(value)}")
    return value


def get_whole(of: object, key: str, where: str) -> int:
    """A whole number from 0 on."""
    value = get(of, key, where)
    if not is_whole(value) or value < 0:
        raise BadRecord(f"{where}{key} must be a whole number from 0 on, not {shown(value)}")
    return int(value)


def get_hex64(of: object, key: str, where: str) -> str:
    """32 bytes in lower-case hexadecimal."""
    value = get_text(of, key, where)
    if not _HEX64.fullmatch(value):
        raise BadRecord(f"{where}{key} must be 64 digits 0-9a-f, not {shown(value)}")
    return value


def check_equal(value: object, expected: object, what: str) -> None:
    """Checks that two values are equal and of the same type: true is not 1, and nor is 1.0."""
    parts = value if isinstance(value, list) else [value]
    if value != expected or any(isinstance(part, bool | float) for part in parts):
        raise BadRecord(f"{what} is {shown(value)}, but should be {shown(expected)}")


def is_whole(value: object) -> bool:
    """Whether a value is a whole number that JSON carries exactly."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def is_number(value: object) -> bool:
    return isinstance(value, float) or is_whole(value)


def shown(value: object) -> str:
    """A value for a message: short, whatever it is."""
    if isinstance(value, str):
        return repr(value[:80])
    if value is None or isinstance(value, bool | float) or is_whole(value):
        return str(value)
    if isinstance(value, list) and len(value) <= 4 and all(map(is_number, value)):
        return str(value)
    return f"a value of type {type(value).__name__}"
