import { readColumnRoles } from "#client/columnRoles.ts";
import type { ResultColumns } from "#client/orderList/matchResults.ts";
import { readDesign, readTraining } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";
import { numericColumns } from "../columnChoices.ts";
import { withCurrentSource } from "../tasks/measured/currentSource.ts";

/** Table for design results: the one on which the designs' models were trained. */
export interface ResultsTarget extends ResultColumns {
  /** Current reference of the table; null if the models were trained on something else. */
  table: string | null;
  /** Names of its numeric columns. */
  columns: readonly string[];
}

/** Finds the table on which the models of designs were trained, with its sequence and mutation columns. */
export async function resultsTarget(workspace: Workspace, task: Task): Promise<ResultsTarget> {
  const unknown = { table: null, sequence: "sequence", mutations: "mutations", columns: [] };
  const design = readDesign(task.parameters);
  if (!design) return unknown;
  const training = await (await workspace.producingTask(design.sampler)).get();
  const { source } = await withCurrentSource(workspace, readTraining(training.parameters));
  const table = (await take(workspace.tables())).find(
    ({ reference, kind }) => reference === source?.table && kind === "TABLE",
  );
  if (!source || !table) return unknown;
  const { mutations } = await readColumnRoles(workspace, table);
  const codes = typeof source.mutations === "string" ? source.mutations : mutations[0];
  return {
    table: table.reference,
    sequence: source.sequenceColumn,
    mutations: codes ?? null,
    columns: numericColumns(table),
  };
}
