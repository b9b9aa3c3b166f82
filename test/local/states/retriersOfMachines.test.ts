import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Definition, Retrier, State, StateGroup } from "#local/states/definition.ts";
import { Retries } from "#local/states/retry.ts";
import { StateError } from "#local/states/stateError.ts";
import { readStateMachine } from "#shared/runtime/stateMachine.ts";
import { errorNamed, functionArn, startEndpoint, type TestEndpoint } from "./endpoint.ts";

/** State machines that run everywhere: file → definition. */
const machines = Object.fromEntries(
  readdirSync("statemachines").map((file) => {
    const text = readStateMachine(file);
    const named = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => functionArn(name));
    return [file.replace(".asl.json", ""), JSON.parse(named) as Definition];
  }),
);

/** All states that call a function: `machine, state` → state. */
const tasks = Object.entries(machines).flatMap(([machine, definition]) =>
  tasksOf(definition).map(([name, state]) => [`${machine}, ${name}`, state] as const),
);

function tasksOf({ States }: StateGroup): [string, State][] {
  return Object.entries(States).flatMap(([name, state]) => [
    ...(state.Type === "Task" ? [[name, state] as [string, State]] : []),
    ...(state.ItemProcessor ? tasksOf(state.ItemProcessor) : []),
  ]);
}

/** Delays between the attempts of a state that always fails with this error, in milliseconds. */
function waits(state: State, error: string): number[] {
  const retries = new Retries(state);
  const found: number[] = [];
  for (let wait = retries.next(new StateError(error, "")); wait !== undefined; ) {
    found.push(wait);
    wait = retries.next(new StateError(error, ""));
  }
  return found;
}

/** Same state machines, in which all retriers have jitter, so the minimum delay is zero. */
function withJitter(all: Record<string, Definition>): Record<string, Definition> {
  const isRetrier = (value: unknown): value is Retrier =>
    typeof value === "object" && value !== null && "BackoffRate" in value;
  const text = JSON.stringify(all, (_, value) =>
    isRetrier(value) ? { ...value, JitterStrategy: "FULL" } : value,
  );
  return JSON.parse(text);
}

describe("every step in the state machines", () => {
  it("there are 22 steps", () => {
    expect(tasks).toHaveLength(22);
  });

  it.each(tasks)(
    "the step %s waits for reserved concurrency repeatedly, up to five minutes at a time",
    (_, state) => {
      for (const error of [
        "TooManyRequestsException",
        "ServiceException",
        "AWSLambdaException",
        "SdkClientException",
      ]) {
        const found = waits(state, `Lambda.${error}`);
        expect(found.length, error).toBe(100);
        expect(Math.max(...found), error).toBeLessThanOrEqual(300_000);
        // Each waits for a different time, so that calls refused together are not retried together.
        expect(new Set(found).size, error).toBeGreaterThan(1);
      }
    },
  );

  it.each(tasks)("the step %s is retried a limited number of times if Lambda gives no reason", (_, state) => {
    const found = waits(state, "Lambda.Unknown");
    expect(found).toHaveLength(20);
    expect(Math.max(...found)).toBeLessThanOrEqual(300_000);
    expect(new Set(found).size).toBeGreaterThan(1);
  });

  it.each(tasks)("the step %s fails after a few attempts if its function fails", (_, state) => {
    const { length } = waits(state, "TypeError");
    expect(length).toBeGreaterThanOrEqual(2);
    expect(length).toBeLessThanOrEqual(8);
  });
});

describe("a step that processes a tenant's data", () => {
  const computing = tasks.filter(([, { Resource = "" }]) =>
    /:(checkKeys|ingestLoadFiles|prepareTask|runTask|computeStoredQuery)$/.test(Resource),
  );

  it.each(computing)("the step %s is not retried if its process exceeded a limit", (_, state) => {
    for (const error of ["Worker.OutOfMemory", "Worker.TimedOut"]) expect(waits(state, error)).toEqual([]);
    expect(waits(state, "Worker.Ended").length).toBeGreaterThan(0);
    expect(computing).toHaveLength(5);
  });
});

describe("a load", () => {
  let endpoint: TestEndpoint;
  const calls: [name: string, payload: unknown][] = [];
  let refusals = 0;

  /** Executor without capacity: it refuses the first calls of each step with every error name that Lambda uses for this. */
  let throttled: TestEndpoint;
  const throttledCalls: [name: string, payload: unknown][] = [];
  let faults = 1;

  function throttling(name: string, work: (payload: { load_id: string }) => unknown) {
    const errors = ["TooManyRequestsException", "ServiceException", "SdkClientException", "Unknown"];
    let left = 3 * errors.length;
    return (payload: { load_id: string }) => {
      if (left > 0) {
        left -= 1;
        throw errorNamed(`Lambda.${errors[left % errors.length]}`, "No function is free.");
      }
      throttledCalls.push([name, payload]);
      return work(payload);
    };
  }

  beforeAll(async () => {
    throttled = await startEndpoint(withJitter(machines), {
      planLoad: throttling("planLoad", () => ({ action: "INGEST", batches: [["1"]] })),
      ingestLoadFiles: throttling("ingestLoadFiles", () => {
        faults -= 1;
        if (faults >= 0) throw new TypeError("A fault of the step's own");
        return {};
      }),
      commitLoad: throttling("commitLoad", () => ({ check_keys: false })),
      failLoad: throttling("failLoad", () => ({})),
    });
    const called = (name: string, payload: unknown): void => {
      calls.push([name, payload]);
    };
    endpoint = await startEndpoint(machines, {
      planLoad: () => ({ action: "INGEST", batches: [["1"]] }),
      ingestLoadFiles: (payload: { load_id: string }) => {
        called("ingestLoadFiles", payload);
        if (payload.load_id === "too large") throw errorNamed("Worker.OutOfMemory", "The process was ended");
        if (refusals > 0) {
          refusals -= 1;
          throw errorNamed("Lambda.TooManyRequestsException", "Rate Exceeded.");
        }
        return {};
      },
      commitLoad: (payload) => {
        called("commitLoad", payload);
        return { check_keys: false };
      },
      failLoad: (payload) => called("failLoad", payload),
    });
  });

  afterAll(async () => {
    vi.restoreAllMocks();
    await endpoint.stop();
    await throttled.stop();
  });

  function namesOf(run: readonly [string, unknown][]): string[] {
    return run.map(([name]) => name);
  }

  it("a load with a file that needs too many resources is tried only once, and the error says so", async () => {
    const { status } = await endpoint.run("load", { workspace_id: "17", load_id: "too large", attempt: 1 });
    expect(status).toBe("SUCCEEDED");
    const made = calls.splice(0);
    expect(namesOf(made)).toEqual(["ingestLoadFiles", "failLoad"]);
    expect(made[1]?.[1]).toMatchObject({ load_id: "too large", failure: { Error: "Worker.OutOfMemory" } });
  });

  it("a load that finds no free function waits, and is then committed", async () => {
    refusals = 1;
    const { status } = await endpoint.run("load", { workspace_id: "17", load_id: "patient", attempt: 1 });
    expect(status).toBe("SUCCEEDED");
    expect(namesOf(calls.splice(0))).toEqual(["ingestLoadFiles", "ingestLoadFiles", "commitLoad"]);
  });

  it("a throttled load is committed, and the count of its errors still starts at one", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { status } = await throttled.run("load", { workspace_id: "17", load_id: "patient", attempt: 1 });
    expect(status).toBe("SUCCEEDED");
    expect(namesOf(throttledCalls.splice(0))).toEqual([
      "planLoad",
      "ingestLoadFiles",
      "ingestLoadFiles",
      "commitLoad",
    ]);
    // Code errors are retried at most twice.
    faults = Number.POSITIVE_INFINITY;
    await throttled.run("load", { workspace_id: "17", load_id: "faulty", attempt: 1 });
    expect(namesOf(throttledCalls.splice(0))).toEqual([
      ...["planLoad", "ingestLoadFiles", "ingestLoadFiles", "ingestLoadFiles", "failLoad"],
    ]);
  });
});
