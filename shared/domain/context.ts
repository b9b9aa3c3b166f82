import * as v from "valibot";
import { Id, IdString } from "./id.ts";

/** To whom data belongs: the whole workspace, one project, or one round of a project. */
export const Context = v.variant("kind", [
  v.object({ kind: v.literal("WORKSPACE") }),
  v.object({ kind: v.literal("PROJECT"), project_id: IdString }),
  v.object({ kind: v.literal("ROUND"), round_id: IdString, project_id: IdString }),
]);
export type Context = v.InferOutput<typeof Context>;

/** The contexts a data load may ask for; the service fills in a round's project. */
export const LoadContext = v.variant("kind", [
  v.object({ kind: v.literal("PROJECT"), project_id: Id }),
  v.object({ kind: v.literal("ROUND"), round_id: Id }),
]);
export type LoadContext = v.InferOutput<typeof LoadContext>;

/** The project of a context, or null for the whole workspace. */
export function projectOf(context: Context): string | null {
  return context.kind === "WORKSPACE" ? null : context.project_id;
}

/**
 * SQL within a project reads only the rows of that project and its rounds; SQL without one reads all of the workspace.
 */
export function visibleInQuery(context: Context, projectId: string | null): boolean {
  return projectId === null || projectOf(context) === projectId;
}
