"""What keeps tables going although a process died in between. Housekeeping calls it."""

from datetime import timedelta

from arena.people.models import Player
from arena.tables.game import ending
from arena.tables.seats import places, presence
from arena.web.database_time import database_now


def sweep() -> None:
    """Tells who has gone away, settles ended tables, and gives free places to those that wait."""
    presence.sweep()
    ending.settle_ended()
    places.start_waiting()


# After this time a guest who has never sat down is forgotten.
GUESTS_KEPT = timedelta(days=2)
FORGOTTEN_AT_ONCE = 1000


def forget_guests() -> None:
    """Deletes guests of whom nothing is kept: refused requests leave them, and merged ones."""
    old = Player.objects.filter(
        user=None,
        created__lt=database_now() - GUESTS_KEPT,
        seats=None,
        hosted=None,
        participations=None,
    )
    unused = list(old.order_by("pk").values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    Player.objects.filter(pk__in=unused, seats=None).delete()
