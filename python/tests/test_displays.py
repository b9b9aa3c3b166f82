"""How resources show themselves in a terminal and in a notebook."""

import pandas
import polars
import pyarrow as pa
import pytest

import pdp
from pdp._listing import Listing
from pdp._models import read_task
from pdp._tasks import task_handle

FIELDS = {"name": lambda one: one, "length": len}


def counted(items, noun="word"):
    """Yields items, and records how many have been read."""
    read = []

    def source():
        for one in items:
            read.append(one)
            yield one

    return Listing(source(), FIELDS, noun), read


def test_a_list_reads_only_the_items_that_are_needed():
    words, read = counted([f"w{at}" for at in range(100)])
    assert next(words) == "w0" and len(read) == 1
    assert words[4] == "w4" and len(read) == 5
    repr(words)
    assert len(read) == 51
    assert next(words) == "w1" and bool(words) and len(read) == 51
    assert [one for one in words][:3] == words[:3] == ["w0", "w1", "w2"]
    assert len(words) == len(read) == 100
    assert (words[-1], "w50" in words, list(reversed(words))[0]) == ("w99", True, "w99")


def test_a_list_shows_its_first_items_and_escapes_them():
    words, _ = counted(["<b>", "a"])
    assert repr(words).splitlines() == ["name  length", "<b>   3", "a     1", "2 words"]
    assert "<td>&lt;b&gt;</td>" in words._repr_html_()
    many, _ = counted([str(at) for at in range(60)])
    assert repr(many).splitlines()[-1] == "the first 50 words; list(…) reads all"
    empty, _ = counted([])
    assert (repr(empty), list(empty), bool(empty)) == ("0 words", [], False)
    with pytest.raises(TypeError, match=r"A list of words has numbers, not names\.$"):
        words["a"]
    tables, _ = counted(["a"], "table")
    with pytest.raises(TypeError, match=r"Use lab\.table\('a'\)\."):
        tables["a"]


@pytest.fixture(scope="module")
def shown(lab):
    project = lab.create_project("displays", description="<script>")
    load = project.load({"id": ["a", "b"], "tm": [50.5, 51.5]}, "shown_rows", progress=False, description="first & only")
    return project, load


def test_resources_name_themselves(lab, shown):
    project, load = shown
    assert repr(load) == f"<pdp.LoadHandle {load.id}: 2 rows in shown_rows, completed>"
    assert repr(lab.load(load.id)) == f"<pdp.LoadHandle {load.id}>"
    assert repr(load.get()) == f"<pdp.Load {load.id}: 2 rows in shown_rows, completed>"
    assert [file.filepath for file in load.get().files] == ["shown_rows.parquet"]
    assert repr(lab.table("shown_rows")) == "<pdp.Table shown_rows: 2 rows, columns id, tm>"
    assert repr(project.data) == f"<pdp.Project displays {project.id}>"


def test_notebooks_show_the_workspace_a_project_a_load_and_a_table_as_html(lab, shown):
    project, load = shown
    lab.create_project("a-project-with-a-name-longer-than-a-cell-of-a-table")
    assert "a-project-with-a-name-longer-than-a-cell-of-a-table" in lab._repr_html_() and "displays" in lab._repr_html_() and "<td>shown_rows</td>" in lab._repr_html_()
    assert "&lt;script&gt;" in project._repr_html_() and "<script>" not in project._repr_html_()
    assert "2 rows in shown_rows" in load._repr_html_() and "first &amp; only" in load._repr_html_()
    assert "2 rows in shown_rows" in lab.load(load.id)._repr_html_()
    assert "<td>tm</td><td>FLOAT64</td>" in lab.table("shown_rows")._repr_html_()
    assert "<td>shown_rows</td>" in lab.tables()._repr_html_()
    for listed in (lab.loads(), lab.tasks(), lab.versions(), lab.tags(), lab.projects(), project.rounds(), lab.structures()):
        assert listed._repr_html_().endswith("</small></p>")
    [first, *_] = lab.versions().rows()
    assert (first["kind"], first["tables"]) == ("load", "shown_rows")


def test_tasks_are_named_by_what_they_work_on():
    body = {"id": "7", "state": "COMPLETED", "type": "train/v2", "context": {}}
    training = {"assays": [{"assay_id": "tm"}], "dataset": {"kind": "TABLE", "table": "plates"}}
    objective = {"measure": {"assay_id": "tm", "direction": "MAXIMIZE"}}
    design = {"ranker": {"primary_objective": objective}}
    handles = [
        task_handle(None, read_task({**body, "parameters": training})),
        task_handle(None, read_task({**body, "parameters": training, "display_name": "pilot"})),
        task_handle(None, read_task({**body, "type": "engineer/v2", "parameters": design})),
    ]
    assert [repr(one) for one in handles] == [
        "<pdp.Training of tm in plates 7 completed>",
        '<pdp.Training "pilot" 7 completed>',
        "<pdp.Designs of tm 7 completed>",
    ]
    assert handles[1]._repr_html_() == "<p>&lt;pdp.Training &quot;pilot&quot; 7 completed&gt;</p>"


@pytest.mark.parametrize(
    "rows",
    [
        pandas.DataFrame({"id": ["x"]}),
        polars.DataFrame({"id": ["x"]}),
        pa.table({"id": ["x"]}),
        {"id": ["x"]},
        [{"id": "x"}],
    ],
    ids=["pandas", "polars", "arrow", "columns", "rows"],
)
def test_rows_in_memory_are_loaded_once_unless_asked_again(lab, request, rows):
    table = f"again_{request.node.callspec.id}"
    project = lab.create_project(table.replace("_", "-"))
    project.load(rows, table, progress=False)
    before = len(lab.loads())
    with pytest.raises(pdp.AlreadyLoaded, match="again=True"):
        project.load(rows, table, progress=False)
    assert len(lab.loads()) == before
    project.load(rows, table, again=True, progress=False)
    assert lab.table(table).rows == 2


def test_the_same_rows_are_loaded_again_after_an_undo_or_into_another_table(lab, tmp_path):
    project = lab.create_project("again-undone")
    path = tmp_path / "plate.csv"
    path.write_text("id,tm\na,1\n")
    load = project.load(path, "undone", progress=False)
    load.undo(progress=False)
    project.load(path, "undone", progress=False)
    project.load(path, "undone_elsewhere", progress=False)
    with pytest.raises(pdp.AlreadyLoaded, match="plate.csv"):
        project.load([path, path], "undone_twice", progress=False)
    with pytest.raises(pdp.AlreadyLoaded):
        project.load(path, "undone", keep=True, progress=False)
    assert lab.loads()[0].state == "PENDING"
    lab.load(lab.loads()[0].id).delete()


def test_a_query_result_is_loaded_into_a_table(lab, shown):
    project, _ = shown
    project.load(lab.sql("SELECT id, tm + 1 AS tm FROM shown_rows"), "shown_copy", progress=False)
    assert lab.sql("SELECT tm FROM shown_copy ORDER BY tm").rows() == [{"tm": 51.5}, {"tm": 52.5}]
