import type { Column } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { CompiledQuery } from "@pdp/trino/relations";
import { visibleInQuery } from "#shared/domain/context.ts";
import { type DataFile, loadsOf } from "#shared/domain/loads/manifest.ts";
import { filesOfLoads, rowChanges } from "#shared/domain/loads/rowChanges.ts";
import { withStandIns } from "#shared/domain/loads/standIns.ts";
import { keyColumnsOf, MAX_KEY_COLUMNS, requireKeyColumns } from "#shared/domain/tableKey.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { MIN_FILES, mergedFiles } from "./filesToRead.ts";
import { rowDiffSql } from "./rowDiffSql.ts";
import { differingFiles } from "./tableFiles.ts";
import { tableSides } from "./tableSides.ts";

export interface RowDiffInput {
  tableId: string;
  from: string;
  /** Null for the table's latest version. */
  to: string | null;
  /** Column names; empty for whole rows; null for the table's key, or whole rows if it has none. */
  key: readonly string[] | null;
  /** Project that the compared rows are restricted to; null for all rows of the workspace. */
  projectId: string | null;
}

/**
 * Compiles the query that compares the rows of a table at two versions. It only reads the rows of loads that are in just one
 * of the versions: a load's rows never change, whichever files contain them.
 */
export async function rowDiff(scope: WorkspaceScope, input: RowDiffInput): Promise<CompiledQuery> {
  const { table, from, to } = await tableSides(scope, input.tableId, input.from, input.to);
  // Columns are only ever added: rows of `from` have no values in later columns.
  const { columns } = to;
  const differing = await differingFiles(scope, from, to);
  const isVisible = visibleInQuery(input.projectId);
  const shown = (side: readonly DataFile[]): DataFile[] => side.filter((file) => isVisible(file.context));
  const [before, after] = [shown(differing.from), shown(differing.to)];
  const changed = new Set(rowChanges(before, after).map(({ load_id }) => load_id));
  const isChanged = (load: string): boolean => changed.has(load);
  const read = await changedFiles(scope, table, [before, after], isChanged);
  const files = { rows_from: filesOfLoads(read.from, isChanged), rows_to: filesOfLoads(read.to, isChanged) };
  const sides = { hasFrom: files.rows_from.length > 0, hasTo: files.rows_to.length > 0 };
  return compileQuery(rowDiffSql(columns, keyOf(table, columns, input.key), sides), {
    resolve: async (reference) => ({
      kind: "TABLE",
      columns,
      files: files[reference as keyof typeof files],
    }),
  });
}

/** Returns the files with changed loads; merged files of the latest version stand in for small ones. */
async function changedFiles(
  scope: WorkspaceScope,
  { manifest_key: latest }: TableRecord,
  [before, after]: readonly [readonly DataFile[], readonly DataFile[]],
  isChanged: (load: string) => boolean,
): Promise<{ from: DataFile[]; to: DataFile[] }> {
  const loadsIn = (files: readonly DataFile[]): string[] =>
    files.flatMap((file) => loadsOf(file).flatMap(({ load_id }) => (isChanged(load_id) ? [load_id] : [])));
  const isWanted = (file: DataFile): boolean => loadsIn([file]).length > 0;
  const [from, to] = [before.filter(isWanted), after.filter(isWanted)];
  const ofFrom = new Set(loadsIn(from));
  // During an erasure, a load may have different rows on both sides, and files that both sides share are not listed.
  const isErasing = loadsIn(to).some((load) => ofFrom.has(load));
  if (latest === null || isErasing || Math.max(from.length, to.length) < MIN_FILES) return { from, to };
  const merged = await mergedFiles(scope, latest);
  return { from: withStandIns(from, merged), to: withStandIns(to, merged) };
}

function keyOf(table: TableRecord, columns: readonly Column[], stated: RowDiffInput["key"]): Column[] {
  if (stated === null) {
    const key = keyColumnsOf(table, columns);
    return key.length === (table.key ?? []).length ? key : [];
  }
  const loc = ["query", "key"];
  if (stated.length > MAX_KEY_COLUMNS)
    throw invalidField(
      loc,
      `A key can have at most ${MAX_KEY_COLUMNS} columns`,
      stated.join(",").slice(0, 200),
    );
  return keyColumnsOf({ key: requireKeyColumns(stated, columns, () => loc) }, columns);
}
