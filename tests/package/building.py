"""Builds the distributions of the source tree."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def build(tree: Path, into: Path, *targets: str) -> list[Path]:
    """Builds ``wheel`` and ``sdist``, or only `targets`. Returns the files, sorted by name."""
    words = [word for target in targets for word in ("--target", target)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(into), *words],
        cwd=tree,
        env={key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ},
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted(into.iterdir())
