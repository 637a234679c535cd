"""Who meets whom: pure functions from the number of entries to rounds of pairings."""
