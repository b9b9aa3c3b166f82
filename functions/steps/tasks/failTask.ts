import * as v from "valibot";
import { step, TaskExecution, workspaceOfExecution } from "#shared/api/step.ts";
import { exceedsLimits } from "#shared/domain/exceedsLimits.ts";
import { fullStorageOfStep, storageFullSentence } from "#shared/domain/storageFull.ts";
import { log } from "#shared/runtime/log.ts";
import { settleTaskFailure } from "#shared/tasks/settleTaskFailure.ts";

const TOO_LARGE =
  "This task exceeds the maximum memory or time: create it with fewer rows, shorter sequences or fewer variants to choose from.";

const FULL_ADVICE = "Recover this task when there is space again: it continues from its last checkpoint.";

/** Settles a task that failed. The user is told if it exceeds the limits or a storage was full; other causes are only logged. */
export const failTask = step(
  {
    summary: "Settle a failed task",
    place: "region",
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
      log().warn("a task needs more than a task may have", details);
      await settleTaskFailure(workspace, input.task_id, input.attempt, "USER", [TOO_LARGE]);
      return {};
    }
    log().error("a task failed", details);
    const storage = fullStorageOfStep(input.failure.Error);
    const sentence = storage
      ? storageFullSentence(storage, FULL_ADVICE)
      : `The task failed on our side (reference ${execution} in our log). Recovering it continues from its last checkpoint.`;
    await settleTaskFailure(workspace, input.task_id, input.attempt, "INTERNAL", [sentence]);
    return {};
  },
);
