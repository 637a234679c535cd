"""Signatures of messages, as the specification Standard Webhooks 1.0 has them (version v1)."""

import base64
import hmac
from hashlib import sha256


def headers(secret: str, message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers that prove that a message came from this arena at this time (seconds since
    1970)."""
    signed = f"{message}.{timestamp}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, signed, sha256)).decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{signature}",
    }
