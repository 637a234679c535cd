"""Opens as many descriptors as it can: copies, pipes, socket pairs, event queues."""

import os
import select
import socket

from attempts import count, facts, report

facts()
report(
    {
        "copies": count(lambda: os.dup(0), 5000),
        "pipes": count(os.pipe, 5000),
        "pairs": count(socket.socketpair, 5000),
        "queues": count(select.epoll, 5000),
        "events": count(lambda: os.eventfd(0), 5000),
    }
)
