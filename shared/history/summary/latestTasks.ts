import {
  type AssayGoal,
  designsTable,
  goalOf,
  type MeasuredAssay,
  measuredAssays,
} from "#shared/domain/tasks/measuredAssays.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listTasks } from "#shared/store/tasks.ts";
import { type CountedTask, roundOf } from "./figures.ts";
import type { DesignSource } from "./summarySql.ts";

/** Number of tasks in memory at a time: the parameters of a single task may take up 300 KB. */
const PAGE_ITEMS = 25;

/** Information that a summary needs about a project's tasks. */
export interface LatestTasks {
  items: CountedTask[];
  /** Each assay as read by the latest completed task. */
  assays: MeasuredAssay[];
  /** Goal for each assay in the latest task that had it as its primary objective. */
  goals: Map<string, AssayGoal>;
  /** Tables of designs, latest first. */
  designs: DesignSource[];
  /** True if there are more tasks. */
  more: boolean;
}

/** Reads the latest unarchived tasks of a project and its rounds. */
export async function latestTasks(
  scope: WorkspaceScope,
  projectId: string,
  limit: number,
): Promise<LatestTasks> {
  const filter = { type: null, state: null, projectId, roundId: null, includeArchived: false };
  const items: CountedTask[] = [];
  const assays = new Map<string, MeasuredAssay>();
  const goals: LatestTasks["goals"] = new Map();
  const designs: DesignSource[] = [];
  let cursor: string | null = null;
  do {
    const size = Math.min(PAGE_ITEMS, limit - items.length);
    const page = await listTasks(scope, filter, { limit: size, cursor, order: "DESC" });
    for (const task of page.items) {
      const { context, state } = task;
      items.push({ context, state });
      const goal = goalOf(task);
      if (goal && !goals.has(goal.assay_id)) goals.set(goal.assay_id, goal);
      if (state !== "COMPLETED") continue;
      for (const assay of measuredAssays(task)) {
        if (!assays.has(assay.assay_id)) assays.set(assay.assay_id, assay);
      }
      const reference = designsTable(task);
      if (reference !== null) designs.push({ round: roundOf(context), reference });
    }
    cursor = page.cursor;
  } while (cursor !== null && items.length < limit);
  return { items, assays: [...assays.values()], goals, designs, more: cursor !== null };
}
