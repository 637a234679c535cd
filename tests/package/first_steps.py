"""The commands of an author's first minutes, as README.md has them."""

from collections.abc import Iterator

from tests.package.environments import Author

# The words of a command, and what it shows.
STEPS = (
    ("goat new ecarte mybot --ci", "mybot is a bot for ecarte"),
    ("goat check mybot --pairs 1", "mybot is ready to submit: no faults"),
    ("goat play ecarte mybot house/greedy-ecarte --pairs 1 --record match.json", "mybot "),
    ("goat compare mybot house/greedy-ecarte --elo1 300 --max-pairs 5", "mybot"),
    ("goat replay match.json", "mybot"),
    ("goat verify match.json", "mybot"),
)
# At an arena that the environment names.
SUBMISSION = (("goat submit mybot", "has qualified: it is the active version"),)


def take(
    author: Author, steps: tuple[tuple[str, str], ...], **environment: str
) -> Iterator[list[str]]:
    """Takes each step, and yields its words. Raises AssertionError if one fails."""
    for line, shown in steps:
        words = line.split()
        found = author.run(*words, **environment)
        assert found.returncode == 0 and shown in found.stdout, f"{line}\n{found}"
        yield words
