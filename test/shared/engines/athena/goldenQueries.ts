import type { Relation } from "@pdp/trino/relations";
import { rowDiffSql } from "#shared/history/rowDiffSql.ts";
import { bestSql, designsSql } from "#shared/history/summary/summarySql.ts";
import { column } from "#test/shared/engines/parquetLake.ts";

const file = (load: number) => ({ key: `ws/1/loads/${load}-1/7.parquet`, rows: 96, bytes: 4096 });

const detail = column("Detail", "STRUCT", {
  columns: [
    column("label", "STRING"),
    column("Read_at", "TIMESTAMP"),
    column("sites", "ARRAY", { item_type: { type: "INT64", nullable: true } }),
  ],
});
const moments = column("moments", "ARRAY", {
  item_type: { type: "STRUCT", nullable: true, columns: [column("at", "TIMESTAMP"), column("v", "FLOAT64")] },
});
const columns = [
  column("id", "INT64"),
  column("Sequence", "STRING"),
  column("fitness", "FLOAT64"),
  column("active", "BOOL"),
  column("day", "DATE"),
  column("measured_at", "TIMESTAMP"),
  detail,
  moments,
];

/** Tables read by the golden-file queries. */
export const goldenTables: Record<string, Relation> = {
  assays: { kind: "TABLE", columns, files: [file(1), file(2)] },
  "assays@12": { kind: "TABLE", columns: columns.slice(0, 3), files: [file(1)] },
  empty: { kind: "TABLE", columns, files: [] },
  // Merged files, two of them with undone loads, and one other file.
  merged: {
    kind: "TABLE",
    columns: columns.slice(0, 3),
    files: [
      { key: "ws/1/tables/9/merged/1.parquet", rows: 900, bytes: 9_000, hidden_loads: ["12", "11"] },
      { key: "ws/1/tables/9/merged/2.parquet", rows: 90, bytes: 900, hidden_loads: ["13"] },
      { key: "ws/1/tables/9/merged/3.parquet", rows: 90, bytes: 900 },
      file(4),
    ],
  },
  source: { kind: "TABLE", columns, files: [file(7)] },
  source_0: { kind: "TABLE", columns, files: [file(7)] },
  rows_from: { kind: "TABLE", columns, files: [file(5)] },
  rows_to: { kind: "TABLE", columns, files: [file(6)] },
  "tasks.task_1.designs": {
    kind: "TABLE",
    columns: [column("sequence", "STRING"), column("score", "FLOAT64")],
    files: [file(3)],
  },
  best: {
    kind: "VIEW",
    query:
      "WITH top AS (SELECT * FROM assays WHERE fitness > 1) SELECT sequence, fitness * 2 AS score FROM top ORDER BY 2 DESC LIMIT 100",
  },
  active_best: {
    kind: "VIEW",
    query: "SELECT b.* FROM best AS b JOIN assays AS a USING (sequence) WHERE a.active",
  },
};

const measured = {
  sequence: '"Sequence"',
  values: ["CAST(fitness AS DOUBLE)", "IF(is_nan(fitness), NULL, fitness)"],
};

/** Queries by golden file name. */
export const goldenQueries: Record<string, string> = {
  everything: "SELECT * FROM assays",
  hiddenColumns: `SELECT *, "$load_id", "$line" FROM assays ORDER BY "$file_id"`,
  mergedFiles: "SELECT id, fitness FROM merged WHERE fitness > 1",
  emptyTable: "SELECT * FROM empty WHERE fitness > 0",
  orderedByColumn: "SELECT id, fitness FROM assays ORDER BY fitness DESC, id",
  orderedByHidden:
    "SELECT sequence AS s, -fitness AS f FROM assays ORDER BY f * 2, measured_at NULLS FIRST OFFSET 5 LIMIT 10",
  orderedUnion: "SELECT id FROM assays UNION ALL SELECT id FROM assays FOR VERSION AS OF 12 ORDER BY id DESC",
  orderedDistinct: "SELECT DISTINCT a.day FROM assays AS a ORDER BY a.day",
  orderedNested: "(SELECT id FROM assays) ORDER BY id % 3, id LIMIT 4",
  views:
    "SELECT score, count(*) AS n FROM active_best JOIN tasks.task_1.designs AS d USING (score) GROUP BY score",
  withQueries:
    "WITH a AS (SELECT * FROM assays), b AS (SELECT max(fitness) AS m FROM a) SELECT a.id FROM a, b WHERE a.fitness = b.m",
  recursion:
    "WITH RECURSIVE first(id) AS (SELECT min(id) FROM empty), chain(id, step) AS (SELECT coalesce(id, 1), 0 FROM first UNION ALL SELECT id + 1, step + 1 FROM chain WHERE step < 4) SELECT id FROM chain ORDER BY step DESC",
  aggregates:
    "SELECT day, count(*), count(DISTINCT sequence), avg(fitness) FILTER (WHERE active), approx_percentile(fitness, 0.5), listagg(sequence, ',') WITHIN GROUP (ORDER BY id), array_agg(id ORDER BY id DESC), max_by(id, fitness), bool_and(active) FROM assays GROUP BY day HAVING count(*) > 1",
  groupingSets:
    "SELECT day, active, grouping(day, active), sum(id) FROM assays GROUP BY GROUPING SETS ((day, active), (day), ())",
  windows:
    "SELECT id, rank() OVER w, sum(fitness) OVER (w ROWS BETWEEN 3 PRECEDING AND CURRENT ROW), lag(id, 2, 0) IGNORE NULLS OVER (ORDER BY id) FROM assays WINDOW w AS (PARTITION BY day ORDER BY fitness DESC)",
  nested:
    'SELECT detail.label, detail.sites[1], detail.read_at, moments[1].at, CAST(ROW(id, fitness) AS ROW("the id" BIGINT, f DECIMAL(10, 3))) AS r FROM assays WHERE cardinality(detail.sites) > 0',
  unnested:
    "SELECT a.id, u.site, u.n, m.at FROM assays AS a CROSS JOIN UNNEST(a.detail.sites) WITH ORDINALITY AS u(site, n) CROSS JOIN UNNEST(a.moments) AS m(at, v)",
  lambdas:
    "SELECT transform(detail.sites, s -> s + 1), filter(detail.sites, s -> s % 2 = 0), reduce(detail.sites, CAST(0 AS BIGINT), (t, s) -> t + s, t -> t), any_match(moments, m -> m.v > 1) FROM assays",
  times:
    "SELECT measured_at + INTERVAL '14' DAY, date_trunc('hour', measured_at), date_diff('day', day, current_date), now() > measured_at, from_iso8601_timestamp('2026-01-31T12:00:00+02:00'), date_parse('2026', '%Y'), from_unixtime(id), TIMESTAMP '2026-01-31 12:00' FROM assays",
  operators:
    "SELECT id - (id - 1) * -(-id) / 7 % 2, sequence || 'x''y' || CAST(id AS VARCHAR), NOT (active OR fitness > 1 AND id IN (1, 2)), fitness BETWEEN 0 AND 1e0, sequence LIKE 'a!_%' ESCAPE '!', day IS DISTINCT FROM DATE '2026-01-31', CASE id WHEN 1 THEN 'a' ELSE NULL END, TRY_CAST(sequence AS INTEGER) FROM assays",
  subqueries:
    "SELECT id, (SELECT max(score) FROM tasks.task_1.designs AS d WHERE d.sequence = a.sequence) AS s FROM assays AS a WHERE EXISTS (SELECT 1 FROM tasks.task_1.designs) AND id >= ALL (SELECT id FROM assays FOR VERSION AS OF 12) AND id NOT IN (SELECT id FROM empty)",
  joins:
    "SELECT a.*, b.id FROM assays AS a LEFT JOIN (assays AS b CROSS JOIN (VALUES (1, 'x'), (2, 'y')) AS v(n, t)) ON a.id = b.id AND v.n = 1 CROSS JOIN LATERAL (SELECT a.id + 1 AS next) AS l",
  types:
    "SELECT CAST(1 AS TINYINT), 1.50, CAST('0.1' AS REAL), ARRAY[CAST(1.5 AS DECIMAL(20, 5))], NULL, ARRAY[ARRAY['a', NULL]], DATE '2026-01-31', CAST(ROW(TIMESTAMP '2026-01-31 12:00:00.5') AS ROW(at TIMESTAMP)) AS r, nan()",
  rowDiff: rowDiffSql(columns, columns.slice(0, 2)).replaceAll(/\s+/g, " "),
  bestValues: bestSql(measured, [undefined, { direction: "MINIMIZE", target: null }]).replaceAll(/\s+/g, " "),
  designs: designsSql([{ round: "7", reference: "tasks.task_1.designs" }], [measured]).replaceAll(
    /\s+/g,
    " ",
  ),
};
