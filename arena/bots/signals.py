"""The signals of bots, for the apps above.

All are sent with `send`, inside the sender's transaction: a receiver that raises rolls it back.
Receivers connect in their AppConfig.ready.
"""

from django.dispatch import Signal

# A version was submitted. Sent by `submission.submit` with `version`, in the transaction that
# creates it, while the owner's row is locked. Received by qualification, which queues its match.
version_submitted = Signal()

# A version plays from now on, or was activated again. Sent by `activation.set_active` with `bot`
# and `version`, after the bot is saved and while the bot's row is locked. Received by experiments,
# which cancels the bot's promotion gate.
version_activated = Signal()

# A version no longer plays. Sent by `activation.retire` with `bot` and `version`, while the bot's
# row is locked. Received by experiments, which cancels a promotion gate in which the version plays.
version_retired = Signal()
