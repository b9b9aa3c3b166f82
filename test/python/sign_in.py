"""Sign-in by device code: the program requests a code, and a user approves it on the provider's page."""

import time
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import httpx

from identity_models import AuthStrategy
from strict import Strict, Text

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class DeviceCode(Strict):
    device_code: Text
    user_code: Text
    verification_uri: Text
    verification_uri_complete: Text
    expires_in: int
    interval: int


class SignedIn:
    """Tokens of a user. `refresh` gets tokens for another of the user's organizations."""

    def __init__(self, strategy: AuthStrategy, tokens: dict):
        self.strategy = strategy
        self.access_token: str = tokens["access_token"]
        self.refresh_token: str = tokens["refresh_token"]

    def refresh(self, organization_id: str) -> "SignedIn":
        fields = {
            "grant_type": "refresh_token",
            "client_id": self.strategy.client_id,
            "refresh_token": self.refresh_token,
            "organization_id": organization_id,
        }
        answer = httpx.post(f"{self.strategy.auth_api_url}/user_management/authenticate", data=fields)
        answer.raise_for_status()
        return SignedIn(self.strategy, answer.json())


def sign_in(strategy: AuthStrategy, email: str, organization: str | None) -> SignedIn:
    """Signs a user in; `organization` is the organization's name as shown on the page, or None."""
    address = f"{strategy.auth_api_url}/user_management"
    asked = httpx.post(f"{address}/authorize/device", data={"client_id": strategy.client_id})
    asked.raise_for_status()
    code = DeviceCode.model_validate_json(asked.content)
    fields = {"grant_type": DEVICE_GRANT, "client_id": strategy.client_id, "device_code": code.device_code}
    waiting = httpx.post(f"{address}/authenticate", data=fields)
    assert waiting.status_code == 400 and waiting.json()["error"] == "authorization_pending", waiting.text
    approve(code.verification_uri_complete, email, organization)
    tokens = httpx.post(f"{address}/authenticate", data=fields)
    tokens.raise_for_status()
    return SignedIn(strategy, tokens.json())


def approve(page_url: str, email: str, organization: str | None) -> None:
    """Uses the page as a user does in a browser: fills in the form and presses Approve."""
    with httpx.Client() as browser:
        page = browser.get(page_url)
        page.raise_for_status()
        form = Form()
        form.feed(page.text)
        options = {name: value for name, value in form.options.items()}
        fields = {
            **form.hidden,
            "email": email,
            "organization_id": options[organization] if organization else "",
            form.button_name: form.buttons["Approve"],
        }
        parts = urlsplit(page_url)
        headers = {"origin": f"{parts.scheme}://{parts.netloc}", "referer": page_url}
        answer = browser.post(urljoin(page_url, form.action), data=fields, headers=headers)
        answer.raise_for_status()
        assert "Signed in" in answer.text, answer.text


class Form(HTMLParser):
    """Form on a page: its hidden fields, the options of its list, and its buttons by text."""

    def __init__(self) -> None:
        super().__init__()
        self.action = ""
        self.hidden: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.buttons: dict[str, str] = {}
        self.button_name = ""
        self._open: tuple[dict[str, str], str] | None = None

    def handle_starttag(self, tag: str, attrs: list) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.action = attributes["action"]
        if tag == "input" and attributes.get("type") == "hidden":
            self.hidden[attributes["name"]] = attributes["value"]
        if tag in ("button", "option"):
            self._open = (self.buttons if tag == "button" else self.options, attributes.get("value", ""))
        if tag == "button":
            self.button_name = attributes["name"]

    def handle_data(self, data: str) -> None:
        if self._open is not None and data.strip():
            texts, value = self._open
            texts[data.strip()] = value

    def handle_endtag(self, tag: str) -> None:
        if tag in ("button", "option"):
            self._open = None
