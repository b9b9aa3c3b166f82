import type { Context } from "#shared/domain/context.ts";
import type { TaskReference } from "#shared/domain/tasks/taskReferences.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { requireReference } from "#shared/store/projectReferences.ts";

/**
 * Returns a task's parameters with the sequence and the numbering of the project reference that they name, so that later
 * changes to the project do not change the task. Throws a 422 if the project has no such reference.
 */
export async function resolveReference<P extends object>(
  scope: WorkspaceScope,
  context: Context,
  parameters: P,
): Promise<P> {
  const { reference } = parameters as { reference?: TaskReference | null };
  const name = reference?.project_reference;
  if (!reference || name == null || reference.monomer !== "") return parameters;
  const loc = ["body", "parameters", "reference", "project_reference"];
  const projectReference = await requireReference(scope, context, name, loc);
  const { monomer, first_position, positions } = projectReference;
  const numbering = positions === null ? { first_position } : { positions };
  return { ...parameters, reference: { project_reference: projectReference.name, monomer, ...numbering } };
}
