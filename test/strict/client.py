"""Strict client of the platform. See README.md."""

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import resources
from shapes import Mismatch, Rule, anything, fields, items, nullable, text
from tasks import TASK

PAGE_SIZE = 3


class Refused(Exception):
    """An error of the platform, which has the documented form."""

    def __init__(self, status: int, body: Any):
        super().__init__(f"{status}: {json.dumps(body)}")
        self.status = status
        self.body = body


class Client:
    """Calls operations at one address, and parses every response with a rule."""

    def __init__(self, address: str, token: str):
        self._address = address
        self._headers = {
            "authorization": f"Bearer {token}",
            "api-compatibility": "strict",
            "content-type": "application/json",
        }

    def get(self, path: str, rule: Rule, **query: Any) -> Any:
        return self._send("GET", path, rule, query, None)

    def post(self, path: str, rule: Rule, body: Any = None, **query: Any) -> Any:
        return self._send("POST", path, rule, query, json.dumps({} if body is None else body).encode())

    def parsed(self, path: str, rule: Rule, method: str = "GET", **query: Any) -> list[Any]:
        """Returns the items of all pages."""
        found = self.unparsed(path, method, **query)
        items(rule)(found, path)
        return found

    def unparsed(self, path: str, method: str = "GET", **query: Any) -> list[Any]:
        """Returns the items of all pages without parsing them."""
        page = fields({"items": items(anything, most=PAGE_SIZE), "cursor": nullable(text())})
        found: list[Any] = []
        cursor = None
        while True:
            more = {} if cursor is None else {"cursor": cursor}
            answer = self._send(method, path, page, {"limit": PAGE_SIZE, **query, **more}, None)
            found += answer["items"]
            cursor = answer["cursor"]
            if cursor is None:
                return found

    def _send(self, method: str, path: str, rule: Rule, query: dict[str, Any], body: bytes | None) -> Any:
        address = f"{self._address}{path}?{urllib.parse.urlencode(query)}"
        request = urllib.request.Request(address, data=body, headers=self._headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            refusal = json.load(error)
            form = resources.VALIDATION_ERROR if error.code == 422 else resources.ERROR
            form(refusal, f"{path} {error.code}")
            raise Refused(error.code, refusal) from None
        rule(answer, path)
        return answer


Found = dict[str, list[str]]


class Walk:
    """Lists every resource of a workspace, and fetches each one; collects everything that does not parse."""

    def __init__(self, platform: Client, workspace: Client, name: str):
        self._platform = platform
        self._workspace = workspace
        self._name = name
        self.found: Found = {}
        self.problems: list[str] = []

    def everything(self) -> None:
        self._try(lambda: self._platform.get("/users/me", resources.USER))
        self._try(lambda: self._platform.get("/v2/workspace:getRecord", resources.WORKSPACE_RECORD, name=self._name))
        self._try(lambda: self._platform.get("/v2/workspace:get", resources.WORKSPACE, name=self._name))
        self._list("record", "/v2/workspace:listRecords", resources.WORKSPACE_RECORD, self._platform)
        self._list("user", "/users/list", resources.USER, self._platform, key="user_id")
        self._both("project", "/project", resources.PROJECT, include_archived=True)
        self._both("round", "/round", resources.ROUND, include_archived=True)
        self._tables()
        self._list("version", "/data/version:list", resources.VERSION)
        self._list("tag", "/data/version:listTags", resources.TAG, key="name")
        self._both("load", "/data/load", resources.LOAD)
        self._list("load", "/data/load:list", resources.LOAD, method="POST")
        self._both("artifact", "/data/artifact", resources.ARTIFACT)
        self._both("task", "/task", TASK, include_archived=True)
        self._both("query", "/data/query", resources.QUERY)
        self._list("erasure", "/data:listErasures", resources.ERASURE)

    def _tables(self) -> None:
        tables = self._list("table", "/data/table:list", resources.TABLE, include_internal=True, include_archived=True)
        for table in tables:
            self._try(lambda: self._workspace.get("/data/table:getById", resources.TABLE, id=table["id"]))
            self._try(lambda: self._workspace.parsed("/data/table:listVersions", resources.VERSION, id=table["id"]))
            archived = {"reference": table["reference"]}
            self._try(lambda: self._workspace.parsed("/data/table:listArchived", resources.TABLE, **archived))

    def _both(self, kind: str, prefix: str, rule: Rule, **query: Any) -> None:
        for found in self._list(kind, f"{prefix}:list", rule, **query):
            self._try(lambda: self._workspace.get(f"{prefix}:get", rule, id=found["id"]))

    def _list(
        self, kind: str, path: str, rule: Rule, client: Client | None = None, key: str = "id", **query: Any
    ) -> list[Any]:
        listed = self._try(lambda: (client or self._workspace).unparsed(path, **query)) or []
        for each in listed:
            self._try(lambda: rule(each, f"{path} {each.get(key)}"))
        self.found[kind] = [each[key] for each in listed]
        return listed

    def _try(self, call: Any) -> Any:
        try:
            return call()
        except (Mismatch, Refused) as problem:
            self.problems.append(str(problem))
            return None
