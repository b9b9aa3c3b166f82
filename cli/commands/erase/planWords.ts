import type { Erasure } from "#client/erasureHandle.ts";

const some = (count: number, what: string): string =>
  `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;

/** Says what an erasure would erase, a line for each kind. */
export function planWords({ plan }: Pick<Erasure, "plan">): string[] {
  const lines = plan.tables.map(
    ({ reference, rows, version_count }) =>
      `${some(rows, "row")} of ${reference}, in ${some(version_count, "version")}`,
  );
  const counts: [number, string][] = [
    [plan.task_count, "task with its inputs and results"],
    [plan.artifact_count, "model or report"],
    [plan.upload_count, "uploaded file"],
    [plan.result_count, "stored result"],
  ];
  for (const [count, what] of counts) if (count > 0) lines.push(`${count.toLocaleString("en-US")} × ${what}`);
  if (lines.length === 0) lines.push("nothing: no row meets this");
  if (plan.unread_loads.length > 0) {
    lines.push(`not searched, since they never became rows: the loads ${plan.unread_loads.join(", ")}`);
  }
  if (plan.views.length > 0)
    lines.push(`not changed, though they name a value: the views ${plan.views.join(", ")}`);
  return lines;
}

/** Says how far an erasure is. */
export function erasureWords({ progress }: Pick<Erasure, "progress">): string {
  if (progress === null) return "erasing";
  const phase = progress.phase.toLowerCase();
  return progress.total > 1 ? `${phase} ${progress.done} of ${progress.total}` : phase;
}
