import { tableFromIPC } from "@uwdata/flechette";
import { visibleInTask } from "#shared/domain/context.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import type { SequenceSource } from "#shared/domain/tasks/taskParameters.ts";
import { identifier } from "#shared/duckdb/quoting.ts";
import { relationsOf } from "#shared/history/relations.ts";
import { sqlEngine } from "#shared/history/sqlEngine.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import type { TaskRun } from "./taskRun.ts";

/** Rows of a data set: whole columns by name, null if a cell is missing, dates and times as `Date`. */
export interface Rows {
  /** Name of the data set in errors. */
  name: string;
  count: number;
  columns: Record<string, ArrayLike<unknown>>;
}

export type SqlSource = Exclude<SequenceSource, { kind: "LIST" }>;

/**
 * Reads the rows of a table or query that a task may use, at the requested version or else at `version`, and records
 * the version of each table in `snapshots`. Throws a `DataProblem` for errors that the user can fix.
 */
export async function readRows(
  run: TaskRun,
  source: SqlSource,
  version: string,
  snapshots: Record<string, string>,
): Promise<Rows> {
  const { scope, task, signal } = run;
  const isTable = source.kind === "TABLE";
  const name = isTable ? `the table "${source.table}"` : "the query";
  const text = isTable ? `SELECT * FROM ${tableName(source.table)}` : source.query;
  try {
    const resolve = relationsOf(scope, visibleInTask(task.context), { snapshots });
    const at = (isTable ? source.version_id : null) ?? version;
    const query = await compileQuery(text, { resolve, ...(at === "0" ? {} : { version: at }) });
    const stream = await sqlEngine(scope).run(query, { compression: null, signal });
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const table = tableFromIPC(Buffer.concat(chunks), { useDate: true });
    const columns = Object.fromEntries(
      table.schema.fields.map((field) => [
        field.name,
        table.getChild(field.name).toArray() as ArrayLike<unknown>,
      ]),
    );
    return { name, count: table.numRows, columns };
  } catch (error) {
    const isMendable =
      error instanceof DomainError && ["malformed", "not_found", "invalid"].includes(error.kind);
    throw isMendable ? new DataProblem(`The data set, ${name}, cannot be read: ${error.message}`) : error;
  }
}

function tableName(reference: string): string {
  return reference.split(".").map(identifier).join(".");
}
