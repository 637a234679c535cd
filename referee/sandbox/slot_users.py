"""Which user each bot runs as when the worker is root: one for each seat of each slot.

The kernel counts a user's threads and signals over the whole host, so no two slots may have the
same users, whichever program holds them: a match, or a self-test beside it. A program claims a slot
by a lock that it shares with all others of root, and the kernel releases it when its holder exits.
Nobody waits for such a lock, so a holder that hangs disturbs nobody.
"""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.host.locks import lock_byte
from referee.host.system import LINUX
from referee.sandbox.errors import NoSandbox

FIRST_SLOT_UID = 60_000
SEATS_PER_SLOT = 8
# 65534 is nobody, and 65535 is not a uid in the 16-bit system calls.
MAX_SLOTS = (65_533 - FIRST_SLOT_UID) // SEATS_PER_SLOT
# The users 60584 to 61183. systemd gives those before to people, and those after to services.
_FIRST_CHOICE = range(73, 148)
_RUN = "/run"
_LOCKS = "goat-slot-users.lock"  # one file, with a byte to lock for each slot


def slot_uid(slot: int, seat: int) -> int:
    """The uid, and gid, of the bot at this seat of this slot when the worker is root.

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


@contextlib.contextmanager
def claimed_slot() -> Iterator[int]:
    """A slot whose users run nothing on this host, and which nobody else gets meanwhile.

    Under a plain user, whose bots all run as that user, it is always 0. Raises NoSandbox if there
    is none.
    """
    if not LINUX or os.geteuid() != 0:
        yield 0
        return
    with contextlib.ExitStack() as held:
        locks = _open_locks()
        if locks is not None:
            held.callback(os.close, locks)
        busy = _slots_with_processes()
        for slot in _in_random_order():
            if slot not in busy and (locks is None or lock_byte(locks, slot)):
                break
        else:
            raise NoSandbox(
                f"The users {FIRST_SLOT_UID} to {slot_uid(MAX_SLOTS - 1, SEATS_PER_SLOT - 1)}, as "
                "which bots run, are all in use: play fewer matches at once on this machine."
            )
        yield slot


def _in_random_order() -> Iterator[int]:
    """All slots. Chance keeps containers apart, which do not see each other's locks."""
    first = list(_FIRST_CHOICE)
    rest = sorted({*range(MAX_SLOTS)} - {*first})
    order = secrets.SystemRandom()
    for slots in (first, rest):
        order.shuffle(slots)
        yield from slots


def _open_locks() -> int | None:
    """The file of locks; None if there is no folder for it, or it is another user's."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    for place in (_RUN, None):
        with contextlib.suppress(OSError):
            locks = os.open(f"{place or tempfile.gettempdir()}/{_LOCKS}", flags, 0o600)
            if os.fstat(locks).st_uid == os.geteuid():
                return locks
            os.close(locks)
    return None


def _slots_with_processes() -> set[int]:
    """Slots as whose users something runs: a service, or a bot whose worker was killed just now."""
    slots = set()
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and is_slot_uid(uid := entry.stat().st_uid):
                slots.add((uid - FIRST_SLOT_UID) // SEATS_PER_SLOT)
    return slots
