import { fullStorage, stepStorageFull } from "@pdp/basics/errors";
import * as v from "valibot";
import { stepThrottled } from "#shared/domain/stepThrottled.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { type FrozenWork, isFrozen, WorkspaceIsFrozen } from "#shared/store/freezes.ts";
import type { Grant } from "./contract.ts";

export interface StepContract<I extends v.GenericSchema = v.GenericSchema> {
  summary: string;
  /** Deployment target: once in the home region, or in each region. */
  location: "platform" | "region";
  needs: readonly Grant[];
  /**
   * Set if the step processes tenant data. A deployment that runs steps in a shared process then runs it in a separate
   * process, limited per workspace.
   */
  compute?: "ingest" | "task" | "maintain" | "longQuery";
  /** READ for a step that changes no data of the tenant, and also runs in a read-only workspace. */
  work?: FrozenWork;
  input: I;
}

/** Function called by a state machine or a schedule. It may be called twice for the same work. */
export interface Step {
  contract: StepContract;
  run: (payload: unknown, settings: Settings, signal?: AbortSignal) => Promise<unknown>;
}

export function step<I extends v.GenericSchema>(
  contract: StepContract<I>,
  handler: (input: { input: v.InferOutput<I>; settings: Settings; signal: AbortSignal }) => Promise<unknown>,
): Step {
  return {
    contract,
    run: (payload, settings, signal = new AbortController().signal) =>
      withErrorNames(async () => {
        const input = v.parse(contract.input, payload);
        if (contract.location === "region") await requireUnfrozen(settings, input, contract.work ?? "CHANGE");
        return handler({ input, settings, signal });
      }),
  };
}

/** Throws if the workspace that a step works for is frozen. */
async function requireUnfrozen(settings: Settings, input: unknown, work: FrozenWork): Promise<void> {
  const { workspace_id: id } = (input ?? {}) as Record<string, unknown>;
  if (typeof id === "string" && (await isFrozen(workspaceOfExecution(settings, id), work)))
    throw new WorkspaceIsFrozen(`The workspace ${id} is frozen`);
}

/**
 * Names the error of a step that failed because storage was full, or because its work never got a turn, so that its state
 * machine and `fail…` steps know the cause.
 */
async function withErrorNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const storage = fullStorage(error);
    throw storage ? stepStorageFull(storage, error) : (stepThrottled(error) ?? error);
  }
}

/** Input of the steps of a load; contains only ids. */
export const LoadExecution = v.object({
  workspace_id: v.string(),
  load_id: v.string(),
  attempt: v.number(),
});

/** Input of the steps that commit a load's rows; includes the key comparison, if there is one. */
export const LoadCommit = v.object({
  ...LoadExecution.entries,
  keys: v.optional(v.object({ report: v.string() })),
});

/** Input of the steps of a task; contains only ids. */
export const TaskExecution = v.object({
  workspace_id: v.string(),
  task_id: v.string(),
  attempt: v.number(),
});

/** Input of the steps of a query; contains only ids. */
export const QueryExecution = v.object({
  workspace_id: v.string(),
  query_id: v.string(),
  attempt: v.number(),
});

/** Input of the steps of an export or import; contains only ids. */
export const TransferExecution = v.object({
  workspace_id: v.string(),
  transfer_id: v.string(),
  attempt: v.number(),
});

/** Returns the workspace scope of a regional execution, which was authorized when the execution started. */
export function workspaceOfExecution(settings: Settings, workspaceId: string): WorkspaceScope {
  if (settings.region === null) throw new Error("Workspace data exists only in a region");
  return { settings, id: workspaceId, region: settings.region };
}
