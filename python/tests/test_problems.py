"""Problems of a load as a table."""

from pdp._errors import DataProblems
from pdp._problems import Problem, Problems, read_problems

CSV = """file,line,column,value,reason
"plate.csv",3,"activity","n.d.","is not a number; leave the cell empty"
"plate.csv",7,"activity","'=A1","is not a number; leave the cell empty"
"plate.csv",9,,,"the row has 3 cells, but the header has 4"
"",,,,"The key ""variant"" is there twice."
"""


def problems(limit: int = 10) -> Problems:
    return Problems(read_problems(CSV.splitlines(), limit))


def test_each_problem_is_a_row_with_its_location_and_value():
    found = problems()
    assert found[1] == Problem("plate.csv", 7, "activity", "=A1", "is not a number; leave the cell empty")
    assert str(found[2]) == "plate.csv, line 9: the row has 3 cells, but the header has 4."
    assert (found[3].file, found[3].reason) == (None, 'The key "variant" is there twice.')
    assert found.arrow().column("line").to_pylist() == [3, 7, 9, None]
    assert [row["value"] for row in found.rows()] == ["n.d.", "=A1", None, None]
    assert Problems([]).arrow().num_rows == 0


def test_a_table_shows_each_column_and_reason_once():
    found = problems()
    assert [(group.column, group.count, group.lines) for group in found.groups()] == [
        ("activity", 2, [3, 7]),
        (None, 1, [9]),
        (None, 1, []),
    ]
    shown = repr(found).splitlines()
    assert shown[0] == "4 problems"
    assert shown[2] == 'activity  2      "n.d.", "=A1" in lines 3, 7  is not a number; leave the cell empty'
    assert "<td>&quot;n.d.&quot;, &quot;=A1&quot; in lines 3, 7</td>" in found._repr_html_()
    assert repr(Problems([])) == "No problems"


def test_only_the_requested_number_of_problems_is_read_but_all_are_counted():
    first = Problems(read_problems(CSV.splitlines(), 1), 2_000_000)
    assert (len(first), first.count) == (1, 2_000_000)
    assert repr(first).startswith("2,000,000 problems\n")


def test_a_proposed_option_is_named_by_its_argument():
    error = DataProblems(
        "17",
        [
            'a.csv, line 2, column "kcat": "dead" is not a number; if it means a missing value, leave the cell empty or '
            'set "missing_values": ["dead"] for the table "t".',
            'a.csv: set "decimal": "," for the table "t".',
        ],
    )
    first, second = str(error).splitlines()
    assert first.endswith('leave the cell empty or pass missing=["dead"].')
    assert second == 'a.csv: pass decimal=",".'
