import type { Numbering } from "@pdp/basics/proteins";
import { type BestMeasured, bestMeasured } from "#client/bestMeasured.ts";
import { type Design, readDesigns } from "#client/orderList/design.ts";
import { designsNumbering, writtenNumbering } from "#client/referenceNumbering.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { type ModelFacts, modelsOfDesigns } from "../tasks/models.ts";
import { type Measured, readMeasured } from "./measuredDesigns.ts";
import { type ResultsTarget, resultsTarget } from "./resultsTarget.ts";

/** Designs of a task, and what their order needs. */
export interface TaskDesigns {
  task: Task;
  /** Table with the designs. */
  table: string;
  designs: readonly Design[];
  /** Residue numbers, unless the user specifies a different number for the first residue. */
  usualNumbering: Numbering;
  /** Numbers used in the table. */
  written: Numbering;
  best: BestMeasured | null;
  /** Models that predicted the designs; null if they are unknown. */
  models: ModelFacts | null;
  target: ResultsTarget;
  /** Measurements of the designs and controls so far, by sequence. */
  measured: ReadonlyMap<string, Measured>;
}

/** Reads the designs of a task. */
export async function readTaskDesigns(workspace: Workspace, id: string): Promise<TaskDesigns> {
  const task = await workspace.task(id).get();
  const table = await workspace.task(id).designsTable();
  const [result, usualNumbering, best, target, models] = await Promise.all([
    workspace.query(`SELECT * FROM ${quoteReference(table)}`),
    designsNumbering(workspace, task),
    bestMeasured(workspace, task),
    resultsTarget(workspace, task),
    modelsOfDesigns(workspace, task),
  ]);
  const designs = readDesigns(await result.rows());
  const measured = await readMeasured(workspace, table, designs, best?.sequence ?? null, target);
  return {
    task,
    table,
    usualNumbering,
    written: writtenNumbering(task),
    best,
    target,
    measured,
    designs,
    models,
  };
}
