import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { queryInteger } from "#shared/api/pageQuery.ts";
import { TaskId } from "#shared/domain/id.ts";
import { hasEnded, shownTask, Task } from "#shared/domain/tasks/task.ts";
import { getTask as read } from "#shared/store/tasks.ts";

/** Time between two looks at a task that is waited for, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** Maximum time for which a request waits, in seconds: a gateway ends it after 29. */
const MAX_WAIT_SECONDS = 20;

export const getTask = operation(
  {
    summary: "Get a task with its state and result",
    description:
      "With `wait_seconds`, the answer comes when the task has ended, or after that time, whatever its state is then: so a client learns of the end at once, with few requests.",
    method: "GET",
    path: "/v2/workspace/{workspace}/task:get",
    tag: "Tasks",
    audience: "member",
    needs: ["table:read"],
    query: v.object({
      id: TaskId,
      wait_seconds: queryInteger({
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description: "How long to wait for the end of the task, in seconds",
      }),
    }),
    response: Task,
    errors: [404],
  },
  async ({ workspace, query, signal }) => {
    const looks = Math.ceil((query.wait_seconds * 1000) / LOOK_EVERY_MS);
    let task = await read(workspace, query.id);
    for (let look = 0; look < looks && !hasEnded(task); look += 1) {
      await sleep(LOOK_EVERY_MS, undefined, { signal });
      task = await read(workspace, query.id);
    }
    return shownTask(task);
  },
);
