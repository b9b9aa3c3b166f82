"""Calls that load, task and project handles make to a workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from ._listing import Listing
from ._models import Artifact, Round
from ._query import QueryResult

Item = TypeVar("Item")


class Session(Protocol):
    """Calls to one workspace, as provided by `Lab`."""

    def raw(self, method: str, path: str, **request: Any) -> Any: ...

    def sql(self, query: str, *, project: str | None = None) -> QueryResult: ...

    def content(self, path: str, **params: Any) -> bytes: ...

    def artifact(self, artifact_id: str) -> Artifact: ...

    def task(self, task_id: str) -> Any: ...

    def rounds(self, project_id: str) -> Listing[Round]: ...

    def pages(self, path: str, read: Callable[[dict[str, Any]], Item], **filters: Any) -> Iterator[Item]: ...
