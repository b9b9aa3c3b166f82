import { type SequenceFrom, withProjectReference } from "@pdp/formats/proteins";
import type { Context } from "#shared/domain/context.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { requireReference } from "#shared/store/projectReferences.ts";

type Loc = (string | number)[];

/**
 * Returns a table of a load with the sequence and the residue numbers of the project reference that its rule names. The load
 * keeps them, so later changes to the project do not affect what it computes.
 */
export async function resolveTable(
  scope: WorkspaceScope,
  context: Context,
  table: LoadTable,
  loc: Loc,
): Promise<LoadTable> {
  const { sequence_from: rule } = table;
  if (rule === undefined) return table;
  return { ...table, sequence_from: await resolveRule(scope, context, rule, [...loc, "sequence_from"]) };
}

async function resolveRule(
  scope: WorkspaceScope,
  context: Context,
  rule: SequenceFrom,
  loc: Loc,
): Promise<SequenceFrom> {
  const { project_reference: name } = rule.reference;
  if (name === undefined) return rule;
  const reference = await requireReference(scope, context, name, [...loc, "reference", "project_reference"]);
  return withProjectReference(rule, reference, loc);
}
