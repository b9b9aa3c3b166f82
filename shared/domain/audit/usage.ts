import * as v from "valibot";
import type { AuditRecord } from "./auditRecord.ts";

const sum = (description: string, example: number) =>
  v.pipe(
    v.number(),
    v.metadata({ jsonSchema: { type: "number", minimum: 0, description, examples: [example] } }),
  );

const totals = {
  requests: sum("Number of requests, including refused ones", 18_250),
  scanned_bytes: sum("Bytes that queries read", 5_368_709_120),
  task_seconds: sum("Computing time of tasks, in seconds", 7_200.5),
};

/** Use of a workspace in a month. */
export const Usage = v.object({
  month: v.pipe(v.string(), v.description("Month in UTC"), v.examples(["2026-11"])),
  ...totals,
  stored_bytes: v.pipe(
    v.nullable(v.number()),
    v.description("Size of all objects at the last measurement in the month; null if there is none"),
    v.examples([1_073_741_824]),
  ),
});
export type Usage = v.InferOutput<typeof Usage>;

export const UsageMonth = v.pipe(
  v.string(),
  v.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Input should be a month, such as 2026-11"),
  v.description("Month in UTC"),
  v.examples(["2026-11"]),
);

/** Sums of a day's records, in UTC. */
export type UsageTotals = Pick<Usage, "requests" | "scanned_bytes" | "task_seconds">;

export const NO_USAGE: UsageTotals = { requests: 0, scanned_bytes: 0, task_seconds: 0 };

export function addRecord(before: UsageTotals, record: AuditRecord): UsageTotals {
  return addTotals(before, {
    requests: record.access === "COMPUTE" ? 0 : 1,
    scanned_bytes: record.scanned_bytes ?? 0,
    task_seconds: record.task_seconds ?? 0,
  });
}

export function addTotals(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    requests: a.requests + b.requests,
    scanned_bytes: a.scanned_bytes + b.scanned_bytes,
    task_seconds: a.task_seconds + b.task_seconds,
  };
}

/** Returns the days of a month up to `today`, both in ISO 8601 format. */
export function daysOf(month: string, today: string): string[] {
  const days: string[] = [];
  for (let day = Date.parse(`${month}-01`); ; day += 24 * 3_600_000) {
    const text = new Date(day).toISOString().slice(0, 10);
    if (!text.startsWith(month) || text > today) return days;
    days.push(text);
  }
}
