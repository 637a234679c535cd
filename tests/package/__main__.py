"""What an author and an operator get: installs a wheel as they do, measures it, and uses it.

    python -m tests.package dist/goat_arena-0.2.0-py3-none-any.whl

Needs the network or pip's cache. Ends with an error at the first thing that does not work.
"""

import json
import sys
import tempfile
from pathlib import Path

from tests.package import installed_arena
from tests.package.environments import downloaded, sizes
from tests.package.first_steps import STEPS, SUBMISSION, take

MAX_MB = 60


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="goat-package-") as folder:
        author = downloaded(Path(folder) / "author", str(wheel.resolve()))
        found = sizes(author)
        for name in sorted(found, key=lambda name: -found[name])[:8]:
            print(f"{found[name]:6.1f} MB  {name}")
        total = sum(found.values())
        print(f"{total:6.1f} MB  in all, in {len(found)} files and folders")
        if total > MAX_MB:
            sys.exit(f"the author's install is larger than {MAX_MB} MB")
        for words in take(author, STEPS):
            print("done:", *words)
        operator = downloaded(Path(folder) / "operator", f"{wheel.resolve()}[server]")
        with installed_arena.running(operator) as address:
            print("done: goat server demo")
            for path in installed_arena.PATHS:
                installed_arena.read(address + path)
            print(f"done: {len(installed_arena.PATHS)} pages and files")
            served = json.loads(installed_arena.read(f"{address}/api/v1/arena/"))["tools"]["wheel"]
            again = downloaded(Path(folder) / "second", served)
            print("done: pip install", served)
            login = {"GOAT_ARENA": address, "GOAT_TOKEN": installed_arena.token(operator)}
            for words in take(again, STEPS[:1]):
                print("done:", *words)
            for words in take(again, SUBMISSION, **login):
                print("done:", *words)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
