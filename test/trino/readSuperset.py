"""Reads a workspace with Superset's engine specification for Trino, unmodified.

Usage: python readSuperset.py PORT WORKSPACE TOKEN CERTIFICATE FOLDER
"""

import datetime
import json
import logging
import os
import pathlib
import sys
import types
import warnings

port, workspace, token, certificate, folder = sys.argv[1:]
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
config = pathlib.Path(folder, "superset_config.py")
config.write_text(
    'NONE = {"CACHE_TYPE": "NullCache"}\n'
    "CACHE_CONFIG = DATA_CACHE_CONFIG = FILTER_STATE_CACHE_CONFIG = EXPLORE_FORM_DATA_CACHE_CONFIG = NONE\n"
    f'SECRET_KEY = "{os.urandom(21).hex()}"\n'
)
os.environ["SUPERSET_HOME"] = folder
os.environ["SUPERSET_CONFIG_PATH"] = str(config)

# This package has no wheel. Superset initializes it for its forms, which are not used here.
sys.modules["wtforms_json"] = types.SimpleNamespace(init=lambda: None)

from superset.app import create_app  # noqa: E402


def expect(actual, expected):
    if actual != expected:
        raise AssertionError(f"expected {expected!r}, found {actual!r}")


def check(database):
    """Checks what Superset asks for: names, columns, rows, time grains and errors."""
    from superset.db_engine_specs.trino import TrinoEngineSpec
    from superset.sql.parse import Table

    spec = database.db_engine_spec
    expect(spec, TrinoEngineSpec)
    table = Table("every_type", "main", workspace)
    expect(database.get_all_catalog_names(), {workspace})
    expect(database.get_all_schema_names(catalog=workspace), {"main", "information_schema"})
    expect(database.get_all_view_names_in_schema(workspace, "main"), {("few", "main", workspace)})
    with database.get_inspector(catalog=workspace, schema="main") as inspector:
        columns = spec.get_columns(inspector, table)
        expect([str(column["type"]) for column in columns[:4]], ["BIGINT", "BOOLEAN", "BIGINT", "DOUBLE"])
        expect(spec.get_indexes(database, inspector, table), [])
    spec.get_extra_table_metadata(database, table)
    print("checked Superset: metadata")

    def value(sql):
        return database.get_df(sql, catalog=workspace, schema="main").iloc[0, 0]

    expect(value(database.select_star(table, limit=1, show_cols=True)), 1)
    print("checked Superset: rows")
    moment = datetime.datetime(2026, 3, 4, 5, 6, 7, 890000)
    for kind in ["DATE", "TIMESTAMP"]:
        value(f"SELECT {spec.convert_dttm(kind, moment)} AS __timestamp")
    expect(str(value(f"SELECT {spec.epoch_to_dttm().replace('{col}', '0')}")), "1970-01-01 00:00:00+00:00")
    print("checked Superset: types")
    grains = spec.get_time_grain_expressions()
    truncated = {
        grain: str(value("SELECT " + text.replace("{col}", f"TIMESTAMP '{moment}'"))) for grain, text in grains.items()
    }
    expect(truncated["PT5M"], "2026-03-04 05:05:00")
    expect(truncated["P3M"], "2026-01-01 00:00:00")
    expect(truncated["P1W/1970-01-04T00:00:00Z"], "2026-03-08 00:00:00")
    try:
        value("SELECT nothing FROM every_type")
    except Exception as error:
        expect("COLUMN_NOT_FOUND" in str(error), True)
        print("checked Superset: errors")


with create_app().app_context():
    from superset.models.core import Database

    connection = {"http_scheme": "https", "verify": certificate}
    check(
        Database(
            database_name="lab",
            sqlalchemy_uri=f"trino://scientist@localhost:{port}/{workspace}/main",
            extra=json.dumps({"engine_params": {"connect_args": connection}}),
            encrypted_extra=json.dumps({"auth_method": "jwt", "auth_params": {"token": token}}),
        )
    )
