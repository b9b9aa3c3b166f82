import type { Load } from "#client/loadHandle.ts";

/** Returns a load's progress in words. */
export function progressWords({ id, progress }: Load): string {
  if (!progress) return `load ${id}`;
  const { phase, files_done, files, rows_done } = progress;
  const rows = rows_done.toLocaleString("en-US");
  return `load ${id}  ${phase.toLowerCase()}  ${files_done} of ${files} files  ${rows} rows`;
}
