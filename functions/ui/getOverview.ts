import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { EXAMPLE_ID, IdString } from "#shared/domain/id.ts";
import { TASK_COUNTS, type TaskCounts } from "#shared/domain/tasks/task.ts";
import { isDeleted, type WorkspaceEntity } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import type { Region } from "#shared/runtime/environmentVariables.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { oldestPending, taskCountersOf } from "#shared/store/taskCounters.ts";
import { allWorkspaces } from "#shared/store/workspaces.ts";

const COUNTS = { failed_user: 3, failed_internal: 0, succeeded: 41, pending: 1 };

const counts = {
  failed_user: v.pipe(v.number(), v.description("Failed because of the parameters or the data")),
  failed_internal: v.pipe(v.number(), v.description("Failed because of the service")),
  succeeded: v.number(),
  pending: v.pipe(v.number(), v.description("Not finished yet")),
};

const WorkspaceTasks = v.object({
  name: v.string(),
  ...counts,
  oldest_pending: v.nullable(v.object({ id: IdString, created_at: Timestamp })),
});

/** Maximum number of concurrent requests to a region. */
const MAX_CONCURRENT_READS = 16;

export const getOverview = operation(
  {
    summary: "Count the tasks in all workspaces by state",
    description:
      "Covers all regions. Includes workspaces that are being deleted, but not deleted ones. Cancelled tasks are not counted; list them with `task:list?state=CANCELLED` in a workspace.",
    method: "GET",
    path: "/ui/workspace:getOverview",
    tag: "Overview",
    audience: "staff",
    needs: ["platform:read", "regions:read"],
    response: v.object({ tasks: v.object({ ...counts, workspaces: v.array(WorkspaceTasks) }) }),
    internal: true,
    examples: {
      response: {
        tasks: {
          ...COUNTS,
          workspaces: [
            {
              name: "protein-lab",
              ...COUNTS,
              oldest_pending: { id: EXAMPLE_ID.task, created_at: "2026-03-11T08:15:00.000Z" },
            },
          ],
        },
      },
    },
  },
  async ({ settings }) => {
    const [EU, US, all] = await Promise.all([
      taskCountersOf(settings, "EU"),
      taskCountersOf(settings, "US"),
      allWorkspaces({ settings }),
    ]);
    const counters: Record<Region, Map<string, TaskCounts>> = { EU, US };
    const shown = all.filter((workspace) => !isDeleted(workspace));
    const workspaces: v.InferOutput<typeof WorkspaceTasks>[] = [];
    for (let start = 0; start < shown.length; start += MAX_CONCURRENT_READS) {
      const group = shown.slice(start, start + MAX_CONCURRENT_READS);
      workspaces.push(
        ...(await Promise.all(
          group.map((workspace) => tasksOf(settings, workspace, counters[workspace.region])),
        )),
      );
    }
    const sum = (name: (typeof TASK_COUNTS)[number]): number =>
      workspaces.reduce((total, workspace) => total + workspace[name], 0);
    const totals = Object.fromEntries(TASK_COUNTS.map((name) => [name, sum(name)])) as TaskCounts;
    return { tasks: { ...totals, workspaces } };
  },
);

async function tasksOf(
  settings: Settings,
  { id, name, region }: WorkspaceEntity,
  counters: Map<string, TaskCounts>,
): Promise<v.InferOutput<typeof WorkspaceTasks>> {
  const counts = counters.get(id) ?? { failed_user: 0, failed_internal: 0, succeeded: 0, pending: 0 };
  const oldest = counts.pending > 0 ? await oldestPending({ settings, id, region }) : null;
  return { name, ...counts, oldest_pending: oldest };
}
