"""Logging a program in by a page of the site (in the spirit of RFC 8628, OAuth's device grant).

A program asks for two codes. It keeps the device code and shows the user code; a person opens the
page, compares the codes and grants or denies. Meanwhile the program asks again and again, and once
gets a token of that person.

- The device code has 256 random bits, and its answer says nothing of a code that does not exist.
- A user code is one of 20^8, good for ten minutes, and needs a person who is logged in: wrong
  codes are counted for the person and for the address.
"""

import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from arena.accounts.forms import MAX_TOKENS, create_token
from arena.accounts.models import ApiToken, DeviceLogin, User
from arena.web.rate_limit import Limit, give_back, take

VALID = timedelta(minutes=10)
INTERVAL_SECONDS = 2  # between two questions of one program
# Many programs that wait ask more seldom: 200 of them about 30 times a second, all together.
WAITING_FOR_A_SECOND = 10
LONGEST_INTERVAL = 10
TOKEN_VALID = timedelta(days=365)
# A school has one address, from which 200 people may log in, and some of them again.
REQUESTS = Limit("device-login", most=600, seconds=3600)
GUESSES_OF_USER = Limit("device-code-user", most=10, seconds=600)
GUESSES_OF_NETWORK = Limit("device-code-network", most=100, seconds=600)
# Without vowels, so that no code is a word (RFC 8628, section 6.1).
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 8


class Undecided(Exception):
    """The program has no token: `code` says why, as RFC 8628 names it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def interval() -> int:
    """How many seconds a program that begins to wait now leaves between two questions."""
    pending = DeviceLogin.objects.filter(
        state=DeviceLogin.State.PENDING, expires__gt=timezone.now()
    )
    return min(INTERVAL_SECONDS + pending.count() // WAITING_FOR_A_SECOND, LONGEST_INTERVAL)


def ask(name: str, scopes: list[str], network: str) -> tuple[DeviceLogin, str]:
    """A new request of a program, and its device code. Raises LimitReached."""
    take((REQUESTS, network))
    now = timezone.now()
    DeviceLogin.objects.filter(expires__lt=now).delete()
    device_code = secrets.token_urlsafe(32)
    login = DeviceLogin.objects.create(
        device_digest=ApiToken.hash(device_code),
        user_code="".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)),
        name=name,
        scopes=scopes,
        network=network,
        expires=now + VALID,
    )
    return login, device_code


def find(code: str, user: User, network: str) -> DeviceLogin | None:
    """The undecided request with this user code, as somebody typed it; None if there is none.

    Raises LimitReached after too many wrong codes.
    """
    taken = take((GUESSES_OF_USER, str(user.pk)), (GUESSES_OF_NETWORK, network))
    letters = "".join(char for char in code.upper() if char.isalnum())
    login = None
    if len(letters) == CODE_LENGTH and letters.isascii():
        waiting = DeviceLogin.objects.filter(state=DeviceLogin.State.PENDING)
        login = waiting.filter(user_code=letters, expires__gt=timezone.now()).first()
    if login is not None:
        give_back(taken)
    return login


def decide(login: DeviceLogin, user: User, granted: bool) -> bool:
    """Grants or denies the request; whether it was still undecided. Raises ValidationError if the
    user can have no more tokens."""
    if granted and user.api_tokens.count() >= MAX_TOKENS:
        text = gettext(
            "You already have %s tokens. Delete one that you do not use, then try again."
        )
        raise ValidationError(text % MAX_TOKENS)
    states = DeviceLogin.State
    undecided = DeviceLogin.objects.filter(
        pk=login.pk, state=states.PENDING, expires__gt=timezone.now()
    )
    state = states.GRANTED if granted else states.DENIED
    return bool(undecided.update(state=state, user=user))


def collect(device_code: str) -> tuple[str, User]:
    """The key of a new token, and whose it is: once, after the person has granted it.

    Raises Undecided.
    """
    now = timezone.now()
    with transaction.atomic():
        logins = DeviceLogin.objects.select_for_update(of=("self",)).select_related("user")
        login = logins.filter(device_digest=ApiToken.hash(device_code), expires__gt=now).first()
        if login is None:
            raise Undecided("expired_token")
        if login.state == DeviceLogin.State.GRANTED and login.user and login.user.is_active:
            login.delete()
            return _new_key(login.user, login), login.user
        if login.state != DeviceLogin.State.PENDING:
            raise Undecided("access_denied")
        asked, login.last_asked = login.last_asked, now
        login.save(update_fields=["last_asked"])
    # Half of the interval, because a network may deliver two questions closer together.
    if asked is not None and now - asked < timedelta(seconds=INTERVAL_SECONDS / 2):
        raise Undecided("slow_down")
    raise Undecided("authorization_pending")


def _new_key(user: User, login: DeviceLogin) -> str:
    try:
        return create_token(user, login.name, login.scopes, TOKEN_VALID)[1]
    except ValidationError:
        # Others were created since the person decided.
        raise Undecided("access_denied") from None
