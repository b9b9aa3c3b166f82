"""Steps that users of pandas, polars and DuckDB try first. Each works, or its error says what to type."""

import json
from pathlib import Path

import pandas
import polars
import pytest

TRIES = [
    one
    for one in json.loads((Path(__file__).resolve().parents[2] / "test/clients/firstTries.json").read_text())
    if "python" in one
]


@pytest.fixture(scope="module")
def names(lab):
    """Names that the steps use: the table `plates` has two rows."""
    project = lab.create_project("first-tries")
    project.load(pandas.DataFrame({"id": ["a", "b"], "activity": [1.5, 2.0]}), into="plates", progress=False)
    return {"lab": lab, "project": project, "pandas": pandas, "polars": polars}


@pytest.mark.parametrize("step", TRIES, ids=[f"{one['from']}: {one['python']}" for one in TRIES])
@pytest.mark.filterwarnings("ignore:pandas only supports SQLAlchemy")
def test_a_step_works_or_its_error_says_what_to_type(names, step):
    if "gives" in step:
        assert step["gives"] in repr(eval(step["python"], names))
    else:
        with pytest.raises(Exception) as raised:
            eval(step["python"], names)
        assert step["says"] in str(raised.value)


@pytest.mark.parametrize(
    ("step", "advice"),
    [
        ("lab.sql('SELECT 1 AS n').to_csv('x.csv')", "Use result.to_pandas().to_csv(path) or result.to_polars().write_csv(path)."),
        ("lab.sql('SELECT 1 AS n').fetchall()", "Use result.rows()."),
        ("lab.sql('SELECT 1 AS n').schema", "Use result.arrow().schema."),
        ("lab.table('plates').describe()", "lab.sql('SELECT * FROM plates').to_pandas()"),
        ("lab.table('plates').versions", "Use lab.versions(table_id="),
        ("lab.predictors", "lab.tasks(type='train/v2')"),
        ("project.tables()", "Use lab.tables(…)."),
    ],
)
def test_names_of_other_libraries_say_what_to_call(names, step, advice):
    with pytest.raises(AttributeError) as raised:
        eval(step, names)
    assert advice in str(raised.value)


def test_a_project_has_its_rows_loads_and_tasks(lab, names):
    other = lab.create_project("first-tries-elsewhere")
    other.load({"id": ["c"], "activity": [9.0]}, into="plates", progress=False)
    project = names["project"]
    query = "SELECT count(*) AS n FROM plates WHERE activity > ?"
    assert (project.sql(query, [1.75]).rows(), other.sql(query, [1.75]).rows()) == ([{"n": 1}], [{"n": 1}])
    assert len(lab.table("plates")) == 3
    assert {load.id for load in project.loads()}.isdisjoint(load.id for load in other.loads())
    assert (len(project.loads()) >= 1, len(other.loads())) == (True, 1)
    assert [len(one.tasks()) for one in (project, other)] == [0, 0]
    assert other.round("round 1").loads()[0].tables["plates"].rows == 1
    order = other.create_order("one", [{"sequence": "MK"}])
    assert order.id in [one.id for one in lab.orders()]
