import { expect, it } from "vitest";
import { TURNS } from "#local/workers/workLimits.ts";
import machine from "../../../statemachines/query.asl.json" with { type: "json" };

/** Maximum value of LONG_QUERY_TIMEOUT_SECONDS, in milliseconds. */
const MAX_COMPUTE_MS = 9_999_000;

const { Compute } = machine.States;

it("a query that waits for its turn still gets its full time limit", () => {
  const { maxWaitMs } = TURNS.longQuery;
  expect(Compute.TimeoutSeconds * 1000).toBeGreaterThan(maxWaitMs + MAX_COMPUTE_MS);
  expect(machine.TimeoutSeconds).toBeGreaterThan(Compute.TimeoutSeconds);
});

it.each(["Sandbox.Timedout", "States.Timeout", "Worker.OutOfMemory"])(
  "a query that fails with %s is not run again",
  (error) => {
    const retry = Compute.Retry.find(({ ErrorEquals }) =>
      ErrorEquals.some((name) => name === error || name === "States.ALL"),
    );
    expect(retry?.MaxAttempts).toBe(0);
  },
);
