"""`goat` as the client of an arena: requests, the saved login, and what commands do with both."""
