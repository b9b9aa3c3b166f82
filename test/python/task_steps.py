"""Tasks that analyze, train and design, and their artifacts."""

from typing import Any

from api import Api, refused
from data_models import Artifact, TableOrView
from data_steps import Place
from identity_models import ErrorBody
from sample_data import REFERENCE
from task_models import Task, TrainTask

DATASET = {"kind": "TABLE", "table": "variants"}
ASSAYS = [{"assay_id": "activity", "name": "Activity", "unit": "relative", "scale_type": "MULTIPLICATIVE"}]
MEASURE = {"assay_id": "activity", "direction": "MAXIMIZE"}
MONOMER = {"monomer": REFERENCE}


def run_tasks(api: Api, place: Place) -> TrainTask:
    for analysis in (
        ("analyze.data/v1", {"reference_sequence": REFERENCE, "dataset": DATASET, "assays": ASSAYS}),
        ("analyze.data/v2", {"reference": MONOMER, "dataset": DATASET, "assays": ASSAYS}),
    ):
        look_at_report(api, run(api, place, *analysis))
    training = {"dataset": DATASET, "reference": MONOMER, "assays": ASSAYS}
    trained = run(api, place, "train/v2", training)
    look_at_report(api, trained)
    assert trained.status_details is None
    diversified = run(api, place, "diversify/v2", diversify(trained))
    engineered = run(api, place, "engineer/v2", engineer(trained))
    for designed in (diversified, engineered):
        look_at_report(api, designed)
        look_at_designs(api, designed)
    look_at_lists(api, place, [diversified.id, engineered.id])
    change(api, engineered)
    return trained


def run(api: Api, place: Place, type_: str, parameters: dict[str, Any]) -> Any:
    """Creates a task, and polls it until it has finished."""
    key = f"{type_}-1"
    body = {
        "context": {"kind": "ROUND", "round_id": place.round.id},
        "display_name": f"A strict {type_}",
        "description": "",
        "idempotency_key": key,
        "parameters": parameters,
    }
    path = f"/task/{type_}:create"
    created = api.post(path, Task, body)
    assert (created.type, created.description, created.result) == (type_, None, None)
    taken = refused(409, api.post, path, Task, body)
    assert isinstance(taken, ErrorBody) and created.id in taken.detail
    task = api.poll("/task:get", Task, lambda one: one.has_ended, id=created.id)
    assert task.state == "COMPLETED", task.errors
    assert task.result is not None and "variants" in task.data_versions
    found = api.get("/task:getByIdempotencyKey", Task, idempotency_key=key, round_id=place.round.id)
    assert found == task
    return task


def generator(trained: TrainTask) -> dict[str, Any]:
    assert trained.result is not None
    sampler = trained.result.models.sampler.model_dump()
    return {
        "type": "MODEL_BASED",
        "template": {"kind": "MONOMER", "assembly": MONOMER, "sampler": sampler},
        "requirements": [
            {"apply_to": {"ranges": {"chain": [[0, 20]]}}, "motifs": ["NG", "DG"], "operator": "none"}
        ],
        "discourage_mutations": {"ranges": {"chain": [[0, 4]]}},
        "min_mutations": 1,
        "max_mutations": 3,
        "alias": "chain",
    }


def diversify(trained: TrainTask) -> dict[str, Any]:
    assert trained.result is not None
    sampler = trained.result.models.sampler.model_dump()
    config = {
        "kind": "MONOMER_SAMPLER",
        "sampler": sampler,
        "reference_assembly": MONOMER,
        "controls": DATASET,
    }
    ranker = {"type": "LIKELIHOOD_BASED", "sampler_config": config, "hit_redundancy": 5}
    return {"generator": generator(trained), "ranker": ranker, "num_assemblies": 4, "filterers": []}


def engineer(trained: TrainTask) -> dict[str, Any]:
    assert trained.result is not None and trained.result.models.scorer is not None
    scorer = trained.result.models.scorer.model_dump()
    constraints = [{"measure": MEASURE, "threshold": 0.1}]
    ranker = {
        "type": "SCORE_BASED",
        "primary_objective": {"measure": MEASURE, "reference": 1.0},
        "constraints": constraints,
        "scorer_config": {"kind": "MONOMER_SCORER", "scorer": scorer, "controls": DATASET},
        "hit_redundancy": 5,
    }
    filterer = {
        "kind": "SCORED_FILTERER",
        "scorer": {"kind": "MONOMER", "scorer": scorer},
        "constraints": constraints,
    }
    return {
        "generator": generator(trained),
        "filterers": [filterer],
        "ranker": ranker,
        "num_assemblies": 4,
        "force_returning_num_assemblies": True,
    }


def look_at_report(api: Api, task: Any) -> None:
    artifact = api.get("/data/artifact:get", Artifact, id=task.result.report.artifact_id)
    assert artifact.producer.task_id == task.id and artifact.context == task.context
    page = api.download("/data/artifact:download", id=artifact.id, format="html")
    assert page.headers["content-type"].startswith("text/html") and "sandbox" in str(page.headers)


def look_at_designs(api: Api, task: Any) -> None:
    designs = api.query(f"SELECT * FROM {task.result.selected_assemblies.table}")
    assert 0 < designs.num_rows <= 4 and task.data_load_id is not None
    assert task.status_details.num_candidates_selected == designs.num_rows
    assert task.status_details.target_num_candidates >= designs.num_rows


def look_at_lists(api: Api, place: Place, designing: list[str]) -> None:
    tasks = api.list("/task:list", Task, round_id=place.round.id)
    assert len(tasks) == 5 and [task.id for task in tasks[3:]] == designing
    assert len(api.list("/task:list", Task, type="train/v2", state="COMPLETED")) == 1
    assert api.list("/task:list", Task, type="fold/v1") == []
    artifacts = api.list("/data/artifact:list", Artifact, project_id=place.project.id)
    assert len(artifacts) == 7
    internal = api.list("/data/table:list", TableOrView, include_internal=True)
    assert len([table for table in internal if table.reference.startswith("tasks.")]) == 2


def change(api: Api, task: Any) -> None:
    changed = api.post("/task:update", Task, {"display_name": "Renamed", "description": None}, id=task.id)
    assert changed.display_name == "Renamed"
    refused(409, api.post, "/task:cancel", Task, id=task.id)
    assert api.post("/task:archive", Task, id=task.id).archived_at is not None
    assert api.post("/task:unarchive", Task, id=task.id).archived_at is None
