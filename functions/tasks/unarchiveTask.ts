import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { TaskId } from "#shared/domain/id.ts";
import { shownTask, Task, unarchiveTask as unarchived } from "#shared/domain/tasks/task.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeTask } from "#shared/store/tasks.ts";

export const unarchiveTask = operation(
  {
    summary: "Unarchive a task",
    description: "422 if it is not archived.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task:unarchive",
    tag: "Tasks",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: TaskId }),
    response: Task,
    errors: [404, 409],
  },
  async ({ workspace, caller, query }) => {
    const stamp = { by: caller.userId, at: now() };
    return shownTask(await changeTask(workspace, query.id, (task) => unarchived(task, stamp)));
  },
);
