"""Times an aggregate that DuckDB computes alternately through the Iceberg catalog and over the same files. Prints the
medians in ms as JSON."""

import json
import pathlib
import statistics
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[2] / "test/iceberg"))
from catalogClients import attached_duckdb

RUNS = 15
SQL = "SELECT plate, count(*), max(fitness), sum(id) FROM {} GROUP BY plate ORDER BY plate"

settings = json.loads(sys.argv[1])
config = settings["config"]
connection = attached_duckdb(settings["url"], settings["workspace"], settings["token"])
endpoint = config["s3.endpoint"].removeprefix("http://")
connection.execute(f"""CREATE SECRET (TYPE s3, KEY_ID '{config["s3.access-key-id"]}', SECRET '{config["s3.secret-access-key"]}',
    SESSION_TOKEN '{config["s3.session-token"]}', REGION '{config["s3.region"]}', ENDPOINT '{endpoint}', URL_STYLE 'path',
    USE_SSL false)""")
sources = {"iceberg": "lab.main.big", "direct": f"read_parquet({settings['files']})"}
times = {name: [] for name in sources}
rows = set()
for run in range(RUNS + 1):
    for name, source in sources.items():
        start = time.perf_counter()
        found = connection.execute(SQL.format(source)).fetchall()
        if run > 0:
            times[name].append(1000 * (time.perf_counter() - start))
        rows.add(str(found))
if len(rows) != 1:
    raise SystemExit("The two read other rows")
print(json.dumps({name: statistics.median(measured) for name, measured in times.items()}))
