"""Kits as `goat new` writes them."""

from pathlib import Path

from referee.kits.kit import kit, write


def write_kit(language: str, game: str, folder: Path, name: str = "mybot") -> Path:
    write(kit(language), game, name, folder)
    return folder
