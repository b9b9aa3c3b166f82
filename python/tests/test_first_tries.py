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
