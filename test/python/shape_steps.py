"""Requests in the forms that existing clients send: combined generators, sources of every kind, selections, names."""

import secrets
from typing import Any

from api import Api, refused
from data_models import Artifact, Load, Project, StrictLoad, StrictTableOrView, TableOrView
from data_steps import Place
from identity_models import ErrorBody, ValidationErrors
from sample_data import REFERENCE
from task_models import Task, TrainTask
from task_steps import ASSAYS, DATASET, MEASURE, MONOMER, diversify, engineer, generator

STRICT = {"API-Compatibility": "strict"}


def use_shapes(api: Api, workspace: str, place: Place, trained: TrainTask) -> None:
    """Sends requests in every form."""
    name_fields(api, place)
    train_in_two_ways(api)
    designed = combine(api, trained)
    read_sources(api, designed)
    select(api, trained, designed)
    predict(api, trained, designed)
    analyse_sequences(api)
    use_names(api, workspace, designed)


def started(api: Api, type_: str, parameters: dict[str, Any], **fields: Any) -> Any:
    body = {"context": {"kind": "WORKSPACE"}, "parameters": parameters, **fields}
    return api.post(f"/task/{type_}:create", Task, body)


def ended(api: Api, id_: str) -> Any:
    return api.poll("/task:get", Task, lambda one: one.has_ended, id=id_)


def completed(api: Api, type_: str, parameters: dict[str, Any], **fields: Any) -> Any:
    task = ended(api, started(api, type_, parameters, **fields).id)
    assert task.state == "COMPLETED", task.errors
    return task


def name_fields(api: Api, place: Place) -> None:
    """Sends empty strings, contexts with their project, and modalities."""
    texts = {"display_name": "", "description": "", "idempotency_key": ""}
    context = {"kind": "ROUND", "round_id": place.round.id, "project_id": place.project.id}
    parameters = {"dataset": DATASET, "reference": MONOMER, "assays": ASSAYS}
    for _ in range(2):
        task = api.post("/task/analyze.data/v2:create", Task, {"context": context, "parameters": parameters, **texts})
        assert (task.display_name, task.description, task.idempotency_key) == (None, None, None)
        api.post("/task:archive", Task, id=ended(api, task.id).id)
    antibody = {"kind": "ANTIBODY", "numbering_scheme": "KABAT"}
    project = api.post("/project:create", Project, {"name": f"fab-{secrets.token_hex(3)}", "modality": antibody})
    assert project.modality is not None and project.modality.model_dump() == antibody
    wrong = {**context, "project_id": project.id}
    body = refused(422, api.post, "/task/analyze.data/v2:create", Task, {"context": wrong, "parameters": parameters})
    assert isinstance(body, ValidationErrors)
    unknown = {"name": "x", "modality": {"kind": "ENZYME", "family": "lipase"}}
    assert isinstance(refused(422, api.post, "/project:create", Project, unknown), ValidationErrors)
    api.post("/project:archive", Project, id=project.id)


def train_in_two_ways(api: Api) -> None:
    """Trains a sampler on related sequences only, and both models on related sequences and measurements."""
    homologs = {"kind": "QUERY", "query": "SELECT sequence FROM variants"}
    data = {"kind": "MONOMER", "homologs": homologs, "dataset": None}
    task = completed(api, "train/v2", {"data": data, "assays": [], "primary_objective": None, "reference": MONOMER})
    assert task.result.models.scorer is None and list(task.data_snapshots) == ["data.homologs"]
    measured = {"data": data | {"dataset": DATASET}, "assays": ASSAYS, "primary_objective": MEASURE}
    both = completed(api, "train/v2", measured | {"reference": MONOMER})
    assert both.result.models.scorer is not None
    assert sorted(both.data_snapshots) == ["data.dataset", "data.homologs"]


def library(alias: str | None, first: int) -> dict[str, Any]:
    allowed = [{"in_range": {"ranges": {"monomer": [[first, first + 2]]}}, "amino_acids": ["A", "W"]}]
    return {
        "type": "COMBINATORIAL",
        "template": MONOMER,
        "max_mutations": 2,
        "allowed_mutations": allowed,
        "requirements": [],
        "alias": alias,
    }


def combine(api: Api, trained: TrainTask) -> Any:
    """Nests generators; every design names the generator that produced it."""
    listed = {"kind": "LITERAL", "rows": [{"sequence": f"{REFERENCE[:-1]}{letter}"} for letter in "AW"]}
    explicit = {"type": "EXPLICIT", "source": {"kind": "MONOMER", "source": listed}, "alias": "screen"}
    then = {"type": "SEQUENTIAL", "ensemble": [library("then", 3), explicit], "alias": None}
    members = [generator(trained), library("library", 7), explicit, then]
    parameters = diversify(trained) | {
        "generator": {"type": "PARALLEL", "ensemble": members, "alias": None},
        "num_assemblies": 60,
    }
    task = completed(api, "diversify/v2", parameters)
    rows = api.query(f"SELECT sequence, generator_provenance FROM {task.result.selected_assemblies.table}").to_pylist()
    assert {row["generator_provenance"] for row in rows} <= {"chain", "library", "screen", "then"}
    assert "generator.ensemble.2.source.source" in task.data_snapshots
    only = engineer(trained) | {"generator": explicit, "filterers": []}
    assert completed(api, "engineer/v2", only).status_details.beam_stability >= 0
    return task


def read_sources(api: Api, designed: Any) -> None:
    """Reads a table, a query, rows, task results and snapshots; each gets a separate snapshot."""
    result = {"kind": "TASK_RESULT", "table": "selected_assemblies", "task_id": [designed.id]}
    first = completed(api, "analyze.data/v1", {"reference_sequence": REFERENCE, "dataset": DATASET})
    snapshot = {"kind": "SNAPSHOT", "id": first.data_snapshots["dataset"]}
    assert api.query(f"SELECT * FROM tasks.task_{first.id}.dataset").num_rows > 0
    sources = [
        {"kind": "QUERY", "query": "SELECT * FROM variants LIMIT 30"},
        {"kind": "LITERAL", "rows": [{"sequence": REFERENCE}]},
        result | {"query": "SELECT sequence FROM __source__ LIMIT 5"},
        result | {"task_id": [designed.id, designed.id]},
        result | {"task_id": designed.id},
        snapshot,
        {"kind": "SNAPSHOT", "task_id": first.id, "name": "dataset"},
    ]
    for source in sources:
        task = completed(api, "analyze.data/v1", {"reference_sequence": REFERENCE, "dataset": source})
        assert list(task.data_snapshots) == ["dataset"]
        sent = {key: value for key, value in task.parameters["dataset"].items() if value is not None}
        assert sent == source, (sent, source)
    ignored = {"reference_sequence": REFERENCE, "dataset": DATASET | {"limit": None}, "colour": None}
    completed(api, "analyze.data/v1", ignored)
    unknown = {"reference_sequence": REFERENCE, "dataset": result | {"table": "variants"}}
    assert isinstance(refused(404, started, api, "analyze.data/v1", unknown), ErrorBody)
    parameters = {"reference_sequence": REFERENCE, "dataset": DATASET | {"limit": 3}}
    body = {"context": {"kind": "WORKSPACE"}, "parameters": parameters}
    problems = refused(422, api.post, "/task/analyze.data/v1:create", Task, body)
    assert isinstance(problems, ValidationErrors) and problems.detail[0].loc[-1] == "limit"


def select(api: Api, trained: TrainTask, designed: Any) -> None:
    source = {"kind": "TASK_RESULT", "table": "designs", "task_id": designed.id}
    for ranker in (
        {"type": "PRE_RANKED", "hit_redundancy": 3},
        diversify(trained)["ranker"],
        engineer(trained)["ranker"],
    ):
        parameters = {
            "assemblies": {"kind": "MONOMER", "source": source},
            "ranker": ranker,
            "min_assemblies_to_select": 1,
            "max_assemblies_to_select": 3,
        }
        task = completed(api, "select/v2", parameters)
        table = api.query(f"SELECT rank FROM {task.result.selected_assemblies.table}")
        assert 1 <= table.num_rows <= 3 and task.status_details is None


def predict(api: Api, trained: TrainTask, designed: Any) -> None:
    """Predicts the designs of a task, and all single substitutions of the reference."""
    source = {"kind": "TASK_RESULT", "table": "designs", "task_id": designed.id}
    for asked, path in (
        ({"assemblies": {"kind": "MONOMER", "source": source}}, ["assemblies.source"]),
        ({"template": MONOMER}, []),
    ):
        task = completed(api, "predict/v1", predicting(trained) | asked)
        rows = api.query(f"SELECT sequence, activity_mean, activity_sd FROM {task.result.predictions.table}")
        assert rows.num_rows > 0 and list(task.data_snapshots) == path
        assert api.get("/data/artifact:get", Artifact, id=task.result.report.artifact_id).producer.task_id == task.id


    missing = {"scorer": {"artifact_id": "1"}, "template": MONOMER}
    assert isinstance(refused(404, started, api, "predict/v1", missing), ErrorBody)


def predicting(trained: TrainTask) -> dict[str, Any]:
    assert trained.result is not None and trained.result.models.scorer is not None
    return {"scorer": trained.result.models.scorer.model_dump()}


def analyse_sequences(api: Api) -> None:
    task = completed(api, "analyze.data/v1", {"reference_sequence": REFERENCE, "dataset": DATASET, "assays": []})
    assert api.get("/data/artifact:get", Artifact, id=task.result.report.artifact_id).producer.task_id == task.id


def use_names(api: Api, workspace: str, designed: Any) -> None:
    """Reads tables by catalog and snapshots by id, and keeps the metadata of a view's columns."""
    assert api.query(f'SELECT * FROM "{workspace}".main.variants LIMIT 1').num_rows == 1
    snapshot = next(iter(designed.data_snapshots.values()))
    assert api.query(f'SELECT * FROM "{workspace}".snapshots.id_{snapshot}').num_rows > 0
    columns = [{"name": "sequence", "type": "STRING", "metadata": {"description": "A protein"}}]
    body = {"kind": "VIEW", "reference": "proteins", "query": "SELECT sequence FROM variants", "columns": columns}
    assert api.post("/data/table:create", TableOrView, body).columns[0].metadata.description == "A protein"
    changed = {"columns": [columns[0] | {"metadata": {"description": "A variant"}}]}
    shown = api.post("/data/table:update", TableOrView, changed, reference="proteins")
    assert (shown.kind, shown.columns[0].metadata.description) == ("VIEW", "A variant")


def list_everything(api: Api, place: Place) -> None:
    """Reads all lists with models that accept only enumeration values from the specification."""
    context = {"kind": "PROJECT", "project_id": place.project.id}
    columns = [{"name": "day", "type": "DATE"}, {"name": "value", "type": "FLOAT64"}]
    tables = {"days": {"columns": columns, "format": "XLSX"}}
    api.post("/data/load:create", Load, {"context": context, "tables": tables})
    api.post("/data/table:create", TableOrView, {"reference": "plates", "columns": columns})
    strict = api.with_headers(STRICT)
    loads = strict.list("/data/load:list", StrictLoad)
    assert loads[-1].tables["days"].format == "CSV"
    for value in ("true", "yes", True):
        found = strict.list("/data/table:list", StrictTableOrView, limit=100, include_internal=value)
        assert any(table.reference.startswith("tasks.") for table in found)
    assert {table.reference: table for table in found}["plates"].columns[0].type == "STRING"
    assert len(strict.list("/task:list", Task, limit=20, include_archived=True)) > 15
    assert strict.list("/data/artifact:list", Artifact, limit=20)
