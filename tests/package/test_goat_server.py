"""`goat server`, for those who installed the package."""

import pytest

from referee.cli.main import main
from tests.package.environments import Author

pytestmark = pytest.mark.live


@pytest.mark.parametrize("words", [(), ("web", "--help")])
def test_without_the_extra_it_says_what_to_install(author: Author, words: tuple[str, ...]) -> None:
    found = author.run("goat", "server", *words)
    assert found.returncode == 1
    assert found.stdout == ""
    assert found.stderr == (
        "goat: the arena's libraries are not installed (no module django). "
        "Install them: pip install 'goat-arena[server]'\n"
    )


@pytest.mark.parametrize("words", [["server"], ["server", "--help"], ["server", "-h"]])
def test_alone_it_lists_the_programs_of_an_arena(words: list[str], capsys) -> None:
    assert main(words) == 0
    shown = capsys.readouterr().out
    for program in ("demo", "web", "worker", "housekeeping", "migrate"):
        assert f"\n  {program} " in shown
