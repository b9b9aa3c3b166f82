import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type ExecutionStatus,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { log } from "#shared/runtime/log.ts";
import type { PlatformScope, Settings, WorkspaceScope } from "#shared/runtime/scope.ts";

const clients = new WeakMap<Settings, Map<string, SFNClient>>();

/** Returns the client for the state machines of an AWS region. */
export function statesClient(settings: Settings, awsRegion: string): SFNClient {
  const known = clients.get(settings) ?? new Map<string, SFNClient>();
  clients.set(settings, known);
  const endpoint = settings.endpoints.sfn;
  const existing =
    known.get(awsRegion) ?? new SFNClient({ region: awsRegion, ...(endpoint ? { endpoint } : {}) });
  known.set(awsRegion, existing);
  return existing;
}

/**
 * State machine run. Its name is derived from its input, so starting it twice has no further effect.
 */
export interface Execution {
  awsRegion: string;
  machine: string;
  name: string;
  input: Record<string, unknown>;
}

type Machine = "loadMachine" | "taskMachine" | "queryMachine" | "maintenanceMachine";

/** Returns the execution of an attempt at work such as "load", in the workspace's region. */
function attemptAt(
  scope: WorkspaceScope,
  machine: Machine,
  kind: string,
  { id, attempt }: { id: string; attempt: number },
  input: object = {},
): Execution {
  const { awsRegion, [machine]: arn } = scope.settings.regions[scope.region];
  return {
    awsRegion,
    machine: arn,
    name: `${kind}-${id}-${attempt}`,
    input: { ...input, workspace_id: scope.id, [`${kind}_id`]: id, attempt },
  };
}

export function loadExecution(scope: WorkspaceScope, id: string, attempt: number): Execution {
  return attemptAt(scope, "loadMachine", "load", { id, attempt });
}

export function taskExecution(scope: WorkspaceScope, id: string, attempt: number): Execution {
  return attemptAt(scope, "taskMachine", "task", { id, attempt });
}

export function queryExecution(scope: WorkspaceScope, id: string, attempt: number): Execution {
  return attemptAt(scope, "queryMachine", "query", { id, attempt });
}

export function erasureExecution(scope: WorkspaceScope, id: string, attempt: number): Execution {
  return attemptAt(scope, "maintenanceMachine", "erasure", { id, attempt }, { work: "ERASE" });
}

/** Returns the execution of an export or import of a workspace. */
export function transferExecution(
  scope: WorkspaceScope,
  transfer: { id: string; kind: "EXPORT" | "IMPORT"; attempt: number },
): Execution {
  return attemptAt(scope, "maintenanceMachine", "transfer", transfer, { work: transfer.kind });
}

/** Time, in milliseconds, after which the compaction of a table that is still marked is started again. */
const COMPACTION_EVERY_MS = 300_000;

/** Returns the execution that compacts a table at a given version. There is a new execution every five minutes. */
export function compactionExecution(
  scope: WorkspaceScope,
  tableId: string,
  versionId: string,
  time: number,
): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.maintenanceMachine,
    name: `compaction-${tableId}-${versionId}-${Math.floor(time / COMPACTION_EVERY_MS)}`,
    input: { work: "COMPACT", workspace_id: scope.id, table_id: tableId },
  };
}

/** Minimum time, in hours, that an object must have been unreferenced before a sweep removes it. */
const ORPHAN_AGE_HOURS = 24;

/** Returns the execution that removes unreachable objects, or only counts them with `dryRun`; `run` identifies the sweep. */
export function sweepExecution(
  scope: WorkspaceScope,
  run: string,
  { dryRun, full }: { dryRun: boolean; full: boolean },
): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.maintenanceMachine,
    name: `sweep-${scope.id}-${run}${dryRun ? "-dry" : ""}`,
    input: {
      ...{ work: "SWEEP", workspace_id: scope.id, dry_run: dryRun, full },
      min_age_hours: ORPHAN_AGE_HOURS,
    },
  };
}

export function workspaceExecution({ settings }: PlatformScope, id: string, attempt: number): Execution {
  return {
    awsRegion: settings.home.awsRegion,
    machine: settings.home.workspaceMachine,
    name: `workspace-${id}-${attempt}`,
    input: { workspace_id: id, attempt },
  };
}

/** Returns the execution that deletes a workspace after its retention period has passed. */
export function deletionExecution(
  { settings }: PlatformScope,
  id: string,
  attempt: number,
  purgeAt: string,
): Execution {
  return {
    awsRegion: settings.home.awsRegion,
    machine: settings.home.deletionMachine,
    name: `deletion-${id}-${attempt}`,
    input: { workspace_id: id, attempt, purge_at: purgeAt },
  };
}

export async function startExecution({ settings }: PlatformScope, execution: Execution): Promise<void> {
  try {
    await statesClient(settings, execution.awsRegion).send(
      new StartExecutionCommand({
        stateMachineArn: execution.machine,
        name: execution.name,
        input: JSON.stringify(execution.input),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** Starts an execution of work that is marked as in progress, such as "a load"; if that fails, the sweeper starts it. */
export async function startMarkedWork(
  scope: PlatformScope,
  work: string,
  execution: Execution,
): Promise<void> {
  try {
    await startExecution(scope, execution);
  } catch (error) {
    log().warn(`${work} could not be started immediately; the sweeper will start it`, {
      ...execution.input,
      execution: execution.name,
      error: error as Error,
    });
  }
}

/** Returns the status of an execution; null if it was never started. */
export async function executionStatus(
  { settings }: PlatformScope,
  execution: Execution,
): Promise<ExecutionStatus | null> {
  const arn = executionArn(execution);
  try {
    const { status } = await statesClient(settings, execution.awsRegion).send(
      new DescribeExecutionCommand({ executionArn: arn }),
    );
    return status ?? null;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return null;
    throw error;
  }
}

/** Returns the status and output of an execution; each is undefined until it exists. */
export async function executionOutput(
  { settings }: PlatformScope,
  execution: Execution,
): Promise<{ status: ExecutionStatus | undefined; output: unknown }> {
  const command = new DescribeExecutionCommand({ executionArn: executionArn(execution) });
  try {
    const { status, output } = await statesClient(settings, execution.awsRegion).send(command);
    return { status, output: output === undefined ? undefined : JSON.parse(output) };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return { status: undefined, output: undefined };
    throw error;
  }
}

/**
 * Stops an execution after its attempt has ended. Does nothing if the execution has ended or was never started. Failures are
 * only logged: an execution that keeps running notices that its attempt has ended, and stops.
 */
export async function stopOutdatedExecution(
  { settings }: PlatformScope,
  execution: Execution,
): Promise<void> {
  try {
    await statesClient(settings, execution.awsRegion).send(
      new StopExecutionCommand({ executionArn: executionArn(execution) }),
    );
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return;
    log().warn("an outdated execution could not be stopped", {
      execution: execution.name,
      input: execution.input,
      error: error as Error,
    });
  }
}

function executionArn({ machine, name }: Execution): string {
  return `${machine.replace(":stateMachine:", ":execution:")}:${name}`;
}
