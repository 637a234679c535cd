"""The starter kits as downloads, for those who do not install `goat`."""

import threading
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from arena.tools.archive import zipped
from engine.rulesets import RULESETS
from referee.kits.kit import Kit, files, kits

BOT = "mybot"
# What the kits have in place of an arena's address.
EXAMPLE_ADDRESS = b"https://arena.example"
_packing = threading.Lock()


@dataclass(frozen=True)
class KitRow:
    """A language of the page's list, and the names of its downloads by game."""

    kit: Kit
    accepted: bool
    downloads: tuple[tuple[str, str], ...]


def kit_rows() -> list[KitRow]:
    """The kits, those for languages that this arena accepts first."""
    rows = [
        KitRow(
            kit,
            kit.language in settings.BOT_RUNTIMES,
            tuple((game, f"{game}-{name}.zip") for game in RULESETS),
        )
        for name, kit in kits().items()
    ]
    return sorted(rows, key=lambda row: not row.accepted)


def kit_file(name: str, address: str) -> bytes | None:
    """The kit of the file `name`, such as ``ecarte-python.zip``, for the arena at this address.

    None if there is no such file.
    """
    found = {f"{game}-{kit}.zip": (game, kit) for game in RULESETS for kit in kits()}
    if name not in found:
        return None
    with _packing:  # a class asks at the same moment, and an example match takes a while
        return _packed(*found[name], address)


# An operator may allow any host name, and visitors choose it.
@lru_cache(maxsize=100)
def _packed(game: str, language: str, address: str) -> bytes:
    content = files(kits()[language], game, BOT)
    return zipped(
        {
            f"{BOT}/{name}": data.replace(EXAMPLE_ADDRESS, address.encode())
            for name, data in content.items()
        }
    )
