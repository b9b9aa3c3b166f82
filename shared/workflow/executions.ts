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

function client(settings: Settings, awsRegion: string): SFNClient {
  const known = clients.get(settings) ?? new Map<string, SFNClient>();
  clients.set(settings, known);
  const endpoint = settings.endpoints.sfn;
  const existing =
    known.get(awsRegion) ?? new SFNClient({ region: awsRegion, ...(endpoint ? { endpoint } : {}) });
  known.set(awsRegion, existing);
  return existing;
}

/**
 * Run of a state machine. Its name is derived from its work, so that starting it twice has no further effect.
 */
export interface Execution {
  awsRegion: string;
  machine: string;
  name: string;
  input: unknown;
}

export function loadExecution(scope: WorkspaceScope, loadId: string, attempt: number): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.loadMachine,
    name: `load-${loadId}-${attempt}`,
    input: { workspace_id: scope.id, load_id: loadId, attempt },
  };
}

export function taskExecution(scope: WorkspaceScope, taskId: string, attempt: number): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.taskMachine,
    name: `task-${taskId}-${attempt}`,
    input: { workspace_id: scope.id, task_id: taskId, attempt },
  };
}

export function queryExecution(scope: WorkspaceScope, queryId: string, attempt: number): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.queryMachine,
    name: `query-${queryId}-${attempt}`,
    input: { workspace_id: scope.id, query_id: queryId, attempt },
  };
}

/** Time after which the compaction of a table that still has its mark is started again, in milliseconds. */
const COMPACTION_EVERY_MS = 300_000;

/** Returns the execution that compacts a table at a version; a new one every five minutes. */
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

/** Minimum time for which nothing has referred to an object that a sweep removes, in hours. */
const ORPHAN_AGE_HOURS = 24;

/** Returns the execution that removes, or with `dryRun` only counts, unreachable objects; `run` names the sweep. */
export function sweepExecution(scope: WorkspaceScope, run: string, dryRun: boolean): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.maintenanceMachine,
    name: `sweep-${scope.id}-${run}${dryRun ? "-dry" : ""}`,
    input: { work: "SWEEP", workspace_id: scope.id, dry_run: dryRun, min_age_hours: ORPHAN_AGE_HOURS },
  };
}

export function erasureExecution(scope: WorkspaceScope, erasureId: string, attempt: number): Execution {
  const region = scope.settings.regions[scope.region];
  return {
    awsRegion: region.awsRegion,
    machine: region.maintenanceMachine,
    name: `erasure-${erasureId}-${attempt}`,
    input: { work: "ERASE", workspace_id: scope.id, erasure_id: erasureId, attempt },
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

/** Returns the execution that deletes a workspace once its retention has passed. */
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
    await client(settings, execution.awsRegion).send(
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

/** Returns the status of an execution; null if it was never started. */
export async function executionStatus(
  { settings }: PlatformScope,
  execution: Execution,
): Promise<ExecutionStatus | null> {
  const arn = executionArn(execution);
  try {
    const { status } = await client(settings, execution.awsRegion).send(
      new DescribeExecutionCommand({ executionArn: arn }),
    );
    return status ?? null;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return null;
    throw error;
  }
}

/** Returns the status and the output of an execution; each is undefined where there is none yet. */
export async function executionOutput(
  { settings }: PlatformScope,
  execution: Execution,
): Promise<{ status: ExecutionStatus | undefined; output: unknown }> {
  const command = new DescribeExecutionCommand({ executionArn: executionArn(execution) });
  try {
    const { status, output } = await client(settings, execution.awsRegion).send(command);
    return { status, output: output === undefined ? undefined : JSON.parse(output) };
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return { status: undefined, output: undefined };
    throw error;
  }
}

/**
 * Stops an execution whose attempt is over. Does nothing if it has ended or was never started. Only logs a failure: an
 * execution that keeps running notices that its attempt is over, and ends.
 */
export async function stopOutdatedExecution(
  { settings }: PlatformScope,
  execution: Execution,
): Promise<void> {
  try {
    await client(settings, execution.awsRegion).send(
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
