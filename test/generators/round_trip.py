"""Uses a platform through a generated client: `python round_trip.py <folder> <platform> <workspace>`.

The workspace contains a project, a load and a completed analysis. `ACCESS_TOKEN` is a token with access to it.
"""

import os
import sys

folder, address, workspace = sys.argv[1:]
sys.path.insert(0, folder)

import openapi_client as generated  # noqa: E402


def without_nulls(value: object) -> object:
    """Returns JSON without null fields, which are equivalent to absent fields."""
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {key: without_nulls(one) for key, one in value.items() if one is not None}


def analyze(tasks: generated.TasksApi, source: dict[str, object]) -> generated.Task:
    """Runs an analysis with a dataset that the model for table sources parses from JSON, and returns the finished task."""
    dataset = generated.TableSource.from_dict(source)
    assert dataset is not None and without_nulls(dataset.to_dict()) == source, dataset
    body = generated.CreateAnalyzeDataV2Request.from_dict(
        {
            "context": {"kind": "WORKSPACE"},
            "parameters": {
                "dataset": source,
                "reference": {"monomer": "MKTAYIAKQR"},
                "assays": [{"assay_id": "tm_celsius"}],
            },
        }
    )
    id_ = tasks.create_analyze_data_v2(workspace, body).id
    while (task := tasks.get_task(workspace, id=id_, wait_seconds=20)).state in ("INIT", "EXECUTING"):
        pass
    assert task.state == "COMPLETED", task.errors
    return task


def read_error(tasks: generated.TasksApi) -> None:
    try:
        tasks.get_task(workspace, id="1")
    except generated.ApiException as error:
        assert error.status == 404 and "task_not_found" in error.body, error
    else:
        raise AssertionError("an unknown task was found")


def main() -> None:
    configuration = generated.Configuration(host=address, access_token=os.environ["ACCESS_TOKEN"])
    client = generated.ApiClient(configuration)
    record = generated.WorkspacesApi(client).get_workspace_record(name=workspace)
    assert record.region == "EU"  # the first URL that the document lists for workspace paths
    tasks = generated.TasksApi(client)
    first = analyze(tasks, {"kind": "TABLE", "table": "variants"})
    snapshot = first.data_snapshots["dataset"]
    again = analyze(tasks, {"kind": "SNAPSHOT", "id": snapshot})
    analyze(tasks, {"kind": "SNAPSHOT", "task_id": first.id, "name": "dataset"})
    read_error(tasks)
    listed = tasks.list_tasks(workspace, limit=10, order="DESC")
    assert again.id in [task.id for task in listed.items] and listed.cursor is None
    table = generated.TablesAndViewsApi(client).get_table(workspace, reference="variants")
    assert [column.name for column in table.columns] == ["sequence", "tm_celsius"]
    loads = generated.DataLoadsApi(client).list_loads(workspace)
    assert loads.items[0].context.actual_instance.kind == "PROJECT"
    template = {"kind": "MONOMER", "assembly": {"monomer": "MKTA"}, "sampler": {"artifact_id": "1"}}
    rows = {"kind": "LITERAL", "rows": [{"sequence": "MKTA"}]}
    for form in (
        {"type": "EXPLICIT", "source": {"kind": "MONOMER", "source": rows}},
        {"type": "EXPLICIT", "sequences": ["MKTA"], "template": template},
    ):
        generator = generated.Generator.from_dict(form)
        assert generator is not None and without_nulls(generator.to_dict()) == form, generator


if __name__ == "__main__":
    main()
