import { visibleInQuery } from "#shared/domain/context.ts";
import type { ProjectSummary } from "#shared/domain/projectSummary.ts";
import {
  type AssayGoal,
  designsTable,
  goalOf,
  type MeasuredAssay,
  measuredAssays,
} from "#shared/domain/tasks/measuredAssays.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { latestLoads } from "#shared/store/latestLoads.ts";
import { getProject } from "#shared/store/projects.ts";
import { listRounds } from "#shared/store/rounds.ts";
import { listTasks } from "#shared/store/tasks.ts";
import { compileQuery } from "#shared/trino/compileQuery.ts";
import type { ResolveRelation } from "#shared/trino/relation.ts";
import { type DesignCounts, figuresOf, OUTSIDE, roundOf } from "./figures.ts";
import { type MeasuredSource, readAssays } from "./readAssays.ts";
import { type DesignSource, designsSql } from "./summarySql.ts";

const MAX_RECORDS = 1_000;
const MAX_ROUNDS = 200;
const MAX_DESIGN_TASKS = 50;
const MAX_ASSAYS = 32;
/** Page with the latest records. */
const LATEST = { cursor: null, order: "DESC" as const };

/** Counts what a project has, and reads the best values of its assays from its rows. */
export async function summarizeProject(
  scope: WorkspaceScope,
  projectId: string,
  signal: AbortSignal,
): Promise<ProjectSummary> {
  const { id } = await getProject(scope, projectId);
  const ofProject = { type: null, state: null, projectId: id, roundId: null, includeArchived: false };
  const [loads, tasks, rounds] = await Promise.all([
    latestLoads(scope, id, MAX_RECORDS),
    listTasks(scope, ofProject, { limit: MAX_RECORDS, ...LATEST }),
    listRounds(scope, id, true, { limit: MAX_ROUNDS, ...LATEST }),
  ]);
  const completed = tasks.items.filter(
    ({ state, archived_at }) => state === "COMPLETED" && archived_at === null,
  );
  const known = assaysOf(completed);
  const designs = designsOf(completed);
  const resolve = relationsOf(scope, visibleInQuery(id));
  const read = await readAssays(scope, resolve, known.slice(0, MAX_ASSAYS), goalsOf(tasks.items), signal);
  const counts = await countDesigns(scope, resolve, designs.slice(0, MAX_DESIGN_TASKS), read.sources, signal);
  const figures = (round: string) => figuresOf(round, loads.items, tasks.items, counts.get(round));
  return {
    project_id: id,
    rounds: rounds.items
      .toReversed()
      .map(({ id: round_id, name, archived_at }) => ({ round_id, name, archived_at, ...figures(round_id) })),
    outside_rounds: figures(OUTSIDE),
    assays: read.assays.toSorted((one, other) => (one.assay_id < other.assay_id ? -1 : 1)),
    is_complete: !(
      [loads, read].some(({ more }) => more) ||
      [tasks, rounds].some(({ cursor }) => cursor !== null) ||
      known.length > MAX_ASSAYS ||
      designs.length > MAX_DESIGN_TASKS
    ),
  };
}

/** Returns each assay as the latest task read it. */
function assaysOf(completed: readonly TaskRecord[]): MeasuredAssay[] {
  const latest = new Map<string, MeasuredAssay>();
  for (const task of completed) {
    for (const assay of measuredAssays(task)) {
      if (!latest.has(assay.assay_id)) latest.set(assay.assay_id, assay);
    }
  }
  return [...latest.values()];
}

/** Returns the direction of each assay in the latest task that had it as its primary objective. */
function goalsOf(tasks: readonly TaskRecord[]): Map<string, AssayGoal["direction"]> {
  const goals = new Map<string, AssayGoal["direction"]>();
  for (const task of tasks) {
    const goal = goalOf(task);
    if (goal && !goals.has(goal.assay_id)) goals.set(goal.assay_id, goal.direction);
  }
  return goals;
}

function designsOf(completed: readonly TaskRecord[]): DesignSource[] {
  return completed.flatMap((task) => {
    const reference = designsTable(task);
    return reference === null ? [] : [{ round: roundOf(task.context), reference }];
  });
}

async function countDesigns(
  scope: WorkspaceScope,
  tables: ResolveRelation,
  designs: readonly DesignSource[],
  sources: readonly MeasuredSource[],
  signal: AbortSignal,
): Promise<Map<string, DesignCounts>> {
  if (designs.length === 0) return new Map();
  const sql = designsSql(
    designs,
    sources.map(({ columns }) => columns),
  );
  const resolve: ResolveRelation = async (reference, version) => {
    const [, index] = /^source_(\d+)$/.exec(reference) ?? [];
    return (index === undefined ? undefined : sources[Number(index)]?.relation) ?? tables(reference, version);
  };
  const rows = await queryRows(scope, await compileQuery(sql, { resolve }), signal);
  return new Map(
    rows.map(({ round, designs: selected, designs_measured }) => [
      String(round),
      { designs: Number(selected), designs_measured: Number(designs_measured) },
    ]),
  );
}
