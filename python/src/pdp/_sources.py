"""Files and data frames to load, and how to read them."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from ._errors import ApiError

if TYPE_CHECKING:
    from ._session import Session

PREVIEW_BYTES = 1024 * 1024
#: Maximum size of a preview for files that can only be previewed as a whole.
MAX_PREVIEW_BYTES = 4 * PREVIEW_BYTES
ZIP_MAGIC = b"PK\x03\x04"
PARQUET_MAGIC = b"PAR1"


@dataclass
class Source:
    """File to load, with the name used in problem reports."""

    name: str
    content: BinaryIO
    #: Rows of a data frame, which can still be cast; None for a file.
    table: pa.Table | None = None


def sources_of(given: Any, into: str) -> list[Source]:
    """
    Opens paths, or writes a data frame (polars, pandas), an Arrow table, a query result, columns (a dictionary of lists) or
    rows (a list of dictionaries) as Parquet. Data without a file is named after its table.
    """
    if isinstance(given, (str, Path)):
        return [Source(Path(given).name, open(given, "rb"))]
    if isinstance(given, (list, tuple)) and not all(isinstance(one, Mapping) for one in given):
        return [source for one in given for source in sources_of(one, into)]
    table = loadable(arrow_of(given))
    return [Source(f"{into}.parquet", parquet_of(table), table)]


def parquet_of(table: pa.Table) -> BinaryIO:
    content = io.BytesIO()
    pq.write_table(table, content)
    content.seek(0)
    return content


def cast_to_columns(source: Source, columns: Sequence[Mapping[str, Any]]) -> None:
    """Writes the whole numbers of a data frame as text where the table's column contains text, such as names of plates."""
    if source.table is None:
        return
    texts = {key_of(column) for column in columns if column["type"] == "STRING"}
    fields = [
        pa.field(one.name, pa.string()) if pa.types.is_integer(one.type) and key(one.name) in texts else one
        for one in source.table.schema
    ]
    schema = pa.schema(fields)
    if schema != source.table.schema:
        source.content = parquet_of(source.table.cast(schema))


def arrow_of(given: Any) -> pa.Table:
    if isinstance(given, pa.Table):
        return given
    # A series is one column.
    if hasattr(given, "to_frame"):
        given = given.to_frame()
    if hasattr(given, "to_arrow"):
        return given.to_arrow()
    if type(given).__module__.startswith("pandas"):
        return pa.Table.from_pandas(with_index(given), preserve_index=False)
    if isinstance(given, Mapping):
        return pa.table(dict(given))
    if isinstance(given, (list, tuple)) and given:
        return pa.Table.from_pylist(list(given))
    if hasattr(given, "__arrow_c_stream__"):
        return pa.table(given)
    if hasattr(given, "collect"):
        raise TypeError(f"A {type(given).__name__} has not read its rows yet. Load the result of its collect().")
    raise TypeError(f"A {type(given).__name__} cannot be loaded. Use a path, a data frame or an Arrow table.")


def with_index(frame: Any) -> Any:
    """Returns a pandas frame in which the named levels of the index, such as those of groups, are columns."""
    named = [name for name in frame.index.names if name is not None]
    return frame.reset_index(level=named) if named else frame


def loadable(table: pa.Table) -> pa.Table:
    """Casts the columns of a table to the platform's types."""
    return table.cast(pa.schema([pa.field(one.name, plain_type(one.type)) for one in table.schema]))


def plain_type(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_integer(kind):
        return pa.int64()
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return pa.float64()
    if pa.types.is_dictionary(kind) or pa.types.is_large_string(kind) or "string_view" in str(kind):
        return pa.string()
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", tz=kind.tz)
    return kind


def column_type(kind: pa.DataType) -> str | None:
    """Returns the type of a Parquet column; None if only the service can propose it."""
    checks = [
        (pa.types.is_integer, "INT64"),
        (pa.types.is_floating, "FLOAT64"),
        (pa.types.is_boolean, "BOOL"),
        (pa.types.is_date, "DATE"),
        (pa.types.is_timestamp, "TIMESTAMP"),
        (pa.types.is_string, "STRING"),
        (pa.types.is_large_string, "STRING"),
    ]
    return next((name for check, name in checks if check(kind)), None)


def proposed_config(
    lab: Session, source: Source, read_as: Mapping[str, str | Iterable[str]] | None = None, **asked: str
) -> dict[str, Any]:
    """
    Returns how to load a file: by its schema if it is Parquet, otherwise as proposed by the service. `read_as` selects
    among its proposals for columns by their notations. `asked` contains further preview parameters, such as `project_id`
    and `reference`.
    """
    head = source.content.read(PREVIEW_BYTES)
    size = source.content.seek(0, io.SEEK_END)
    source.content.seek(0)
    if head.startswith((ZIP_MAGIC, PARQUET_MAGIC)) and size <= MAX_PREVIEW_BYTES:
        head = source.content.read()
        source.content.seek(0)
    if head.startswith(PARQUET_MAGIC):
        columns = parquet_columns(source.content)
        if columns is not None:
            return {"format": "PARQUET", "columns": with_names(lab, source, columns, asked)}
    preview = lab.raw(
        "POST",
        "data:preview",
        params={"filename": source.name, "size": str(size), **asked},
        files={"file": (source.name, io.BytesIO(head))},
    )
    if preview["config"] is None:
        raise ValueError("\n".join(preview["problems"]) or f"{source.name} cannot be loaded.")
    warn_of_decisions(preview, read_as or {})
    return with_readings(preview, read_as or {})


def warn_of_decisions(preview: dict[str, Any], read_as: Mapping[str, Any]) -> None:
    """
    Warns of each choice of the preview that is not certain, except those that `read_as` replaces, and words for missing values
    in tables, which are not applied.
    """
    chosen = {key(name) for name in read_as}
    names = {one["name"] for one in preview["columns"] if key_of(one) in chosen}
    for decision in preview.get("decisions") or []:
        is_applied = decision["subject"] != "MISSING" or preview["config"].get("arrangement") == "PLATES"
        if decision["certainty"] != "CERTAIN" and decision["name"] not in names and is_applied:
            warnings.warn(decision["reason"], stacklevel=5)


def with_readings(preview: dict[str, Any], read_as: Mapping[str, str | Iterable[str]]) -> dict[str, Any]:
    """Returns the proposed configuration, using the proposals with the specified notations for some columns."""
    columns = preview["config"]["columns"]
    for name, notations in read_as.items():
        wanted = {notations} if isinstance(notations, str) else set(notations)
        seen = next((one for one in preview["columns"] if key_of(one) == key(name)), None)
        if seen is None:
            raise ValueError(f'The file has no column "{name}".')
        notations_of = [
            {one for column in proposal["columns"] for one in column.get("notations") or ()} for proposal in seen["proposals"]
        ]
        found = next((at for at, known in enumerate(notations_of) if wanted <= known), None)
        if found is None:
            known = ", ".join(sorted(set().union(*notations_of))) or "none"
            raise ValueError(f'The column "{name}" has no proposal with {", ".join(sorted(wanted))}; its notations: {known}.')
        own = key_of(seen)
        at = next(index for index, column in enumerate(columns) if key_of(column) == own)
        others = [column for column in columns if key_of(column) != own]
        columns = [*others[:at], *seen["proposals"][found]["columns"], *others[at:]]
    return {**preview["config"], "columns": columns}


def key_of(column: dict[str, Any]) -> str:
    """Returns the key of a column's name in the file, otherwise in the table."""
    return key(column.get("source_name") or column["name"])


def parquet_columns(content: BinaryIO) -> list[dict[str, Any]] | None:
    schema = pq.read_schema(content)
    content.seek(0)
    types = [column_type(field.type) for field in schema]
    if None in types:
        return None
    return [{"name": field.name, "type": kind} for field, kind in zip(schema, types)]


def with_names(
    lab: Session, source: Source, columns: list[dict[str, Any]], asked: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Returns the columns with the names that the service proposes for headers such as `Tm (°C)`, which it sees without rows."""
    if all(NAME.fullmatch(column["name"]) for column in columns):
        return columns
    empty = pq.read_schema(source.content).empty_table()
    source.content.seek(0)
    head = parquet_of(empty)
    preview = lab.raw(
        "POST",
        "data:preview",
        params={"filename": source.name, "size": str(head.seek(0, io.SEEK_END)), **asked},
        files={"file": (source.name, io.BytesIO(head.getvalue()))},
    )
    names = {key_of(column): column["name"] for column in (preview["config"] or {}).get("columns", ())}
    return [
        {**column, "name": names[key_of(column)], "source_name": column["name"]} if key_of(column) in names else column
        for column in columns
    ]


def known_columns(lab: Session, reference: str) -> list[dict[str, Any]] | None:
    """Returns the columns of a table, or None if the table does not exist."""
    try:
        return lab.raw("GET", "data/table:get", params={"reference": reference})["columns"]
    except ApiError as error:
        if error.status == 404:
            return None
        raise


def key(name: str) -> str:
    """Returns the key of a name for matching, ignoring case and surrounding spaces."""
    return name.strip().lower()


#: Names that SQL accepts without quotes.
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NUMBERS = ("INT64", "FLOAT64")
TYPES_OF_NOTATIONS = {
    "DAY_MONTH_YEAR": ("DATE", "TIMESTAMP"),
    "MONTH_DAY_YEAR": ("DATE", "TIMESTAMP"),
    "YEAR_MONTH_DAY": ("DATE", "TIMESTAMP"),
    "OTHER_TEXT": ("INT64", "FLOAT64", "DATE", "TIMESTAMP"),
}


def fit_notations(columns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Removes notations that do not apply to the type of their column, and columns for other parts of its cells."""
    fitted = []
    for column in columns:
        fits = all(column["type"] in TYPES_OF_NOTATIONS.get(one, NUMBERS) for one in column.get("notations") or ())
        if column.get("part") in (None, "VALUE") and not fits:
            column = {field: value for field, value in column.items() if field != "notations"}
        fitted.append(column)
    noted = {
        key(column.get("source_name") or column["name"])
        for column in fitted
        if column.get("notations") and column.get("part") in (None, "VALUE")
    }
    return [
        column
        for column in fitted
        if column.get("part") in (None, "VALUE") or key(column.get("source_name") or column["name"]) in noted
    ]
def named_rule(rule: dict[str, Any], names: dict[str, str]) -> dict[str, Any] | None:
    """Returns the rule for computing sequences with the new column names, or None if a required column is skipped."""

    def named(field: str, value: Any) -> Any:
        return names[value] if isinstance(value, str) and field not in ("value",) else value

    mutations, reference = rule["mutations"], dict(rule["reference"])
    try:
        if isinstance(mutations, str):
            mutations = names[mutations]
        else:
            mutations = {field: named(field, value) for field, value in mutations.items()}
        if reference.get("column"):
            reference["column"] = names[reference["column"]]
    except KeyError:
        return None
    return {**rule, "mutations": mutations, "reference": reference}


def build_config(
    proposed: dict[str, Any],
    known: Sequence[dict[str, Any]] | None,
    *,
    missing: Iterable[str] = (),
    rename: dict[str, str] | None = None,
    skip: Iterable[str] = (),
    add: Iterable[str] = (),
    types: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """
    Creates the configuration of a load. Only the specified words mean missing values, because the user decides what `n.d.`
    or `<LOD` means, and the words that readers write in plates.
    """
    renames = {key(column): name for column, name in (rename or {}).items()}
    stated_types = {key(column): kind for column, kind in (types or {}).items()}
    skipped, added = {key(name) for name in skip}, {key(name) for name in add}
    by_name = {key(column["name"]): column for column in known or ()}
    columns, unknown, ignored = [], [], list(proposed.get("ignored_columns") or ())
    final_names: dict[str, str] = {}
    for column in proposed["columns"]:
        source = column.get("source_name") or column["name"]
        names = {key(source), key(column["name"])}
        # The column for a part of the cells is found in the table by its name.
        is_part = column.get("part") not in (None, "VALUE")
        reading = {field: column[field] for field in ("notations", "part") if column.get(field)}
        words_of_reader = column.get("missing_values") if proposed.get("arrangement") == "PLATES" else None
        before = len(columns)
        if names & skipped:
            ignored.append(source)
            continue
        name = next((renames.pop(one) for one in list(renames) if one in names), None)
        kind = next((stated_types.pop(one) for one in list(stated_types) if one in names), None)
        own = by_name.get(key(name)) if name else None if is_part else by_name.get(key(source))
        own = own or (None if name else by_name.get(key(column["name"])))
        takes_decimals = (options or {}).get("decimals") == "NEW_COLUMN"
        if own and takes_decimals and own["type"] == "INT64" and column["type"] == "FLOAT64":
            # The service stores the values in an additional column.
            columns.append({**column, "name": own["name"], "source_name": source})
        elif own:
            columns.append({**own, **reading, "source_name": source})
        elif known is None or name or names & added:
            plain = {field: value for field, value in column.items() if field != "missing_values"}
            columns.append(
                {**plain, "name": name or column["name"], "source_name": source, "type": kind or column["type"]}
            )
        elif "*" in skipped:
            ignored.append(source)
        else:
            unknown.append(column["name"] if is_part else source)
        if len(columns) > before:
            if words_of_reader:
                columns[-1] = {**columns[-1], "missing_values": words_of_reader}
            final_names[column["name"]] = columns[-1]["name"]
    for leftover in [*renames, *stated_types]:
        raise ValueError(f'The file has no column "{leftover}".')
    if unknown:
        raise ValueError(
            f"The columns {', '.join(unknown)} in the file are not in the table. Omit them with skip=[…], map "
            "them to its columns with rename={…}, or add them with add=[…]."
        )
    columns = fit_notations(columns)
    sources = {key(column.get("source_name") or column["name"]) for column in columns}
    ignored = [name for name in ignored if key(name) not in sources]
    layout = {
        name: value
        for name, value in proposed.items()
        if name not in ("columns", "missing_values", "ignored_columns")
    }
    rule = layout.pop("sequence_from", None)
    if rule is not None and (named := named_rule(rule, final_names)) is not None:
        layout["sequence_from"] = named
    options = dict(options or {})
    exclusions = [*(layout.pop("exclusions", None) or ()), *(options.pop("exclusions", None) or ())]
    if exclusions:
        layout["exclusions"] = exclusions
    words = list(missing)
    return {
        **layout,
        **options,
        "columns": columns,
        **({"missing_values": words} if words else {}),
        **({"ignored_columns": ignored} if ignored else {}),
    }
