"""What plays well: the searches of the house bots, and the scores of moves that replays show.

Each game has a package, named as in `engine`. It needs the engine and the standard library alone,
so a bot can take it along in its zip (`library` in goat.toml).
"""
