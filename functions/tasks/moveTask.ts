import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, TaskId } from "#shared/domain/id.ts";
import { RoundMove } from "#shared/domain/round.ts";
import { shownTask, Task } from "#shared/domain/tasks/task.ts";
import { moveTask as moved } from "#shared/history/moveTask.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";

export const moveTask = operation(
  {
    summary: "Move a task to another round",
    description:
      "The task belongs to another round of its project from now on, or to none (null), with its artifacts and result rows. This creates a version: earlier versions show the earlier round. 409 while the task runs, or while another task uses its results.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task:move",
    tag: "Tasks",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:read"],
    query: v.object({ id: TaskId }),
    body: RoundMove,
    response: Task,
    errors: [404, 409],
    examples: {
      errors: {
        409: conflict(
          "task_unfinished",
          `The task ${EXAMPLE_ID.task} is EXECUTING: it can be moved once it has finished.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query, body }) =>
    shownTask(await moved(workspace, query.id, body.round_id, stampOf(caller))),
);
