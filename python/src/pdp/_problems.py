"""Problems in a load's files, as a table."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from itertools import islice
from typing import Any

import pyarrow as pa

from ._tabular import Frames

#: Apostrophe that the service puts before text that a spreadsheet would interpret as a formula.
FORMULA = re.compile(r"^'(?=[=+\-@＝＋－＠])")
#: Parts of a reason that differ between cells.
VARYING = re.compile(r'"[^"]*"|\d+')
SHOWN_GROUPS = 20
SHOWN_LINES = 5
SHOWN_VALUES = 4
SCHEMA = pa.schema(
    [("file", pa.string()), ("line", pa.int64()), ("column", pa.string()), ("value", pa.string()), ("reason", pa.string())]
)


@dataclass(frozen=True)
class Problem:
    """Cell, row or file that cannot be loaded, or a row that was skipped."""

    #: None for a problem of the load as a whole, such as a duplicate key.
    file: str | None
    line: int | None
    column: str | None
    value: str | None
    #: Problem with the value, such as `is not a number`, and how to fix it; a clause if there is no value.
    reason: str

    def __str__(self) -> str:
        places = [self.file, f"line {self.line}" if self.line else None, f'column "{self.column}"' if self.column else None]
        where = ", ".join(place for place in places if place)
        what = self.reason if self.value is None else f'"{self.value}" {self.reason}'
        return f"{where}: {what}." if where else f"{what}."


@dataclass(frozen=True)
class ProblemGroup:
    """Problems in one column with the same reason."""

    column: str | None
    count: int
    values: list[str]
    lines: list[int]
    reason: str


class Problems(Frames, Sequence[Problem]):
    """Problems in a load, shown as a table of column, count, examples and description."""

    def __init__(self, problems: Iterable[Problem], count: int | None = None):
        self._problems = list(problems)
        #: Total number of problems. Only the first ones are included here.
        self.count = count if count is not None and count > len(self._problems) else len(self._problems)

    def __len__(self) -> int:
        return len(self._problems)

    def __getitem__(self, index: Any) -> Any:
        return self._problems[index]

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def groups(self) -> list[ProblemGroup]:
        """Returns one entry per column and reason, with examples, in file order."""
        groups: dict[tuple[str | None, str], ProblemGroup] = {}
        for one in self._problems:
            key = (one.column, VARYING.sub("#", one.reason))
            known = groups.get(key)
            values = list(known.values) if known else []
            lines = list(known.lines) if known else []
            if one.value is not None and one.value not in values and len(values) < SHOWN_VALUES:
                values.append(one.value)
            if one.line is not None and len(lines) < SHOWN_LINES:
                lines.append(one.line)
            count = known.count + 1 if known else 1
            groups[key] = ProblemGroup(one.column, count, values, lines, known.reason if known else one.reason)
        return list(groups.values())

    def rows(self) -> list[dict[str, Any]]:
        """Returns the problems as dictionaries."""
        return [asdict(problem) for problem in self._problems]

    def arrow(self) -> pa.Table:
        """Returns the problems as an Arrow table."""
        return pa.Table.from_pylist(self.rows(), schema=SCHEMA)

    def _table(self) -> list[tuple[str, str, str, str]]:
        return [
            (
                group.column or "–",
                f"{group.count:,}",
                ", ".join(f'"{value}"' for value in group.values) + place(group),
                group.reason,
            )
            for group in self.groups()[:SHOWN_GROUPS]
        ]

    def _title(self) -> str:
        return f"{self.count:,} problem{'' if self.count == 1 else 's'}"

    def __repr__(self) -> str:
        if not self._problems:
            return "No problems"
        rows = [("column", "cells", "examples", "what is wrong"), *self._table()]
        widths = [max(len(row[at]) for row in rows) for at in range(3)]
        lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]).rstrip() for row in rows]
        hidden = len(self.groups()) - SHOWN_GROUPS
        more = [f"… and {hidden} further columns and reasons"] if hidden > 0 else []
        return "\n".join([self._title(), *lines, *more])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("Column", "Cells", "Examples", "What is wrong"))
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self._table())
        return f"<p>{self._title()}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def place(group: ProblemGroup) -> str:
    if not group.lines:
        return ""
    lines = ", ".join(str(line) for line in group.lines)
    more = ", …" if group.count > len(group.lines) else ""
    return f"{' in ' if group.values else ''}line{'s' if len(group.lines) > 1 else ''} {lines}{more}"


def read_problems(lines: Iterable[str], limit: int) -> list[Problem]:
    """Reads at most `limit` rows of the CSV from `load:downloadErrors`."""
    return [
        Problem(
            cell(row["file"]),
            int(row["line"]) if row["line"] else None,
            cell(row["column"]),
            cell(row["value"]),
            cell(row["reason"]) or "",
        )
        for row in islice(csv.DictReader(lines), limit)
    ]


def cell(text: str) -> str | None:
    return FORMULA.sub("", text) or None
