import { DataProblem } from "@pdp/basics/errors";
import type { LiteralRow } from "#shared/domain/tasks/dataSources.ts";
import { literalColumns } from "#shared/domain/tasks/literalRules.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { taskRowsKey } from "#shared/objects/keys.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { TaskRun } from "../taskRun.ts";
import { UnreadableRows, writeRows } from "./writeRows.ts";

const REFERENCE = "literal_rows";

/** Returns the rows of a request, and stores them so that SQL can read them. */
export async function literalRows(
  { scope, task, signal }: TaskRun,
  input: string,
  given: readonly LiteralRow[],
): Promise<{ columns: Record<string, ArrayLike<unknown>>; snapshot: Snapshot }> {
  // Rows without any value are not stored, so there would be nothing to read.
  if (!given.some((row) => Object.values(row).some((value) => value !== null))) {
    throw new DataProblem(`The rows of \`${input}\` have no values: provide at least one row with a value.`);
  }
  const columns = literalColumns(given);
  const key = taskRowsKey(scope.id, task.id, input, newId());
  const name = `the rows of \`${input}\``;
  const file = await writeRows(scope, key, { name, columns, rows: given }, signal).catch((error: unknown) => {
    throw error instanceof UnreadableRows ? new DataProblem(error.message) : error;
  });
  const values = columns.map(({ name }) => [name, given.map((row) => row[name] ?? null)]);
  return {
    columns: Object.fromEntries(values),
    snapshot: {
      context: task.context,
      query: `SELECT * FROM ${REFERENCE}`,
      version: null,
      relations: [{ reference: REFERENCE, version: null, kind: "ROWS", columns, files: [file] }],
    },
  };
}
