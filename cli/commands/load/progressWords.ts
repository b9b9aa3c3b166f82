import type { Load } from "#client/loadHandle.ts";

/** Returns a description of a load's progress. */
export function progressWords({ id, progress }: Load): string {
  if (!progress) return `load ${id}`;
  const { phase, files_done, files, rows_done } = progress;
  const rows = rows_done.toLocaleString("en-US");
  return `load ${id}  ${phase.toLowerCase()}  ${files_done} of ${files} files  ${rows} rows`;
}
