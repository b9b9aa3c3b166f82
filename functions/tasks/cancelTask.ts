import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, TaskId } from "#shared/domain/id.ts";
import { shownTask, Task } from "#shared/domain/tasks/task.ts";
import { cancelTask as cancelled } from "#shared/domain/tasks/taskTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stopOutdatedExecution, taskExecution } from "#shared/runtime/executions.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeTask } from "#shared/store/tasks.ts";

export const cancelTask = operation(
  {
    summary: "Cancel a task",
    description:
      "The task becomes CANCELLED immediately and has no results. 409 if the task has finished, possibly just before the request.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task:cancel",
    tag: "Tasks",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "task:start"],
    query: v.object({ id: TaskId }),
    response: Task,
    errors: [404, 409],
    examples: {
      response: { state: "CANCELLED", result: null },
      errors: {
        409: conflict(
          "task_ended",
          `The task ${EXAMPLE_ID.task} is COMPLETED: only a task that has not finished can be cancelled.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = stampOf(caller);
    const task = await changeTask(workspace, query.id, (before) => cancelled(before, stamp));
    await stopOutdatedExecution(workspace, taskExecution(workspace, task.id, task.attempt - 1));
    return shownTask(task);
  },
);
