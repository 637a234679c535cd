"""Sends a message over the network, but never to an address of the arena's own network.

The host is resolved here, each address is checked, and the connection goes to a checked one: a name
that changes its address meanwhile leads nowhere else. Redirects are not followed.
"""

import socket
import ssl
import time
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address, ip_network
from typing import Any

import httpcore
from django.conf import settings

# The only addresses of IPv6 that are given to hosts of the internet (IANA, "Internet Protocol
# Version 6 Address Space").
UNICAST = ip_network("2000::/3")
# Global by Python's word, but used for protocols and documentation (IANA, "Special-Purpose Address
# Registry").
SPECIAL = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")))
SECONDS = 10.0  # all together, however slowly something comes


class NotSent(Exception):
    """Nothing came back, or nothing may be sent there. The message is for the webhook's owner."""


def post(url: str, headers: dict[str, str], body: bytes) -> int:
    """The status of the answer. Raises NotSent."""
    timeout = {"connect": SECONDS, "read": SECONDS, "write": SECONDS, "pool": SECONDS}
    lines = {"Content-Type": "application/json", "User-Agent": "Goat-Arena-Webhook/1"} | headers
    try:
        with (
            httpcore.ConnectionPool(
                ssl_context=_certificates(), network_backend=_Checked()
            ) as pool,
            pool.stream(
                "POST",
                url,
                headers=list(lines.items()),
                content=body,
                extensions={"timeout": timeout},
            ) as answer,
        ):
            return answer.status
    except NotSent:
        raise
    except httpcore.TimeoutException:
        raise NotSent(f"no answer within {SECONDS:g} s") from None
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise NotSent(f"no connection: {str(error)[:120] or type(error).__name__}") from None
    except (httpcore.UnsupportedProtocol, ValueError, TypeError) as error:
        raise NotSent(f"the address cannot be used: {str(error)[:120]}") from None


def is_allowed(address: str) -> bool:
    """Whether messages may be sent to this IP address."""
    found: Any = ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None)
    if mapped is not None:
        found = mapped
    if found.version == 6 and found not in UNICAST:
        return False  # also what has an IPv4 address inside: ::127.0.0.1 and 64:ff9b::7f00:1
    # is_global alone has exceptions: multicast, and IPv6 addresses that lead to an IPv4 one.
    inner = getattr(found, "sixtofour", None) or getattr(found, "teredo", None)
    special = any(found.version == net.version and found in net for net in SPECIAL)
    return found.is_global and not found.is_multicast and inner is None and not special


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes longer than a message does."""
    return ssl.create_default_context()


class _Checked(httpcore.NetworkBackend):
    def __init__(self) -> None:
        self._plain = httpcore.SyncBackend()
        self._deadline = time.monotonic() + SECONDS

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError:
            raise NotSent(f"there is no host {host[:80]}") from None
        addresses = [str(entry[4][0]) for entry in found]
        if not settings.WEBHOOK_PRIVATE and not all(map(is_allowed, addresses)):
            raise NotSent(f"{host[:80]} has a private address: messages go to public ones alone")
        stream = self._plain.connect_tcp(addresses[0], port, timeout, local_address, socket_options)
        return _Hurried(stream, self._deadline)


class _Hurried(httpcore.NetworkStream):
    """A connection that times out at its deadline, also if a byte comes now and then."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._left())
        return _Hurried(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left
