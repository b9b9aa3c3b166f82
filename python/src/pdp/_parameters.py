"""Parameters of queries, written as literals of Trino's dialect."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Any

from ._sql import text

Parameters = Sequence[Any] | Mapping[str, Any]

#: Text, names and comments, in which nothing is a parameter; otherwise `?`, `$name` or `:name`. An open quote reaches the end.
TOKENS = re.compile(
    r"""'(?:[^']|'')*(?:'|\Z)|"(?:[^"]|"")*(?:"|\Z)|--[^\n]*|/\*.*?(?:\*/|\Z)|(?P<mark>\?)|[$:](?P<name>[A-Za-z_]\w*)""",
    re.DOTALL,
)
#: Keyword before a list of values, with the open parenthesis if there is one.
AFTER_IN = re.compile(r"\bin\s*(\()?\s*\Z", re.IGNORECASE)
MAX_INT64 = 2**63 - 1
MAX_DECIMAL_DIGITS = 38
NO_VALUES = "SELECT NULL WHERE false"


def with_parameters(query: str, params: Parameters) -> str:
    """Returns the query with literals instead of `?` (for a list), or of `$name` and `:name` (for a dictionary)."""
    if isinstance(params, (str, bytes)):
        raise TypeError(f"params is a list or a dictionary. For one value, write [{params!r}].")
    named = params if isinstance(params, Mapping) else None
    values = [] if named is not None else list(params)
    used: set[str] = set()
    count = 0
    parts: list[str] = []
    end = 0
    for found in TOKENS.finditer(query):
        name = found["name"]
        if name is None and found["mark"] is None:
            continue
        before = query[end : found.start()]
        if name is not None:
            if named is None:
                continue
            if name not in named:
                raise ValueError(f"The query has the parameter {found[0]}, but params has no {name!r}.")
            used.add(name)
            value = named[name]
        else:
            if named is not None:
                raise ValueError("A query with ? needs a list of params. With a dictionary, write $name in the query.")
            if count == len(values):
                raise ValueError(f"The query has more parameters than the {len(values)} in params.")
            value = values[count]
            count += 1
        parts += [before, written(value, AFTER_IN.search(query, end, found.start()))]
        end = found.end()
    unused = [repr(name) for name in named if name not in used] if named is not None else [repr(one) for one in values[count:]]
    if unused:
        raise ValueError(f"The query does not use the parameter {unused[0]}. Write ? for a list, or $name for a dictionary.")
    return "".join([*parts, query[end:]])


def written(value: Any, after_in: re.Match[str] | None) -> str:
    """Returns the literal of a value. After IN, a list is a list of values; otherwise, it is an array."""
    items = items_of(value)
    if items is None:
        return literal(value)
    values = ", ".join(map(literal, items))
    if after_in is None:
        return f"ARRAY[{values}]"
    inside = values if items else NO_VALUES
    return inside if after_in[1] else f"({inside})"


def items_of(value: Any) -> list[Any] | None:
    """Returns the items of a list, set, array or series; None for a single value."""
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return list(value)
    for method in ("to_list", "tolist"):
        if hasattr(value, method):
            items = getattr(value, method)()
            return items if isinstance(items, list) else None
    return None


def literal(value: Any) -> str:
    """Returns a single value in SQL."""
    if type(value).__name__ in ("NAType", "NaTType"):
        return "NULL"
    if hasattr(value, "item") and hasattr(value, "dtype"):
        value = value.item()
    items = items_of(value)
    if items is not None:
        return f"ARRAY[{', '.join(map(literal, items))}]"
    for kind, write in LITERALS:
        if isinstance(value, kind):
            return write(value)
    raise TypeError(f"A {type(value).__name__} cannot be a parameter. Use text, a number, a boolean, None, a date, a time, bytes or a list.")


def integer(value: int) -> str:
    digits = str(abs(value))
    if len(digits) > MAX_DECIMAL_DIGITS:
        raise ValueError(f"The parameter {value} has more than {MAX_DECIMAL_DIGITS} digits.")
    # The parentheses keep a minus before the parameter from starting a comment.
    if abs(value) > MAX_INT64:
        return f"DECIMAL '{value}'"
    return f"({value})" if value < 0 else digits


def double(value: float) -> str:
    if math.isnan(value):
        return "nan()"
    if math.isinf(value):
        return "infinity()" if value > 0 else "(-infinity())"
    return f"CAST('{float(value)!r}' AS double)"


def decimal(value: Decimal) -> str:
    if not value.is_finite():
        return double(float(value))
    shown = f"{value:f}"
    if sum(one.isdigit() for one in shown) > MAX_DECIMAL_DIGITS:
        raise ValueError(f"The parameter {value} has more than {MAX_DECIMAL_DIGITS} digits.")
    return f"DECIMAL '{shown}'"


def timestamp(value: datetime) -> str:
    if value.tzinfo is None:
        return f"TIMESTAMP '{value.isoformat(' ')}'"
    # Offsets may have seconds, which SQL cannot express.
    return f"TIMESTAMP '{value.astimezone(timezone.utc).replace(tzinfo=None).isoformat(' ')} UTC'"


def time_of_day(value: time) -> str:
    if value.tzinfo is not None:
        raise TypeError("A time of day with a time zone cannot be a parameter. Remove its time zone.")
    return f"TIME '{value.isoformat()}'"


#: Types with their literals. A bool is an int, and a datetime is a date.
LITERALS: list[tuple[Any, Any]] = [
    (type(None), lambda _: "NULL"),
    (bool, lambda value: "true" if value else "false"),
    (int, integer),
    (float, double),
    (Decimal, decimal),
    (str, text),
    ((bytes, bytearray), lambda value: f"X'{bytes(value).hex()}'"),
    (datetime, timestamp),
    (date, lambda value: f"DATE '{value.isoformat()}'"),
    (time, time_of_day),
]
