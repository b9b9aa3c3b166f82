import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { TaskId } from "#shared/domain/id.ts";
import { shownTask, Task } from "#shared/domain/tasks/task.ts";
import { getTask as read } from "#shared/store/tasks.ts";

export const getTask = operation(
  {
    summary: "Get a task with its state and result",
    method: "GET",
    path: "/v2/workspace/{workspace}/task:get",
    tag: "Tasks",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ id: TaskId }),
    response: Task,
    errors: [404],
  },
  async ({ workspace, query }) => shownTask(await read(workspace, query.id)),
);
