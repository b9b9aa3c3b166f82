import { tableName } from "@pdp/basics/columns";
import type { Dataset } from "#shared/domain/tasks/dataSources.ts";
import { tasksOfSource } from "./resultRows.ts";

/** Returns the name of a source for error messages. */
export function nameOfSource(source: Dataset): string {
  switch (source.kind) {
    case "QUERY":
      return "the query";
    case "LITERAL":
      return "the rows in the request";
    case "SNAPSHOT":
      return "id" in source
        ? `the snapshot ${source.id}`
        : `the input "${source.name}" of the task ${source.task_id}`;
    case "TASK_RESULT":
      return `the table "${source.table ?? source.name ?? "designs"}" of the task ${tasksOfSource(source).join(", ")}`;
    case "TABLE":
      return `the table "${source.table}"`;
  }
}

/** Returns the query that reads a table. */
export function queryOfTable(reference: string): string {
  return `SELECT * FROM ${tableName(reference)}`;
}

/** Column with the load of each row: the hidden column of tables, which queries may select. */
export const LOAD_COLUMN = "$load_id";

/** Returns the query that reads a table and the load of each row. */
export function queryWithLoads(reference: string): string {
  return `SELECT *, "${LOAD_COLUMN}" FROM ${tableName(reference)}`;
}
