"""Reads a workspace with unmodified dbt and ibis.

Usage: python readTools.py PORT WORKSPACE TOKEN CERTIFICATE
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import ibis
import trino

port, workspace, token, certificate = sys.argv[1:]

DBT_FILES = {
    "dbt_project.yml": 'name: reading\nversion: "1.0"\nprofile: lab\nmodels: {reading: {+materialized: ephemeral}}\n',
    "profiles.yml": f"""lab:
  target: reading
  outputs:
    reading:
      type: trino
      method: jwt
      jwt_token: "{{{{ env_var('PDP_TOKEN') }}}}"
      user: scientist
      host: localhost
      port: {port}
      http_scheme: https
      cert: {certificate}
      database: {workspace}
      schema: main
""",
    "models/sources.yml": "sources: [{name: main, tables: [{name: every_type}]}]\n",
    "models/flagged.sql": "SELECT id, flag FROM {{ source('main', 'every_type') }} WHERE flag IS NOT NULL\n",
    "models/counted.sql": "SELECT count(*) AS rows_counted FROM {{ ref('flagged') }}\n",
}


def expect(actual, expected):
    if actual != expected:
        raise AssertionError(f"expected {expected!r}, found {actual!r}")


def check_ibis():
    connection = ibis.trino.connect(
        host="localhost",
        port=int(port),
        user="scientist",
        database=workspace,
        schema="main",
        http_scheme="https",
        verify=certificate,
        auth=trino.auth.JWTAuthentication(token),
    )
    expect(sorted(connection.list_tables()), ["every_type", "few"])
    table = connection.table("every_type")
    expect(str(table.schema()["whole"]), "int64")
    expect(str(table.schema()["list"]), "array<int64>")
    found = table.filter(table.id <= 2).order_by("id").select("whole", "text").to_pandas()
    expect(found["whole"].tolist(), [2**63 - 1, -(2**63)])
    expect(found["text"].tolist(), ["it's \"quoted\"\n,\\ π 😀", ""])
    expect(table.count().to_pandas(), 3)


def check_dbt():
    """Runs `dbt debug`, and a model that reads another model, which reads a table."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in DBT_FILES.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        environment = {**os.environ, "PDP_TOKEN": token, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
        dbt = str(pathlib.Path(sys.executable).with_name("dbt"))

        def run(*arguments):
            command = [dbt, "--no-use-colors", *arguments, "--project-dir", folder, "--profiles-dir", folder]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            if done.returncode != 0:
                raise AssertionError(f"dbt {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}")
            return done.stdout

        expect("All checks passed!" in run("debug"), True)
        expect('"rows_counted": 2' in run("show", "--select", "counted", "--output", "json"), True)


for check, features in [
    (check_ibis, ["ibis: metadata", "ibis: rows", "ibis: types"]),
    (check_dbt, ["dbt: metadata", "dbt: rows"]),
]:
    check()
    for feature in features:
        print(f"checked {feature}", flush=True)
