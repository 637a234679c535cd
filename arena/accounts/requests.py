"""The type of a request whose user is known to be logged in."""

from django.http import HttpRequest

from arena.accounts.models import User


class UserRequest(HttpRequest):
    """A request that `login_required` let through."""

    user: User
