import type { Context } from "#shared/domain/context.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { Figures } from "#shared/domain/projectSummary.ts";
import { isInternal } from "#shared/domain/table.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";

/** Key of the figures that belong to no round. */
export const OUTSIDE = "";

/** Number of designs of a round, and of those that were measured. */
export type DesignCounts = Pick<Figures, "designs" | "designs_measured">;

const TASK_STATES = {
  INIT: "pending",
  EXECUTING: "pending",
  COMPLETED: "completed",
  FAILED: "failed",
  CANCELLED: "cancelled",
} as const;

/** Returns the round of a context, or `OUTSIDE`. */
export function roundOf(context: Context): string {
  return context.kind === "ROUND" ? context.round_id : OUTSIDE;
}

/** Task as it is counted. */
export type CountedTask = Pick<TaskRecord, "context" | "state">;

/** Load of files as it is counted; null for one that does not count. */
export type CountedLoad = { context: Context; rows: number } | null;

/** Returns what is counted of a load. */
export function countedLoad(load: LoadRecord): CountedLoad {
  return isActiveLoad(load) ? { context: load.context, rows: rowsOf(load) } : null;
}

/** Counts the loads and tasks of a round, or of what is in none. */
export function figuresOf(
  round: string,
  loads: readonly CountedLoad[],
  tasks: readonly CountedTask[],
  designs: DesignCounts = { designs: 0, designs_measured: 0 },
): Figures {
  const counted = { pending: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { context, state } of tasks) {
    if (roundOf(context) === round) counted[TASK_STATES[state]] += 1;
  }
  const active = loads.flatMap((load) => (load && roundOf(load.context) === round ? [load] : []));
  return {
    loads: active.length,
    rows: active.reduce((sum, load) => sum + load.rows, 0),
    tasks: counted,
    ...designs,
  };
}

/** Tells whether rows of a load are there, and came from files: tasks store their results as loads, too. */
function isActiveLoad({ state, is_active, tables }: LoadRecord): boolean {
  const references = Object.keys(tables);
  return state === "COMPLETED" && is_active && !references.every((reference) => isInternal({ reference }));
}

function rowsOf({ tables }: LoadRecord): number {
  return Object.values(tables).reduce((sum, { rows = 0 }) => sum + rows, 0);
}
