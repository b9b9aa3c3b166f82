import type { Dataset } from "#shared/domain/tasks/dataSources.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import { identifier } from "#shared/duckdb/quoting.ts";

type QuerySource = Exclude<Dataset, { kind: "LITERAL" | "SNAPSHOT" }>;

/** Returns the name of a source in errors. */
export function nameOfSource(source: Dataset): string {
  switch (source.kind) {
    case "QUERY":
      return "the query";
    case "LITERAL":
      return "the rows of the request";
    case "SNAPSHOT":
      return `the input "${source.name}" of the task ${source.task_id}`;
    default:
      return `the table "${tableOfSource(source)}"`;
  }
}

/** Returns the reference of the table that a source names. */
export function tableOfSource(source: Extract<Dataset, { kind: "TABLE" | "TASK_RESULT" }>): string {
  return source.kind === "TABLE" ? source.table : taskReference(source.task_id, source.name ?? "designs");
}

/** Returns the query that reads a source. */
export function queryOfSource(source: QuerySource): string {
  if (source.kind === "QUERY") return source.query;
  return `SELECT * FROM ${tableOfSource(source).split(".").map(identifier).join(".")}`;
}
