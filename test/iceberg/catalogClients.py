"""What the checks and the benchmark of the Iceberg catalog share: rows to compare with, and a DuckDB with the catalog attached."""

import datetime
import importlib
import pathlib

import duckdb
import pyarrow
import requests


class Platform:
    """Workspace of a platform, read with the platform's own SQL.

    `url` is a regional address, and `table` a reference.
    """

    def __init__(self, url, workspace, token, table):
        self.url = url
        self.workspace = workspace
        self.token = token
        self.table = table

    def rows(self, version):
        """Rows of the table at a version, by id."""
        answer = requests.post(
            f"{self.url}/v2/workspace/{self.workspace}/data:query",
            headers={"Authorization": f"Bearer {self.token}"},
            json={"query": f"SELECT * FROM {self.table} FOR VERSION AS OF {version}"},
        )
        answer.raise_for_status()
        return rows_of(pyarrow.ipc.open_stream(answer.content).read_all().to_pylist())

    def check(self, client, version, rows):
        """Compares each value of the rows that a client has read. Fails if one differs, or if a row is repeated."""
        rows = list(rows)
        found, wanted = rows_of(rows), self.rows(version)
        if found != wanted or len(rows) != len(wanted):
            raise SystemExit(f"{client} reads version {version} as {rows}, and its rows are {wanted}")


def rows_of(rows):
    """Rows by id, without columns that have no value: an earlier version lacks them. Zeros keep their sign."""
    return {
        row["id"]: {name: plain(value) for name, value in sorted(row.items()) if value is not None} for row in rows
    }


def plain(value):
    """The same value for every client: dates, times and doubles as text."""
    if isinstance(value, datetime.datetime):
        return value.replace(tzinfo=None).isoformat(timespec="microseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value


def attached_duckdb(url, workspace, token):
    """DuckDB connection with the workspace's catalog attached as `lab`. Its extensions are those of the installed packages."""
    connection = duckdb.connect()
    for name in ["avro", "httpfs", "iceberg"]:
        folder = pathlib.Path(importlib.import_module(f"duckdb_extension_{name}").__file__).parent
        (file,) = folder.rglob("*.duckdb_extension")
        connection.execute(f"LOAD '{file}'")
    connection.execute(f"CREATE SECRET (TYPE iceberg, TOKEN '{token}')")
    connection.execute(
        f"ATTACH '{workspace}' AS lab (TYPE iceberg, ENDPOINT '{url}/iceberg', DEFAULT_SCHEMA 'main')"
    )
    return connection
