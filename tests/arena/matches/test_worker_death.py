"""A worker that dies at any step leaves a match that is played once."""

from typing import Any

import pytest

from arena.matches import lifecycle, records, settling, sweep, worker
from arena.matches.models import Attempt, Match, Result, SideLog
from arena.ratings.models import EloChange
from tests.arena.playing import expire, outcomes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("referee")]


class PowerCut(BaseException):
    """The process ends here and now: nothing of it runs any more."""


STEPS: dict[str, tuple[Any, str]] = {
    "before the claim is committed": (Attempt.objects, "create"),
    "after the claim": (worker, "_match"),
    "while it is played": (worker.referee, "play"),
    "before the result is submitted": (lifecycle, "submit_result"),
    "while the record is checked": (records, "check"),
    "while the attempt ends": (lifecycle, "_end"),
    "before the result is stored": (records, "pack"),
    "before the logs are stored": (SideLog.objects, "bulk_create"),
    "before the state is stored": (lifecycle, "_conclude"),
    "before the result is settled": (lifecycle, "settle_soon"),
    "while the result is settled": (settling.match_ended, "send_robust"),
    "while Elo is entered": (EloChange.objects, "bulk_create"),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", STEPS)
def test_a_worker_that_dies_at_any_step_leaves_a_match_that_is_played_once(
    match: Match, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, function = STEPS[step]

    def cut(*args: Any, **options: Any) -> None:
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(owner, function, cut)
        with pytest.raises(PowerCut):
            worker.play_next()
    expire(match)
    sweep.sweep()
    worker.play_next()
    worker.play_next()
    sweep.sweep()

    finished = Match.objects.get(pk=match.pk)
    assert (finished.state, finished.settled) == ("finished", True)
    assert Result.objects.filter(match=match).count() == 1
    assert SideLog.objects.filter(match=match).count() == 2
    assert EloChange.objects.filter(match=match).count() == 2
    assert outcomes(match) in (["finished"], ["lost", "finished"])
