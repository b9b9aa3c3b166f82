import { keyWarnings } from "./keyWarnings.ts";
import { mutationWarnings } from "./mutationWarnings.ts";
import { replicateWarnings } from "./replicateWarnings.ts";
import { unlikeSequenceWarnings } from "./unlikeSequenceWarnings.ts";
import type { WarnedColumn } from "./warnedColumns.ts";

/**
 * Returns sentences about rows that are valid but unusual. `missing` contains the words for missing values in all columns.
 * `isNumbered` means that sequences are computed from the mutations, so that the numbering is known.
 */
export function rowWarnings(
  columns: readonly WarnedColumn[],
  missing: readonly string[] = [],
  isNumbered = false,
): string[] {
  return [
    ...(isNumbered ? [] : mutationWarnings(columns)),
    ...unlikeSequenceWarnings(columns, missing),
    ...keyWarnings(columns),
    ...replicateWarnings(columns),
  ];
}
