import { conflict } from "@pdp/basics/errors";
import type { ProjectReference } from "@pdp/basics/proteins";
import type { SequenceFrom } from "@pdp/formats/proteins";
import type { Context } from "#shared/domain/context.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { LoadTable, TableConfig } from "#shared/domain/loads/load.ts";
import { withReference } from "#shared/domain/project.ts";
import { requireActiveProject } from "#shared/domain/round.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type ProjectChange, readProject } from "#shared/store/projects.ts";

/**
 * Returns the change to the project that saves the references of a load's tables where requested; null if none are to be
 * saved. Nothing is written: the change is stored in one transaction with the load.
 */
export async function savedReferences(
  scope: WorkspaceScope,
  context: Context,
  tables: Record<string, LoadTable>,
  configs: Record<string, TableConfig>,
  stamp: AuditStamp,
): Promise<ProjectChange | null> {
  const saved = Object.entries(tables).flatMap(([reference, { sequence_from: rule }]) => {
    const name = configs[reference]?.sequence_from?.save_reference_as;
    return name == null || rule === undefined ? [] : [savedReference(name, rule)];
  });
  if (saved.length === 0) return null;
  if (context.kind === "WORKSPACE") throw unknownReference();
  const before = await readProject(scope, context.project_id);
  requireActiveProject(before.item, "a data load");
  const after = saved.reduce((project, reference) => withReference(project, reference, stamp), before.item);
  return { before, after };
}

function savedReference(name: string, { reference, numbering }: SequenceFrom): ProjectReference {
  const { monomer } = reference;
  if (monomer === undefined) throw unknownReference();
  const { first_position = 1, positions = null } = numbering;
  return {
    name,
    monomer,
    first_position: positions === null ? first_position : null,
    positions,
    description: null,
  };
}

function unknownReference(): Error {
  return conflict("reference_unknown", "Only a reference given in the request can be saved in the project.");
}
