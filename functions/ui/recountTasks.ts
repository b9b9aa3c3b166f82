import * as v from "valibot";
import { TASK_COUNTS } from "#shared/domain/tasks/task.ts";
import { isDeleted } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { recountStagedBytes } from "#shared/store/recountStagedBytes.ts";
import { recountTasks as recount } from "#shared/store/taskCounters.ts";
import { allWorkspaces } from "#shared/store/workspaces.ts";

const Counts = v.object({
  failed_user: v.number(),
  failed_internal: v.number(),
  succeeded: v.number(),
  pending: v.number(),
  staged_bytes: v.number(),
});

export const recountTasks = operation(
  {
    summary: "Count all tasks and staged bytes, and report drifted counters",
    description:
      "`fix=true` corrects the counters. This operation reads every task and load, so it is intended for operators, not for web pages.",
    method: "POST",
    path: "/ui/workspace:recountTasks",
    tag: "Overview",
    audience: "staff",
    needs: ["platform:read", "regions:write"],
    query: v.object({ fix: QueryBoolean }),
    response: v.object({
      workspaces: v.pipe(v.number(), v.description("Counted number")),
      drifted: v.array(v.object({ name: v.string(), stored: Counts, counted: Counts })),
    }),
    internal: true,
    examples: {
      response: {
        workspaces: 12,
        drifted: [
          {
            name: "protein-lab",
            stored: { failed_user: 3, failed_internal: 0, succeeded: 41, pending: 1, staged_bytes: 0 },
            counted: { failed_user: 3, failed_internal: 0, succeeded: 42, pending: 0, staged_bytes: 0 },
          },
        ],
      },
    },
  },
  async ({ settings, query }) => {
    const workspaces = (await allWorkspaces({ settings })).filter((workspace) => !isDeleted(workspace));
    const drifted = [];
    for (const { id, name, region } of workspaces) {
      const scope = { settings, id, region };
      const tasks = await recount(scope, query.fix);
      const staged = await recountStagedBytes(scope, query.fix);
      const isSame = TASK_COUNTS.every((count) => tasks.stored[count] === tasks.counted[count]);
      if (isSame && staged.stored === staged.counted) continue;
      drifted.push({
        name,
        stored: { ...tasks.stored, staged_bytes: staged.stored },
        counted: { ...tasks.counted, staged_bytes: staged.counted },
      });
    }
    return { workspaces: workspaces.length, drifted };
  },
);
