"""Finding the bot or version that an address names. Everything here raises Http404."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from arena.accounts.requests import UserRequest
from arena.bots.models import Bot, Version


def find_bot(username: str, name: str) -> Bot:
    return get_object_or_404(Bot.objects.listed(), owner__username=username, name=name)


def find_version(bot: Bot, number: int) -> Version:
    """The version with its bot, without the program."""
    version = get_object_or_404(bot.versions.light(), number=number)
    version.bot = bot
    return version


def find_own_bot(request: UserRequest, username: str, name: str) -> Bot:
    """A bot of the user; pages that change a bot do not exist for anyone else."""
    if username != request.user.username:
        raise Http404
    return find_bot(username, name)


def find_own_version(request: UserRequest, username: str, name: str, number: int) -> Version:
    return find_version(find_own_bot(request, username, name), number)
