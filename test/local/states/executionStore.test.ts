import { DescribeExecutionCommand, StartExecutionCommand, StopExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendSigned } from "../signature/signedJson.ts";
import {
  CREDENTIALS,
  eventually,
  executionArn,
  FAR_AWAY,
  machineArn,
  startEndpoint,
  type TestEndpoint,
  taskMachine,
  WAIT_MACHINE,
} from "./endpoint.ts";

let endpoint: TestEndpoint;
let release: () => void = () => undefined;
const fired: unknown[] = [];
let held = 0;

beforeAll(async () => {
  endpoint = await startEndpoint(
    {
      echo: taskMachine("echo"),
      hold: taskMachine("hold"),
      wait: WAIT_MACHINE,
    },
    {
      echo: (payload) => payload,
      hold: (_, { signal }) =>
        new Promise((done) => {
          held++;
          signal.addEventListener("abort", () => fired.push(signal.reason));
          release = () => done("released");
        }),
    },
  );
});
afterAll(() => endpoint.stop());

describe("an execution", () => {
  test("an execution runs to its end and is described with input, output and dates", async () => {
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

  test("the name and the input have defaults", async () => {
    const started = await endpoint.client.send(
      new StartExecutionCommand({ stateMachineArn: machineArn("echo") }),
    );
    const execution = await endpoint.closed(started.executionArn ?? "");
    expect(execution.name).toMatch(/^[0-9a-f-]{36}$/);
    expect(execution.output).toBe("{}");
  });

  test("a repeated start with the same input is idempotent, and one with different input is rejected", async () => {
    const before = held;
    const first = await endpoint.start("hold", "same", { a: 1 });
    expect(await endpoint.start("hold", "same", { a: 1 })).toBe(first);
    await expect(endpoint.start("hold", "same", { a: 2 })).rejects.toMatchObject({
      name: "ExecutionAlreadyExists",
    });
    await eventually(() => held > before);
    expect(held).toBe(before + 1);
    release();
    expect((await endpoint.closed(first)).output).toBe('"released"');
    await expect(endpoint.start("hold", "same", { a: 1 })).rejects.toMatchObject({
      name: "ExecutionAlreadyExists",
    });
  });

  test("many concurrent starts start one execution", async () => {
    const before = held;
    const arns = await Promise.all(Array.from({ length: 20 }, () => endpoint.start("hold", "burst", {})));
    expect(new Set(arns).size).toBe(1);
    await eventually(() => held > before);
    await endpoint.client.send(new StopExecutionCommand({ executionArn: arns[0] }));
    expect(held).toBe(before + 1);
  });

  test("the name of an execution stays in use after a restart", async () => {
    await endpoint.closed(await endpoint.start("echo", "taken"));
    await endpoint.restart();
    await expect(endpoint.start("echo", "taken")).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
    expect((await endpoint.closed(executionArn("echo", "taken"))).output).toBe("{}");
  });

  test("a waiting execution is aborted immediately with the given error and cause", async () => {
    const arn = await endpoint.start("wait", "stopped", FAR_AWAY);
    await endpoint.client.send(
      new StopExecutionCommand({ executionArn: arn, error: "Cancelled", cause: "by Ada" }),
    );
    const execution = await endpoint.client.send(new DescribeExecutionCommand({ executionArn: arn }));
    expect(execution).toMatchObject({ status: "ABORTED", error: "Cancelled", cause: "by Ada" });
  });

  test("stopping an execution signals its running function", async () => {
    const earlier = held;
    const arn = await endpoint.start("hold", "signalled");
    await eventually(() => held > earlier);
    const before = fired.length;
    await endpoint.client.send(new StopExecutionCommand({ executionArn: arn }));
    expect(fired.length).toBe(before + 1);
    expect((await endpoint.closed(arn)).status).toBe("ABORTED");
  });

  test("stopping a closed execution changes nothing", async () => {
    const { executionArn: arn, stopDate } = await endpoint.run("echo");
    const stopped = await endpoint.client.send(new StopExecutionCommand({ executionArn: arn }));
    expect(stopped.stopDate).toEqual(stopDate);
    expect((await endpoint.closed(arn ?? "")).status).toBe("SUCCEEDED");
  });
});

describe("refused requests", () => {
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
      "for text that is not an ARN",
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
  test.each(refusals)("%s is refused: %s", async (_, name, request) => {
    await expect(request()).rejects.toMatchObject({ name });
  });

  test("an unknown action or body is refused", async () => {
    const send = async (target: string, body: string) =>
      (await sendSigned(endpoint.url, { service: "states", target, body, credentials: CREDENTIALS })).type;
    expect(await send("AWSStepFunctions.Unknown", "{}")).toBe("UnknownOperationException");
    expect(await send("AWSStepFunctions.ListExecutions", "{}")).toBe("UnknownOperationException");
    expect(await send("AWSStepFunctions.StartExecution", "{")).toBe("SerializationException");
    expect(await send("AWSStepFunctions.StartExecution", "[]")).toBe("SerializationException");
    expect(await send("AWSStepFunctions.StartExecution", "{}")).toBe("ValidationException");
  });
});
