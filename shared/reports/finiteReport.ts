import type { Report } from "./report.ts";

/** Returns the report with JSON-compatible numbers: null for each number that is not finite, and 0 for −0. */
export function finiteReport(report: Report): Report {
  return finite(report) as Report;
}

function finite(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map(finite);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === undefined ? [] : [[key, finite(field)]])),
  );
}
