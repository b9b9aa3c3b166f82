import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import type { Workspace } from "./workspace.ts";

type Schemas = components["schemas"];

export type ProjectReference = Schemas["ProjectReference"];
export type ProjectReferenceInput = Schemas["ProjectReferenceInput"];

/** Replaces the references of a project: its proteins and the numbering of their residues. */
export function setReferences(
  workspace: Workspace,
  id: string,
  references: readonly ProjectReferenceInput[],
): Promise<Schemas["Project"]> {
  const params = { path: { workspace: workspace.name }, query: { id } };
  const body = { references: [...references] };
  return dataOf(workspace.raw.POST("/v2/workspace/{workspace}/project:setReferences", { params, body }));
}

/** Adds a reference to a project, or replaces the reference with the same name. */
export async function putReference(
  workspace: Workspace,
  id: string,
  reference: ProjectReferenceInput,
): Promise<Schemas["Project"]> {
  const { references = [] } = await workspace.project(id);
  const others = references.filter(({ name }) => name.toLowerCase() !== reference.name.toLowerCase());
  return setReferences(workspace, id, [...others, reference]);
}
