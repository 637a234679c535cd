"""What qualification tells the apps above it."""

from django.dispatch import Signal

# A version has qualified, and its bot plays a new version only if it is not worse than the active
# one: somebody has to compare them. Sent with `send` by `qualification.match_ended` with `bot` and
# `version`, in the transaction that records the qualification, while the bot's row is locked.
# Received by experiments, which starts the promotion gate.
promotion_requested = Signal()
