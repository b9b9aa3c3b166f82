"""Files as written by instruments: plates, sections, well lists and reads over time."""

import base64
import os


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
