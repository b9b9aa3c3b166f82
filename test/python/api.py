"""Calls to the platform. A strict model parses every response."""

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx
import pyarrow as pa
from pydantic import TypeAdapter

from identity_models import ErrorBody, ValidationErrors
from strict import Page

ARROW_STREAM = "application/vnd.apache.arrow.stream"
POLL_SECONDS = 0.1
PATIENCE_SECONDS = 120

Model = TypeVar("Model")


class Refused(Exception):
    """Error response from the platform, parsed by its model."""

    def __init__(self, status: int, body: ErrorBody | ValidationErrors):
        super().__init__(f"{status}: {body}")
        self.status = status
        self.body = body


class Api:
    """Operations under one URL, with one token."""

    answers: Counter[str] = Counter()

    def __init__(self, address: str, token: str | None = None):
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=address, headers=headers, timeout=60)

    def with_headers(self, headers: dict[str, str]) -> "Api":
        """Returns the same operations with additional headers in every request."""
        other = object.__new__(Api)
        all_headers = {**self._http.headers, **headers}
        other._http = httpx.Client(base_url=self._http.base_url, headers=all_headers, timeout=60)
        return other

    def get(self, path: str, model: type[Model] | Any, **query: object) -> Model:
        return self.send("GET", path, model, params=query)

    def post(self, path: str, model: type[Model] | Any, body: object = None, **query: object) -> Model:
        return self.send("POST", path, model, params=query, json=body)

    def send(self, method: str, path: str, model: type[Model] | Any, **more: Any) -> Model:
        if more.get("json", ...) is None:
            del more["json"]
        answer = accepted(self._http.request(method, path, **more))
        assert answer.headers["content-type"].startswith("application/json"), answer.headers
        Api.answers[path] += 1
        return TypeAdapter(model).validate_json(answer.content)

    def download(self, path: str, **query: object) -> httpx.Response:
        Api.answers[path] += 1
        return accepted(self._http.get(path, params=query))

    def pages(self, path: str, item: Any, limit: int, method: str = "GET", **query: object) -> Iterator[list]:
        """Yields the items of all pages."""
        cursor = None
        while True:
            more = {} if cursor is None else {"cursor": cursor}
            params = {"limit": limit, **more, **query}
            page = self.send(method, path, Page[item], params=params)
            assert len(page.items) <= limit
            yield page.items
            cursor = page.cursor
            if cursor is None:
                return

    def list(self, path: str, item: Any, limit: int = 2, **query: Any) -> list:
        return [one for page in self.pages(path, item, limit, **query) for one in page]

    def poll(self, path: str, model: Any, is_settled: Any, **query: object) -> Any:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            resource = self.get(path, model, **query)
            if is_settled(resource):
                return resource
            time.sleep(POLL_SECONDS)
        raise TimeoutError(f"{path} {query}: still {resource.state}")

    def query(self, text: str, **more: object) -> pa.Table:
        """Reads the response batch by batch; even an empty result has one batch."""
        answer = accepted(self._http.post("/data/table:query", json={"query": text, **more}))
        assert answer.headers["content-type"] == ARROW_STREAM
        Api.answers["/data/table:query"] += 1
        with pa.ipc.open_stream(answer.content) as reader:
            batches = list(reader)
        assert batches, "the result has no batch"
        return pa.Table.from_batches(batches)


def accepted(answer: httpx.Response) -> httpx.Response:
    if answer.status_code == 200:
        return answer
    model = ValidationErrors if answer.status_code == 422 else ErrorBody
    raise Refused(answer.status_code, model.model_validate_json(answer.content))


def refused(status: int, call: Any, *positional: Any, **named: Any) -> ErrorBody | ValidationErrors:
    """Returns the body of the error that a call must cause."""
    try:
        call(*positional, **named)
    except Refused as error:
        assert error.status == status, error
        return error.body
    raise AssertionError(f"{positional} was accepted")
