"""The base class of errors that a user of the referee can act on."""


class RefereeError(Exception):
    """Something cannot be done as asked. The message is one line that says what and why."""
