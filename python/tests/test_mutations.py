"""From a mutation scan to a model."""

import pytest

import pdp
from pdp._row_numbering import first_number_in
from pdp._training_source import Source, source_of
from pdp._sources import named_rule

WILD_TYPE = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV"


def scan(first: int) -> str:
    codes = [f"{residue}{at + first}{'A' if residue == 'W' else 'W'}" for at, residue in enumerate(WILD_TYPE)]
    return "".join(["Mutation(s),score\n", *(f"{code},{at * 7 % 13}\n" for at, code in enumerate(codes))])


def test_a_scan_becomes_sequences_with_the_projects_reference_and_trains_a_model(lab, tmp_path):
    project = lab.create_project("python-mutations")
    stored = project.set_reference("mature", WILD_TYPE, first_position=24)
    assert (stored["first_position"], [one["name"] for one in project.references]) == (24, ["mature"])
    path = tmp_path / "scan.csv"
    path.write_text(scan(24))
    project.load(path, into="py_scan", rename={"Mutation(s)": "code"})
    [row] = lab.sql("SELECT sequence FROM py_scan WHERE code = 'K25W'").rows()
    assert row["sequence"] == f"MW{WILD_TYPE[2:]}"
    training = project.train("py_scan", project_reference="mature", assays=["score"], parameters={"folds": 2})
    assert training.wait(progress=False).data.state == "COMPLETED"
    assert (training.numbers(), training.numbers("MKT")) == (range(24, 56), range(1, 4))
    plain = project.train("py_scan", reference=WILD_TYPE, assays=["score"], parameters={"folds": 2})
    assert plain.numbers()[0] == 24
    # Without a numbering in the project, codes in the table determine it.
    other = lab.create_project("python-codes")
    coded = other.train("py_scan", reference=WILD_TYPE, assays=["score"], parameters={"folds": 2})
    assert coded.numbers()[0] == 24
    project.set_reference("gapped", WILD_TYPE[:3], positions=[1, 2, 5])
    assert plain.numbers(WILD_TYPE[:3]) == [1, 2, 5]


def test_a_reference_can_be_specified_and_saved(lab, tmp_path):
    project = lab.create_project("python-saved")
    path = tmp_path / "scan.csv"
    path.write_text(scan(0))
    load = project.load(path, into="py_zero", reference=WILD_TYPE, save_reference_as="zero")
    assert load.get().tables["py_zero"].sequence_from["numbering"] == {"first_position": 0}
    assert [(one["name"], one["first_position"]) for one in project.references] == [("zero", 0)]
    combos = [f"{letter}W{letter}A,{at}" for at, letter in enumerate("ACDEFGHIKLMN")]
    path.write_text("\n".join(["combo,fitness", *combos]) + "\n")
    project.load(path, into="py_combos", positions=[2, 3, 6, 9])
    [row] = lab.sql("SELECT sequence FROM py_combos WHERE combo = 'CWCA'").rows()
    assert row["sequence"] == f"MKCWYICKQA{WILD_TYPE[10:]}"
    path.write_text("name,score\na,1\n")
    with pytest.raises(ValueError, match="has no mutations of this reference"):
        project.load(path, into="py_none", reference=WILD_TYPE)


def test_rows_determine_the_number_of_the_first_residue_as_in_all_clients(mutation_vectors):
    for case in mutation_vectors["numberings"]:
        found = first_number_in(case["rows"], case["column"], mutation_vectors["reference"])
        assert (case["name"], found) == (case["name"], case["first"])


def test_the_table_of_a_training_run_is_found_whichever_client_started_it():
    own = 'SELECT "my seq" AS sequence, "y" FROM "tasks"."task_1" WHERE "my seq" IS NOT NULL'
    chains = 'SELECT "H" AS vh, "L" AS vl, "y" FROM "t" WHERE ("H" IS NOT NULL OR "L" IS NOT NULL)'
    assert source_of({"dataset": {"kind": "QUERY", "query": own}}) == Source("tasks.task_1", "my seq")
    assert source_of({"dataset": {"kind": "QUERY", "query": chains}}) == Source("t", {"vh": "H", "vl": "L"})
    assert source_of({"dataset": {"kind": "QUERY", "query": "SELECT 1 AS sequence"}}) is None
    table = {"kind": "TABLE", "table": "t", "mutations": None}
    assert source_of({"dataset": table}) == Source("t", "sequence")
    assert source_of({"data": {"kind": "DATASET", "dataset": table}}) == Source("t", "sequence")
    assert source_of({"dataset": table, "reference": {"vh": "MK", "vl": "MA"}}) == Source("t", {"vh": "vh", "vl": "vl"})
    batches = {"kind": "QUERY", "query": 'SELECT *, CAST("plate" AS varchar) AS batch_id, "$load_id" FROM "t"'}
    assert source_of({"dataset": batches}) == Source("t", "sequence")
    assert source_of({"dataset": {**batches, "mutations": "code"}}) == Source("t", None)
    stated = {**table, "sequence_column": {"vh": "heavy"}}
    assert source_of({"dataset": stated}) == Source("t", {"vh": "heavy", "vl": None})
    assert source_of({"dataset": {"kind": "TABLE", "table": "t", "mutations": "code"}}) == Source("t", None)
    assert source_of({"dataset": {"kind": "LITERAL", "rows": []}}) is None
    assert source_of({"data": {"kind": "MONOMER"}, "reference": {"monomer": "MK"}}) is None


def test_a_rule_uses_the_new_names_of_its_columns():
    rule = {"mutations": {"matrix": "pos", "value": "value"}, "reference": {"monomer": "MK"}}
    assert named_rule(rule, {"pos": "position"})["mutations"] == {"matrix": "position", "value": "value"}
    assert named_rule({"mutations": "code", "reference": {"column": "wt"}}, {"code": "code"}) is None


def test_each_spelling_produces_the_sequences_in_the_shared_vectors(lab, mutation_vectors, tmp_path):
    project = lab.create_project("python-vectors")
    for file in mutation_vectors["files"]:
        path = tmp_path / file["name"]
        path.write_text(file["content"])
        table, mutations = f"py_{path.stem}", file["mutations"]
        value = mutations.get("value", "score") if isinstance(mutations, dict) else "score"
        options = {**file["options"], "reference": mutation_vectors["reference"], "progress": False}
        if file["problems"]:
            with pytest.raises(pdp.DataProblems) as raised:
                project.load(path, into=table, **options)
            assert raised.value.sentences == file["problems"]
            assert [str(problem) for problem in raised.value.problems] == file["problems"]
            continue
        load = project.load(path, into=table, **options).get()
        assert (file["name"], load.rows_left_out or 0) == (file["name"], file["omitted"])
        rows = lab.sql(f"SELECT {value} AS y, sequence FROM {table} ORDER BY 1").rows()
        assert [[row["y"], row["sequence"]] for row in rows] == file["sequences"]
