"""`goat schema`: the JSON Schema of the protocol."""

from referee.cli.console import print_json
from referee.play.message_schema import message_schema


def schema() -> None:
    """Print the JSON Schema of the messages between the referee and a bot, and of all views."""
    print_json(message_schema())
