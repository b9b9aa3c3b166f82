import type { Task } from "#client/taskHandle.ts";

/** Returns whether a training learns only from a structure or from related proteins. */
export function isWithoutMeasurements({ type, parameters }: Pick<Task, "type" | "parameters">): boolean {
  const { data } = parameters as { data?: { dataset?: unknown } | null };
  return type === "train/v2" && data != null && data.dataset == null;
}
