"""Sends the calls of the SDK to the bank.

A write carries an idempotency key, the same on every try, so that a retry after a lost answer is never executed twice.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Iterator, Mapping, Union

from .errors import ApiError, TransportError, to_error

#: A field with this value is not sent. ``None`` is sent as null.
OMIT: Any = type("Omit", (), {"__repr__": lambda self: "OMIT"})()

Token = Union[str, Callable[[], str], None]

_WAIT_SECONDS = 0.25
_WAIT_SECONDS_MAX = 10.0
_BUSY = (429, 502, 503, 504)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the token to another host."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Http:
    def __init__(
        self,
        base_url: str,
        token: Token,
        headers: Mapping[str, str],
        retries: int,
        timeout: float,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url must start with https:// or http://")
        self._base = base_url.rstrip("/")
        self._token = token
        self._headers = dict(headers)
        self._retries = retries
        self._timeout = timeout
        self._wait = wait
        self._opener = urllib.request.build_opener(_NoRedirects)

    def call(
        self,
        method: str,
        path: str,
        *,
        path_values: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = OMIT,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        url = self._url(path, path_values, query)
        sent = _without_omitted(body)
        with self._open(method, url, sent, idempotency_key, headers) as answer:
            text = _read(answer)
        return json.loads(text) if text else None

    def pages(
        self,
        path: str,
        *,
        path_values: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Any]:
        """Every item of a list of any length, page by page."""
        filters = dict(query or {})
        number = filters.get("page", OMIT)
        page = 1 if number is OMIT or number is None else number
        while True:
            filters["page"] = page
            answer = self.call("GET", path, path_values=path_values, query=filters, headers=headers)
            yield from answer["data"]
            if page >= answer["meta"]["last_page"]:
                return
            page += 1

    def stream(
        self,
        path: str,
        *,
        path_values: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[Any]:
        """The answers of a call that goes on until the caller stops reading."""
        url = self._url(path, path_values, query)
        accept = {**(headers or {}), "Accept": "text/event-stream"}
        with self._open("GET", url, OMIT, None, accept) as answer:
            data: list[str] = []
            for raw in answer:
                line = raw.decode("utf-8").rstrip("\r\n")
                if line.startswith("data:"):
                    data.append(line[5:].lstrip())
                elif line == "" and data:
                    yield json.loads("\n".join(data))
                    data = []

    def _url(
        self, path: str, path_values: Mapping[str, Any] | None, query: Mapping[str, Any] | None
    ) -> str:
        for name, value in (path_values or {}).items():
            if value is None or str(value) in ("", ".", ".."):
                raise ValueError(f"{name} must not be empty")
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        pairs = []
        for name, value in (query or {}).items():
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is not OMIT and one is not None:
                    pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
        return self._base + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")

    def _open(
        self,
        method: str,
        url: str,
        body: Any,
        idempotency_key: str | None,
        headers: Mapping[str, str] | None,
    ) -> Any:
        key = idempotency_key or (None if method == "GET" else str(uuid.uuid4()))
        data = None if body is OMIT else json.dumps(body).encode("utf-8")
        tries = 0
        while True:
            wait = _WAIT_SECONDS * 2**tries
            try:
                return self._opener.open(
                    urllib.request.Request(
                        url, data=data, method=method, headers=self._headers_for(key, data, headers)
                    ),
                    timeout=self._timeout,
                )
            except urllib.error.HTTPError as refusal:
                error: ApiError = to_error(refusal.code, refusal.headers, refusal.read())
                if tries >= self._retries or refusal.code not in _BUSY:
                    raise error from None
                wait = min(error.retry_after if error.retry_after is not None else wait, _WAIT_SECONDS_MAX)
            except OSError as problem:
                if tries >= self._retries:
                    raise TransportError(f"The bank cannot be reached: {problem}") from problem
            self._wait(wait)
            tries += 1

    def _headers_for(
        self, key: str | None, data: bytes | None, headers: Mapping[str, str] | None
    ) -> dict[str, str]:
        token = self._token() if callable(self._token) else self._token
        return {
            "Accept": "application/json",
            "User-Agent": "SDK_SLUG/SDK_VERSION python",
            **({"Authorization": f"Bearer {token}"} if token else {}),
            **({"Idempotency-Key": key} if key else {}),
            **({"Content-Type": "application/json"} if data is not None else {}),
            **self._headers,
            **(headers or {}),
        }


def _read(answer: Any) -> bytes:
    try:
        return answer.read()
    except OSError as problem:
        raise TransportError(f"The answer was cut off: {problem}") from problem


def _without_omitted(body: Any) -> Any:
    if not isinstance(body, dict):
        return body
    return {name: value for name, value in body.items() if value is not OMIT}
