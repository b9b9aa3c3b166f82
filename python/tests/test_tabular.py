import polars as pl
import pyarrow as pa
import pytest

from pdp._models import read_task
from pdp._query import QueryResult
from pdp._tabular import html_table, text_table
from pdp._tasks import Predictions

TABLE = pa.table({"name": ["<b>M1A</b>", None], "value": [1.5, -1.0]})


def result_of(table):
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return QueryResult(iter([sink.getvalue().to_pybytes()]), lambda: None)


def test_other_libraries_read_a_result_unchanged():
    result = result_of(TABLE)
    assert pa.table(result) == TABLE
    assert pl.DataFrame(result).rows() == [("<b>M1A</b>", 1.5), (None, -1.0)]
    assert len(result) == 2
    assert list(result) == TABLE.to_pylist() == result.rows()
    empty = result_of(TABLE.slice(0, 0))
    assert empty and len(empty) == 0 and list(empty) == []


def test_a_result_is_shown_with_names_types_and_its_size():
    assert repr(result_of(TABLE)).splitlines() == [
        "name        value",
        "string      double",
        "<b>M1A</b>  1.5",
        "NULL        -1.0",
        "2 rows, 2 columns",
    ]
    page = result_of(TABLE)._repr_html_()
    assert "<td>&lt;b&gt;M1A&lt;/b&gt;</td><td>1.5</td>" in page and "<b>M1A" not in page


def test_a_large_result_is_shown_in_part_with_a_note():
    wide = pa.table({f"<c{number}>": ["x\ny" * 50] * 1234 for number in range(30)})
    text = text_table(wide)
    assert text.endswith("\n1,234 rows, 30 columns; shown: the first 10 rows of the first 20 columns")
    assert len(text.splitlines()) == 13 and "c20" not in text
    assert max(map(len, text.splitlines())) < 20 * 42
    page = html_table(wide)
    assert page.count("<tr>") == 11 and "<c0>" not in page


def test_a_result_that_was_read_in_batches_can_still_be_displayed():
    result = result_of(TABLE)
    assert sum(batch.num_rows for batch in result.batches()) == 2
    assert repr(result) == "<pdp.QueryResult that was read batch by batch>"
    assert result._repr_html_() == "&lt;pdp.QueryResult that was read batch by batch&gt;"
    with pytest.raises(ValueError, match="Run the query again"):
        len(result)


def task_in(state):
    return read_task(
        {
            "id": "7",
            "created_at": "2026-01-01T00:00:00Z",
            "created_by": "user_1",
            "type": "predict/v1",
            "context": {"kind": "WORKSPACE"},
            "state": state,
            "errors": [],
            "parameters": {},
            "progress": None,
            "result": {"predictions": {"table": "tasks.task_7.predictions"}} if state == "COMPLETED" else None,
        }
    )


class Lab:
    def __init__(self):
        self.queries = []

    def sql(self, query):
        self.queries.append(query)
        return result_of(TABLE)


def test_the_table_of_a_task_is_read_once_and_shown_after_the_task_has_ended():
    lab = Lab()
    running = Predictions(lab, task_in("EXECUTING"))
    assert running._repr_html_() == "<p>&lt;pdp.Predictions 7 executing&gt;</p>"
    ended = Predictions(lab, task_in("COMPLETED"))
    assert "M1A" in ended._repr_html_()
    assert pl.DataFrame(ended).height == len(ended) == len(ended.pl()) == 2
    assert lab.queries == ["SELECT * FROM tasks.task_7.predictions"]
