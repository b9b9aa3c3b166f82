"""Compares what Spark or Trino read at every version of a table with the platform's SQL.

Standard input has one line per row: the number of a query, a tab, and the row as JSON, or an error as a JSON string. The queries
are those of `icebergQueries.ts`.

Usage: python compareRows.py CLIENT URL WORKSPACE TOKEN TABLE VERSION...
"""

import collections
import json
import sys

from catalogClients import Platform, rows_of

client, url, workspace, token, table, *versions = sys.argv[1:]
platform = Platform(url, workspace, token, table)
read = collections.defaultdict(list)
for line in sys.stdin:
    number, row = line.split("\t", 1)
    read[int(number)].append(json.loads(row))

for number, version in enumerate(versions):
    platform.check(client, version, read[number])
latest = platform.rows(versions[-1])
filters = [
    lambda row: row.get("whole") == 9223372036854775807,
    lambda row: row["id"] > 9,
    lambda row: "text" not in row,
    lambda row: row.get("day") == "2026-02-28",
]
for number, keeps in enumerate(filters, len(versions)):
    wanted = {key: row for key, row in latest.items() if keeps(row)}
    if rows_of(read[number]) != wanted or len(read[number]) != len(wanted):
        raise SystemExit(f"{client} filters the latest version to {read[number]}, and the rows are {wanted}")
tagged, dropped = (read[len(versions) + len(filters) + index] for index in range(2))
platform.check(client, "'paper'", tagged)
if len(dropped) != 1 or not isinstance(dropped[0], str):
    raise SystemExit(f"{client} could drop a table")
print(f"{client} read {len(versions)} versions; dropping the table fails: {dropped[0][:120]}")
