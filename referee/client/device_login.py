"""Logging in by a page of the arena: a person compares a code and allows it (docs/7-api.md)."""

import time
from dataclasses import dataclass, field

from referee.client.addresses import path_of
from referee.client.arena import Arena, not_an_arena
from referee.client.errors import ArenaError

SCOPES = ("read", "submit", "organise")
LONGEST_SECONDS = 3600.0


@dataclass(frozen=True)
class Codes:
    """`page`: where the person decides; `shorter` is the same page without the code."""

    user_code: str
    page: str
    shorter: str
    minutes: int
    device_code: str = field(repr=False)
    interval: float = 5.0
    seconds: float = 600.0


def begin(arena: Arena, name: str, scopes: list[str]) -> Codes:
    """Asks the arena for codes. Raises ArenaError."""
    given = arena.post("device/", {"name": name[:60], "scopes": scopes})
    try:  # values of another kind than they should be
        seconds = min(float(given["expires_in"]), LONGEST_SECONDS)
        return Codes(
            user_code=str(given["user_code"]),
            # At the arena that was asked, whatever host it takes itself for.
            page=arena.address + path_of(str(given["verification_url_complete"])),
            shorter=arena.address + path_of(str(given["verification_url"])),
            minutes=round(seconds / 60),
            device_code=str(given["device_code"]),
            interval=max(float(given["interval"]), 0.1),
            seconds=seconds,
        )
    except (KeyError, TypeError, ValueError):
        raise not_an_arena(arena.address, 200) from None


def wait(arena: Arena, codes: Codes) -> tuple[str, str]:
    """The token and its user, when the person has allowed it. Raises ArenaError."""
    deadline = time.monotonic() + codes.seconds
    interval = codes.interval
    while time.monotonic() < deadline:
        time.sleep(interval)
        try:
            given = arena.post("device/token/", {"device_code": codes.device_code})
            return str(given["token"]), str(given["user"])
        except (KeyError, TypeError):
            raise not_an_arena(arena.address, 200) from None
        except ArenaError as error:
            if error.code == "slow_down":
                interval += codes.interval
            elif error.code != "authorization_pending":
                raise
    raise ArenaError("nobody allowed the log-in in time: run goat login again")
