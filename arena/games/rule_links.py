"""Where a person can read the rule that the engine cites: on the rules page of the game."""

from django.urls import reverse


def url_for(ruleset: str, rule: str) -> str:
    """The address of a rule, ``KR6`` or the like, for people.

    Each rule that a game's reasons cite (engine/errors.py) is an anchor of its rules.html.
    """
    return f"{reverse('pages:rules_of', args=[ruleset])}#{rule.lower()}"
