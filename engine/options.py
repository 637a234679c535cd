"""How the options of a ruleset are declared, and how their values are parsed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from engine.errors import BadOption

Value = str | int | bool

_SWITCHES = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}


@dataclass(frozen=True)
class Option:
    """An option: its default, and the values it takes (named ones, or a range of whole numbers)."""

    default: Value
    values: tuple[Value, ...] | range
    help: str = ""

    def parse(self, name: str, value: object) -> Value:
        """The option's value for `value`, which may be its text. `name` is for the message.

        Raises BadOption.
        """
        if isinstance(self.values, range):
            number = _number(value)
            if number is not None and number in self.values:
                return number
            allowed = f"a whole number from {self.values[0]} to {self.values[-1]}"
        elif isinstance(self.default, bool):
            switched = _SWITCHES.get(_text(value))
            if switched is not None:
                return switched
            allowed = "on or off"
        else:
            for candidate in self.values:
                if _text(value) == str(candidate).lower():
                    return candidate
            allowed = " or ".join(map(str, self.values))
        raise BadOption(f"option {name} takes {allowed}, not {_shown(value)}")


class HasOptions(Protocol):
    """A value with an attribute for each of its OPTIONS: a ruleset."""

    OPTIONS: ClassVar[dict[str, Option]]


def switch(default: bool, help: str = "") -> Option:
    """An option that is on or off."""
    return Option(default, (False, True), help)


def parse_options(
    ruleset: str, options: Mapping[str, Option], given: Mapping[str, object]
) -> dict[str, Value]:
    """The given options with their values parsed. `ruleset` is its name, for the messages.

    Raises BadOption.
    """
    for name in given:
        if name not in options:
            known = ", ".join(sorted(options))
            raise BadOption(f"{ruleset} has no option {_shown(name)}; it has {known}")
    return {name: options[name].parse(name, value) for name, value in given.items()}


def changed_options(ruleset: HasOptions) -> dict[str, Value]:
    """The options of a ruleset that differ from their defaults."""
    return {
        name: getattr(ruleset, name)
        for name, option in ruleset.OPTIONS.items()
        if getattr(ruleset, name) != option.default
    }


def parse_assignments(words: Iterable[str]) -> dict[str, str]:
    """Options written ``name=value``; a name alone means ``true``. Raises BadOption."""
    result: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in result:
            raise BadOption(f"option {name[:80]} is given twice")
        result[name] = value or "true"
    return result


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    # No option takes more than twelve digits, and int() of a long text is slow.
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 12:
        return int(value)
    return None


def _text(value: object) -> str:
    """What a value says in lower case, or "" if no option takes a value of its type."""
    if isinstance(value, str):
        return value.lower()
    if isinstance(value, int) and _is_short(value):
        return str(value).lower()
    return ""


def _shown(value: object) -> str:
    """A value for a message: short, whatever it is."""
    if isinstance(value, str):
        return repr(value[:80])
    if value is None or isinstance(value, float):
        return str(value)
    if isinstance(value, int) and _is_short(value):
        return str(value)
    return f"a value of type {type(value).__name__}"


def _is_short(value: int) -> bool:
    """Whether a number can be written out; str() refuses those with thousands of digits."""
    return abs(value) < 10**12
