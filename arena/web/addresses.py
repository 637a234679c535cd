"""Whose address a request comes from, as limits count it."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.http import HttpRequest


def client_network(request: HttpRequest) -> str:
    """The client's address; of an IPv6 address its /64, since one client has all of that.

    Behind a proxy it is what the web server takes from the proxy's headers (docs/8-operations.md).
    """
    return network_of(request.META.get("REMOTE_ADDR") or "")


def network_of(text: str) -> str:
    """The IPv4 address or the IPv6 /64 of an address; other text, as of a socket, unchanged."""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((int(address), 64), strict=False))
    return text
