"""Files as written by laboratories: unusual cells, footers, units and repeated names."""

import base64
import datetime
import os

import pytest


def plain(value):
    return value.isoformat() if isinstance(value, datetime.date) else value


def test_each_file_becomes_the_rows_in_the_shared_vectors(lab, table_vectors, tmp_path):
    project = lab.create_project("python-tables")
    # The three variants of each kind are consecutive; nightly runs read all of them.
    files = table_vectors if os.environ.get("NIGHTLY") == "true" else table_vectors[::3]
    for index, file in enumerate(files):
        path = tmp_path / file["name"]
        path.write_bytes(base64.b64decode(file["base64"]) if "base64" in file else file["content"].encode())
        table = f"py_table_{index}"
        options = {name: file[name] for name in ("corrections", "exclusions") if name in file}
        project.load(path, into=table, read_as=file.get("read"), progress=False, **options)
        names = [name for name, _ in file["columns"]]
        quoted = ", ".join(f'"{name}"' for name in names)
        rows = lab.sql(f'SELECT {quoted}, "$line" AS line FROM {table} ORDER BY line').rows()
        assert [file["name"], [[plain(row[name]) for name in names] for row in rows]] == [file["name"], file["rows"]]


def test_a_reading_that_was_not_proposed_is_refused_with_the_proposed_ones(project, tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("id,y\na,1.5\nb,2.5\nc,see page 3\nd,4.5\ne,5.5\n")
    with pytest.raises(ValueError, match="no proposal with LIMIT; its notations: OTHER_TEXT"):
        project.load(path, into="odd", read_as={"y": "LIMIT"})
    with pytest.raises(ValueError, match='no column "z"'):
        project.load(path, into="odd", read_as={"z": "LIMIT"})
