"""Calls that load, task and project handles make to a workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Protocol, TypeVar

from ._listing import Listing
from ._models import Artifact, Load, Round, Table, Task, Version, VersionTag
from ._parameters import Parameters
from ._query import QueryResult

Item = TypeVar("Item")
#: Version, its id or its tag, or a time.
AsOf = str | int | Version | VersionTag | datetime


class Session(Protocol):
    """Calls to one workspace, as provided by `Lab`."""

    def raw(self, method: str, path: str, **request: Any) -> Any: ...

    def sql(
        self,
        query: str,
        params: Parameters | None = None,
        *,
        as_of: AsOf | None = None,
        project: str | None = None,
    ) -> QueryResult: ...

    def content(self, path: str, **params: Any) -> bytes: ...

    def artifact(self, artifact_id: str) -> Artifact: ...

    def task(self, task_id: str) -> Any: ...

    def loads(self, **filters: Any) -> Listing[Load]: ...

    def tasks(self, **filters: Any) -> Listing[Task]: ...

    def table(self, reference: str) -> Table: ...

    def rounds(self, project_id: str) -> Listing[Round]: ...

    def pages(self, path: str, read: Callable[[dict[str, Any]], Item], **filters: Any) -> Iterator[Item]: ...
