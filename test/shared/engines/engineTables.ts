import type { Column } from "@pdp/basics/columns";
import type { Relation, RelationFile } from "@pdp/trino/relations";
import { column } from "#test/shared/engines/parquetLake.ts";

const measured: Column[] = [
  column("id", "INT64"),
  column("sequence", "STRING"),
  column("fitness", "FLOAT64"),
  column("measured_at", "TIMESTAMP"),
];

/** Contents of an engine's test tables: the rows of DuckDB queries, stored as files. */
export type WriteFile = (key: string, query: string) => Promise<RelationFile>;

/** Query that needs little memory but would practically never finish on these tables. */
export const ENDLESS =
  "SELECT count(*) AS n FROM large AS a, large AS b, large AS c WHERE a.id + b.id + c.id < 0";

/** Tables that every engine is tested on. */
export async function engineTables(write: WriteFile): Promise<Record<string, Relation>> {
  const first = await write(
    "loads/1/part-0.parquet",
    "SELECT 1::BIGINT AS id, 'MKV' AS sequence, 0.5::DOUBLE AS fitness, TIMESTAMP '2026-01-01 10:00:00' AS measured_at UNION ALL SELECT 2, 'MRV', NULL, NULL",
  );
  const second = await write(
    "loads/2/part-0.parquet",
    "SELECT 'x' AS sequence, 3::BIGINT AS id, 2.5::DOUBLE AS fitness, NULL::TIMESTAMP AS measured_at",
  );
  const older = await write(
    "loads/0/part-0.parquet",
    "SELECT 9::BIGINT AS id, {'x': 1::BIGINT} AS point, [1, 2]::BIGINT[] AS sites",
  );
  const newer = await write(
    "loads/3/part-0.parquet",
    "SELECT 10::BIGINT AS id, {'x': 2::BIGINT, 'label': 'b'} AS point, [3]::BIGINT[] AS sites, true AS good",
  );
  const large = await write(
    "loads/4/part-0.parquet",
    "SELECT range AS id, 'sequence ' || range AS sequence FROM range(2000000)",
  );
  const traced = await Promise.all([
    write(
      "ws/1/loads/41-1/51.parquet",
      "SELECT 1::BIGINT AS id, 7::BIGINT AS file_index, 2::BIGINT AS __line",
    ),
    write("ws/1/loads/42-3/52.parquet", "SELECT 2::BIGINT AS id, 8::BIGINT AS file_index"),
    write(
      "ws/1/tables/9/merged/1.parquet",
      "SELECT 3::BIGINT AS id, 9::BIGINT AS file_index, 5::BIGINT AS __line, 43::BIGINT AS __load_id, 53::BIGINT AS __file_id UNION ALL SELECT 4, 9, 6, 44, 54",
    ),
  ]);
  const point = column("point", "STRUCT", { columns: [column("x", "INT64"), column("label", "STRING")] });
  const sites = column("sites", "ARRAY", { item_type: { type: "INT64", nullable: true } });
  return {
    m: { kind: "TABLE", columns: measured, files: [first, second] },
    "m@1": { kind: "TABLE", columns: measured, files: [first] },
    empty: { kind: "TABLE", columns: [...measured, point, sites], files: [] },
    nested: {
      kind: "TABLE",
      columns: [column("id", "INT64"), point, sites, column("good", "BOOL")],
      files: [older, newer],
    },
    large: { kind: "TABLE", columns: measured.slice(0, 2), files: [large] },
    gone: { kind: "TABLE", columns: measured, files: [{ key: "loads/none.parquet", rows: 1, bytes: 1 }] },
    best: { kind: "VIEW", query: "SELECT sequence, fitness * 2 AS score FROM m WHERE fitness > 1" },
    traced: { kind: "TABLE", columns: [column("id", "INT64"), column("File_Index", "INT64")], files: traced },
    // Load 44 was undone after its rows had been merged.
    partial: {
      kind: "TABLE",
      columns: [column("id", "INT64"), column("File_Index", "INT64"), column("later", "STRING")],
      files: traced.map((file, index) => (index === 2 ? { ...file, rows: 1, hidden_loads: ["44"] } : file)),
    },
    // A version comparison reads only the rows of load 44.
    differing: {
      kind: "TABLE",
      columns: [column("id", "INT64")],
      files: traced.flatMap((file, index) => (index === 2 ? { ...file, rows: 1, only_loads: ["44"] } : [])),
    },
    trace: {
      kind: "VIEW",
      query: 'SELECT id, "$file_id" AS file FROM traced WHERE "$load_id" < 44',
    },
    exact: await exactTable(write),
  };
}

/** Values that are most likely to be altered by a format conversion. */
async function exactTable(write: WriteFile): Promise<Relation> {
  const file = await write(
    "loads/6/part-0.parquet",
    `SELECT * FROM (VALUES
      (1, 9223372036854775807::BIGINT, 0.1::DOUBLE, '', true, DATE '0001-01-01', TIMESTAMP '2026-01-31 23:59:59.999999',
        {'Kind': 'a "quoted", text', 'at': TIMESTAMP '1677-01-01 00:00:00.000001', 'counts': [1, NULL, 3]::BIGINT[]}, [{'v': 'NaN'::DOUBLE}]),
      (2, -9223372036854775807, 'NaN', NULL, false, DATE '9999-12-31', TIMESTAMP '9999-12-31 23:59:59.999999',
        {'Kind': NULL, 'at': NULL, 'counts': []}, []),
      (3, 9007199254740993, '-Infinity', 'NULL', NULL, NULL, TIMESTAMP '0001-01-01 00:00:00', NULL, NULL),
      (4, NULL, CAST('-0.0' AS DOUBLE), E'é\\n\\t,"\\\\', true, DATE '1969-12-31', TIMESTAMP '1969-12-31 23:59:59.999999',
        {'Kind': '', 'at': TIMESTAMP '2300-06-01 12:00:00.5', 'counts': NULL}, [NULL, {'v': NULL}]),
      (5, 0, 5e-324, 'a', true, DATE '2026-01-31', NULL, NULL, [{'v': 1.7976931348623157e308}])
    ) AS t(id, whole, number, "Text", flag, day, moment, detail, items)`,
  );
  const detail = column("detail", "STRUCT", {
    columns: [
      column("Kind", "STRING"),
      column("at", "TIMESTAMP"),
      column("counts", "ARRAY", { item_type: { type: "INT64", nullable: true } }),
    ],
  });
  const items = column("items", "ARRAY", {
    item_type: { type: "STRUCT", nullable: true, columns: [column("v", "FLOAT64")] },
  });
  const columns = [
    column("id", "INT64"),
    column("whole", "INT64"),
    column("number", "FLOAT64"),
    column("Text", "STRING"),
    column("flag", "BOOL"),
    column("day", "DATE"),
    column("moment", "TIMESTAMP"),
    detail,
    items,
  ];
  return { kind: "TABLE", columns, files: [file] };
}
