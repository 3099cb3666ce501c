"""The error responses of the bank, one class for each kind."""

from __future__ import annotations

import json
from typing import Any, Mapping


class BankError(Exception):
    """Every error of this SDK."""


class TransportError(BankError):
    """The bank could not be reached, or its answer was cut off."""


class ApiError(BankError):
    """An error response, with its code and the invalid fields."""

    def __init__(self, status: int, message: str, code: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.details: Any = None
        #: The problems of each field.
        self.errors: Mapping[str, list[str]] = {}
        self.request_id: str | None = None
        #: Seconds to wait before the next try.
        self.retry_after: float | None = None


class BadRequestError(ApiError):
    """400: the request could not be read."""


class AuthenticationError(ApiError):
    """401: the token is missing, wrong or revoked."""


class PaymentRequiredError(ApiError):
    """402: the call has to be paid for."""


class PermissionDeniedError(ApiError):
    """403: the token may not do this."""


class NotFoundError(ApiError):
    """404: it does not exist, or belongs to another user."""


class ConflictError(ApiError):
    """409: it conflicts with something that happened before."""


class ValidationError(ApiError):
    """422: a field is wrong, or the bank's rules refuse it."""


class RateLimitError(ApiError):
    """429: too many calls; see ``retry_after``."""


class ServerError(ApiError):
    """5xx: the bank failed or is busy."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}


def to_error(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        answer = {}
    refusal = answer.get("error")
    if not isinstance(refusal, dict):
        refusal = {}
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    message = refusal.get("message") or answer.get("message") or f"The bank answered {status}."
    error = kind(status, message, refusal.get("code") or "UNREADABLE")
    error.details = refusal.get("details")
    error.errors = answer.get("errors") or {}
    error.request_id = answer.get("request_id")
    try:
        error.retry_after = float(headers.get("Retry-After") or "")
    except ValueError:
        error.retry_after = None
    return error
