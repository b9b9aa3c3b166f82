"""Views of replicates and of values compared with reference wells."""

from dataclasses import asdict

import pytest

from pdp._views import find_replicates, normalized_view, plate_column, replicate_means, replicate_rows


def test_views_match_the_vectors_shared_by_all_clients(view_vectors):
    for vector in view_vectors["replicates"]:
        columns = vector["columns"]
        rows, means = replicate_rows("t", columns), replicate_means("t", columns)
        assert [asdict(group) for group in find_replicates(columns)] == vector["groups"]
        assert (rows and asdict(rows), means and asdict(means)) == (vector["replicates"], vector["means"])
    for vector in view_vectors["normalized"]:
        given = dict(vector["input"])
        control = (given["control"]["column"], given["control"]["value"])
        view = normalized_view(
            given["table"],
            given["columns"],
            value=given["value"],
            plate=given["plate"],
            control=control,
            method=given["method"].lower(),
            positive=given["positive"],
        )
        assert asdict(view) == vector["view"]


def test_replicates_above_nine_continue_the_first_ones():
    def columns(numbers):
        return [{"name": f"activity_{number}", "type": "FLOAT64"} for number in numbers]

    [group] = find_replicates(columns(range(1, 13)))
    assert group.columns == [f"activity_{number}" for number in range(1, 13)]
    [group] = find_replicates(columns([1, 2, 50]))
    assert group.columns == ["activity_1", "activity_2"]
    assert find_replicates(columns([10, 20, 50])) == []


def test_views_of_replicates_follow_the_columns_of_their_table(lab, project, tmp_path):
    def load(name, text, **flags):
        (tmp_path / name).write_text(text)
        project.load(tmp_path / name, into="py_more", replicates=True, progress=False, **flags)

    load("two.csv", "sample,activity_rep1,activity_rep2\nWT,2,4\n")
    load("three.csv", "sample,activity_rep1,activity_rep2,activity_rep3\nA1G,6,6,9\n", add=["activity_rep3"])
    rows = lab.sql("SELECT sample, replicate, activity FROM py_more_replicates ORDER BY sample, replicate").rows()
    assert [tuple(row.values()) for row in rows] == [
        ("A1G", 1, 6.0),
        ("A1G", 2, 6.0),
        ("A1G", 3, 9.0),
        ("WT", 1, 2.0),
        ("WT", 2, 4.0),
    ]
    lab.raw("POST", "data/table:update", params={"reference": "py_more_means"}, json={"query": "SELECT 1 AS one"})
    with pytest.warns(UserWarning, match="The rows are in py_more"):
        load("four.csv", "sample,activity_rep4\nV2I,1\n", add=["activity_rep4"])


def test_the_plate_column_is_found_by_name():
    assert plate_column([{"name": "well"}, {"name": "Plate_ID"}]) == "Plate_ID"
    assert plate_column([{"name": "template"}]) is None


def test_replicates_and_reference_wells_become_views(lab, project, tmp_path):
    path = tmp_path / "wide.csv"
    path.write_text(
        "sample,plate,activity_1,activity_2,activity_3\n"
        "WT,P1,2,4,\nA1G,P1,6,6,6\nWT,P2,10,10,10\nA1G,P2,5,5,8\nV2I,P2,,,\n"
    )
    project.load(path, into="py_wide", replicates=True, progress=False)
    rows = lab.sql("SELECT sample, activity, activity_sd, activity_n FROM py_wide_means ORDER BY plate, sample").rows()
    assert [tuple(row.values()) for row in rows] == [
        ("A1G", 6.0, 0.0, 3),
        ("WT", 3.0, pytest.approx(2**0.5), 2),
        ("A1G", 6.0, pytest.approx(3**0.5), 3),
        ("V2I", None, None, 0),
        ("WT", 10.0, 0.0, 3),
    ]
    [counted] = lab.sql("SELECT count(*) AS n FROM py_wide_replicates").rows()
    assert counted["n"] == 11
    assert [view.reference for view in lab.view_replicates("py_wide")] == ["py_wide_replicates", "py_wide_means"]
    view = lab.normalize("py_wide_means", value="activity", control=("sample", "WT"))
    assert view.description == "activity_ratio = activity / (mean of the same plate where sample is WT)"
    ratios = lab.sql(f"SELECT activity, activity_ratio FROM {view.reference} ORDER BY plate, sample").rows()
    assert [tuple(row.values()) for row in ratios] == [(6.0, 2.0), (3.0, 1.0), (6.0, 0.6), (None, None), (10.0, 1.0)]
    with pytest.raises(ValueError, match="no column 'activty'"):
        lab.normalize("py_wide_means", value="activty", control=("sample", "WT"))
    with pytest.raises(ValueError, match="has 'wt' in sample. Use a different value: sample has A1G, WT, V2I"):
        lab.normalize("py_wide_means", value="activity", control=("sample", "wt"))
    with pytest.warns(UserWarning, match='2 of 2 values of plate, such as "P1", have fewer than 2 wells'):
        lab.normalize("py_wide_means", value="activity", control=("sample", "WT"), method="z_score")
