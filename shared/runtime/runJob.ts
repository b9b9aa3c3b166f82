import type { Job, WorkspaceScope } from "./scope.ts";

/** Runs a job in the deployment's isolation, or directly if this process serves one request at a time. */
export function runJob<Input, Output>(
  job: Job<Input, Output>,
  scope: WorkspaceScope,
  input: Input,
  signal: AbortSignal,
): Promise<Output> {
  const { isolation } = scope.settings;
  return isolation ? isolation.run(job, scope, input, signal) : job.run(scope, input, signal);
}
