import { isPlanned, ordinaryTests, type Rule } from "./rule.ts";

/** Result of one test, as in Vitest's JSON report. */
export interface TestResult {
  title: string;
  status: string;
}

/** Returns the behaviors of the rows that did not pass: those that failed and those that did not run. */
export function unpassedRows(rules: readonly Rule[], results: readonly TestResult[]): string[] {
  const passed = new Set(results.filter(({ status }) => status === "passed").map(({ title }) => title));
  const failed = new Set(results.filter(({ status }) => status === "failed").map(({ title }) => title));
  return rules
    .filter((row) => !isPlanned(row))
    .filter((row) => {
      const titles = ordinaryTests(row)?.titles ?? [row.behavior];
      return titles.some((title) => failed.has(title) || !passed.has(title));
    })
    .map(({ behavior }) => behavior);
}
