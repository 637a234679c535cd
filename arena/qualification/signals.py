"""The signals of qualification, for the apps above."""

from django.dispatch import Signal

# A version has qualified, but becomes active only if it is not worse than the active version: the
# two must be compared. Sent with `send` by `qualification.match_ended` with `bot` and `version`, in
# the transaction that records the qualification, while the bot's row is locked. Received by
# experiments, which starts the promotion gate.
promotion_requested = Signal()
