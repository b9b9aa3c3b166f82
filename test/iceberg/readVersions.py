"""Reads every version of a table with pyiceberg and DuckDB, and compares every value with the platform's SQL.

Usage: python readVersions.py URL WORKSPACE TOKEN TABLE VERSION...
"""

import sys

from catalogClients import Platform, attached_duckdb, rows_of
from pyiceberg.catalog import load_catalog
from pyiceberg.exceptions import NoSuchTableError
from pyiceberg.expressions import EqualTo, GreaterThan, IsNull

url, workspace, token, table, *versions = sys.argv[1:]
platform = Platform(url, workspace, token, table)

catalog = load_catalog("lab", type="rest", uri=f"{url}/iceberg", warehouse=workspace, token=token)
by_secret = load_catalog("secret", type="rest", uri=f"{url}/iceberg", warehouse=workspace, credential=f"any:{token}")
assert by_secret.list_tables("main") == [("main", table)], by_secret.list_tables("main")
assert catalog.list_namespaces() == [("main",)], catalog.list_namespaces()
assert catalog.list_tables("main") == [("main", table)], catalog.list_tables("main")
assert catalog.table_exists(f"main.{table}") and not catalog.table_exists("main.none")
loaded = catalog.load_table(f"main.{table}")
assert [str(one.snapshot_id) for one in loaded.snapshots()] == versions
for version in versions:
    platform.check("pyiceberg", version, loaded.scan(snapshot_id=int(version)).to_arrow().to_pylist())
tagged = loaded.snapshot_by_name("paper").snapshot_id
platform.check("pyiceberg", "'paper'", loaded.scan(snapshot_id=tagged).to_arrow().to_pylist())
latest = platform.rows(versions[-1])
for condition, keeps in [
    (EqualTo("whole", 9223372036854775807), lambda row: row.get("whole") == 9223372036854775807),
    (GreaterThan("id", 9), lambda row: row["id"] > 9),
    (IsNull("text"), lambda row: "text" not in row),
    (EqualTo("day", "2026-02-28"), lambda row: row.get("day") == "2026-02-28"),
]:
    found = loaded.scan(row_filter=condition).to_arrow().to_pylist()
    wanted = {key: row for key, row in latest.items() if keeps(row)}
    assert rows_of(found) == wanted and len(found) == len(wanted), (condition, found)
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

connection = attached_duckdb(url, workspace, token)
for version in versions:
    found = connection.execute(f"FROM lab.main.{table} AT (VERSION => {version})").to_arrow_table()
    platform.check("DuckDB", version, found.to_pylist())
print(f"DuckDB read {len(versions)} versions")
