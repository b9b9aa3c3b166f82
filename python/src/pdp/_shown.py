"""Columns that lists of resources show."""

from __future__ import annotations

from typing import Any

from ._listing import Fields

PROJECT: Fields = {
    "name": lambda one: one.name,
    "modality": lambda one: (one.modality or {}).get("kind"),
    "description": lambda one: one.description,
    "created": lambda one: time(one.created_at),
    "id": lambda one: one.id,
}
ROUND: Fields = {
    "name": lambda one: one.name,
    "description": lambda one: one.description,
    "created": lambda one: time(one.created_at),
    "id": lambda one: one.id,
}
TABLE: Fields = {
    "reference": lambda one: one.reference,
    "kind": lambda one: one.kind.lower(),
    "rows": lambda one: one.rows,
    "columns": lambda one: ", ".join(column.name for column in one.columns),
    "description": lambda one: one.description,
}
LOAD: Fields = {
    "id": lambda one: one.id,
    "state": lambda one: load_state(one),
    "tables": lambda one: load_tables(one),
    "files": lambda one: ", ".join(file.filepath for file in one.files),
    "created": lambda one: time(one.created_at),
}
TASK: Fields = {
    "id": lambda one: one.id,
    "type": lambda one: one.type.split("/")[0],
    "state": lambda one: one.state.lower(),
    "name": lambda one: one.display_name,
    "created": lambda one: time(one.created_at),
}
VERSION: Fields = {
    "id": lambda one: one.id,
    "kind": lambda one: one.kind.lower(),
    "tables": lambda one: ", ".join(table["reference"] for table in one.tables if "reference" in table),
    "tags": lambda one: ", ".join(one.tags or []),
    "created": lambda one: time(one.created_at),
}
TAG: Fields = {
    "name": lambda one: one.name,
    "version": lambda one: one.version_id,
    "created": lambda one: time(one.created_at),
}
ORDER: Fields = {
    "name": lambda order: order.name,
    "designs": lambda order: order.data.design_count,
    "plates": lambda order: order.data.plate_count,
    "id": lambda order: order.id,
}
STRUCTURE: Fields = {
    "name": lambda one: one.name,
    "chains": lambda one: one.chains,
    "id": lambda one: one.id,
}


def time(text: str) -> str:
    """Returns a time to the minute."""
    return text[:16].replace("T", " ")


def load_state(load: Any) -> str:
    return "undone" if load.state == "COMPLETED" and not load.is_active else load.state.lower()


def load_tables(load: Any) -> str:
    """Describes the tables of a load: `60 rows in variants`."""
    return ", ".join(
        reference if table.rows is None else f"{table.rows:,} row{'' if table.rows == 1 else 's'} in {reference}"
        for reference, table in load.tables.items()
    )
