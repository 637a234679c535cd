"""The search of Écarté: bids and exchanges by tables, tricks by solved samples.

docs/13c-ecarte-bot.md says how it works, and how strong it is.
"""
