"""Wrong values are explained in the site's own words, in forms and over the API."""

from typing import Any

import pytest
from django import forms

from arena.experiments.api import NewChallengeSerializer
from arena.tables.serializers import NewTableSerializer


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({"pairs": 100}, "pairs", "Write a number of at most 25."),
        ({"pairs": 0}, "pairs", "Write a number of at least 1."),
        ({"pairs": "x"}, "pairs", "Write a whole number."),
        ({"bot": "x" * 81}, "bot", "Write at most 80 characters."),
        ({"bot": ""}, "bot", "Write something here."),
        ({"bot": 7}, "bot", "Write a text."),
    ],
)
def test_the_api_says_what_to_write(given: Any, field: str, said: str) -> None:
    asked = NewChallengeSerializer(data={"bot": "a", "opponent": "b/c"} | given)
    assert not asked.is_valid()
    assert [str(text) for text in asked.errors[field]] == [said]


def test_a_choice_that_does_not_exist_is_named() -> None:
    asked = NewTableSerializer(data={"ruleset": "whist"})
    assert not asked.is_valid()
    assert "whist" in str(asked.errors["ruleset"][0])
    assert "/api/v1/schema/" in str(asked.errors["ruleset"][0])


def test_a_form_says_what_to_write() -> None:
    with pytest.raises(forms.ValidationError, match="Write a number of at most 25"):
        forms.IntegerField(max_value=25).clean("26")
    with pytest.raises(forms.ValidationError, match="Write a number of at least 1"):
        forms.IntegerField(min_value=1).clean("0")
