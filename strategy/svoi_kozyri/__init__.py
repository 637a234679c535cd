"""Plays Svoi Kozyri, scores its moves, and solves positions (docs/13b-svoi-kozyri-bot.md)."""
