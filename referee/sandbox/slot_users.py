"""Which user each bot runs as when the worker is root: one for each seat of each CPU slot."""

FIRST_SLOT_UID = 60_000
SEATS_PER_SLOT = 8
# 65534 is nobody, and 65535 is not a uid in the 16-bit system calls.
MAX_SLOTS = (65_533 - FIRST_SLOT_UID) // SEATS_PER_SLOT


def slot_uid(slot: int, seat: int) -> int:
    """The uid, and gid, of the bot at this seat of this CPU slot when the worker is root.

    No two bots that run at the same time share one, and none belongs to root or a person. Raises
    ValueError for a slot or seat that does not exist.
    """
    if not (0 <= slot < MAX_SLOTS and 0 <= seat < SEATS_PER_SLOT):
        raise ValueError(
            f"slot {slot}, seat {seat}: slots go from 0 to {MAX_SLOTS - 1}, "
            f"seats from 0 to {SEATS_PER_SLOT - 1}"
        )
    return FIRST_SLOT_UID + slot * SEATS_PER_SLOT + seat


def is_slot_uid(uid: int) -> bool:
    """Whether a bot may run as this user."""
    return FIRST_SLOT_UID <= uid < FIRST_SLOT_UID + MAX_SLOTS * SEATS_PER_SLOT
