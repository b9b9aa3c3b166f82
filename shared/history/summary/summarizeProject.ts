import { compileQuery } from "@pdp/trino/compile";
import type { ResolveRelation } from "@pdp/trino/relations";
import { visibleInQuery } from "#shared/domain/context.ts";
import type { ProjectSummary } from "#shared/domain/projectSummary.ts";
import { MAX_ASSAYS } from "#shared/domain/tasks/assay.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { latestLoads } from "#shared/store/latestLoads.ts";
import { getProject } from "#shared/store/projects.ts";
import { listRounds } from "#shared/store/rounds.ts";
import { countedLoad, type DesignCounts, figuresOf, OUTSIDE } from "./figures.ts";
import { latestTasks } from "./latestTasks.ts";
import { type MeasuredSource, readAssays } from "./readAssays.ts";
import { chainsIn, chainsSql } from "./sequenceColumn.ts";
import { type DesignSource, designsSql } from "./summarySql.ts";

const MAX_RECORDS = 1_000;
const MAX_ROUNDS = 200;
const MAX_DESIGN_TASKS = 50;

/** Counts the contents of a project, and reads the best values of its assays from its rows. */
export async function summarizeProject(
  scope: WorkspaceScope,
  projectId: string,
  signal: AbortSignal,
): Promise<ProjectSummary> {
  const { id } = await getProject(scope, projectId);
  const [loads, tasks, rounds] = await Promise.all([
    latestLoads(scope, id, MAX_RECORDS, countedLoad),
    latestTasks(scope, id, MAX_RECORDS),
    listRounds(scope, id, true, { limit: MAX_ROUNDS, cursor: null, order: "DESC" }),
  ]);
  const { assays: known, designs, goals } = tasks;
  const resolve = relationsOf(scope, visibleInQuery(id));
  const read = await readAssays(scope, resolve, known.slice(0, MAX_ASSAYS), goals, signal);
  const counts = await countDesigns(scope, resolve, designs.slice(0, MAX_DESIGN_TASKS), read.sources, signal);
  const figures = (round: string) => figuresOf(round, loads.items, tasks.items, counts.get(round));
  return {
    project_id: id,
    rounds: rounds.items
      .toReversed()
      .map(({ id: round_id, name, archived_at }) => ({ round_id, name, archived_at, ...figures(round_id) })),
    outside_rounds: figures(OUTSIDE),
    assays: read.assays.toSorted((a, b) => (a.assay_id < b.assay_id ? -1 : 1)),
    is_complete: !(
      [loads, tasks, read].some(({ more }) => more) ||
      rounds.cursor !== null ||
      known.length > MAX_ASSAYS ||
      designs.length > MAX_DESIGN_TASKS
    ),
  };
}

/** Returns a table of designs with the expression for its proteins, which may have two chains. */
async function withSequence(tables: ResolveRelation, design: DesignSource): Promise<DesignSource> {
  const relation = await tables(design.reference, undefined);
  const chains = relation.kind === "TABLE" ? chainsIn(relation.columns) : null;
  return chains === null ? design : { ...design, sequence: `${chainsSql(chains)} AS sequence` };
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
    await Promise.all(designs.map((design) => withSequence(tables, design))),
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
