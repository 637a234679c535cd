"""A new tournament system is one module and one line in the dictionary of systems."""

import pytest

from referee.cli.main import main
from referee.tournaments.format import BadFormat, Format
from referee.tournaments.simulation import favourites, simulate
from referee.tournaments.systems import SYSTEMS
from tests.referee.play.small_bots import source
from tests.referee.tournaments.king_of_the_hill import SYSTEM


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(SYSTEMS, SYSTEM.name, SYSTEM)


def test_it_is_simulated_and_ranked_with_its_own_reasons():
    def upset(pairing, games):
        return (1.0, 3.0) if pairing.second == 2 else (3.0, 1.0)

    format = Format(system=SYSTEM)
    event = simulate(format, 4, 4, upset)
    assert [(one.first, one.second) for one in event.pairings] == [(0, 1), (0, 2), (2, 3)]
    rows = format.rank(event).rows
    assert [row.line.entry for row in rows] == [2, 0, 1, 3]
    assert [row.rule and format.reason(row.rule) for row in rows] == [
        None,
        *["later on the hill"] * 2,
        "better seed",
    ]


def test_its_forecast_needs_no_formula():
    format = Format(system=SYSTEM)
    forecast = format.forecast(4, 10)
    assert (forecast.rounds, forecast.byes, forecast.games) == ((1, 1, 1), 0, 30)
    event = simulate(format, 4, 10, favourites)
    assert len(event.pairings) == forecast.matches


def test_its_own_limits_are_checked():
    with pytest.raises(BadFormat, match="the hill is too small for 10 entries"):
        Format(system=SYSTEM).check(10)


def test_the_command_line_previews_it(tmp_path, cpu_slots, capsys):
    bots = []
    for name in ("ann", "bob", "cid"):
        path = tmp_path / f"{name}.py"
        path.write_bytes(source("pass"))
        bots.append(str(path))
    words = ["tournament", "ecarte", *bots, "--format", SYSTEM.name, "--dry-run"]
    assert main([*words, "--pairs", "1", "--sandbox", "off"]) == 0
    shown = capsys.readouterr().out
    assert "king of the hill" in shown
    assert "3 entries, 2 rounds, 2 matches, 4 games, 0 byes" in shown
    assert "later on the hill" in shown


def test_the_command_line_lists_the_systems_if_a_name_is_unknown(capsys):
    assert main(["tournament", "ecarte", "a.py", "b.py", "--format", "league"]) == 2
    assert "'league' is not one of round-robin, swiss, " in capsys.readouterr().err
