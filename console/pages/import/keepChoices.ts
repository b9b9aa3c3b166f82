import type { TableConfig } from "#client/importFiles.ts";

/**
 * Returns what was chosen for a file, with the rule for sequences that a new look at the same file proposes: a reference adds or
 * replaces only that rule.
 */
export function keepChoices(chosen: TableConfig | null, proposed: TableConfig | null): TableConfig | null {
  if (!chosen || !proposed) return proposed;
  const { sequence_from: _, ...kept } = chosen;
  const { sequence_from: rule } = proposed;
  return rule ? { ...kept, sequence_from: rule } : kept;
}
