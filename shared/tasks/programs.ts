import type { TaskType } from "#shared/domain/task.ts";
import { analyze } from "./analyze.ts";
import type { TaskProgram } from "./taskProgram.ts";

const programs: Partial<Record<TaskType, TaskProgram>> = {
  "analyze.data/v1": analyze,
  "analyze.data/v2": analyze,
};

/** What a type of task does. */
export function programOf(type: TaskType): TaskProgram {
  const program = programs[type];
  if (!program) throw new Error(`There is no program for ${type}`);
  return program;
}
