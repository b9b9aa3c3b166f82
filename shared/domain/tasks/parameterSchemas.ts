import * as v from "valibot";
import { AnalyzeV1, AnalyzeV2 } from "./analyzeParameters.ts";
import { Diversify, Engineer } from "./designParameters.ts";
import { Predict } from "./predictParameters.ts";
import { Select } from "./selectParameters.ts";
import type { TaskType } from "./task.ts";
import { Train } from "./trainParameters.ts";
import { DiversifyV1, EngineerV1, SelectV1, TrainV1 } from "./versionOne/parameters.ts";

const SCHEMAS: Record<TaskType, v.GenericSchema<unknown, object>> = {
  "analyze.data/v1": AnalyzeV1,
  "analyze.data/v2": AnalyzeV2,
  "train/v2": Train,
  "diversify/v2": Diversify,
  "engineer/v2": Engineer,
  "select/v2": Select,
  "predict/v1": Predict,
  "train/v1": TrainV1,
  "diversify/v1": DiversifyV1,
  "engineer/v1": EngineerV1,
  "select/v1": SelectV1,
};

/**
 * Returns the parameters of a stored task with the defaults of the fields that its request did not have. Parameters that an
 * earlier release accepted, but this one does not, are returned unchanged.
 */
export function withDefaults(type: TaskType, stored: Record<string, unknown>): Record<string, unknown> {
  const { success, output } = v.safeParse(SCHEMAS[type], stored);
  return success ? (output as Record<string, unknown>) : stored;
}
