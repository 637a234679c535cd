"""The search for Kozel: docs/13a-kozel-bot.md says how it works."""
