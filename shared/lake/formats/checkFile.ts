import type { Column } from "#shared/domain/column.ts";
import type { Problem } from "#shared/domain/problem.ts";
import { matchColumns } from "./matchColumns.ts";
import { planParquet } from "./parquet/parquetSchema.ts";
import type { Source } from "./source.ts";
import { scanCsv } from "./text/scanCsv.ts";
import { scanNdjson } from "./text/scanNdjson.ts";
import { UnreadableXlsx } from "./xlsx/unreadableXlsx.ts";
import { headerNames, xlsxRows } from "./xlsx/xlsxRows.ts";

const ROWS_LOOKED_AT = 1_000;

/**
 * Checks a file quickly when it is uploaded: its format, its header against the table, and the shape of its first 1,000
 * rows. `ingestFile` checks the values. Returns at most 100 problems.
 */
export async function checkFile(source: Source, columns: Column[]): Promise<Problem[]> {
  switch (source.format) {
    case "CSV":
    case "TSV":
      return (await scanCsv(source, columns, { shapeOfRows: ROWS_LOOKED_AT })).problems.listed;
    case "NDJSON":
      return (await scanNdjson(source, columns, { shapeOfRows: ROWS_LOOKED_AT })).problems.listed;
    case "XLSX":
      return checkXlsx(source, columns);
    case "PARQUET":
      return (await planParquet(source, columns)).problems;
  }
}

async function checkXlsx(source: Source, columns: Column[]): Promise<Problem[]> {
  try {
    for await (const { line, values } of xlsxRows(source.path)) {
      return matchColumns(columns, headerNames(values), source.name, line).problems;
    }
    return [{ file: source.name, reason: "the first sheet is empty" }];
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    return [{ file: source.name, reason: error.message }];
  }
}
