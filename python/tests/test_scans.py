"""From an unmodified mutational scan file to a trained model."""

import os

FIRST = "combinations.csv"


def test_each_scan_becomes_a_trained_model(lab, scan_vectors, tmp_path):
    """One scan in regular runs, and all scans in nightly runs."""
    for file in scan_vectors["files"]:
        if os.environ.get("NIGHTLY") != "true" and file["name"] != FIRST:
            continue
        table = f"py_{file['table']}"
        project = lab.create_project(f"python-scan-{file['table']}")
        project.set_reference("mature", scan_vectors["reference"], first_position=scan_vectors["first_position"])
        path = tmp_path / file["name"]
        path.write_text(file["content"])
        replicates = file.get("replicates", False)
        project.load(path, into=table, positions=file.get("positions"), replicates=replicates, progress=False)
        where, expected = file["sample"]
        [row] = lab.sql(f"SELECT {file.get('sequence', 'sequence')} AS s FROM {table} WHERE {where}").rows()
        assert (file["name"], row["s"]) == (file["name"], expected)
        source = f"py_{file['source']}" if "source" in file else table
        training = project.train(
            source, project_reference="mature", assays=[file["assay"]], parameters={"folds": 2}
        )
        assert training.wait(progress=False).data.state == "COMPLETED"
