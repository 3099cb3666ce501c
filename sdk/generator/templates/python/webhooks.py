"""Checks that a webhook was sent by the bank."""

from __future__ import annotations

import hashlib
import hmac


def is_from_bank(body: bytes | str, signature: str | None, secret: str) -> bool:
    """Whether the header X-Florin-Signature fits the exact body, before any parsing."""
    if not signature:
        return False
    data = body.encode("utf-8") if isinstance(body, str) else body
    expected = hmac.new(secret.encode("utf-8"), data, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode("ascii"), signature.lower().encode("utf-8"))
