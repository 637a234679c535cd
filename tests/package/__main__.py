"""What an author gets: installs a wheel as they do, measures it, and takes their first steps.

    python -m tests.package dist/goat_arena-0.2.0-py3-none-any.whl

Needs the network or pip's cache. Ends with status 1 at the first command that does not do its work.
"""

import sys
import tempfile
from pathlib import Path

from tests.package.environments import downloaded, sizes
from tests.package.first_steps import first_steps

MAX_MB = 60


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="goat-package-") as folder:
        author = downloaded(Path(folder) / "author", wheel.resolve())
        found = sizes(author)
        total = sum(found.values())
        for name in sorted(found, key=lambda name: -found[name])[:8]:
            print(f"{found[name]:6.1f} MB  {name}")
        print(f"{total:6.1f} MB  in all, in {len(found)} files and folders")
        if total > MAX_MB:
            sys.exit(f"the author's install is larger than {MAX_MB} MB")
        for words in first_steps(author):
            print("done:", *words)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
