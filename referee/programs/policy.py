"""What a sandboxed bot may use, and whose user it runs as."""

from dataclasses import dataclass

FIRST_SLOT_UID = 60_000
SEATS_PER_SLOT = 8
# Without namespaces RLIMIT_NPROC counts all threads of a plain user, so that a bot gets this many
# beyond those, lest it be short of some when other programs of the user start more.
MORE_THREADS = 512
# 65534 is nobody's and 65535 is no uid at all in the 16-bit calls.
MAX_SLOTS = (65_533 - FIRST_SLOT_UID) // SEATS_PER_SLOT


@dataclass(frozen=True)
class Policy:
    """The limits of one bot process.

    `memory_bytes` is address space, or with `cgroup` what a control group counts; `tmp_bytes` is
    the size of its /tmp and `tmp_files` the files and folders in it. `threads` counts the first
    one too, and those of all processes. It starts `processes` only with a control group, which
    alone can bound more than one. `cpu_seconds` is a last resort over the whole match: the clock
    bounds every move.
    """

    memory_bytes: int = 512 << 20
    tmp_bytes: int = 16 << 20
    tmp_files: int = 10_000
    descriptors: int = 64
    threads: int = 16
    cpu_seconds: int = 3600
    cgroup: bool = False
    processes: bool = False

    def __post_init__(self) -> None:
        if self.processes and not self.cgroup:
            raise ValueError("a bot of several processes needs a control group: cgroup = true")

    def limits(self) -> dict[str, int]:
        """Resource limits by the words of prlimit(1), soft and hard alike."""
        address_space = {} if self.cgroup else {"as": self.memory_bytes}
        return address_space | {
            "fsize": self.tmp_bytes,
            "nofile": self.descriptors,
            "nproc": self.threads,
            "cpu": self.cpu_seconds,
            "core": 0,
            "memlock": 0,
            "msgqueue": 0,
            "nice": 0,
            "rtprio": 0,
            "sigpending": 64,
        }

    def prlimit(self) -> list[str]:
        """Arguments of prlimit(1)."""
        return [f"--{name}={value}:{value}" for name, value in self.limits().items()]


DEFAULT_POLICY = Policy()


def slot_uid(slot: int, seat: int) -> int:
    """The uid, and gid, of the bot at this seat of this slot when the worker is root.

    No two bots that run at once share one, and none is root's or a person's.
    """
    if not (0 <= slot < MAX_SLOTS and 0 <= seat < SEATS_PER_SLOT):
        raise ValueError(
            f"slot {slot}, seat {seat}: slots go from 0 to {MAX_SLOTS - 1}, "
            f"seats from 0 to {SEATS_PER_SLOT - 1}"
        )
    return FIRST_SLOT_UID + slot * SEATS_PER_SLOT + seat


def is_slot_uid(uid: int) -> bool:
    return FIRST_SLOT_UID <= uid < FIRST_SLOT_UID + MAX_SLOTS * SEATS_PER_SLOT
