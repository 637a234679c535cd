"""What remote bots tell the apps above this one."""

from django.dispatch import Signal

# Sent with `bot` after the commit in which it has connected. Never relied on: matches and tables
# look again by themselves.
bot_online = Signal()

# Sent with `bot_id` after a connection was closed.
bot_offline = Signal()

# Sent with `session`, its id, when a session has an answer or a fault. Never relied on either.
session_changed = Signal()
