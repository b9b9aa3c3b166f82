import type { Column } from "@pdp/basics/columns";
import { column } from "#test/shared/engines/parquetLake.ts";

/** Corpus table, with its rows as VALUES that both Trino and DuckDB can read. */
export interface CorpusTable {
  columns: Column[];
  /** Trino type of each column. */
  types: string[];
  /** VALUES rows in Trino syntax. */
  rows: string[];
}

const detail = column("detail", "STRUCT", { columns: [column("label", "STRING"), column("v", "FLOAT64")] });
const sites = column("sites", "ARRAY", { item_type: { type: "INT64", nullable: true } });

export const TABLES: Record<string, CorpusTable> = {
  variants: {
    columns: [
      column("id", "INT64"),
      column("sequence", "STRING"),
      column("mutations", "STRING"),
      column("fitness", "FLOAT64"),
      column("assay", "STRING"),
      column("active", "BOOL"),
      column("day", "DATE"),
      column("measured_at", "TIMESTAMP"),
      sites,
      detail,
    ],
    types: [
      "bigint",
      "varchar",
      "varchar",
      "double",
      "varchar",
      "boolean",
      "date",
      "timestamp(6)",
      "array(bigint)",
      "row(label varchar, v double)",
    ],
    rows: [
      "1, 'MKVLAT', '', 1.0, 'heat', true, DATE '2026-01-05', TIMESTAMP '2026-01-05 10:00:00.000000', ARRAY[], ROW('wt', 0.5)",
      "2, 'MKVLAA', 'T6A', 1.25, 'heat', true, DATE '2026-01-05', TIMESTAMP '2026-01-05 10:00:30.500000', ARRAY[6], ROW('a', 1.5)",
      "3, 'MRVLAA', 'K2R:T6A', 0.75, 'heat', false, DATE '2026-01-06', TIMESTAMP '2026-01-06 11:15:00.000001', ARRAY[2,6], ROW('b', NULL)",
      "4, 'MRVLAT', 'K2R', NULL, 'heat', NULL, DATE '2026-01-31', NULL, ARRAY[2], NULL",
      "5, 'MKVIAT', 'L4I', 2.5, 'cold', true, DATE '2026-01-31', TIMESTAMP '2026-01-31 23:59:59.999999', ARRAY[4], ROW('c', -1.0)",
      "6, 'MKVIAW', 'L4I:T6W', -0.5, 'cold', false, DATE '2026-02-28', TIMESTAMP '2026-02-28 00:00:00.000000', ARRAY[4,6], ROW(NULL, 2.25)",
      "7, 'mkvlat', NULL, 0.1, 'cold', false, NULL, TIMESTAMP '2024-02-29 12:00:00.123456', NULL, ROW('é', 0.1)",
      "8, NULL, 'X1_', 3.0, NULL, true, DATE '2025-12-31', TIMESTAMP '2025-12-31 08:30:00.250000', ARRAY[NULL], ROW('z', 100.0)",
    ],
  },
  assays: {
    columns: [
      column("name", "STRING"),
      column("temperature", "FLOAT64"),
      column("replicates", "INT64"),
      column("cutoff", "FLOAT64"),
    ],
    types: ["varchar", "double", "bigint", "double"],
    rows: ["'heat', 65.5, 3, 1.0", "'cold', 4.0, 2, 0.5", "'salt', NULL, NULL, NULL"],
  },
  counts: {
    columns: [
      column("variant", "INT64"),
      column("round", "INT64"),
      column("reads", "INT64"),
      column("total", "INT64"),
    ],
    types: ["bigint", "bigint", "bigint", "bigint"],
    rows: [1, 2, 3, 5, 6].flatMap((variant) =>
      [0, 1, 2].map((round) => `${variant}, ${round}, ${(variant * 37 + round * 11) % 50}, ${1000 + round}`),
    ),
  },
};
