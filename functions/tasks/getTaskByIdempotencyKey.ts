import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { contextOfFilter } from "#shared/domain/context.ts";
import { notFound } from "#shared/domain/errors.ts";
import { ProjectId, RoundId } from "#shared/domain/id.ts";
import { IdempotencyKey, shownTask, Task } from "#shared/domain/tasks/task.ts";
import { optional } from "#shared/domain/textFields.ts";
import { requireContextFilter } from "#shared/store/contexts.ts";
import { getTaskByIdempotencyKey as read } from "#shared/store/tasks.ts";

export const getTaskByIdempotencyKey = operation(
  {
    summary: "Get the task of an idempotency key",
    description:
      "The task that was created with the key in exactly this context: with `project_id`, in the project; with `round_id`, in the round; with neither, in the workspace. 404 if no task of the context has the key.",
    method: "GET",
    path: "/v2/workspace/{workspace}/task:getByIdempotencyKey",
    tag: "Tasks",
    audience: "member",
    needs: ["table:read"],
    query: v.object({
      idempotency_key: v.pipe(
        IdempotencyKey,
        v.description("The key from the task's creation or update"),
        v.examples(["round-1-train"]),
      ),
      project_id: optional(ProjectId),
      round_id: optional(RoundId),
    }),
    response: Task,
    errors: [404],
    examples: { errors: { 404: notFound("task", 'with the idempotency key "round-1-train"') } },
  },
  async ({ workspace, query }) => {
    const filter = { projectId: query.project_id, roundId: query.round_id };
    await requireContextFilter(workspace, filter);
    return shownTask(await read(workspace, contextOfFilter(filter), query.idempotency_key));
  },
);
