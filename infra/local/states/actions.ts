import { randomUUID } from "node:crypto";
import type { Executions } from "./executions.ts";
import { arnOf, checkName, type Fields, optionalText } from "./fields.ts";
import type { Machines } from "./machines.ts";
import { MAX_DATA_BYTES } from "./runStates.ts";
import { StatesError } from "./statesError.ts";

export interface Service {
  machines: Machines;
  executions: Executions;
}

/** Answers one action. */
export type Action = (service: Service, fields: Fields) => Promise<object>;

export const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["StartExecution", startExecution],
  ["DescribeExecution", describeExecution],
  ["StopExecution", stopExecution],
]);

async function startExecution({ machines, executions }: Service, fields: Fields): Promise<object> {
  const machine = machines.find(arnOf(fields, "stateMachineArn"));
  const name = checkName(optionalText(fields, "name") ?? randomUUID());
  const input = checkInput(optionalText(fields, "input") ?? "{}");
  const { arn, start } = await executions.start(machine, name, input);
  return { executionArn: arn, startDate: seconds(start) };
}

async function describeExecution({ executions }: Service, fields: Fields): Promise<object> {
  const { arn, head, record } = await executions.describe(arnOf(fields, "executionArn"));
  return {
    executionArn: arn,
    stateMachineArn: record.machineArn,
    name: record.name,
    status: head.status,
    startDate: seconds(head.start),
    ...(head.stop === undefined ? {} : { stopDate: seconds(head.stop) }),
    input: record.input,
    inputDetails: { included: true },
    redriveCount: 0,
    redriveStatus: "NOT_REDRIVABLE",
    ...("outcome" in record ? record.outcome : {}),
  };
}

async function stopExecution({ executions }: Service, fields: Fields): Promise<object> {
  const arn = arnOf(fields, "executionArn");
  const stop = await executions.stop(arn, optionalText(fields, "error"), optionalText(fields, "cause"));
  return { stopDate: seconds(stop) };
}

/** Counts in seconds since 1970, as the wire does. */
function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}

function checkInput(input: string): string {
  if (Buffer.byteLength(input) > MAX_DATA_BYTES) {
    throw new StatesError("InvalidExecutionInput", `The input exceeds ${MAX_DATA_BYTES} bytes.`);
  }
  try {
    JSON.parse(input);
    return input;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StatesError("InvalidExecutionInput", `Invalid State Machine Execution Input: '${reason}'`);
  }
}
