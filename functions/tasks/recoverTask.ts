import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { capabilityDisabled } from "#shared/domain/capability.ts";
import { EXAMPLE_ID, TaskId } from "#shared/domain/id.ts";
import { generatesVariants, shownTask, Task } from "#shared/domain/tasks/task.ts";
import { recoverTask as recovered } from "#shared/domain/tasks/taskTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeActiveTask } from "#shared/store/tasks.ts";
import { requireRoomForTask } from "#shared/store/underWay.ts";
import { startTask } from "#shared/tasks/startTask.ts";

export const recoverTask = operation(
  {
    summary: "Recover a failed or cancelled task",
    description:
      "Resumes from the last checkpoint with the pinned data versions. If the task failed before pinning, its data is read again. 403 if the task generates variants and the workspace lacks that capability. 409 in an archived project or round.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task:recover",
    tag: "Tasks",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "task:start"],
    query: v.object({ id: TaskId }),
    response: Task,
    errors: [404, 409, 429],
    examples: {
      response: { state: "EXECUTING", result: null },
      errors: {
        409: conflict(
          "task_not_recoverable",
          `The task ${EXAMPLE_ID.task} is COMPLETED: only a FAILED or CANCELLED task can be recovered.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = stampOf(caller);
    const task = await changeActiveTask(workspace, query.id, async (before) => {
      const after = recovered(before, stamp);
      if (generatesVariants(before) && !workspace.canGenerateVariants)
        throw capabilityDisabled("can_generate_variants");
      await requireRoomForTask(workspace);
      return after;
    });
    await startTask(workspace, task);
    return shownTask(task);
  },
);
