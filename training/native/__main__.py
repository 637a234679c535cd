"""Compiles the batch steps in C: ``python -m training.native``."""

import sys

from training.native.build import FILES, CannotBuild, build


def main() -> int:
    try:
        for ruleset in FILES:
            print(f"{ruleset}: {build(ruleset)}")
    except CannotBuild as error:
        print(f"Not compiled: {error}", file=sys.stderr)
        print("VectorEnv works without: it then steps in Python.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
