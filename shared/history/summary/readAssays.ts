import { tableName } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { Relation, ResolveRelation } from "@pdp/trino/relations";
import type { AssaySummary } from "#shared/domain/projectSummary.ts";
import type { AssayGoal, CurrentSource, MeasuredAssay } from "#shared/domain/tasks/measuredAssays.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sequenceOf } from "./sequenceColumn.ts";
import { assayValue, bestSql, type MeasuredColumns } from "./summarySql.ts";

/** Maximum number of different tables and queries to read. */
const MAX_SOURCES = 5;

/** Goal of each assay that was an objective. */
type Goals = ReadonlyMap<string, AssayGoal>;

/** Rows of measurements that could be read. */
export interface MeasuredSource {
  relation: Relation;
  columns: MeasuredColumns;
}

export interface ReadAssays {
  assays: AssaySummary[];
  sources: MeasuredSource[];
  /** True if there are more sources than were read. */
  more: boolean;
}

/** Reads the best assay values in the current rows of their tables and queries. */
export async function readAssays(
  scope: WorkspaceScope,
  resolve: ResolveRelation,
  assays: readonly MeasuredAssay[],
  goals: Goals,
  signal: AbortSignal,
): Promise<ReadAssays> {
  const bySource = new Map<string, MeasuredAssay[]>();
  for (const assay of assays) {
    const source = JSON.stringify(assay.source);
    bySource.set(source, [...(bySource.get(source) ?? []), assay]);
  }
  const read: ReadAssays = { assays: [], sources: [], more: bySource.size > MAX_SOURCES };
  for (const together of [...bySource.values()].slice(0, MAX_SOURCES)) {
    try {
      const { assays: summaries, source } = await readSource(scope, resolve, together, goals, signal);
      read.assays.push(...summaries);
      if (source) read.sources.push(source);
    } catch (error) {
      if (!isOfSource(error)) throw error;
      read.assays.push(...together.map((assay) => unread(assay, goals, error.message)));
    }
  }
  return read;
}

/** Reads the assays of one source. Reports a problem for each assay missing from its columns, and reads the others. */
async function readSource(
  scope: WorkspaceScope,
  resolve: ResolveRelation,
  together: readonly MeasuredAssay[],
  goals: Goals,
  signal: AbortSignal,
): Promise<{ assays: AssaySummary[]; source?: MeasuredSource }> {
  const { source } = together[0] as MeasuredAssay;
  const relation: Relation = { kind: "VIEW", query: queryOf(source), names: { resolve: atPresent(resolve) } };
  const { columns } = await compileQuery("SELECT * FROM source", { resolve: async () => relation });
  const sequence = await sequenceOf(scope, relation, columns, source, signal);
  const values = together.map((assay) => ({ assay, value: assayValue(columns, assay.assay_id) }));
  const assays = values.flatMap(({ assay, value }) =>
    "problem" in value ? [unread(assay, goals, value.problem)] : [],
  );
  const readable = values.flatMap(({ assay, value }) => ("sql" in value ? [{ assay, sql: value.sql }] : []));
  if (readable.length === 0) return { assays };
  const measured: MeasuredColumns = { sequence, values: readable.map(({ sql }) => sql) };
  const wanted = readable.map(({ assay }) => goals.get(assay.assay_id));
  const sql = bestSql(measured, wanted);
  const [row = {}] = await queryRows(
    scope,
    await compileQuery(sql, { resolve: async () => relation }),
    signal,
  );
  assays.push(...readable.map(({ assay }, index) => summaryOf(assay, wanted[index], row, index)));
  return { assays, source: { relation, columns: measured } };
}

/**
 * Resolves every name to the current rows. A training run pins the version that it reads, but a summary is about the present:
 * rows that were added later count without a new training run.
 */
function atPresent(resolve: ResolveRelation): ResolveRelation {
  return Object.assign(async (reference: string) => resolve(reference, undefined), resolve);
}

function queryOf(source: CurrentSource): string {
  return source.kind === "QUERY" ? source.query : `SELECT * FROM ${tableName(source.table)}`;
}

function unread(assay: MeasuredAssay, goals: Goals, problem: string): AssaySummary {
  return { ...summaryOf(assay, goals.get(assay.assay_id), {}, 0), problem };
}

/** Tells whether an error concerns the content of a source rather than the service. */
function isOfSource(error: unknown): error is DomainError {
  return error instanceof DomainError && ["malformed", "not_found", "conflict"].includes(error.kind);
}

function summaryOf(
  { assay_id, name, unit, task_id }: MeasuredAssay,
  goal: AssayGoal | undefined,
  row: Record<string, unknown>,
  index: number,
): AssaySummary {
  const sequence = row[`sequence${index}`];
  const value = row[`best${index}`];
  return {
    ...{ assay_id, name, unit, task_id, direction: goal?.direction ?? null, target: goal?.target ?? null },
    best_value: typeof value === "number" ? value : null,
    best_sequence: typeof sequence === "string" ? sequence : null,
    sequences: Number(row[`sequences${index}`] ?? 0),
    values: Number(row[`values${index}`] ?? 0),
    problem: null,
  };
}
