"""The modes in which a sandbox is chosen."""

PARTNERS_MAY_TALK = "partners-may-talk"
MODES = ("auto", PARTNERS_MAY_TALK, "off")


def check_mode(mode: str) -> None:
    """Raises ValueError for an unknown mode."""
    if mode not in MODES:
        raise ValueError(f"unknown sandbox mode {mode!r}: choose from {', '.join(MODES)}")
