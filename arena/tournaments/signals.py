"""The signals of tournaments, for the apps above."""

from django.dispatch import Signal

# A tournament has finished. Sent by `advancing` with `tournament`, in the transaction that records
# it: a receiver that raises rolls it back. Received by webhooks.
tournament_finished = Signal()
