"""Return links: a guest takes seats and games to another device.

A link holds a signed token that is good once, for ten minutes, and only until the guest makes
another. It is redeemed by a POST: a program that looks at links (a preview, a scanner) opens none.
Redeeming it gives the guest a new cookie, so the old device is no longer the guest.
"""

import hashlib
import secrets
from datetime import timedelta

from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from arena.people import merging
from arena.people.models import Player
from arena.people.players import find_guest, give_cookie

GOOD_FOR = timedelta(minutes=10)
_SALT = "arena.people.return_links"
_NONCE_BYTES = 12


class BadLink(ValueError):
    """The link is not good, or no longer. The text says what to do."""


def make_token(guest: Player) -> str:
    """The token of a new return link, which replaces earlier ones. Raises ValueError for an
    account, which logs in instead."""
    if not guest.is_guest:
        raise ValueError("an account needs no return link: log in on the other device")
    nonce = secrets.token_urlsafe(_NONCE_BYTES)
    Player.objects.filter(pk=guest.pk).update(link=_hashed(nonce))
    return signing.dumps([guest.pk, nonce], salt=_SALT)


def redeem(request: HttpRequest, response: HttpResponse, token: str) -> Player:
    """The guest of the link becomes the player of this browser: its cookie goes into the response,
    or the account that is logged in takes over the guest's seats. Raises BadLink.

    Whatever this browser had as another guest goes along.
    """
    try:
        pk, nonce = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        raise _bad() from None
    with transaction.atomic():
        wanted = Player.objects.filter(pk=pk, user=None, link=_hashed(str(nonce)))
        if not wanted.update(link=""):
            raise _bad()
        guest = Player.objects.get(pk=pk)
        if request.user.is_authenticated:
            return merging.become(guest, request.user)
        if (other := find_guest(request)) is not None:
            merging.merge(other, guest)
        give_cookie(guest, response)
        return guest


def _bad() -> BadLink:
    return BadLink(
        _(
            "This link has been used, or is older than ten minutes. Make a new one on the device "
            "where you play."
        )
    )


def _hashed(nonce: str) -> str:
    return hashlib.sha256(nonce.encode(errors="replace")).hexdigest()
