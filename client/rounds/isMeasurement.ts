import type { Load } from "../loadHandle.ts";

/** Tells whether a load has rows of imported files: results of tasks are loads without files. */
export function isMeasurement({
  state,
  is_active,
  files,
}: Pick<Load, "state" | "is_active" | "files">): boolean {
  return state === "COMPLETED" && is_active && files.length > 0;
}
