"""Files as written by instruments: plates, sections, well lists and reads over time."""

import base64
import os

import pytest


def test_each_export_is_loaded_unchanged(lab, instrument_vectors, tmp_path):
    """One layout per instrument in regular runs, and all three in nightly runs."""
    project = lab.create_project("python-instruments")
    files = instrument_vectors if os.environ.get("NIGHTLY") == "true" else instrument_vectors[::3]
    for index, file in enumerate(files):
        path = tmp_path / file["name"]
        path.write_bytes(base64.b64decode(file["base64"]))
        table = f"py_instrument_{index}"
        project.load(path, into=table, progress=False)
        rows = lab.sql(f'SELECT * FROM {table} ORDER BY "$line"').rows()
        assert [file["instrument"], file["variant"], len(rows)] == [file["instrument"], file["variant"], file["count"]]


def test_overflow_marks_are_limits_and_decisions_are_shown(lab, tmp_path):
    """The rows of a plate with marks are the same as those of the other clients; other choices are warnings."""
    project = lab.create_project("python-overflow")
    header = "\t".join(["", *map(str, range(1, 13))])
    rows = [
        "\t".join([letter, *[f"{row}.{column}" for column in range(1, 13)]]) for row, letter in enumerate("ABCDEFGH")
    ]
    rows[0] = rows[0].replace("0.1\t", "OVRFLW\t", 1).replace("0.2\t", "Invalid\t", 1)
    plate = tmp_path / "plate.txt"
    plate.write_text("\n".join([header, *rows]))
    with pytest.warns(UserWarning, match="numbers: 1 cell with a limit"):
        project.load(plate, into="py_overflow", progress=False)
    wells = lab.sql('SELECT well, value, value_limit FROM py_overflow ORDER BY "$line" LIMIT 3').rows()
    assert [tuple(well.values()) for well in wells] == [("A1", None, ">"), ("A2", None, None), ("A3", 0.3, None)]
    table = tmp_path / "runs.csv"
    table.write_text("no,ct\n1,18.5\n2,19.5\n\nno,tm\n1,50.5\n2,51.5\n")
    with pytest.warns(UserWarning, match="The file contains 2 tables; the table from line 1 is read"):
        project.load(table, into="py_first_table", progress=False)
