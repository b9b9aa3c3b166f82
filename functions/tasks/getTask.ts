import * as v from "valibot";
import { TaskId } from "#shared/domain/id.ts";
import { hasEnded, shownTask, Task } from "#shared/domain/tasks/task.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { waitSeconds } from "#shared/http/operations/pageQuery.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { getTask as read } from "#shared/store/tasks.ts";

export const getTask = operation(
  {
    summary: "Get a task with its state and result",
    description:
      "With `wait_seconds`, the response is sent as soon as the task has finished, or after that time (after one second if 50 requests from the workspace are already waiting). This lets a client learn immediately that the task has finished, with few requests.",
    method: "GET",
    path: "/v2/workspace/{workspace}/task:get",
    tag: "Tasks",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      id: TaskId,
      wait_seconds: waitSeconds("the task"),
    }),
    response: Task,
    errors: [404, 409],
  },
  async ({ workspace, query, signal }) => {
    const look = () => read(workspace, query.id);
    return shownTask(await lookUntil(workspace, look, hasEnded, query.wait_seconds, signal));
  },
);
