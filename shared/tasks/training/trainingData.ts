import type { ScoreTable } from "@pdp/science/models";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import type { AssayBatches } from "#shared/tasks/batchEffects.ts";
import type { LimitCount } from "#shared/tasks/limitColumns.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { readPinnedData } from "#shared/tasks/pinData.ts";
import type { TaskRun } from "#shared/tasks/taskRun.ts";
import type { ScaleChoice } from "./chooseScales.ts";
import type { ExcludedRows } from "./excludeUnlike.ts";
import type { ScoreLeak } from "./scoreLeaks.ts";

/** What models are trained with, pinned when the training is prepared. */
export interface TrainingData {
  data: Measurements;
  /** Null if no row exclusion was requested. */
  excluded: ExcludedRows | null;
  /** User-provided scores. */
  scores: ScoreTable[];
  /** User-provided scores that are not used. */
  leaks: ScoreLeak[];
  /** Adjustments made to the values of batches. */
  batches: AssayBatches[];
  /** Values that are limits. */
  limits: LimitCount[];
  homologs: string[];
  /** Scale of each assay, in order. */
  scales: ScaleChoice[];
}

/** Reads what was pinned. Training runs started by earlier versions of the service pinned less. */
export async function readTrainingData(run: TaskRun<Train>): Promise<TrainingData> {
  const pinned = await readPinnedData<Pick<TrainingData, "data" | "homologs"> & Partial<TrainingData>>(run);
  return { excluded: null, scores: [], leaks: [], batches: [], limits: [], scales: [], ...pinned };
}
