import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  errorNamed,
  FAR_AWAY,
  functionArn,
  startEndpoint,
  type TestEndpoint,
  taskMachine,
  WAIT_MACHINE,
} from "./endpoint.ts";

const ALL = ["States.ALL"];
const calls: Record<string, unknown[]> = {};
let endpoint: TestEndpoint;
let busy = 0;
let busiest = 0;

function countCall(name: string, payload: unknown): number {
  calls[name] ??= [];
  return calls[name].push(payload);
}

const functions = {
  echo: (payload: unknown) => payload,
  nothing: () => undefined,
  fails: (payload: { error?: string; cause?: string }) => {
    countCall("fails", payload);
    throw errorNamed(payload.error ?? "Broken", payload.cause ?? "it broke");
  },
  wrap: (payload: unknown) => ({ got: payload }),
  third: (payload: { key: string }) => {
    const count = countCall(payload.key, payload);
    if (count < 3) throw errorNamed("Flaky", "not yet");
    return count;
  },
  hangs: () => new Promise(() => undefined),
  item: async (payload: { index: number; fail?: boolean }) => {
    countCall("item", payload);
    busiest = Math.max(busiest, ++busy);
    await new Promise((done) => setImmediate(done));
    busy--;
    if (payload.fail) throw errorNamed("BadFile", `file ${payload.index}`);
    return payload.index * 10;
  },
};

const machines = {
  result: taskMachine("wrap", { ResultPath: "$.inner.result" }),
  noResult: taskMachine("nothing", { ResultPath: "$.result" }),
  missing: {
    StartAt: "Work",
    States: {
      Work: {
        Type: "Map",
        ItemsPath: "$.absent",
        ItemProcessor: {
          StartAt: "Item",
          States: { Item: { Type: "Task", Resource: functionArn("echo"), End: true } },
        },
        Retry: [{ ErrorEquals: ALL, IntervalSeconds: 0 }],
        Catch: [{ ErrorEquals: ALL, Next: "Caught" }],
        End: true,
      },
      Caught: { Type: "Succeed" },
    },
  },
  retries: taskMachine("third", {
    Retry: [
      { ErrorEquals: ["Other"], MaxAttempts: 9, IntervalSeconds: 0 },
      { ErrorEquals: ["Flaky"], MaxAttempts: 5, IntervalSeconds: 0 },
    ],
  }),
  givesUp: taskMachine("fails", { Retry: [{ ErrorEquals: ALL, MaxAttempts: 2, IntervalSeconds: 0 }] }),
  catches: {
    StartAt: "Work",
    States: {
      Work: {
        Type: "Task",
        Resource: functionArn("fails"),
        Catch: [
          { ErrorEquals: ["Gone"], Next: "Never" },
          { ErrorEquals: ["States.TaskFailed"], ResultPath: "$.failure", Next: "Report" },
        ],
        End: true,
      },
      Never: { Type: "Fail" },
      Report: { Type: "Succeed" },
    },
  },
  fails: { StartAt: "A", States: { A: { Type: "Fail", Error: "Odd", Cause: "as it is" } } },
  taskTimeout: {
    StartAt: "Work",
    States: {
      Work: {
        Type: "Task",
        Resource: functionArn("hangs"),
        TimeoutSeconds: 1,
        Catch: [
          { ErrorEquals: ["States.TaskFailed"], Next: "No" },
          { ErrorEquals: ["States.Timeout"], Next: "Yes" },
        ],
        End: true,
      },
      No: { Type: "Fail" },
      Yes: { Type: "Succeed" },
    },
  },
  timeout: { TimeoutSeconds: 1, ...taskMachine("hangs") },
  map: {
    StartAt: "Each",
    States: {
      Each: {
        Type: "Map",
        ItemsPath: "$.items",
        MaxConcurrency: 2,
        ItemSelector: {
          "index.$": "$$.Map.Item.Index",
          "fail.$": "$$.Map.Item.Value.fail",
          "load.$": "$.load",
        },
        ItemProcessor: {
          ProcessorConfig: { Mode: "INLINE" },
          StartAt: "Item",
          States: {
            Item: { Type: "Task", Resource: functionArn("item"), ResultPath: "$.result", Next: "Last" },
            Last: { Type: "Succeed" },
          },
        },
        ResultPath: "$.done",
        End: true,
      },
    },
  },
  mapStops: {
    StartAt: "Each",
    States: {
      Each: {
        Type: "Map",
        ItemProcessor: {
          StartAt: "Which",
          States: {
            Which: {
              Type: "Choice",
              Choices: [{ Variable: "$.wait", BooleanEquals: true, Next: "Wait" }],
              Default: "Fail",
            },
            Wait: { Type: "Wait", TimestampPath: "$.until", End: true },
            Fail: { Type: "Task", Resource: functionArn("fails"), End: true },
          },
        },
        Catch: [{ ErrorEquals: ALL, Next: "Caught" }],
        End: true,
      },
      Caught: { Type: "Succeed" },
    },
  },
  wait: WAIT_MACHINE,
  endless: {
    StartAt: "A",
    States: {
      A: { Type: "Choice", Choices: [{ Variable: "$.a", BooleanEquals: false, Next: "Z" }], Default: "A" },
      Z: { Type: "Succeed" },
    },
  },
  tooLarge: taskMachine("echo", { ResultPath: "$.again" }),
};

beforeAll(async () => {
  endpoint = await startEndpoint(machines, functions);
});
afterAll(() => endpoint.stop());

async function output(machine: string, input?: unknown): Promise<unknown> {
  const execution = await endpoint.run(machine, input);
  expect(execution).toMatchObject({ status: "SUCCEEDED" });
  return JSON.parse(execution.output ?? "null");
}

describe("a Task", () => {
  test("a Task gets the state's input and inserts its result", async () => {
    const input = { id: 7, inner: { a: 1 } };
    expect(await output("result", input)).toEqual({ id: 7, inner: { a: 1, result: { got: input } } });
  });

  test("a Task without a response returns null", async () => {
    expect(await output("noResult", {})).toEqual({ result: null });
    expect(await output("noResult", { a: 1 })).toEqual({ a: 1, result: null });
  });

  test("the matching retrier retries a Task", async () => {
    expect(await output("retries", { key: "k" })).toBe(3);
  });

  test("a Task runs MaxAttempts + 1 times, then its error ends the execution", async () => {
    calls.fails = [];
    const execution = await endpoint.run("givesUp", { error: "Broken", cause: "for good" });
    expect(execution).toMatchObject({ status: "FAILED", error: "Broken", cause: "for good" });
    expect(calls.fails).toHaveLength(3);
  });

  test("a failed Task continues at the first matching catcher, with the error added to the input", async () => {
    const cause = 'bad "quote" and \\ backslash';
    const input = { error: "Odd", cause };
    expect(await output("catches", input)).toEqual({ ...input, failure: { Error: "Odd", Cause: cause } });
  });

  test("a Task that takes too long fails with States.Timeout, not States.TaskFailed", async () => {
    expect(await output("taskTimeout")).toMatchObject({ Error: "States.Timeout" });
  });
});

describe("a Map", () => {
  test("a Map processes items in order, up to its concurrency", async () => {
    busiest = 0;
    const items = Array.from({ length: 7 }, (_, index) => ({ fail: false, index }));
    const { load, done } = (await output("map", { load: "l", items })) as { load: string; done: object[] };
    expect(load).toBe("l");
    expect(done).toEqual(items.map(({ fail, index }) => ({ fail, index, load: "l", result: index * 10 })));
    expect(busiest).toBe(2);
  });

  test("a Map over an empty list returns an empty list", async () => {
    expect(await output("map", { load: "l", items: [] })).toEqual({ load: "l", items: [], done: [] });
  });

  test("a Map starts no further item after a failure, and fails with its error", async () => {
    calls.item = [];
    const items = Array.from({ length: 50 }, (_, index) => ({ fail: index === 2 }));
    const execution = await endpoint.run("map", { load: "l", items });
    expect(execution).toMatchObject({ status: "FAILED", error: "BadFile", cause: "file 2" });
    const after = calls.item.length;
    expect(after).toBeLessThan(6);
    await endpoint.run("result", { inner: {} });
    expect(calls.item).toHaveLength(after);
  });

  test("a Map over a non-array fails", async () => {
    expect(await endpoint.run("map", { load: "l", items: {} })).toMatchObject({ error: "States.Runtime" });
  });

  test("a Map stops its other items when one fails", async () => {
    const items = [
      { wait: true, ...FAR_AWAY },
      { wait: false, cause: "c" },
    ];
    expect(await output("mapStops", items)).toEqual({ Error: "Broken", Cause: "c" });
  });

  test("a Map with an unknown path fails the execution regardless of retriers and catchers", async () => {
    const execution = await endpoint.run("missing");
    expect(execution).toMatchObject({ status: "FAILED", error: "States.Runtime" });
    expect(execution.cause).toBe("Path expression '$.absent' does not point to a value");
  });
});

describe("an execution", () => {
  test("an execution waits until the time given by a path", async () => {
    const past = { until: "2020-01-01T00:00:00.5+01:00" };
    expect(await output("wait", past)).toEqual(past);
    const soon = { until: new Date(Date.now() + 300).toISOString() };
    await output("wait", soon);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon.until));
    for (const until of ["tomorrow", 0, null]) {
      expect(await endpoint.run("wait", { until })).toMatchObject({
        status: "FAILED",
        error: "States.Runtime",
      });
    }
  });

  test("a Fail state sets error and cause", async () => {
    expect(await endpoint.run("fails")).toMatchObject({ status: "FAILED", error: "Odd", cause: "as it is" });
  });

  test("an execution beyond its machine's timeout is TIMED_OUT", async () => {
    expect(await endpoint.run("timeout")).toMatchObject({ status: "TIMED_OUT" });
  });

  test("an infinite loop fails after AWS's maximum number of events, and other executions run meanwhile", async () => {
    const circles = endpoint.run("endless", { a: true });
    await output("result", { inner: {} });
    expect(await circles).toMatchObject({ status: "FAILED", error: "States.Runtime" });
  });

  test("an execution with data that exceeds the limit fails", async () => {
    const execution = await endpoint.run("tooLarge", { text: "x".repeat(150_000) });
    expect(execution).toMatchObject({ status: "FAILED", error: "States.DataLimitExceeded" });
  });
});
