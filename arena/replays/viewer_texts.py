"""The texts of the replay viewer by its own keys; the scripts fill in what is in braces.

The texts of a game's table are in the game's package in arena/games/.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, str | Promise] = {
    "all open": _("All cards open"),
    "seat name": _("Seat {seat}: {name}"),
    "game": _("Game {number}, pair {pair}: {a} – {b}, {score}"),
    "leg 0": _("First games"),
    "leg 1": _("Mirrored games, by new processes"),
    "to leg 0": _("First game of the pair"),
    "to leg 1": _("Mirrored game"),
    "not loaded": _("This game could not be loaded. Reload the page to try again."),
    "hidden card": _("a card face down"),
    "seat": _("seat {seat}"),
    "who": _("{name}, seat {seat}"),
    "dealer": _("dealer"),
    "dealer mark": _("D"),
    "deal": _("Deal"),
    "deal number": _("Deal {number}"),
    "deal dealt": _("Deal {number} is dealt."),
    "dealt": _("The cards are dealt."),
    "deal over": _("The deal is over:"),
    "trump": _("Trump"),
    "tricks": _("Tricks"),
    "points": _("Points"),
    "stock": _("stock {count}"),
    "takes trick": _("takes it"),
    "move of": _("move {n} of {last}"),
    "time": _("{ms} ms"),
    "bank": _("Bank"),
    "seconds": _("{s} s"),
    # Beside the table
    "match so far": _("The match, game by game: {a} and {b}"),
    "charged": _("Move {n}: {ms} ms charged"),
    "measured": _(
        "wall {wall} ms, processor {processor} ms, kept waiting {wait} ms by the machine and"
        " {referee} ms by the referee"
    ),
    "measured remote": _("wall {wall} ms, of which {network} ms are the network's share"),
    "slowest": _("Time charged for each move; the longest took {ms} ms."),
    "key wall": _("wall"),
    "key processor": _("processor"),
    "key wait": _("kept waiting"),
    "legal moves": _("{count} legal moves for seat {seat}"),
    "legal moves hidden": _("The legal moves of another seat are hidden from this one."),
    "no legal moves": _("No move is due here."),
    "nothing written": _("The bot wrote nothing in this game."),
    "nothing found": _("No matches."),
    "before play": _("Before the first move"),
    "left out": _("The list is cut off here. Search for the rest, or download the log."),
    "checking": _("Checking …"),
    "no crypto": _(
        "This browser offers cryptography only over https or on localhost. Download the record "
        "and run goat verify instead."
    ),
    "check commitment": _("The SHA-256 of the match’s seed is the commitment"),
    "check pair": _("The seed of pair {pair} is derived from it"),
    "check deal": _("Shuffling with that seed gives the cards of deal {deal}, in this order"),
    "check differs": _("Shuffling with that seed gives other cards than were dealt"),
    "checked": _("Verified: the deal matches the commitment."),
    "not checked": _("Not verified: the deal does not match the commitment."),
    # The analysis
    "analysis queued": _("Waiting in the queue of analyses: position {position}."),
    "analysis running": _("The game is being analysed: {percent} %."),
    "analysis failed": _("The analysis failed: {reason}."),
    "analysis away": _("The analysis could not be loaded. It is tried again."),
    "expected score": _("Expected score of {name}"),
    "expected at": _("move {n} of {last}: {score} for {name}"),
    "curve known": _("from what the player to move could know"),
    "curve open": _("with all cards open"),
    "accuracy": _("{name}: mean loss {loss} ± {error} in {decisions} decisions"),
    "mistakes one": _("1 mistake"),
    "mistakes": _("{count} mistakes"),
    "mistake mark": _("mistake: loses {loss}"),
    "no decision": _("There was no choice here."),
    "decision before": _("The moves here are scored after the first move."),
    "decision hidden": _("The choice of another seat is hidden from this one."),
    "scores of": _("What {who} could expect from each move"),
    "played move": _("played"),
    "best move": _("best"),
    "is mistake": _("A mistake: it loses {loss}."),
    "is best": _("The best move, as far as {who} could know."),
    "is fine": _("It loses {loss}, which is no clear mistake."),
    "moves more": _("{count} more moves scored less at a first look."),
    "luck": _(
        "Luck: with all cards open {move} would have been better by {loss}. Nobody could know that."
    ),
    "solving": _("Solving …"),
    "solved win": _("Proved: seat {seat} wins with best play."),
    "solved draw": _("Proved: a draw with best play."),
    "solved loss": _("Proved: seat {seat} loses with best play."),
    "not solved": _("Not solved: no proof was found within a second."),
    "line": _("Best play: {line}"),
    "nothing to solve": _("The game is over here."),
    # A live match
    "waiting": _("Waiting for a worker."),
    "watching": _("Running. Moves appear here after about a second."),
    "lost": _("The match was restarted."),
    "no stream": _("No connection to the arena. Trying again …"),
    "so far": _("{over} of {games} games are over, {a} : {b}"),
    "game live 0": _("Game {number}, first of pair {pair}: {a} – {b}"),
    "game live 1": _("Game {number}, mirrored game of pair {pair}: {a} – {b}"),
    "next leg": _("The first games are over. New processes start for the mirrored games."),
    # How a game ends
    "wins": _("Side {side} wins: {name}"),
    "drawn": _("The game is drawn"),
    "both lose": _("Both sides lose"),
    "both": _("Both bots"),
    "remote": _("remote"),
}

# In a match with a remote bot no game is mirrored: each has a deal of its own.
FRESH_DEALS: dict[str, str | Promise] = {
    "leg 1": _("Second games, by new processes"),
    "to leg 1": _("Second game of the pair"),
    "check pair": _("The seed of this game is derived from it"),
    "game live 1": _("Game {number}, second of pair {pair}: {a} – {b}"),
    "next leg": _("The first games are over. New processes start for the second games."),
}
