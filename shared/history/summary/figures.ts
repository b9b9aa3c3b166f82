import type { Context } from "#shared/domain/context.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { Figures } from "#shared/domain/projectSummary.ts";
import { isInternal } from "#shared/domain/table.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";

/** Key for the figures that do not belong to any round. */
export const OUTSIDE = "";

/** Number of designs in a round, and of those that have been measured. */
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

/** Task fields used for counting. */
export type CountedTask = Pick<TaskRecord, "context" | "state">;

/** File load fields used for counting; null for a load that does not count. */
export type CountedLoad = { context: Context; rows: number } | null;

/** Returns the fields of a load that are counted. */
export function countedLoad(load: LoadRecord): CountedLoad {
  return isActiveLoad(load) ? { context: load.context, rows: rowsOf(load) } : null;
}

/** Counts the loads and tasks of a round, or those that are not in any round. */
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

/** Tells whether rows of a load are present and came from files: tasks also store their results as loads. */
function isActiveLoad({ state, is_active, tables }: LoadRecord): boolean {
  const references = Object.keys(tables);
  return state === "COMPLETED" && is_active && !references.every((reference) => isInternal({ reference }));
}

function rowsOf({ tables }: LoadRecord): number {
  return Object.values(tables).reduce((sum, { rows = 0 }) => sum + rows, 0);
}
