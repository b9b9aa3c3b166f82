"""Queries that exceed the time limit of a request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from ._errors import ApiError
from ._http import Connection
from ._query import QueryCost
from ._waiting import wait_for

WAIT_SECONDS = 10


def long_query(
    region: Connection, path: Callable[[str], str], body: dict[str, Any]
) -> tuple[httpx.Response, QueryCost | None]:
    """
    Runs a query in the background, opens its result, and returns it with its cost. If the query fails, raises ApiError
    with its code and message. An interruption, such as the notebook's stop button, cancels the query.
    """
    started = region.json("POST", path("data/query:start"), json=body)
    named = {"id": started["id"]}

    def read() -> dict[str, Any]:
        params = {**named, "wait_seconds": str(WAIT_SECONDS)}
        return region.json("GET", path("data/query:get"), params=params)

    try:
        ended = wait_for(read, has_ended, words)
    except BaseException:
        cancel(region, path, named)
        raise
    error = ended["error"]
    if error:
        raise ApiError(400, error["code"], error["detail"], None, [])
    cost = ended.get("cost")
    answer = region.open("GET", path("data/query:result"), params={**named, "redirect": "true"})
    return answer, QueryCost(cost["files"], cost["bytes_read"]) if cost else None


def has_ended(query: dict[str, Any]) -> bool:
    return query["state"] not in ("QUEUED", "RUNNING")


def words(query: dict[str, Any]) -> str:
    """Describes the progress of a query in one line."""
    read, total = query["progress"]["bytes_read"], query["progress"]["bytes_total"]
    share = f" ({100 * read // total} % read)" if total else ""
    return f"query {query['id']} {query['state'].lower()}{share}"


def cancel(region: Connection, path: Callable[[str], str], named: dict[str, str]) -> None:
    try:
        region.json("POST", path("data/query:cancel"), params=named)
    except Exception:  # noqa: BLE001 - it may have finished, and the interruption matters more
        pass
