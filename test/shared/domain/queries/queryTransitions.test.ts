import fc from "fast-check";
import { expect, it } from "vitest";
import { isQueryExpired } from "#shared/domain/queries/query.ts";
import {
  cancelQuery,
  completeQuery,
  failQuery,
  markRunning,
  newQuery,
  restartQuery,
  withProgress,
} from "#shared/domain/queries/queryTransitions.ts";

const AT = "2026-11-26T10:00:00.000Z";
const LATER = "2026-11-26T10:01:00.000Z";
const query = newQuery(
  "7",
  {
    query: "SELECT 1",
    format: "CSV",
    arrow_compression: null,
    project_id: null,
    version_id: null,
    workspace_name: "lab",
  },
  { by: "user_1", at: AT },
);
const outcome = { key: "results/1/a", bytes: 12, version: "7", cost: { files: 2, bytes_read: 100 } };

it("progress numbers never decrease and never exceed the total", () => {
  const progress = fc.record({ bytes_read: fc.nat(), bytes_total: fc.nat(), bytes_written: fc.nat() });
  fc.assert(
    fc.property(fc.array(progress, { minLength: 2 }), (steps) => {
      let before = query;
      for (const step of steps) {
        const after = withProgress(before, step);
        for (const name of ["bytes_read", "bytes_total", "bytes_written"] as const)
          expect(after.progress[name]).toBeGreaterThanOrEqual(before.progress[name]);
        expect(after.progress.bytes_read).toBeLessThanOrEqual(after.progress.bytes_total);
        before = after;
      }
    }),
  );
});

it("a query that runs again keeps its first start time", () => {
  expect(markRunning(markRunning(query, AT), LATER).started_at).toBe(AT);
});

it("a completed query has read and written everything", () => {
  const whole = withProgress(query, { bytes_read: 3, bytes_total: 100, bytes_written: 1 });
  const { state, progress, cost, result, ended_at } = completeQuery(whole, outcome, LATER);
  expect({ state, ended_at, cost, result }).toEqual({
    state: "COMPLETED",
    ended_at: LATER,
    cost: outcome.cost,
    result: { bytes: 12 },
  });
  expect(progress).toEqual({ bytes_read: 100, bytes_total: 100, bytes_written: 12 });
});

it("a query can be cancelled only once and not after it has finished, and gets an attempt number that no execution uses", () => {
  const cancelled = cancelQuery(query, LATER);
  expect(cancelled).toMatchObject({ state: "CANCELLED", attempt: 2, ended_at: LATER });
  expect(cancelQuery(cancelled, AT)).toBe(cancelled);
  expect(() => cancelQuery(completeQuery(query, outcome, LATER), LATER)).toThrow("is COMPLETED");
  const failed = failQuery(query, { code: "invalid_sql", detail: "No." }, LATER);
  expect(() => cancelQuery(failed, LATER)).toThrow("is FAILED");
});

it("a query is abandoned after three executions", () => {
  const second = restartQuery(query);
  const third = second && restartQuery(second);
  expect(third?.attempt).toBe(3);
  expect(third && restartQuery(third)).toBeNull();
});

it("a query expires a day after its start", () => {
  expect(isQueryExpired(query, "2026-11-27T09:59:59.999Z")).toBe(false);
  expect(isQueryExpired(query, "2026-11-27T10:00:00.000Z")).toBe(true);
});
