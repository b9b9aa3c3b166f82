import { trainingNumbering } from "#client/referenceNumbering.ts";
import type { Workspace } from "#client/workspace.ts";
import {
  type Compared,
  compareWithNearest,
  inNumbers,
  isNumbered,
  type KnownProtein,
} from "./variantReference.ts";

/** Compares a variant with the nearest protein, using the residue numbers that a page about its training would show. */
export async function compareVariant(
  workspace: Workspace,
  sequence: string,
  proteins: readonly KnownProtein[],
): Promise<Compared | null> {
  const compared = compareWithNearest(sequence, proteins);
  if (!compared) return null;
  const { reference } = compared;
  if (reference.training === null || isNumbered(reference)) return compared;
  return inNumbers(sequence, reference, await trainingNumbering(workspace, reference.training));
}
