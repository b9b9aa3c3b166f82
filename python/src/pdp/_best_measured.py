"""Best protein among the measurements on which the models of a design task were trained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._assembly import BREAK, sequence_of
from ._models import Task
from ._row_numbering import protein_column
from ._sql import quoted
from ._training_source import Columns, has_protein_sql, names_of, protein_sql, source_of

if TYPE_CHECKING:
    from ._session import Session

#: Number of rows read to recognize columns.
SAMPLE_ROWS = 500


def best_measured(lab: Session, task: Task) -> str | None:
    """Returns the best protein according to the assay of a design task; None if it is unknown."""
    template = task.parameters.get("generator", {}).get("template", {})
    if template.get("sampler") is None:
        return None
    training: Task = lab.task(lab.artifact(template["sampler"]["artifact_id"]).producer["task_id"]).data
    objective = task.parameters["ranker"].get("primary_objective") or {}
    # A training without measurements has no assays.
    first = next(iter(training.parameters.get("assays") or []), None)
    measure = objective.get("measure") or (first and {**first, "direction": "MAXIMIZE"})
    if measure is None:
        return None
    order = "value ASC" if measure["direction"] == "MINIMIZE" else "value DESC"
    if measure["direction"] == "TARGET":
        if not isinstance(objective["reference"], (int, float)):
            return None
        order = f"abs(value - CAST('{objective['reference']}' AS DOUBLE))"
    rows = f"tasks.task_{training.id}.dataset"
    columns = proteins_in(lab, rows, training, BREAK in (sequence_of(template.get("assembly")) or ""))
    if columns is None:
        return None
    column = quoted(measure["assay_id"])
    best = lab.sql(
        f"SELECT sequence, value FROM (SELECT {protein_sql(columns)} AS sequence, avg({column}) AS value FROM {rows} "
        f"WHERE {column} IS NOT NULL AND {has_protein_sql(columns)} GROUP BY 1) AS means "
        f"ORDER BY {order}, sequence LIMIT 1"
    ).rows()
    return best[0]["sequence"] if best else None


def proteins_in(lab: Session, rows: str, training: Task, has_chains: bool) -> Columns | None:
    """
    Returns the columns with the proteins of a training's rows: the stated ones, or those that the training recognized. None if
    the rows only have mutations.
    """
    sample = lab.sql(f"SELECT * FROM {rows} LIMIT {SAMPLE_ROWS}").rows()
    names = set(sample[0]) if sample else set()
    source = source_of(training.parameters)
    usual: Columns = {"vh": "vh", "vl": "vl"} if has_chains else "sequence"
    for columns in (source.columns if source else None, usual):
        if columns is not None and isinstance(columns, str) != has_chains and names.issuperset(names_of(columns)):
            return columns
    return None if has_chains else protein_column(sample)
