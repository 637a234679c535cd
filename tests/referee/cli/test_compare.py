"""`goat compare`: mirrored pairs until the test decides."""

import pytest

from referee.cli.main import main
from tests.referee.play.small_bots import source

OFF = ("--sandbox", "off")


@pytest.fixture
def bots(tmp_path):
    """A bot that plays, and one that loses every game by a fault."""
    found = []
    for name, turn in (("good", ""), ("bad", "say('what?')")):
        path = tmp_path / f"{name}.py"
        path.write_bytes(source(turn))
        found.append(str(path))
    return found


def test_the_stronger_is_found_with_progress_ratio_and_interval(bots, capsys):
    assert main(["compare", "svoi-kozyri", *bots, "--elo1", "300", "--batch", "10", *OFF]) == 0
    shown = capsys.readouterr()
    assert "H1 accepted: good is at least 300 Elo stronger than bad" in shown.out
    first, *_ = (line for line in shown.err.splitlines() if "pairs" in line)
    assert first.startswith("10 pairs (0 0 0 0 10)  LLR +")
    assert "[-2.94, 2.94]" in first
    assert "±" in first


def test_the_weaker_is_found_too_and_the_same_seed_gives_the_same_result(bots, capsys):
    words = ["compare", "svoi-kozyri", *bots[::-1], "--elo1", "300", "--batch", "10", *OFF]
    words += ["--seed", "5" * 64, "--jobs", "1"]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert "H0 accepted: bad is at most 0 Elo stronger than good" in first
    assert "seed " + "5" * 64 in first
    assert main(words) == 0
    assert capsys.readouterr().out == first


def test_it_stops_undecided_after_max_pairs(bots, capsys):
    assert main(["compare", "svoi-kozyri", *bots, "--max-pairs", "3", *OFF]) == 0
    shown = capsys.readouterr().out
    assert "undecided after 3 pairs" in shown
    assert "bad lost 6 of 6 games by faults; goat check says which" in shown
    assert "good lost" not in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--elo0", "20", "--elo1", "10"], "elo1 must be at least 1 above elo0"),
        (["--alpha", "0.7"], "alpha must be between 0.001 and 0.4"),
        (["--elo1", "9999"], "elo1 must be between -800 and 800"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(bots, capsys, words, message):
    assert main(["compare", "svoi-kozyri", *bots, *words]) == 1
    assert message in capsys.readouterr().err
