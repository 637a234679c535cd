"""The starter kits: which there are, and the files of one for a game.

Each language has a folder here. `kit.toml` describes it; of the other files, each is written with
`@WORDS@` filled in. `strategies/` holds how the bot plays each game (`any` for one without), which
replaces the line `@STRATEGY@`; `position.txt` is the test of a recorded position. A kit with a
`base` has that kit's files too, except those that it has itself. Its `features/` say what a network
sees of each game, for `@FEATURES@`.
"""

import json
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from referee.errors import RefereeError
from referee.kits import example
from referee.kits.message_types import RENDERERS
from referee.kits.positions import POSITIONS
from referee.programs.bot_name import why_not
from referee.programs.project_file import FILE

KITS = ("python", "javascript", "c", "cpp", "rust", "go", "java", "python-training")
_HERE = Path(__file__).resolve().parent
_NOT_WRITTEN = {"kit.toml", "position.txt"}


class BadKit(RefereeError, ValueError):
    """A kit cannot be written as asked. The message says why, and what to do."""


@dataclass(frozen=True)
class Kit:
    """The kit of one language, as its `kit.toml` describes it.

    `language`: the arena's name of the kind of program. `main`: the file to read. `build`: the
    commands that make the files of `pack` from `main`, if any. `run`: starts the bot. `settings`:
    a variable of the environment that `goat` needs to play it. `base`: the kit that has the rest of
    its files. `section`: more for its README.
    """

    name: str
    title: str
    language: str
    main: str
    pack: tuple[str, ...]
    run: str
    needs: str
    build: tuple[str, ...] = ()
    test: str = ""
    files: str = ""
    notes: str = ""
    settings: str = ""
    base: str = ""
    section: str = ""

    @property
    def check(self) -> str:
        """The command that checks the bot, in its folder."""
        return "goat check ." + (
            "" if self.language == "python" else f" --language {self.language}"
        )


def kits() -> dict[str, Kit]:
    """All kits by name, such as ``python``."""
    return {name: _kit(_HERE / name) for name in KITS}


def kit(name: str) -> Kit:
    """Raises BadKit."""
    if name not in (known := kits()):
        raise BadKit(
            f"there is no kit for the language {name[:40]!a}; there are {', '.join(known)}"
        )
    return known[name]


def files(kit: Kit, game: str, name: str) -> dict[str, bytes]:
    """The files of a bot of this name for a game, or a variant. Raises BadKit and BadOption."""
    if why := why_not(name):
        raise BadKit(f"{name[:60]!a} cannot be the name of a bot: {why}")
    rules = ruleset(game)
    blocks, words = _blocks(kit, rules), _words(kit, rules, game, name)
    sources = {
        path.name: path
        for folder in _folders(kit)
        for path in folder.iterdir()
        if path.is_file() and path.name not in _NOT_WRITTEN
    }
    written = {
        file: _fill(path.read_text(encoding="utf-8"), blocks, words).encode()
        for file, path in sources.items()
    }
    written[FILE] = _project_file(kit, game, name).encode()
    readme = (_HERE / "README.md").read_text(encoding="utf-8")
    written["README.md"] = _fill(readme, blocks, words).encode()
    record = example.record(rules)
    written["example.jsonl"] = example.messages(rules, record)
    written["example-match.json"] = json.dumps(record).encode() + b"\n"
    if (own := kit.base or kit.name) in RENDERERS:
        types, render = RENDERERS[own]
        written[types] = render(rules.name).encode()
    if position := POSITIONS.get(rules.name):
        written["position.jsonl"] = example.position_messages(rules, position.text)
    return dict(sorted(written.items()))


def write(
    kit: Kit, game: str, name: str, folder: Path, more: Mapping[str, bytes] | None = None
) -> None:
    """Writes the kit and `more` files into a new folder: the whole of it, or nothing.

    Raises BadKit if the folder exists or cannot be written, and BadOption for an unknown game.
    """
    content = files(kit, game, name) | dict(more or {})
    unfinished = None
    try:
        if os.path.lexists(folder):
            raise BadKit(f"{folder} exists already: choose another name, or --folder")
        unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.absolute().parent))
        for file, data in content.items():
            (unfinished / file).parent.mkdir(parents=True, exist_ok=True)
            (unfinished / file).write_bytes(data)
        unfinished.chmod(0o777 & ~_umask())
        unfinished.rename(folder)
    except OSError as error:
        raise BadKit(f"{folder} cannot be written: {error.strerror or error}") from None
    finally:
        if unfinished is not None:
            shutil.rmtree(unfinished, ignore_errors=True)


def _kit(folder: Path) -> Kit:
    table = tomllib.loads((folder / "kit.toml").read_text(encoding="utf-8"))
    pack, build = tuple(table.pop("pack")), tuple(table.pop("build", ()))
    return Kit(name=folder.name, pack=pack, build=build, **table)


def _blocks(kit: Kit, rules: Ruleset) -> dict[str, str]:
    """What replaces the lines that hold one of these words and nothing else."""
    test = _HERE / kit.name / "position.txt"
    tested = rules.name in POSITIONS and test.exists()
    return {
        "STRATEGY": _for_game(kit, "strategies", rules),
        "FEATURES": _for_game(kit, "features", rules),
        "SECTION": kit.section,
        "POSITION": test.read_text(encoding="utf-8") if tested else "",
        "FILES": kit.files,
        "BUILD": _build_section(kit),
        "SETTINGS": f"    export {kit.settings}" if kit.settings else "",
        "ACCEPTED": _accepted(kit),
    }


def _folders(kit: Kit) -> list[Path]:
    """Where its files are: a later folder's replace those of the same name in an earlier one."""
    return [_HERE / name for name in (kit.base, kit.name) if name]


def _for_game(kit: Kit, kind: str, rules: Ruleset) -> str:
    """What the kit has of this kind for a game, or for any; empty if it has nothing of the kind."""
    paths = [path for folder in _folders(kit) for path in (folder / kind).glob("*")]
    named = {path.stem: path for path in paths}
    path = named.get(rules.name, named.get("any"))
    return path.read_text(encoding="utf-8") if path else ""


def _words(kit: Kit, rules: Ruleset, game: str, name: str) -> dict[str, str]:
    """What stands for these words anywhere in the kit's files, and in the blocks."""
    position = POSITIONS.get(rules.name)
    return {
        "NAME": name,
        "RULESET": game,
        "GAME": rules.name,
        "TITLE": kit.title,
        "NEEDS": kit.needs,
        "MAIN": kit.main,
        "RUN": kit.run,
        "CHECK": kit.check,
        "WHY": position.why if position else "",
        "MOVE": position.move if position else "",
    }


def _fill(text: str, blocks: Mapping[str, str], words: Mapping[str, str]) -> str:
    for block, lines in blocks.items():
        lines = lines.strip("\n")
        # The empty line after a block that is empty goes too.
        after = "\n" if lines else "(?:\n\n|\n)"
        whole = re.compile(rf"^[ #/]*@{block}@{after}", re.MULTILINE)
        text = whole.sub((f"{lines}\n" if lines else "").replace("\\", r"\\"), text)
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text


def _project_file(kit: Kit, game: str, name: str) -> str:
    lines = ["# Read by goat: check, play, submit and build.", f'ruleset = "{game}"']
    packages = '  # or a set of packages, such as "python-numpy"' if kit.name == "python" else ""
    lines += [f'name = "{name}"', f'language = "{kit.base or kit.name}"{packages}']
    lines.append(f"pack = {json.dumps(kit.pack)}  # what is submitted: files and folders")
    if kit.build:
        lines.append(f"build = {json.dumps(kit.build)}")
        lines.append(f"sources = {json.dumps([kit.main])}")
    return "\n".join(lines) + "\n"


def _build_section(kit: Kit) -> str:
    if not kit.build:
        return ""
    lines = "\n".join(f"    {line}" for line in kit.build)
    notes = f"\n{kit.notes.strip()}\n" if kit.notes else ""
    return f"## Build it\n\n`goat build .` runs what `goat.toml` says:\n\n{lines}\n{notes}"


def _accepted(kit: Kit) -> str:
    if kit.language == "python":
        return ""
    return (
        f"Every arena accepts Python. Whether yours accepts `{kit.language}` programs too, its page"
        "\n*Submit a bot* says. Their sandbox needs cgroups: if `goat sandbox` finds none here, add"
        "\n`--sandbox off`, and your own bots play without a sandbox.\n"
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
