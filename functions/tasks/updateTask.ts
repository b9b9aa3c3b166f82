import * as v from "valibot";
import { TaskId } from "#shared/domain/id.ts";
import { shownTask, Task, TaskUpdate } from "#shared/domain/tasks/task.ts";
import { updateTask as updated } from "#shared/domain/tasks/taskTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeActiveTask } from "#shared/store/tasks.ts";

export const updateTask = operation(
  {
    summary: "Update a task's name, description or idempotency key",
    description: "The key can be set only if the task has none. 409 in an archived project or round.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task:update",
    tag: "Tasks",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    query: v.object({ id: TaskId }),
    body: TaskUpdate,
    response: Task,
    errors: [404, 409],
  },
  async ({ workspace, caller, query, body }) => {
    const stamp = stampOf(caller);
    return shownTask(await changeActiveTask(workspace, query.id, (task) => updated(task, body, stamp)));
  },
);
