"""Projects, rounds, loads, tables, versions and SQL."""

from dataclasses import dataclass

from api import Api, refused
from data_models import DataVersion, Load, LoadFile, Project, Round, Table, TableOrView
from identity_models import ValidationErrors
from sample_data import COLUMNS, to_parquet, variants

RAW_FILE = b"\x00raw instrument data\xff"
ROWS = 120


@dataclass
class Place:
    project: Project
    round: Round


def make_projects(api: Api) -> Place:
    """Creates more projects and rounds than fit on a page, and tries all operations on them."""
    empty = Api.list(api, "/project:list", Project)
    assert empty == []
    fields = [
        {"name": "hydrolase", "description": "Keep it active", "modality": {"kind": "ENZYME"}},
        {"name": "binder", "description": "", "modality": {"kind": "ANTIBODY"}},
        {"name": "peptide"},
    ]
    projects = [api.post("/project:create", Project, each) for each in fields]
    assert api.list("/project:list", Project) == projects
    assert api.list("/project:list", Project, order="DESC") == projects[::-1]
    first, second, third = projects
    assert (second.description, third.description, third.modality) == (None, None, None)
    api.post("/project:update", Project, {"description": "", "modality": None}, id=first.id)
    first = api.post("/project:update", Project, {"description": "Keep it"}, id=first.id)
    assert first.modality is None and first == api.get("/project:get", Project, id=first.id)
    assert api.post("/project:archive", Project, id=second.id).archived_by is not None
    assert len(api.list("/project:list", Project)) == 2
    assert len(api.list("/project:list", Project, include_archived=True)) == 3
    assert api.post("/project:unarchive", Project, id=second.id).archived_at is None
    assert isinstance(refused(422, api.post, "/project:create", Project, {"name": "a b"}), ValidationErrors)
    refused(404, api.get, "/project:get", Project, id="1")
    return Place(first, make_rounds(api, first))


def make_rounds(api: Api, project: Project) -> Round:
    rounds = [
        api.post("/round:create", Round, {"project_id": project.id, "name": name, "description": ""})
        for name in ("round 1", "round 2", "round 3")
    ]
    assert api.list("/round:list", Round, project_id=project.id) == rounds
    body = {"project_id": project.id, "name": "first round"}
    first = api.post("/round:update", Round, body, id=rounds[0].id)
    api.post("/round:archive", Round, id=first.id)
    assert api.post("/round:unarchive", Round, id=first.id).description is None
    refused(422, api.post, "/round:unarchive", Round, id=first.id)
    return api.get("/round:get", Round, id=first.id)


def load_variants(api: Api, place: Place) -> Load:
    """Loads a raw file without a table, and a Parquet file converted from it."""
    context = {"kind": "PROJECT", "project_id": place.project.id}
    tables = {"variants": {"columns": COLUMNS, "format": "PARQUET"}}
    load = api.post("/data/load:create", Load, {"context": context, "tables": tables})
    assert (load.state, load.files) == ("PENDING", [])
    raw = upload(api, load, "plate.raw", RAW_FILE, {"description": "As the instrument wrote it"})
    assert raw.table_reference is None and raw.source_file_id is None and raw.size == len(RAW_FILE)
    fields = {"table_reference": "variants", "source_file_id": raw.id, "filepath": "plates/plate.parquet"}
    parquet = upload(api, load, "plate.parquet", to_parquet(variants(ROWS)), fields)
    assert (parquet.source_file_id, parquet.filepath) == (raw.id, "plates/plate.parquet")
    assert api.download("/data/load:downloadFile", file_id=raw.id).content == RAW_FILE
    listed = api.list("/data/load:list", Load, method="POST", project_id=place.project.id)
    assert [each.errors for each in listed] == [[]]
    api.post("/data/load:finalize", Load, id=load.id)
    settled = settle(api, load.id)
    assert (settled.state, settled.is_active, settled.errors) == ("COMPLETED", True, [])
    assert settled.files == [raw, parquet.model_copy(update={"rows": ROWS})]
    return settled


def upload(api: Api, load: Load, name: str, content: bytes, fields: dict[str, str]) -> LoadFile:
    files = {"file": (name, content)}
    path = "/data/load:uploadFile"
    return api.send("POST", path, LoadFile, params={"id": load.id}, data=fields, files=files)


def settle(api: Api, load_id: str) -> Load:
    return api.poll("/data/load:get", Load, lambda load: load.state != "LOADING", id=load_id)


def fail_a_load(api: Api, place: Place) -> None:
    """An invalid cell makes a load of a round fail; its table was added later. Another load is deleted."""
    context = {"kind": "ROUND", "round_id": place.round.id}
    load = api.post("/data/load:create", Load, {"context": context, "tables": {}})
    assert load.context.kind == "ROUND"
    config = {"columns": [{"name": "value", "type": "FLOAT64", "source_name": "Value (U)"}], "format": "CSV"}
    body = {"table_ref": "values", "config": config}
    load = api.post("/data/load:addTable", Load, body, id=load.id, table_ref="values")
    assert load.tables["values"].columns[0].source_name == "Value (U)"
    upload(api, load, "values.csv", b"Value (U)\n1\nn.d.\n", {"table_reference": "values"})
    api.post("/data/load:finalize", Load, id=load.id)
    failed = settle(api, load.id)
    assert failed.state == "FAILED" and len(failed.errors) == 1
    deleting = api.post("/data/load:delete", Load, id=load.id)
    assert deleting.state == "DELETING"


def query(api: Api, place: Place) -> None:
    text = "SELECT sequence, counts, plate FROM variants WHERE activity > 1 ORDER BY activity DESC"
    for compression in ("zstd", "lz4", None):
        table = api.query(text, arrow_compression=compression, project_id=place.project.id)
        assert table.num_rows > 10
        assert isinstance(table["plate"][0].as_py()["number"], int)
        assert isinstance(table["counts"][0].as_py(), list)
    assert count(api) == ROWS
    nothing = api.query("SELECT * FROM variants WHERE activity > 1000")
    assert nothing.num_rows == 0 and nothing.column_names[:2] == ["sequence", "activity"]
    refused(400, api.query, "SELECT nonsense FROM variants")


def count(api: Api, **more: object) -> int:
    return api.query("SELECT count(*) AS n FROM variants", **more)["n"][0].as_py()


def undo_and_redo(api: Api, load: Load) -> None:
    before = api.get("/data/table:get", TableOrView, reference="variants")
    api.post("/data/load:undo", Load, id=load.id)
    undone = settle(api, load.id)
    assert (undone.state, undone.is_active, count(api)) == ("COMPLETED", False, 0)
    assert count(api, version_id=before.version_id) == ROWS
    api.post("/data/load:redo", Load, id=load.id)
    redone = settle(api, load.id)
    assert (redone.state, redone.is_active, count(api)) == ("COMPLETED", True, ROWS)
    refused(409, api.post, "/data/load:redo", Load, id=load.id)
    versions = api.list("/data/table:listVersions", DataVersion, id=before.id)
    assert [version.kind for version in versions] == ["LOAD", "UNDO_LOAD", "REDO_LOAD"]
    assert versions == api.list("/data/version:list", DataVersion, table_id=before.id)


def change_tables(api: Api) -> None:
    """Tries all operations on a separate table and on a view."""
    columns = [{"name": "name", "type": "STRING", "metadata": {"description": ""}}]
    body = {"reference": "notes", "description": "", "columns": columns}
    table = api.post("/data/table:create", TableOrView, body)
    assert table.kind == "TABLE" and table.description is None
    assert table.columns[0].metadata.description is None
    columns.append({"name": "written_at", "type": "TIMESTAMP"})
    body = {"description": "What was noted", "columns": columns}
    assert len(api.post("/data/table:update", TableOrView, body, reference="notes").columns) == 2
    api.post("/data/table:rename", TableOrView, {"new_reference": "remarks"}, reference="notes")
    assert api.get("/data/table:getById", TableOrView, id=table.id).reference == "remarks"
    view = {"reference": "best", "kind": "VIEW", "query": "SELECT sequence, activity FROM variants"}
    assert api.post("/data/table:create", TableOrView, view).query == view["query"]
    assert len(api.list("/data/table:list", TableOrView, limit=1)) == 3
    api.post("/data/table:archive", TableOrView, {}, reference="remarks")
    assert len(api.list("/data/table:listArchived", TableOrView, limit=1, reference="remarks")) == 1
    assert api.post("/data/table:unarchive", TableOrView, id=table.id).archived_at is None
    assert isinstance(api.get("/data/table:get", TableOrView, reference="remarks"), Table)
