"""Each kit plays each game through the referee, in the sandbox, without a fault."""

import pytest

from engine.rulesets import RULESETS, VARIANTS, ruleset
from referee.cli.arguments import reference_bots
from referee.play.clock import Clock
from referee.play.cpu_slots import CpuSlot
from referee.play.match import Entrant, MatchSettings, play
from referee.play.restarts import lost_by_restarts
from referee.programs.program import load_program
from referee.sandbox import Sandbox, choose, require
from referee.sandbox.cgroup_discovery import NoCgroups, find_cgroups
from tests.referee.kits.chosen import ALL, chosen
from tests.referee.kits.written import built_kit
from tests.referee.sandbox.slots import own_slot

GAMES = [*RULESETS, *VARIANTS] if ALL else list(RULESETS)
PATIENT = Clock(start_ms=60_000, move_ms=10_000)


@pytest.fixture(autouse=True)
def java_as_its_kit_says(monkeypatch):
    """The runtimes of the Java kit, which the table of languages does not have by itself."""
    if "java" in ALL:
        runtimes = built_kit("java", "kozel") / "runtimes.toml"
        monkeypatch.setenv("GOAT_RUNTIMES_FILE", str(runtimes))


def sandbox_for(match: MatchSettings) -> Sandbox:
    """The best sandbox; without cgroups, none for languages that need one."""
    sandbox = choose("auto")
    if match.kinds() != {"python"}:
        try:
            find_cgroups()
        except NoCgroups:
            sandbox = choose("off")
    require(sandbox, match.kinds(), match.partners)
    return sandbox


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", chosen() if ALL else ["python"])
def test_a_kit_plays_without_a_fault_and_plays_on_after_restarts(language, game):
    play_a_pair(language, game)


@pytest.mark.parametrize("language", [] if ALL else chosen()[1:])
def test_kits_in_other_languages_play_without_a_fault(language):
    """One game; `make kits` plays all."""
    play_a_pair(language, "ecarte")


def play_a_pair(language: str, game: str) -> None:
    rules = ruleset(game)
    kit = Entrant("kit", 1, load_program(built_kit(language, game)))
    _, reference = reference_bots(rules)
    match = MatchSettings(rules, (kit, reference), 1, bytes(32), PATIENT)
    sandbox = sandbox_for(match)
    played = play(match, sandbox, slot=CpuSlot(own_slot(31), 0))
    assert played.faults == ()
    assert [entry["reason"] for entry in played.record["games"]] == ["normal"] * 2
    assert played.stderr[0] == ""
    assert lost_by_restarts(match, played.record, sandbox) == []
