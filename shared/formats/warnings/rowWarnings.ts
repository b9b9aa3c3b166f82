import { keyWarnings } from "./keyWarnings.ts";
import { mutationWarnings } from "./mutationWarnings.ts";
import { replicateWarnings } from "./replicateWarnings.ts";
import { unlikeSequenceWarnings } from "./unlikeSequenceWarnings.ts";
import type { WarnedColumn } from "./warnedColumns.ts";

/**
 * Returns sentences about rows that no type refuses and that are seldom meant. `missing` are the words for missing values of
 * all columns. `isNumbered` says that sequences are computed from the mutations, whose numbering is known then.
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
