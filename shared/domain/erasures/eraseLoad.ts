import type { LoadRecord, LoadTable } from "#shared/domain/loads/load.ts";

/** Rows of a load that are removed by an erasure. */
export interface ErasedLoad {
  /** True if all rows of the load are erased. */
  isWhole: boolean;
  /** Number of erased rows by table id. */
  tables: ReadonlyMap<string, number>;
  /** Number of erased rows by file id. */
  files: ReadonlyMap<string, number>;
}

const CUT = "This text was removed because it contained erased rows.";

/**
 * Returns a load without the information it records about erased rows: sentences, corrections and exclusions that quote
 * values, and its description if all rows are erased. `fileIds` are the ids of its files, in order.
 */
export function eraseLoad(
  load: LoadRecord,
  { isWhole, tables, files }: ErasedLoad,
  fileIds: readonly string[],
  at: string,
): LoadRecord {
  const { left_out: _, description, ...rest } = load;
  const fileRows = load.file_rows?.map((rows, index) => {
    if (rows === null) return null;
    return isWhole ? 0 : Math.max(0, rows - (files.get(fileIds[index] ?? "") ?? 0));
  });
  return {
    ...rest,
    ...(description !== undefined && !isWhole && { description }),
    errors: load.errors.map(() => CUT),
    warnings: load.warnings.map(() => CUT),
    problem_count: 0,
    tables: Object.fromEntries(
      Object.entries(load.tables).map(([reference, table]) => [
        reference,
        eraseTable(table, isWhole, tables),
      ]),
    ),
    ...(fileRows && { file_rows: fileRows }),
    // Part of the key under which lists of its files are cached.
    removed_files: (load.removed_files ?? 0) + 1,
    erased_at: at,
    ...(isWhole && {
      is_erased: true as const,
      is_active: false,
      action: null,
      state: "COMPLETED" as const,
      attempt: load.action === null ? load.attempt : load.attempt + 1,
    }),
  };
}

function eraseTable(table: LoadTable, isWhole: boolean, erased: ReadonlyMap<string, number>): LoadTable {
  const {
    corrections: _,
    exclusions: __,
    ...rest
  } = table as LoadTable & Record<"corrections" | "exclusions", unknown>;
  if (rest.rows === undefined) return rest;
  const rows = isWhole ? 0 : Math.max(0, rest.rows - (erased.get(table.table_id ?? "") ?? 0));
  return { ...rest, rows };
}
