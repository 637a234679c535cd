"""Which kits the tests build and play: three in `make test`, all in `make kits`.

`make test` leaves out kits whose compiler is missing. `make kits` names its kits in TEST_KITS,
and there a missing compiler is a failure.
"""

import os
import shutil

import pytest

ALL = tuple(os.environ.get("TEST_KITS", "").split())
QUICK = ("python", "javascript", "c")
TOOLS = {
    "python": "python3",
    "python-training": "python3",
    "javascript": "node",
    "c": "gcc",
    "cpp": "g++",
    "rust": "rustc",
    "go": "go",
    "java": "javac",
}


def chosen() -> list[object]:
    """The kits to test, as parameters of a test."""
    return [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                not ALL and not shutil.which(TOOLS[name]), reason=f"there is no {TOOLS[name]} here"
            ),
        )
        for name in ALL or QUICK
    ]
