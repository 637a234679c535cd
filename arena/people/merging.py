"""A guest who logs in or signs up keeps seats and games: the guest becomes the account's player.

The guest's cookie is worth nothing from then on. What the arena's other apps keep of a player is
moved by receivers of `players_merged`.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from arena.accounts.models import User
from arena.people import results
from arena.people.models import Player
from arena.people.players import COOKIE, find_guest

log = logging.getLogger(__name__)

# Sent with `guest` and `player`, in a transaction, perhaps more than once: a receiver gives the
# player what is the guest's. An exception undoes the whole.
players_merged = Signal()


def become(guest: Player, user: User) -> Player:
    """Makes a guest the player of an account; returns the account's player."""
    if Player.objects.filter(user=user).exists():
        return _into_account(guest, user)
    try:
        with transaction.atomic():
            # Conditional: another log-in may have been faster.
            if Player.objects.filter(pk=guest.pk, user=None).update(user=user, key=None):
                return Player.objects.get(pk=guest.pk)
    except IntegrityError:
        pass  # the account got a player meanwhile
    return _into_account(guest, user)


def merge(guest: Player, player: Player) -> None:
    """Gives everything of a guest to another player. The guest cannot be found any more."""
    if guest.pk == player.pk:
        return
    with transaction.atomic():
        players_merged.send(sender=Player, guest=guest, player=player)
        # Tables are locked before players; so what the guest did until now is moved afterwards.
        pair = Player.objects.select_for_update(no_key=True).filter(pk__in=[guest.pk, player.pk])
        if guest.pk not in {one.pk for one in pair.order_by("pk")}:
            return
        players_merged.send(sender=Player, guest=guest, player=player)
        results.move(guest, player)
        Player.objects.filter(pk=guest.pk).update(key=None, link="")


def _into_account(guest: Player, user: User) -> Player:
    player = Player.objects.get_or_create(user=user)[0]
    merge(guest, player)
    return player


def _logged_in(request: HttpRequest | None, user: User, **_signal: Any) -> None:
    """A receiver: it never keeps anyone from logging in."""
    if request is None or (guest := find_guest(request)) is None:
        return
    try:
        become(guest, user)
    except Exception:
        log.exception("guest %s could not become the account %s", guest.pk, user.pk)
    else:
        request.META[_MERGED] = True


user_logged_in.connect(_logged_in, dispatch_uid="guests become accounts")

_MERGED = "goat.merged_guest"


def forget_merged_guest(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: removes the cookie of a guest who has become an account."""
    return lambda request: _forget(request, get_response(request))


def _forget(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if request.META.get(_MERGED):
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
