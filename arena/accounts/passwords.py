"""Checking passwords with a brake: against guessing, and against hashing taking the processors.

Every door where a password is checked goes through here: the log-in pages of the site and the admin
(as their authentication backend) and the form that changes a password.

- A guess is counted before it is checked, so guesses at the same moment count too. A right password
  is uncounted again, and counts for the log-ins of its name: each costs as much as a guess.
- Wrong passwords count for the name together with the client's address, and for the address over
  all names. A browser that has logged in with a name before (known_devices.py) has a count of its
  own for that name: others behind the same address cannot lock it out.
- One password is hashed at a time in each web process; a few requests wait in line, the rest are
  told to try again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from arena.accounts import known_devices
from arena.accounts.models import User
from arena.web.addresses import client_network
from arena.web.rate_limit import Claim, Limit, LimitReached, give_back, take
from arena.web.turns import NoTurn, Turns

SECONDS = 600  # how long a wrong password counts
OF_NAME = Limit("password-name", most=10, seconds=SECONDS)
OF_DEVICE = Limit("password-device", most=10, seconds=SECONDS)
OF_FORM = Limit("password-form", most=10, seconds=SECONDS)
LOG_INS = Limit("log-in", most=30, seconds=SECONDS)

# Hashing takes 0.15 s of a processor, on purpose.
# Those in line hold a thread of the web process each, so they must be fewer than GOAT_WEB_THREADS.
HASHING = Turns(at_once=1, in_line=6, in_line_of_one=3, seconds=5)
BUSY_SECONDS = 5

Found = TypeVar("Found", User | None, bool)


class Refused(ValidationError):
    """A limit was reached, so nothing was checked or made; `wait` is in seconds."""

    def __init__(self, message: str, code: str, wait: int) -> None:
        super().__init__(message, code=code)
        self.wait = wait


class TooManyPasswords(Refused):
    def __init__(self, reached: LimitReached) -> None:
        if reached.limit == LOG_INS:
            message = ngettext(
                "Too many log-ins with this name. Try again in %(minutes)d minute.",
                "Too many log-ins with this name. Try again in %(minutes)d minutes.",
                reached.minutes,
            )
        else:
            message = ngettext(
                "Too many wrong passwords. Try again in %(minutes)d minute.",
                "Too many wrong passwords. Try again in %(minutes)d minutes.",
                reached.minutes,
            )
        super().__init__(message % {"minutes": reached.minutes}, "blocked", reached.wait)


class Busy(Refused):
    def __init__(self) -> None:
        message = gettext("Too many people are logging in right now. Try again in %(seconds)d s.")
        super().__init__(message % {"seconds": BUSY_SECONDS}, "busy", BUSY_SECONDS)


class TooManySignUps(Refused):
    def __init__(self, reached: LimitReached) -> None:
        message = ngettext(
            "Too many accounts were made from your address. Try again in %(minutes)d minute.",
            "Too many accounts were made from your address. Try again in %(minutes)d minutes.",
            reached.minutes,
        )
        super().__init__(message % {"minutes": reached.minutes}, "blocked", reached.wait)


class PasswordBackend(ModelBackend):
    """Django's backend with the brake. Without a request, as in a program, there is none."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **credentials: Any,
    ) -> User | None:
        """Raises Refused."""
        name = username or credentials.get(User.USERNAME_FIELD)
        if request is None or name is None or password is None:
            return self._check(request, username, password, credentials)
        who, claims = _counted(request, name.lower())
        return checked(
            who,
            wrong=claims,
            right=(LOG_INS, name.lower()),
            check=lambda: self._check(request, username, password, credentials),
        )

    def _check(
        self,
        request: HttpRequest | None,
        username: str | None,
        password: str | None,
        credentials: dict[str, Any],
    ) -> User | None:
        user = super().authenticate(request, username, password, **credentials)
        return user if isinstance(user, User) else None


def check_own(user: User, password: str) -> bool:
    """Whether this is the password of a user who is logged in. Raises Refused."""
    return checked(
        of_user(user),
        wrong=[(OF_FORM, str(user.pk))],
        right=(LOG_INS, user.username.lower()),
        check=lambda: user.check_password(password),
    )


def of_user(user: User) -> str:
    """The key with which a user who is logged in waits for a turn of hashing."""
    return f"user {user.pk}"


def checked(who: str, wrong: list[Claim], right: Claim, check: Callable[[], Found]) -> Found:
    """What `check` returns; if that is false, the password was wrong, and counts for `wrong`;
    otherwise for `right`. `who` waits for a turn. Raises Refused."""
    try:
        counted = take(*wrong, right)
    except LimitReached as reached:
        raise TooManyPasswords(reached) from None
    try:
        with hashing(who):
            found = check()
    except Busy:
        give_back(counted)
        raise
    give_back(counted[:-1] if found else counted[-1:])
    return found


@contextmanager
def hashing(who: str) -> Iterator[None]:
    """Waits until `who`, an address, a browser or a user, may hash a password. Raises Busy."""
    try:
        with HASHING.turn(who):
            yield
    except NoTurn:
        raise Busy from None


def _counted(request: HttpRequest, name: str) -> tuple[str, list[Claim]]:
    """Who guesses, and what a wrong guess for this name counts for."""
    network = client_network(request)
    device = known_devices.device_of(request, name)
    if device is not None:
        return f"device {device}", [(OF_DEVICE, f"{name}\n{device}")]
    of_address = Limit("password-address", settings.WRONG_PASSWORDS_PER_ADDRESS, SECONDS)
    return network, [(OF_NAME, f"{name}\n{network}"), (of_address, network)]
