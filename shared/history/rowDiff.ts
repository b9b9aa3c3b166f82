import type { Column } from "#shared/domain/column.ts";
import { visibleInQuery } from "#shared/domain/context.ts";
import { invalidField } from "#shared/domain/errors.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { keyColumnsOf, MAX_KEY_COLUMNS, requireKeyColumns } from "#shared/domain/tableKey.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { compileQuery } from "#shared/trino/compileQuery.ts";
import type { CompiledQuery } from "#shared/trino/relation.ts";
import { rowDiffSql } from "./rowDiffSql.ts";
import { differingFiles } from "./tableFiles.ts";
import { tableSides } from "./tableSides.ts";

export interface RowDiffInput {
  tableId: string;
  from: string;
  /** Null: the table's latest version. */
  to: string | null;
  /** Names of columns; empty: whole rows; null: the table's key, or whole rows if it has none. */
  key: readonly string[] | null;
  /** Project whose rows alone are compared; null: all rows of the workspace. */
  projectId: string | null;
}

/**
 * Compiles the query that compares the rows of a table at two versions. It reads only files that the versions do not
 * share: rows are immutable, so the others are the same in both.
 */
export async function rowDiff(scope: WorkspaceScope, input: RowDiffInput): Promise<CompiledQuery> {
  const { table, from, to } = await tableSides(scope, input.tableId, input.from, input.to);
  // Columns are only ever added: rows of `from` have no value in those that came later.
  const { columns } = to;
  const sql = rowDiffSql(columns, keyOf(table, columns, input.key));
  const files = await differingFiles(scope, from, to);
  const isVisible = visibleInQuery(input.projectId);
  const [before, after] = [files.from, files.to].map((side) =>
    side.filter((file) => isVisible(file.context)),
  );
  const sides = { rows_from: without(before, after), rows_to: without(after, before) };
  return compileQuery(sql, {
    resolve: async (reference) => ({
      kind: "TABLE",
      columns,
      files: sides[reference as keyof typeof sides],
    }),
  });
}

function keyOf(table: TableRecord, columns: readonly Column[], stated: RowDiffInput["key"]): Column[] {
  if (stated === null) {
    const key = keyColumnsOf(table, columns);
    return key.length === (table.key ?? []).length ? key : [];
  }
  const loc = ["query", "key"];
  if (stated.length > MAX_KEY_COLUMNS)
    throw invalidField(loc, `A key has at most ${MAX_KEY_COLUMNS} columns`, stated.join(",").slice(0, 200));
  return keyColumnsOf({ key: requireKeyColumns(stated, columns, () => loc) }, columns);
}

/** Returns the files that are not the same in another list. */
function without(files: readonly DataFile[] = [], others: readonly DataFile[] = []): DataFile[] {
  const known = new Set(others.map(identity));
  return files.filter((file) => !known.has(identity(file)));
}

function identity(file: DataFile): string {
  const hidden = "hidden_loads" in file ? (file.hidden_loads ?? []) : [];
  return [file.key, ...hidden.toSorted()].join("\n");
}
