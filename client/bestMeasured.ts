import { proteinColumns } from "@pdp/basics/proteins";
import { kindOf, type StatedAssembly, sequenceOf } from "./requests/assembly.ts";
import { readTraining } from "./requests/earlierTask.ts";
import { hasProteinSql, namesOfProtein, type ProteinColumns, proteinSql } from "./requests/proteinColumns.ts";
import { quoteName } from "./requests/sqlNames.ts";
import type { Task } from "./taskHandle.ts";
import type { Workspace } from "./workspace.ts";

/** Number of rows read to recognize columns. */
const SAMPLE_ROWS = 500;

/** Protein with the best measured value so far. */
export interface BestMeasured {
  sequence: string;
  /** Mean of its measurements. */
  value: number;
  assay: string;
}

interface PrimaryObjective {
  measure?: { assay_id: string; direction: string };
  reference?: unknown;
}

interface DesignParameters {
  generator?: { template?: { assembly?: StatedAssembly | null; sampler?: { artifact_id?: string } } };
  ranker?: { primary_objective?: PrimaryObjective | null };
}

/**
 * Finds the best protein among the measurements on which the models of a design task were trained, ranked by the assay of the
 * design task, or by the first assay of the training. If there is a target, returns the protein closest to it. Returns null if
 * there are no measurements, or if the target is the prediction for a sequence, because only the task knows that value.
 */
export async function bestMeasured(workspace: Workspace, task: Task): Promise<BestMeasured | null> {
  const { generator, ranker } = task.parameters as DesignParameters;
  const sampler = generator?.template?.sampler?.artifact_id;
  if (sampler === undefined) return null;
  const training = await (await workspace.producingTask(sampler)).get();
  const [first] = (training.parameters as { assays?: { assay_id: string }[] }).assays ?? [];
  const objective = ranker?.primary_objective;
  const assay = objective?.measure?.assay_id ?? first?.assay_id;
  const order = orderOf(objective ?? {});
  if (assay === undefined || order === null) return null;
  const column = quoteName(assay);
  const kind = kindOf(sequenceOf(generator?.template?.assembly) ?? "");
  const rows = `tasks.task_${training.id}.dataset`;
  const stated = readTraining(training.parameters).source?.sequenceColumn ?? null;
  const proteins = await proteinsIn(workspace, rows, stated, kind === "VHVL");
  if (proteins === null) return null;
  const query = `SELECT sequence, value FROM (SELECT ${proteinSql(proteins)} AS sequence, avg(${column}) AS value FROM ${rows}
    WHERE ${column} IS NOT NULL AND ${hasProteinSql(proteins)} GROUP BY 1) AS means ORDER BY ${order}, sequence LIMIT 1`;
  const [best] = await (await workspace.query<{ sequence: string; value: number }>(query)).rows();
  return best ? { ...best, assay } : null;
}

/**
 * Returns the columns with the proteins of a training's rows: the stated ones, or those that the training recognized. Null if the
 * rows only have mutations.
 */
async function proteinsIn(
  workspace: Workspace,
  rows: string,
  stated: ProteinColumns | null,
  hasChains: boolean,
): Promise<ProteinColumns | null> {
  const sample = await (
    await workspace.query<Record<string, unknown>>(`SELECT * FROM ${rows} LIMIT ${SAMPLE_ROWS}`)
  ).rows();
  const names = Object.keys(sample[0] ?? {});
  const usual = hasChains ? { vh: "vh", vl: "vl" } : "sequence";
  const present = [...(stated === null ? [] : [stated]), usual].find(
    (columns) =>
      (typeof columns === "string") !== hasChains &&
      namesOfProtein(columns).every((name) => names.includes(name)),
  );
  if (present !== undefined || hasChains) return present ?? null;
  const columns = Object.fromEntries(names.map((name) => [name, sample.map((row) => row[name])]));
  return proteinColumns({ count: sample.length, columns })[0] ?? null;
}

/** Returns an SQL sort order that lists the best means first; null if it is unknown. */
function orderOf({ measure, reference }: PrimaryObjective): string | null {
  if (measure?.direction !== "TARGET") return measure?.direction === "MINIMIZE" ? "value ASC" : "value DESC";
  return typeof reference === "number" ? `abs(value - CAST('${reference}' AS DOUBLE))` : null;
}
