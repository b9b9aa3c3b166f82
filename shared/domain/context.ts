import * as v from "valibot";
import { IdString, ProjectId, RoundId } from "./id.ts";

/** To whom data belongs: the whole workspace, one project, or one round of a project. */
export const Context = v.variant("kind", [
  v.object({ kind: v.literal("WORKSPACE") }),
  v.object({ kind: v.literal("PROJECT"), project_id: IdString }),
  v.object({ kind: v.literal("ROUND"), round_id: IdString, project_id: IdString }),
]);
export type Context = v.InferOutput<typeof Context>;

/** The contexts a data load may ask for; the service fills in a round's project. */
export const LoadContext = v.variant("kind", [
  v.object({ kind: v.literal("PROJECT"), project_id: ProjectId }),
  v.object({ kind: v.literal("ROUND"), round_id: RoundId }),
]);
export type LoadContext = v.InferOutput<typeof LoadContext>;

/** The project of a context, or null for the whole workspace. */
export function projectOf(context: Context): string | null {
  return context.kind === "WORKSPACE" ? null : context.project_id;
}

/** Where a task's results will belong; the service fills in a round's project. */
export const TaskContext = v.variant("kind", [
  v.object({ kind: v.literal("WORKSPACE") }),
  v.object({ kind: v.literal("PROJECT"), project_id: ProjectId }),
  v.object({ kind: v.literal("ROUND"), round_id: RoundId }),
]);
export type TaskContext = v.InferOutput<typeof TaskContext>;

/** Whose data something may read. */
export type Visibility = (context: Context) => boolean;

/**
 * SQL within a project reads only the rows of that project and its rounds; SQL without one reads all of the workspace.
 */
export function visibleInQuery(projectId: string | null): Visibility {
  return (context) => projectId === null || projectOf(context) === projectId;
}

/**
 * A task reads the workspace's data and that of its project with all its rounds, never another project's; a task of the
 * whole workspace reads everything.
 */
export function visibleInTask(task: Context): Visibility {
  const projectId = projectOf(task);
  return (context) => projectId === null || context.kind === "WORKSPACE" || context.project_id === projectId;
}
