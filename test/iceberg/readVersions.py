"""Reads every version of a table with unmodified Iceberg clients, and compares every value with the API's.

Usage: python readVersions.py URL WORKSPACE TOKEN TABLE VERSION...
"""

import importlib
import pathlib
import sys

import duckdb
import pyarrow
import requests
from pyiceberg.catalog import load_catalog
from pyiceberg.exceptions import NoSuchTableError
from pyiceberg.expressions import EqualTo, GreaterThan, IsNull

url, workspace, token, table, *versions = sys.argv[1:]


def expected(version):
    """Returns the rows of the table at a version, read with the platform's SQL."""
    answer = requests.post(
        f"{url}/v2/workspace/{workspace}/data:query",
        headers={"Authorization": f"Bearer {token}"},
        json={"query": f"SELECT * FROM {table} FOR VERSION AS OF {version}"},
    )
    answer.raise_for_status()
    return rows_of(pyarrow.ipc.open_stream(answer.content).read_all())


def rows_of(arrow):
    """Returns rows by id without empty cells, because an earlier version lacks some columns."""
    rows = {}
    for row in arrow.to_pylist():
        rows[row["id"]] = {name: value for name, value in sorted(row.items()) if value is not None}
    return rows


def check(client, version, found):
    wanted = expected(version)
    if found != wanted:
        raise SystemExit(f"{client} reads version {version} as {found}, and its rows are {wanted}")


catalog = load_catalog("lab", type="rest", uri=f"{url}/iceberg", warehouse=workspace, token=token)
assert catalog.list_namespaces() == [("main",)], catalog.list_namespaces()
assert catalog.list_tables("main") == [("main", table)], catalog.list_tables("main")
assert catalog.table_exists(f"main.{table}") and not catalog.table_exists("main.none")
loaded = catalog.load_table(f"main.{table}")
assert [str(one.snapshot_id) for one in loaded.snapshots()] == versions
assert str(loaded.snapshot_by_name("paper").snapshot_id) in versions
for version in versions:
    check("pyiceberg", version, rows_of(loaded.scan(snapshot_id=int(version)).to_arrow()))
latest = expected(versions[-1])
for condition, keeps in [
    (EqualTo("whole", 9223372036854775807), lambda row: row.get("whole") == 9223372036854775807),
    (GreaterThan("id", 9), lambda row: row["id"] > 9),
    (IsNull("text"), lambda row: "text" not in row),
    (EqualTo("day", "2026-02-28"), lambda row: str(row.get("day")) == "2026-02-28"),
]:
    found = rows_of(loaded.scan(row_filter=condition).to_arrow())
    assert found == {key: row for key, row in latest.items() if keeps(row)}, (condition, found)
try:
    catalog.load_table("main.none")
except NoSuchTableError:
    pass
try:
    catalog.drop_table(f"main.{table}")
    raise SystemExit("A table could be dropped")
except Exception as error:
    assert not isinstance(error, SystemExit)
print(f"pyiceberg read {len(versions)} versions")

connection = duckdb.connect()
for name in ["avro", "httpfs", "iceberg"]:
    folder = pathlib.Path(importlib.import_module(f"duckdb_extension_{name}").__file__).parent
    (file,) = folder.rglob("*.duckdb_extension")
    connection.execute(f"LOAD '{file}'")
connection.execute(f"CREATE SECRET (TYPE iceberg, TOKEN '{token}')")
connection.execute(f"ATTACH '{workspace}' AS lab (TYPE iceberg, ENDPOINT '{url}/iceberg', DEFAULT_SCHEMA 'main')")
for version in versions:
    sql = f"FROM lab.main.{table} AT (VERSION => {version})"
    check("DuckDB", version, rows_of(connection.execute(sql).to_arrow_table()))
print(f"DuckDB read {len(versions)} versions")
