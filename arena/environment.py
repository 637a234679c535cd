"""Reading settings from environment variables.

A wrong value ends the program with one line. An exception would end manage.py, celery and uvicorn
with a traceback each. An empty variable counts as unset.
"""

import os
import sys
import warnings
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

import environ

PREFIX = "GOAT_"
# Read by the referee, where there is no Django.
OF_THE_REFEREE = ("GOAT_CPU_SLOTS", "GOAT_RUNTIMES", "GOAT_RUNTIMES_FILE")
SWITCHES = {"on": True, "true": True, "yes": True, "1": True} | {
    "off": False,
    "false": False,
    "no": False,
    "0": False,
}
ENGINES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")
BROKERS = ("redis://", "rediss://", "redis+socket://", "memory://")


class Environment:
    """Each method reads the variable `name`, and marks it as a known setting."""

    def __init__(self) -> None:
        self._env = environ.Env()
        self._known = set(OF_THE_REFEREE)

    def text(self, name: str, default: str = "") -> str:
        self._known.add(name)
        return str(self._env.str(name, default="")).strip() or default

    def words(self, name: str, default: str = "") -> list[str]:
        """A list of words, separated by spaces."""
        return self.text(name, default).split()

    def switch(self, name: str, default: bool) -> bool:
        """``on``, ``true``, ``yes``, ``1``, or ``off``, ``false``, ``no``, ``0``."""
        text = self.text(name)
        if text and text.lower() not in SWITCHES:
            refuse(name, text, "write on or off")
        return SWITCHES[text.lower()] if text else default

    def choice(self, name: str, default: str, values: tuple[str, ...]) -> str:
        """One of `values`, in any case."""
        text = self.text(name, default).upper()
        return text if text in values else refuse(name, text, f"write {' or '.join(values)}")

    def number(self, name: str, default: int, least: int = 0) -> int:
        """A whole number of `least` or more."""
        text = self.text(name, str(default))
        # Twelve digits are more than any setting takes; int() of a long text is slow.
        if not (text.isascii() and text.isdigit() and len(text) <= 12 and int(text) >= least):
            refuse(name, text, f"write a whole number, {least} or more")
        return int(text)

    def rate(self, name: str, default: float) -> float:
        """A number that may have a fraction, 0 or more."""
        text = self.text(name, str(default))
        try:
            value = float(text)
        except ValueError:
            value = -1
        return value if 0 <= value < float("inf") else refuse(name, text, "write 0 or more")

    def folder(self, name: str, default: Path) -> Path:
        """A folder; it is created if it does not exist."""
        path = Path(self.text(name, str(default)))
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            refuse(name, str(path), f"{error.strerror}; name a folder that this user can write to")
        return path

    def database(self, name: str, default: str) -> dict[str, Any]:
        """The settings of a Django database, from its address."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # they print the address
                database: dict[str, Any] = environ.Env.db_url_config(self.text(name, default))
        except ValueError:
            database = {}
        # The folder of a socket may be written %2Frun%2Fpostgresql, as libpq does.
        database["HOST"] = unquote(database.get("HOST", ""))
        if database.get("ENGINE") not in ENGINES:
            # The address itself may hold a password.
            refuse(name, "…", "write postgres://user:password@host/name or sqlite:////folder/file")
        return database

    def broker(self, name: str, default: str) -> str:
        """The address of Celery's queue."""
        text = self.text(name, default)
        if not text.startswith(BROKERS):
            refuse(name, "…", "write redis://host:6379/0 or redis+socket:///folder/socket")
        return text

    def warn_of_unknown(self) -> None:
        """Warns of each variable that looks like a setting but is not: a GOAT_ variable that is
        misspelt, or a setting without its GOAT_."""
        for name in sorted(os.environ):
            if name in self._known:
                continue
            if name.startswith(PREFIX) or PREFIX + name in self._known:
                close = get_close_matches(name, self._known, n=1)
                hint = f"did you mean {close[0]}?" if close else "see docs/8-operations.md"
                print(f"warning: {name} is not a setting of Goat Arena: {hint}", file=sys.stderr)


def refuse_all(problem: str) -> NoReturn:
    """Ends the program with this line."""
    sys.exit(f"{problem} (docs/8-operations.md)")


def refuse(name: str, value: str, remedy: str) -> NoReturn:
    """Ends the program with the line that says what is wrong."""
    sys.exit(f"environment variable {name}={value[:80]}: {remedy} (docs/8-operations.md)")
