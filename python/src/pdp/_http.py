"""Requests with an access token, retried while the service is busy."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from ._errors import PdpError, api_error, unreachable
from ._tokens import TokenSource

MAX_ATTEMPTS = 6
FIRST_WAIT_SECONDS = 0.2
MAX_WAIT_SECONDS = 20.0
TIMEOUT = httpx.Timeout(30.0, read=120.0)


class Connection:
    """URL of the service and the tokens for it."""

    def __init__(self, url: str, tokens: TokenSource):
        self.url = url.rstrip("/")
        self.tokens = tokens
        self._client = httpx.Client(timeout=TIMEOUT)

    def at(self, url: str) -> Connection:
        """Returns a connection to another URL with the same tokens."""
        return Connection(url, self.tokens)

    def close(self) -> None:
        self._client.close()

    def json(self, method: str, path: str, **request: Any) -> Any:
        """Sends a request and returns the JSON of the response, or None if it has no body."""
        with self.stream(method, path, **request) as answer:
            content = answer.read()
            return answer.json() if content else None

    def content(self, method: str, path: str, **request: Any) -> bytes:
        """Sends a request and returns the bytes of the response."""
        with self.stream(method, path, **request) as answer:
            return answer.read()

    @contextmanager
    def stream(self, method: str, path: str, **request: Any) -> Iterator[httpx.Response]:
        """Sends a request; the caller reads the response. Raises ApiError for an error response."""
        answer = self.open(method, path, **request)
        try:
            yield answer
        finally:
            answer.close()

    def open(self, method: str, path: str, **request: Any) -> httpx.Response:
        """
        Sends a request. Retries it if the service is too busy (429, 503), and retries a GET after a broken connection. A
        rejected token is replaced once. The caller closes the response.
        """
        token = self.tokens.access_token()
        replaced = False
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                answer = self._send(method, path, token, request)
            except httpx.TransportError as error:
                if method != "GET" or attempt == MAX_ATTEMPTS:
                    raise unreachable(self.url, error) from None
                time.sleep(wait_before(attempt, None))
                continue
            if answer.is_success:
                return answer
            if answer.has_redirect_location:
                answer.close()
                followed = self._follow(answer.headers["location"])
                followed.history = [answer]
                return followed
            try:
                if answer.status_code == 401 and not replaced:
                    replaced = True
                    other = self.tokens.access_token(refused=token)
                    if other != token:
                        token = other
                        continue
                if answer.status_code not in (429, 503) or attempt == MAX_ATTEMPTS:
                    raise api_error(answer.status_code, body_of(answer))
            finally:
                answer.close()
            time.sleep(wait_before(attempt, answer.headers.get("retry-after")))
        raise AssertionError("unreachable")

    def _follow(self, url: str) -> httpx.Response:
        """Reads a response from a signed object store URL, without a token."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                answer = self._client.send(self._client.build_request("GET", url), stream=True)
            except httpx.TransportError as error:
                if attempt == MAX_ATTEMPTS:
                    raise PdpError(f"The object store is not responding: {error}") from error
                time.sleep(wait_before(attempt, None))
                continue
            if answer.is_success:
                return answer
            try:
                if answer.status_code not in (429, 500, 503) or attempt == MAX_ATTEMPTS:
                    raise api_error(answer.status_code, None)
            finally:
                answer.close()
            time.sleep(wait_before(attempt, answer.headers.get("retry-after")))
        raise AssertionError("unreachable")

    def _send(self, method: str, path: str, token: str, request: dict[str, Any]) -> httpx.Response:
        for _, file in request.get("files", {}).items():
            file[1].seek(0)
        # A deployment may show other clients a reduced form of its resources.
        headers = {"authorization": f"Bearer {token}", "api-compatibility": "full"}
        prepared = self._client.build_request(method, f"{self.url}{path}", headers=headers, **request)
        return self._client.send(prepared, stream=True)


def body_of(answer: httpx.Response) -> Any:
    answer.read()
    try:
        return answer.json()
    except ValueError:
        return None


def wait_before(attempt: int, retry_after: str | None) -> float:
    """Returns the number of seconds to wait: the time requested by the service, otherwise exponential backoff with jitter.
    """
    try:
        return min(max(float(retry_after or ""), 0.0), MAX_WAIT_SECONDS)
    except ValueError:
        longest = min(FIRST_WAIT_SECONDS * 2 ** (attempt - 1), MAX_WAIT_SECONDS)
        return longest * random.uniform(0.5, 1.0)
