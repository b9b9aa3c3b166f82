"""Projects, rounds, tables, loads and artifacts."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from strict import Archivable, Authored, Id, Strict, Text, Time

Count = Annotated[int, Field(ge=0)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Antibody(Strict):
    kind: Literal["ANTIBODY"]
    numbering_scheme: Literal["IMGT", "KABAT"] | None


class OtherProtein(Strict):
    kind: Literal["ENZYME", "PEPTIDE", "OTHER"]


Modality = Annotated[Antibody | OtherProtein, Field(discriminator="kind")]


class Project(Archivable):
    name: Annotated[str, StringConstraints(pattern=r"^\S{1,64}$")]
    description: Text | None
    modality: Modality | None


class Round(Archivable):
    project_id: Id
    name: Name
    description: Text | None


class WorkspaceContext(Strict):
    kind: Literal["WORKSPACE"]


class ProjectContext(Strict):
    kind: Literal["PROJECT"]
    project_id: Id


class RoundContext(Strict):
    kind: Literal["ROUND"]
    round_id: Id
    project_id: Id


Context = Annotated[WorkspaceContext | ProjectContext | RoundContext, Field(discriminator="kind")]

ColumnType = Literal["BOOL", "INT64", "FLOAT64", "STRING", "DATE", "TIMESTAMP", "STRUCT", "ARRAY"]


class Metadata(Strict):
    description: Text | None
    deprecated: bool
    kind: Literal["AMINO_ACIDS", "ALIGNED", "DNA", "RNA", "NONE"] | None = None


class ItemType(Strict):
    type: ColumnType
    nullable: bool
    columns: "Annotated[list[Column], Field(min_length=1)] | None" = None
    item_type: "ItemType | None" = None


class Column(ItemType):
    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,127}$")]
    metadata: Metadata


class Table(Archivable):
    kind: Literal["TABLE"]
    reference: Text
    description: Text | None
    columns: Annotated[list[Column], Field(min_length=1)]
    version_id: Id
    rows: Count
    bytes: Count
    warnings: list[Text] | None = None


class View(Archivable):
    kind: Literal["VIEW"]
    reference: Text
    description: Text | None
    columns: Annotated[list[Column], Field(min_length=1)]
    version_id: Id
    query: Text
    warnings: list[Text] | None = None


TableOrView = Annotated[Table | View, Field(discriminator="kind")]


class TableChange(Strict):
    """Change to a table in a version; a view has no rows."""

    table_id: Id
    reference: Text
    rows: Count | None = None
    rows_added: Count | None = None
    rows_removed: Count | None = None


class TableVersion(Strict):
    """Data version that was not created by a load."""

    id: Id
    kind: Literal["TABLE_CREATE", "TABLE_UPDATE", "TABLE_RENAME", "TABLE_ARCHIVE", "TABLE_UNARCHIVE"]
    created_at: Time
    created_by: Text
    tables: list[TableChange]


class LoadVersion(Strict):
    id: Id
    kind: Literal["LOAD", "UNDO_LOAD", "REDO_LOAD"]
    created_at: Time
    created_by: Text
    load_id: Id
    tables: list[TableChange]


DataVersion = Annotated[TableVersion | LoadVersion, Field(discriminator="kind")]


class LoadColumn(Column):
    source_name: Text | None = None


class LoadTable(Strict):
    columns: Annotated[list[LoadColumn], Field(min_length=1)]
    format: Literal["CSV", "TSV", "XLSX", "PARQUET", "NDJSON"]
    table_id: Id | None
    creates: Literal[True] | None = None
    rows: Annotated[int, Field(ge=0)] | None = None


class LoadFile(Strict):
    id: Id
    created_at: Time
    created_by: Text
    filepath: Text
    size: Annotated[int, Field(ge=0)]
    table_reference: Text | None
    source_file_id: Id | None
    description: Text | None
    rows: Annotated[int, Field(ge=0)] | None = None


class LoadProgress(Strict):
    phase: Literal["WAITING", "READING", "COMMITTING"]
    files_done: Annotated[int, Field(ge=0)]
    files: Annotated[int, Field(ge=0)]
    bytes_done: Annotated[int, Field(ge=0)]
    bytes: Annotated[int, Field(ge=0)]
    rows_done: Annotated[int, Field(ge=0)]


class Load(Authored):
    errors: list[Text]
    problem_count: Annotated[int, Field(ge=1)] | None = None
    warnings: Annotated[list[Text], Field(min_length=1)] | None = None
    description: Text | None = None
    progress: LoadProgress | None = None
    context: Context
    tables: dict[Text, LoadTable]
    state: Literal["PENDING", "LOADING", "DELETING", "COMPLETED", "FAILED"]
    expires_at: Time | None = None
    is_active: bool
    files: list[LoadFile]


class TaskProducer(Strict):
    kind: Literal["TASK"]
    task_id: Id


class Artifact(Strict):
    id: Id
    created_at: Time
    created_by: Text
    context: Context
    type: Annotated[str, StringConstraints(pattern=r"^[a-z_.]+/v[0-9]+$")]
    data: dict[str, object]
    producer: TaskProducer


StrictType = Literal["BOOL", "INT64", "FLOAT64", "STRING", "STRUCT", "ARRAY"]
"""Column types named in the specification."""


class StrictItem(Strict):
    type: StrictType
    nullable: bool
    columns: "Annotated[list[StrictColumn], Field(min_length=1)] | None" = None
    item_type: "StrictItem | None" = None


class StrictColumn(StrictItem):
    name: Text
    metadata: Metadata
    source_name: Text | None = None


class StrictTable(Table):
    columns: Annotated[list[StrictColumn], Field(min_length=1)]  # type: ignore[assignment]


class StrictView(View):
    columns: Annotated[list[StrictColumn], Field(min_length=1)]  # type: ignore[assignment]


StrictTableOrView = Annotated[StrictTable | StrictView, Field(discriminator="kind")]


class StrictLoadTable(LoadTable):
    columns: Annotated[list[StrictColumn], Field(min_length=1)]  # type: ignore[assignment]
    format: Literal["CSV", "PARQUET", "NDJSON"]  # type: ignore[assignment]


class StrictLoad(Load):
    tables: dict[Text, StrictLoadTable]  # type: ignore[assignment]
