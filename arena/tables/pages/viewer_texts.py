"""The texts of the played table by its own keys; the scripts fill in what is in braces.

The texts of a game, such as its buttons ("do …") and prompts ("ask …"), are in arena/games/.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, str | Promise] = {
    # Beside the names
    "you": _("You"),
    "bot": _("bot"),
    "remote": _("remote"),
    "level easy": _("easy"),
    "level medium": _("medium"),
    "level strong": _("strong"),
    "stand-in": _("a bot plays"),
    "away": _("away"),
    "left": _("left"),
    "to move": _("to move"),
    "rating": _("rating"),
    # The prompt
    "your turn": _("Your turn"),
    "turn of": _("{name} is to move …"),
    "turn of absent bot": _("{name} is not connected now. It loses if it stays away."),
    "window": _("One moment …"),
    "go on": _("Tap the table to go on."),
    "sending": _("Playing …"),
    "not sent": _("The arena did not answer. Try again."),
    "which": _("Choose a button: these cards make more than one move."),
    "which button": _("Choose one of the buttons."),
    "which cards": _("Select cards, or choose a button."),
    "no card now": _("No card is to be played now: choose a button."),
    "does not fit": _("This card does not fit."),
    "cleared": _("Nothing is selected."),
    # The hand, for screen readers
    "your hand": _("Your hand"),
    "not now": _("cannot be played now"),
    "beats it": _("beats"),
    "suggested": _("suggested"),
    "beats first": _("beats"),
    "on top": _("goes on top"),
    "hint": _("{name} would play:"),
    "hint asked": _("A strong bot is thinking …"),
    "recalled": _("The last trick"),
    # The connection
    "reconnecting": _("Reconnecting …"),
    "changed": _("You are somebody else now in this browser."),
    "load again": _("Load the table again"),
    "gone": _("This table cannot be seen any more."),
    "time left": _("{time} seconds left"),
    "closes": _("The table closes in {time} if nobody plays."),
    # Choices
    "choice abort": _("Abort the game"),
    "choice resign": _("Resign"),
    "choice leave": _("Leave the table"),
    "choice wait": _("Wait"),
    "choice stand_in": _("A bot takes the seat"),
    "choice end": _("End the game"),
    "choice reclaim": _("Take my seat back"),
    "confirm abort": _("Abort the game? It ends without a result."),
    "confirm resign": _("Resign? You lose this game."),
    "confirm leave": _("Leave the table? The others go on without you."),
    "confirm leave alone": _(
        "Leave the table? The game ends; once you have made two moves, you lose it."
    ),
    "go on playing": _("Go on playing"),
    "bot plays for you": _("You were away, so a bot plays for you."),
    "waits for": _("{name} is away. What shall happen?"),
    # What happens besides moves
    "seat left": _("{name} has left."),
    "seat back": _("{name} is back."),
    "seat away": _("{name} is away."),
    "seat stand_in": _("{bot} plays for {name}."),
    "seat resigns": _("{name} wants to resign."),
    "seat wait": _("Waiting for {name}."),
    "seat host": _("{name} is the host now."),
    "seat rematch": _("{name} wants a rematch."),
    "reported": _("Sent to the author. Thank you."),
    # The end
    "you won": _("You won!"),
    "you lost": _("You lost."),
    "you drawn": _("A draw."),
    "over": _("The game is over."),
    "ended": _("The table is closed."),
    "rematch": _("Rematch"),
    "play again": _("Play again"),
    "to rematch": _("To the rematch"),
    "rematch asked": _("Waiting for the others …"),
    "wants rematch": _("{name} wants a rematch."),
    "replay": _("Replay"),
    "lobby": _("All tables"),
}
