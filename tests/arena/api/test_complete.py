"""Whatever a form on a page does, an operation of the API does too, or there is a reason."""

import re
from collections.abc import Iterator
from pathlib import Path

from arena.web.schema import schema

TEMPLATES = Path(__file__).parents[3] / "templates"
VERSION = "/api/v1/bots/{owner}/{name}/versions/{number}/"
TOURNAMENT = "/api/v1/tournaments/{slug}/"
ENTRY = TOURNAMENT + "entries/{owner}/{name}/"
TABLE = "/api/v1/tables/{code}/"

# Where the form leads to, or the page that it is on, and the operation.
OPERATIONS = {
    "bots/new.html": "POST /api/v1/bots/",
    "bots/new_version.html": "POST /api/v1/bots/{owner}/{name}/versions/",
    "bots/edit.html": "PATCH /api/v1/bots/{owner}/{name}/",
    "bots:activate": f"POST {VERSION}activate/",
    "bots:retire": f"POST {VERSION}retire/",
    "bots:dismiss": "DELETE /api/v1/me/notifications/{id}/",
    "qualification:restart": f"POST {VERSION}check/",
    "remote/new.html": "POST /api/v1/remote/bots/",
    "experiments/challenge.html": "POST /api/v1/challenges/",
    "experiments/new.html": "POST /api/v1/experiments/",
    "experiments:cancel": "POST /api/v1/experiments/{id}/cancel/",
    "analysis/game.html": "POST /api/v1/matches/{id}/games/{game}/analysis/",
    "analysis/panel.html": f"POST {TABLE}analysis/",
    "tables:new": "POST /api/v1/tables/",
    "tables:play": "POST /api/v1/tables/",
    "tables:seek": "POST /api/v1/tables/seek/",
    "tournaments/new.html": "POST /api/v1/tournaments/",
    "tournaments/edit.html": f"PUT {TOURNAMENT}",
    "tournaments:enter": f"POST {TOURNAMENT}entries/",
    "tournaments:withdraw": f"DELETE {ENTRY}",
    "tournaments:disqualify": f"POST {ENTRY}disqualify/",
    "tournaments:seed": f"POST {TOURNAMENT}seeds/",
    "tournaments:replay": f"POST {TOURNAMENT}matches/{{match}}/replay/",
    **{
        f"tournaments:{step}": f"POST {TOURNAMENT}{step}/"
        for step in ("open", "start", "pause", "resume", "cancel")
    },
    "webhooks/index.html": "POST /api/v1/webhooks/",
    "webhooks:switch_on": "PATCH /api/v1/webhooks/{id}/",
    "webhooks:test": "POST /api/v1/webhooks/{id}/test/",
    "webhooks:delete": "DELETE /api/v1/webhooks/{id}/",
}
# A token cannot be used to get or lose other ways in; a guest's browser is no program.
PAGES_ONLY = {
    *("accounts/login.html", "accounts/signup.html", "accounts/password_change.html", "base.html"),
    *("accounts/tokens.html", "accounts:delete_token", "accounts:device"),
    *("tables:redeem", "tables:return_link"),
}


def forms() -> Iterator[str]:
    """Each form that changes something, in all templates."""
    for path in TEMPLATES.rglob("*.html"):
        for form in re.finditer(r'<form [^>]*method="post"[^>]*>', path.read_text()):
            action = re.search(r"action=\"{% url '([\w:]+)'(?: [\w.]+ '(\w+)')?", form[0])
            if action is None:
                yield path.relative_to(TEMPLATES).as_posix()
            elif action[1] == "tables:act":
                yield f"POST {TABLE}{action[2]}/"
            else:
                yield action[1]


def test_every_form_has_its_operation() -> None:
    found = set(forms())
    acts = {form for form in found if form.startswith("POST ")}
    assert len(acts) >= 12
    assert found - acts - PAGES_ONLY == set(OPERATIONS)
    known = {
        f"{method.upper()} {path}"
        for path, methods in schema()["paths"].items()
        for method in methods
    }
    assert acts | set(OPERATIONS.values()) <= known
