import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { contextOfFilter } from "#shared/domain/context.ts";
import { ProjectId, RoundId } from "#shared/domain/id.ts";
import { IdempotencyKey, shownTask, Task } from "#shared/domain/tasks/task.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { requireContextFilter } from "#shared/store/contexts.ts";
import { getTaskByIdempotencyKey as read } from "#shared/store/tasks.ts";

export const getTaskByIdempotencyKey = operation(
  {
    summary: "Get a task by its idempotency key",
    description:
      "Returns the task created with the key in exactly this context: in the project with `project_id`, in the round with `round_id`, or in the workspace with neither. 404 if no task in the context has the key.",
    method: "GET",
    path: "/v2/workspace/{workspace}/task:getByIdempotencyKey",
    tag: "Tasks",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      idempotency_key: v.pipe(
        IdempotencyKey,
        v.description("Key set when the task was created or updated"),
        v.examples(["round-1-train"]),
      ),
      project_id: optional(ProjectId),
      round_id: optional(RoundId),
    }),
    response: Task,
    errors: [404, 409],
    examples: { errors: { 404: notFound("task", 'with the idempotency key "round-1-train"') } },
  },
  async ({ workspace, query }) => {
    const filter = { projectId: query.project_id, roundId: query.round_id };
    await requireContextFilter(workspace, filter);
    return shownTask(await read(workspace, contextOfFilter(filter), query.idempotency_key));
  },
);
