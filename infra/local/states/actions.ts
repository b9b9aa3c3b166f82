import { randomUUID } from "node:crypto";
import type { ExecutionState, Executions } from "./executions.ts";
import { arnOf, checkName, type Fields, flag, optionalText, requiredText } from "./fields.ts";
import type { HistoryEvent } from "./history.ts";
import type { Machine, Machines } from "./machines.ts";
import { pageOf } from "./page.ts";
import { MAX_DATA_BYTES } from "./runStates.ts";
import { StatesError } from "./statesError.ts";

export interface Service {
  machines: Machines;
  executions: Executions;
}

/** Answers one action. `region` is the one that the request was signed for. */
export type Action = (service: Service, fields: Fields, region: string) => Promise<object>;

const ACCOUNT = "000000000000";
const STATUSES = ["RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED"];

export const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["CreateStateMachine", createStateMachine],
  ["DescribeStateMachine", describeStateMachine],
  ["ListStateMachines", listStateMachines],
  ["DeleteStateMachine", deleteStateMachine],
  ["StartExecution", startExecution],
  ["DescribeExecution", describeExecution],
  ["StopExecution", stopExecution],
  ["ListExecutions", listExecutions],
  ["GetExecutionHistory", getExecutionHistory],
  ["DescribeStateMachineForExecution", describeStateMachineForExecution],
]);

async function createStateMachine({ machines }: Service, fields: Fields, region: string): Promise<object> {
  const name = checkName(requiredText(fields, "name"));
  const type = optionalText(fields, "type") ?? "STANDARD";
  if (type !== "STANDARD") {
    throw new StatesError("StateMachineTypeNotSupported", "Only STANDARD state machines run here.");
  }
  const machine = await machines.create({
    arn: `arn:aws:states:${region}:${ACCOUNT}:stateMachine:${name}`,
    name,
    text: requiredText(fields, "definition"),
    roleArn: requiredText(fields, "roleArn"),
    created: Date.now(),
  });
  return { stateMachineArn: machine.arn, creationDate: seconds(machine.created) };
}

async function describeStateMachine({ machines }: Service, fields: Fields): Promise<object> {
  const machine = machines.find(arnOf(fields, "stateMachineArn"));
  return { ...listed(machine), status: "ACTIVE", definition: machine.text, roleArn: machine.roleArn };
}

async function listStateMachines({ machines }: Service, fields: Fields): Promise<object> {
  const all = machines.all().sort((a, b) => (a.arn < b.arn ? -1 : 1));
  const { items, ...more } = pageOf(fields, all, ({ arn }) => arn);
  return { stateMachines: items.map(listed), ...more };
}

async function deleteStateMachine({ machines }: Service, fields: Fields): Promise<object> {
  await machines.delete(arnOf(fields, "stateMachineArn"));
  return {};
}

async function startExecution({ machines, executions }: Service, fields: Fields): Promise<object> {
  const machine = machines.find(arnOf(fields, "stateMachineArn"));
  const name = checkName(optionalText(fields, "name") ?? randomUUID());
  const input = checkInput(optionalText(fields, "input") ?? "{}");
  const { arn, start } = await executions.start(machine, name, input);
  return { executionArn: arn, startDate: seconds(start) };
}

async function describeExecution({ executions }: Service, fields: Fields): Promise<object> {
  const execution = await executions.describe(arnOf(fields, "executionArn"));
  const { record } = execution;
  const end = "outcome" in record ? record.outcome : {};
  const details = { inputDetails: { included: true }, redriveCount: 0, redriveStatus: "NOT_REDRIVABLE" };
  return { ...listedExecution(execution), input: record.input, ...details, ...end };
}

async function stopExecution({ executions }: Service, fields: Fields): Promise<object> {
  const arn = arnOf(fields, "executionArn");
  const stop = await executions.stop(arn, optionalText(fields, "error"), optionalText(fields, "cause"));
  return { stopDate: seconds(stop) };
}

async function listExecutions({ machines, executions }: Service, fields: Fields): Promise<object> {
  const machine = machines.find(arnOf(fields, "stateMachineArn"));
  const status = optionalText(fields, "statusFilter");
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new StatesError("ValidationException", `statusFilter must be one of ${STATUSES.join(", ")}.`);
  }
  const all = executions
    .list(machine.arn)
    .filter(({ head }) => status === undefined || head.status === status);
  const { items, ...more } = pageOf(fields, all, ({ arn }) => arn);
  const found = items.map(({ arn, head }) =>
    listedExecution({
      arn,
      head,
      record: { machineArn: machine.arn, name: arn.slice(arn.lastIndexOf(":") + 1) },
    }),
  );
  return { executions: found, ...more };
}

async function getExecutionHistory({ executions }: Service, fields: Fields): Promise<object> {
  const arn = arnOf(fields, "executionArn");
  const events = await executions.history(arn, flag(fields, "includeExecutionData", true));
  const ordered = flag(fields, "reverseOrder", false) ? events.toReversed() : events;
  const { items, ...more } = pageOf(fields, ordered, ({ id }) => String(id));
  return { events: items.map(dated), ...more };
}

async function describeStateMachineForExecution(service: Service, fields: Fields): Promise<object> {
  const { record, head } = await service.executions.describe(arnOf(fields, "executionArn"));
  const { machineArn } = record;
  const known = service.machines.all().find(({ arn }) => arn === machineArn);
  return {
    stateMachineArn: machineArn,
    name: machineArn.slice(machineArn.lastIndexOf(":") + 1),
    definition: (await service.machines.definitionText(record.definition)) ?? "{}",
    roleArn: known?.roleArn ?? `arn:aws:iam::${ACCOUNT}:role/deleted`,
    updateDate: seconds(known?.created ?? head.start),
  };
}

function listed({ arn, name, created }: Machine): object {
  return { stateMachineArn: arn, name, type: "STANDARD", creationDate: seconds(created) };
}

type Listable = Pick<ExecutionState, "arn" | "head"> & {
  record: Pick<ExecutionState["record"], "machineArn" | "name">;
};

function listedExecution({ arn, head, record }: Listable): object {
  return {
    executionArn: arn,
    stateMachineArn: record.machineArn,
    name: record.name,
    status: head.status,
    startDate: seconds(head.start),
    ...(head.stop === undefined ? {} : { stopDate: seconds(head.stop) }),
  };
}

function dated({ time, ...event }: HistoryEvent): object {
  return { ...event, timestamp: seconds(time) };
}

/** The wire counts seconds since 1970. */
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
