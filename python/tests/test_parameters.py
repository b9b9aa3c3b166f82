"""Parameters of queries, compared with the values that the service returns."""

import random
import re
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal

import numpy
import pandas
import polars
import pytest

from pdp._parameters import with_parameters

ZONED = datetime(2026, 1, 31, 12, 30, 0, 250000, tzinfo=timezone(timedelta(hours=2)))
VALUES = [
    "it's", "", "ü 漢 ? $name :name -- /*", "a\nb", "'", '"', True, False, 0, 7, -5, 2**63 - 1, -(2**63) + 1,
    1.5, -0.1, 1e300, 5e-324, float("inf"), float("-inf"), Decimal("-1.50"), date(2026, 1, 31), date(1, 1, 1),
    datetime(2026, 1, 31, 12, 30, 0, 250000), time(12, 30), b"\x00'\xff", numpy.int32(5), numpy.float32(1.5), numpy.bool_(True),
]  # fmt: skip


def test_values_return_from_the_service_unchanged(lab):
    marks = ", ".join(f"? AS v{at}" for at in range(len(VALUES)))
    [row] = lab.sql(f"SELECT {marks}", VALUES).rows()
    for value, found in zip(VALUES, row.values()):
        assert (found, type(found)) == (value, type(value)) or found == value


def test_missing_values_lists_and_zones(lab):
    query = "SELECT ? AS a, ? AS b, ? AS c, is_nan(?) AS d, ? AS e, ? AS f, ? AS g"
    series = [pandas.Series([1, 2]), polars.Series(["x"]), numpy.array([1.5])]
    [row] = lab.sql(query, [None, pandas.NA, pandas.NaT, float("nan"), *series]).rows()
    assert list(row.values()) == [None, None, None, True, [1, 2], ["x"], [1.5]]
    [row] = lab.sql("SELECT $at AS at, :nested AS nested", {"at": ZONED, "nested": [[1, 2], [3]]}).rows()
    assert (row["at"], row["nested"]) == (ZONED, [[1, 2], [3]])


@pytest.mark.parametrize(
    ("condition", "params", "expected"),
    [
        ("i IN ?", [[1, 3]], [1, 3]),
        ("i in (?)", [(1, 3)], [1, 3]),
        ("i NOT IN ?", [{2, 3, 4, 5}], [1]),
        ("i IN ?", [[]], []),
        ("i NOT IN (?)", [[]], [1, 2, 3, 4, 5]),
        ("contains($ids, i)", {"ids": [2, 4]}, [2, 4]),
        ("i BETWEEN :low AND :high", {"low": 2, "high": 3}, [2, 3]),
        ("i -? = 6", [-2], [4]),
        ("i = 2 OR '?' = ? -- ?", ["$"], [2]),
        ('"i" = ? /* ? */ AND \'it\'\'s ?\' <> \'\'', [5], [5]),
        ("i <= $n AND i >= $n", {"n": 3}, [3]),
    ],
)
def test_a_condition_with_parameters_selects_the_expected_rows(lab, condition, params, expected):
    # A line comment ends the line.
    query = f"SELECT i FROM UNNEST(sequence(1, 5)) AS t(i) WHERE {condition}\nORDER BY i"
    assert [row["i"] for row in lab.sql(query, params)] == expected


@pytest.mark.parametrize(
    ("query", "params", "message"),
    [
        ("SELECT ?", [], "more parameters than the 0"),
        ("SELECT ?", [1, "two"], "does not use the parameter 'two'"),
        ("SELECT $a", {"b": 1}, r"has no 'a'"),
        ("SELECT $a", {"a": 1, "b": 1}, "does not use the parameter 'b'"),
        ("SELECT ?", {"a": 1}, r"write \$name"),
        ("SELECT ?", [10**39], "more than 38 digits"),
    ],
)
def test_parameters_that_do_not_match_the_query_are_refused(query, params, message):
    with pytest.raises(ValueError, match=message):
        with_parameters(query, params)


def test_values_that_sql_cannot_express_are_refused():
    with pytest.raises(TypeError, match="A dict cannot be a parameter"):
        with_parameters("SELECT ?", [{"a": 1}])
    with pytest.raises(TypeError, match=r"write \['x'\]"):
        with_parameters("SELECT ?", "x")


def test_text_remains_one_literal_in_any_query(lab):
    """Random queries with quotes and comments: a parameter is either text of the query, or a literal with its value."""
    seed = 20261129
    print("seed", seed)
    chance = random.Random(seed)
    signs = ["'", '"', "?", "--", "/*", "*/", "\n", "\\", "x", " ", ","]
    values = ["".join(chance.choices(signs, k=chance.randrange(1, 9))) for _ in range(300)]
    [row] = lab.sql("SELECT $values AS found", {"values": values}).rows()
    assert row["found"] == values
    for _ in range(2_000):
        before = "".join(chance.choices([one for one in signs if one != "?"], k=chance.randrange(8)))
        try:
            shown = with_parameters(f"{before} $value", {"value": "VALUE"})
        except ValueError as error:
            # The name is inside quotes or a comment.
            assert "does not use" in str(error)
            continue
        assert shown == f"{before} 'VALUE'"
        assert before.count("'") % 2 == 0 or re.search(r"--|/\*|\"", before)
