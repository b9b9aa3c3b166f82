"""Runs the story on one table format and prints its times as JSON: onLake.py <format> <folder>, the files as JSON on stdin."""

import importlib.util
import json
import os
import statistics
import sys
import time

NEEDS = {"Delta": ["deltalake", "pyarrow"], "Iceberg": ["pyiceberg", "pyarrow"], "DuckLake": ["duckdb"]}
QUERY_RUNS = 9


def elapsed(work):
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def repeated(work):
    work()
    return statistics.median(elapsed(work) for _ in range(QUERY_RUNS))


def read(paths, load):
    import pyarrow
    from pyarrow import csv

    rows = pyarrow.concat_tables([csv.read_csv(path) for path in paths])
    return rows.append_column("load", pyarrow.array([load] * len(rows), pyarrow.int64()))


def mean_of(rows):
    return rows.group_by("plate").aggregate([("fitness", "mean")])


class Delta:
    def __init__(self, folder):
        self.path = os.path.join(folder, "table")

    def table(self, version=None):
        import deltalake

        return deltalake.DeltaTable(self.path, version=version)

    def load(self, paths, load):
        import deltalake

        deltalake.write_deltalake(self.path, read(paths, load), mode="append")

    def rows(self, column, value):
        from pyarrow import dataset

        return self.table().to_pyarrow_dataset().to_table(filter=dataset.field(column) == value)

    def undo(self, load):
        self.table().delete(f"load = {load}")

    def version(self):
        return self.table().version()

    def count(self, version):
        return self.table(version).to_pyarrow_dataset().count_rows()

    def mean(self):
        return mean_of(self.table().to_pyarrow_dataset().to_table(["plate", "fitness"]))


class Iceberg:
    def __init__(self, folder):
        from pyiceberg.catalog.sql import SqlCatalog

        self.catalog = SqlCatalog("c", uri=f"sqlite:///{folder}/catalog.db", warehouse=f"file://{folder}")
        self.catalog.create_namespace("n")

    def table(self):
        return self.catalog.load_table("n.t")

    def load(self, paths, load):
        rows = read(paths, load)
        if not self.catalog.table_exists("n.t"):
            self.catalog.create_table("n.t", rows.schema)
        self.table().append(rows)

    def rows(self, column, value):
        return self.table().scan(row_filter=f"{column} = {value}").to_arrow()

    def undo(self, load):
        self.table().delete(f"load = {load}")

    def version(self):
        return self.table().current_snapshot().snapshot_id

    def count(self, version):
        return self.table().scan(snapshot_id=version).count()

    def mean(self):
        return mean_of(self.table().scan(selected_fields=("plate", "fitness")).to_arrow())


class DuckLake:
    def __init__(self, folder):
        import duckdb

        self.run = duckdb.connect().execute
        self.run("INSTALL ducklake; LOAD ducklake")
        self.run(f"ATTACH 'ducklake:{folder}/catalog.ducklake' AS lake (DATA_PATH '{folder}/data/')")
        self.run("CREATE TABLE lake.t (id BIGINT, mutations VARCHAR, fitness DOUBLE, plate VARCHAR, load BIGINT)")

    def load(self, paths, load):
        files = ", ".join(f"'{path}'" for path in paths)
        self.run(f"INSERT INTO lake.t SELECT *, {load} FROM read_csv([{files}])")

    def rows(self, column, value):
        return self.run(f"SELECT * FROM lake.t WHERE {column} = {value}").fetchall()

    def undo(self, load):
        self.run(f"DELETE FROM lake.t WHERE load = {load}")

    def version(self):
        return self.run("SELECT max(snapshot_id) FROM lake.snapshots()").fetchone()[0]

    def count(self, version):
        return self.run(f"SELECT count(*) FROM lake.t AT (VERSION => {version})").fetchone()

    def mean(self):
        return self.run("SELECT plate, avg(fitness) FROM lake.t GROUP BY plate").fetchall()


def main():
    name, folder = sys.argv[1:]
    missing = [module for module in NEEDS[name] if importlib.util.find_spec(module) is None]
    if missing:
        print(json.dumps({"skipped": "no Python package " + ", ".join(missing)}))
        return
    story = json.load(sys.stdin)
    try:
        lake = {"Delta": Delta, "Iceberg": Iceberg, "DuckLake": DuckLake}[name](folder)
    except Exception as error:
        print(json.dumps({"skipped": str(error).splitlines()[0][:200]}))
        return
    times = {}
    small = [elapsed(lambda: lake.load([path], load)) for load, path in enumerate(story["small"])]
    times["smallLoad"] = statistics.median(small)
    version, large = lake.version(), len(small)
    times["largeLoad"] = elapsed(lambda: lake.load(story["large"], large))
    times["pointQuery"] = repeated(lambda: lake.rows("id", story["row"]))
    times["aggregate"] = repeated(lake.mean)
    times["undo"] = elapsed(lambda: lake.undo(large))
    # No table format can restore the deleted rows of one load, so the rows are loaded again.
    times["redo"] = elapsed(lambda: lake.load(story["large"], large))
    times["asOf"] = repeated(lambda: lake.count(version))
    times["rowDiff"] = repeated(lambda: lake.rows("load", large - 1))
    sizes = [os.path.getsize(os.path.join(at, file)) for at, _, files in os.walk(folder) for file in files]
    times["bytes"] = sum(sizes)
    print(json.dumps(times))


main()
