"""The address of an arena, as people write it and as `goat` keeps it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from referee.client.errors import ArenaError

DEFAULT_PORTS = {"http": 80, "https": 443}


class BadAddress(ArenaError, ValueError):
    """What should be the address of an arena is none."""


def arena_address(text: str) -> str:
    """The address of the arena that `text` names: scheme, host and a port that is not the usual
    one. Any page of the arena will do. Without a scheme it is https, or http on this machine.

    Raises BadAddress.
    """
    written = text.strip()
    if not written.isprintable() or " " in written:
        raise _bad(text, "it has spaces or control characters")
    if "://" not in written:
        scheme = "http" if is_loopback(_host(f"//{written}", text)) else "https"
        written = f"{scheme}://{written}"
    try:
        parts = urlsplit(written)
        port = parts.port
    except ValueError:
        raise _bad(text, "its host or port cannot be read") from None
    host = _host(written, text)
    scheme = parts.scheme.lower()
    if scheme not in DEFAULT_PORTS:
        raise _bad(text, f"it begins with {scheme[:20]}://")
    if parts.username is not None or parts.password is not None:
        raise _bad(text, "it has a user name: goat login asks for what it needs")
    if ":" in host:
        host = f"[{host}]"
    usual = port is None or port == DEFAULT_PORTS[scheme]
    return f"{scheme}://{host}" if usual else f"{scheme}://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether the host is this machine by its name."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def host_of(address: str) -> str:
    return urlsplit(address).hostname or ""


def is_in_the_clear(address: str) -> bool:
    """Whether others on the way could read what is sent there."""
    return address.startswith("http://") and not is_loopback(host_of(address))


def path_of(link: str) -> str:
    """Path and query of a link that an arena gave. Its host may be another one behind a proxy, and
    a token is sent to nobody but the arena."""
    try:
        parts = urlsplit(link)
    except ValueError:
        raise ArenaError(f"an arena gave a link that is none: {link[:80]!r}") from None
    # With one slash before it, whatever it is: joined to an address it stays below that.
    path = f"/{parts.path.lstrip('/')}"
    return f"{path}?{parts.query}" if parts.query else path


def _host(written: str, text: str) -> str:
    try:
        host = urlsplit(written).hostname or ""
        host = host.encode("idna").decode("ascii") if ":" not in host else host
    except (ValueError, UnicodeError):
        host = ""
    if not host or not all(char.isalnum() or char in ".-:_" for char in host):
        raise _bad(text, "it has no host")
    return host


def _bad(text: str, why: str) -> BadAddress:
    return BadAddress(
        f"{text[:80]!r} is no address of an arena: {why}. Write one such as"
        " https://arena.example.org or http://127.0.0.1:8000"
    )
