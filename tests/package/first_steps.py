"""The commands of an author's first minutes, as README.md has them."""

from collections.abc import Iterator

from tests.package.environments import Author

BOT = """\
import json, random, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": random.choice(message["legal"])}), flush=True)
"""
# The words of a command, and what it shows.
STEPS = (
    ("goat check ecarte mybot.py --pairs 1", "mybot is ready to submit: no faults"),
    ("goat play ecarte mybot.py house/greedy-ecarte --pairs 1 --record match.json", "mybot "),
    ("goat compare ecarte mybot.py house/greedy-ecarte --elo1 300 --max-pairs 5", "mybot"),
    ("goat replay match.json", "mybot"),
    ("goat verify match.json", "mybot"),
)


def first_steps(author: Author) -> Iterator[list[str]]:
    """Takes each step, and yields its words. Raises AssertionError if one fails."""
    (author.folder / "mybot.py").write_text(BOT)
    for line, shown in STEPS:
        words = line.split()
        found = author.run(*words)
        assert found.returncode == 0 and shown in found.stdout, f"{line}\n{found}"
        yield words
