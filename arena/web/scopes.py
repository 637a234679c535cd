"""What an API token may do. A view names the scope that its unsafe methods need.

Every token may read what its user may read. Nothing that is not named is allowed: a view that
says nothing needs `submit` for each method that changes something. The pages and people who are
logged in need no scope. arena/accounts/authentication.py refuses a token that lacks a scope.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

READ, SUBMIT, ORGANISE = "read", "submit", "organise"

SCOPES = {
    READ: _("Read what you can see: also your own bots' programs, logs and faults, and your hand."),
    SUBMIT: _("Submit, activate and retire bots, enter them in tournaments, play at tables."),
    ORGANISE: _("Create and run tournaments, and set up webhooks."),
}

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def scope_of(view: Any, method: str) -> str:
    """The scope that a token needs for this method of a view: its `write_scope`."""
    return READ if method in SAFE_METHODS else getattr(view, "write_scope", SUBMIT)


def all_scopes() -> list[str]:
    return list(SCOPES)


def valid_scopes(wanted: Any) -> list[str]:
    """Those of the wanted scopes that exist, in order, and `read`, which every token has."""
    return [scope for scope in SCOPES if scope == READ or scope in wanted]
