import type { NormalizedInput } from "#shared/domain/columns/normalizedView.ts";
import {
  noWells,
  type WellCounts,
  wellCountsQuery,
  wellFault,
  wellValuesQuery,
} from "#shared/domain/columns/referenceWells.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Counts the wells that the values of a table would be compared with. Returns the reason if a comparison is impossible, or a
 * warning about plates without such wells.
 */
export async function checkReferenceWells(
  workspace: Workspace,
  input: NormalizedInput,
): Promise<{ refusal: string | null; warning: string | null }> {
  const [counts] = await (await workspace.query<WellCounts>(wellCountsQuery(input))).rows();
  if (counts === undefined) return { refusal: null, warning: null };
  const { missing, warning } = wellFault(input, counts);
  if (missing === null) return { refusal: null, warning };
  const values = await (await workspace.query<{ value: string }>(wellValuesQuery(input))).rows();
  const known = values.map(({ value }) => value);
  return { refusal: noWells(input, missing, known), warning: null };
}
