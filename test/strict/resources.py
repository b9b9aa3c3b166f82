"""Resources of the platform, as the specification and the decisions about the API state them; tasks are in `tasks.py`."""

from typing import Any

from shapes import (
    Rule,
    anything,
    boolean,
    constant,
    fields,
    int64,
    integer,
    items,
    mapping,
    nullable,
    one_of,
    tagged,
    text,
    time,
)

AUTHORED: dict[str, Rule] = {
    "id": int64,
    "created_at": time,
    "created_by": text(),
    "updated_at": time,
    "updated_by": text(),
}
ARCHIVABLE: dict[str, Rule] = {**AUTHORED, "archived_at": nullable(time), "archived_by": nullable(text())}

WORKSPACE = fields(
    {
        **AUTHORED,
        "name": text(64, pattern=r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"),
        "display_name": text(200),
        "state": one_of("PROVISIONING", "DELETING", "READY", "FAILED"),
        "picture_file_id": nullable(int64),
        "capabilities": fields({"can_generate_variants": boolean}),
    },
    {"errors": items(text())},
)

WORKSPACE_RECORD = fields(
    {
        **AUTHORED,
        "name": text(64),
        "region": one_of("EU", "US"),
        "region_api_url": text(2083, pattern="^https?://"),
        "idp_org_id": nullable(text()),
        "deleted_at": nullable(time),
        "deleted_by": nullable(text()),
    }
)

USER = fields(
    {
        "type": constant("user"),
        "user_id": text(200),
        "name": text(200),
        "email": text(200),
        "user_type": one_of("USER", "M2M"),
    },
    {"picture": text(2048), "picture_file_id": int64, "last_sign_in_at": time},
)

MODALITY = tagged(
    "kind",
    {
        **dict.fromkeys(("ENZYME", "PEPTIDE", "OTHER"), anything),
        "ANTIBODY": fields({}, {"numbering_scheme": one_of("IMGT", "KABAT")}),
    },
)
PROJECT = fields(
    {
        **ARCHIVABLE,
        "name": text(64, pattern=r"^\S+$"),
        "description": nullable(text()),
        "modality": nullable(MODALITY),
    }
)
ROUND = fields({**ARCHIVABLE, "project_id": int64, "name": text(64), "description": nullable(text())})

CONTEXT = tagged(
    "kind",
    {
        "WORKSPACE": anything,
        "PROJECT": fields({"project_id": int64}),
        "ROUND": fields({"round_id": int64, "project_id": int64}),
    },
)

NAME = text(128, pattern="^[A-Za-z_]")


def column_type(value: Any, path: str) -> None:
    """A type of the specification; the type of an item has no name."""
    nested = {"STRUCT": fields({"columns": items(column, least=1)}), "ARRAY": fields({"item_type": column_type})}
    scalars = dict.fromkeys(("BOOL", "INT64", "FLOAT64", "STRING"), anything)
    fields({"nullable": boolean})(value, path)
    tagged("type", {**scalars, **nested})(value, path)


def column(value: Any, path: str) -> None:
    column_type(value, path)
    metadata = fields({"description": nullable(text()), "deprecated": boolean})
    fields({"name": NAME, "metadata": metadata})(value, path)


COLUMNS = items(column, least=1)

TABLE = fields(
    {
        **ARCHIVABLE,
        "kind": one_of("TABLE", "VIEW"),
        "reference": text(),
        "description": nullable(text()),
        "columns": COLUMNS,
        "version_id": int64,
    }
)

VERSION = fields(
    {
        "id": int64,
        "kind": one_of(
            "TABLE_CREATE",
            "TABLE_UPDATE",
            "TABLE_RENAME",
            "TABLE_ARCHIVE",
            "TABLE_UNARCHIVE",
            "LOAD",
            "UNDO_LOAD",
            "REDO_LOAD",
            "ERASURE",
        ),
        "created_at": time,
        "created_by": text(),
        "tables": items(fields({})),
    },
    {"load_id": int64},
)
TAG = fields({"name": text(), "version_id": int64})

LOAD_TABLE = fields({"columns": COLUMNS, "format": one_of("CSV", "NDJSON", "PARQUET"), "table_id": nullable(int64)})
LOAD_FILE = fields(
    {
        "id": int64,
        "created_at": time,
        "created_by": text(),
        "filepath": text(),
        "size": integer,
        "table_reference": nullable(text()),
        "source_file_id": nullable(int64),
        "description": nullable(text()),
    }
)
LOAD = fields(
    {
        **AUTHORED,
        "errors": items(text(), most=101),
        "context": CONTEXT,
        "tables": mapping(LOAD_TABLE),
        "state": one_of("PENDING", "LOADING", "DELETING", "COMPLETED", "FAILED"),
        "is_active": boolean,
        "files": items(LOAD_FILE),
    }
)

ARTIFACT = fields(
    {
        "id": int64,
        "created_at": time,
        "created_by": text(),
        "context": CONTEXT,
        "type": text(pattern=r"/v\d+$"),
        "data": mapping(anything),
        "producer": tagged("kind", {"TASK": fields({"task_id": int64})}),
    }
)

QUERY = fields(
    {"id": int64, "state": one_of("QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED")},
    {"query": text(100_000)},
)
ERASURE = fields({"id": int64, "state": text()})

FIGURES: dict[str, Rule] = dict.fromkeys(("failed_user", "failed_internal", "succeeded", "pending"), integer)
OLDEST = fields({"id": int64, "created_at": time})
OVERVIEW = fields(
    {
        "tasks": fields(
            {**FIGURES, "workspaces": items(fields({"name": text(), **FIGURES, "oldest_pending": nullable(OLDEST)}))}
        )
    }
)

PROBLEM = fields({"loc": items(anything), "msg": text(), "type": text()}, {"ctx": mapping(anything)})
VALIDATION_ERROR = fields({"detail": items(PROBLEM, least=1)})
ERROR = fields({"detail": text(), "code": text(pattern="^[a-z][a-z0-9_]*$"), "error_id": text()})
