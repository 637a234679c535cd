"""Groups the faults of a match, so that the same fault is shown once, with a count."""

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.faults import Reason

# What differs between two answers that are wrong in the same way, and between two exceptions at
# the same place: the answer, a key, and cards.
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\b(?:10|[2-9TJQKA])?[CDHS]\b")
_PLACE = re.compile(r" line \d+: ")


class Explained(Protocol):
    """A fault. The first line of `cause` says what happened, where, and what to do."""

    @property
    def reason(self) -> str: ...
    @property
    def cause(self) -> str: ...


Fault = TypeVar("Fault", bound=Explained)


def grouped(faults: Sequence[Fault]) -> list[list[Fault]]:
    """The faults in their order, those of the same cause together."""
    groups: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.reason, _same(fault)), []).append(fault)
    return list(groups.values())


def first_line(cause: str) -> str:
    return cause.partition("\n")[0]


def trace(cause: str) -> str:
    """What follows the first line."""
    return cause.partition("\n")[2]


def _same(fault: Explained) -> str:
    line = first_line(fault.cause)
    if fault.reason in (Reason.MALFORMED, Reason.ILLEGAL, Reason.FLOOD) or _PLACE.search(line):
        return _QUOTED.sub("", line)
    return line
