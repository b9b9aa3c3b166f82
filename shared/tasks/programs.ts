import type { TaskType } from "#shared/domain/tasks/task.ts";
import { analyze } from "./analyze.ts";
import { diversify } from "./diversify.ts";
import { engineer } from "./engineer.ts";
import { predict } from "./predict.ts";
import { select } from "./select.ts";
import type { TaskProgram } from "./taskProgram.ts";
import { train } from "./training/train.ts";
import { diversifyV1 } from "./versionOne/diversifyV1.ts";
import { engineerV1 } from "./versionOne/engineerV1.ts";
import { selectV1 } from "./versionOne/selectV1.ts";
import { trainV1 } from "./versionOne/trainV1.ts";

const programs: Record<TaskType, TaskProgram> = {
  "analyze.data/v1": analyze,
  "analyze.data/v2": analyze,
  "train/v2": train,
  "diversify/v2": diversify,
  "engineer/v2": engineer,
  "select/v2": select,
  "predict/v1": predict,
  "train/v1": trainV1,
  "diversify/v1": diversifyV1,
  "engineer/v1": engineerV1,
  "select/v1": selectV1,
};

/** Returns the program for a task type. */
export function programOf(type: TaskType): TaskProgram {
  return programs[type];
}
