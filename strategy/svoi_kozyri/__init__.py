"""The search that plays Svoi Kozyri, and the proofs of its positions (docs/13b-svoi-kozyri-bot.md)."""
