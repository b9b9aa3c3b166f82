import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { QueryBoolean } from "#shared/api/pageQuery.ts";
import { TASK_COUNTS } from "#shared/domain/tasks/task.ts";
import { isDeleted } from "#shared/domain/workspace.ts";
import { recountTasks as recount } from "#shared/store/taskCounters.ts";
import { allWorkspaces } from "#shared/store/workspaces.ts";

const Counts = v.object({
  failed_user: v.number(),
  failed_internal: v.number(),
  succeeded: v.number(),
  pending: v.number(),
});

export const recountTasks = operation(
  {
    summary: "Count all tasks anew and report where the overview's counters drifted",
    description:
      "With `fix=true` the counters are set right. It reads every task: for operators, not for pages.",
    method: "POST",
    path: "/ui/workspace:recountTasks",
    tag: "Overview",
    audience: "staff",
    needs: ["platform:read", "regions:write"],
    query: v.object({ fix: QueryBoolean }),
    response: v.object({
      workspaces: v.pipe(v.number(), v.description("How many were counted")),
      drifted: v.array(v.object({ name: v.string(), stored: Counts, counted: Counts })),
    }),
    internal: true,
    examples: {
      response: {
        workspaces: 12,
        drifted: [
          {
            name: "protein-lab",
            stored: { failed_user: 3, failed_internal: 0, succeeded: 41, pending: 1 },
            counted: { failed_user: 3, failed_internal: 0, succeeded: 42, pending: 0 },
          },
        ],
      },
    },
  },
  async ({ settings, query }) => {
    const workspaces = (await allWorkspaces({ settings })).filter((workspace) => !isDeleted(workspace));
    const drifted = [];
    for (const { id, name, region } of workspaces) {
      const { stored, counted } = await recount({ settings, id, region }, query.fix);
      if (TASK_COUNTS.some((count) => stored[count] !== counted[count]))
        drifted.push({ name, stored, counted });
    }
    return { workspaces: workspaces.length, drifted };
  },
);
