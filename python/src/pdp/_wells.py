"""Reference wells for comparing values: how SQL selects them, and how many a table has. All clients use the same rules."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from ._sql import quoted, text

TRUE = re.compile(r"true|t|yes|y|1", re.IGNORECASE)
FALSE = re.compile(r"false|f|no|n|0", re.IGNORECASE)
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
MAX_SAFE = 2**53 - 1
MAX_VALUES = 10


def has_value(columns: Sequence[dict[str, Any]], column: str, written: str) -> str:
    """Returns the condition that a column has a value entered by the user, compared as the column's type."""
    kind = next((one["type"] for one in columns if one["name"] == column), "STRING")
    value = str(written).strip()
    if kind == "BOOL" and (TRUE.fullmatch(value) or FALSE.fullmatch(value)):
        return f"{quoted(column)} = {'true' if TRUE.fullmatch(value) else 'false'}"
    number = float(value) if NUMBER.fullmatch(value) else math.nan
    if kind == "INT64" and number.is_integer() and abs(number) <= MAX_SAFE:
        return f"{quoted(column)} = {int(number)}"
    if kind == "FLOAT64" and math.isfinite(number):
        shown = str(int(number)) if number.is_integer() and abs(number) < 1e21 else repr(number)
        return f"{quoted(column)} = CAST({text(shown)} AS double)"
    return f"CAST({quoted(column)} AS varchar) = {text(str(written))}"


def well_counts_query(
    table: str,
    columns: Sequence[dict[str, Any]],
    *,
    value: str,
    plate: str | None,
    control: tuple[str, str],
    method: str,
    positive: str | None,
) -> str:
    """Returns the query that counts, for each plate, the wells to compare values with."""

    def count(written: str) -> str:
        return f"count_if({has_value(columns, control[0], written)} AND {quoted(value)} IS NOT NULL)"

    name = "''" if plate is None else f"coalesce(CAST({quoted(plate)} AS varchar), '')"
    lacks = f"controls < {needed_wells(method)}{'' if positive is None else ' OR positives < 1'}"
    positives = "0" if positive is None else count(positive)
    plates = (
        f"SELECT {name} AS plate, {count(control[1])} AS controls, {positives} AS positives FROM {quoted(table)}"
        f"{'' if plate is None else ' GROUP BY 1'}"
    )
    return (
        "SELECT count(*) AS plates, coalesce(sum(controls), 0) AS controls, coalesce(sum(positives), 0) AS positives, "
        f"count_if({lacks}) AS lacking, min(CASE WHEN {lacks} THEN plate END) AS example FROM ({plates}) AS p"
    )


def well_values_query(table: str, column: str) -> str:
    """Returns the query for the values that identify wells, most frequent first."""
    return (
        f"SELECT CAST({quoted(column)} AS varchar) AS value FROM {quoted(table)} WHERE {quoted(column)} IS NOT NULL "
        f"GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT {MAX_VALUES}"
    )


def missing_wells(control: str, positive: str | None, counts: dict[str, Any]) -> str | None:
    """Returns the value that no well has, or None if there are wells."""
    if int(counts["controls"]) == 0:
        return control
    return positive if positive is not None and int(counts["positives"]) == 0 else None


def lacking_wells(
    plate: str | None, control: tuple[str, str], positive: str | None, method: str, counts: dict[str, Any]
) -> str | None:
    """Describes which plates have too few wells, or returns None if all have enough."""
    lacking = int(counts["lacking"])
    if lacking == 0:
        return None
    values = control[1] if positive is None else f"{control[1]} or {positive}"
    few = f"fewer than {needed_wells(method)} wells" if needed_wells(method) > 1 else "no well"
    where = (
        "The table has"
        if plate is None
        else f"{lacking} of {int(counts['plates'])} values of {plate}, such as \"{counts['example'] or ''}\", have"
    )
    return f"{where} {few} where {control[0]} is {values}: the new column is empty there."


def needed_wells(method: str) -> int:
    """Minimum number of wells: a standard deviation requires two."""
    return 2 if method == "z_score" else 1
