import { absentOrNull } from "@pdp/basics/schemas";
import * as v from "valibot";
import { IdString, ProjectId, RoundId } from "./id.ts";

/** Owner of data within a workspace: the whole workspace, one project, or one round of a project. */
export const Context = v.variant("kind", [
  v.object({ kind: v.literal("WORKSPACE") }),
  v.object({ kind: v.literal("PROJECT"), project_id: IdString }),
  v.object({ kind: v.literal("ROUND"), round_id: IdString, project_id: IdString }),
]);
export type Context = v.InferOutput<typeof Context>;

const RoundContext = v.object({
  kind: v.literal("ROUND"),
  round_id: RoundId,
  project_id: v.pipe(absentOrNull(ProjectId), v.description("Project of the round; optional")),
});

/** Context that a data load may request; the service adds the project of a round. */
export const LoadContext = v.variant("kind", [
  v.object({ kind: v.literal("PROJECT"), project_id: ProjectId }),
  RoundContext,
]);
export type LoadContext = v.InferOutput<typeof LoadContext>;

/** Returns the project of a context; null for the whole workspace. */
export function projectOf(context: Context): string | null {
  return context.kind === "WORKSPACE" ? null : context.project_id;
}

/** Context that a task's results will belong to; the service adds the project of a round. */
export const TaskContext = v.variant("kind", [
  v.object({ kind: v.literal("WORKSPACE") }),
  v.object({ kind: v.literal("PROJECT"), project_id: ProjectId }),
  RoundContext,
]);
export type TaskContext = v.InferOutput<typeof TaskContext>;

/** Returns the round of a context; null if it has none. */
export function roundIdOf(context: Context): string | null {
  return context.kind === "ROUND" ? context.round_id : null;
}

/** Filter of a list by project, including its rounds, or by round; null if unfiltered. */
export interface ContextFilter {
  projectId: string | null;
  roundId: string | null;
}

/** Returns the context named by a filter; the workspace if there is none. */
export function contextOfFilter({ projectId, roundId }: ContextFilter): TaskContext {
  if (roundId !== null) return { kind: "ROUND", round_id: roundId };
  return projectId === null ? { kind: "WORKSPACE" } : { kind: "PROJECT", project_id: projectId };
}

/** Predicate that tells whether data of a context may be read. */
export type Visibility = (context: Context) => boolean;

/**
 * Returns the visibility for SQL: within a project, only rows of that project and its rounds; without a project, all rows.
 */
export function visibleInQuery(projectId: string | null): Visibility {
  return (context) => projectId === null || projectOf(context) === projectId;
}

/**
 * Returns the visibility for a task: a project's task reads the data of the workspace and of that project with all its rounds,
 * but not of other projects; a task of the whole workspace reads everything.
 */
export function visibleInTask(task: Context): Visibility {
  const projectId = projectOf(task);
  return (context) => projectId === null || context.kind === "WORKSPACE" || context.project_id === projectId;
}
