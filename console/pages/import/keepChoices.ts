import type { TableConfig } from "#client/importFiles.ts";

/**
 * Returns the user's choices for a file, with the sequence rule from a new preview of that file: specifying a reference can
 * only add or replace this rule.
 */
export function keepChoices(chosen: TableConfig | null, proposed: TableConfig | null): TableConfig | null {
  if (!chosen || !proposed) return proposed;
  const { sequence_from: _, ...kept } = chosen;
  const { sequence_from: rule } = proposed;
  return rule ? { ...kept, sequence_from: rule } : kept;
}
