"""Compiles the engine with mypyc, from the same source: ``make compiled``.

The result is in build/compiled; to use it, put that folder first on PYTHONPATH. Only the code that
plays is compiled. The rulesets are not, because mypyc treats class variables of a dataclass as
fields.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from bench.measure import Row, in_rounds, one_processor, ratio
from engine.rulesets import RULESETS

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build/compiled"
GAMES = [kind.__module__.split(".")[1] for kind in RULESETS.values()]
MODULES = (
    *("cards", "randomness", "action_numbers", "observation", "state_value", "knowledge"),
    *(
        f"{game}/{name}"
        for game in GAMES
        for name in (
            *("deal", "moves", "scoring", "actions", "policy", "observation", "key"),
            *("course", "state", "view", "hearing", "knowledge"),
        )
        if (ROOT / f"engine/{game}/{name}.py").exists()
    ),
)


class CannotBuild(Exception):
    """The compiler reported an error."""


class NoCompiler(CannotBuild):
    """A program or file that compiling needs is missing on this machine."""


def build(folder: Path = BUILT, optimization: int = 3) -> Path:
    """Returns the folder with the compiled engine, rebuilt if the source has changed.

    `optimization`: the compiler's level, 0 to 3. Raises CannotBuild.
    """
    source = ROOT / "engine"
    made = folder / "engine"
    if not _changed(source, made) and len(_extensions(made)) == len(MODULES):
        return folder
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise NoCompiler(f"the C compiler {compiler} is missing: apt-get install gcc")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise NoCompiler("Python's headers are missing: apt-get install python3-dev")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, made, ignore=shutil.ignore_patterns("__pycache__"))
    # Otherwise mypyc would use this project's settings, with plugins that load all of Django.
    (folder / "mypy.ini").write_text("[mypy]\nstrict = true\n")
    compiling = subprocess.run(
        [Path(sys.executable).with_name("mypyc"), *(f"engine/{name}.py" for name in MODULES)],
        cwd=folder,
        env={**os.environ, "MYPYC_OPT_LEVEL": str(optimization)},
        capture_output=True,
        text=True,
    )
    if compiling.returncode or len(_extensions(made)) != len(MODULES):
        raise CannotBuild((compiling.stdout + compiling.stderr)[-2000:])
    shutil.rmtree(folder / "build")
    return folder


def _changed(source: Path, made: Path) -> bool:
    files = {path.relative_to(folder) for folder in (source, made) for path in folder.rglob("*.py")}
    return any(_content(source / name) != _content(made / name) for name in files)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _extensions(made: Path) -> list[Path]:
    return list(made.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))


class Player:
    """A process of bench.player that uses the engine in this folder, on its parent's processor."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.player", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def ask(self, *task: object) -> str:
        self.begin(*task)
        return self.answer()

    def rate(self, name: str, seconds: float) -> float:
        return float(self.ask("rate", name, seconds))

    def begin(self, *task: object) -> None:
        assert self._process.stdin is not None
        print(*task, file=self._process.stdin, flush=True)

    def answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate()


def rows(seconds: float, rounds: int, games: int) -> Iterator[Row]:
    """`games`: how many of each ruleset both builds must play alike. No rows without a compiler."""
    try:
        folder = build()
    except CannotBuild as error:
        print(f"No rows about the compiled engine: {error}", file=sys.stderr)
        return
    with one_processor():
        players = {"interpreted": Player(ROOT), "compiled": Player(folder)}
        for name in RULESETS:
            rates = in_rounds(
                {build: partial(player.rate, name, seconds) for build, player in players.items()},
                rounds,
            )
            yield Row(
                f"compiled engine against the interpreted: {name}",
                ratio(rates["compiled"], rates["interpreted"]),
                "×",
                f"{median(rates['compiled']):,.0f} moves/s",
                at_least=2,
            )
        for player in players.values():
            player.close()
    # At the same time, each on its own processor, because this takes long.
    players = {build: Player(path) for build, path in (("interpreted", ROOT), ("compiled", folder))}
    alike = 0
    for name in RULESETS:
        for player in players.values():
            player.begin("digest", name, 0, games)
        alike += len({player.answer() for player in players.values()}) == 1
    for player in players.values():
        player.close()
    yield Row(
        f"rulesets that both builds play alike over {games:,} games",
        alike,
        "",
        "all legal moves, many views and events, results; every second game with random options",
        at_least=len(RULESETS),
    )


def main() -> None:
    try:
        print(f"The compiled engine is in {build()}: put this folder first on PYTHONPATH.")
    except CannotBuild as error:
        sys.exit(f"The engine cannot be compiled: {error}")


if __name__ == "__main__":
    main()
