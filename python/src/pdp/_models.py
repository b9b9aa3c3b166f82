"""Resources as returned by the service. Fields missing from a response are None."""

from __future__ import annotations

import html
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from ._listing import Fields, card, table_of
from ._shown import LOAD, PROJECT, TABLE, load_state, load_tables

Model = TypeVar("Model")


def read(model: type[Model], answer: dict[str, Any]) -> Model:
    """Creates a resource from a response. Ignores unknown fields from newer services."""
    return model(**{field.name: answer.get(field.name) for field in fields(model)})  # type: ignore[arg-type]


@dataclass(frozen=True)
class Created:
    """Fields of every stored resource."""

    id: str
    created_at: str
    created_by: str


@dataclass(frozen=True)
class Changed(Created):
    """Fields of a resource that can be changed."""

    updated_at: str
    updated_by: str


@dataclass(frozen=True)
class Archivable(Changed):
    """Fields of a resource that can be archived."""

    archived_at: str | None
    archived_by: str | None


@dataclass(frozen=True)
class WorkspaceRecord(Changed):
    """Workspace with its region and URL."""

    name: str
    region: str
    region_api_url: str
    deleted_at: str | None
    deleted_by: str | None


@dataclass(frozen=True)
class User:
    """User or machine client."""

    type: str
    user_id: str
    name: str
    email: str
    picture: str | None
    picture_file_id: str | None
    user_type: str
    last_sign_in_at: str | None


@dataclass(frozen=True)
class Project(Archivable):
    """Project about one protein."""

    name: str
    description: str | None
    modality: dict[str, Any] | None
    references: list[dict[str, Any]] | None = None

    def __repr__(self) -> str:
        return f"<pdp.Project {self.name} {self.id}>"

    def _repr_html_(self) -> str:
        references = ", ".join(one["name"] for one in self.references or [])
        return card(f"Project {self.name}", {**facts(PROJECT, self), "references": references or None})


@dataclass(frozen=True)
class ProjectSummary:
    """Summary of a project: loads, tasks and designs by round, and the best value so far for each assay."""

    project_id: str
    rounds: list[dict[str, Any]]
    outside_rounds: dict[str, Any]
    assays: list[dict[str, Any]]
    is_complete: bool


@dataclass(frozen=True)
class Round(Archivable):
    """Cycle of designing and measuring in a project."""

    project_id: str
    name: str
    description: str | None


@dataclass(frozen=True)
class Column:
    """Column of a table. `columns` are the fields of a STRUCT, `item_type` the item type of an ARRAY."""

    name: str
    type: str
    nullable: bool
    metadata: dict[str, Any]
    columns: list[dict[str, Any]] | None = None
    item_type: dict[str, Any] | None = None
    source_name: str | None = None
    missing_values: list[str] | None = None
    notations: list[str] | None = None
    part: str | None = None


@dataclass(frozen=True)
class Table(Archivable):
    """Table or view. A view has a query but no counts."""

    kind: str
    reference: str
    description: str | None
    columns: list[Column]
    version_id: str
    rows: int | None
    bytes: int | None
    query: str | None
    key: list[str] | None
    key_rule: str | None

    def __repr__(self) -> str:
        size = "view" if self.rows is None else f"{self.rows:,} row{'' if self.rows == 1 else 's'}"
        return f"<pdp.Table {self.reference}: {size}, columns {', '.join(one.name for one in self.columns)}>"

    def _repr_html_(self) -> str:
        names = ("reference", "kind", "rows", "description")
        shown = {name: value for name, value in facts(TABLE, self).items() if name in names}
        rows = [[one.name, one.type, str(one.metadata.get("description") or "")] for one in self.columns]
        return card(f"Table {self.reference}", shown, table_of(["column", "type", "description"], rows))

    def __len__(self) -> int:
        if self.rows is None:
            raise TypeError(f"A view has no number of rows. Count them with lab.sql('SELECT count(*) FROM {self.reference}').")
        return self.rows

    def __bool__(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        if name in ("to_pandas", "to_polars", "df", "pl", "arrow", "head", "tail", "sample", "describe", "shape", "iloc", "loc"):
            raise AttributeError(f"A Table describes rows. Read them with lab.sql('SELECT * FROM {self.reference}').to_pandas().")
        if name in ("versions", "history"):
            raise AttributeError(f"A Table has no {name!r}. Use lab.versions(table_id={self.id!r}).")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


@dataclass(frozen=True)
class Version:
    """Point in the history of a workspace, with the tables that it changed."""

    id: str
    kind: str
    created_at: str
    created_by: str
    load_id: str | None
    erasure_id: str | None
    tables: list[dict[str, Any]]
    tags: list[str] | None


@dataclass(frozen=True)
class Erasure:
    """Erasure of rows from every version, or its plan. `plan` lists what is erased, and `state` shows the progress."""

    id: str
    state: str
    load_id: str | None
    reference: str | None
    where: str | None
    reason: str | None
    created_at: str
    created_by: str
    confirmed_at: str | None
    confirmed_by: str | None
    completed_at: str | None
    rechecked_at: str | None
    keep_texts: bool
    errors: list[str]
    progress: dict[str, Any] | None
    plan: dict[str, Any]


@dataclass(frozen=True)
class VersionTag:
    """Version name."""

    name: str
    version_id: str
    created_at: str
    created_by: str


@dataclass(frozen=True)
class LoadFile(Created):
    """Uploaded file."""

    filepath: str
    size: int
    table_reference: str | None
    source_file_id: str | None
    description: str | None
    rows: int | None
    erased_at: str | None


@dataclass(frozen=True)
class LoadTable:
    """Table in a load, with the configuration of its files."""

    columns: list[Column]
    format: str
    table_id: str | None
    delimiter: str | None = None
    decimal: str | None = None
    header_row: int | None = None
    header_rows: int | None = None
    comments: str | None = None
    last_row: int | None = None
    arrangement: str | None = None
    encoding: str | None = None
    missing_values: list[str] | None = None
    ignored_columns: list[str] | None = None
    short_rows: str | None = None
    sheet: str | int | None = None
    merged_cells: str | None = None
    times: str | None = None
    sequences: str | None = None
    decimals: str | None = None
    bad_rows: str | None = None
    corrections: list[dict[str, Any]] | None = None
    exclusions: list[dict[str, Any]] | None = None
    sequence_from: dict[str, Any] | None = None
    creates: bool | None = None
    rows: int | None = None


@dataclass(frozen=True)
class LoadProgress:
    """Progress of work on a load."""

    phase: str
    files_done: int
    files: int
    bytes_done: int
    bytes: int
    rows_done: int


@dataclass(frozen=True)
class Load(Changed):
    """Files that are added to a workspace's tables together: all of them, or none."""

    context: dict[str, Any]
    description: str | None
    tables: dict[str, LoadTable]
    state: str
    expires_at: str | None
    is_active: bool
    errors: list[str]
    problem_count: int | None
    warnings: list[str] | None
    progress: LoadProgress | None
    rows_left_out: int | None
    files: list[LoadFile]
    erased_at: str | None

    def __repr__(self) -> str:
        return f"<pdp.Load {self.id}: {load_tables(self)}, {load_state(self)}>"

    def _repr_html_(self) -> str:
        notes = [*self.errors, *(self.warnings or [])]
        below = "".join(f"<p>{html.escape(note)}</p>" for note in notes)
        return card(f"Load {self.id}", {**facts(LOAD, self), "description": self.description, "id": None}, below)


@dataclass(frozen=True)
class TaskProgress:
    """Progress of a task."""

    phase: str
    fraction: float
    step: int | None
    num_steps: int | None


@dataclass(frozen=True)
class Task(Archivable):
    """Analysis, training, prediction or design task."""

    started_at: str | None
    ended_at: str | None
    type: str
    context: dict[str, Any]
    display_name: str | None
    description: str | None
    idempotency_key: str | None
    data_load_id: str | None
    data_snapshots: dict[str, str]
    data_versions: dict[str, str]
    parameters: dict[str, Any]
    result: dict[str, Any] | None
    state: str
    status_details: dict[str, Any] | None
    progress: TaskProgress | None
    errors: list[str]
    erased_at: str | None
    numbering: dict[str, Any] | None
    semantics: str | None


@dataclass(frozen=True)
class Artifact(Created):
    """Report or model created by a task, or structure that a user added."""

    context: dict[str, Any]
    type: str
    data: dict[str, Any]
    producer: dict[str, Any]
    archived_at: str | None
    archived_by: str | None
    erased_at: str | None


def facts(fields: Fields, one: object) -> dict[str, object]:
    return {title: value(one) for title, value in fields.items()}


@dataclass(frozen=True)
class Order(Archivable):
    """Order of designs on plates. `wells` is None in lists."""

    project_id: str
    round_id: str | None
    name: str
    design_count: int
    plate_count: int
    seed: str
    erased_at: str | None
    wells: list[dict[str, Any]] | None


def read_table(answer: dict[str, Any]) -> Table:
    return read(Table, {**answer, "columns": [read(Column, column) for column in answer["columns"]]})


def read_load(answer: dict[str, Any]) -> Load:
    tables = {
        reference: read(LoadTable, {**table, "columns": [read(Column, column) for column in table["columns"]]})
        for reference, table in answer["tables"].items()
    }
    progress = answer.get("progress")
    nested = {
        "tables": tables,
        "files": [read(LoadFile, file) for file in answer["files"]],
        "progress": read(LoadProgress, progress) if progress else None,
    }
    return read(Load, {**answer, **nested})


def read_task(answer: dict[str, Any]) -> Task:
    progress = answer.get("progress")
    return read(Task, {**answer, "progress": read(TaskProgress, progress) if progress else None})
