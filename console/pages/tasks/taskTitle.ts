import type { Task } from "#client/taskHandle.ts";

const TYPES: Record<Task["type"], string> = {
  "analyze.data/v1": "Analysis",
  "analyze.data/v2": "Analysis",
  "train/v2": "Training",
  "diversify/v2": "Diverse designs",
  "engineer/v2": "Designs",
  "select/v2": "Selected sequences",
  "predict/v1": "Predictions",
  "train/v1": "Training",
  "diversify/v1": "Diverse designs",
  "engineer/v1": "Designs",
  "select/v1": "Selected sequences",
};

/** Returns a word for what a task does. */
export function taskKind({ type }: Pick<Task, "type">): string {
  return TYPES[type];
}

/** Returns the name of a task, or else a word for what it does. */
export function taskTitle({ display_name, type, id }: Pick<Task, "display_name" | "type" | "id">): string {
  return display_name ?? `${TYPES[type]} ${id}`;
}
