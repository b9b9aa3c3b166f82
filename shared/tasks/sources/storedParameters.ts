import { invalidField } from "@pdp/basics/errors";
import { cutParameters } from "#shared/domain/tasks/cutParameters.ts";
import { withDefaults } from "#shared/domain/tasks/parameterSchemas.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { taskParametersKey } from "#shared/objects/keys.ts";
import { getJson, putJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Maximum size of the parameters in a task's record, in bytes: a database item has at most 400 KB. */
const MAX_RECORDED_BYTES = 64 * 1024;

type Parameters = Record<string, unknown>;

/** Parameters in a task's record: without literal rows if these are large. */
export interface RecordedParameters {
  recorded: Parameters;
  isCut: boolean;
}

/** Throws 422 for parameters that are too large even without their literal rows. */
export function recordedParameters(parameters: Parameters): RecordedParameters {
  if (bytesOf(parameters) <= MAX_RECORDED_BYTES) return { recorded: parameters, isCut: false };
  const recorded = cutParameters(parameters);
  if (bytesOf(recorded) <= MAX_RECORDED_BYTES) return { recorded, isCut: true };
  throw invalidField(
    ["body", "parameters"],
    "The parameters exceed 64 KB without the listed rows: put long lists in a table",
  );
}

function bytesOf(parameters: Parameters): number {
  return Buffer.byteLength(JSON.stringify(parameters));
}

/** Stores the complete parameters of a task if they are truncated in its record. */
export async function storeParameters(
  scope: WorkspaceScope,
  id: string,
  parameters: Parameters,
): Promise<void> {
  await putJson(scope, taskParametersKey(scope.id, id), parameters);
}

/** Returns a task with its complete parameters, including the defaults of fields that its request did not have. */
export async function withParameters(scope: WorkspaceScope, task: TaskRecord): Promise<TaskRecord> {
  const stored = task.parameters_cut
    ? await getJson<Parameters>(scope, taskParametersKey(scope.id, task.id))
    : task.parameters;
  return { ...task, parameters: withDefaults(task.type, stored) };
}
