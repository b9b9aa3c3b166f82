"""Sources of access tokens."""

from __future__ import annotations

import base64
import json
import sys
import threading
import time
from typing import Any, Protocol

import httpx

from ._errors import SignInError, api_error, unreachable

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
RENEW_BEFORE_SECONDS = 30
SLOW_DOWN_SECONDS = 5


class TokenSource(Protocol):
    """Source of access tokens."""

    def access_token(self, refused: str | None = None) -> str:
        """Returns a token. If `refused` is given, a token that the service no longer accepts, returns a new one if
        possible.
        """


class FixedToken:
    """Fixed token."""

    def __init__(self, token: str):
        self._token = token

    def access_token(self, refused: str | None = None) -> str:
        return self._token


class Provider:
    """Identity provider of a platform."""

    def __init__(self, platform_url: str):
        answer = send("GET", f"{platform_url}/auth:apiStrategy")
        if not answer.is_success:
            raise api_error(answer.status_code, body_of(answer))
        fields = answer.json()
        self.url: str = fields["auth_api_url"].rstrip("/")
        self.client_id: str = fields["client_id"]

    def post(self, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Posts fields with the client's id. Raises SignInError if they are rejected."""
        answer = send("POST", f"{self.url}/user_management{path}", json={"client_id": self.client_id, **fields})
        body = body_of(answer) or {}
        if answer.is_success:
            return body
        message = body.get("error_description", f"The identity provider returned status {answer.status_code}.")
        raise SignInError(str(body.get("error", "server_error")), message)


def send(method: str, address: str, **request: Any) -> httpx.Response:
    try:
        return httpx.request(method, address, **request)
    except httpx.TransportError as error:
        raise unreachable(address, error) from None


def body_of(answer: httpx.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        return None


class MachineTokens:
    """Tokens of a machine client with an id and a secret."""

    def __init__(self, provider: Provider, client_id: str, client_secret: str):
        self._provider = provider
        self._fields = {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": client_secret,
        }
        self._token: str | None = None
        self._lock = threading.Lock()

    def access_token(self, refused: str | None = None) -> str:
        with self._lock:
            if self._token is None or self._token == refused or not is_fresh(self._token):
                self._token = str(self._provider.post("/authenticate", self._fields)["access_token"])
            return self._token


class DeviceSession:
    """Session of a user who signs in with a code in a browser on any machine. It is kept only in memory."""

    def __init__(self, provider: Provider):
        self._provider = provider
        code = provider.post("/authorize/device", {})
        minutes = round(code["expires_in"] / 60)
        print(
            f"Open {code['verification_uri']} and enter  {code['user_code']}   ({minutes} minutes)",
            file=sys.stderr,
            flush=True,
        )
        self._tokens = self._poll(code)
        # A refresh token can be used once: threads that need a new token wait for the same one.
        self._lock = threading.Lock()

    def access_token(self, refused: str | None = None) -> str:
        with self._lock:
            token = str(self._tokens["access_token"])
            return token if token != refused and is_fresh(token) else self._refresh({})

    def enter_organization(self, organization_id: str) -> None:
        """Switches to another organization of the user."""
        with self._lock:
            self._refresh({"organization_id": organization_id})

    def _refresh(self, more: dict[str, str]) -> str:
        fields = {"grant_type": "refresh_token", "refresh_token": self._tokens["refresh_token"], **more}
        self._tokens = self._provider.post("/authenticate", fields)
        return str(self._tokens["access_token"])

    def _poll(self, code: dict[str, Any]) -> dict[str, Any]:
        pause = code.get("interval", 5)
        while True:
            try:
                return self._provider.post(
                    "/authenticate", {"grant_type": DEVICE_GRANT, "device_code": code["device_code"]}
                )
            except SignInError as error:
                if error.code == "slow_down":
                    pause += SLOW_DOWN_SECONDS
                elif error.code != "authorization_pending":
                    raise
            time.sleep(pause)


def is_fresh(token: str) -> bool:
    """Returns whether a token is valid for at least half a minute, according to its claims."""
    try:
        part = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (IndexError, ValueError):
        return True
    return float(claims.get("exp", float("inf"))) - time.time() > RENEW_BEFORE_SECONDS
