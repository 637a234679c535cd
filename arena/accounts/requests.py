"""The type of a request whose user is known to be logged in."""

from django.http import HttpRequest

from arena.accounts.models import User


class UserRequest(HttpRequest):
    """What `login_required` lets through."""

    user: User
