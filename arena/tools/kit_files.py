"""The starter kits as downloads, for those who do not install `goat`."""

from dataclasses import dataclass
from functools import cache

from django.conf import settings

from arena.tools.archive import zipped
from engine.rulesets import RULESETS
from referee.kits.kit import Kit, files, kits
from referee.kits.on_push import EXAMPLE_ADDRESS

BOT = "mybot"


@dataclass(frozen=True)
class KitRow:
    """A kit, the names of its downloads in the order of the games, and whether this arena accepts
    its language."""

    kit: Kit
    accepted: bool
    downloads: tuple[str, ...]


def kit_rows() -> list[KitRow]:
    """All kits, in their order."""
    return [
        KitRow(
            kit,
            kit.language in settings.BOT_RUNTIMES,
            tuple(f"{game}-{name}.zip" for game in RULESETS),
        )
        for name, kit in kits().items()
    ]


def kit_file(name: str, address: str) -> bytes | None:
    """The kit of the file `name`, such as ``ecarte-python.zip``, for the arena at this address.

    None if there is no such file.
    """
    found = {f"{game}-{kit}.zip": (game, kit) for game in RULESETS for kit in kits()}
    if name not in found:
        return None
    return zipped(
        {
            f"{BOT}/{file}": content.replace(EXAMPLE_ADDRESS.encode(), address.encode())
            for file, content in _files(*found[name]).items()
        }
    )


@cache
def _files(game: str, kit: str) -> dict[str, bytes]:
    return files(kits()[kit], game, BOT)
