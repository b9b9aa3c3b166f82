import pyarrow as pa
import pytest

import pdp
from pdp._sources import build_config

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


def test_a_new_table_gets_the_proposed_columns_and_no_words_that_nobody_stated():
    config = build_config(PROPOSED, None, rename={"Tm (°C)": "tm"}, skip=["operator"], missing=["<LOD"])
    assert [(one["name"], one["source_name"], one["type"]) for one in config["columns"]] == [
        ("variant", "Variant", "STRING"),
        ("tm", "Tm (°C)", "FLOAT64"),
    ]
    assert (config["delimiter"], config["missing_values"], config["ignored_columns"]) == (";", ["<LOD"], ["operator"])
    assert all("missing_values" not in column for column in config["columns"])


def test_columns_that_a_table_does_not_have_need_a_decision():
    with pytest.raises(ValueError, match=r"Tm \(°C\), operator"):
        build_config(PROPOSED, KNOWN)
    config = build_config(PROPOSED, KNOWN, rename={"tm (°c)": "tm"}, skip=["*"])
    assert [one["name"] for one in config["columns"]] == ["variant", "tm"]
    with pytest.raises(ValueError, match='no column "nothing"'):
        build_config(PROPOSED, None, rename={"nothing": "x"})


def test_data_frames_and_tables_of_arrow_are_loaded(lab, project):
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


def test_a_workbook_is_proposed_as_a_whole(lab, project, tmp_path):
    path = tmp_path / "book.xlsx"
    query = "SELECT 1000 * a + b AS i, random() AS x FROM UNNEST(sequence(1, 300)) AS t(a), UNNEST(sequence(1, 300)) AS u(b)"
    path.write_bytes(lab._region.content("POST", lab.path("data:query"), json={"query": query, "format": "XLSX"}))
    assert 1024 * 1024 < path.stat().st_size < 4 * 1024 * 1024
    assert project.load(path, into="book").rows == 90_000


def test_sequences_are_normalized_and_rows_left_out_on_request(lab, project, tmp_path):
    path = tmp_path / "dirty.csv"
    path.write_text("sequence,activity\nmktayiak*,1.5\nMKTAYIAR,2\nMKTAYIAV,see notes\n")
    options = {"types": {"activity": "FLOAT64"}, "sequences": "NORMALIZE", "bad_rows": "SKIP"}
    load = project.load(path, into="dirty", **options).get()
    assert (load.rows_left_out, load.state) == (1, "COMPLETED")
    rows = lab.sql("SELECT sequence FROM dirty ORDER BY activity").rows()
    assert [row["sequence"] for row in rows] == ["MKTAYIAK", "MKTAYIAR"]


def test_a_load_that_is_refused_is_removed_unless_it_is_kept(lab, project, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("name,value\nA,1\nB,n.d.\n")
    with pytest.raises(pdp.DataProblems, match="n.d.") as problems:
        project.load(path, into="refused")
    assert problems.value.load_id not in [load.id for load in lab.loads()]
    with pytest.raises(pdp.DataProblems) as kept:
        project.load(path, into="refused", keep=True)
    assert lab.load(kept.value.load_id).get().errors == kept.value.sentences
    lab.load(kept.value.load_id).delete()
