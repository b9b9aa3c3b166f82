import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { TaskId } from "#shared/domain/id.ts";
import { archiveTask as archived, shownTask, Task } from "#shared/domain/tasks/task.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeTask } from "#shared/store/tasks.ts";

export const archiveTask = operation(
  {
    summary: "Archive a task",
    description: "It is hidden from regular listings; what it produced stays.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task:archive",
    tag: "Tasks",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: TaskId }),
    response: Task,
    errors: [404, 409],
    examples: {
      response: { archived_at: "2026-04-20T16:00:00.000Z", archived_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ" },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = { by: caller.userId, at: now() };
    return shownTask(await changeTask(workspace, query.id, (task) => archived(task, stamp)));
  },
);
