import pyarrow as pa
import pytest

import pdp
from pdp._sources import arrow_of, build_config

PROPOSED = {
    "format": "CSV",
    "delimiter": ";",
    "columns": [
        {"name": "variant", "source_name": "Variant", "type": "STRING"},
        {"name": "tm_celsius", "source_name": "Tm (°C)", "type": "FLOAT64", "missing_values": ["n.d."]},
        {"name": "operator", "type": "STRING"},
    ],
    "missing_values": ["n.d."],
}
KNOWN = [{"name": "variant", "type": "STRING"}, {"name": "tm", "type": "FLOAT64"}]


def test_a_new_table_gets_the_proposed_columns_and_only_the_specified_words_for_missing_values():
    config = build_config(PROPOSED, None, rename={"Tm (°C)": "tm"}, skip=["operator"], missing=["<LOD"])
    assert [(one["name"], one["source_name"], one["type"]) for one in config["columns"]] == [
        ("variant", "Variant", "STRING"),
        ("tm", "Tm (°C)", "FLOAT64"),
    ]
    assert (config["delimiter"], config["missing_values"], config["ignored_columns"]) == (";", ["<LOD"], ["operator"])
    assert all("missing_values" not in column for column in config["columns"])


def test_columns_missing_from_a_table_require_a_decision():
    with pytest.raises(ValueError, match=r"Tm \(°C\), operator"):
        build_config(PROPOSED, KNOWN)
    config = build_config(PROPOSED, KNOWN, rename={"tm (°c)": "tm"}, skip=["*"])
    assert [one["name"] for one in config["columns"]] == ["variant", "tm"]
    with pytest.raises(ValueError, match='no column "nothing"'):
        build_config(PROPOSED, None, rename={"nothing": "x"})


def test_data_frames_and_arrow_tables_are_loaded(lab, project):
    import pandas
    import polars

    columns = {"sequence": ["MKT", "MKV", None], "activity": [1.5, None, 2.0], "count": [1, 2, 3]}
    for source in (pandas.DataFrame(columns), polars.DataFrame(columns), pa.table(columns)):
        load = project.load(source, into="frames", progress=False)
        assert load.rows == 3
        load.undo()
    load.redo()
    assert lab.sql("SELECT * FROM frames ORDER BY count").rows() == [
        {"sequence": "MKT", "activity": 1.5, "count": 1},
        {"sequence": "MKV", "activity": None, "count": 2},
        {"sequence": None, "activity": 2.0, "count": 3},
    ]
    with pytest.raises(TypeError, match="cannot be loaded"):
        project.load(object(), into="frames")


def test_a_proposal_is_based_on_the_whole_workbook(lab, project, tmp_path):
    path = tmp_path / "book.xlsx"
    query = "SELECT 1000 * a + b AS i, random() AS x FROM UNNEST(sequence(1, 300)) AS t(a), UNNEST(sequence(1, 300)) AS u(b)"
    path.write_bytes(lab._region.content("POST", lab.path("data:query"), json={"query": query, "format": "XLSX"}))
    assert 1024 * 1024 < path.stat().st_size < 4 * 1024 * 1024
    assert project.load(path, into="book").rows == 90_000


def test_sequences_are_normalized_and_rows_are_skipped_on_request(lab, project, tmp_path):
    path = tmp_path / "dirty.csv"
    path.write_text("sequence,activity\nmktayiak*,1.5\nMKTAYIAR,2\nMKTAYIAV,see notes\n")
    options = {"types": {"activity": "FLOAT64"}, "sequences": "NORMALIZE", "bad_rows": "SKIP"}
    load = project.load(path, into="dirty", **options).get()
    assert (load.rows_left_out, load.state) == (1, "COMPLETED")
    rows = lab.sql("SELECT sequence FROM dirty ORDER BY activity").rows()
    assert [row["sequence"] for row in rows] == ["MKTAYIAK", "MKTAYIAR"]


def test_a_refused_load_is_removed_unless_the_user_keeps_it(lab, project, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("name,value\nA,1\nB,n.d.\n")
    with pytest.raises(pdp.DataProblems, match="n.d.") as problems:
        project.load(path, into="refused")
    assert problems.value.load_id not in [load.id for load in lab.loads()]
    [wrong] = problems.value.problems
    assert (wrong.file, wrong.line, wrong.column, wrong.value) == ("bad.csv", 3, "value", "n.d.")
    assert str(wrong) == problems.value.sentences[0]
    assert problems.value.problems.pl()["line"].to_list() == [3]
    with pytest.raises(pdp.DataProblems) as kept:
        project.load(path, into="refused", keep=True)
    assert lab.load(kept.value.load_id).get().errors == kept.value.sentences
    lab.load(kept.value.load_id).delete()


NOTED = {
    "format": "CSV",
    "columns": [
        {"name": "activity", "source_name": "Act.", "type": "FLOAT64", "notations": ["LIMIT"]},
        {"name": "activity_limit", "source_name": "Act.", "type": "STRING", "notations": ["LIMIT"], "part": "LIMIT"},
    ],
    "exclusions": [{"column": "id", "value": "Mean", "reason": "Summary row below the data"}],
}


def test_parts_of_cells_are_kept_and_requested_by_name():
    assert build_config(NOTED, None)["columns"] == NOTED["columns"]
    as_text = build_config(NOTED, None, types={"activity": "STRING"})["columns"]
    assert [(one["name"], one.get("notations")) for one in as_text] == [("activity", None)]
    known = [{"name": "activity", "type": "FLOAT64"}]
    with pytest.raises(ValueError, match="The columns activity_limit in the file are not in the table"):
        build_config(NOTED, known)
    added = build_config(NOTED, known, add=["activity_limit"])["columns"]
    assert [(one["name"], one["notations"]) for one in added] == [("activity", ["LIMIT"]), ("activity_limit", ["LIMIT"])]
    skipped = build_config(NOTED, None, skip=["activity_limit"])
    assert [one["name"] for one in skipped["columns"]] == ["activity"]
    assert "ignored_columns" not in skipped


def test_exclusions_are_added_to_the_proposed_ones():
    mine = {"line": 7, "reason": "Empty well"}
    assert build_config(NOTED, None, options={"exclusions": [mine]})["exclusions"] == [*NOTED["exclusions"], mine]


def test_cells_in_other_notations_are_loaded_corrected_and_excluded(lab, project, tmp_path):
    path = tmp_path / "noted.csv"
    path.write_text("id,activity\nv1,1.5\nv2,<0.5\nv3,2.5 ± 0.25\nv4,1.2.5\nv5,4.5\nv6,5.5\nMean,3.1\n")
    correction = {"line": 5, "column": "activity", "was": "1.2.5", "value": "1.25", "reason": "Typing error"}
    load = project.load(path, into="noted", corrections=[correction], progress=False)
    assert load.rows == 6
    rows = lab.sql("SELECT activity, activity_error, activity_limit FROM noted ORDER BY id").rows()
    assert [tuple(row.values()) for row in rows][:4] == [
        (1.5, None, None),
        (0.5, None, "<"),
        (2.5, 0.25, None),
        (1.25, None, None),
    ]
    assert load.get().tables["noted"].corrections == [correction]


def test_a_series_is_a_column_and_rows_that_are_not_read_yet_are_refused_with_advice(lab, project):
    import pandas
    import polars

    for at, series in enumerate((pandas.Series([1, 2], name="n"), polars.Series("n", [1, 2]))):
        project.load(series, f"series_{at}", progress=False)
        assert lab.sql(f"SELECT sum(n) AS total FROM series_{at}").rows() == [{"total": 3}]
    with pytest.raises(TypeError, match=r"A LazyFrame has not read its rows yet. Load the result of its collect\(\)."):
        project.load(polars.DataFrame({"n": [1]}).lazy(), "lazy")


def test_named_levels_of_an_index_are_columns():
    import pandas

    frame = pandas.DataFrame({"variant": ["A", "A", "B"], "plate": [1, 1, 2], "y": [1.0, 3.0, 5.0]})
    assert arrow_of(frame.groupby("variant").mean()).to_pydict()["variant"] == ["A", "B"]
    assert arrow_of(frame.groupby(["variant", "plate"]).mean()).column_names == ["variant", "plate", "y"]
    assert arrow_of(frame).column_names == ["variant", "plate", "y"]
    assert arrow_of(frame[frame.y > 1]).column_names == ["variant", "plate", "y"]


def test_a_frame_with_the_headers_of_a_file_goes_into_the_table_of_the_file(lab, project, tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "melting.csv"
    path.write_text("Variant,Tm (°C),Plate\nA1V,58.5,P1\n", encoding="utf-8")
    project.load(path, into="melting", progress=False)
    more = pandas.DataFrame({"Variant": ["K2R"], "Tm (°C)": [61.0], "Plate": [2]})
    project.load(more, into="melting", progress=False)
    assert lab.sql("SELECT * FROM melting ORDER BY variant").rows() == [
        {"variant": "A1V", "tm_celsius": 58.5, "plate": "P1"},
        {"variant": "K2R", "tm_celsius": 61.0, "plate": "2"},
    ]
    project.load(more, into="melting_frame", progress=False)
    assert lab.sql("SELECT * FROM melting_frame").rows() == [{"variant": "K2R", "tm_celsius": 61.0, "plate": 2}]
