"""The options of a ruleset: what each takes, and reading them from text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadOption

Value = str | int | bool

_SWITCHES = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}


@dataclass(frozen=True)
class Option:
    """One option: the values it takes (named ones, or a range of whole numbers) and its default."""

    default: Value
    values: tuple[Value, ...] | range
    help: str = ""

    def read(self, name: str, value: object) -> Value:
        """`value`, or the text of one, as this option's value. Raises BadOption."""
        if isinstance(self.values, range):
            number = _number(value)
            if number is not None and number in self.values:
                return number
            allowed = f"a whole number from {self.values[0]} to {self.values[-1]}"
        elif isinstance(self.default, bool):
            switched = _SWITCHES.get(str(value).lower())
            if switched is not None:
                return switched
            allowed = "on or off"
        else:
            for candidate in self.values:
                if str(value).lower() == str(candidate).lower():
                    return candidate
            allowed = " or ".join(map(str, self.values))
        raise BadOption(f"option {name} takes {allowed}, not {str(value)[:80]!r}")


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    # Twelve digits are more than any option takes; int() of a long text is slow.
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 12:
        return int(value)
    return None


def switch(default: bool, help: str = "") -> Option:
    """An option that is on or off."""
    return Option(default, (False, True), help)


def read(name: str, options: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, Value]:
    """The given options of ruleset `name` with their values checked. Raises BadOption."""
    for key in given:
        if key not in options:
            known = ", ".join(sorted(options))
            raise BadOption(f"{name} has no option {str(key)[:80]!r}; it has {known}")
    return {key: options[key].read(key, value) for key, value in given.items()}


def changed(ruleset: Any) -> dict[str, Value]:
    """The options of a ruleset that differ from their defaults."""
    return {
        name: getattr(ruleset, name)
        for name, option in ruleset.OPTIONS.items()
        if getattr(ruleset, name) != option.default
    }


def pairs(words: Iterable[str]) -> dict[str, str]:
    """Options written ``name=value``; a name alone means ``true``. Raises BadOption."""
    result: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in result:
            raise BadOption(f"option {name} is given twice")
        result[name] = value or "true"
    return result
