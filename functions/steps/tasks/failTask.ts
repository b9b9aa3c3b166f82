import { fullStorageOfStep, storageFullSentence } from "@pdp/basics/errors";
import * as v from "valibot";
import { exceedsLimits } from "#shared/domain/exceedsLimits.ts";
import { step, TaskExecution, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { log } from "#shared/runtime/log.ts";
import { settleTaskFailure } from "#shared/tasks/settleTaskFailure.ts";

const TOO_LARGE =
  "The task exceeded the maximum memory or time. Create it with fewer rows, shorter sequences or fewer candidate variants.";

const FULL_ADVICE = "Recover this task when space is available again. It resumes from its last checkpoint.";

/**
 * Marks a task as failed. The user is told if it exceeded the limits or if the storage was full; other causes are only logged.
 */
export const failTask = step(
  {
    summary: "Mark a task as failed after its execution failed",
    location: "region",
    needs: ["table:write"],
    input: v.object({
      ...TaskExecution.entries,
      failure: v.object({ Error: v.optional(v.string()), Cause: v.optional(v.string()) }),
    }),
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const execution = `task-${input.task_id}-${input.attempt}`;
    const details = { workspace_id: input.workspace_id, execution, failure: input.failure };
    if (exceedsLimits(input.failure)) {
      log().warn("a task exceeds the resource limits per task", details);
      await settleTaskFailure(workspace, input.task_id, input.attempt, "USER", [TOO_LARGE]);
      return {};
    }
    log().error("a task failed", details);
    const storage = fullStorageOfStep(input.failure.Error);
    const sentence = storage
      ? storageFullSentence(storage, FULL_ADVICE)
      : `The task failed because of an internal error (log reference ${execution}). Recover it to resume from its last checkpoint.`;
    await settleTaskFailure(workspace, input.task_id, input.attempt, "INTERNAL", [sentence]);
    return {};
  },
);
