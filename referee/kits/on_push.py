"""Files that check and submit a bot on every push: for GitHub, and for containers."""

from pathlib import Path

from referee.kits.kit import kits
from referee.programs.languages import PYTHON

_FOLDER = Path(__file__).resolve().parent / "push"
_PLACES = {"bot.yml": ".github/workflows/bot.yml", "Dockerfile": "Dockerfile"}
EXAMPLE_ADDRESS = "https://arena.example"


def push_files(language: str = "python", arena: str = EXAMPLE_ADDRESS) -> dict[str, bytes]:
    """The files by their places in a bot's repository.

    `language`: the arena's name of the kind of program. Other sandboxes than Python's need cgroups,
    which such machines rarely have. `arena`: the address that their comments name.
    """
    runtimes = " ".join(dict.fromkeys(["python", language]))
    settings = next((kit.settings for kit in kits().values() if kit.language == language), "")
    return {
        place: (_FOLDER / name)
        .read_text(encoding="utf-8")
        .replace("@RUNTIMES@", runtimes)
        .replace("@SETTING@", f" {settings}" if settings else "")
        .replace("@YAML_SETTING@", f"\n  {settings.replace('=', ': ')}" if settings else "")
        .replace("@ARENA@", arena)
        .replace("@SANDBOX@", "" if language == PYTHON.name else " --sandbox off")
        .encode()
        for name, place in _PLACES.items()
    }
