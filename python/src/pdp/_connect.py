"""Connecting to a workspace."""

from __future__ import annotations

import os

from ._errors import ApiError
from ._http import Connection
from ._lab import Lab
from ._tokens import DeviceSession, FixedToken, MachineTokens, Provider, TokenSource


def connect(workspace: str | None = None, *, url: str | None = None, token: str | None = None) -> Lab:
    """
    Connects to a workspace. The URL is `url`, `PDP_URL`, or that of a platform on this machine. The token is `token`,
    `PDP_TOKEN`, or that of the machine client `PDP_CLIENT_ID` with `PDP_CLIENT_SECRET`; without any of these, the user
    signs in with a printed code.
    """
    address = (url or os.environ.get("PDP_URL") or "http://127.0.0.1:4000").rstrip("/")
    name = workspace or os.environ.get("PDP_WORKSPACE")
    if not name:
        raise ValueError('Specify a workspace: pdp.connect("lab"), or PDP_WORKSPACE.')
    tokens = tokens_for(address, token)
    platform = Connection(address, tokens)
    record = open_workspace(platform, name)
    return Lab(name, platform, platform.at(record["region_api_url"]))


def tokens_for(address: str, token: str | None) -> TokenSource:
    given = token or os.environ.get("PDP_TOKEN")
    if given:
        return FixedToken(given)
    client_id, secret = os.environ.get("PDP_CLIENT_ID"), os.environ.get("PDP_CLIENT_SECRET")
    provider = Provider(address)
    return MachineTokens(provider, client_id, secret) if client_id and secret else DeviceSession(provider)


def open_workspace(platform: Connection, name: str) -> dict:
    """Returns the record of a workspace; switches to its organization if the session uses a different one."""
    query = {"name": name}
    try:
        return platform.json("GET", "/v2/workspace:getRecord", params=query)
    except ApiError as error:
        if error.status != 403 or not isinstance(platform.tokens, DeviceSession):
            raise
        access = platform.json("GET", "/auth:checkAuth", params={"workspace": name})
        if access["authorized"] or not access["can_reauth"]:
            raise
    platform.tokens.enter_organization(access["org_id"])
    return platform.json("GET", "/v2/workspace:getRecord", params=query)
