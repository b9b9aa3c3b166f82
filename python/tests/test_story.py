"""The complete workflow in the README, from signing in to a plate, as in the command line's test."""

import csv
import os
import pathlib
import re
import sys
import threading
from datetime import datetime, timezone

import httpx
import pytest

import pdp

REFERENCE = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV"
LETTERS = "ACDEFGHIKLMNPQRSTVWY"


def variants(count):
    for row in range(count):
        first, second = row % len(REFERENCE), (row * 7 + 3) % len(REFERENCE)
        letters = list(REFERENCE)
        letters[first] = LETTERS[row % 20]
        if row % 3 == 0:
            letters[second] = LETTERS[row * 3 % 20]
        activity = 1 + first / 40 - row % 20 / 30 + (0.2 if row % 3 == 0 else 0) + row * 37 % 11 / 100
        yield "".join(letters), f"{activity:.3f}"


@pytest.fixture(scope="module")
def plate(tmp_path_factory):
    """File with two non-numeric cells."""
    rows = [[sequence, value] for sequence, value in variants(60)]
    rows[3][1], rows[6][1] = "n.d.", "<LOD"
    path = tmp_path_factory.mktemp("plates") / "plate.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["sequence", "activity"], *rows])
    return path


@pytest.fixture(scope="module")
def loaded(lab, project, plate):
    """Load of the file with the words that mean a missing value."""
    return project.load(plate, into="variants", missing=["n.d.", "<LOD"])


def count(lab, **options):
    [row] = lab.sql("SELECT count(*) AS n, count(activity) AS measured FROM variants", **options).rows()
    return row["n"], row["measured"]


def test_sequence_files_are_loaded_as_one_row_per_sequence(lab, project, tmp_path):
    path = tmp_path / "homologs.a3m"
    path.write_text(">query\nMKTAYIAK\n>hit 0.7\nMKTaa-YIAK\n>far\nMR-AYVAK\n")
    project.load(path, into="homologs")
    rows = lab.sql("SELECT name, sequence, aligned_sequence FROM homologs ORDER BY name").rows()
    assert [tuple(row.values()) for row in rows] == [
        ("far", "MRAYVAK", "MR-AYVAK"),
        ("hit", "MKTAAYIAK", "MKTaa-YIAK"),
        ("query", "MKTAYIAK", "MKTAYIAK"),
    ]


def test_a_section_of_an_export_is_selected_by_its_header_row(lab, project, tmp_path):
    path = tmp_path / "qpcr.txt"
    path.write_text("* Block Type = 96well\n\n[Raw]\nwell\trn\nA1\t0.5\n\n[Results]\nwell\tct\tnote\nA1\t18.5\n")
    project.load(path, into="qpcr_results")
    project.load(path, into="qpcr_raw", header_row=4)
    assert [tuple(row.values()) for row in lab.sql("SELECT * FROM qpcr_results").rows()] == [("A1", 18.5, None)]
    assert [tuple(row.values()) for row in lab.sql("SELECT * FROM qpcr_raw").rows()] == [("A1", 0.5)]


def test_a_plate_becomes_one_row_per_well(lab, project, tmp_path):
    path = tmp_path / "plate.csv"
    numbers = ",".join(str(column) for column in range(1, 13))
    rows = "".join(f"{letter}," + ",".join(f"{at}.{column}5" for column in range(12)) + "\n" for at, letter in enumerate("AB"))
    path.write_text(f"Plate 3\n,{numbers}\n{rows}")
    assert project.load(path, into="wells").rows == 24
    [row] = lab.sql("SELECT plate, value FROM wells WHERE well = 'B12'").rows()
    assert tuple(row.values()) == ("3", 1.115)


def test_a_user_signs_in_with_a_code_entered_elsewhere(lab, capsys, monkeypatch):
    monkeypatch.delenv("PDP_TOKEN")
    email = lab.me().email
    seen = []

    class Watch:
        """Approves the code as soon as it is printed, as a user would."""

        def write(self, text):
            seen.append(text)
            if "enter" in text:
                code = text.split("enter  ")[1].split()[0]
                threading.Thread(target=approve, args=(code, email)).start()

        def flush(self):
            pass

        def isatty(self):
            return False

    monkeypatch.setattr(sys, "stderr", Watch())
    with pdp.connect(lab.name) as again:
        assert again.me().email == email
        assert [table.reference for table in again.tables()] is not None
    assert seen[0].startswith("Open http")


def approve(code, email):
    url = os.environ["PDP_IDP_URL"]
    secret = (pathlib.Path(os.environ["DATA_DIR"]) / "local-secret").read_text().strip()
    headers = {"authorization": f"Bearer {secret}"}
    user = httpx.post(f"{url}/local/users", json={"email": email}, headers=headers).json()["id"]
    approval = {"user_code": code, "user_id": user, "organization_id": None}
    httpx.post(f"{url}/local/device_codes/approve", json=approval, headers=headers).raise_for_status()


def test_a_file_with_mistakes_is_refused_with_their_list_and_leaves_no_data(lab, project, plate):
    with pytest.raises(pdp.DataProblems) as problems:
        project.load(plate, into="variants")
    [sentence] = problems.value.sentences
    assert 'plate.csv, line 5, column "activity": "n.d." is not a number' in sentence
    with pytest.raises(pdp.ApiError):
        lab.table("variants")


def rows_in_rounds(project):
    return sum(one["rows"] for one in project.summary().rounds)


def test_a_table_is_loaded_queried_undone_redone_and_read_at_earlier_versions(lab, project, loaded):
    assert count(lab) == (60, 58)
    version = next(lab.versions(table_id=lab.table("variants").id))
    assert [table.rows for table in lab.tables() if table.reference == "variants"] == [60]
    rows = rows_in_rounds(project)
    loaded.undo()
    assert rows_in_rounds(project) == rows - 60
    assert (count(lab), count(lab, as_of=version)) == ((0, 0), (60, 58))
    changes = lab.diff("variants", version).pl()
    assert set(changes["$change"]) == {"REMOVED"} and changes["$rows"].sum() == 60
    assert lab.tag("first-plate", version) in list(lab.tags())
    assert count(lab, as_of="First-Plate") == (60, 58)
    assert lab.untag("first-plate").version_id == version.id
    loaded.redo()
    assert count(lab, as_of=datetime.now(timezone.utc)) == (60, 58)
    assert count(lab, project="python") == (60, 58)
    assert loaded.get().is_active


def test_models_are_trained_and_variants_are_designed_and_ordered(lab, project, loaded, tmp_path):
    fasta = tmp_path / "wt.fasta"
    fasta.write_text(f">wild type\n{REFERENCE}\n")
    family = tmp_path / "family.a3m"
    family.write_text("".join(f">r{at}\n{REFERENCE[:-1]}-{letter}\n" for at, letter in enumerate("VIL")))
    project.load(family, into="family")
    phases = set()
    models = project.train("variants", reference=fasta, homologs="family", assays=["activity"], seed=1)
    models.wait(progress=lambda task: phases.add(task.progress.phase))
    assert phases
    assert models.report.summary in str(models.report)
    assert models.report._repr_html_().startswith("<iframe sandbox srcdoc=")
    parity = models.parity_plot()
    assert parity._repr_svg_().startswith("<svg") and (parity.kind, parity.id) == ("parity", "parity")
    assert {"x", "y"} <= set(parity.data[0]) and len(parity.data) > 10
    with pytest.raises(ValueError, match="no chart of the kind 'heatmap'.*parity"):
        models.heatmap()
    project.set_reference("whole", fasta)
    project.set_reference("mature", fasta, first_position=24)
    kept = [28, range(29, 31)]
    designs = project.engineer(
        models, maximize="activity", mutations=2, n=10, protect=kept, numbering="mature", seed=1
    )
    designs.wait()
    assert len(designs.pl()) == len(designs.df()) == 10
    for design in designs.pick():
        assert design.sequence[0] == "M" and design.sequence[4:7] == REFERENCE[4:7]
    first = designs.pick(1)[0]
    order = designs.order(tmp_path / "order.csv").splitlines()
    assert order[0] == "name,mutations,sequence,activity_mean,activity_sd" and len(order) == 11
    assert order[1].startswith(f"D001,{first.mutations},{first.sequence},")
    assert (tmp_path / "order.csv").read_text().splitlines() == order
    assert designs.fasta(count=1) == f">D001 {first.mutations}\n{first.sequence}\n"
    numbered = re.sub(r"[0-9]+", lambda position: str(int(position[0]) + 23), first.mutations)
    assert designs.order(first_number=24).splitlines()[1].startswith(f"D001,{numbered},")
    assert designs.order(numbering="Mature") == designs.order(first_number=24)
    with pytest.raises(ValueError, match='The project has no reference "wt": whole, mature.'):
        designs.fasta(numbering="wt")
    with pytest.raises(ValueError, match="not both"):
        designs.fasta(numbering="mature", first_number=24)
    plate = designs.plate(96)
    assert plate.csv().splitlines()[-2] == f"1,H11,reference,reference,,{REFERENCE}"
    assert plate.csv().splitlines()[-1].startswith("1,H12,best,best so far,")
    assert designs.plate(96, first_number=24).wells[0].mutations == numbered
    assert len(plate.pl()) == len(plate.df()) == 12
    assert isinstance(lab.task(designs.id), pdp.Designs)
    scan = project.predict(models).wait()
    assert len(scan.pl()) == len(scan.df()) == 1 + 19 * len(REFERENCE)
    listed = project.predict(models, sequences=[design.sequence for design in designs.pick(2)]).wait()
    assert listed.arrow()["distance"].null_count == 0 and len(listed.arrow()) == 2
    assert isinstance(lab.task(listed.id), pdp.Predictions)
    assert project.predict(models, sequences=REFERENCE).wait().arrow().num_rows == 1
    with pytest.raises(ValueError, match="Specify only one of"):
        project.predict(models, "variants", template=REFERENCE)


def test_a_round_has_its_loads_and_tasks(lab, project, loaded):
    first = project.create_round("first")
    assert project.round("first").context == first.context == {"kind": "ROUND", "round_id": first.round_data.id}
    models = lab.task(next(lab.tasks(type="train/v2")).id)
    designs = first.diversify(models, n=5, mutations=2, seed=1, name="plausible").wait()
    assert (designs.data.display_name, designs.data.context["kind"]) == ("plausible", "ROUND")
    before = loaded.get().context.get("round_id")
    assert loaded.move("first").get().context["round_id"] == first.round_data.id
    assert loaded.move(project.round("first")).get().context["round_id"] == first.round_data.id
    assert loaded.move(before).get().context.get("round_id") == before
    assert designs.move(None).data.context["kind"] == "PROJECT"
    assert designs.move("first").data.context["kind"] == "ROUND"
    with pytest.raises(LookupError, match="has no round"):
        designs.move("second")
    assert len(designs.plate(384, best_so_far=False, fill="columns").wells) == 6
    assert len(designs.pick(3, "diversity")) == 3
    with pytest.raises(LookupError, match="its rounds: .*first"):
        project.round("second")
    with pytest.raises(LookupError, match='lab.create_project'):
        lab.project("nothing")


def test_impossible_designs_fail_with_a_message(project, loaded):
    with pytest.raises(pdp.ApiError, match="assay") as refused:
        project.train("variants", reference=REFERENCE, assays=["nothing"])
    assert refused.value.status == 422
    with pytest.raises(ValueError, match="Specify an objective"):
        project.engineer(project._lab.task(next(project._lab.tasks(type="train/v2")).id))
    task = project.analyze("variants", reference="M" * 32, assays=["activity"])
    task.cancel()
    with pytest.raises(pdp.TaskFailed) as failed:
        task.wait()
    assert failed.value.state == "CANCELLED"


STRUCTURES = pathlib.Path(__file__).parents[2] / "test/shared/science/inverseFolding/structures"
# Residues that the structure 1A8O shows.
CAPSID = "MDIRQGPKEPFRDYVDRFYKTLRAEQASQEVKNWMTETLLVQNANPDCKTILKALGPGATLEEMMTACQG"


def test_a_structure_gives_a_first_plate_before_anything_is_measured(lab, project, tmp_path):
    structure = project.add_structure(STRUCTURES / "selenomethionine-1a8o.pdb.gz", "1A8O")
    assert repr(structure).endswith("A (70 residues)>")
    assert "<td>A (70 residues)</td>" in structure._repr_html_()
    assert structure.id in [one.id for one in project.structures()] and structure.id in [one.id for one in lab.structures()]
    models = project.train(reference=CAPSID, structure=structure).wait()
    first = project.diversify(models, n=48, mutations=2, protect_buried=0.3, seed=1).wait()
    plate = first.pick(48)
    assert len(plate) == 48 and first.best_measured() is None
    results = tmp_path / "results.csv"
    rows = [f"{design.sequence},{5 + at * 7 % 11 / 10}" for at, design in enumerate(plate)]
    results.write_text("\n".join(["sequence,activity", *rows, ""]))
    project.load(results, into="first_plate")
    second = project.train("first_plate", assays=["activity"], reference=CAPSID, structure=structure, seed=1).wait()
    assert "with the structure" in second.report.summary
    assert len(project.engineer(second, maximize="activity", n=8, mutations=2, seed=1).wait().pick(8)) == 8
    structure.archive()
    assert structure.id not in [one.id for one in project.structures()]
    with pytest.raises(pdp.ApiError, match="is archived. Unarchive it first"):
        project.train(reference=CAPSID, structure=structure)
    structure.unarchive()
    assert structure.id in [one.id for one in project.structures()]
    broken = tmp_path / "broken.pdb"
    broken.write_text("variant,value\n")
    with pytest.raises(pdp.PdpError, match="neither in PDB nor in mmCIF"):
        project.add_structure(broken)


def test_files_of_designs_repeat_the_warning_of_a_training_that_found_nothing(lab, project, loaded):
    noise = "from_base(substr(to_hex(sha256(to_utf8(sequence))), 1, 4), 16) / 65536e0"
    models = project.train(
        query=f"SELECT sequence, {noise} AS activity FROM variants", reference=REFERENCE, assays=["activity"], seed=1
    ).wait()
    designs = project.engineer(models, maximize="activity", mutations=2, n=2, seed=1).wait()
    warning = "Do not choose variants by the predictions of activity: the training found it unlikely that they help."
    header, *rows = designs.order().splitlines()
    assert header.endswith(",warning") and all(row.endswith(f",{warning}") for row in rows)
    assert designs.report.summary.startswith(warning) and warning in designs.fasta(count=1)


def test_designs_become_dna_and_the_measurements_of_the_next_round(lab, project, loaded, tmp_path):
    models = project.train("variants", reference=REFERENCE, assays=["activity"], seed=1).wait()
    costs = {"well": 2, "library": 300, "gene": 50}
    library = {"codons": "NDT", "max_positions": 2, "costs": costs}
    designs = project.engineer(models, maximize="activity", n=8, library=library, seed=1).wait()
    [one, two] = designs.library()
    assert (one["codons"], one["size"], two["size"], one["cost_designs"]) == ("NDT", 12, 144, 8 * 52)
    order = project.create_order("tubes", designs, plate=96, layout="random", controls={"parent": 2, "blank": 1})
    dna = order.dna("e_coli", avoid=["BsaI", "NdeI"], stop_codon="TAA", library=two, vendor="TWIST")
    assert dna.problems == {} and "verified" in dna.note
    for name, bases in dna.sequences.items():
        assert not re.search("GGTCTC|GAGACC|CATATG", bases) or name == "library"
    assert len(re.findall("NDT", dna.sequences["library"])) == 2
    wells = [well for well in order.wells if well["sequence"] is not None]
    # A reader exports wells and values; the order knows what is in them.
    measured = {well["well"]: 1 + at % 7 / 10 for at, well in enumerate(wells)}
    path = tmp_path / "results.csv"
    with path.open("w", newline="") as file:
        rows = [[well["sequence"], well["name"], f"{measured[well['well']]:.2f}"] for well in wells]
        csv.writer(file).writerows([["sequence", "name", "activity"], *rows])
    project.load(path, into="tube_results")
    both = (
        "SELECT sequence, activity FROM variants WHERE activity IS NOT NULL "
        "UNION ALL SELECT sequence, activity FROM tube_results"
    )
    again = project.train(query=both, reference=REFERENCE, assays=["activity"], seed=1).wait()
    chosen = project.engineer(again, maximize="activity", n=4, seed=2).wait()
    known = {well["sequence"] for well in wells}
    assert not known & {design.sequence for design in chosen.pick()}
