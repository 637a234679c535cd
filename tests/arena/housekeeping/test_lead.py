"""Of several housekeeping processes one leads, and another takes over within seconds."""

from typing import Any

import pytest
from django.db.models.functions import Now

from arena.housekeeping import lead
from arena.housekeeping.lead import Election
from arena.housekeeping.models import Lead

pytestmark = pytest.mark.django_db


@pytest.fixture
def elections(monkeypatch: pytest.MonkeyPatch) -> tuple[Election, Election]:
    one, two = Election(), Election()
    one.name, two.name = "one:1", "two:1"
    return one, two


def test_one_process_leads_and_the_other_stands_by(elections: Any) -> None:
    one, two = elections
    for _ in range(3):
        one.stand()
        two.stand()
    one.stand()
    assert (one.leads, two.leads) == (True, False)


def test_another_leads_when_the_first_no_longer_stands(elections: Any) -> None:
    one, two = elections
    for election in (one, two):
        election.stand()
    Lead.objects.update(until=Now())  # its seconds have passed
    two.stand()
    assert two.leads
    one.stand()
    assert not one.leads


def test_another_leads_at_once_when_the_first_resigns(elections: Any) -> None:
    one, two = elections
    for election in (one, two):
        election.stand()
    one.resign()
    two.stand()
    assert (one.leads, two.leads) == (False, True)


def test_a_process_that_cannot_renew_its_lead_stops_working(
    elections: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(lead.time, "monotonic", lambda: now[0])
    one, _ = elections
    one.stand()
    one.stand()
    assert one.leads
    now[0] += lead.SECONDS
    assert not one.leads
