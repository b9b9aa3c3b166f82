import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendSigned } from "../signature/signedJson.ts";
import {
  CREDENTIALS,
  eventually,
  executionArn,
  functionArn,
  machineArn,
  startEndpoint,
  type TestEndpoint,
  taskMachine,
} from "./endpoint.ts";

const ROLE = "arn:aws:iam::000000000000:role/test";
let endpoint: TestEndpoint;
let release: () => void = () => undefined;
const fired: unknown[] = [];

beforeAll(async () => {
  endpoint = await startEndpoint(
    {
      echo: taskMachine("echo"),
      hold: taskMachine("hold"),
      wait: { StartAt: "Wait", States: { Wait: { Type: "Wait", Seconds: 3600, End: true } } },
      pages: taskMachine("echo"),
    },
    {
      echo: (payload) => payload,
      hold: (_, { signal }) =>
        new Promise((done) => {
          signal.addEventListener("abort", () => fired.push(signal.reason));
          release = () => done("released");
        }),
    },
  );
});
afterAll(() => endpoint.stop());

describe("an execution", () => {
  test("runs to its end and is described with input, output and dates", async () => {
    const execution = await endpoint.run("echo", { load_id: "17" });
    expect(execution).toMatchObject({
      status: "SUCCEEDED",
      input: '{"load_id":"17"}',
      output: '{"load_id":"17"}',
      stateMachineArn: machineArn("echo"),
    });
    expect(execution.stopDate?.getTime()).toBeGreaterThanOrEqual(
      execution.startDate?.getTime() ?? Number.NaN,
    );
  });

  test("gets a name and an empty object as input where none are given", async () => {
    const started = await endpoint.client.send(
      new StartExecutionCommand({ stateMachineArn: machineArn("echo") }),
    );
    const execution = await endpoint.closed(started.executionArn ?? "");
    expect(execution.name).toMatch(/^[0-9a-f-]{36}$/);
    expect(execution.output).toBe("{}");
  });

  test("that runs is the same when it is started again with the same input, and refused with another", async () => {
    const first = await endpoint.start("hold", "same", { a: 1 });
    expect(await endpoint.start("hold", "same", { a: 1 })).toBe(first);
    await expect(endpoint.start("hold", "same", { a: 2 })).rejects.toMatchObject({
      name: "ExecutionAlreadyExists",
    });
    await eventually(async () => (await endpoint.history(first)).length > 2);
    release();
    expect((await endpoint.closed(first)).output).toBe('"released"');
    await expect(endpoint.start("hold", "same", { a: 1 })).rejects.toMatchObject({
      name: "ExecutionAlreadyExists",
    });
  });

  test("is started once by many calls at the same time", async () => {
    const arns = await Promise.all(Array.from({ length: 20 }, () => endpoint.start("wait", "burst", {})));
    expect(new Set(arns).size).toBe(1);
    const { executions } = await endpoint.client.send(
      new ListExecutionsCommand({ stateMachineArn: machineArn("wait"), statusFilter: "RUNNING" }),
    );
    expect(executions?.map(({ name }) => name)).toEqual(["burst"]);
    await endpoint.client.send(new StopExecutionCommand({ executionArn: arns[0] }));
  });

  test("keeps its name taken after a restart", async () => {
    await endpoint.closed(await endpoint.start("echo", "taken"));
    await endpoint.restart();
    await expect(endpoint.start("echo", "taken")).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
    expect((await endpoint.closed(executionArn("echo", "taken"))).output).toBe("{}");
  });

  test("that waits is aborted at once, with the error and the cause that are given", async () => {
    const arn = await endpoint.start("wait", "stopped");
    await endpoint.client.send(
      new StopExecutionCommand({ executionArn: arn, error: "Cancelled", cause: "by Ada" }),
    );
    const execution = await endpoint.client.send(new DescribeExecutionCommand({ executionArn: arn }));
    expect(execution).toMatchObject({ status: "ABORTED", error: "Cancelled", cause: "by Ada" });
  });

  test("fires the signal of the function that runs when it is stopped", async () => {
    const arn = await endpoint.start("hold", "signalled");
    await eventually(async () =>
      (await endpoint.history(arn)).some(({ type }) => type === "LambdaFunctionScheduled"),
    );
    const before = fired.length;
    await endpoint.client.send(new StopExecutionCommand({ executionArn: arn }));
    expect(fired.length).toBe(before + 1);
    expect((await endpoint.closed(arn)).status).toBe("ABORTED");
  });

  test("that is closed is not changed by a stop", async () => {
    const { executionArn: arn, stopDate } = await endpoint.run("echo");
    const stopped = await endpoint.client.send(new StopExecutionCommand({ executionArn: arn }));
    expect(stopped.stopDate).toEqual(stopDate);
    expect((await endpoint.closed(arn ?? "")).status).toBe("SUCCEEDED");
  });

  test("has a history of its states and functions, which a closed one keeps without data", async () => {
    const arn = await endpoint.start("hold", "history", { a: 1 });
    const running = await eventually(async () => {
      const events = await endpoint.history(arn);
      return events.length === 3 && events;
    });
    expect(running.map(({ type }) => type)).toEqual([
      "ExecutionStarted",
      "TaskStateEntered",
      "LambdaFunctionScheduled",
    ]);
    expect(running[1]).toMatchObject({
      id: 2,
      previousEventId: 1,
      stateEnteredEventDetails: { input: '{"a":1}' },
    });
    release();
    await endpoint.closed(arn);
    const closed = await endpoint.history(arn);
    expect(closed.map(({ type }) => type).slice(3)).toEqual([
      "LambdaFunctionSucceeded",
      "TaskStateExited",
      "ExecutionSucceeded",
    ]);
    expect(closed[1]?.stateEnteredEventDetails).toEqual({ name: "Work" });
    const { events } = await endpoint.client.send(
      new GetExecutionHistoryCommand({ executionArn: arn, reverseOrder: true, maxResults: 1 }),
    );
    expect(events?.map(({ type }) => type)).toEqual(["ExecutionSucceeded"]);
  });

  test("is listed page by page, the latest first", async () => {
    for (let index = 0; index < 5; index++)
      await endpoint.closed(await endpoint.start("pages", `page-${index}`));
    const names: (string | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await endpoint.client.send(
        new ListExecutionsCommand({ stateMachineArn: machineArn("pages"), maxResults: 2, nextToken }),
      );
      names.push(...(page.executions ?? []).map(({ name }) => name));
      nextToken = page.nextToken;
    } while (nextToken !== undefined);
    expect(names.toSorted()).toEqual(["page-0", "page-1", "page-2", "page-3", "page-4"]);
    await expect(
      endpoint.client.send(
        new ListExecutionsCommand({ stateMachineArn: machineArn("pages"), nextToken: "elsewhere" }),
      ),
    ).rejects.toMatchObject({ name: "InvalidToken" });
  });
});

describe("a request is refused", () => {
  const refusals: [what: string, error: string, request: () => Promise<unknown>][] = [
    ["for an unknown machine", "StateMachineDoesNotExist", () => endpoint.start("absent", "x")],
    [
      "for an unknown execution",
      "ExecutionDoesNotExist",
      () =>
        endpoint.client.send(new DescribeExecutionCommand({ executionArn: executionArn("echo", "absent") })),
    ],
    [
      "to stop an unknown execution",
      "ExecutionDoesNotExist",
      () => endpoint.client.send(new StopExecutionCommand({ executionArn: executionArn("echo", "absent") })),
    ],
    [
      "for what is no ARN",
      "InvalidArn",
      () => endpoint.client.send(new DescribeExecutionCommand({ executionArn: "nothing" })),
    ],
    ["for a name with a space", "InvalidName", () => endpoint.start("echo", "a b")],
    ["for a name of 81 characters", "InvalidName", () => endpoint.start("echo", "n".repeat(81))],
    [
      "for input that is not JSON",
      "InvalidExecutionInput",
      () =>
        endpoint.client.send(new StartExecutionCommand({ stateMachineArn: machineArn("echo"), input: "{" })),
    ],
    [
      "for input that is too large",
      "InvalidExecutionInput",
      () => endpoint.start("echo", "large", "x".repeat(256 * 1024)),
    ],
  ];
  test.each(refusals)("%s: %s", async (_, name, request) => {
    await expect(request()).rejects.toMatchObject({ name });
  });

  test("for an action or a body that is unknown", async () => {
    const send = async (target: string, body: string) =>
      (await sendSigned(endpoint.url, { service: "states", target, body, credentials: CREDENTIALS })).type;
    expect(await send("AWSStepFunctions.Unknown", "{}")).toBe("UnknownOperationException");
    expect(await send("AWSStepFunctions.StartExecution", "{")).toBe("SerializationException");
    expect(await send("AWSStepFunctions.StartExecution", "[]")).toBe("SerializationException");
    expect(await send("AWSStepFunctions.StartExecution", "{}")).toBe("ValidationException");
  });
});

describe("a state machine", () => {
  const create = (name: string, definition: object | string) =>
    endpoint.client.send(
      new CreateStateMachineCommand({
        name,
        roleArn: ROLE,
        definition: typeof definition === "string" ? definition : JSON.stringify(definition),
      }),
    );

  test("that is created runs, outlives a restart and is gone once deleted", async () => {
    const definition = JSON.stringify(taskMachine("echo"));
    const { stateMachineArn } = await create("created", definition);
    expect(stateMachineArn).toBe(machineArn("created"));
    expect((await create("created", definition)).stateMachineArn).toBe(stateMachineArn);
    await expect(create("created", taskMachine("hold"))).rejects.toMatchObject({
      name: "StateMachineAlreadyExists",
    });
    await endpoint.restart();
    expect(await endpoint.client.send(new DescribeStateMachineCommand({ stateMachineArn }))).toMatchObject({
      definition,
      status: "ACTIVE",
      roleArn: ROLE,
      type: "STANDARD",
    });
    const execution = await endpoint.run("created", 1);
    expect(execution.output).toBe("1");
    await endpoint.client.send(new DeleteStateMachineCommand({ stateMachineArn }));
    await endpoint.restart();
    await expect(endpoint.run("created")).rejects.toMatchObject({ name: "StateMachineDoesNotExist" });
    const of = await endpoint.client.send(
      new DescribeStateMachineForExecutionCommand({ executionArn: execution.executionArn }),
    );
    expect(of.definition).toBe(definition);
  });

  test("is listed with the others", async () => {
    const { stateMachines } = await endpoint.client.send(new ListStateMachinesCommand({}));
    expect(stateMachines?.map(({ name }) => name)).toEqual(["echo", "hold", "pages", "wait"]);
  });

  const invalid: [what: string, definition: object | string][] = [
    ["is no JSON", "{"],
    ["is no object", "[]"],
    ["has no states", { StartAt: "A" }],
    ["starts nowhere", { StartAt: "B", States: { A: { Type: "Succeed" } } }],
    ["leads nowhere", { StartAt: "A", States: { A: { Type: "Pass", Next: "B" } } }],
    ["calls what is no Lambda", taskMachine("x", { Resource: "arn:aws:states:::sqs:sendMessage" })],
    ["uses JSONata", { QueryLanguage: "JSONata", ...taskMachine("x") }],
    ["relies on a field that is not supported", taskMachine("x", { HeartbeatSeconds: 5 })],
    ["calls a function that does not exist", taskMachine("x", { Parameters: { "a.$": "States.Nothing()" } })],
  ];
  test.each(invalid)("that %s is refused", async (_, definition) => {
    await expect(create("invalid", definition)).rejects.toMatchObject({ name: "InvalidDefinition" });
  });

  test("that is invalid stops the start, and the error names it", async () => {
    const definition = {
      StartAt: "A",
      States: { A: { Type: "Task", Resource: functionArn("x"), Next: "B" } },
    };
    await expect(startEndpoint({ broken: definition })).rejects.toThrow(
      new RegExp(`${machineArn("broken")} cannot be run:[^]*B`),
    );
  });
});
