import { DomainError } from "#shared/domain/errors.ts";
import type { AssaySummary } from "#shared/domain/projectSummary.ts";
import type { AssayGoal, CurrentSource, MeasuredAssay } from "#shared/domain/tasks/measuredAssays.ts";
import { identifier } from "#shared/duckdb/quoting.ts";
import { queryRows } from "#shared/history/relations/queryRows.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { compileQuery } from "#shared/trino/compileQuery.ts";
import type { Relation, ResolveRelation } from "#shared/trino/relation.ts";
import { sequenceColumn } from "./sequenceColumn.ts";
import { bestSql, type MeasuredColumns, measuredColumns } from "./summarySql.ts";

/** Maximum number of different tables and queries that are read. */
const MAX_SOURCES = 5;

/** Rows of measurements that could be read. */
export interface MeasuredSource {
  relation: Relation;
  columns: MeasuredColumns;
}

export interface ReadAssays {
  assays: AssaySummary[];
  sources: MeasuredSource[];
  /** True if there are more sources than are read. */
  more: boolean;
}

/** Reads the best values of assays in the rows that their tables and queries have now. */
export async function readAssays(
  scope: WorkspaceScope,
  resolve: ResolveRelation,
  assays: readonly MeasuredAssay[],
  goals: ReadonlyMap<string, AssayGoal["direction"]>,
  signal: AbortSignal,
): Promise<ReadAssays> {
  const bySource = new Map<string, MeasuredAssay[]>();
  for (const assay of assays) {
    const source = JSON.stringify(assay.source);
    bySource.set(source, [...(bySource.get(source) ?? []), assay]);
  }
  const read: ReadAssays = { assays: [], sources: [], more: bySource.size > MAX_SOURCES };
  for (const together of [...bySource.values()].slice(0, MAX_SOURCES)) {
    const { source } = together[0] as MeasuredAssay;
    const relation: Relation = { kind: "VIEW", query: queryOf(source), names: { resolve } };
    try {
      const columns = await columnsOf(scope, relation, source, together, signal);
      const directions = together.map(({ assay_id }) => goals.get(assay_id) ?? null);
      const sql = bestSql(
        columns,
        directions.map((direction) => direction === "MINIMIZE"),
      );
      const compiled = await compileQuery(sql, { resolve: async () => relation });
      const [row = {}] = await queryRows(scope, compiled, signal);
      read.assays.push(
        ...together.map((assay, index) => summaryOf(assay, directions[index] ?? null, row, index)),
      );
      read.sources.push({ relation, columns });
    } catch (error) {
      if (!isOfSource(error)) throw error;
      const unread = together.map((assay) => ({
        ...summaryOf(assay, goals.get(assay.assay_id) ?? null, {}, 0),
        problem: error.message,
      }));
      read.assays.push(...unread);
    }
  }
  return read;
}

function queryOf(source: CurrentSource): string {
  if (source.kind === "QUERY") return source.query;
  return `SELECT * FROM ${source.table.split(".").map(identifier).join(".")}`;
}

async function columnsOf(
  scope: WorkspaceScope,
  relation: Relation,
  source: CurrentSource,
  assays: readonly MeasuredAssay[],
  signal: AbortSignal,
): Promise<MeasuredColumns> {
  const { columns } = await compileQuery("SELECT * FROM source", { resolve: async () => relation });
  const sequence = await sequenceColumn(scope, relation, columns, source, signal);
  return measuredColumns(
    columns.map(({ name }) => name),
    sequence,
    assays.map(({ assay_id }) => assay_id),
  );
}

/** Tells whether an error is about what a source says, not about the service. */
function isOfSource(error: unknown): error is DomainError {
  return error instanceof DomainError && ["malformed", "not_found", "conflict"].includes(error.kind);
}

function summaryOf(
  { assay_id, name, unit, task_id }: MeasuredAssay,
  direction: AssaySummary["direction"],
  row: Record<string, unknown>,
  index: number,
): AssaySummary {
  const sequence = row[`sequence${index}`];
  const value = row[`best${index}`];
  return {
    ...{ assay_id, name, unit, task_id, direction },
    best_value: typeof value === "number" ? value : null,
    best_sequence: typeof sequence === "string" ? sequence : null,
    sequences: Number(row[`sequences${index}`] ?? 0),
    values: Number(row[`values${index}`] ?? 0),
    problem: null,
  };
}
