"""Connects and listens with every kind of socket."""

import socket

from attempts import facts, report, successes

told = facts()


def connect(family, kind, address):
    with socket.socket(family, kind) as there:
        there.settimeout(1)
        there.connect(address)
        there.send(b"hello")


def listen(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as here:
        here.bind(address)
        here.listen()


def pair_and_connect():
    """Turns the only permitted kind of socket into another."""
    here, _ = socket.socketpair()
    here.connect(told["unix"])


INET, INET6, UNIX = socket.AF_INET, socket.AF_INET6, socket.AF_UNIX
STREAM, DATAGRAM, RAW = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW
report(
    successes(
        {
            "TCP": lambda: connect(INET, STREAM, ("127.0.0.1", told["tcp"])),
            "TCP by IPv6": lambda: connect(INET6, STREAM, ("::1", told["tcp"])),
            "UDP": lambda: connect(INET, DATAGRAM, ("127.0.0.1", told["udp"])),
            "DNS": lambda: socket.getaddrinfo("example.org", 80),
            "UNIX by path": lambda: connect(UNIX, STREAM, told["unix"]),
            "UNIX abstract": lambda: connect(UNIX, STREAM, "\0" + told["abstract"]),
            "listen TCP": lambda: listen(INET, ("127.0.0.1", 0)),
            "listen UNIX": lambda: listen(UNIX, "/tmp/listening"),
            "listen abstract": lambda: listen(UNIX, "\0listening"),
            "raw": lambda: socket.socket(INET, RAW, socket.IPPROTO_ICMP),
            "packet": lambda: socket.socket(socket.AF_PACKET, RAW),
            "netlink": lambda: socket.socket(socket.AF_NETLINK, RAW),
            "vsock": lambda: socket.socket(socket.AF_VSOCK, STREAM),
            "crypto": lambda: socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET),
            "pair of INET": lambda: socket.socketpair(INET),
            "a pair's end connected": pair_and_connect,
        }
    )
)
