"""The resources that a bot process may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """The limits of one bot process.

    `memory_bytes` is address space, or with `cgroup` the memory that the cgroup counts.
    `tmp_bytes` is the size of /tmp, and `tmp_files` the number of files and folders in it.
    `threads` includes the first one, and those of all processes. A bot may start `processes` only
    in a cgroup, since nothing else can limit several processes together. `cpu_seconds` is a last
    resort over the whole match: the clock limits every move.
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
            raise ValueError("a bot with several processes needs a cgroup: set cgroup = true")

    def limits(self) -> dict[str, int]:
        """Resource limits by their names in prlimit(1), soft and hard alike."""
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
