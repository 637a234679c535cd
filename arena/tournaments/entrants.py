"""Whose bots a user may enter."""

from django.db.models import Q, QuerySet

from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.tournaments.models import Tournament


def bots_of(user: User) -> QuerySet[Bot]:
    """The user's own bots; for the staff the house's too."""
    own = Q(owner=user)
    if user.is_staff:
        own |= Q(owner__is_house=True)
    return Bot.objects.filter(own).select_related("owner").order_by("owner__username", "name")


def entrants(tournament: Tournament, user: User) -> QuerySet[Bot]:
    """Those of them that can be entered now: of its game, qualified, and not entered yet."""
    fit = bots_of(user).filter(ruleset=tournament.ruleset, active__state=Version.State.QUALIFIED)
    return fit.exclude(entries__tournament=tournament)
