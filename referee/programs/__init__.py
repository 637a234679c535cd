"""A bot's program: how it is packed, checked and run. Nothing here confines it."""
