import * as v from "valibot";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Grant } from "./contract.ts";

export interface StepContract<I extends v.GenericSchema = v.GenericSchema> {
  summary: string;
  /** Where it is deployed: once in the home region, or in each region. */
  place: "platform" | "region";
  needs: readonly Grant[];
  /**
   * It computes on what a tenant sent: where it would share a process with the API or with other workspaces, it gets one of its
   * own, in its workspace's turn.
   */
  compute?: "ingest" | "task";
  input: I;
}

/** A function that a state machine (or a schedule) calls. It may be called twice for the same work. */
export interface Step {
  contract: StepContract;
  run: (payload: unknown, settings: Settings, signal?: AbortSignal) => Promise<unknown>;
}

export function step<I extends v.GenericSchema>(
  contract: StepContract<I>,
  handler: (input: { input: v.InferOutput<I>; settings: Settings; signal: AbortSignal }) => Promise<unknown>,
): Step {
  return {
    contract: contract as unknown as StepContract,
    run: (payload, settings, signal = new AbortController().signal) =>
      handler({ input: v.parse(contract.input, payload), settings, signal }),
  };
}

/** What the steps of a load get: ids, not data. */
export const LoadExecution = v.object({
  workspace_id: v.string(),
  load_id: v.string(),
  attempt: v.number(),
});

/** What the steps of a task get: ids, not data. */
export const TaskExecution = v.object({
  workspace_id: v.string(),
  task_id: v.string(),
  attempt: v.number(),
});

/** The workspace a regional execution works for. It was authorized when the execution was started. */
export function workspaceOfExecution(settings: Settings, workspaceId: string): WorkspaceScope {
  if (settings.region === null) throw new Error("Only a region has data of workspaces");
  return { settings, id: workspaceId, region: settings.region };
}
