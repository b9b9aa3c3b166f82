import { randomUUID } from "node:crypto";
import type { ExecutionStore } from "./executionStore.ts";
import { arnOf, checkName, type Fields, optionalText } from "./fields.ts";
import type { Machines } from "./machines.ts";
import type { ClosedExecution } from "./records.ts";
import { MAX_DATA_BYTES } from "./runDefinition.ts";
import { ServiceError } from "./serviceError.ts";

export interface Service {
  machines: Machines;
  executions: ExecutionStore;
}

/** Handles one action. */
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
  const executionArn = arnOf(fields, "executionArn");
  const record = executions.describe(executionArn);
  const { machineArn, name, start, input } = record;
  return {
    executionArn,
    stateMachineArn: machineArn,
    name,
    status: record.status,
    startDate: seconds(start),
    input,
    inputDetails: { included: true },
    redriveCount: 0,
    redriveStatus: "NOT_REDRIVABLE",
    ...(record.status === "RUNNING" ? {} : endOf(record)),
  };
}

function endOf({ stop, output, error, cause }: ClosedExecution): object {
  return { stopDate: seconds(stop), output, error, cause };
}

async function stopExecution({ executions }: Service, fields: Fields): Promise<object> {
  const arn = arnOf(fields, "executionArn");
  const stop = await executions.stop(arn, optionalText(fields, "error"), optionalText(fields, "cause"));
  return { stopDate: seconds(stop) };
}

/** Times are in seconds since 1970, as in AWS's protocol. */
function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}

function checkInput(input: string): string {
  if (Buffer.byteLength(input) > MAX_DATA_BYTES) {
    throw new ServiceError("InvalidExecutionInput", `The input exceeds ${MAX_DATA_BYTES} bytes.`);
  }
  try {
    JSON.parse(input);
    return input;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError("InvalidExecutionInput", `Invalid State Machine Execution Input: '${reason}'`);
  }
}
