import type { Context } from "#shared/domain/context.ts";
import { conflict } from "#shared/domain/errors.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { LoadTable, TableConfig } from "#shared/domain/loads/load.ts";
import type { SequenceFrom } from "#shared/domain/loads/sequenceFrom.ts";
import { requireNumbering } from "#shared/domain/loads/sequenceRule.ts";
import { withReference } from "#shared/domain/project.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { requireReference } from "#shared/store/projectReferences.ts";
import { changeProject } from "#shared/store/projects.ts";

type Loc = (string | number)[];

/**
 * Returns a table of a load with the sequence and the numbers of the project's reference that its rule names. The load keeps
 * them: a later change of the project does not change what it computes.
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

/** Saves the reference of a table's rule in the project, if the request says so. */
export async function saveReference(
  scope: WorkspaceScope,
  context: Context,
  { sequence_from: rule }: LoadTable,
  config: TableConfig | undefined,
  stamp: AuditStamp,
): Promise<void> {
  const name = config?.sequence_from?.save_reference_as;
  if (name == null || rule === undefined) return;
  const { monomer } = rule.reference;
  if (context.kind === "WORKSPACE" || monomer === undefined) {
    throw conflict(
      "reference_unknown",
      "Only a reference that the request states can be saved in the project.",
    );
  }
  const { first_position = 1, positions = null } = rule.numbering;
  const saved = {
    name,
    monomer,
    first_position: positions === null ? first_position : null,
    positions,
    description: null,
  };
  await changeProject(scope, context.project_id, (project) => withReference(project, saved, stamp));
}

async function resolveRule(
  scope: WorkspaceScope,
  context: Context,
  rule: SequenceFrom,
  loc: Loc,
): Promise<SequenceFrom> {
  const { project_reference: name } = rule.reference;
  if (name === undefined) return rule;
  const found = await requireReference(scope, context, name, [...loc, "reference", "project_reference"]);
  const { monomer, first_position: first, positions } = found;
  const isNumbered = Object.keys(rule.numbering).length > 0;
  const own = positions === null ? { first_position: first ?? 1 } : { positions };
  const numbering = isNumbered ? rule.numbering : own;
  const resolved = { ...rule, reference: { project_reference: found.name, monomer }, numbering };
  requireNumbering(resolved, [...loc, "numbering"]);
  return resolved;
}
