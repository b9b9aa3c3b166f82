import { invalidField } from "@pdp/basics/errors";
import { findReference, type ProjectReference } from "@pdp/basics/proteins";
import { joinNames } from "@pdp/basics/wording";
import { type Context, projectOf } from "#shared/domain/context.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getProject } from "./projects.ts";

const NAMES_SHOWN = 10;

/** Returns the reference named in a request, from the context's project. Throws a 422 at `loc` if there is none. */
export async function requireReference(
  scope: WorkspaceScope,
  context: Context,
  name: string,
  loc: (string | number)[],
): Promise<ProjectReference> {
  const id = projectOf(context);
  if (id === null) {
    const message = "References belong to projects: specify the sequence itself, or a project as context";
    throw invalidField(loc, message, name);
  }
  const { name: project, references = [] } = await getProject(scope, id);
  const reference = findReference(references, name);
  if (reference) return reference;
  const known =
    references.length === 0
      ? "it has none; set them with project:setReferences"
      : `its references: ${joinNames(
          references.map((reference) => reference.name),
          NAMES_SHOWN,
        )}`;
  throw invalidField(loc, `The project "${project}" has no reference "${name}"; ${known}`, name);
}
