from dataclasses import fields

import pytest

import pdp

MODELS = [
    pdp.Artifact,
    pdp.Column,
    pdp.Load,
    pdp.LoadFile,
    pdp.LoadProgress,
    pdp.LoadTable,
    pdp.Order,
    pdp.Project,
    pdp.ProjectSummary,
    pdp.Round,
    pdp.Table,
    pdp.Task,
    pdp.User,
    pdp.Version,
    pdp.VersionTag,
    pdp.WorkspaceRecord,
]


@pytest.fixture(scope="module")
def schemas(lab):
    return lab.raw("GET", "/openapi.json")["components"]["schemas"]


def public(properties):
    return {name for name, schema in properties.items() if not schema.get("x-internal")}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_resource_has_the_fields_of_the_service(model, schemas):
    assert {field.name for field in fields(model)} == public(schemas[model.__name__]["properties"])


def test_the_progress_of_a_task_has_the_fields_of_the_service(schemas):
    schema = schemas["Task"]["properties"]["progress"]
    [progress] = [one for one in schema["anyOf"] if "properties" in one]
    assert {field.name for field in fields(pdp.TaskProgress)} == public(progress["properties"])
