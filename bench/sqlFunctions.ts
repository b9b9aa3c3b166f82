import { compileQuery } from "@pdp/trino/compile";
import type { ResolveRelation } from "@pdp/trino/relations";
import type { Benchmark } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withRawDuckDb } from "./support/rawDuckDb.ts";

const ROWS = 200_000;
const RUNS = 5;

/** Trino expression, the closest DuckDB equivalent, and the maximum ratio of their times. */
type Pair = [trino: string, duckdb: string, limit?: number];

const PAIRS: Pair[] = [
  ["reverse(s)", "reverse(s)", 3],
  ["upper(s)", "upper(s)", 3],
  ["i * 1.0 / 3", "i * 1.0 / 3", 3],
  ["round(d, 2)", "round(d, 2)", 3],
  ["CAST(d AS VARCHAR)", "CAST(d AS VARCHAR)", 12],
  ["format('%.2f', d)", "format('{:.2f}', d)", 40],
  ["format('%.3e', d)", "format('{:.3e}', d)", 40],
  ["CAST(CAST(d AS REAL) AS VARCHAR)", "CAST(CAST(d AS REAL) AS VARCHAR)"],
  ["CAST(substr(a, 2) AS DOUBLE)", "CAST(substr(a, 2) AS DOUBLE)"],
  ["date_trunc('hour', from_unixtime(i))", "date_trunc('hour', make_timestamp(i * 1000000))"],
  ["array_distinct(split(s, 'K'))", "list_distinct(string_split(s, 'K'))"],
];

const resolve: ResolveRelation = async () => ({
  kind: "TABLE",
  columns: (
    [
      ["s", "STRING"],
      ["a", "STRING"],
      ["i", "INT64"],
      ["d", "FLOAT64"],
    ] as const
  ).map(([name, type]) => ({
    name,
    type,
    nullable: true,
    metadata: { description: null, deprecated: false },
  })),
  files: [],
});

export const sqlFunctions: Benchmark = {
  summary: "translated SQL functions against DuckDB's own, on one thread over the same rows",
  run: (say) =>
    withRawDuckDb(1, async (connection) => {
      await connection.run(`SET TimeZone = 'UTC'; CREATE TABLE t1 AS SELECT repeat('MKVLA', 5 + (range % 5)::INT) || range AS s,
        'x' || range AS a, range AS i, (hash(range) % 1000000) / 997.0 - 300 AS d FROM range(${ROWS})`);
      const figures: Figure[] = [];
      for (const [trino, duckdb, limit] of PAIRS) {
        const { sql } = await compileQuery(`SELECT ${trino} AS x FROM t`, { resolve });
        const store = (query: string) => () =>
          measureTime(() => connection.run(`CREATE OR REPLACE TEMP TABLE r AS ${query}`));
        const times = await inTurns(RUNS, {
          value: store(sql),
          reference: store(`SELECT ${duckdb} AS x FROM t1`),
        });
        figures.push({
          what: trino,
          ...times,
          unit: "ms",
          ...(limit !== undefined && { target: { of: "ratio", bound: "at most", limit } }),
        });
      }
      say(`medians of ${RUNS} pairs each, ${ROWS.toLocaleString("en")} rows, which are stored in a table`);
      return figures;
    }),
};
