import * as v from "valibot";
import { step, TaskExecution, workspaceOfExecution } from "#shared/api/step.ts";
import { log } from "#shared/runtime/log.ts";
import { settleTaskFailure } from "#shared/tasks/settleTaskFailure.ts";

/** Settles a task that could not be computed. The cause goes to the log. */
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
    log().error("a task failed", { workspace_id: input.workspace_id, execution, failure: input.failure });
    const sentence = `The task failed on our side (reference ${execution} in our log). Recovering it goes on from its last checkpoint.`;
    await settleTaskFailure(workspace, input.task_id, input.attempt, "INTERNAL", [sentence]);
    return {};
  },
);
