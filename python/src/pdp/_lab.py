"""Workspaces."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, TypeVar

from ._assembly import assembly
from ._erasures import ErasureHandle
from ._errors import ApiError
from ._http import Connection
from ._listing import SHOWN_ITEMS, Listing, card
from ._loads import LoadHandle
from ._long_query import long_query
from ._models import Artifact, Load, Project, Round, Table, Task, User, Version, VersionTag, read, read_load, read_table, read_task
from ._parameters import Parameters, with_parameters
from ._projects import ProjectHandle
from ._query import QueryResult, cost_of
from ._session import AsOf
from ._shown import LOAD, PROJECT, ROUND, TABLE, TAG, TASK, VERSION
from ._stored_orders import OrderHandle, orders
from ._structures import Structure, add_structure, structures
from ._tasks import TaskHandle, task_handle
from ._views import METHODS, View, normalized_view, plate_column, replicate_views
from ._wells import lacking_wells, missing_wells, well_counts_query, well_values_query

Item = TypeVar("Item")
#: Maximum number of proteins in one request to number them.
MAX_NUMBERED = 200


class Lab:
    """Workspace. Every rejected call raises ApiError with the service's message."""

    def __init__(self, name: str, platform: Connection, region: Connection):
        self.name = name
        self._platform = platform
        self._region = region

    def __repr__(self) -> str:
        return f"<pdp.Lab {self.name} at {self._region.url}>"

    def _repr_html_(self) -> str:
        facts = {"URL": self._region.url, "projects": ", ".join(one.name for one in self.projects()[:SHOWN_ITEMS]) or "none"}
        return card(f"Workspace {self.name}", facts, self.tables()._repr_html_())

    def __getitem__(self, name: object) -> Any:
        raise TypeError(
            f"A workspace has no items. Use lab.table({name!r}) for a table, or lab.sql('SELECT * FROM {name}') for its rows."
        )

    def __getattr__(self, name: str) -> Any:
        if name in ("execute", "query", "cursor", "read_sql"):
            raise AttributeError(f"A Lab has no {name!r}. Run queries with lab.sql(query).to_pandas().")
        if name in ("models", "predictors", "trainings"):
            raise AttributeError(
                f"A Lab has no {name!r}. Trainings produce models: lab.tasks(type='train/v2') lists them, and lab.task(id) is one."
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __enter__(self) -> Lab:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._platform.close()
        self._region.close()

    def raw(self, method: str, path: str, **request: Any) -> Any:
        """
        Calls any operation, for example `lab.raw("GET", "data/table:list", params={"limit": 5})`. Paths with a leading
        slash belong to the platform, others to the workspace. `params`, `json` and `files` are passed to httpx.
        """
        connection = self._platform if path.startswith("/") else self._region
        return connection.json(method, self.path(path), **request)

    def path(self, path: str) -> str:
        return path if path.startswith("/") else f"/v2/workspace/{self.name}/{path}"

    def me(self) -> User:
        """Returns the user of the token."""
        return read(User, self.raw("GET", "/users/me"))

    def sql(
        self,
        query: str,
        params: Parameters | None = None,
        *,
        as_of: AsOf | None = None,
        project: str | None = None,
    ) -> QueryResult:
        """
        Runs a single SELECT in Trino's dialect. `params` are values for `?` (a list), or for `$name` or `:name` (a
        dictionary); a list after IN stands for its values. `as_of` is a version, its tag or a time. `project` is the name or id of a
        project and limits the query to its rows. Read the result with `pl`, `df`, `arrow`, `rows` or `batches`; it also
        has the query's `cost`. A query that exceeds the time limit of a request is restarted automatically as a long
        query, and may then take minutes.
        """
        text = query if params is None else with_parameters(query, params)
        body: dict[str, Any] = {"query": text, "arrow_compression": "zstd"}
        if as_of is not None:
            body["version_id"] = self.version_at(as_of)
        if project is not None:
            body["project_id"] = self.project(project).id
        try:
            answer = self._region.open("POST", self.path("data:query"), params={"redirect": "true"}, json=body)
            cost = cost_of(answer)
        except ApiError as error:
            if error.code != "query_timeout":
                raise
            answer, cost = long_query(self._region, self.path, body)
        return QueryResult(answer.iter_raw(), answer.close, cost)

    def diff(
        self,
        reference: str,
        since: AsOf,
        until: AsOf | None = None,
        *,
        key: list[str] | str | None = None,
        project: str | None = None,
    ) -> QueryResult:
        """
        Compares a table's rows between two versions, or between a version and now. The column `$change` is ADDED or
        REMOVED, or CHANGED_FROM and CHANGED_TO for rows with the same key. `$rows` is the number of identical rows.
        `key` is a list of column names and defaults to the table's key; "*" compares whole rows.
        """
        params = {"id": self.table(reference).id, "from": self.version_at(since), "format": "ARROW", "redirect": "true"}
        if until is not None:
            params["to"] = self.version_at(until)
        if key is not None:
            params["key"] = key if isinstance(key, str) else ",".join(key)
        if project is not None:
            params["project_id"] = self.project(project).id
        answer = self._region.open("GET", self.path("data/table:rowDiff"), params=params)
        return QueryResult(answer.iter_raw(), answer.close)

    def version_at(self, as_of: AsOf) -> str:
        """Returns the id of a version, of a tag's version, or of the latest version at a time."""
        if isinstance(as_of, (Version, VersionTag)):
            return as_of.id if isinstance(as_of, Version) else as_of.version_id
        if not isinstance(as_of, datetime):
            stated = str(as_of)
            return stated if stated.isdigit() else self._tag(stated).version_id
        time = as_of if as_of.tzinfo else as_of.astimezone()
        for version in self.versions():
            if datetime.fromisoformat(version.created_at.replace("Z", "+00:00")) <= time.astimezone(timezone.utc):
                return version.id
        raise LookupError(f"The workspace had no data at {as_of}.")

    def project(self, name: str) -> ProjectHandle:
        """Finds a project by its name or id."""
        projects = list(self.projects())
        found = [one for one in projects if one.name == name] or [one for one in projects if one.id == str(name)]
        if not found:
            names = ", ".join(one.name for one in projects) or "none yet"
            raise LookupError(f'Project "{name}" not found; existing projects: {names}. To create it, call lab.create_project("{name}").')
        return ProjectHandle(self, found[0])

    def create_project(self, name: str, *, modality: str | None = None, description: str | None = None) -> ProjectHandle:
        """Creates a project; `modality` is ENZYME, ANTIBODY, PEPTIDE or OTHER."""
        body: dict[str, Any] = {"name": name, "description": description}
        if modality is not None:
            body["modality"] = {"kind": modality}
        created = self.raw("POST", "project:create", json=body)
        for warning in created.get("warnings") or []:
            warnings.warn(warning, stacklevel=2)
        return ProjectHandle(self, read(Project, created))

    def table(self, reference: str) -> Table:
        """Returns a table or view."""
        return read_table(self.raw("GET", "data/table:get", params={"reference": reference}))

    def create_view(self, reference: str, query: str, *, description: str | None = None) -> Table:
        """Creates a view from a single SELECT in Trino's dialect."""
        body = {"kind": "VIEW", "reference": reference, "query": query, "description": description}
        return read_table(self.raw("POST", "data/table:create", json=body))

    def view_replicates(self, table: str) -> list[Table]:
        """
        Creates views of replicates in adjacent columns, such as `activity_1` and `activity_2`. `TABLE_replicates` has a
        row per replicate, as training requires; `TABLE_means` has their mean, standard deviation (`…_sd`) and count
        (`…_n`). Returns the views, or none if the table has no replicates. Raises ApiError if the name of a view is
        already in use.
        """
        return self.renew_replicates(table, [])

    def renew_replicates(self, table: str, before: list[dict[str, Any]]) -> list[Table]:
        """Creates the views of a table's replicates, or updates those created when the table had the columns `before`."""
        columns = self.raw("GET", "data/table:get", params={"reference": table})["columns"]
        earlier = {view.reference: view.query for view in replicate_views(table, before)}
        return [self._put_view(view, earlier.get(view.reference)) for view in replicate_views(table, columns)]

    def normalize(
        self,
        table: str,
        *,
        value: str,
        control: tuple[str, str],
        plate: str | None = "",
        method: str = "ratio",
        positive: str | None = None,
        name: str | None = None,
    ) -> Table:
        """
        Creates a view with an additional column that compares `value` with the mean of the reference wells on the same
        plate. `control` is a column and a value that identify these wells, such as `("sample", "WT")`. `plate` is the
        column that identifies plates; by default, it is found by its name, and None means no plates. `method` is
        `ratio`, `difference`, `z_score` or `percent_of_control`; `positive` identifies the 100 % wells, and `control`
        the 0 % wells. The original values are unchanged, and the view's description is the formula. Raises ValueError if
        no well has these values, and warns about plates without such wells.
        """
        if method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}.")
        if positive is not None and method != "percent_of_control":
            raise ValueError("positive applies only to method='percent_of_control'.")
        columns = self.raw("GET", "data/table:get", params={"reference": table})["columns"]
        names = [column["name"] for column in columns]
        for stated in (value, control[0], plate):
            if stated and stated not in names:
                raise ValueError(f"{table} has no column {stated!r}; its columns: {', '.join(names)}.")
        plate = plate_column(columns) if plate == "" else plate
        self._check_wells(table, columns, value=value, plate=plate, control=control, method=method, positive=positive)
        view = normalized_view(
            table, columns, value=value, plate=plate, control=control, method=method, positive=positive
        )
        return self.create_view(name or view.reference, view.query, description=view.formula)

    def _check_wells(self, table: str, columns: list[dict[str, Any]], **wells: Any) -> None:
        """Raises ValueError if there are no wells to compare with, and warns about plates without them."""
        column, value = wells["control"]
        [counts] = self.sql(well_counts_query(table, columns, **wells)).rows()
        missing = missing_wells(value, wells["positive"], counts)
        if missing is not None:
            values = [str(row["value"]) for row in self.sql(well_values_query(table, column)).rows()]
            raise ValueError(
                f"No row with a value in {wells['value']} has {missing!r} in {column}. "
                f"Use a different value: {column} has {', '.join(values) or 'none'}."
            )
        warning = lacking_wells(wells["plate"], wells["control"], wells["positive"], wells["method"], counts)
        if warning is not None:
            warnings.warn(warning, stacklevel=3)

    def _put_view(self, view: View, earlier: str | None) -> Table:
        """Creates a view unless one with the same query exists. Updates a view that has the `earlier` query."""
        try:
            known = self.table(view.reference)
        except ApiError as error:
            if error.status != 404:
                raise
        else:
            if known.query == view.query:
                return known
            if known.query is not None and known.query == earlier:
                change = {"query": view.query}
                return read_table(
                    self.raw("POST", "data/table:update", params={"reference": view.reference}, json=change)
                )
        return self.create_view(view.reference, view.query)

    def load(self, load_id: str) -> LoadHandle:
        """Returns a load by its id."""
        if not str(load_id).isdigit():
            raise ValueError(
                f"{str(load_id)!r} is not the id of a load. To load a file: lab.project('…').load({str(load_id)!r}, into='TABLE')."
            )
        return LoadHandle(self, str(load_id))

    def task(self, task_id: str) -> TaskHandle:
        """Returns a task. Training and design tasks have additional methods."""
        return task_handle(self, read_task(self.raw("GET", "task:get", params={"id": str(task_id)})))

    def artifact(self, artifact_id: str) -> Artifact:
        """Returns a report or model created by a task, or a structure."""
        return read(Artifact, self.raw("GET", "data/artifact:get", params={"id": artifact_id}))

    def add_structure(self, path: str | Path, name: str | None = None) -> Structure:
        """Adds a structure for all projects of the workspace; see `ProjectHandle.add_structure`."""
        return add_structure(self, path, name, {"kind": "WORKSPACE"})

    def structures(self) -> Listing[Structure]:
        """Lists the structures of the workspace."""
        return structures(self)

    def number_antibodies(self, proteins: str | Iterable[str], *, scheme: str = "IMGT") -> list[list[dict[str, Any]]]:
        """
        Numbers the variable domains of proteins, or of one, in the scheme `IMGT`, `KABAT` or `CHOTHIA`. Two chains are separated by a
        slash: heavy/light. Returns the domains of each protein, with `chain`, `type`, `start`, `end`, `numbers`, `regions`,
        `v_gene` and `j_gene`.

        `v_gene` and `j_gene` are the closest germline genes, or None if the operator provides none: `genes` names all that are
        equally close, and `identity` is the share of identical residues among those `compared`. V genes are compared at the
        IMGT positions 1 to 104, J genes from 118 and backward into CDR3 as long as more residues agree than differ.
        """
        stated = [assembly(protein) for protein in ([proteins] if isinstance(proteins, str) else proteins)]
        parts = [stated[at : at + MAX_NUMBERED] for at in range(0, len(stated), MAX_NUMBERED)]
        found = (self.raw("POST", "antibody:number", json={"proteins": part, "scheme": scheme}) for part in parts)
        return [protein["domains"] for part in found for protein in part["proteins"]]

    def projects(self) -> Listing[Project]:
        """Lists the projects."""
        return Listing(self.pages("project:list", lambda item: read(Project, item)), PROJECT, "project")

    def rounds(self, project_id: str) -> Listing[Round]:
        """Lists the rounds of a project."""
        found = self.pages("round:list", lambda item: read(Round, item), project_id=project_id)
        return Listing(found, ROUND, "round")

    def tables(self, **filters: Any) -> Listing[Table]:
        """Lists tables and views."""
        return Listing(self.pages("data/table:list", read_table, **filters), TABLE, "table")

    def loads(self, **filters: Any) -> Listing[Load]:
        """Lists loads, newest first."""
        return Listing(self.pages("data/load:list", read_load, order="DESC", **filters), LOAD, "load")

    def tasks(self, **filters: Any) -> Listing[Task]:
        """Lists tasks, newest first."""
        return Listing(self.pages("task:list", read_task, order="DESC", **filters), TASK, "task")

    def versions(self, **filters: Any) -> Listing[Version]:
        """Lists versions, newest first."""
        found = self.pages("data/version:list", lambda item: read(Version, item), order="DESC", **filters)
        return Listing(found, VERSION, "version")

    def orders(self, **filters: Any) -> Listing[OrderHandle]:
        """Lists orders of designs."""
        return orders(self, **filters)

    def prepare_erasure(
        self,
        load: str | None = None,
        table: str | None = None,
        where: str | None = None,
        reason: str | None = None,
    ) -> ErasureHandle:
        """Plans the erasure of a load's rows, or of a table's rows that meet an SQL condition. Changes nothing."""
        body = {"load_id": load, "reference": table, "where": where, "reason": reason}
        found = self.raw("POST", "data:prepareErasure", json={name: value for name, value in body.items() if value})
        return self.erasure(found["id"])

    def erasure(self, erasure_id: str) -> ErasureHandle:
        """Returns a handle for an erasure without reading it."""
        return ErasureHandle(self, erasure_id)

    def tags(self) -> Listing[VersionTag]:
        """Lists version names in alphabetical order."""
        return Listing(self.pages("data/version:listTags", lambda item: read(VersionTag, item)), TAG, "tag")

    def tag(self, name: str, version: AsOf | None = None) -> VersionTag:
        """Names a version, by default the latest. SQL reads it with FOR VERSION AS OF 'name'."""
        at = datetime.now(timezone.utc) if version is None else version
        body = {"version_id": self.version_at(at), "name": name}
        return read(VersionTag, self.raw("POST", "data/version:tag", json=body))

    def untag(self, name: str) -> VersionTag:
        """Removes a name from a version. The version itself remains."""
        return read(VersionTag, self.raw("POST", "data/version:untag", json={"name": name}))

    def _tag(self, name: str) -> VersionTag:
        for tag in self.tags():
            if tag.name.lower() == name.lower():
                return tag
        raise LookupError(f'There is no version or tag "{name}". To list tags, call lab.tags().')

    def pages(self, path: str, read_item: Callable[[dict[str, Any]], Item], **filters: Any) -> Iterator[Item]:
        """Yields the items of all pages of a list."""
        cursor: str | None = None
        while True:
            page = self.raw("GET", path, params={**filters, **({"cursor": cursor} if cursor else {})})
            yield from map(read_item, page["items"])
            cursor = page["cursor"]
            if cursor is None:
                return

    def lines(self, path: str, **params: Any) -> Iterator[str]:
        """Yields the lines of a response as they arrive."""
        with self._region.stream("GET", self.path(path), params=params) as answer:
            yield from answer.iter_lines()

    def content(self, path: str, **params: Any) -> bytes:
        """Returns the bytes of a response, such as a report."""
        return self._region.content("GET", self.path(path), params=params)
