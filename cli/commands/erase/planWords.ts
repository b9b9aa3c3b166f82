import { formatCount } from "@pdp/basics/wording";
import type { Erasure } from "#client/erasureHandle.ts";

/** Describes a plan, with one line per kind of data. */
export function planWords({ plan }: Pick<Erasure, "plan">): string[] {
  const lines = plan.tables.map(
    ({ reference, rows, version_count }) =>
      `${formatCount(rows, "row")} of ${reference}, in ${formatCount(version_count, "version")}`,
  );
  if (lines.length === 0) lines.push("0 rows: none matches, so check the condition");
  const counts: [number, string][] = [
    [plan.task_count, "task, including its inputs and results"],
    [plan.artifact_count, "model or report"],
    [plan.order_count, "layout of an order"],
    [plan.upload_count, "uploaded file"],
    [plan.result_count, "stored result"],
    [
      plan.text_count,
      "name or description that contains an erased value (replaced; --keep-texts keeps them)",
    ],
  ];
  for (const [count, what] of counts) if (count > 0) lines.push(`${count.toLocaleString("en-US")} × ${what}`);
  if (plan.unread_loads.length > 0) {
    lines.push(
      `not searched, because their files were never ingested: the loads ${plan.unread_loads.join(", ")}`,
    );
  }
  if (plan.views.length > 0)
    lines.push(
      `not changed, although their queries contain an erased value: the views ${plan.views.join(", ")}`,
    );
  if (plan.named_tables.length > 0)
    lines.push(
      `not changed, although a name contains an erased value: the tables ${plan.named_tables.join(", ")}`,
    );
  return lines;
}

/** Returns a description of an erasure's progress. */
export function erasureWords({ progress }: Pick<Erasure, "progress">): string {
  if (progress === null) return "erasing";
  const phase = progress.phase.toLowerCase();
  return progress.total > 1 ? `${phase} ${progress.done} of ${progress.total}` : phase;
}
