"""The command `goat`: play, check and look at matches on one's own machine."""
