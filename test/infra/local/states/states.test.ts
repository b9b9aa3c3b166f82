import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorNamed, functionArn, startEndpoint, type TestEndpoint, taskMachine } from "./endpoint.ts";

const ALL = ["States.ALL"];
const calls: Record<string, unknown[]> = {};
let endpoint: TestEndpoint;
let busy = 0;
let busiest = 0;

function called(name: string, payload: unknown): number {
  calls[name] ??= [];
  return calls[name].push(payload);
}

const functions = {
  echo: (payload: unknown) => payload,
  nothing: () => undefined,
  fails: (payload: { error?: string; cause?: string }) => {
    called("fails", payload);
    throw errorNamed(payload.error ?? "Broken", payload.cause ?? "it broke");
  },
  third: (payload: { key: string; retry: number }) => {
    if (called(payload.key, payload.retry) < 3) throw errorNamed("Flaky", "not yet");
    return calls[payload.key];
  },
  hangs: () => new Promise(() => undefined),
  item: async (payload: { index: number; fail?: boolean }) => {
    called("item", payload);
    busiest = Math.max(busiest, ++busy);
    await new Promise((done) => setImmediate(done));
    busy--;
    if (payload.fail) throw errorNamed("BadFile", `file ${payload.index}`);
    return payload.index * 10;
  },
};

const onlyState = (state: object) => ({ StartAt: "A", States: { A: { ...state, End: true } } });

const machines = {
  parameters: taskMachine("echo", {
    InputPath: "$.inner",
    Parameters: {
      "id.$": "$.id",
      "name.$": "$$.Execution.Name",
      "input.$": "$$.Execution.Input",
      "started.$": "$$.Execution.StartTime",
      "machine.$": "$$.StateMachine.Name",
      "state.$": "$$.State.Name",
      "text.$": "States.Format('load {} of {}', $.id, $$.StateMachine.Name)",
      fixed: [1, { "all.$": "$" }],
    },
    ResultSelector: { "id.$": "$.id", "rest.$": "$" },
    ResultPath: "$.result",
    OutputPath: "$.result",
  }),
  noResult: taskMachine("nothing", { Parameters: { "all.$": "$" }, ResultPath: "$.result" }),
  wrapped: taskMachine("x", {
    Resource: "arn:aws:states:::lambda:invoke",
    Parameters: { FunctionName: functionArn("echo"), "Payload.$": "$" },
  }),
  missing: taskMachine("echo", {
    Parameters: { "x.$": "$.absent" },
    Catch: [{ ErrorEquals: ALL, Next: "Work" }],
  }),
  retries: taskMachine("third", {
    Parameters: { "key.$": "$.key", "retry.$": "$$.State.RetryCount" },
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
      Never: { Type: "Succeed" },
      Report: { Type: "Fail", ErrorPath: "$.failure.Error", CausePath: "States.JsonToString($)" },
    },
  },
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
      Yes: { Type: "Succeed", OutputPath: "$.Error" },
    },
  },
  timeout: { TimeoutSeconds: 1, ...taskMachine("hangs") },
  map: onlyState({
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
        Item: { Type: "Task", Resource: functionArn("item"), ResultPath: "$.result", Next: "Name" },
        Name: {
          Type: "Pass",
          Parameters: {
            "result.$": "$.result",
            "of.$": "$$.Map.Item.Value",
            "in.$": "$$.Execution.Input.load",
          },
          End: true,
        },
      },
    },
    ResultPath: "$.done",
    OutputPath: "$.done",
  }),
  parallel: onlyState({
    Type: "Parallel",
    Branches: [
      { StartAt: "Echo", States: { Echo: { Type: "Task", Resource: functionArn("echo"), End: true } } },
      { StartAt: "B", States: { B: { Type: "Pass", Result: 0, End: true } } },
    ],
    ResultSelector: { "first.$": "$[0]", "second.$": "$[1]" },
  }),
  parallelFails: {
    StartAt: "P",
    States: {
      P: {
        Type: "Parallel",
        Branches: [
          { StartAt: "Slow", States: { Slow: { Type: "Wait", Seconds: 3600, End: true } } },
          { StartAt: "Bad", States: { Bad: { Type: "Task", Resource: functionArn("fails"), End: true } } },
        ],
        Catch: [{ ErrorEquals: ALL, ResultPath: "$.failure", Next: "Caught" }],
        End: true,
      },
      Caught: { Type: "Succeed" },
    },
  },
  waits: {
    StartAt: "ByPath",
    States: {
      ByPath: { Type: "Wait", SecondsPath: "$.seconds", Next: "Until" },
      Until: { Type: "Wait", Timestamp: "2020-01-01T00:00:00Z", Next: "UntilPath" },
      UntilPath: { Type: "Wait", TimestampPath: "$.time", Next: "Falsy" },
      Falsy: { Type: "Pass", Result: false, End: true },
    },
  },
  endless: {
    StartAt: "A",
    States: {
      A: { Type: "Choice", Choices: [{ Variable: "$", IsPresent: false, Next: "Z" }], Default: "A" },
      Z: { Type: "Succeed" },
    },
  },
  tooLarge: onlyState({
    Type: "Pass",
    Parameters: { "a.$": "States.Array($, $, $)" },
  }),
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
  test("gets its parameters and places its result as its paths and the context say", async () => {
    const input = { inner: { id: 7 } };
    const result = await output("parameters", input);
    expect(result).toMatchObject({
      id: 7,
      rest: {
        id: 7,
        input,
        machine: "parameters",
        state: "Work",
        text: "load 7 of parameters",
        fixed: [1, { all: { id: 7 } }],
      },
    });
    const { started, name } = (result as { rest: { started: string; name: string } }).rest;
    expect(new Date(started).toISOString()).toBe(started);
    expect(name).toMatch(/^run-/);
  });

  test("that answers nothing gives null", async () => {
    expect(await output("noResult", {})).toEqual({ result: null });
    expect(await output("noResult", { a: 1 })).toEqual({ a: 1, result: null });
  });

  test("of the Lambda integration wraps what the function answers, null included", async () => {
    expect(await output("wrapped", { a: 1 })).toEqual({ Payload: { a: 1 }, StatusCode: 200 });
    expect(await output("wrapped", null)).toEqual({ Payload: null, StatusCode: 200 });
  });

  test("whose path leads nowhere fails the execution, whatever it catches", async () => {
    const execution = await endpoint.run("missing");
    expect(execution).toMatchObject({ status: "FAILED", error: "States.Runtime" });
    expect(execution.cause).toBe("Path expression '$.absent' does not point to a value");
  });

  test("is retried by the retrier that matches and knows how often", async () => {
    expect(await output("retries", { key: "k" })).toEqual([0, 1, 2]);
  });

  test("is attempted once more than MaxAttempts, then its error ends the execution", async () => {
    calls.fails = [];
    const execution = await endpoint.run("givesUp", { error: "Broken", cause: "for good" });
    expect(execution).toMatchObject({ status: "FAILED", error: "Broken", cause: "for good" });
    expect(calls.fails).toHaveLength(3);
  });

  test("leads, when it fails, to the state of the first catcher that matches, with the error beside the input", async () => {
    const cause = 'bad "quote" and \\ backslash';
    const execution = await endpoint.run("catches", { error: "Odd", cause });
    expect(execution).toMatchObject({ status: "FAILED", error: "Odd" });
    expect(JSON.parse(execution.cause ?? "")).toEqual({
      error: "Odd",
      cause,
      failure: { Error: "Odd", Cause: cause },
    });
  });

  test("that takes too long is a States.Timeout, which is no States.TaskFailed", async () => {
    expect(await output("taskTimeout")).toBe("States.Timeout");
  });
});

describe("a Map", () => {
  test("works on its items in their order, no more at once than allowed, and each state knows its item", async () => {
    busiest = 0;
    const items = Array.from({ length: 7 }, (_, index) => ({ fail: false, index }));
    const result = (await output("map", { load: "l", items })) as {
      result: number;
      of: unknown;
      in: string;
    }[];
    expect(result.map((one) => one.result)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(result[3]).toEqual({ result: 30, of: items[3], in: "l" });
    expect(busiest).toBe(2);
  });

  test("over nothing gives nothing", async () => {
    expect(await output("map", { load: "l", items: [] })).toEqual([]);
  });

  test("starts no further item once one has failed, and fails with its error", async () => {
    calls.item = [];
    const items = Array.from({ length: 50 }, (_, index) => ({ fail: index === 2 }));
    const execution = await endpoint.run("map", { load: "l", items });
    expect(execution).toMatchObject({ status: "FAILED", error: "BadFile", cause: "file 2" });
    const after = calls.item.length;
    expect(after).toBeLessThan(6);
    await endpoint.run("parallel", {});
    expect(calls.item).toHaveLength(after);
  });

  test("over what is no array fails", async () => {
    expect(await endpoint.run("map", { load: "l", items: {} })).toMatchObject({ error: "States.Runtime" });
  });
});

describe("a Parallel", () => {
  test("gives the outputs of its branches in their order", async () => {
    expect(await output("parallel", { a: 1 })).toEqual({ first: { a: 1 }, second: 0 });
  });

  test("stops its other branches when one fails", async () => {
    expect(await output("parallelFails", { cause: "c" })).toEqual({
      cause: "c",
      failure: { Error: "Broken", Cause: "c" },
    });
  });
});

describe("an execution", () => {
  test("waits by path and by time, and a Pass may give false", async () => {
    expect(await output("waits", { seconds: 0, time: "2020-01-01T00:00:00.5+01:00" })).toBe(false);
    expect(await endpoint.run("waits", { seconds: 0, time: "tomorrow" })).toMatchObject({
      status: "FAILED",
      error: "States.Runtime",
    });
  });

  test("that takes longer than its machine allows is TIMED_OUT", async () => {
    expect(await endpoint.run("timeout")).toMatchObject({ status: "TIMED_OUT" });
  });

  test("that goes round in circles fails after as many events as AWS allows, and others run meanwhile", async () => {
    const circles = endpoint.run("endless");
    expect(await output("parallel", { a: 1 })).toEqual({ first: { a: 1 }, second: 0 });
    expect(await circles).toMatchObject({ status: "FAILED", error: "States.Runtime" });
  });

  test("whose data outgrow the limit fails", async () => {
    const execution = await endpoint.run("tooLarge", "x".repeat(100_000));
    expect(execution).toMatchObject({ status: "FAILED", error: "States.DataLimitExceeded" });
  });
});
