"""The command `goat`: play, check and look at matches on your own machine."""
