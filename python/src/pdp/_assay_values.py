"""Values of an assay by import, read from the table that a training run or an analysis used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._assembly import sequence_of
from ._sql import quoted
from ._training_source import has_protein_sql, names_of, protein_sql, source_of

if TYPE_CHECKING:
    from ._session import Session

#: Maximum number of means that are read.
MAX_VALUES = 200_000


@dataclass(frozen=True)
class AssayValues:
    """Mean of each sequence in each import, with the wild type that the task specifies."""

    values: list[dict[str, Any]]
    #: False if only some of the values were read; those of the earliest imports are then missing.
    is_complete: bool
    wild_type: str | None


def read_assay_values(lab: Session, project_id: str, assay_id: str, task_id: str) -> AssayValues | None:
    """
    Reads the values of an assay in a project's rows from the table that a training run or an analysis used. None if the data
    did not come from a table with sequences.
    """
    task = lab.raw("GET", "task:get", params={"id": task_id})
    parameters = task["parameters"]
    source = source_of(parameters)
    tables = list(task["data_versions"])
    named = source.table if source is not None else tables[0] if len(tables) == 1 else None
    columns = source.columns if source is not None else "sequence"
    reference = current_reference(lab, named) if named is not None else None
    if reference is None or columns is None:
        return None
    table = lab.raw("GET", "data/table:get", params={"reference": reference})
    known = {column["name"] for column in table["columns"]}
    # View rows do not identify the import from which they came.
    if table["kind"] != "TABLE" or not known.issuperset({*names_of(columns), assay_id}):
        return None
    assay = f"CAST({quoted(assay_id)} AS DOUBLE)"
    place = ".".join(quoted(part) for part in reference.split("."))
    rows = lab.sql(
        f'SELECT "$load_id" AS load, {protein_sql(columns)} AS sequence, avg({assay}) AS value, '
        f"var_samp({assay}) AS variance, count(*) AS rows FROM {place} "
        f"WHERE {has_protein_sql(columns)} AND {quoted(assay_id)} IS NOT NULL "
        f"GROUP BY 1, 2 ORDER BY 1 DESC LIMIT {MAX_VALUES}",
        project=project_id,
    ).rows()
    values = [{**row, "load": str(row["load"]), "rows": int(row["rows"])} for row in rows]
    return AssayValues(values, len(values) < MAX_VALUES, sequence_of(parameters.get("reference")))


def current_reference(lab: Session, reference: str) -> str | None:
    """Returns the current reference of a table that may have been renamed; None if it is archived or never existed."""
    tables = list(lab.pages("data/table:list", dict))
    if any(table["reference"] == reference for table in tables):
        return reference
    for version in lab.pages("data/version:list", dict, order="DESC"):
        then = next((one["table_id"] for one in version["tables"] if one["reference"] == reference), None)
        if then is not None:
            return next((table["reference"] for table in tables if table["id"] == then), None)
    return None
