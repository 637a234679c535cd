"""Who somebody at a table is: an account, or a guest who is known by a cookie.

The cookie is the guest's seat, so it is as secret as a password: random, kept from scripts, and
stored as its SHA-256.
"""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from arena.people.models import Player

COOKIE = "goat_guest"
COOKIE_SECONDS = int(timedelta(days=180).total_seconds())
_KEY_BYTES = 24


def find_player(request: HttpRequest) -> Player | None:
    """The player of a request; None for a visitor who has never played. Changes nothing."""
    user = request.user
    if user.is_authenticated:
        return Player.objects.select_related("user").filter(user=user).first()
    return find_guest(request)


def find_guest(request: HttpRequest) -> Player | None:
    """The guest whose cookie the request has, also if somebody is logged in."""
    key = request.COOKIES.get(COOKIE, "")
    return Player.objects.filter(key=_hashed(key), user=None).first() if key else None


def make_player(request: HttpRequest, response: HttpResponse) -> Player:
    """The player of a request, a new one if there is none; a new guest's cookie goes into the
    response."""
    if found := find_player(request):
        return found
    user = request.user
    if user.is_authenticated:
        return Player.objects.get_or_create(user=user)[0]
    player = Player(guest_name=f"Guest {secrets.randbelow(9000) + 1000}")
    give_cookie(player, response)
    return player


def give_cookie(guest: Player, response: HttpResponse) -> None:
    """Gives a guest a new key, stores the guest, and puts the key into the response. A cookie that
    the guest had before is worth nothing then."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    guest.key = _hashed(key)
    guest.save()
    response.set_cookie(
        COOKIE,
        key,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
