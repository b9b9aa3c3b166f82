import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import type { Invoke } from "#local/states/scope.ts";
import { type RunningStates, startStates } from "#local/states/startStates.ts";

const REGION = "eu-central-1";
const POLL_MS = 5;
export const CREDENTIALS = { accessKeyId: "AKIDLOCAL", secretAccessKey: "a/secret+of=its own" };

export function functionArn(name: string): string {
  return `arn:aws:lambda:${REGION}:000000000000:function:${name}`;
}

export function machineArn(name: string): string {
  return `arn:aws:states:${REGION}:000000000000:stateMachine:${name}`;
}

export function executionArn(machine: string, name: string): string {
  return `arn:aws:states:${REGION}:000000000000:execution:${machine}:${name}`;
}

export function createClient(url: string): SFNClient {
  return new SFNClient({ endpoint: url, region: REGION, credentials: CREDENTIALS, maxAttempts: 1 });
}

export type Functions = Record<string, (payload: never, context: Parameters<Invoke>[2]) => unknown>;

/** Calls the function named by the last part of the ARN. */
export function invokeOf(functions: Functions): Invoke {
  return async (arn, payload, context) => {
    const run = functions[arn.slice(arn.lastIndexOf(":") + 1)];
    if (!run) throw new Error(`There is no function ${arn}`);
    return await run(payload as never, context);
  };
}

export interface TestEndpoint {
  readonly directory: string;
  readonly url: string;
  readonly client: SFNClient;
  start(machine: string, name: string, input?: unknown): Promise<string>;
  /** Starts an execution and waits until it has closed. */
  run(machine: string, input?: unknown): Promise<DescribeExecutionCommandOutput>;
  closed(executionArn: string): Promise<DescribeExecutionCommandOutput>;
  /** Closes the endpoint but keeps its folder. */
  close(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

let runs = 0;

/** Real endpoint in a separate folder, and a real client. */
export async function startEndpoint(
  machines: Record<string, object>,
  functions: Functions = {},
  directory?: string,
): Promise<TestEndpoint> {
  const folder = directory ?? (await mkdtemp(join(tmpdir(), "states-")));
  const known = Object.entries(machines).map(([name, definition]) => ({ arn: machineArn(name), definition }));
  let running: RunningStates;
  let client: SFNClient;
  const open = async () => {
    running = await startStates({
      directory: folder,
      credentials: CREDENTIALS,
      machines: known,
      invoke: invokeOf(functions),
    });
    client = createClient(running.url);
  };
  const close = async () => {
    client.destroy();
    await running.close();
  };
  const start = async (machine: string, name: string, input: unknown = {}) => {
    const command = { stateMachineArn: machineArn(machine), name, input: JSON.stringify(input) };
    const { executionArn: arn } = await client.send(new StartExecutionCommand(command));
    if (arn === undefined) throw new Error("The execution has no ARN.");
    return arn;
  };
  await open();
  return {
    directory: folder,
    get url() {
      return running.url;
    },
    get client() {
      return client;
    },
    start,
    run: async (machine, input) => waitUntilClosed(client, await start(machine, `run-${++runs}`, input)),
    closed: (arn) => waitUntilClosed(client, arn),
    close,
    restart: () => close().then(open),
    stop: () => close().then(() => rm(folder, { recursive: true, force: true })),
  };
}

export async function waitUntilClosed(
  client: SFNClient,
  arn: string,
): Promise<DescribeExecutionCommandOutput> {
  for (;;) {
    const execution = await client.send(new DescribeExecutionCommand({ executionArn: arn }));
    if (execution.status !== "RUNNING") return execution;
    await delay(POLL_MS);
  }
}

/** Repeats the check until it returns a result. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await delay(POLL_MS);
  }
}

/** State machine with one Task that calls `name`. */
export function taskMachine(name: string, more: object = {}): object {
  return {
    StartAt: "Work",
    States: { Work: { Type: "Task", Resource: functionArn(name), ...more, End: true } },
  };
}

/** Waits until a distant time specified in the input. */
export const WAIT_MACHINE = {
  StartAt: "Wait",
  States: { Wait: { Type: "Wait", TimestampPath: "$.until", End: true } },
};
export const FAR_AWAY = { until: "2099-01-01T00:00:00Z" };

export function errorNamed(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
