import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId, RoundId } from "#shared/domain/id.ts";
import { shownTask, Task, TaskState, TaskType } from "#shared/domain/tasks/task.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryBoolean, queryFilter } from "#shared/http/operations/pageQuery.ts";
import { requireContextFilter } from "#shared/store/contexts.ts";
import { listTasks as readTasks } from "#shared/store/tasks.ts";

export const listTasks = operation(
  {
    summary: "List tasks",
    description:
      "`project_id` selects tasks in a project and its rounds; `round_id` selects those in a round. Specify at most one of the two.",
    method: "GET",
    path: "/v2/workspace/{workspace}/task:list",
    tag: "Tasks",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      type: queryFilter(TaskType.options),
      state: queryFilter(TaskState.options),
      project_id: optional(ProjectId),
      round_id: optional(RoundId),
      include_archived: QueryBoolean,
      ...pageQuery,
    }),
    response: pageOf(Task),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    const {
      project_id: projectId,
      round_id: roundId,
      type,
      state,
      include_archived: includeArchived,
    } = query;
    await requireContextFilter(workspace, { projectId, roundId });
    const page = await readTasks(workspace, { type, state, projectId, roundId, includeArchived }, query);
    return { ...page, items: page.items.map(shownTask) };
  },
);
