"""Tasks of every type and in every state: cancelled, recovered, archived and unarchived."""

from collections.abc import Callable
from typing import Any

from api import Api, Refused, refused
from data_steps import Place
from identity_models import ErrorBody, ValidationErrors
from sample_data import REFERENCE
from shape_steps import ended, predicting, started
from task_models import Task, TrainTask
from task_steps import ASSAYS, DATASET, MONOMER, diversify, engineer

Parameters = dict[str, Any]


def move_tasks(api: Api, place: Place, trained: TrainTask) -> None:
    for type_, parameters in all_types(trained).items():
        move_through_states(api, type_, parameters)
    fail_and_recover(api, trained)
    follow_moves(api)
    stop_at_archived_projects(api, place)


def all_types(trained: TrainTask) -> dict[str, Parameters]:
    """Returns valid parameters for each task type."""
    training = {"dataset": DATASET, "reference": MONOMER, "assays": ASSAYS}
    rows = {"kind": "LITERAL", "rows": [{"sequence": REFERENCE}]}
    selecting = {
        "assemblies": {"kind": "MONOMER", "source": rows},
        "ranker": {"type": "PRE_RANKED", "hit_redundancy": 3},
        "min_assemblies_to_select": 1,
        "max_assemblies_to_select": 1,
    }
    return {
        "analyze.data/v1": {"reference_sequence": REFERENCE, "dataset": DATASET, "assays": ASSAYS},
        "analyze.data/v2": training,
        "train/v2": training,
        "diversify/v2": diversify(trained),
        "engineer/v2": engineer(trained),
        "select/v2": selecting,
        "predict/v1": predicting(trained) | {"template": MONOMER},
    }


def move_through_states(api: Api, type_: str, parameters: Parameters) -> None:
    """Moves tasks of one type through the states INIT, CANCELLED, EXECUTING and COMPLETED, and archives them in each
    state."""
    waiting = started(api, type_, parameters)
    assert waiting.state == "INIT" and waiting.started_at is None
    refuse_recovery(api, waiting.id)
    archive_and_back(api, waiting.id)
    cancelled = until_cancelled(api, waiting.id, lambda: started(api, type_, parameters).id)
    check_cancelled(api, cancelled)
    recovered = api.post("/task:recover", Task, id=cancelled.id)
    assert (recovered.state, recovered.errors, recovered.result) == ("EXECUTING", [], None)
    archive_and_back(api, recovered.id)
    again = until_cancelled(api, recovered.id, lambda: executing(api, type_, parameters))
    check_cancelled(api, again)
    assert api.post("/task:archive", Task, id=again.id).state == "CANCELLED"
    assert api.post("/task:recover", Task, id=again.id).archived_at is not None
    completed = ended(api, again.id)
    assert (completed.state, completed.errors) == ("COMPLETED", []), completed.errors
    check_completed(api, completed)


def until_cancelled(api: Api, id_: str, another: Callable[[], str]) -> Any:
    """Cancels a task. If it finishes before the request arrives, cancels a new task instead."""
    while True:
        try:
            return api.post("/task:cancel", Task, id=id_)
        except Refused as error:
            assert isinstance(error.body, ErrorBody) and error.body.code == "task_ended", error
            id_ = another()


def executing(api: Api, type_: str, parameters: Parameters) -> str:
    """Returns a task that has started its work."""
    id_ = until_cancelled(api, started(api, type_, parameters).id, lambda: started(api, type_, parameters).id).id
    return api.post("/task:recover", Task, id=id_).id


def archive_and_back(api: Api, id_: str) -> None:
    """Archives a task twice and unarchives it: in between, the list hides the task, and its work continues."""
    archived = api.post("/task:archive", Task, id=id_)
    assert archived.archived_at is not None and archived.archived_by is not None
    assert id_ not in ids(api)
    assert id_ in ids(api, include_archived=True)
    assert api.get("/task:get", Task, id=id_).archived_at == archived.archived_at
    back = api.post("/task:unarchive", Task, id=id_)
    assert (back.archived_at, back.archived_by) == (None, None)
    assert isinstance(refused(422, api.post, "/task:unarchive", Task, id=id_), ValidationErrors)
    assert id_ in ids(api)


def ids(api: Api, **query: object) -> set[str]:
    return {task.id for task in api.list("/task:list", Task, limit=100, **query)}


def refuse_recovery(api: Api, id_: str) -> None:
    body = refused(409, api.post, "/task:recover", Task, id=id_)
    assert isinstance(body, ErrorBody) and body.code == "task_not_recoverable", body


def refuse_cancellation(api: Api, id_: str) -> None:
    body = refused(409, api.post, "/task:cancel", Task, id=id_)
    assert isinstance(body, ErrorBody) and body.code == "task_ended", body


def check_cancelled(api: Api, task: Any) -> None:
    assert (task.state, task.result, task.progress) == ("CANCELLED", None, None)
    assert task.ended_at is not None
    refuse_cancellation(api, task.id)
    archive_and_back(api, task.id)
    assert task.id in ids(api, state="CANCELLED")


def check_completed(api: Api, task: Any) -> None:
    """Checks that a completed task stays completed, whether or not it is archived."""
    for path in ("/task:unarchive", "/task:archive", "/task:unarchive"):
        assert api.post(path, Task, id=task.id).result == task.result
        refuse_cancellation(api, task.id)
        refuse_recovery(api, task.id)
    assert task.progress.phase == "DONE" and task.progress.fraction == 1


def fail_and_recover(api: Api, trained: TrainTask) -> None:
    measure = {"measure": {"assay_id": "activity", "direction": "MAXIMIZE"}, "threshold": 1e9}
    impossible = engineer(trained) | {"force_returning_num_assemblies": False}
    impossible["filterers"] = [impossible["filterers"][0] | {"constraints": [measure]}]
    failed = ended(api, started(api, "engineer/v2", impossible).id)
    assert failed.state == "FAILED" and failed.errors and failed.status_details.target_num_candidates == 4
    refuse_cancellation(api, failed.id)
    archive_and_back(api, failed.id)
    api.post("/task:archive", Task, id=failed.id)
    assert api.post("/task:recover", Task, id=failed.id).errors == []
    again = ended(api, failed.id)
    assert again.state == "FAILED" and again.archived_at is not None and again.errors
    assert api.post("/task:unarchive", Task, id=failed.id).state == "FAILED"
    recovered = api.post("/task:recover", Task, id=failed.id)
    assert recovered.state == "EXECUTING"
    cancelled = until_cancelled(api, failed.id, lambda: api.post("/task:recover", Task, id=failed.id).id)
    assert cancelled.state == "CANCELLED"


def follow_moves(api: Api) -> None:
    """Checks that every task in the workspace finishes, and that tasks can be listed by state."""
    for task in api.list("/task:list", Task, limit=50, include_archived=True):
        ended(api, task.id)
    for state in ("INIT", "EXECUTING"):
        assert api.list("/task:list", Task, state=state, include_archived=True) == []
    for state in ("COMPLETED", "FAILED", "CANCELLED"):
        tasks = api.list("/task:list", Task, limit=50, state=state, include_archived=True)
        assert {task.state for task in tasks} <= {state}


def stop_at_archived_projects(api: Api, place: Place) -> None:
    """Checks that tasks of an archived round can be read, cancelled and archived, but not recovered."""
    context = {"kind": "ROUND", "round_id": place.round.id}
    parameters = {"dataset": DATASET, "reference": MONOMER, "assays": ASSAYS}
    task = until_cancelled(
        api,
        started(api, "train/v2", parameters, context=context).id,
        lambda: started(api, "train/v2", parameters, context=context).id,
    )
    api.post("/round:archive", dict, id=place.round.id)
    body = refused(409, api.post, "/task:recover", Task, id=task.id)
    assert isinstance(body, ErrorBody) and body.code == "round_archived", body
    assert api.post("/task:archive", Task, id=task.id).archived_at is not None
    assert api.get("/task:get", Task, id=task.id).state == "CANCELLED"
    api.post("/round:unarchive", dict, id=place.round.id)
    api.post("/task:unarchive", Task, id=task.id)
    api.post("/task:recover", Task, id=task.id)
    assert ended(api, task.id).state == "COMPLETED"
