import type { ScaleType } from "@pdp/science/analysis";
import {
  type AssayEvaluation,
  MIN_VARIANTS,
  type ScaleEvidence,
  type ScaleUse,
  scaleEvidence,
} from "@pdp/science/models";
import { type Context, projectOf } from "#shared/domain/context.ts";
import type { Assay, StatedAssay } from "#shared/domain/tasks/assay.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listArtifacts } from "#shared/store/artifacts.ts";
import { batchesOf } from "../batchesOf.ts";
import type { LimitSides } from "../limitColumns.ts";
import type { Measurements } from "../measurements.ts";
import type { TaskRun } from "../taskRun.ts";

export interface ScaleChoice extends ScaleUse {
  assay_id: string;
}

/** Scale of assays with too few values to compare scales. */
const DEFAULT_SCALE = "ADDITIVE";

/**
 * Chooses the scale of each assay, once for a project: the stated one; otherwise, that of the project's latest model of the
 * assay, so that models can be compared; otherwise, the one that describes the values better. `sides` are the limits of the
 * values, and `reference` defaults to the first sequence.
 */
export async function chooseScales(
  run: TaskRun<object>,
  measured: Measurements,
  assays: readonly StatedAssay[],
  { sides, reference }: { sides: readonly LimitSides[]; reference: string | null },
): Promise<ScaleChoice[]> {
  const { sequences, values } = measured;
  const batches = batchesOf(measured);
  const earlier = await earlierScales(run.scope, run.task.context, assays);
  const compare = (index: number): ScaleEvidence | null => {
    const column = values[index] ?? new Float64Array();
    const isExact = (row: number) => !Number.isNaN(column[row]) && (sides[index]?.[row] ?? 0) === 0;
    const variants = new Set(sequences.filter((_, row) => isExact(row)));
    if (variants.size < MIN_VARIANTS) return null;
    const data = { sequences, batches, values: column, limits: sides[index] ?? null };
    return scaleEvidence({ ...data, reference: reference ?? sequences[0] ?? "" }, run.seed);
  };
  const choices: ScaleChoice[] = [];
  for (const [index, { assay_id, scale_type: stated }] of assays.entries()) {
    const evidence = stated === "RANK" ? null : await run.stage(`scale-${index}`, () => compare(index));
    const before = earlier.get(assay_id) ?? null;
    choices.push({
      assay_id,
      scale_type: stated ?? before ?? evidence?.better ?? DEFAULT_SCALE,
      reason: stated ? "STATED" : before ? "EARLIER" : "DATA",
      evidence,
      earlier: before,
    });
  }
  return choices;
}

/** Returns the assays with their scales. Trainings started by earlier versions of the service have stated or default scales. */
export function withScales(assays: readonly StatedAssay[], choices: readonly ScaleChoice[]): Assay[] {
  return assays.map((assay, index) => ({
    ...assay,
    scale_type: choices[index]?.scale_type ?? assay.scale_type ?? DEFAULT_SCALE,
  }));
}

/** Adds the scales to the evaluations of models. */
export function withScaleChoices(
  evaluations: readonly AssayEvaluation[],
  choices: readonly ScaleChoice[],
): AssayEvaluation[] {
  return evaluations.map((evaluation) => {
    const choice = choices.find(({ assay_id }) => assay_id === evaluation.assay_id);
    if (!evaluation.learnability || !choice) return evaluation;
    const { assay_id: _, ...scales } = choice;
    return { ...evaluation, learnability: { ...evaluation.learnability, scales } };
  });
}

/** Maximum number of artifacts that are searched for earlier models, newest first. */
const MAX_SEARCHED = 500;
const PAGE = 100;

/** Returns the scales of a project's latest models, by assay. */
async function earlierScales(
  scope: WorkspaceScope,
  context: Context,
  assays: readonly StatedAssay[],
): Promise<Map<string, ScaleType>> {
  const scales = new Map<string, ScaleType>();
  const projectId = projectOf(context);
  if (projectId === null) return scales;
  const filter = { projectId, roundId: null, type: "model.scorer/v1", includeArchived: false };
  let cursor: string | null = null;
  for (let searched = 0; searched < MAX_SEARCHED; searched += PAGE) {
    const page = await listArtifacts(scope, filter, { cursor, limit: PAGE, order: "DESC" });
    for (const { data } of page.items) {
      for (const { assay_id, scale_type } of modeledAssays(data))
        if (scale_type !== undefined && !scales.has(assay_id)) scales.set(assay_id, scale_type);
    }
    cursor = page.cursor;
    if (cursor === null || assays.every(({ assay_id }) => scales.has(assay_id))) break;
  }
  return scales;
}

/** Returns the assays in a scorer's metadata; earlier ones do not state the scale, and erased ones have none. */
function modeledAssays({ assays }: Record<string, unknown>): { assay_id: string; scale_type?: ScaleType }[] {
  return Array.isArray(assays) ? assays : [];
}
