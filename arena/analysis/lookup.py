"""The game that an address names, if the reader may see it."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest

from arena.accounts.models import User
from arena.analysis.subjects import Subject
from arena.matches.models import Match
from arena.people.players import find_player
from arena.tables.models import Table


def game_of_match(user: User | AnonymousUser, match_id: int, game: int) -> Subject:
    """A game of a match. Raises Http404 for one that the user may not see."""
    match = Match.objects.named().visible_to(user).filter(pk=match_id).first()
    if match is None:
        raise Http404
    return Subject(game, match)


def game_of_table(request: HttpRequest, code: str) -> Subject:
    """The game of a table. Raises Http404 if there is none, or only its players may see it."""
    table = Table.objects.filter(code=code).first()
    player = find_player(request)
    if table is None:
        raise Http404
    if not table.watchable and not (player and table.seats.filter(player=player).exists()):
        raise Http404
    return Subject(1, table=table)
