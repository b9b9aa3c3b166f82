"""Table from which a training run or an analysis read its rows, according to its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ._assembly import BREAK
from ._sql import quoted

#: Query with which the TypeScript client reads a table's sequences.
NAME = r'"(?:[^"]|"")+"'
OWN_QUERY = re.compile(
    rf"SELECT (?:({NAME}) AS sequence, )?(?:({NAME}) AS vh, )?(?:({NAME}) AS vl, )?"
    rf".* FROM ({NAME}(?:\.{NAME})?)(?: FOR | WHERE |$)"
)

#: Query of all columns of a table with its batches.
BATCH_ROWS = re.compile(
    rf'SELECT \*, CAST\({NAME} AS varchar\) AS batch_id(?:, "\$load_id")? FROM ({NAME}(?:\.{NAME})?)(?: FOR |$)'
)

#: Column with the sequences, or the columns of both chains; None for a chain that the data does not have.
Columns = str | Mapping[str, str | None]


@dataclass(frozen=True)
class Source:
    """Table with measured variants."""

    table: str
    #: None if mutations of the reference define the sequences.
    columns: Columns | None


def dataset_of(parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Returns the measurements that a task reads, which may be in `data`; None for a training without measurements."""
    return (parameters.get("data") or parameters).get("dataset")


def source_of(parameters: Mapping[str, Any]) -> Source | None:
    """Returns the table of a training run or an analysis; None if its rows came from elsewhere."""
    dataset = dataset_of(parameters)
    if dataset is None:
        return None
    has_mutations = dataset.get("mutations") is not None
    of_batches = BATCH_ROWS.match(dataset["query"]) if dataset["kind"] == "QUERY" else None
    if dataset["kind"] == "TABLE" or of_batches:
        stated = stated_columns(dataset.get("sequence_column"), parameters.get("reference"))
        table = unquoted(of_batches[1]) if of_batches else dataset["table"]
        return Source(table, None if has_mutations else stated)
    own = OWN_QUERY.match(dataset["query"]) if dataset["kind"] == "QUERY" and not has_mutations else None
    if own is None or not (own[1] or own[2] or own[3]):
        return None
    chains = {"vh": own[2] and unquoted(own[2]), "vl": own[3] and unquoted(own[3])}
    return Source(unquoted(own[4]), unquoted(own[1]) if own[1] else chains)


def batch_query(table: str, batch: str, has_loads: bool) -> str:
    """Returns the query that reads all columns of a table, its batches as `batch_id`, and the load, which tells the round."""
    load = ', "$load_id"' if has_loads else ""
    place = ".".join(quoted(part) for part in table.split("."))
    return f"SELECT *, CAST({quoted(batch)} AS varchar) AS batch_id{load} FROM {place}"


def stated_columns(stated: Any, reference: Mapping[str, Any] | None) -> Columns:
    if stated is None and reference and "vh" in reference:
        return {"vh": "vh", "vl": "vl"}
    if stated is None or isinstance(stated, str):
        return stated or "sequence"
    return {"vh": stated.get("vh"), "vl": stated.get("vl")}


def names_of(columns: Columns) -> list[str]:
    """Returns the names of the columns."""
    return [columns] if isinstance(columns, str) else [name for name in columns.values() if name is not None]


def protein_sql(columns: Columns) -> str:
    """Returns the SQL expression for the protein of a row: the sequence, or both chains in one text (`EVQL…/DIQM…`)."""
    if isinstance(columns, str):
        return quoted(columns)
    heavy, light = (f"coalesce({quoted(name)}, '')" if name else "''" for name in (columns["vh"], columns["vl"]))
    return f"concat({heavy}, '{BREAK}', {light})"


def has_protein_sql(columns: Columns) -> str:
    """Returns the SQL condition that a row has a protein, or at least one of its chains."""
    return f"({' OR '.join(f'{quoted(name)} IS NOT NULL' for name in names_of(columns))})"


def unquoted(names: str) -> str:
    return ".".join(name[1:-1].replace('""', '"') for name in re.findall(NAME, names))
