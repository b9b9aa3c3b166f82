import { currentReference } from "../currentReference.ts";
import { readTraining } from "../requests/earlierTask.ts";
import { hasProteinSql, namesOfProtein, proteinSql } from "../requests/proteinColumns.ts";
import { quoteName, quoteReference } from "../requests/sqlNames.ts";
import type { Task } from "../taskHandle.ts";
import type { Workspace } from "../workspace.ts";
import type { LoadedValue } from "./roundProgress.ts";

/** Maximum number of means that are read. */
const MAX_VALUES = 200_000;

/** Values of an assay by import, and the wild type specified by the training or analysis. */
export interface AssayValues {
  values: LoadedValue[];
  /** False if only some of the values were read; those of the earliest imports are then missing. */
  isComplete: boolean;
  wildType: string | null;
}

interface ReadValue {
  load: string | number | bigint;
  sequence: string;
  value: number;
  variance: number | null;
  n: number | bigint;
}

/**
 * Reads the values of an assay in a project's rows from the table that one of its training runs or analyses used. Null if the
 * data did not come from a table with a sequence column.
 */
export async function readAssayValues(
  workspace: Workspace,
  projectId: string,
  assayId: string,
  task: Task,
): Promise<AssayValues | null> {
  const { source, reference } = readTraining(task.parameters);
  const tables = Object.keys(task.data_versions);
  const [only = ""] = tables.length === 1 ? tables : [];
  const named = source?.table ?? only;
  const column = source === null ? "sequence" : source.sequenceColumn;
  const table = named === "" ? null : await currentReference(workspace, named);
  if (table === null || column === null) return null;
  const { columns, kind } = await workspace.table(table);
  // View rows do not identify the import from which they came.
  if (kind !== "TABLE") return null;
  const names = new Set(columns.map(({ name }) => name));
  if (![...namesOfProtein(column), assayId].every((name) => names.has(name))) return null;
  const [sequence, assay] = [proteinSql(column), quoteName(assayId)];
  const result = await workspace.query<ReadValue>(
    `SELECT "$load_id" AS load, ${sequence} AS sequence, avg(CAST(${assay} AS DOUBLE)) AS value, var_samp(CAST(${assay} AS DOUBLE)) AS variance, count(*) AS n FROM ${quoteReference(table)} ` +
      `WHERE ${hasProteinSql(column)} AND ${assay} IS NOT NULL GROUP BY 1, 2 ORDER BY 1 DESC LIMIT ${MAX_VALUES}`,
    { project: projectId },
  );
  const values = (await result.rows()).map(({ load, sequence: of, value, variance, n }) => ({
    load: String(load),
    sequence: of,
    value,
    variance,
    rows: Number(n),
  }));
  return { values, isComplete: values.length < MAX_VALUES, wildType: reference || null };
}
