"""Starter kits: what `goat new` writes. A folder here holds the files of one language."""
