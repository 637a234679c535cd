"""What keeps tables going although a process died in between. Housekeeping calls it."""

from arena.tables import ending, places, presence


def sweep() -> None:
    """Tells who has gone away, settles ended tables, and gives free places to those that wait."""
    presence.sweep()
    ending.settle_ended()
    places.start_waiting()
