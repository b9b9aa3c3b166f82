"""Tabular results: display in notebooks and access from other libraries."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

if TYPE_CHECKING:
    import pandas
    import polars

# Maximum number of rows, columns and characters per cell to show.
SHOWN_ROWS = 10
SHOWN_COLUMNS = 20
SHOWN_CHARACTERS = 40


#: Names of other libraries, with what to call instead.
OTHER_NAMES = {
    **dict.fromkeys(("csv", "to_csv", "write_csv"), "result.to_pandas().to_csv(path) or result.to_polars().write_csv(path)"),
    **dict.fromkeys(
        ("parquet", "to_parquet", "write_parquet"), "result.to_pandas().to_parquet(path) or result.to_polars().write_parquet(path)"
    ),
    **dict.fromkeys(("fetchall", "fetchmany", "fetchone", "to_dict", "to_dicts"), "result.rows()"),
    **dict.fromkeys(("fetchdf", "fetch_df"), "result.to_pandas()"),
    **dict.fromkeys(("fetch_arrow_table", "to_arrow", "to_arrow_table"), "result.arrow()"),
    **dict.fromkeys(("schema", "dtypes", "description"), "result.arrow().schema"),
}


class Frames(ABC):
    """Table that other libraries can read."""

    @abstractmethod
    def arrow(self) -> pa.Table:
        """Returns the table as an Arrow table."""

    def pl(self) -> polars.DataFrame:
        """Returns the table as a polars data frame."""
        import polars

        return polars.from_arrow(self.arrow())  # type: ignore[return-value]

    def df(self) -> pandas.DataFrame:
        """Returns the table as a pandas data frame."""
        return self.arrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """Returns the table as a polars data frame, like `pl`."""
        return self.pl()

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a pandas data frame, like `df`."""
        return self.df()


class Tabular(Frames):
    """
    Table that is read as a whole, in one of several forms. `polars.DataFrame(result)`, `pyarrow.table(result)` and
    DuckDB (`duckdb.sql("SELECT * FROM result")`) can read it directly.
    """

    def rows(self) -> list[dict[str, Any]]:
        """Returns the rows as dictionaries."""
        return self.arrow().to_pylist()

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return self.arrow().column_names

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return self.arrow().shape

    def __len__(self) -> int:
        return self.arrow().num_rows

    def __bool__(self) -> bool:
        # A result without rows is valid.
        return True

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for batch in self.arrow().to_batches():
            yield from batch.to_pylist()

    def __getitem__(self, key: object) -> Any:
        other = f"result.rows()[{key!r}]" if isinstance(key, (int, slice)) else f"result.to_pandas()[{key!r}]"
        raise TypeError(f"A {type(self).__name__} has no items. Use {other}.")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        instead = OTHER_NAMES.get(name, f"result.to_pandas().{name} or result.to_polars().{name}")
        raise AttributeError(f"A {type(self).__name__} has no {name!r}. Use {instead}.")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.arrow().__arrow_c_stream__(requested_schema)


def text_table(table: pa.Table) -> str:
    """Returns the first rows as text, below column names and types."""
    columns = shown_columns(table)
    cells = [[name, kind, *values] for name, kind, values in columns]
    return "\n".join([*aligned(list(zip(*cells))), left_over(table)])


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Returns a line for each row, with aligned columns."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def html_table(table: pa.Table) -> str:
    """Returns the first rows as an HTML table with all text escaped."""
    columns = shown_columns(table)
    head = "".join(
        f"<th>{html.escape(name)}<br><small>{html.escape(kind)}</small></th>" for name, kind, _ in columns
    )
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(value)}</td>" for value in row) + "</tr>"
        for row in zip(*(values for _, _, values in columns))
    )
    return (
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"<p><small>{html.escape(left_over(table))}</small></p>"
    )


def shown_columns(table: pa.Table) -> list[tuple[str, str, list[str]]]:
    head = table.slice(0, SHOWN_ROWS)
    return [
        (shortened(field.name), str(field.type), [shown(value) for value in head.column(index).to_pylist()])
        for index, field in enumerate(table.schema)
        if index < SHOWN_COLUMNS
    ]


def shown(value: object) -> str:
    return "NULL" if value is None else shortened(str(value))


def shortened(text: str) -> str:
    line = " ".join(text.splitlines())
    return line if len(line) <= SHOWN_CHARACTERS else line[: SHOWN_CHARACTERS - 1] + "…"


def left_over(table: pa.Table) -> str:
    """Describes the size of the table and the part shown."""
    rows, columns = table.num_rows, table.num_columns
    size = f"{rows:,} row{'' if rows == 1 else 's'}, {columns} column{'' if columns == 1 else 's'}"
    parts = [f"the first {SHOWN_ROWS} rows"] if rows > SHOWN_ROWS else []
    parts += [f"the first {SHOWN_COLUMNS} columns"] if columns > SHOWN_COLUMNS else []
    return f"{size}; shown: {' of '.join(parts)}" if parts else size
